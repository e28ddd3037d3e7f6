"""Strategies by name: built-in ones, those of installed packages and those in a file.

Importing this module and listing names loads no strategy, because loading one starts the compiler.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from threading import RLock
from types import ModuleType

from euchre_sim.errors import StrategyFault, WrongType
from euchre_sim.strategies.api import Strategy, UnknownStrategy

__all__ = ["DEFAULT", "GROUP", "Listing", "default", "get", "listings", "load_file", "names"]

GROUP = "euchre_sim.strategies"
DEFAULT = "basic"
FILE_MARK = ".py"
_lock = RLock()  # threads may ask for the same file at once; a file may load another one


@dataclass(frozen=True)
class Listing:
    """A strategy that can be had by name: one line about it and where it comes from."""

    name: str
    summary: str
    origin: str


_PACKAGE = "euchre_sim.strategies"
_BUILT_IN = {
    "basic": "sound bidding by seat and round, careful card play; the default",
    "pimc": "searches: worlds that fit what was seen, solved with all cards face up",
    "euchrestrategy": "point count of euchrestrategy.info, upcard for or against",
    "universe": "card points of the Euchre Universe blog, 21 to order, seats adjusted",
    "ohio": "quarter points of the Ohio Euchre forum, order at 2.50",
    "trumps": "three trumps to call, the highest card to win: the simplest rules, a yardstick",
    "random": "any legal action, all equally likely",
}
_MODULES = {"random": "random_player"}


@cache
def _plugins() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP) if point.name not in _BUILT_IN}


def names() -> tuple[str, ...]:
    """Names of all strategies: the built-in ones first, then those of installed packages."""
    return (*_BUILT_IN, *sorted(_plugins()))


def listings() -> tuple[Listing, ...]:
    """Name, one line and origin of every strategy, without loading any."""
    own = [Listing(name, summary, "built in") for name, summary in _BUILT_IN.items()]
    others = [Listing(name, point.value, "plugin") for name, point in sorted(_plugins().items())]
    return (*own, *others)


def get(spec: str | Strategy) -> Strategy:
    """Find a strategy.

    Parameters
    ----------
    spec
        ``"basic"``, ``"basic:threshold=7"``, ``"path.py:NAME"``, ``"path.py:NAME:threshold=7"`` or
        a `Strategy`, which is given back.

    Raises
    ------
    UnknownStrategy
        No such strategy or parameter; the message says the nearest name.
    StrategyFault
        A file or a plugin that cannot be loaded or fails the conformance check.
    WrongType
        If it is something else.
    """
    if isinstance(spec, Strategy):
        return spec
    if not isinstance(spec, str):
        raise WrongType(f"a strategy is a name or a Strategy, not {spec!r}")
    if f"{FILE_MARK}:" in spec or spec.endswith(FILE_MARK):
        return load_file(spec)
    name, _, settings = spec.strip().partition(":")
    strategy = _load(name.strip())
    return strategy.with_parameters(settings) if settings else strategy


def default() -> Strategy:
    """The strategy that plays where nothing else is said."""
    return _load(DEFAULT)


@cache
def _load(name: str) -> Strategy:
    if name in _BUILT_IN:
        module = import_module(f"{_PACKAGE}.{_MODULES.get(name, name)}")
        strategy: Strategy = module.STRATEGY
        return strategy
    if name in _plugins():
        return _load_plugin(_plugins()[name])
    near = get_close_matches(name, names(), n=1, cutoff=0.0)[0]
    raise UnknownStrategy(
        f"no strategy is called {name!r}; did you mean {near!r}? There are {', '.join(names())}, "
        "and a file's strategy is written path.py:NAME"
    )


def _load_plugin(point: EntryPoint) -> Strategy:
    try:
        loaded = point.load()
    except (Exception, SystemExit) as error:
        raise StrategyFault(
            f"plugin {point.name!r} ({point.value}) could not be loaded: {error}",
            strategy=point.name,
        ) from error
    return _conforming(loaded, f"plugin {point.name!r} ({point.value})")


def _conforming(loaded: object, where: str) -> Strategy:
    if not isinstance(loaded, Strategy):
        raise StrategyFault(f"{where} is a {type(loaded).__name__}, not a Strategy")
    from euchre_sim.strategies.conformance import check  # numba only when something is loaded

    check(loaded)
    if loaded.name in _BUILT_IN:
        raise StrategyFault(
            f"{where} calls itself {loaded.name!r}, which is a built-in strategy's name: "
            "choose another one",
            strategy=loaded.name,
        )
    return loaded


def load_file(spec: str) -> Strategy:
    """Load a strategy from a Python file and check that it keeps to the rules.

    Parameters
    ----------
    spec
        ``"path.py:NAME"``, parameters behind it if wanted; the name may be left out where the file
        holds one strategy.
    """
    cut = spec.find(f"{FILE_MARK}:")
    if cut < 0:
        path_text, rest = spec, ""
    else:
        path_text, rest = spec[: cut + len(FILE_MARK)], spec[cut + len(FILE_MARK) + 1 :]
    name, _, settings = rest.partition(":")
    if "=" in name:
        name, settings = "", rest
    module = _run_file(Path(path_text))
    found = {key: value for key, value in vars(module).items() if isinstance(value, Strategy)}
    if not name:
        if len(found) != 1:
            listed = ", ".join(found) or "none"
            raise UnknownStrategy(
                f"{path_text} holds {len(found)} strategies ({listed}): write {path_text}:NAME"
            )
        (name,) = found
    if not hasattr(module, name):
        listed = ", ".join(found) or "none"
        raise UnknownStrategy(f"{path_text} holds no strategy {name!r}; it has {listed}")
    strategy = _conforming(getattr(module, name), f"{path_text}:{name}")
    return strategy.with_parameters(settings) if settings else strategy


def _run_file(path: Path) -> ModuleType:
    try:
        source = path.read_bytes()
    except OSError as error:
        raise UnknownStrategy(f"strategy file {path} cannot be read: {error.strerror}") from None
    digest = sha256(str(path.resolve()).encode() + source).hexdigest()[:12]
    module_name = f"euchre_strategy_{path.stem}_{digest}"
    with _lock:
        if module_name not in sys.modules:
            _execute(module_name, path)
        return sys.modules[module_name]


def _execute(module_name: str, path: Path) -> None:
    found = spec_from_file_location(module_name, path)
    assert found is not None
    assert found.loader is not None
    module = module_from_spec(found)
    sys.modules[module_name] = module  # a file's dataclasses look for their module there
    try:
        found.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[module_name]
        raise StrategyFault(
            f"strategy file {path} failed while loading: {type(error).__name__}: {error}"
        ) from error

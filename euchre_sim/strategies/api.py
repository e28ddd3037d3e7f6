"""What a strategy is: a named record of compiled hooks, one a phase of the deal.

Every hook has the signature ``(view, draw) -> action``.  `view` is a vector of unsigned 64-bit
words with named slots (`euchre_sim.engine.layout`, names starting with ``V_``): what that seat may
know and nothing more.  `draw` is a random word that belongs to this decision.  The action is one
bit of ``view[V_LEGAL]``.  A phase without a hook of its own is played by the default strategy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, Self

from euchre_sim.engine.layout import N_PARAMS, PHASE_NAMES
from euchre_sim.errors import EuchreError

__all__ = ["Hook", "Strategy", "UnknownStrategy"]

Hook = Callable[[Any, Any], Any]

LARGEST_PARAMETER = 2**31 - 1


class UnknownStrategy(EuchreError):
    """A strategy or a parameter that does not exist, or a parameter's value that is no number."""


@dataclass(frozen=True)
class Strategy:
    """A way of playing Euchre.

    Parameters
    ----------
    name
        Short, without spaces, colons or commas; what the command line calls it.
    version
        Goes into every result; change it with every change of behaviour.
    summary
        One line for `euchre strategies`.
    source
        Where its rules of thumb were published, if they were.
    parameters
        Integers that a user may set, with their defaults: at most eight.  A hook reads number `k`
        of them, in this order, as ``view[view[V_PARAMS_AT] + k]``.
    call, discard, alone, defend, play, farmer, shed, give, no_trump
        The hooks, compiled with `euchre_sim.engine.jit.hook`: name trump or pass; bury a card
        after the pickup; declare alone before the first lead, where the rules ask then; defend
        alone; play a card; swap the cards of a farmer's hand; as a lone player with
        `call_for_best`, shed a card; as his partner, give one; play a card where there is no
        trump.  None leaves the phase to the default strategy.
    tables
        Function that gives the address of read-only tables, which the hooks find in place of the
        last parameter; a strategy with tables has at most seven parameters.
    ranges
        The least and the largest value of those parameters that cannot be any number.
    settings
        Parameters that differ from their defaults; see `with_parameters`.

    Examples
    --------
    >>> cautious = Strategy("cautious", parameters={"threshold": 7})
    >>> cautious.with_parameters("threshold=9").label
    'cautious:threshold=9'
    """

    name: str
    version: str = "1"
    summary: str = ""
    source: str = ""
    parameters: Mapping[str, int] = field(default_factory=dict, hash=False)
    call: Hook | None = None
    discard: Hook | None = None
    alone: Hook | None = None
    defend: Hook | None = None
    play: Hook | None = None
    farmer: Hook | None = None
    shed: Hook | None = None
    give: Hook | None = None
    no_trump: Hook | None = None
    tables: Callable[[], int] | None = field(default=None, compare=False)
    ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict, compare=False)
    settings: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        """Refuse names and parameters that the command line could not write."""
        if not self.name or any(c.isspace() or c in ":,=" for c in self.name):
            raise UnknownStrategy(
                f"{self.name!r} cannot name a strategy: it must not be empty or hold spaces, "
                "colons, commas or equals signs"
            )
        most = N_PARAMS - (self.tables is not None)
        if len(self.parameters) > most:
            raise UnknownStrategy(
                f"strategy {self.name!r} has {len(self.parameters)} parameters; at most {most} fit"
            )
        for key, value in self.parameters.items():
            self._check_value(key, value)
        object.__setattr__(self, "parameters", MappingProxyType(dict(self.parameters)))

    def _check_value(self, key: str, value: int) -> None:
        if isinstance(value, bool) or not isinstance(value, int):
            raise UnknownStrategy(f"parameter {key!r} of strategy {self.name!r} must be an integer")
        if key in self.ranges and not self.ranges[key][0] <= value <= self.ranges[key][1]:
            least, most = self.ranges[key]
            raise UnknownStrategy(
                f"parameter {key!r} of strategy {self.name!r} is {least} to {most:,}, not {value}"
            )
        if abs(value) > LARGEST_PARAMETER:
            raise UnknownStrategy(
                f"parameter {key!r} of strategy {self.name!r} must lie within "
                f"{LARGEST_PARAMETER} of 0, not be {value}"
            )

    @property
    def values(self) -> tuple[int, ...]:
        """The parameters' values in their order, settings applied."""
        return tuple({**self.parameters, **dict(self.settings)}.values())

    @property
    def label(self) -> str:
        """The text that `registry.get` turns into this strategy again."""
        return ":".join([self.name, *(f"{key}={value}" for key, value in self.settings)])

    def hook(self, phase: str) -> Hook | None:
        """The strategy's own hook for a phase, or None."""
        if phase not in PHASE_NAMES:
            raise ValueError(f"no phase {phase!r}; there are {', '.join(PHASE_NAMES)}")
        own: Hook | None = getattr(self, phase)
        return own

    def hooks(self, default: Strategy) -> tuple[Hook, ...]:
        """One hook a phase, in the order of the phases; gaps are filled from `default`."""
        chosen = []
        for phase in PHASE_NAMES:
            one = self.hook(phase) or default.hook(phase)
            if one is None:
                raise UnknownStrategy(f"the default strategy {default.name!r} lacks a {phase} hook")
            chosen.append(one)
        return tuple(chosen)

    def with_parameters(self, text: str = "", /, **settings: int) -> Self:
        """A copy with parameters set.

        Parameters
        ----------
        text
            ``"threshold=7"``; several are joined by colons or commas.
        **settings
            The same as keyword arguments.
        """
        wanted = dict(self.settings)
        for item in text.replace(",", ":").split(":"):
            if not item.strip():
                continue
            key, equals, value = (part.strip() for part in item.partition("="))
            if not equals:
                raise UnknownStrategy(f"{item!r} sets no parameter: write name=number")
            try:
                wanted[key] = int(value)
            except ValueError:
                raise UnknownStrategy(
                    f"parameter {key!r} of strategy {self.name!r} needs a whole number, "
                    f"not {value!r}"
                ) from None
        wanted.update(settings)
        for key, number in wanted.items():
            if key not in self.parameters:
                raise UnknownStrategy(self._no_parameter(key))
            self._check_value(key, number)
        changed = {
            key: wanted[key]
            for key, standard in self.parameters.items()
            if wanted.get(key, standard) != standard
        }
        return replace(self, settings=tuple(changed.items()))

    def _no_parameter(self, key: str) -> str:
        if not self.parameters:
            return f"strategy {self.name!r} has no parameters, so {key!r} cannot be set"
        near = get_close_matches(key, self.parameters, n=1, cutoff=0.0)[0]
        known = ", ".join(self.parameters)
        return (
            f"strategy {self.name!r} has no parameter {key!r}; did you mean {near!r}? "
            f"It has {known}"
        )

    def as_dict(self) -> dict[str, Any]:
        """Name, version and parameters for the provenance of a result."""
        pairs = dict(zip(self.parameters, self.values, strict=True))
        return {"name": self.name, "version": self.version, "parameters": pairs}


assert all(phase in {f.name for f in fields(Strategy)} for phase in PHASE_NAMES)

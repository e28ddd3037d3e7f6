"""Options that several commands share, each spelled and explained once."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from euchre_sim.seats import SEAT_WORDS

if TYPE_CHECKING:
    from euchre_sim.rules import HouseRules
    from euchre_sim.strategies.api import Strategy

__all__ = [
    "COUNT",
    "POSITION",
    "build_rules",
    "build_strategies",
    "complete_preset",
    "complete_setting",
    "examples",
    "find_strategy",
    "finite",
    "json_option",
    "jsonl_option",
    "load_strategies",
    "parquet_name",
    "quiet_option",
    "record_rules_options",
    "rules_options",
    "seed_option",
    "settings_option",
    "strategy_options",
    "threads_option",
]

# The type is generic for type checkers, but not yet in every version of click.
if TYPE_CHECKING:
    _IntType = click.ParamType[int]
else:
    _IntType = click.ParamType

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

_MULTIPLES = {"k": 10**3, "m": 10**6, "g": 10**9}


def examples(*lines: str) -> str:
    """Return the end of a help page: commands that can be run as they stand."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


class _Count(_IntType):
    """A number of hands or deals: 250000, 250k, 10M, 1e6."""

    name = "count"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        text = str(value).strip().lower().replace("_", "")
        if re.fullmatch(r"\d{1,3}(,\d{3})+", text, re.ASCII):  # as counts are printed
            text = text.replace(",", "")
        written = re.fullmatch(r"(\d{1,20}(?:\.\d{1,20})?(?:e\d{1,2})?)([kmg]?)", text, re.ASCII)
        if written is None:
            self.fail(f"{value!r} is no count; write 250000, 250k or 10M", param, ctx)
        number = Fraction(written[1]) * _MULTIPLES.get(written[2], 1)
        if not 1 <= number <= 2**53 or number.denominator != 1:
            self.fail(f"{value!r} is no whole number from 1 to 2^53", param, ctx)
        return int(number)


class _Position(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """A seat by its position, from 1 (left of the dealer) to the dealer's, or by a word."""

    name = "position"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | str:
        text = str(value).strip().lower()
        if text in SEAT_WORDS:
            return text
        if text in ("1", "2", "3", "4", "5", "6"):
            return int(text)
        raise click.BadParameter(
            f"{value!r} is no seat; seats are 1 (left of the dealer) to the dealer's number "
            f"(4 with four players), or {', '.join(SEAT_WORDS)} (partner = the dealer's partner)",
            ctx,
            param,
        )


class _Score(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """Two numbers of points or games, ours first."""

    name = "score"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value[0], value[1]
        found = re.fullmatch(r"\s*(\d{1,3})\s*[-:]\s*(\d{1,3})\s*", str(value), re.ASCII)
        if found is None:
            raise click.BadParameter(
                f"{value!r} is no score; write ours first, such as 9-6", ctx, param
            )
        return int(found[1]), int(found[2])


def finite(ctx: click.Context, param: click.Parameter, value: float | None) -> float | None:
    """Refuse what is a float but no number to reach."""
    if value is not None and not math.isfinite(value):
        raise click.BadParameter(f"{value} is not a finite number above 0.", ctx, param)
    return value


def parquet_name(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Refuse a name that promises another kind of file."""
    if value is not None and not value.lower().endswith(".parquet"):
        raise click.BadParameter(
            f"a table is a Parquet file, so name it NAME.parquet, not {value!r}; 'euchre export' "
            "makes others out of it",
            ctx,
            param,
        )
    return value


COUNT = _Count()
POSITION = _Position()
SCORE = _Score()


def complete_preset(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the name of a preset."""
    from euchre_sim.presets import preset_names

    names = preset_names()
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def complete_setting(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Complete the name of an option of the rules."""
    from euchre_sim.rules import HouseRules

    written = (f"{option.name}=" for option in HouseRules.options())
    return [CompletionItem(text) for text in written if text.startswith(incomplete)]


def settings_option(command: Decorated) -> Decorated:
    """Add ``--set``; the command gets `settings`."""
    return click.option(
        "--set",
        "settings",
        metavar="OPTION=VALUE",
        multiple=True,
        shell_complete=complete_setting,
        help="Change one option of the rules; may be repeated (see 'euchre rules show').",
    )(command)


def record_rules_options(command: Decorated) -> Decorated:
    """Add ``--rules`` and ``--set`` for records, which have rules of their own."""
    return click.option(
        "--rules",
        "rules_name",
        metavar="PRESET",
        shell_complete=complete_preset,
        help="Rules to replay by (see 'euchre rules').  [default: those of the file]",
    )(settings_option(command))


def rules_options(command: Decorated) -> Decorated:
    """Add ``--rules`` and ``--set``; the command gets `rules_name` and `settings`."""
    return click.option(
        "--rules",
        "rules_name",
        metavar="PRESET",
        shell_complete=complete_preset,
        help="Rules to play by (see 'euchre rules').  [default: standard]",
    )(settings_option(command))


def build_rules(
    rules_name: str | None, settings: tuple[str, ...], base: HouseRules | None = None
) -> HouseRules:
    """Return the rules asked for with ``--rules`` and ``--set``.

    Parameters
    ----------
    rules_name
        A preset; None if none was named.
    settings
        The texts given with ``--set``.
    base
        The rules to change where no preset was named; the standard ones if not given.
    """
    from euchre_sim.rules import HouseRules  # help pages do without it

    if rules_name is not None or base is None:
        base = HouseRules.preset(rules_name or "standard")
    return base.with_settings(settings)


def seed_option(command: Decorated) -> Decorated:
    """Add ``--seed``; the same seed gives the same result on any machine."""
    return click.option(
        "--seed",
        type=click.IntRange(0, 2**64 - 1),
        default=1,
        show_default=True,
        help="Seed of all random numbers.",
    )(command)


def threads_option(command: Decorated) -> Decorated:
    """Add ``--threads``; None means all processors."""
    return click.option(
        "--threads",
        type=click.IntRange(min=1),
        metavar="N",
        help="Threads to use; results do not depend on it.  [default: all processors]",
    )(command)


def strategy_options(command: Decorated) -> Decorated:
    """Add ``--strategy`` and ``--strategy-file``; the command gets `strategy`, `strategy_files`."""
    command = click.option(
        "--strategy-file",
        "strategy_files",
        metavar="FILE.py:NAME",
        multiple=True,
        help="Load a strategy of your own, known to --strategy by its name; may be repeated.",
    )(command)
    return click.option(
        "--strategy",
        metavar="NAME[,NAME...]",
        help="Who plays: one strategy for all seats, or one a seat by position, dealer last "
        "(see 'euchre strategies').  [default: the one of --strategy-file, or basic]",
    )(command)


def build_strategies(
    strategy: str | None, strategy_files: tuple[str, ...], players: int
) -> list[Strategy]:
    """Return the strategies asked for with ``--strategy`` and ``--strategy-file``.

    Parameters
    ----------
    strategy
        Names with commas; None if none were given: then a single file's strategy plays, or the
        default one.
    strategy_files
        ``path.py:NAME`` texts; their strategies are known by their own names.
    players
        How many play: one strategy for all, or so many.
    """
    from euchre_sim.strategies import registry  # help pages do without it

    own = load_strategies(strategy_files)
    if strategy is None:
        if len(own) > 1:
            raise click.UsageError(
                f"several strategy files need --strategy, such as {','.join(own)}"
            )
        return list(own.values()) or [registry.default()]
    chosen = [find_strategy(text, own) for text in strategy.split(",")]
    if len(chosen) not in (1, players):
        raise click.UsageError(
            f"{len(chosen)} strategies do not fit {players} players: give one for all, or "
            f"{players} by position (left of the dealer first, dealer last)"
        )
    return chosen


def load_strategies(strategy_files: tuple[str, ...]) -> dict[str, Strategy]:
    """Return the strategies of files by their own names."""
    from euchre_sim.strategies import registry
    from euchre_sim.strategies.api import UnknownStrategy

    own: dict[str, Strategy] = {}
    for spec in strategy_files:
        try:
            one = registry.load_file(spec)
        except UnknownStrategy as error:
            raise click.UsageError(str(error)) from None
        if one.name in own:
            raise click.UsageError(f"two strategy files hold a strategy called {one.name!r}")
        own[one.name] = one
    return own


def find_strategy(text: str, own: Mapping[str, Strategy]) -> Strategy:
    """Return a strategy by its name, looking among the user's own first."""
    from euchre_sim.strategies import registry
    from euchre_sim.strategies.api import UnknownStrategy

    name, _, settings = text.strip().partition(":")
    try:
        found = own.get(name)
        return found.with_parameters(settings) if found else registry.get(text.strip())
    except UnknownStrategy as error:
        raise click.UsageError(str(error)) from None


def json_option(command: Decorated) -> Decorated:
    """Add ``--json``; the command gets `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")(command)


def jsonl_option(command: Decorated) -> Decorated:
    """Add ``--jsonl``; the command gets `as_jsonl`."""
    return click.option(
        "--jsonl",
        "as_jsonl",
        is_flag=True,
        help="Read one JSON question a line and print one answer a line.",
    )(command)


def quiet_option(command: Decorated) -> Decorated:
    """Add ``--quiet``; the command gets `quiet`."""
    return click.option("--quiet", "-q", is_flag=True, help="No notes and no progress on stderr.")(
        command
    )

"""``euchre compare``: which of two strategies is better, or of several."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import click

from euchre_cli.common_options import (
    COUNT,
    build_rules,
    examples,
    find_strategy,
    finite,
    json_option,
    load_strategies,
    quiet_option,
    rules_options,
    seed_option,
    threads_option,
)
from euchre_cli.exit_status import ExitStatus
from euchre_cli.output import print_json
from euchre_cli.progress import announce_compiling, counting
from euchre_sim.errors import IllegalAction

if TYPE_CHECKING:
    from euchre_sim.analysis.compare import Comparison

__all__ = ["compare_command"]

DEFAULT_DEALS = 1_000_000


@click.command(
    short_help="Play strategies against each other.",
    epilog=examples(
        "euchre compare basic universe",
        "euchre compare basic random --deals 200k --json",
        "euchre compare basic ohio --games 10k --rules seed_sl",
        "euchre compare basic universe ohio --until-se 0.01",
    ),
)
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.argument("more", metavar="[C ...]", nargs=-1)
@click.option(
    "--deals",
    type=COUNT,
    metavar="N",
    help="Duplicate deals: each is played twice, the sides swapped (three times by three "
    "players).  [default: 1000000]",
)
@click.option("--games", type=COUNT, metavar="N", help="Whole games instead, each played as often.")
@click.option(
    "--until-se",
    type=click.FloatRange(min=0, min_open=True),
    callback=finite,
    metavar="X",
    help="Stop where the standard error of every pairing is at most X, in points a deal or as a "
    "share of games; --deals or --games stays the limit.",
)
@click.option(
    "--strategy-file",
    "strategy_files",
    metavar="FILE.py:NAME",
    multiple=True,
    help="Load a strategy of your own, to be named as A, B or C.",
)
@rules_options
@seed_option
@threads_option
@json_option
@quiet_option
def compare_command(
    first: str,
    second: str,
    more: tuple[str, ...],
    deals: int | None,
    games: int | None,
    until_se: float | None,
    strategy_files: tuple[str, ...],
    rules_name: str | None,
    settings: tuple[str, ...],
    seed: int,
    threads: int | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Play strategy A against strategy B, each as both partners of a side.

    Every deal is played twice with the sides swapped, so that the luck of the cards falls on both;
    the interval is that of the pairs. More than two strategies play a round robin: every two
    against each other, all on the same deals, and each gets a rating. 'euchre strategies' lists
    what there is.
    """
    if deals is not None and games is not None:
        raise click.UsageError("--deals and --games exclude each other")
    rules = build_rules(rules_name, settings)
    entry = "play_range" if games is None else "play_games"
    announce_compiling(quiet, f"engine.batch.{entry}", "strategies.*")
    from euchre_sim.analysis.compare import RoundRobin, compare, require_distinct_labels

    own = load_strategies(strategy_files)
    a, b, *others = (find_strategy(one, own) for one in (first, second, *more))
    if others:
        try:
            require_distinct_labels((a, b, *others))
        except IllegalAction as error:
            raise click.UsageError(str(error)) from None
    count = games or deals or DEFAULT_DEALS
    with counting(count, "games" if games else "deals", quiet) as progress:
        found = cast(
            "Comparison | RoundRobin",
            compare(
                a, b, *others, deals=count, games=games, until_se=until_se, rules=rules, seed=seed,
                threads=threads, progress=progress,
            ),
        )  # fmt: skip
    if as_json:
        print_json(found.as_dict())
    else:
        from euchre_cli.compare_text import print_comparison, print_round_robin

        if isinstance(found, RoundRobin):
            print_round_robin(found)
        else:
            print_comparison(found)
    return ExitStatus.INTERRUPTED if found.partial else ExitStatus.OK

"""``euchre compare``: which of two strategies is better."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from euchre_cli.common_options import (
    COUNT,
    build_rules,
    examples,
    find_strategy,
    json_option,
    load_strategies,
    quiet_option,
    rules_options,
    seed_option,
    threads_option,
)
from euchre_cli.exit_status import ExitStatus
from euchre_cli.output import print_json, print_line, rules_text
from euchre_cli.progress import announce_compiling, counting
from euchre_sim.scoring import sides

if TYPE_CHECKING:
    from euchre_sim.analysis.compare import Comparison

__all__ = ["compare_command"]

DEFAULT_DEALS = 1_000_000


@click.command(
    short_help="Play two strategies against each other.",
    epilog=examples(
        "euchre compare basic universe",
        "euchre compare basic random --deals 200k --json",
        "euchre compare basic ohio --games 10k --rules seed_sl",
    ),
)
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option(
    "--deals",
    type=COUNT,
    metavar="N",
    help="Duplicate deals: each is played twice, the sides swapped (three times by three "
    "players).  [default: 1000000]",
)
@click.option("--games", type=COUNT, metavar="N", help="Whole games instead, each played as often.")
@click.option(
    "--strategy-file",
    "strategy_files",
    metavar="FILE.py:NAME",
    multiple=True,
    help="Load a strategy of your own, to be named as A or B.",
)
@rules_options
@seed_option
@threads_option
@json_option
@quiet_option
def compare_command(
    first: str,
    second: str,
    deals: int | None,
    games: int | None,
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
    the interval is that of the pairs. 'euchre strategies' lists what there is.
    """
    if deals is not None and games is not None:
        raise click.UsageError("--deals and --games exclude each other")
    rules = build_rules(rules_name, settings)
    announce_compiling(quiet, "engine.batch", "strategies.*")
    from euchre_sim.analysis.compare import compare

    own = load_strategies(strategy_files)
    a, b = find_strategy(first, own), find_strategy(second, own)
    count = games or deals or DEFAULT_DEALS
    with counting(count, "games" if games else "deals", quiet) as progress:
        found = compare(
            a, b, deals=count, games=games, rules=rules, seed=seed, threads=threads,
            progress=progress,
        )  # fmt: skip
    if as_json:
        print_json(found.as_dict())
    else:
        _print(found)
    return ExitStatus.INTERRUPTED if found.partial else ExitStatus.OK


def _played_often(found: Comparison) -> str:
    if len(sides(found.rules)) == 2:
        return "each played twice with the sides swapped"
    return f"each played three times, {found.first.label} in another seat against two"


def _print(found: Comparison) -> None:
    a, b = found.first.label, found.second.label
    result: Any = found.difference or found.win_share
    half, low, high = result.half_width, result.lo, result.hi
    if found.difference is not None:
        none, mean, reach = 0.0, f"{result.mean:+.4f}", f" ± {half or 0.0:.4f}"
        what = "points a deal"
    else:
        none = 1 / len(sides(found.rules))
        mean, reach = f"{result.mean:.2%}", f" ± {half or 0.0:.2%}"
        what = "of the games"
    if half is None:
        reach, sure = "", f"a single one of the {found.unit} tells nothing"
    elif low <= none <= high:
        sure = "no difference shows"
    else:
        sure = f"{a if low > none else b} is better"
    interval = "" if half is None else " (95 % interval)"
    print_line(f"{a} wins {mean}{reach} {what} against {b}{interval}: {sure}.")
    partial = " Interrupted: this is what was done so far." if found.partial else ""
    click.echo(
        f"{found.count:,} {found.unit}, {_played_often(found)}; rules "
        f"{rules_text(found.rules)} (digest {found.rules.digest()}); seed {found.seed}.{partial}"
    )

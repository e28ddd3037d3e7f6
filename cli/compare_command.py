"""``euchre compare``: which of two strategies is better."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from euchre_cli.common_options import (
    COUNT,
    build_rules,
    build_strategies,
    examples,
    json_option,
    quiet_option,
    rules_options,
    seed_option,
    threads_option,
)
from euchre_cli.exit_status import ExitStatus
from euchre_cli.output import print_json
from euchre_cli.progress import announce_compiling, counting

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
    help="Duplicate deals: each is played twice, the sides swapped.  [default: 1000000]",
)
@click.option("--games", type=COUNT, metavar="N", help="Whole games instead, each played twice.")
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
    announce_compiling("engine.batch", quiet)
    from euchre_sim.analysis.compare import compare

    a, b = build_strategies(f"{first},{second}", strategy_files)
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


def _print(found: Comparison) -> None:
    a, b = found.first.label, found.second.label
    result: Any = found.difference or found.win_share
    half = result.half_width or 0.0
    if found.difference is not None:
        what = f"{a} wins {result.mean:+.4f} ± {half:.4f} points a deal against {b}"
        none, low, high = 0.0, result.lo, result.hi
    else:
        what = f"{a} wins {result.mean:.2%} ± {half:.2%} of the games against {b}"
        none, low, high = 0.5, result.lo, result.hi
    if low is None or low <= none <= high:
        sure = "no difference shows"
    else:
        sure = f"{a if low > none else b} is better"
    click.echo(f"{what} (95 % interval): {sure}.")
    changed = ", ".join(f"{key}={value}" for key, value in found.rules.differences().items())
    partial = " Interrupted: this is what was done so far." if found.partial else ""
    click.echo(
        f"{found.count:,} {found.unit}, each played twice with the sides swapped; rules "
        f"{changed or 'standard'} (digest {found.rules.digest()}); seed {found.seed}.{partial}"
    )

"""``euchre table``: build the table of what every call is worth with every hand, or tell of one."""

from __future__ import annotations

from typing import Any

import click

from euchre_cli.common_options import (
    COUNT,
    POSITION,
    build_rules,
    build_strategies,
    examples,
    finite,
    json_option,
    parquet_name,
    quiet_option,
    rules_options,
    seed_option,
    strategy_options,
    threads_option,
)
from euchre_cli.exit_status import ExitStatus
from euchre_cli.output import note, print_json, rules_text
from euchre_cli.progress import announce_compiling, counting

__all__ = ["table_command"]


class _Listed(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """Several values with commas, such as 1,2 or T,J."""

    name = "list"

    def __init__(self, each: click.ParamType | None = None) -> None:  # type: ignore[type-arg, unused-ignore]
        self.each = each

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[Any, ...]:
        if isinstance(value, tuple):
            return value
        texts = [text.strip() for text in value.split(",")]
        if not all(texts):
            self.fail(f"{value!r} names nothing between its commas", param, ctx)
        return tuple(self.each.convert(text, param, ctx) if self.each else text for text in texts)


@click.group(
    epilog=examples(
        "euchre table build --upcard T --position dealer --deals 20 --out dealer.parquet",
        "euchre table show",
    )
)
def table_command() -> None:
    """Build a call table: what every call is worth with every hand, upcard and position.

    Hands are taken together where they differ only in the names of suits: 105,798 of them with 24
    cards. One that was built for the standard rules comes with the program.
    """


@table_command.command(
    "build",
    short_help="Weigh every call with every hand, and keep what it is worth.",
    epilog=examples(
        "euchre table build --upcard T --position partner --deals 20 --out partner.parquet",
        "euchre table build --round 2 --upcard J --position 1 --deals 5 --out jacks.parquet",
    ),
)
@click.option(
    "--out", metavar="FILE.parquet", required=True, callback=parquet_name, help="The table's file."
)
@click.option(
    "--deals",
    type=COUNT,
    metavar="N",
    help="Deals to play after every action of a hand; with --until-se the most.  "
    "[default: 1000; with --until-se 1000000]",
)
@click.option(
    "--until-se",
    type=click.FloatRange(min=0, min_open=True),
    metavar="X",
    callback=finite,
    help="Play on until the difference of every action to the best has at most this standard "
    "error, in points.",
)
@click.option(
    "--upcard",
    "upcards",
    type=_Listed(),
    metavar="RANK[,RANK...]",
    default=(),
    help="Only these upcards, such as T,J (Jk is the joker).  [default: all]",
)
@click.option(
    "--position",
    "positions",
    type=_Listed(POSITION),
    metavar="SEAT[,SEAT...]",
    default=(),
    help="Only these positions: 1 (left of the dealer) to the dealer's number, or words such as "
    "partner.  [default: all]",
)
@click.option(
    "--round",
    "call_round",
    type=click.IntRange(1, 2),
    default=1,
    show_default=True,
    help="Of calling; in round 2 every suit has rows of its own.",
)
@click.option(
    "--all-discards",
    is_flag=True,
    help="Try each discard of a dealer who takes the upcard, instead of his strategy's.",
)
@strategy_options
@rules_options
@seed_option
@threads_option
@click.option("--force", is_flag=True, help="Replace a file that is already there.")
@quiet_option
def build_command(
    out: str,
    strategy: str | None,
    strategy_files: tuple[str, ...],
    rules_name: str | None,
    settings: tuple[str, ...],
    threads: int | None,
    quiet: bool,
    **wanted: Any,
) -> int:
    """Weigh every call with every hand, upcard and position, and keep what it is worth.

    Without --upcard and --position this is the whole table, some ten minutes of two processors.

    A hand's deals are those in which the players before it would have passed; the same deals are
    played after each of its actions. The same seed gives the same file on any machine and any
    number of threads.

    What is done is kept in the folder FILE.parts until the table is whole. Whatever ends the
    program, the same command goes on from there.
    """
    rules = build_rules(rules_name, settings)
    announce_compiling(quiet, "analysis.call_table_kernels", "strategies.*")
    strategies = build_strategies(strategy, strategy_files, rules.players)
    from euchre_sim.analysis.call_table import CallTableBuild

    build = CallTableBuild.claim(out, strategies, rules=rules, **wanted)
    if build.hands_done:
        note(
            f"going on with {out}: {build.hands_done:,} of {build.n_hands:,} hands are done",
            quiet=quiet,
        )
    try:
        with counting(build.n_hands, "hands", quiet) as progress:
            rows = build.run(threads, progress)
    except KeyboardInterrupt:
        note(
            f"interrupted; what is done is kept in {out}.parts, and the same command goes on "
            "from there",
            quiet=quiet,
        )
        return ExitStatus.INTERRUPTED
    size = build.out.stat().st_size / 1e6
    click.echo(f"{out}: {build.n_hands:,} hands, {rows:,} rows, {size:.1f} MB")
    return ExitStatus.OK


@table_command.command(
    "show",
    short_help="Tell what a table was built with.",
    epilog=examples("euchre table show", "euchre table show --json"),
)
@click.argument("file", required=False)
@json_option
def show_command(file: str | None, as_json: bool) -> None:
    """Tell what the table in FILE was built with; the one that comes with the program if left out.

    The rules, the strategies, the seed and the deals make the same table again.
    """
    from euchre_sim.storage.calls.table import CallTable, shipped_table

    of = CallTable.open(file or shipped_table()).provenance
    if as_json:
        print_json(of.as_dict())
        return
    deals = f"{of.deals:,} deals a hand"
    if of.until_se is not None:
        deals = f"until a standard error of {of.until_se:g}, at most {deals}"
    discards = "each one that is legal" if of.all_discards else "the strategy's"
    for name, text in (
        ("Rules", f"{rules_text(of.rules)} (digest {of.rules.digest()})"),
        ("Strategies", ", ".join(f"{one['name']} v{one['version']}" for one in of.strategies)),
        ("Round", str(of.round)),
        ("Positions", ", ".join(map(str, of.positions))),
        ("Upcards", ", ".join(of.upcards)),
        ("Deals", deals),
        ("Dealer's discard", discards),
        ("Seed", str(of.seed)),
        ("Version", of.version),
    ):
        click.echo(f"{name + ':':18}{text}")

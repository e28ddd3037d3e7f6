"""``euchre score``: the score sheet of a game at the table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from euchre_cli.common_options import (
    build_rules,
    complete_setting,
    examples,
    json_option,
    rules_options,
)
from euchre_cli.output import note, print_json, print_line
from euchre_cli.score_place import find_place, place_options
from euchre_sim.errors import ScoreSheetError

if TYPE_CHECKING:
    from euchre_sim.score_sheet import Game, Sheet

__all__ = ["score_command"]

# --- commands ------------------------------------------------------------------------------------


@click.group(
    "score",
    invoke_without_command=True,
    short_help="Keep the score of a game at the table.",
    epilog=examples(
        'euchre score new --game friday --rules railroad --names "Ann,Bob,Cleo,Dan"',
        "euchre score add us 3",
        "euchre score add them 5 alone",
        "euchre score set lone_value=3",
        "euchre score",
    ),
)
@place_options
@click.pass_context
def score_command(ctx: click.Context, file: Path | None, game: str | None) -> None:
    """Keep the score of a game at the table; without a command, show it.

    The sheet keeps what happened in each deal, not the points: a rule that is changed in the
    middle of a game counts for all of it. Seats are numbered from 1; with four players Us are
    seats 1 and 3, Them seats 2 and 4.
    """
    ctx.obj = {"file": file, "game": game}
    if ctx.invoked_subcommand is None:
        from euchre_cli.score_text import print_sheet

        print_sheet(find_place(ctx, file, game).sheet())


@score_command.command(
    "new",
    short_help="Start a game.",
    epilog=examples(
        "euchre score new --game monday",
        'euchre score new --game cup --set match_format=best_of_3 --names "Lions,Bears"',
        'euchre score new --game three --rules three_hand --names "Ann,Bob,Cleo" --dealer Bob',
    ),
)
@rules_options
@click.option("--names", metavar="NAME,...", help="A name for each side, or each seat from 1.")
@click.option("--dealer", metavar="SEAT", help="Who deals first.  [default: seat 1]")
@click.option("--force", is_flag=True, help="Replace a game of that name.")
@place_options
@click.pass_context
def new_command(
    ctx: click.Context,
    rules_name: str | None,
    settings: tuple[str, ...],
    names: str | None,
    dealer: str | None,
    force: bool,
    file: Path | None,
    game: str | None,
) -> None:
    """Start a game with an empty sheet.

    The number of players follows from the rules: two, three, four or six.
    """
    from dataclasses import replace

    from euchre_cli.score_entry import find_seat
    from euchre_cli.score_text import head_line, standing_line
    from euchre_sim.score_sheet import Sheet

    place = find_place(ctx, file, game)
    rules = build_rules(rules_name, settings)
    started = Sheet.start(rules, () if names is None else names.split(","))
    if dealer is not None:
        started = replace(started, first_dealer=find_seat(dealer, started))

    def change(games: dict[str, Game]) -> Sheet:
        if place.game in games and not force:
            raise ScoreSheetError(
                f"there is a game {place.game!r} already; --force replaces it, --game NAME starts "
                "another beside it"
            )
        return started

    sheet = place.change(change)
    print_line(head_line(sheet))
    print_line(standing_line(sheet))


_WHO = "a side's name, a seat's number or its player's name, or dealer"


@score_command.command(
    "add",
    short_help="Write down a deal.",
    epilog=examples(
        "euchre score add us 3",
        "euchre score add them 5 alone",
        "euchre score add --by dealer --tricks 2 --round 2",
        "euchre score add nobody",
        "euchre score add --renege them --against-lone",
    ),
)
@click.argument("words", metavar="[WHO TRICKS [WORD...]]", nargs=-1)
@click.option("--by", metavar="WHO", help=f"Who called: {_WHO}.")
@click.option("--tricks", type=click.IntRange(min=0), metavar="N", help="Tricks of the makers.")
@click.option(
    "--defender-tricks",
    type=click.IntRange(min=0),
    metavar="N",
    help="Tricks of the others, for a hand that was stopped.  [default: the rest]",
)
@click.option("--alone", is_flag=True, help="A player of the makers was alone.")
@click.option("--defended-alone", is_flag=True, help="A defender was alone.")
@click.option(
    "--contract",
    type=click.Choice(["h", "d", "c", "s", "nt", "ntl", "mis"], case_sensitive=False),
    help="Trump, or no trump, low no trump, misere.",
)
@click.option(
    "--round", "call_round", type=click.IntRange(1, 2), metavar="1|2", help="Round of the call."
)
@click.option("--stuck", is_flag=True, help="The dealer had called in round 2.")
@click.option("--thrown-in", is_flag=True, help="Nobody called.")
@click.option("--misdeal", is_flag=True, help="It was dealt wrongly.")
@click.option("--renege", metavar="WHO", help="Who failed to follow suit.")
@click.option("--against-lone", is_flag=True, help="The side that did not renege was alone.")
@click.option(
    "--choice",
    type=click.Choice(["add", "subtract", "stand"]),
    help="What that side chose, with renege_form=innocent_chooses.",
)
@click.option("--dealer", metavar="SEAT", help="Who dealt.  [default: whose turn it was]")
@place_options
@click.pass_context
def add_command(
    ctx: click.Context,
    /,
    words: tuple[str, ...],
    file: Path | None,
    game: str | None,
    **options: Any,
) -> None:
    """Write down what happened in a deal.

    Who called and the makers' tricks come first, then any of alone, defended, stuck, and the
    contract (h, d, c, s, nt, ntl, mis); 'nobody' and 'misdeal' stand alone. On a terminal what is
    missing is asked for, but only if the points depend on it.
    """
    from euchre_cli.score_entry import check_complete, complete, make_facts, read_words
    from euchre_cli.score_text import deal_line, standing_line

    place = find_place(ctx, file, game)
    told = read_words(words, options)
    told = complete(told, place.sheet())

    def change(games: dict[str, Game]) -> Sheet:
        sheet = place.sheet(games)
        check_complete(told, sheet)
        return sheet.add(*make_facts(told, sheet))

    sheet = place.change(change)
    print_line(deal_line(len(sheet.entries), sheet))
    print_line(standing_line(sheet))


@score_command.command(
    "show",
    short_help="Show a game, also as JSON or CSV.",
    epilog=examples("euchre score show", "euchre score show --csv > game.csv"),
)
@json_option
@click.option("--csv", "as_csv", is_flag=True, help="Write the deals as CSV.")
@place_options
@click.pass_context
def show_command(
    ctx: click.Context, as_json: bool, as_csv: bool, file: Path | None, game: str | None
) -> None:
    """Show every deal of a game, the score and who deals next."""
    from euchre_cli.score_text import csv_text, print_sheet, sheet_json

    if as_json and as_csv:
        raise click.UsageError("--json and --csv do not go together")
    place = find_place(ctx, file, game)
    sheet = place.sheet()
    if as_json:
        print_json(sheet_json(place.game, sheet))
    elif as_csv:
        click.echo(csv_text(sheet), nl=False)
    else:
        print_sheet(sheet)


@score_command.command(
    "undo",
    short_help="Take back the last deals.",
    epilog=examples("euchre score undo", "euchre score undo 2"),
)
@click.argument("deals", metavar="[N]", type=click.IntRange(min=1), default=1)
@place_options
@click.pass_context
def undo_command(ctx: click.Context, deals: int, file: Path | None, game: str | None) -> None:
    """Take back the last deal, or the last N; the rules stay as they are."""
    from euchre_cli.score_text import deal_line, standing_line

    place = find_place(ctx, file, game)
    lines: list[str] = []

    def change(games: dict[str, Game]) -> Sheet:
        before = place.sheet(games)
        after = before.undo(deals)
        gone = range(len(before.entries), len(after.entries), -1)
        lines[:] = [f"Taken back: {deal_line(deal, before)}" for deal in gone]
        return after

    sheet = place.change(change)
    for line in (*lines, standing_line(sheet)):
        print_line(line)


@score_command.command(
    "set",
    short_help="Change rules; what was played is counted anew.",
    epilog=examples(
        "euchre score set target_score=11",
        "euchre score set score_display=card_markers stick_the_dealer=true",
    ),
)
@click.argument(
    "settings",
    metavar="OPTION=VALUE...",
    nargs=-1,
    required=True,
    shell_complete=complete_setting,
)
@place_options
@click.pass_context
def set_command(
    ctx: click.Context, settings: tuple[str, ...], file: Path | None, game: str | None
) -> None:
    """Change rules of a game that is on.

    Options that only say what a deal is worth, or when a game is won, count for all deals. The
    others, such as stick_the_dealer, begin with the next deal.
    """
    from euchre_cli.score_text import changes_lines, standing_line

    place = find_place(ctx, file, game)
    lines: list[str] = []

    def change(games: dict[str, Game]) -> Sheet:
        before = place.sheet(games)
        after = before.with_settings(settings)
        lines[:] = changes_lines(before, after)
        return after

    sheet = place.change(change)
    for line in (*lines, standing_line(sheet)):
        print_line(line)
    if undecided := sheet.undecided():
        deals = ", ".join(map(str, undecided))
        note(
            f"note: nobody told whether the screw penalty is due (deal {deals}); it is not counted"
        )


@score_command.command(
    "list",
    short_help="List the games of a file.",
    epilog=examples("euchre score list", "euchre score list --json"),
)
@json_option
@place_options
@click.pass_context
def list_command(ctx: click.Context, as_json: bool, file: Path | None, game: str | None) -> None:
    """List the games of a file with their scores."""
    from euchre_cli.score_text import game_json, game_line

    games = find_place(ctx, file, game).games()
    if as_json:
        print_json({"games": [game_json(name, one) for name, one in games.items()]})
        return
    if not games:
        print_line("no games yet; 'euchre score new' starts one")
    width = max(map(len, games), default=0)
    for name, one in games.items():
        print_line(f"{name:{width}}  {game_line(one)}")

"""``euchre lookup``: what to call with a hand, out of a table that was built before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from euchre_cli.common_options import POSITION, examples, json_option
from euchre_cli.output import print_json

if TYPE_CHECKING:
    from euchre_sim.rules import HouseRules
    from euchre_sim.storage.calls.table import CallTable

__all__ = ["lookup_command"]


@click.command(
    short_help="Look up in a table what to call, without playing a deal.",
    epilog=examples(
        'euchre lookup "JH 9H AH KS 9S" --up TH --seat 2',
        'euchre lookup "JS KS QS TC 9D" --up AS --seat third --like --limit 5',
        'euchre lookup --where "n_trump=2 and has_right" --seat 3',
        'euchre lookup --where "off_aces >= 2 and not has_left" --up J --json',
    ),
)
@click.argument("hand", required=False, metavar="[HAND]")
@click.option(
    "--up",
    metavar="CARD",
    help="The upcard; in round 2 the card turned down. With --where a rank will do.",
)
@click.option(
    "--seat",
    type=POSITION,
    metavar="SEAT",
    help="1 (left of the dealer) to the dealer's number; or a word: first, partner, third, dealer.",
)
@click.option(
    "--round",
    "call_round",
    type=click.IntRange(1, 2),
    help="2 after the upcard was turned down.  [default: 1; with --where the table's]",
)
@click.option(
    "--table",
    "path",
    type=click.Path(),
    metavar="FILE",
    help="A table of 'euchre table build'.  [default: the one of the standard rules that comes "
    "with the program]",
)
@click.option("--like", is_flag=True, help="List the hands with one card exchanged too.")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    help="Most hands that --like lists.",
)
@click.option(
    "--where",
    metavar="FILTER",
    help="Instead of one hand, all those with something in common, such as "
    '"n_trump=3 and has_right".',
)
@json_option
def lookup_command(
    hand: str | None,
    up: str | None,
    seat: int | str | None,
    call_round: int | None,
    path: str | None,
    like: bool,
    limit: int,
    where: str | None,
    as_json: bool,
) -> None:
    """Say what a table knows about HAND, such as "JH 9H AH KS 9S".

    Suits are your own. The answer names the rules and players with which the table was built, how
    sure it is, and the 'euchre advise' command that plays the question afresh.

    --where averages over hands, each as often as it comes up: the columns n_trump, has_right,
    has_left, has_joker, off_aces, voids, hand, upcard, position and round with = != < <= > >= and
    in (...), joined by and, or, not and brackets. --up and --seat narrow it down.
    """
    _refuse_unfit(hand, up, seat, like, where)
    from euchre_cli import lookup_text
    from euchre_sim.seats import find_seat
    from euchre_sim.storage.calls.table import CallTable, shipped_table

    table = CallTable.open(shipped_table() if path is None else path)
    rules = table.provenance.rules
    if where is not None:
        from euchre_sim.storage.lookups.where import aggregate

        found = aggregate(
            table,
            where,
            upcard=None if up is None else _rank(up, rules),
            position=None if seat is None else find_seat(seat, rules),
            call_round=call_round,
        )
        if as_json:
            print_json(found.as_dict())
        else:
            lookup_text.print_aggregate(found)
        return
    from euchre_sim.storage.lookups.lookup import look_up

    assert hand is not None
    assert up is not None
    assert seat is not None
    answer = look_up(table, hand, up, seat, call_round=call_round or 1)
    beside = _neighbours(table, answer) if like else None
    if as_json:
        values = {**answer.as_dict(), "ask_again": lookup_text.advise_command(answer)}
        if beside is not None:
            values["like"] = [one.as_dict() for one in beside[:limit]]
        print_json(values)
    else:
        lookup_text.print_answer(answer, beside, limit)


def _neighbours(table: CallTable, answer: Any) -> list[Any]:
    from euchre_sim.storage.lookups.like import neighbours

    return list(neighbours(table, answer))


def _refuse_unfit(
    hand: str | None, up: str | None, seat: int | str | None, like: bool, where: str | None
) -> None:
    """Refuse what does not make one question."""
    if where is not None:
        if hand is not None or like:
            other = "HAND" if hand is not None else "--like"
            raise click.UsageError(f"{other} and --where are two questions: ask one of them")
    elif hand is None:
        raise click.UsageError(
            'a hand is missing, such as "JH 9H AH KS 9S"; or --where for many hands'
        )
    elif up is None:
        raise click.UsageError("the upcard is missing: --up CARD, such as --up TH")
    elif seat is None:
        raise click.UsageError(
            "the seat is missing: --seat 1 (left of the dealer) to the dealer's number, or dealer"
        )


def _rank(text: str, rules: HouseRules) -> str:
    """Return the rank of an upcard given as a card or as a rank alone."""
    from euchre_sim.cards import JOKER, RANKS, parse_card

    rank = {"10": "T", "JK": JOKER.egn}.get(text.strip().upper(), text.strip().upper())
    if rank in RANKS or rank == JOKER.egn:
        return rank
    card = parse_card(text, joker=rules.joker_printed)
    return card.egn if card.is_joker else card.egn[0]

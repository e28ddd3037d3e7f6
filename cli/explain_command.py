"""``euchre rules explain``: the rank of every card, and which cards of a hand may be played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from euchre_cli.common_options import build_rules, examples, json_option, rules_options
from euchre_cli.output import print_json
from euchre_cli.progress import announce_compiling

if TYPE_CHECKING:
    from euchre_sim.cards import Card
    from euchre_sim.rules import HouseRules

__all__ = ["explain_command"]

_KNOWN = "h, d, c, s, nt (no trump), ntl (low no trump) or mis (misere)"


def _read_contract(ctx: click.Context, param: click.Parameter, value: Any) -> int:
    """Return the number of a contract: a suit as it is written elsewhere, or nt, ntl, mis."""
    from euchre_sim.cards import parse_suit
    from euchre_sim.errors import InvalidNotation
    from euchre_sim.score_sheet import CONTRACTS

    found = CONTRACTS.get(value.strip().lower())
    if found is not None:
        return found
    try:
        return int(parse_suit(value))
    except InvalidNotation:
        raise click.BadParameter(f"{value!r} is no contract; give {_KNOWN}", ctx, param) from None


@click.command(
    "explain",
    short_help="Show the rank of every card and which may be played.",
    epilog=examples(
        "euchre rules explain --trump H",
        'euchre rules explain "JD AS KC" --trump H --led 9H',
        'euchre rules explain "JH TS AH" --trump H --trick "9H JD"',
        "euchre rules explain --trump nt --set joker=true --set allow_no_trump=true --json",
    ),
)
@click.argument("cards", nargs=-1, metavar="[CARD...]")
@click.option(
    "--trump",
    "contract",
    metavar="CONTRACT",
    required=True,
    callback=_read_contract,
    help=f"What was called: {_KNOWN}.",
)
@click.option("--led", metavar="CARD", help="The card led to the trick.")
@click.option(
    "--trick",
    metavar="CARDS",
    help="All cards on the table in their order, the card led first; tells what wins too.",
)
@rules_options
@json_option
def explain_command(
    cards: tuple[str, ...],
    contract: int,
    led: str | None,
    trick: str | None,
    rules_name: str | None,
    settings: tuple[str, ...],
    as_json: bool,
) -> None:
    """Show the rank of every card under a contract, bowers marked.

    With the CARDs of a hand: say which may be played and why the others may not. With --trick,
    say which card wins so far and which cards of the hand would.
    """
    if led is not None and trick is not None:
        raise click.UsageError(
            "--led and --trick exclude each other: the trick's first card is led"
        )
    if led is not None and not cards:
        raise click.UsageError("--led needs the cards of a hand; without a hand give --trick")
    rules = build_rules(rules_name, settings)
    _check_joker(contract, rules)
    hand, table = _read_cards(cards, led, trick, rules)
    announce_compiling(False, "engine.steps")
    from euchre_cli.explain_facts import Contract
    from euchre_cli.explain_text import explained_json, print_explained, print_ranks

    ranks = Contract(contract)
    found = ranks.explain(hand, table, with_winner=led is None) if hand or table else None
    if as_json:
        print_json(explained_json(ranks, rules, found))
    elif found is None:
        print_ranks(ranks, rules)
    else:
        print_explained(ranks, rules, found)


def _check_joker(contract: int, rules: HouseRules) -> None:
    """Refuse a contract in which nothing says what the joker is."""
    from euchre_sim.errors import RuleConflict
    from euchre_sim.scoring import NO_TRUMP

    if contract >= NO_TRUMP and rules.joker and rules.joker_in_no_trump == "removed":
        raise RuleConflict(
            "with the joker in the deck and joker_in_no_trump=removed nobody can call a contract "
            "without trump",
            options=("joker", "joker_in_no_trump"),
        )


def _read_cards(
    cards: tuple[str, ...], led: str | None, trick: str | None, rules: HouseRules
) -> tuple[list[Card], list[Card]]:
    """Return the hand and the cards on the table, all of them in the deck and none twice."""
    from euchre_sim.cards import parse_card, parse_cards
    from euchre_sim.errors import InvalidNotation

    hand = parse_cards(" ".join(cards), deck=rules.deck, joker=rules.joker_printed)
    if cards and not hand:
        raise InvalidNotation("the hand is empty; give its cards, such as JD AS KC")
    if led is not None:
        table = [parse_card(led, deck=rules.deck, joker=rules.joker_printed)]
    else:
        table = parse_cards(trick or "", deck=rules.deck, joker=rules.joker_printed, what="trick")
    if trick is not None and not table:
        raise InvalidNotation("the trick is empty; give the cards on the table, such as 9H JD")
    for card in table:
        if card in hand:
            where = "led" if card == table[0] else "on the table"
            raise InvalidNotation(f"{card} is {where} and also in the hand", token=str(card))
    if len(table) + bool(hand) > rules.players:
        nobody = ", so nobody is left to play to it" if len(table) == rules.players else ""
        raise InvalidNotation(
            f"the trick has {len(table)} cards and there are {rules.players} players{nobody}"
        )
    return hand, table

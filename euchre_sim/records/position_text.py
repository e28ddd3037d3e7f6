"""Positions as one line of text.

``2: JH 9H AH KS 9S | TH | P O | | 9C AC KC 9D / QS`` is seat 2's position: the hand dealt to it,
the upcard, the calls, what was put down and declared (``discard=9S alone=2 defender=none``), the
cards played by trick.
"""

from __future__ import annotations

from euchre_sim.cards import Card, parse_card, parse_cards, require_distinct
from euchre_sim.errors import InvalidNotation
from euchre_sim.records.call_words import call_word, parse_calls
from euchre_sim.records.position import NOBODY, Position
from euchre_sim.rules import HouseRules
from euchre_sim.seats import find_seat

__all__ = ["format_position", "parse_position", "parse_tricks"]


def parse_tricks(text: str, rules: HouseRules) -> tuple[tuple[Card, ...], ...]:
    """Read the cards played, tricks divided by ``/``.

    Raises
    ------
    InvalidNotation
        If a card cannot be read.
    """
    if not text.strip():
        return ()
    return tuple(
        tuple(parse_cards(trick, deck=rules.deck, what="trick", joker=rules.joker_printed))
        for trick in text.split("/")
    )


def parse_position(text: str, rules: HouseRules) -> Position:
    """Read a position's one line.

    Raises
    ------
    InvalidNotation
        If the line is not of that form, or a card stands in two places.
    """
    seat, colon, rest = text.partition(":")
    fields = [field.strip() for field in rest.split("|")]
    if not colon or len(fields) != 5:
        raise InvalidNotation(
            f"a position is SEAT: HAND | UPCARD | CALLS | DISCARD AND ALONE | TRICKS, not {text!r}"
        )
    hand, up, calls, declared, tricks = fields
    joker = rules.joker_printed
    cards = parse_cards(hand, count=rules.hand_size, deck=rules.deck, joker=joker)
    upcard = parse_card(up, deck=rules.deck, joker=joker)
    require_distinct({"hand": cards, "upcard": [upcard]})
    discard: Card | None = None
    alone: dict[str, int | None] = {"alone": None, "defender": None}
    words = declared.split()
    for word in words:
        name, equals, value = word.partition("=")
        if sum(one.startswith(f"{name}=") for one in words) > 1:
            raise InvalidNotation(f"{name} is told twice")
        if equals and name == "discard":
            discard = parse_card(value, deck=rules.deck, joker=joker)
        elif equals and name in alone:
            alone[name] = NOBODY if value == "none" else find_seat(value, rules) - 1
        else:
            raise InvalidNotation(f"{word!r} is none of discard=CARD, alone=SEAT, defender=SEAT")
    return Position(
        rules=rules,
        seat=find_seat(seat.strip(), rules) - 1,
        hand=tuple(cards),
        upcard=upcard,
        calls=parse_calls(calls, upcard, rules),
        discard=discard,
        alone=alone["alone"],
        lone_defender=alone["defender"],
        tricks=parse_tricks(tricks, rules),
    )


def format_position(position: Position) -> str:
    """Write a position's one line, which `parse_position` reads under the same rules."""
    n = position.rules.players
    calls = []
    for i, bit in enumerate(position.calls):
        calls.append(call_word(bit, 1 + (i >= n)))
    declared = [] if position.discard is None else [f"discard={position.discard}"]
    for name, seat in (("alone", position.alone), ("defender", position.lone_defender)):
        if seat is not None:
            declared.append(f"{name}={'none' if seat == NOBODY else seat + 1}")
    fields = [
        " ".join(map(str, position.hand)),
        str(position.upcard),
        " ".join(calls),
        " ".join(declared),
        " / ".join(" ".join(map(str, trick)) for trick in position.tricks),
    ]
    return f"{position.seat + 1}: " + " | ".join(fields)

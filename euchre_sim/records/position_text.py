"""Positions as one line of text, and out of records.

``2: JH 9H AH KS 9S | TH | P O | | 9C AC KC 9D / QS`` is seat 2's position: the hand dealt to it,
the upcard, the calls, what was put down and declared (``discard=9S alone=2 defender=none``), the
cards played by trick.
"""

from __future__ import annotations

from collections.abc import Sequence

from euchre_sim.cards import Card, Suit, parse_card, parse_cards, require_distinct
from euchre_sim.engine.layout import PASS, call_bit
from euchre_sim.errors import IllegalAction, InvalidNotation
from euchre_sim.records import DealRecord, Decision, replay
from euchre_sim.records.call_words import call_word, parse_calls, suit_up
from euchre_sim.records.lowered import CALL_TEXTS
from euchre_sim.records.position import NOBODY, Position
from euchre_sim.rules import HouseRules
from euchre_sim.seats import find_seat

__all__ = ["format_position", "parse_position", "parse_tricks", "position_at"]


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


def position_at(record: DealRecord, rules: HouseRules, at: int) -> Position:
    """Return what the seat knew that made decision number `at` of a deal, from 1.

    Raises
    ------
    IllegalAction
        If the record has no such decision, or does not tell the seat's cards.
    """
    decisions = replay(record, rules).decisions
    if not 1 <= at <= len(decisions):
        raise IllegalAction(f"there is no decision {at}: the deal has {len(decisions)} decisions")
    decision, before = decisions[at - 1], decisions[: at - 1]
    n = rules.players
    if decision.seat is None or not isinstance(record.upcard, Card):
        raise IllegalAction(f"a hidden card leaves open who made decision {at}, and what he knew")
    seat = (decision.seat - record.dealer - 1) % n
    calls = tuple(
        _call_of(one, i // n, suit_up(record.upcard, rules))
        for i, one in enumerate(_of_phase(before, "call"))
    )
    discard = _discard(decisions, record.upcard, rules)
    told = any(_of_phase(before, "discard")) and (seat == n - 1 or _is_refused(before))
    cards = [parse_card(one.chosen or "", deck=rules.deck) for one in _of_phase(before, "play")]
    tricks: list[tuple[Card, ...]] = []
    for trick in record.tricks:
        if cards:
            tricks.append(tuple(cards[: len(trick)]))
            del cards[: len(trick)]
    settled = decision.phase in ("defend", "play")
    return Position(
        rules=rules,
        seat=seat,
        hand=_dealt(record, rules, decision.seat, discard),
        upcard=record.upcard,
        calls=calls,
        discard=discard if told else None,
        alone=_declarer(before, "alone", settled, record.dealer, n),
        lone_defender=_declarer(before, "defend", decision.phase == "play", record.dealer, n),
        tricks=tuple(tricks),
    )


def _of_phase(decisions: Sequence[Decision], phase: str) -> list[Decision]:
    return [decision for decision in decisions if decision.phase == phase]


def _call_of(decision: Decision, earlier_rounds: int, suit_up: Suit) -> int:
    """Return the action bit of a call in a replay."""
    said = decision.chosen or ""
    if earlier_rounds == 0 and said != CALL_TEXTS[1][PASS]:
        return call_bit(suit_up, said.endswith("alone"))
    return next(bit for bit, text in CALL_TEXTS[2].items() if text == said)


def _declarer(
    before: Sequence[Decision], phase: str, settled: bool, dealer: int, n: int
) -> int | None:
    """Who declared; `NOBODY` where all who were asked declined and no more can be asked."""
    asked = _of_phase(before, phase)
    for decision in asked:
        if decision.chosen == "yes" and decision.seat is not None:
            return (decision.seat - dealer - 1) % n
    return NOBODY if asked and settled else None


def _is_refused(decisions: Sequence[Decision]) -> bool:
    """Whether the dealer left the upcard on the table, for all to see."""
    return any(one.chosen == "leave" for one in _of_phase(decisions, "discard"))


def _discard(decisions: Sequence[Decision], upcard: Card, rules: HouseRules) -> Card | None:
    """Return what the dealer put down, the upcard if he refused it; None if nobody knows."""
    chosen = next((one.chosen for one in _of_phase(decisions, "discard")), None)
    if chosen is None or chosen == "leave":
        return None if chosen is None else upcard
    return parse_card(chosen, deck=rules.deck)


def _dealt(
    record: DealRecord, rules: HouseRules, seat: int, discard: Card | None
) -> tuple[Card, ...]:
    """Return the cards dealt to a seat, from its hand or else from what it played and put down."""
    cards = list(record.hands[seat]) if seat < len(record.hands) else []
    if not cards:
        cards = [
            card
            for trick, told in zip(replay(record, rules).tricks, record.tricks, strict=True)
            for holder, card in zip(trick.seats, told, strict=True)
            if holder == seat
        ]
        if seat == record.dealer:
            cards += [] if discard is None else [discard]
            cards = [card for card in cards if card != record.upcard]
    known = [card for card in cards if isinstance(card, Card)]
    if len(known) != rules.hand_size:
        is_dealer = seat == record.dealer
        whose = (
            "the dealer"
            if is_dealer
            else f"position {(seat - record.dealer - 1) % rules.players + 1}"
        )
        hint = ""
        if is_dealer and len(known) == rules.hand_size - 1:
            hint = ": it does not tell what he put down (--dealer-discard CARD does)"
        elif not known:
            hint = ": he sat out, or his cards were not shown"
        raise IllegalAction(
            f"the record tells only {len(known)} of the {rules.hand_size} cards dealt to "
            f"{whose}{hint}"
        )
    return tuple(known)

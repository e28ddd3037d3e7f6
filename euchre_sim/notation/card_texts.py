"""The texts of cards in a game file."""

from __future__ import annotations

import re
from typing import Any

from euchre_sim.cards import JOKER, Card, Suit, parse_card
from euchre_sim.errors import InvalidNotation
from euchre_sim.look_alikes import foreign_character
from euchre_sim.notation.shapes import json_list, show, text
from euchre_sim.records.deal import HiddenCard, RecordedCard
from euchre_sim.rules import HouseRules

__all__ = ["cards_of", "read_card", "read_cards", "written_card"]

JOKER_TEXT = "B"


def _all_cards() -> dict[str, RecordedCard]:
    """Return every card that can be written, by its text; N is another nine."""
    cards: dict[str, RecordedCard] = {}
    for suit in Suit:
        for letter in (suit.letter, suit.letter.lower()):
            for rank in "789TJQKA":
                cards[rank + letter] = Card.of(suit, rank)
            cards["N" + letter] = Card.of(suit, "9")
            cards["X" + letter] = HiddenCard(suit=suit)
    for rank in "789TJQKA":
        cards[rank + "x"] = HiddenCard(rank=rank)
    cards["Nx"] = cards["9x"]
    cards["Xx"] = HiddenCard()
    return cards


_CARDS = _all_cards()
_CARDS_WITH_JOKER = {**_CARDS, JOKER_TEXT: JOKER}


def cards_of(rules: HouseRules) -> dict[str, RecordedCard]:
    """Return every card that can be written in a game, by its text."""
    return _CARDS_WITH_JOKER if rules.joker else _CARDS


def read_cards(value: Any, where: str, cards: dict[str, RecordedCard]) -> tuple[RecordedCard, ...]:
    """Read a list of cards."""
    try:
        return tuple([cards[token] for token in json_list(value, where)])
    except (KeyError, TypeError):
        return tuple(
            [read_card(token, f"{where}, card {i}", cards) for i, token in enumerate(value, 1)]
        )


def read_card(value: Any, where: str, cards: dict[str, RecordedCard]) -> RecordedCard:
    """Read one card, or say why that is none."""
    token = text(value, where)
    if token in cards:
        return cards[token]
    try:
        meant = parse_card(token).egn
    except InvalidNotation:
        meant = ""
    if foreign := foreign_character(token):
        why = f"is no card: {foreign}"
    elif meant == JOKER.egn and JOKER_TEXT in cards:
        why = f"is no card of this notation, write {JOKER_TEXT}"
    elif token == JOKER_TEXT or meant == JOKER.egn:
        why = "is the joker, which is not in this game"
    elif token in ("L", "R") or re.fullmatch(r"[78N9TJQKAX][tng]", token):
        why = "is a relative card, and only cards with their suit are read here"
    else:
        hint = f", write {meant}" if meant in cards else ""
        why = f"is no card of this notation{hint}; cards are written like Jh, Td or 9s"
    raise InvalidNotation(f"{where}: {show(token)} {why}", token=token)


def written_card(card: RecordedCard, where: str, rules: HouseRules) -> str:
    """Return a card as a file has it.

    Raises
    ------
    InvalidNotation
        If the notation cannot say it.
    """
    token = JOKER_TEXT if card == JOKER else card.egn
    if token not in cards_of(rules):
        raise InvalidNotation(f"{where}: this notation has no form for {card.egn}", token=card.egn)
    return token

"""Classes of hands as text, and back: ``Js Jc As 9s | Kh``."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from euchre_sim.analysis.classes import HAND_SIZE, HandClasses
from euchre_sim.cards import JOKER, Card, CardSet, Suit, deck_mask, parse_cards
from euchre_sim.errors import InvalidNotation

__all__ = ["class_text", "class_texts", "parse_class"]


def class_text(classes: HandClasses, number: int) -> str:
    """Write a class's hand: trumps from the top, a bar, then clubs, hearts and diamonds.

    Where a joker is turned up and the dealer names trump, all suits stand behind the bar.

    >>> classes = HandClasses()
    >>> hand = CardSet.parse("JS JC AS 9S KD")
    >>> class_text(classes, classes.number(hand, Card.of(Suit.SPADES, "T")))
    'Js Jc As 9s | Kh'
    """
    return class_texts(classes, np.array([number]))[0]


def class_texts(classes: HandClasses, numbers: npt.NDArray[Any]) -> list[str]:
    """Write the hands of several classes."""
    spades, clubs, hearts, diamonds = _suit_texts(classes.ranks)
    jack = 1 << classes.ranks.index("J")
    joker = ("", f"{JOKER.egn} ")
    has_up_suit = classes.has_up_suit[numbers].tolist()
    columns = (column[numbers].tolist() for column in classes.suit_sets[1:])
    texts = []
    for up, has_joker, s, c, h, d in zip(has_up_suit, *columns, strict=True):
        if up:
            right, left = spades[s & jack], clubs[c & jack]
            trumps = f"{joker[has_joker]}{right}{left}{spades[s & ~jack]}"
            texts.append(f"{trumps}| {clubs[c & ~jack]}{hearts[h]}{diamonds[d]}".rstrip())
        else:
            texts.append(f"| {spades[s]}{clubs[c]}{hearts[h]}{diamonds[d]}".rstrip())
    return texts


@lru_cache(maxsize=3)
def _suit_texts(ranks: str) -> list[list[str]]:
    """Text of every set of ranks in spades, clubs, hearts and diamonds."""

    def written(held: int, suit: Suit) -> str:
        from_the_top = reversed([rank for i, rank in enumerate(ranks) if held >> i & 1])
        return "".join(f"{Card.of(suit, rank).egn} " for rank in from_the_top)

    order = (Suit.SPADES, Suit.CLUBS, Suit.HEARTS, Suit.DIAMONDS)
    return [[written(held, suit) for held in range(1 << len(ranks))] for suit in order]


def parse_class(classes: HandClasses, text: str, upcard: str) -> int:
    """Read a class's hand back; suits that are not canonical are made so.

    Parameters
    ----------
    classes
        The classes of the deck.
    text
        The hand as `class_text` writes it, the bar being optional.
    upcard
        Its rank, or ``Jk``.
    """
    if upcard not in classes.upcards:
        raise InvalidNotation(
            f"{upcard!r} is no rank of an upcard; the ranks are {' '.join(classes.upcards)}"
        )
    turned = JOKER if upcard == JOKER.egn else Card.of(Suit.SPADES, upcard)
    deck = deck_mask(classes.low_rank, classes.joker) & ~turned.bit
    cards = parse_cards(text.replace("|", " "), count=HAND_SIZE, deck=deck)
    hand = CardSet(cards)
    if turned.is_joker and isinstance(classes.joker_turned, Suit):
        hand = _renamed(hand, classes.joker_turned)
    return classes.number(hand, turned)


def _renamed(hand: CardSet, spades: Suit) -> CardSet:
    """Call spades another suit, clubs its mate and the other two by the remaining names."""
    by = spades - Suit.SPADES
    return CardSet(Card(16 * ((card.suit + by) % 4) + card.rank) for card in hand)

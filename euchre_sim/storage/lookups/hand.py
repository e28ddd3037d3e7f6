"""One hand made canonical in plain Python, and its suits back again.

`analysis.classes` says which hands are alike and numbers all of them at once, with NumPy; to look
up a single one needs no number, only its text as the tables write it (`analysis.class_text`).
"""

from __future__ import annotations

from typing import NamedTuple

from euchre_sim.analysis.worth import names_trump
from euchre_sim.cards import JOKER, RANKS, Card, CardSet, Suit, parse_suit
from euchre_sim.rules import HouseRules

__all__ = ["CanonicalHand", "canonical_hand"]

_SIDE_SUITS = (Suit.CLUBS, Suit.HEARTS, Suit.DIAMONDS)
_JACK = Card.of(Suit.CLUBS, "J").rank


class CanonicalHand(NamedTuple):
    """A hand and an upcard as the tables write them.

    Attributes
    ----------
    hand
        Such as ``Js Jc As 9s | Kh``.
    upcard
        Its rank, or ``Jk``.
    own
        The suit that each canonical suit is in the hand itself.
    """

    hand: str
    upcard: str
    own: dict[Suit, Suit]


def canonical_hand(hand: CardSet, upcard: Card, rules: HouseRules) -> CanonicalHand:
    """Give the suits of a hand the names that they have in its class.

    Examples
    --------
    >>> from euchre_sim.cards import parse_card
    >>> found = canonical_hand(CardSet.parse("JC 9C AS KD 9D"), parse_card("TC"), HouseRules())
    >>> found.hand, found.upcard, found.own[Suit.HEARTS].name
    ('Js 9s | Ac Kh 9h', 'T', 'DIAMONDS')
    """

    def ranks(suit: Suit) -> int:
        return hand.mask >> 16 * suit & (1 << len(RANKS)) - 1

    def larger_first(suit: Suit) -> list[Suit]:
        return sorted((suit, suit.mate), key=ranks, reverse=True)

    any_suit = names_trump(upcard, rules)
    if any_suit:
        black, red = larger_first(Suit.SPADES), larger_first(Suit.HEARTS)
        longer = max(black, red, key=lambda pair: sum(ranks(suit).bit_count() for suit in pair))
        spades, clubs = longer
        hearts, diamonds = red if longer is black else black
    else:
        spades = parse_suit(rules.joker_upcard_suit) if upcard.is_joker else upcard.suit
        clubs = spades.mate
        hearts, diamonds = larger_first(Suit((spades + 1) % 4))
    own = {Suit.SPADES: spades, Suit.CLUBS: clubs, Suit.HEARTS: hearts, Suit.DIAMONDS: diamonds}
    return CanonicalHand(
        _written({suit: ranks(own[suit]) for suit in own}, JOKER in hand, any_suit),
        upcard.egn if upcard.is_joker else upcard.egn[0],
        own,
    )


def _written(ranks: dict[Suit, int], joker: bool, any_suit: bool) -> str:
    """Write a canonical hand: trumps from the top, a bar, clubs, hearts and diamonds."""

    def cards(suit: Suit) -> list[Card]:
        held = ranks[suit]
        return [Card(16 * suit + rank) for rank in reversed(range(len(RANKS))) if held >> rank & 1]

    spades = cards(Suit.SPADES)
    sides = [card for suit in _SIDE_SUITS for card in cards(suit)]
    if any_suit:
        trumps, sides = [], [*spades, *sides]
    else:
        right, left = (Card.of(suit, "J") for suit in (Suit.SPADES, Suit.CLUBS))
        bowers = [card for card in (right, left) if card in spades or card in sides]
        trumps = [*([JOKER] if joker else []), *bowers]
        trumps += [card for card in spades if card != right]
        sides = [card for card in sides if card != left]
    return " ".join([*(card.egn for card in trumps), "|", *(card.egn for card in sides)])

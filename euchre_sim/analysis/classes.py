"""Canonical hands: what is left of a hand and an upcard when suits have no names.

The upcard's suit becomes spades and its mate clubs.  The other two suits, hearts and diamonds,
may be swapped and nothing in the game changes, so the one with the larger set of ranks is called
hearts.  No other exchange of suits leaves the game the same: the left bower ties the mate to the
upcard's suit.  With 24 cards that makes 17,633 classes for each rank of the upcard.

A class's number is ``start[upcard rank, spades, clubs] + place[hearts, diamonds]``, each suit
being the six bits of its ranks: two small tables instead of one for all hands.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from euchre_sim.cards import Card, CardSet, Suit, deck_mask, parse_cards
from euchre_sim.errors import InvalidNotation

__all__ = [
    "N_CLASSES",
    "N_PER_UPCARD",
    "UPCARD_RANKS",
    "Features",
    "Lookup",
    "canonical_suit",
    "class_features",
    "class_masks",
    "class_number",
    "class_text",
    "class_texts",
    "class_upcards",
    "class_weights",
    "lookup",
    "parse_class",
]

HAND_SIZE = 5
N_RANKS = 6
LOW_RANK = 7  # rank of the nine
UPCARD_RANKS = "9TJQKA"
N_PER_UPCARD = 17_633
N_CLASSES = N_RANKS * N_PER_UPCARD

N_SUIT_SETS = 1 << N_RANKS  # sets of ranks of one suit
N_PAIR_SETS = N_SUIT_SETS**2  # ... of two suits
RANK_BITS = N_SUIT_SETS - 1
NO_CLASS = -(1 << 24)  # stays negative whatever is added to it
JACK = 1 << UPCARD_RANKS.index("J")
ACE = 1 << UPCARD_RANKS.index("A")

Numbers = npt.NDArray[np.int32]
Bytes = npt.NDArray[np.int8]


class Lookup(NamedTuple):
    """The two tables that give a class's number.

    Attributes
    ----------
    start
        Shape ``(6 * 4096,)``, by upcard rank, spades' six bits and clubs' six bits; negative where
        there is no such hand.
    place
        Shape ``(4096,)``, by hearts' six bits and diamonds' six bits, the same either way round.
    """

    start: Numbers
    place: Numbers


class Features(NamedTuple):
    """Plain facts about the hand of each class, for filtering; spades are trump in all of them."""

    n_trump: Bytes
    has_right: npt.NDArray[np.bool_]
    has_left: npt.NDArray[np.bool_]
    off_aces: Bytes
    voids: Bytes


@cache
def lookup() -> Lookup:
    """Build the tables that `class_number` and the kernels read."""
    pairs = np.arange(N_PAIR_SETS, dtype=np.int32)
    high, low = pairs >> N_RANKS, pairs & RANK_BITS
    size = np.bitwise_count(pairs).astype(np.int32)
    canonical = high >= low
    place = np.zeros(N_PAIR_SETS, np.int32)
    n_canonical = np.zeros(2 * N_RANKS + 1, np.int32)
    for cards in range(HAND_SIZE + 1):
        chosen = np.flatnonzero(canonical & (size == cards))
        place[chosen] = np.arange(len(chosen))
        place[low[chosen] << N_RANKS | high[chosen]] = place[chosen]
        n_canonical[cards] = len(chosen)
    start = np.full((N_RANKS, N_PAIR_SETS), NO_CLASS, np.int32)
    for rank in range(N_RANKS):
        possible = np.flatnonzero((size <= HAND_SIZE) & (high >> rank & 1 == 0))
        held = n_canonical[HAND_SIZE - size[possible]]
        start[rank, possible] = rank * N_PER_UPCARD + np.cumsum(held) - held
    return Lookup(start.ravel(), place)


@cache
def _suit_sets() -> tuple[Numbers, Numbers, Numbers, Numbers, Numbers]:
    """Upcard rank and the six bits of spades, clubs, hearts and diamonds of every class."""
    tables = lookup()
    pairs = np.arange(N_PAIR_SETS, dtype=np.int32)
    size = np.bitwise_count(pairs)
    canonical = pairs >> N_RANKS >= pairs & RANK_BITS
    columns = tuple(np.zeros(N_CLASSES, np.int32) for _ in range(5))
    for cards in range(HAND_SIZE + 1):
        crossing = pairs[canonical & (size == cards)]
        known = np.flatnonzero(
            (tables.start >= 0) & (np.tile(size, N_RANKS) == HAND_SIZE - cards)
        ).astype(np.int32)
        numbers = tables.start[known][:, None] + tables.place[crossing][None, :]
        for column, values in zip(
            columns[:3],
            (known >> 2 * N_RANKS, known >> N_RANKS & RANK_BITS, known & RANK_BITS),
            strict=True,
        ):
            column[numbers] = values[:, None]
        columns[3][numbers] = crossing >> N_RANKS
        columns[4][numbers] = crossing & RANK_BITS
    return columns[0], columns[1], columns[2], columns[3], columns[4]


def class_upcards() -> Bytes:
    """Rank of every class's upcard as an index into `UPCARD_RANKS`."""
    return _suit_sets()[0].astype(np.int8)


def class_masks() -> npt.NDArray[np.uint64]:
    """Canonical hand of every class as a set of cards, in the printed lanes."""
    _, spades, clubs, hearts, diamonds = (column.astype(np.uint64) for column in _suit_sets())
    masks = np.zeros(N_CLASSES, np.uint64)
    for suit, ranks in (
        (Suit.SPADES, spades),
        (Suit.CLUBS, clubs),
        (Suit.HEARTS, hearts),
        (Suit.DIAMONDS, diamonds),
    ):
        masks |= ranks << np.uint64(16 * suit + LOW_RANK)
    return masks


def class_weights() -> Bytes:
    """How many hands every class stands for once the upcard is fixed: 1 or 2."""
    _, _, _, hearts, diamonds = _suit_sets()
    return np.where(hearts == diamonds, 1, 2).astype(np.int8)


def class_features() -> Features:
    """Count trumps, bowers, aces of other suits and voids in every class's hand as dealt."""
    _, spades, clubs, hearts, diamonds = _suit_sets()
    has_right = spades & JACK != 0
    has_left = clubs & JACK != 0
    others = (clubs & ~JACK, hearts, diamonds)
    return Features(
        n_trump=(np.bitwise_count(spades) + has_left).astype(np.int8),
        has_right=has_right,
        has_left=has_left,
        off_aces=sum((suit & ACE != 0).astype(np.int8) for suit in others),
        voids=sum((suit == 0).astype(np.int8) for suit in others),
    )


def _ranks_by_suit(hand: int, up_suit: Suit) -> tuple[int, int, int, int]:
    """Six bits each of the upcard's suit, its mate and the two crossing suits."""
    suits = (up_suit, up_suit.mate, Suit((up_suit + 1) % 4), Suit((up_suit + 3) % 4))
    spades, mate, one, other = (hand >> (16 * suit + LOW_RANK) & RANK_BITS for suit in suits)
    return spades, mate, one, other


def class_number(hand: CardSet, upcard: Card) -> int:
    """Return the number of the class of a dealt hand and an upcard.

    Examples
    --------
    >>> from euchre_sim.cards import parse_card
    >>> one = class_number(CardSet.parse("JH 9H AD KS 9S"), parse_card("TH"))
    >>> other = class_number(CardSet.parse("JC 9C AS KD 9D"), parse_card("TC"))
    >>> one == other, class_text(one)
    (True, 'Js 9s | Ac Kh 9h')
    """
    if len(hand) != HAND_SIZE or upcard in hand:
        raise ValueError(f"{hand} with {upcard} up is no hand of {HAND_SIZE} dealt cards")
    spades, mate, one, other = _ranks_by_suit(hand.mask, upcard.suit)
    tables = lookup()
    up = upcard.rank - LOW_RANK
    known = int(tables.start[(up << N_RANKS | spades) << N_RANKS | mate])
    return known + int(tables.place[one << N_RANKS | other])


def canonical_suit(hand: CardSet, upcard: Card, suit: Suit) -> Suit:
    """Return what a suit is called in the class of a hand and an upcard.

    Where the hand looks the same in both crossing suits, either of them is hearts: to call one or
    the other is the same action.

    >>> from euchre_sim.cards import parse_card
    >>> hand = CardSet.parse("JC 9C AS KD 9D")
    >>> [canonical_suit(hand, parse_card("TC"), suit).name for suit in Suit]
    ['SPADES', 'HEARTS', 'CLUBS', 'DIAMONDS']
    """
    if suit == upcard.suit:
        return Suit.SPADES
    if suit == upcard.suit.mate:
        return Suit.CLUBS
    own, other = (hand.mask >> (16 * lane + LOW_RANK) & RANK_BITS for lane in (suit, suit.mate))
    return Suit.DIAMONDS if own < other else Suit.HEARTS


def class_text(number: int) -> str:
    """Write a class's hand: trumps from the top, a bar, then clubs, hearts and diamonds.

    >>> class_text(class_number(CardSet.parse("JS JC AS 9S KD"), Card.of(Suit.SPADES, "T")))
    'Js Jc As 9s | Kh'
    """
    return class_texts(np.array([number]))[0]


def class_texts(numbers: npt.NDArray[Any]) -> list[str]:
    """Write the hands of several classes."""
    trumps, clubs, hearts, diamonds = _suit_texts()
    _, *sets = (column[numbers].tolist() for column in _suit_sets())
    return [
        f"{trumps[s, c & JACK]}| {clubs[c & ~JACK]}{hearts[h]}{diamonds[d]}".rstrip()
        for s, c, h, d in zip(*sets, strict=True)
    ]


@cache
def _suit_texts() -> tuple[dict[tuple[int, int], str], list[str], list[str], list[str]]:
    """Trumps by spades' six bits and the left bower's bit, then each other suit by its six bits."""

    def written(ranks: int, suit: Suit, order: str) -> str:
        return "".join(
            f"{Card.of(suit, rank).egn} " for rank in order if ranks >> UPCARD_RANKS.index(rank) & 1
        )

    every = range(N_SUIT_SETS)
    trumps = {
        (ranks, left): written(ranks & JACK, Suit.SPADES, "J")
        + written(left, Suit.CLUBS, "J")
        + written(ranks & ~JACK, Suit.SPADES, "AKQT9")
        for ranks in every
        for left in (0, JACK)
    }
    clubs, hearts, diamonds = (
        [written(ranks, suit, "AKQJT9") for ranks in every]
        for suit in (Suit.CLUBS, Suit.HEARTS, Suit.DIAMONDS)
    )
    return trumps, clubs, hearts, diamonds


def parse_class(text: str, upcard_rank: str) -> int:
    """Read a class's hand back; suits that are not canonical are made so.

    Parameters
    ----------
    text
        The hand as `class_text` writes it, the bar being optional.
    upcard_rank
        One of ``9 T J Q K A``.
    """
    if upcard_rank not in UPCARD_RANKS or len(upcard_rank) != 1:
        raise InvalidNotation(
            f"{upcard_rank!r} is no rank of an upcard; the ranks are {' '.join(UPCARD_RANKS)}"
        )
    upcard = Card.of(Suit.SPADES, upcard_rank)
    deck = deck_mask() & ~upcard.bit
    cards = parse_cards(text.replace("|", " "), count=HAND_SIZE, deck=deck)
    return class_number(CardSet(cards), upcard)

"""Canonical hands: what is left of a hand and an upcard when suits have no names.

The upcard's suit becomes spades and its mate clubs.  The other two suits, hearts and diamonds,
may be swapped and nothing in the game changes, so the one with the larger set of ranks is called
hearts.  No other exchange of suits leaves the game the same: the left bower ties the mate to the
upcard's suit.  With 24 cards that makes 17,633 classes for each rank of the upcard.

A joker in the hand is in no suit and changes nothing of this.  A joker turned up that counts as a
card of a suit (``joker_upcard_rule=fixed_suit``) makes that suit spades like any other upcard.  A
joker for which the dealer names trump has no suit: then all eight renamings that keep mates
together leave the game the same.  Of such a hand the two mates with more cards are spades and
clubs, and of two mates the one with the larger set of ranks is spades, or hearts.

A class's number is ``rank * per_upcard + start[joker, spades, clubs] + place[hearts, diamonds]``,
a suit being the bits of its ranks and spades going without the upcard's bit, which is not in the
hand: two small tables instead of one for all hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from euchre_sim.cards import JOKER, RANKS, Card, CardSet, Suit
from euchre_sim.rules import HouseRules

__all__ = ["HAND_SIZE", "NAMED", "Features", "HandClasses", "Lookup", "SuitSets", "classes_of"]

HAND_SIZE = 5
NAMED = "named"  # what a joker turned up is where the dealer names trump
NO_CLASS = -(1 << 24)  # stays negative whatever is added to it

Numbers = npt.NDArray[np.int32]
Bytes = npt.NDArray[np.int8]
Flags = npt.NDArray[np.bool_]


class Lookup(NamedTuple):
    """The two tables that give a class's number.

    Attributes
    ----------
    start
        By the joker's bit, spades' bits without the upcard's, and clubs' bits; behind these, in a
        deck whose joker may be turned up, by spades' and clubs' bits for that upcard.  Negative
        where there is no such hand.
    place
        By hearts' bits and diamonds' bits, the same either way round.
    """

    start: Numbers
    place: Numbers


class SuitSets(NamedTuple):
    """The canonical hand of every class: ranks of each suit as bits, and what is turned up."""

    upcard: Bytes
    joker: Flags
    spades: Numbers
    clubs: Numbers
    hearts: Numbers
    diamonds: Numbers


class Features(NamedTuple):
    """Plain facts about the hand of each class, for filtering; spades are trump in all of them.

    They mean nothing where the joker is turned up and the dealer names trump.
    """

    n_trump: Bytes
    has_joker: Flags
    has_right: Flags
    has_left: Flags
    off_aces: Bytes
    voids: Bytes


@dataclass(frozen=True)
class HandClasses:
    """The classes of five cards and an upcard out of one deck.

    Parameters
    ----------
    low_rank
        Lowest rank in the deck, 7 to 9.
    joker
        Whether the joker is in it.
    joker_turned
        What a joker turned up is: a card of a suit, `NAMED` where the dealer names trump, or None
        where it never is the upcard.
    """

    low_rank: int = 9
    joker: bool = False
    joker_turned: Suit | str | None = None

    # --- the deck ---

    @property
    def n_ranks(self) -> int:
        """Ranks in a suit."""
        return 15 - self.low_rank

    @property
    def low_index(self) -> int:
        """Place of the deck's lowest rank in its lane."""
        return self.low_rank - 2

    @property
    def ranks(self) -> str:
        """Ranks in a suit, the lowest first."""
        return RANKS[self.low_index :]

    @property
    def upcards(self) -> tuple[str, ...]:
        """What may be turned up: the ranks, and ``Jk`` behind them if the joker may."""
        return (*self.ranks, *((JOKER.egn,) if self.joker_turned is not None else ()))

    @property
    def n_deals(self) -> int:
        """Number of choices of five cards and an upcard: the sum of all weights."""
        n_cards = 4 * self.n_ranks + self.joker
        upcards = n_cards if self.joker_turned is not None else 4 * self.n_ranks
        return upcards * comb(n_cards - 1, HAND_SIZE)

    # --- numbers of the classes ---

    @property
    def per_upcard(self) -> int:
        """Number of classes for each rank of the upcard."""
        return len(self._ranked.known)

    @property
    def n_classes(self) -> int:
        """Number of all classes."""
        turned = self._with_joker_turned
        return self.n_ranks * self.per_upcard + (0 if turned is None else len(turned.known))

    @property
    def joker_section(self) -> int:
        """Where in `Lookup.start` the part for a joker turned up begins."""
        return 1 << (2 * self.n_ranks - 1 + self.joker)

    def with_upcard(self, upcard: int) -> range:
        """Return the numbers of the classes with one of the `upcards`."""
        first = upcard * self.per_upcard
        return range(first, min(first + self.per_upcard, self.n_classes))

    @cached_property
    def lookup(self) -> Lookup:
        """The tables that `number` and the kernels read."""
        start, turned = self._ranked.start, self._with_joker_turned
        if turned is not None:
            past = np.where(turned.start < 0, 0, self.n_ranks * self.per_upcard)
            start = np.concatenate([start, turned.start + past.astype(np.int32)])
        return Lookup(start, self._crossing.place)

    @cached_property
    def _pairs(self) -> Numbers:
        """All sets of the cards of two suits, the first one's ranks above the other's."""
        return np.arange(1 << 2 * self.n_ranks, dtype=np.int32)

    def _split(self, pairs: Numbers) -> tuple[Numbers, Numbers]:
        return pairs >> self.n_ranks, pairs & ((1 << self.n_ranks) - 1)

    @cached_property
    def _crossing(self) -> _Crossing:
        """Number the sets of two suits that may be swapped, from 0 for each size."""
        pairs, size = self._pairs, np.bitwise_count(self._pairs)
        high, low = self._split(pairs)
        place = np.zeros(len(pairs), np.int32)
        chosen = [pairs[(high >= low) & (size == cards)] for cards in range(HAND_SIZE + 1)]
        for members in chosen:
            place[members] = np.arange(len(members))
            first, second = self._split(members)
            place[second << self.n_ranks | first] = place[members]
        lengths = np.array([len(members) for members in chosen], np.int32)
        return _Crossing(place, np.concatenate(chosen), lengths)

    def _numbered(self, known: Numbers, length: int) -> _Section:
        """Give numbers to all hands with one of these parts and the rest in the crossing suits."""
        _, members, lengths = self._crossing
        rest = HAND_SIZE - np.bitwise_count(known).astype(np.int32)
        held = lengths[rest]
        starts = (np.cumsum(held) - held).astype(np.int32)
        start = np.full(length, NO_CLASS, np.int32)
        start[known] = starts
        offsets = (np.cumsum(lengths) - lengths)[rest] - starts
        crossing = members[np.arange(held.sum()) + np.repeat(offsets, held)]
        return _Section(start, np.repeat(known, held), crossing)

    @cached_property
    def _ranked(self) -> _Section:
        """Number the hands beside an upcard of any rank."""
        known = np.arange(self.joker_section, dtype=np.int32)
        return self._numbered(known[np.bitwise_count(known) <= HAND_SIZE], len(known))

    @cached_property
    def _with_joker_turned(self) -> _Section | None:
        """Number the hands beside a joker turned up."""
        if self.joker_turned is None:
            return None
        pairs, size = self._pairs, np.bitwise_count(self._pairs)
        if self.joker_turned != NAMED:
            return self._numbered(pairs[size <= HAND_SIZE], len(pairs))
        high, low = self._split(pairs)
        more_than_half = (size > HAND_SIZE // 2) & (size <= HAND_SIZE)
        section = self._numbered(pairs[(high >= low) & more_than_half], len(pairs))
        section.start[low << self.n_ranks | high] = np.maximum(
            section.start[pairs], section.start[low << self.n_ranks | high]
        )
        return section

    def number(self, hand: CardSet, upcard: Card) -> int:
        """Return the number of the class of a hand and an upcard.

        Examples
        --------
        >>> from euchre_sim.cards import parse_card
        >>> classes = HandClasses()
        >>> one = classes.number(CardSet.parse("JH 9H AD KS 9S"), parse_card("TH"))
        >>> one == classes.number(CardSet.parse("JC 9C AS KD 9D"), parse_card("TC"))
        True
        """
        if len(hand) != HAND_SIZE or upcard in hand:
            raise ValueError(f"{hand} with {upcard} up is no hand of {HAND_SIZE} dealt cards")
        spades = self._spades(hand, upcard)
        own, mate, one, other = (
            self._bits(hand, suit)
            for suit in (spades, spades.mate, Suit((spades + 1) % 4), Suit((spades + 3) % 4))
        )
        start, place = self.lookup
        if upcard.is_joker:
            known = int(start[self.joker_section + (own << self.n_ranks | mate)])
        else:
            rank = upcard.rank - self.low_index
            below = (1 << rank) - 1
            own = own & below | own >> 1 & ~below
            at = ((JOKER in hand) << (self.n_ranks - 1) | own) << self.n_ranks | mate
            known = rank * self.per_upcard + int(start[at])
        return known + int(place[one << self.n_ranks | other])

    def canonical_suit(self, hand: CardSet, upcard: Card, suit: Suit) -> Suit:
        """Return what a suit is called in the class of a hand and an upcard.

        Where the hand looks the same in two suits that may be swapped, either of them is hearts
        (or spades, where a joker is turned up): to call one or the other is the same action.

        >>> from euchre_sim.cards import parse_card
        >>> hand = CardSet.parse("JC 9C AS KD 9D")
        >>> classes = HandClasses()
        >>> [classes.canonical_suit(hand, parse_card("TC"), suit).name for suit in Suit]
        ['SPADES', 'HEARTS', 'CLUBS', 'DIAMONDS']
        """
        spades = self._spades(hand, upcard)
        larger = self._bits(hand, suit) >= self._bits(hand, suit.mate)
        if suit not in (spades, spades.mate):
            return Suit.HEARTS if larger else Suit.DIAMONDS
        if upcard.is_joker and self.joker_turned == NAMED:
            return Suit.SPADES if larger else Suit.CLUBS
        return Suit.SPADES if suit == spades else Suit.CLUBS

    def _bits(self, hand: CardSet, suit: Suit) -> int:
        """Ranks of a suit in the hand."""
        return hand.mask >> (16 * suit + self.low_index) & ((1 << self.n_ranks) - 1)

    def _spades(self, hand: CardSet, upcard: Card) -> Suit:
        """Return a suit that is called spades, or may be swapped with the one that is."""
        if not upcard.is_joker:
            return upcard.suit
        if isinstance(self.joker_turned, Suit):
            return self.joker_turned
        black = self._bits(hand, Suit.SPADES) << 16 | self._bits(hand, Suit.CLUBS)
        return Suit.SPADES if black.bit_count() > HAND_SIZE // 2 else Suit.HEARTS

    # --- what the classes are ---

    @cached_property
    def suit_sets(self) -> SuitSets:
        """The canonical hand of every class."""
        known, crossing = self._ranked.known, self._ranked.crossing
        squeezed, clubs = self._split(known)
        in_hand = squeezed >> (self.n_ranks - 1) == 1
        squeezed = squeezed & ((1 << (self.n_ranks - 1)) - 1)
        parts = []
        for rank in range(self.n_ranks):
            below = (1 << rank) - 1
            spades = squeezed & below | (squeezed & ~below) << 1
            parts.append((rank, in_hand, spades, clubs, crossing))
        turned = self._with_joker_turned
        if turned is not None:
            none = np.zeros(len(turned.known), np.bool_)
            parts.append((self.n_ranks, none, *self._split(turned.known), turned.crossing))
        upcards = [np.full(len(part[1]), part[0], np.int8) for part in parts]
        joker, spades, clubs, crossing = (
            np.concatenate([part[i] for part in parts]) for i in range(1, 5)
        )
        return SuitSets(np.concatenate(upcards), joker, spades, clubs, *self._split(crossing))

    @cached_property
    def has_up_suit(self) -> Flags:
        """Whether the upcard of each class stands for a suit."""
        up: Flags = self.suit_sets.upcard < self.n_ranks
        return up | (self.joker_turned != NAMED)

    @cached_property
    def weights(self) -> Bytes:
        """How many choices of five cards and an upcard every class stands for: 1, 2, 4 or 8."""
        _, _, spades, clubs, hearts, diamonds = self.suit_sets
        weights = np.where(hearts == diamonds, 1, 2)
        # An upcard of any suit, but for a joker; with that, the mates with more cards are either.
        weights = weights * np.where(self.suit_sets.upcard < self.n_ranks, 4, 1)
        weights = weights * np.where(self.has_up_suit, 1, np.where(spades == clubs, 2, 4))
        return weights.astype(np.int8)

    @cached_property
    def features(self) -> Features:
        """Trumps, joker, bowers, aces of other suits and voids in every class's hand."""
        _, joker, spades, clubs, hearts, diamonds = self.suit_sets
        jack, ace = (1 << self.ranks.index(rank) for rank in "JA")
        has_right, has_left = spades & jack != 0, clubs & jack != 0
        others = (clubs & ~jack, hearts, diamonds)
        return Features(
            n_trump=(np.bitwise_count(spades) + has_left + joker).astype(np.int8),
            has_joker=joker,
            has_right=has_right,
            has_left=has_left,
            off_aces=sum((suit & ace != 0).astype(np.int8) for suit in others),
            voids=sum((suit == 0).astype(np.int8) for suit in others),
        )


class _Crossing(NamedTuple):
    """Sets of two suits that may be swapped: places, the canonical sets by size, how many."""

    place: Numbers
    members: Numbers
    lengths: Numbers


class _Section(NamedTuple):
    """Numbers from 0 of hands beside one kind of upcard, and the parts of each hand."""

    start: Numbers
    known: Numbers
    crossing: Numbers


def classes_of(rules: HouseRules) -> HandClasses:
    """Return the classes of hands under house rules.

    >>> classes_of(HouseRules()).n_classes
    105798
    """
    if not rules.joker:
        return _classes(rules.low_rank, False, None)
    fixed = Suit("CDSH".index(rules.joker_upcard_suit))
    turned = {"fixed_suit": fixed, "redeal": None}.get(rules.joker_upcard_rule, NAMED)
    return _classes(rules.low_rank, True, turned)


# What has been built is kept for a while: half a second and 30 MB with 33 cards.
_classes = lru_cache(maxsize=4)(HandClasses)

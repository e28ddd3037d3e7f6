"""The cards of a record that it does not tell: every hand that a seat may have been dealt.

What is said, played, put down and not followed anywhere in the record restricts the hands; a hand
comes with what its dealer put down.  The cards lie in places as for `inference.layouts`: one a
seat, of which the record tells some cards, and the kitty.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from math import comb
from random import Random
from typing import NamedTuple

from euchre_sim.cards import CardSet
from euchre_sim.engine import steps
from euchre_sim.engine.layout import LEAVE_UPCARD
from euchre_sim.inference.layouts import Layouts
from euchre_sim.records.calls import NOBODY
from euchre_sim.records.deal import HiddenCard
from euchre_sim.records.tricks import single_bits
from euchre_sim.records.walk import DealWalk

__all__ = ["Hand", "ToldCards"]

MOST_LISTED = 2_000  # hands of a seat; where there may be more they are only drawn
N_DRAWN = 512
DRAWS = 64  # layouts drawn for each one that is wanted, as not all of them fit


class Hand(NamedTuple):
    """What a seat may have had.

    Parameters
    ----------
    dealt
        The printed cards dealt to it.
    discard
        What it did with the upcard if it is the dealer who got it: the card put down, in contract
        space, or LEAVE_UPCARD; otherwise 0.
    """

    dealt: int
    discard: int


class ToldCards:
    """The cards of one record by position.

    Parameters
    ----------
    walk
        The deal, gone through; of rules under which no cards change hands but the upcard.

    Attributes
    ----------
    discard
        What the dealer did with the upcard, as in `Hand`; 0 where the record leaves that open, or
        he did not get it.
    are_played
        Whether the record tells every card that was played.
    """

    def __init__(self, walk: DealWalk) -> None:
        self.walk, self.low, self.record = walk, walk.low, walk.record
        self.table = None if walk.maker == NOBODY else self.low.trump(walk.contract)
        self.up = CardSet([walk.record.upcard]).mask  # type: ignore[list-item]
        self.dealer = self.low.players - 1
        self.discard = self._told_discard()
        self.plays: list[list[tuple[int, int]]] = [[] for _ in range(self.low.players)]
        self.are_played = True
        for trick in walk.tricks:
            self.are_played &= bool(trick.positions) and 0 not in trick.bits
            for place, position in enumerate(trick.positions):
                led = trick.led if place else 0
                self.plays[position].append((trick.options[place], led))
        self._find_places()
        self.hands = cache(self._hands)

    def _told_discard(self) -> int:
        """Return what the record tells, or determines, of the discard."""
        holdings = self.walk.holdings
        if not self.walk.taken or holdings is None or holdings.discarded is None:
            return 0
        if holdings.discarded == "leave":
            return LEAVE_UPCARD
        texts = holdings.table.text_of.items()
        return next((bit for bit, text in texts if text == holdings.discarded), 0)

    def _find_places(self) -> None:
        """Work out what each seat was dealt for certain, and where the other cards may be."""
        low, walk = self.low, self.walk
        self.shown = list(walk.known)
        for position, plays in enumerate(self.plays):
            for options, _ in plays:
                if not options & (options - 1):
                    self.shown[position] |= self._printed(options)
        if self.discard & ~LEAVE_UPCARD:
            self.shown[self.dealer] |= self._printed(self.discard)
        if walk.taken:
            self.shown[self.dealer] &= ~self.up
        pool = low.deck & ~self.up
        for cards in self.shown:
            pool &= ~cards
        allowed = [pool & ~self._voids(position) for position in range(low.players)]
        needs = [low.hand_size - cards.bit_count() for cards in self.shown]
        self.pool = pool
        self.needs = (*needs, pool.bit_count() - sum(needs))
        self.allowed = (*allowed, pool)

    def _printed(self, cards: int) -> int:
        assert self.table is not None
        return int(steps.from_contract(cards, self.table.trump))

    def _voids(self, position: int) -> int:
        """Return the cards that a seat cannot have kept to the end of the record.

        A card that it may have put down, or played hidden, may be of any suit.
        """
        put_down = position == self.dealer and self.walk.taken and not self.discard
        plays = self.plays[position]
        if self.table is None or put_down or any(one & (one - 1) for one, _ in plays):
            return 0
        void = 0
        for card, led in plays:
            void |= 0 if card & led else led
        return self._printed(sum(bit for bit in self.table.text_of if bit & void))

    # --- one seat ---

    def _hands(self, position: int) -> tuple[list[Hand], bool]:
        """Return the hands that a seat may have had, and whether these are all of them.

        Where they are too many to be listed, some are drawn.
        """
        free = list(single_bits(self.pool & self.allowed[position]))
        need, is_all = self.needs[position], self.ways(position) <= MOST_LISTED
        if is_all:
            chosen = list(map(sum, combinations(free, need)))
        else:
            draw = Random(position)
            chosen = list(dict.fromkeys(sum(draw.sample(free, need)) for _ in range(N_DRAWN)))
        cards = [one for one in chosen if self._room(position, one)]
        shown = self.shown[position]
        return [hand for one in cards for hand in self._fitting(position, shown | one)], is_all

    def ways(self, position: int) -> int:
        """Return the number of choices of the cards that are open, of which not all may fit."""
        allowed = self.pool & self.allowed[position]
        return comb(allowed.bit_count(), self.needs[position])

    def _room(self, position: int, cards: int) -> bool:
        """Whether the others can have had what a seat leaves to them."""
        needs, allowed = list(self.needs), list(self.allowed)
        needs[position] = allowed[position] = 0
        if all(not need or may == self.pool for need, may in zip(needs, allowed, strict=True)):
            return True
        return Layouts(self.pool & ~cards, needs, [may & ~cards for may in allowed]).count > 0

    def _fitting(self, position: int, dealt: int) -> Iterator[Hand]:
        """Yield a hand, with each discard possible, if it fits what is told of the seat."""
        walk, low = self.walk, self.low
        if not self._fits_hidden(position, dealt):
            return
        if walk.auction.hand_matters:
            for caller, call_round, bit in walk.auction.calls:
                up_suit = walk.auction.up_suit
                if caller == position and not bit & low.calls_open(
                    position, call_round, up_suit, dealt
                ):
                    return
        if self.table is None:
            yield Hand(dealt, 0)
        elif position == self.dealer and walk.taken:
            yield from self._discards(dealt)
        elif _can_play(self.table.mask(dealt), self.plays[position]):
            yield Hand(dealt, 0)

    def _fits_hidden(self, position: int, dealt: int) -> bool:
        """Whether a hand has cards for those of which the record tells only rank or suit."""
        seat, hands = self.walk.seats[position], self.record.hands
        hidden = [
            (one.mask, 0)
            for one in (hands[seat] if seat < len(hands) else ())
            if isinstance(one, HiddenCard)
        ]
        return not hidden or _can_play(dealt & ~self.walk.known[position], hidden)

    def _discards(self, dealt: int) -> Iterator[Hand]:
        """Yield the dealer's hand with everything that he can have put down.

        An upcard that can be refused, and of which the record says nothing, was taken unless
        nothing else fits (`Holdings`); and it is then not put down again.
        """
        assert self.table is not None
        told, up = self.record.discard, self.table.mask(self.up)
        six = self.table.mask(dealt) | up
        legal = int(steps.discards_open(self.low.vector, self.walk.maker, six, up))
        if self.discard:
            legal &= self.discard
        elif legal & LEAVE_UPCARD:
            legal &= ~(LEAVE_UPCARD | up)
        if isinstance(told, HiddenCard):
            legal &= self.table.mask(told.mask & self.low.deck)
        for action in single_bits(legal):
            held = six & ~(up if action == LEAVE_UPCARD else action)
            if _can_play(held, self.plays[self.dealer]):
                yield Hand(dealt, action)

    # --- everybody ---

    def deals(self, most: int, seed: int) -> list[tuple[Hand, ...]]:
        """Return everybody's hands: all that fit the record, or `most` of them drawn."""
        draw, found = Random(seed), list[tuple[Hand, ...]]()
        try:
            layouts = Layouts(self.pool, self.needs, self.allowed)
        except ValueError:  # six players of whose cards next to nothing is told
            return found
        if not layouts.count:
            return found
        are_few = layouts.count <= most
        rows = layouts.all_worlds() if are_few else layouts.draw(DRAWS * most, seed)
        for row in rows:
            choices = [
                list(self._fitting(position, self.shown[position] | int(row[position])))
                for position in range(self.low.players)
            ]
            if not all(choices):
                continue
            *others, dealers = choices
            fixed = [one for [one] in others]
            picked = dealers if are_few else [draw.choice(dealers)]
            found += [(*fixed, one) for one in picked]
            if not are_few and len(found) == most:
                break
        return found if len(found) <= most else draw.sample(found, most)


def _can_play(hand: int, plays: Sequence[tuple[int, int]]) -> bool:
    """Whether a hand can have played cards, each one of some, to the suits led (0: none known)."""
    if not plays:
        return True
    (options, led), *later = plays
    fitting = int(steps.plays_open(hand, led)) & options
    return any(_can_play(hand ^ card, later) for card in single_bits(fitting))

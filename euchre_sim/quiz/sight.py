"""What a seat sees at a decision: its cards in order, the tricks so far, what is still out.

Everything here follows from a `Position` alone.  Cards are printed ones; which of them are trumps
depends on the contract that is asked about.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from euchre_sim.cards import Card, CardSet, Suit
from euchre_sim.records.call_words import suit_up
from euchre_sim.records.lowered import TrumpTable, lowered
from euchre_sim.records.position import NOBODY, Position, look

__all__ = ["OPPONENT", "PARTNER", "YOU", "Sight", "Trick", "Trumps"]

YOU, PARTNER, OPPONENT = "you", "partner", "opponent"


@dataclass(frozen=True)
class Trumps:
    """Cards as they are under a contract, and how they stand against the unseen ones.

    Parameters
    ----------
    table
        The deck under the contract.
    suit
        The trump suit; None without trump.
    own, unseen
        The cards held, and those that may still be in another hand.
    """

    table: TrumpTable
    suit: Suit | None
    own: tuple[Card, ...]
    unseen: tuple[Card, ...]

    def bit(self, card: Card) -> int:
        """Return a card's bit in contract space; of two cards of a suit the higher's is larger."""
        return self.table.bit_of[card.index]

    def suit_mask(self, card: Card) -> int:
        """Return all cards of the suit that a card follows."""
        return self.table.suit_of[self.bit(card)]

    def is_trump(self, card: Card) -> bool:
        """Whether a card is a trump."""
        return self.suit is not None and bool(self.bit(card) & self._trump_mask)

    @cached_property
    def _trump_mask(self) -> int:
        assert self.suit is not None
        return self.table.suit_of[self.table.bit_of[Card.of(self.suit, "A").index]]

    def sort(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Put cards in order: trumps first, then suit by suit, each from the highest down."""
        return tuple(
            sorted(
                cards,
                key=lambda card: (self.is_trump(card), self.suit_mask(card), self.bit(card)),
                reverse=True,
            )
        )

    def trumps(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Return the trumps among cards, the highest first."""
        return tuple(card for card in self.sort(cards) if self.is_trump(card))

    def plain(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Return the cards that are no trumps."""
        return tuple(card for card in self.sort(cards) if not self.is_trump(card))

    def suit_name(self, card: Card) -> str:
        """Return the name of the suit that a card follows, in the plural."""
        return self.table.suit_names[self.suit_mask(card)]

    def same_suit(self, card: Card, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Return the cards that follow the same suit, the highest first."""
        return tuple(one for one in self.sort(cards) if self.suit_mask(one) == self.suit_mask(card))

    def beaten_by(self, card: Card) -> tuple[Card, ...]:
        """Return the unseen cards of its suit above a card, the highest first."""
        return tuple(
            one for one in self.same_suit(card, self.unseen) if self.bit(one) > self.bit(card)
        )

    def is_high(self, card: Card) -> bool:
        """Whether no unseen card of its suit beats it."""
        return not self.beaten_by(card)

    def aces(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Return the off-aces among cards: the highest cards of plain suits."""
        return tuple(
            one for one in self.plain(cards) if not one.is_joker and one.egn.startswith("A")
        )

    def voids(self, cards: Iterable[Card]) -> tuple[str, ...]:
        """Return the names of the plain suits that are not among cards."""
        held = {self.suit_mask(card) for card in cards}
        trump = None if self.suit is None else self._trump_mask
        return tuple(
            name
            for mask, name in self.table.suit_names.items()
            if mask not in held and mask != trump
        )


@dataclass(frozen=True)
class Trick:
    """Cards of a trick, who played them and who is ahead."""

    seats: tuple[int, ...]
    cards: tuple[Card, ...]
    winner: int


class Sight:
    """A position looked at by its seat.

    Attributes
    ----------
    position, found
        The position and what it comes to (`records.position.Look`).
    seat, dealer
        Positions from 0.
    contract
        What was called; None before that.
    cards
        The cards in hand, the upcard too where it is to be exchanged for one of them.
    tricks
        The tricks played and under way.
    behind
        Seats that play after this one in the trick under way.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.rules = position.rules
        self.low = lowered(position.rules)
        self.found = look(position, self.low)
        self.seat, self.dealer = position.seat, self.low.players - 1
        self.contract = None if self.found.maker == NOBODY else self.found.contract
        held = CardSet(position.hand).mask
        if self.seat == self.dealer and self.found.taken:
            held |= position.upcard.bit
            if position.discard is not None:
                held &= ~position.discard.bit
        self.tricks = self._tricks()
        self.cards = tuple(CardSet.from_mask(held & ~self._played))
        self.behind = self._behind()

    @cached_property
    def _played(self) -> int:
        return CardSet(card for trick in self.position.tricks for card in trick).mask

    def _tricks(self) -> tuple[Trick, ...]:
        found, made = self.found, []
        for number, cards in enumerate(self.position.tricks):
            seats = tuple(seat for seat, trick, _ in found.plays if trick == number)
            if not cards:
                continue
            table = self.low.trump(found.contract)
            bits = [table.bit_of[card.index] for card in cards]
            power = table.strength_of[table.suit_of[bits[0]]]
            winner = max(zip(seats, bits, strict=True), key=lambda play: power[play[1]])[0]
            made.append(Trick(seats, cards, winner))
        return tuple(made)

    def _behind(self) -> tuple[int, ...]:
        if self.found.phase != "play" or not self.found.table:
            return ()
        seating = self.low.seating(self.found.lone, self.found.lone_defender)
        order = seating.rounds[self.tricks[-1].seats[0]]
        return order[len(self.found.table) + 1 :]

    @property
    def table(self) -> Trick | None:
        """The trick under way; None where the seat is to lead, or no card is due."""
        is_following = self.found.phase == "play" and self.found.table
        return self.tricks[-1] if is_following else None

    @property
    def turned(self) -> Suit:
        """The suit of the upcard; a joker's by the rules."""
        return suit_up(self.position.upcard, self.rules)

    @property
    def call_round(self) -> int:
        """Round of the calls, 1 or 2, that the decision is in."""
        return self.found.call_round or self.found.step + 1

    def who(self, seat: int) -> str:
        """Return `YOU`, `PARTNER` or `OPPONENT`."""
        if seat == self.seat:
            return YOU
        return PARTNER if self.rules.teams[self.seat] >> seat & 1 else OPPONENT

    def won(self, who: tuple[str, ...]) -> int:
        """Count the whole tricks that were won by some."""
        whole = self.tricks[: len(self.tricks) - bool(self.table)]
        return sum(self.who(trick.winner) in who for trick in whole)

    def under(self, contract: int, *, with_upcard: bool = False) -> Trumps:
        """Return the cards as they are under a contract.

        Parameters
        ----------
        contract
            Number of the contract.
        with_upcard
            Whether the seat has the upcard beside its hand, as a dealer who takes it up.
        """
        own = CardSet(self.cards).mask | (self.position.upcard.bit if with_upcard else 0)
        out = own | self._played
        left = not self.found.taken and (self.call_round == 2 or self.found.phase == "play")
        if left or self.who(self.low.players - 1) == PARTNER:  # a partner's is against nobody
            out |= self.position.upcard.bit
        if self.position.discard is not None:
            out |= self.position.discard.bit
        return Trumps(
            self.low.trump(contract),
            Suit(contract) if contract < len(Suit) else None,
            tuple(CardSet.from_mask(own)),
            tuple(CardSet.from_mask(self.low.deck & ~out)),
        )

    def is_void(self, seat: int, card: Card, trumps: Trumps) -> bool:
        """Whether a seat has shown that it has none of a card's suit."""
        return bool(self.found.voids[seat] & trumps.suit_mask(card))

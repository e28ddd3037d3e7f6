"""Cards under a contract, as facts: their order, what may be played, what wins.

Suits, ranks and legality are asked of the engine's single steps; nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from euchre_sim.cards import Card, CardSet, Suit
from euchre_sim.engine import steps

__all__ = ["Contract", "Explained", "Play", "Ranked", "Reason"]

Reason = Literal["leads", "follows", "cannot_follow", "must_follow"]

_NOTHING_LED = 0
# The order in which suits are shown, as in the trace of a hand.
_SHOWN = (None, Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)


@dataclass(frozen=True, slots=True)
class Ranked:
    """What a card is under a contract.

    Attributes
    ----------
    card
        The card.
    suit
        The suit it belongs to; None for a joker that is a suit of its own.
    trump
        Whether it is trump.
    bower
        ``right`` or ``left`` for the two bowers.
    """

    card: Card
    suit: Suit | None
    trump: bool
    bower: Literal["right", "left"] | None


@dataclass(frozen=True, slots=True)
class Play:
    """A card of a hand: why it may be played or not, and whether it would win so far.

    Attributes
    ----------
    card
        The card.
    reason
        ``must_follow`` is the one reason not to play a card.
    would_win
        None if it may not be played or the cards on the table were not asked about.
    """

    card: Ranked
    reason: Reason
    would_win: bool | None

    @property
    def allowed(self) -> bool:
        """Whether the card may be played."""
        return self.reason != "must_follow"


@dataclass(frozen=True, slots=True)
class Explained:
    """A hand and the cards on the table.

    Attributes
    ----------
    table
        Cards on the table in their order, the first being led.
    winning
        The card that wins so far, if that was asked and a card is there.
    plays
        The cards of the hand in the order given.
    """

    table: tuple[Ranked, ...]
    winning: Ranked | None
    plays: tuple[Play, ...]

    @property
    def led(self) -> Ranked | None:
        """The card led, if one is."""
        return self.table[0] if self.table else None

    @property
    def following(self) -> tuple[Ranked, ...]:
        """The cards of the hand that follow suit."""
        return tuple(play.card for play in self.plays if play.reason == "follows")


class Contract:
    """The ranks of one contract.

    Parameters
    ----------
    number
        0 to 3 for trump clubs, diamonds, spades, hearts, or one of `scoring`'s contracts.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.trump = Suit(number) if number < len(Suit) else None

    def ranked(self, card: Card) -> Ranked:
        """Say what a card is."""
        mask = self._suit_mask(card)
        # Aces stay in their suits whatever is trump, and so they tell which suit a lane is.
        suit = next((suit for suit in Suit if mask & self._bit(Card.of(suit, "A"))), None)
        bower: Literal["right", "left"] | None = None
        if not card.is_joker and card.suit != suit:
            bower = "left"
        elif self.trump is not None and card == Card.of(self.trump, "J"):
            bower = "right"
        return Ranked(card, suit, self._power(card, _NOTHING_LED) > 0, bower)

    def suits(self, deck: int) -> tuple[tuple[Ranked, ...], ...]:
        """Return all cards of a deck by the suits they belong to, trumps first, highest first."""
        found: dict[Suit | None, list[Ranked]] = {}
        for one in map(self.ranked, CardSet.from_mask(deck)):
            found.setdefault(one.suit, []).append(one)
        groups = sorted(
            found.values(), key=lambda group: (not group[0].trump, _SHOWN.index(group[0].suit))
        )
        return tuple(
            tuple(sorted(group, key=lambda one: self._power_in_suit(one.card), reverse=True))
            for group in groups
        )

    def explain(
        self, hand: Sequence[Card], table: Sequence[Card], with_winner: bool = True
    ) -> Explained:
        """Say of every card of a hand whether it may be played.

        Parameters
        ----------
        hand
            The hand; it may be empty.
        table
            Cards on the table, the first being led; it may be empty.
        with_winner
            Whether these are all the cards on the table, so that one of them wins so far.
        """
        led = self._suit_mask(table[0]) if table else _NOTHING_LED
        best = max(table, key=lambda card: self._power(card, led)) if table else None
        if not with_winner:
            best = None
        allowed = steps.plays_open(self._mask(hand), led)
        plays = []
        for card in hand:
            reason = self._reason(card, led, allowed)
            would_win = None
            if best is not None and reason != "must_follow":
                would_win = self._power(card, led) > self._power(best, led)
            plays.append(Play(self.ranked(card), reason, would_win))
        winning = None if best is None else self.ranked(best)
        return Explained(tuple(map(self.ranked, table)), winning, tuple(plays))

    def _reason(self, card: Card, led: int, allowed: int) -> Reason:
        if led == _NOTHING_LED:
            return "leads"
        if not self._bit(card) & allowed:
            return "must_follow"
        return "follows" if self._bit(card) & led else "cannot_follow"

    # --- the engine's steps, in contract space ---

    def _mask(self, cards: Iterable[Card]) -> int:
        return int(steps.to_contract(CardSet(cards).mask, self.number))

    def _bit(self, card: Card) -> int:
        return self._mask([card])

    def _suit_mask(self, card: Card) -> int:
        return int(steps.suit_mask(self._bit(card), self.number))

    def _power(self, card: Card, led: int) -> int:
        return int(steps.power(self._bit(card), led, self.number))

    def _power_in_suit(self, card: Card) -> int:
        return self._power(card, self._suit_mask(card))

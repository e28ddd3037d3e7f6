"""Played deals and games as plain data, with room for what the writer of a record did not know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from euchre_sim.cards import JOKER, RANKS, Card, Suit
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import sides

__all__ = ["DealRecord", "Exchange", "GameRecord", "HiddenCard", "RecordedCard"]

_LANE_BITS = 16


@dataclass(frozen=True, slots=True)
class HiddenCard:
    """A card of which the record tells at most the rank or the suit.

    Parameters
    ----------
    rank
        One of ``23456789TJQKA``; None if it is not known.
    suit
        The printed suit; None if it is not known.

    >>> HiddenCard(suit=Suit.HEARTS).egn, HiddenCard().egn
    ('Xh', 'Xx')
    """

    rank: str | None = None
    suit: Suit | None = None

    @property
    def egn(self) -> str:
        """The form used in game records: X for an unknown rank, x for an unknown suit."""
        return (self.rank or "X") + ("x" if self.suit is None else self.suit.letter.lower())

    def __str__(self) -> str:
        return self.egn

    @property
    def mask(self) -> int:
        """Every card that it can be, in any deck."""
        suits = Suit if self.suit is None else (self.suit,)
        ranks = RANKS if self.rank is None else self.rank
        joker = JOKER.bit if self.suit is None and self.rank is None else 0
        return joker | sum(
            1 << (_LANE_BITS * suit + RANKS.index(rank)) for suit in suits for rank in ranks
        )


RecordedCard: TypeAlias = Card | HiddenCard


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """Cards that came to a seat after the deal, and those that went for them.

    Parameters
    ----------
    kind
        ``farmer`` for the hidden cards of a farmer's hand, ``best`` for the card that a lone player
        gets from his partner, ``extra`` for the extra cards of two players.
    seat
        Who took them.
    taken
        What came; nothing for a lone player who leaves his extra cards.
    put_down
        What the seat put down instead, in that order; empty where it is not known.
    giver
        The partner whose card it was; None for cards that nobody had.
    """

    kind: Literal["farmer", "best", "extra"]
    seat: int
    taken: tuple[RecordedCard, ...] = ()
    put_down: tuple[RecordedCard, ...] = ()
    giver: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRecord:
    """One deal as it was written down; seats go clockwise from 0.

    A record may stop at any point, and hands and the discard may be missing.

    Parameters
    ----------
    dealer
        Seat of the dealer.
    upcard
        The card turned up.
    calls
        What was said from the dealer's left on: ``Pass``, ``Order``, or in the second round a
        suit's letter (``c d s h``), ``n`` for no trump, ``NTL`` for low no trump or ``MIS`` for a
        misere. A dealer who names trump for the joker turned up is the only one who speaks.
    alone
        Seat of the makers' side that played alone; None if nobody did.
    lone_defender
        Seat of the defender who played alone; None if nobody did.
    discard
        What the dealer put down for the upcard; the upcard itself also where the dealer refused it.
        A dealer with extra cards who took it puts cards down in an exchange.
    tricks
        The cards of each trick in the order they were played.
    hands
        The cards dealt to each seat; an empty hand is not known.
    exchanges
        Cards taken after the deal besides the upcard, and what went for them.
    remarks
        Whatever else the source said of the deal. It is carried along and means nothing here.
    """

    dealer: int
    upcard: RecordedCard
    calls: tuple[str, ...] = ()
    alone: int | None = None
    lone_defender: int | None = None
    discard: RecordedCard | None = None
    tricks: tuple[tuple[RecordedCard, ...], ...] = ()
    hands: tuple[tuple[RecordedCard, ...], ...] = ()
    exchanges: tuple[Exchange, ...] = ()
    remarks: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """Deals that were played one after another, the rules they were played by and the score.

    Parameters
    ----------
    deals
        The deals in order.
    rules
        The house rules.
    initial
        Each side's score before the first deal; nothing for each if it is left empty.
    players
        The players' names by seat, as far as they are known.
    to_target
        Whether the rules' target score ends the game.
    deal_limit
        Number of deals after which the side that is ahead wins; 0 if there is no such number.
    remarks
        Whatever else the source said of the game. It is carried along and means nothing here.
    """

    deals: tuple[DealRecord, ...]
    rules: HouseRules = field(default_factory=HouseRules)
    initial: tuple[int, ...] = ()
    players: tuple[str, ...] = ()
    to_target: bool = True
    deal_limit: int = 0
    remarks: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if not self.initial:
            object.__setattr__(self, "initial", (0,) * len(sides(self.rules)))

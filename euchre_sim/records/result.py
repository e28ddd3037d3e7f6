"""What a replay finds out about a deal and about a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from euchre_sim.records.deal import DealRecord, GameRecord
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import Outcome

__all__ = ["DealReplay", "Decision", "GameReplay", "TrickReplay"]


class Decision(NamedTuple):
    """One decision of a deal.

    Parameters
    ----------
    phase
        ``farmer``, ``call``, ``discard``, ``alone``, ``defend``, ``shed``, ``give`` or ``play``.
    seat
        Who decided; None where the record leaves that open.
    legal
        What could be chosen: calls (``Pass``, ``Order``, ``Order alone``, ``h``, ``n alone``),
        cards (``Jh``), ``leave`` for a refused upcard (``take`` for one taken with extra cards to
        come), or ``yes`` and ``no``. None where the record does not determine the hand.
    chosen
        What was chosen; None where the record does not tell.
    """

    phase: str
    seat: int | None
    legal: tuple[str, ...] | None
    chosen: str | None


class TrickReplay(NamedTuple):
    """One trick.

    Parameters
    ----------
    leader
        Seat that led; None where hidden cards leave that open.
    cards
        The cards in the order they were played.
    winner
        Seat that won; None while the trick is not complete, or where hidden cards leave it open.
    seats
        Who played each card; empty where the leader is not known.
    """

    leader: int | None
    cards: tuple[str, ...]
    winner: int | None
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealReplay:
    """A deal that has been gone through step by step.

    Parameters
    ----------
    record
        The deal.
    maker, contract, call_round
        Who called, what (as in `euchre_sim.scoring.Outcome`) and in which round; None if nobody
        did.
    alone, lone_defender
        Seats that played alone.
    tricks
        The tricks.
    maker_tricks
        Tricks of the makers' side so far; None where hidden cards leave it open.
    decisions
        Every decision in order, or nothing if only the result was asked for.
    outcome
        What happened, for scoring; None for a deal that is not finished.
    points
        Points of each side; None for a deal that is not finished.
    unfinished
        Why it is not finished, in words; empty for a finished deal.
    stopped_after
        Number of the trick with which the whole game ended (``early_stop``); None otherwise.
    """

    record: DealRecord
    maker: int | None
    contract: int | None
    call_round: int | None
    alone: int | None
    lone_defender: int | None
    tricks: tuple[TrickReplay, ...]
    maker_tricks: int | None
    decisions: tuple[Decision, ...]
    outcome: Outcome | None
    points: tuple[int, ...] | None
    unfinished: str
    stopped_after: int | None

    def as_dict(self) -> dict[str, Any]:
        """Plain values, all but the decisions, as ``euchre replay --json`` prints them."""
        from euchre_sim.records.lowered import contract_text  # brings the engine

        return {
            "dealer": self.record.dealer,
            "upcard": self.record.upcard.egn,
            "maker": self.maker,
            "contract": None if self.contract is None else contract_text(self.contract),
            "alone": self.alone,
            "lone_defender": self.lone_defender,
            "tricks": [
                {"leader": trick.leader, "cards": trick.cards, "winner": trick.winner}
                for trick in self.tricks
            ],
            "maker_tricks": self.maker_tricks,
            "points": self.points,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReplay:
    """A game that has been gone through deal by deal.

    Parameters
    ----------
    game
        The game.
    rules
        The rules it was replayed by.
    deals
        Its deals.
    scores
        Each side's score after every deal.
    counts
        For every deal whether it counts: it is finished and the game was not over before it.
    winner
        Side that won, 0 for that of seat 0; None while nobody has.
    """

    game: GameRecord
    rules: HouseRules
    deals: tuple[DealReplay, ...]
    scores: tuple[tuple[int, ...], ...]
    counts: tuple[bool, ...]
    winner: int | None

"""An action, what it is worth and when that is certain: all that needs no deal to be played.

Nothing heavy is imported here, so that a table of answers is read in no time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from euchre_sim.analysis.estimate import deviations
from euchre_sim.cards import Card, Suit
from euchre_sim.rules import HouseRules

ERROR_RATE = 0.05
INDIFFERENCE = 0.02  # points a hand that are not worth more deals
INDIFFERENT_CHANCE = 0.002  # chance to win the game that is not, either

ROLLOUT, DEEP, SOLVER = MODELS = ("rollout", "deep", "solver")

SETTLED = "settled"
INDIFFERENT = "indifferent"
PRECISE = "until_se"
EXHAUSTED = "deals"
INTERRUPTED = "interrupted"


@dataclass(frozen=True)
class Choice:
    """One way to act.

    Attributes
    ----------
    action : str
        ``pass``, ``order`` (for the dealer: take the upcard), ``call`` (round 2); later ``discard``
        or ``leave`` (the upcard), ``play`` (a card, or alone or not), ``defend`` (alone or not).
    suit : Suit, str or None
        Trump, or a contract without it (``NT``, ``NTL``, ``MIS``); None for a pass, or an order
        of whatever will be turned.
    alone : bool
    discard : Card or None
        What the dealer buries.
    card : Card or None
        The card to play.
    """

    action: str
    suit: Suit | str | None = None
    alone: bool = False
    discard: Card | None = None
    card: Card | None = None

    def as_dict(self) -> dict[str, Any]:
        """Keys ``action, suit, alone, discard, card``, in plain values."""
        return {
            "action": self.action,
            "suit": self.suit.letter if isinstance(self.suit, Suit) else self.suit,
            "alone": self.alone,
            "discard": None if self.discard is None else str(self.discard),
            "card": None if self.card is None else str(self.card),
        }


@dataclass(frozen=True)
class Points:
    """A mean with its standard error and 95 % interval, in points a hand."""

    mean: float
    se: float

    @property
    def lo(self) -> float:
        """Lower end of the 95 % interval."""
        return self.mean - deviations() * self.se

    @property
    def hi(self) -> float:
        """Upper end of the 95 % interval."""
        return self.mean + deviations() * self.se

    @property
    def is_nothing(self) -> bool:
        """Whether it is a difference that no deal ever showed."""
        return self.mean == self.se == 0

    def as_dict(self) -> dict[str, float]:
        """Keys ``mean, se, lo, hi``."""
        return {"mean": self.mean, "se": self.se, "lo": self.lo, "hi": self.hi}


def names_trump(upcard: Card | None, rules: HouseRules) -> bool:
    """Whether the upcard is a joker for which the dealer names trump."""
    joker_up = upcard is not None and upcard.is_joker
    return joker_up and rules.joker_upcard_rule != "fixed_suit"

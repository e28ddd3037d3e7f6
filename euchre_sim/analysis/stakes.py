"""What a deal is played for at a score: the chance to win the game after each result."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from euchre_sim.analysis import weigh
from euchre_sim.analysis.equal_players import equal_chances
from euchre_sim.analysis.equity import DEALERS, Equity, State
from euchre_sim.analysis.estimate import Estimate
from euchre_sim.games import book
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import side_of

__all__ = ["Stakes", "chances_under"]


_KNOWN: dict[HouseRules, Equity] = {}


def chances_under(rules: HouseRules, threads: int | None = None) -> Equity:
    """Return the chances between equal players, which are looked up once for all questions."""
    if rules not in _KNOWN:
        _KNOWN[rules] = equal_chances(rules, threads=threads)
    return _KNOWN[rules]


@dataclass(frozen=True)
class Stakes:
    """The score before a deal as one seat sees it, and what becomes of the game.

    After the deal the game goes on between equal players (`equal_players`).

    Attributes
    ----------
    equity : Equity
        The chances at every score.
    seat : int
        Position of the seat concerned, from 0; "us" is its side.
    us, them : int
        The score.
    """

    equity: Equity
    seat: int
    us: int
    them: int

    @classmethod
    def at(
        cls, score: tuple[int, int], seat: int, rules: HouseRules, *, threads: int | None = None
    ) -> Stakes:
        """Look up the chances between equal players.

        Raises
        ------
        IllegalAction
            If there are not two sides, or the score is none of a running game.
        """
        stakes = cls(chances_under(rules, threads), seat, *score)
        _ = stakes.now  # refuses a score that cannot be
        return stakes

    @property
    def rules(self) -> HouseRules:
        """The house rules."""
        return self.equity.rules

    @property
    def dealer(self) -> str:
        """Which side deals: one of `equity.DEALERS`."""
        last = self.rules.players - 1
        return DEALERS[side_of(last, self.rules) != side_of(self.seat, self.rules)]

    @cached_property
    def now(self) -> Estimate:
        """Chance to win the game before the deal."""
        return self.equity.game(State(self.us, self.them, self.dealer))

    def chance(self, points: int) -> float:
        """Chance to win the game after a deal.

        Parameters
        ----------
        points
            Ours minus theirs; 0 stands for a deal that was thrown in.
        """
        booked = book((max(points, 0), max(-points, 0)), (self.us, self.them), self.rules)
        if any(booked.won):
            return float(booked.won[0] > 0)
        same = points == 0 and self.rules.redeal_after_pass_out == "same_dealer"
        following = self.dealer if same else DEALERS[1 - DEALERS.index(self.dealer)]
        us, them = booked.carried
        mean = self.equity.game(State(us, them, following)).mean
        assert mean is not None
        return mean

    def ends(self, points: int) -> bool:
        """Whether the game is over after a deal."""
        booked = book((max(points, 0), max(-points, 0)), (self.us, self.them), self.rules)
        return any(booked.won)

    @cached_property
    def vector(self) -> npt.NDArray[np.int64]:
        """The ``K_`` slots of `weigh`."""
        found = np.zeros(weigh.K_CHANCE + 2 * weigh.MAX_POINTS + 1, np.int64)
        own = side_of(self.seat, self.rules)
        found[weigh.K_SCORES + own], found[weigh.K_SCORES + 1 - own] = self.us, self.them
        for points in range(-weigh.MAX_POINTS, weigh.MAX_POINTS + 1):
            chance = round(self.chance(points) / weigh.CHANCE_UNIT)
            found[weigh.K_CHANCE + weigh.MAX_POINTS + points] = chance
        return found

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "us": self.us,
            "them": self.them,
            "dealer": self.dealer,
            "win": self.now.as_dict(),
            "deals_behind_the_chances": self.equity.shares.deals,
        }

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
from euchre_sim.engine.layout import at_score
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

    @cached_property
    def expected(self) -> float:
        """Net points of such a deal between equal players."""
        own, others = (self.us, self.them) if self.dealer == "us" else (self.them, self.us)
        shares = self.equity.shares
        net = [kind.dealers - kind.others for kind in shares.kinds]
        dealers = float(shares.at(own, others) @ net)
        return dealers if self.dealer == "us" else -dealers

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
    def chances(self) -> npt.NDArray[np.int64]:
        """Chance to win by net points, as `weigh.weigh_range` takes it."""
        axis = range(-weigh.MAX_POINTS, weigh.MAX_POINTS + 1)
        return np.array([round(self.chance(one) / weigh.CHANCE_UNIT) for one in axis], np.int64)

    def at_score(self, vector: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return lowered rules that tell the players the score."""
        own = side_of(self.seat, self.rules)
        return at_score(vector, (self.us, self.them) if own == 0 else (self.them, self.us))

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "us": self.us,
            "them": self.them,
            "dealer": self.dealer,
            "win": self.now.as_dict(),
            "hands_behind_the_chances": self.equity.shares.hands,
        }

"""Random deals with all cards face up: how many tricks the leader's side takes."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from euchre_sim.analysis.estimate import Estimate, estimate_mean, estimate_share
from euchre_sim.analysis.workers import cut, default_threads, ordered
from euchre_sim.engine.layout import lower_rules
from euchre_sim.rules import HouseRules
from euchre_sim.solver.batch import solve_range
from euchre_sim.solver.position import uses_tables
from euchre_sim.solver.tables import tables_address

__all__ = ["FaceUpDeals", "solve_deals"]

BLOCK = 4096  # deals


@dataclass(frozen=True, slots=True)
class FaceUpDeals:
    """What many deals were worth.

    Parameters
    ----------
    rules, seed
        What the deals follow from.
    counts
        Deals in which the leader's side takes 0, 1, 2, ... tricks.
    cpu_seconds
        What solving them took, on all threads together.
    """

    rules: HouseRules
    seed: int
    counts: tuple[int, ...]
    cpu_seconds: float

    @property
    def deals(self) -> int:
        """How many there were."""
        return sum(self.counts)

    def share(self, tricks: int) -> Estimate:
        """Share of deals with exactly so many tricks."""
        return estimate_share(self.counts[tricks], self.deals)

    @property
    def mean(self) -> Estimate:
        """Tricks of the leader's side a deal."""
        total = sum(k * n for k, n in enumerate(self.counts))
        return estimate_mean(self.deals, total, sum(k * k * n for k, n in enumerate(self.counts)))

    def as_dict(self) -> dict[str, Any]:
        """Plain values; the speed is not among them, because it differs from run to run."""
        return {
            "deals": self.deals,
            "seed": self.seed,
            "rules": self.rules.as_dict(),
            "tricks": [
                {"tricks": k, "deals": n, "share": self.share(k).as_dict()}
                for k, n in enumerate(self.counts)
            ],
            "mean": self.mean.as_dict(),
        }


def solve_deals(
    deals: int,
    *,
    rules: HouseRules | None = None,
    seed: int = 1,
    threads: int | None = None,
) -> FaceUpDeals:
    """Solve random deals, each with a random suit as trump, position 1 leading.

    Parameters
    ----------
    deals
        How many.
    rules
        House rules; the standard game if left out.
    seed
        0 to 2**64 - 1.
    threads
        Threads to use; all processors if left out.
    """
    rules = rules or HouseRules()
    lowered = lower_rules(rules)
    tables = tables_address() if uses_tables(rules.players, 0) else 0

    def solve_block(block: tuple[int, int]) -> npt.NDArray[np.int64]:
        first, count = block
        tricks = np.zeros(count, np.int8)
        solve_range(lowered, seed, first, count, tables, tricks)
        return np.bincount(tricks, minlength=rules.hand_size + 1)

    _ = solve_range.address  # compiled before the clock runs
    began = time.process_time()
    counts = sum(
        ordered(solve_block, cut(0, deals, BLOCK), threads or default_threads()),
        np.zeros(rules.hand_size + 1, np.int64),
    )
    return FaceUpDeals(rules, seed, tuple(map(int, counts)), time.process_time() - began)

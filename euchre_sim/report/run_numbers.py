"""A run's sums, cut by position, round, holding of trump and upcard."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

import pyarrow as pa

from euchre_sim.analysis.estimate import Estimate, estimate_mean, estimate_share
from euchre_sim.report.sums import group_sums
from euchre_sim.report.words import Strength
from euchre_sim.rules import HouseRules

__all__ = ["RunNumbers", "Sums", "Turn"]


@dataclass(slots=True)
class Sums:
    """Deals in which something was done, and what came of them."""

    n: int = 0
    made: int = 0
    march: int = 0
    lone_sweep: int = 0
    euchred: int = 0
    points: int = 0
    points_squared: int = 0

    def __add__(self, other: Self) -> Self:
        names = [field.name for field in fields(self)]
        return type(self)(*(getattr(self, name) + getattr(other, name) for name in names))

    @property
    def mean(self) -> Estimate:
        """Points a deal."""
        return estimate_mean(self.n, self.points, self.points_squared)

    @property
    def euchres(self) -> Estimate:
        """Share of the calls that were not made."""
        return estimate_share(self.euchred, self.n)


SUM_NAMES = [field.name for field in fields(Sums)]


@dataclass(frozen=True)
class Turn:
    """What was done at one decision, and how often."""

    passed: Sums
    together: Sums
    alone: Sums

    @property
    def called(self) -> Sums:
        """All calls, alone or not."""
        return self.together + self.alone

    @property
    def turns(self) -> int:
        """How often the decision was met."""
        return self.passed.n + self.called.n

    @property
    def call_share(self) -> Estimate:
        """Share of the turns at which a call was made."""
        return estimate_share(self.called.n, self.turns)

    @property
    def alone_share(self) -> Estimate:
        """Share of the turns at which a call alone was made."""
        return estimate_share(self.alone.n, self.turns)


@dataclass(frozen=True)
class RunNumbers:
    """The sums of a run, cut in the ways that its figures need.

    Parameters
    ----------
    rules
        Of the run.
    summary
        Rows of its summary.
    hands
        Its table by class; of its columns those in `HANDS_COLUMNS`.
    """

    rules: HouseRules
    summary: pa.Table
    hands: pa.Table

    HANDS_COLUMNS = (
        "upcard", "position", "round", "action", "alone", "n_trump", "has_joker", "has_right",
        "has_left", *SUM_NAMES,
    )  # fmt: skip

    def turns(self) -> dict[tuple[int, int], Turn]:
        """Decisions by round and position."""
        rows = [row for row in self.summary.to_pylist() if row["position"] is not None]
        return _turns((row["round"], row["position"], row) for row in rows)

    def relations(self) -> dict[tuple[int, str], Sums]:
        """Add up the calls of round 2 by position and relation."""
        found: dict[tuple[int, str], Sums] = {}
        for row in self.summary.to_pylist():
            if row["round"] == 2 and row["action"] == "call":
                key = row["position"], row["relation"]
                found[key] = found.get(key, Sums()) + _sums(row)
        return found

    def whole(self, side: str) -> dict[str, Any]:
        """Return the row of all deals for a side."""
        for row in self.summary.to_pylist():
            if row["action"] == "deal" and row["side"] == side:
                return dict(row)
        raise KeyError(side)

    def first_round(self, by: tuple[str, ...]) -> list[dict[str, Any]]:
        """Add up round 1 by position, action and some columns."""
        keys = (*by, "round", "position", "action", "alone")
        return [row for row in group_sums(self.hands, keys, SUM_NAMES) if row["round"] == 1]

    def strengths(self) -> dict[tuple[Strength, int], Turn]:
        """Decisions of round 1 by holding of trump and position."""
        columns = ("n_trump", "has_joker", "has_right", "has_left")
        rows = [row for row in self.first_round(columns) if row["n_trump"] is not None]
        return _turns(
            (Strength.of(*(row[name] for name in columns)), row["position"], row) for row in rows
        )

    def upcards(self) -> dict[tuple[str, int], Turn]:
        """Decisions of round 1 by upcard and position."""
        rows = self.first_round(("upcard",))
        return _turns((row["upcard"], row["position"], row) for row in rows)


def _sums(row: Mapping[str, Any]) -> Sums:
    return Sums(*(row[name] for name in SUM_NAMES))


def _turns(rows: Iterable[tuple[Any, int, Mapping[str, Any]]]) -> dict[Any, Turn]:
    """Gather rows by two keys into decisions, in the order of the keys."""
    found: dict[Any, dict[str, Sums]] = {}
    for key, position, row in rows:
        kind = "passed" if row["action"] == "pass" else "alone" if row["alone"] else "together"
        sums = found.setdefault((key, position), {})
        sums[kind] = sums.get(kind, Sums()) + _sums(row)
    empty = Sums()
    return {
        key: Turn(*(found[key].get(kind, empty) for kind in ("passed", "together", "alone")))
        for key in sorted(found)
    }

"""What a call table's rows say together: gains by holding, verdicts, and what right calls bring."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from euchre_sim.analysis.estimate import LEVEL, NOTHING_KNOWN, Estimate, deviations
from euchre_sim.report.sums import Array
from euchre_sim.report.table_numbers import TableNumbers, weighted
from euchre_sim.report.words import Strength, position_label
from euchre_sim.storage.calls.provenance import CallProvenance

__all__ = ["VERDICTS", "Gain", "TableFindings"]

VERDICTS = ("pass", "too close to tell", "call with partner", "call alone")


@dataclass(frozen=True, slots=True)
class Gain:
    """What one action brings more than another, on average over some rows of a table."""

    mean: Estimate = NOTHING_KNOWN
    rows: int = 0

    @property
    def is_sure(self) -> bool:
        """Whether it is a gain beyond the interval."""
        return self.mean.lo is not None and self.mean.lo > 0


Gains = dict[tuple[Strength, int], Gain]


@dataclass(frozen=True)
class TableFindings:
    """The findings of a call table.

    Parameters
    ----------
    numbers
        Its rows.
    of
        What it rests on.
    """

    numbers: TableNumbers
    of: CallProvenance

    @property
    def call(self) -> str:
        """The verb of a call in the table's round."""
        return "order" if self.of.round == 1 else "call"

    def calling(self, position: int) -> str:
        """Return what players say for calling at a position."""
        rules = self.of.rules
        if self.of.round == 2:
            return "calling"
        if position == rules.players:
            return "picking up"
        dealer_is_mate = rules.teams[position - 1] >> (rules.players - 1) & 1
        return "assisting" if dealer_is_mate else "ordering up"

    def seat(self, position: int) -> str:
        """Return a position as the head of a line."""
        return position_label(position, self.of.rules)

    @cached_property
    def gains(self) -> Gains:
        """What calling gains over passing, by holding and position: alone where that is more."""
        numbers = self.numbers
        ways = []
        for rows in (numbers.with_partner, numbers.choices[numbers.alone[numbers.choices]]):
            known = rows[numbers.has_pass[rows]]
            ways.append(self._by_strength(known, numbers.gain[known], numbers.gain_variance[known]))
        together, alone = ways
        return {
            key: max(gain, alone.get(key, gain), key=lambda one: one.mean.mean or 0.0)
            for key, gain in together.items()
        }

    @cached_property
    def lone_gains(self) -> Gains:
        """What calling alone gains over the same call with the partner."""
        rows, gain, variance = self.numbers.lone_gains()
        known = self.numbers.known[rows]
        return self._by_strength(rows[known], gain[known], variance[known])

    def _by_strength(self, rows: Array, gain: Array, variance: Array) -> Gains:
        place, strengths = self.numbers.strengths
        found = {}
        for i, strength in enumerate(strengths):
            for position in self.of.positions:
                here = (place[rows] == i) & (self.numbers.position[rows] == position)
                if here.any():
                    weights = self.numbers.weights[rows[here]]
                    mean = weighted(weights, gain[here], variance[here])
                    found[strength, position] = Gain(mean, int(here.sum()))
        return found

    def gain(self, rows: Array) -> Gain:
        """Return what the actions of some rows gain over passing."""
        numbers = self.numbers
        mean = weighted(numbers.weights[rows], numbers.gain[rows], numbers.gain_variance[rows])
        return Gain(mean, len(rows))

    @cached_property
    def verdicts(self) -> dict[int, list[float]]:
        """Shares of the `VERDICTS` among the hands with which each position has to decide."""
        numbers = self.numbers
        rows = numbers.best_call
        rows = rows[numbers.known[rows]]
        reach = deviations(LEVEL) * np.sqrt(numbers.gain_variance[rows])
        gain, forced = numbers.gain[rows], numbers.pass_row[rows] < 0
        calls = np.where(numbers.alone[rows], 3, 2)
        close = np.where(gain + reach < 0, 0, 1)
        verdict = np.where(forced | (gain - reach > 0), calls, close)
        found = {}
        for position in self.of.positions:
            here = numbers.position[rows] == position
            totals = np.bincount(verdict[here], numbers.weights[rows[here]], len(VERDICTS))
            if totals.sum():
                found[position] = (totals / totals.sum()).tolist()
        return found

    def best_calls(self, alone: bool) -> Iterator[tuple[int, Array]]:
        """Yield, by position, the rows of calls that are the best action of their decision."""
        numbers = self.numbers
        chosen = numbers.best & ~numbers.is_pass & (numbers.alone == alone) & numbers.known
        for position in self.of.positions:
            rows = np.flatnonzero(chosen & (numbers.position == position))
            if len(rows):
                yield position, rows

    def share(self, rows: Array, name: str) -> Estimate:
        """Return the share of deals that a column counts, over some rows."""
        numbers = self.numbers
        share = numbers.column(name)[rows] / numbers.played[rows]
        variance = share * (1 - share) / numbers.played[rows]
        found = weighted(numbers.weights[rows], share, variance)
        if found.mean is None or found.lo is None or found.hi is None:
            return found
        return Estimate(found.mean, found.se, max(found.lo, 0.0), min(found.hi, 1.0))

    def points(self, rows: Array) -> Estimate:
        """Return the points a deal of some rows."""
        numbers = self.numbers
        return weighted(numbers.weights[rows], numbers.mean[rows], numbers.mean_variance[rows])

"""A call table's decisions: what calling gains over passing, weighted by how often it is asked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa

from euchre_sim.analysis.estimate import LEVEL, Estimate, deviations
from euchre_sim.cards import JOKER
from euchre_sim.report.sums import Array, coded, numbers
from euchre_sim.report.words import Strength

__all__ = ["TABLE_COLUMNS", "TableNumbers", "weighted"]

TABLE_COLUMNS = (
    "hand", "upcard", "weight", "position", "action", "suit", "relation", "alone", "drawn", "n",
    "made", "lone_sweep", "euchred", "points", "points_squared", "points_by_pass",
    "points_by_best", "best",
)  # fmt: skip

SUITS = "scdh"
MATES = {"s": "c", "c": "s", "d": "h", "h": "d"}


def weighted(weights: Array, means: Array, variances: Array) -> Estimate:
    """Return a weighted mean of independent estimates with its interval.

    Parameters
    ----------
    weights
        Of each estimate.
    means
        The estimates.
    variances
        Their squared standard errors.
    """
    total = float(weights.sum())
    if not total:
        return Estimate(None, None, None, None)
    mean = float((weights * means).sum()) / total
    se = float(np.sqrt((weights**2 * variances).sum())) / total
    reach = deviations(LEVEL) * se
    return Estimate(mean, se, mean - reach, mean + reach)


@dataclass(frozen=True)
class TableNumbers:
    """A call table's rows, those of one decision standing together.

    Parameters
    ----------
    rows
        The columns `TABLE_COLUMNS`, in the order of the file.
    """

    rows: pa.Table

    def column(self, name: str) -> Array:
        """Return a column of numbers; what is missing in it is 0."""
        return numbers(self.rows.column(name))

    @cached_property
    def position(self) -> Array:
        """Position of each row."""
        return self.column("position")

    @cached_property
    def alone(self) -> Array:
        """Whether each row's action is a call alone."""
        return self._is("alone", True)

    @cached_property
    def is_pass(self) -> Array:
        """Whether each row's action is to pass."""
        return self._is("action", "pass")

    @cached_property
    def best(self) -> Array:
        """Whether each row's action is the best of its decision."""
        return self._is("best", True)

    def relation(self, name: str) -> Array:
        """Whether each row calls a suit that stands so to the upcard's."""
        return self._is("relation", name)

    def upcards(self) -> tuple[Array, list[Any]]:
        """Return each row's upcard as a place in a list of ranks."""
        return coded(self.rows, "upcard")

    def _is(self, name: str, value: object) -> Array:
        codes, values = coded(self.rows, name)
        if value not in values:
            return np.zeros(len(codes), bool)
        found: Array = codes == values.index(value)
        return found

    @cached_property
    def decision(self) -> Array:
        """Number of the decision that each row belongs to."""
        keys = [coded(self.rows, name)[0] for name in ("hand", "upcard", "position")]
        changes = np.zeros(self.rows.num_rows, bool)
        for key in keys:
            changes[1:] |= key[1:] != key[:-1]
        found: Array = np.cumsum(changes)
        return found

    @cached_property
    def weights(self) -> Array:
        """How often each row's decision is met: deals of the class, times the share that fit."""
        drawn = self.column("drawn")
        return self.column("weight") * self.column("n") / np.maximum(drawn, 1)

    @cached_property
    def mean(self) -> Array:
        """Points a deal of each row; 0 where no deal fitted."""
        return self.column("points") / self.played

    @cached_property
    def mean_variance(self) -> Array:
        """Squared standard error of `mean`."""
        return self._variance(self.column("points_squared") - self.played * self.mean**2)

    @cached_property
    def played(self) -> Array:
        """Deals of each row, at least 1 so that one may divide by it."""
        return np.maximum(self.column("n"), 1)

    @cached_property
    def known(self) -> Array:
        """Whether enough deals were played for a standard error."""
        return self.column("n") >= 2

    def _variance(self, squares: Array) -> Array:
        found: Array = np.maximum(squares, 0) / np.maximum(self.played - 1, 1) / self.played
        return found

    @cached_property
    def pass_row(self) -> Array:
        """Row of the pass of each row's decision, -1 where one may not pass."""
        passes = np.full(int(self.decision[-1]) + 1 if self.rows.num_rows else 0, -1)
        at = np.flatnonzero(self.is_pass)
        passes[self.decision[at]] = at
        found: Array = passes[self.decision]
        return found

    @cached_property
    def has_pass(self) -> Array:
        """Whether one may pass instead, and it is known what that brings."""
        return (self.pass_row >= 0) & self.known

    @cached_property
    def gain(self) -> Array:
        """What each row's action brings more than passing, on the same deals."""
        return self.mean - self.mean[self.pass_row]

    @cached_property
    def gain_variance(self) -> Array:
        """Squared standard error of `gain`, which is paired."""
        both = self.column("points_by_pass")
        own, others = self.column("points_squared"), self.column("points_squared")[self.pass_row]
        squares = own - 2 * both + others - self.played * self.gain**2
        return self._variance(squares)

    @cached_property
    def choices(self) -> Array:
        """Rows of calls, of several discards only the best one."""
        calls = np.flatnonzero(~self.is_pass)
        key = self._call_keys(calls) * 2 + self.alone[calls]
        # Of equal keys the one with most points comes first; of equal points the first row.
        order = np.lexsort((calls, -self.column("points")[calls], key))
        _, first = np.unique(key[order], return_index=True)
        return np.sort(calls[order[first]])

    @cached_property
    def best_call(self) -> Array:
        """Row of the best call of each decision that knows one."""
        order = np.lexsort((self.choices, -self.mean[self.choices], self.decision[self.choices]))
        _, first = np.unique(self.decision[self.choices][order], return_index=True)
        return self.choices[order[first]]

    @cached_property
    def with_partner(self) -> Array:
        """Rows of `choices` that are not alone, and the others where one may call only alone."""
        rows = self.choices
        offered = np.zeros(int(self.decision[-1]) + 1, bool)
        offered[self.decision[rows[~self.alone[rows]]]] = True
        found: Array = rows[~self.alone[rows] | ~offered[self.decision[rows]]]
        return found

    def lone_gains(self) -> tuple[Array, Array, Array]:
        """Compare calls alone with the same calls with the partner.

        Returns
        -------
        tuple
            Rows of the calls alone, their gains, and the squared standard errors of these. Where
            neither is the best action of its decision, the table does not tell how they vary
            together, and the errors are those of two samples, which are larger.
        """
        rows = self.choices
        keys = self._call_keys(rows)
        lone, both = rows[self.alone[rows]], rows[~self.alone[rows]]
        lone_keys, both_keys = keys[self.alone[rows]], keys[~self.alone[rows]]
        order = np.argsort(both_keys)
        place = np.searchsorted(both_keys[order], lone_keys)
        place = np.minimum(place, max(len(order) - 1, 0))
        has_twin = both_keys[order[place]] == lone_keys if len(order) else np.zeros(len(lone), bool)
        lone, twin = lone[has_twin], both[order[place[has_twin]]]
        gain = self.mean[lone] - self.mean[twin]
        by_best, squares = self.column("points_by_best"), self.column("points_squared")
        product = np.where(self.best[lone], by_best[twin], by_best[lone])
        paired = squares[lone] - 2 * product + squares[twin] - self.played[lone] * gain**2
        n = self.played[lone]
        variance = np.where(
            self.best[lone] | self.best[twin],
            np.maximum(paired, 0) / np.maximum(n - 1, 1) / n,
            self.mean_variance[lone] + self.mean_variance[twin],
        )
        return lone, gain, variance

    def _call_keys(self, rows: Array) -> Array:
        """Give calls numbers by decision, suit and relation."""
        suit = coded(self.rows, "suit")[0][rows]
        relation = coded(self.rows, "relation")[0][rows]
        found: Array = (self.decision[rows] * 8 + suit) * 16 + relation
        return found

    # --- holdings of trump -----------------------------------------------------------------------

    @cached_property
    def strengths(self) -> tuple[Array, list[Strength]]:
        """For each row a place in the list of holdings, the strongest first; -1 without trump.

        In round 2 the trumps are those of the suit called.
        """
        hands, texts = coded(self.rows, "hand")
        suits, names = coded(self.rows, "suit")
        used, local = np.unique(hands * len(names) + suits, return_inverse=True)
        held = [_holding(texts[pair // len(names)], names[pair % len(names)]) for pair in used]
        found = sorted({one for one in held if one is not None}, reverse=True)
        place = {one: i for i, one in enumerate(found)}
        places = [-1 if one is None else place[one] for one in held]
        return np.array(places, np.int64)[local], found


def _holding(hand: str, suit: str | None) -> Strength | None:
    """Count the trumps of a canonical hand when a suit is trump."""
    if suit is None:
        return None
    cards = hand.replace("|", " ").split()
    left, joker = f"J{MATES[suit]}", JOKER.egn
    trumps = sum(card in (joker, left) or card.endswith(suit) for card in cards)
    return Strength.of(trumps, joker in cards, f"J{suit}" in cards, left in cards)

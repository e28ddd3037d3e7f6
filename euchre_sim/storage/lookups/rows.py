"""Rows of a call table as arrays, those of a class of hands behind each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from euchre_sim.storage.lookups.columns import codes, numbers
from euchre_sim.storage.lookups.lookup import SHARES

__all__ = ["OF_ACTION", "SURE", "CallKind", "CallRows"]

SURE = 2  # standard errors beyond which a difference of one hand's actions counts as settled

_WORDS = ("action", "suit", "relation")
OF_ACTION = (
    *(*_WORDS, "alone", *SHARES),
    *("points", "points_squared", "points_by_pass", "points_by_best", "best"),
)

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


class CallKind(NamedTuple):
    """A way to act, the same for every hand: its suit is canonical."""

    action: str
    suit: str | None
    relation: str | None
    alone: bool


@dataclass(frozen=True)
class CallRows:
    """Chosen rows of one upcard and position as arrays, those of a class behind each other.

    `best_kind` marks all rows of the way to act that is the best with the hand, whatever is buried.
    """

    starts: Integers
    of_class: Integers
    kind_of: Integers
    kind_list: tuple[CallKind, ...]
    often: Floats
    drawn: Integers
    n: Integers
    points: Integers
    squares: Integers
    by_pass: Integers
    mean: Floats
    is_pass: Flags
    best_kind: Flags
    is_settled: Flags
    shares: dict[str, Floats]

    @classmethod
    def of(cls, rows: pa.Table, chosen: Flags, hand: Any, often: Floats) -> CallRows:
        """Take the rows out of a table."""
        hand = hand[chosen]
        starts = np.flatnonzero(np.diff(hand, prepend=-1))
        of_class = np.cumsum(np.diff(hand, prepend=-1) != 0) - 1
        read = {
            name: numbers(rows, name)[chosen]
            for name in (*OF_ACTION, "n", "drawn")
            if name not in _WORDS
        }
        n, points, squares = read["n"], read["points"], read["points_squared"]
        kind_of, kinds = _kinds(rows, chosen, read["alone"])
        best = np.zeros(len(starts), np.int64)
        best[of_class[read["best"]]] = np.flatnonzero(read["best"])
        best = best[of_class]
        difference = points - points[best]
        paired = squares - 2 * read["points_by_best"] + squares[best]
        error = np.sqrt(_variance(paired, difference, n))
        # Another discard of the best call is no rival of it.
        beaten = (difference / n < -SURE * error) | (kind_of == kind_of[best])
        return cls(
            starts,
            of_class,
            kind_of,
            kinds,
            often[chosen],
            read["drawn"],
            n,
            points,
            squares,
            read["points_by_pass"],
            points / n,
            np.array([kind.action == "pass" for kind in kinds])[kind_of],
            kind_of == kind_of[best],
            np.logical_and.reduceat(beaten, starts)[of_class],
            {name: read[name] / n for name in SHARES},
        )

    @property
    def n_classes(self) -> int:
        """Number of classes."""
        return len(self.starts)

    def variance(self, squares: Any, totals: Any, at: Any) -> Floats:
        """Variance of the means of rows, from sums and sums of squares."""
        return _variance(squares, totals, self.n[at])

    def kinds(self) -> Iterator[tuple[CallKind, Integers]]:
        """Every way to act with a row for each class: the best of several discards."""
        for number, kind in enumerate(self.kind_list):
            at = self.one_a_class(self.kind_of == number)
            yield kind, at[at >= 0]

    def one_a_class(self, among: Flags) -> Integers:
        """Find each class's row with the largest mean among some, -1 where there is none."""
        found = np.full(self.n_classes, -1)
        at = np.flatnonzero(among)
        at = at[np.argsort(self.mean[at], kind="stable")]
        found[self.of_class[at]] = at  # of several the last stays
        return found


def _variance(squares: Any, totals: Any, n: Any) -> Floats:
    variance: Floats = np.maximum(squares - totals / n * totals, 0) / (n - 1) / n
    return variance


def _kinds(rows: pa.Table, chosen: Flags, alone: Flags) -> tuple[Integers, tuple[CallKind, ...]]:
    """Give numbers to the ways to act, in the order in which they come."""
    coded = [codes(rows, name) for name in _WORDS]
    key = alone.astype(np.int64)
    for places, words in coded:
        key = key * (len(words) + 1) + places[chosen] + 1
    _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
    order = np.argsort(first)
    kinds = []
    for at in first[order]:
        action, suit, relation = (
            None if places[chosen][at] < 0 else words[places[chosen][at]] for places, words in coded
        )
        kinds.append(CallKind(str(action), suit, relation, bool(alone[at])))
    return np.argsort(order)[inverse], tuple(kinds)

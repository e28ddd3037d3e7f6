"""What every call is worth with many hands together: all those of a table that a filter selects.

A class of hands counts as often as it comes up: by the number of hands it stands for, times the
share of deals in which the others pass before (``weight * n / drawn``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
import pyarrow as pa

from euchre_sim.analysis.worth import Points
from euchre_sim.storage.calls.provenance import CallProvenance
from euchre_sim.storage.calls.table import CallTable
from euchre_sim.storage.lookups.columns import ColumnMasks, codes, numbers
from euchre_sim.storage.lookups.lookup import SHARES, NotInTable, basis, require
from euchre_sim.storage.lookups.rows import OF_ACTION, SURE, CallKind, CallRows
from euchre_sim.storage.where import read_filter

__all__ = ["Aggregate", "CallWorth", "Calling", "aggregate"]

# What a filter may speak of: facts of the hand and its place, not of an action.
_OF_CLASS = (
    *("hand", "upcard", "weight", "position", "round", "n_trump", "has_joker", "has_right"),
    *("has_left", "off_aces", "voids", "drawn", "n"),
)


@dataclass(frozen=True)
class CallWorth:
    """What one way to act is worth on average.

    Attributes
    ----------
    kind
        The way to act.
    points
        Mean over the hands.
    best, settled_best
        Share of the hands with which it is the best action, and with which it is so by more than
        `rows.SURE` standard errors of each paired difference.
    shares
        Mean shares of deals by name, as in `lookup.TableValue`.
    """

    kind: CallKind
    points: Points
    best: float
    settled_best: float
    shares: dict[str, float]

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            **self.kind._asdict(),
            "points": self.points.as_dict(),
            "best": self.best,
            "settled_best": self.settled_best,
            **self.shares,
        }


@dataclass(frozen=True)
class Calling:
    """With what share of the hands it is right to call at all, alone or not.

    The noise of a table makes `right` lean towards one half: hands that are too close fall on
    either side by chance.  The true share is about `settled_right` at least and
    `settled_right` + `too_close` at most.

    Attributes
    ----------
    right
        Share in which the best call has more points than passing.
    settled_right, settled_wrong
        Shares in which it has more, or fewer, by `rows.SURE` standard errors of the paired
        difference.
    """

    right: float
    settled_right: float
    settled_wrong: float

    @property
    def too_close(self) -> float:
        """Share in which the table's deals do not tell."""
        return max(0.0, 1 - self.settled_right - self.settled_wrong)

    def as_dict(self) -> dict[str, float]:
        """Plain values for JSON."""
        return {
            "right": self.right,
            "settled_right": self.settled_right,
            "settled_wrong": self.settled_wrong,
            "too_close": self.too_close,
        }


@dataclass(frozen=True)
class Aggregate:
    """What a table says about the hands that a filter selects.

    Attributes
    ----------
    where
        The filter.
    upcards, positions
        Those beside and at which it selects hands.
    provenance
        What the table rests on.
    classes
        Number of classes of hand and upcard, counted for each position.
    share
        Their share of all hands with which these positions get to speak.
    actions
        In the order of the table.
    calling
        None where nobody may pass.
    """

    where: str
    upcards: tuple[str, ...]
    positions: tuple[int, ...]
    provenance: CallProvenance
    classes: int
    share: float
    actions: tuple[CallWorth, ...]
    calling: Calling | None

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "where": self.where,
            "upcards": list(self.upcards),
            "positions": list(self.positions),
            "round": self.provenance.round,
            **basis(self.provenance),
            "classes": self.classes,
            "share": self.share,
            "actions": [one.as_dict() for one in self.actions],
            "calling": None if self.calling is None else self.calling.as_dict(),
        }


def aggregate(
    table: CallTable,
    where: str,
    *,
    upcard: str | None = None,
    position: int | None = None,
    call_round: int | None = None,
) -> Aggregate:
    """Average what a table says over hands.

    Parameters
    ----------
    table
        The table.
    where
        The hands, as `where.parse_where` reads a filter; it may use the columns about hand and
        place.
    upcard, position, call_round
        Only hands beside an upcard of this rank, at this position; the table's round, to be sure
        of it.

    Raises
    ------
    InvalidFilter
        If the filter cannot be read.
    NotInTable
        If the table does not hold these, or no hand in it is selected.
    """
    provenance = table.provenance
    require(provenance, position=position, upcard=upcard, call_round=call_round)
    upcards = provenance.upcards if upcard is None else (upcard,)
    positions = provenance.positions if position is None else (position,)
    total = _Sums()
    for one in upcards:
        for seat in positions:
            columns = [*_OF_CLASS, *OF_ACTION]
            rows = table.rows(upcard=one, position=seat, columns=columns)
            total.add(rows, where, one, seat)
    if not total.classes:
        raise NotInTable(
            f"no hand in the table fits the filter {_shortened(where)!r} (hands are as dealt, so "
            "that the upcard is in none of them)"
        )
    return Aggregate(
        where,
        tuple(total.upcards),
        tuple(sorted(total.positions)),
        provenance,
        total.classes,
        total.weight / total.all_weight,
        tuple(total.worths()),
        total.calling(),
    )


def _shortened(text: str) -> str:
    """Return a text, or its beginning, for a sentence."""
    return text if len(text) <= 60 else f"{text[:57]}..."


class _Sums:
    """Sums over classes of hands, each with its weight."""

    def __init__(self) -> None:
        self.classes = 0
        self.upcards: dict[str, None] = {}  # those of hands that were selected, in order
        self.positions: set[int] = set()
        self.weight = self.all_weight = 0.0
        self.by_kind: dict[CallKind, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        self.may_pass: dict[str, float] = defaultdict(float)

    def add(self, rows: pa.Table, where: str, upcard: str, position: int) -> None:
        """Add the classes of one upcard and position that the filter selects."""
        schema = pa.schema([rows.schema.field(name) for name in _OF_CLASS])
        chosen = np.asarray(read_filter(where, schema, ColumnMasks(rows)))
        hand, _ = codes(rows, "hand")
        n, drawn = numbers(rows, "n"), numbers(rows, "drawn")
        starts = np.flatnonzero(np.diff(hand, prepend=-1))
        often = numbers(rows, "weight") * (n / drawn)
        self.all_weight += float(often[starts].sum())
        chosen = chosen & (n > 1)  # of a single deal there is no error
        if not chosen.any():
            return
        page = CallRows.of(rows, chosen, hand, often)
        self.classes += page.n_classes
        self.upcards[upcard] = None
        self.positions.add(position)
        self.weight += float(page.often[page.starts].sum())
        self._add_kinds(page)
        self._add_calling(page)

    def _add_kinds(self, page: CallRows) -> None:
        for kind, at in page.kinds():
            sums, often, mean = self.by_kind[kind], page.often[at], page.mean[at]
            # Of two uncertain things, the points and how often the others pass, the second counts
            # by how far the hand's points are from the mean of all: three sums, as the mean is
            # known only at the end.
            accepted = page.n[at] / page.drawn[at]
            passing = (often / accepted) ** 2 * accepted * (1 - accepted) / page.drawn[at]
            for name, values in {
                "often": often,
                "points": often * mean,
                "variance": often**2 * page.variance(page.squares[at], page.points[at], at),
                "passing": passing,
                "passing_points": passing * mean,
                "passing_squares": passing * mean**2,
                "best": often * page.best_kind[at],
                "settled_best": often * (page.best_kind & page.is_settled)[at],
                **{name: often * page.shares[name][at] for name in SHARES},
            }.items():
                sums[name] += float(values.sum())

    def _add_calling(self, page: CallRows) -> None:
        passes = page.one_a_class(page.is_pass)
        calls = page.one_a_class(~page.is_pass)
        both = (passes >= 0) & (calls >= 0)
        passes, calls = passes[both], calls[both]
        difference = page.points[calls] - page.points[passes]
        squares = page.squares[calls] - 2 * page.by_pass[calls] + page.squares[passes]
        error = np.sqrt(page.variance(squares, difference, calls))
        mean, often = difference / page.n[calls], page.often[calls]
        sums = self.may_pass
        sums["often"] += float(often.sum())
        sums["right"] += float(often[mean > 0].sum())
        sums["settled_right"] += float(often[mean > SURE * error].sum())
        sums["settled_wrong"] += float(often[mean < -SURE * error].sum())

    def worths(self) -> Iterator[CallWorth]:
        """Divide the sums of every way to act."""
        for kind, sums in self.by_kind.items():
            often = sums["often"]
            mean = sums["points"] / often
            passing = sums["passing_squares"] - 2 * mean * sums["passing_points"]
            variance = sums["variance"] + max(0.0, passing + mean**2 * sums["passing"])
            yield CallWorth(
                kind,
                Points(mean, sqrt(variance) / often),
                sums["best"] / self.weight,
                sums["settled_best"] / self.weight,
                {name: sums[name] / often for name in SHARES},
            )

    def calling(self) -> Calling | None:
        """Divide the sums of calling against passing."""
        often = self.may_pass["often"]
        if not often:
            return None
        shares = (
            self.may_pass[name] / often for name in ("right", "settled_right", "settled_wrong")
        )
        return Calling(*shares)

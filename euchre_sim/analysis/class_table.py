"""The table by class of hand: what seats did with each hand, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from euchre_sim.analysis import classes, tally
from euchre_sim.analysis.summary import RELATIONS

__all__ = ["ACTIONS", "COUNTS", "ClassTable", "TableAction"]

Integers = npt.NDArray[np.int64]
Columns = dict[str, npt.NDArray[Any]]

COUNTS = ("n", "made", "march", "lone_sweep", "euchred", "points", "points_squared")
_FIELDS = (
    tally.F_N,
    tally.F_MADE,
    tally.F_MARCH,
    tally.F_SWEEP,
    tally.F_EUCHRED,
    tally.F_POINTS,
    tally.F_SQUARES,
)


@dataclass(frozen=True, slots=True)
class TableAction:
    """One action of the table, its suit being canonical (`classes`)."""

    slot: int
    round: int
    action: str
    suit: str | None = None
    relation: str | None = None
    alone: bool = False


def _actions() -> Iterator[TableAction]:
    turned, following, crossing = RELATIONS
    yield TableAction(tally.ACT_PASS_1, 1, "pass")
    for alone in (False, True):
        yield TableAction(tally.ACT_ORDER + alone, 1, "order", "s", turned, alone)
    yield TableAction(tally.ACT_PASS_2, 2, "pass")
    for slot, suit, relation in (
        (tally.ACT_CALL_NEXT, "c", following),
        (tally.ACT_CALL_HEARTS, "h", crossing),
        (tally.ACT_CALL_DIAMONDS, "d", crossing),
        (tally.ACT_CALL_TURNED, "s", turned),
    ):
        for alone in (False, True):
            yield TableAction(slot + alone, 2, "call", suit, relation, alone)


# In the order of a table's rows.
ACTIONS = tuple(_actions())
_SLOTS = np.array([action.slot for action in ACTIONS])
_ROUNDS = np.array([action.round for action in ACTIONS])


class ClassTable:
    """Sums by position, class and action.

    Parameters
    ----------
    counts
        Shape ``(players, N_CLASSES, tally.N_ACTIONS, tally.N_FIELDS)``; int32 straight from a run,
        int64 where runs are added up.
    """

    def __init__(self, counts: Integers | npt.NDArray[np.int32]) -> None:
        self.counts = counts

    @classmethod
    def empty(cls, players: int) -> Self:
        """Make a table of nothing, to add others to."""
        shape = (players, classes.N_CLASSES, tally.N_ACTIONS, tally.N_FIELDS)
        return cls(np.zeros(shape, np.int64))

    def __add__(self, other: Self) -> Self:
        return type(self)(np.add(self.counts, other.counts, dtype=np.int64))

    def rows(self) -> Iterator[Columns]:
        """Yield the rows that occurred, as columns of equal length; one lot for each upcard rank.

        They are in the order of class, position, round and action.  `class` is the number that
        `classes.class_text` turns into a hand, `act` an index into `ACTIONS`, and `share` the
        share among all that the position did with that hand in that round.
        """
        for rank in range(len(classes.UPCARD_RANKS)):
            yield self._rows_of(rank * classes.N_PER_UPCARD, classes.N_PER_UPCARD)

    def _rows_of(self, first: int, count: int) -> Columns:
        part = self.counts[:, first : first + count]
        n = part[:, :, _SLOTS, tally.F_N].transpose(1, 0, 2)
        turns = np.empty(n.shape, np.int64)
        for call_round in (1, 2):
            here = call_round == _ROUNDS
            turns[:, :, here] = n[:, :, here].sum(axis=2, keepdims=True)
        number, seat, act = np.nonzero(n)
        cells = part[seat, number, _SLOTS[act]].astype(np.int64)
        columns: Columns = {
            name: cells[:, field] for name, field in zip(COUNTS, _FIELDS, strict=True)
        }
        columns["class"] = (number + first).astype(np.int32)
        columns["position"] = (seat + 1).astype(np.int8)
        columns["act"] = act.astype(np.int8)
        columns["share"] = columns["n"] / turns[number, seat, act]
        return columns

    def add_rows(self, columns: Columns) -> None:
        """Add rows as `rows` gives them (no row twice); other columns than the counts' are keys."""
        seat = columns["position"].astype(np.int64) - 1
        at = (seat, columns["class"], _SLOTS[columns["act"]])
        for name, field in zip(COUNTS, _FIELDS, strict=True):
            self.counts[(*at, field)] += columns[name]


@cache
def action_index() -> dict[tuple[int, str, str | None, bool], int]:
    """Place in `ACTIONS` by round, action, suit and alone."""
    return {(one.round, one.action, one.suit, one.alone): i for i, one in enumerate(ACTIONS)}

"""The table by class of hand: what seats did with each hand, and what came of it.

A run counts into packed cells (`tally`), one for each position, class and action that the rules
know; only those that occurred become rows.  Tables are read off, written and added up lot by lot,
so that the whole is never there in another form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from euchre_sim.analysis import tally
from euchre_sim.analysis.classes import HandClasses, classes_of
from euchre_sim.analysis.summary import NAMED, RELATIONS, WITHOUT_TRUMP
from euchre_sim.rules import HouseRules

__all__ = ["ACTIONS", "COUNTS", "ClassTable", "Lot", "TableAction", "TableLayout", "layout_of"]

Integers = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]
Columns = dict[str, npt.NDArray[Any]]

COUNTS = ("n", "made", "march", "lone_sweep", "euchred", "points", "points_squared")
LOT = 360_000  # cells at a time, which may all become rows: some 100 MB


@dataclass(frozen=True, slots=True)
class TableAction:
    """One action of the table, its suit being canonical (`classes`)."""

    round: int
    action: str
    suit: str | None = None
    relation: str | None = None
    alone: bool = False


def _both(call_round: int, action: str, suit: str | None, relation: str) -> list[TableAction]:
    return [TableAction(call_round, action, suit, relation, alone) for alone in (False, True)]


_TURNED, _NEXT, _CROSSING = RELATIONS
_PASS_1, _PASS_2 = TableAction(1, "pass"), TableAction(2, "pass")
_ORDER = _both(1, "order", "s", _TURNED)
# Each with the place of its slot in the layout's vector.
_CALLS = [
    (tally.CALL_CLUBS, _both(2, "call", "c", _NEXT)),
    (tally.CALL_HEARTS, _both(2, "call", "h", _CROSSING)),
    (tally.CALL_DIAMONDS, _both(2, "call", "d", _CROSSING)),
    (tally.CALL_SPADES, _both(2, "call", "s", _TURNED)),
    *[
        (tally.CALL_WITHOUT_TRUMP + i, _both(2, "call", None, relation))
        for i, relation in enumerate(WITHOUT_TRUMP.values())
    ],
]
# By a dealer who turned up a joker, by call.
_NAMINGS = [
    (call, _both(1, "order", suit, NAMED))
    for call, suit in (
        (tally.CALL_SPADES, "s"),
        (tally.CALL_CLUBS, "c"),
        (tally.CALL_HEARTS, "h"),
        (tally.CALL_DIAMONDS, "d"),
    )
]
# All that rules may allow, in the order of a table's rows.
ACTIONS: tuple[TableAction, ...] = (
    *[_PASS_1, *_ORDER, _PASS_2],
    *[one for _, both in [*_CALLS, *_NAMINGS] for one in both],
)


@cache
def action_index() -> dict[TableAction, int]:
    """Place of every action in `ACTIONS`."""
    return {action: i for i, action in enumerate(ACTIONS)}


@dataclass(frozen=True)
class TableLayout:
    """Where in a table the decisions of a class are counted.

    Attributes
    ----------
    classes
        The classes of hands.
    players
        Number of positions.
    n_actions
        Cells of a class.
    vector
        The ``T_`` slots that the kernels read.
    slots, named_slots
        Cell of each of the `ACTIONS` that the rules know, by its place there; for a class whose
        upcard has a suit, and for one with a joker for which the dealer names trump.
    """

    classes: HandClasses
    players: int
    n_actions: int
    vector: Integers
    slots: dict[int, int]
    named_slots: dict[int, int]

    @property
    def most_hands(self) -> int:
        """How many hands the cells hold, however they fall.

        The likeliest class is dealt to a position in at most this share of the hands; ten standard
        deviations are left above its expectation.
        """
        most = tally.DEALS_OF_A_CELL
        likeliest = int(self.classes.weights.max())
        return (most - int(10 * most**0.5)) * self.classes.n_deals // likeliest

    def empty(self) -> Words:
        """Make the cells of a run."""
        shape = (self.players, self.classes.n_classes * self.n_actions, tally.N_WORDS)
        return np.zeros(shape, np.uint64)

    def lots(self) -> Iterator[Lot]:
        """Cut the classes into lots of one upcard each."""
        for upcard in range(len(self.classes.upcards)):
            numbers = self.classes.with_upcard(upcard)
            n_lots = -(-len(numbers) * self.players * self.n_actions // LOT)
            cuts = [numbers.start + len(numbers) * i // n_lots for i in range(n_lots + 1)]
            for first, end in pairwise(cuts):
                yield Lot(self, first, end)


@dataclass(frozen=True)
class Lot:
    """Some classes in a row, all with one upcard.

    Sums of a lot have the shape ``(len(COUNTS), positions, classes, actions)``.
    """

    layout: TableLayout
    first: int
    end: int

    @property
    def slots(self) -> tuple[Integers, Integers]:
        """Places in `ACTIONS` of what can be done with these hands, and the cells for it."""
        layout = self.layout
        has_suit = layout.classes.has_up_suit[self.first]
        chosen = layout.slots if has_suit else layout.named_slots
        return np.array(list(chosen), np.int64), np.array(list(chosen.values()), np.int64)

    def zeros(self) -> Integers:
        """Make sums of nothing, for `add_rows`."""
        shape = (self.layout.players, self.end - self.first, self.layout.n_actions)
        return np.zeros((len(COUNTS), *shape), np.int64)

    def cells(self, words: Words) -> Words:
        """Cut the lot's cells out of a run's: by position, class, action and word."""
        n_actions = self.layout.n_actions
        part = words[:, self.first * n_actions : self.end * n_actions]
        return part.reshape(self.layout.players, self.end - self.first, n_actions, tally.N_WORDS)

    def wide_cells(self, wide: Integers) -> Integers:
        """Cut the lot's sums out of a run's wide ones: by field, position, class and action."""
        n_actions = self.layout.n_actions
        part = wide[:, :, self.first * n_actions : self.end * n_actions]
        return part.reshape(len(wide), self.layout.players, self.end - self.first, n_actions)

    def rows(self, n: Integers, sums_at: Callable[[Integers, Integers, Integers], Any]) -> Columns:
        """Return what occurred as columns, in the order of class, position, round and action.

        ``class`` is the class's number, ``act`` an index into `ACTIONS`, and ``share`` the share
        among all that the position did with that hand in that round.

        Parameters
        ----------
        n
            Decisions by position, class and action.
        sums_at
            Gives all `COUNTS` of some cells, by their places on these three axes.
        """
        acts, slots = self.slots
        by_act = n[:, :, slots].transpose(1, 0, 2)
        number, seat, which = np.nonzero(by_act)
        columns: Columns = dict(zip(COUNTS, sums_at(seat, number, slots[which]), strict=True))
        columns["class"] = (number + self.first).astype(np.int32)
        columns["position"] = (seat + 1).astype(np.int8)
        columns["act"] = acts[which].astype(np.int8)
        in_round_2 = np.array([ACTIONS[act].round == 2 for act in acts])
        turns = np.stack([by_act[:, :, here].sum(axis=2) for here in (~in_round_2, in_round_2)])
        of = turns[in_round_2[which].astype(np.int64), number, seat]
        columns["share"] = columns["n"] / of
        return columns

    def add_rows(self, sums: Integers, columns: Columns) -> None:
        """Add rows as `rows` gives them, no row twice."""
        acts, slots = self.slots
        slot_of = np.zeros(len(ACTIONS), np.int64)
        slot_of[acts] = slots
        seat, number = columns["position"].astype(np.int64) - 1, columns["class"] - self.first
        for i, name in enumerate(COUNTS):
            sums[i, seat, number, slot_of[columns["act"]]] += columns[name]

    def added_rows(self, sums: Integers) -> Columns:
        """Return the rows of sums that `add_rows` has made."""
        return self.rows(sums[0], lambda *at: sums[(slice(None), *at)])


def layout_of(rules: HouseRules) -> TableLayout:
    """Return the layout of the table of a run under house rules."""
    classes = classes_of(rules)
    index = action_index()
    slots = {index[_PASS_1]: tally.ACT_PASS_1, index[_PASS_2]: tally.ACT_PASS_2}
    slots |= {index[action]: tally.ACT_ORDER + i for i, action in enumerate(_ORDER)}
    vector = np.full(tally.LAYOUT_SIZE, -1, np.int64)
    free = tally.ACT_ORDER + len(_ORDER)
    for call, both in _CALLS:
        if not _is_known(both[0], rules):
            continue
        always_alone = both[0].relation == WITHOUT_TRUMP["MIS"]
        vector[tally.T_CALLS + call] = free - always_alone
        for action in both[always_alone:]:
            slots[index[action]] = free
            free += 1
    vector[tally.T_LOW_INDEX] = classes.low_index
    vector[tally.T_N_RANKS] = classes.n_ranks
    vector[tally.T_PER_UPCARD] = classes.per_upcard
    vector[tally.T_JOKER_SECTION] = classes.joker_section
    vector[tally.T_N_ACTIONS] = free
    named = {
        index[action]: i + int(vector[tally.T_CALLS + call])
        if call != tally.CALL_SPADES
        else i + tally.ACT_ORDER
        for call, both in _NAMINGS
        for i, action in enumerate(both)
    }
    in_order = dict(sorted(slots.items()))
    return TableLayout(classes, rules.players, free, vector, in_order, named)


def _is_known(call: TableAction, rules: HouseRules) -> bool:
    """Whether a call of round 2 may be legal."""
    if call.suit is None:
        return any(WITHOUT_TRUMP[name] == call.relation for name in rules.contracts)
    return call.relation != _TURNED or rules.turned_down_suit != "barred"


class ClassTable:
    """Sums by position, class and action.

    Parameters
    ----------
    layout
        Of the rules.
    hands
        Hands that are counted in the words.
    words
        Shape ``(players, classes * actions, tally.N_WORDS)``: the cells of a run.
    wide
        Sums of more hands than words hold, shape ``(len(CellSums), players, classes * actions)``;
        None as long as there are no more.
    """

    def __init__(
        self, layout: TableLayout, hands: int, words: Words, wide: Integers | None = None
    ) -> None:
        self.layout = layout
        self.hands = hands
        self.words = words
        self.wide = wide

    @classmethod
    def empty(cls, layout: TableLayout) -> Self:
        """Make a table without a hand."""
        return cls(layout, 0, layout.empty())

    def __add__(self, other: Self) -> Self:
        added = type(self)(self.layout, self.hands, self.words.copy(), _sum(self.wide, other.wide))
        # Words add up as they are, as long as no sum in them can leave its bits.
        if self.hands + other.hands > self.layout.most_hands:
            added.spill()
        added.hands += other.hands
        added.words += other.words
        return added

    def spill(self) -> None:
        """Move what the words hold into wide sums, so that they hold as many hands again."""
        if self.wide is None:
            shape = len(tally.CellSums._fields), *self.words.shape[:2]
            self.wide = np.zeros(shape, np.int64)
        for seat, words in enumerate(self.words):
            for field, sums in enumerate(tally.cell_sums(words)):
                self.wide[field, seat] += sums
        self.words[:] = 0
        self.hands = 0

    def rows(self) -> Iterator[Columns]:
        """Yield the rows that occurred, lot by lot (`Lot.rows`)."""
        for lot in self.layout.lots():
            yield self._rows_of(lot)

    def _rows_of(self, lot: Lot) -> Columns:
        words = lot.cells(self.words)
        wide = None if self.wide is None else lot.wide_cells(self.wide)

        def sums_at(seat: Integers, number: Integers, slot: Integers) -> Integers:
            sums = np.stack(tally.cell_sums(words[seat, number, slot]))
            if wide is not None:
                sums += wide[:, seat, number, slot]
            n, march, lone_sweep, euchred, points, squares = sums
            made = np.where(slot < tally.ACT_ORDER, 0, n - euchred)
            return np.stack([n, made, march, lone_sweep, euchred, points, squares])

        n = tally.cell_counts(words)
        if wide is not None:
            n += wide[0]
        return lot.rows(n, sums_at)


def _sum(one: Integers | None, other: Integers | None) -> Integers | None:
    """Add up wide sums where there are any; the result is nobody else's."""
    if one is None or other is None:
        there = other if one is None else one
        return None if there is None else there.copy()
    return one + other

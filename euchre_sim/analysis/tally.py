"""Counting what became of many hands: kernels that reduce `play_range`'s rows to sums.

All of them run without the GIL and add integers only, so that sums over ranges, threads and
machines are the same in any order.

`count_outcomes` sorts deals into a few thousand cells that differ in what the bidding and the
tricks came to; every table by position and round follows from them (`analysis.summary`).

For the table by class of hand every decision has a row of its own.  `list_decisions` writes one
word a decision into a list for each position, and `add_decisions` adds a list to that position's
part of the table.  Memory is touched at random only there; two threads never add to the same
position at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from euchre_sim.analysis.classes import LOW_RANK, N_RANKS, RANK_BITS
from euchre_sim.engine.bits import lowest
from euchre_sim.engine.contract import rotate
from euchre_sim.engine.jit import BYTES_2D, INTS, INTS_2D, WORDS_2D, entry, kernel, pointer
from euchre_sim.engine.layout import (
    MAX_HAND,
    MAX_SEATS,
    O_CALL,
    O_LONE,
    O_LONE_DEFENDER,
    O_MAKER,
    O_POINTS,
    O_ROUND,
    O_TRICKS,
    R_HAND_SIZE,
    R_MATES,
    R_PLAYERS,
    R_TRICKS_NEEDED,
)

# --- cells of outcomes: maker, round, who is alone, lone defender, relation, makers' tricks -------
NOBODY_ALONE, MAKER_ALONE, MATE_ALONE = 0, 1, 2
TURNED, NEXT, CROSSING = 0, 1, 2  # suit called against the upcard's: the same, its mate, another
CELL_SHAPE = (MAX_SEATS, 2, 3, 2, 3, MAX_HAND + 1)
PASSED_OUT_CELL = int(np.prod(CELL_SHAPE))
N_CELLS = PASSED_OUT_CELL + 1
CELL_DEALS, CELL_POINTS, CELL_SQUARES = 0, 1, 2  # points are makers' minus defenders'
CELL_FIELDS = 3

# --- the table by class: actions of a seat and what is counted for each ------------------------
# The two passes come first: they are the most common, and lie on one or two lines of memory.
ACT_PASS_1, ACT_PASS_2, ACT_ORDER = 0, 1, 2  # + 1 for alone, as in every later pair
ACT_CALL = 4  # clubs (next), hearts, diamonds (crossing), spades (turned down): 4, 6, 8, 10
N_ACTIONS = 12
F_N, F_MADE, F_MARCH, F_SWEEP, F_EUCHRED, F_POINTS, F_SQUARES = range(7)
N_FIELDS = 8  # one is spare: a cell is a whole number of memory lines

# One decision in one word: cell << 16 | what it came to << 8 | points + POINTS_ZERO.
CAME_TO_NOTHING, CAME_TO_MADE, CAME_TO_MARCH, CAME_TO_SWEEP, CAME_TO_EUCHRE = range(5)
N_RESULTS = 5
N_POINTS = 256
POINTS_ZERO = 128  # points are in an int8 of the outcome anyway
PREFETCH = 16  # decisions; a cell takes some hundred cycles to come from memory

U = np.uint64
SIX = U(RANK_BITS)
NUMBERS = types.Array(types.int32, 1, "C")


@entry(types.void(INTS, BYTES_2D, WORDS_2D, types.int64, INTS_2D))
def count_outcomes(rules, outcomes, dealt, count, cells):
    """Sort the first `count` deals into cells, a row of CELL_FIELDS sums each."""
    n = rules[R_PLAYERS]
    for i in range(count):
        maker = np.int64(outcomes[i, O_MAKER])
        cell = np.int64(PASSED_OUT_CELL)
        if maker >= 0:
            lone = np.int64(outcomes[i, O_LONE])
            alone = 0 if lone < 0 else (1 if lone == maker else 2)
            difference = (np.int64(outcomes[i, O_CALL]) & 7) ^ (lowest(dealt[i, n]) >> 4)
            relation = 0 if difference == 0 else (1 if difference == 2 else 2)
            cell = maker * 2 + np.int64(outcomes[i, O_ROUND]) - 1
            cell = (cell * 3 + alone) * 2 + np.int64(outcomes[i, O_LONE_DEFENDER] >= 0)
            cell = (cell * 3 + relation) * (MAX_HAND + 1) + np.int64(outcomes[i, O_TRICKS])
        points = np.int64(outcomes[i, O_POINTS])
        cells[cell, 0] += 1
        cells[cell, 1] += points
        cells[cell, 2] += points * points


@kernel
def call_action(call_suit, up_suit, one, other):
    """Return the action of a round-2 call with a partner.

    `one` and `other` are the ranks held in the two crossing suits, `one` in the suit behind the
    upcard's in the order of lanes.
    """
    difference = call_suit ^ up_suit
    if difference == 0:
        return ACT_CALL + 6
    if difference == 2:
        return ACT_CALL
    own, rival = (one, other) if call_suit == (up_suit + 1) & 3 else (other, one)
    return ACT_CALL + 4 if own < rival else ACT_CALL + 2


@entry(types.void(INTS, NUMBERS, NUMBERS, BYTES_2D, WORDS_2D, types.int64, WORDS_2D, INTS))
def list_decisions(rules, start, place, outcomes, dealt, count, lists, lengths):
    """Write every call or pass of the first `count` deals into its position's list.

    Parameters
    ----------
    start, place : int32[:]
        `classes.lookup`.
    lists : uint64[:, :]
        A row a position, two words a deal wide: filled.
    lengths : int64[:]
        Words written to each list: filled.
    """
    n = rules[R_PLAYERS]
    needed = rules[R_TRICKS_NEEDED]
    size = rules[R_HAND_SIZE]
    base, offset = pointer(start), pointer(place)
    for seat in range(n):
        at = 0
        for i in range(count):
            maker = np.int64(outcomes[i, O_MAKER])
            call_round = np.int64(outcomes[i, O_ROUND])
            # Turns taken: 0, 1 or 2; the last of them is the call if this seat is the maker.
            turns = 2
            if maker >= 0:
                turns = call_round - np.int64(seat > maker)
            if turns == 0:
                continue
            upcard = lowest(dealt[i, n])
            up_suit = upcard >> 4
            hand = rotate(dealt[i, seat], 16 * (3 - up_suit))  # the upcard's suit on top
            spades, clubs = (hand >> U(48 + LOW_RANK)) & SIX, (hand >> U(16 + LOW_RANK)) & SIX
            one, other = (hand >> U(LOW_RANK)) & SIX, (hand >> U(32 + LOW_RANK)) & SIX
            up = U((upcard & 15) - LOW_RANK)
            known = base[(((up << U(N_RANKS)) | spades) << U(N_RANKS)) | clubs]
            number = np.int64(known) + np.int64(offset[(one << U(N_RANKS)) | other])
            points = np.int64(outcomes[i, O_POINTS])
            if maker >= 0 and (rules[R_MATES + maker] >> seat) & 1 == 0:
                points = -points
            cell = number * N_ACTIONS
            passed = U(points + POINTS_ZERO)
            if turns == 2 or maker != seat:
                lists[seat, at] = (U(cell + ACT_PASS_1) << U(16)) | passed
                at += 1
            if maker != seat:
                if turns == 2:
                    lists[seat, at] = (U(cell + ACT_PASS_2) << U(16)) | passed
                    at += 1
                continue
            action = np.int64(ACT_ORDER)
            if call_round == 2:
                action = call_action(np.int64(outcomes[i, O_CALL]) & 7, up_suit, one, other)
            lone = np.int64(outcomes[i, O_LONE])
            action += np.int64(lone == seat)
            tricks = np.int64(outcomes[i, O_TRICKS])
            result = CAME_TO_EUCHRE
            if tricks >= needed:
                result = CAME_TO_MADE
                if tricks == size:
                    result = CAME_TO_SWEEP if lone >= 0 else CAME_TO_MARCH
            lists[seat, at] = (U(cell + action) << U(16)) | U(result << 8) | passed
            at += 1
        lengths[seat] = at


@intrinsic
def prefetch(typing_context: Any, array: Any, index: Any) -> Any:
    """Ask for the memory at one item of a pointer, to be written to soon."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = builder.bitcast(builder.gep(args[0], [args[1]]), cgutils.voidptr_t)
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        for_writing, keep, data = number(1), number(3), number(1)
        builder.call(function, [place, for_writing, keep, data])
        return context.get_dummy_value()

    return types.void(array, types.int64), build


@entry(types.void(WORDS_2D, types.int64, types.int64, INTS, INTS_2D))
def add_decisions(lists, seat, length, amounts, table):
    """Add one position's list to its part of the table.

    Parameters
    ----------
    amounts : int64[:]
        `decision_amounts`.
    table : int64[:, :]
        Of shape (classes * N_ACTIONS, N_FIELDS).
    """
    to = pointer(table)
    what = pointer(amounts)
    words = pointer(lists[seat])
    for i in range(length):
        ahead = min(i + PREFETCH, length - 1)
        prefetch(to, np.int64(words[ahead] >> U(16)) * N_FIELDS)
        cell = np.int64(words[i] >> U(16)) * N_FIELDS
        amount = np.int64(words[i] & U(0xFFFF)) * N_FIELDS
        for j in range(N_FIELDS):
            to[cell + j] += what[amount + j]


def decision_amounts() -> npt.NDArray[np.int64]:
    """Return what a decision adds to the fields of its cell, by what it came to and its points."""
    amounts = np.zeros((N_RESULTS, N_POINTS, N_FIELDS), np.int64)
    points = np.arange(N_POINTS) - POINTS_ZERO
    amounts[:, :, F_N] = 1
    amounts[:, :, F_POINTS] = points
    amounts[:, :, F_SQUARES] = points * points
    amounts[CAME_TO_MADE : CAME_TO_SWEEP + 1, :, F_MADE] = 1
    amounts[CAME_TO_MARCH, :, F_MARCH] = 1
    amounts[CAME_TO_SWEEP, :, F_SWEEP] = 1
    amounts[CAME_TO_EUCHRE, :, F_EUCHRED] = 1
    return amounts.ravel()

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

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from euchre_sim.analysis.classes import HAND_SIZE
from euchre_sim.cards import Suit
from euchre_sim.engine.auction import dealer_names, suit_of_upcard
from euchre_sim.engine.bits import lowest, popcount
from euchre_sim.engine.contract import JOKER, rotate
from euchre_sim.engine.jit import (
    BYTES_2D,
    I64,
    INTS,
    INTS_2D,
    NUMBERS,
    VECTOR,
    WORDS_2D,
    entry,
    kernel,
)
from euchre_sim.engine.layout import (
    FIRST_WITHOUT_TRUMP,
    MAX_HAND,
    MAX_SEATS,
    O_CALL,
    O_LONE,
    O_LONE_DEFENDER,
    O_MAKER,
    O_MISDEAL,
    O_POINTS,
    O_ROUND,
    O_TRICKS,
    R_HAND_SIZE,
    R_MATES,
    R_PLAYERS,
    R_TRICKS_NEEDED,
)
from euchre_sim.engine.memory import pointer, prefetch, unlikely
from euchre_sim.scoring import MISERE

# --- cells of outcomes: maker, round, who is alone, lone defender, relation, makers' tricks -------
NOBODY_ALONE, MAKER_ALONE, MATE_ALONE = 0, 1, 2
# Suit called against the upcard's: the same, its mate, another; then the contracts without trump;
# then any suit that the dealer named for a joker turned up.
TURNED, NEXT, CROSSING, WITHOUT_TRUMP, NAMED = 0, 1, 2, 3, 6
N_RELATIONS = 7
CELL_SHAPE = (MAX_SEATS, 2, 3, 2, N_RELATIONS, MAX_HAND + 1)
PASSED_OUT_CELL = int(np.prod(CELL_SHAPE))
MISDEALT_CELL = PASSED_OUT_CELL + 1
N_CELLS = MISDEALT_CELL + 1
CELL_DEALS, CELL_POINTS, CELL_SQUARES = 0, 1, 2  # points are makers' minus defenders'
CELL_FIELDS = 3

# --- the table by class: how a run's table is laid out, one vector (`class_table.TableLayout`) ----
T_LOW_INDEX, T_N_RANKS, T_PER_UPCARD, T_JOKER_SECTION, T_N_ACTIONS = range(5)  # see `classes`
T_CALLS = 5  # N_CALLS slots: where an action of a cell is; + 1 if the caller is alone
# Calls by canonical suit, then the contracts without trump in their order.
CALL_CLUBS, CALL_HEARTS, CALL_DIAMONDS, CALL_SPADES, CALL_WITHOUT_TRUMP = range(5)
N_CALLS = 7
LAYOUT_SIZE = T_CALLS + N_CALLS
# The two passes come first: they are the most common, and share a line of memory.
ACT_PASS_1, ACT_PASS_2, ACT_ORDER = 0, 1, 2

# A cell is two words of sums: deals, marches and squares of points; lone sweeps, euchres and
# points.  Points are counted from -POINTS_LIMIT, so that no sum is negative.
N_WORDS = 2
COUNT_BITS = 18
DEALS_OF_A_CELL = (1 << COUNT_BITS) - 1
POINTS_LIMIT = 32
S1, S2 = COUNT_BITS, 2 * COUNT_BITS

# One decision in one word: cell << 16 | what it came to << 8 | points + POINTS_ZERO.
CAME_TO_NOTHING, CAME_TO_MADE, CAME_TO_MARCH, CAME_TO_SWEEP, CAME_TO_EUCHRE = range(5)
N_RESULTS = 5
N_POINTS = 256
POINTS_ZERO = 128  # points are in an int8 of the outcome anyway
PREFETCH = 32  # decisions; a cell takes some hundred cycles to come from memory

Integers = npt.NDArray[np.int64]
U = np.uint64
NOTHING = U(0)
ONE = U(1)
LANE_BITS = U(0xFFFF)
SPADES, HEARTS = int(Suit.SPADES), int(Suit.HEARTS)


@kernel
def relation_of(rules, contract, upcard):
    """Return how a contract relates to the upcard's suit."""
    if contract >= FIRST_WITHOUT_TRUMP:
        return WITHOUT_TRUMP + contract - FIRST_WITHOUT_TRUMP
    if dealer_names(rules, upcard):
        return NAMED
    difference = contract ^ suit_of_upcard(rules, upcard)
    return TURNED if difference == 0 else (NEXT if difference == 2 else CROSSING)


@entry(None, INTS, BYTES_2D, WORDS_2D, I64, INTS_2D)
def count_outcomes(rules, outcomes, dealt, count, cells):
    """Sort the first `count` deals into cells, a row of CELL_FIELDS sums each."""
    n = rules[R_PLAYERS]
    for i in range(count):
        maker = np.int64(outcomes[i, O_MAKER])
        cell = np.int64(PASSED_OUT_CELL)
        if unlikely(outcomes[i, O_MISDEAL] != 0):
            cell = np.int64(MISDEALT_CELL)
        if maker >= 0:
            lone = np.int64(outcomes[i, O_LONE])
            alone = NOBODY_ALONE if lone < 0 else (MAKER_ALONE if lone == maker else MATE_ALONE)
            relation = relation_of(pointer(rules), np.int64(outcomes[i, O_CALL]) & 7, dealt[i, n])
            cell = maker * 2 + np.int64(outcomes[i, O_ROUND]) - 1
            cell = (cell * 3 + alone) * 2 + np.int64(outcomes[i, O_LONE_DEFENDER] >= 0)
            cell = (cell * N_RELATIONS + relation) * (MAX_HAND + 1)
            cell += np.int64(outcomes[i, O_TRICKS])
        points = np.int64(outcomes[i, O_POINTS])
        cells[cell, CELL_DEALS] += 1
        cells[cell, CELL_POINTS] += points
        cells[cell, CELL_SQUARES] += points * points


@kernel
def ranks_of(layout, lanes, lane):
    """Ranks in one lane, the deck's lowest first."""
    ranks = (ONE << U(layout[T_N_RANKS])) - ONE
    return (lanes >> U(16 * lane + layout[T_LOW_INDEX])) & ranks


@kernel
def class_of(layout, start, place, hand, up_suit, below, section):
    """Return the number of the class of a hand; `start` and `place` are pointers to `lookup`.

    `below` are the ranks below the upcard's, or all if it is not one of the suit's, and `section`
    is where the part of `start` for the upcard begins.  The number is among those of one rank.
    """
    lanes = rotate(hand, 16 * (3 - up_suit))  # the upcard's suit in lane 3, its mate in lane 1
    n_ranks = U(layout[T_N_RANKS])
    spades = ranks_of(layout, lanes, 3)
    spades = (spades & below) | ((spades >> ONE) & ~below)
    joker = hand >> U(63) << (n_ranks + n_ranks - ONE)
    known = joker + (spades << n_ranks) + ranks_of(layout, lanes, 1)
    crossing = (ranks_of(layout, lanes, 0) << n_ranks) | ranks_of(layout, lanes, 2)
    return np.int64(start[section + np.int64(known)]) + np.int64(place[crossing])


@kernel
def larger_pair(hand):
    """Return a suit of the colour of which a hand of an odd number holds more cards."""
    black = hand & ((LANE_BITS << U(16 * SPADES)) | LANE_BITS)
    return SPADES if popcount(black) > HAND_SIZE // 2 else HEARTS


@kernel
def suit_called(layout, hand, suit, up_suit, named):
    """Return the call of a suit (see `HandClasses.canonical_suit`)."""
    larger = ranks_of(layout, hand, suit) >= ranks_of(layout, hand, suit ^ 2)
    if (suit ^ up_suit) & 1 == 1:
        return CALL_HEARTS if larger else CALL_DIAMONDS
    if named:
        return CALL_SPADES if larger else CALL_CLUBS
    return CALL_SPADES if suit == up_suit else CALL_CLUBS


@kernel
def action_of(layout, hand, call_round, contract, up_suit, named):
    """Return the action of calling with a partner."""
    if contract >= FIRST_WITHOUT_TRUMP:
        return layout[T_CALLS + CALL_WITHOUT_TRUMP + contract - FIRST_WITHOUT_TRUMP]
    if call_round == 1 and not named:
        return np.int64(ACT_ORDER)
    call = suit_called(layout, hand, contract, up_suit, named)
    # Of a joker's class nobody orders up: the place is free for spades.
    return np.int64(ACT_ORDER) if named and call == CALL_SPADES else layout[T_CALLS + call]


@kernel
def result_of(rules, contract, tricks, lone):
    """Tell what a call came to; a misere is made without a trick."""
    if contract == MISERE:
        return CAME_TO_MADE if tricks == 0 else CAME_TO_EUCHRE
    if tricks == rules[R_HAND_SIZE]:
        return CAME_TO_SWEEP if lone >= 0 else CAME_TO_MARCH
    return CAME_TO_MADE if tricks >= rules[R_TRICKS_NEEDED] else CAME_TO_EUCHRE


@entry(None, INTS, INTS, NUMBERS, NUMBERS, BYTES_2D, WORDS_2D, I64, WORDS_2D, INTS)
def list_decisions(rules, table_layout, start, place, outcomes, dealt, count, lists, lengths):
    """Write every call and pass of the first `count` deals into its position's list.

    Parameters
    ----------
    table_layout : int64[:]
        The ``T_`` slots.
    start, place : int32[:]
        `HandClasses.lookup`.
    lists : uint64[:, :]
        A row a position, two words a deal and two more wide: filled.
    lengths : int64[:]
        Words written to each list: filled.
    """
    n = rules[R_PLAYERS]
    rule, layout = pointer(rules), pointer(table_layout)
    base, offset = pointer(start), pointer(place)
    n_actions = layout[T_N_ACTIONS]
    for seat in range(n):
        lengths[seat] = 0
    for i in range(count):
        maker = np.int64(outcomes[i, O_MAKER])
        call_round = np.int64(outcomes[i, O_ROUND])
        upcard = dealt[i, n]
        if upcard == NOTHING:  # a misdeal
            continue
        named = dealer_names(rule, upcard)
        up_suit = larger_pair(dealt[i, n - 1]) if named else suit_of_upcard(rule, upcard)
        first, section, below = np.int64(0), np.int64(0), ~NOTHING
        if unlikely(upcard == JOKER):
            section = layout[T_JOKER_SECTION]
        else:
            rank = (lowest(upcard) & 15) - layout[T_LOW_INDEX]
            first = rank * layout[T_PER_UPCARD]
            below = (ONE << U(rank)) - ONE
        points = np.int64(outcomes[i, O_POINTS])
        makers = np.int64(0) if maker < 0 else rules[R_MATES + maker]
        speakers = maker + 1 if call_round == 1 else n
        passers_2 = n if maker < 0 else (maker if call_round == 2 else 0)
        # A joker for which the dealer names trump asks nobody else.
        for seat in range(n - 1 if named else 0, speakers):
            hand = dealt[i, seat]
            number = first + class_of(layout, base, offset, hand, up_suit, below, section)
            cell = number * n_actions
            own = points if (makers >> seat) & 1 == 1 else -points
            # Both passes are written; what did not happen is overwritten by the next word.
            at = lengths[seat]
            passed = U(own + POINTS_ZERO)
            lists[seat, at] = (U(cell + ACT_PASS_1) << U(16)) | passed
            at += np.int64(seat != maker or call_round == 2)
            lists[seat, at] = (U(cell + ACT_PASS_2) << U(16)) | passed
            at += np.int64(seat < passers_2)
            if seat == maker:
                contract = np.int64(outcomes[i, O_CALL]) & 7
                lone = np.int64(outcomes[i, O_LONE])
                action = action_of(layout, hand, call_round, contract, up_suit, named)
                action += np.int64(lone == seat)
                result = result_of(rule, contract, np.int64(outcomes[i, O_TRICKS]), lone)
                lists[seat, at] = (U(cell + action) << U(16)) | U(result << 8) | passed
                at += 1
            lengths[seat] = at


@entry(None, WORDS_2D, I64, I64, VECTOR, WORDS_2D)
def add_decisions(lists, seat, length, amounts, table):
    """Add one position's list to its part of the table.

    Parameters
    ----------
    amounts : uint64[:]
        `decision_amounts`.
    table : uint64[:, :]
        Of shape (classes * actions, N_WORDS).
    """
    to = pointer(table)
    what = pointer(amounts)
    words = pointer(lists[seat])
    for i in range(length):
        ahead = min(i + PREFETCH, length - 1)
        prefetch(to, np.int64(words[ahead] >> U(16)) * N_WORDS)
        cell = np.int64(words[i] >> U(16)) * N_WORDS
        amount = np.int64(words[i] & U(0xFFFF)) * N_WORDS
        for j in range(N_WORDS):
            to[cell + j] += what[amount + j]


def decision_amounts() -> npt.NDArray[np.uint64]:
    """Return what a decision adds to the words of its cell, by what it came to and its points."""
    points = np.clip(np.arange(N_POINTS) - POINTS_ZERO, -POINTS_LIMIT, POINTS_LIMIT)
    amounts = np.zeros((N_RESULTS, N_POINTS, N_WORDS), np.int64)
    amounts[:, :, 0] = 1 + (points * points << S2)
    amounts[:, :, 1] = points + POINTS_LIMIT << S2
    amounts[CAME_TO_MARCH, :, 0] += 1 << S1
    amounts[CAME_TO_SWEEP, :, 1] += 1
    amounts[CAME_TO_EUCHRE, :, 1] += 1 << S1
    return amounts.astype(np.uint64).ravel()


class CellSums(NamedTuple):
    """What is counted of the decisions in each cell."""

    n: Integers
    march: Integers
    lone_sweep: Integers
    euchred: Integers
    points: Integers
    points_squared: Integers


def cell_counts(words: npt.NDArray[np.uint64]) -> Integers:
    """Return how many decisions are in each cell; the last axis is that of the words."""
    return (words[..., 0] & U(DEALS_OF_A_CELL)).astype(np.int64)


def cell_sums(words: npt.NDArray[np.uint64]) -> CellSums:
    """Take the words of cells apart; the last axis is that of the words."""
    first, second = words[..., 0], words[..., 1]
    many = U(DEALS_OF_A_CELL)
    n = cell_counts(words)
    march, lone_sweep, euchred, squares, points = (
        sums.astype(np.int64)
        for sums in (
            first >> U(S1) & many,
            second & many,
            second >> U(S1) & many,
            first >> U(S2),
            second >> U(S2),
        )
    )
    return CellSums(n, march, lone_sweep, euchred, points - POINTS_LIMIT * n, squares)

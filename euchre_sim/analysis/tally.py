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

import numpy as np
import numpy.typing as npt

from euchre_sim.analysis.classes import LOW_RANK, N_RANKS, RANK_BITS
from euchre_sim.engine.auction import dealer_names, suit_of_upcard
from euchre_sim.engine.bits import lowest
from euchre_sim.engine.contract import rotate
from euchre_sim.engine.jit import (
    BYTES_2D,
    I64,
    INTS,
    INTS_2D,
    NUMBERS,
    NUMBERS_2D,
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
    O_POINTS,
    O_ROUND,
    O_TRICKS,
    R_HAND_SIZE,
    R_MATES,
    R_PLAYERS,
    R_TRICKS_NEEDED,
)
from euchre_sim.engine.memory import pointer, prefetch

# --- cells of outcomes: maker, round, who is alone, lone defender, relation, makers' tricks -------
NOBODY_ALONE, MAKER_ALONE, MATE_ALONE = 0, 1, 2
# Suit called against the upcard's: the same, its mate, another; then the contracts without trump.
TURNED, NEXT, CROSSING = 0, 1, 2
N_RELATIONS = 6
CELL_SHAPE = (MAX_SEATS, 2, 3, 2, N_RELATIONS, MAX_HAND + 1)
PASSED_OUT_CELL = int(np.prod(CELL_SHAPE))
N_CELLS = PASSED_OUT_CELL + 1
CELL_DEALS, CELL_POINTS, CELL_SQUARES = 0, 1, 2  # points are makers' minus defenders'
CELL_FIELDS = 3

# --- the table by class: actions of a seat and what is counted for each ------------------------
# The two passes come first: they are the most common, and share a line of memory.
ACT_PASS_1, ACT_PASS_2, ACT_ORDER = 0, 1, 2  # + 1 for alone, as in every later pair
ACT_CALL_NEXT, ACT_CALL_HEARTS, ACT_CALL_DIAMONDS, ACT_CALL_TURNED = 4, 6, 8, 10
N_ACTIONS = 12
F_N, F_MADE, F_MARCH, F_SWEEP, F_EUCHRED, F_POINTS, F_SQUARES = range(7)
N_FIELDS = 8  # one is spare: a cell is half a line of memory
# The table is int32, to be small enough for fast memory.  The likeliest class is one hand in
# 100,947, so that in so many hands even its sum of squares fits with points up to 32.
MOST_HANDS = 10**11

# One decision in one word: cell << 16 | what it came to << 8 | points + POINTS_ZERO.
CAME_TO_NOTHING, CAME_TO_MADE, CAME_TO_MARCH, CAME_TO_SWEEP, CAME_TO_EUCHRE = range(5)
N_RESULTS = 5
N_POINTS = 256
POINTS_ZERO = 128  # points are in an int8 of the outcome anyway
PREFETCH = 32  # decisions; a cell takes some hundred cycles to come from memory

U = np.uint64
NOTHING = U(0)
SIX = U(RANK_BITS)


@kernel
def relation_of(rules, contract, upcard):
    """Return how a contract relates to the upcard's suit; one named for a joker is its suit."""
    if contract >= FIRST_WITHOUT_TRUMP:
        return N_RELATIONS - 3 + contract - FIRST_WITHOUT_TRUMP
    if dealer_names(rules, upcard):
        return TURNED
    difference = contract ^ suit_of_upcard(rules, upcard)
    return TURNED if difference == 0 else (NEXT if difference == 2 else CROSSING)


@entry(None, INTS, BYTES_2D, WORDS_2D, I64, INTS_2D)
def count_outcomes(rules, outcomes, dealt, count, cells):
    """Sort the first `count` deals into cells, a row of CELL_FIELDS sums each."""
    n = rules[R_PLAYERS]
    for i in range(count):
        maker = np.int64(outcomes[i, O_MAKER])
        cell = np.int64(PASSED_OUT_CELL)
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
def ranks_of(lanes, lane):
    """Ranks in one lane, six bits."""
    return (lanes >> U(16 * lane + LOW_RANK)) & SIX


@kernel
def class_of(start, place, hand, up_rank, up_suit):
    """Return the number of the class of a hand; `start` and `place` are pointers to `lookup`."""
    lanes = rotate(hand, 16 * (3 - up_suit))  # the upcard's suit in lane 3, its mate in lane 1
    known = (((U(up_rank) << U(N_RANKS)) | ranks_of(lanes, 3)) << U(N_RANKS)) | ranks_of(lanes, 1)
    crossing = (ranks_of(lanes, 0) << U(N_RANKS)) | ranks_of(lanes, 2)
    return np.int64(start[known]) + np.int64(place[crossing])


@kernel
def call_action(hand, suit, up_suit):
    """Return the action of calling `suit` in round 2 with a partner (see `canonical_suit`)."""
    difference = suit ^ up_suit
    if difference == 0:
        return ACT_CALL_TURNED
    if difference == 2:
        return ACT_CALL_NEXT
    larger = ranks_of(hand, suit) >= ranks_of(hand, suit ^ 2)
    return ACT_CALL_HEARTS if larger else ACT_CALL_DIAMONDS


@entry(None, INTS, NUMBERS, NUMBERS, BYTES_2D, WORDS_2D, I64, WORDS_2D, INTS)
def list_decisions(rules, start, place, outcomes, dealt, count, lists, lengths):
    """Write every call and pass of the first `count` deals into its position's list.

    Parameters
    ----------
    start, place : int32[:]
        `classes.lookup`.
    lists : uint64[:, :]
        A row a position, two words a deal and two more wide: filled.
    lengths : int64[:]
        Words written to each list: filled.
    """
    n = rules[R_PLAYERS]
    base, offset = pointer(start), pointer(place)
    for seat in range(n):
        lengths[seat] = 0
    for i in range(count):
        maker = np.int64(outcomes[i, O_MAKER])
        call_round = np.int64(outcomes[i, O_ROUND])
        if dealt[i, n] == NOTHING:  # a misdeal
            continue
        upcard = lowest(dealt[i, n])
        up_suit, up_rank = upcard >> 4, (upcard & 15) - LOW_RANK
        points = np.int64(outcomes[i, O_POINTS])
        makers = np.int64(0) if maker < 0 else rules[R_MATES + maker]
        speakers = maker + 1 if call_round == 1 else n
        passers_2 = n if maker < 0 else (maker if call_round == 2 else 0)
        for seat in range(speakers):
            number = class_of(base, offset, dealt[i, seat], up_rank, up_suit)
            cell = number * N_ACTIONS
            own = points if (makers >> seat) & 1 == 1 else -points
            # Both passes are written; what did not happen is overwritten by the next word.
            at = lengths[seat]
            passed = U(own + POINTS_ZERO)
            lists[seat, at] = (U(cell + ACT_PASS_1) << U(16)) | passed
            at += np.int64(seat != maker or call_round == 2)
            lists[seat, at] = (U(cell + ACT_PASS_2) << U(16)) | passed
            at += np.int64(seat < passers_2)
            if seat == maker:
                action = np.int64(ACT_ORDER)
                if call_round == 2:
                    suit = np.int64(outcomes[i, O_CALL]) & 7
                    action = np.int64(call_action(dealt[i, seat], suit, up_suit))
                lone = np.int64(outcomes[i, O_LONE])
                action += np.int64(lone == seat)
                tricks = np.int64(outcomes[i, O_TRICKS])
                result = CAME_TO_MADE if tricks >= rules[R_TRICKS_NEEDED] else CAME_TO_EUCHRE
                if tricks == rules[R_HAND_SIZE]:
                    result = CAME_TO_SWEEP if lone >= 0 else CAME_TO_MARCH
                lists[seat, at] = (U(cell + action) << U(16)) | U(result << 8) | passed
                at += 1
            lengths[seat] = at


@entry(None, WORDS_2D, I64, I64, NUMBERS, NUMBERS_2D)
def add_decisions(lists, seat, length, amounts, table):
    """Add one position's list to its part of the table.

    Parameters
    ----------
    amounts : int32[:]
        `decision_amounts`.
    table : int32[:, :]
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


def decision_amounts() -> npt.NDArray[np.int32]:
    """Return what a decision adds to the fields of its cell, by what it came to and its points."""
    amounts = np.zeros((N_RESULTS, N_POINTS, N_FIELDS), np.int32)
    points = np.arange(N_POINTS) - POINTS_ZERO
    amounts[:, :, F_N] = 1
    amounts[:, :, F_POINTS] = points
    amounts[:, :, F_SQUARES] = points * points
    amounts[CAME_TO_MADE : CAME_TO_SWEEP + 1, :, F_MADE] = 1
    amounts[CAME_TO_MARCH, :, F_MARCH] = 1
    amounts[CAME_TO_SWEEP, :, F_SWEEP] = 1
    amounts[CAME_TO_EUCHRE, :, F_EUCHRED] = 1
    return amounts.ravel()

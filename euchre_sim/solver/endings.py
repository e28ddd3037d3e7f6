"""Endings of two pairs under a trump suit, two or three cards a hand, looked up in a table.

At the beginning of a trick the value depends on the number of cards of each suit still in play
and on whose each card is, read suit by suit from high to low, the leader's place being 0.  The
three side suits may change places, so that only the shapes with the longest side suit first are
kept: 57 shapes of 12 cards x 369,600 orders of owners, 2 bits each.

An order is two words of bits, one for each bit of the owner's number.  Its place in the table is
``base[upper half] + below[lower half]``: the orders that begin with the same upper half follow
each other, and how many there are depends only on what that half holds.
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.bits import popcount
from euchre_sim.engine.jit import inlined, kernel
from euchre_sim.engine.memory import pointer_to
from euchre_sim.solver.words import byte_at, gather, number_at

U = np.uint64
NOTHING = U(0)
ONE = U(1)
TWO = U(2)
THREE = U(3)

LARGEST = 3  # cards a hand
UNKNOWN = -1
HALF_UP = U(32)  # the second bits of the owners lie this much above the first bits

# --- the directory: one vector of words ---------------------------------------------------------
# For each size: address of the values, then of `base` and `below`; behind them one row a shape.
D_SIZES = 4  # words a size, sizes 0 .. 3
D_VALUES, D_BASE, D_BELOW = 0, 1, 2
# A row is found by the lengths of the side suits, 3 bits each.  Its words: the first value's
# place (all ones where there is no such shape), the bits of each side suit, how far to turn them.
D_SHAPES = D_SIZES * (LARGEST + 1)
SHAPE_SIZE = 8
SHAPE_AT = 0
SHAPE_BITS = 1  # 3 words
SHAPE_TURNS = 4  # 3 words
N_SHAPES = 512
DIRECTORY_SIZE = D_SHAPES + (LARGEST + 1) * N_SHAPES * SHAPE_SIZE
NO_SHAPE = ~U(0)
LANE_0 = U(0xFFFF)
LANE_1 = U(0xFFFF << 16)
LANE_2 = U(0xFFFF << 32)


@kernel
def shape_number(side_2, side_1, side_0):
    """Number of a directory row from the lengths of the side suits."""
    return (side_2 << 6) | (side_1 << 3) | side_0


@inlined
def ending(a, b, c, d, cards, tables):
    """Tricks of the leader's side with `cards` (2 or 3) in each hand, or `UNKNOWN`.

    The hands are in contract space, `a` leads and the others follow clockwise.
    """
    in_play = a | b | c | d
    side_2 = popcount(in_play & LANE_2)
    side_1 = popcount(in_play & LANE_1)
    side_0 = popcount(in_play & LANE_0)
    if (side_2 | side_1 | side_0) > 7:
        return UNKNOWN
    directory = pointer_to(tables)
    size = D_SIZES * cards
    row = D_SHAPES + (cards * N_SHAPES + shape_number(side_2, side_1, side_0)) * SHAPE_SIZE
    start = directory[row + SHAPE_AT]
    if start == NO_SHAPE:
        return UNKNOWN
    owners = gather(b | d, in_play) | (gather(c | d, in_play) << HALF_UP)
    part_2 = owners & directory[row + SHAPE_BITS]
    part_1 = owners & directory[row + SHAPE_BITS + 1]
    part_0 = owners & directory[row + SHAPE_BITS + 2]
    owners ^= part_2 | part_1 | part_0
    owners |= turn_left(part_2, directory[row + SHAPE_TURNS])
    owners |= turn_left(part_1, directory[row + SHAPE_TURNS + 1])
    owners |= turn_left(part_0, directory[row + SHAPE_TURNS + 2])
    half = U(2 * cards)
    low = (ONE << half) - ONE
    first = owners & U(0xFFFF)
    second = owners >> HALF_UP
    upper = ((first >> half) << half) | (second >> half)
    lower = ((first & low) << half) | (second & low)
    place = start + number_at(directory[size + D_BASE], upper)
    place += byte_at(directory[size + D_BELOW], lower)
    four = byte_at(directory[size + D_VALUES], place >> TWO)
    return np.int64((four >> ((place & THREE) << ONE)) & THREE)


@kernel
def turn_left(word, by):
    """Rotate a word to the left by 0 to 63."""
    return (word << by) | (word >> ((U(64) - by) & U(63)))

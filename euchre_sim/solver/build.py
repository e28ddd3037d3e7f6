"""Building the tables of endings: entries that fill one shape, and what describes a shape."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
import numpy.typing as npt

from euchre_sim.engine.contract import TRUMPS
from euchre_sim.engine.jit import BYTES, I64, NUMBERS, U64, VECTOR, entry
from euchre_sim.solver.four_hands import leaders_tricks

__all__ = ["Orders", "fill_shape", "lengths_in_table", "row_of_shape", "suit_places"]

U = np.uint64
NOTHING = U(0)
MOST_TRUMPS = 7
MOST_OF_A_SIDE_SUIT = 6


@entry(None, I64, VECTOR, NUMBERS, NUMBERS, NUMBERS, U64, BYTES, I64)
def fill_shape(cards, places, uppers, starts, lowers, tables, values, at):
    """Work out the value of every order of owners of one shape.

    Parameters
    ----------
    cards : int64
        Cards a hand.
    places : uint64[:]
        The cards in play from high to low, in contract space.
    uppers, starts : int32[:]
        Upper halves of the orders, and the place in `lowers` of those that go with each.
    lowers : int32[:]
        Lower halves; those of one kind follow each other and end with -1.
    tables : uint64
        Address of the directory, with the smaller endings in it.
    values : int8[:]
        Filled, four values a byte, from value number `at` on.
    """
    half = 2 * cards
    place = at
    for i in range(len(uppers)):
        upper = uppers[i]
        a, b, c, d = NOTHING, NOTHING, NOTHING, NOTHING
        for k in range(half):
            shift = half - 1 - k
            owner = ((upper >> (half + shift)) & 1) + 2 * ((upper >> shift) & 1)
            card = places[k]
            a |= card if owner == 0 else NOTHING
            b |= card if owner == 1 else NOTHING
            c |= card if owner == 2 else NOTHING
            d |= card if owner == 3 else NOTHING
        j = starts[i]
        while lowers[j] >= 0:
            lower = lowers[j]
            e, f, g, h = a, b, c, d
            for k in range(half):
                shift = half - 1 - k
                owner = ((lower >> (half + shift)) & 1) + 2 * ((lower >> shift) & 1)
                card = places[half + k]
                e |= card if owner == 0 else NOTHING
                f |= card if owner == 1 else NOTHING
                g |= card if owner == 2 else NOTHING
                h |= card if owner == 3 else NOTHING
            found = leaders_tricks(e, f, g, h, TRUMPS, cards, 0, cards, tables)
            values[place >> 2] |= np.int8(found << (2 * (place & 3)))
            place += 1
            j += 1


class Orders:
    """The orders of owners of one size.

    Attributes
    ----------
    count
        How many there are.
    base, below
        Every order's number is ``base[upper half] + below[lower half]``.
    uppers, starts, lowers
        As `fill_shape` wants them.
    """

    def __init__(self, cards: int) -> None:
        half = 2 * cards
        kinds: dict[tuple[int, ...], list[int]] = {}
        for code in range(1 << (2 * half)):
            first, second = code >> half, code & ((1 << half) - 1)
            held = [0, 0, 0, 0]
            for k in range(half):
                held[(first >> k & 1) + 2 * (second >> k & 1)] += 1
            if max(held) <= cards:
                kinds.setdefault(tuple(held), []).append(code)
        self.base = np.zeros(1 << (2 * half), np.uint32)
        self.below = np.zeros(1 << (2 * half), np.uint8)
        starts: dict[tuple[int, ...], int] = {}
        lowers: list[int] = []
        for kind, codes in kinds.items():
            starts[kind] = len(lowers)
            lowers += [*codes, -1]
            self.below[codes] = range(len(codes))
        completed_by = {
            code: tuple(cards - n for n in kind) for kind, codes in kinds.items() for code in codes
        }
        self.count = 0
        for code in sorted(completed_by):
            self.base[code] = self.count
            self.count += len(kinds[completed_by[code]])
        self.uppers = np.array(sorted(completed_by), np.int32)
        self.starts = np.array([starts[completed_by[code]] for code in self.uppers], np.int32)
        self.lowers = np.array(lowers, np.int32)


def lengths_in_table(cards: int) -> Iterator[tuple[int, ...]]:
    """Give the lengths of trump and of the side suits, longest first, of every shape kept."""
    for sides in product(range(MOST_OF_A_SIDE_SUIT, -1, -1), repeat=3):
        trumps = 4 * cards - sum(sides)
        if 0 <= trumps <= MOST_TRUMPS and sides[0] >= sides[1] >= sides[2]:
            yield (trumps, sides[0], sides[1], sides[2])


def suit_places(lengths: tuple[int, ...]) -> npt.NDArray[np.uint64]:
    """Return cards of these suit lengths in contract space, from high to low."""
    tops = (62, 12 + 32, 12 + 16, 12)
    return np.array(
        [1 << (top - k) for top, n in zip(tops, lengths, strict=True) for k in range(n)], np.uint64
    )


def row_of_shape(sides: tuple[int, ...], start: int) -> list[int]:
    """Return the directory row for side suits of these lengths (lanes 2, 1, 0).

    `start` is the place of the first value of the shape with the longest side suit first.
    """
    both = 1 | 1 << 32
    below = [sum(sides[i + 1 :]) for i in range(3)]
    sorted_lanes = sorted(range(3), key=lambda i: -sides[i])
    moved_below = {
        lane: sum(sides[other] for other in sorted_lanes[k + 1 :])
        for k, lane in enumerate(sorted_lanes)
    }
    bits = [((1 << sides[i]) - 1) * both << below[i] for i in range(3)]
    turns = [(moved_below[i] - below[i]) % 64 for i in range(3)]
    return [start, *bits, *turns, 0]

"""Hands by number: every way to choose a hand out of so many cards, in one table.

In colexicographic order the choices out of the first n cards are the first C(n, k) of all, so
that one table serves every number of cards (Knuth, The Art of Computer Programming 4A, 7.2.1.3).
A choice is a word of n bits; `bits.deposit` lays it over the cards there are to choose from.
"""

from __future__ import annotations

from functools import cache
from math import comb

import numpy as np
import numpy.typing as npt

__all__ = ["MAX_POOL", "choices", "numbers_of_choices"]

MAX_POOL = 32  # cards to choose hands from: the largest deck without its upcard


@cache
def choices(n: int, k: int) -> npt.NDArray[np.uint32]:
    """Return all choices of `k` of `n` cards, bit i for the i-th card; ``C(n, k)`` words.

    The table lives as long as the program, because kernels read it by its address.
    """
    assert n <= MAX_POOL
    if k > n:
        return np.zeros(0, np.uint32)
    if k == 0:
        return np.zeros(1, np.uint32)
    with_last = choices(n - 1, k - 1) | np.uint32(1 << (n - 1))
    return np.concatenate([choices(n - 1, k), with_last])


def numbers_of_choices(k: int) -> list[int]:
    """Return C(n, k) for n from 0 to `MAX_POOL`."""
    return [comb(n, k) for n in range(MAX_POOL + 1)]

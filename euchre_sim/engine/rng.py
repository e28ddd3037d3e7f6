"""Random words by address: (seed, hand, index) -> word, never by order of drawing.

A hand has a key; the words of the hand are the outputs of splitmix64 started at that key
(Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).  Because a
word depends on its address alone, a run gives the same bytes whole, resumed or split over
threads, and two actions compared on one hand meet the same luck.
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.bits import high_product
from euchre_sim.engine.jit import kernel

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)
SEED_STEP = np.uint64(0xD1342543DE82EF95)
S30 = np.uint64(30)
S27 = np.uint64(27)
S31 = np.uint64(31)

# Words of a hand: the deal uses the first ones, decisions start here.
DECISIONS = np.uint64(1 << 20)
# A decision's own number: seat + 8 * step.  Steps: calls 0 and 1 by round, then these.
STEP_DISCARD = 2
STEP_ALONE = 3
STEP_DEFEND = 4
STEP_PLAY = 5  # and one more a trick
STEP_FARMER = 16  # and three more
STEP_SHED = 20
STEP_GIVE = 21
STEP_MORE_DISCARDS = 22  # and three more


@kernel
def mix(x):
    """Finalizer of splitmix64: a bijection of 64-bit words that looks random."""
    x = (x ^ (x >> S30)) * FIRST
    x = (x ^ (x >> S27)) * SECOND
    return x ^ (x >> S31)


@kernel
def hand_key(seed, hand):
    """Key of one hand of a seed."""
    return mix(mix(np.uint64(seed) * SEED_STEP + GOLDEN) + np.uint64(hand) * GOLDEN)


@kernel
def next_key(key):
    """Key of the deal that takes the place of one thrown away."""
    return mix(key ^ SEED_STEP)


@kernel
def word(key, index):
    """Word number `index` of the hand with `key`."""
    return mix(key + np.uint64(index) * GOLDEN)


@kernel
def decision_word(key, seat, step):
    """The word that a seat's strategy gets for its decision at `step`."""
    return word(key, DECISIONS + np.uint64(seat + 8 * step))


@kernel
def bounded(random_word, n):
    """Map a word to 0..n-1 (bias below n / 2**64, for choices that are not deals)."""
    return high_product(random_word, np.uint64(n))

"""A contract as one transform of card sets: afterwards play knows no trump suit any more.

`to_contract` rotates the trump lane to the top (lane 3, its mate into lane 1) and moves the two
bowers onto bits 62 and 61.  Then the winner of a trick is the largest card that follows suit or
is trump, as an integer.
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.bits import lowest
from euchre_sim.engine.jit import kernel

U = np.uint64
ONE = U(1)
LANE_BITS = U(0xFFFF)
TRUMPS = U(0xFFFF << 48)
RIGHT = U(1 << 62)
LEFT = U(1 << 61)
JOKER = U(1 << 63)
TRUMP_JACK = U(1 << 57)  # lane 3, rank jack: where the right bower lies after the rotation
MATE_JACK = U(1 << 25)  # lane 1, rank jack
S5 = U(5)  # 57 -> 62
S36 = U(36)  # 25 -> 61
S63 = U(63)
S64 = U(64)


@kernel
def rotate(mask, by):
    """Rotate a word to the left."""
    return (mask << (U(by) & S63)) | (mask >> ((S64 - U(by)) & S63))


@kernel
def to_contract(mask, trump):
    """Printed lanes to contract space, for trump suit 0..3."""
    joker = mask & JOKER
    turned = rotate(mask ^ joker, 16 * (3 - trump))
    bowers = ((turned & TRUMP_JACK) << S5) | ((turned & MATE_JACK) << S36)
    return (turned & ~(TRUMP_JACK | MATE_JACK)) | bowers | joker


@kernel
def from_contract(mask, trump):
    """Contract space back to printed lanes."""
    joker = mask & JOKER
    jacks = ((mask & RIGHT) >> S5) | ((mask & LEFT) >> S36)
    return rotate((mask & ~(RIGHT | LEFT | JOKER)) | jacks, 16 * (trump + 1)) | joker


@kernel
def suit_mask(card):
    """All cards of the suit of one card, in contract space (trump contracts)."""
    return LANE_BITS << (U(lowest(card)) & U(48))

"""A contract as one transform of card sets: afterwards play knows no trump suit any more.

`to_contract` rotates the trump lane to the top (lane 3, its mate into lane 1) and moves the two
bowers onto bits 62 and 61.  Then the winner of a trick is the largest card that follows suit or
is trump, as an integer.  Without trump the cards stay where they are (low no trump turns the ranks
of every suit round), and the joker is a suit of its own and the only trump.
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.bits import lowest
from euchre_sim.engine.jit import kernel
from euchre_sim.engine.layout import FIRST_WITHOUT_TRUMP
from euchre_sim.scoring import LOW_NO_TRUMP

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
ONE_RANK = U(0x0001000100010001)
TOP_RANK = 12


@kernel
def rotate(mask, by):
    """Rotate a word to the left."""
    return (mask << (U(by) & S63)) | (mask >> ((S64 - U(by)) & S63))


@kernel
def turn_ranks(mask):
    """Turn the ranks of every suit round: the ace becomes the lowest, and back."""
    turned = U(0)
    for rank in range(TOP_RANK + 1):
        turned |= ((mask >> U(rank)) & ONE_RANK) << U(TOP_RANK - rank)
    return turned


@kernel
def trump_mask(trump):
    """All trumps of a contract, in contract space."""
    return JOKER if trump >= FIRST_WITHOUT_TRUMP else TRUMPS


@kernel
def to_contract(mask, trump):
    """Printed lanes to contract space."""
    joker = mask & JOKER
    if trump >= FIRST_WITHOUT_TRUMP:
        return (turn_ranks(mask ^ joker) | joker) if trump == LOW_NO_TRUMP else mask
    turned = rotate(mask ^ joker, 16 * (3 - trump))
    bowers = ((turned & TRUMP_JACK) << S5) | ((turned & MATE_JACK) << S36)
    return (turned & ~(TRUMP_JACK | MATE_JACK)) | bowers | joker


@kernel
def from_contract(mask, trump):
    """Contract space back to printed lanes."""
    joker = mask & JOKER
    if trump >= FIRST_WITHOUT_TRUMP:
        return (turn_ranks(mask ^ joker) | joker) if trump == LOW_NO_TRUMP else mask
    jacks = ((mask & RIGHT) >> S5) | ((mask & LEFT) >> S36)
    return rotate((mask & ~(RIGHT | LEFT | JOKER)) | jacks, 16 * (trump + 1)) | joker


@kernel
def suit_mask(card, trumps):
    """All cards of the suit of one card, in contract space."""
    lane = LANE_BITS << (U(lowest(card)) & U(48))
    if trumps == JOKER:
        return JOKER if card == JOKER else lane & ~JOKER
    return lane

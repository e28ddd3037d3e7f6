"""Following suit and winning tricks, in contract space."""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.jit import kernel

NOTHING = np.uint64(0)


@kernel
def legal_plays(hand, led_mask):
    """Cards of a hand that may be played; `led_mask` is 0 for the leader."""
    follow = hand & led_mask
    return follow if follow != NOTHING else hand


@kernel
def power(card, led_mask, trumps):
    """Rank of a card within the trick: 0 where it neither follows nor trumps."""
    return card & (led_mask | trumps)

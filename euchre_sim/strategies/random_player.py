"""The player who knows the rules and nothing else: every legal action is equally likely."""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.bits import low_bit, popcount
from euchre_sim.engine.jit import hook, kernel
from euchre_sim.engine.layout import V_LEGAL
from euchre_sim.engine.rng import bounded
from euchre_sim.strategies.api import Strategy

ONE = np.uint64(1)


@kernel
def any_bit(legal, draw):
    """One bit of a set, all equally likely."""
    for _ in range(bounded(draw, popcount(legal))):
        legal &= legal - ONE
    return low_bit(legal)


@hook
def any_legal(view, draw):
    """Choose one of the legal calls, discards or cards by lot."""
    return any_bit(view[V_LEGAL], draw)


STRATEGY = Strategy(
    name="random",
    summary="any legal action, all equally likely",
    call=any_legal,
    discard=any_legal,
    alone=any_legal,
    defend=any_legal,
    play=any_legal,
    farmer=any_legal,
    shed=any_legal,
    give=any_legal,
    no_trump=any_legal,
)

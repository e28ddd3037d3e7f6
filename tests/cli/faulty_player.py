"""A strategy that answers one decision in 16,384 with an illegal card, so that few tests see it."""

import numpy as np

from euchre_sim.engine.jit import hook
from euchre_sim.engine.layout import V_HAND, V_LEGAL
from euchre_sim.strategies.api import Strategy

U = np.uint64


@hook
def call(view, draw):
    """Pass, but for a few hands."""
    if (view[V_HAND] * U(0x9E3779B97F4A7C15)) >> U(50) == U(1):
        return U(0)
    return view[V_LEGAL] & (~view[V_LEGAL] + U(1))


FAULTY = Strategy(name="faulty", call=call)

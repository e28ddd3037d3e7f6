"""A random player who mostly passes, so that the second round and thrown-in hands come up often."""

from __future__ import annotations

from typing import Any

import numpy as np

from euchre_sim.engine.jit import hook
from euchre_sim.engine.layout import PASS, V_LEGAL
from euchre_sim.strategies.api import Strategy
from euchre_sim.strategies.random_player import STRATEGY as RANDOM
from euchre_sim.strategies.random_player import any_bit

PASSING = np.uint64(PASS)
EIGHT = np.uint64(7)
NOTHING = np.uint64(0)


@hook
def call_one_time_in_eight(view: Any, draw: Any) -> Any:
    """Pass seven times out of eight where that is legal, else anything."""
    legal = view[V_LEGAL]
    if legal & PASSING != NOTHING and draw & EIGHT != NOTHING:
        return PASSING
    return any_bit(legal, draw)


SHY = Strategy(
    name="shy",
    summary="passes mostly, otherwise any legal action",
    call=call_one_time_in_eight,
    discard=RANDOM.discard,
    alone=RANDOM.alone,
    defend=RANDOM.defend,
    play=RANDOM.play,
)

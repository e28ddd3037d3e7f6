"""A player for tests who calls by points and a little luck, and who has a twin in plain Python.

It goes alone, buries, defends and plays partly by lot, so that every kind of deal comes up and a
random word that went to the wrong decision would show.  `lucky_twin` is the same player again.
"""

# Types come from numba's signatures, as in the engine itself.
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from euchre_sim.engine.bits import high_bit, low_bit, popcount
from euchre_sim.engine.contract import to_contract
from euchre_sim.engine.jit import hook, kernel
from euchre_sim.engine.layout import (
    NO,
    PHASE_ALONE,
    PHASE_CALL,
    PHASE_DEFEND,
    PHASE_DISCARD,
    TRUMP_LANE,
    V_BEST_SEAT,
    V_HAND,
    V_LEGAL,
    V_MATES,
    V_N_TABLE,
    V_PARAMS_AT,
    V_PHASE,
    V_ROUND,
    V_SEAT,
    YES,
)
from euchre_sim.strategies.api import Strategy
from euchre_sim.strategies.random_player import any_bit

U = np.uint64
NONE, ONE = U(0), U(1)
TRUMPS = U(TRUMP_LANE)
# A trump counts one for each mask it is in; the right bower 5, the nine 1.
ALL_TRUMPS, FROM_QUEEN, FROM_ACE, BOWERS, RIGHT = (
    U(mask << 48) for mask in (0x7F80, 0x7C00, 0x7000, 0x6000, 0x4000)
)
SIDE_ACES = U(0x0000100010001000)


@kernel
def worth(cards):
    """Points of five cards in contract space."""
    return (
        popcount(cards & ALL_TRUMPS)
        + popcount(cards & FROM_QUEEN)
        + popcount(cards & FROM_ACE)
        + popcount(cards & BOWERS)
        + popcount(cards & RIGHT)
        + popcount(cards & SIDE_ACES)
    )


@kernel
def say(view, draw):
    """Name the best suit that may be named, from as many points as the parameters ask for."""
    legal, at = view[V_LEGAL], np.int64(view[V_PARAMS_AT])
    suit, value = 0, -1
    for other in range(4):
        points = worth(to_contract(view[V_HAND], other))
        if legal & (U(6) << U(2 * other)) != NONE and points > value:
            suit, value = other, points
    value += np.int64(draw >> U(62)) + 2 * np.int64(view[V_SEAT] == U(3) and view[V_ROUND] == ONE)
    pair, alone = legal & (U(2) << U(2 * suit)), legal & (U(4) << U(2 * suit))
    if alone != NONE and value >= np.int64(view[at + 1]):
        return alone
    if legal & ONE != NONE and value < np.int64(view[at]):
        return ONE
    return pair if pair != NONE else alone


@hook
def act(view, draw):
    """Decide in any phase."""
    legal, phase = view[V_LEGAL], view[V_PHASE]
    if phase == U(PHASE_CALL):
        return say(view, draw)
    if phase == U(PHASE_DISCARD):
        return low_bit(legal) if draw & U(3) == NONE else any_bit(legal, draw)
    luck = popcount(view[V_HAND] & TRUMPS) + np.int64(draw >> U(62))
    if phase == U(PHASE_ALONE):
        return U(YES) if luck >= 5 else U(NO)
    if phase == U(PHASE_DEFEND):
        return U(YES) if luck >= 4 else U(NO)
    if view[V_N_TABLE] == NONE:
        return high_bit(legal)
    if (view[V_MATES] >> view[V_BEST_SEAT]) & ONE != NONE:
        return low_bit(legal)
    return any_bit(legal, draw)


LUCKY = Strategy(
    name="lucky",
    summary="points and luck",
    parameters={"call": 10, "alone": 14},
    call=act,
    discard=act,
    alone=act,
    defend=act,
    play=act,
)

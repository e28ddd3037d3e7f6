"""A player for tests who acts as told in one decision and otherwise as the default strategy."""

# Types come from numba's signatures, as in the engine itself.
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from euchre_sim.engine.jit import hook, kernel
from euchre_sim.engine.layout import V_PARAMS_AT, V_ROUND
from euchre_sim.strategies import basic_bid, simple_play
from euchre_sim.strategies.api import Strategy

U = np.uint64
PASS_BIT = U(1)
NOTHING = U(0)
ONE = U(1)
CALL, ROUND, BURIED, DECLARED = 0, 1, 2, 3

basic_call = kernel(basic_bid.call.function)
basic_alone = kernel(basic_bid.alone.function)
basic_bury = kernel(simple_play.bury.function)


@hook
def call(view, draw):
    """Pass before the round that was told, call as told in it, and freely after it."""
    at = np.int64(view[V_PARAMS_AT])
    if view[V_ROUND] < view[at + ROUND]:
        return PASS_BIT
    if view[V_ROUND] == view[at + ROUND]:
        return view[at + CALL]
    return basic_call(view, NOTHING)


@hook
def discard(view, draw):
    """Bury the card that was told, if any; the parameter is the number of its bit, from 1."""
    told = view[np.int64(view[V_PARAMS_AT]) + BURIED]
    return ONE << (told - ONE) if told != NOTHING else basic_bury(view, NOTHING)


@hook
def alone(view, draw):
    """Declare as told, if at all."""
    told = view[np.int64(view[V_PARAMS_AT]) + DECLARED]
    return told if told != NOTHING else basic_alone(view, NOTHING)


TOLD = Strategy(
    name="told",
    summary="acts as told in one decision",
    parameters={"call": 1, "round": 1, "buried": 0, "declared": 0},
    call=call,
    discard=discard,
    alone=alone,
)

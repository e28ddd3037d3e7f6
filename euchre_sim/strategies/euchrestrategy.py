"""The point count of euchrestrategy.info.

Right bower 4, left 3, ace 3, king and queen 2, ten and nine of trump 1, ace of another suit 2, a
hand of two suits 1; the upcard's points are added if the own side gets it and taken off if the
others do.  Up to 6 is risky, 7 to 9 a call for the daring, 10 and more safe and good for playing
alone (http://www.euchrestrategy.info/basic-strategy-of-euchre/euchre-point-system/).
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.bits import popcount
from euchre_sim.engine.contract import to_contract
from euchre_sim.engine.jit import hook, kernel
from euchre_sim.engine.layout import (
    NO,
    V_HAND,
    V_LEGAL,
    V_ROUND,
    V_UPCARD,
    V_UPCARD_SUIT,
    YES,
)
from euchre_sim.strategies import simple_play
from euchre_sim.strategies.api import Strategy
from euchre_sim.strategies.bidding import (
    announce,
    call_of,
    dealer_is_ours,
    four_copies,
    lone_call_of,
    parameter,
    suits_held,
)
from euchre_sim.strategies.cards import NONE, ONE, SIDE_ACES

U = np.uint64
# A trump is worth a point for every mask it is in: all; queen up; ace up; right.
TRUMP_POINTS = U(0x7F80 | 0x7C00 << 16 | 0x7000 << 32 | 0x4000 << 48)
YES_BIT = U(YES)
NO_BIT = U(NO)
CALL, ALONE = 0, 1  # parameters


@kernel
def trump_points(cards):
    """Points of the trumps in a set of contract space."""
    return popcount(four_copies(cards) & TRUMP_POINTS)


@kernel
def points(cards):
    """Points of a hand in contract space."""
    two_suited = popcount(suits_held(cards)) == 2
    return trump_points(cards) + 2 * popcount(cards & SIDE_ACES) + np.int64(two_suited)


@hook
def call(view, draw):
    """Count the suit turned up, or the best of the others; call from 7 points, alone from 10."""
    hand = view[V_HAND]
    legal = view[V_LEGAL]
    turned = np.int64(view[V_UPCARD_SUIT])
    to_call = parameter(view, CALL)
    to_go_alone = parameter(view, ALONE)
    if view[V_ROUND] == ONE:
        value = points(to_contract(hand, turned))
        upcard = trump_points(to_contract(view[V_UPCARD], turned))
        value += upcard if dealer_is_ours(view) else -upcard
        return announce(legal, turned, value, to_call, to_go_alone)
    suit = turned
    value = -1
    for other in range(4):
        if legal & (call_of(other) | lone_call_of(other)) != NONE:
            count = points(to_contract(hand, other))
            if count > value:
                suit = other
                value = count
    return announce(legal, suit, value, to_call, to_go_alone)


@hook
def alone(view, draw):
    """Declare alone before the first lead from 10 points in the hand."""
    return YES_BIT if points(view[V_HAND]) >= parameter(view, ALONE) else NO_BIT


STRATEGY = Strategy(
    name="euchrestrategy",
    summary="point count of euchrestrategy.info, upcard for or against",
    source="http://www.euchrestrategy.info/basic-strategy-of-euchre/euchre-point-system/",
    parameters={"threshold": 7, "alone": 10},
    call=call,
    discard=simple_play.bury,
    alone=alone,
    play=simple_play.play,
)

"""From a hand's value to a call: what the point-count strategies have in common.

A count is a function of a hand in contract space.  One multiplication copies the trump lane into
all four lanes, so that a card worth three points is counted under three masks by one bit count.
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.jit import kernel
from euchre_sim.engine.layout import V_MATES, V_PARAMS_AT, V_PLAYERS, V_SEAT
from euchre_sim.strategies.cards import EVERY_LANE, LANE_RESTS, LANE_TOPS, NONE, ONE, S15, S48

U = np.uint64
TWO = U(2)
FOUR = U(4)
PASS_BIT = U(1)


@kernel
def four_copies(cards):
    """The trump lane of a hand in contract space, copied into every lane."""
    return ((cards & ~LANE_TOPS) >> S48) * EVERY_LANE


@kernel
def suits_held(cards):
    """One flag (bit 0 of its lane) for each suit held in contract space."""
    return (((cards & LANE_RESTS) + LANE_RESTS) & LANE_TOPS) >> S15


@kernel
def call_of(suit):
    """Action bit of naming a suit with the partner's help."""
    return TWO << (TWO * U(suit))


@kernel
def lone_call_of(suit):
    """Action bit of naming a suit and playing alone."""
    return FOUR << (TWO * U(suit))


@kernel
def parameter(view, number):
    """One of the strategy's own parameters, as a signed number."""
    return np.int64(view[np.int64(view[V_PARAMS_AT]) + number])


@kernel
def dealer_is_ours(view):
    """Whether the upcard would come to this seat's own side."""
    return (view[V_MATES] >> (view[V_PLAYERS] - ONE)) & ONE != NONE


@kernel
def deals(view):
    """Whether this seat is the dealer."""
    return view[V_SEAT] + ONE == view[V_PLAYERS]


@kernel
def announce(legal, suit, value, to_call, to_go_alone):
    """The call that a value is good for: alone, with the partner, or pass.

    Where passing is not allowed the suit is named anyhow.
    """
    alone = lone_call_of(suit) & legal
    if alone != NONE and value >= to_go_alone:
        return alone
    with_partner = call_of(suit) & legal
    if with_partner != NONE and (value >= to_call or legal & PASS_BIT == NONE):
        return with_partner
    if legal & PASS_BIT == NONE:
        return alone
    return PASS_BIT

"""The bidding point system of the Ohio Euchre forum ("BPS basic", recalibrated in 2020).

Everything counts in quarters of a trick: the seat, the trumps, aces by the length of their suit,
voids, strong trump combinations and, in round 2, next or reverse next.  Two tricks with a margin,
2.50 points, are a call in every seat, because the partner is counted on for the third
(https://ohioeuchre.com/forum/viewtopic.php?t=417).  Playing alone is not in that table; here it
starts two tricks higher, at 4.50.
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
    V_SEAT,
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
    deals,
    four_copies,
    lone_call_of,
    parameter,
    suits_held,
)
from euchre_sim.strategies.cards import ACE_OF_TRUMP, LANE, LEFT, NONE, RIGHT, S16, S32, TRUMPS
from euchre_sim.strategies.simple_play import to_bury

U = np.uint64
# Quarters: a trump counts one for every mask it is in: all; queen up; left up; right.
TRUMP_POINTS = U(0x7F80 | 0x7C00 << 16 | 0x6000 << 32 | 0x4000 << 48)
BOTH_BOWERS = RIGHT | LEFT
TOP_THREE = RIGHT | LEFT | ACE_OF_TRUMP
ACE = U(1 << 12)  # in a lane by itself
YES_BIT = U(YES)
NO_BIT = U(NO)
CALL, ALONE = 0, 1  # parameters
FIRST, SECOND, THIRD = U(0), U(1), U(2)
ONE_ROUND = U(1)


@kernel
def ace_points(lane, singleton):
    """Quarters for a suit's ace: its worth alone, one less for each card beside it."""
    if lane & ACE == NONE:
        return 0
    return max(0, singleton + 1 - popcount(lane))


@kernel
def combination(cards, n_trumps):
    """Quarters for strong trumps held together."""
    top = popcount(cards & TOP_THREE)
    if n_trumps >= 3:
        if top >= 2:
            return 4
        return 3 if n_trumps >= 4 else 2
    return np.int64(cards & BOTH_BOWERS == BOTH_BOWERS)


@kernel
def points(cards):
    """Quarter points of five cards in contract space, the seat left out."""
    n_trumps = popcount(cards & TRUMPS)
    value = popcount(four_copies(cards) & TRUMP_POINTS) + combination(cards, n_trumps)
    value += ace_points(cards & LANE, 3) + ace_points((cards >> S32) & LANE, 3)
    value += ace_points((cards >> S16) & LANE, 2)
    if n_trumps > 0:
        voids = 4 - popcount(suits_held(cards))
        value += 3 if voids >= 2 else voids
    return value


@kernel
def seat_points(view, call_round):
    """Quarters for the seat: leading, the upcard coming to the own side, speaking last."""
    second_round = np.int64(call_round != ONE_ROUND)
    if dealer_is_ours(view):
        return 4 + second_round
    return 2 + second_round if view[V_SEAT] == FIRST else second_round - 1


@kernel
def suit_points(view, suit, turned):
    """Quarters in round 2 for next (non-dealers) or reverse next (the dealer's side)."""
    is_next = suit ^ turned == 2
    seat = view[V_SEAT]
    if dealer_is_ours(view):
        if is_next:
            return 0
        return 2 if seat == SECOND else 1
    if not is_next:
        return 0
    return 3 if seat == FIRST else 1


@hook
def call(view, draw):
    """Add up quarters for the suit turned up, or the best of the others; call from 10 quarters."""
    hand = view[V_HAND]
    legal = view[V_LEGAL]
    turned = np.int64(view[V_UPCARD_SUIT])
    to_call = parameter(view, CALL)
    to_go_alone = parameter(view, ALONE)
    seat = seat_points(view, view[V_ROUND])
    if view[V_ROUND] == ONE_ROUND:
        cards = to_contract(hand, turned)
        if deals(view):
            cards |= to_contract(view[V_UPCARD], turned)
            cards ^= to_bury(cards, cards)
        return announce(legal, turned, points(cards) + seat, to_call, to_go_alone)
    suit = turned
    value = -1
    for other in range(4):
        if legal & (call_of(other) | lone_call_of(other)) != NONE:
            count = points(to_contract(hand, other)) + suit_points(view, other, turned)
            if count > value:
                suit = other
                value = count
    return announce(legal, suit, value + seat, to_call, to_go_alone)


@hook
def alone(view, draw):
    """Declare alone before the first lead from 18 quarters, the seat counted as in the call."""
    value = points(view[V_HAND]) + seat_points(view, view[V_ROUND])
    return YES_BIT if value >= parameter(view, ALONE) else NO_BIT


STRATEGY = Strategy(
    name="ohio",
    summary="quarter points of the Ohio Euchre forum, order at 2.50",
    source="https://ohioeuchre.com/forum/viewtopic.php?t=417",
    parameters={"threshold": 10, "alone": 18},
    call=call,
    discard=simple_play.bury,
    alone=alone,
    play=simple_play.play,
)

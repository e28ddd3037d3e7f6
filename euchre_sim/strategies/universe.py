"""The card points of the Euchre Universe blog.

Tenths of a trick, found by its author in 10,000 simulated games: right bower 10, left 7, ace 6,
king 5, queen and ten 4, nine 3; an ace of the other colour 5, of trump's colour 4, a king 1.
Order with 21, name a suit in round 2 with 16, never with a single trump; the dealer's partner
adds 10, the dealer 5.  The dealer's partner goes alone with four trumps or 23 points, others
here with 30 (three tricks in the own hand), and nobody when a march with the partner is enough.
http://euchreuniverse.blogspot.com/2006/02/seats-arent-all-same.html and its neighbours.
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
    V_SCORES,
    V_SEAT,
    V_TARGET,
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
)
from euchre_sim.strategies.cards import NONE, ONE, SIDE_ACES, SIDE_KINGS, TRUMPS

U = np.uint64
# Above 3 points a trump gets one more for every mask it is in: ten up, king up, ace up, left up.
TRUMP_POINTS = U(0x7D00 | 0x7800 << 16 | 0x7000 << 32 | 0x6000 << 48)
RIGHT = U(1 << 62)
NEXT_ACE = U(1 << 28)
TWO = U(2)
YES_BIT = U(YES)
NO_BIT = U(NO)
ORDER, NAME, ALONE = 0, 1, 2  # parameters
PARTNER_EXTRA = 10
DEALER_EXTRA = 5
PARTNER_ALONE = 33  # 23 and the partner's extra
NEVER = 1000


@kernel
def points(cards):
    """Card points of a hand in contract space."""
    trumps = 3 * popcount(cards & TRUMPS) + popcount(four_copies(cards) & TRUMP_POINTS)
    aces = 5 * popcount(cards & SIDE_ACES) - np.int64(cards & NEXT_ACE != NONE)
    return trumps + 3 * np.int64(cards & RIGHT != NONE) + aces + popcount(cards & SIDE_KINGS)


@kernel
def lone_threshold(view):
    """Points for playing alone; out of reach where two points win the game anyway."""
    score = view[V_SCORES + np.int64(view[V_SEAT] & ONE)]
    enough = score + TWO >= view[V_TARGET]
    return NEVER if enough else parameter(view, ALONE)


@hook
def call(view, draw):
    """Order from 21 points (dealer's partner 11, dealer 16), name a suit from 16."""
    hand = view[V_HAND]
    legal = view[V_LEGAL]
    turned = np.int64(view[V_UPCARD_SUIT])
    to_go_alone = lone_threshold(view)
    if view[V_ROUND] == ONE:
        cards = to_contract(hand, turned)
        value = points(cards)
        n_trumps = popcount(cards & TRUMPS)
        if deals(view):
            value += DEALER_EXTRA
            n_trumps += 1
        elif dealer_is_ours(view):
            value += PARTNER_EXTRA
            if to_go_alone != NEVER:
                to_go_alone = 0 if n_trumps >= 4 else PARTNER_ALONE
        if n_trumps < 2:
            value = 0
        return announce(legal, turned, value, parameter(view, ORDER), to_go_alone)
    suit = turned
    value = -1
    for other in range(4):
        if legal & (call_of(other) | lone_call_of(other)) != NONE:
            cards = to_contract(hand, other)
            count = points(cards) if popcount(cards & TRUMPS) >= 2 else 0
            if count > value:
                suit = other
                value = count
    return announce(legal, suit, value, parameter(view, NAME), to_go_alone)


@hook
def alone(view, draw):
    """Declare alone before the first lead from 30 points."""
    return YES_BIT if points(view[V_HAND]) >= lone_threshold(view) else NO_BIT


STRATEGY = Strategy(
    name="universe",
    summary="card points of the Euchre Universe blog, 21 to order, seats adjusted",
    source="http://euchreuniverse.blogspot.com/2006/02/seats-arent-all-same.html",
    parameters={"order": 21, "name": 16, "alone": 30},
    call=call,
    discard=simple_play.bury,
    alone=alone,
    play=simple_play.play,
)

"""What the score of the game changes in the default strategy's calls.

A point is not always worth the same: at 9 one is enough, and where the others need one a euchre
costs no more than letting them make it.  So a call is measured against another bar than passing in
points, by seat and round and by what either side needs.  The bars were measured as the tables of
`basic_bid` were: deals played on from the decision both ways, each outcome counted as the chance
to win that it leaves (`analysis.equity`), then once more at the table of players with such bars.
They are the hundredths of a point from which on calling wins more games than passing.  Far from
the end, and in the first deal of a game, nothing changes.

At 9, where a lone hand would win the others the game, hands that cannot stop one *donate*: they
order the upcard to the dealer, are euchred for two points mostly, and play on.
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.bits import popcount
from euchre_sim.engine.jit import inlined
from euchre_sim.engine.layout import (
    FLAG_ALONE,
    V_FLAGS,
    V_LONE_VALUE,
    V_PLAYERS,
    V_ROUND,
    V_SCORE_2,
    V_SCORES,
    V_SEAT,
    V_TARGET,
)
from euchre_sim.engine.memory import unlikely
from euchre_sim.strategies.bidding import dealer_is_ours, parameter
from euchre_sim.strategies.cards import LEFT, NONE, ONE, RIGHT, SIDE_ACES, TRUMPS

U = np.uint64
TWO = U(2)
THREE_PLAYERS = U(3)
FOUR_PLAYERS = U(4)
ALONE_ALLOWED = U(FLAG_ALONE)
SCORE = 2  # number of the parameter that switches this on and off
MARCH = 2  # points of a march with the partner, and of a euchre
STANDARD_LONE_VALUE = 4
FAR = 6  # needing more than this is like needing this many
BYTE = U(255)
MIDDLE = 128


def _bars(*bars: int) -> np.uint64:
    """Up to eight numbers of -128..127 in one word."""
    return U(sum((bar + MIDDLE) << (8 * i) for i, bar in enumerate(bars)))


# By what we need and what they need, 1 to `FAR`: for each row of `basic_bid.place`, from first
# hand in round 1 to third hand in round 2 and the dealer in round 2.
CALL_BARS = (
    # We need 1.
    _bars(-43, -18, -38, -48, -48, -32, -48, -42),
    _bars(8, -12, 0, -14, 21, -26, 38, 0),
    _bars(-39, -10, -36, 10, -51, -10, -52, 0),
    _bars(-32, -15, -33, -32, -46, -32, -52, 0),
    _bars(0, -17, -8, -48, -28, -32, 0, 0),
    _bars(-22, -11, -22, 2, -38, -32, 0, 0),
    # We need 2.
    _bars(-1, 20, 11, 19, -43, 33, -48, 0),
    _bars(9, 8, 7, 20, 19, 21, 14, 0),
    _bars(6, 0, 7, 10, 11, 0, 0, 0),
    _bars(0, -3, 0, 10, -11, 11, -48, 0),
    _bars(0, -7, 0, 0, -20, -39, -48, 0),
    _bars(0, -9, 0, 0, -11, 0, 0, 0),
    # We need 3.
    _bars(10, 67, 13, -28, -38, -32, -46, 0),
    _bars(8, 9, 7, 18, 12, 11, 0, 0),
    _bars(0, 6, 0, 0, -2, 0, 0, 0),
    _bars(0, 0, 7, 0, 0, 0, 0, 0),
    _bars(0, -3, 0, 0, -11, 0, -44, 0),
    _bars(0, -6, 0, 0, -11, 0, 0, 0),
    # We need 4.
    _bars(12, 78, 27, 0, -46, -35, -48, 0),
    _bars(16, 13, 16, 10, 19, 0, 0, 0),
    _bars(7, 11, 7, 10, -2, 11, 0, 0),
    _bars(7, 9, 7, 0, 0, 0, 0, 0),
    _bars(0, 4, 7, 0, 0, 0, 0, 0),
    _bars(0, 0, 0, 0, -8, 0, 0, 0),
    # We need 5.
    _bars(9, 3, 18, -23, -46, -32, -48, 0),
    _bars(7, 9, 7, 0, -11, 0, 0, 0),
    _bars(7, 8, 7, 0, 0, 0, 0, 0),
    _bars(0, 8, 7, 0, -8, 0, 0, 0),
    _bars(0, 6, 0, 0, -11, 0, 0, 0),
    _bars(0, 0, 0, 0, -8, 0, 0, 0),
    # We need 6 or more.
    _bars(10, 9, 24, -38, -41, -32, 0, 0),
    _bars(7, 9, 13, 0, 0, 0, 0, 0),
    _bars(7, 9, 7, 0, 0, 0, 0, 0),
    _bars(7, 9, 7, 0, 0, 0, 0, 0),
    _bars(0, 6, 7, 0, -8, 0, 0, 0),
    _bars(0, 0, 0, 0, 0, 0, 0, 0),
)
# What playing alone must win over the partner's help, in the same way: whoever needs two never
# does.  A word for each number that we need, 1 to `FAR`; in it what they need.
ALONE_BARS = (
    _bars(0, 0, 0, 0, 0, 0),
    _bars(0, 0, 0, 0, 0, 0),
    _bars(-30, -4, 6, 13, 15, 16),
    _bars(-44, -30, -11, -10, -4, 0),
    _bars(-30, -14, -11, -10, -10, 0),
    _bars(-30, -11, -11, -10, -10, 0),
)


@inlined
def score_counts(view):
    """Whether somebody has points, and the player looks at them."""
    points = view[V_SCORES] | view[V_SCORES + 1] | view[V_SCORE_2]
    return unlikely(points != NONE) and parameter(view, SCORE) != 0


@inlined
def we_need(view):
    """Points that the own side lacks."""
    slot = V_SCORES + np.int64(view[V_SEAT] & ONE)
    if view[V_PLAYERS] == THREE_PLAYERS and view[V_SEAT] == TWO:
        slot = V_SCORE_2
    return np.int64(view[V_TARGET]) - np.int64(view[slot])


@inlined
def they_need(view):
    """Points that the other of two sides lacks."""
    return np.int64(view[V_TARGET]) - np.int64(view[V_SCORES + np.int64(~view[V_SEAT] & ONE)])


@inlined
def place_of(need):
    """Place of a need in the tables."""
    return min(max(need, 1), FAR) - 1


@inlined
def call_bar(view, row):
    """What a call must win over passing in a game as it stands, for four players."""
    if view[V_PLAYERS] != FOUR_PLAYERS:
        return 0
    word = CALL_BARS[FAR * place_of(we_need(view)) + place_of(they_need(view))]
    return np.int64((word >> U(8 * row)) & BYTE) - MIDDLE


@inlined
def alone_bar(view):
    """What playing alone must win over the partner's help in a game as it stands."""
    if view[V_PLAYERS] != FOUR_PLAYERS or view[V_LONE_VALUE] < U(STANDARD_LONE_VALUE):
        return 0
    word = ALONE_BARS[place_of(we_need(view))]
    return np.int64((word >> U(8 * place_of(they_need(view)))) & BYTE) - MIDDLE


@inlined
def donates(view, cards):
    """Whether to order the upcard to an opposing dealer so that nobody plays alone.

    `cards` in contract space.  Ours is the next point anyhow, theirs would be the game only with
    a lone hand; the right bower, the left with another trump or two aces are likely to stop one.
    """
    theirs = they_need(view)
    if we_need(view) != 1 or theirs <= MARCH or theirs > np.int64(view[V_LONE_VALUE]):
        return False
    if dealer_is_ours(view) or view[V_ROUND] != ONE or view[V_PLAYERS] != FOUR_PLAYERS:
        return False
    guarded = cards & LEFT != NONE and popcount(cards & TRUMPS) > 1
    stops = cards & RIGHT != NONE or guarded or popcount(cards & SIDE_ACES) > 1
    return view[V_FLAGS] & ALONE_ALLOWED != NONE and not stops

"""A plain card player and burier, shared by the strategies that are about bidding.

Makers lead trump from the top, everybody else leads the highest plain card; win a trick cheaply
if it can be won and the partner has not already won it, otherwise throw the lowest card.
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.bits import high_bit, low_bit, popcount
from euchre_sim.engine.jit import hook, kernel
from euchre_sim.engine.layout import (
    LEAVE_UPCARD,
    V_ACTIVE,
    V_BEST,
    V_BEST_SEAT,
    V_HAND,
    V_LED_MASK,
    V_LEGAL,
    V_MAKERS,
    V_MATES,
    V_N_TABLE,
    V_SEAT,
)
from euchre_sim.strategies.cards import (
    NONE,
    ONE,
    SIDE_ACES,
    TRUMPS,
    above,
    highest_plain,
    lowest_card,
    singletons,
)

LEAVE = np.uint64(LEAVE_UPCARD)
HIGH_PLAIN = SIDE_ACES | TRUMPS


@kernel
def to_bury(hand, legal):
    """Which card to bury: the lowest lone plain card below an ace, else the lowest plain card."""
    low = legal & ~LEAVE
    alone = singletons(hand) & low & ~HIGH_PLAIN
    return lowest_card(alone if alone != NONE else low)


@hook
def bury(view, draw):
    """Make a void if one card does it, otherwise bury the lowest card; trump last of all."""
    return to_bury(view[V_HAND], view[V_LEGAL])


@hook
def play(view, draw):
    """Lead trump as a maker and high cards otherwise; win cheaply, but not the partner's trick."""
    legal = view[V_LEGAL]
    if view[V_N_TABLE] == NONE:
        trumps = legal & TRUMPS
        calling = (view[V_MAKERS] >> view[V_SEAT]) & ONE != NONE
        plain = highest_plain(legal)
        if trumps != NONE and (calling or plain == NONE):
            return high_bit(trumps)
        return plain
    best = view[V_BEST]
    led = view[V_LED_MASK]
    winners = legal & (led | TRUMPS) & above(best)
    if winners == NONE:
        return lowest_card(legal)
    last = view[V_N_TABLE] + ONE == np.uint64(popcount(view[V_ACTIVE]))
    with_us = (view[V_MATES] >> view[V_BEST_SEAT]) & ONE != NONE
    if with_us and (last or best & HIGH_PLAIN != NONE):
        return lowest_card(legal)
    following = legal & led != NONE
    return high_bit(winners) if following and not last else low_bit(winners)

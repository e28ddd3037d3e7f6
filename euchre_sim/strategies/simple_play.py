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
    NO,
    V_ACTIVE,
    V_BEST,
    V_BEST_SEAT,
    V_CONTRACT,
    V_HAND,
    V_LED_MASK,
    V_LEGAL,
    V_MAKERS,
    V_MATES,
    V_N_TABLE,
    V_SEAT,
    V_TRUMPS,
    V_UPCARD_SUIT,
    YES,
)
from euchre_sim.scoring import MISERE
from euchre_sim.strategies.cards import (
    LANE,
    NONE,
    ONE,
    S16,
    SIDE_ACES,
    TRUMPS,
    above,
    highest_of_all,
    highest_plain,
    lowest_card,
    lowest_of_all,
    several,
    singletons,
)

LEAVE = np.uint64(LEAVE_UPCARD)
YES_BIT = np.uint64(YES)
NO_BIT = np.uint64(NO)
A_MISERE = np.uint64(MISERE)
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
def farmer(view, draw):
    """Claim, and swap plain cards before those of the upcard's suit; with two of these, keep them.

    Three unknown cards are better than three of the lowest, unless trump may be among these.
    """
    legal = view[V_LEGAL]
    if legal & YES_BIT != NONE:
        return YES_BIT
    low = legal & ~NO_BIT
    of_the_upcard = low & (LANE << (S16 * view[V_UPCARD_SUIT]))
    plain = low ^ of_the_upcard
    if legal & NO_BIT != NONE and several(of_the_upcard):
        return NO_BIT
    return low_bit(plain if plain != NONE else low)


@hook
def shed(view, draw):
    """Throw away what one would bury; the highest card in a misere."""
    if view[V_CONTRACT] == A_MISERE:
        return highest_of_all(view[V_LEGAL])
    return to_bury(view[V_HAND], view[V_LEGAL])


@hook
def give(view, draw):
    """Give the highest trump, or without trump the highest card; the lowest in a misere."""
    if view[V_CONTRACT] == A_MISERE:
        return lowest_of_all(view[V_LEGAL])
    trumps = view[V_LEGAL] & view[V_TRUMPS]
    return high_bit(trumps) if trumps != NONE else highest_plain(view[V_LEGAL])


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

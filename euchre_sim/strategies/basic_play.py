"""How the default strategy plays its cards."""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.bits import high_bit, low_bit, popcount
from euchre_sim.engine.jit import hook, kernel
from euchre_sim.engine.layout import (
    V_ACTIVE,
    V_BEST,
    V_BEST_SEAT,
    V_DEAD,
    V_HAND,
    V_LED_MASK,
    V_LEGAL,
    V_LONE,
    V_MAKER,
    V_MAKERS,
    V_MATES,
    V_N_TABLE,
    V_PLAYED,
    V_SEAT,
    V_TRICKS_DEFENDERS,
    V_TRICKS_MAKERS,
)
from euchre_sim.strategies.cards import (
    NONE,
    ONE,
    TRUMPS,
    above,
    lowest_card,
    singletons,
)

U = np.uint64
TWO = U(2)
DECK = U(0x7D801F801D801F80)  # 9 to ace; the jacks of trump's colour are the bowers
S1 = U(1)
S2 = U(2)
S4 = U(4)
S8 = U(8)
DOWN1 = U(0x7FFF7FFF7FFF7FFF)
DOWN2 = U(0x3FFF3FFF3FFF3FFF)
DOWN4 = U(0x0FFF0FFF0FFF0FFF)
DOWN8 = U(0x00FF00FF00FF00FF)


@kernel
def beaten_by(cards):
    """Every place in a suit at or below a card of the set."""
    cards |= (cards >> S1) & DOWN1
    cards |= (cards >> S2) & DOWN2
    cards |= (cards >> S4) & DOWN4
    return cards | ((cards >> S8) & DOWN8)


@kernel
def lead(view, hand):
    trumps = hand & TRUMPS
    plain = hand & ~TRUMPS
    out = DECK & ~(hand | view[V_PLAYED] | view[V_DEAD])
    masters = hand & ~beaten_by(out)
    seat = view[V_SEAT]
    calling = (view[V_MAKERS] >> seat) & ONE != NONE
    if calling:
        if trumps != NONE:
            if out & TRUMPS == NONE:
                if masters & plain != NONE:
                    return lowest_card(masters & plain)
                if plain == NONE:
                    return high_bit(trumps)
                return high_bit(trumps)
            if masters & trumps != NONE or trumps & (trumps - ONE) != NONE:
                return high_bit(trumps)
            if seat != view[V_MAKER]:
                return trumps
        if masters & plain != NONE:
            return lowest_card(masters & plain)
        return lowest_card(hand)
    if masters & trumps != NONE and view[V_TRICKS_DEFENDERS] == TWO:
        return high_bit(trumps)
    if masters & plain != NONE:
        lone = singletons(hand) & masters & plain
        return lowest_card(lone if lone != NONE else masters & plain)
    if plain == NONE:
        return high_bit(trumps)
    single = singletons(hand) & plain
    if trumps != NONE and single != NONE:
        return lowest_card(single)
    return lowest_card(plain)


@kernel
def throw(hand, legal):
    """Throw away the least useful card."""
    return lowest_card(legal)


@kernel
def follow(view, hand, legal):
    best = view[V_BEST]
    led = view[V_LED_MASK]
    winners = legal & (led | TRUMPS) & above(best)
    if winners == NONE:
        return throw(hand, legal)
    left = np.int64(popcount(view[V_ACTIVE])) - 1 - np.int64(view[V_N_TABLE])
    with_us = (view[V_MATES] >> view[V_BEST_SEAT]) & ONE != NONE
    if left == 0:
        return throw(hand, legal) if with_us else low_bit(winners)
    out = DECK & ~(hand | view[V_PLAYED] | view[V_DEAD])
    beaten = beaten_by(out)
    masters = winners & ~beaten
    following = legal & led != NONE
    if with_us:
        if best & ~beaten != NONE or masters == NONE or not following:
            return throw(hand, legal)
        return low_bit(masters)
    if masters != NONE and following:
        return low_bit(masters)
    if following:
        return high_bit(winners) if left == 1 else low_bit(legal)
    return low_bit(winners)


@hook
def play(view, draw):
    """Play a card."""
    legal = view[V_LEGAL]
    if view[V_N_TABLE] == NONE:
        return lead(view, legal)
    return follow(view, view[V_HAND], legal)

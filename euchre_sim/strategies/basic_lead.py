"""What the default strategy leads.

A *master* is a card that no unseen card of its suit beats; trumps are counted out by it.  Which of
two sound leads is better in a situation was settled by playing many deals on both ways.
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.bits import high_bit, low_bit, lowest, popcount
from euchre_sim.engine.jit import inlined
from euchre_sim.engine.layout import (
    V_ACTIVE,
    V_LONE,
    V_MAKER,
    V_MAKERS,
    V_MATES,
    V_PLAYERS,
    V_SEAT,
    V_TRICKS_DEFENDERS,
    V_TRICKS_MAKERS,
    V_VOIDS,
)
from euchre_sim.strategies.cards import (
    ACE_OF_TRUMP,
    NONE,
    ONE,
    S48,
    TRUMPS,
    beaten_by,
    highest_plain,
    lowest_card,
    several,
    singletons,
    unseen,
)

U = np.uint64
TWO = U(2)


@inlined
def second_highest(trumps):
    """The second-highest trump, or the only one."""
    rest = trumps ^ high_bit(trumps)
    return high_bit(rest) if rest != NONE else trumps


@inlined
def plain_lead(cards, masters):
    """A master of a plain suit, else the lowest card."""
    plain_masters = masters & ~TRUMPS
    return lowest_card(plain_masters if plain_masters != NONE else cards)


@inlined
def opponents_are_out_of_trump(view):
    """Whether every opponent has shown that he holds no trump."""
    opponents = view[V_ACTIVE] & ~view[V_MATES]
    holding = NONE
    for seat in range(np.int64(view[V_PLAYERS])):
        opponent = (opponents >> U(seat)) & ONE
        holding |= opponent & ~(view[V_VOIDS + seat] >> S48)
    return holding == NONE


@inlined
def lead_alone(view, hand, masters, n_out):
    """Lead when playing alone: draw trump from the top, then take the plain masters.

    A last trump that something beats waits behind the plain masters.  Once a trick is lost there
    is no sweep to play for, and a last plain loser goes before the trumps.
    """
    trumps = hand & TRUMPS
    plain = hand & ~TRUMPS
    if trumps == NONE:
        return highest_plain(hand) if masters == NONE else plain_lead(hand, masters)
    if masters & plain != NONE:
        last_and_beaten = not several(trumps) and masters & trumps == NONE
        if n_out == 0 or last_and_beaten:
            return plain_lead(hand, masters)
    elif view[V_TRICKS_DEFENDERS] == ONE and plain != NONE and not several(plain):
        return plain
    return high_bit(trumps)


@inlined
def lead_as_maker(view, hand, masters, n_out):
    """Lead for the side that called, with the partner in play.

    Draw trump while the opponents have some: from the top with the highest, the second-highest
    without it, which leaves a trump to come in with.  The maker's partner leads trump through as
    well, unless few are out or one more trick is enough.  With two opponents' tricks on the table
    only the highest trump will do.
    """
    trumps = hand & TRUMPS
    plain = hand & ~TRUMPS
    is_maker = view[V_SEAT] == view[V_MAKER]
    last_chance = view[V_TRICKS_DEFENDERS] == TWO
    if trumps == NONE:
        if masters == NONE and (last_chance or not is_maker):
            return highest_plain(hand)
        return plain_lead(hand, masters)
    if last_chance:
        return high_bit(trumps)
    if masters & trumps != NONE:
        if several(plain) and (n_out == 0 or opponents_are_out_of_trump(view)):
            return plain_lead(plain, masters)
        short = is_maker and n_out > 4 and plain != NONE and popcount(trumps) <= 2
        if short and masters & plain == NONE:  # the master is worth more later
            return plain_lead(plain, masters)
        return high_bit(trumps)
    if not is_maker:
        enough = view[V_TRICKS_MAKERS] >= TWO and not several(trumps)
        few_out = n_out <= 2 or (n_out == 3 and several(plain))
        if enough or few_out:
            return plain_lead(plain if plain != NONE else hand, masters)
        return low_bit(trumps)
    if not several(trumps):
        return plain_lead(hand, masters)
    if n_out > 2:
        return second_highest(trumps)
    return plain_lead(plain, masters) if several(plain) else high_bit(trumps)


@inlined
def partner_voids(view):
    """Whole suits in which the partner has shown that he is out; nothing without a partner."""
    partner = view[V_MATES] & view[V_ACTIVE] & ~(ONE << view[V_SEAT])
    return view[V_VOIDS + lowest(partner)] if partner != NONE else NONE


@inlined
def lead_as_defender(view, hand, masters, n_out):
    """Lead against the makers: a card for the partner to ruff, a plain master, else a low card.

    Trump is led to save the hand when the makers need one trick more; from two and more, or to
    draw the last ones with the highest, when they have one; from the ace up when the partner has
    none to lose; and to clear the way for two bare masters.
    """
    trumps = hand & TRUMPS
    plain = hand & ~TRUMPS
    theirs = view[V_TRICKS_MAKERS]
    if plain == NONE:
        return high_bit(trumps)
    if theirs == TWO:
        if trumps != NONE:
            return high_bit(trumps)
        return highest_plain(hand) if masters == NONE else plain_lead(hand, masters)
    voids = partner_voids(view)
    if view[V_LONE] == NONE and trumps != NONE:
        top_is_master = masters & trumps != NONE
        if theirs == ONE:
            if top_is_master:
                if n_out <= 2:
                    return high_bit(trumps)
            elif several(trumps):
                return second_highest(trumps)
        if voids & TRUMPS != NONE:
            if trumps >= ACE_OF_TRUMP and n_out <= 4:
                return high_bit(trumps)
        elif several(singletons(hand) & masters & plain):
            return low_bit(trumps)
    for_partner = plain & voids & ~masters
    if for_partner != NONE and voids & TRUMPS == NONE and n_out > 4:
        return lowest_card(for_partner)
    return plain_lead(plain, masters)


@inlined
def lead(view, hand):
    """Choose the card to lead."""
    out = unseen(view, hand)
    masters = hand & ~beaten_by(out)
    n_out = popcount(out & TRUMPS)
    if (view[V_MAKERS] >> view[V_SEAT]) & ONE == NONE:
        return lead_as_defender(view, hand, masters, n_out)
    if view[V_LONE] != NONE:
        return lead_alone(view, hand, masters, n_out)
    return lead_as_maker(view, hand, masters, n_out)

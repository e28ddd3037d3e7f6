"""What the default strategy plays to a trick that another has led.

A *master* is a winning card that no unseen card of its suit beats; the partner's card is *safe* on
the same terms.
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.bits import high_bit, low_bit, popcount
from euchre_sim.engine.jit import inlined
from euchre_sim.engine.layout import (
    V_ACTIVE,
    V_BEST,
    V_BEST_SEAT,
    V_LED_MASK,
    V_LONE,
    V_MAKER,
    V_MAKERS,
    V_MATES,
    V_N_TABLE,
    V_SEAT,
    V_TRICKS_DEFENDERS,
    V_VOIDS,
)
from euchre_sim.strategies.cards import (
    LEFT,
    NONE,
    ONE,
    RIGHT,
    SIDE_ACES,
    TRUMPS,
    above,
    beaten_by,
    lowest_card,
    singletons,
    unseen,
)

U = np.uint64
TWO = U(2)
KING_OF_TRUMP = U(1 << 59)
BELOW_KING = U(0x07FF07FF07FF)  # plain cards up to the queen
BELOW_QUEEN = U(0x03FF03FF03FF)
FRESH_SUIT = 4  # more unseen cards than these: the suit will go round


@inlined
def throw(view, hand, legal, calling):
    """The card to throw away: trump last, aces late.

    With a trump in hand the card that makes a void, to ruff with it; a defender without trump
    lets go the suits that the maker has no more of and, against a loner, keeps his long suits.
    """
    plain = legal & ~TRUMPS
    useless = NONE
    if hand & TRUMPS != NONE:
        useless = singletons(hand) & plain & ~SIDE_ACES
    elif not calling:
        useless = plain & view[V_VOIDS + np.int64(view[V_MAKER])]
        if useless == NONE and view[V_LONE] != NONE:
            useless = singletons(hand) & plain & ~SIDE_ACES
    return lowest_card(useless if useless != NONE else legal)


@inlined
def cover_trump(hand, legal, winners, masters, left):
    """Beat an opponent's led trump.

    Second hand covers as cheaply as it can, but does not give up a lone king or better that may
    be beaten behind it.  Third hand plays a master if it has one, else its highest.
    """
    cheap = low_bit(winners)
    if left < 2:
        return low_bit(masters) if masters != NONE else high_bit(winners)
    if masters == NONE and cheap >= KING_OF_TRUMP:
        trumps = hand & TRUMPS
        if trumps ^ high_bit(trumps) < KING_OF_TRUMP:
            return low_bit(legal)
    return cheap


@inlined
def cover_plain(legal, winners, masters, left, against_loner):
    """Beat an opponent's plain card: with a master, else third hand as high as it can.

    Second hand without a master stays low and leaves the trick to the partner.  Against a loner
    everybody plays as high as he can.
    """
    if against_loner:
        return high_bit(winners)
    if masters != NONE:
        return low_bit(masters)
    return high_bit(winners) if left == 1 else low_bit(legal)


@inlined
def ruffs_partner(view, winners, safe, fresh):
    """Whether to ruff the partner's trick, an opponent playing after this seat.

    Only a low card in a fresh suit, or what is likely to lose to a loner; never with the right.
    """
    best = view[V_BEST]
    if low_bit(winners) == RIGHT:
        return False
    if view[V_LONE] != NONE:
        return not safe and (fresh or best & BELOW_KING != NONE)
    return fresh and best & BELOW_QUEEN != NONE


@inlined
def ruffs_early(winners, masters, fresh, calling):
    """Whether second hand ruffs a low card, which the partner may beat.

    Not with a bower, unless the maker's side could lose it later; and a defender who holds the
    highest trump keeps it while the suit is fresh.
    """
    cheap = low_bit(winners)
    if cheap >= LEFT:
        return calling and cheap & masters == NONE
    return calling or not fresh or masters == NONE


@inlined
def follow(view, hand, legal):
    """Choose the card for a trick in progress."""
    best = view[V_BEST]
    led = view[V_LED_MASK]
    winners = legal & (led | TRUMPS) & above(best)
    following = legal & led != NONE
    left = np.int64(popcount(view[V_ACTIVE])) - 1 - np.int64(view[V_N_TABLE])
    with_us = (view[V_MATES] >> view[V_BEST_SEAT]) & ONE != NONE
    calling = (view[V_MAKERS] >> view[V_SEAT]) & ONE != NONE
    if winners == NONE or (left == 0 and with_us):
        return low_bit(legal) if following else throw(view, hand, legal, calling)
    if left == 0:
        return low_bit(winners)
    alone = view[V_LONE] != NONE
    one_more = not calling and not alone and view[V_TRICKS_DEFENDERS] == TWO  # and it is a euchre
    if not following and not with_us and (left < 2 or best & BELOW_KING == NONE):
        if one_more:
            return high_bit(winners)
        if alone and not calling and popcount(winners) > 2:  # long trumps stop a loner later
            return throw(view, hand, legal, calling)
        return low_bit(winners)
    out = unseen(view, hand)
    beaten = beaten_by(out)
    masters = winners & ~beaten
    safe = best & ~beaten != NONE
    if following:
        if with_us:
            return low_bit(legal) if safe else high_bit(winners)
        if led == TRUMPS:
            return cover_trump(hand, legal, winners, masters, left)
        return cover_plain(legal, winners, masters, left, alone and not calling)
    if one_more:
        return throw(view, hand, legal, calling) if with_us and safe else high_bit(winners)
    fresh = popcount(out & led) > FRESH_SUIT
    if with_us:
        ruff = ruffs_partner(view, winners, safe, fresh)
    else:
        ruff = ruffs_early(winners, masters, fresh, calling)
    return low_bit(winners) if ruff else throw(view, hand, legal, calling)

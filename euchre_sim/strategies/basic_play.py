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
    V_PLAYERS,
    V_SEAT,
    V_TRICK,
    V_TRICKS_DEFENDERS,
    V_TRICKS_MAKERS,
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
    highest_plain,
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
KING_OF_TRUMP = U(1 << 59)
BELOW_KING = U(0x07FF07FF07FF)
LOW_PLAIN = U(0x03FF03FF03FF)
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
def second_highest(trumps):
    rest = trumps ^ high_bit(trumps)
    return high_bit(rest) if rest != NONE else trumps


@kernel
def plain_lead(hand, masters):
    """A card of a plain suit that nothing beats, else the lowest."""
    masters &= ~TRUMPS
    return lowest_card(masters if masters != NONE else hand)


@kernel
def opponents_out_of_trump(view):
    """Whether all opponents have shown that they hold no trump."""
    others = view[V_ACTIVE] & ~view[V_MATES]
    void = TRUMPS
    for seat in range(np.int64(view[V_PLAYERS])):
        if (others >> U(seat)) & ONE != NONE:
            void &= view[V_VOIDS + seat]
    return void == TRUMPS


@kernel
def lead_as_maker(view, hand, masters, out):
    trumps = hand & TRUMPS
    plain = hand & ~TRUMPS
    seat = view[V_SEAT]
    n_trumps = popcount(trumps)
    n_out = popcount(out & TRUMPS)
    if n_trumps == 0:
        if masters == NONE and (view[V_TRICKS_DEFENDERS] == TWO or view[V_LONE] != NONE):
            return highest_plain(hand)
        return plain_lead(hand, masters)
    if view[V_LONE] != NONE:
        if n_out == 0 and masters & plain != NONE:
            return plain_lead(hand, masters)
        if view[V_TRICKS_DEFENDERS] == ONE and plain != NONE and plain & (plain - ONE) == NONE:
            return plain
        return high_bit(trumps)
    if view[V_TRICKS_DEFENDERS] == TWO:
        return high_bit(trumps)
    ours = view[V_TRICKS_MAKERS]
    if masters & trumps != NONE:
        if plain & (plain - ONE) != NONE and (n_out == 0 or opponents_out_of_trump(view)):
            return plain_lead(plain, masters)
        if seat == view[V_MAKER] and masters & plain == NONE and n_trumps <= 2 and n_out > 4 and plain != NONE:
            return plain_lead(plain, masters)
        return high_bit(trumps)
    if seat != view[V_MAKER]:
        two_plain = plain & (plain - ONE) != NONE
        if n_out <= 2 + np.int64(two_plain) or (ours >= TWO and n_trumps == 1):
            return plain_lead(plain if plain != NONE else hand, masters)
        return low_bit(trumps)
    if n_trumps == 1:
        return plain_lead(hand, masters)
    if n_out > 2:
        return second_highest(trumps)
    if plain & (plain - ONE) != NONE:
        return plain_lead(plain, masters)
    return high_bit(trumps)


@kernel
def lead_as_defender(view, hand, masters, out):
    trumps = hand & TRUMPS
    plain = hand & ~TRUMPS
    theirs = view[V_TRICKS_MAKERS]
    if plain == NONE:
        return high_bit(trumps)
    if theirs == TWO:
        if trumps != NONE:
            return high_bit(trumps)
        return plain_lead(hand, masters) if masters != NONE else highest_plain(hand)
    n_trumps = popcount(trumps)
    if view[V_LONE] == NONE:
        if theirs == ONE:
            if masters & trumps != NONE:
                if popcount(out & TRUMPS) <= 2:
                    return high_bit(trumps)
            elif n_trumps >= 2:
                return second_highest(trumps)
        elif n_trumps >= 3 and (view[V_MAKER] - view[V_SEAT]) & U(3) == ONE:
            return second_highest(trumps)
    return plain_lead(plain, masters)


@kernel
def lead(view, hand):
    out = DECK & ~(hand | view[V_PLAYED] | view[V_DEAD])
    masters = hand & ~beaten_by(out)
    if (view[V_MAKERS] >> view[V_SEAT]) & ONE != NONE:
        return lead_as_maker(view, hand, masters, out)
    return lead_as_defender(view, hand, masters, out)


@kernel
def throw(view, hand, legal):
    """Throw away the least useful card."""
    plain = legal & ~TRUMPS
    if hand & TRUMPS != NONE:
        useless = singletons(hand) & plain & ~SIDE_ACES
    elif (view[V_MAKERS] >> view[V_SEAT]) & ONE == NONE:
        useless = plain & view[V_VOIDS + np.int64(view[V_MAKER])]
        if useless == NONE and view[V_LONE] != NONE:
            useless = singletons(hand) & plain & ~SIDE_ACES
    else:
        useless = NONE
    return lowest_card(useless if useless != NONE else legal)


@kernel
def follow_trump(hand, legal, winners, masters, best_is_safe, with_us, left):
    if with_us:
        return low_bit(legal) if best_is_safe else high_bit(winners)
    cheap = low_bit(winners)
    if left == 2:
        if masters == NONE:
            second = hand & TRUMPS
            second ^= high_bit(second)
            if cheap >= KING_OF_TRUMP and second < KING_OF_TRUMP:
                return low_bit(legal)
        return cheap
    return low_bit(masters) if masters != NONE else high_bit(winners)


@kernel
def follow_plain(legal, winners, masters, best_is_safe, with_us, left):
    if with_us:
        return low_bit(legal) if best_is_safe else high_bit(winners)
    if masters != NONE:
        return low_bit(masters)
    return high_bit(winners) if left == 1 else low_bit(legal)


@kernel
def follow_void(view, hand, legal, winners, masters, safe, out, with_us, left):
    best = view[V_BEST]
    cheap = low_bit(winners)
    early = popcount(out & view[V_LED_MASK]) > 4
    lone = view[V_LONE] != NONE
    calling = (view[V_MAKERS] >> view[V_SEAT]) & ONE != NONE
    if not calling and not lone and view[V_TRICKS_DEFENDERS] == TWO:
        return throw(view, hand, legal) if with_us and safe else high_bit(winners)
    if with_us:
        if lone:
            ruff = not safe and (early or best & BELOW_KING != NONE)
        else:
            ruff = early and best & LOW_PLAIN != NONE
        return cheap if ruff and cheap != RIGHT else throw(view, hand, legal)
    if left == 2 and best & BELOW_KING != NONE:
        if cheap >= LEFT and (cheap & masters != NONE or not calling):
            return throw(view, hand, legal)
        if early and masters != NONE and not calling:
            return throw(view, hand, legal)
    return cheap


@kernel
def follow(view, hand, legal):
    best = view[V_BEST]
    led = view[V_LED_MASK]
    winners = legal & (led | TRUMPS) & above(best)
    following = legal & led != NONE
    left = np.int64(popcount(view[V_ACTIVE])) - 1 - np.int64(view[V_N_TABLE])
    with_us = (view[V_MATES] >> view[V_BEST_SEAT]) & ONE != NONE
    if winners == NONE or (left == 0 and with_us):
        return low_bit(legal) if following else throw(view, hand, legal)
    if left == 0:
        return low_bit(winners)
    out = DECK & ~(hand | view[V_PLAYED] | view[V_DEAD])
    beaten = beaten_by(out)
    masters = winners & ~beaten
    safe = best & ~beaten != NONE
    if not following:
        return follow_void(view, hand, legal, winners, masters, safe, out, with_us, left)
    if led == TRUMPS:
        return follow_trump(hand, legal, winners, masters, safe, with_us, left)
    return follow_plain(legal, winners, masters, safe, with_us, left)


@hook
def play(view, draw):
    """Play a card."""
    legal = view[V_LEGAL]
    if view[V_N_TABLE] == NONE:
        return lead(view, legal)
    return follow(view, view[V_HAND], legal)

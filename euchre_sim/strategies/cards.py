"""Small questions about card sets that players ask, answered without loops.

Sets are in contract space unless said otherwise: four lanes of 16 bits, trump on top, in every
lane the higher bit the higher card.
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.bits import high_bit, low_bit
from euchre_sim.engine.jit import kernel
from euchre_sim.engine.layout import V_DEAD, V_DECK, V_PLAYED

U = np.uint64
NONE = U(0)
ONE = U(1)
TRUMPS = U(0xFFFF << 48)
JOKER = U(1 << 63)
RIGHT = U(1 << 62)
LEFT = U(1 << 61)
ACE_OF_TRUMP = U(1 << 60)
EVERY_LANE = U(0x0001000100010001)
LANE = U(0xFFFF)
LANE_TOPS = U(0x8000800080008000)
LANE_RESTS = U(0x7FFF7FFF7FFF7FFF)
SIDE_ACES = U(0x0000100010001000)  # aces of the three plain suits
SIDE_KINGS = U(0x0000080008000800)
S1 = U(1)
S2 = U(2)
S4 = U(4)
S8 = U(8)
S15 = U(15)
S16 = U(16)
S32 = U(32)
S48 = U(48)
DOWN_1 = U(0x7FFF7FFF7FFF7FFF)  # what stays in its lane after a shift down by 1, 2, 4, 8
DOWN_2 = U(0x3FFF3FFF3FFF3FFF)
DOWN_4 = U(0x0FFF0FFF0FFF0FFF)
DOWN_8 = U(0x00FF00FF00FF00FF)


@kernel
def ranks(cards):
    """Ranks present in any suit, as one lane."""
    half = cards | (cards >> S32)
    return (half | (half >> S16)) & LANE


@kernel
def lowest_card(cards):
    """A card of the lowest rank of any suit, trump last of all; 0 for none."""
    plain = cards & ~TRUMPS
    if plain == NONE:
        return low_bit(cards)
    return low_bit(plain & (low_bit(ranks(plain)) * EVERY_LANE))


@kernel
def highest_plain(cards):
    """A card of the highest rank among plain suits; 0 for none."""
    plain = cards & ~TRUMPS
    return low_bit(plain & (high_bit(ranks(plain)) * EVERY_LANE))


@kernel
def lowest_of_all(cards):
    """A card of the lowest rank of any suit; the joker last of all; 0 for none."""
    plain = cards & ~JOKER
    if plain == NONE:
        return cards
    return low_bit(plain & (low_bit(ranks(plain)) * EVERY_LANE))


@kernel
def highest_of_all(cards):
    """A card of the highest rank of any suit; the joker first of all; 0 for none."""
    if cards & JOKER != NONE:
        return JOKER
    return low_bit(cards & (high_bit(ranks(cards)) * EVERY_LANE))


@kernel
def singletons(cards):
    """Cards that are the only one of their suit in the set (joker left out)."""
    cards = cards & LANE_RESTS
    rest = cards & ((cards | LANE_TOPS) - EVERY_LANE)  # every lane without its lowest card
    longer = ((rest + LANE_RESTS) & LANE_TOPS) >> S15
    return cards & ~(longer * LANE)


@kernel
def above(card):
    """All bits above a single card's."""
    return ~(card | (card - ONE))


@kernel
def several(cards):
    """Whether a set holds two cards or more."""
    return cards & (cards - ONE) != NONE


@kernel
def beaten_by(cards):
    """Every place in a suit at or below a card of the set."""
    cards |= (cards >> S1) & DOWN_1
    cards |= (cards >> S2) & DOWN_2
    cards |= (cards >> S4) & DOWN_4
    return cards | ((cards >> S8) & DOWN_8)


@kernel
def unseen(view, hand):
    """Cards of the deck that may still be with the others: not held, played or known dead."""
    return view[V_DECK] & ~(hand | view[V_PLAYED] | view[V_DEAD])

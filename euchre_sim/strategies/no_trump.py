"""Contracts without trump: when the default strategy names them, and how it plays them.

Cards are as the contract has them: in low no trump every suit is turned round, so that "high" is
what wins.  A joker is a suit of its own and wins whatever it is played to.  The numbers are
hundredths of a point and were set by trying: the calls they make win points over passing, against
players who play the same way.
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.bits import high_bit, low_bit, lowest, popcount
from euchre_sim.engine.contract import to_contract
from euchre_sim.engine.jit import kernel
from euchre_sim.engine.layout import (
    V_ACTIVE,
    V_BEST,
    V_BEST_SEAT,
    V_CONTRACT,
    V_DECK,
    V_HAND,
    V_LED_MASK,
    V_LEGAL,
    V_LONE,
    V_MATES,
    V_N_TABLE,
    V_PLAYED,
    V_SEAT,
    V_TABLE,
    call_bit,
)
from euchre_sim.scoring import LOW_NO_TRUMP, MISERE, NO_TRUMP
from euchre_sim.strategies.cards import (
    EVERY_LANE,
    JOKER,
    LANE,
    NONE,
    ONE,
    highest_of_all,
    lowest_of_all,
)

U = np.uint64
ACES = U(0x1000100010001000)
KINGS = U(0x0800080008000800)
QUEENS = U(0x0400040004000400)
JACKS = U(0x0200020002000200)
TENS = U(0x0100010001000100)
S1 = U(1)
LOW = U(LOW_NO_TRUMP)
CONTRACTS = (NO_TRUMP, LOW_NO_TRUMP, MISERE)
WITHOUT_TRUMP = U(sum(call_bit(contract) | call_bit(contract, True) for contract in CONTRACTS))
FIRST_CALL = U(call_bit(0))
MISERE_CALL = U(call_bit(MISERE, alone=True))


@kernel
def lowest_rank(view):
    """The lowest rank in the deck, 0 for a two; off-suits have all ranks."""
    return lowest(view[V_DECK] & LANE)


@kernel
def deck_of_a_suit(view):
    """All cards of a suit as the contract has them, in lane 0."""
    ranks_above = (LANE >> U(3)) >> U(lowest_rank(view))
    return ranks_above if view[V_CONTRACT] == LOW else ranks_above << U(lowest_rank(view))


@kernel
def value_without_trump(cards):
    """What no trump wins over passing, for a hand whose highest cards lie where aces do."""
    aces = cards & ACES
    covered_kings = cards & KINGS & (aces >> S1)
    value = -185 + 75 * popcount(aces) + 55 * popcount(covered_kings)
    value += 15 * popcount(cards & KINGS ^ covered_kings)
    value += 25 * popcount(cards & QUEENS & (covered_kings >> S1))
    return value + 80 * np.int64(cards & JOKER != NONE)


@kernel
def is_lay_down(cards):
    """Whether every card wins a trick when it is led in turn: tops of its suit, or the joker."""
    tops = cards & ACES
    tops |= cards & KINGS & (tops >> S1)
    tops |= cards & QUEENS & (tops >> S1)
    tops |= cards & JACKS & (tops >> S1)
    tops |= cards & TENS & (tops >> S1)
    return cards & ~(tops | JOKER) == NONE


@kernel
def value_of_misere(cards):
    """What a misere wins over passing: only hands of the lowest cards come out above 0."""
    danger = 400 * popcount(cards & (ACES | KINGS | JOKER)) + 220 * popcount(cards & QUEENS)
    danger += 120 * popcount(cards & JACKS) + 45 * popcount(cards & TENS)
    return 150 - danger


@kernel
def best_without_trump(view, hand, legal, better_than, chosen):
    """The best call without trump if it wins more than `better_than`, else `chosen`."""
    for contract in (NO_TRUMP, LOW_NO_TRUMP):
        call = FIRST_CALL << U(2 * contract)
        if legal & (call | (call << S1)) != NONE:
            cards = to_contract(hand, contract)
            if contract == LOW_NO_TRUMP:
                cards = (cards & JOKER) | ((cards & ~JOKER) << U(lowest_rank(view)))
            value = value_without_trump(cards)
            if is_lay_down(cards) and legal & (call << S1) != NONE:
                return call << S1
            if value > better_than and legal & call != NONE:
                better_than, chosen = value, call
    if legal & MISERE_CALL != NONE and value_of_misere(hand) > better_than:
        chosen = MISERE_CALL
    return chosen


@kernel
def play_without_trump(view):
    """Play no trump: long suits from the top; win cheaply, and leave the partner's tricks alone."""
    legal = view[V_LEGAL]
    if view[V_N_TABLE] == NONE:
        return lead_without_trump(view, legal)
    best = view[V_BEST]
    led = view[V_LED_MASK]
    above = legal & led & ~(best | (best - ONE))
    if best == JOKER:
        above = NONE
    winners = above | (legal & JOKER)
    tops = high_bit(deck_of_a_suit(view)) * EVERY_LANE
    last = view[V_N_TABLE] + ONE == U(popcount(view[V_ACTIVE]))
    with_us = (view[V_MATES] >> view[V_BEST_SEAT]) & ONE != NONE
    if winners == NONE or (with_us and (last or best & (tops | JOKER) != NONE)):
        return lowest_of_all(legal)
    if above == NONE:  # the joker wins, at the price of the joker
        return lowest_of_all(legal) if with_us else JOKER
    return low_bit(above) if last else high_bit(above)


@kernel
def lead_without_trump(view, legal):
    """Lead a card that nothing unseen beats, from the longest such suit; else a low card."""
    if legal == JOKER:
        return JOKER
    gone = view[V_PLAYED] | view[V_HAND]
    in_suit = deck_of_a_suit(view)
    chosen, longest = NONE, 0
    for lane in range(4):
        suit = legal & ~JOKER & (LANE << U(16 * lane))
        if suit == NONE:
            continue
        top = high_bit(suit)
        higher = (in_suit << U(16 * lane)) & ~(top | (top - ONE))
        is_master = higher & ~gone == NONE
        if is_master and popcount(suit) > longest:
            chosen, longest = top, popcount(suit)
    return chosen if chosen != NONE else lowest_of_all(legal)


@kernel
def play_misere(view):
    """Play a misere: its player ducks, the others make him take a trick."""
    legal = view[V_LEGAL]
    caller = np.int64(view[V_LONE]) - 1
    his_card = view[V_TABLE + caller]
    mine = caller == np.int64(view[V_SEAT])
    if view[V_N_TABLE] == NONE:
        return lowest_of_all(legal)
    led = view[V_LED_MASK]
    best = view[V_BEST]
    if mine:
        under = legal & led & (best - ONE)
        if legal & led == NONE:
            return highest_of_all(legal)
        return high_bit(under) if under != NONE else high_bit(legal & led)
    if his_card not in (NONE, best):
        return highest_of_all(legal)  # he is under already: get rid of high cards
    return lowest_of_all(legal)

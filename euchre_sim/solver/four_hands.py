"""Two pairs with all cards face up, from the beginning of a trick: alpha-beta, a trick at a time.

Hands are relative to the leader: `a` leads, then `b`, `c`, `d`; `a` and `c` are a side.  Endings
of two and three cards are looked up where a trump contract has tables (`endings`).
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.bits import high_bit, low_bit, popcount
from euchre_sim.engine.contract import JOKER, suit_mask
from euchre_sim.engine.jit import kernel
from euchre_sim.engine.tricks import legal_plays
from euchre_sim.solver.endings import LARGEST, UNKNOWN, ending

U = np.uint64
NOTHING = U(0)
ONE = U(1)
# Cards of two suits are never neighbours: a bit above every lane counts as somebody else's card.
SUIT_ENDS = U(1 << 15 | 1 << 31 | 1 << 47)
JOKER_APART = U(1 << 62)  # without trump the joker is a suit; with trump this is the right bower


@kernel
def separators(trumps):
    """Bits that keep suits apart where cards of a hand next to each other are taken for one."""
    return SUIT_ENDS | JOKER_APART if trumps == JOKER else SUIT_ENDS


@kernel
def best_of_suits(hand, others):
    """Cards of a hand that are higher than all others' cards of their lane."""
    below = others
    below |= (below >> ONE) & U(0x7FFF7FFF7FFF7FFF)
    below |= (below >> U(2)) & U(0x3FFF3FFF3FFF3FFF)
    below |= (below >> U(4)) & U(0x0FFF0FFF0FFF0FFF)
    below |= (below >> U(8)) & U(0x00FF00FF00FF00FF)
    return hand & ~below


@kernel
def tops(hand, in_play, trumps):
    """Trumps of a hand that are higher than everybody else's."""
    own = hand & trumps
    theirs = (in_play ^ hand) & trumps
    return own & (NOTHING - (high_bit(theirs) << ONE)) if own > theirs else NOTHING


@kernel
def leaders_tricks(a, b, c, d, trumps, cards, alpha, beta, tables):
    """Tricks of the leader's side out of `cards`, looked up where they can be."""
    found = np.int64(UNKNOWN)
    if cards <= LARGEST and tables != NOTHING:
        found = ending(a, b, c, d, cards, tables)
    if found == UNKNOWN:
        # As variables: for a constant numba would compile a version that cannot call itself.
        found = tricks_of_leader(
            a, b, c, d, trumps, np.int64(cards), np.int64(alpha), np.int64(beta), tables
        )
    return found


@kernel
def tricks_of_leader(a, b, c, d, trumps, cards, alpha, beta, tables):
    """Tricks of the leader's side out of `cards`; only a bound where it is outside the window.

    Of every seat the cards likeliest to be best are tried first: the leader's highest trumps, else
    its other masters; of the others what wins the trick so far, from low to high, then the rest;
    but of the last seat the rest first where its partner has the trick.
    """
    # 1. Everybody's last card.
    if cards == 1:
        led = suit_mask(a, trumps)
        fits = led | trumps
        return np.int64(max(a & fits, c & fits) > max(b & fits, d & fits))
    # 2. Highest trumps are tricks.  A leader who draws all trumps of the others with them makes
    #    the masters of the side suits too.
    in_play = a | b | c | d
    first = best_of_suits(a, in_play ^ a)
    sure = popcount(tops(a, in_play, trumps))
    if sure >= max(popcount(b & trumps), popcount(d & trumps)):
        sure = popcount(first)
    sure = max(sure, popcount(tops(c, in_play, trumps)))
    if sure > alpha:
        alpha = sure
        if alpha >= beta:
            return alpha
    theirs = popcount(tops(b, in_play, trumps)) + popcount(tops(d, in_play, trumps))
    if cards - theirs < beta:
        beta = cards - theirs
        if beta <= alpha:
            return beta
    # 3. Cards that part those of a hand: only one of a run without any is tried.
    ends = separators(trumps)
    not_a = (in_play ^ a) | ends
    not_b = (in_play ^ b) | ends
    not_c = (in_play ^ c) | ends
    not_d = (in_play ^ d) | ends
    rest = cards - 1

    # 4. One trick, card by card; `value`, `value_b` ... are the best that each seat has so far.
    if first & trumps != NOTHING:
        first &= trumps
    first_later = a ^ first
    value = alpha
    while True:
        if first == NOTHING:
            if first_later == NOTHING:
                break
            first = first_later
            first_later = NOTHING
        led = low_bit(first)
        above = not_a & (NOTHING - led)
        first &= above | (NOTHING - above)
        suit = suit_mask(led, trumps)
        fits = suit | trumps

        value_b = beta
        legal = legal_plays(b, suit)
        second = legal & fits & (NOTHING - (led << ONE))
        second_later = legal ^ second
        while True:
            if second == NOTHING:
                if second_later == NOTHING:
                    break
                second = second_later
                second_later = NOTHING
            card_b = low_bit(second)
            above = not_b & (NOTHING - card_b)
            second &= above | (NOTHING - above)
            power_b = card_b & fits
            best_ab = max(led, power_b)

            value_c = value
            legal = legal_plays(c, suit)
            third = legal & fits & (NOTHING - (best_ab << ONE))
            third_later = legal ^ third
            while True:
                if third == NOTHING:
                    if third_later == NOTHING:
                        break
                    third = third_later
                    third_later = NOTHING
                card_c = low_bit(third)
                above = not_c & (NOTHING - card_c)
                third &= above | (NOTHING - above)
                best_ac = max(led, card_c & fits)
                best_abc = max(best_ab, card_c & fits)

                value_d = value_b
                legal = legal_plays(d, suit)
                fourth = legal & fits & (NOTHING - (best_abc << ONE))
                fourth_later = legal ^ fourth
                if best_abc == power_b:
                    fourth, fourth_later = fourth_later, fourth
                while True:
                    if fourth == NOTHING:
                        if fourth_later == NOTHING:
                            break
                        fourth = fourth_later
                        fourth_later = NOTHING
                    card_d = low_bit(fourth)
                    above = not_d & (NOTHING - card_d)
                    fourth &= above | (NOTHING - above)
                    power_d = card_d & fits
                    by_pair = best_ac > max(power_b, power_d)
                    if by_pair and value_d <= 1:
                        continue  # with this trick they have enough
                    if not by_pair and rest <= value_c:
                        value_d = value_c  # without it they never get enough
                        break
                    # The winner leads to the next trick.
                    e, f, g, h = a ^ led, b ^ card_b, c ^ card_c, d ^ card_d
                    if not by_pair:
                        e, f, g, h = f, g, h, e
                    if (best_ac != led) if by_pair else (power_b < power_d):
                        e, f, g, h = g, h, e, f
                    low = value_c - 1 if by_pair else rest - value_d
                    high = value_d - 1 if by_pair else rest - value_c
                    # A lookup waits for memory longer than it takes to see that the highest
                    # trump decides.
                    found = np.int64(UNKNOWN)
                    best_trump = high_bit((e | f | g | h) & trumps)
                    if best_trump & (e | g) != NOTHING:
                        if high <= 1:
                            found = np.int64(1)
                    elif best_trump != NOTHING and low >= rest - 1:
                        found = rest - 1
                    if found == UNKNOWN and rest <= LARGEST and tables != NOTHING:
                        found = ending(e, f, g, h, rest, tables)
                    if found == UNKNOWN:
                        found = tricks_of_leader(e, f, g, h, trumps, rest, low, high, tables)
                    found = 1 + found if by_pair else rest - found
                    if found < value_d:
                        value_d = found
                        if value_d <= value_c:
                            break
                if value_d > value_c:
                    value_c = value_d
                    if value_c >= value_b:
                        break
            if value_c < value_b:
                value_b = value_c
                if value_b <= value:
                    break
        if value_b > value:
            value = value_b
            if value >= beta:
                return value
    return value

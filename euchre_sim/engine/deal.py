"""Dealing: uniform over all deals, addressed by the hand's key.

A hand is a set of cards, so that it is drawn as one: its number among all choices out of the cards
left, and the choice looked up (`subsets`).  Packets and the order of the deck say who gets which
card of a shuffled deck; no probability depends on them, and they are not played.

Bounded numbers are taken out of a random word by repeated multiplication, and a deal is drawn again
where a word would make some deals likelier than others (Brackett-Rozinsky and Lemire, "Batched
ranged random integer generation", arXiv 2408.06213).
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.bits import deposit, high_product, popcount
from euchre_sim.engine.contract import JOKER
from euchre_sim.engine.jit import kernel
from euchre_sim.engine.layout import (
    H_DEAD,
    H_HIDDEN,
    H_SHOWN,
    JOKER_REDEAL,
    R_CHOICES,
    R_DECK,
    R_HAND_SIZE,
    R_JOKER_UP,
    R_N_CHOICES,
    R_N_HIDDEN,
    R_PLAYERS,
)
from euchre_sim.engine.memory import pointer_to_numbers, unlikely
from euchre_sim.engine.rng import word

U = np.uint64
NOTHING = U(0)
ONE = U(1)
# The upcard and three hands of the largest deck are drawn out of one word: 2**53.6 of them.
HANDS_PER_WORD = 3
BLOCK = 16  # words between one attempt and the next
HIDDEN_WORD = BLOCK - 1


@kernel
def is_biased(leftover, product):
    """Whether a word is one too many: `leftover` is what draws out of `product` in all left of it.

    A leftover of `product` or more is never, so that the division is hardly ever done.
    """
    return unlikely(leftover < product) and leftover < (~product + ONE) % product


@kernel
def draw(rules, key, block, pool, seat, hand, upcard, hands):
    """One attempt at `deal_out`; 0 where it has to be made again."""
    choices = pointer_to_numbers(U(rules[R_CHOICES]))
    left = pool
    n_left = popcount(pool)
    low = word(key, block)
    product = ONE
    if upcard == NOTHING:
        product = U(n_left)
        upcard = deposit(ONE << high_product(low, product), left)
        low *= product
        left ^= upcard
        n_left -= 1
    size = rules[R_HAND_SIZE]
    drawn = 0
    for other in range(rules[R_PLAYERS]):
        hands[H_DEAD + other] = NOTHING
        if other == seat:
            hands[other] = hand
            continue
        if drawn == HANDS_PER_WORD:
            if is_biased(low, product):
                return NOTHING
            block += 1
            low = word(key, block)
            product = ONE
            drawn = 0
        drawn += 1
        n_choices = U(rules[R_N_CHOICES + n_left])
        number = np.int64(high_product(low, n_choices))
        low *= n_choices
        product *= n_choices
        dealt = deposit(U(choices[number]), left)
        hands[other] = dealt
        left ^= dealt
        n_left -= size
    if is_biased(low, product):
        return NOTHING
    hands[H_SHOWN] = NOTHING
    if unlikely(rules[R_N_HIDDEN] > 0):
        return draw_hidden(rules, key, block, left, n_left, upcard, hands)
    return upcard


@kernel
def draw_hidden(rules, key, block, left, n_left, upcard, hands):
    """Draw the hidden cards one by one; the upcard, or 0 where the word is one too many."""
    low = word(key, block + HIDDEN_WORD)
    product = ONE
    for i in range(rules[R_N_HIDDEN]):
        n = U(n_left - i)
        card = deposit(ONE << high_product(low, n), left)
        low *= n
        product *= n
        hands[H_HIDDEN + i] = card
        left ^= card
    return NOTHING if is_biased(low, product) else upcard


@kernel
def deal_out(rules, key, pool, seat, hand, upcard, hands):
    """Deal `pool` to every seat but `seat`, which holds `hand`; turn an upcard where that is 0.

    `hands` gets every seat's cards and the hidden cards that the rules use (`layout`, ``H_``).
    Returns the upcard's bit.
    """
    block = 0
    while True:
        turned = draw(rules, key, block, pool, seat, hand, upcard, hands)
        again = turned == NOTHING
        if unlikely(turned == JOKER) and rules[R_JOKER_UP] == JOKER_REDEAL:
            again = upcard == NOTHING
        if not unlikely(again):
            return turned
        block += BLOCK


@kernel
def deal(rules, key, hands):
    """Deal every hand and turn the upcard; the upcard's bit."""
    return deal_out(rules, key, U(rules[R_DECK]), -1, NOTHING, NOTHING, hands)

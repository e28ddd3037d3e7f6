"""Shuffling: uniform over all deals, addressed by the hand's key.

The cards come from a partial Fisher-Yates shuffle.  Seven bounded draws are taken out of each
random word by repeated multiplication and the word is rejected where that would be biased
(Brackett-Rozinsky and Lemire, "Batched ranged random integer generation", arXiv 2408.06213).
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.bits import high_product
from euchre_sim.engine.contract import JOKER
from euchre_sim.engine.jit import kernel
from euchre_sim.engine.layout import (
    H_DEAD,
    H_HIDDEN,
    H_SHOWN,
    JOKER_REDEAL,
    R_DECK,
    R_HAND_SIZE,
    R_JOKER_UP,
    R_N_DECK,
    R_N_HIDDEN,
    R_N_ORDERS,
    R_ORDER,
    R_PLAYERS,
)
from euchre_sim.engine.memory import unlikely
from euchre_sim.engine.rng import bounded, next_key, word

DRAWS_PER_WORD = 7  # 52 * 51 * ... * 46 < 2**40: a word is rejected once in 16 million at most
ATTEMPTS = 64
ORDER_WORD = 1 << 12  # which packet pattern, where the dealer chooses


@kernel
def shuffle(cards, n_cards, n_drawn, key):
    """Bring a uniform ordered choice of `n_drawn` of `n_cards` to the front of `cards`.

    A rejected word (at most one in millions) starts the shuffle over from the order reached, with
    the next block of words; the result stays uniform because every block permutes uniformly.
    """
    for attempt in range(ATTEMPTS):
        accepted = True
        drawn = 0
        block = attempt * 16
        while drawn < n_drawn:
            low = word(key, block)
            block += 1
            product = np.uint64(1)
            stop = min(drawn + DRAWS_PER_WORD, n_drawn)
            for i in range(drawn, stop):
                left = np.uint64(n_cards - i)
                j = i + np.int64(high_product(low, left))
                low = low * left
                product = product * left
                card = cards[i]
                cards[i] = cards[j]
                cards[j] = card
            if unlikely(low < product) and low < (~product + np.uint64(1)) % product:
                accepted = False
                break
            drawn = stop
        if accepted:
            return


@kernel
def deal(rules, key, cards, hands):
    """Deal every hand and turn the upcard; `cards` is a scratch array, its order the deck's.

    `hands` gets every seat's cards and the hidden cards that the rules use (`layout`, ``H_``).
    Returns the upcard's bit.  The packets only decide which place in the deck goes to whom.
    """
    n = rules[R_PLAYERS]
    size = rules[R_HAND_SIZE]
    n_deck = rules[R_N_DECK]
    for i in range(n_deck):
        cards[i] = np.uint64(rules[R_DECK + i])
    n_dealt = n * size + 1
    n_hidden = rules[R_N_HIDDEN]
    shuffle(cards, n_deck, n_dealt + n_hidden, key)
    while unlikely(rules[R_JOKER_UP] == JOKER_REDEAL) and cards[n_dealt - 1] == JOKER:
        key = next_key(key)
        shuffle(cards, n_deck, n_dealt + n_hidden, key)
    order = R_ORDER
    if rules[R_N_ORDERS] > 1:
        order += n * size * np.int64(bounded(word(key, ORDER_WORD), rules[R_N_ORDERS]))
    for seat in range(n):
        hand = np.uint64(0)
        for i in range(size):
            hand |= cards[rules[order + seat * size + i]]
        hands[seat] = hand
        hands[H_DEAD + seat] = np.uint64(0)
    hands[H_SHOWN] = np.uint64(0)
    for i in range(n_hidden):
        hands[H_HIDDEN + i] = cards[n_dealt + i]
    return cards[n_dealt - 1]


@kernel
def deal_around(rules, key, unseen, n_unseen, cards, seat, hand, hands):
    """Deal the unseen cards to every seat but `seat`, which holds `hand`."""
    n = rules[R_PLAYERS]
    size = rules[R_HAND_SIZE]
    for i in range(n_unseen):
        cards[i] = unseen[i]
    n_hidden = rules[R_N_HIDDEN]
    shuffle(cards, n_unseen, (n - 1) * size + n_hidden, key)
    at = 0
    hands[H_SHOWN] = np.uint64(0)
    for other in range(n):
        hands[H_DEAD + other] = np.uint64(0)
        if other == seat:
            hands[other] = hand
            continue
        dealt = np.uint64(0)
        for i in range(size):
            dealt |= cards[at + i]
        at += size
        hands[other] = dealt
    for i in range(n_hidden):
        hands[H_HIDDEN + i] = cards[at + i]

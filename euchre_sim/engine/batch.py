"""Many hands: the entry kernels, each of which works on one range of hands of a seed.

They run without the GIL on buffers of their own and write integers only; threads are the
caller's (`analysis.workers`), so nothing depends on how a run is cut into ranges.
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.bits import lowest
from euchre_sim.engine.deal import deal
from euchre_sim.engine.hand import THROWN_IN, auction, before_play, play, reset_outcome
from euchre_sim.engine.jit import (
    BYTES_2D,
    I64,
    INTS,
    INTS_2D,
    U64,
    VECTOR,
    WORDS_2D,
    entry,
    kernel,
)
from euchre_sim.engine.layout import (
    LOG_OFF,
    LOG_SIZE,
    MAX_DECK,
    MAX_SEATS,
    O_ERROR,
    O_MAKER,
    O_POINTS,
    OUTCOME_SIZE,
    R_FIRST_DEALER,
    R_PLAYERS,
    R_REDEAL_SAME_DEALER,
    R_TARGET,
    V_SCORES,
    VIEW_SIZE,
)
from euchre_sim.engine.memory import local_ints, local_words, pointer
from euchre_sim.engine.rng import bounded, hand_key, word
from euchre_sim.engine.view import open_view, start_view

U = np.uint64
NOTHING = U(0)

GAME_WORD = 1 << 13  # word of a game's key that draws the first dealer
MAX_DEALS = 1000  # a game of longer than this is given up: its players never call


@kernel
def play_deal(rules, hooks, assign, view, hands, upcard, key, log, out):
    """One deal from the first call to the points; the hands are used up."""
    reset_outcome(log, out)
    up_suit = lowest(upcard) >> 4
    open_view(view, upcard, up_suit)
    code = auction(rules, hooks, assign, view, hands, up_suit, key, log, out, 1, 0)
    if code == THROWN_IN:
        return
    ready, own_dead = before_play(
        rules, hooks, assign, view, hands, upcard, key, log, out, code, NOTHING, NOTHING
    )
    if ready:
        play(rules, hooks, assign, view, hands, own_dead, key, log, out)


@entry(I64, INTS, VECTOR, INTS, WORDS_2D, U64, U64, I64, BYTES_2D, WORDS_2D, VECTOR)
def play_range(rules, hooks, assign, params, seed, first, count, outcomes, dealt, log):
    """Play hands `first` .. `first + count - 1` of a seed.

    Parameters
    ----------
    rules : int64[:]
        `layout.lower_rules`.
    hooks : uint64[:]
        Addresses of the strategies' hooks, N_PHASES of each.
    assign : int64[:]
        Strategy of each seat.
    params : uint64[:, :]
        Parameters of each strategy.
    seed, first : uint64
        Where the hands are.
    outcomes : int8[:, :]
        Filled, a row a hand with the ``O_`` slots.
    dealt : uint64[:, :]
        Filled where it has rows: every seat's cards as dealt and, last, the upcard.
    log : uint64[:]
        Empty, or LOG_SIZE words: then every decision is logged, the last hand's log stays in it
        and, behind it in one more word, a checksum over all hands' decisions.

    Returns
    -------
    int
        -1, or the hand at which a strategy answered with an illegal action.
    """
    n = assign.shape[0]
    view, out = local_words(VIEW_SIZE), local_ints(OUTCOME_SIZE)
    hands, cards = local_words(MAX_SEATS), local_words(MAX_DECK)
    rule, hook, seated = pointer(rules), pointer(hooks), pointer(assign)
    logging = log.shape[0] > 0
    off = local_words(1)
    off[0] = U(LOG_OFF)
    logged = pointer(log) if logging else off
    checksum = NOTHING
    start_view(rule, params, view)
    for i in range(count):
        hand = first + U(i)
        key = hand_key(seed, hand)
        upcard = deal(rule, key, cards, hands)
        if dealt.shape[0] > 0:
            for seat in range(n):
                dealt[i, seat] = hands[seat]
            dealt[i, n] = upcard
        play_deal(rule, hook, seated, view, hands, upcard, key, logged, out)
        for j in range(OUTCOME_SIZE):
            outcomes[i, j] = out[j]
        if out[O_ERROR] != 0:
            return np.int64(hand)
        if logging:
            digest = key
            for j in range(1, np.int64(log[0]) + 1):
                digest = (digest ^ log[j]) * U(0x9E3779B97F4A7C15)
            checksum += digest
            log[LOG_SIZE] = checksum
    return np.int64(-1)


@entry(I64, INTS, VECTOR, INTS, WORDS_2D, U64, U64, I64, INTS_2D)
def play_games(rules, hooks, assign, params, seed, first, count, results):
    """Play whole games `first` .. `first + count - 1` of a seed, the deal going round the table.

    `assign` is by absolute seat.  `results` has a row a game: winning side (0 = seats 0, 2, ...),
    deals dealt, points of side 0, points of side 1, first dealer.  Deal `d` of a game draws from
    the hand key of ``game * MAX_DEALS + d``.  Returns -1 or the game that went wrong: an illegal
    action, or MAX_DEALS deals without a winner (then deals is MAX_DEALS).
    """
    n = rules[R_PLAYERS]
    view, out = local_words(VIEW_SIZE), local_ints(OUTCOME_SIZE)
    hands, cards = local_words(MAX_SEATS), local_words(MAX_DECK)
    seated = local_ints(MAX_SEATS)
    off = local_words(1)
    off[0] = U(LOG_OFF)
    rule, hook = pointer(rules), pointer(hooks)
    score = local_ints(2)
    start_view(rule, params, view)
    for i in range(count):
        game = first + U(i)
        dealer = rules[R_FIRST_DEALER]
        if dealer < 0:
            dealer = np.int64(bounded(word(hand_key(seed, game), GAME_WORD), n))
        results[i, 4] = dealer
        score[0] = 0
        score[1] = 0
        deals = 0
        while score[0] < rules[R_TARGET] and score[1] < rules[R_TARGET]:
            if deals == MAX_DEALS:
                return np.int64(game)
            for position in range(n):
                seated[position] = assign[(dealer + 1 + position) % n]
            key = hand_key(seed, game * U(MAX_DEALS) + U(deals))
            deals += 1
            results[i, 1] = deals
            upcard = deal(rule, key, cards, hands)
            view[V_SCORES] = U(score[(dealer + 1) % 2])
            view[V_SCORES + 1] = U(score[dealer % 2])
            play_deal(rule, hook, seated, view, hands, upcard, key, off, out)
            if out[O_ERROR] != 0:
                return np.int64(game)
            if out[O_MAKER] >= 0:
                side = (dealer + 1 + out[O_MAKER]) % 2
                if out[O_POINTS] >= 0:
                    score[side] += out[O_POINTS]
                else:
                    score[1 - side] -= out[O_POINTS]
            if out[O_MAKER] >= 0 or rules[R_REDEAL_SAME_DEALER] == 0:
                dealer = (dealer + 1) % n
        results[i, 0] = 0 if score[0] >= rules[R_TARGET] else 1
        results[i, 2] = score[0]
        results[i, 3] = score[1]
    return np.int64(-1)

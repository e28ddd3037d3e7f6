"""Many hands: the entry kernels, each of which works on one range of hands of a seed.

They run without the GIL on buffers of their own and write integers only; threads are the
caller's (`analysis.workers`), so nothing depends on how a run is cut into ranges.
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.hand import play_deal, ready_deal
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
    H_HIDDEN,
    H_SIZE,
    LOG_OFF,
    LOG_SIZE,
    MAX_SEATS,
    O_ERROR,
    O_MAKER,
    O_MISDEAL,
    O_POINTS,
    OUTCOME_SIZE,
    R_FIRST_DEALER,
    R_MISDEAL_NEXT,
    R_N_SIDES,
    R_PLAYERS,
    R_REDEAL_SAME_DEALER,
    R_SCORES,
    R_TARGET,
    V_SCORE_2,
    V_SCORES,
    VIEW_SIZE,
)
from euchre_sim.engine.memory import local_ints, local_words, pointer
from euchre_sim.engine.rng import bounded, hand_key, word
from euchre_sim.engine.view import start_view

U = np.uint64
NOTHING = U(0)

GAME_WORD = 1 << 13  # word of a game's key that draws the first dealer
# Columns of `play_games`: side that won (0 = seats 0, 2, ...; of three players the seat), deals
# dealt, points of each side (the third only with three players), who dealt first.
G_WINNER, G_DEALS, G_SCORES, G_FIRST_DEALER, G_SIZE = 0, 1, 2, 5, 6
MAX_DEALS = 1000  # a game of longer than this is given up: its players never call


@entry(I64, INTS, VECTOR, INTS, WORDS_2D, U64, U64, I64, BYTES_2D, WORDS_2D, VECTOR)
def play_range(rules, hooks, assign, params, seed, first, count, outcomes, dealt, log):
    """Play hands `first` .. `first + count - 1` of a seed.

    Parameters
    ----------
    rules : int64[:]
        `layout.lower_rules`.
    hooks : uint64[:]
        `jit.Hook.seated` of the strategies' hooks, N_PHASES of each.
    assign : int64[:]
        Strategy of each seat.
    params : uint64[:, :]
        Parameters of each strategy.
    seed, first : uint64
        Where the hands are.
    outcomes : int8[:, :]
        Filled, a row a hand with the ``O_`` slots.
    dealt : uint64[:, :]
        Filled where it has rows: every seat's cards before the calls, the upcard (0 after a
        misdeal) and, as far as there are columns for them, the hidden cards that the rules use.
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
    hands = local_words(H_SIZE)
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
        upcard = ready_deal(rule, hook, seated, view, hands, key, logged, out)
        if dealt.shape[0] > 0:
            for seat in range(n):
                dealt[i, seat] = hands[seat]
            dealt[i, n] = upcard
            for j in range(dealt.shape[1] - n - 1):
                dealt[i, n + 1 + j] = hands[H_HIDDEN + j]
        if upcard != NOTHING:
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

    Each begins at the score of `rules` (`layout.at_score`).  `assign` is by absolute seat.
    `results` has a row a game, the ``G_`` columns.  Deal `d` of a game draws from the hand key of
    ``game * MAX_DEALS + d``.  Returns -1 or the game that went wrong: an illegal action, or
    MAX_DEALS deals without a winner (then deals is MAX_DEALS).
    """
    n, n_sides = rules[R_PLAYERS], rules[R_N_SIDES]
    view, out = local_words(VIEW_SIZE), local_ints(OUTCOME_SIZE)
    hands = local_words(H_SIZE)
    rule, hook = pointer(rules), pointer(hooks)
    seated, score = local_ints(MAX_SEATS), local_ints(3)
    off = local_words(1)
    off[0] = U(LOG_OFF)
    start_view(rule, params, view)
    for i in range(count):
        game = first + U(i)
        dealer = rules[R_FIRST_DEALER]
        if dealer < 0:
            dealer = np.int64(bounded(word(hand_key(seed, game), GAME_WORD), n))
        results[i, G_FIRST_DEALER] = dealer
        score[2] = 0
        for side in range(n_sides):
            score[(dealer + 1 + side) % n_sides] = rules[R_SCORES + side]
        deals = 0
        winner = -1
        while winner < 0:
            if deals == MAX_DEALS:
                return np.int64(game)
            for position in range(n):
                seated[position] = assign[(dealer + 1 + position) % n]
            key = hand_key(seed, game * U(MAX_DEALS) + U(deals))
            deals += 1
            results[i, G_DEALS] = deals
            view[V_SCORES] = U(score[(dealer + 1) % n_sides])
            view[V_SCORES + 1] = U(score[(dealer + 2) % n_sides])
            view[V_SCORE_2] = U(score[(dealer + 3) % n_sides])
            upcard = ready_deal(rule, hook, seated, view, hands, key, off, out)
            if upcard != NOTHING:
                play_deal(rule, hook, seated, view, hands, upcard, key, off, out)
            if out[O_ERROR] != 0:
                return np.int64(game)
            stays = rules[R_REDEAL_SAME_DEALER] == 1
            if out[O_MISDEAL] != 0:
                stays = rules[R_MISDEAL_NEXT] == 0
            elif out[O_MAKER] >= 0:
                stays = False
                add_points(score, n_sides, (dealer + 1 + out[O_MAKER]) % n_sides, out[O_POINTS])
                winner = side_ahead(score, n_sides, rules[R_TARGET])
            if not stays:
                dealer = (dealer + 1) % n
        results[i, G_WINNER] = winner
        for side in range(3):
            results[i, G_SCORES + side] = score[side]
    return np.int64(-1)


@kernel
def add_points(score, n_sides, makers, points):
    """Book a deal: to the makers, or to every other side."""
    for side in range(n_sides):
        if side == makers:
            score[side] += max(points, 0)
        else:
            score[side] += max(-points, 0)


@kernel
def side_ahead(score, n_sides, target):
    """The side that has the most points, if they reach the target; -1 where two have as many."""
    best, shared = 0, False
    for side in range(1, n_sides):
        if score[side] >= score[best]:
            shared = score[side] == score[best]
            best = side
    return -1 if shared or score[best] < target else best

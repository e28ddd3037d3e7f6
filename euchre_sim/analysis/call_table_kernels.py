"""The kernel behind a call table: many hands in one go, each with deals of its own seed."""

from __future__ import annotations

import numpy as np

from euchre_sim.analysis.tally import CAME_TO_EUCHRE, CAME_TO_MADE, N_RESULTS, result_of
from euchre_sim.analysis.weigh import (
    A_BURIED,
    A_CALL,
    A_DECLARED,
    MAX_ACTIONS,
    draw_what_fits,
    play_action,
)
from euchre_sim.engine.jit import I64, INTS, INTS_2D, U64, VECTOR, WORDS_2D, entry, kernel
from euchre_sim.engine.layout import (
    H_SIZE,
    LOG_OFF,
    O_CALL,
    O_ERROR,
    O_LONE,
    O_MAKER,
    O_TRICKS,
    OUTCOME_SIZE,
    R_DECK,
    R_MATES,
    VIEW_SIZE,
)
from euchre_sim.engine.memory import local_ints, local_words, pointer, unlikely
from euchre_sim.engine.rng import hand_key
from euchre_sim.engine.view import start_view

U = np.uint64
NOTHING = U(0)

# How the deals of every hand are drawn.
D_DEALS = 0  # deals to play
D_MOST_DRAWN = 1  # deals to look at before giving up
D_FEWEST = 2  # deals before a standard error may end a hand; 0 where none does
D_PRECISION = 3  # that standard error, in millionths
DRAWING_SIZE = 4
LOOK_EVERY = 256  # deals

# What is found for a hand.
F_DRAWN = 0
F_PLAYED = 1
F_BEST = 2  # the action with the largest mean; of equal ones the first
FOUND_SIZE = 3

# Sums of an action, in the order of `storage.calls.schema.SUMS`; a pass is the first action.
S_MADE = 0
S_MARCH = 1
S_SWEEP = 2
S_EUCHRED = 3
S_POINTS = 4
S_SQUARES = 5
S_BY_FIRST = 6
S_BY_BEST = 7
SUMS_SIZE = 8

# Slots of an action while its hand is played: what own calls came to (`tally`), then points.
SLOT_POINTS = N_RESULTS
N_SLOTS = N_RESULTS + 1
ALL_SLOTS = MAX_ACTIONS * N_SLOTS
ALL_PRODUCTS = MAX_ACTIONS * MAX_ACTIONS


@kernel
def best_action(slots, n_actions):
    """Return the action with the largest sum of points; of equal ones the first."""
    best = 0
    for a in range(1, n_actions):
        if slots[a * N_SLOTS + SLOT_POINTS] > slots[best * N_SLOTS + SLOT_POINTS]:
            best = a
    return best


@kernel
def product_of(products, a, b):
    """Sum over deals of the product of two actions' points."""
    return products[max(a, b) * MAX_ACTIONS + min(a, b)]


@kernel
def is_precise(slots, products, n_actions, n, precision):
    """Whether every action's paired difference to the best has a small enough standard error.

    Where there is nothing to compare, the one action's own mean must have it.
    """
    best = best_action(slots, n_actions)
    wanted = np.float64(precision) * 1e-6
    most = wanted * wanted * np.float64(n) * np.float64(n) * np.float64(n - 1)
    for a in range(n_actions):
        squares, total = product_of(products, a, a), slots[a * N_SLOTS + SLOT_POINTS]
        if n_actions > 1:
            squares += product_of(products, best, best) - 2 * product_of(products, a, best)
            total -= slots[best * N_SLOTS + SLOT_POINTS]
        if np.float64(squares) * np.float64(n) - np.float64(total) * np.float64(total) > most:
            return False
    return True


@kernel
def clear(slots, products, n_actions):
    """Forget the hand before."""
    for a in range(n_actions):
        for j in range(N_SLOTS):
            slots[a * N_SLOTS + j] = 0
        for b in range(a + 1):
            products[a * MAX_ACTIONS + b] = 0


@kernel
def play_actions(
    rules, hooks, assign, view, dealt, played, up, key, log, out, seat, call_round,
    actions, first, n_actions, got, slots, products,
):  # fmt: skip
    """Play a deal after every action of a hand and add up what comes of it."""
    mates = rules[R_MATES + seat]
    for a in range(n_actions):
        points = play_action(
            rules, hooks, assign, view, dealt, played, up, key, log, out, seat, call_round,
            actions[first + a, A_CALL], actions[first + a, A_BURIED],
            actions[first + a, A_DECLARED], mates,
        )  # fmt: skip
        if unlikely(out[O_ERROR] != 0):
            return
        at = a * N_SLOTS
        maker = out[O_MAKER]
        if maker >= 0 and (mates >> maker) & 1 == 1:
            slots[at + result_of(rules, out[O_CALL] & 7, out[O_TRICKS], out[O_LONE])] += 1
        slots[at + SLOT_POINTS] += points
        got[a] = points
        for b in range(a + 1):
            products[a * MAX_ACTIONS + b] += points * got[b]


@kernel
def write_sums(slots, products, n_actions, best, sums, first):
    """Fill the rows of a hand's actions."""
    for a in range(n_actions):
        at = a * N_SLOTS
        made = 0
        for result in range(CAME_TO_MADE, CAME_TO_EUCHRE):
            made += slots[at + result]
        sums[first + a, S_MADE] = made
        for result in range(CAME_TO_MADE + 1, N_RESULTS):
            sums[first + a, S_MADE + result - CAME_TO_MADE] = slots[at + result]
        sums[first + a, S_POINTS] = slots[at + SLOT_POINTS]
        sums[first + a, S_SQUARES] = product_of(products, a, a)
        sums[first + a, S_BY_FIRST] = product_of(products, a, 0)
        sums[first + a, S_BY_BEST] = product_of(products, a, best)


@entry(
    I64, INTS, VECTOR, INTS, WORDS_2D, I64, I64, U64, INTS,
    VECTOR, VECTOR, INTS, WORDS_2D, INTS_2D, INTS_2D,
)  # fmt: skip
def weigh_hands(
    rules, hooks, assign, params, seat, call_round, upcard, drawing,
    seeds, hands, starts, actions, found, sums,
):  # fmt: skip
    """Play the deals of every hand after each of its actions.

    Parameters
    ----------
    rules, hooks, assign, params
        As for `engine.batch.play_range`.
    seat, call_round : int
        Who is to call, and in which round.
    upcard : uint64
        The card that is turned up.
    drawing : int64[:]
        The ``D_`` slots.
    seeds, hands : uint64[:]
        Seed and cards of every hand.
    starts : int64[:]
        Where each hand's actions begin, and behind the last the number of all.
    actions : uint64[:, :]
        A row an action, with the ``A_`` columns of `weigh`.
    found : int64[:, :]
        A row a hand, with the ``F_`` slots: filled.
    sums : int64[:, :]
        A row an action, with the ``S_`` slots: filled.

    Returns
    -------
    int
        -1, or the hand with which an answer was illegal: then its first slots in `found` are the
        ``O_ERROR`` code and the deal.
    """
    view, log, out = local_words(VIEW_SIZE), local_words(1), local_ints(OUTCOME_SIZE)
    log[0] = U(LOG_OFF)
    dealt, played = local_words(H_SIZE), local_words(H_SIZE)
    got = local_ints(MAX_ACTIONS)
    slots = local_ints(ALL_SLOTS)
    products = local_ints(ALL_PRODUCTS)
    rule, hook, seated = pointer(rules), pointer(hooks), pointer(assign)
    start_view(rule, params, view)
    for row in range(hands.shape[0]):
        first, n_actions = starts[row], starts[row + 1] - starts[row]
        hand = hands[row]
        unseen = U(rules[R_DECK]) & ~(hand | upcard)
        clear(slots, products, n_actions)
        n, drawn = 0, 0
        while n < drawing[D_DEALS] and drawn < drawing[D_MOST_DRAWN]:
            key = hand_key(seeds[row], U(drawn))
            drawn += 1
            up = draw_what_fits(
                rule, hook, seated, view, dealt, key, log, out,
                call_round, seat, hand, upcard, unseen,
            )  # fmt: skip
            if up != NOTHING:
                n += 1
                play_actions(
                    rule, hook, seated, view, dealt, played, up, key, log, out, seat, call_round,
                    actions, first, n_actions, got, slots, products,
                )  # fmt: skip
            if unlikely(out[O_ERROR] != 0):
                found[row, 0] = out[O_ERROR]
                found[row, 1] = drawn - 1
                return row
            looks = drawing[D_FEWEST] > 0 and n >= drawing[D_FEWEST]
            looks = looks and up != NOTHING and n % LOOK_EVERY == 0
            if unlikely(looks) and is_precise(slots, products, n_actions, n, drawing[D_PRECISION]):
                break
        best = best_action(slots, n_actions)
        found[row, F_DRAWN] = drawn
        found[row, F_PLAYED] = n
        found[row, F_BEST] = best
        write_sums(slots, products, n_actions, best, sums, first)
    return -1

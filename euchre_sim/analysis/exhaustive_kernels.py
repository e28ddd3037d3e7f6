"""The kernels that play every layout: hands nested in hands, with what each seat says looked up.

With players who draw no lots, what a seat says in the bidding hangs on its own hand alone.  So
`say_with_hands` asks each seat once about every hand that it may hold, and `play_layouts` goes
through all layouts as a tree, a place a level: a hand with which its seat would not have passed is
left out together with everything below it, and the bidding of a layout is read from the tables.
Only the play of the cards is done anew for every layout.
"""

from __future__ import annotations

import numpy as np

from euchre_sim.analysis.weigh import (
    A_BURIED,
    A_CALL,
    A_DECLARED,
    MAX_ACTIONS,
    MAX_POINTS,
    N_ACCEPTED,
    N_ERROR,
    T_EUCHRED,
    T_HISTOGRAM,
    points_of,
)
from euchre_sim.engine.ask import ask, reset_outcome
from euchre_sim.engine.auction import dealer_names, legal_calls, must_call, suit_of_upcard
from euchre_sim.engine.bidding import THROWN_IN, call_code
from euchre_sim.engine.bits import deposit, lowest, popcount
from euchre_sim.engine.contract import to_contract
from euchre_sim.engine.farmers import others_claim
from euchre_sim.engine.hand import play_call
from euchre_sim.engine.jit import I64, INTS, INTS_2D, NUMBERS, U64, VECTOR, WORDS_2D, entry, kernel
from euchre_sim.engine.layout import (
    H_SIZE,
    LOG_OFF,
    MAX_SEATS,
    O_ERROR,
    O_MAKER,
    OUTCOME_SIZE,
    PASS,
    PHASE_CALL,
    PHASE_FARMER,
    R_CHOICES,
    R_FARMER,
    R_MATES,
    R_PLAYERS,
    VIEW_SIZE,
)
from euchre_sim.engine.memory import (
    local_ints,
    local_words,
    pointer,
    pointer_to_ints,
    pointer_to_numbers,
    unlikely,
)
from euchre_sim.engine.view import call_view, open_view, start_view

U = np.uint64
NOTHING = U(0)
ONE = U(1)
PASS_BIT = U(PASS)

# A level of the tree: where its cards go, and the ways to choose them.
L_SLOT = 0  # place in the deal's vector of cards (`layout`, ``H_``)
L_CHOICES = 1  # how many there are
L_ADDRESS = 2  # of `subsets.choices`
L_SAID = 3  # address of what the seat says with each hand; 0 for cards that nobody holds yet
LEVEL_SIZE = 4
MAX_LEVELS = MAX_SEATS + 2

# What a seat says with a hand: bit 0 whether that fits what was heard, then a byte a round: 0 a
# pass, else the number of the call's bit, or `ILLEGAL`.
FITS = 1
SAID_BITS = 8
SAID_MASK = (1 << SAID_BITS) - 1
ILLEGAL = SAID_MASK
# In place of all this, where an answer that was to be heard was illegal; both have bit 0 set.
ILLEGAL_CALL = -1
ILLEGAL_CLAIM = -3

IDLE_MATE = 3  # column of an action: whether the hand of the last level has no part in its play
PLAYED_ACTION_SIZE = 4
AN_ILLEGAL_CALL = -2  # beside the call codes and `THROWN_IN`


@entry(None, INTS, VECTOR, INTS, WORDS_2D, I64, I64, I64, U64, U64, INTS)
def say_with_hands(rules, hooks, assign, params, other, seat, call_round, upcard, pool, said):
    """Ask seat `other` what it says in both rounds with each hand out of `pool`.

    Parameters
    ----------
    rules, hooks, assign, params
        As for `engine.batch.play_range`.
    other : int
        The seat.
    seat, call_round : int
        Whose turn is asked about, and in which round; `other` may be this seat.
    said : int64[:]
        Filled, an item a hand in the order of `subsets.choices`.
    """
    view, log, out = local_words(VIEW_SIZE), local_words(1), local_ints(OUTCOME_SIZE)
    log[0] = U(LOG_OFF)
    rule, hook, seated = pointer(rules), pointer(hooks), pointer(assign)
    hands = local_words(H_SIZE)
    choices = pointer_to_numbers(U(rules[R_CHOICES]))
    up_suit = suit_of_upcard(rule, upcard)
    start_view(rule, params, view)
    open_view(rule, view, hands, upcard)
    reset_outcome(log, out)
    for i in range(said.shape[0]):
        hand = deposit(U(choices[i]), pool)
        hands[other] = hand
        out[O_ERROR] = 0
        word = FITS
        if (
            rules[R_FARMER] != 0
            and other != seat
            and others_claim(rule, hook, seated, view, hands, NOTHING, log, out, seat)
        ):
            word = 0
        if out[O_ERROR] != 0:
            said[i] = ILLEGAL_CLAIM
            continue
        for in_round in range(1, 3):
            if dealer_names(rule, upcard):
                break
            legal = legal_calls(rule, other, in_round, up_suit, hand)
            call_view(view, in_round, must_call(rule, other, in_round))
            call = ask(
                rule, hook, seated, view, NOTHING, log, out,
                PHASE_CALL, other, in_round - 1, legal, hand,
            )  # fmt: skip
            heard = in_round < call_round or (in_round == call_round and other < seat)
            if call == NOTHING:
                word |= ILLEGAL << (SAID_BITS * in_round)
                if heard and other != seat and word & FITS:
                    word = ILLEGAL_CALL
                    break
            elif call != PASS_BIT:
                word |= lowest(call) << (SAID_BITS * in_round)
                if heard and other != seat:
                    word &= ~FITS
        said[i] = word


@kernel
def call_to_come(words, n, call_round, seat):
    """Find the call that the bidding comes to from one seat's turn on, by what the seats say."""
    while call_round <= 2:
        while seat < n:
            call = (words[seat] >> (SAID_BITS * call_round)) & SAID_MASK
            if call != 0:
                if unlikely(call == ILLEGAL):
                    return AN_ILLEGAL_CALL - seat
                return call_code(seat, call_round, ONE << U(call))
            seat += 1
        seat = 0
        call_round += 1
    return THROWN_IN


@kernel
def number_of_hand(ranks, half, hand):
    """Find the number of a hand, a mask of the pool's first, second, ... card, in `subsets`."""
    low = hand & ((ONE << U(half)) - ONE)
    row = np.int64(1 + popcount(low)) << half
    return np.int64(ranks[np.int64(low)]) + np.int64(ranks[row + np.int64(hand >> U(half))])


@kernel
def play_action(
    rules, hooks, assign, view, dealt, hands, up, log, out, seat, call_round, words,
    call, buried, declared,
):  # fmt: skip
    """Play a layout from the asker's turn on; whether no answer was illegal."""
    reset_outcome(log, out)
    if call == PASS_BIT:
        code = call_to_come(words, rules[R_PLAYERS], call_round, seat + 1)
        if code == THROWN_IN:
            return True
        if unlikely(code <= AN_ILLEGAL_CALL):
            out[O_ERROR] = 1 + (AN_ILLEGAL_CALL - code) + 8 * PHASE_CALL
            return False
    else:
        code = call_code(seat, call_round, call)
    for j in range(H_SIZE):
        hands[j] = dealt[j]
    open_view(rules, view, hands, up)
    play_call(
        rules, hooks, assign, view, hands, up, NOTHING, log, out,
        code, to_contract(buried, (code >> 5) & 7), declared,
    )  # fmt: skip
    return out[O_ERROR] == 0


@kernel
def play_layout(
    rules, hooks, assign, view, dealt, hands, up, log, out, seat, call_round, words,
    actions, known, got, euchred, tallies,
):  # fmt: skip
    """Play one layout after every action, and count; the error code of an illegal answer, or 0.

    What an action brought is `known` where it was played with another hand of an idle mate.
    """
    mates = rules[R_MATES + seat]
    for a in range(actions.shape[0]):
        if known[a] == 0:
            legal = play_action(
                rules, hooks, assign, view, dealt, hands, up, log, out, seat, call_round, words,
                actions[a, A_CALL], actions[a, A_BURIED], actions[a, A_DECLARED],
            )  # fmt: skip
            if unlikely(not legal):
                return out[O_ERROR]
            points = points_of(out, mates)
            lost = points < 0 and (mates >> out[O_MAKER]) & 1 == 1
            got[a] = T_HISTOGRAM + MAX_POINTS + points
            euchred[a] = np.int64(lost)
            known[a] = np.int64(actions[a, IDLE_MATE])
        tallies[a, T_EUCHRED] += euchred[a]
        tallies[a, got[a]] += 1
    return np.int64(0)


@entry(
    None, INTS, VECTOR, INTS, WORDS_2D, I64, I64, U64, U64, U64, INTS_2D, NUMBERS, I64, I64,
    WORDS_2D, I64, I64, INTS, INTS_2D,
)  # fmt: skip
def play_layouts(
    rules, hooks, assign, params, seat, call_round, hand, upcard, pool, levels, ranks, half, own,
    actions, first, count, counts, tallies,
):  # fmt: skip
    """Play all layouts below choices `first` .. `first + count - 1` of the first level.

    Parameters
    ----------
    rules, hooks, assign, params, seat, call_round, hand, upcard
        As for `weigh.weigh_range`; the upcard is known.
    pool : uint64
        The cards the asker does not see.
    levels : int64[:, :]
        A row a level, with the ``L_`` columns.
    ranks, half : int32[:], int
        What `number_of_hand` reads.
    own : int
        What the asker says, as `say_with_hands` has it.
    actions : uint64[:, :]
        A row an action: the ``A_`` columns and `IDLE_MATE`.
    counts : int64[:]
        `weigh`'s slots, added to: layouts that fit, and the first error.
    tallies : int64[:, :]
        A row an action with `weigh`'s ``T_`` slots, added to.
    """
    n_actions = actions.shape[0]
    last = levels.shape[0] - 1
    view, log, out = local_words(VIEW_SIZE), local_words(1), local_ints(OUTCOME_SIZE)
    log[0] = U(LOG_OFF)
    dealt, hands = local_words(H_SIZE), local_words(H_SIZE)
    words = local_ints(MAX_SEATS)
    known, got, euchred = local_ints(MAX_ACTIONS), local_ints(MAX_ACTIONS), local_ints(MAX_ACTIONS)
    number, end = local_ints(MAX_LEVELS), local_ints(MAX_LEVELS)
    left = local_words(MAX_LEVELS)
    rule, hook, seated, rank = pointer(rules), pointer(hooks), pointer(assign), pointer(ranks)
    start_view(rule, params, view)
    dealt[seat] = hand
    words[seat] = own
    for level in range(last + 1):
        end[level] = levels[level, L_CHOICES]
    number[0], end[0] = first, first + count
    left[0] = (ONE << U(popcount(pool))) - ONE
    level = 0
    while level >= 0:
        if number[level] == end[level]:
            level -= 1
            continue
        choices = pointer_to_numbers(U(levels[level, L_ADDRESS]))
        cards = deposit(U(choices[number[level]]), left[level])
        number[level] += 1
        slot = levels[level, L_SLOT]
        said = levels[level, L_SAID]
        if said != 0:
            word = pointer_to_ints(U(said))[number_of_hand(rank, half, cards)]
            if word & FITS == 0:
                continue
            if unlikely(word < 0):
                phase = PHASE_CALL if word == ILLEGAL_CALL else PHASE_FARMER
                counts[N_ERROR] = 1 + slot + 8 * phase
                return
            words[slot] = word
        dealt[slot] = deposit(cards, pool)
        if level < last:
            left[level + 1] = left[level] ^ cards
            level += 1
            number[level] = 0
            if level == last:
                for a in range(n_actions):
                    known[a] = 0
            continue
        error = play_layout(
            rule, hook, seated, view, dealt, hands, upcard, log, out, seat, call_round, words,
            actions, known, got, euchred, tallies,
        )  # fmt: skip
        if unlikely(error != 0):
            counts[N_ERROR] = error
            return
        counts[N_ACCEPTED] += 1

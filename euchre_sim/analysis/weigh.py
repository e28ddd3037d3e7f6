"""The kernels behind a decision: the same deals played out after every action.

`look` says what is open to a seat and what its own strategy would do; `weigh_range` draws deals
that fit what the seat knows and heard, and adds up what every action brought.
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.ask import ask, reset_outcome
from euchre_sim.engine.auction import (
    dealer_names,
    joker_calls,
    legal_calls,
    legal_discards,
    must_call,
    suit_of_upcard,
    takes_upcard,
)
from euchre_sim.engine.bidding import THROWN_IN, auction, call_code
from euchre_sim.engine.bits import lowest
from euchre_sim.engine.contract import from_contract, to_contract, trump_mask
from euchre_sim.engine.deal import deal_out
from euchre_sim.engine.farmers import farmer_cards, others_claim
from euchre_sim.engine.hand import play_call
from euchre_sim.engine.jit import I64, INTS, INTS_2D, U64, VECTOR, WORDS_2D, entry, kernel
from euchre_sim.engine.layout import (
    H_SIZE,
    LOG_OFF,
    NO,
    O_ERROR,
    O_MAKER,
    O_POINTS,
    OUTCOME_SIZE,
    PASS,
    PHASE_ALONE,
    PHASE_CALL,
    PHASE_DISCARD,
    R_EXTRAS,
    R_FARMER,
    R_MATES,
    R_PLAYERS,
    R_WINDOW,
    V_CONTRACT,
    V_DEAD,
    V_LONE,
    V_MAKER,
    V_MAKERS,
    V_PICKED_UP,
    V_SCORE_2,
    V_SCORES,
    V_TRUMPS,
    VIEW_SIZE,
    YES,
)
from euchre_sim.engine.memory import local_ints, local_words, pointer, unlikely
from euchre_sim.engine.rng import STEP_ALONE, STEP_DISCARD, hand_key
from euchre_sim.engine.view import call_view, open_view, start_view
from euchre_sim.scoring import MISERE

U = np.uint64
NOTHING = U(0)
PASS_BIT = U(PASS)
ASKED = U(YES | NO)

# An action to weigh: call bit, card to bury (0: the strategy's choice), answer in the alone window.
A_CALL = 0
A_BURIED = 1
A_DECLARED = 2
ACTION_SIZE = 3
MAX_ACTIONS = 64  # more than any seat has: a call of every suit, or every discard, alone or not

# What `look` fills in.
L_CALLS = 0  # legal calls
L_CALL = 1  # the strategy's own call
L_DISCARDS = 2  # dealer taking the upcard: legal discards, else 0
L_DISCARD = 3  # the strategy's own discard, where it would take the upcard
L_DECLARED = 4  # its answer in the alone window, where there is one and it would call
L_FARMER = 5  # its cards that make a farmer's hand
LOOK_SIZE = 6

# Tallies of `weigh_range`: counts, then a block an action.
N_DRAWN = 0
N_ACCEPTED = 1
N_ERROR = 2  # O_ERROR of the first illegal action
N_FAULT = 3  # the deal in which it happened
COUNTS = 4
MAX_POINTS = 16  # net points of a deal lie within this
T_EUCHRED = 0  # deals in which the asker's side was euchred
T_HISTOGRAM = 1  # 2 * MAX_POINTS + 1 slots: deals by net points
TALLY_SIZE = T_HISTOGRAM + 2 * MAX_POINTS + 1

# What a deal is played for: the score, and what each result makes of the game.
K_SCORES = 0  # 3 slots: the game score of the side of the first position, of the next, of a third
K_CHANCE = 3  # 2 * MAX_POINTS + 1 slots or none: chance to win by net points, in CHANCE_UNITs
CHANCE_UNIT = 1e-5  # its squares over 10**8 deals fit 64 bits


@kernel
def begin_view(rules, params, stakes, view):
    """Write what stays the same over all deals: what `start_view` does, and the score."""
    start_view(rules, params, view)
    view[V_SCORES] = U(stakes[K_SCORES])
    view[V_SCORES + 1] = U(stakes[K_SCORES + 1])
    view[V_SCORE_2] = U(stakes[K_SCORES + 2])


@entry(I64, INTS, VECTOR, INTS, WORDS_2D, INTS, U64, I64, I64, U64, U64, VECTOR)
def look(rules, hooks, assign, params, stakes, seed, seat, call_round, hand, upcard, found):
    """Fill `found` (LOOK_SIZE words) for a seat that is to call; the ``L_`` names say with what.

    Returns the error code of an illegal answer (the ``O_ERROR`` slot) or 0.
    """
    view, log, out = local_words(VIEW_SIZE), local_words(1), local_ints(OUTCOME_SIZE)
    log[0] = U(LOG_OFF)
    rule, hook, seated = pointer(rules), pointer(hooks), pointer(assign)
    begin_view(rule, params, stakes, view)
    for k in range(LOOK_SIZE):
        found[k] = NOTHING
    up_suit = suit_of_upcard(rule, upcard)
    hands = local_words(H_SIZE)
    open_view(rule, view, hands, upcard)
    call_view(view, call_round, must_call(rule, seat, call_round))
    key = hand_key(seed, NOTHING)
    legal = legal_calls(rule, seat, call_round, up_suit, hand)
    if dealer_names(rule, upcard):
        call_view(view, 1, True)
        legal = joker_calls(rule)
    call = ask(
        rule, hook, seated, view, key, log, out, PHASE_CALL, seat, call_round - 1, legal, hand
    )
    if rules[R_FARMER] != 0:
        found[L_FARMER] = farmer_cards(rule, hand)
    found[L_CALLS] = legal
    found[L_CALL] = call
    if call == NOTHING:
        return out[O_ERROR]
    dealer = rules[R_PLAYERS] - 1
    trump = up_suit
    if call > PASS_BIT:
        trump = (lowest(call) - 1) // 2
    cards = to_contract(hand, trump)
    call_view(view, call_round, False)
    view[V_CONTRACT] = U(trump)
    view[V_TRUMPS] = trump_mask(trump)
    view[V_MAKER] = U(seat)
    view[V_MAKERS] = U(rules[R_MATES + seat])
    if call > PASS_BIT and (lowest(call) - 1) % 2 == 1:
        view[V_LONE] = U(seat + 1)
    up = to_contract(upcard, trump)
    if not takes_upcard(rule, seat, call_round, view[V_LONE] != NOTHING):
        view[V_DEAD] = up
    elif seat != dealer or rules[R_EXTRAS] != 0:
        view[V_PICKED_UP] = up  # where the dealer may refuse it, he is taken not to
        if seat == dealer:
            cards |= up  # he buries with the extra cards, after he has declared
    else:
        view[V_PICKED_UP] = up
        discards = legal_discards(rule, seat, cards | up, up)
        buried = ask(
            rule, hook, seated, view, key, log, out,
            PHASE_DISCARD, seat, STEP_DISCARD, discards, cards | up,
        )  # fmt: skip
        found[L_DISCARDS] = from_contract(discards, trump)
        found[L_DISCARD] = from_contract(buried, trump)
        cards = (cards | up) ^ buried
        view[V_DEAD] = buried
    if call > PASS_BIT and rules[R_WINDOW] == 1 and view[V_LONE] == NOTHING and trump != MISERE:
        found[L_DECLARED] = ask(
            rule, hook, seated, view, key, log, out, PHASE_ALONE, seat, STEP_ALONE, ASKED, cards
        )
    return out[O_ERROR]


@kernel
def fits_what_was_heard(
    rules, hooks, assign, view, hands, up, drawn, key, log, out, call_round, seat
):
    """Whether the others would have claimed no farmer's hand and passed; `drawn`: the upcard is."""
    if unlikely(rules[R_FARMER] != 0) and others_claim(
        rules, hooks, assign, view, hands, key, log, out, seat
    ):
        return False
    if dealer_names(rules, up):
        # There is no bidding. A question about any upcard is one about any that leaves a bidding.
        return not drawn
    up_suit = suit_of_upcard(rules, up)
    return others_passed(
        rules, hooks, assign, view, hands, up_suit, key, log, out, call_round, seat
    )


@kernel
def others_passed(rules, hooks, assign, view, hands, up_suit, key, log, out, call_round, seat):
    """Whether all the others would have passed up to the asker's turn; its own calls are given."""
    n = rules[R_PLAYERS]
    for earlier in range(1, call_round + 1):
        for other in range(n):
            if other == seat:
                if earlier == call_round:
                    break
                continue
            legal = legal_calls(rules, other, earlier, up_suit, hands[other])
            call_view(view, earlier, must_call(rules, other, earlier))
            call = ask(
                rules, hooks, assign, view, key, log, out,
                PHASE_CALL, other, earlier - 1, legal, hands[other],
            )  # fmt: skip
            if call != PASS_BIT:
                return False
    return True


@kernel
def play_after(
    rules, hooks, assign, view, hands, up, key, log, out, seat, call_round, call, buried, declared
):
    """Play a deal from the asker's turn on, whose call, discard and declaration are given."""
    up_suit = suit_of_upcard(rules, up)
    open_view(rules, view, hands, up)
    reset_outcome(log, out)
    if call == PASS_BIT:
        code = auction(
            rules, hooks, assign, view, hands, up_suit, key, log, out, call_round, seat + 1
        )
        if code == THROWN_IN:
            return
    else:
        call_view(view, call_round, must_call(rules, seat, call_round))
        code = call_code(seat, call_round, call)
    play_call(
        rules, hooks, assign, view, hands, up, key, log, out,
        code, to_contract(buried, (code >> 5) & 7), declared,
    )  # fmt: skip


@kernel
def points_of(out, mates):
    """Net points of one side, a seat mask, in a deal that is over."""
    ours = out[O_MAKER] < 0 or (mates >> out[O_MAKER]) & 1 == 1
    return out[O_POINTS] if ours else -out[O_POINTS]


@kernel
def draw_what_fits(
    rules, hooks, assign, view, dealt, key, log, out, call_round, seat, hand, upcard, unseen
):
    """Draw a deal; its upcard, or 0 where it does not fit what was heard or an answer is illegal.

    `upcard` is 0 where it is drawn too.
    """
    up = deal_out(rules, key, unseen, seat, hand, upcard, dealt)
    open_view(rules, view, dealt, up)
    reset_outcome(log, out)
    fits = fits_what_was_heard(
        rules, hooks, assign, view, dealt, up, upcard == NOTHING, key, log, out, call_round, seat
    )
    return up if fits and not unlikely(out[O_ERROR] != 0) else NOTHING


@kernel
def play_action(
    rules, hooks, assign, view, dealt, hands, up, key, log, out, seat, call_round,
    call, buried, declared, mates,
):  # fmt: skip
    """Play a copy of a deal after one action; the net points of the asker's side."""
    for j in range(H_SIZE):
        hands[j] = dealt[j]
    play_after(
        rules, hooks, assign, view, hands, up, key, log, out,
        seat, call_round, call, buried, declared,
    )  # fmt: skip
    return points_of(out, mates)


@kernel
def book_action(out, mates, a, stakes, got, chances, tallies, products, wins):
    """Add what a deal brought after action `a` to the sums.

    `got` and `chances` keep what it brought after each of the actions so far.
    """
    points = points_of(out, mates)
    if points < 0 and (mates >> out[O_MAKER]) & 1 == 1:
        tallies[a, T_EUCHRED] += 1
    got[a] = points
    tallies[a, T_HISTOGRAM + MAX_POINTS + points] += 1
    for b in range(a + 1):
        products[a, b] += points * got[b]
    if wins.shape[0] > 0:
        chance = stakes[K_CHANCE + MAX_POINTS + points]
        chances[a] = chance
        for b in range(a + 1):
            wins[a, b] += chance * chances[b]


@entry(
    None, INTS, VECTOR, INTS, WORDS_2D, INTS, U64, U64, I64, I64, I64, U64, U64,
    U64, WORDS_2D, INTS, INTS_2D, INTS_2D, INTS_2D,
)  # fmt: skip
def weigh_range(
    rules, hooks, assign, params, stakes, seed, first, count, seat, call_round, hand, upcard,
    unseen, actions, counts, tallies, products, wins,
):  # fmt: skip
    """Draw deals `first` .. `first + count - 1` of a seed; play those that fit after each action.

    Parameters
    ----------
    rules, hooks, assign, params, seed
        As for `engine.batch.play_range`.
    stakes : int64[:]
        The ``K_`` slots: the score, and what each result is worth if that is wanted.
    seat, call_round : int
        Who is to call, and in which round.
    hand, upcard : uint64
        The asker's cards and the upcard; 0 has the upcard drawn afresh in every deal, and then
        calls of the first suit stand for ordering.
    unseen : uint64
        The cards the asker does not see.
    actions : uint64[:, :]
        A row an action, with the ``A_`` columns; MAX_ACTIONS at most.
    counts : int64[:]
        COUNTS slots, filled: how many deals were drawn and fitted, and the first error.
    tallies : int64[:, :]
        A row an action with the ``T_`` slots, added to.
    products : int64[:, :]
        Actions x actions, added to: sums over deals of the product of two actions' points.
    wins : int64[:, :]
        The same of their chances to win; without rows where `stakes` have none.
    """
    n_actions = actions.shape[0]
    view, log, out = local_words(VIEW_SIZE), local_words(1), local_ints(OUTCOME_SIZE)
    log[0] = U(LOG_OFF)
    dealt, hands = local_words(H_SIZE), local_words(H_SIZE)
    got, chances = local_ints(MAX_ACTIONS), local_ints(MAX_ACTIONS)
    rule, hook, seated = pointer(rules), pointer(hooks), pointer(assign)
    mates = rules[R_MATES + seat]
    begin_view(rule, params, stakes, view)
    for i in range(count):
        deal_number = first + U(i)
        key = hand_key(seed, deal_number)
        counts[N_DRAWN] += 1
        up = draw_what_fits(
            rule, hook, seated, view, dealt, key, log, out, call_round, seat, hand, upcard, unseen
        )
        if out[O_ERROR] != 0:
            counts[N_ERROR] = out[O_ERROR]
            counts[N_FAULT] = np.int64(deal_number)
            return
        if up == NOTHING:
            continue
        counts[N_ACCEPTED] += 1
        for a in range(n_actions):
            call = actions[a, A_CALL]
            if call != PASS_BIT and upcard == NOTHING:
                call <<= U(2 * suit_of_upcard(rule, up))
            play_action(
                rule, hook, seated, view, dealt, hands, up, key, log, out, seat, call_round,
                call, actions[a, A_BURIED], actions[a, A_DECLARED], mates,
            )  # fmt: skip
            if out[O_ERROR] != 0:
                counts[N_ERROR] = out[O_ERROR]
                counts[N_FAULT] = np.int64(deal_number)
                return
            book_action(out, mates, a, stakes, got, chances, tallies, products, wins)

"""One whole deal: auction, pickup and discard, the windows, five tricks, points.

Three functions in the order of play, each of which can be entered on its own: `auction` from any
seat's turn, `before_play` from the call that made trump, `play` from the first lead.  Strategies
answer through function pointers: ``hooks[strategy * N_PHASES + phase]`` is an address, and `assign`
says which strategy sits where.  A decision with one legal action is not asked.
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.auction import (
    active_seats,
    first_leader,
    legal_calls,
    legal_discards,
    may_defend_alone,
    must_call,
    next_alone_asked,
    next_defender_asked,
    takes_upcard,
)
from euchre_sim.engine.bits import lowest, popcount
from euchre_sim.engine.contract import suit_mask, to_contract
from euchre_sim.engine.jit import kernel
from euchre_sim.engine.layout import (
    LEAVE_UPCARD,
    LOG_ACTION,
    LOG_KEY,
    LOG_LEGAL,
    LOG_OFF,
    LOG_STRIDE,
    MAX_HAND,
    MAX_SEATS,
    N_PHASES,
    NO,
    O_CALL,
    O_ERROR,
    O_LONE,
    O_LONE_DEFENDER,
    O_MAKER,
    O_POINTS,
    O_ROUND,
    O_TRICKS,
    OUTCOME_SIZE,
    PASS,
    PHASE_ALONE,
    PHASE_CALL,
    PHASE_DEFEND,
    PHASE_DISCARD,
    PHASE_PLAY,
    R_HAND_SIZE,
    R_MATES,
    R_PAYOFF,
    R_PENALTY_ANY_CALL,
    R_PLAYERS,
    V_ACTIVE,
    V_BEST,
    V_BEST_SEAT,
    V_CONTRACT,
    V_DEAD,
    V_LEADER,
    V_LED,
    V_LED_MASK,
    V_LONE,
    V_LONE_DEFENDER,
    V_MAKER,
    V_MAKERS,
    V_N_TABLE,
    V_PICKED_UP,
    V_PLAYED,
    V_PLAYED_BY,
    V_ROUND,
    V_TABLE,
    V_TRICK,
    V_TRICKS_DEFENDERS,
    V_TRICKS_MAKERS,
    V_VOIDS,
    YES,
)
from euchre_sim.engine.memory import call_hook, unlikely
from euchre_sim.engine.rng import STEP_ALONE, STEP_DEFEND, STEP_DISCARD, STEP_PLAY, decision_word
from euchre_sim.engine.tricks import legal_plays, power
from euchre_sim.engine.view import call_view, turn_view

U = np.uint64
NOTHING = U(0)
ONE = U(1)
PASS_BIT = U(PASS)
NO_BIT = U(NO)
YES_BIT = U(YES)
LEAVE = U(LEAVE_UPCARD)
OFF = U(LOG_OFF)

# What `auction` answers when nobody called; a call is seat + 8 * round + 32 * (contract + 8 alone).
THROWN_IN = -1


@kernel
def ask(rules, hooks, assign, view, key, log, out, phase, seat, step, legal, hand):
    """Ask a seat for an action and check it; 0 (and an error code in `out`) if it is illegal."""
    action = legal
    if legal & (legal - ONE) != NOTHING:
        turn_view(rules, assign, view, phase, seat, legal, hand)
        draw = decision_word(key, seat, step)
        action = call_hook(hooks[assign[seat] * N_PHASES + phase], view, draw)
        if unlikely(action & legal == NOTHING or action & (action - ONE) != NOTHING):
            out[O_ERROR] = 1 + seat + 8 * phase
            action = NOTHING
    if unlikely(log[0] != OFF):
        at = np.int64(log[0])
        log[at + LOG_KEY] = U(seat + 8 * phase)
        log[at + LOG_LEGAL] = legal
        log[at + LOG_ACTION] = action
        log[0] = U(at + LOG_STRIDE)
    return action


@kernel
def call_code(seat, call_round, call):
    """Pack who called what when; `call` is one action bit of the call phase."""
    index = lowest(call) - 1
    return seat + 8 * call_round + 32 * (index // 2 + 8 * (index % 2))


@kernel
def auction(rules, hooks, assign, view, hands, up_suit, key, log, out, call_round, seat):
    """Run the bidding from one seat's turn to its end; a call code, or `THROWN_IN`."""
    n = rules[R_PLAYERS]
    while call_round <= 2:
        while seat < n:
            hand = hands[seat]
            legal = legal_calls(rules, seat, call_round, up_suit, hand)
            call_view(view, call_round, must_call(rules, seat, call_round))
            call = ask(
                rules, hooks, assign, view, key, log, out,
                PHASE_CALL, seat, call_round - 1, legal, hand,
            )  # fmt: skip
            if call != PASS_BIT:
                if unlikely(call == NOTHING):
                    return THROWN_IN
                return call_code(seat, call_round, call)
            seat += 1
        seat = 0
        call_round += 1
    return THROWN_IN


@kernel
def before_play(rules, hooks, assign, view, hands, upcard, key, log, out, code, buried, declared):
    """Pickup, discard, alone and defend-alone windows; hands go over into contract space.

    `buried` (a card or `LEAVE_UPCARD`, contract space) and `declared` (`YES` or `NO` of the maker
    in the window) take the place of the question where they are not 0.  Returns whether the deal
    can be played (no illegal answer).
    """
    n = rules[R_PLAYERS]
    dealer = n - 1
    maker = code & 7
    call_round = (code >> 3) & 3
    trump = (code >> 5) & 7
    called_alone = (code >> 8) & 1 == 1
    lone = maker if called_alone else -1
    out[O_MAKER] = maker
    out[O_ROUND] = call_round
    out[O_CALL] = code >> 5
    for seat in range(n):
        hands[seat] = to_contract(hands[seat], trump)
    up = to_contract(upcard, trump)
    view[V_ROUND] = U(call_round)
    view[V_CONTRACT] = U(trump)
    view[V_MAKER] = U(maker)
    view[V_MAKERS] = U(rules[R_MATES + maker])
    view[V_LONE] = U(lone + 1)

    own_dead = NOTHING
    if takes_upcard(rules, maker, call_round, called_alone):
        view[V_PICKED_UP] = up
        six = hands[dealer] | up
        discard = buried
        legal = legal_discards(rules, maker, six, up)
        if discard == NOTHING:
            discard = ask(
                rules, hooks, assign, view, key, log, out,
                PHASE_DISCARD, dealer, STEP_DISCARD, legal, six,
            )  # fmt: skip
            if unlikely(discard == NOTHING):
                return False, NOTHING
        if discard == LEAVE:
            view[V_PICKED_UP] = NOTHING
            view[V_DEAD] = up
        else:
            hands[dealer] = six ^ discard
            own_dead = discard
    else:
        view[V_DEAD] = up

    public_dead = view[V_DEAD]
    asked = -1
    while lone < 0:
        asked = next_alone_asked(rules, maker, asked)
        if asked < 0:
            break
        answer = declared if asked == maker else NOTHING
        if answer == NOTHING:
            view[V_DEAD] = public_dead | own_dead if asked == dealer else public_dead
            answer = ask(
                rules, hooks, assign, view, key, log, out,
                PHASE_ALONE, asked, STEP_ALONE, YES_BIT | NO_BIT, hands[asked],
            )  # fmt: skip
            if unlikely(answer == NOTHING):
                return False, NOTHING
        if answer == YES_BIT:
            lone = asked
    view[V_LONE] = U(lone + 1)
    out[O_LONE] = lone

    lone_defender = -1
    if may_defend_alone(rules, lone):
        seat = next_defender_asked(rules, maker, -1)
        while seat >= 0:
            view[V_DEAD] = public_dead | own_dead if seat == dealer else public_dead
            answer = ask(
                rules, hooks, assign, view, key, log, out,
                PHASE_DEFEND, seat, STEP_DEFEND, YES_BIT | NO_BIT, hands[seat],
            )  # fmt: skip
            if unlikely(answer == NOTHING):
                return False, NOTHING
            if answer == YES_BIT:
                lone_defender = seat
                break
            seat = next_defender_asked(rules, maker, seat)
    view[V_LONE_DEFENDER] = U(lone_defender + 1)
    view[V_DEAD] = public_dead
    out[O_LONE_DEFENDER] = lone_defender
    return True, own_dead


@kernel
def play(rules, hooks, assign, view, hands, own_dead, key, log, out):
    """Play all tricks and count; `own_dead` is the dealer's discard, which only he knows."""
    n = rules[R_PLAYERS]
    dealer = n - 1
    lone = out[O_LONE]
    lone_defender = out[O_LONE_DEFENDER]
    maker = out[O_MAKER]
    makers = rules[R_MATES + maker]
    active = active_seats(rules, lone, lone_defender)
    n_active = popcount(U(active))
    leader = first_leader(rules, active, lone, lone_defender)
    public_dead = view[V_DEAD]
    view[V_ACTIVE] = U(active)
    tricks = 0
    size = rules[R_HAND_SIZE]
    for trick in range(size):
        view[V_TRICK] = U(trick)
        view[V_LEADER] = U(leader)
        view[V_LED] = NOTHING
        view[V_LED_MASK] = NOTHING
        view[V_BEST] = NOTHING
        for i in range(MAX_SEATS):
            view[V_TABLE + i] = NOTHING
        led_mask = NOTHING
        best = NOTHING
        best_seat = leader
        seat = leader
        for i in range(n_active):
            hand = hands[seat]
            view[V_N_TABLE] = U(i)
            view[V_DEAD] = public_dead | own_dead if seat == dealer else public_dead
            card = ask(
                rules, hooks, assign, view, key, log, out,
                PHASE_PLAY, seat, STEP_PLAY + trick, legal_plays(hand, led_mask), hand,
            )  # fmt: skip
            if unlikely(card == NOTHING):
                return
            hands[seat] = hand ^ card
            if i == 0:
                led_mask = suit_mask(card)
                view[V_LED] = card
                view[V_LED_MASK] = led_mask
            # Selects, not branches: which of two cards wins is a coin toss to a branch predictor.
            view[V_VOIDS + seat] |= led_mask if card & led_mask == NOTHING else NOTHING
            strength = power(card, led_mask)
            wins = strength > best
            best = strength if wins else best
            best_seat = seat if wins else best_seat
            view[V_BEST] = best
            view[V_BEST_SEAT] = U(best_seat)
            view[V_TABLE + seat] = card
            view[V_PLAYED_BY + seat] |= card
            view[V_PLAYED] |= card
            seat += 1
            if seat == n:
                seat = 0
            while (active >> seat) & 1 == 0:
                seat += 1
                if seat == n:
                    seat = 0
        leader = best_seat
        tricks += (makers >> leader) & 1
        view[V_TRICKS_MAKERS] = U(tricks)
        view[V_TRICKS_DEFENDERS] = U(trick + 1 - tricks)
    out[O_TRICKS] = tricks
    penalty = maker == dealer and (out[O_ROUND] == 2 or rules[R_PENALTY_ANY_CALL] == 1)
    kind = (np.int64(lone >= 0) * 2 + np.int64(lone_defender >= 0)) * 2 + np.int64(penalty)
    out[O_POINTS] = rules[R_PAYOFF + kind * (MAX_HAND + 1) + tricks]


@kernel
def reset_outcome(log, out):
    """An empty log (unless it is off) and a deal that nobody has called yet."""
    if log[0] != OFF:
        log[0] = NOTHING
    for i in range(OUTCOME_SIZE):
        out[i] = 0
    out[O_MAKER] = -1
    out[O_LONE] = -1
    out[O_LONE_DEFENDER] = -1

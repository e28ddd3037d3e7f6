"""The tricks, and what they are worth."""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.ask import ask_in_phase, note
from euchre_sim.engine.auction import active_seats, first_leader
from euchre_sim.engine.bits import popcount
from euchre_sim.engine.contract import suit_mask
from euchre_sim.engine.jit import kernel
from euchre_sim.engine.layout import (
    FIRST_WITHOUT_TRUMP,
    H_DEAD,
    MAX_HAND,
    MAX_SEATS,
    O_CALL,
    O_LONE,
    O_LONE_DEFENDER,
    O_MAKER,
    O_POINTS,
    O_ROUND,
    O_TRICKS,
    PHASE_NO_TRUMP,
    PHASE_PLAY,
    R_HAND_SIZE,
    R_MATES,
    R_MISERE_ENDS,
    R_PAYOFF,
    R_PENALTY_ANY_CALL,
    R_PLAYERS,
    V_ACTIVE,
    V_BEST,
    V_BEST_SEAT,
    V_DEAD,
    V_LEADER,
    V_LED,
    V_LED_MASK,
    V_N_TABLE,
    V_PLAYED,
    V_PLAYED_BY,
    V_TABLE,
    V_TRICK,
    V_TRICKS_DEFENDERS,
    V_TRICKS_MAKERS,
    V_TRUMPS,
    V_VOIDS,
)
from euchre_sim.engine.memory import unlikely
from euchre_sim.engine.rng import STEP_PLAY
from euchre_sim.engine.tricks import legal_plays, power
from euchre_sim.engine.view import phase_view
from euchre_sim.scoring import MISERE

U = np.uint64
NOTHING = U(0)
ONE = U(1)
ROUND_THE_TABLE = U(0x54321)  # whom each of six seats but the last is followed by, if all play


@kernel
def payoff_of(rules, contract, maker, call_round, is_alone, is_defended_alone):
    """Slot of the makers' points for no trick; those for more tricks follow it."""
    dealer = rules[R_PLAYERS] - 1
    penalty = maker == dealer and (call_round == 2 or rules[R_PENALTY_ANY_CALL] == 1)
    kind = np.int64(contract >= FIRST_WITHOUT_TRUMP) + np.int64(contract == MISERE)
    row = ((kind * 2 + np.int64(is_alone)) * 2 + np.int64(is_defended_alone)) * 2
    row += np.int64(penalty)
    return R_PAYOFF + row * (MAX_HAND + 1)


@kernel
def last_trick(hands, log, phase, order, n_active, leader, trumps):
    """Who wins the trick of everyone's last card, about which nobody is asked."""
    led_mask = suit_mask(hands[leader], trumps)
    best, winner, seat = NOTHING, leader, leader
    for _ in range(n_active):
        card = hands[seat]
        note(log, phase, seat, card, card)
        hands[seat] = NOTHING
        strength = power(card, led_mask, trumps)
        wins = strength > best
        best = strength if wins else best
        winner = seat if wins else winner
        seat = next_in(order, seat)
    return winner


@kernel
def next_active(n, active, seat):
    """The next seat clockwise of those who play."""
    seat += 1
    if seat == n:
        seat = 0
    while (active >> seat) & 1 == 0:
        seat += 1
        if seat == n:
            seat = 0
    return seat


@kernel
def order_of_play(n, active):
    """Who follows whom, four bits a seat: `next_active` for all seats at once."""
    order = ROUND_THE_TABLE & ((ONE << U(4 * n - 4)) - ONE)
    if unlikely(active != (1 << n) - 1):
        order = NOTHING
        for seat in range(n):
            order |= U(next_active(n, active, seat)) << U(4 * seat)
    return order


@kernel
def next_in(order, seat):
    """The next seat of an `order_of_play`."""
    return np.int64((order >> U(4 * seat)) & U(7))


@kernel
def play(rules, hooks, assign, view, hands, key, log, out):
    """Play all tricks and count."""
    lone = out[O_LONE]
    lone_defender = out[O_LONE_DEFENDER]
    maker = out[O_MAKER]
    makers = rules[R_MATES + maker]
    active = active_seats(rules, lone, lone_defender)
    n_active = popcount(U(active))
    order = order_of_play(rules[R_PLAYERS], active)
    leader = first_leader(rules, active, lone, lone_defender)
    public_dead = view[V_DEAD]
    trumps = view[V_TRUMPS]
    contract = out[O_CALL] & 7
    misere = contract == MISERE
    phase = PHASE_PLAY if contract < FIRST_WITHOUT_TRUMP else PHASE_NO_TRUMP
    phase_view(view, phase)
    view[V_ACTIVE] = U(active)
    tricks = 0
    size = rules[R_HAND_SIZE]
    for trick in range(size - 1):
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
            view[V_DEAD] = public_dead | hands[H_DEAD + seat]
            card = ask_in_phase(
                rules, hooks, assign, view, key, log, out,
                phase, seat, STEP_PLAY + trick, legal_plays(hand, led_mask), hand,
            )  # fmt: skip
            if unlikely(card == NOTHING):
                return
            hands[seat] = hand ^ card
            if i == 0:
                led_mask = suit_mask(card, trumps)
                view[V_LED] = card
                view[V_LED_MASK] = led_mask
            # Selects, not branches: which of two cards wins is a coin toss to a branch predictor.
            view[V_VOIDS + seat] |= led_mask if card & led_mask == NOTHING else NOTHING
            strength = power(card, led_mask, trumps)
            wins = strength > best
            best = strength if wins else best
            best_seat = seat if wins else best_seat
            view[V_BEST] = best
            view[V_BEST_SEAT] = U(best_seat)
            view[V_TABLE + seat] = card
            view[V_PLAYED_BY + seat] |= card
            view[V_PLAYED] |= card
            seat = next_in(order, seat)
        leader = best_seat
        tricks += (makers >> leader) & 1
        view[V_TRICKS_MAKERS] = U(tricks)
        view[V_TRICKS_DEFENDERS] = U(trick + 1 - tricks)
        if unlikely(misere) and tricks > 0 and rules[R_MISERE_ENDS] == 1:
            break
    else:
        winner = last_trick(hands, log, phase, order, n_active, leader, trumps)
        tricks += (makers >> winner) & 1
    out[O_TRICKS] = tricks
    payoff = payoff_of(rules, contract, maker, out[O_ROUND], lone >= 0, lone_defender >= 0)
    out[O_POINTS] = rules[payoff + tricks]

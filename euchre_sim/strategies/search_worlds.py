"""Worlds that fit what a seat has seen, out of its view alone.

Layouts are drawn uniformly (`inference`), and thinned out by the calls: where a seat would not
have called as it did, were it the plain player, another layout is drawn, as far as patience goes.
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.auction import legal_calls, must_call
from euchre_sim.engine.bits import popcount
from euchre_sim.engine.contract import from_contract, to_contract
from euchre_sim.engine.jit import kernel
from euchre_sim.engine.layout import (
    MAX_SEATS,
    N_PARAMS,
    PASS,
    PHASE_CALL,
    R_DECK,
    R_HAND_SIZE,
    R_MAY_BURY_UPCARD,
    R_PLAYERS,
    V_ACTIVE,
    V_CONTRACT,
    V_DEAD,
    V_HAND,
    V_MAKER,
    V_PARAMS,
    V_PICKED_UP,
    V_PLAYED,
    V_PLAYED_BY,
    V_ROUND,
    V_SEAT,
    V_TRUMPS,
    V_UPCARD_SUIT,
    V_VOIDS,
    VIEW_SIZE,
    call_bit,
)
from euchre_sim.engine.memory import call_hook, local_ints, local_words
from euchre_sim.engine.view import call_view, phase_view, turn_view
from euchre_sim.inference.ways import prepare
from euchre_sim.inference.workspace import MAX_PLACES
from euchre_sim.inference.worlds import draw_world

U = np.uint64
NOTHING = U(0)
ONE = U(1)
PASS_BIT = U(PASS)
THE_CALLS = U(call_bit(0) | call_bit(0, alone=True))


@kernel
def prepare_worlds(rules, view, work):
    """Count the layouts that fit a view during the play; places: the seats, the discard, the rest.

    A dealer is taken not to have buried trump, unless there is nothing else.
    """
    n = rules[R_PLAYERS]
    seat, dealer = np.int64(view[V_SEAT]), n - 1
    deck = to_contract(U(rules[R_DECK]), np.int64(view[V_CONTRACT]))
    pool = deck & ~(view[V_HAND] | view[V_PLAYED] | view[V_DEAD])
    up = view[V_PICKED_UP] & pool
    needs, allowed = local_words(MAX_PLACES), local_words(MAX_PLACES)
    left = popcount(pool)
    for other in range(n):
        if other == seat or (view[V_ACTIVE] >> U(other)) & ONE == NOTHING:
            continue
        need = rules[R_HAND_SIZE] - popcount(view[V_PLAYED_BY + other])
        needs[other] = U(need)
        left -= need
        allowed[other] = pool & ~view[V_VOIDS + other]
        if other != dealer:
            allowed[other] &= ~up
    if view[V_PICKED_UP] != NOTHING and seat != dealer:
        needs[n] = ONE
        left -= 1
        buried = pool if rules[R_MAY_BURY_UPCARD] == 1 else pool & ~up
        plain = buried & ~view[V_TRUMPS]
        allowed[n] = plain if plain != NOTHING else buried
    needs[n + 1] = U(left)
    allowed[n + 1] = pool & ~up
    if (view[V_ACTIVE] >> U(dealer)) & ONE == NOTHING:
        allowed[n + 1] = pool  # with the partner's cards, who sits out
    return prepare(work, pool, n + 2, needs, allowed)


@kernel
def would_call(rules, hooks, heard, seat, call_round, hand):
    """What the plain player says; `heard` is a view of its own that is written to."""
    legal = legal_calls(rules, seat, call_round, np.int64(heard[V_UPCARD_SUIT]), hand)
    if legal & (legal - ONE) == NOTHING:
        return legal
    call_view(heard, call_round, must_call(rules, seat, call_round))
    phase_view(heard, PHASE_CALL)
    turn_view(rules, local_ints(MAX_SEATS), heard, PHASE_CALL, seat, legal, hand)
    return call_hook(hooks[PHASE_CALL] & ~ONE, heard, NOTHING)


@kernel
def passed_so_far(rules, hooks, heard, hands, seat, call_round):
    """Whether all the others would have passed up to a seat's turn."""
    for earlier in range(1, call_round + 1):
        for other in range(rules[R_PLAYERS]):
            if other == seat:
                if earlier == call_round:
                    break
                continue
            if would_call(rules, hooks, heard, other, earlier, hands[other]) != PASS_BIT:
                return False
    return True


@kernel
def called_as_heard(rules, hooks, heard, view, hands, asked):
    """Whether the others of a seat mask would have said what led to the contract."""
    seat, maker = np.int64(view[V_SEAT]), np.int64(view[V_MAKER])
    call_round = np.int64(view[V_ROUND])
    named = THE_CALLS << (U(2) * view[V_CONTRACT])
    for earlier in range(1, call_round + 1):
        for other in range(rules[R_PLAYERS]):
            if earlier == call_round and other > maker:
                break
            if other == seat or (asked >> U(other)) & ONE == NOTHING:
                continue
            said = would_call(rules, hooks, heard, other, earlier, hands[other])
            if earlier == call_round and other == maker:
                if said & named == NOTHING:
                    return False
            elif said != PASS_BIT:
                return False
    return True


@kernel
def dealt_hands(rules, view, places, hands):
    """The hands dealt to the others in a world, in printed lanes."""
    n = rules[R_PLAYERS]
    contract = np.int64(view[V_CONTRACT])
    for other in range(n):
        cards = places[other] | view[V_PLAYED_BY + other]
        if other == n - 1:
            cards = (cards | places[n]) & ~view[V_PICKED_UP]
        hands[other] = from_contract(cards, contract)


@kernel
def begin_hearing(view, heard):
    """Copy a view for asking the plain player about calls; his parameters are 0."""
    for i in range(VIEW_SIZE):
        heard[i] = view[i]
    for i in range(N_PARAMS):
        heard[V_PARAMS + i] = NOTHING


@kernel
def draw_fitting(rules, hooks, heard, view, work, key, first, patience, places):
    """Draw world after world until one fits the calls; the number behind the last one drawn.

    Of a seat that sits out nothing is known but that its cards are among the rest.
    """
    hands = local_words(MAX_SEATS)
    number = first
    while True:
        draw_world(work, key, number, places)
        number += ONE
        if number - first >= U(patience):
            return number
        dealt_hands(rules, view, places, hands)
        if called_as_heard(rules, hooks, heard, view, hands, view[V_ACTIVE]):
            return number

"""Filling the view: what the seat to act may know, and nothing more.

Public facts are written once when they happen; the few slots that differ from seat to seat are
written before each question.  Hands of others are never in the vector.
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.auction import suit_of_upcard
from euchre_sim.engine.contract import to_contract
from euchre_sim.engine.jit import kernel
from euchre_sim.engine.layout import (
    H_SHOWN,
    MAX_SEATS,
    N_PARAMS,
    PHASE_CALL,
    PHASE_FARMER,
    R_DECK,
    R_FLAGS,
    R_HAND_SIZE,
    R_LONE_VALUE,
    R_MATES,
    R_PLAYERS,
    R_SCORES,
    R_TARGET,
    V_ACTIVE,
    V_CONTRACT,
    V_DEAD,
    V_DECK,
    V_FLAGS,
    V_HAND,
    V_HAND_SIZE,
    V_LEGAL,
    V_LONE,
    V_LONE_DEFENDER,
    V_LONE_VALUE,
    V_MAKER,
    V_MAKERS,
    V_MATES,
    V_MUST_CALL,
    V_PARAMS,
    V_PARAMS_AT,
    V_PHASE,
    V_PICKED_UP,
    V_PLAYED,
    V_PLAYERS,
    V_ROUND,
    V_RULES,
    V_SCORE_2,
    V_SCORES,
    V_SEAT,
    V_TABLE,
    V_TARGET,
    V_TRICK,
    V_TRUMPS,
    V_UPCARD,
    V_UPCARD_SUIT,
    V_VOIDS,
    VIEW_SIZE,
)
from euchre_sim.engine.memory import address_of, unlikely

U = np.uint64
NOTHING = U(0)


@kernel
def start_view(rules, params, view):
    """Write what stays the same over all deals: rules, score and the strategies' parameters.

    `params` is an array of shape (strategies, N_PARAMS).
    """
    for i in range(VIEW_SIZE):
        view[i] = NOTHING
    view[V_PLAYERS] = U(rules[R_PLAYERS])
    view[V_HAND_SIZE] = U(rules[R_HAND_SIZE])
    view[V_SCORES] = U(rules[R_SCORES])
    view[V_SCORES + 1] = U(rules[R_SCORES + 1])
    view[V_SCORE_2] = U(rules[R_SCORES + 2])
    view[V_TARGET] = U(rules[R_TARGET])
    view[V_LONE_VALUE] = U(rules[R_LONE_VALUE])
    view[V_FLAGS] = U(rules[R_FLAGS])
    view[V_RULES] = address_of(rules)
    view[V_DECK] = to_contract(U(rules[R_DECK]), 0)
    for i in range(params.shape[0]):
        for j in range(N_PARAMS):
            view[V_PARAMS + i * N_PARAMS + j] = params[i, j]


@kernel
def open_view(rules, view, hands, upcard):
    """Write what is public when the bidding of a deal begins, and clear the deal before."""
    view[V_UPCARD] = upcard
    view[V_UPCARD_SUIT] = U(suit_of_upcard(rules, upcard))
    view[V_CONTRACT] = NOTHING
    view[V_MAKER] = NOTHING
    view[V_MAKERS] = NOTHING
    view[V_LONE] = NOTHING
    view[V_LONE_DEFENDER] = NOTHING
    view[V_ACTIVE] = NOTHING
    view[V_PICKED_UP] = NOTHING
    view[V_DEAD] = hands[H_SHOWN]
    view[V_TRUMPS] = NOTHING
    call_view(view, 0, False)
    for i in range(V_TRICK, V_PLAYED + 1):
        view[i] = NOTHING
    for i in range(V_TABLE, V_VOIDS + MAX_SEATS):
        view[i] = NOTHING


@kernel
def phase_view(view, phase):
    """Write what kind of decision comes next."""
    view[V_PHASE] = U(phase)


@kernel
def turn_view(rules, assign, view, phase, seat, legal, hand):
    """Write what concerns the seat to act; `phase_view` comes before it."""
    view[V_SEAT] = U(seat)
    view[V_LEGAL] = legal
    view[V_HAND] = hand
    mates = U(rules[R_MATES + seat])
    if unlikely(rules[R_PLAYERS] == 3) and phase not in (PHASE_CALL, PHASE_FARMER):
        makers = view[V_MAKERS]  # two of three are together against the maker
        mates = makers if makers == mates else ~makers & U(7)
    view[V_MATES] = mates
    view[V_PARAMS_AT] = U(V_PARAMS + N_PARAMS * assign[seat])


@kernel
def call_view(view, call_round, stuck):
    """Write the state of the bidding."""
    view[V_ROUND] = U(call_round)
    view[V_MUST_CALL] = U(1) if stuck else NOTHING

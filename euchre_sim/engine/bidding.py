"""The auction: two rounds of calls, or a dealer who names trump for a joker."""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.ask import ask
from euchre_sim.engine.auction import calls_differ, joker_calls, legal_calls, must_call
from euchre_sim.engine.bits import lowest
from euchre_sim.engine.jit import kernel
from euchre_sim.engine.layout import (
    JOKER_NAMES_BLIND,
    PASS,
    PHASE_CALL,
    R_JOKER_UP,
    R_PLAYERS,
)
from euchre_sim.engine.memory import unlikely
from euchre_sim.engine.view import call_view

U = np.uint64
NOTHING = U(0)
PASS_BIT = U(PASS)

# What `auction` answers when nobody called; a call is seat + 8 * round + 32 * (contract + 8 alone).
THROWN_IN = -1


@kernel
def call_code(seat, call_round, call):
    """Pack who called what when; `call` is one action bit of the call phase."""
    index = lowest(call) - 1
    return seat + 8 * call_round + 32 * ((index >> 1) + 8 * (index & 1))


@kernel
def auction(rules, hooks, assign, view, hands, up_suit, key, log, out, call_round, seat):
    """Run the bidding from one seat's turn to its end; a call code, or `THROWN_IN`."""
    n = rules[R_PLAYERS]
    while call_round <= 2:
        legal, anew = NOTHING, True
        while seat < n:
            hand = hands[seat]
            if unlikely(anew):  # at the first seat of a round, mostly
                legal = legal_calls(rules, seat, call_round, up_suit, hand)
                call_view(view, call_round, must_call(rules, seat, call_round))
                anew = calls_differ(rules, call_round)
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
def joker_call(rules, hooks, assign, view, hands, key, log, out):
    """The dealer names trump for the joker that he turned up; a call code, or `THROWN_IN`."""
    dealer = rules[R_PLAYERS] - 1
    seen = NOTHING if rules[R_JOKER_UP] == JOKER_NAMES_BLIND else hands[dealer]
    call_view(view, 1, True)
    call = ask(
        rules, hooks, assign, view, key, log, out, PHASE_CALL, dealer, 0, joker_calls(rules), seen
    )
    return THROWN_IN if unlikely(call == NOTHING) else call_code(dealer, 1, call)

"""One decision: show a seat its view, ask its strategy, check and log the answer.

Strategies answer through function pointers: ``hooks[strategy * N_PHASES + phase]`` is an address
(`jit.Hook.seated`; an odd one needs no random word), and `assign` says which strategy sits where.
A decision with one legal action is not asked.
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.jit import kernel
from euchre_sim.engine.layout import (
    H_DEAD,
    LOG_ACTION,
    LOG_KEY,
    LOG_LEGAL,
    LOG_OFF,
    LOG_STRIDE,
    N_PHASES,
    O_ERROR,
    O_LONE,
    O_LONE_DEFENDER,
    O_MAKER,
    OUTCOME_SIZE,
    V_DEAD,
)
from euchre_sim.engine.memory import call_hook, unlikely
from euchre_sim.engine.rng import decision_word
from euchre_sim.engine.view import phase_view, turn_view

U = np.uint64
NOTHING = U(0)
ONE = U(1)
OFF = U(LOG_OFF)


@kernel
def ask(rules, hooks, assign, view, key, log, out, phase, seat, step, legal, hand):
    """Ask a seat for an action and check it; 0 (and an error code in `out`) if it is illegal."""
    phase_view(view, phase)
    return ask_in_phase(rules, hooks, assign, view, key, log, out, phase, seat, step, legal, hand)


@kernel
def ask_in_phase(rules, hooks, assign, view, key, log, out, phase, seat, step, legal, hand):
    """As `ask`, where the view shows the phase already."""
    action = legal
    if legal & (legal - ONE) != NOTHING:
        turn_view(rules, assign, view, phase, seat, legal, hand)
        hook = hooks[assign[seat] * N_PHASES + phase] ^ ONE  # now even, unless it needs a word
        draw = NOTHING
        if unlikely(hook & ONE != NOTHING):
            hook ^= ONE
            draw = decision_word(key, seat, step)
        action = call_hook(hook, view, draw)
        if unlikely(action & legal == NOTHING or action & (action - ONE) != NOTHING):
            out[O_ERROR] = 1 + seat + 8 * phase
            action = NOTHING
    note(log, phase, seat, legal, action)
    return action


@kernel
def note(log, phase, seat, legal, action):
    """Log a decision, if there is a log."""
    if unlikely(np.int64(log[0]) >= 0):  # the sign of LOG_OFF
        at = np.int64(log[0])
        log[at + LOG_KEY] = U(seat + 8 * phase)
        log[at + LOG_LEGAL] = legal
        log[at + LOG_ACTION] = action
        log[0] = U(at + LOG_STRIDE)


@kernel
def ask_privately(rules, hooks, assign, view, hands, key, log, out, phase, seat, step, legal):
    """Ask a seat about the cards it holds, its own dead cards shown to it alone."""
    public = view[V_DEAD]
    view[V_DEAD] = public | hands[H_DEAD + seat]
    action = ask(rules, hooks, assign, view, key, log, out, phase, seat, step, legal, hands[seat])
    view[V_DEAD] = public
    return action


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

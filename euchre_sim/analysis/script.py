"""Deals of which the first decisions are given, played through the engine like any other.

A script is a vector of words: answers by phase, seat and step, and the seats' own hooks.  At a
scripted table every seat's hook is `follow`, which gives the script's answer or else asks the
seat's own hook.  An answer may be checked: then the seat's own hook is asked as well, and the deal
stops where that would have done something else; it also stops where the cards of the deal do not
allow the answer, such as a call that needs a card of the suit.  So what was seen of a deal
conditions the deals that are drawn, and what comes after is played as anywhere else.
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.jit import hook, kernel
from euchre_sim.engine.layout import (
    MAX_HAND,
    MAX_SEATS,
    N_PHASES,
    PHASE_CALL,
    PHASE_NO_TRUMP,
    PHASE_PLAY,
    V_LEGAL,
    V_PHASE,
    V_ROUND,
    V_SCRIPT,
    V_SEAT,
    V_TRICK,
)
from euchre_sim.engine.memory import call_hook, pointer_to

U = np.uint64
NOTHING = U(0)
ONE = U(1)

S_STRAYED = 0  # answers that are illegal, or checked and not what the seat's own hook says
S_HOOKS = 1  # MAX_SEATS x N_PHASES: the seats' own hooks
N_ANSWERS = N_PHASES * MAX_SEATS * MAX_HAND
S_ANSWERS = S_HOOKS + MAX_SEATS * N_PHASES  # N_ANSWERS: an action, or 0 for the seat's own
S_CHECKED = S_ANSWERS + N_ANSWERS  # N_ANSWERS: whether the seat's own hook has to agree
SCRIPT_SIZE = S_CHECKED + N_ANSWERS


@kernel
def answer_at(phase, seat, step):
    """Place of an answer in a script; steps are rounds of calls and tricks, from 0.

    Plays are kept in one place, with trump and without.
    """
    if phase == PHASE_NO_TRUMP:
        phase = PHASE_PLAY
    return (phase * MAX_SEATS + seat) * MAX_HAND + step


@hook
def follow(view, draw):
    """Answer as the script says, and as the seat's own hook where it says nothing."""
    script = pointer_to(view[V_SCRIPT])
    phase = np.int64(view[V_PHASE])
    seat = np.int64(view[V_SEAT])
    step = 0
    if phase == PHASE_CALL:
        step = np.int64(view[V_ROUND]) - 1
    elif phase in (PHASE_PLAY, PHASE_NO_TRUMP):
        step = np.int64(view[V_TRICK])
    at = answer_at(phase, seat, step)
    given = script[S_ANSWERS + at]
    if given != NOTHING and given & view[V_LEGAL] == NOTHING:
        script[S_STRAYED] += ONE
        return NOTHING
    if given != NOTHING and script[S_CHECKED + at] == NOTHING:
        return given
    own = call_hook(script[S_HOOKS + seat * N_PHASES + phase] & ~ONE, view, draw)
    if given in (NOTHING, own):
        return own
    script[S_STRAYED] += ONE
    return NOTHING

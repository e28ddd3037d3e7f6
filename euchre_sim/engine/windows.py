"""Before the first lead: who plays alone, who defends alone, and the exchange of a best card."""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.ask import ask_privately
from euchre_sim.engine.auction import (
    is_mate,
    may_defend_alone,
    next_alone_asked,
    next_defender_asked,
)
from euchre_sim.engine.jit import kernel
from euchre_sim.engine.layout import (
    H_DEAD,
    NO,
    PHASE_ALONE,
    PHASE_DEFEND,
    PHASE_GIVE,
    PHASE_SHED,
    R_BEST,
    YES,
)
from euchre_sim.engine.memory import unlikely
from euchre_sim.engine.rng import STEP_ALONE, STEP_DEFEND, STEP_GIVE, STEP_SHED

U = np.uint64
NOTHING = U(0)
YES_BIT = U(YES)
ASKED = U(YES | NO)
NOBODY, FAULT = -1, -2


@kernel
def asked_alone(rules, hooks, assign, view, hands, key, log, out, seat):
    """Ask one seat whether it plays alone: `YES`, `NO` or 0."""
    return ask_privately(
        rules, hooks, assign, view, hands, key, log, out, PHASE_ALONE, seat, STEP_ALONE, ASKED
    )


@kernel
def lone_maker(rules, hooks, assign, view, hands, key, log, out, maker, declared):
    """Who of the makers' side declares alone before the first lead: a seat, `NOBODY` or `FAULT`.

    `declared` (`YES` or `NO` of the maker) takes the place of the question where it is not 0.
    """
    asked = next_alone_asked(rules, maker, -1)
    while asked >= 0:
        answer = declared if asked == maker else NOTHING
        if answer == NOTHING:
            answer = asked_alone(rules, hooks, assign, view, hands, key, log, out, asked)
            if unlikely(answer == NOTHING):
                return FAULT
        if answer == YES_BIT:
            return asked
        asked = next_alone_asked(rules, maker, asked)
    return NOBODY


@kernel
def lone_defender(rules, hooks, assign, view, hands, key, log, out, maker, lone):
    """Who defends alone: a seat, `NOBODY` or `FAULT`."""
    if not may_defend_alone(rules, lone):
        return NOBODY
    seat = next_defender_asked(rules, maker, -1)
    while seat >= 0:
        answer = ask_privately(
            rules, hooks, assign, view, hands, key, log, out,
            PHASE_DEFEND, seat, STEP_DEFEND, ASKED,
        )  # fmt: skip
        if unlikely(answer == NOTHING):
            return FAULT
        if answer == YES_BIT:
            return seat
        seat = next_defender_asked(rules, maker, seat)
    return NOBODY


@kernel
def give_card(rules, hooks, assign, view, hands, key, log, out, phase, seat, step):
    """Take one card of a seat's choice out of its hand; 0 after an illegal answer."""
    card = ask_privately(
        rules, hooks, assign, view, hands, key, log, out, phase, seat, step, hands[seat]
    )
    hands[seat] ^= card
    return card


@kernel
def exchange_best(rules, hooks, assign, view, hands, key, log, out, lone):
    """A lone player sheds a card and gets one from the partner; whether both answers were legal."""
    mate = 0
    while not is_mate(rules, lone, mate):
        mate += 1
    for turn in range(1, 3):
        if turn == rules[R_BEST]:
            card = give_card(
                rules, hooks, assign, view, hands, key, log, out, PHASE_SHED, lone, STEP_SHED
            )
            hands[H_DEAD + lone] |= card
        else:
            card = give_card(
                rules, hooks, assign, view, hands, key, log, out, PHASE_GIVE, mate, STEP_GIVE
            )
            hands[lone] |= card
        if unlikely(card == NOTHING):
            return False
    return True

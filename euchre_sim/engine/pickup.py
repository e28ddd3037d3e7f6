"""After the call: the upcard and extra cards are taken, and hands go down to their size."""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.ask import ask_privately
from euchre_sim.engine.auction import legal_discards
from euchre_sim.engine.bits import popcount
from euchre_sim.engine.jit import kernel
from euchre_sim.engine.layout import (
    H_DEAD,
    H_HIDDEN,
    LEAVE_UPCARD,
    PHASE_DISCARD,
    R_HAND_SIZE,
    R_MAY_BURY_UPCARD,
    R_PLAYERS,
    TAKE_UPCARD,
    V_DEAD,
    V_PICKED_UP,
)
from euchre_sim.engine.memory import unlikely
from euchre_sim.engine.rng import STEP_DISCARD, STEP_MORE_DISCARDS

U = np.uint64
NOTHING = U(0)
LEAVE = U(LEAVE_UPCARD)


@kernel
def pick_up(rules, hooks, assign, view, hands, up, key, log, out, maker, buried):
    """The dealer takes the upcard and buries a card, or leaves it; whether the answer was legal.

    `buried` (a card or `LEAVE_UPCARD`, contract space) stands for the answer where it is not 0.
    """
    dealer = rules[R_PLAYERS] - 1
    view[V_PICKED_UP] = up
    hands[dealer] |= up
    discard = buried
    if discard == NOTHING:
        discard = ask_privately(
            rules, hooks, assign, view, hands, key, log, out, PHASE_DISCARD, dealer,
            STEP_DISCARD, legal_discards(rules, maker, hands[dealer], up),
        )  # fmt: skip
        if unlikely(discard == NOTHING):
            return False
    if discard == LEAVE:
        hands[dealer] ^= up
        view[V_PICKED_UP] = NOTHING
        view[V_DEAD] |= up
    else:
        hands[dealer] ^= discard
        hands[H_DEAD + dealer] |= discard
    return True


@kernel
def takes_it(rules, hooks, assign, view, hands, key, log, out, dealer):
    """Ask the dealer whether he takes the upcard, where he buries cards later on."""
    legal = U(LEAVE_UPCARD | TAKE_UPCARD)
    return ask_privately(
        rules, hooks, assign, view, hands, key, log, out,
        PHASE_DISCARD, dealer, STEP_DISCARD, legal,
    )  # fmt: skip


@kernel
def bury_down(rules, hooks, assign, view, hands, up, key, log, out, seat):
    """A seat with extra cards buries one after the other; whether its answers were legal."""
    step = STEP_MORE_DISCARDS
    while popcount(hands[seat]) > rules[R_HAND_SIZE]:
        legal = hands[seat]
        if rules[R_MAY_BURY_UPCARD] == 0:
            legal &= ~up
        discard = ask_privately(
            rules, hooks, assign, view, hands, key, log, out, PHASE_DISCARD, seat, step, legal
        )
        if unlikely(discard == NOTHING):
            return False
        hands[seat] ^= discard
        hands[H_DEAD + seat] |= discard
        step += 1
    return True


@kernel
def take_extras(hands, seat, first, count):
    """Put `count` of the hidden cards, from number `first` on, into a hand."""
    for i in range(count):
        hands[seat] |= hands[H_HIDDEN + first + i]

"""The farmer's hand: low cards swapped for hidden ones, or a new deal, before the calls."""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.ask import ask
from euchre_sim.engine.bits import popcount
from euchre_sim.engine.jit import kernel
from euchre_sim.engine.layout import (
    FARMER_REDEAL,
    FARMER_THREE_LOW,
    FARMER_THREE_SAME,
    H_DEAD,
    H_HIDDEN,
    H_SHOWN,
    NO,
    O_MISDEAL,
    PHASE_FARMER,
    R_FARMER,
    R_FARMER_CONFLICT,
    R_FARMER_SHOW,
    R_HAND_SIZE,
    R_LOW_RANK,
    R_N_HIDDEN,
    R_PLAYERS,
    YES,
)
from euchre_sim.engine.memory import unlikely
from euchre_sim.engine.rng import STEP_FARMER

U = np.uint64
NOTHING = U(0)
NO_BIT = U(NO)
YES_BIT = U(YES)
ONE_RANK = U(0x0001000100010001)
SWAPPED = 3

GO_ON, DEAL_AGAIN, STOP = 0, 1, 2  # what follows the farmers' claims


@kernel
def farmer_cards(rules, hand):
    """The cards of which a hand may swap three (or all, where that means a new deal); else none."""
    lowest_rank = ONE_RANK << U(rules[R_LOW_RANK])
    low = hand & (lowest_rank | (lowest_rank << U(1)))
    rule = rules[R_FARMER]
    if rule == FARMER_THREE_SAME:
        same = low & lowest_rank
        if popcount(same) < SWAPPED:
            same = low ^ same
        return same if popcount(same) >= SWAPPED else NOTHING
    needed = SWAPPED if rule == FARMER_THREE_LOW else rules[R_HAND_SIZE]
    return low if popcount(low) >= needed else NOTHING


@kernel
def claim(rules, hooks, assign, view, hands, key, log, out, seat, cards, step):
    """Ask a seat for the first card it swaps, or `NO`.

    Where a claim means a new deal, or may be a misdeal, it is a plain `YES` or `NO`.
    """
    plain = rules[R_FARMER] == FARMER_REDEAL or rules[R_FARMER_CONFLICT] == 1
    offered = YES_BIT if plain else cards
    return ask(
        rules, hooks, assign, view, key, log, out,
        PHASE_FARMER, seat, step, offered | NO_BIT, hands[seat],
    )  # fmt: skip


@kernel
def swap_three(rules, hooks, assign, view, hands, key, log, out, seat, cards, first):
    """Swap three of `cards`, `first` among them if it is a card; whether the answers were legal."""
    gone = first & cards
    for more in range(popcount(gone), SWAPPED):
        card = ask(
            rules, hooks, assign, view, key, log, out,
            PHASE_FARMER, seat, STEP_FARMER + 1 + more, cards ^ gone, hands[seat],
        )  # fmt: skip
        if unlikely(card == NOTHING):
            return False
        gone |= card
    hands[seat] ^= gone
    for i in range(SWAPPED):
        hands[seat] |= hands[H_HIDDEN + rules[R_N_HIDDEN] - SWAPPED + i]
    if rules[R_FARMER_SHOW] == 1:
        hands[H_SHOWN] = gone
    else:
        hands[H_DEAD + seat] = gone
    return True


@kernel
def others_claim(rules, hooks, assign, view, hands, key, log, out, seat):
    """Whether any seat but `seat`, which is taken to claim nothing, would claim."""
    for other in range(rules[R_PLAYERS]):
        cards = farmer_cards(rules, hands[other])
        if other == seat or cards == NOTHING:
            continue
        answer = claim(rules, hooks, assign, view, hands, key, log, out, other, cards, STEP_FARMER)
        if answer != NO_BIT:
            return True
    return False


@kernel
def claim_farmers_hands(rules, hooks, assign, view, hands, key, log, out):
    """Let every seat that may claim do so, eldest first: `GO_ON`, `DEAL_AGAIN` or `STOP`."""
    claims = 0
    farmer, first = -1, NOTHING
    for seat in range(rules[R_PLAYERS]):
        cards = farmer_cards(rules, hands[seat])
        if cards == NOTHING:
            continue
        answer = claim(rules, hooks, assign, view, hands, key, log, out, seat, cards, STEP_FARMER)
        if unlikely(answer == NOTHING):
            return STOP
        if answer == NO_BIT:
            continue
        claims += 1
        farmer, first = seat, answer
        if rules[R_FARMER_CONFLICT] == 0:
            break
    if claims > 1:
        out[O_MISDEAL] = 1
        return STOP
    if claims == 0:
        return GO_ON
    if rules[R_FARMER] == FARMER_REDEAL:
        return DEAL_AGAIN
    cards = farmer_cards(rules, hands[farmer])
    done = swap_three(rules, hooks, assign, view, hands, key, log, out, farmer, cards, first)
    return GO_ON if done else STOP

"""Playing a range of hands with every decision written down: the rows of the log of hands.

The engine's own log holds one hand.  Here each hand's is read off at once into columns of small
codes, so that nothing of it is left for Python to do hand by hand.
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.bits import lowest
from euchre_sim.engine.contract import suit_mask, trump_mask
from euchre_sim.engine.hand import play_deal, ready_deal
from euchre_sim.engine.jit import (
    BYTES_2D,
    I64,
    INTS,
    NUMBERS_2D,
    U64,
    VECTOR,
    WORDS_2D,
    entry,
    kernel,
)
from euchre_sim.engine.layout import (
    H_SIZE,
    LEAVE_UPCARD,
    LOG_ACTION,
    LOG_KEY,
    LOG_SIZE,
    LOG_STRIDE,
    MAX_HAND,
    MAX_SEATS,
    O_CALL,
    O_ERROR,
    O_LONE,
    O_LONE_DEFENDER,
    O_MAKER,
    O_POINTS,
    O_ROUND,
    O_TRICKS,
    OUTCOME_SIZE,
    PHASE_DISCARD,
    PHASE_NO_TRUMP,
    PHASE_PLAY,
    R_EXTRAS,
    R_PLAYERS,
    VIEW_SIZE,
)
from euchre_sim.engine.memory import local_ints, local_words, pointer
from euchre_sim.engine.rng import hand_key
from euchre_sim.engine.tricks import power
from euchre_sim.engine.view import start_view
from euchre_sim.scoring import NO_TRUMP

# Columns of numbers, NONE where there is nothing to say; seats are positions from 1.
C_MAKER, C_ROUND, C_LONE_MAKER, C_LONE_DEFENDER, C_TRICKS, C_POINTS, C_LEADER, C_WINNERS = range(8)
NONE = -128
# Columns of places in lists of words (`hand_log`), 0 where there is nothing to say.
C_WORDS = C_WINNERS + MAX_HAND
C_UPCARD, C_CONTRACT, C_DISCARD, C_PLAYS = range(C_WORDS, C_WORDS + 4)  # plays by trick and seat

# Tables for `log_range`, one vector: the code of the card behind each bit in each contract, then
# the ways to choose 1, 2 ... of so many cards, by which a hand gets its number.
BITS = 64
PRINTED = NO_TRUMP * BITS  # where no suit is trump, cards lie as they are printed
WAYS = 7 * BITS

U = np.uint64
NOTHING = U(0)
ONE = U(1)
LEAVE = U(LEAVE_UPCARD)


@kernel
def number_of(tables, cards):
    """Place of a hand among all hands of so many cards, in colexicographic order."""
    number, at = 0, WAYS
    while cards != NOTHING:
        number += tables[at + tables[PRINTED + lowest(cards)]]
        cards &= cards - ONE
        at += BITS
    return number


@entry(
    I64, INTS, VECTOR, INTS, WORDS_2D, U64, U64, I64, BYTES_2D, WORDS_2D, INTS, I64, BYTES_2D,
    NUMBERS_2D,
)  # fmt: skip
def log_range(
    rules, hooks, assign, params, seed, first, count, outcomes, dealt, tables, row, codes, hands
):
    """Play hands as `batch.play_range` does, and write a row of the log for each.

    Parameters
    ----------
    tables : int64[:]
        `hand_log.LogLayout.tables`.
    row : int64
        Where the first hand's row goes.
    codes : int8[:, :]
        A row for each of the columns: filled.
    hands : int32[:, :]
        A row for each seat, the numbers of the hands that the calls began with: filled.

    Returns
    -------
    int
        -1, or the hand at which a strategy answered with an illegal action.
    """
    n = rules[R_PLAYERS]
    view, out, held = local_words(VIEW_SIZE), local_ints(OUTCOME_SIZE), local_words(H_SIZE)
    log = local_words(LOG_SIZE)
    rule, hook, seated = pointer(rules), pointer(hooks), pointer(assign)
    table, to = pointer(tables), pointer(codes)
    n_columns, width = codes.shape
    start_view(rule, params, view)
    for i in range(count):
        hand = first + U(i)
        key = hand_key(seed, hand)
        upcard = ready_deal(rule, hook, seated, view, held, key, log, out)
        for seat in range(n):
            dealt[i, seat] = held[seat]
            hands[seat, row + i] = number_of(table, held[seat])
        dealt[i, n] = upcard
        if upcard != NOTHING:
            play_deal(rule, hook, seated, view, held, upcard, key, log, out)
        for j in range(OUTCOME_SIZE):
            outcomes[i, j] = out[j]
        if out[O_ERROR] != 0:
            return np.int64(hand)
        for j in range(n_columns):
            to[j * width + row + i] = NONE if j < C_WORDS else 0
        if upcard != NOTHING:
            write_row(rule, table, log, out, upcard, to, width, row + i)
    return np.int64(-1)


@kernel
def write_row(rules, tables, log, out, upcard, to, width, at):
    """Write what one hand came to into a row."""
    to[C_UPCARD * width + at] = tables[PRINTED + lowest(upcard)]
    to[C_POINTS * width + at] = out[O_POINTS]
    if out[O_MAKER] < 0:
        return
    to[C_MAKER * width + at] = out[O_MAKER] + 1
    to[C_ROUND * width + at] = out[O_ROUND]
    to[C_CONTRACT * width + at] = 1 + (out[O_CALL] & 7)
    to[C_TRICKS * width + at] = out[O_TRICKS]
    if out[O_LONE] >= 0:
        to[C_LONE_MAKER * width + at] = out[O_LONE] + 1
    if out[O_LONE_DEFENDER] >= 0:
        to[C_LONE_DEFENDER * width + at] = out[O_LONE_DEFENDER] + 1
    write_cards(rules, tables, log, out, to, width, at)


@kernel
def write_cards(rules, tables, log, out, to, width, at):
    """Read the discard and the tricks off the engine's log of one hand."""
    n = rules[R_PLAYERS]
    contract = out[O_CALL] & 7
    trumps = trump_mask(contract)
    # Who has extra cards buries several.
    buries_one = rules[R_EXTRAS] == 0 or (rules[R_EXTRAS] == 2 and out[O_MAKER] != n - 1)
    played = local_ints(MAX_SEATS)
    for seat in range(n):
        played[seat] = 0
    trick, led, best = -1, NOTHING, NOTHING
    for entry_at in range(0, np.int64(log[0]), LOG_STRIDE):
        what = np.int64(log[entry_at + LOG_KEY])
        phase, seat = what >> 3, what & 7
        action = log[entry_at + LOG_ACTION]
        if phase in (PHASE_PLAY, PHASE_NO_TRUMP):
            if played[seat] != trick:  # who has played to this trick already leads to the next
                trick += 1
                led, best = suit_mask(action, trumps), NOTHING
                if trick == 0:
                    to[C_LEADER * width + at] = seat + 1
            played[seat] = trick + 1
            strength = power(action, led, trumps)
            if strength > best:
                best = strength
                to[(C_WINNERS + trick) * width + at] = seat + 1
            card = tables[contract * BITS + lowest(action)]
            to[(C_PLAYS + trick * n + seat) * width + at] = card
        elif phase == PHASE_DISCARD and action == LEAVE:
            to[C_DISCARD * width + at] = to[C_UPCARD * width + at]
        elif phase == PHASE_DISCARD and seat == n - 1 and buries_one:
            to[C_DISCARD * width + at] = tables[contract * BITS + lowest(action)]

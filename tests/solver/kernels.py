"""A plain minimax, compiled: no pruning, no equivalent cards, no contract space.

It reads the rules from two small tables that `positions` fills from the reference engine: the suit
of each card, and its power to each suit led.  Positions at the beginning of a trick are kept, so
that each is worked out once; that is all it has in common with a search that is fast.
"""

# Types come from numba's signatures, as in the engine itself.
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from euchre_sim.engine.contract import to_contract, trump_mask
from euchre_sim.engine.jit import BYTES, I64, INTS, U64, VECTOR, WORDS_2D, entry, kernel
from euchre_sim.engine.memory import local_words, pointer
from euchre_sim.solver.search import (
    P_ACTIVE,
    P_COUNTED,
    P_PLAYERS,
    P_RAISING,
    P_SEAT,
    P_TABLES,
    P_TRUMPS,
    POSITION_SIZE,
    begin_trick,
    open_position,
    value_of,
)
from euchre_sim.solver.words import gather, gather_one_by_one

NOBODY = -1
MAX_CARDS = 8
N_SUITS = 5  # the joker's own among them

gather_slowly = kernel(gather_one_by_one)


@kernel
def after_card(suits, powers, size, players, active, counted, held, trick, card):
    """Whether the counted side gets a trick by a card, what is still held, and the next `trick`."""
    seat = (trick >> 8) & 255
    to_play = (trick >> 16) & 255
    led = ((trick >> 24) & 255) - 1
    best, best_seat = (trick >> 32) & 1023, (trick >> 48) & 255
    if led < 0:
        led = suits[card]
        best = 0
    power = powers[led * players * size + card]
    if power > best:
        best = power
        best_seat = seat
    won = np.int64(0)
    if to_play == 1:
        won = (counted >> best_seat) & 1
        following = best_seat
        to_play, led, best = 0, -1, 0
        for other in range(players):
            to_play += (active >> other) & 1
    else:
        to_play -= 1
        following = (seat + 1) % players
        while (active >> following) & 1 == 0:
            following = (following + 1) % players
    packed = (
        (following << 8) | (to_play << 16) | ((led + 1) << 24) | (best << 32) | (best_seat << 48)
    )
    return won, held & ~(1 << card), np.int64(packed)


@kernel
def minimax(suits, powers, size, players, active, counted, raising, known, held, trick):
    """Tricks of the counted side; `held` has a bit for each card still in a hand.

    `trick` packs seat, seats to play, suit led, best power, its seat (8 or 16 bits each).
    """
    seat = (trick >> 8) & 255
    led = ((trick >> 24) & 255) - 1
    own = (held >> (seat * size)) & ((1 << size) - 1)
    place = held * players + seat
    if led < 0:
        if own == 0:
            return np.int64(0)
        if known[place] != 0:
            return np.int64(known[place] - 1)
    must = False
    for i in range(size):
        if (own >> i) & 1 == 1 and suits[seat * size + i] == led:
            must = True
    many = (raising >> seat) & 1 == 1
    value = np.int64(-1) if many else np.int64(99)
    for i in range(size):
        card = seat * size + i
        if (own >> i) & 1 == 0 or (must and suits[card] != led):
            continue
        won, left, following = after_card(
            suits, powers, size, players, active, counted, held, trick, card
        )
        found = won + minimax(
            suits, powers, size, players, active, counted, raising, known, left, following
        )
        if (found > value) == many:
            value = found
    if led < 0:
        known[place] = np.int8(value + 1)
    return value


@entry(None, INTS, INTS, I64, I64, I64, I64, I64, BYTES, I64, I64, INTS)
def minimax_cards(
    suits, powers, size, players, active, counted, raising, known, held, trick, values
):
    """The value after each card of the seat to move; the caller ignores those not legal."""
    seat = (trick >> 8) & 255
    suit, power = pointer(suits), pointer(powers)
    for i in range(size):
        card = seat * size + i
        if (held >> card) & 1 == 1:
            won, left, following = after_card(
                suit, power, size, players, active, counted, held, trick, card
            )
            values[i] = won + minimax(
                suit, power, size, players, active, counted, raising, pointer(known), left,
                following,
            )  # fmt: skip


@entry(None, WORDS_2D, I64, I64, I64, I64, U64, BYTES)
def solve_worlds(hands, trump, active, counted, leader, tables, tricks):
    """Tricks of the counted side in many four-handed deals."""
    position = local_words(POSITION_SIZE)
    for i in range(hands.shape[0]):
        for seat in range(4):
            plays = (active >> seat) & 1 == 1
            position[seat] = to_contract(hands[i, seat], trump) if plays else np.uint64(0)
        position[P_PLAYERS] = np.uint64(4)
        position[P_ACTIVE] = np.uint64(active)
        position[P_COUNTED] = np.uint64(counted)
        position[P_RAISING] = np.uint64(counted)
        position[P_TRUMPS] = trump_mask(trump)
        position[P_TABLES] = tables
        position[P_SEAT] = np.uint64(leader)
        begin_trick(position)
        open_position(position)
        tricks[i] = np.int8(value_of(position, 0, MAX_CARDS))


@entry(None, VECTOR, VECTOR, VECTOR, VECTOR)
def gather_both(words, masks, quick, slow):
    """Both ways of gathering bits."""
    for i in range(len(words)):
        quick[i] = gather(words[i], masks[i])
        slow[i] = gather_slowly(words[i], masks[i])

"""Entries of the solver: every card of one position, and many random deals."""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.contract import from_contract, to_contract, trump_mask
from euchre_sim.engine.deal import deal
from euchre_sim.engine.jit import BYTES, I64, INTS, U64, VECTOR, entry
from euchre_sim.engine.layout import H_SIZE, R_HAND_SIZE, R_MATES, R_PLAYERS
from euchre_sim.engine.memory import local_words, pointer
from euchre_sim.engine.rng import bounded, hand_key, word
from euchre_sim.solver.search import (
    P_ACTIVE,
    P_COUNTED,
    P_IN_PLAY,
    P_PLAYERS,
    P_RAISING,
    P_SEAT,
    P_TABLES,
    P_TRUMPS,
    POSITION_SIZE,
    begin_trick,
    open_position,
    play_card,
    value_of,
    weigh_cards,
)

U = np.uint64
NOTHING = U(0)
TRUMP_WORD = 1 << 14  # word of a deal's key that draws its trump


@entry(I64, VECTOR, I64, I64, I64, I64, I64, I64, VECTOR, U64, VECTOR, INTS)
def weigh_position(
    hands, trump, players, active, counted, raising, leader, table, tables, cards, tricks
):
    """Every legal card of the seat to move, and the counted side's tricks after it.

    Parameters
    ----------
    hands : uint64[:]
        The cards each seat holds (printed lanes), without those on the table.
    trump : int64
        The contract.
    players, active, counted, raising : int64
        Players, and seat masks: who plays, whose tricks are counted, who wants them to be many.
    leader : int64
        Who leads or has led to the trick.
    table : uint64[:]
        The cards on the table in the order they were played.
    tables : uint64
        Address of the tables of endings; 0 to do without.
    cards, tricks : uint64[:], int64[:]
        Filled, from low to high.

    Returns
    -------
    int
        Number of legal cards.
    """
    position, scratch = local_words(POSITION_SIZE), local_words(POSITION_SIZE)
    for seat in range(players):
        position[seat] = to_contract(hands[seat], trump)
    position[P_PLAYERS] = U(players)
    position[P_ACTIVE] = U(active)
    position[P_COUNTED] = U(counted)
    position[P_RAISING] = U(raising)
    position[P_TRUMPS] = trump_mask(trump)
    position[P_TABLES] = tables
    position[P_SEAT] = U(leader)
    begin_trick(position)
    on_table = NOTHING
    for i in range(len(table)):
        card = to_contract(table[i], trump)
        on_table |= card
        # `play_card` takes a card out of the hand that it is in.
        position[np.int64(position[P_SEAT])] |= card
        play_card(position, card)
    position[P_IN_PLAY] |= on_table
    open_position(position)
    count = weigh_cards(position, scratch, pointer(cards), pointer(tricks))
    for i in range(count):
        cards[i] = from_contract(cards[i], trump)
    return count


@entry(None, INTS, U64, U64, I64, U64, BYTES)
def solve_range(rules, seed, first, count, tables, tricks):
    """Solve deals `first` .. `first + count - 1` of a seed, each with a random suit as trump.

    Seat 0 leads and all play; `tricks` gets the tricks of its side.
    """
    position = local_words(POSITION_SIZE)
    hands = local_words(H_SIZE)
    n = rules[R_PLAYERS]
    side = U(rules[R_MATES])
    for i in range(count):
        key = hand_key(seed, first + U(i))
        deal(pointer(rules), key, hands)
        trump = np.int64(bounded(word(key, TRUMP_WORD), 4))
        for seat in range(n):
            position[seat] = to_contract(hands[seat], trump)
        position[P_PLAYERS] = U(n)
        position[P_ACTIVE] = (U(1) << U(n)) - U(1)
        position[P_COUNTED] = side
        position[P_RAISING] = side
        position[P_TRUMPS] = trump_mask(trump)
        position[P_TABLES] = tables
        position[P_SEAT] = NOTHING
        begin_trick(position)
        open_position(position)
        tricks[i] = np.int8(value_of(position, 0, rules[R_HAND_SIZE]))

"""The simplest rule player: call on three trumps, win with the highest card.

A beginner's rule of thumb and a yardstick: what any other strategy adds to it, in points and in
time, is that strategy's own.
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.bits import high_bit, low_bit, popcount
from euchre_sim.engine.jit import hook, kernel
from euchre_sim.engine.layout import (
    V_BEST,
    V_BEST_SEAT,
    V_HAND,
    V_LED_MASK,
    V_LEGAL,
    V_MATES,
    V_ROUND,
    V_UPCARD_SUIT,
)
from euchre_sim.strategies.api import Strategy
from euchre_sim.strategies.bidding import announce, call_of, deals, lone_call_of, parameter
from euchre_sim.strategies.cards import NONE, ONE, TRUMPS
from euchre_sim.strategies.simple_play import bury

CALL, ALONE = 0, 1  # parameters
U = np.uint64
SUIT = U(0xFFFF)
JACK = U(1 << 9)
ALL = ~U(0)


@kernel
def count_trumps(hand, suit):
    """Trumps in a hand as dealt if `suit` is named, the left bower among them."""
    return popcount(hand & (SUIT << U(16 * suit) | JACK << U(16 * (suit ^ 2))))


@hook
def call(view, draw):
    """Name the suit of which three are held; alone with five. The dealer counts the upcard."""
    hand = view[V_HAND]
    legal = view[V_LEGAL]
    suit = np.int64(view[V_UPCARD_SUIT])
    if view[V_ROUND] == ONE:
        most = count_trumps(hand, suit) + np.int64(deals(view))
    else:
        most = -1
        for other in range(4):
            held = count_trumps(hand, other)
            if legal & (call_of(other) | lone_call_of(other)) != NONE and held > most:
                suit = other
                most = held
    return announce(legal, suit, most, parameter(view, CALL), parameter(view, ALONE))


@hook
def play(view, draw):
    """Lead the highest trump or card; beat the others if possible, otherwise throw the lowest."""
    legal = view[V_LEGAL]
    led = view[V_LED_MASK]
    best = view[V_BEST]
    # Selects, not branches: what the cards decide is a coin toss to a branch predictor.
    suits = (led | TRUMPS) if led != NONE else ALL
    top = high_bit(legal & suits)
    with_us = (view[V_MATES] >> view[V_BEST_SEAT]) & ONE & U(best != NONE)
    wins = U(top > best) & ~with_us & ONE
    plain = legal & ~TRUMPS
    low = low_bit(plain if plain != NONE else legal)
    return top if wins != NONE else low


STRATEGY = Strategy(
    name="trumps",
    version="1",
    summary="three trumps to call, the highest card to win: the simplest rules, a yardstick",
    parameters={"call": 3, "alone": 5},
    call=call,
    discard=bury,
    play=play,
)

"""Asking a strategy what it calls."""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.layout import (
    FLAG_ALONE,
    PASS,
    V_FLAGS,
    V_HAND,
    V_LEGAL,
    V_LONE_VALUE,
    V_MATES,
    V_PARAMS,
    V_PARAMS_AT,
    V_PLAYERS,
    V_ROUND,
    V_SEAT,
    V_TARGET,
    V_UPCARD,
    V_UPCARD_SUIT,
    VIEW_SIZE,
    call_bit,
)
from euchre_sim.strategies.api import Strategy

SUITS = "CDSH"
RANKS = "23456789TJQKA"


def cards(text: str) -> int:
    """A set of cards in the printed lanes."""
    return sum(1 << (16 * SUITS.index(c[1]) + RANKS.index(c[0])) for c in text.split())


def answer(own: object, view: np.ndarray, draw: int = 12345) -> int:
    """Ask a compiled hook once."""
    return int(own(view, draw))  # type: ignore[operator]


def calling_view(
    strategy: Strategy, hand: str, upcard: str, seat: int, call_round: int = 1
) -> np.ndarray:
    """What a seat sees when it is its turn to call, four players, standard rules."""
    view = np.zeros(VIEW_SIZE, np.uint64)
    turned = SUITS.index(upcard[1])
    suits = [turned] if call_round == 1 else [s for s in range(4) if s != turned]
    view[V_LEGAL] = PASS | sum(call_bit(s) | call_bit(s, alone=True) for s in suits)
    view[V_HAND] = cards(hand)
    view[V_SEAT] = seat
    view[V_PLAYERS] = 4
    view[V_MATES] = 0b0101 if seat % 2 == 0 else 0b1010
    view[V_UPCARD] = cards(upcard)
    view[V_UPCARD_SUIT] = turned
    view[V_ROUND] = call_round
    view[V_TARGET] = 10
    view[V_LONE_VALUE] = 4
    view[V_FLAGS] = FLAG_ALONE
    view[V_PARAMS_AT] = V_PARAMS
    view[V_PARAMS : V_PARAMS + len(strategy.values)] = strategy.values
    return view

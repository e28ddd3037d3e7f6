"""The check that every strategy passes before it is let to the table.

Real views are collected by letting the random player play some hundred deals under two sets of
rules and copying what it was shown.  Then each hook answers all views of its phase: with a legal
action, with the same one when asked again, and without writing to the view.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from euchre_sim.engine.batch import play_range
from euchre_sim.engine.jit import Hook as CompiledHook
from euchre_sim.engine.jit import hook
from euchre_sim.engine.layout import (
    MAX_SEATS,
    N_PARAMS,
    N_PHASES,
    OUTCOME_SIZE,
    PASS,
    PHASE_CALL,
    PHASE_NAMES,
    V_LEGAL,
    V_PARAMS,
    V_PARAMS_AT,
    V_PHASE,
    V_SCRATCH,
    VIEW_SIZE,
    lower_rules,
)
from euchre_sim.engine.memory import pointer_to
from euchre_sim.errors import StrategyFault
from euchre_sim.rules import HouseRules
from euchre_sim.strategies.api import Hook, Strategy
from euchre_sim.strategies.random_player import any_bit

__all__ = ["check", "sample_views"]

DEALS = 150
SEED = 20_09
CALLING, PASS_BIT = np.uint64(PHASE_CALL), np.uint64(PASS)
MOSTLY, NOTHING = np.uint64(3), np.uint64(0)
GUARD = 512  # words watched on both sides of the view
SCRATCH = slice(V_SCRATCH, V_SCRATCH + 3)
# Asks in every phase and for every kind of action: alone and lone defence before the first lead,
# a refusable upcard, a stuck dealer.
MANY_OPTIONS = {
    "alone_timing": "before_first_lead",
    "defend_alone": True,
    "dealer_pickup": "optional",
    "stick_the_dealer": True,
    "turned_down_suit": "barred_except_stuck",
    "farmers_hand": "swap_three_low",
    "call_for_best": True,
    "allow_no_trump": True,
    "allow_misere": True,
}


@hook
def record(view, draw):
    """Copy view and random word to the buffer of parameter 0; act at random, passing mostly.

    The buffer's first word counts the rows, its second word says how many fit.
    """
    at = view[np.int64(view[V_PARAMS_AT])]
    head = pointer_to(at)
    n = np.int64(head[0])
    if n < np.int64(head[1]):
        start = 2 + n * (VIEW_SIZE + 1)
        for i in range(VIEW_SIZE):
            head[start + i] = view[i]
        head[start + VIEW_SIZE] = draw
        head[0] += np.uint64(1)
    legal = view[V_LEGAL]
    if view[V_PHASE] == CALLING and legal & PASS_BIT == PASS_BIT and draw & MOSTLY != NOTHING:
        return PASS_BIT  # so that round 2 comes up as well
    return any_bit(legal, draw)


def _collect(rules: HouseRules) -> np.ndarray[Any, np.dtype[np.uint64]]:
    capacity = DEALS * 64
    buffer = np.zeros(2 + capacity * (VIEW_SIZE + 1), np.uint64)
    buffer[1] = capacity
    params = np.zeros((1, N_PARAMS), np.uint64)
    params[:, 0] = buffer.ctypes.data
    nothing = np.zeros((0, 0), np.uint64)
    vector = lower_rules(rules)
    _kept.append(vector)  # the views hold its address
    failed = play_range(
        vector,
        np.full(N_PHASES, record.address, np.uint64),
        np.zeros(rules.players, np.int64),
        params,
        np.uint64(SEED),
        np.uint64(0),
        DEALS,
        np.zeros((DEALS, OUTCOME_SIZE), np.int8),
        nothing,
        np.zeros(0, np.uint64),
    )
    assert failed == -1
    return buffer[2:].reshape(-1, VIEW_SIZE + 1)[: int(buffer[0])]


_kept: list[Any] = []


@cache
def sample_views() -> np.ndarray[Any, np.dtype[np.uint64]]:
    """Views of real decisions in every phase, one a row, each with its random word behind it."""
    many = HouseRules().replace(**MANY_OPTIONS)
    canadian = HouseRules().replace(canadian_loner=True)
    no_trump = HouseRules().replace(
        allow_no_trump=True, allow_no_trump_low=True, allow_misere=True, joker=True
    )
    tables = (HouseRules(), many, canadian, no_trump, HouseRules.preset("six_hand"))
    views = np.concatenate([_collect(rules) for rules in tables])
    views.flags.writeable = False
    return views


def check(strategy: Strategy) -> None:
    """Refuse a strategy that could break the rules at the table.

    Raises
    ------
    StrategyFault
        Names the hook and what went wrong.
    """
    views = sample_views().copy()
    values = np.array(strategy.values, np.int64).astype(np.uint64)
    views[:, V_PARAMS : V_PARAMS + MAX_SEATS * N_PARAMS] = 0
    views[:, V_PARAMS : V_PARAMS + len(values)] = values
    if strategy.tables is not None:
        views[:, V_PARAMS + N_PARAMS - 1] = strategy.tables()
    views[:, V_PARAMS_AT] = V_PARAMS
    for number, phase in enumerate(PHASE_NAMES):
        own = strategy.hook(phase)
        if own is not None:
            _check_type(strategy, phase, own)
            _check_answers(strategy, phase, own, views[views[:, V_PHASE] == number])


def _fault(strategy: Strategy, phase: str, what: str) -> StrategyFault:
    return StrategyFault(
        f"strategy {strategy.name!r}: its {phase} hook {what}", strategy=strategy.name
    )


def _check_type(strategy: Strategy, phase: str, own: Hook) -> None:
    if not isinstance(own, CompiledHook):
        raise _fault(
            strategy, phase, "is not compiled: decorate it with euchre_sim.engine.jit.hook"
        )


def _check_answers(strategy: Strategy, phase: str, own: Any, rows: Any) -> None:
    memory = np.zeros(VIEW_SIZE + 2 * GUARD, np.uint64)
    view = memory[GUARD : GUARD + VIEW_SIZE]
    for row in rows:
        shown, draw = row[:VIEW_SIZE], int(row[VIEW_SIZE])
        legal = int(shown[V_LEGAL])
        view[:] = shown
        action = own(view, draw)
        view[SCRATCH] = ~shown[SCRATCH]  # nothing may be remembered there
        again = own(view, draw)
        if action & legal == 0 or action & (action - 1) != 0:
            raise _fault(
                strategy,
                phase,
                f"answered {action:#x}, which is not one of the legal actions {legal:#x}",
            )
        if action != again:
            raise _fault(
                strategy,
                phase,
                f"answered {action:#x} and then {again:#x} to the same view and random word",
            )
        view[SCRATCH] = shown[SCRATCH]
        changed = np.flatnonzero(view != shown)
        if len(changed):
            raise _fault(
                strategy,
                phase,
                f"wrote to slot {changed[0]} of the view; only slots {SCRATCH.start} to "
                f"{SCRATCH.stop - 1} are free",
            )
        if memory[:GUARD].any() or memory[GUARD + VIEW_SIZE :].any():
            raise _fault(strategy, phase, "wrote to memory outside the view")

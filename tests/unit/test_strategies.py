"""Strategies: their record, where they are found, the conformance check and sound decisions."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from euchre_sim.engine.jit import hook
from euchre_sim.engine.layout import (
    PASS,
    V_HAND,
    V_LEGAL,
    VIEW_SIZE,
    call_bit,
)
from euchre_sim.errors import EuchreError, StrategyFault
from euchre_sim.strategies import registry
from euchre_sim.strategies.api import Strategy, UnknownStrategy
from euchre_sim.strategies.conformance import check, sample_views
from tests.calling import RANKS, answer, calling_view

BUILT_IN = ("basic", "pimc", "euchrestrategy", "universe", "ohio", "trumps", "random")
THINKING = tuple(name for name in BUILT_IN if name not in ("pimc", "random"))
LEFT_BOWER = 1 << 61
SWAP_OFF_SUITS = {"C": "S", "S": "C", "D": "H", "H": "D"}


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_built_in_strategy_passes_the_conformance_check(name: str) -> None:
    check(registry.get("pimc:worlds=2:patience=2" if name == "pimc" else name))


def test_the_check_sees_views_of_every_phase() -> None:
    phases = np.bincount(sample_views()[:, 0].astype(int), minlength=5)
    assert (phases > 40).all(), phases


@pytest.mark.parametrize("name", THINKING)
@pytest.mark.parametrize("alone_allowed", [True, False])
def test_case_26_third_seat_never_passes_with_both_bowers_and_the_ace(
    name: str, alone_allowed: bool
) -> None:
    strategy = registry.get(name)
    others = [r + s for s in "CDSH" for r in "9TQKA" if r + s not in ("AS", "9S")] + ["JH", "JD"]
    for upcard in ("9S", "TS", "QS", "KS"):
        rest = [c for c in [*others, "9S"] if c != upcard]
        for i in range(len(rest) - 1):
            for j in range(i + 1, len(rest)):
                hand = f"JS JC AS {rest[i]} {rest[j]}"
                view = calling_view(strategy, hand, upcard, seat=2)
                if not alone_allowed:
                    view[V_LEGAL] = PASS | call_bit(2)
                assert answer(strategy.call, view) != PASS, (hand, upcard)


@pytest.mark.parametrize("name", THINKING)
@pytest.mark.parametrize("seat", range(4))
def test_lay_downs_are_never_passed(name: str, seat: int) -> None:
    strategy = registry.get(name)
    trumps = "AKQT9"
    lay_downs = [f"JH JD {a}H {b}H {c}H" for a in trumps for b in trumps for c in trumps]
    lay_downs = [h for h in lay_downs if len(set(h.split())) == 5]
    lay_downs += [f"JH JD AH {t}H A{s}" for t in "KQT9" for s in "CDS"]
    for hand in lay_downs:
        for upcard in (c for c in ("9H", "TH", "QH", "KH", "AH") if c not in hand.split()):
            assert answer(strategy.call, calling_view(strategy, hand, upcard, seat)) != PASS
        for upcard in ("QC", "QD", "QS"):
            view = calling_view(strategy, hand, upcard, seat, call_round=2)
            assert answer(strategy.call, view) in (call_bit(3), call_bit(3, alone=True)), hand


@pytest.mark.parametrize("name", THINKING)
def test_case_25_the_dealer_never_buries_the_left_bower(name: str) -> None:
    strategy = registry.get(name)
    discard = strategy.discard or registry.default().discard
    views = sample_views()
    rows = views[(views[:, 0] == 1) & (views[:, V_HAND] & np.uint64(LEFT_BOWER) != 0)]
    assert len(rows) > 30
    for row in rows:
        assert answer(discard, row[:VIEW_SIZE].copy()) != LEFT_BOWER
    # Clubs are trump: J A K Q of clubs and the left bower, with the nine picked up.
    view = rows[0][:VIEW_SIZE].copy()
    trump_lane = {r: 1 << (48 + RANKS.index(r)) for r in "9QKA"}
    six = (1 << 62) | LEFT_BOWER | sum(trump_lane.values())
    view[V_HAND] = six
    view[V_LEGAL] = six
    assert answer(discard, view) == trump_lane["9"]


@pytest.mark.parametrize("name", THINKING)
def test_calls_do_not_depend_on_which_colour_is_which(name: str) -> None:
    strategy = registry.get(name)
    suit_of_bit = {call_bit(s, alone): (s, alone) for s in range(4) for alone in (False, True)}
    for hand in ("JH AH 9H AS KS", "JS TS 9S AD 9C", "QD TD AC KC AS", "AH KH QD QC JC"):
        swapped = " ".join(c[0] + SWAP_OFF_SUITS[c[1]] for c in hand.split())
        for upcard in ("TH", "KD", "9S"):
            if upcard in hand.split():
                continue
            other = upcard[0] + SWAP_OFF_SUITS[upcard[1]]
            for seat in range(4):
                for call_round in (1, 2):
                    one = answer(
                        strategy.call, calling_view(strategy, hand, upcard, seat, call_round)
                    )
                    two = answer(
                        strategy.call, calling_view(strategy, swapped, other, seat, call_round)
                    )
                    if PASS in (one, two):
                        assert one == two
                        continue
                    (suit, alone), (mirrored, too) = suit_of_bit[one], suit_of_bit[two]
                    assert (suit ^ 2, alone) == (mirrored, too)


# --- strategies that the check refuses ----------------------------------------------------------


@hook
def cheat(view, draw):
    return view[0] + np.uint64(1 << 40)


@hook
def moody(view, draw):
    legal = view[V_LEGAL]
    lowest = legal & (~legal + np.uint64(1))
    others = legal ^ lowest
    return lowest if view[53] == np.uint64(0) else others & (~others + np.uint64(1))


@hook
def vandal(view, draw):
    view[V_HAND] = np.uint64(0)
    legal = view[V_LEGAL]
    return legal & (~legal + np.uint64(1))


@hook
def burglar(view, draw):
    view[VIEW_SIZE + 3] = np.uint64(1)
    legal = view[V_LEGAL]
    return legal & (~legal + np.uint64(1))


@hook
def greedy(view, draw):
    return view[V_LEGAL]


def plain_function(view, draw):  # not compiled
    return view[V_LEGAL]


@pytest.mark.parametrize(
    ("own", "complaint"),
    [
        (cheat, "not one of the legal actions"),
        (greedy, "not one of the legal actions"),
        (moody, "and then"),
        (vandal, f"wrote to slot {V_HAND}"),
        (burglar, "outside the view"),
        (plain_function, "not compiled"),
    ],
)
def test_bad_strategies_are_refused_by_name(own: object, complaint: str) -> None:
    with pytest.raises(StrategyFault, match=complaint) as caught:
        check(Strategy("suspect", play=own))  # type: ignore[arg-type]
    assert "suspect" in str(caught.value)
    assert "play hook" in str(caught.value)
    assert caught.value.strategy == "suspect"


def test_a_function_compiled_otherwise_is_refused() -> None:
    import numba

    @numba.cfunc("uint64(uint64)")
    def short(view):  # type: ignore[no-untyped-def]
        return view

    with pytest.raises(StrategyFault, match="decorate it with"):
        check(Strategy("short", play=short))


# --- names and parameters -----------------------------------------------------------------------


def test_listing_strategies_starts_no_compiler() -> None:
    code = (
        "import sys; from euchre_sim.strategies import registry; registry.listings(); "
        "sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_names_and_summaries_agree_with_the_modules() -> None:
    assert registry.names()[: len(BUILT_IN)] == BUILT_IN
    for line in registry.listings():
        if line.origin == "built in":
            strategy = registry.get(line.name)
            assert (strategy.name, strategy.summary) == (line.name, line.summary)
            assert strategy.source or line.name in ("basic", "trumps", "random")


def test_parameters_are_set_and_shown() -> None:
    strategy = registry.get("universe:order=19:alone=28")
    assert strategy.values == (19, 16, 28)
    assert strategy.label == "universe:order=19:alone=28"
    assert registry.get(strategy.label) == strategy
    assert strategy.with_parameters(order=21, alone=30).label == "universe"
    assert strategy.as_dict()["parameters"] == {"order": 19, "name": 16, "alone": 28}


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("basik", "did you mean 'basic'"),
        ("universe:ordr=3", "did you mean 'order'"),
        ("universe:order=many", "whole number"),
        ("universe:order", "sets no parameter"),
        ("random:order=3", "has no parameters"),
        ("universe:order=99999999999", "within"),
        ("nowhere.py:ME", "cannot be read"),
    ],
)
def test_wrong_names_and_parameters_are_explained(spec: str, complaint: str) -> None:
    with pytest.raises(EuchreError, match=complaint):
        registry.get(spec)


def test_names_must_be_writable_on_the_command_line() -> None:
    for name in ("", "two words", "a:b", "a,b"):
        with pytest.raises(UnknownStrategy):
            Strategy(name)
    with pytest.raises(UnknownStrategy, match="at most 8"):
        Strategy("many", parameters={f"p{i}": i for i in range(9)})


MINE = """
from euchre_sim.engine.bits import low_bit
from euchre_sim.engine.jit import hook
from euchre_sim.engine.layout import V_LEGAL
from euchre_sim.strategies.api import Strategy

@hook
def lowest(view, draw):
    return low_bit(view[V_LEGAL])

@hook
def illegal(view, draw):
    return view[V_LEGAL] << 1

MINE = Strategy("mine", call=lowest, parameters={"depth": 3})
WRONG = Strategy("wrong", play=illegal)
"""


def test_a_strategy_in_a_file_is_loaded_and_checked(tmp_path: Path) -> None:
    path = tmp_path / "players.py"
    path.write_text(MINE)
    mine = registry.get(f"{path}:MINE")
    assert mine.name == "mine"
    assert mine.play is None
    assert mine.hooks(registry.default())[4] is registry.default().play
    assert registry.get(f"{path}:MINE:depth=5").values == (5,)
    with pytest.raises(StrategyFault, match="'wrong'"):
        registry.get(f"{path}:WRONG")
    with pytest.raises(UnknownStrategy, match="MINE, WRONG"):
        registry.get(str(path))
    with pytest.raises(UnknownStrategy, match="no strategy 'OURS'"):
        registry.get(f"{path}:OURS")


def test_a_file_that_fails_is_named(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("import nothing_of_that_name\n")
    with pytest.raises(StrategyFault, match=r"broken\.py"):
        registry.get(f"{path}:MINE")


def test_a_file_may_not_take_a_built_in_name(tmp_path) -> None:
    path = tmp_path / "shadow.py"
    path.write_text("from euchre_sim import Strategy\nMINE = Strategy('basic')\n")
    with pytest.raises(StrategyFault, match="built-in strategy's name"):
        registry.get(f"{path}:MINE")


def test_a_file_that_exits_is_a_fault(tmp_path) -> None:
    path = tmp_path / "exits.py"
    path.write_text("raise SystemExit(0)\n")
    with pytest.raises(StrategyFault, match="failed while loading"):
        registry.get(f"{path}:MINE")

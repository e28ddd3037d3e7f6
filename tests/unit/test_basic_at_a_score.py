"""The default strategy at the scores of a game: safe points, light calls, donations."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from euchre_sim import HouseRules, compare
from euchre_sim.engine.layout import (
    FLAG_ALONE,
    NO,
    PASS,
    PHASE_DEFEND,
    V_FLAGS,
    V_HAND,
    V_LEGAL,
    V_LONE_VALUE,
    V_PHASE,
    V_PLAYERS,
    V_SCORE_2,
    V_SCORES,
    V_SEAT,
    V_TARGET,
    VIEW_SIZE,
    YES,
    call_bit,
)
from euchre_sim.strategies import registry
from euchre_sim.strategies.api import Strategy
from euchre_sim.strategies.conformance import sample_views
from tests.calling import SUITS, answer, calling_view

BASIC = registry.get("basic")
BLIND = registry.get("basic:score=0")
HEARTS, HEARTS_ALONE = call_bit(3), call_bit(3, alone=True)
LAY_DOWN = "JH JD AH KH QH"
NOTHING = "9C TC QD 9D QS"
DECK = [rank + suit for suit in SUITS for rank in "9TJQKA"]


def call(
    hand: str,
    upcard: str,
    seat: int,
    us: int,
    them: int,
    call_round: int = 1,
    who: Strategy = BASIC,
    **slots: int,
) -> int:
    """What a seat calls when its side has `us` points and the other `them`."""
    view = calling_view(who, hand, upcard, seat, call_round)
    view[V_SCORES + seat % 2] = us
    view[V_SCORES + 1 - seat % 2] = them
    for name, value in slots.items():
        view[{"lone_value": V_LONE_VALUE, "flags": V_FLAGS, "target": V_TARGET}[name]] = value
    return answer(who.call, view)


def some_hands(number: int) -> Iterator[tuple[str, str]]:
    """Hands with an upcard."""
    draw = np.random.default_rng(66)
    for _ in range(number):
        *hand, upcard = draw.permutation(DECK)[:6]
        yield " ".join(hand), str(upcard)


@pytest.mark.parametrize("seat", range(4))
def test_nobody_plays_alone_where_a_march_with_the_partner_wins(seat: int) -> None:
    assert call(LAY_DOWN, "9H", seat, 7, 0) == HEARTS_ALONE
    assert call(LAY_DOWN, "9H", seat, 8, 0) == HEARTS
    assert call(LAY_DOWN, "9H", seat, 9, 0) == HEARTS
    assert call(LAY_DOWN, "9H", seat, 9, 0, target=11) == HEARTS
    assert call(LAY_DOWN, "9H", seat, 8, 0, target=11) == HEARTS_ALONE


@pytest.mark.parametrize("seat", [0, 2])
def test_a_hand_that_stops_nobody_is_donated_where_a_lone_hand_would_lose_the_game(
    seat: int,
) -> None:
    for them in (6, 7):
        assert call(NOTHING, "KH", seat, 9, them) == HEARTS
    for us, them in ((9, 5), (9, 8), (8, 6), (0, 6), (0, 0)):
        assert call(NOTHING, "KH", seat, us, them) == PASS, (us, them)


@pytest.mark.parametrize("hand", ["JH TC QD 9D QS", "JD 9H QD 9D QS", "AC TC QD 9D AS"])
def test_a_hand_with_a_stopper_is_not_donated(hand: str) -> None:
    assert call(hand, "KH", 0, 9, 6) == PASS


def test_only_to_an_opposing_dealer_who_may_play_alone_for_enough() -> None:
    assert call(NOTHING, "KH", 1, 9, 6) == PASS
    assert call(NOTHING, "KH", 3, 9, 6) == PASS
    assert call(NOTHING, "KH", 0, 9, 6, lone_value=3) == PASS
    assert call(NOTHING, "KH", 0, 9, 7, lone_value=3) == HEARTS
    assert call(NOTHING, "KH", 0, 9, 5, lone_value=5) == HEARTS
    assert FLAG_ALONE
    assert call(NOTHING, "KH", 0, 9, 6, flags=0) == PASS


@pytest.mark.parametrize(("seat", "call_round"), [(0, 1), (1, 1), (2, 1), (3, 1), (0, 2), (1, 2)])
def test_at_nine_all_everybody_calls_lighter(seat: int, call_round: int) -> None:
    """Being euchred costs no more than letting the others make their point."""
    more = 0
    for hand, upcard in some_hands(1_000):
        early = call(hand, upcard, seat, 0, 0, call_round)
        late = call(hand, upcard, seat, 9, 9, call_round)
        assert late != PASS or early == PASS, (hand, upcard)
        more += early == PASS != late
    assert more > 30


def test_with_two_to_go_the_dealer_does_not_risk_a_euchre_against_nine() -> None:
    """The point would not be enough, and two points for the others are no worse than one."""
    early, late = (
        sum(call(hand, up, 3, us, them) != PASS for hand, up in some_hands(1_000))
        for us, them in ((0, 0), (8, 8))
    )
    assert late < early


def test_without_the_score_every_deal_is_as_the_first() -> None:
    for hand, upcard in some_hands(300):
        for seat in range(4):
            first = call(hand, upcard, seat, 0, 0)
            for us, them in ((9, 9), (9, 6), (8, 2), (2, 9)):
                assert call(hand, upcard, seat, us, them, who=BLIND) == first


def test_each_of_three_players_looks_at_his_own_score() -> None:
    view = calling_view(BASIC, LAY_DOWN, "9H", 2)
    view[V_PLAYERS] = 3
    view[V_SCORES] = 9
    assert answer(BASIC.call, view) == HEARTS_ALONE
    view[V_SCORES], view[V_SCORE_2] = 0, 9
    assert answer(BASIC.call, view) == HEARTS


def test_nobody_defends_alone_where_a_euchre_with_the_partner_wins() -> None:
    views = sample_views()
    asked = views[views[:, V_PHASE] == PHASE_DEFEND][:, :VIEW_SIZE].copy()
    asked[:, V_HAND] = (1 << 62) | (1 << 61) | (1 << 60) | (1 << 12) | (1 << 28)
    for view in asked[:50]:
        view[V_LEGAL], view[V_TARGET] = YES | NO, 10
        own = V_SCORES + int(view[V_SEAT]) % 2
        for points, said in ((7, YES), (8, NO), (9, NO)):
            view[own] = points
            view[V_SCORES + 1 : V_SCORES + 2] = view[V_SCORES + 1]
            assert _with_parameters(view) == said


def _with_parameters(view: np.ndarray) -> int:
    from euchre_sim.engine.layout import V_PARAMS, V_PARAMS_AT

    view[V_PARAMS_AT] = V_PARAMS
    view[V_PARAMS : V_PARAMS + len(BASIC.values)] = BASIC.values
    return answer(BASIC.defend, view)


@pytest.mark.parametrize("target", [5, 10])
def test_looking_at_the_score_wins_games(target: int) -> None:
    found = compare(BASIC, BLIND, games=30_000, rules=HouseRules(target_score=target)).win_share
    assert found is not None
    assert found.lo is not None
    assert found.lo > 0.5

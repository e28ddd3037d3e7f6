"""Chances to win at a score, held against sweeps over all states until nothing changes."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest

from euchre_sim.analysis.deal_shares import Kind, Shares, shares_of
from euchre_sim.analysis.equity import DEALERS, Equity, State
from euchre_sim.analysis.simulate import simulate
from euchre_sim.errors import IllegalAction
from euchre_sim.rules import HouseRules

PUBLISHED = [45, 16, 5, 17, 12, 5]  # four equal players, NUMBERS.md
WITH_IDLE = Shares(
    (Kind(2, 0), Kind(1, 0), Kind(0, 4), Kind(0, 1), Kind(0, 0), Kind(0, 0, True)),
    (0.2, 0.35, 0.05, 0.15, 0.15, 0.1),
)


def swept(rules, shares, needed):
    """Chances by sweeping over (games, games, points, points, dealer) until all stand still.

    A twin: own booking of points, laps and slams; no equations, no order of states.
    """
    target = rules.target_score
    won_games = list(itertools.product(range(needed), repeat=2))
    states = [
        (*games, us, them, dealt)
        for games in won_games
        for us in range(target)
        for them in range(target)
        for dealt in (0, 1)
    ]
    chance = dict.fromkeys(states, 0.5)

    def after(state, ours, theirs, dealt):
        games = list(state[:2])
        points = [state[2] + ours, state[3] + theirs]
        while max(points) >= target:
            side = 0 if points[0] >= target else 1
            games[side] += 2 if rules.slam_double and points[1 - side] == 0 else 1
            points = [points[0] - target, 0] if side == 0 else [0, points[1] - target]
            if not rules.laps:
                points = [0, 0]
        if max(games) >= needed:
            return float(games[0] >= needed)
        return chance[(*games, *points, dealt)]

    for _ in range(200):
        moved = 0.0
        for state in states:
            new = 0.0
            for kind, share in zip(shares.kinds, shares.shares, strict=True):
                ours, theirs = kind.dealers, kind.others
                if state[4] == 1:
                    ours, theirs = theirs, ours
                new += share * after(
                    state, ours, theirs, state[4] if kind.deals_again else 1 - state[4]
                )
            moved = max(moved, abs(new - chance[state]))
            chance[state] = new
        if moved < 1e-13:
            break
    return chance


def test_published_shares_give_the_published_chances():
    rules = HouseRules()
    equity = Equity(rules, Shares.given(PUBLISHED, rules))
    assert round(equity.game(State(8, 8, "us")).mean, 3) == 0.545
    assert equity.game(State(9, 9, "us")).mean == pytest.approx(0.66)


def test_chances_are_those_of_sweeps():
    rules = HouseRules(target_score=5)
    equity, chance = Equity(rules, WITH_IDLE), swept(rules, WITH_IDLE, 1)
    for state in equity.states():
        wanted = chance[(0, 0, state.us, state.them, DEALERS.index(state.dealer))]
        assert equity.game(state).mean == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize(
    "options",
    [{}, {"laps": True}, {"slam_double": True}, {"laps": True, "slam_double": True}],
    ids=lambda options: "+".join(options) or "plain",
)
def test_chances_in_a_match_are_those_of_sweeps(options):
    rules = HouseRules(target_score=5, match_format="best_of_3", **options)
    equity, chance = Equity(rules, WITH_IDLE), swept(rules, WITH_IDLE, 2)
    for games in itertools.product(range(2), repeat=2):
        for state in equity.states():
            wanted = chance[(*games, state.us, state.them, DEALERS.index(state.dealer))]
            asked = replace(state, games_us=games[0], games_them=games[1])
            assert equity.match(asked).mean == pytest.approx(wanted, abs=1e-9)


def test_two_sides_share_one():
    rules = HouseRules(target_score=7)
    equity = Equity(rules, WITH_IDLE)
    for us, them in itertools.product(range(7), repeat=2):
        ours = equity.game(State(us, them, "us")).mean
        theirs = equity.game(State(them, us, "them")).mean
        assert ours + theirs == pytest.approx(1)


def test_a_point_is_worth_the_step_to_the_next_score():
    rules = HouseRules()
    equity = Equity(rules, Shares.given(PUBLISHED, rules))
    step = equity.game(State(7, 6, "them")).mean - equity.game(State(6, 6, "them")).mean
    assert equity.worth_of_a_point(State(6, 6, "them")).mean == pytest.approx(step)
    lost = equity.game(State(9, 9, "us")).mean
    assert equity.worth_of_a_point(State(9, 9, "us"), "them").mean == pytest.approx(-lost)
    assert equity.worth_of_a_point(State(9, 9, "us")).mean == pytest.approx(1 - lost)


def test_standard_error_is_that_of_shares_drawn_anew():
    rules, deals = HouseRules(target_score=5), 2_000
    equity = Equity(rules, replace(WITH_IDLE, deals=deals))
    asked = State(2, 3, "us")
    rng = np.random.default_rng(5)
    drawn = [
        Equity(
            rules,
            replace(WITH_IDLE, shares=tuple(rng.multinomial(deals, WITH_IDLE.shares) / deals)),
        )
        for _ in range(300)
    ]
    spread = np.std([one.game(asked).mean for one in drawn], ddof=1)
    assert equity.game(asked).se == pytest.approx(spread, rel=0.15)  # 300 give it to 4 %


def test_shares_of_hands_are_those_of_the_summary():
    rules = HouseRules()
    shares = shares_of("universe", rules, hands=4_000, seed=3)
    summary = simulate(4_000, "universe", seed=3).summary
    assert shares.deals == 4_000
    assert sum(shares.shares) == pytest.approx(1)
    named = dict(zip(shares.kinds, shares.shares, strict=True))
    assert 0 < named[Kind(0, 0)] == pytest.approx(summary.passed_out / 4_000)
    for side, of in zip(summary.by_side(), ("dealers", "others"), strict=True):
        mean = sum(share * getattr(kind, of) for kind, share in named.items())
        assert mean == pytest.approx(side.scored.mean)


@pytest.mark.parametrize(("option", "again"), [("next_dealer", False), ("same_dealer", True)])
def test_who_deals_after_a_deal_that_was_thrown_in(option, again):
    rules = HouseRules(redeal_after_pass_out=option)
    shares = Shares.given([40, 10, 5, 20, 10, 5], rules)
    assert dict(zip(shares.kinds, shares.shares, strict=True))[Kind(0, 0, again)] == pytest.approx(
        0.1
    )


@pytest.mark.parametrize(
    ("percent", "says"),
    [
        ([50, 50], "six shares are needed, not 2"),
        ([60, 20, 10, 10, 10, 10], "more than 100 %"),
        ([-1, 20, 10, 10, 10, 10], "0 to 100"),
        ([float("nan"), 20, 10, 10, 10, 10], "0 to 100"),
    ],
)
def test_shares_that_cannot_be_meant(percent, says):
    with pytest.raises(IllegalAction, match=says):
        Shares.given(percent, HouseRules())


@pytest.mark.parametrize(
    ("state", "says"),
    [
        (State(10, 3, "us"), "10 points win"),
        (State(-1, 3, "us"), "no score of a running game"),
        (State(1, 3, "me"), "'me' does not deal"),
        (State(1, 3, "us", 1, 0), "no games of a match"),
    ],
)
def test_scores_that_cannot_be(state, says):
    rules = HouseRules()
    with pytest.raises(IllegalAction, match=says):
        Equity(rules, Shares.given(PUBLISHED, rules)).game(state)


def test_a_game_without_points_never_ends():
    rules = HouseRules()
    with pytest.raises(IllegalAction, match="never ends"):
        Equity(rules, Shares.given([0] * 6, rules))


def test_three_sides_are_refused():
    rules = HouseRules.preset("three_hand")
    with pytest.raises(IllegalAction, match="two sides"):
        Equity(rules, WITH_IDLE)

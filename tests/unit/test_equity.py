"""Chances to win at a score, held against sweeps over all states until nothing changes."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest

from euchre_sim.analysis import deal_shares
from euchre_sim.analysis.deal_shares import Kind, Shares, hands_by_score, shares_of
from euchre_sim.analysis.equity import DEALERS, Equity, State
from euchre_sim.analysis.simulate import simulate
from euchre_sim.engine.layout import V_SCORES, V_SEAT
from euchre_sim.errors import IllegalAction
from euchre_sim.rules import HouseRules
from tests.differential.given import PythonPlayer, lowest_call, lowest_legal

PUBLISHED = [45, 16, 5, 17, 12, 5]  # four equal players, NUMBERS.md
KINDS = (Kind(2, 0), Kind(1, 0), Kind(0, 4), Kind(0, 1), Kind(0, 0), Kind(0, 0, True))
WITH_IDLE = Shares(KINDS, np.array([[[0.2, 0.35, 0.05, 0.15, 0.15, 0.1]]]))
RNG = np.random.default_rng(5)
BY_SCORE = Shares(KINDS, RNG.dirichlet(np.ones(len(KINDS)), (5, 5)))  # of games to 5


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
            score = state[2:4] if state[4] == 0 else state[3:1:-1]
            for kind, share in zip(shares.kinds, shares.at(*score), strict=True):
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


@pytest.mark.parametrize("shares", [WITH_IDLE, BY_SCORE], ids=["alike", "by score"])
def test_chances_are_those_of_sweeps(shares):
    rules = HouseRules(target_score=5)
    equity, chance = Equity(rules, shares), swept(rules, shares, 1)
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
    equity, chance = Equity(rules, BY_SCORE), swept(rules, BY_SCORE, 2)
    for games in itertools.product(range(2), repeat=2):
        for state in equity.states():
            wanted = chance[(*games, state.us, state.them, DEALERS.index(state.dealer))]
            asked = replace(state, games_us=games[0], games_them=games[1])
            assert equity.match(asked).mean == pytest.approx(wanted, abs=1e-9)


def test_two_sides_share_one():
    rules = HouseRules(target_score=5)
    equity = Equity(rules, BY_SCORE)
    for us, them in itertools.product(range(5), repeat=2):
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


def test_standard_errors_are_those_of_hands_drawn_anew():
    """The true shares are known here, at 0-0 and of what a hand becomes at each other score."""
    target, n = 5, len(KINDS)
    hands = np.linspace(200, 500, target**2).astype(int)
    rules = HouseRules(target_score=target)
    becomes = 0.7 * np.eye(n) + 0.3 * RNG.dirichlet(np.ones(n), (target**2, n))
    becomes[0] = np.eye(n)
    pairs = WITH_IDLE.at(0, 0)[:, None] * becomes
    states = [State(0, 0, "us"), State(2, 3, "us"), State(4, 4, "them")]
    found = []
    for _ in range(100):
        drawn = RNG.multinomial(hands, pairs.reshape(target**2, -1)).reshape(pairs.shape)
        equity = Equity(rules, Shares.from_counts(KINDS, drawn))
        found.append([(one.mean, one.se) for one in map(equity.game, states)])
    means, errors = np.array(found).transpose(2, 0, 1)
    truth = Equity(rules, Shares(KINDS, pairs.sum(axis=1).reshape(target, target, n)))
    for i, state in enumerate(states):
        spread = means[:, i].std(ddof=1)
        assert errors[:, i].mean() == pytest.approx(spread, rel=0.28)  # 100 give it to 7 %
        assert abs(means[:, i].mean() - truth.game(state).mean) < 4 * spread / math.sqrt(100)


def test_shares_of_hands_are_those_of_the_summary():
    """At 0-0 they are of all hands, those of the first score being the hands of a run."""
    rules = HouseRules(target_score=5)
    shares = shares_of("universe", rules, hands=20_000, seed=3)
    n = int(shares.counts[0].sum())
    summary = simulate(n, "universe", seed=3, rules=rules).summary
    assert shares.table.sum(axis=2) == pytest.approx(1)
    first = dict(zip(shares.kinds, shares.counts[0].sum(axis=0) / n, strict=True))
    assert 0 < first[Kind(0, 0)] == pytest.approx(summary.passed_out / n)
    for side, of in zip(summary.by_side(), ("dealers", "others"), strict=True):
        mean = sum(share * getattr(kind, of) for kind, share in first.items())
        assert mean == pytest.approx(side.scored.mean)
    of_all = shares.counts.sum(axis=(0, 2)) / shares.hands
    assert shares.at(0, 0) == pytest.approx(of_all)


def test_late_scores_have_more_hands_and_none_has_none():
    few, many = hands_by_score(25, 5), hands_by_score(10_000, 5)
    assert few.tolist() == [1] * 25
    assert 10_000 - 25 < many.sum() <= 10_000
    by_score = many.reshape(5, 5)
    assert (np.diff(by_score, axis=0) > 0).all()
    assert np.array_equal(by_score, by_score.T)


def test_who_ignores_the_score_has_the_same_shares_at_every_score():
    shares = shares_of("trumps", HouseRules(target_score=5), hands=25 * 300, seed=3)
    assert shares.table == pytest.approx(np.broadcast_to(shares.at(0, 0), shares.table.shape))


def test_hands_of_a_score_are_played_at_it(monkeypatch):
    """The dealer orders up at 2 to 4 alone, so that only this score's deals bring points."""
    rules = HouseRules(target_score=5, stick_the_dealer=False)

    def answer(view, draw):
        others, own = (int(one) for one in view[V_SCORES : V_SCORES + 2])
        calls = view[V_SEAT] == 3 and (own, others) == (2, 4)
        return lowest_call(view, draw) if calls else lowest_legal(view, draw)

    player = PythonPlayer(answer)
    monkeypatch.setattr(deal_shares, "find_players", lambda *_: player.everywhere())
    shares = shares_of("the player above", rules, hands=25, threads=1)
    player.raise_failure()
    idle = shares.kinds.index(Kind(0, 0))
    thrown_in = np.ones((5, 5))
    thrown_in[2, 4] = 0
    assert np.array_equal(shares.table[:, :, idle], thrown_in)


def test_fewer_hands_than_scores_are_refused():
    with pytest.raises(IllegalAction, match="100 scores of a game"):
        shares_of("basic", HouseRules(), hands=99)


def test_interrupted_hands_are_those_of_a_shorter_run():
    """A run goes to 2,048 hands, to half as many more and so on, and keeps what it reached."""
    rules, calls = HouseRules(target_score=5), []

    def interrupt(done):
        calls.append(done)
        if done > 5_000:
            raise KeyboardInterrupt

    cut = shares_of("trumps", rules, hands=20_000, seed=3, progress=interrupt)
    assert 5_000 < calls[-1] < 20_000
    assert np.array_equal(cut.counts, shares_of("trumps", rules, hands=4_608, seed=3).counts)


@pytest.mark.parametrize(("option", "again"), [("next_dealer", False), ("same_dealer", True)])
def test_who_deals_after_a_deal_that_was_thrown_in(option, again):
    rules = HouseRules(redeal_after_pass_out=option)
    shares = Shares.given([40, 10, 5, 20, 10, 5], rules)
    assert dict(zip(shares.kinds, shares.at(0, 0), strict=True))[
        Kind(0, 0, again)
    ] == pytest.approx(0.1)


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

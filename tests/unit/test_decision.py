"""Weighing actions: paired errors, the rule that stops, and how likely the best is the best."""

from __future__ import annotations

import math
from itertools import pairwise
from statistics import NormalDist

import numpy as np
import numpy.typing as npt
import pytest

from euchre_sim.analysis import decision, weigh
from euchre_sim.analysis.advice import Advice
from euchre_sim.analysis.advise import advise
from euchre_sim.analysis.decision import (
    EXHAUSTED,
    INDIFFERENT,
    INTERRUPTED,
    PRECISE,
    SETTLED,
    ImpossibleHistory,
    Question,
    Tally,
    look_schedule,
    verdict,
    weigh_actions,
)
from euchre_sim.analysis.means import shares_best
from euchre_sim.analysis.players import find_players
from euchre_sim.cards import CardSet, parse_card
from euchre_sim.engine.layout import PASS, call_bit, lower_rules
from euchre_sim.rules import HouseRules

Points = npt.NDArray[np.int64]

Z = NormalDist().inv_cdf(0.975)


def tally_of(points: Points, drawn: int | None = None) -> Tally:
    """The sums of deals (rows) by action (columns)."""
    n, k = points.shape
    tally = Tally.empty(k)
    tally.counts[weigh.N_DRAWN] = n if drawn is None else drawn
    tally.counts[weigh.N_ACCEPTED] = n
    for row in points:
        for a in range(k):
            tally.histogram[a, weigh.MAX_POINTS + row[a]] += 1
            for b in range(a + 1):
                tally.products[a, b] += row[a] * row[b]
    return tally


def some_points(n: int, k: int, seed: int = 0) -> Points:
    """Points with luck that the actions share."""
    draw = np.random.default_rng(seed)
    shared = draw.integers(-2, 3, (n, 1))
    return shared + draw.integers(-2, 3, (n, k)) + np.arange(k)


def question(seed: int = 3, call_round: int = 1, strategies: str = "universe") -> Question:
    """Third seat to call, two passes heard: pass, order, order alone."""
    rules = HouseRules()
    hand, upcard = CardSet.parse("JH 9H AH KS 9S"), parse_card("TH")
    unseen = rules.deck & ~hand.mask & ~upcard.bit
    actions = [(PASS, 0, 0), (call_bit(3), 0, 0), (call_bit(3, alone=True), 0, 0)]
    return Question(
        rules=lower_rules(rules),
        players=find_players(strategies, rules),
        seed=seed,
        seat=2,
        call_round=call_round,
        hand=hand.mask,
        upcard=upcard.bit,
        unseen=unseen,
        actions=np.array(actions, np.uint64),
    )


def points_deal_by_deal(asked: Question, drawn: int) -> Points:
    """What each action brought in each deal that fitted, from one kernel call a deal."""
    rows = []
    for number in range(drawn):
        tally = Tally.empty(len(asked.actions))
        weigh.weigh_range(
            asked.rules,
            asked.players.hooks,
            asked.players.assign,
            asked.players.params,
            asked.stakes,
            np.uint64(asked.seed),
            np.uint64(number),
            1,
            asked.seat,
            asked.call_round,
            np.uint64(asked.hand),
            np.uint64(asked.upcard),
            asked.unseen,
            asked.actions,
            tally.counts,
            tally.actions,
            tally.products,
            tally.wins,
        )
        assert tally.drawn == 1
        if tally.accepted:
            rows.append(tally.histogram.argmax(axis=1) - weigh.MAX_POINTS)
            assert (tally.histogram.sum(axis=1) == 1).all()
    return np.array(rows, np.int64)


# --- sums and errors ------------------------------------------------------------------------------


@pytest.mark.parametrize("actions", [1, 2, 5])
def test_means_covariance_and_paired_errors_against_the_points_themselves(actions: int) -> None:
    points = some_points(400, actions)
    tally = tally_of(points)
    assert tally.points.means() == pytest.approx(points.mean(axis=0))
    expected = np.atleast_2d(np.cov(points.T)) / len(points)
    assert tally.points.covariance() == pytest.approx(expected)
    assert tally.points.errors() == pytest.approx(points.std(axis=0, ddof=1) / math.sqrt(400))
    best = tally.points.best
    difference, error = tally.points.differences()
    assert best == points.mean(axis=0).argmax() == actions - 1
    paired = points - points[:, [best]]
    assert difference == pytest.approx(paired.mean(axis=0))
    assert error == pytest.approx(paired.std(axis=0, ddof=1) / math.sqrt(400))
    assert error[best] == difference[best] == 0


def test_case19_sample_variance_has_n_minus_one() -> None:
    tally = tally_of(np.array([[1], [3]]))
    assert tally.points.covariance()[0, 0] * tally.accepted == 2


def test_sums_of_real_deals_are_those_of_the_deals_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(decision.Question, "pace", decision.Pace(chunk=500))
    asked = question()
    tally, reason = weigh_actions(asked, 2, None, 1)
    assert (tally.drawn, reason) in ((500, SETTLED), (500, EXHAUSTED), (500, INDIFFERENT))
    points = points_deal_by_deal(asked, 500)
    assert 0 < len(points) < 500
    alike = tally_of(points, 500)
    assert tally.accepted == len(points)
    assert (tally.histogram == alike.histogram).all()
    assert (tally.products == alike.products).all()
    _, error = tally.points.differences()
    best = points.mean(axis=0).argmax()
    paired = points - points[:, [best]]
    assert error == pytest.approx(paired.std(axis=0, ddof=1) / math.sqrt(len(points)))
    # Luck that two actions share cancels: that is what the same deals are for.
    apart = np.sqrt(tally.points.errors()[1] ** 2 + tally.points.errors()[2] ** 2)
    together = np.std(points[:, 1] - points[:, 2], ddof=1) / math.sqrt(len(points))
    assert together < 0.8 * apart


def test_sums_add_up() -> None:
    first, second = some_points(50, 3, 1), some_points(70, 3, 2)
    total = tally_of(first, 60)
    total.add(tally_of(second, 80))
    whole = tally_of(np.concatenate([first, second]), 140)
    assert (total.drawn, total.accepted) == (140, 120)
    assert (total.actions == whole.actions).all()
    assert (total.products == whole.products).all()


# --- when it looks and what it finds --------------------------------------------------------------


@pytest.mark.parametrize(
    "limit", [2, 100, 16_383, 16_384, 16_385, 24_576, 200_000, 10**6, 10**8, 2**53]
)
def test_looks_rise_by_half_and_end_at_the_limit(limit: int) -> None:
    looks = look_schedule(limit, decision.Question.pace.first_look)
    assert looks[-1] == limit
    assert all(early < late for early, late in pairwise(looks))
    assert looks[0] == min(limit, decision.Question.pace.first_look)
    for early, late in pairwise(looks[:-1]):
        assert late == pytest.approx(1.5 * early, rel=1e-3)
    if len(looks) > 1:
        assert looks[-1] <= 1.5 * looks[-2] + 1


def two(difference: float, n: int = 1000) -> Tally:
    """Two actions whose points differ by 0 or 1 from deal to deal, on average by `difference`."""
    ahead = round(difference * n)
    points = np.zeros((n, 2), np.int64)
    points[:ahead, 1] = 1
    return tally_of(points)


def test_settled_if_every_rival_is_surely_behind() -> None:
    assert verdict(two(0.5), Z) == SETTLED
    draw = np.random.default_rng(3)
    points = draw.integers(-2, 3, (1000, 3))
    for best in range(3):
        # One far behind is not enough: the third is in the way.
        ahead = np.zeros(3, np.int64)
        ahead[[best, best - 1]] = 3
        assert verdict(tally_of(points + ahead), 4.0) is None
        ahead[best - 1] = 0
        assert verdict(tally_of(points + ahead), 4.0) == SETTLED


def test_indifferent_if_no_rival_can_be_better_by_the_band() -> None:
    # 20 deals apart by one point either way among 20,000: the error is 0.0003.
    close = np.zeros((20_000, 2), np.int64)
    close[:20, 0] = 1
    close[20:40, 1] = 1
    assert verdict(tally_of(close), 5.0) == INDIFFERENT


def test_those_that_are_the_same_in_every_deal_are_no_rivals() -> None:
    same = np.ones((1000, 3), np.int64)
    assert verdict(tally_of(same), 5.0) == SETTLED
    same[:300, 1] = 0
    assert verdict(tally_of(same), 5.0) == SETTLED
    same[:, 1] = 1
    same[0, 1] = 0  # all but the same, and not known to be behind
    assert verdict(tally_of(same), 25.0) is None


def test_neither_where_too_little_is_known() -> None:
    draw = np.random.default_rng(4)
    points = draw.integers(-2, 3, (100, 2))
    assert verdict(tally_of(points), Z) is None


def test_the_edge_of_settled_is_the_critical_value() -> None:
    tally = two(0.01)
    difference, error = tally.points.differences()
    edge = -difference[0] / error[0]
    assert verdict(tally, edge - 1e-6) == SETTLED
    assert verdict(tally, edge + 1e-6) != SETTLED


def test_the_edge_of_indifferent_is_the_band() -> None:
    tally = two(0.01)
    difference, error = tally.points.differences()
    edge = (decision.INDIFFERENCE - difference[0]) / error[0]
    assert verdict(tally, edge - 1e-6) == INDIFFERENT
    assert verdict(tally, edge + 1e-6) is None


@pytest.mark.parametrize("limit", [50_000, 200_000])
def test_error_rate_is_shared_over_looks_and_rivals(
    monkeypatch: pytest.MonkeyPatch, limit: int
) -> None:
    used = []

    def watch(tally: Tally, z: float) -> str | None:
        used.append((tally.accepted, z))
        return None

    monkeypatch.setattr(decision, "verdict", watch)
    tally, reason = weigh_actions(question(), limit, None, 1)
    looks = look_schedule(limit, decision.Question.pace.first_look)
    assert reason == EXHAUSTED
    assert len(used) == len(looks)
    for (accepted, z), look in zip(used, looks, strict=True):
        # A look falls on the end of a chunk.
        assert look <= accepted < look + decision.Question.pace.chunk
        assert 1 - NormalDist().cdf(z) == pytest.approx(0.05 / (len(looks) * 2))
    assert tally.accepted == used[-1][0]


def test_wrong_verdicts_are_rarer_than_promised() -> None:
    """Equal actions, looked at again and again: hardly ever is one called better."""
    limit, wrong, tries = 200_000, 0, 400
    looks = look_schedule(limit, decision.Question.pace.first_look)
    z = NormalDist().inv_cdf(1 - decision.ERROR_RATE / (len(looks) * 2))
    draw = np.random.default_rng(6)
    covariance = np.array([[2.0, 1.0, 1.0], [1.0, 2.0, 1.0], [1.0, 1.0, 2.0]])
    for _ in range(tries):
        total, at = np.zeros(3), 0
        for look in looks:
            total += draw.multivariate_normal(np.zeros(3), covariance * (look - at))
            at = look
            difference = (total - total.max()) / at
            error = math.sqrt(2 / at)
            rivals = np.arange(3) != total.argmax()
            if np.all((difference + z * error)[rivals] < 0):
                wrong += 1
                break
    assert wrong / tries < decision.ERROR_RATE


# --- stopping -------------------------------------------------------------------------------------


def ask(hand: str, up: str | None, seat: int, **options: object) -> Advice:
    return advise(hand, up, seat, strategies="universe", **options)  # type: ignore[arg-type]


def test_stops_at_the_first_look_where_it_is_clear() -> None:
    answer = ask("9H TH 9D TD 9C", "AS", 1)
    assert answer.reason == SETTLED
    assert answer.accepted == decision.Question.pace.first_look  # the first seat has heard nothing


def test_plays_to_the_limit_where_nothing_is_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decision, "verdict", lambda tally, z: None)
    answer = ask("9H TH 9D TD 9C", "AS", 1, deals=30_000)
    assert answer.reason == EXHAUSTED
    assert 30_000 <= answer.accepted < 30_000 + decision.Question.pace.chunk


def test_until_se_goes_on_behind_a_settled_answer() -> None:
    settled = ask("9H TH 9D TD 9C", "AS", 1)
    error = max(value.vs_best.se for value in settled.actions)
    answer = ask("9H TH 9D TD 9C", "AS", 1, until_se=error / 2)
    assert answer.reason == PRECISE
    assert answer.accepted > 3 * settled.accepted
    assert error / 3 < max(value.vs_best.se for value in answer.actions) <= error / 2


def test_until_se_ends_at_the_limit_too() -> None:
    answer = ask("9H TH 9D TD 9C", "AS", 1, until_se=1e-6, deals=20_000)
    assert answer.reason == EXHAUSTED


def test_an_interrupted_run_gives_what_it_has() -> None:
    seen = []

    def stop(tally: Tally) -> None:
        seen.append(tally.accepted)
        if len(seen) == 2:
            raise KeyboardInterrupt

    answer = ask("JH 9H AH KS 9S", "TH", 3, until_se=1e-6, deals=10**6, progress=stop)
    assert answer.reason == INTERRUPTED
    assert answer.accepted == seen[-1] < 10**6
    assert not answer.settled


def test_history_that_nobody_makes_is_refused() -> None:
    with pytest.raises(ImpossibleHistory, match=r"only 0 of 1,0\d\d,\d\d\d deals fit"):
        advise("JH 9H AH KS 9S", "TH", 2, strategies="universe:order=-99,random,random,random")


def test_first_to_speak_hears_nothing() -> None:
    answer = advise("JH 9H AH KS 9S", "TH", 1, strategies="universe:order=-99", deals=2000)
    assert answer.accepted == answer.deals


def test_rare_history_is_played_if_it_is_not_too_rare(monkeypatch: pytest.MonkeyPatch) -> None:
    # Three have passed with three things to say, and the first of them again with seven.
    answer = advise(
        "9H TH 9D TD 9C", "AS", 2, call_round=2, strategies="random", deals=500, threads=1
    )
    share = answer.accepted / answer.deals
    expected = (1 / 3) ** 3 * (1 / 7)
    assert share == pytest.approx(expected, abs=5 * math.sqrt(expected / answer.deals))
    monkeypatch.setattr(decision, "PATIENCE", decision.Question.pace.chunk)
    monkeypatch.setattr(decision, "RARE", 1 / (2 * expected))
    with pytest.raises(ImpossibleHistory):
        advise("9H TH 9D TD 9C", "AS", 2, call_round=2, strategies="random", deals=10**6, threads=1)


@pytest.mark.parametrize("until_se", [None, 0.02])
def test_one_legal_action_is_weighed_alone(until_se: float | None) -> None:
    answer = advise(
        "9H TH 9D TD 9C",
        "KS",
        1,
        rules=HouseRules(need_trump_to_call="any_trump"),
        strategies="universe",
        until_se=until_se,
    )
    (only,) = answer.actions
    assert only.choice.action == "pass"
    assert (only.vs_best.mean, only.vs_best.se, only.p_best) == (0, 0, 1)
    assert answer.reason == (SETTLED if until_se is None else PRECISE)
    assert only.points.se > 0
    if until_se is not None:
        assert only.points.se <= until_se


# --- how likely the best is the best --------------------------------------------------------------


@pytest.mark.parametrize("lead", [0.0, 0.01, 0.03, 0.06, 0.5])
def test_chance_of_two_actions_is_the_normal_one(lead: float) -> None:
    draw = np.random.default_rng(int(1000 * lead))
    points = draw.integers(-2, 3, (1000, 2))
    points[: round(1000 * lead), 1] += 1
    paired = points[:, 1] - points[:, 0]
    exact = NormalDist().cdf(paired.mean() / (paired.std(ddof=1) / math.sqrt(1000)))
    chances = shares_best(tally_of(points).points, 1)
    assert chances.sum() == pytest.approx(1)
    assert chances[1] == pytest.approx(exact, abs=4 * math.sqrt(0.25 / 20_000))


def test_chances_sum_to_one_and_follow_the_means() -> None:
    points = some_points(300, 6, 9)
    chances = shares_best(tally_of(points).points, 2)
    assert chances.sum() == pytest.approx(1)
    assert chances.argmax() == points.mean(axis=0).argmax()
    assert (chances >= 0).all()


def test_chances_of_several_actions_against_another_sampler() -> None:
    draw = np.random.default_rng(17)
    shared = draw.integers(-2, 3, (400, 1)) * np.array([0, 1, 1, 2, 2])
    points = shared + draw.integers(-1, 2, (400, 5))
    points[:, 4] = points[:, 3]  # two that never differ
    points[:12, 1] += 1
    tally = tally_of(points)
    chances = shares_best(tally.points, 4)
    covariance = np.cov(points.T) / 400
    other = draw.multivariate_normal(points.mean(axis=0), covariance, 200_000, method="svd")
    best = other[:, :4].argmax(axis=1)
    expected = np.bincount(best, minlength=4) / 200_000
    assert chances[:3] == pytest.approx(expected[:3], abs=0.015)
    assert chances[3] + chances[4] == pytest.approx(expected[3], abs=0.015)
    assert ((expected > 0.1) & (expected < 0.6)).sum() >= 2  # nothing is clear here


def test_chances_of_actions_that_are_the_same_are_split() -> None:
    same = np.repeat(np.random.default_rng(1).integers(-2, 3, (200, 1)), 3, axis=1)
    chances = shares_best(tally_of(same).points, 3)
    assert chances.sum() == pytest.approx(1)


def test_chances_depend_on_the_seed_only() -> None:
    tally = tally_of(some_points(100, 3) - np.arange(3))
    assert (shares_best(tally.points, 5) == shares_best(tally.points, 5)).all()
    assert (shares_best(tally.points, 5) != shares_best(tally.points, 6)).any()
    assert shares_best(tally.points, 2**64 - 1).sum() == pytest.approx(1)


def test_a_handful_of_deals_settles_nothing() -> None:
    answer = ask("AH KH QS 9C 9D", "AD", 4, call_round=2, deals=2)
    assert answer.accepted < 1000
    assert (answer.settled, answer.reason) == (False, "deals")

"""Round robins: pairings, ratings against plain linear algebra, and where a run stops."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from scipy.stats import norm

from euchre_sim import compare
from euchre_sim.analysis import duplicate
from euchre_sim.analysis.compare import RoundRobin
from euchre_sim.analysis.duplicate import DEALS_A_RANGE, FEWEST, Sums, ranges
from euchre_sim.analysis.ratings import (
    all_pairs,
    games_ratings,
    points_ratings,
    points_residuals,
)
from euchre_sim.errors import IllegalAction
from euchre_sim.strategies import registry

THREE = ("universe", "random", "ohio")
PLAYED = 700


def made_up(n: int, n_sides: int, parts: int) -> tuple[list[tuple[int, int]], Any, Sums]:
    """Values of every pair on the same deals, with luck that pairs of a strategy share."""
    draw = np.random.RandomState(n + n_sides)
    pairs = all_pairs(n, n_sides)
    luck = draw.randint(-3, 4, (n, PLAYED))
    values = np.array([luck[a] - luck[b] + draw.randint(-1, 3, PLAYED) for a, b in pairs])
    totals, products = values.sum(axis=1), values @ values.T
    return pairs, values / parts, Sums(PLAYED, totals, products, parts)


def design(pairs: list[tuple[int, int]], n: int) -> Any:
    matrix = np.zeros((len(pairs), n))
    for row, (a, b) in enumerate(pairs):
        matrix[row, a], matrix[row, b] = 1, -1
    return matrix


@pytest.mark.parametrize(("n", "n_sides", "parts"), [(3, 2, 2), (6, 2, 2), (4, 3, 6)])
def test_ratings_are_the_least_squares_solution_with_its_sandwich(
    n: int, n_sides: int, parts: int
) -> None:
    pairs, values, sums = made_up(n, n_sides, parts)
    matrix, means = design(pairs, n), values.mean(axis=1)
    # Of all solutions lstsq gives the shortest one, whose mean is 0.
    strengths = np.linalg.lstsq(matrix, means, rcond=None)[0]
    found = points_ratings(sums, pairs, n)
    assert [one.mean for one in found] == pytest.approx(strengths.tolist())
    assert sum(strengths) == pytest.approx(0)
    # The covariance of the pairs' means between the two halves of the solution.
    bread = np.linalg.pinv(matrix)
    sandwich = bread @ np.cov(values) @ bread.T / PLAYED
    errors = np.sqrt(np.diag(sandwich))
    assert [one.se for one in found] == pytest.approx(errors.tolist())
    lo, hi = norm.interval(0.95, strengths, errors)
    assert [one.lo for one in found] == pytest.approx(lo.tolist())
    assert [one.hi for one in found] == pytest.approx(hi.tolist())
    residuals = points_residuals(sums, pairs, n)
    left = np.eye(len(pairs)) - matrix @ bread
    assert [one.mean for one in residuals] == pytest.approx((left @ means).tolist())
    spread = np.diag(left @ np.cov(values) @ left.T / PLAYED)
    assert [one.se for one in residuals] == pytest.approx(np.sqrt(spread).tolist())


def test_pairs_that_share_deals_are_not_taken_for_independent() -> None:
    pairs, values, sums = made_up(6, 2, 1)
    bread = np.linalg.pinv(design(pairs, 6))
    alone = np.sqrt(np.diag(bread @ np.diag(values.var(axis=1, ddof=1)) @ bread.T / PLAYED))
    shared = [one.se or 0 for one in points_ratings(sums, pairs, 6)]
    assert min(shared / alone) > 1.2  # its luck follows a strategy into all its pairs


def test_differences_of_strengths_leave_no_residual_and_a_circle_does() -> None:
    pairs = all_pairs(3, 2)
    straight, circle = np.array([[1], [3], [2]]), np.array([[1], [-1], [1]])
    for values, left in ((straight, [0, 0, 0]), (circle, [1, -1, 1])):
        twice = np.repeat(values, 2, axis=1)
        sums = Sums(2, twice.sum(axis=1), twice @ twice.T, 1)
        assert [one.mean for one in points_residuals(sums, pairs, 3)] == left
    assert [one.mean for one in points_ratings(sums, pairs, 3)] == [0, 0, 0]


def test_games_are_rated_by_the_mean_share_against_the_others() -> None:
    wins = np.random.RandomState(3).randint(0, 3, (3, 50))  # of two tables each
    share = wins / 2
    sums = Sums(50, wins.sum(axis=1), wins @ wins.T, 2)
    per_game = np.array(  # pairs are 0-1, 0-2, 1-2; who does not win a game has lost it
        [
            (share[0] + share[1]) / 2,
            (1 - share[0] + share[2]) / 2,
            (1 - share[1] + 1 - share[2]) / 2,
        ]
    )
    found = games_ratings(sums, all_pairs(3, 2), 3)
    assert [one.mean for one in found] == pytest.approx(per_game.mean(axis=1).tolist())
    errors = per_game.std(axis=1, ddof=1) / 50**0.5
    assert [one.se for one in found] == pytest.approx(errors.tolist())
    assert sum(one.mean or 0 for one in found) == pytest.approx(3 / 2)


def test_three_players_are_rated_by_what_they_win_alone() -> None:
    wins = np.random.RandomState(4).randint(0, 4, (6, 50))  # of three tables each
    sums = Sums(50, wins.sum(axis=1), wins @ wins.T, 3)
    found = games_ratings(sums, all_pairs(3, 3), 3)
    by_hand = wins.reshape(3, 2, 50).mean(axis=(1, 2)) / 3
    assert [one.mean for one in found] == pytest.approx(by_hand.tolist())


@pytest.mark.parametrize("unit", ["deals", "games"])
def test_a_pairing_is_what_comparing_the_two_finds(unit: str) -> None:
    count = {unit: 600}  # more than one range
    found = compare(*THREE, seed=5, **count)  # type: ignore[call-overload]
    pairs = [(one.first.label, one.second.label) for one in found.pairings]
    assert pairs == [("universe", "random"), ("universe", "ohio"), ("random", "ohio")]
    for (a, b), pairing in zip(pairs, found.pairings, strict=True):
        alone = compare(a, b, seed=5, **count)  # type: ignore[call-overload]
        assert pairing == alone
        assert json.dumps(pairing.as_dict()) == json.dumps(alone.as_dict())


def test_three_players_meet_both_ways_round() -> None:
    found = compare(*THREE, deals=300, rules="three_hand")
    assert len(found.pairings) == 6
    for one in found.pairings:
        assert one == compare(one.first, one.second, deals=300, rules="three_hand")
    assert sum(one.mean or 0 for one in found.ratings) == pytest.approx(0)


@pytest.mark.parametrize("unit", ["deals", "games"])
def test_the_order_of_naming_turns_signs_and_nothing_else(unit: str) -> None:
    count = {unit: 600}
    there = compare(*THREE, **count)  # type: ignore[call-overload]
    back = compare(*THREE[::-1], **count)  # type: ignore[call-overload]
    assert [one.mean for one in back.ratings[::-1]] == pytest.approx(
        [one.mean for one in there.ratings]
    )
    assert [one.se for one in back.ratings[::-1]] == pytest.approx(
        [one.se for one in there.ratings]
    )
    turned = [
        -one.result.mean if unit == "deals" else 1 - one.result.mean for one in back.pairings[::-1]
    ]
    assert turned == pytest.approx([one.result.mean for one in there.pairings])
    assert [one.label for one, _ in there.ranking()][-1] == "random"


@pytest.mark.parametrize("limit", [1, 255, 256, 5_000, 400_123])
def test_ranges_cover_a_run_and_only_the_last_one_knows_its_limit(limit: int) -> None:
    cut = list(ranges(limit, *DEALS_A_RANGE))
    ends = [first + count for first, count in cut]
    assert [first for first, _ in cut] == [0, *ends[:-1]]
    assert ends[-1] == limit
    longer = list(ranges(10**6, *DEALS_A_RANGE))
    assert cut[:-1] == longer[: len(cut) - 1]
    assert max(count for _, count in longer) == DEALS_A_RANGE[1]


@pytest.mark.parametrize("names", [THREE[:2], THREE])
def test_until_se_stops_at_the_first_look_that_is_good_enough(names: tuple[str, ...]) -> None:
    def errors(deals: int) -> list[float]:
        found: Any = compare(*names, deals=deals)
        pairings = found.pairings if isinstance(found, RoundRobin) else [found]
        return [one.result.se or 0.0 for one in pairings]

    asked = 0.02
    found: Any = compare(*names, until_se=asked)
    assert found.reason == "until_se"
    assert not found.partial
    looks = [first + count for first, count in ranges(10**6, *DEALS_A_RANGE)]
    looks = [at for at in looks if at >= FEWEST]
    at = looks.index(found.count)
    assert at > 0
    assert max(errors(found.count)) <= asked
    assert max(errors(looks[at - 1])) > asked
    again = compare(*names, until_se=asked, threads=3)
    assert again == found


def test_until_se_of_games_and_its_limit() -> None:
    found = compare("universe", "ohio", games=3_000, until_se=0.012)
    assert (found.reason, found.unit) == ("until_se", "games")
    assert found.count < 3_000
    assert found.result.se is not None
    assert found.result.se <= 0.012
    short = compare("universe", "ohio", deals=2_000, until_se=1e-5)
    assert (short.reason, short.count, short.partial) == ("limit", 2_000, False)
    early = compare("universe", "universe", until_se=0.5)
    assert early.count >= FEWEST  # however small the error of a few deals is


def test_until_se_is_told_and_changes_nothing_else() -> None:
    plain = compare("universe", "ohio", deals=2_000).as_dict()
    asked = compare("universe", "ohio", deals=2_000, until_se=1e-5).as_dict()
    assert list(asked.items()) == [*plain.items(), ("until_se", 1e-5), ("reason", "limit")]


def test_an_interruption_keeps_whole_ranges_of_all_pairings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = duplicate.ordered

    def interrupted(*arguments: Any) -> Any:
        for number, part in enumerate(whole(*arguments)):
            if number == 8:  # two ranges of three pairings, and two pairings of the third
                raise KeyboardInterrupt
            yield part

    monkeypatch.setattr(duplicate, "ordered", interrupted)
    found = compare(*THREE, deals=10_000, threads=2)
    assert (found.count, found.partial, found.reason) == (2 * DEALS_A_RANGE[0], True, "interrupted")
    monkeypatch.undo()
    assert found.ratings == compare(*THREE, deals=found.count).ratings


def test_progress_tells_deals_that_all_pairings_have_played() -> None:
    told: list[int] = []
    compare(*THREE, deals=600, progress=told.append)
    assert told == [256, 512, 600]


def test_of_more_than_two_none_is_named_twice() -> None:
    with pytest.raises(IllegalAction, match="'ohio' is named twice"):
        compare("ohio", "random", registry.get("ohio"))
    one = registry.get("universe")
    other = one.with_parameters("order=15")
    assert len(compare(one, other, "random", deals=20).ratings) == 3


@pytest.mark.parametrize("until_se", [0.0, -0.1, float("nan"), float("inf")])
def test_no_standard_error_is_none_to_stop_at(until_se: float) -> None:
    with pytest.raises(IllegalAction, match="give a number above 0"):
        compare("ohio", "random", until_se=until_se)

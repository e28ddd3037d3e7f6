"""Means, shares and intervals against independent sources."""

import math
import random
import statistics

import pytest
from scipy.stats import binomtest, norm

from euchre_sim.analysis.estimate import (
    deviations,
    estimate_mean,
    estimate_share,
    sample_variance,
)


def sums(values):
    return len(values), sum(values), sum(value * value for value in values)


def test_case_19_sample_variance_of_1_and_3():
    assert sample_variance(*sums([1, 3])) == 2


def test_variance_is_that_of_the_values():
    draw = random.Random(1)
    values = [draw.choice((-4, -2, -1, 0, 1, 2, 4)) for _ in range(1_000)]
    assert sample_variance(*sums(values)) == pytest.approx(statistics.variance(values), rel=1e-12)
    estimate = estimate_mean(*sums(values))
    assert estimate.mean == pytest.approx(statistics.mean(values))
    assert estimate.se == pytest.approx(statistics.stdev(values) / math.sqrt(1_000))
    lo, hi = norm.interval(0.95, estimate.mean, estimate.se)
    assert (estimate.lo, estimate.hi) == pytest.approx((lo, hi))


def test_nothing_cancels_in_long_runs():
    n = 10**15
    assert sample_variance(n, n, n) == 0  # all ones
    assert sample_variance(n, n, n + 2) == pytest.approx(2 / n)


def test_too_few_values():
    assert estimate_mean(0, 0, 0).as_dict() == dict.fromkeys(("mean", "se", "lo", "hi"))
    assert estimate_mean(1, 3, 9).as_dict() == {"mean": 3, "se": None, "lo": None, "hi": None}
    assert estimate_mean(1, 3, 9).half_width is None
    assert estimate_share(0, 0).mean is None
    assert sample_variance(1, 3, 9) is None


@pytest.mark.parametrize(("count", "n"), [(0, 10), (10, 10), (1, 4), (37, 100), (1, 10**6)])
@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
def test_shares_have_wilson_intervals(count, n, level):
    share = estimate_share(count, n, level)
    interval = binomtest(count, n).proportion_ci(level, method="wilson")
    assert (share.lo, share.hi) == pytest.approx((interval.low, interval.high), abs=1e-12)
    assert 0 <= share.lo <= share.mean <= share.hi <= 1
    assert share.se == pytest.approx(math.sqrt(share.mean * (1 - share.mean) / n))


def test_deviations():
    assert deviations() == pytest.approx(norm.ppf(0.975))
    assert deviations(0.5) == pytest.approx(norm.ppf(0.75))


def test_half_width():
    share = estimate_share(37, 100)
    assert share.half_width == pytest.approx((share.hi - share.lo) / 2)

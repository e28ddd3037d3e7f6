"""Strengths of several strategies, out of what every two of them did on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, permutations

import numpy as np

from euchre_sim.analysis.duplicate import Integers, Sums
from euchre_sim.analysis.estimate import Estimate

Pair = tuple[int, int]


def all_pairs(n: int, n_sides: int) -> list[Pair]:
    """Who plays whom among `n` strategies, the first one named as A.

    Of two sides every two play once.  Where one plays against several, both ways round are games
    of their own.

    >>> all_pairs(3, 2)
    [(0, 1), (0, 2), (1, 2)]
    >>> all_pairs(2, 3)
    [(0, 1), (1, 0)]
    """
    return list(combinations(range(n), 2) if n_sides == 2 else permutations(range(n), 2))


def _strengths(pairs: Sequence[Pair], n: int) -> tuple[Integers, int]:
    """Return every strategy's weights of the pairs, as integers, and what to divide them by."""
    weights = np.zeros((n, len(pairs)), np.int64)
    for column, (a, b) in enumerate(pairs):
        weights[a, column], weights[b, column] = 1, -1
    meetings = 2 * len(pairs) // (n * (n - 1))  # 2 where both ways round are played
    return weights, n * meetings


def points_ratings(sums: Sums, pairs: Sequence[Pair], n: int) -> tuple[Estimate, ...]:
    """Estimate points a deal above the mean strategy.

    The strengths s with mean 0 that fit the differences d of all pairs by least squares, which
    where every two meet is s_i = the sum of d_ij over j, divided by the number of strategies
    (Mosteller, "Remarks on the method of paired comparisons I", Psychometrika 16, 1951); the
    interval is that of this sum over deals, and so holds the covariance of pairs that share deals.
    """
    weights, over = _strengths(pairs, n)
    return tuple(sums.estimate(row, over) for row in weights)


def points_residuals(sums: Sums, pairs: Sequence[Pair], n: int) -> tuple[Estimate, ...]:
    """Estimate, of every pair, its difference minus that of the ratings.

    All are 0 where strength is one number for each strategy; that A beats B, B beats C and C
    beats A leaves residuals.
    """
    weights, over = _strengths(pairs, n)
    own = over * np.eye(len(pairs), dtype=np.int64)
    return tuple(
        sums.estimate(row - weights[a] + weights[b], over)
        for row, (a, b) in zip(own, pairs, strict=True)
    )


def games_ratings(sums: Sums, pairs: Sequence[Pair], n: int) -> tuple[Estimate, ...]:
    """Estimate the mean of every strategy's shares of games won against each of the others.

    No model of strength stands behind it.  Of three players it is the mean over the games in
    which the strategy plays alone against two.
    """
    weights, _ = _strengths(pairs, n)
    if len(pairs) == n * (n - 1):
        return tuple(sums.estimate(np.maximum(row, 0), n - 1) for row in weights)
    # A game that A lost is won by B: 1 minus the share.
    return tuple(
        _raised(sums.estimate(row, n - 1), int((row < 0).sum()) / (n - 1)) for row in weights
    )


def _raised(estimate: Estimate, by: float) -> Estimate:
    """Move an estimate; its error stays."""
    mean, lo, hi = (
        None if one is None else one + by for one in (estimate.mean, estimate.lo, estimate.hi)
    )
    return replace(estimate, mean=mean, lo=lo, hi=hi)

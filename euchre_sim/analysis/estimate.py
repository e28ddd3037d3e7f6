"""Means, shares and their uncertainty from sums of integers.

Sums merge exactly over threads, runs and machines; everything that is no integer is worked out
here, at the end, from exact numbers.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from statistics import NormalDist

__all__ = ["LEVEL", "Estimate", "deviations", "estimate_mean", "estimate_share", "sample_variance"]

LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its standard error and interval; None stands for what `n` is too small to tell.

    Parameters
    ----------
    mean
        The mean, or the share.
    se
        Its standard error.
    lo, hi
        The ends of its interval.

    Examples
    --------
    >>> estimate_share(1, 4).as_dict()["mean"]
    0.25
    """

    mean: float | None
    se: float | None
    lo: float | None
    hi: float | None

    @property
    def half_width(self) -> float | None:
        """Half the length of the interval."""
        return None if self.lo is None or self.hi is None else (self.hi - self.lo) / 2

    def as_dict(self) -> dict[str, float | None]:
        """Return the four numbers by name."""
        return asdict(self)


NOTHING_KNOWN = Estimate(None, None, None, None)


def deviations(level: float = LEVEL) -> float:
    """Return how many standard deviations either side of a normal mean hold `level` of it.

    >>> round(deviations(), 4)
    1.96
    """
    return NormalDist().inv_cdf((1 + level) / 2)


def sample_variance(n: int, total: int, squares: int) -> float | None:
    """Variance with ``n - 1`` of `n` integers, from their sum and their sum of squares.

    >>> sample_variance(2, 1 + 3, 1 + 9)
    2.0
    """
    n, total, squares = int(n), int(total), int(squares)
    if n < 2:
        return None
    # Python's integers have no end, so nothing cancels however long the run was.
    return (n * squares - total * total) / (n * (n - 1))


def estimate_mean(n: int, total: int, squares: int, level: float = LEVEL) -> Estimate:
    """Mean of `n` integers with a normal interval, from their sum and their sum of squares.

    >>> estimate_mean(4, 4, 8)
    Estimate(mean=1.0, se=0.57..., lo=-0.13..., hi=2.13...)
    """
    if n == 0:
        return NOTHING_KNOWN
    mean = int(total) / int(n)
    variance = sample_variance(n, total, squares)
    if variance is None:
        return Estimate(mean, None, None, None)
    se = math.sqrt(variance / n)
    reach = deviations(level) * se
    return Estimate(mean, se, mean - reach, mean + reach)


def estimate_share(count: int, n: int, level: float = LEVEL) -> Estimate:
    """Share of `count` in `n` with Wilson's interval, which is sound near 0 and 1 too.

    >>> estimate_share(0, 10)
    Estimate(mean=0.0, se=0.0, lo=0.0, hi=0.277...)
    """
    count, n = int(count), int(n)
    if n == 0:
        return NOTHING_KNOWN
    share = count / n
    z = deviations(level)
    spread = share * (1 - share) / n
    shrink = 1 + z * z / n
    middle = (share + z * z / (2 * n)) / shrink
    reach = z * math.sqrt(spread + z * z / (4 * n * n)) / shrink
    # Rounding must not move an end that is exactly 0 or 1.
    lo = 0.0 if count == 0 else middle - reach
    hi = 1.0 if count == n else middle + reach
    return Estimate(share, math.sqrt(spread), lo, hi)

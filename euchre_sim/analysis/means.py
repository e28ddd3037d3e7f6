"""Means of several actions over the same deals, and how sure their differences are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["Means", "shares_best"]

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Means:
    """What actions brought on the same deals, as integer sums.

    Attributes
    ----------
    n : int
        Deals.
    sums : numpy.ndarray
        int64, an item an action.
    products : numpy.ndarray
        int64, actions x actions: sums over deals of the product of two actions' values; only the
        lower triangle is filled.
    unit : float
        What a value of 1 is worth.
    """

    n: int
    sums: Integers
    products: Integers
    unit: float = 1.0

    def means(self) -> Floats:
        """Mean of each action."""
        return self.sums / self.n * self.unit

    def covariance(self) -> Floats:
        """Covariance matrix of the means; its diagonal is the squared standard errors."""
        n = self.n
        lower = np.tril(self.products)
        products = lower + np.tril(self.products, -1).T
        spread = products - np.outer(self.sums.astype(np.float64), self.sums) / n
        return np.asarray(spread / (n - 1) / n * self.unit**2, np.float64)

    def errors(self) -> Floats:
        """Work out the standard error of each mean."""
        return np.sqrt(np.maximum(np.diag(self.covariance()), 0.0))

    @property
    def best(self) -> int:
        """The action with the largest mean."""
        return int(np.argmax(self.sums))

    def differences(self, to: int | None = None) -> tuple[Floats, Floats]:
        """Give all means minus the best one (or that of action `to`), and their paired errors."""
        to = self.best if to is None else to
        means, covariance = self.means(), self.covariance()
        own = np.diag(covariance)
        variance = own + own[to] - 2 * covariance[to]
        return means - means[to], np.sqrt(np.maximum(variance, 0.0))


def shares_best(of: Means, seed: int, samples: int = 20_000) -> Floats:
    """Chance that each action is truly the best, the means being normal with their covariance.

    The best of several noisy means is optimistic about itself; this says how much.
    """
    n = len(of.sums)
    if n == 1:
        return np.ones(1)
    # RandomState's stream is frozen for good, Generator's is not.
    normal = np.random.RandomState(seed % 2**32).standard_normal((samples, n))
    draws = normal @ _factor(of.covariance()).T + of.means()
    return np.bincount(np.argmax(draws, axis=1), minlength=n) / samples


def _factor(covariance: Floats) -> Floats:
    """Lower triangle whose square is the covariance; 0 where actions never differ (Cholesky).

    Written out because libraries of linear algebra refuse a singular matrix or, for one, choose
    signs as they like.
    """
    rest = covariance.copy()
    factor = np.zeros_like(rest)
    tiny = 1e-12 * float(np.max(np.diag(rest)))
    for k in range(len(rest)):
        if rest[k, k] > tiny:
            factor[k:, k] = rest[k:, k] / np.sqrt(rest[k, k])
            rest -= np.outer(factor[:, k], factor[:, k])
    return factor

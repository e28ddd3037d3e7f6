"""Weighing actions on the same deals, looking now and then whether enough is known.

The rule that stops it stays valid although it looks many times and compares many actions: the
error rate is shared out evenly over all looks and all rivals of the best action (Bonferroni), so
the chance that any look ever calls the wrong action settled is below `ERROR_RATE`, as far as the
means are normal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import NormalDist
from typing import ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from euchre_sim.analysis import weigh
from euchre_sim.analysis.players import Players, name_fault
from euchre_sim.analysis.workers import ordered
from euchre_sim.analysis.worth import (
    ERROR_RATE,
    EXHAUSTED,
    INDIFFERENCE,
    INDIFFERENT,
    INTERRUPTED,
    PRECISE,
    SETTLED,
)
from euchre_sim.errors import EuchreError

Integers = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

RARE = 10_000  # histories that fit fewer than one deal in so many are refused
PATIENCE = 1 << 20  # deals drawn before a history may be called rare


class ImpossibleHistory(EuchreError):
    """What was heard would hardly ever happen with these strategies."""


@dataclass(frozen=True)
class Pace:
    """How deals are drawn for a question.

    Attributes
    ----------
    chunk
        Deals drawn at a time; a look falls on the end of a chunk.
    first_look
        Deals before the first look.
    fewest
        Deals before a difference may count as normal, so that a verdict means something.
    """

    chunk: int = 2048
    first_look: int = 16_384
    fewest: int = 1_000


class Weighable(Protocol):
    """A question: actions whose values are added up chunk by chunk."""

    @property
    def actions(self) -> Words:
        """The actions, a row or a word each."""

    @property
    def players(self) -> Players:
        """Who sits at the table."""

    @property
    def seed(self) -> int:
        """Seed of the deals."""

    @property
    def pace(self) -> Pace:
        """How the deals are drawn."""

    def weigh(self, number: int) -> Tally:
        """Play chunk `number` of the deals after every action."""


@dataclass(frozen=True)
class Question:
    """A seat that is to call, lowered for the kernels.

    Attributes
    ----------
    rules, players
        Lowered rules and the strategies at the table.
    seed : int
    seat, call_round : int
        Seat 0 is left of the dealer.
    hand, upcard, unseen : int
        Masks; an upcard of 0 is drawn afresh in every deal.
    actions : numpy.ndarray
        Shape (actions, ``weigh.ACTION_SIZE``), uint64.
    """

    rules: Integers
    players: Players
    seed: int
    seat: int
    call_round: int
    hand: int
    upcard: int
    unseen: int
    actions: Words
    pace: ClassVar[Pace] = Pace()

    def weigh(self, number: int) -> Tally:
        """Play chunk `number` of the deals after every action."""
        tally = Tally.empty(len(self.actions))
        chunk = self.pace.chunk
        weigh.weigh_range(
            self.rules,
            self.players.hooks,
            self.players.assign,
            self.players.params,
            np.uint64(self.seed),
            np.uint64(number * chunk),
            chunk,
            self.seat,
            self.call_round,
            np.uint64(self.hand),
            np.uint64(self.upcard),
            np.uint64(self.unseen),
            self.actions,
            tally.counts,
            tally.actions,
            tally.products,
        )
        return tally


@dataclass
class Tally:
    """Integer sums over deals; they add up across chunks, threads and machines."""

    counts: Integers
    actions: Integers
    products: Integers

    @classmethod
    def empty(cls, n_actions: int) -> Tally:
        """Nothing drawn yet."""
        return cls(
            np.zeros(weigh.COUNTS, np.int64),
            np.zeros((n_actions, weigh.TALLY_SIZE), np.int64),
            np.zeros((n_actions, n_actions), np.int64),
        )

    def add(self, other: Tally) -> None:
        """Add the sums of other deals."""
        self.counts += other.counts
        self.actions += other.actions
        self.products += other.products

    def plus(self, other: Tally) -> Tally:
        """Return the sums of both."""
        return Tally(
            self.counts + other.counts,
            self.actions + other.actions,
            self.products + other.products,
        )

    @property
    def drawn(self) -> int:
        """Deals drawn."""
        return int(self.counts[weigh.N_DRAWN])

    @property
    def accepted(self) -> int:
        """Deals that fit what was heard, on which all actions were played."""
        return int(self.counts[weigh.N_ACCEPTED])

    @property
    def histogram(self) -> Integers:
        """Deals by action and net points, from -MAX_POINTS upwards."""
        return self.actions[:, weigh.T_HISTOGRAM :]

    def means(self) -> npt.NDArray[np.float64]:
        """Points per hand of each action."""
        return self._sums() / self.accepted

    def _sums(self) -> Integers:
        axis = np.arange(-weigh.MAX_POINTS, weigh.MAX_POINTS + 1)
        return self.histogram @ axis

    def covariance(self) -> npt.NDArray[np.float64]:
        """Covariance matrix of the means; its diagonal is the squared standard errors."""
        n = self.accepted
        lower = np.tril(self.products)
        products = lower + np.tril(self.products, -1).T
        sums = self._sums()
        return (products - np.outer(sums, sums) / n) / (n - 1) / n

    def differences(self) -> tuple[int, npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Find the best mean; give its action, all means minus it, and their paired errors."""
        means, covariance = self.means(), self.covariance()
        best = int(np.argmax(means))
        own = np.diag(covariance)
        variance = own + own[best] - 2 * covariance[best]
        return best, means - means[best], np.sqrt(np.maximum(variance, 0.0))


def look_schedule(limit: int, first: int) -> list[int]:
    """Numbers of accepted deals at which the sums are looked at: half as many again each time."""
    looks = []
    at = float(first)
    while at < limit:
        looks.append(int(at))
        at *= 1.5
    return [*looks, limit]


def _chunk_numbers() -> Iterator[int]:
    number = 0
    while True:
        yield number
        number += 1


def verdict(tally: Tally, z: float) -> str | None:
    """Say what a look finds: `SETTLED`, `INDIFFERENT` or None for not yet.

    `z` is the look's critical value.  Settled: the best action is better than every other.
    Indifferent: no action can be better than it by as much as `INDIFFERENCE`.
    """
    best, difference, error = tally.differences()
    rivals = np.arange(len(difference)) != best
    upper = (difference + z * error)[rivals]
    if np.all(upper < 0):
        return SETTLED
    if np.all(upper < INDIFFERENCE):
        return INDIFFERENT
    return None


def weigh_actions(
    question: Weighable,
    limit: int,
    until_se: float | None,
    threads: int,
    progress: Callable[[Tally], None] | None = None,
) -> tuple[Tally, str]:
    """Draw deals until the question is answered.

    Parameters
    ----------
    question
        What to weigh.
    limit
        Most deals to play, of those that fit what was heard.
    until_se
        Go on until every action's paired difference to the best has at most this standard error,
        instead of stopping once settled.
    threads
        Threads to use; the answer does not depend on it.
    progress
        Called at every look.

    Returns
    -------
    tuple
        The sums and why it stopped.

    Raises
    ------
    StrategyFault
        If a strategy answers with an illegal action.
    ImpossibleHistory
        If hardly any deal fits what was heard.
    """
    looks = look_schedule(limit, question.pace.first_look)
    rivals = max(1, len(question.actions) - 1)
    z = NormalDist().inv_cdf(1 - ERROR_RATE / (len(looks) * rivals))
    total = Tally.empty(len(question.actions))
    chunks = ordered(question.weigh, _chunk_numbers(), threads)
    try:
        for part in chunks:
            total.add(part)
            if total.counts[weigh.N_ERROR]:
                error, hand = int(total.counts[weigh.N_ERROR]), int(total.counts[weigh.N_FAULT])
                raise name_fault(question.players, error, question.seed, hand, simulated=False)
            _refuse_rare(total)
            if total.accepted < looks[0]:
                continue
            while len(looks) > 1 and total.accepted >= looks[1]:
                del looks[0]
            last = len(looks) == 1
            del looks[0]
            if progress is not None:
                progress(total)
            found = _stop(total, z, until_se, question.pace.fewest)
            if found is not None:
                return total, found
            if last:
                return total, EXHAUSTED
    except KeyboardInterrupt:
        if total.accepted < 2:
            raise
        return total, INTERRUPTED
    finally:
        chunks.close()  # type: ignore[attr-defined]
    raise AssertionError("chunks never end")


def _stop(tally: Tally, z: float, until_se: float | None, fewest: int) -> str | None:
    if tally.accepted < fewest:
        return None
    if until_se is None:
        return verdict(tally, z)
    _, _, error = tally.differences()
    if len(error) == 1:
        error = np.sqrt(np.diag(tally.covariance()))
    return PRECISE if float(np.max(error)) <= until_se else None


def _refuse_rare(tally: Tally) -> None:
    if tally.drawn >= PATIENCE and tally.accepted * RARE < tally.drawn:
        raise ImpossibleHistory(
            f"only {tally.accepted} of {tally.drawn:,} deals fit what was heard: with these "
            "strategies the others would hardly ever have passed; ask about an earlier turn, or "
            "choose strategies that pass more, such as --strategy universe or trumps"
        )


def shares_best(tally: Tally, seed: int, samples: int = 20_000) -> npt.NDArray[np.float64]:
    """Chance that each action is truly the best, the means being normal with their covariance.

    The best of several noisy means is optimistic about itself; this says how much.
    """
    n = len(tally.actions)
    if n == 1:
        return np.ones(1)
    # RandomState's stream is frozen for good, Generator's is not.
    normal = np.random.RandomState(seed % 2**32).standard_normal((samples, n))
    draws = normal @ _factor(tally.covariance()).T + tally.means()
    return np.bincount(np.argmax(draws, axis=1), minlength=n) / samples


def _factor(covariance: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
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


def standard_error(tally: Tally) -> npt.NDArray[np.float64]:
    """Work out the standard error of each action's points per hand."""
    return np.sqrt(np.maximum(np.diag(tally.covariance()), 0.0))

"""Weighing actions on the same deals, looking now and then whether enough is known.

The rule that stops it stays valid although it looks many times and compares many actions: the
error rate is shared out evenly over all looks and all rivals of the best action (Bonferroni), so
the chance that any look ever calls the wrong action settled is below `ERROR_RATE`, as far as the
means are normal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from euchre_sim.analysis import weigh
from euchre_sim.analysis.means import Means
from euchre_sim.analysis.players import Players, name_fault
from euchre_sim.analysis.workers import ordered
from euchre_sim.analysis.worth import (
    ERROR_RATE,
    EXHAUSTED,
    INDIFFERENCE,
    INDIFFERENT,
    INDIFFERENT_CHANCE,
    INTERRUPTED,
    PRECISE,
    SETTLED,
)
from euchre_sim.errors import EuchreError

Integers = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

RARE = 10_000  # histories that fit fewer than one deal in so many are refused
PATIENCE = 1 << 20  # deals drawn before a history may be called rare
POINTS = np.arange(-weigh.MAX_POINTS, weigh.MAX_POINTS + 1)
NO_STAKES = np.zeros(weigh.K_CHANCE, np.int64)  # the score is 0-0, and points are all that counts


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
    def stakes(self) -> Integers:
        """The ``K_`` slots of `weigh`."""

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
    stakes : numpy.ndarray
        int64, the ``K_`` slots of `weigh`: the score, and the chances if the game is the goal.
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
    stakes: Integers = field(default_factory=lambda: NO_STAKES)
    pace: ClassVar[Pace] = Pace()

    def weigh(self, number: int) -> Tally:
        """Play chunk `number` of the deals after every action."""
        tally = Tally.empty(len(self.actions), self.stakes)
        chunk = self.pace.chunk
        weigh.weigh_range(
            self.rules,
            self.players.hooks,
            self.players.assign,
            self.players.params,
            self.stakes,
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
            tally.wins,
        )
        return tally


@dataclass
class Tally:
    """Integer sums over deals; they add up across chunks, threads and machines."""

    counts: Integers
    actions: Integers
    products: Integers
    wins: Integers
    stakes: Integers

    @classmethod
    def empty(cls, n_actions: int, stakes: Integers = NO_STAKES) -> Tally:
        """Nothing drawn yet; `stakes` as a question has them."""
        rivals = n_actions if len(stakes) > weigh.K_CHANCE else 0
        return cls(
            np.zeros(weigh.COUNTS, np.int64),
            np.zeros((n_actions, weigh.TALLY_SIZE), np.int64),
            np.zeros((n_actions, n_actions), np.int64),
            np.zeros((rivals, rivals), np.int64),
            stakes,
        )

    def add(self, other: Tally) -> None:
        """Add the sums of other deals."""
        self.counts += other.counts
        self.actions += other.actions
        self.products += other.products
        self.wins += other.wins

    def plus(self, other: Tally) -> Tally:
        """Return the sums of both."""
        return Tally(
            self.counts + other.counts,
            self.actions + other.actions,
            self.products + other.products,
            self.wins + other.wins,
            self.stakes,
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

    @property
    def points(self) -> Means:
        """Points per hand of each action."""
        return Means(self.accepted, self.histogram @ POINTS, self.products)

    @property
    def chances(self) -> Means | None:
        """Chance to win the game after each action, if that is wanted."""
        if not self.wins.size:
            return None
        worth = self.stakes[weigh.K_CHANCE :]
        return Means(self.accepted, self.histogram @ worth, self.wins, weigh.CHANCE_UNIT)

    @property
    def goal(self) -> Means:
        """What the verdict is about: the game if its score was said, else points."""
        return self.chances or self.points

    @property
    def best(self) -> int:
        """The best action; of those that win as many games, the one with most points."""
        ranked = zip(self.goal.sums.tolist(), self.points.sums.tolist(), strict=True)
        return max(enumerate(ranked), key=lambda one: (one[1], -one[0]))[0]


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

    `z` is the look's critical value.  Settled: the best action is better than every other, but for
    those that came to the same as it in every deal.  Indifferent: no action can be better than it
    by as much as `INDIFFERENCE`, or `INDIFFERENT_CHANCE` of the game.
    """
    difference, error = tally.goal.differences(tally.best)
    rivals = (difference != 0) | (error != 0)
    upper = (difference + z * error)[rivals]
    if np.all(upper < 0):
        return SETTLED
    if np.all(upper < (INDIFFERENCE if tally.chances is None else INDIFFERENT_CHANCE)):
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
    total = Tally.empty(len(question.actions), question.stakes)
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
    _, error = tally.points.differences(tally.best)
    if len(error) == 1:
        error = tally.points.errors()
    return PRECISE if float(np.max(error)) <= until_se else None


def _refuse_rare(tally: Tally) -> None:
    if tally.drawn >= PATIENCE and tally.accepted * RARE < tally.drawn:
        raise ImpossibleHistory(
            f"only {tally.accepted} of {tally.drawn:,} deals fit what was heard: with these "
            "strategies the others would hardly ever have passed; ask about an earlier turn, or "
            "choose strategies that pass more, such as --strategy universe or trumps"
        )

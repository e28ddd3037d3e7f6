"""Duplicate deals and games of two strategies, and their sums over several pairs at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from euchre_sim.analysis.estimate import Estimate, estimate_mean
from euchre_sim.analysis.players import Players, name_fault, seat_players
from euchre_sim.analysis.workers import ordered
from euchre_sim.engine import batch
from euchre_sim.engine.layout import (
    O_ERROR,
    O_MAKER,
    O_POINTS,
    OUTCOME_SIZE,
    R_PLAYERS,
    R_REDEAL_SAME_DEALER,
    lower_rules,
)
from euchre_sim.errors import EuchreError, StrategyFault
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import sides
from euchre_sim.strategies.api import Strategy

Integers = npt.NDArray[np.int64]
Progress = Callable[[int], None]

DEALS_A_RANGE = 256, 16_384  # of the first ranges, and most
GAMES_A_RANGE = 16, 1_024
FEWEST = 1_000  # before a standard error is believed

PRECISE = "until_se"
EXHAUSTED = "limit"
INTERRUPTED = "interrupted"


class EndlessGame(EuchreError):
    """A game that nobody wins because nobody calls."""


@dataclass(frozen=True)
class Match:
    """Two strategies that play the same deals or games at every table, lowered for the kernels.

    There are as many tables as sides, and A sits at another side of each.

    Attributes
    ----------
    players : Players
        Index 0 is A and 1 is B.
    rules : numpy.ndarray
        `layout.lower_rules`.
    tables : list of numpy.ndarray
        Who sits where at each table: the side that A has there is the table's number.
    seed : int
    games : bool
        Whether whole games are played.
    """

    players: Players
    rules: Integers
    tables: list[Integers]
    seed: int
    games: bool

    @classmethod
    def between(cls, a: Strategy, b: Strategy, rules: HouseRules, seed: int, games: bool) -> Match:
        """Seat two strategies."""
        n_sides = len(sides(rules))
        at = np.arange(rules.players) % n_sides
        return cls(
            seat_players([a, b, *[a] * (rules.players - 2)], rules),
            lower_rules(rules),
            [(at != side).astype(np.int64) for side in range(n_sides)],
            seed,
            games,
        )

    @property
    def parts(self) -> int:
        """What a value of `play` is to be divided by, for points a deal or a share of games."""
        n_sides = len(self.tables)
        return n_sides if self.games else n_sides * (n_sides - 1)

    def play(self, first: int, count: int) -> Integers:
        """Play a range of deals or games at all tables; one value of A's each."""
        return self._games(first, count) if self.games else self._deals(first, count)

    def _deals(self, first: int, count: int) -> Integers:
        """Add up, for each deal, A's points minus the mean of the other sides'.

        In units of one over the number of the other sides.
        """
        points = np.zeros(count, np.int64)
        n_sides = len(self.tables)
        players = self.players
        outcomes = np.zeros((count, OUTCOME_SIZE), np.int8)
        nothing = np.zeros((0, self.rules[R_PLAYERS] + 1), np.uint64)
        no_log = np.zeros(0, np.uint64)
        for table, assign in enumerate(self.tables):
            fault = batch.play_range(
                self.rules, players.hooks, assign, players.params, np.uint64(self.seed),
                np.uint64(first), count, outcomes, nothing, no_log,
            )  # fmt: skip
            if fault >= 0:
                seated = replace(players, assign=assign)
                error = int(outcomes[fault - first, O_ERROR])
                raise name_fault(seated, error, self.seed, int(fault))
            makers_are_a = outcomes[:, O_MAKER] % n_sides == table
            got = outcomes[:, O_POINTS].astype(np.int64)
            # Of three players a defender has what he gets against the maker, and the other too.
            points += np.where(makers_are_a, (n_sides - 1) * got, -got)
        return points

    def _games(self, first: int, count: int) -> Integers:
        """Count, for each game, the tables at which A won."""
        wins = np.zeros(count, np.int64)
        players = self.players
        results = np.zeros((count, batch.G_SIZE), np.int64)
        for table, assign in enumerate(self.tables):
            fault = batch.play_games(
                self.rules, players.hooks, assign, players.params, np.uint64(self.seed),
                np.uint64(first), count, results,
            )  # fmt: skip
            if fault >= 0:
                seated = replace(players, assign=assign)
                deals, first_dealer = (
                    int(results[fault - first, column])
                    for column in (batch.G_DEALS, batch.G_FIRST_DEALER)
                )
                raise _broken_game(seated, self.rules, self.seed, int(fault), deals, first_dealer)
            wins += results[:, batch.G_WINNER] == table
        return wins


def _broken_game(
    players: Players, rules: Integers, seed: int, game: int, deals: int, dealer: int
) -> EuchreError:
    """Say why a game came to no end: play its deals again, one by one, up to the last."""
    n = int(rules[R_PLAYERS])
    outcomes = np.zeros((1, OUTCOME_SIZE), np.int8)
    nothing = np.zeros((0, n + 1), np.uint64)
    for deal in range(deals):
        turned = replace(players, assign=np.roll(players.assign, -(dealer + 1)))
        hand = game * batch.MAX_DEALS + deal
        fault = batch.play_range(
            rules, turned.hooks, turned.assign, turned.params, np.uint64(seed), np.uint64(hand),
            1, outcomes, nothing, np.zeros(0, np.uint64),
        )  # fmt: skip
        if fault >= 0:
            return name_fault(turned, int(outcomes[0, O_ERROR]), seed, hand)
        if outcomes[0, O_MAKER] >= 0 or not rules[R_REDEAL_SAME_DEALER]:
            dealer = (dealer + 1) % n
    if deals < batch.MAX_DEALS:  # it hangs on the score, which a single deal does not have
        names = " or ".join(sorted({repr(one.label) for one in players.strategies}))
        return StrategyFault(
            f"strategy {names} answered with an illegal action in deal {deals} of game {game} of "
            f"seed {seed}",
            seed=seed,
        )
    return EndlessGame(
        f"game {game} of seed {seed} had no winner after {deals} deals: the strategies hardly "
        "ever call (--deals compares them deal by deal)"
    )


@dataclass(frozen=True)
class Sums:
    """Sums over deals or games of one value a match, and of the products of any two of them.

    Attributes
    ----------
    count : int
        Deals or games, the same ones in every match.
    totals : numpy.ndarray
        Shape (matches,), int64.
    products : numpy.ndarray
        Shape (matches, matches), int64.
    parts : int
        What a value is to be divided by (`Match.parts`).
    """

    count: int
    totals: Integers
    products: Integers
    parts: int

    @classmethod
    def empty(cls, matches: Sequence[Match]) -> Sums:
        """Nothing played yet."""
        n = len(matches)
        return cls(0, np.zeros(n, np.int64), np.zeros((n, n), np.int64), matches[0].parts)

    def plus(self, values: Integers) -> Sums:
        """Return the sums with further deals or games, a row of `values` a match."""
        return replace(
            self,
            count=self.count + values.shape[1],
            totals=self.totals + values.sum(axis=1),
            products=self.products + values @ values.T,
        )

    def estimate(self, weights: Integers, over: int = 1) -> Estimate:
        """Estimate a weighted sum of the matches' means, divided by `over`.

        The matches share their deals, so that their means go up and down together; the sum of the
        values of one deal is one observation, and their spread holds all covariances.

        Examples
        --------
        >>> sums = Sums(2, np.array([4, 0]), np.array([[10, 2], [2, 2]]), parts=1)
        >>> sums.estimate(np.array([1, 0])).mean, sums.estimate(np.array([1, -1]), 2).mean
        (2.0, 1.0)
        """
        total, squares = int(weights @ self.totals), int(weights @ self.products @ weights)
        found = estimate_mean(self.count, total, squares)
        by = self.parts * over
        return Estimate(*(None if one is None else one / by for one in found.as_dict().values()))

    def each(self) -> tuple[Estimate, ...]:
        """Estimate every match by itself."""
        return tuple(map(self.estimate, np.eye(len(self.totals), dtype=np.int64)))


def ranges(limit: int, fewest: int, most: int) -> Iterator[tuple[int, int]]:
    """Cut ``0 .. limit - 1`` into ranges, (first, count) each, that depend on nothing else.

    A range is an eighth of what went before: a slow strategy's few deals go over all threads and
    an interruption loses little of them, and a fast one's many deals are cut into few pieces.

    >>> list(ranges(700, 256, 16_384))
    [(0, 256), (256, 256), (512, 188)]
    """
    at = 0
    while at < limit:
        size = min(most, max(fewest, at // 8 // fewest * fewest), limit - at)
        yield at, size
        at += size


def play_matches(
    matches: Sequence[Match],
    limit: int,
    until_se: float | None,
    threads: int,
    progress: Progress | None = None,
) -> tuple[Sums, str]:
    """Play the same deals or games in all matches.

    Parameters
    ----------
    matches
        Of the same rules, seed and kind.
    limit
        Most deals or games.
    until_se
        Stop where every match's mean has at most this standard error.  That is looked at behind
        every range, so that neither time nor threads have a say in it.
    threads
        Threads to use; the result does not depend on it.
    progress
        Called with the number of deals or games that all matches have played.

    Returns
    -------
    tuple
        The sums and why it stopped.
    """
    sums = Sums.empty(matches)
    pieces = list(GAMES_A_RANGE if matches[0].games else DEALS_A_RANGE)
    work = ((match, first, count) for first, count in ranges(limit, *pieces) for match in matches)
    played = ordered(lambda one: one[0].play(one[1], one[2]), work, threads)
    try:
        while sums.count < limit:
            # One assignment takes in a whole range, wherever an interruption falls.
            sums = sums.plus(np.array([next(played) for _ in matches]))
            if progress is not None:
                progress(sums.count)
            if until_se is not None and sums.count >= FEWEST and _worst(sums) <= until_se:
                return sums, PRECISE
    except KeyboardInterrupt:
        if sums.count < 2:
            raise
        return sums, INTERRUPTED
    finally:
        played.close()  # type: ignore[attr-defined]
    return sums, EXHAUSTED


def _worst(sums: Sums) -> float:
    """Return the largest standard error of all matches."""
    return max(one.se or 0.0 for one in sums.each())

"""Which of two strategies is better: duplicate deals, and whole games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from euchre_sim.analysis.arguments import check_threads, check_whole, given
from euchre_sim.analysis.estimate import Estimate, estimate_mean
from euchre_sim.analysis.players import Players, name_fault, seat_players
from euchre_sim.analysis.workers import cut, default_threads, ordered
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
from euchre_sim.errors import EuchreError, IllegalAction, StrategyFault
from euchre_sim.rules import HouseRules, house_rules
from euchre_sim.scoring import sides
from euchre_sim.strategies import registry
from euchre_sim.strategies.api import Strategy

DEALS_A_RANGE = 16_384
GAMES_A_RANGE = 1_024

Progress = Callable[[int], None]


class EndlessGame(EuchreError):
    """A game that nobody wins because nobody calls."""


@dataclass(frozen=True)
class Comparison:
    """Strategy A against strategy B, each as one side of the table.

    Attributes
    ----------
    first, second : Strategy
        A and B.
    rules, seed
        What they played under.
    unit : str
        ``deals`` or ``games``.
    count : int
        Deals or games, each of them played twice with the sides swapped.
    difference : Estimate or None
        Deals only: A's points minus B's, per deal, from the pairs.
    win_share : Estimate or None
        Games only: the share that A won.
    partial : bool
        Whether it was interrupted.
    """

    first: Strategy
    second: Strategy
    rules: HouseRules
    seed: int
    unit: str
    count: int
    difference: Estimate | None
    win_share: Estimate | None
    partial: bool

    def as_dict(self) -> dict[str, Any]:
        """Plain values, as ``euchre compare --json`` prints them."""
        return {
            "a": self.first.label,
            "b": self.second.label,
            "strategy_versions": [
                f"{one.label} v{one.version}" for one in (self.first, self.second)
            ],
            "rules": self.rules.as_dict(),
            "rules_digest": self.rules.digest(),
            "seed": self.seed,
            "unit": self.unit,
            self.unit: self.count,
            "played": self.count * len(sides(self.rules)),
            "points_per_deal": None if self.difference is None else self.difference.as_dict(),
            "win_share": None if self.win_share is None else self.win_share.as_dict(),
            "partial": self.partial,
        }


def compare(
    first: str | Strategy,
    second: str | Strategy,
    *,
    deals: int = 1_000_000,
    games: int | None = None,
    rules: HouseRules | str | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Play two strategies against each other, each as both partners of a side.

    Of three players one plays the first strategy and two the second, and his points count against
    the mean of theirs.

    Parameters
    ----------
    first, second
        Names or `Strategy` objects.
    deals
        Duplicate deals: each is played as often as there are sides, the first strategy at another
        one each time, so that the luck of the cards falls on both.
    games
        Whole games instead, the deal going round the table; each is played so often as well.
    rules
        House rules; the standard game if left out.
    seed
        0 to 2**64 - 1.
    threads
        Threads to use; the result does not depend on it.
    progress
        Called with the number of deals or games that are done.

    Returns
    -------
    Comparison
        Partial if it was interrupted.

    Raises
    ------
    IllegalAction
        If there is nothing to play, no such seed or no thread.
    WrongType
        If an argument is of no type that can be meant.
    StrategyFault
        If a strategy breaks the rules.
    EndlessGame
        If a game does not end because nobody calls.

    Examples
    --------
    >>> from euchre_sim import compare
    >>> compare("basic", "random", deals=2_000).difference.lo > 0
    True
    """
    check_whole(deals=deals, seed=seed, **given(games=games, threads=threads))
    check_threads(threads)
    if (deals if games is None else games) < 1:
        raise IllegalAction("there is nothing to compare without a deal or a game")
    if not 0 <= seed < 2**64:
        raise IllegalAction(f"seed {seed} is out of range: seeds are 0 to 2^64 - 1")
    rules = house_rules(rules)
    n_sides = len(sides(rules))
    a, b = registry.get(first), registry.get(second)
    # Of its strategies, index 0 is A and 1 is B; `side_a` says which sits where at either table.
    players = seat_players([a, b, *[a] * (rules.players - 2)], rules)
    side_a = [
        (np.arange(rules.players) % n_sides != side).astype(np.int64) for side in range(n_sides)
    ]
    work = partial(_games if games else _deals, players, lower_rules(rules), side_a, seed)
    total = np.zeros(2, np.int64)
    done = 0
    stopped = False
    ranges = cut(0, games or deals, GAMES_A_RANGE if games else DEALS_A_RANGE)
    parts: Iterator[tuple[int, npt.NDArray[np.int64]]] = ordered(
        work, ranges, threads or default_threads()
    )
    try:
        for size, sums in parts:
            total += sums
            done += size
            if progress is not None:
                progress(done)
    except KeyboardInterrupt:
        if done < 2:
            raise
        stopped = True
    # The sum over the tables of a deal or game, made a mean: points a deal, or games won.
    parts_of_one = n_sides if games else n_sides * (n_sides - 1)
    estimate = _divided(estimate_mean(done, int(total[0]), int(total[1])), parts_of_one)
    return Comparison(
        first=a,
        second=b,
        rules=rules,
        seed=seed,
        unit="games" if games else "deals",
        count=done,
        difference=None if games else estimate,
        win_share=estimate if games else None,
        partial=stopped,
    )


def _divided(total: Estimate, by: int) -> Estimate:
    """Turn a sum into a mean."""
    parts = (None if value is None else value / by for value in total.as_dict().values())
    return Estimate(*parts)


def _deals(
    players: Players,
    rules: npt.NDArray[np.int64],
    side_a: list[npt.NDArray[np.int64]],
    seed: int,
    work: tuple[int, int],
) -> tuple[int, npt.NDArray[np.int64]]:
    """Play a range of deals at all tables; sums of A's points a deal and of their squares.

    The points are A's minus the mean of the other sides', in units of one over the other sides.
    """
    first, count = work
    points = np.zeros(count, np.int64)
    n_sides = len(side_a)
    outcomes = np.zeros((count, OUTCOME_SIZE), np.int8)
    nothing = np.zeros((0, rules[0] + 1), np.uint64)
    no_log = np.zeros(0, np.uint64)
    for table, assign in enumerate(side_a):
        fault = batch.play_range(
            rules, players.hooks, assign, players.params, np.uint64(seed), np.uint64(first),
            count, outcomes, nothing, no_log,
        )  # fmt: skip
        if fault >= 0:
            seated = replace(players, assign=assign)
            raise name_fault(seated, int(outcomes[fault - first, O_ERROR]), seed, int(fault))
        makers_are_a = outcomes[:, O_MAKER] % n_sides == table
        got = outcomes[:, O_POINTS].astype(np.int64)
        # Of three players a defender has what he gets against the maker, and the other too.
        points += np.where(makers_are_a, (n_sides - 1) * got, -got)
    return count, np.array([points.sum(), (points**2).sum()], np.int64)


def _games(
    players: Players,
    rules: npt.NDArray[np.int64],
    side_a: list[npt.NDArray[np.int64]],
    seed: int,
    work: tuple[int, int],
) -> tuple[int, npt.NDArray[np.int64]]:
    """Play a range of games at all tables; sums of A's wins a pair and of their squares."""
    first, count = work
    wins = np.zeros(count, np.int64)
    results = np.zeros((count, batch.G_SIZE), np.int64)
    for table, assign in enumerate(side_a):
        fault = batch.play_games(
            rules, players.hooks, assign, players.params, np.uint64(seed), np.uint64(first),
            count, results,
        )  # fmt: skip
        if fault >= 0:
            seated = replace(players, assign=assign)
            deals, first_dealer = (
                int(results[fault - first, column])
                for column in (batch.G_DEALS, batch.G_FIRST_DEALER)
            )
            raise _broken_game(seated, rules, seed, int(fault), deals, first_dealer)
        wins += results[:, batch.G_WINNER] == table
    return count, np.array([wins.sum(), (wins**2).sum()], np.int64)


def _broken_game(
    players: Players,
    rules: npt.NDArray[np.int64],
    seed: int,
    game: int,
    deals: int,
    dealer: int,
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

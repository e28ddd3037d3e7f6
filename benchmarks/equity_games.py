"""Chances at a score held against whole games, which know nothing of shares or chains.

At each of five scores games are played to their end from there, the deal going round, and the share
that the side which dealt first won is held against what `euchre equity` makes of hands of another
seed.

    python -m benchmarks.equity_games --games 200000 --strategy basic
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from euchre_sim.analysis.deal_shares import shares_of
from euchre_sim.analysis.equity import Equity, State
from euchre_sim.analysis.estimate import Estimate
from euchre_sim.analysis.players import find_players
from euchre_sim.analysis.workers import cut, default_threads, ordered
from euchre_sim.engine.batch import G_FIRST_DEALER, G_SIZE, G_WINNER, play_games
from euchre_sim.engine.layout import at_score, lower_rules
from euchre_sim.rules import HouseRules

SCORES = ((0, 0), (4, 2), (6, 9), (8, 8), (9, 6))  # the side that deals first, the other
BLOCK = 4096


@dataclass(frozen=True)
class Checked:
    """A chance from the chain beside the share of games won."""

    score: tuple[int, int]
    chain: Estimate
    won: int
    games: int

    @property
    def share(self) -> float:
        return self.won / self.games

    @property
    def standard_error(self) -> float:
        return math.sqrt(self.share * (1 - self.share) / self.games)

    @property
    def z(self) -> float:
        """The difference in standard errors of both."""
        assert self.chain.mean is not None
        assert self.chain.se is not None
        return (self.chain.mean - self.share) / math.hypot(self.chain.se, self.standard_error)


def games_won(
    strategies: str, rules: HouseRules, score: tuple[int, int], games: int, seed: int, threads: int
) -> int:
    """Play games from a score; return how many the side won that dealt first."""
    players = find_players(strategies, rules)
    vector = at_score(lower_rules(rules), score[::-1])  # the dealer's left comes first

    def play(work: tuple[int, int]) -> int:
        first, count = work
        results = np.zeros((count, G_SIZE), np.int64)
        wrong = play_games(
            vector, players.hooks, players.assign, players.params, np.uint64(seed),
            np.uint64(first), count, results,
        )  # fmt: skip
        assert wrong < 0, f"game {wrong} of seed {seed} came to no end"
        return int((results[:, G_WINNER] == results[:, G_FIRST_DEALER] % 2).sum())

    return sum(ordered(play, cut(0, games, BLOCK), threads))


def check(
    strategies: str,
    rules: HouseRules,
    *,
    games: int,
    hands: int,
    seed: int = 1,
    threads: int | None = None,
) -> Iterator[Checked]:
    """Check every score; games are of the next seed."""
    threads = threads or default_threads()
    equity = Equity(rules, shares_of(strategies, rules, hands=hands, seed=seed, threads=threads))
    for score in SCORES:
        won = games_won(strategies, rules, score, games, seed + 1, threads)
        yield Checked(score, equity.game(State(*score, "us")), won, games)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200_000, metavar="N")
    parser.add_argument("--hands", type=int, default=4_000_000, metavar="N", help="for the shares")
    parser.add_argument("--strategy", default="basic")
    parser.add_argument("--rules", default="standard")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=None, metavar="N")
    options = parser.parse_args()
    started = time.perf_counter()
    rules = HouseRules.preset(options.rules)
    print(f"{options.strategy} in every seat, {options.games:,} games at each score, seed", end=" ")
    print(f"{options.seed + 1}; {options.hands:,} hands for the shares, seed {options.seed}")
    print("dealer's side first    chain     s.e.    games     s.e.      z")
    for one in check(
        options.strategy, rules,
        games=options.games, hands=options.hands, seed=options.seed, threads=options.threads,
    ):  # fmt: skip
        print(
            f"{one.score[0]:>15}-{one.score[1]}  {one.chain.mean:9.3%} {one.chain.se:8.3%} "
            f"{one.share:8.3%} {one.standard_error:8.3%} {one.z:+6.2f}"
        )
    print(f"{time.perf_counter() - started:.0f} seconds")


if __name__ == "__main__":
    main()

"""How often a review finds fault with good players, and whether it finds a bad one.

``python -m benchmarks.review_coverage --decisions 300`` draws decisions out of deals that equal
players played (`pimc` in every seat) and counts how many the review calls mistakes.
``python -m benchmarks.review_coverage --games 3`` has one player of each game call like `basic` and
play random cards, and lists what every player gave away, game by game.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from euchre_sim.analysis.estimate import estimate_share
from euchre_sim.analysis.grade import Grader
from euchre_sim.analysis.players import find_players
from euchre_sim.analysis.review import Reviewer
from euchre_sim.analysis.review_players import player_facts
from euchre_sim.analysis.stakes import chances_under
from euchre_sim.analysis.trace import trace_hand
from euchre_sim.analysis.workers import default_threads, ordered
from euchre_sim.records import DealRecord, GameRecord, replay
from euchre_sim.records.told import Told, told_decisions
from euchre_sim.rules import HouseRules
from euchre_sim.strategies import registry
from euchre_sim.strategies.api import Strategy

RULES = HouseRules()
N = RULES.players


def played(seated: Sequence[Strategy], dealer: int, seed: int, deal: int) -> DealRecord:
    """Play a deal with a strategy in each seat and write it down."""
    by_position = [seated[(dealer + 1 + position) % N] for position in range(N)]
    record = trace_hand(find_players(by_position, RULES), RULES, seed, deal).record

    def seat(position: int | None) -> int | None:
        return None if position is None else (dealer + 1 + position) % N

    hands = tuple(record.hands[(place - dealer - 1) % N] for place in range(N))
    return replace(
        record,
        dealer=dealer,
        alone=seat(record.alone),
        lone_defender=seat(record.lone_defender),
        hands=hands,
    )


def game_of(seated: Sequence[Strategy], names: Sequence[str], seed: int) -> GameRecord:
    """Play a game, each deal as if the score were 0-0."""
    deals: list[DealRecord] = []
    while True:
        deals.append(played(seated, len(deals) % N, seed, len(deals)))
        game = GameRecord(deals=tuple(deals), rules=RULES, players=tuple(names))
        if replay(game, with_decisions=False).winner is not None:
            return game


def false_alarms(n_decisions: int, strategy: str, seed: int) -> None:
    """Print how often good decisions are called mistakes."""
    seated = [registry.get(strategy)] * N
    basic = [registry.default()]
    grader = Grader(
        rules=RULES,
        players=find_players(basic, RULES),
        strategies=basic,
        equity=chances_under(RULES),
        seed=seed,
    )
    draw = random.Random(seed)
    chosen: list[Told] = []
    deal = 0
    while len(chosen) < n_decisions:
        record = played(seated, deal % N, seed, deal)
        told = told_decisions(record, RULES)
        legal = [one.legal or () for one in replay(record, RULES).decisions]
        real = [one for one, open_ in zip(told, legal, strict=True) if len(open_) > 1]
        chosen += draw.sample(real, min(3, len(real), n_decisions - len(chosen)))
        deal += 1
    found: Counter[str] = Counter()
    verdicts: Counter[str] = Counter()
    for one in ordered(lambda told: grader.grade(told, (0, 0)), chosen, default_threads()):
        verdicts[one["verdict"]] += 1
        if one["verdict"] == "mistake":
            found[one["label"]] += 1
            loss = one["loss_win"]
            print(
                f"[{one['label']}] {one['chosen']}, better {one['best']}: "
                f"{100 * loss['mean']:.2f} % to win, s.e. {100 * loss['se']:.2f}, {one['question']}"
            )
    share = estimate_share(sum(found.values()), n_decisions)
    print(f"{n_decisions} decisions of {deal} deals, {strategy} in every seat, seed {seed}: ")
    print(f"verdicts {dict(verdicts)}")
    print(
        f"called mistakes: {sum(found.values())} ({share.mean:.1%}, 95 % interval "
        f"{share.lo:.1%} to {share.hi:.1%}): {dict(found)}"
    )


def bad_players(n_games: int, good: str, seed: int) -> None:
    """Print what every player of games with one bad player gave away."""
    names = ["random cards", "West", "North", "East"]
    by_lot = registry.get("random")
    bad = replace(
        registry.default(), name="cards_by_lot", play=by_lot.play, no_trump=by_lot.no_trump
    )
    seated = [bad, *[registry.get(good)] * 3]
    reviewer = Reviewer([registry.default()], seed=seed, is_kept=False)
    for number in range(n_games):
        game = {"file": "", **reviewer.game(game_of(seated, names, seed + number))}
        print(f"game {number + 1}, seed {seed + number}, {len(game['deals'])} deals:")
        for one in player_facts([game]):
            lost = [one[part]["loss_win"] for part in ("calls", "play")]
            told = ", ".join(
                f"{part} {100 * loss['mean']:.2f} (s.e. {100 * loss['se']:.2f})"
                for part, loss in zip(("calls", "play"), lost, strict=True)
            )
            print(f"  {one['name']}: loses % to win a deal in {told}; mistakes {one['mistakes']}")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=0)
    parser.add_argument("--strategy", default="pimc")
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--good", default="basic")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.decisions:
        false_alarms(asked.decisions, asked.strategy, asked.seed)
    if asked.games:
        bad_players(asked.games, asked.good, asked.seed)


if __name__ == "__main__":
    main()

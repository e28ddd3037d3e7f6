"""How often the intervals of `euchre advise` hold, and how often a settled verdict is wrong.

Questions come up as they do at a table: a seat and a round are drawn, and the hand and the upcard
are those of the next dealt hand in which it came to that.  Each is answered with the default
settings, and again by a run of eight times the deals with another seed, which stands for the truth;
what that run itself does not know is added to the error.

    python -m benchmarks.advise_coverage --questions 1000 --seed 1
"""

from __future__ import annotations

import argparse
import math
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np
import numpy.typing as npt

from euchre_sim.analysis.advice import Advice
from euchre_sim.analysis.advise import advise
from euchre_sim.analysis.decision import ERROR_RATE, INDIFFERENCE, INDIFFERENT, SETTLED, Tally
from euchre_sim.analysis.estimate import LEVEL, deviations, estimate_share
from euchre_sim.analysis.players import find_players
from euchre_sim.cards import Card, CardSet
from euchre_sim.engine.batch import play_range
from euchre_sim.engine.layout import O_MAKER, O_ROUND, OUTCOME_SIZE, lower_rules
from euchre_sim.rules import HouseRules

Floats = npt.NDArray[np.float64]

LONGER = 8
BLOCK = 4096
SURE = 2.576  # standard errors: beyond them a difference is no noise


@dataclass(frozen=True)
class Asked:
    """A decision that came up at a table; seat 0 is left of the dealer."""

    hand: CardSet
    upcard: Card
    seat: int
    call_round: int


@dataclass(frozen=True)
class Checked:
    """What a long run says of an answer, in standard errors and points."""

    reason: str
    deals: int
    misses: Floats  # a mean from the truth, in its own standard errors
    own_noise: Floats  # the long run's error beside the short one's
    paired_misses: Floats  # the same of the differences to the best
    paired_noise: Floats
    behind: float  # points by which the long run's best is better than the answer's
    behind_error: float


def dealt_questions(strategy: str, seed: int) -> Iterator[Asked]:
    """Draw seats and rounds, and find the next hand of the seed in which it came to each."""
    rules = HouseRules()
    players = find_players(strategy, rules)
    draw = np.random.RandomState(seed % 2**32)
    outcomes = np.zeros((BLOCK, OUTCOME_SIZE), np.int8)
    dealt = np.zeros((BLOCK, rules.players + 1), np.uint64)
    seat, call_round = draw.randint(rules.players), 1 + draw.randint(2)
    first = 0
    while True:
        play_range(
            lower_rules(rules),
            players.hooks,
            players.assign,
            players.params,
            np.uint64(seed),
            np.uint64(first),
            BLOCK,
            outcomes,
            dealt,
            np.zeros(0, np.uint64),
        )
        first += BLOCK
        for outcome, cards in zip(outcomes.tolist(), dealt.tolist(), strict=True):
            turns = (outcome[O_ROUND], outcome[O_MAKER])
            if outcome[O_MAKER] >= 0 and turns < (call_round, seat):
                continue
            hand, upcard = CardSet.from_mask(cards[seat]), Card.from_bit(cards[rules.players])
            yield Asked(hand, upcard, seat, call_round)
            seat, call_round = draw.randint(rules.players), 1 + draw.randint(2)


def ask(
    question: Asked, strategy: str, seed: int, threads: int | None, deals: int | None = None
) -> tuple[Advice, Tally]:
    """Answer a question; `deals` are played to the end, without them the answer stops itself."""
    sums: list[Tally] = []
    answer = advise(
        question.hand,
        question.upcard,
        question.seat + 1,
        call_round=question.call_round,
        strategies=strategy,
        deals=deals,
        until_se=None if deals is None else 1e-12,
        seed=seed,
        threads=threads,
        progress=sums.append,
    )
    return answer, sums[-1]


def check(answer: Advice, short: Tally, long: Tally) -> Checked:
    """Hold an answer against a long run."""
    best = short.points.best
    difference, error = short.points.differences()
    means, covariance = long.points.means(), long.points.covariance()
    variance = np.diag(covariance)
    truth = means - means[best]
    truth_variance = np.maximum(variance + variance[best] - 2 * covariance[best], 0.0)
    rivals = np.arange(len(means)) != best
    top = int(np.argmax(means))

    def in_errors(miss: Floats, se: Floats) -> Floats:
        # An action that always brings the same has no error, and must not miss either.
        return np.where(se > 0, miss / np.where(se > 0, se, 1.0), np.where(miss == 0, 0.0, np.inf))

    se = short.points.errors()
    return Checked(
        reason=answer.reason,
        deals=answer.accepted,
        misses=in_errors(short.points.means() - means, se),
        own_noise=in_errors(np.sqrt(variance), se),
        paired_misses=in_errors(difference - truth, error)[rivals],
        paired_noise=in_errors(np.sqrt(truth_variance), error)[rivals],
        behind=float(truth[top]),
        behind_error=math.sqrt(truth_variance[top]),
    )


def covered(checks: Sequence[Checked], misses: str, noise: str | None) -> tuple[float, float, int]:
    """Share of intervals that hold, its standard error (questions apart) and their number."""
    each, count = [], 0
    for one in checks:
        reach = deviations() * np.ones(len(getattr(one, misses)))
        if noise is not None:
            reach = deviations() * np.hypot(1.0, getattr(one, noise))
        holds = np.abs(getattr(one, misses)) <= reach
        count += len(holds)
        if len(holds):
            each.append((holds.sum(), len(holds)))
    held, sizes = (np.array(column, float) for column in zip(*each, strict=True))
    share = held.sum() / sizes.sum()
    spread = math.sqrt(float(((held - share * sizes) ** 2).sum())) / sizes.sum()
    return float(share), spread, count


def row(name: str, value: str, note: str = "") -> None:
    print(f"{name:<46}{value:>10}  {note}".rstrip())


def report(checks: Sequence[Checked], seconds: float) -> None:
    """Print the table."""
    n = len(checks)
    row("questions", f"{n:,}")
    for reason, count in Counter(one.reason for one in checks).most_common():
        row(f"  stopped: {reason}", f"{count / n:.1%}", f"{count}")
    deals = sorted(one.deals for one in checks)
    row("deals played after each action, median", f"{int(median(deals)):,}")
    row("  nine in ten questions need at most", f"{deals[(9 * n) // 10]:,}")
    print()
    for name, misses, noise in (
        ("of every action's points", "misses", "own_noise"),
        ("of every difference to the best", "paired_misses", "paired_noise"),
    ):
        share, spread, count = covered(checks, misses, noise)
        row(f"{LEVEL:.0%} intervals {name}", f"{count:,}")
        row("  that hold", f"{share:.2%}", f"± {2 * spread:.2%}")
        share, spread, _ = covered(checks, misses, None)
        row("  taking the long run for the exact truth", f"{share:.2%}", f"± {2 * spread:.2%}")
    print()
    settled = [one for one in checks if one.reason == SETTLED]
    other = [one for one in settled if one.behind > 0]
    wrong = [one for one in other if one.behind > SURE * one.behind_error]
    row("settled verdicts", f"{len(settled):,}")
    row("  the long run prefers another action", f"{len(other)}")
    limit = estimate_share(len(wrong), len(settled)).hi
    row(
        f"  by more than {SURE} standard errors: wrong",
        f"{len(wrong)}",
        f"{len(wrong) / max(1, len(settled)):.2%}, at most {limit:.2%} ({LEVEL:.0%}); "
        f"promised: {ERROR_RATE:.0%}",
    )
    near = [one for one in checks if one.reason == INDIFFERENT]
    beyond = [one for one in near if one.behind - INDIFFERENCE > SURE * one.behind_error]
    row("verdicts of indifference", f"{len(near):,}")
    row(f"  another action better by {INDIFFERENCE} for sure", f"{len(beyond)}")
    behind = [max(0.0, one.behind) for one in checks]
    row(
        "points given away by the answer, mean", f"{sum(behind) / n:.5f}", f"most {max(behind):.4f}"
    )
    row("seconds", f"{seconds:.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--questions", type=int, default=1000, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=None, metavar="N")
    parser.add_argument("--strategy", default="basic")
    options = parser.parse_args()
    started = time.perf_counter()
    checks = []
    questions = dealt_questions(options.strategy, options.seed)
    for number in range(options.questions):
        question = next(questions)
        answer, short = ask(question, options.strategy, options.seed, options.threads)
        other = 2**32 + options.seed * 2**20 + number
        deals = LONGER * answer.accepted
        _, long = ask(question, options.strategy, other, options.threads, deals)
        checks.append(check(answer, short, long))
    report(checks, time.perf_counter() - started)


if __name__ == "__main__":
    main()

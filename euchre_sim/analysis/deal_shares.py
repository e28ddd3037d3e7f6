"""What deals come to, and how often: points for the dealer's side, the other, or nobody.

Players may play to the score, so that each score of a game has its own hands and shares.  Most
hands come to the same at any score.  So each is played at 0-0 too, and the shares at a score follow
from those of all hands at 0-0 and from what the score's own hands, sorted by what they came to at
0-0, come to there: where nobody looks at the score, that has the error of all hands.  Late scores
have more hands than early ones: players look at them more, and more hangs on a deal.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from euchre_sim.analysis.players import Players, find_players, name_fault
from euchre_sim.analysis.runner import Progress
from euchre_sim.analysis.simulate import check_run
from euchre_sim.analysis.workers import cut, default_threads, ordered
from euchre_sim.engine.batch import play_range
from euchre_sim.engine.layout import (
    O_ERROR,
    O_MAKER,
    O_MISDEAL,
    O_POINTS,
    OUTCOME_SIZE,
    R_CHOICES,
    R_MISDEAL_NEXT,
    R_PAYOFF,
    R_REDEAL_SAME_DEALER,
    R_SCORES,
    at_score,
    lower_rules,
)
from euchre_sim.errors import IllegalAction
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import sides
from euchre_sim.strategies.api import Strategy

__all__ = [
    "Kind",
    "Shares",
    "count_by_score",
    "hands_by_score",
    "kinds_under",
    "require_two_sides",
    "shares_of",
]

Integers = npt.NDArray[np.int64]
Vector = npt.NDArray[np.float64]

HANDS_OF_A_SCORE = 1 << 40  # hand numbers of one score of a seed
# What no number of points can be (an outcome has them in 8 bits).
DEALT_AGAIN = 256
FEWEST = 2048  # hands that are kept at the least of a run that is cut short
BLOCK = 1 << 15  # hands at a time


@dataclass(frozen=True, slots=True, order=True)
class Kind:
    """What a deal may come to.

    Parameters
    ----------
    dealers, others
        Points of the dealer's side and of the other.
    deals_again
        Whether the same player deals the next one.
    """

    dealers: int
    others: int
    deals_again: bool = False

    @property
    def is_idle(self) -> bool:
        """Whether it brings nobody anything."""
        return self.dealers == self.others == 0


@dataclass(frozen=True, eq=False)
class Shares:
    """How often deals come to what.

    Attributes
    ----------
    kinds
        What they come to.
    table
        The share of each, last axis; the first two are the score of the dealer's side and the
        other's, or of length 1 where deals come out alike at every score.
    counts
        Of the hands of each score how many come to what at 0-0 and at that score, shape ``(scores,
        kinds, kinds)``; None where the shares were given.
    """

    kinds: tuple[Kind, ...]
    table: Vector
    counts: Integers | None = None

    @classmethod
    def from_counts(cls, kinds: Sequence[Kind], counts: Integers) -> Shares:
        """Take shares from `count_by_score`."""
        at_start = counts.sum(axis=(0, 2)) / counts.sum()
        target = math.isqrt(len(counts))
        table = (at_start @ _becoming(counts)).reshape(target, target, -1)
        return cls(tuple(kinds), table, counts)

    @cached_property
    def _becomes(self) -> Vector:
        assert self.counts is not None
        return _becoming(self.counts)

    @property
    def hands(self) -> int | None:
        """How many hands were played; None where the shares were given."""
        return None if self.counts is None else int(self.counts.sum())

    @property
    def scores(self) -> int:
        """How many scores have shares of their own."""
        return int(np.prod(self.table.shape[:2]))

    def cell(self, own: int, others: int) -> int:
        """Return the number of a score, of the dealer's side and the other, among `scores`."""
        return own * len(self.table) + others if self.scores > 1 else 0

    def at(self, own: int, others: int) -> Vector:
        """Return the shares at a score of the dealer's side and the other."""
        shares: Vector = self.table.reshape(self.scores, -1)[self.cell(own, others)]
        return shares

    def standard_error(self, gradient: Vector) -> float | None:
        """Return the error of what goes up by `gradient` with each share, scores after each other.

        The hands of each score are a multinomial sample by themselves.  A hand has its part in
        the shares at 0-0, which move all scores, and in what becomes of such hands at its score.
        """
        if self.counts is None:
            return None
        here = gradient.reshape(self.scores, 1, -1)
        expected = (self._becomes * here).sum(axis=2, keepdims=True)
        hands = self.counts.sum(axis=(1, 2), keepdims=True)
        moved = (here - expected) / hands + expected.sum(axis=0) / hands.sum()
        means = (self.counts * moved).sum(axis=(1, 2), keepdims=True) / hands
        return math.sqrt(float((self.counts * (moved - means) ** 2).sum()))

    @classmethod
    def given(cls, percent: Sequence[float], rules: HouseRules) -> Shares:
        """Take the shares of six outcomes in percent; what is missing to 100 is thrown in.

        Parameters
        ----------
        percent
            Of deals in which the dealer's side scores for making it, for a march and for a lone
            sweep, then of those in which the other side does.
        rules
            What these are worth, and who deals after a deal that was thrown in.

        Raises
        ------
        IllegalAction
            If they are not six shares that can be meant.
        """
        require_two_sides(rules)
        if len(percent) != 6:
            raise IllegalAction(
                f"six shares are needed, not {len(percent)}: of the dealer's side scoring "
                f"{', '.join(map(str, _worth(rules)))} points, then of the other side"
            )
        if not all(math.isfinite(one) and 0 <= one <= 100 for one in percent):
            raise IllegalAction("each share is a percentage from 0 to 100")
        total = math.fsum(percent)
        if total > 100 + 1e-9:
            raise IllegalAction(f"the shares add up to {total:g} %, which is more than 100 %")
        kinds = [Kind(points, 0) for points in _worth(rules)]
        kinds += [Kind(0, points) for points in _worth(rules)]
        shares = dict.fromkeys(kinds, 0.0)
        for kind, share in zip(kinds, percent, strict=True):
            shares[kind] += share / 100  # two may be worth the same
        shares[_thrown_in(rules)] = max(0.0, 1 - math.fsum(shares.values()))
        return cls(tuple(shares), np.array([[list(shares.values())]]))


def require_two_sides(rules: HouseRules) -> None:
    """Refuse rules under which each plays for himself."""
    if len(sides(rules)) != 2:
        raise IllegalAction(
            "chances at a score are those of two sides; under these rules there are "
            f"{len(sides(rules))}"
        )


def _becoming(counts: Integers) -> Vector:
    """Return what hands come to at each score, by what they come to at 0-0; unseen: the same."""
    alike = counts.sum(axis=2, keepdims=True)
    return np.where(alike > 0, counts / np.maximum(alike, 1), np.eye(counts.shape[2]))


def _worth(rules: HouseRules) -> tuple[int, int, int]:
    return rules.make_points, rules.march_points, rules.lone_value


def _thrown_in(rules: HouseRules) -> Kind:
    return Kind(0, 0, rules.redeal_after_pass_out == "same_dealer")


def shares_of(
    strategies: str | Sequence[Strategy],
    rules: HouseRules,
    *,
    hands: int,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Shares:
    """Play hands at every score of a game and count what they come to.

    The arguments are those of `simulate`, except that the hands are shared among the scores.
    After a KeyboardInterrupt the shares are those of a run of fewer hands.

    Raises
    ------
    IllegalAction
        If there are fewer hands than scores, or not two sides.
    """
    return Shares.from_counts(
        kinds_under(rules),
        count_by_score(
            strategies, rules, hands=hands, seed=seed, threads=threads, progress=progress
        ),
    )


def kinds_under(rules: HouseRules) -> tuple[Kind, ...]:
    """Return what deals may come to; that the same player deals again is the last."""
    payoffs = lower_rules(rules)[R_PAYOFF:R_CHOICES]
    points = sorted({0, *payoffs.tolist(), *(-payoffs).tolist()})
    return (*(Kind(max(one, 0), max(-one, 0)) for one in points), Kind(0, 0, True))


def hands_by_score(hands: int, target: int) -> Integers:
    """Return how many hands each score has of so many: the more, the fewer points are missing.

    Together they are not more than `hands`, and each has one.
    """
    missing = target - np.arange(target)
    weights = 1.0 / (missing[:, None] + missing) ** 2
    of_each = (hands - target**2) * weights.ravel() / weights.sum()
    found: Integers = of_each.astype(np.int64) + 1
    return found


def _goals(hands: int, target: int) -> Iterator[Integers]:
    """Return how many hands each score has when so and so many are played: ever half as many more.

    What was reached last is what is left of a run that was cut short.
    """
    together = max(FEWEST, target**2)
    while together < hands:
        yield hands_by_score(together, target)
        together += together // 2
    yield hands_by_score(hands, target)


def count_by_score(
    strategies: str | Sequence[Strategy],
    rules: HouseRules,
    *,
    hands: int,
    seed: int,
    threads: int | None,
    progress: Progress | None,
) -> Integers:
    """Return how often the hands of a score come to what at 0-0 and at that score.

    The arguments are those of `shares_of`, the axes those of `Shares.counts`.
    """
    require_two_sides(rules)
    check_run(hands, seed, 0, threads)
    target = rules.target_score
    if hands < target**2:
        raise IllegalAction(
            f"{hands} hands are too few: they are shared among the {target**2} scores of a game"
        )
    players = find_players(strategies, rules)
    start, threads = lower_rules(rules), threads or default_threads()
    kinds = {kind: number for number, kind in enumerate(kinds_under(rules))}
    numbers = np.zeros(2 * DEALT_AGAIN, np.int64)  # those of points below 0 from the end
    for kind, number in kinds.items():
        numbers[DEALT_AGAIN if kind.deals_again else kind.dealers - kind.others] = number

    def play(work: tuple[int, int, int]) -> tuple[int, Integers]:
        score, first, count = work
        own, others = divmod(score, target)
        hand = score * HANDS_OF_A_SCORE + first
        # The dealer sits last, and so not on the side of the player to the left.
        here = _outcomes(players, at_score(start, (others, own)), seed, hand, count)
        before = here if score == 0 else _outcomes(players, start, seed, hand, count)
        pair = numbers[before] * len(kinds) + numbers[here]
        return score, np.bincount(pair, minlength=len(kinds) ** 2)

    total = np.zeros((target**2, len(kinds) ** 2), np.int64)
    reached = np.zeros(target**2, np.int64)
    try:
        for goal in _goals(hands, target):
            found = np.zeros_like(total)
            work = (
                (score, *part)
                for score in reversed(range(target**2))  # those with the most hands first
                for part in cut(int(reached[score]), int(goal[score] - reached[score]), BLOCK)
            )
            for score, counts in ordered(play, work, threads):
                found[score] += counts
                if progress is not None:
                    progress(int(total.sum() + found.sum()))
            total, reached = total + found, goal
    except KeyboardInterrupt:
        if not total.any():
            raise
    return total.reshape(-1, len(kinds), len(kinds))


def _outcomes(players: Players, vector: Integers, seed: int, first: int, count: int) -> Integers:
    """Play hands; return the dealer's side's points minus the other's, or `DEALT_AGAIN`."""
    outcomes = np.zeros((count, OUTCOME_SIZE), np.int8)
    no_cards, no_log = np.zeros((0, len(players.assign)), np.uint64), np.zeros(0, np.uint64)
    fault = play_range(
        vector, players.hooks, players.assign, players.params, np.uint64(seed), np.uint64(first),
        count, outcomes, no_cards, no_log,
    )  # fmt: skip
    if fault >= 0:
        error = int(outcomes[fault - first, O_ERROR])
        raise name_fault(players, error, seed, fault, simulated=not vector[R_SCORES:].any())
    maker, points = outcomes[:, O_MAKER].astype(np.int64), outcomes[:, O_POINTS].astype(np.int64)
    found = np.where(maker % 2 == 1, points, -points)
    found[maker < 0] = DEALT_AGAIN if vector[R_REDEAL_SAME_DEALER] else 0
    found[outcomes[:, O_MISDEAL] != 0] = 0 if vector[R_MISDEAL_NEXT] else DEALT_AGAIN
    return found

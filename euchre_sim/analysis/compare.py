"""Which strategy is better: two against each other, or several in a round robin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, overload

from euchre_sim.analysis.arguments import (
    check_seed,
    check_standard_error,
    check_threads,
    check_whole,
    given,
)
from euchre_sim.analysis.duplicate import (
    INTERRUPTED,
    EndlessGame,
    Match,
    Progress,
    play_matches,
)
from euchre_sim.analysis.estimate import Estimate
from euchre_sim.analysis.ratings import (
    all_pairs,
    games_ratings,
    points_ratings,
    points_residuals,
)
from euchre_sim.analysis.workers import default_threads
from euchre_sim.errors import IllegalAction
from euchre_sim.rules import HouseRules, house_rules
from euchre_sim.scoring import sides
from euchre_sim.strategies import registry
from euchre_sim.strategies.api import Strategy

__all__ = ["Comparison", "EndlessGame", "RoundRobin", "compare", "require_distinct_labels"]


@dataclass(frozen=True)
class Played:
    """How a comparison was played.

    Attributes
    ----------
    rules, seed
        What they played under.
    unit : str
        ``deals`` or ``games``.
    count : int
        Deals or games, each of them played at every table.
    until_se : float or None
        The standard error that was asked for.
    reason : str
        Why it stopped: ``limit``, ``until_se`` or ``interrupted``.
    """

    rules: HouseRules
    seed: int
    unit: str
    count: int
    until_se: float | None
    reason: str

    @property
    def partial(self) -> bool:
        """Whether it was interrupted."""
        return self.reason == INTERRUPTED

    def _facts(self, strategies: Sequence[Strategy], played: int) -> dict[str, Any]:
        """Return what JSON says before the estimates."""
        return {
            "strategy_versions": [f"{one.label} v{one.version}" for one in strategies],
            "rules": self.rules.as_dict(),
            "rules_digest": self.rules.digest(),
            "seed": self.seed,
            "unit": self.unit,
            self.unit: self.count,
            "played": played,
        }

    def _ending(self) -> dict[str, Any]:
        """Return what JSON says after them."""
        stop = {} if self.until_se is None else {"until_se": self.until_se, "reason": self.reason}
        return {"partial": self.partial, **stop}


@dataclass(frozen=True)
class Comparison(Played):
    """Strategy A against strategy B, each as one side of the table.

    Attributes
    ----------
    first, second : Strategy
        A and B.
    difference : Estimate or None
        Deals only: A's points minus B's, per deal, from the pairs.
    win_share : Estimate or None
        Games only: the share that A won.
    """

    first: Strategy
    second: Strategy
    difference: Estimate | None
    win_share: Estimate | None

    @property
    def result(self) -> Estimate:
        """The difference or, of games, the share."""
        found = self.difference or self.win_share
        assert found is not None
        return found

    def estimates(self) -> dict[str, Any]:
        """Return both estimates as plain values, one of them None."""
        return {
            "points_per_deal": None if self.difference is None else self.difference.as_dict(),
            "win_share": None if self.win_share is None else self.win_share.as_dict(),
        }

    def as_dict(self) -> dict[str, Any]:
        """Plain values, as ``euchre compare --json`` prints them."""
        return {
            "a": self.first.label,
            "b": self.second.label,
            **self._facts((self.first, self.second), self.count * len(sides(self.rules))),
            **self.estimates(),
            **self._ending(),
        }


@dataclass(frozen=True)
class RoundRobin(Played):
    """Several strategies, every two against each other on the same deals.

    Attributes
    ----------
    strategies : tuple of Strategy
        As they were named.
    pairings : tuple of Comparison
        Each what comparing those two alone finds on these deals.  Of three players there are two a
        pair, either strategy being the one that plays against two.
    ratings : tuple of Estimate
        Of every strategy.  Deals: points a deal above the mean of all, see
        `ratings.points_ratings`.  Games: the mean share of games won against the others.
    residuals : tuple of Estimate
        Deals only: of every pairing, its difference minus that of the ratings; none is far from 0
        where strength is one number for each strategy.
    """

    strategies: tuple[Strategy, ...]
    pairings: tuple[Comparison, ...]
    ratings: tuple[Estimate, ...]
    residuals: tuple[Estimate, ...]

    def ranking(self) -> list[tuple[Strategy, Estimate]]:
        """Return strategies with their ratings, the best first."""
        rated = zip(self.strategies, self.ratings, strict=True)
        return sorted(rated, key=lambda one: -(one[1].mean or 0.0))

    def as_dict(self) -> dict[str, Any]:
        """Plain values, as ``euchre compare --json`` prints them."""
        residuals = [one.as_dict() for one in self.residuals] if self.residuals else None
        what = "points_per_deal_above_mean" if self.residuals else "mean_win_share"
        return {
            "strategies": [one.label for one in self.strategies],
            **self._facts(
                self.strategies, self.count * len(self.pairings) * len(sides(self.rules))
            ),
            "pairings": [
                {
                    "a": one.first.label,
                    "b": one.second.label,
                    **one.estimates(),
                    "residual": None if residuals is None else residuals[number],
                }
                for number, one in enumerate(self.pairings)
            ],
            "ratings": [
                {"strategy": strategy.label, what: rating.as_dict()}
                for strategy, rating in zip(self.strategies, self.ratings, strict=True)
            ],
            **self._ending(),
        }


@overload
def compare(
    first: str | Strategy,
    second: str | Strategy,
    *,
    deals: int = ...,
    games: int | None = ...,
    until_se: float | None = ...,
    rules: HouseRules | str | None = ...,
    seed: int = ...,
    threads: int | None = ...,
    progress: Progress | None = ...,
) -> Comparison: ...


@overload
def compare(
    first: str | Strategy,
    second: str | Strategy,
    third: str | Strategy,
    /,
    *more: str | Strategy,
    deals: int = ...,
    games: int | None = ...,
    until_se: float | None = ...,
    rules: HouseRules | str | None = ...,
    seed: int = ...,
    threads: int | None = ...,
    progress: Progress | None = ...,
) -> RoundRobin: ...


def compare(
    first: str | Strategy,
    second: str | Strategy,
    *more: str | Strategy,
    deals: int = 1_000_000,
    games: int | None = None,
    until_se: float | None = None,
    rules: HouseRules | str | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Comparison | RoundRobin:
    """Play strategies against each other, each as both partners of a side.

    Of three players one plays the first strategy and two the second, and his points count against
    the mean of theirs.

    Parameters
    ----------
    first, second
        Names or `Strategy` objects.
    *more
        Further ones: then every two play each other, all of them on the same deals.
    deals
        Duplicate deals: each is played as often as there are sides, the first strategy at another
        one each time, so that the luck of the cards falls on both.
    games
        Whole games instead, the deal going round the table; each is played so often as well.
    until_se
        Stop where every pairing's mean (of games: share) has at most this standard error; `deals`
        or `games` stays the limit.  It is looked at after fixed numbers of deals.
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
    Comparison or RoundRobin
        Of two strategies or of more; partial if it was interrupted.

    Raises
    ------
    IllegalAction
        If there is nothing to play, no such seed, standard error or thread, or if of more than
        two strategies one is named twice.
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
    >>> found = compare("random", "basic", "trumps", until_se=0.05, deals=20_000)
    >>> [strategy.label for strategy, rating in found.ranking()], found.reason
    (['basic', 'trumps', 'random'], 'until_se')
    """
    check_seed(seed)
    check_whole(deals=deals, **given(games=games, threads=threads))
    check_threads(threads)
    check_standard_error(until_se)
    if (deals if games is None else games) < 1:
        raise IllegalAction("there is nothing to compare without a deal or a game")
    rules = house_rules(rules)
    named = tuple(registry.get(one) for one in (first, second, *more))
    pairs = [(0, 1)]
    if more:
        require_distinct_labels(named)
        pairs = all_pairs(len(named), len(sides(rules)))
    matches = [Match.between(named[a], named[b], rules, seed, bool(games)) for a, b in pairs]
    limit = games or deals
    sums, reason = play_matches(matches, limit, until_se, threads or default_threads(), progress)
    how: dict[str, Any] = {
        "rules": rules,
        "seed": seed,
        "unit": "games" if games else "deals",
        "count": sums.count,
        "until_se": until_se,
        "reason": reason,
    }
    pairings = tuple(
        Comparison(
            **how,
            first=named[a],
            second=named[b],
            difference=None if games else estimate,
            win_share=estimate if games else None,
        )
        for (a, b), estimate in zip(pairs, sums.each(), strict=True)
    )
    if not more:
        return pairings[0]
    rate = games_ratings if games else points_ratings
    return RoundRobin(
        **how,
        strategies=named,
        pairings=pairings,
        ratings=rate(sums, pairs, len(named)),
        residuals=() if games else points_residuals(sums, pairs, len(named)),
    )


def require_distinct_labels(strategies: Sequence[Strategy]) -> None:
    """Refuse one that is named twice: a row of the table would not say whose it is.

    Two alone may be the same, to see that they are even.
    """
    labels = [one.label for one in strategies]
    for label in labels:
        if labels.count(label) > 1:
            raise IllegalAction(
                f"strategy {label!r} is named twice: of more than two, name each once"
            )

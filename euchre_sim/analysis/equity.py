"""The chance to win from a score: the game as a chain of deals.

A deal is an outcome (`Shares`): points for the dealer's side, or for the other, or for nobody.
How often each comes hangs on the score and the dealer alone, so that the chance to win is that of a
Markov chain over these, and found exactly, from the end of the game back.  Its error is that of the
shares alone: the gradient of the chance by each share goes through the chain beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from threading import RLock
from typing import Any

import numpy as np
import numpy.typing as npt

from euchre_sim.analysis.deal_shares import Kind, Shares, require_two_sides
from euchre_sim.analysis.estimate import Estimate, deviations
from euchre_sim.errors import IllegalAction
from euchre_sim.games import book, match_winner
from euchre_sim.rules import HouseRules

__all__ = ["DEALERS", "Equity", "State", "check_state"]

Vector = npt.NDArray[np.float64]

DEALERS = ("us", "them")


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands between two deals.

    Parameters
    ----------
    us, them
        The score.
    dealer
        Who deals next: one of `DEALERS`.
    games_us, games_them
        Games won in the match.
    """

    us: int
    them: int
    dealer: str
    games_us: int = 0
    games_them: int = 0


@dataclass(frozen=True)
class _Value:
    """The chance of "us" in a state, and its gradient by each share."""

    chance: float
    gradient: Vector  # all kinds of one score, then those of the next


class Equity:
    """Chances to win at every score.

    Parameters
    ----------
    rules
        The house rules.
    shares
        How often deals come to what.

    Raises
    ------
    IllegalAction
        If a game would never end.

    Examples
    --------
    Four equal players of a published table, two at eight each:

    >>> rules = HouseRules()
    >>> equity = Equity(rules, Shares.given([45, 16, 5, 17, 12, 5], rules))
    >>> round(equity.game(State(8, 8, "us")).mean, 3)
    0.545
    """

    def __init__(self, rules: HouseRules, shares: Shares) -> None:
        require_two_sides(rules)
        self.rules = rules
        self.shares = shares
        idle = np.array([kind.is_idle for kind in shares.kinds])
        if shares.table[:, :, idle].sum(axis=2).max() >= 1 - 1e-12:
            raise IllegalAction("no deal brings points: such a game never ends")
        self._games: dict[State, _Value] = {}
        self._matches: dict[State, _Value] = {}
        self._lock = RLock()

    @cached_property
    def is_match(self) -> bool:
        """Whether more than one game is played."""
        return match_winner((1, 0), self.rules) is None

    def game(self, state: State) -> Estimate:
        """Chance that "we" win the current game."""
        check_state(self.rules, state)
        return self._estimate(self._value(State(state.us, state.them, state.dealer), False))

    def match(self, state: State) -> Estimate:
        """Chance that "we" win the match."""
        check_state(self.rules, state)
        return self._estimate(self._value(state, True))

    def worth_of_a_point(self, state: State, to: str = "us") -> Estimate:
        """Return what one more point for a side adds to our chance to win the game."""
        check_state(self.rules, state)
        us, them = (1, 0) if to == "us" else (0, 1)
        before = self._value(State(state.us, state.them, state.dealer), False)
        after = self._after(State(state.us, state.them, state.dealer), us, them, False)
        return self._estimate(
            _Value(after.chance - before.chance, after.gradient - before.gradient), least=-1.0
        )

    def states(self) -> Iterator[State]:
        """All scores of a game, "we" dealing and then "they"."""
        target = self.rules.target_score
        for dealer in DEALERS:
            for us in range(target):
                for them in range(target):
                    yield State(us, them, dealer)

    def as_dict(self, states: Iterable[State] | None = None) -> dict[str, Any]:
        """Plain values: hands played, and what there is to say of some scores or all."""
        return {
            "hands": self.shares.hands,
            "scores": [self.facts(state) for state in states or self.states()],
        }

    def facts(self, state: State) -> dict[str, Any]:
        """Return what there is to say of one score."""
        match = {"match": self.match(state).as_dict()} if self.is_match else {}
        games = {"games_us": state.games_us, "games_them": state.games_them} if match else {}
        return {
            "us": state.us,
            "them": state.them,
            **games,
            "dealer": state.dealer,
            "win": self.game(state).as_dict(),
            **match,
            "point_for_us": self.worth_of_a_point(state).as_dict(),
            "point_for_them": self.worth_of_a_point(state, "them").as_dict(),
            "shares": [
                {
                    "dealers_points": kind.dealers,
                    "others_points": kind.others,
                    "same_dealer_again": kind.deals_again,
                    "share": share,
                }
                for kind, share in self.shares_at(state)
            ],
        }

    def shares_at(self, state: State) -> list[tuple[Kind, float]]:
        """Return how often deals at a score come to what."""
        own, others = _by_dealer(state)
        return list(zip(self.shares.kinds, self.shares.at(own, others).tolist(), strict=True))

    # --- the chain ---

    def _estimate(self, value: _Value, least: float = 0.0) -> Estimate:
        se = self.shares.standard_error(value.gradient)
        if se is None:
            return Estimate(value.chance, None, None, None)
        reach = deviations() * se
        low, high = max(least, value.chance - reach), min(1.0, value.chance + reach)
        return Estimate(value.chance, se, low, high)

    def _value(self, state: State, match: bool) -> _Value:
        known = self._matches if match else self._games
        found = known.get(state)
        if found is None:
            with self._lock:  # which the thread that fills them passes again
                if state not in known:
                    self._fill(match)
                found = known[state]
        return found

    def _fill(self, match: bool) -> None:
        """Find the values of all scores, the last ones first."""
        target = self.rules.target_score
        games = [(0, 0)]
        if match:
            most = range(3)  # of five games nobody wins more than 2 before the last one
            games = [(a, b) for a in most for b in most]
            games = [one for one in games if match_winner(one, self.rules) is None]
        for games_us, games_them in sorted(games, key=sum, reverse=True):
            for us in reversed(range(target)):
                for them in reversed(range(target)):
                    self._solve(State(us, them, DEALERS[0], games_us, games_them), match)

    def _solve(self, state: State, match: bool) -> None:
        """Find the values of a score for both dealers, those of all later ones being known.

        A deal that brings nothing leads back to the same score, dealt by either side: two
        equations in the two values, and the same two for the gradients.
        """
        known = self._matches if match else self._games
        both = [replace(state, dealer=dealer) for dealer in DEALERS]
        n = len(self.shares.kinds)
        chances, gradients = np.zeros((2, n)), np.zeros((2, self.shares.table.size))
        equations = np.eye(2)
        places = [_by_dealer(one) for one in both]
        shares = np.array([self.shares.at(*place) for place in places])
        for i, kind in enumerate(self.shares.kinds):
            for dealt, next_dealt in enumerate(reversed(both)):
                if kind.is_idle:
                    equations[dealt, dealt if kind.deals_again else 1 - dealt] -= shares[dealt, i]
                elif shares[dealt, i]:
                    us, them = kind.dealers, kind.others
                    if dealt == 1:
                        us, them = them, us
                    then = self._after(next_dealt, us, them, match)
                    chances[dealt, i] = then.chance
                    gradients[dealt] += shares[dealt, i] * then.gradient
        solved = np.linalg.solve(equations, (chances * shares).sum(axis=1))
        for i, kind in enumerate(self.shares.kinds):
            if kind.is_idle:
                chances[:, i] = solved if kind.deals_again else solved[::-1]
        for dealt, place in enumerate(places):
            first = n * self.shares.cell(*place)
            gradients[dealt, first : first + n] += chances[dealt]
        slopes = np.asarray(np.linalg.solve(equations, gradients), np.float64)
        for dealt, one in enumerate(both):
            known[one] = _Value(float(solved[dealt]), slopes[dealt])

    def _after(self, state: State, us: int, them: int, match: bool) -> _Value:
        """Return the value of a state in which the sides now score."""
        booked = book((us, them), (state.us, state.them), self.rules)
        games = state.games_us + booked.won[0], state.games_them + booked.won[1]
        over = match_winner(games, self.rules) if match else _winner(booked.won)
        if over is not None:
            return _Value(float(over == 0), np.zeros(self.shares.table.size))
        us, them = booked.carried
        return self._value(State(us, them, state.dealer, *(games if match else (0, 0))), match)


def check_state(rules: HouseRules, state: State) -> None:
    """Refuse what is no score of a running game and match, and rules without two sides."""
    require_two_sides(rules)
    most = rules.target_score - 1
    if not (0 <= state.us <= most and 0 <= state.them <= most):
        raise IllegalAction(
            f"{state.us}-{state.them} is no score of a running game: {most + 1} points win, "
            f"so each side has 0 to {most}"
        )
    if state.dealer not in DEALERS:
        raise IllegalAction(f"{state.dealer!r} does not deal: us or them does")
    games = state.games_us, state.games_them
    if min(games) < 0 or match_winner(games, rules) is not None:
        raise IllegalAction(
            f"{games[0]}-{games[1]} are no games of a match that goes on "
            f"(match_format={rules.match_format})"
        )


def _by_dealer(state: State) -> tuple[int, int]:
    """Return the score of the side that deals, and the other's."""
    return (state.us, state.them) if state.dealer == DEALERS[0] else (state.them, state.us)


def _winner(won: tuple[int, ...]) -> int | None:
    """Return the side that won the game that was played, the first where laps won several."""
    return next((side for side, games in enumerate(won) if games), None)

"""From many deals to games and matches: totals, who has won, and where the next deal begins.

A score is a tuple with one number for each side, as in `scoring`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from euchre_sim.errors import IllegalAction
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import Outcome, score, sides

__all__ = ["Booked", "GameTotals", "ScoreRow", "book", "match_winner", "play_out"]

_WINS_NEEDED = {"single": 1, "best_of_3": 2, "best_of_5": 3}


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One deal of a game with the totals after it.

    Parameters
    ----------
    outcome
        What happened.
    points
        Points for each side; below zero only where a renege is subtracted.
    score
        Each side's total in the current game after this deal.
    games
        Games won by each side after this deal.
    game
        Number of the game within the match, from 1.
    game_over, match_over
        Whether this deal ended the game, or the match.
    after_end
        Whether the match was over before this deal, so that its points do not count.
    """

    outcome: Outcome
    points: tuple[int, ...]
    score: tuple[int, ...]
    games: tuple[int, ...]
    game: int
    game_over: bool
    match_over: bool
    after_end: bool


@dataclass(frozen=True, slots=True)
class GameTotals:
    """All deals of a game or match, and where it stands.

    Parameters
    ----------
    rows
        One for each deal.
    score
        Each side's total in the last game that was begun.
    games
        Games won by each side.
    winner
        Side that has won the match (the game, if it is a single one); None while it goes on.
    """

    rows: tuple[ScoreRow, ...]
    score: tuple[int, ...]
    games: tuple[int, ...]
    winner: int | None


@dataclass(frozen=True, slots=True)
class Booked:
    """What a deal's points make of a game.

    Parameters
    ----------
    totals
        Each side's score after the deal.
    won
        Games that this wins for each side.
    carried
        Each side's score when the next deal begins: that of a new game where one was won.
    skipped
        Games won beyond the first, which thus were never played.
    """

    totals: tuple[int, ...]
    won: tuple[int, ...]
    carried: tuple[int, ...]
    skipped: int


def play_out(
    outcomes: Iterable[Outcome], rules: HouseRules, initial: tuple[int, ...] | None = None
) -> GameTotals:
    """Add up deals into games and a match.

    Parameters
    ----------
    outcomes
        The deals in order.
    rules
        The house rules, perhaps other ones than those the deals were played under.
    initial
        Each side's score before the first deal; zero if not given.

    Returns
    -------
    GameTotals
        A row for every deal. Deals after the end of the match are kept and marked.
    """
    totals = initial if initial is not None else (0,) * len(sides(rules))
    games = (0,) * len(sides(rules))
    winner = match_winner(games, rules)
    if _game_winner(totals, rules) is not None:
        raise IllegalAction(
            f"a game cannot start at {':'.join(map(str, totals))}: {rules.target_score} points win"
        )
    game, game_over, carried = 1, False, (0,) * len(sides(rules))
    rows = []
    for outcome in outcomes:
        points = score(outcome, rules)
        after_end = winner is not None
        if not after_end:
            if game_over:
                game, totals = game + 1, carried
            booked = book(points, totals, rules)
            totals, carried = booked.totals, booked.carried
            game_over = any(booked.won)
            game += booked.skipped
            games = tuple(a + b for a, b in zip(games, booked.won, strict=True))
            winner = match_winner(games, rules)
        rows.append(
            ScoreRow(
                outcome=outcome,
                points=points,
                score=totals,
                games=games,
                game=game,
                game_over=game_over and not after_end,
                match_over=winner is not None and not after_end,
                after_end=after_end,
            )
        )
    return GameTotals(tuple(rows), totals, games, winner)


def book(points: tuple[int, ...], totals: tuple[int, ...], rules: HouseRules) -> Booked:
    """Add one deal's points to a game's totals and see which games that wins.

    With `laps` the points above the target begin the next game and may win that one too.

    Parameters
    ----------
    points
        Of each side; a total does not fall below zero.
    totals
        Each side's score before the deal.
    rules
        The house rules.
    """
    totals = tuple(max(0, a + b) for a, b in zip(totals, points, strict=True))
    won, left, finished = [0] * len(sides(rules)), totals, 0
    while (winner := _game_winner(left, rules)) is not None:
        loser_has_nothing = all(total == 0 for side, total in enumerate(left) if side != winner)
        won[winner] += 2 if rules.slam_double and loser_has_nothing else 1
        finished += 1
        over = left[winner] - rules.target_score if rules.laps else 0
        left = tuple(over if side == winner else 0 for side in range(len(left)))
    return Booked(totals, tuple(won), left, max(0, finished - 1))


def match_winner(games: tuple[int, ...], rules: HouseRules) -> int | None:
    """Return the side that has won the match with its games, if one has."""
    needed = _WINS_NEEDED[rules.match_format]
    return next((side for side, won in enumerate(games) if won >= needed), None)


def _game_winner(totals: tuple[int, ...], rules: HouseRules) -> int | None:
    """Return the side that has reached the target ahead of all others."""
    best = max(totals)
    if best < rules.target_score or totals.count(best) > 1:
        return None
    return totals.index(best)

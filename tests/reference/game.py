"""From hands to games and matches (RULES.md A3 and A15, B3 for three players, B5 for laps)."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from .options import Rules, complete
from .scoring import Outcome, Points, guaranteed, score
from .table import columns, left

GAMES_NEEDED = {"single": 1, "best_of_3": 2, "best_of_5": 3}


def next_dealer(outcome: Outcome, rules: Mapping[str, Any]) -> int:
    """Who deals after this hand (RULES.md A3, A8, A11, A16 and A17)."""
    full = complete(rules)
    stays = {
        "redeal": True,
        "thrown_in": full["redeal_after_pass_out"] == "same_dealer",
        "misdeal": full["misdeal_redeal"] == "same_dealer",
    }.get(outcome["special"], False)
    dealer = int(outcome["dealer"])
    return dealer if stays else left(dealer, full["players"])


def game_winner(totals: Points, target: int) -> int | None:
    """The column that has won at these totals (RULES.md A15).

    Two can be over the target in the three-handed game (B3), and elsewhere where a renege penalty
    is added to a hand that was played out; the highest total wins and a tie is played on.
    """
    best = max(totals)
    return None if best < target or totals.count(best) > 1 else totals.index(best)


def stops_game(outcome_so_far: Outcome, totals: Points, rules: Mapping[str, Any]) -> bool:
    """Whether play stops here because the game is already won for certain (RULES.md A15)."""
    full = complete(rules)
    if not full["early_stop"] or outcome_so_far["special"] != "none":
        return False
    sure = guaranteed(outcome_so_far, full)
    booked = tuple(total + amount for total, amount in zip(totals, sure, strict=True))
    return game_winner(booked, full["target_score"]) is not None


def games_won(winner: int, totals: Points, rules: Rules) -> int:
    """One, or two for a slam: nobody else has a point in this game (RULES.md B5)."""
    others = [total for column, total in enumerate(totals) if column != winner]
    return 2 if rules["slam_double"] and not any(others) else 1


def carried(totals: Points, rules: Rules) -> Points:
    """Where the next game begins: at nothing, or at what was over the target (RULES.md B5)."""
    return tuple(max(0, total - rules["target_score"]) if rules["laps"] else 0 for total in totals)


class Standing(NamedTuple):
    """Where a match stands between two hands (RULES.md A15)."""

    totals: Points
    games: Points  # won, by column
    game: int  # the number of the one being played
    winner: int | None  # of the match


def close_games(standing: Standing, rules: Rules) -> Standing:
    """Count the game that ends at these totals; several may end, with laps (RULES.md A15, B5)."""
    needed = GAMES_NEEDED[rules["match_format"]]
    totals, games, game, winner = standing
    while winner is None and (won_by := game_winner(totals, rules["target_score"])) is not None:
        won = list(games)
        won[won_by] += games_won(won_by, totals, rules)
        games = tuple(won)
        if games[won_by] >= needed:
            winner = won_by
        else:
            totals, game = carried(totals, rules), game + 1
    return Standing(totals, games, game, winner)


def fold_game(
    outcomes: list[Outcome], rules: Mapping[str, Any], initial: Points | None = None
) -> dict[str, Any]:
    """Totals, games and end of a series of outcomes, a left fold of ``score`` (RULES.md A15).

    Returns ``rows`` (one a hand: ``points``, ``score`` after it, ``games`` won after it, ``game``
    counted from 1, ``game_over``, ``after_end``) and the state at the end: ``score``, ``games``,
    ``over``, ``winner``, ``next`` (where another hand would begin).  ``score`` of the hand that
    ends a game is that game's final score; the next game begins at nothing, or with laps at the
    points over the target.  Hands after the end are kept and change nothing.
    """
    full: Rules = complete(rules)
    nothing = (0,) * columns(full["players"])
    initial = nothing if initial is None else initial
    if max(initial) >= full["target_score"]:
        raise ValueError(f"the game is over before it begins: {initial}")

    rows: list[dict[str, Any]] = []
    standing, totals = Standing(initial, nothing, 1, None), initial
    for outcome in outcomes:
        points = score(outcome, full)
        before = standing
        if before.winner is None:
            # Only a subtracted penalty is negative, and no total falls below 0.
            sums = zip(before.totals, points, strict=True)
            totals = tuple(max(0, total + amount) for total, amount in sums)
            standing = close_games(before._replace(totals=totals), full)
        rows.append(
            {
                "points": points,
                "score": totals,
                "games": standing.games,
                "game": before.game,
                "game_over": standing.games != before.games,
                "after_end": before.winner is not None,
            }
        )

    return {
        "rows": rows,
        "score": totals,
        "games": standing.games,
        "over": standing.winner is not None,
        "winner": standing.winner,
        "next": standing.totals,
    }

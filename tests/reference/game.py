"""From hands to games and matches (RULES.md A3 and A15)."""

from collections.abc import Mapping
from typing import Any

from .options import Rules, complete
from .scoring import Outcome, Points, guaranteed, score
from .table import left

GAMES_NEEDED = {"single": 1, "best_of_3": 2, "best_of_5": 3}


def next_dealer(outcome: Outcome, rules: Mapping[str, Any]) -> int:
    """Who deals after this hand (RULES.md A3, A8 and A16)."""
    full = complete(rules)
    stays = {
        "thrown_in": full["redeal_after_pass_out"] == "same_dealer",
        "misdeal": full["misdeal_redeal"] == "same_dealer",
    }.get(outcome["special"], False)
    dealer = int(outcome["dealer"])
    return dealer if stays else left(dealer, full["players"])


def game_winner(totals: Points, target: int) -> int | None:
    """The team that has won at these totals (RULES.md A15).

    Both can be over the target only where a renege penalty is added to a hand that was played out;
    then, as in the three-handed game (B3), the higher total wins and a tie is played on.
    """
    if max(totals) < target or totals[0] == totals[1]:
        return None
    return 0 if totals[0] > totals[1] else 1


def stops_game(outcome_so_far: Outcome, totals: Points, rules: Mapping[str, Any]) -> bool:
    """Whether play stops here because a side already has its target for certain (RULES.md A15)."""
    full = complete(rules)
    if not full["early_stop"] or outcome_so_far["special"] != "none":
        return False
    sure = guaranteed(outcome_so_far, full)
    return any(
        amount > 0 and total + amount >= full["target_score"]
        for total, amount in zip(totals, sure, strict=True)
    )


def fold_game(
    outcomes: list[Outcome], rules: Mapping[str, Any], initial: Points = (0, 0)
) -> dict[str, Any]:
    """Totals, games and end of a series of outcomes, a left fold of ``score`` (RULES.md A15).

    Returns ``rows`` (one a hand: ``points``, ``score`` after it, ``games`` won after it, ``game``
    counted from 1, ``game_over``, ``after_end``) and the state at the end: ``score``, ``games``,
    ``over``, ``winner``.  ``score`` of the hand that ends a game is that game's final score; the
    next game begins at 0:0.  Hands after the end are kept and change nothing.
    """
    full: Rules = complete(rules)
    needed = GAMES_NEEDED[full["match_format"]]
    if max(initial) >= full["target_score"]:
        raise ValueError(f"the game is over before it begins: {initial}")

    rows: list[dict[str, Any]] = []
    totals, games, game = initial, (0, 0), 1
    start, winner = initial, None
    for outcome in outcomes:
        points = score(outcome, full)
        after_end = winner is not None
        game_over = False
        if not after_end:
            # Only a subtracted penalty is negative, and no total falls below 0.
            totals = (max(0, start[0] + points[0]), max(0, start[1] + points[1]))
            won_by = game_winner(totals, full["target_score"])
            game_over = won_by is not None
            if won_by is not None:
                games = (games[0] + (won_by == 0), games[1] + (won_by == 1))
                winner = won_by if games[won_by] == needed else None
        rows.append(
            {
                "points": points,
                "score": totals,
                "games": games,
                "game": game,
                "game_over": game_over,
                "after_end": after_end,
            }
        )
        start = totals
        if game_over and winner is None:
            start, game = (0, 0), game + 1

    return {
        "rows": rows,
        "score": totals,
        "games": games,
        "over": winner is not None,
        "winner": winner,
    }

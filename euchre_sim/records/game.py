"""A whole game: its deals one after another, and the running score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from euchre_sim.errors import IllegalAction
from euchre_sim.games import play_out
from euchre_sim.records.deal import GameRecord
from euchre_sim.records.lowered import lowered
from euchre_sim.records.result import GameReplay
from euchre_sim.records.walk import DealWalk, walk_deal
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import score, sides

__all__ = ["walk_game"]

Score = tuple[int, ...]


def walk_game(
    game: GameRecord, rules: HouseRules | None = None, with_decisions: bool = True
) -> GameReplay:
    """Go through a game deal by deal.

    Parameters
    ----------
    game
        The game.
    rules
        The rules to replay by; the game's own ones if not given.
    with_decisions
        Whether the decisions are wanted, not only the results.
    """
    rules = rules or game.rules
    low = lowered(rules)
    n_sides = len(sides(rules))
    if len(game.initial) != n_sides or min(game.initial) < 0:
        start = ":".join(map(str, game.initial))
        raise IllegalAction(f"a game of {n_sides} sides cannot start at {start}")
    stops_early = rules.early_stop and game.to_target
    walks: list[DealWalk] = []
    for number, record in enumerate(game.deals, 1):
        totals = _before_next(game, rules, walks) if stops_early else None
        walks.append(walk_deal(record, low, number, totals, with_decisions))
    rows, winner = _add_up(game, rules, walks)
    deals, scores, counts = [], [], []
    following, score_now = iter(rows), game.initial
    for walk in walks:
        row = next(following) if walk.outcome is not None else None
        deals.append(walk.report(row.points if row else None))
        score_now = row.score if row else score_now
        scores.append(score_now)
        counts.append(row is not None and row.counts)
    return GameReplay(
        game=game,
        rules=rules,
        deals=tuple(deals),
        scores=tuple(scores),
        counts=tuple(counts),
        winner=winner,
    )


class _Row(NamedTuple):
    """A finished deal's points, the score after it, and whether the game was still on."""

    points: Score
    score: Score
    counts: bool


def _add_up(
    game: GameRecord, rules: HouseRules, walks: Sequence[DealWalk]
) -> tuple[list[_Row], int | None]:
    """Return a row for every finished deal, and the winner."""
    finished = [walk.outcome for walk in walks if walk.outcome is not None]
    limit = game.deal_limit or len(finished)
    rows, total, winner = [], game.initial, None
    if game.to_target:
        folded = play_out(finished[:limit], rules, game.initial)
        rows = [_Row(row.points, row.score, not row.after_end) for row in folded.rows]
        total, winner = folded.score, folded.winner
    else:
        for outcome in finished[:limit]:
            points = score(outcome, rules)
            total = tuple(max(0, a + b) for a, b in zip(total, points, strict=True))
            rows.append(_Row(points, total, True))
    if winner is None and game.deal_limit == len(rows) > 0 and total.count(max(total)) == 1:
        winner = total.index(max(total))
    rows += [_Row(score(outcome, rules), total, False) for outcome in finished[limit:]]
    return rows, winner


def _before_next(game: GameRecord, rules: HouseRules, walks: Sequence[DealWalk]) -> Score | None:
    """Return each side's score before the next deal; None once the match is over."""
    outcomes = [walk.outcome for walk in walks if walk.outcome is not None]
    folded = play_out(outcomes, rules, game.initial)
    if folded.winner is not None:
        return None
    if folded.rows and folded.rows[-1].game_over:
        return (0,) * len(game.initial)
    return folded.score

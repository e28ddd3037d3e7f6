"""What each player of reviewed games gave away and found, over all of them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from euchre_sim.analysis.grade import BRILLIANT

__all__ = ["player_facts"]

Facts = dict[str, Any]
CALLING = ("call", "alone", "defend", "discard")  # what is no card played


def player_facts(games: Sequence[Mapping[str, Any]]) -> list[Facts]:
    """Add up what was graded, by player.

    Parameters
    ----------
    games
        As `Reviewer.game` tells them, each with its ``file``.

    Returns
    -------
    list of dict
        Plain values by player, in the order in which they appear.  Losses are for each deal: a mean
        with its standard error, of all decisions that could be graded.
    """
    names = dict.fromkeys(name for game in games for name in game["players"])
    return [_of_player(name, games) for name in names]


def _of_player(name: str, games: Sequence[Mapping[str, Any]]) -> Facts:
    own = [list(_decisions(name, game)) for game in games]
    decisions = [one for game in own for one in game]
    deals = sum(len(game["deals"]) * game["players"].count(name) for game in games)
    graded = [one for _, one in decisions if "loss" in one]
    mistakes = [(place, one) for place, one in decisions if one["label"] not in ("", BRILLIANT)]
    found = [(place, one) for place, one in decisions if one["label"] == BRILLIANT]
    return {
        "name": name,
        "games": sum(name in game["players"] for game in games),
        "deals": deals,
        "decisions": len(graded),
        "calls": _losses([one for one in graded if one["phase"] in CALLING], deals),
        "play": _losses([one for one in graded if one["phase"] not in CALLING], deals),
        "mistakes": {
            label: sum(one["label"] == label for _, one in mistakes) for label in ("??", "?", "?!")
        },
        "brilliant": len(found),
        "worst": _named(max(mistakes, key=lambda pair: _loss_of(pair[1]), default=None)),
        "best": _named(max(found, key=lambda pair: _gain_of(pair[1]), default=None)),
        "by_position": _by_position(name, games),
    }


def _decisions(name: str, game: Mapping[str, Any]) -> Iterator[tuple[Facts, Facts]]:
    """Yield where each decision of a player was made, and the decision."""
    for deal in game["deals"]:
        for one in deal["decisions"]:
            if one["seat"] >= 0 and game["players"][one["seat"]] == name:
                yield {"file": game["file"], "deal": deal["number"]}, one


def _loss_of(one: Mapping[str, Any]) -> float:
    """Return what a decision cost: of the chance to win where there was a game, else in points."""
    loss: float = (one["loss_win"] or one["loss"])["mean"]
    return loss


def _gain_of(one: Mapping[str, Any]) -> float:
    """Return by how much a decision was better than the next best."""
    ranked = sorted(float((v["win"] or v["points"])["mean"]) for v in one["actions"])
    return ranked[-1] - ranked[-2]


def _named(pair: tuple[Facts, Facts] | None) -> Facts | None:
    if pair is None:
        return None
    place, one = pair
    told = ("number", "phase", "chosen", "best", "label", "loss", "loss_win", "question")
    return {**place, **{key: one[key] for key in told}}


def _losses(decisions: Sequence[Mapping[str, Any]], deals: int) -> Facts:
    """Add up losses and divide them by the number of deals."""

    def mean(key: str) -> Facts | None:
        losses = [one[key] for one in decisions if one[key] is not None]
        if not deals or (key == "loss_win" and not losses):
            return None
        return {
            "mean": math.fsum(max(0.0, loss["mean"]) for loss in losses) / deals,
            "se": math.hypot(*(loss["se"] for loss in losses)) / deals,
        }

    return {"n": len(decisions), "loss": mean("loss"), "loss_win": mean("loss_win")}


def _by_position(name: str, games: Sequence[Mapping[str, Any]]) -> list[Facts]:
    """Tell apart what a player did from each position."""
    rows: dict[int, Facts] = {}
    for game in games:
        n = len(game["players"])
        for deal in game["deals"]:
            for seat, player in enumerate(game["players"]):
                if player != name:
                    continue
                position = (seat - deal["dealer"] - 1) % n + 1
                row = rows.setdefault(
                    position,
                    {"position": position, "deals": 0, "called": 0, "made": 0, "lost": 0.0},
                )
                row["deals"] += 1
                if deal["maker"] == seat:
                    row["called"] += 1
                    points = deal["points"]
                    row["made"] += points is not None and points[seat % 2] > 0
                row["lost"] += math.fsum(
                    max(0.0, _loss_of(one))
                    for one in deal["decisions"]
                    if one["seat"] == seat and "loss" in one
                )
    return [rows[position] for position in sorted(rows)]

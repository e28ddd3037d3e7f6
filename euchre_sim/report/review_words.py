"""What the parts of a review's page call things, and how they write its numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from euchre_sim.analysis.estimate import deviations
from euchre_sim.report.figure import NONE, PER_CENT, points
from euchre_sim.report.words import listed

__all__ = [
    "BRILLIANT",
    "GRADES",
    "Facts",
    "advise_command",
    "change",
    "deal_id",
    "game_id",
    "lost",
    "result_text",
    "score_text",
    "side_of",
    "worst_first",
]

Facts = Mapping[str, Any]

# Label -> its word, the gravest first.
GRADES = {"??": "Blunder", "?": "Mistake", "?!": "Inaccuracy"}
BRILLIANT = "!"
_CONTRACTS = {
    "c": "clubs", "d": "diamonds", "s": "spades", "h": "hearts", "n": "no trump",
    "NTL": "low no trump", "MIS": "misere",
}  # fmt: skip


def change(share: float | None) -> str:
    r"""Write by how much a chance grew or shrank.

    >>> change(0.051), change(-0.2), change(None)
    ('+5.1\xa0%', '−20.0\xa0%', '–')
    """
    return NONE if share is None else points(100 * share, 1) + PER_CENT


def lost(loss: Facts | None, *, as_share: bool) -> str:
    r"""Write a loss with half of its interval.

    >>> lost({"mean": 0.0512, "se": 0.005}, as_share=True)
    '5.1 ± 1.0\xa0%'
    """
    if loss is None:
        return NONE
    scale, digits, unit = (100, 1, PER_CENT) if as_share else (1, 2, "")
    mean, half = max(0.0, loss["mean"]) * scale, deviations() * loss["se"] * scale
    return f"{mean:.{digits}f} ± {half:.{digits}f}{unit}"


def score_text(score: Sequence[int]) -> str:
    """Write a score.

    >>> score_text([9, 6])
    '9–6'
    """
    return "–".join(map(str, score))


def side_of(players: Sequence[str], side: int) -> str:
    """Name the players of a side."""
    return listed(players[side::2])


def result_text(deal: Facts, names: Sequence[str]) -> str:
    """Say what came of a deal."""
    if deal["unfinished"]:
        return f"Unfinished: {deal['unfinished']}."
    if deal["maker"] is None:
        return "Thrown in."
    alone = " alone" if deal["alone"] is not None else ""
    contract = _CONTRACTS.get(deal["contract"], deal["contract"])
    n = deal["maker_tricks"]
    tricks = "" if n is None else f" and takes {n} {'trick' if n == 1 else 'tricks'}"
    ours, theirs = deal["points"]
    side, got = int(theirs > ours), abs(ours - theirs)
    scored = f"{got} for {side_of(names, side)}" if got else "no points"
    return f"{names[deal['maker']]} makes {contract}{alone}{tricks}: {scored}."


def game_id(number: int) -> str:
    """Return where a game, counted from 1, stands on the page."""
    return f"game-{number}"


def deal_id(game: int, deal: int) -> str:
    """Return where a deal stands on the page."""
    return f"{game_id(game)}-deal-{deal}"


def worst_first(decisions: Sequence[Facts]) -> list[Facts]:
    """Return the decisions that were mistakes, the gravest first."""
    found = [one for one in decisions if one["label"] in GRADES]
    return sorted(found, key=lambda one: -float((one["loss_win"] or one["loss"])["mean"]))


def advise_command(one: Facts, score: Sequence[int] | None, flags: str) -> str:
    """Return the command that asks about a decision again; `flags` are those of the rules."""
    command = f'euchre advise --position "{one["question"]}"{flags}'
    if one["model"] != "rollout":
        command += f" --model {one['model']}"
    if score is None:
        return command
    us, them = score if one["seat"] % 2 == 0 else (score[1], score[0])
    return f"{command} --score {us}-{them}"

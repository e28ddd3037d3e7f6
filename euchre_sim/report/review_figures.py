"""The two charts of a reviewed game: the chance to win, and luck and skill, deal by deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from euchre_sim.report.figure import Figure, Mark, Table, percent, points
from euchre_sim.report.review_words import Facts, change, game_id, score_text, side_of

__all__ = ["PARTS", "chance_figure", "luck_figure", "unit_of"]

# What a deal's result is made of, beside what such a deal brings.
PARTS = {"cards": "the cards", "decisions": "decisions", "fall": "how they fell"}
_COLOURS = ("blue", "orange", "grey")


def unit_of(deals: Sequence[Facts]) -> str:
    """Return what luck is told in: ``win`` where there was a game, else ``points``."""
    return "win" if any(deal["luck"]["win"] is not None for deal in deals) else "points"


def chance_figure(game: Facts, number: int) -> Figure:
    """Return the chance of side 0 to win the game, before it and after each deal."""
    name, side = f"{game_id(number)}-chance", side_of(game["players"], 0)
    title = f"Chance of {side} to win"
    told = [deal for deal in game["deals"] if deal["luck"]["win"] is not None]
    if not told:
        return Figure(name=name, title=title, missing="No deal counts towards the end of a game.")
    marks, lines = [], []

    def add(row: str, chance: float, score: Sequence[int] | None, move: float | None) -> None:
        at = "" if score is None else f" at {score_text(score)}"
        marks.append(Mark(row, side, chance, f"{row}: {percent(chance)}{at}"))
        score_cell = "" if score is None else score_text(score)
        cells = {"After": row, "Score": score_cell, "Chance": percent(chance)}
        lines.append({**cells, "Change": change(move)})

    before = told[0]["luck"]["win"]["expected"]
    add("start", before, told[0]["score_before"], None)
    for deal in told:
        chance = deal["luck"]["win"]["result"]
        add(str(deal["number"]), chance, deal["score_after"], chance - before)
        before = chance
    swing = max(lines[1:], key=lambda line: abs(_number(line["Change"])))
    return Figure(
        name=name,
        title=title,
        says=f"From {lines[0]['Chance']} to {lines[-1]['Chance']} at the end; deal "
        f"{swing['After']} moved it most, by {swing['Change']}.",
        alt="A line with a point for the score before the first deal and after each deal.",
        kind="line",
        marks=tuple(marks),
        axis="chance to win, the rest of the game between equal players; below, the deals",
        table=Table(lines),
        colours=("blue",),
        as_percent=True,
    )


def _number(text: str) -> float:
    return float(text.replace("−", "-").rstrip("%\N{NO-BREAK SPACE}"))


def luck_figure(game: Facts, number: int) -> Figure:
    """Return what the cards, the decisions and their fall gave side 0 in each deal."""
    name, side = f"{game_id(number)}-luck", side_of(game["players"], 0)
    title = f"Luck and skill, for {side}"
    unit = unit_of(game["deals"])
    as_share = unit == "win"
    write = change if as_share else points
    marks, lines = [], []
    for deal in game["deals"]:
        luck: Mapping[str, Any] | None = deal["luck"][unit]
        if luck is None:
            continue
        row = f"Deal {deal['number']}"
        for part, word in PARTS.items():
            value = luck[part]
            marks.append(
                Mark(
                    row, word, value, f"{row}, {word}: {write(value)}",
                    lo=min(0.0, value), hi=max(0.0, value),
                )
            )  # fmt: skip
        lines.append(
            {
                "Deal": str(deal["number"]),
                "Such deals": percent(luck["expected"]) if as_share else points(luck["expected"]),
                **{word.capitalize(): write(luck[part]) for part, word in PARTS.items()},
                "Result": percent(luck["result"]) if as_share else points(luck["result"]),
            }
        )
    if not lines:
        return Figure(name=name, title=title, missing="No deal was played to its end.")
    totals = {
        part: sum(deal["luck"][unit][part] for deal in game["deals"] if deal["luck"][unit])
        for part in PARTS
    }
    return Figure(
        name=name,
        title=title,
        says="All in all "
        + ", ".join(f"{word} {write(totals[part])}" for part, word in PARTS.items())
        + f" {'of the chance to win' if as_share else 'points'}.",
        alt="Three marks for each deal: what the cards, the decisions and their fall gave.",
        kind="dots",
        marks=tuple(marks),
        axis="change of the chance to win" if as_share else "net points",
        table=Table(lines),
        colours=_COLOURS,
        as_percent=as_share,
    )

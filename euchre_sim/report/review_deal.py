"""One deal on the page of a review: what happened, what it cost, and how to ask about it again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from euchre_sim.report.figure import NONE, Table, points
from euchre_sim.report.page import table_html
from euchre_sim.report.review_figures import PARTS
from euchre_sim.report.review_words import (
    BRILLIANT,
    GRADES,
    Facts,
    advise_command,
    change,
    deal_id,
    lost,
    result_text,
    score_text,
    side_of,
    worst_first,
)

__all__ = ["deal_section"]

_STEPS = {
    "call": "call, round {}",
    "discard": "discard",
    "alone": "alone or not",
    "defend": "defend alone or not",
    "play": "trick {}",
}
_VERDICTS = {
    "best": "best",
    "close": "close",
    "unsure": "not surely worse",
}


def deal_section(deal: Facts, game: int, names: Sequence[str], flags: str) -> str:
    """Return the section of a deal.

    Parameters
    ----------
    deal
        As a review tells it.
    game
        Number of its game, from 1.
    names
        The players by seat.
    flags
        Options of a command that name the rules.
    """
    place = deal_id(game, deal["number"])
    score = deal["score_before"]
    graded = [one for one in deal["decisions"] if "loss" in one]
    paragraphs = "\n".join(f"<p>{escape(line)}</p>" for line in _lines(deal, names))
    at = "" if score is None else f" at {score_text(score)}"
    return f"""<section id="{place}" class="deal" aria-labelledby="{place}-head">
<h3 id="{place}-head">Deal {deal["number"]}{at}</h3>
{paragraphs}
{_mistakes(graded, score, names, flags)}
{_details("The tricks", _tricks(deal, names), place)}
{_details("Every decision and what it cost", _decisions(graded, names), place)}
{_commands(graded, score, flags)}
</section>"""


def _lines(deal: Facts, names: Sequence[str]) -> Iterator[str]:
    """Yield what there is to say of a deal, a sentence or two each."""
    yield f"{names[deal['dealer']]} deals, {deal['upcard']} turned up. {result_text(deal, names)}"
    untold = [one["why_not"] for one in deal["decisions"] if one["verdict"] == "untold"]
    if untold:
        why = "; ".join(dict.fromkeys(untold))
        yield f"{len(untold)} of the decisions could not be graded: {why}."
    side = side_of(names, 0)
    told = []
    for key, write, what in (("win", change, "of the chance to win"), ("points", points, "points")):
        luck = deal["luck"][key]
        if luck is not None:
            parts = ", ".join(f"{word} {write(luck[part])}" for part, word in PARTS.items())
            told.append(f"{parts} {what}")
    if told:
        yield f"For {side}: {'; '.join(told)}."
    if deal["face_up"] is not None:
        yield _face_up(deal["face_up"], side)


def _face_up(found: Facts, side: str) -> str:
    """Say what the deal was worth with all cards face up, beside what happened."""
    text = (
        f"With all cards face up and no mistake {side} would have had "
        f"{_net(found['from_calls'])} points from the first call on"
    )
    if found["tricks"]:
        values = ", ".join(map(_net, found["tricks"]))
        text += f", and from the beginning of each trick as it was reached {values}"
    if found["result"] is not None:
        text += f"; it was {_net(found['result'])}"
    if found["layouts"] > 1:
        text += f" (mean of {found['layouts']} ways in which the cards not shown may have lain)"
    return f"{text}."


def _net(number: float) -> str:
    """Write net points, whole ones without digits."""
    return points(number, 0 if number == round(number) else 2)


# --- the cards -----------------------------------------------------------------------------------


def _tricks(deal: Facts, names: Sequence[str]) -> Table:
    """List the tricks, a column a player; who led and who won is written beside the card."""
    n = len(names)
    out = {(lone + 2) % n for lone in (deal["alone"], deal["lone_defender"]) if lone is not None}
    lines = []
    for number, trick in enumerate(deal["tricks"], 1):
        cells = dict.fromkeys(range(n), NONE)
        leader = trick["leader"]
        if leader is not None:
            order = [(leader + i) % n for i in range(n) if (leader + i) % n not in out]
            for seat, card in zip(order, trick["cards"], strict=False):
                cells[seat] = card + " led" * (seat == leader)
        line = {"Trick": str(number)}
        line |= {_head(names, seat): cell for seat, cell in cells.items()}
        won = "open" if trick["winner"] is None else names[trick["winner"]]
        lines.append({**line, "Won by": won})
    return Table(lines)


def _head(names: Sequence[str], seat: int) -> str:
    """Return a player's name as the head of a column; two of the same name are told apart."""
    return names[seat] if names.count(names[seat]) == 1 else f"{names[seat]} ({seat + 1})"


# --- the decisions -------------------------------------------------------------------------------


def _when(one: Facts) -> str:
    return _STEPS[one["phase"]].format(one["step"] + 1)


def _verdict(one: Facts) -> str:
    """Say in words how good a decision was."""
    if one["label"] == BRILLIANT:
        return f"well found [{BRILLIANT}]"
    if one["label"]:
        return f"{GRADES[one['label']].lower()} [{one['label']}]"
    return "best" if one["chosen"] == one["best"] else _VERDICTS[one["verdict"]]


def _mistakes(
    graded: Sequence[Facts], score: Sequence[int] | None, names: Sequence[str], flags: str
) -> str:
    """List the mistakes and the finds."""
    found = worst_first(graded) + [one for one in graded if one["label"] == BRILLIANT]
    if not found:
        return "<p>No mistakes.</p>" if graded else ""
    items = []
    for one in found:
        word = GRADES.get(one["label"], "Well found")
        what = f"{names[one['seat']]}, {_when(one)}: {one['chosen']}"
        if one["label"] != BRILLIANT:
            cost = f"{lost(one['loss'], as_share=False)} points"
            if one["loss_win"] is not None:
                cost = f"{lost(one['loss_win'], as_share=True)} of the chance to win, {cost}"
            what += f"; better: {one['best']}. It cost {cost}"
        command = advise_command(one, score, flags)
        items.append(
            f"<li><strong>{word} [{one['label']}]</strong> {escape(what)}.\n"
            f"<code>{escape(command, quote=False)}</code></li>"
        )
    lines = "\n".join(items)
    return f'<ul class="mistakes">\n{lines}\n</ul>'


def _decisions(graded: Sequence[Facts], names: Sequence[str]) -> Table:
    lines = []
    for one in graded:
        views = "" if one["ways"] == 1 else f"{one['views']} of {one['ways']}"
        lines.append(
            {
                "No.": str(one["number"]),
                "Player": names[one["seat"]],
                "When": _when(one),
                "Did": one["chosen"],
                "Verdict": _verdict(one),
                "Best": one["best"],
                "Cost, points": lost(one["loss"], as_share=False),
                "Cost, to win": lost(one["loss_win"], as_share=True),
                "Hands": views or "1",
            }
        )
    return Table(lines, keys=6)


def _commands(graded: Sequence[Facts], score: Sequence[int] | None, flags: str) -> str:
    if not graded:
        return ""
    items = "\n".join(
        f'<li value="{one["number"]}"><code>'
        f"{escape(advise_command(one, score, flags), quote=False)}</code></li>"
        for one in graded
    )
    return (
        "<details>\n<summary>Ask about a decision again</summary>\n"
        f'<ol class="commands">\n{items}\n</ol>\n</details>'
    )


def _details(summary: str, table: Table, place: str) -> str:
    """Fold a table away; nothing where it has no lines."""
    if not table.lines:
        return ""
    head = f"{place}-head"
    return f"<details>\n<summary>{summary}</summary>\n{table_html(table, head)}\n</details>"

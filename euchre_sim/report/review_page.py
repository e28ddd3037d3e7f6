"""A review of games as one HTML file: the answer first, then each game, then each deal."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from euchre_sim.report.figure import Fact, Table, points
from euchre_sim.report.page import document, figure_section, provenance, table_html
from euchre_sim.report.review_deal import deal_section
from euchre_sim.report.review_figures import PARTS, chance_figure, luck_figure, unit_of
from euchre_sim.report.review_words import (
    BRILLIANT,
    GRADES,
    Facts,
    change,
    deal_id,
    game_id,
    lost,
    score_text,
    side_of,
)
from euchre_sim.rules import HouseRules

__all__ = ["review_page"]

_VIEWS = (
    "Every decision is seen from what its seat knew then: its own hand, the calls and the cards "
    "played before. Where the record does not tell that hand, the hands it may have had are gone "
    "through, or some of them."
)
_MISTAKE = (
    "A mistake is a loss larger than its noise, confirmed on other deals with every player "
    "searching. A close decision may be worse than the best one, but not surely."
)
_HALF = "± is half a 95 % interval. It tells of luck alone, not of how well the strategies play."
_FORTUNE = (
    "Luck and skill of a deal are told for the first side and add up: what such a deal brings, "
    "what the cards were worth beyond that, what the decisions of both sides gave, and how the "
    "cards that nobody could see then fell."
)
_FACE_UP = (
    "With all cards face up everybody sees all hands and plays perfectly. That says what could be "
    "reached, not what anybody should have done."
)
_CHANCES = "Chances to win take the rest of the game to be between equal players."
_NOTES = (_VIEWS, _MISTAKE, _HALF, _FORTUNE, _FACE_UP, _CHANCES)


def review_page(review: Mapping[str, Any]) -> str:
    """Return the whole page.

    Parameters
    ----------
    review
        As `analysis.review.review_facts` tells it.
    """
    games: Sequence[Facts] = review["games"]
    places = [("answer", "Answer"), ("positions", "By player and position")]
    sections = [_answer(review), _positions(review)]
    for number, game in enumerate(games, 1):
        name = _title(game) if len(games) > 1 else "The game"
        places.append((game_id(number), name))
        sections.append(_game(game, number, name))
    sections.append(provenance(_facts(review), _NOTES))
    single = games[0] if len(games) == 1 else None
    n_deals = sum(len(game["deals"]) for game in games)
    graded = sum(one["decisions"] for one in review["players"])
    return document(
        f"Review of {_title(single) if single else f'{len(games)} games'}",
        f"{n_deals} {'deal' if n_deals == 1 else 'deals'}, {graded:,} decisions graded",
        [*places, ("provenance", "What it rests on")],
        "\n".join(sections),
    )


def _title(game: Facts) -> str:
    return str(game["title"] or game["file"])


# --- the answer ----------------------------------------------------------------------------------


def _answer(review: Facts) -> str:
    items = "\n".join(f"<li>{item}</li>" for item in _findings(review))
    return f"""<section id="answer" aria-labelledby="answer-head">
<div class="answer">
<h2 id="answer-head">The answer</h2>
<ul>
{items}
</ul>
</div>
<p class="caption" id="players-head">{_caption(review)}</p>
<div class="glance">{table_html(_players(review), "players-head")}</div>
</section>"""


def _caption(review: Facts) -> str:
    """Say what the table of players shows."""
    what = "of the chance to win" if _unit(review) == "win" else "in points"
    grades = ", ".join(f"{word.lower()} [{label}]" for label, word in GRADES.items())
    return (
        f"What each player lost in a deal {what}, in calls and with cards; how many decisions were "
        f"a {grades} or well found [{BRILLIANT}]; and what luck and the decisions of all four gave "
        "the player's side in all deals together"
    )


def _findings(review: Facts) -> Iterator[str]:
    """Yield the findings as HTML, a sentence or two each, the most important first."""
    games, players = review["games"], review["players"]
    for game in games if len(games) <= 3 else ():
        yield escape(_outcome(game, len(games) > 1))
    ranked = sorted(players, key=_lost_in_all)
    if len(ranked) > 1:
        least, most = ranked[0], ranked[-1]
        unit = "points" if most["calls"]["loss_win"] is None else "of the chance to win"
        yield escape(
            f"{most['name']} gave away most, {_in_all(most)} {unit} in a deal on average, and "
            f"{least['name']} least, {_in_all(least)}."
        )
    wrong = [(one["worst"], one["name"]) for one in players if one["worst"]]
    if not wrong:
        yield "No decision was surely a mistake."
        return
    worst, name = max(wrong, key=lambda pair: float(_cost(pair[0])["mean"]))
    cost = lost(_cost(worst), as_share=worst["loss_win"] is not None)
    what = "points" if worst["loss_win"] is None else "of the chance to win"
    game = next(i for i, one in enumerate(games, 1) if one["file"] == worst["file"])
    link = f'<a href="#{deal_id(game, worst["deal"])}">deal {worst["deal"]}</a>'
    yield (
        f"The costliest decision was {escape(name)}'s in {link}: {escape(worst['chosen'])} instead "
        f"of {escape(worst['best'])} [{worst['label']}], {cost} {what}."
    )


def _outcome(game: Facts, named: bool) -> str:
    """Say how a game ended and what made it so."""
    score, winner = game["score"], game["winner"]
    sides = [side_of(game["players"], side) for side in (0, 1)]
    where = f"{_title(game)}: " if named else ""
    if winner is None:
        text = f"{where}{sides[0]} and {sides[1]} stand at {score_text(score)}."
    else:
        final = score if winner == 0 else score[::-1]
        text = f"{where}{sides[winner]} won {score_text(final)} against {sides[1 - winner]}."
    unit = unit_of(game["deals"])
    totals = {part: _total(game, part, unit) for part in PARTS}
    write, what = (change, "of the chance to win") if unit == "win" else (points, "points")
    parts = ", ".join(f"{word} {write(totals[part])}" for part, word in PARTS.items())
    return f"{text} For {sides[0]}, {what}: {parts}."


def _total(game: Facts, part: str, unit: str) -> float:
    lucks = [deal["luck"][unit] for deal in game["deals"]]
    return math.fsum(luck[part] for luck in lucks if luck is not None)


def _cost(one: Facts) -> Facts:
    cost: Facts = one["loss_win"] or one["loss"]
    return cost


def _lost_in_all(player: Facts) -> float:
    losses = [player[kind]["loss_win"] or player[kind]["loss"] for kind in ("calls", "play")]
    return math.fsum(loss["mean"] for loss in losses if loss is not None)


def _in_all(player: Facts) -> str:
    lost_in_all = _lost_in_all(player)
    is_share = player["calls"]["loss_win"] is not None
    return f"{100 * lost_in_all:.1f} %" if is_share else f"{lost_in_all:.2f}"


def _players(review: Facts) -> Table:
    """Tabulate the players: losses, mistakes, and luck and skill of their side."""
    unit = _unit(review)
    key, write = ("loss_win", change) if unit == "win" else ("loss", points)
    lines = []
    for one in review["players"]:
        luck, skill = _luck_and_skill(one["name"], review["games"], unit)
        lines.append(
            {
                "Player": one["name"],
                "Calls": lost(one["calls"][key], as_share=unit == "win"),
                "Cards": lost(one["play"][key], as_share=unit == "win"),
                **{f"[{label}]": str(one["mistakes"][label]) for label in GRADES},
                f"[{BRILLIANT}]": str(one["brilliant"]),
                "Side's luck": write(luck),
                "Side's decisions": write(skill),
            }
        )
    return Table(lines)


def _unit(review: Facts) -> str:
    """Return what the whole is told in: ``win`` where there was a game, else ``points``."""
    return unit_of([deal for game in review["games"] for deal in game["deals"]])


def _luck_and_skill(name: str, games: Sequence[Facts], unit: str) -> tuple[float, float]:
    """Add up what luck and what decisions gave a player's side."""
    luck = skill = 0.0
    for game in games:
        if name not in game["players"]:
            continue
        sign = -1 if game["players"].index(name) % 2 else 1
        skill += sign * _total(game, "decisions", unit)
        luck += sign * (_total(game, "cards", unit) + _total(game, "fall", unit))
    return luck, skill


def _positions(review: Facts) -> str:
    """Return the players' losses in points, and the players by position."""
    as_share = _unit(review) == "win"
    whole = [
        {
            "Player": one["name"],
            "Deals": str(one["deals"]),
            "Decisions": str(one["decisions"]),
            "Calls, points": lost(one["calls"]["loss"], as_share=False),
            "Cards, points": lost(one["play"]["loss"], as_share=False),
        }
        for one in review["players"]
    ]
    lines = []
    for player in review["players"]:
        for row in player["by_position"]:
            share = row["lost"] / row["deals"]
            lines.append(
                {
                    "Player": player["name"],
                    "Position": str(row["position"]),
                    "Deals": str(row["deals"]),
                    "Called": str(row["called"]),
                    "Made": str(row["made"]),
                    "Lost a deal": f"{100 * share:.1f} %" if as_share else f"{share:.2f}",
                }
            )
    return f"""<section id="positions" aria-labelledby="positions-head">
<h2 id="positions-head">By player and position</h2>
<p class="says">Losses in points a deal; then by position, which counts from the dealer's left: 1
speaks first, the last one deals.</p>
{table_html(Table(whole), "positions-head")}
{table_html(Table(lines, keys=2), "positions-head")}
</section>"""


# --- the games -----------------------------------------------------------------------------------


def _game(game: Facts, number: int, name: str) -> str:
    place = game_id(number)
    preset, settings = HouseRules(**game["rules"]).nearest_preset()
    flags = "" if preset == "standard" else f" --rules {preset}"
    flags += "".join(f" --set {one}" for one in settings)
    links = " ".join(
        f'<li><a href="#{deal_id(number, deal["number"])}">{deal["number"]}</a></li>'
        for deal in game["deals"]
    )
    parts = [
        f"""<section id="{place}" aria-labelledby="{place}-head">
<h2 id="{place}-head">{escape(name)}</h2>
<p class="says">{escape(_outcome(game, named=False))}</p>
<nav aria-label="Deals"><ul><li>Deals</li>{links}</ul></nav>
</section>""",
        figure_section(chance_figure(game, number)),
        figure_section(luck_figure(game, number)),
        *(deal_section(deal, number, game["players"], flags) for deal in game["deals"]),
    ]
    return "\n".join(parts)


def _facts(review: Facts) -> tuple[Fact, ...]:
    """Tell what the review rests on."""
    rules = dict.fromkeys(
        f"{game['rules_name']} (digest {game['rules_digest']})" for game in review["games"]
    )
    labels = ", ".join(
        f"[{label}] from {100 * least:g} % on" for label, least in review["labels"].items()
    )
    files = ", ".join(dict.fromkeys(game["file"] for game in review["games"]))
    return (
        Fact("Games", files),
        Fact("Rules", "; ".join(rules)),
        Fact("Strategies", ", ".join(review["strategies"])),
        Fact("Seed", str(review["seed"])),
        Fact("Labels", f"loss of the chance to win: {labels}"),
        Fact("Program", f"euchre-sim {review['version']}"),
    )

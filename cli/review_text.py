"""A review in words: every deal's mistakes, luck and skill, and a table of the players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from euchre_cli.output import Column, print_line, print_table, rules_flags, signs_text
from euchre_cli.replay_text import printable
from euchre_sim.analysis.estimate import deviations
from euchre_sim.report.review_words import advise_command, result_text
from euchre_sim.rules import HouseRules

__all__ = ["print_players", "print_review"]

Facts = Mapping[str, Any]
# Of luck and skill: the key, what it is told in, its digits and its name.
UNITS = (("points", 1, 2, "points"), ("win", 100, 1, "% to win"))
FEW = 4  # deals of a player that are not worth a table by position


def print_review(review: Facts, *, tells_all: bool) -> None:
    """Print a review.

    Parameters
    ----------
    review
        As `analysis.review.review_facts` tells it.
    tells_all
        Whether to list every decision that could be graded, not only those with a label.
    """
    for game in review["games"]:
        _print_game(game, tells_all)
    print_players(review)
    for line in _notes(review):
        print_line(line)


def _print_game(game: Facts, tells_all: bool) -> None:
    names = [printable(name) for name in game["players"]]
    a, b = (" and ".join(names[side::2]) for side in (0, 1))
    flags = rules_flags(HouseRules(**game["rules"]))
    title = printable(game["title"] or game["file"])
    print_line(f"{title}: {a} against {b}, from {_ratio(game['initial'])}")
    for deal in game["deals"]:
        print_line("")
        for line in _deal_lines(deal, names, flags, tells_all):
            print_line(line)
    print_line("")
    end = f"Score {_ratio(game['score'])}"
    if game["winner"] is not None:
        end = f"{(a, b)[game['winner']]} win. {end}"
    print_line(end)
    for line in _whole_luck(game["deals"], " and ".join(names[::2])):
        print_line(line)
    print_line("")


def _whole_luck(deals: Sequence[Facts], side: str) -> Iterator[str]:
    """Yield luck and skill of a game, where it has several deals."""
    if len(deals) <= 1:
        return
    for key, unit, digits, what in UNITS:
        told = [deal["luck"][key] for deal in deals]
        if None in told:
            continue
        parts = {
            name: _signed(unit * sum(one[name] for one in told), digits)
            for name in ("cards", "decisions", "fall")
        }
        start = told[0]["expected"] if key == "win" else sum(one["expected"] for one in told)
        end = told[-1]["result"] if key == "win" else sum(one["result"] for one in told)
        yield (
            f"Over the game {side}, {what}: {_signed(unit * end, digits)} = "
            f"{_signed(unit * start, digits)} "
            f"{'at the start' if key == 'win' else 'expected'}, {parts['cards']} by the cards, "
            f"{parts['decisions']} by decisions, {parts['fall']} as they fell"
        )


def _signed(number: float, digits: int) -> str:
    text = f"{number:+.{digits}f}"
    return text if float(text) else f"{0:.{digits}f}"


def _ratio(score: Sequence[int]) -> str:
    return "-".join(map(str, score))


def _deal_lines(deal: Facts, names: Sequence[str], flags: str, tells_all: bool) -> Iterator[str]:
    """Yield what there is to say of a deal."""
    score = deal["score_before"]
    at = "" if score is None else f" at {_ratio(score)}"
    yield (
        f"Deal {deal['number']}{at}: {names[deal['dealer']]} deals, {deal['upcard'].upper()} up. "
        f"{result_text(deal, names)}"
    )
    for one in deal["decisions"]:
        if "loss" in one and (one["label"] or tells_all):
            yield f"  {_decision_text(one, names)}"
            if one["label"]:
                yield f"       {advise_command(one, score, flags)}"
    untold = sum(one["verdict"] == "untold" for one in deal["decisions"])
    if untold:
        yield f"  {untold} of the decisions cannot be graded: {_why_untold(deal)}."
    for line in _luck(deal, names):
        yield f"  {line}"
    if deal["face_up"] is not None:
        yield f"  {_face_up(deal['face_up'], names)}"


def _decision_text(one: Facts, names: Sequence[str]) -> str:
    """Tell a graded decision in one line."""
    label = f"[{one['label']}]" if one["label"] else "    "
    what = f"{label:4} {one['number']:2} {names[one['seat']]}: {one['chosen']}"
    if one["verdict"] == "best" or one["chosen"] == one["best"]:
        return f"{what}, the best"
    loss = _interval(one["loss"], 1, 3)
    if one["loss_win"] is not None:
        loss = f"{_interval(one['loss_win'], 100, 1)} % to win, {loss}"
    verdicts = {"close": "close to", "unsure": "not surely worse than", "mistake": "better:"}
    return (
        f"{what}; {verdicts[one['verdict']]} {one['best']} "
        f"({loss} points; {one['model']}, {one['deals']:,} deals{_views(one)})"
    )


def _views(one: Facts) -> str:
    """Say how many hands were gone through where the record does not tell the seat's own."""
    if one["ways"] == 1:
        return ""
    some = f"{one['views']} of " if one["views"] < one["ways"] else ""
    return f", {some}{one['ways']} hands it may have had"


def _interval(loss: Facts, unit: float, digits: int) -> str:
    mean = loss["mean"] * unit
    return f"{mean:.{digits}f} ± {deviations() * loss['se'] * unit:.{digits}f}"


def _why_untold(deal: Facts) -> str:
    return "; ".join(dict.fromkeys(one["why_not"] for one in deal["decisions"] if one["why_not"]))


def _luck(deal: Facts, names: Sequence[str]) -> Iterator[str]:
    """Yield the deal in luck and skill."""
    side = " and ".join(names[::2])
    for key, unit, digits, what in UNITS:
        luck = deal["luck"][key]
        if luck is None:
            continue
        told = {name: _signed(value * unit, digits) for name, value in luck.items()}
        yield (
            f"{side}, {what}: {told['result']} = {told['expected']} expected, {told['cards']} by "
            f"the cards, {told['decisions']} by decisions, {told['fall']} as they fell"
        )


def _face_up(found: Facts, names: Sequence[str]) -> str:
    """Tell what the deal was with all cards face up."""
    tricks = [_points(one) for one in found["tricks"]]
    side = " and ".join(names[::2])
    told = f"All cards face up, {side}: {_points(found['from_calls'])} from the calls"
    if tricks:
        told += f", {tricks[0]} from the first lead"
    if len(tricks) > 1:
        told += f", then {' '.join(tricks[1:])} from each later trick"
    if found["layouts"] > 1:
        told += f" (mean of {found['layouts']} layouts of the cards that nobody saw)"
    return told


def _points(mean: float) -> str:
    return f"{mean:+g}" if mean == round(mean) else f"{mean:+.2f}"


def print_players(review: Facts) -> None:
    """Print what each player gave away."""
    heads = [
        Column("player"),
        *(
            Column(name, right=True)
            for name in (
                "deals",
                "calls lose",
                "cards lose",
                "lost to win",
                "[??]",
                "[?]",
                "[?!]",
                "[!]",
            )
        ),
    ]
    print_line(
        "By player, lost a deal: points in calls, points in cards, percent of the chance to win:"
    )
    print_table(heads, [[signs_text(cell) for cell in _player(one)] for one in review["players"]])
    rows = [
        [printable(one["name"]), *_by_position(row)]
        for one in review["players"]
        if one["deals"] > FEW
        for row in one["by_position"]
    ]
    if rows:
        names = ("position", "deals", "called", "made it", "lost a deal")
        print_line("By position (1 left of the dealer; lost as the verdicts count it, in percent):")
        print_table([Column("player"), *(Column(name, right=True) for name in names)], rows)
    for one in review["players"]:
        for kind in ("worst", "best"):
            found = one[kind]
            if found is not None:
                instead = f" instead of {found['best']}" if kind == "worst" else ""
                print_line(
                    f"{printable(one['name'])}'s {kind} decision: deal {found['deal']}, number "
                    f"{found['number']}, {found['chosen']}{instead} [{found['label']}]"
                )


def _by_position(row: Facts) -> list[str]:
    called = row["called"]
    return [
        str(row["position"]),
        str(row["deals"]),
        f"{called / row['deals']:.0%}",
        f"{row['made'] / called:.0%}" if called else "-",
        f"{100 * row['lost'] / row['deals']:.2f}",
    ]


def _player(one: Facts) -> list[str]:
    def told(loss: Facts | None, unit: float, digits: int) -> str:
        return "-" if loss is None else _interval(loss, unit, digits)

    win = [loss for part in ("calls", "play") if (loss := one[part]["loss_win"]) is not None]
    both = None
    if win:
        both = {
            "mean": sum(loss["mean"] for loss in win),
            "se": sum(loss["se"] ** 2 for loss in win) ** 0.5,
        }
    return [
        printable(one["name"]),
        str(one["deals"]),
        told(one["calls"]["loss"], 1, 3),
        told(one["play"]["loss"], 1, 3),
        told(both, 100, 2),
        *(str(one["mistakes"][label]) for label in ("??", "?", "?!")),
        str(one["brilliant"]),
    ]


def _notes(review: Facts) -> Iterator[str]:
    """Yield what it all rests on."""
    marks = ", ".join(f"[{label}] {100 * least:g} %" for label, least in review["labels"].items())
    yield ""
    yield (
        "Each decision is seen from what its seat knew. A mistake is a loss larger than its noise "
        f"that every player searching confirms, from {marks} of the chance to win on; [!] is a "
        "best action that the strategy at the table would have missed by as much as a [?]."
    )
    yield "± is half a 95 % interval. Where only one thing could be done nothing is graded."
    rules = dict.fromkeys(
        f"{g['rules_name']} (digest {g['rules_digest']})" for g in review["games"]
    )
    who = ", ".join(review["strategies"])
    yield f"Strategies: {who}. Seed {review['seed']}. Rules: {'; '.join(rules)}."

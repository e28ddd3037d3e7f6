"""Comparisons of strategies in words and tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from euchre_cli.output import Column, print_line, print_table, rules_text, signs_text
from euchre_sim.scoring import sides

if TYPE_CHECKING:
    from euchre_sim.analysis.compare import Comparison, Played, RoundRobin
    from euchre_sim.analysis.estimate import Estimate

__all__ = ["print_comparison", "print_round_robin"]


def print_comparison(found: Comparison) -> None:
    """Print who won by how much, and what was played."""
    a, b = found.first.label, found.second.label
    half = found.result.half_width
    sure = f"a single one of the {found.unit} tells nothing" if half is None else _verdict(found)
    what = "points a deal" if found.unit == "deals" else "of the games"
    interval = "" if half is None else " (95 % interval)"
    value, wins = _value(found, found.result), "wins"
    if found.unit == "deals" and (found.result.mean or 0) < 0:
        value, wins = value[1:], "loses"
    print_line(f"{a} {wins} {value} {what} against {b}{interval}: {sure}.")
    _print_played(found, _tables(found, a))
    _print_stop(found, [found])


def print_round_robin(found: RoundRobin) -> None:
    """Print a table of the pairings, one of the ratings, and what was played."""
    games = found.unit == "games"
    rows = [
        [one.first.label, one.second.label, _value(found, one.result), _verdict(one)]
        for one in found.pairings
    ]
    click.echo("Of the games, A's share:" if games else "Points a deal, A's minus B's:")
    print_table(
        [Column("A"), Column("B"), Column("A wins", right=True), Column("")], _printable(rows)
    )
    rated = [
        [f"{place}", strategy.label, _value(found, rating)]
        for place, (strategy, rating) in enumerate(found.ranking(), start=1)
    ]
    click.echo(
        "Rating: the mean share of the games won against each of the others."
        if games
        else "Rating: points a deal above the mean of these strategies, by least squares."
    )
    print_table([Column(""), Column("strategy"), Column("rating", right=True)], _printable(rated))
    if found.residuals:
        largest, pairing = max(
            zip(found.residuals, found.pairings, strict=True), key=lambda one: abs(one[0].mean or 0)
        )
        print_line(
            f"Farthest from the ratings is {pairing.first.label} against {pairing.second.label}: "
            f"{_value(found, largest)} off their difference."
        )
    intervals = "" if found.count < 2 else " Intervals hold 95 % each."
    alone = "A" if len(sides(found.rules)) > 2 else ""
    _print_played(found, f"the same in every pairing, {_tables(found, alone)}", intervals)
    _print_stop(found, found.pairings)


def _value(found: Played, estimate: Estimate) -> str:
    """Return a mean and its reach, in points or as a percentage."""
    form = ".2%" if found.unit == "games" else ".4f"
    sign = "" if found.unit == "games" else "+"
    half = estimate.half_width
    mean = format(estimate.mean, f"{sign}{form}")
    return mean if half is None else f"{mean} ± {half:{form}}"


def _verdict(one: Comparison) -> str:
    even = 0.0 if one.unit == "deals" else 1 / len(sides(one.rules))
    low, high = one.result.lo, one.result.hi
    if low is None or high is None:
        return ""
    if low <= even <= high:
        return "no difference shows"
    return f"{(one.first if low > even else one.second).label} is better"


def _printable(rows: list[list[str]]) -> list[list[str]]:
    return [[signs_text(cell) for cell in row] for row in rows]


def _tables(found: Played, alone: str) -> str:
    if len(sides(found.rules)) == 2:
        return "each played twice with the sides swapped"
    return f"each played three times, {alone} in another seat against two"


def _print_played(found: Played, how: str, more: str = "") -> None:
    partial = " Interrupted: this is what was done so far." if found.partial else ""
    click.echo(
        f"{found.count:,} {found.unit}, {how}; rules {rules_text(found.rules)} "
        f"(digest {found.rules.digest()}); seed {found.seed}.{more}{partial}"
    )


def _print_stop(found: Played, pairings: Sequence[Comparison]) -> None:
    """Say whether the standard error that was asked for is reached."""
    errors = [one.result.se for one in pairings if one.result.se is not None]
    if found.until_se is None or not errors:
        return
    largest = f"{max(errors):.2g}"
    if found.reason == "until_se":
        click.echo(
            f"The largest standard error is {largest}: at most {found.until_se:g}, as asked."
        )
    elif found.reason == "limit":
        click.echo(
            f"The limit on {found.unit} came first: the largest standard error is {largest}; "
            f"--{found.unit} raises it."
        )

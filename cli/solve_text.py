"""A solved position and solved random deals for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from euchre_cli.output import (
    Column,
    card_text,
    cards_text,
    print_line,
    print_table,
    rules_text,
    suit_text,
)
from euchre_sim.cards import parse_suit
from euchre_sim.seats import seat_name

if TYPE_CHECKING:
    from euchre_sim.analysis.estimate import Estimate
    from euchre_sim.analysis.face_up import FaceUpDeals
    from euchre_sim.solver.solve import Solution

__all__ = ["print_deals", "print_solution"]

_WITHOUT_TRUMP = {"nt": "no trump", "ntl": "low no trump", "mis": "a misere"}


def print_solution(solution: Solution) -> None:
    """Print the worth of every card, best first, and one line of best play."""
    called = _WITHOUT_TRUMP.get(solution.contract)
    contract = called or f"trump {suit_text(parse_suit(solution.contract))}"
    by = "" if solution.maker is None else f", called by position {solution.maker}"
    if solution.alone is not None:
        by += f"; position {solution.alone} plays alone"
    if solution.lone_defender is not None:
        by += f"; position {solution.lone_defender} defends alone"
    click.echo(f"{contract[0].upper()}{contract[1:]}{by}. Rules: {rules_text(solution.rules)}")
    name = seat_name(solution.seat, solution.rules)
    click.echo(f"Position {solution.seat} ({name}) is to play.")
    click.echo(f"Tricks of {_side(solution)} in all, everybody playing perfectly, cards face up:")
    with_points = solution.maker is not None
    columns = [Column("card"), Column("tricks", right=True)]
    if with_points:
        columns.append(Column("points", right=True))
    best_first = sorted(solution.cards, key=lambda one: one.tricks, reverse=solution.wants_many)
    print_table(
        columns,
        (
            [card_text(one.card), str(one.tricks)]
            + ([f"{one.points:+d}"] if one.points is not None else [])
            for one in best_first
        ),
    )
    click.echo("One line of best play:")
    print_table(
        [Column("led by", right=True), Column("cards"), Column("won by", right=True)],
        (
            (str(trick.leader), cards_text(trick.cards), str(trick.winner))
            for trick in solution.line
        ),
    )


def _side(solution: Solution) -> str:
    positions = [str(position) for position in solution.counted]
    who = (
        f"positions {', '.join(positions[:-1])} and {positions[-1]}"
        if len(positions) > 1
        else f"position {positions[0]}"
    )
    return who if solution.maker is None else f"the makers ({who})"


def print_deals(found: FaceUpDeals) -> None:
    """Print how many tricks the leader's side takes."""
    click.echo(
        f"{found.deals:,} deals, seed {found.seed}, random trump. Rules: {rules_text(found.rules)}"
    )
    click.echo("Tricks of the leader's side, everybody playing perfectly, cards face up:")
    rows = []
    for tricks, count in enumerate(found.counts):
        share = found.share(tricks)
        rows.append((str(tricks), f"{count:,}", *_with_reach(share, 100, 2)))
    print_table([Column(name, right=True) for name in ("tricks", "deals", "share %", "±")], rows)
    mean, reach = _with_reach(found.mean, 1, 4)
    print_line(f"{mean} ± {reach} tricks a deal (± is half a 95 % interval)")


def _with_reach(one: Estimate, times: int, digits: int) -> tuple[str, str]:
    """Return a mean and its reach as text; a dash for what so few deals do not tell."""
    texts = ("-" if x is None else f"{times * x:.{digits}f}" for x in (one.mean, one.half_width))
    return next(texts), next(texts)

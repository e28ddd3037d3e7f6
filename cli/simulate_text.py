"""The summary of a simulation in words and tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from euchre_cli.output import Column, can_show, print_table
from euchre_sim.analysis.estimate import Estimate, estimate_share
from euchre_sim.seats import seat_word

if TYPE_CHECKING:
    from euchre_sim.analysis.simulate import SimulationResult
    from euchre_sim.analysis.summary import SeatRound
    from euchre_sim.rules import HouseRules
    from euchre_sim.strategies.api import Strategy

__all__ = ["print_result"]

_NONE = "-"


def print_result(
    result: SimulationResult, rules_label: str, strategies: Sequence[Strategy]
) -> None:
    """Print what was played, a table for each round, and both sides' points."""
    of = result.provenance
    last = of.first_hand + of.hands - 1
    click.echo(f"{of.hands:,} hands: {of.first_hand:,} to {last:,} of seed {of.seed}")
    if of.is_partial:
        click.echo(f"PARTIAL: interrupted, {of.requested:,} hands were asked for")
    click.echo(f"rules {rules_label} (digest {of.rules.digest()}); {_players(strategies)}")
    click.echo(f"Shares in per cent; {_plus_minus()} is the reach of a 95 % interval.")
    rows = result.summary.seat_rounds()
    for call_round in (1, 2):
        _print_round(call_round, [row for row in rows if row.round == call_round], of.rules)
    summary = result.summary
    if summary.misdealt:
        misdealt = estimate_share(summary.misdealt, summary.hands)
        click.echo(
            f"Misdealt: {_percent(misdealt)} % of the hands, for two farmer's hands; they are in "
            "no other line."
        )
    passed_out = estimate_share(summary.passed_out, summary.played)
    click.echo(f"Passed out: {_percent(passed_out)} % of the hands.")
    for side in result.summary.by_side():
        name = "Dealer's side" if side.side == "dealer" else "Other side"
        positions = " and ".join(map(str, side.positions))
        click.echo(
            f"{name} ({positions}): {_points(side.scored, '.3f')} points a hand, "
            f"net {_points(side.net)}."
        )


def _players(strategies: Sequence[Strategy]) -> str:
    names = [f"{one.label} v{one.version}" for one in strategies]
    if len(names) == 1:
        return f"{names[0]} in every seat"
    return "by position " + ", ".join(names)


def _print_round(call_round: int, rows: list[SeatRound], rules: HouseRules) -> None:
    heads = [f"{row.position} {seat_word(row.position, rules)}".strip() for row in rows]
    called = "ordered" if call_round == 1 else "called"

    def shares(name: str, field: str, of: str) -> list[str]:
        estimates = (estimate_share(getattr(row, field), getattr(row, of)) for row in rows)
        return [name, *(_percent(one) for one in estimates)]

    table = [
        ["turns", *(f"{row.turns:,}" for row in rows)],
        shares("  passed", "passed", "turns"),
        shares(f"  {called}", "ordered", "turns"),
        shares("  alone", "alone", "turns"),
        ["points: pass", *(_points(row.points_passed) for row in rows)],
        ["calls", *(f"{row.calls:,}" for row in rows)],
        shares("  made", "made", "calls"),
        shares("  march", "march", "calls"),
        shares("  lone sweep", "lone_sweep", "calls"),
        shares("  euchred", "euchred", "calls"),
        ["points: call", *(_points(row.points_called) for row in rows)],
    ]
    columns = [Column(f"Round {call_round}"), *(Column(head, right=True) for head in heads)]
    print_table(columns, table)


def _plus_minus() -> str:
    return "±" if can_show("±") else "+/-"


def _percent(share: Estimate) -> str:
    if share.mean is None or share.lo is None or share.hi is None:
        return _NONE
    # Wilson's interval is not centred on the share: its longer arm covers both.
    reach = max(share.hi - share.mean, share.mean - share.lo)
    return f"{100 * share.mean:.2f} {_plus_minus()}{100 * reach:.2f}"


def _points(points: Estimate, form: str = "+.3f") -> str:
    if points.mean is None:
        return _NONE
    if points.half_width is None:
        return format(points.mean, form)
    return f"{points.mean:{form}} {_plus_minus()}{points.half_width:.3f}"

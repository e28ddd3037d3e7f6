"""Chances to win at a score, as text: one score in words, or all of them as a heat map."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from euchre_cli.output import print_line, rules_text

if TYPE_CHECKING:
    from euchre_sim.analysis.equity import Equity, State
    from euchre_sim.analysis.estimate import Estimate

__all__ = ["print_scores", "print_tables"]


def print_scores(
    equity: Equity, states: Sequence[State], strategies: Sequence[str], seed: int
) -> None:
    """Print the chances at one score, for one dealer or both."""
    for state in states:
        games = f", {state.games_us}-{state.games_them} in games" if equity.is_match else ""
        deals = "we deal" if state.dealer == "us" else "they deal"
        print_line(f"{state.us}-{state.them}{games}, {deals}:")
        print_line(f"  we win the game        {_percent(equity.game(state))}")
        if equity.is_match:
            print_line(f"  we win the match       {_percent(equity.match(state))}")
        print_line(f"  a point for us         {_points(equity.worth_of_a_point(state))}")
        print_line(f"  a point for them       {_points(equity.worth_of_a_point(state, 'them'))}")
    _print_basis(equity, states[0], strategies, seed)


def print_tables(equity: Equity, strategies: Sequence[str], seed: int) -> None:
    """Print every score of a game: the chance to win, and what a point is worth."""
    from euchre_sim.analysis.equity import State

    print_line(
        "Chance in % to win the game, of the side that deals next: its own points down, the other "
        "side's across."
    )
    print_line("The other side's chance is the rest to 100.")
    _print_grid(equity, lambda us, them: 100 * _mean(equity.game(State(us, them, "us"))), 50, 50)
    print_line("What one more point for that side adds to its chance, in percentage points:")
    _print_grid(
        equity, lambda us, them: 100 * _mean(equity.worth_of_a_point(State(us, them, "us"))), 10, 10
    )
    print_line("What one more point for the other side takes from it:")
    _print_grid(
        equity,
        lambda us, them: -100 * _mean(equity.worth_of_a_point(State(us, them, "us"), "them")),
        10,
        10,
    )
    if equity.is_match:
        print_line("Chance in % to win the match at its start (0-0, no games): ")
        print_line(f"  dealing first {_percent(equity.match(State(0, 0, 'us')))}")
    largest = max((one.se or 0.0) for one in map(equity.game, equity.states()))
    if largest:
        print_line(f"No chance in the first table has a standard error above {largest:.3%}.")
    _print_basis(equity, State(0, 0, "us"), strategies, seed)


def _print_grid(
    equity: Equity, value: Callable[[int, int], float], middle: float, reach: float
) -> None:
    """Print a number for every score, on a terminal with colours by its size."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    target = equity.rules.target_score
    table = Table(box=SIMPLE_HEAD, padding=(0, 0), pad_edge=False)
    table.add_column("", justify="right")
    for them in range(target):
        table.add_column(f"{them}", justify="right", no_wrap=True, min_width=5)
    for us in range(target):
        cells = [Text(f"{us}", style="bold")]
        for them in range(target):
            number = value(us, them)
            cells.append(Text(f"{number:.1f}", style=_heat((number - middle) / reach)))
        table.add_row(*cells)
    console = Console(file=sys.stdout, highlight=False)
    if not console.is_terminal:
        console.width = 10_000
        console.width = max(80, console.measure(table).maximum)
    console.print(table)


def _heat(level: float) -> str:
    """Return a colour between orange at -1 and blue at 1, which also the colour-blind can tell."""
    level = max(-1.0, min(1.0, level))
    if abs(level) < 0.2:
        return ""
    shade = int(80 + 100 * (1 - abs(level)))
    return f"rgb({shade},{shade + 40},255)" if level > 0 else f"rgb(255,{shade + 40},{shade})"


def _mean(estimate: Estimate) -> float:
    assert estimate.mean is not None
    return estimate.mean


def _percent(estimate: Estimate) -> str:
    half = estimate.half_width
    return f"{estimate.mean:7.2%}" + ("" if half is None else f" ± {half:.2%}")


def _points(estimate: Estimate) -> str:
    half = estimate.half_width
    reach = "" if half is None else f" ± {100 * half:.2f}"
    return f"{100 * _mean(estimate):+6.2f}{reach} percentage points"


def _print_basis(equity: Equity, state: State, strategies: Sequence[str], seed: int) -> None:
    """Say what the chances rest on."""
    shares = sorted(one for one in equity.shares_at(state) if one[1])
    own = ", ".join(
        f"{kind.dealers} on {share:.2%}" for kind, share in shares if kind.dealers and share
    )
    other = ", ".join(
        f"{kind.others} on {share:.2%}" for kind, share in shares if kind.others and share
    )
    nobody = sum(share for kind, share in shares if kind.is_idle)
    dealers = "we deal" if state.dealer == "us" else "they deal"
    hands = equity.shares.hands
    where = "" if hands is None else f" at {state.us}-{state.them} when {dealers}"
    print_line(
        f"Shares of deals{where}: the dealer's side scores {own}; the other side {other}; nobody "
        f"{nobody:.2%}."
    )
    if hands is None:
        print_line("These shares were given, the same at every score; no error is known.")
    else:
        who = "by position " + ", ".join(strategies)
        if len(strategies) == 1:
            who = f"{strategies[0]} in every seat"
        print_line(
            f"{hands:,} hands of seed {seed}, shared among the {equity.shares.scores} scores and "
            f"each played at 0-0 too, {who}; ± is half a 95 % interval."
        )
    click.echo(f"Rules: {rules_text(equity.rules)} (digest {equity.rules.digest()}).")

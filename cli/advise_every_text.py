"""An answer over every layout in words; it has no errors to tell of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from euchre_cli.advise_text import (
    choice_text,
    print_farmers,
    print_own_choice,
    print_rarity,
    print_shares,
    question_text,
    who_plays,
)
from euchre_cli.output import Column, print_line, print_table, rules_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from euchre_sim.analysis.advice import ActionValue
    from euchre_sim.analysis.exhaustive import ExactAdvice

__all__ = ["print_exact_advice"]


def print_exact_advice(advice: ExactAdvice) -> None:
    """Print the question, the tables of actions, the verdict and what it rests on."""
    print_line(question_text(advice))
    ranked = sorted(advice.actions, key=lambda value: -value.points.mean)
    heads = [
        Column("action"),
        Column("points a hand", right=True),
        Column("against the best", right=True),
        Column("euchred", right=True),
    ]
    print_table(heads, [_row(value, advice) for value in ranked])
    print_shares(ranked, advice)
    print_line(_verdict(ranked, advice))
    print_own_choice(advice)
    print_line("")
    print_line(f"Model: rollout, {who_plays(advice)}.")
    print_line(f"Exact over all {advice.accepted:,} layouts that fit, of {advice.deals:,}.")
    print_farmers(advice)
    print_rarity(advice)
    print_line(f"Rules: {rules_text(advice.rules)} (digest {advice.rules.digest()}).")


def _row(value: ActionValue, advice: ExactAdvice) -> list[str]:
    best = value is advice.best
    return [
        choice_text(value.choice, advice),
        _signed(value.points.mean),
        "best" if best else _signed(value.vs_best.mean),
        f"{value.euchred:.1%}",
    ]


def _signed(number: float) -> str:
    text = f"{number:+.5f}"
    return text if float(text) else "0.00000"


def _verdict(ranked: Sequence[ActionValue], advice: ExactAdvice) -> str:
    """Say what to do and by how much it is better than the next best."""
    what = choice_text(ranked[0].choice, advice)
    what = what[0].upper() + what[1:]
    if len(ranked) == 1:
        return f"{what}: nothing else is allowed."
    rival = choice_text(ranked[1].choice, advice)
    if ranked[1].vs_best.mean == 0:
        return f"{what}. To {rival} is worth exactly as much."
    than = "passing" if rival == "pass" else f"to {rival}"
    return f"{what}. It is {-ranked[1].vs_best.mean:.5f} points a hand better than {than}."

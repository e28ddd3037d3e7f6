"""Answers of a table in words."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from euchre_cli.advise_text import (
    choice_text,
    indifferent_text,
    plus_minus,
    question_text,
    seated_text,
    settled_text,
    verdict_text,
)
from euchre_cli.output import (
    Column,
    as_printed,
    card_text,
    named_rules,
    print_line,
    print_table,
    rules_text,
    signs_text,
)
from euchre_sim.seats import seat_name
from euchre_sim.storage.lookups.lookup import DEFAULT_STRATEGY, strategy_labels

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from euchre_sim.storage.calls.provenance import CallProvenance
    from euchre_sim.storage.lookups.like import Neighbour
    from euchre_sim.storage.lookups.lookup import Answer
    from euchre_sim.storage.lookups.rows import CallKind
    from euchre_sim.storage.lookups.where import Aggregate

__all__ = ["advise_command", "print_aggregate", "print_answer"]

_SHARES = ("made", "euchred", "march", "lone_sweep")
_SHARE_HEADS = [Column(name.replace("_", " "), right=True) for name in _SHARES]


def print_answer(answer: Answer, beside: Sequence[Neighbour] | None, limit: int) -> None:
    """Print the question, the table of actions, the verdict, neighbours and the basis."""
    print_line(question_text(answer))
    ranked = sorted(answer.actions, key=lambda value: -value.points.mean)
    _print_signs(
        [
            Column("action"),
            Column("points a hand", right=True),
            Column("s.e.", right=True),
            Column("against the best", right=True),
            *_SHARE_HEADS,
        ],
        [
            [
                choice_text(value.choice, answer),
                plus_minus(value.points),
                f"{value.points.se:.4f}",
                "best" if value is answer.best else plus_minus(value.vs_best),
                *(f"{getattr(value, name):.1%}" for name in _SHARES),
            ]
            for value in ranked
        ],
    )
    print_line(verdict_text(answer, _sureness(answer)))
    if beside is not None:
        _print_neighbours(answer, beside, limit)
    print_line("")
    print_line(
        f"{answer.accepted:,} deals played after each action ({answer.deals:,} dealt, "
        f"{answer.accepted / answer.deals:.2%} fit what was heard)."
    )
    _print_basis(answer.provenance)
    print_line(f"Played afresh: {advise_command(answer)}")


def _sureness(answer: Answer) -> str:
    """Say how sure the table is."""
    chance = f"chance to be the best: at least {answer.p_best:.1%}"
    return {
        "settled": settled_text("every rival"),
        "indifferent": indifferent_text(chance),
        "deals": f"Not settled by the table's deals ({chance}); euchre advise plays more.",
    }[answer.reason]


def _print_neighbours(answer: Answer, beside: Sequence[Neighbour], limit: int) -> None:
    """Print the hands with one card exchanged."""

    def shown(one: Neighbour) -> Iterator[str]:
        for card in (one.without, one.instead):
            yield card_text(as_printed(card, answer.rules))
        yield choice_text(one.best.choice, answer)
        yield plus_minus(one.best.points)
        yield plus_minus(one.change)
        yield "settled" if one.settled else "not settled"

    print_line("")
    others = [one for one in beside if one.other_action]
    sure = sum(one.settled for one in others)
    print_line(
        f"One card exchanged: of {len(beside)} such hands something else is best with {sure} "
        f"beyond doubt, and seems to be with {len(others) - sure} more, which the table's deals do "
        "not settle. These come first, then those whose points change most."
    )
    _print_signs(
        [
            Column("instead of"),
            Column("hold"),
            Column("best"),
            Column("points a hand", right=True),
            Column("change", right=True),
            Column("verdict"),
        ],
        [list(shown(one)) for one in beside[:limit]],
    )
    if len(beside) > limit:
        print_line(f"{len(beside) - limit} more: --limit {len(beside)} lists them.")


def print_aggregate(found: Aggregate) -> None:
    """Print what many hands together are worth."""
    rules = found.provenance.rules
    seats = ", ".join(f"{one} ({seat_name(one, rules)})" for one in found.positions)
    print_line(f"{found.where}: {found.classes:,} classes of hands")
    print_line(
        f"{'seats' if len(found.positions) > 1 else 'seat'} {seats}; "
        f"{'upcards' if len(found.upcards) > 1 else 'upcard'} {' '.join(found.upcards)}; "
        f"round {found.provenance.round}"
    )
    share = f"{found.share:.2%}" if found.share >= 0.00005 else "less than 0.01%"
    print_line(f"{share} of the hands with which one gets to speak there")
    _print_signs(
        [
            Column("action"),
            Column("points a hand", right=True),
            Column("s.e.", right=True),
            Column("best", right=True),
            Column("surely best", right=True),
            *_SHARE_HEADS,
        ],
        [
            [
                _kind_text(one.kind),
                plus_minus(one.points),
                f"{one.points.se:.4f}",
                f"{one.best:.1%}",
                f"{one.settled_best:.1%}",
                *(f"{one.shares[name]:.1%}" for name in _SHARES),
            ]
            for one in found.actions
        ],
    )
    if found.calling is not None:
        print_line(_calling_text(found))
    print_line("")
    which = "turned down" if found.provenance.round == 2 else "turned up"
    print_line(
        f"Hands are as they were dealt; n_trump, has_right and has_left speak of the suit {which}."
    )
    print_line(
        "Every hand counts as often as it comes up; best is the share of hands with which the "
        "action is, surely best that by more than two standard errors."
    )
    _print_basis(found.provenance)


def _kind_text(kind: CallKind) -> str:
    """Name a way to act whose suit is canonical."""
    if kind.relation in (None, "turned") and kind.action != "call":
        what = kind.action
    elif kind.suit is None:
        what = f"{kind.action} {str(kind.relation).replace('_', ' ')}"
    elif kind.relation == "crossing":
        # Of the crossing suits hearts are the larger set of ranks.
        what = f"{kind.action} the {'better' if kind.suit == 'h' else 'other'} crossing suit"
    else:
        what = f"{kind.action} {kind.relation}"
    return f"{what} alone" if kind.alone else what


def _calling_text(found: Aggregate) -> str:
    """Say with what share of the hands a call is right."""
    calling = found.calling
    assert calling is not None
    most = calling.settled_right + calling.too_close
    return (
        f"{_calling_word(found)}, alone or not, is right with {calling.settled_right:.1%} to "
        f"{most:.1%} of these hands: by more than two standard errors it is right with "
        f"{calling.settled_right:.1%} and wrong with {calling.settled_wrong:.1%}, and "
        f"{calling.too_close:.1%} are too close for the table's deals (by its bare means "
        f"{calling.right:.1%} are right)."
    )


def _calling_word(found: Aggregate) -> str:
    rules = found.provenance.rules
    if found.provenance.round == 2:
        return "Calling"
    if found.positions == (rules.players,):
        return "Picking up"
    mates = rules.teams[rules.players - 1]
    if all(mates >> (position - 1) & 1 for position in found.positions):
        return "Assisting" if rules.players not in found.positions else "Ordering"
    return "Ordering up" if rules.players not in found.positions else "Ordering"


def _print_signs(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> None:
    print_table(columns, [[signs_text(cell) for cell in row] for row in rows])


def _print_basis(provenance: CallProvenance) -> None:
    """Say what the numbers mean and what the table was built with."""
    print_line(
        "± is half a 95 % interval, s.e. the standard error. Made and euchred: the own side called "
        "and made it or not, as shares of all deals; march and lone sweep are parts of made."
    )
    limit = f"{provenance.deals:,} deals an action"
    if provenance.until_se is not None:
        limit = f"deals up to a standard error of {provenance.until_se:g}, at most {limit}"
    print_line(
        f"Table: {limit}, rollout, {seated_text(strategy_labels(provenance))}, "
        f"seed {provenance.seed}, version {provenance.version}."
    )
    print_line(f"Rules: {rules_text(provenance.rules)} (digest {provenance.rules.digest()}).")


def advise_command(answer: Answer) -> str:
    """Write the command that plays the question afresh."""
    name, settings = named_rules(answer.rules)
    labels = strategy_labels(answer.provenance)
    players = labels[0] if len(set(labels)) == 1 else ",".join(labels)
    words = [
        "euchre advise",
        f'"{" ".join(str(as_printed(card, answer.rules)) for card in answer.hand)}"',
        f"--up {as_printed(answer.upcard, answer.rules)}",
        f"--seat {answer.position}",
        *(["--round 2"] if answer.call_round == 2 else []),
        *([f"--rules {name}"] if name != "standard" else []),
        *(f"--set {shlex.quote(setting)}" for setting in settings),
        *([f"--strategy {shlex.quote(players)}"] if players != DEFAULT_STRATEGY["name"] else []),
    ]
    return " ".join(words)

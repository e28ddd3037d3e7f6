"""One sentence on why an action is better than another: the facts that decide, by what they say."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from euchre_sim.analysis.stakes import Stakes
from euchre_sim.analysis.worth import Choice
from euchre_sim.cards import Card
from euchre_sim.quiz.facts import Fact, facts_of
from euchre_sim.quiz.sight import Sight

__all__ = ["NOTHING_PLAIN", "reason"]

NOTHING_PLAIN = "no single feature decides it; it is what the deals came to"
MOST_FOR, MOST_AGAINST = 3, 2


def reason(
    sight: Sight,
    best: Choice,
    other: Choice,
    show: Callable[[Card], str] = str,
    *,
    stakes: Stakes | None = None,
    is_close: bool = False,
) -> str:
    """Say in a clause what speaks for the better of two actions, and what speaks against it.

    Which is the better one is known from the deals; facts that both actions share are left out, and
    where nothing else speaks for it the clause says so rather than inventing a cause.

    Parameters
    ----------
    sight
        The position.
    best, other
        The two actions.
    show
        Writes a card.
    stakes
        The score, if there is one.
    is_close
        Whether the deals do not tell which of them is better, so that nothing can decide it.
    """
    its = facts_of(sight, best, other, show, stakes)
    others = facts_of(sight, other, best, show, stakes)
    its, others = _apart(its, others), _apart(others, its)
    pro = _told([*(one for one in its if one.good), *(one for one in others if not one.good)])
    contra = _told([*(one for one in its if not one.good), *(one for one in others if one.good)])
    if is_close:
        sides = (("for it", pro[:MOST_AGAINST]), ("against it", contra[:MOST_AGAINST]))
        told = [f"{where}, {_joined(clauses)}" for where, clauses in sides if clauses]
        return "; ".join(["the two are too close to tell apart", *told])
    text = _joined(pro[:MOST_FOR]) if pro else NOTHING_PLAIN
    return text + (f"; although {_joined(contra[:MOST_AGAINST])}" if contra else "")


def _apart(facts: list[Fact], others: list[Fact]) -> list[Fact]:
    """Leave out what is said of another action as well."""
    shared = {(what, one.good) for one in others for what in (one.key, one.text)}
    return [one for one in facts if not {(one.key, one.good), (one.text, one.good)} & shared]


def _told(facts: Iterable[Fact]) -> list[str]:
    """Return the clauses, the weightiest first, one for each thing that they are about."""
    kept: dict[str, str] = {}
    for fact in sorted(facts, key=lambda fact: -fact.weight):
        kept.setdefault(fact.key, fact.text)
    return list(kept.values())


def _joined(clauses: list[str]) -> str:
    *most, last = clauses
    return f"{', '.join(most)} and {last}" if most else last

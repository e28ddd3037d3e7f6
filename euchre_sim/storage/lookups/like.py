"""The hands beside one looked up: one card exchanged for another."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import Any

from euchre_sim.analysis.worth import SETTLED, Choice, Points
from euchre_sim.cards import Card, CardSet
from euchre_sim.storage.calls.table import CallTable
from euchre_sim.storage.lookups.hand import canonical_hand
from euchre_sim.storage.lookups.lookup import Answer, NotInTable, Page, TableValue

__all__ = ["Neighbour", "neighbours"]


@dataclass(frozen=True)
class Neighbour:
    """A hand with one card exchanged.

    Attributes
    ----------
    without, instead
        The card that goes and the one that comes.
    best
        The best action with that hand.
    change
        Points of that action less those of the hand's own best.
    other_action
        Whether something else is best than with the hand itself.
    settled
        Whether that is the best beyond doubt.
    """

    without: Card
    instead: Card
    best: TableValue
    change: Points
    other_action: bool
    settled: bool

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "without": str(self.without),
            "instead": str(self.instead),
            "best": self.best.choice.as_dict(),
            "points": self.best.points.as_dict(),
            "change": self.change.as_dict(),
            "other_action": self.other_action,
            "settled": self.settled,
        }


def neighbours(table: CallTable, answer: Answer) -> list[Neighbour]:
    """List the hands that differ in one card from one looked up.

    Those with which something else is best beyond doubt come first, then those with which something
    else only seems to be; each lot by how much the points change.
    """
    page = Page(table, answer.position, answer.canonical.upcard)
    own, hand = answer.best, CardSet(answer.hand)
    rest = CardSet.from_mask(answer.rules.deck) - hand - {answer.upcard}
    found = []
    for without in answer.hand:
        for instead in rest:
            other = CardSet((hand - {without}) | {instead})
            canonical = canonical_hand(other, answer.upcard, answer.rules)
            try:
                there = page.answer(tuple(other), answer.upcard, canonical)
            except NotInTable:  # with that hand the passes before are hardly ever heard
                continue
            best = there.best
            change = Points(
                best.points.mean - own.points.mean, hypot(best.points.se, own.points.se)
            )
            other_action = _call(best.choice) != _call(own.choice)
            settled = there.reason == SETTLED
            found.append(Neighbour(without, instead, best, change, other_action, settled))
    return sorted(
        found,
        key=lambda one: (not one.other_action, not one.settled, -abs(one.change.mean)),
    )


def _call(choice: Choice) -> tuple[Any, ...]:
    """Return a choice without the card that is buried, which hangs on the hand."""
    return choice.action, choice.suit, choice.alone

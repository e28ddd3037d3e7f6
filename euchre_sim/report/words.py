"""Seats, rounds and holdings of trump as a reader knows them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

from euchre_sim.cards import JOKER, RANKS
from euchre_sim.report.figure import Table
from euchre_sim.rules import HouseRules
from euchre_sim.seats import seat_name, seat_word

__all__ = [
    "Strength",
    "fewest_trumps",
    "listed",
    "position_label",
    "rank_order",
    "round_label",
    "seat_phrase",
]


MOST_TRUMPS = 4  # holdings of more are so rare that they are shown together


class Strength(NamedTuple):
    """A holding of trump before the upcard is taken; larger is stronger."""

    trumps: int
    joker: bool
    right: bool
    left: bool

    @classmethod
    def of(cls, trumps: int, joker: bool, right: bool, left: bool) -> Strength:
        """Return the holding, the largest numbers of trumps taken together."""
        return cls(min(trumps, MOST_TRUMPS), joker, right, left)

    @property
    def tops(self) -> str:
        """Which of the highest trumps are in it."""
        held = [word for word, has in zip(("joker", "right", "left"), self[1:], strict=True) if has]
        return " + ".join(held)

    @property
    def without_number(self) -> Strength:
        """The highest trumps alone, the number left open."""
        return self._replace(trumps=0)

    @property
    def number_label(self) -> str:
        """How many trumps there are."""
        return f"{self.trumps}+" if self.trumps == MOST_TRUMPS else str(self.trumps)

    @property
    def label(self) -> str:
        """The holding as the head of a line."""
        if self.trumps == 0:
            return "none"
        return (
            f"{self.number_label}: {self.tops}" if self.tops else f"{self.number_label}, no bower"
        )

    @property
    def phrase(self) -> str:
        """The holding within a sentence."""
        if self.trumps == 0:
            return "no trump at all"
        with_tops = self.tops.replace(" + ", " and ")
        if self.trumps == 1 and with_tops:
            return f"the {with_tops} by itself"
        return f"{self.number_phrase} {'with the ' + with_tops if with_tops else 'without a bower'}"

    @property
    def number_phrase(self) -> str:
        """How many trumps there are, within a sentence."""
        return ("none", "one trump", "two trumps", "three trumps", "four trumps")[self.trumps]


def position_label(position: int, rules: HouseRules) -> str:
    """Return a position as the head of a line or column."""
    return f"{position} {seat_word(position, rules)}".strip()


def seat_phrase(position: int, rules: HouseRules) -> str:
    """Return a position within a sentence."""
    name = seat_name(position, rules)
    return name if name.startswith("the ") else f"position {position}"


def round_label(call_round: int) -> str:
    """Return a round as the head of a panel."""
    return f"Round {call_round}"


def rank_order(upcards: Iterable[str]) -> list[str]:
    """Put the ranks of upcards in order, the highest first."""
    return sorted(set(upcards), key=f"{RANKS}{JOKER.egn}".find, reverse=True)


def listed(words: Iterable[str]) -> str:
    """Join words as a sentence does.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def fewest_trumps(
    strengths: Collection[Strength],
    positions: Iterable[int],
    rules: HouseRules,
    reason: Callable[[Strength, int], str],
) -> Table:
    """Tabulate, by position and highest trumps held, the fewest trumps that suffice.

    Parameters
    ----------
    strengths, positions
        The holdings and positions there are.
    rules
        Of the table.
    reason
        Says of a holding and a position why it suffices, or nothing where it does not.
    """
    tops = sorted({strength.without_number for strength in strengths if strength.trumps})
    lines = []
    for position in positions:
        cells = {"Position": position_label(position, rules)}
        for top in tops:
            numbers = sorted(s.trumps for s in strengths if s.trumps and s.without_number == top)
            enough = [(number, reason(top._replace(trumps=number), position)) for number in numbers]
            fewest = next(((number, why) for number, why in enough if why), None)
            head = f"with {top.tops}" if top.tops else "without a bower"
            cells[head] = "never" if fewest is None else f"{fewest[0]} ({fewest[1]})"
        lines.append(cells)
    return Table(lines)

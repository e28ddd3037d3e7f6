"""Answers out of a call table: what every call is worth with a hand.

Nothing is played; a row of the table holds integer sums over deals, and from these the same numbers
follow as from a fresh question.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist
from typing import Any, ClassVar

import numpy as np
import pyarrow as pa

from euchre_sim.analysis.estimate import estimate_mean
from euchre_sim.analysis.worth import (
    ERROR_RATE,
    EXHAUSTED,
    INDIFFERENCE,
    INDIFFERENT,
    ROLLOUT,
    SETTLED,
    Choice,
    Points,
    names_trump,
)
from euchre_sim.cards import (
    Card,
    CardSet,
    Suit,
    describe_deck,
    parse_card,
    parse_cards,
    require_distinct,
)
from euchre_sim.errors import EuchreError, InvalidNotation, OutputProblem
from euchre_sim.rules import HouseRules
from euchre_sim.seats import find_seat
from euchre_sim.storage.calls.provenance import CallProvenance
from euchre_sim.storage.calls.table import CallTable
from euchre_sim.storage.lookups.columns import codes
from euchre_sim.storage.lookups.hand import CanonicalHand, canonical_hand

__all__ = [
    "DEFAULT_STRATEGY",
    "Answer",
    "NotInTable",
    "Page",
    "TableValue",
    "basis",
    "look_up",
    "require",
    "strategy_labels",
]

SHARES = ("made", "march", "lone_sweep", "euchred")
_COLUMNS = (
    *("hand", "action", "suit", "relation", "alone", "discard", "drawn", "n", *SHARES),
    *("points", "points_squared", "points_by_best", "best"),
)

# The registry's default, which needs no parameters to be named; to ask it loads the engine.
DEFAULT_STRATEGY: dict[str, Any] = {
    "name": "basic",
    "version": "2",
    "parameters": {"threshold": 0, "alone": 0, "score": 1},
}
# Version 1 did not look at the score; single deals, which tables are made of, it played the same.
_DEFAULTS = (
    DEFAULT_STRATEGY,
    {"name": "basic", "version": "1", "parameters": {"threshold": 0, "alone": 0}},
)

Row = dict[str, Any]


class NotInTable(EuchreError):
    """A question that a call table has no answer to."""


@dataclass(frozen=True)
class TableValue:
    """What one action is worth to the asker's side, out of a table.

    Attributes
    ----------
    choice
        The action in the asker's own suits.
    points
        Ours minus theirs.
    vs_best
        Paired difference to the action with the highest mean.
    made, march, lone_sweep, euchred
        Shares of the deals in which the asker's side called and made it, took all tricks as a
        pair, took all alone, or lost.
    """

    choice: Choice
    points: Points
    vs_best: Points
    made: float
    march: float
    lone_sweep: float
    euchred: float
    win_vs_best: ClassVar[None] = None  # tables are of deals at 0-0

    @property
    def goal(self) -> Points:
        """What the verdict is about."""
        return self.points

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON, with the keys of `ActionValue.as_dict`."""
        return {
            **self.choice.as_dict(),
            "points": self.points.as_dict(),
            "vs_best": self.vs_best.as_dict(),
            **{name: getattr(self, name) for name in SHARES},
        }


@dataclass(frozen=True)
class Answer:
    """What a table says about a hand.

    Attributes
    ----------
    hand, upcard, position, call_round
        The question; position 1 is left of the dealer.
    canonical
        Hand and upcard as they stand in the table.
    provenance
        What the table rests on.
    deals, accepted
        Deals drawn for the hand, and those of them that fit the passes heard and were played.
    actions
        In the order of the table.
    """

    hand: tuple[Card, ...]
    upcard: Card
    position: int
    call_round: int
    canonical: CanonicalHand
    provenance: CallProvenance
    deals: int
    accepted: int
    actions: tuple[TableValue, ...]
    asked: ClassVar[None] = None  # it is always a first call

    @property
    def rules(self) -> HouseRules:
        """The table's rules."""
        return self.provenance.rules

    @property
    def names_trump(self) -> bool:
        """Whether the question is which suit to name for a joker that was turned up."""
        return names_trump(self.upcard, self.rules)

    @property
    def best(self) -> TableValue:
        """The action with the highest mean."""
        return max(self.actions, key=lambda value: value.points.mean)

    @property
    def equals(self) -> tuple[TableValue, ...]:
        """The best action and those that came to the same as it in every deal."""
        return tuple(one for one in self.actions if one.vs_best.is_nothing)

    @cached_property
    def reason(self) -> str:
        """How sure the best action is, as `decision.verdict` says it: at one look, over all rivals.

        Unlike there, one that came to the same in every deal is a rival: a table's deals are few.

        ``settled``, ``indifferent`` or ``deals``.
        """
        rivals = [value.vs_best for value in self.actions if value is not self.best]
        z = NormalDist().inv_cdf(1 - ERROR_RATE / max(1, len(rivals)))
        upper = [one.mean + z * one.se for one in rivals]
        if all(one < 0 for one in upper):
            return SETTLED
        return INDIFFERENT if all(one < INDIFFERENCE for one in upper) else EXHAUSTED

    @cached_property
    def p_best(self) -> float:
        """Least chance that the best action truly is it: 1 less every rival's to be better."""
        rivals = [value.vs_best for value in self.actions if value is not self.best]
        return max(0.0, 1 - sum(_chance_above_zero(one) for one in rivals))

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON, with the keys of `Advice.as_dict` and the table's own."""
        return {
            "hand": " ".join(map(str, self.hand)),
            "upcard": str(self.upcard),
            "position": self.position,
            "round": self.call_round,
            "class": {"hand": self.canonical.hand, "upcard": self.canonical.upcard},
            **basis(self.provenance),
            "deals": self.deals,
            "accepted": self.accepted,
            "actions": [value.as_dict() for value in self.actions],
            "verdict": {
                **self.best.choice.as_dict(),
                "settled": self.reason == SETTLED,
                "reason": self.reason,
                "p_best_at_least": self.p_best,
            },
        }


def look_up(
    table: CallTable, hand: str, up: str, seat: int | str, *, call_round: int = 1
) -> Answer:
    """Say what a table knows about a hand.

    Parameters
    ----------
    table
        The table.
    hand
        The five cards.
    up
        The upcard; in round 2 the card that was turned down.
    seat
        The position, from 1 left of the dealer, or its word.
    call_round
        1, or 2 after the upcard was turned down.

    Raises
    ------
    InvalidNotation
        If the cards cannot be read, or are not in the table's deck.
    IllegalAction
        If there is no such seat.
    NotInTable
        If the table has no such question.
    """
    rules = table.provenance.rules
    cards = parse_cards(hand, count=rules.hand_size, joker=rules.joker_printed)
    upcard = parse_card(up, joker=rules.joker_printed)
    require_distinct({"hand": cards, "upcard": [upcard]})
    for card in (*cards, upcard):
        if not card.bit & rules.deck:
            raise InvalidNotation(
                f"{card} is not in this table's deck, which has {describe_deck(rules.deck)}",
                token=str(card),
            )
    position = find_seat(seat, rules)
    canonical = canonical_hand(CardSet(cards), upcard, rules)
    require(table.provenance, position=position, upcard=canonical.upcard, call_round=call_round)
    page = Page(table, position, canonical.upcard)
    return page.answer(tuple(cards), upcard, canonical)


def require(
    provenance: CallProvenance,
    *,
    position: int | None = None,
    upcard: str | None = None,
    call_round: int | None = None,
) -> None:
    """Refuse what a table does not hold, saying what it does; None is any."""
    if call_round not in (None, provenance.round):
        wrong = f"round {call_round}"
    elif position is not None and position not in provenance.positions:
        wrong = f"seat {position}"
    elif upcard is not None and upcard not in provenance.upcards:
        wrong = f"the upcard {upcard}"
    else:
        return
    seats = ", ".join(map(str, provenance.positions))
    raise NotInTable(
        f"{wrong} is not in this table, which holds round {provenance.round}, "
        f"{'seats' if len(provenance.positions) > 1 else 'seat'} {seats}, "
        f"{'upcards' if len(provenance.upcards) > 1 else 'upcard'} "
        f"{', '.join(provenance.upcards)}; 'euchre table build' makes others, 'euchre advise' "
        "answers without one"
    )


def strategy_labels(provenance: CallProvenance) -> list[str]:
    """Return what to type to get a table's strategies again, by position."""
    return [_label(one) for one in provenance.strategies]


def _label(strategy: dict[str, Any]) -> str:
    if strategy in _DEFAULTS:
        return str(strategy["name"])
    settings = (f"{key}={value}" for key, value in strategy["parameters"].items())
    return ":".join([strategy["name"], *settings])


def basis(provenance: CallProvenance) -> dict[str, Any]:
    """Plain values of what a table rests on, with the keys of `Advice.as_dict`."""
    labels = strategy_labels(provenance)
    table = provenance.as_dict()
    return {
        "rules": table.pop("rules"),
        "rules_digest": table.pop("rules_digest"),
        "model": ROLLOUT,
        "strategies": labels,
        "strategy_versions": [
            f"{label} v{one['version']}"
            for label, one in zip(labels, table.pop("strategies"), strict=True)
        ],
        "seed": table.pop("seed"),
        "table": table,
    }


class Page:
    """The rows of one position and upcard, found by hand."""

    def __init__(self, table: CallTable, position: int, upcard: str) -> None:
        self.provenance = table.provenance
        self.position = position
        self.rows: pa.Table = table.rows(upcard=upcard, position=position, columns=_COLUMNS)
        self.codes, self.hands = codes(self.rows, "hand")

    def answer(self, cards: tuple[Card, ...], upcard: Card, canonical: CanonicalHand) -> Answer:
        """Read the rows of a hand."""
        places = np.flatnonzero(self.codes == self._code(canonical.hand))
        rows = self.rows.slice(int(places[0]), len(places)).to_pylist() if len(places) else []
        if not self.codes.size:
            raise NotInTable(
                f"by the table's rules seat {self.position} is not asked about a {upcard} turned up"
            )
        if not rows or rows[0]["n"] < 2:
            raise NotInTable(
                "the table has no deals for this hand: with its strategies the others would "
                "hardly ever have passed"
            )
        if not any(row["best"] for row in rows):
            raise OutputProblem("the table is damaged: it marks no action of this hand as the best")
        return Answer(
            cards,
            upcard,
            self.position,
            self.provenance.round,
            canonical,
            self.provenance,
            rows[0]["drawn"],
            rows[0]["n"],
            tuple(_values(rows, canonical.own)),
        )

    def _code(self, hand: str) -> int:
        try:
            return self.hands.index(hand)
        except ValueError:
            return -1


def _values(rows: list[Row], own: dict[Suit, Suit]) -> Iterator[TableValue]:
    """Turn a hand's rows into values in its own suits."""
    best = next(row for row in rows if row["best"])
    n = best["n"]
    for row in rows:
        if row is best:
            difference = Points(0.0, 0.0)
        else:
            squares = row["points_squared"] - 2 * row["points_by_best"] + best["points_squared"]
            difference = _points(n, row["points"] - best["points"], squares)
        yield TableValue(
            _choice(row, own),
            _points(n, row["points"], row["points_squared"]),
            difference,
            **{name: row[name] / n for name in SHARES},
        )


def _points(n: int, total: int, squares: int) -> Points:
    found = estimate_mean(n, total, squares)
    assert found.mean is not None
    assert found.se is not None
    return Points(found.mean, found.se)


def _choice(row: Row, own: dict[Suit, Suit]) -> Choice:
    """Name a row's action in the hand's own suits."""
    if row["action"] == "pass":
        return Choice("pass")
    suit = _contract(row["relation"]) if row["suit"] is None else own[_suit(row["suit"])]
    discard = None if row["discard"] is None else _own_card(row["discard"], own)
    return Choice(row["action"], suit, row["alone"], discard)


def _suit(letter: str) -> Suit:
    return Suit("cdsh".index(letter))


def _own_card(text: str, own: dict[Suit, Suit]) -> Card:
    card = parse_card(text)
    return card if card.is_joker else Card(16 * own[card.suit] + card.rank)


def _contract(relation: str) -> str:
    """Return a contract without trump by the name that tables have for it."""
    from euchre_sim.analysis.summary import WITHOUT_TRUMP  # few rules have any

    return next(name for name, word in WITHOUT_TRUMP.items() if word == relation)


def _chance_above_zero(difference: Points) -> float:
    if difference.se == 0:
        return 0.5 if difference.mean == 0 else 0.0
    return NormalDist().cdf(difference.mean / difference.se)

"""The table by position and round: what seats did and what came of it.

Built from the cells of `tally.count_outcomes`.  Its rows are always the same for the same rules
and its columns are integers, so that tables of several runs are merged by adding them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from euchre_sim.analysis import tally
from euchre_sim.analysis.estimate import Estimate, estimate_mean, estimate_share
from euchre_sim.rules import HouseRules

__all__ = [
    "DEAL",
    "FIELDS",
    "MISDEALT",
    "PASSED_OUT",
    "RELATIONS",
    "SeatRound",
    "Side",
    "Summary",
    "SummaryKey",
]

Integers = npt.NDArray[np.int64]
Chosen = npt.NDArray[np.bool_]

RELATIONS = ("turned", "next", "crossing")
WITHOUT_TRUMP = {"NT": "no_trump", "NTL": "low_no_trump", "MIS": "misere"}
NAMED = "named"
ALL_RELATIONS = (*RELATIONS, *WITHOUT_TRUMP.values(), NAMED)  # by their numbers in `tally`
DEAL = "deal"
PASSED_OUT = "passed_out"
MISDEALT = "misdealt"
SIDES = ("dealer", "other")
SIDES_OF_THREE = ("dealer", "first", "second")  # three players, each a side

FIELDS = (
    "n",
    "calls",
    "made",
    "march",
    "lone_sweep",
    "euchred",
    "points",
    "points_squared",
    "scored",
    "scored_squared",
)


@dataclass(frozen=True, slots=True)
class SummaryKey:
    """What a row of the summary counts.

    Parameters
    ----------
    side
        Whose points are counted, one of `side_names`; None in the row of deals passed out.
    position, round
        Of the decision; None in rows that count deals.
    action
        ``pass``, ``order``, ``call``; ``deal`` counts every deal that was bid on, ``passed_out``
        those nobody called; ``misdealt`` the others, in which two farmer's hands were claimed.
    relation
        Of the suit called to the upcard's: ``turned`` (the same), ``next`` (its mate) or
        ``crossing``; or ``no_trump``, ``low_no_trump``, ``misere``; or ``named`` by a dealer who
        turned up a joker.
    alone
        Whether the caller played alone.
    """

    side: str | None
    position: int | None
    round: int | None
    action: str
    relation: str | None = None
    alone: bool | None = None


@dataclass(frozen=True)
class SeatRound:
    """One position in one round: counts of what it did and, of its calls, what came of them."""

    position: int
    round: int
    turns: int
    passed: int
    ordered: int
    alone: int
    made: int
    march: int
    lone_sweep: int
    euchred: int
    points_called: Estimate
    points_passed: Estimate

    @property
    def calls(self) -> int:
        """Calls with a partner and alone: what made, march and the like are shares of."""
        return self.ordered + self.alone

    def as_dict(self) -> dict[str, Any]:
        """Return counts, and shares and points with their intervals."""
        counts = ("turns", "passed", "ordered", "alone", "calls")
        results = ("made", "march", "lone_sweep", "euchred")
        of_turns = {
            f"{name}_share": estimate_share(getattr(self, name), self.turns).as_dict()
            for name in counts[1:]
        }
        of_calls = {
            f"{name}_share": estimate_share(getattr(self, name), self.calls).as_dict()
            for name in results
        }
        return {
            "position": self.position,
            "round": self.round,
            **{name: getattr(self, name) for name in counts + results},
            **of_turns,
            **of_calls,
            "points_if_called": self.points_called.as_dict(),
            "points_if_passed": self.points_passed.as_dict(),
        }


@dataclass(frozen=True)
class Side:
    """One side over all deals: points of its own, and minus the other side's (net)."""

    side: str
    positions: tuple[int, ...]
    calls: int
    made: int
    euchred: int
    scored: Estimate
    net: Estimate

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "side": self.side,
            "positions": list(self.positions),
            "calls": self.calls,
            "made": self.made,
            "euchred": self.euchred,
            "points": self.scored.as_dict(),
            "net_points": self.net.as_dict(),
        }


class Summary:
    """Sums by position, round and action, and by side.

    Parameters
    ----------
    keys
        What each row counts.
    sums
        Shape ``(rows, len(FIELDS))``, int64.
    teams
        `HouseRules.teams`.
    """

    def __init__(self, keys: tuple[SummaryKey, ...], sums: Integers, teams: tuple[int, ...]):
        self.keys = keys
        self.sums = sums
        self.teams = teams

    @classmethod
    def from_cells(cls, cells: Integers, rules: HouseRules) -> Self:
        """Read every row off the cells."""
        reader = _Cells(cells, rules)
        keys = summary_keys(rules)
        return cls(keys, np.array([reader.sums(key) for key in keys], np.int64), rules.teams)

    def __add__(self, other: Self) -> Self:
        if self.keys != other.keys:
            raise ValueError("these two summaries have different rows")
        return type(self)(self.keys, self.sums + other.sums, self.teams)

    @property
    def played(self) -> int:
        """Deals that were bid on: all but the misdeals."""
        return self._total("n", action=DEAL, side=SIDES[0])

    @property
    def misdealt(self) -> int:
        """Deals in which two farmer's hands were claimed."""
        return self._total("n", action=MISDEALT)

    @property
    def hands(self) -> int:
        """Deals counted."""
        return self.played + self.misdealt

    @property
    def passed_out(self) -> int:
        """Deals that nobody called."""
        return self._total("n", action=PASSED_OUT)

    def _total(self, field: str, **wanted: object) -> int:
        """Sum of a field over the rows whose keys have these values."""
        column = FIELDS.index(field)
        return sum(
            int(self.sums[i, column])
            for i, key in enumerate(self.keys)
            if all(getattr(key, name) == value for name, value in wanted.items())
        )

    def seat_rounds(self) -> list[SeatRound]:
        """Every position in round 1, then in round 2."""
        return [
            self._seat_round(position, call_round)
            for call_round in (1, 2)
            for position in range(1, len(self.teams) + 1)
        ]

    def _seat_round(self, position: int, call_round: int) -> SeatRound:
        here = {"position": position, "round": call_round}
        called = "order" if call_round == 1 else "call"

        def of_calls(field: str) -> int:
            return self._total(field, action=called, **here)

        def points(action: str) -> Estimate:
            sums = (
                self._total(f, action=action, **here) for f in ("n", "points", "points_squared")
            )
            return estimate_mean(*sums)

        return SeatRound(
            position=position,
            round=call_round,
            turns=self._total("n", **here),
            passed=self._total("n", action="pass", **here),
            ordered=self._total("n", action=called, alone=False, **here),
            alone=self._total("n", action=called, alone=True, **here),
            made=of_calls("made"),
            march=of_calls("march"),
            lone_sweep=of_calls("lone_sweep"),
            euchred=of_calls("euchred"),
            points_called=points(called),
            points_passed=points("pass"),
        )

    def by_side(self) -> list[Side]:
        """Return the dealer's side, then the other; of three players the dealer first."""
        return [self._side(name) for name in side_names(self.teams)]

    def _side(self, name: str) -> Side:
        here = {"action": DEAL, "side": name}
        mask = side_names(self.teams)[name]
        n = self._total("n", **here)

        def points(field: str) -> Estimate:
            sums = (self._total(f, **here) for f in (field, f"{field}_squared"))
            return estimate_mean(n, *sums)

        return Side(
            side=name,
            positions=tuple(seat + 1 for seat in range(len(self.teams)) if mask >> seat & 1),
            calls=self._total("calls", **here),
            made=self._total("made", **here),
            euchred=self._total("euchred", **here),
            scored=points("scored"),
            net=points("points"),
        )

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "passed_out": {
                "deals": self.passed_out,
                "share": estimate_share(self.passed_out, self.played).as_dict(),
            },
            "misdealt": self.misdealt,
            "sides": [side.as_dict() for side in self.by_side()],
            "by_position": [row.as_dict() for row in self.seat_rounds()],
        }


def side_names(teams: tuple[int, ...]) -> dict[str, int]:
    """Names of the sides, the dealer's first, with their seat masks."""
    masks = dict.fromkeys((teams[-1], *teams))
    return dict(zip(SIDES if len(masks) == 2 else SIDES_OF_THREE, masks, strict=True))


def dealer_may_name(rules: HouseRules) -> bool:
    """Whether the dealer names trump for a joker that he turns up."""
    return rules.joker and rules.joker_upcard_rule.startswith("dealer_names")


def may_be_misdealt(rules: HouseRules) -> bool:
    """Whether two claims of a farmer's hand end a deal."""
    return rules.farmers_hand != "off" and rules.farmers_order == "conflict_is_misdeal"


def summary_keys(rules: HouseRules) -> tuple[SummaryKey, ...]:
    """Every row that a summary under these rules has, in its order."""
    names = {mask: name for name, mask in side_names(rules.teams).items()}
    keys: list[SummaryKey] = []
    for call_round in (1, 2):
        for position in range(1, rules.players + 1):
            side = names[rules.teams[position - 1]]
            keys.append(SummaryKey(side, position, call_round, "pass"))
            turned, *others = RELATIONS
            relations = [turned]
            if call_round == 2:
                relations = others if rules.turned_down_suit == "barred" else [turned, *others]
                relations += [WITHOUT_TRUMP[name] for name in rules.contracts]
            elif position == rules.players and dealer_may_name(rules):
                relations = [turned, NAMED]
            word = "order" if call_round == 1 else "call"
            keys += [
                SummaryKey(side, position, call_round, word, relation, alone)
                for relation in relations
                for alone in (False, True)
            ]
    keys += [SummaryKey(side, None, None, DEAL) for side in names.values()]
    keys.append(SummaryKey(None, None, None, PASSED_OUT))
    if may_be_misdealt(rules):
        keys.append(SummaryKey(None, None, None, MISDEALT))
    return tuple(keys)


class _Cells:
    """The cells' sums and, beside each cell, what it stands for."""

    def __init__(self, cells: Integers, rules: HouseRules) -> None:
        self.deals, self.points, self.squares = cells.T
        axes = np.unravel_index(np.arange(tally.PASSED_OUT_CELL), tally.CELL_SHAPE)
        # The last cells, passed out and misdealt, have no maker and no round of a call.
        maker, index, alone, _, relation, tricks = (np.append(axis, (-1, -2)) for axis in axes)
        self.maker, self.round, self.alone, self.relation = maker, index + 1, alone, relation
        self.called: Chosen = maker >= 0
        self.passed_out: Chosen = maker == -1
        self.misdealt: Chosen = maker == -2
        self.by_side = {
            name: self.called & (mask >> maker & 1 == 1)
            for name, mask in side_names(rules.teams).items()
        }
        misere = relation == ALL_RELATIONS.index("misere")
        needed = np.where(misere, tricks == 0, tricks >= rules.tricks_needed)
        self.made = self.called & needed
        self.swept = self.called & (tricks == rules.hand_size) & ~misere

    def sums(self, key: SummaryKey) -> list[int]:
        """Return the fields of one row."""
        chosen = self._chosen(key)
        own = self.by_side.get(key.side or "", np.zeros_like(self.called))
        calls = chosen & own & (key.action != "pass")
        with_partner = self.alone == tally.NOBODY_ALONE
        net = np.where(own, self.points, -self.points)
        gains = chosen & (net > 0)

        def deals(which: Chosen) -> int:
            return int(self.deals[which].sum())

        return [
            deals(chosen),
            deals(calls),
            deals(calls & self.made),
            deals(calls & self.swept & with_partner),
            deals(calls & self.swept & ~with_partner),
            deals(calls & ~self.made),
            int(net[chosen].sum()),
            int(self.squares[chosen].sum()),
            int(net[gains].sum()),
            int(self.squares[gains].sum()),
        ]

    def _chosen(self, key: SummaryKey) -> Chosen:
        """Which cells a row counts."""
        if key.action == DEAL:
            return ~self.misdealt
        if key.action == PASSED_OUT:
            return self.passed_out
        if key.action == MISDEALT:
            return self.misdealt
        assert key.position is not None
        seat = key.position - 1
        if key.action == "pass":
            # Nobody speaks before a dealer who names trump.
            after_passes = (self.maker > seat) & (self.relation != ALL_RELATIONS.index(NAMED))
            called_later: Chosen = (self.round == key.round) & after_passes
            if key.round == 1:
                called_later |= self.round == 2
            return self.passed_out | called_later
        assert key.relation is not None
        chosen: Chosen = (
            (self.maker == seat)
            & (self.round == key.round)
            & (self.relation == ALL_RELATIONS.index(key.relation))
            & ((self.alone == tally.MAKER_ALONE) == key.alone)
        )
        return chosen

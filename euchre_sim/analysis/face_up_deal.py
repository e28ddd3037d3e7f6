"""Could we have won that deal? What it was worth with all cards face up, beside what happened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from euchre_sim.analysis import face_up_deal_kernels as kernels
from euchre_sim.cards import Card
from euchre_sim.engine import steps
from euchre_sim.engine.layout import R_MAY_BURY_UPCARD, R_PICKUP_OPTIONAL
from euchre_sim.errors import IllegalAction, RuleConflict
from euchre_sim.inference.layouts import Layouts
from euchre_sim.records import DealRecord
from euchre_sim.records.lowered import lowered
from euchre_sim.records.walk import DealWalk, walk_deal
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import score
from euchre_sim.solver.tables import tables_address

__all__ = ["FaceUp", "face_up_results"]

Words = npt.NDArray[np.uint64]

NOBODY = -1
# Cards that change hands otherwise than by the upcard are not followed here.
_SETTLED = {"players": 4, "farmers_hand": "off", "call_for_best": False}


@dataclass(frozen=True, slots=True)
class FaceUp:
    """What a deal was worth to side 0 when everybody sees all cards and makes no mistake.

    Parameters
    ----------
    from_calls
        Net points from the first call on: calls, discard, who plays alone, cards.
    tricks
        Net points from the first lead on, after the calls that were made, and from each later
        trick on as it was reached.
    result
        Net points as the deal was played; None where it was not finished.
    layouts
        Number of layouts of the cards that the record leaves open, over which these are means.
    fitting
        How many fit the record; more than `layouts` where some of them were drawn.
    """

    from_calls: float
    tricks: tuple[float, ...]
    result: int | None
    layouts: int
    fitting: int

    def as_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "from_calls": self.from_calls,
            "tricks": list(self.tricks),
            "result": self.result,
            "layouts": self.layouts,
            "fitting": self.fitting,
        }


def face_up_results(
    record: DealRecord, rules: HouseRules, *, most: int = 256, seed: int = 1
) -> FaceUp:
    """Solve a deal of a record from the first call, the first lead and every later trick on.

    Layouts of cards that the record leaves open fit all of it: dealt, played and buried cards, and
    the suits that a seat has shown not to have.

    Parameters
    ----------
    record
        The deal.
    rules
        House rules of a game of four.
    most
        Largest number of layouts; where more fit, so many are drawn.
    seed
        Number from which drawn layouts follow.

    Raises
    ------
    IllegalAction
        If the deal cannot have happened, or a hidden card leaves open what was turned up or who
        played a card.
    RuleConflict
        If there are not four players, or cards are exchanged besides the upcard.

    Examples
    --------
    >>> from euchre_sim.cards import parse_card, parse_cards
    >>> hands = ("JH JD AH KH QH", "9D TD QD KD AD", "9S TS JS QS KS", "9C TC JC QC KC")
    >>> record = DealRecord(
    ...     dealer=3,
    ...     upcard=parse_card("9H"),
    ...     hands=tuple(tuple(parse_cards(hand)) for hand in hands),
    ... )
    >>> face_up_results(record, HouseRules()).from_calls  # a sure loner left of the dealer
    4.0
    """
    for name, value in _SETTLED.items():
        if getattr(rules, name) != value:
            raise RuleConflict(
                f"with {name}={getattr(rules, name)} a deal cannot be solved from the calls on",
                options=(name,),
            )
    walk = walk_deal(record, lowered(rules), 1, with_decisions=False)
    cards = _Cards(walk)
    layouts = Layouts(cards.pool, cards.needs, cards.allowed)
    all_fit = 0 < layouts.count <= most
    worlds = [*(layouts.all_worlds() if all_fit else layouts.draw(most, seed))]
    values = [[cards.from_calls(world), *cards.from_tricks(world)] for world in worlds]
    from_calls, *tricks = np.mean(values, axis=0).tolist()
    result = None
    if walk.outcome is not None:
        points = score(walk.outcome, rules)
        result = points[0] - points[1]
    return FaceUp(from_calls, tuple(tricks), result, len(worlds), layouts.count)


class _Cards:
    """The cards of a deal: those that the record tells, and where the others may lie.

    Seats are positions.  Masks are of printed cards, but for the cards played.

    Attributes
    ----------
    pool, needs, allowed
        The other cards and their places: a hand each at the first lead, the dealer's discard, the
        rest (see `inference.Layouts`).
    """

    def __init__(self, walk: DealWalk) -> None:
        self.walk, self.low, self.n = walk, walk.low, walk.low.players
        record, dealer = walk.record, self.n - 1
        if not isinstance(record.upcard, Card):
            raise IllegalAction(f"{walk.deal}: the record does not tell the card turned up")
        self.up = record.upcard.bit
        self.played, voids = self._read_tricks()
        self.hands = [known | played for known, played in zip(walk.known, self.played, strict=True)]
        self.discard = 0
        dealers = 0  # cards of which it is open whether the dealer kept them
        if walk.taken and isinstance(record.discard, Card):
            self.discard = record.discard.bit
            self.hands[dealer] = (self.hands[dealer] | self.up) & ~self.discard
        elif walk.taken:
            dealers = (walk.known[dealer] | self.up) & ~self.played[dealer]
            self.hands[dealer] = self.played[dealer]
        told = self.discard | (0 if walk.taken else self.up)
        for hand in self.hands:
            told |= hand
        self.pool = self.low.deck & ~told
        self.needs = [self.low.hand_size - hand.bit_count() for hand in self.hands]
        self.needs.append(int(walk.taken and not self.discard))
        self.needs.append(self.pool.bit_count() - sum(self.needs))
        elsewhere = self.pool & ~dealers
        self.allowed = [elsewhere & ~void for void in voids]
        self.allowed[dealer] = self.pool & ~voids[dealer]
        self.allowed += [self.pool & ~(0 if self._may_bury_upcard() else self.up), elsewhere]

    def _may_bury_upcard(self) -> bool:
        vector, refusable = self.low.vector, self.walk.maker != self.n - 1
        return bool(vector[R_MAY_BURY_UPCARD] or (vector[R_PICKUP_OPTIONAL] and refusable))

    def _read_tricks(self) -> tuple[list[int], list[int]]:
        """Return what each seat played and which suits it had none of, and note the order."""
        played, voids = [0] * self.n, [0] * self.n
        self.order: list[int] = []  # cards in contract space, up to the first hidden one
        self.begins: list[int] = []  # how many were played when each trick began
        is_known = True
        for number, trick in enumerate(self.walk.tricks, 1):
            if not trick.positions:
                raise IllegalAction(
                    f"{self.walk.deal}, trick {number}: a hidden card leaves open who played"
                )
            if is_known:
                self.begins.append(len(self.order))
            for position, bit in zip(trick.positions, trick.bits, strict=True):
                is_known = is_known and bit != 0
                if is_known:
                    self.order.append(bit)
                played[position] |= bit
                if bit and not bit & trick.led:
                    voids[position] |= trick.led
        return [*map(self._printed, played)], [*map(self._printed, voids)]

    def _printed(self, mask: int) -> int:
        table = self.low.trump(self.walk.contract) if mask else None
        deck = 0 if table is None else sum(table.text_of)
        return int(steps.from_contract(mask & deck, self.walk.contract)) if mask else 0

    # --- with the other cards in place ---

    def from_calls(self, world: Words) -> int:
        """Return side 0's points from the first call on."""
        dealt = self._hands(world)
        if self.walk.taken:
            buried = np.uint64(self.discard) | world[self.n]
            dealt[-1] = (dealt[-1] | buried) & ~np.uint64(self.up)
        points = kernels.points_from_calls(self.low.vector, dealt, self.up, tables_address())
        return int(points) * self._sign(0)

    def from_tricks(self, world: Words) -> list[int]:
        """Return side 0's points from the beginning of each trick on."""
        walk = self.walk
        if not self.begins:
            return []
        held = [steps.to_contract(int(hand), walk.contract) for hand in self._hands(world)]
        points = np.zeros(len(self.begins), np.int64)
        kernels.points_from_tricks(
            self.low.vector,
            np.array(held, np.uint64),
            walk.call_round,
            walk.maker,
            walk.contract,
            walk.lone,
            walk.lone_defender,
            np.array(self.order, np.uint64),
            np.array(self.begins, np.uint64),
            tables_address(),
            points,
        )
        sign = self._sign(walk.maker)
        return [sign * one for one in points.tolist()]

    def _hands(self, world: Words) -> Words:
        return np.array(self.hands, np.uint64) | world[: self.n]

    def _sign(self, position: int) -> int:
        """Return 1 for a position of side 0, that of seat 0, and -1 for the others."""
        return -1 if self.walk.seats[position] % 2 else 1

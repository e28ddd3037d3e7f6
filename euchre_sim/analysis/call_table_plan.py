"""What a call table consists of: its hands in parts, their actions, and the deals they get."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from euchre_sim.analysis import call_table_kernels as kernels
from euchre_sim.analysis.advise import check_joker, look_at, open_actions
from euchre_sim.analysis.class_table import ACTIONS, Columns
from euchre_sim.analysis.classes import NAMED, HandClasses, classes_of
from euchre_sim.analysis.decision import NO_STAKES, Pace
from euchre_sim.analysis.players import Players, name_fault, seat_players
from euchre_sim.analysis.summary import WITHOUT_TRUMP
from euchre_sim.analysis.weigh import ACTION_SIZE, L_DISCARDS
from euchre_sim.analysis.worth import Choice
from euchre_sim.cards import JOKER, Card, CardSet, Suit
from euchre_sim.engine.layout import R_WINDOW, lower_rules
from euchre_sim.errors import IllegalAction
from euchre_sim.storage.calls.provenance import CallProvenance
from euchre_sim.storage.calls.schema import SUMS
from euchre_sim.strategies.api import Strategy

__all__ = ["COLUMNS", "Group", "Part", "Plan"]

# Of a part's rows, before they are told in words; a discard is a card's index, or -1.
COLUMNS = ("class", "act", "discard", "drawn", "n", "best", "may_pass", *SUMS)
PART_DEALS = 1_000_000  # about so many for the hands of a part
FEWEST_HANDS, MOST_HANDS = 100, 4_000  # in a part
DRAWN_FOR_ONE, DRAWN_AT_LEAST = 100, 1_000  # deals looked at for one that fits, before giving up

Words = npt.NDArray[np.uint64]


@dataclass(frozen=True)
class Group:
    """The hands with one upcard at one position: `upcard` is its place in `HandClasses.upcards`."""

    upcard: int
    position: int


@dataclass(frozen=True)
class Part:
    """Some hands of a group: the classes from `first` up to `end`."""

    number: int
    group: Group
    first: int
    end: int


class Plan:
    """A call table that is to be built.

    Parameters
    ----------
    provenance
        What is asked for; that of the plan leaves out upcards about which nobody is asked.
    strategies
        One for all, or one a position.

    Raises
    ------
    IllegalAction
        If the rules ask nobody at these positions about these upcards.
    """

    def __init__(self, provenance: CallProvenance, strategies: Sequence[Strategy]) -> None:
        self.provenance = provenance
        self.rules = provenance.rules
        self.players: Players = seat_players(strategies, self.rules)
        self.classes: HandClasses = classes_of(self.rules)
        self.lowered = lower_rules(self.rules)
        self.groups = self._askable_groups()
        asked = {self.classes.upcards[group.upcard] for group in self.groups}
        self.provenance = replace(
            provenance, upcards=tuple(text for text in provenance.upcards if text in asked)
        )

    def _askable_groups(self) -> list[Group]:
        groups, reason = [], None
        for text in self.provenance.upcards:
            for position in self.provenance.positions:
                try:
                    if text == JOKER.egn:
                        check_joker(position, self.provenance.round, self.rules)
                except IllegalAction as error:
                    reason = error
                else:
                    groups.append(Group(self.classes.upcards.index(text), position))
        if not groups and reason is not None:
            raise reason
        return groups

    @property
    def n_hands(self) -> int:
        """Hands in the table, counted at each position."""
        return sum(len(self.classes.with_upcard(group.upcard)) for group in self.groups)

    @cached_property
    def parts(self) -> list[Part]:
        """The parts, in the order of the table."""
        size = min(MOST_HANDS, max(FEWEST_HANDS, PART_DEALS // self.provenance.deals))
        parts: list[Part] = []
        for group in self.groups:
            numbers = self.classes.with_upcard(group.upcard)
            for first in range(numbers.start, numbers.stop, size):
                parts.append(Part(len(parts), group, first, min(first + size, numbers.stop)))
        return parts

    # --- cards as they are, and as the classes have them ---

    def _shift(self, group: Group) -> int:
        """Suits between spades and the suit that is called so: of a joker that stands for one."""
        turned = self.classes.joker_turned
        is_joker = self.classes.upcards[group.upcard] == JOKER.egn
        return (turned - Suit.SPADES) % 4 if is_joker and isinstance(turned, Suit) else 0

    def upcard(self, group: Group) -> Card:
        """Return the card that is turned up."""
        text = self.classes.upcards[group.upcard]
        return JOKER if text == JOKER.egn else Card.of(Suit.SPADES, text)

    def hands(self, part: Part) -> Words:
        """Return the cards of every class of a part."""
        chosen = slice(part.first, part.end)
        _, joker, spades, clubs, hearts, diamonds = (
            column[chosen].astype(np.uint64) for column in self.classes.suit_sets
        )
        masks = joker << np.uint64(63)
        for suit, held in zip("CDSH", (clubs, diamonds, spades, hearts), strict=True):
            lane = ("CDSH".index(suit) + self._shift(part.group)) % 4
            masks |= held << np.uint64(16 * lane + self.classes.low_index)
        return masks

    # --- what may be done ---

    def actions(self, hand: int, group: Group) -> tuple[Words, list[tuple[int, int]]]:
        """Return the actions open with a hand: rows for the kernel; places in `ACTIONS`, discards.

        A discard is a canonical card's index, or -1 where the strategy chooses.
        """
        call_round, upcard = self.provenance.round, self.upcard(group)
        found = look_at(
            list(CardSet.from_mask(hand)),
            upcard,
            group.position,
            call_round,
            self.rules,
            self.players,
            self.lowered,
            self.provenance.seed,
            NO_STAKES,
        )
        if not self.provenance.all_discards:
            found[L_DISCARDS] = 0
        choices, rows = open_actions(found, upcard, call_round, bool(self.lowered[R_WINDOW]))
        shift = self._shift(group)
        named = upcard.is_joker and self.classes.joker_turned == NAMED
        return rows, [self._named(choice, call_round, shift, named) for choice in choices]

    def _named(self, choice: Choice, call_round: int, shift: int, named: bool) -> tuple[int, int]:
        suit, discard = choice.suit, choice.discard
        what = WITHOUT_TRUMP.get(suit) if isinstance(suit, str) else None
        if isinstance(suit, Suit):
            what = Suit((suit - shift) % 4).letter.lower()
        place = _PLACES[call_round, choice.action, what, choice.alone, named]
        if discard is None:
            return place, -1
        if discard.is_joker or not shift:
            return place, discard.index
        return place, 16 * ((discard.suit - shift) % 4) + discard.rank

    def _all_actions(self, part: Part, hands: Words) -> Iterator[Any]:
        """Give the actions of every hand; where they depend on no card, they are listed once."""
        if self.provenance.all_discards or self.rules.need_trump_to_call != "no":
            yield from (self.actions(int(hand), part.group) for hand in hands)
        else:
            same = self.actions(int(hands[0]), part.group)
            yield from (same for _ in hands)

    # --- playing ---

    def weigh(self, part: Part) -> Columns:
        """Play the deals of a part's hands after every action: the `COLUMNS` of its rows.

        Raises
        ------
        StrategyFault
            If a strategy answers with an illegal action.
        """
        hands, of = self.hands(part), self.provenance
        rows, places = zip(*self._all_actions(part, hands), strict=True)
        counts = np.array([len(one) for one in rows], np.int64)
        starts = np.concatenate([[0], np.cumsum(counts)])
        actions = np.concatenate(rows).reshape(-1, ACTION_SIZE)
        classes = np.arange(part.first, part.end)
        position = part.group.position
        seeds = np.array([of.row_seed(number, position) for number in classes.tolist()], np.uint64)
        found = np.zeros((len(hands), kernels.FOUND_SIZE), np.int64)
        sums = np.zeros((len(actions), kernels.SUMS_SIZE), np.int64)
        faulty = kernels.weigh_hands(
            self.lowered,
            self.players.hooks,
            self.players.assign,
            self.players.params,
            position - 1,
            of.round,
            np.uint64(self.upcard(part.group).bit),
            self._drawing(),
            seeds,
            hands,
            starts,
            actions,
            found,
            sums,
        )
        if faulty >= 0:
            error, deal = found[faulty, :2].tolist()
            raise name_fault(self.players, error, int(seeds[faulty]), deal, simulated=False)
        row = np.repeat(np.arange(len(hands)), counts)
        acts, discards = np.concatenate([np.array(one, np.int64) for one in places]).T
        within = np.arange(len(actions)) - starts[row]
        values = (
            classes[row],
            acts,
            discards,
            found[row, kernels.F_DRAWN],
            found[row, kernels.F_PLAYED],
            within == found[row, kernels.F_BEST],
            np.isin(acts[starts[row]], _PASSES),
            *sums.T,
        )
        return dict(zip(COLUMNS, values, strict=True))

    def _drawing(self) -> npt.NDArray[np.int64]:
        of = self.provenance
        drawing = np.zeros(kernels.DRAWING_SIZE, np.int64)
        drawing[kernels.D_DEALS] = of.deals
        drawing[kernels.D_MOST_DRAWN] = DRAWN_FOR_ONE * of.deals + DRAWN_AT_LEAST
        if of.until_se is not None:
            drawing[kernels.D_FEWEST] = Pace.fewest
            drawing[kernels.D_PRECISION] = round(of.until_se * 1e6)
        return drawing


_PASSES = [place for place, one in enumerate(ACTIONS) if one.action == "pass"]
_PLACES = {
    (one.round, one.action, one.suit or one.relation, one.alone, is_named): place
    for place, one in enumerate(ACTIONS)
    for is_named in ((one.relation == NAMED,) if one.action == "order" else (False, True))
}

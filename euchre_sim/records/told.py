"""Every decision of a recorded deal as the seat saw it that made it.

A record need not tell every hand.  Then a decision has several *views*: one for each hand that the
seat may have had by all that the record tells, before and after.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from euchre_sim.cards import Card, CardSet
from euchre_sim.engine import steps
from euchre_sim.engine.layout import LEAVE_UPCARD, NO, YES
from euchre_sim.errors import IllegalAction
from euchre_sim.records.deal import DealRecord
from euchre_sim.records.lowered import lowered
from euchre_sim.records.position import NOBODY, UNTOLD, Position
from euchre_sim.records.result import Decision
from euchre_sim.records.told_cards import Hand, ToldCards
from euchre_sim.records.walk import DealWalk, walk_deal
from euchre_sim.rules import HouseRules

__all__ = ["Told", "position_at", "told_deals", "told_decisions"]

MOST = 8
CALL, DISCARD, ALONE, DEFEND, PLAY = "call", "discard", "alone", "defend", "play"


@dataclass(frozen=True, kw_only=True)
class Told:
    """One decision of a record.

    Parameters
    ----------
    number
        Its number in the deal, from 1, as in a replay.
    phase
        As in `records.Decision`.
    seat, position
        Who decided: the seat, and its place from the dealer's left, from 0; `NOBODY` for both where
        the record leaves that open.
    step
        Round of calls or number of the trick, from 0.
    chosen
        What was done, one action bit (a card in contract space); None where the record does not
        tell.
    views
        What the seat knew: one position where the record tells its hand, otherwise one for each
        hand that it may have had, or for some of them, drawn without preference.
    ways
        How many such hands there are; where they are too many to be listed, a number that they do
        not exceed.
    why_not
        Why the decision cannot be graded, as a clause; empty where it can.
    """

    number: int
    phase: str
    seat: int
    position: int
    step: int
    chosen: int | None
    views: tuple[Position, ...]
    ways: int
    why_not: str


def told_decisions(
    record: DealRecord, rules: HouseRules, *, most: int = MOST, seed: int = 1
) -> tuple[Told, ...]:
    """Return every decision of a deal with what its seat knew.

    Parameters
    ----------
    record
        The deal.
    rules
        The rules that it was played by.
    most
        How many hands a seat is given at most where the record leaves its own open.
    seed
        What the hands follow from where there are more.

    Raises
    ------
    IllegalAction, InvalidNotation
        As for `replay`.
    """
    teller = _Teller(record, rules, most, seed)
    return tuple(map(teller.told, range(len(teller.decisions))))


def told_deals(
    record: DealRecord, rules: HouseRules, *, most: int, seed: int = 1
) -> tuple[tuple[Hand, ...], ...]:
    """Return everybody's hands, by position: all that the record may be of, or `most` drawn.

    There is one where the record tells all, and none where it hides what was played or turned up,
    or cards changed hands unseen.

    Raises
    ------
    IllegalAction, InvalidNotation
        As for `replay`.
    """
    cards = _Teller(record, rules, 1, seed).cards
    if cards is None or not cards.are_played:
        return ()
    return tuple(cards.deals(most, seed))


def position_at(record: DealRecord, rules: HouseRules, at: int) -> Position:
    """Return what the seat knew that made decision number `at` of a deal, from 1.

    Raises
    ------
    IllegalAction
        If the record has no such decision, or does not tell the seat's cards.
    """
    teller = _Teller(record, rules, 1, 1)
    if not 1 <= at <= len(teller.decisions):
        raise IllegalAction(
            f"there is no decision {at}: the deal has {len(teller.decisions)} decisions"
        )
    told = teller.told(at - 1)
    if told.ways == 1:
        return told.views[0]
    if not told.ways:
        raise IllegalAction(f"decision {at} cannot be asked about: {told.why_not}")
    raise teller.untold_hand(told.position)


class _Teller:
    """Tells of the decisions of one deal."""

    def __init__(self, record: DealRecord, rules: HouseRules, most: int, seed: int) -> None:
        self.record, self.rules, self.most, self.seed = record, rules, most, seed
        self.walk: DealWalk = walk_deal(record, lowered(rules), 1)
        self.decisions: list[Decision] = self.walk.decisions
        self.cards: ToldCards | None = None
        self.why_not = self._why_nothing()
        if not self.why_not:
            self.cards = ToldCards(self.walk)
        self.of_phase = [one.phase for one in self.decisions]
        self.places = [
            (number, place)
            for number, trick in enumerate(self.walk.tricks)
            for place in range(len(trick.bits))
        ]

    def _why_nothing(self) -> str:
        """Say why nothing in the deal can be graded."""
        moving = [name for name, usual in UNTOLD.items() if getattr(self.rules, name) != usual]
        if not isinstance(self.record.upcard, Card):
            return "the record hides the upcard"
        if moving:
            return f"with {moving[0]} cards change hands unseen"
        if self.walk.auction.names_trump:
            return "the dealer named trump for the joker"
        return ""

    def told(self, i: int) -> Told:
        """Return decision `i`, from 0."""
        decision, before = self.decisions[i], self.decisions[:i]
        seat = NOBODY if decision.seat is None else decision.seat
        position = NOBODY if seat == NOBODY else self.walk.seats.index(seat)
        same = self.of_phase[:i].count(decision.phase)
        step = 0
        if decision.phase == CALL:
            step = same // self.rules.players
        elif decision.phase == PLAY:
            step = self.places[same][0]
        views: tuple[Position, ...] = ()
        ways = 0
        why_not = self.why_not or self._why_unseen(decision, before)
        if not why_not:
            views, ways = self._views(position, before, decision.phase)
        elif self._is_told_call(decision, position):
            hand = Hand(self.walk.known[position], 0)
            views, ways, why_not = (self._view(position, hand, before, CALL),), 1, ""
        chosen = self._chosen(decision, same)
        if not why_not and not views:
            why_not = "no hand fits what the record tells of the seat"
        elif not why_not and chosen is None:
            why_not = f"the record does not tell what was {_DONE[decision.phase]}"
        return Told(
            number=i + 1,
            phase=decision.phase,
            seat=seat,
            position=position,
            step=step,
            chosen=chosen,
            views=views,
            ways=ways,
            why_not=why_not,
        )

    def _is_told_call(self, decision: Decision, position: int) -> bool:
        """Whether a call was made with a hand told, before other cards than the upcard moved."""
        is_asked = decision.phase == CALL and not self.walk.auction.names_trump
        is_told = self.walk.known[position].bit_count() == self.rules.hand_size
        return is_asked and is_told and isinstance(self.record.upcard, Card)

    def _why_unseen(self, decision: Decision, before: Sequence[Decision]) -> str:
        """Say why it is not known what was on the table."""
        n_played = sum(one.phase == PLAY for one in before)
        if decision.seat is None:
            return "a hidden card leaves open who decided"
        if not all(self._bits()[:n_played]):
            return "a card played before is hidden"
        return ""

    def _bits(self) -> list[int]:
        return [bit for trick in self.walk.tricks for bit in trick.bits]

    def _chosen(self, decision: Decision, same: int) -> int | None:
        """Return what was done; `same` is the number of decisions of this kind before."""
        if decision.phase == CALL:
            return self.walk.auction.calls[same][2]
        if decision.phase in (ALONE, DEFEND):
            return YES if decision.chosen == "yes" else NO
        if decision.phase == PLAY:
            return self._bits()[same] or None
        if decision.phase == DISCARD and self.cards is not None:
            return self.cards.discard or None
        return None

    # --- what the seat knew ---

    def _views(
        self, position: int, before: Sequence[Decision], phase: str
    ) -> tuple[tuple[Position, ...], int]:
        """Return the positions that a seat may have been in, at most `most`, and their number."""
        assert self.cards is not None
        hands, are_all = self.cards.hands(position)
        known = any(one.phase == DISCARD for one in before)
        seen = dict.fromkeys(
            Hand(dealt, discard if known else 0) for dealt, discard in hands
        )  # a call does not depend on what is put down after it
        ways = len(seen) if are_all else self.cards.ways(position)
        chosen = list(seen)
        if len(chosen) > self.most:
            chosen = Random(self.seed).sample(chosen, self.most)
        return tuple(self._view(position, hand, before, phase) for hand in chosen), ways

    def _view(self, position: int, hand: Hand, before: Sequence[Decision], phase: str) -> Position:
        assert isinstance(self.record.upcard, Card)
        phases = [one.phase for one in before]
        settled = phase in (DEFEND, PLAY)
        return Position(
            rules=self.rules,
            seat=position,
            hand=self._in_order(position, hand),
            upcard=self.record.upcard,
            calls=tuple(bit for _, _, bit in self.walk.auction.calls[: phases.count(CALL)]),
            discard=self._seen_discard(hand) if DISCARD in phases else None,
            alone=self._declarer(before, ALONE, settled),
            lone_defender=self._declarer(before, DEFEND, phase == PLAY),
            tricks=self._tricks(phases.count(PLAY)),
        )

    def _in_order(self, position: int, hand: Hand) -> tuple[Card, ...]:
        """Return a hand's cards as the record tells them: dealt, played, put down, the others."""
        seat, hands = self.walk.seats[position], self.record.hands
        told = [
            card for card in (hands[seat] if seat < len(hands) else ()) if isinstance(card, Card)
        ]
        for trick in self.walk.tricks:
            for holder, bit in zip(trick.positions, trick.bits, strict=False):
                told += [self._card(bit)] if holder == position and bit else []
        if hand.discard & ~LEAVE_UPCARD:
            told.append(self._card(hand.discard))
        told += CardSet.from_mask(hand.dealt)
        return tuple(dict.fromkeys(card for card in told if card.bit & hand.dealt))

    def _card(self, bit: int) -> Card:
        return Card.from_bit(int(steps.from_contract(bit, self.walk.contract)))

    def _seen_discard(self, hand: Hand) -> Card | None:
        """Return what a seat knows of the discard: a dealer his own, others the upcard left."""
        assert self.cards is not None
        if LEAVE_UPCARD in (hand.discard, self.cards.discard):
            return self.record.upcard  # type: ignore[return-value]
        return self._card(hand.discard) if hand.discard else None

    def _declarer(self, before: Sequence[Decision], phase: str, settled: bool) -> int | None:
        """Who declared; `NOBODY` where all who were asked declined and no more can be asked."""
        asked = [one for one in before if one.phase == phase]
        for one in asked:
            if one.chosen == "yes" and one.seat is not None:
                return self.walk.seats.index(one.seat)
        return NOBODY if asked and settled else None

    def _tricks(self, n_played: int) -> tuple[tuple[Card, ...], ...]:
        """Return the first cards played, trick by trick."""
        tricks: list[tuple[Card, ...]] = []
        for trick in self.walk.tricks:
            cards = tuple(self._card(bit) for bit in trick.bits[:n_played])
            n_played -= len(cards)
            tricks += [cards] if cards else []
        return tuple(tricks)

    def untold_hand(self, position: int) -> IllegalAction:
        """Make the error about a hand that the record does not tell."""
        assert self.cards is not None
        n_told, size = self.cards.shown[position].bit_count(), self.rules.hand_size
        is_dealer = position == self.rules.players - 1
        whose = "the dealer" if is_dealer else f"position {position + 1}"
        hint = ""
        if is_dealer and self.walk.taken and n_told >= size - 1:
            hint = ": it does not tell what he put down (--dealer-discard CARD does)"
        elif not n_told:
            hint = ": he sat out, or his cards were not shown"
        return IllegalAction(
            f"the record tells only {n_told} of the {size} cards dealt to {whose}{hint}"
        )


_DONE = {CALL: "said", DISCARD: "put down", PLAY: "played"}

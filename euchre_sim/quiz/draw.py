"""Where questions come from: random deals played by strategies, or the deals of a record."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from euchre_sim.analysis.decision import ImpossibleHistory
from euchre_sim.analysis.players import Players, find_players
from euchre_sim.analysis.stakes import Stakes
from euchre_sim.analysis.trace import trace_hand
from euchre_sim.analysis.worth import Choice
from euchre_sim.cards import Suit
from euchre_sim.errors import IllegalAction, RuleConflict
from euchre_sim.quiz import PHASES
from euchre_sim.quiz.question import Question, is_wanted, pose
from euchre_sim.records import DealRecord, Decision, GameRecord, replay
from euchre_sim.records.position import Position
from euchre_sim.records.told import position_at
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import side_of
from euchre_sim.strategies.api import Strategy

__all__ = ["Recorded", "drawn_questions"]

PATIENCE = 300  # deals without a question of a kind after which it is given up
SHARES = {"call": 3, "alone": 1, "discard": 1, "card": 3}


def drawn_questions(
    rules: HouseRules,
    strategies: Sequence[Strategy],
    kinds: Sequence[str],
    *,
    hard: str = "avoid",
    score: tuple[int, int] | None = None,
    seed: int = 1,
    threads: int | None = None,
) -> Iterator[Question]:
    """Yield questions out of random deals without end; the same seed gives the same ones.

    No two are of one deal, so that none tells of another's hidden cards.

    Parameters
    ----------
    rules, strategies
        What the deals are played with.
    kinds
        Kinds of questions (`SHARES` has how often each comes); one that the rules do not have is
        given up.
    hard, score, seed, threads
        As `is_wanted` and `advise` have them; the score is that of the seat asked.

    Raises
    ------
    IllegalAction
        If among many deals there is no such question.
    """
    players = find_players(strategies, rules)
    lots = random.Random(seed)

    def asked(hand: int, kind: str, lot: float) -> Question | None:
        record = _dealt(players, rules, seed, hand)
        number = None if record is None else _pick(record, rules, kind, lot)
        if record is None or number is None:
            return None
        position = _told(record, rules, number)
        if position is None:
            return None
        source = f"hand {hand} of seed {seed}, decision {number}"
        question = _posed(
            position, kind=kind, strategies=strategies, score=score, seed=seed, threads=threads,
            source=source,
        )  # fmt: skip
        wanted = question is not None and is_wanted(question, hard, drawn=True)
        return question if wanted else None

    hand, left = 0, [kind for kind in kinds for _ in range(SHARES[kind])]
    while left:
        kind, lot = left[int(lots.random() * len(left))], lots.random()
        for hand_tried in range(hand, hand + PATIENCE):
            question = asked(hand_tried, kind, lot)
            hand = hand_tried + 1
            if question is not None:
                yield question
                break
        else:
            left = [one for one in left if one != kind]
    raise IllegalAction(
        f"among {PATIENCE} deals there was no question of the kind {' or '.join(kinds)} under "
        "these rules; choose another --kind, or leave out --hard"
    )


@dataclass
class Recorded:
    """The questions of a recorded game, in an order that the seed shuffles.

    Attributes
    ----------
    game
        The record; its own rules hold.
    strategies, kinds, hard, seed, threads
        As for `drawn_questions`.
    left_out
        How many decisions were left out so far, by the reason.
    """

    game: GameRecord
    strategies: Sequence[Strategy]
    kinds: Sequence[str]
    hard: str = "avoid"
    seed: int = 1
    threads: int | None = None
    left_out: Counter[str] = field(default_factory=Counter)

    def __iter__(self) -> Iterator[Question]:
        rules = self.game.rules
        places = [
            (deal, number, kind, decision)
            for deal, record in enumerate(self.game.deals)
            for kind in self.kinds
            for number, decision in _decisions(record, rules, kind)
        ]
        random.Random(self.seed).shuffle(places)
        for deal, number, kind, decision in places:
            position = _told(self.game.deals[deal], rules, number)
            if position is None:
                self.left_out["whose hand the record does not tell"] += 1
                continue
            source = f"deal {deal + 1}, decision {number}"
            question = _posed(
                position, kind=kind, strategies=self.strategies, seed=self.seed,
                score=self._score(deal, position), threads=self.threads, source=source,
            )  # fmt: skip
            if question is None or not is_wanted(question, self.hard, drawn=False):
                why = "that are no near-tie" if self.hard == "seek" else "too close to call"
                self.left_out[why] += 1
                continue
            yield replace(question, did=_did(question, decision))

    @cached_property
    def _scores(self) -> tuple[tuple[int, ...], ...]:
        """Each side's score before every deal."""
        return (self.game.initial, *replay(self.game, with_decisions=False).scores)

    def _score(self, deal: int, position: Position) -> tuple[int, int] | None:
        """Return the seat's score before a deal; None where there is no game to win."""
        rules, scores = self.game.rules, self._scores[deal]
        if not self.game.to_target or len(scores) != 2:
            return None
        dealer = self.game.deals[deal].dealer
        own = side_of((dealer + 1 + position.seat) % rules.players, rules)
        score = scores[own], scores[1 - own]
        try:
            Stakes.at(score, position.seat, rules, threads=self.threads)
        except IllegalAction:  # the game was over
            return None
        return score


def _dealt(players: Players, rules: HouseRules, seed: int, hand: int) -> DealRecord | None:
    """Return a deal as it was played; None for a misdeal."""
    try:
        trace = trace_hand(players, rules, seed, hand)
    except IllegalAction:
        return None
    if trace.fault is not None:
        raise trace.fault
    return trace.record


def _decisions(record: DealRecord, rules: HouseRules, kind: str) -> list[tuple[int, Decision]]:
    """Return the decisions of a kind, counted from 1, at which more than one thing was legal."""
    return [
        (number, one)
        for number, one in enumerate(replay(record, rules).decisions, 1)
        if one.phase in PHASES[kind] and one.seat is not None and len(one.legal or "??") > 1
    ]


def _pick(record: DealRecord, rules: HouseRules, kind: str, lot: float) -> int | None:
    """Choose a decision by lot; one about playing alone is where trump was made or it is asked."""
    found = _decisions(record, rules, kind)
    if kind == "alone":
        found = [one for one in found if one[1].chosen != "Pass"]
    return found[int(lot * len(found))][0] if found else None


def _told(record: DealRecord, rules: HouseRules, number: int) -> Position | None:
    """Return what the seat knew; None where the record or the rules leave it open."""
    try:
        return position_at(record, rules, number)
    except (IllegalAction, RuleConflict):
        return None


def _posed(position: Position, **how: Any) -> Question | None:
    """Make a question as `pose` does; None where the strategies would hardly ever get there."""
    try:
        return pose(position, **how)
    except (ImpossibleHistory, IllegalAction, RuleConflict):
        return None


def _did(question: Question, decision: Decision) -> Choice | None:
    """Find the answer that a record tells; None if it does not."""
    choices = (one.choice for one in question.options)
    return next((one for one in choices if _recorded_word(one) == decision.chosen), None)


def _recorded_word(choice: Choice) -> str:
    """Return how a replay writes an action."""
    alone = " alone" if choice.alone else ""
    if choice.action in ("pass", "order"):
        return choice.action.capitalize() + alone
    if choice.action == "call":
        if isinstance(choice.suit, Suit):
            return choice.suit.letter.lower() + alone
        return {"NT": "n" + alone, "NTL": "NTL" + alone}.get(str(choice.suit), "MIS")
    card = choice.card or choice.discard
    if choice.action == "leave" or card is None:
        return "leave" if choice.action == "leave" else "yes" if choice.alone else "no"
    return card.egn

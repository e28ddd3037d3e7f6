"""What an advice consists of: the actions, their values and what they rest on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from euchre_sim.analysis import weigh
from euchre_sim.analysis.decision import Tally
from euchre_sim.analysis.means import Means, shares_best
from euchre_sim.analysis.players import Players
from euchre_sim.analysis.stakes import Stakes
from euchre_sim.analysis.worth import ROLLOUT, SETTLED, Choice, Points, names_trump
from euchre_sim.cards import Card
from euchre_sim.engine.layout import PASS
from euchre_sim.records.position import Position
from euchre_sim.records.position_text import format_position
from euchre_sim.rules import HouseRules


@dataclass(frozen=True)
class ActionValue:
    """What one action is worth to the asker's side.

    Attributes
    ----------
    choice : Choice
    points : Points
        Ours minus theirs, a thrown-in deal being 0.
    vs_best : Points
        Paired difference to the best action; that one's own is 0 with error 0.
    p_best : float
        Chance that no action is truly better.
    distribution : dict
        Share of deals by net points.
    euchred : float
        Share of deals in which the asker's side made trump and was euchred.
    win, win_vs_best : Points or None
        Chance to win the game, and its paired difference to the best action, at a score.
    """

    choice: Choice
    points: Points
    vs_best: Points
    p_best: float
    distribution: dict[int, float]
    euchred: float
    win: Points | None = None
    win_vs_best: Points | None = None

    @property
    def goal(self) -> Points:
        """What the verdict is about: the game at a score, otherwise points."""
        return self.win or self.points

    @property
    def behind(self) -> Points:
        """The difference to the best action in what the verdict is about."""
        return self.win_vs_best or self.vs_best

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        game = {}
        if self.win is not None and self.win_vs_best is not None:
            game = {"win": self.win.as_dict(), "win_vs_best": self.win_vs_best.as_dict()}
        return {
            **self.choice.as_dict(),
            "points": self.points.as_dict(),
            "vs_best": self.vs_best.as_dict(),
            **game,
            "p_best": self.p_best,
            "distribution": {str(points): share for points, share in self.distribution.items()},
            "euchred": self.euchred,
        }


@dataclass(frozen=True)
class Advice:
    """The answer: every action's value and a verdict, with everything it rests on.

    Attributes
    ----------
    hand, upcard, position, call_round
        The question; position 1 is left of the dealer.
    rules, players, seed
        What the deals were played with.
    deals, accepted : int
        Deals drawn, and those of them that fit what was heard and were played.
    actions : tuple of ActionValue
        In the order pass, with partner, alone; behind the first call in the order of their bits.
    reason : str
        Why it stopped: ``settled``, ``indifferent``, ``until_se``, ``deals``, ``interrupted``.
    strategy_choice : Choice or None
        What the asker's own strategy does here; None where that depends on the upcard.
    unclaimed_farmers_hand : bool
        Whether the hand is a farmer's hand; it is taken as one that was not claimed.
    model : str
        What follows an action: ``rollout``, ``deep`` or ``solver`` (`advise_later`).
    asked : Position or None
        The decision, where it is not a first call (`decision` has that too).
    heard : str or None
        What the others did that the deals fit (`later.HEARD`).
    stakes : Stakes or None
        The score, where one was said: then the verdict is about the game and not about points.
    """

    hand: tuple[Card, ...]
    upcard: Card | None
    position: int
    call_round: int
    rules: HouseRules
    players: Players
    seed: int
    deals: int
    accepted: int
    actions: tuple[ActionValue, ...]
    reason: str
    strategy_choice: Choice | None
    unclaimed_farmers_hand: bool
    model: str = ROLLOUT
    asked: Position | None = None
    heard: str | None = None
    stakes: Stakes | None = None

    @property
    def best(self) -> ActionValue:
        """The best action: at a score the one that wins most games, otherwise most points."""
        return max(self.actions, key=lambda value: (value.goal.mean, value.points.mean))

    @property
    def best_by_points(self) -> ActionValue:
        """The action with most points a hand."""
        return max(self.actions, key=lambda value: (value.points.mean, value.goal.mean))

    @property
    def equals(self) -> tuple[ActionValue, ...]:
        """The best action and those that came to the same as it in every deal."""
        return tuple(one for one in self.actions if one.vs_best.is_nothing)

    @property
    def names_trump(self) -> bool:
        """Whether the question is which suit to name for a joker that was turned up."""
        return names_trump(self.upcard, self.rules)

    @property
    def decision(self) -> Position | None:
        """What was known to the seat; None where the upcard was left open."""
        if self.asked is not None or self.upcard is None:
            return self.asked
        passes = self.position - 1 + self.rules.players * (self.call_round - 1)
        return Position(
            rules=self.rules,
            seat=self.position - 1,
            hand=self.hand,
            upcard=self.upcard,
            calls=(PASS,) * passes,
        )

    @property
    def settled(self) -> bool:
        """Whether the best action is better than every other beyond doubt."""
        return self.reason == SETTLED

    def as_dict(self) -> dict[str, Any]:
        """Plain values, as ``euchre advise --json`` prints them."""
        own = self.strategy_choice
        return {
            "hand": " ".join(map(str, self.hand)),
            "upcard": None if self.upcard is None else str(self.upcard),
            "position": self.position,
            "round": self.call_round,
            "rules": self.rules.as_dict(),
            "rules_digest": self.rules.digest(),
            "model": self.model,
            "strategies": self.players.labels,
            "strategy_versions": self.players.versions,
            "seed": self.seed,
            "deals": self.deals,
            "accepted": self.accepted,
            "actions": [value.as_dict() for value in self.actions],
            "verdict": {
                **self.best.choice.as_dict(),
                "settled": self.settled,
                "reason": self.reason,
            },
            "strategy_choice": None if own is None else own.as_dict(),
            "unclaimed_farmers_hand": self.unclaimed_farmers_hand,
            "asked": None if self.decision is None else format_position(self.decision),
            "heard": self.heard,
            **({} if self.stakes is None else {"score": self.stakes.as_dict()}),
        }


def action_values(choices: Sequence[Choice], tally: Tally, seed: int) -> tuple[ActionValue, ...]:
    """Turn sums over deals into what each action is worth."""
    best, n = tally.best, tally.accepted
    points, behind = _told(tally.points), _told(tally.points, best)
    likely = shares_best(tally.goal, seed)
    ties = np.array([one.is_nothing for one in _told(tally.goal, best)])  # as good in every deal
    likely[ties] = likely[ties].sum()
    wins: Sequence[Points | None] = [None] * len(choices)
    wins_behind = wins
    if tally.chances is not None:
        wins, wins_behind = _told(tally.chances), _told(tally.chances, best)
    values = []
    for k, choice in enumerate(choices):
        counts = tally.histogram[k]
        values.append(
            ActionValue(
                choice,
                points[k],
                behind[k],
                float(likely[k]),
                {at - weigh.MAX_POINTS: int(count) / n for at, count in enumerate(counts) if count},
                int(tally.actions[k, weigh.T_EUCHRED]) / n,
                wins[k],
                wins_behind[k],
            )
        )
    return tuple(values)


def _told(of: Means, to: int | None = None) -> list[Points]:
    """Return the means with their errors, or the paired differences to one action."""
    means, errors = (of.means(), of.errors()) if to is None else of.differences(to)
    return [Points(float(m), float(e)) for m, e in zip(means, errors, strict=True)]

"""What an advice consists of: the actions, their values and what they rest on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from euchre_sim.analysis import weigh
from euchre_sim.analysis.decision import Tally, shares_best, standard_error
from euchre_sim.analysis.players import Players
from euchre_sim.analysis.worth import ROLLOUT, SETTLED, Choice, Points, names_trump
from euchre_sim.cards import Card
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
        Paired difference to the action with the highest mean; that one's own is 0 with error 0.
    p_best : float
        Chance that this action is truly the best.
    distribution : dict
        Share of deals by net points.
    euchred : float
        Share of deals in which the asker's side made trump and was euchred.
    """

    choice: Choice
    points: Points
    vs_best: Points
    p_best: float
    distribution: dict[int, float]
    euchred: float

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            **self.choice.as_dict(),
            "points": self.points.as_dict(),
            "vs_best": self.vs_best.as_dict(),
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
        The decision, where it is not a first call.
    heard : str or None
        What the others did that the deals fit (`later.HEARD`).
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

    @property
    def best(self) -> ActionValue:
        """The action with the highest mean."""
        return max(self.actions, key=lambda value: value.points.mean)

    @property
    def names_trump(self) -> bool:
        """Whether the question is which suit to name for a joker that was turned up."""
        return names_trump(self.upcard, self.rules)

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
            "asked": None if self.asked is None else format_position(self.asked),
            "heard": self.heard,
        }


def action_values(choices: Sequence[Choice], tally: Tally, seed: int) -> tuple[ActionValue, ...]:
    """Turn sums over deals into what each action is worth."""
    _, differences, paired = tally.differences()
    means, errors = tally.means(), standard_error(tally)
    chances = shares_best(tally, seed)
    n = tally.accepted
    values = []
    for k, choice in enumerate(choices):
        counts = tally.histogram[k]
        values.append(
            ActionValue(
                choice,
                Points(float(means[k]), float(errors[k])),
                Points(float(differences[k]), float(paired[k])),
                float(chances[k]),
                {at - weigh.MAX_POINTS: int(count) / n for at, count in enumerate(counts) if count},
                int(tally.actions[k, weigh.T_EUCHRED]) / n,
            )
        )
    return tuple(values)

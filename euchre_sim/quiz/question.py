"""A question: a decision of a deal with what each answer is worth, and its answer graded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from euchre_sim.analysis.advice import ActionValue, Advice
from euchre_sim.analysis.advise_later import advise_position
from euchre_sim.analysis.grades import grade_of
from euchre_sim.analysis.worth import Choice, Points
from euchre_sim.cards import Card, Suit
from euchre_sim.quiz.reasons import reason
from euchre_sim.quiz.sight import Sight
from euchre_sim.records.position import Position
from euchre_sim.records.position_text import format_position
from euchre_sim.strategies.api import Strategy

__all__ = ["DEALS", "KINDS", "PHASES", "Graded", "Question", "is_wanted", "pose"]

# Kind -> phases of the engine that it is about.
PHASES = {
    "call": ("call",),
    "alone": ("call", "alone", "defend"),
    "discard": ("discard",),
    "card": ("play",),
}
KINDS = tuple(PHASES)
DEALS = 20_000  # enough for an error near 0.01 points, and a fraction of a second
CLOSE = 0.05  # points a hand: the two best actions of a near-tie differ by no more
PLAIN = 1.0  # points a hand: where every other action costs more, nobody has to think
NEAR = 0.5  # points a hand: alone or not is a question where the lesser costs no more than this
SURE = 3.0  # standard errors that make it certain which of two actions is the better one


@dataclass(frozen=True)
class Question:
    """A decision that is asked about.

    Attributes
    ----------
    kind
        One of `KINDS`.
    sight
        The position as its seat sees it.
    advice
        What every action is worth.
    options
        The answers: the actions, but of a dealer's ways to pick up only the one with the best
        discard.
    source
        Where it comes from, in words; empty for a position that was given.
    did
        What was done there in a recorded game.
    """

    kind: str
    sight: Sight
    advice: Advice
    options: tuple[ActionValue, ...]
    source: str = ""
    did: Choice | None = None

    @property
    def best(self) -> ActionValue:
        """The best answer."""
        return max(self.options, key=lambda one: one.vs_best.mean)

    @property
    def second(self) -> ActionValue | None:
        """The best of the answers that are not as good in every deal; None if there is none."""
        others = [one for one in self.options if not one.vs_best.is_nothing]
        return max(others, key=lambda one: one.vs_best.mean, default=None)

    @property
    def is_clear(self) -> bool:
        """Whether the deals leave no doubt which answer is best."""
        second = self.second
        return second is not None and second.vs_best.mean + SURE * second.vs_best.se < 0

    @property
    def is_near_tie(self) -> bool:
        """Whether the two best answers are worth nearly the same."""
        return self.second is not None and self.second.vs_best.mean >= -CLOSE

    @property
    def is_plain(self) -> bool:
        """Whether every other answer costs so much that there is nothing to think about."""
        return self.second is not None and self.second.vs_best.mean < -PLAIN

    def grade(self, number: int, show: Callable[[Card], str] = str) -> Graded:
        """Grade answer `number`, from 0; `show` writes cards in the reason."""
        chosen, best = self.options[number], self.best
        loss = Points(max(0.0, -chosen.vs_best.mean), chosen.vs_best.se)
        other = chosen if loss.mean > 0 else self.second
        why = "" if other is None else reason(self.sight, best.choice, other.choice, show)
        return Graded(self, chosen, loss, grade_of(loss), why)


@dataclass(frozen=True)
class Graded:
    """An answer and what it cost.

    Attributes
    ----------
    question, chosen
        What was asked and answered.
    loss
        Points a hand that the best answer brings more; paired, with its error.
    grade
        As `analysis.grades` names the loss.
    why
        What speaks for the best answer, beside the chosen one or else the second best.
    """

    question: Question
    chosen: ActionValue
    loss: Points
    grade: str
    why: str

    def as_dict(self) -> dict[str, Any]:
        """Plain values, as ``euchre quiz --json`` prints them."""
        question, advice = self.question, self.question.advice
        return {
            "kind": question.kind,
            "position": format_position(question.sight.position),
            "rules_digest": advice.rules.digest(),
            "source": question.source,
            "actions": [
                {
                    **one.choice.as_dict(),
                    "points": one.points.as_dict(),
                    "vs_best": one.vs_best.as_dict(),
                }
                for one in question.options
            ],
            "best": question.best.choice.as_dict(),
            "chosen": self.chosen.choice.as_dict(),
            "did": None if question.did is None else question.did.as_dict(),
            "loss": self.loss.as_dict(),
            "grade": self.grade,
            "clear": question.is_clear,
            "why": self.why,
            "strategies": advice.players.labels,
            "deals": advice.accepted,
            "seed": advice.seed,
        }


def pose(
    position: Position,
    *,
    kind: str | None = None,
    strategies: str | Sequence[Strategy] = "basic",
    seed: int = 1,
    threads: int | None = None,
    source: str = "",
) -> Question:
    """Make a question of a position by weighing its actions on deals played to their end.

    Raises
    ------
    EuchreError
        As `advise_position` does.
    """
    advice = advise_position(
        position, strategies=strategies, deals=DEALS, seed=seed, threads=threads
    )
    sight = Sight(position)
    if kind is None:
        kind = next(name for name, phases in PHASES.items() if sight.found.phase in phases)
    return Question(kind, sight, advice, _options(advice, sight), source)


def _options(advice: Advice, sight: Sight) -> tuple[ActionValue, ...]:
    """Return the answers in the order in which they are listed."""
    kept: dict[object, ActionValue] = {}
    for one in advice.actions:
        choice = one.choice
        same = (choice.action, choice.suit, choice.alone)
        key = same if choice.action in ("order", "call") else choice
        if key not in kept or kept[key].vs_best.mean < one.vs_best.mean:
            kept[key] = one
    if sight.contract is None:
        return tuple(kept.values())
    order = sight.under(sight.contract).sort(sight.cards)

    def place(one: ActionValue) -> int:
        card = one.choice.card or one.choice.discard
        return order.index(card) if card in order else 0

    return tuple(sorted(kept.values(), key=place))


def is_wanted(question: Question, hard: str, drawn: bool) -> bool:
    """Whether a question is to be asked.

    Parameters
    ----------
    question
        The question.
    hard
        ``seek`` for near-ties, ``avoid`` to leave out what is too close to call.
    drawn
        Whether it comes out of random deals, where plain decisions are left out too.
    """
    if question.second is None:
        return False
    if question.kind == "alone" and not _is_about_alone(question):
        return False
    if drawn and question.is_plain:
        return False
    return question.is_near_tie if hard == "seek" else question.is_clear


def _is_about_alone(question: Question) -> bool:
    """Whether the best answer makes trump, and to do so alone or not is worth nearly as much."""
    best = question.best.choice
    rivals = [
        one
        for one in question.options
        if (one.choice.action, one.choice.suit) == (best.action, best.suit)
        and one.choice.alone != best.alone
    ]
    makes = isinstance(best.suit, Suit) or question.sight.contract is not None
    return makes and any(one.vs_best.mean > -NEAR for one in rivals)

"""A question: a decision of a deal with what each answer is worth, and its answer graded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from euchre_sim.analysis.advice import ActionValue, Advice
from euchre_sim.analysis.advise_later import advise_position
from euchre_sim.analysis.grade import LABELS, LABELS_BY_POINTS, label_of
from euchre_sim.analysis.worth import INTERRUPTED, Choice, Points
from euchre_sim.cards import Card, Suit
from euchre_sim.quiz import AS_GOOD, BEST, LABEL_NAMES, PHASES
from euchre_sim.quiz.reasons import reason
from euchre_sim.quiz.sight import Sight
from euchre_sim.records.position import Position
from euchre_sim.records.position_text import format_position
from euchre_sim.strategies.api import Strategy

__all__ = ["DEALS", "Graded", "Question", "is_wanted", "pose"]

DEALS = 20_000  # enough for an error near 0.01 points, in a fraction of a second
SURE = 3.0  # standard errors that make it certain which of two answers is the better one


class _Borders(NamedTuple):
    """Differences between the best answer and another one.

    Parameters
    ----------
    close
        The two best answers of a near-tie differ by no more.
    near
        Alone or not is a question where the lesser costs no more than this.
    plain
        Where every other answer costs more, there is nothing to think about.
    """

    close: float
    near: float
    plain: float


POINTS = _Borders(0.05, 0.5, 1.0)
CHANCE = _Borders(0.003, 0.03, 0.06)  # of the chance to win, where a point is some 6 %


@dataclass(frozen=True)
class Question:
    """A decision that is asked about.

    Attributes
    ----------
    kind
        One of `quiz.KINDS`.
    sight
        The position as its seat sees it.
    advice
        What every action is worth; at a score also in chances to win, which then decide.
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
        return max(self.options, key=lambda one: (one.goal.mean, one.points.mean))

    @property
    def second(self) -> ActionValue | None:
        """The best of the answers that are not as good in every deal; None if there is none."""
        others = [one for one in self.options if not one.behind.is_nothing]
        return max(others, key=lambda one: one.behind.mean, default=None)

    @property
    def is_clear(self) -> bool:
        """Whether the deals leave no doubt which answer is best."""
        return self.second is not None and _is_worse(self.second.behind)

    def grade(self, number: int, show: Callable[[Card], str] = str) -> Graded:
        """Grade answer `number`, from 0; `show` writes cards in the reason."""
        chosen, best = self.options[number], self.best
        other = self.second if chosen.behind.mean >= 0 else chosen
        why = ""
        if other is not None:
            why = reason(
                self.sight,
                best.choice,
                other.choice,
                show,
                stakes=self.advice.stakes,
                is_close=not _is_worse(other.behind),
            )
        return Graded(self, chosen, why)


@dataclass(frozen=True)
class Graded:
    """An answer and what it cost.

    Attributes
    ----------
    question, chosen
        What was asked and answered.
    why
        What speaks for the best answer, beside the chosen one or else the second best.
    """

    question: Question
    chosen: ActionValue
    why: str

    @property
    def loss(self) -> Points:
        """Points a hand that the best answer brings more; paired, with its error."""
        return _loss(self.chosen.vs_best)

    @property
    def loss_win(self) -> Points | None:
        """The same of the chance to win the game; None where there is no score."""
        behind = self.chosen.win_vs_best
        return None if behind is None else _loss(behind)

    @property
    def grade(self) -> str:
        """One of `quiz.GRADES`: a loss that is no larger than its noise has no label."""
        loss, labels = self.loss_win or self.loss, LABELS
        if self.loss_win is None:
            labels = LABELS_BY_POINTS
        if loss.mean <= 0:
            return BEST
        label = label_of(loss.mean, labels) if loss.lo > 0 else ""
        return LABEL_NAMES[label] if label else AS_GOOD

    def as_dict(self) -> dict[str, Any]:
        """Plain values, as ``euchre quiz --json`` prints them."""
        question, advice, win = self.question, self.question.advice, self.loss_win
        return {
            "kind": question.kind,
            "position": format_position(question.sight.position),
            "rules_digest": advice.rules.digest(),
            "score": None if advice.stakes is None else advice.stakes.as_dict(),
            "source": question.source,
            "actions": [one.as_dict() for one in question.options],
            "best": question.best.choice.as_dict(),
            "chosen": self.chosen.choice.as_dict(),
            "did": None if question.did is None else question.did.as_dict(),
            "grade": self.grade,
            "loss": self.loss.as_dict(),
            "loss_win": None if win is None else win.as_dict(),
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
    score: tuple[int, int] | None = None,
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
        position, strategies=strategies, deals=DEALS, score=score, seed=seed, threads=threads
    )
    if advice.reason == INTERRUPTED:
        raise KeyboardInterrupt
    sight = Sight(position)
    if kind is None:
        kind = next(name for name, phases in PHASES.items() if sight.found.phase in phases)
    return Question(kind, sight, advice, _options(advice, sight), source)


def is_wanted(question: Question, hard: str, drawn: bool) -> bool:
    """Whether a question is to be asked.

    Parameters
    ----------
    question
        The question.
    hard
        ``seek`` for near-ties, ``avoid`` to leave out what is too close to call.
    drawn
        Whether it comes out of random deals, of which plain decisions are left out too.
    """
    second, borders = question.second, _borders(question)
    if second is None or (question.kind == "alone" and not _is_about_alone(question)):
        return False
    if drawn and second.behind.mean < -borders.plain:
        return False
    return second.behind.mean >= -borders.close if hard == "seek" else question.is_clear


def _borders(question: Question) -> _Borders:
    return POINTS if question.advice.stakes is None else CHANCE


def _is_worse(behind: Points) -> bool:
    return behind.mean + SURE * behind.se < 0


def _loss(behind: Points) -> Points:
    return Points(-behind.mean if behind.mean else 0.0, behind.se)


def _options(advice: Advice, sight: Sight) -> tuple[ActionValue, ...]:
    """Return the answers in the order in which they are listed."""
    kept: dict[object, ActionValue] = {}
    for one in advice.actions:
        choice = one.choice
        same = (choice.action, choice.suit, choice.alone)
        key = same if choice.action in ("order", "call") else choice
        if key not in kept or kept[key].behind.mean < one.behind.mean:
            kept[key] = one
    if sight.contract is None:
        return tuple(kept.values())
    order = sight.under(sight.contract).sort(sight.cards)

    def place(one: ActionValue) -> int:
        card = one.choice.card or one.choice.discard
        return order.index(card) if card in order else 0

    return tuple(sorted(kept.values(), key=place))


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
    return makes and any(one.behind.mean > -_borders(question).near for one in rivals)

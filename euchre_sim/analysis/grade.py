"""One decision of a record graded: what it cost against the best action, as its seat could know.

The strategies play on after every action (``rollout``).  Where the action chosen looks worse than
another by as much as earns a label, both are weighed anew on other deals with every player
searching (``deep``), and only what that confirms is a mistake.  So a mistake is none of a rule of
thumb's habits, and the deals that raised the suspicion are not those that judge it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from euchre_sim.analysis.action_words import Words
from euchre_sim.analysis.advice import ActionValue, Advice
from euchre_sim.analysis.advise import advise
from euchre_sim.analysis.advise_later import choice_of, own_choice_at, weigh_position
from euchre_sim.analysis.decision import ImpossibleHistory
from euchre_sim.analysis.equity import Equity
from euchre_sim.analysis.later import single_actions
from euchre_sim.analysis.players import Players
from euchre_sim.analysis.stakes import Stakes
from euchre_sim.analysis.worth import DEEP, ROLLOUT, SETTLED, Choice, Points
from euchre_sim.errors import RuleConflict
from euchre_sim.records.lowered import lowered
from euchre_sim.records.position import Look, Position, look
from euchre_sim.records.position_text import format_position
from euchre_sim.records.told import Told
from euchre_sim.rules import HouseRules
from euchre_sim.strategies.api import Strategy

__all__ = ["BRILLIANT", "LABELS", "LABELS_BY_POINTS", "Grader", "label_of"]

# From which loss on a mistake has which label: of the chance to win, and in points where there is
# no game.  A point is worth some 6 % of a game at its beginning.
LABELS = {"??": 0.05, "?": 0.025, "?!": 0.01}
LABELS_BY_POINTS = {"??": 0.5, "?": 0.25, "?!": 0.1}
BRILLIANT = "!"  # the best action, which the strategy at the table would not have found

ROLLOUT_DEALS = 50_000
DEEP_DEALS = (768, 3072)  # at first, and where these leave it open
NEVER = 1e-12  # a standard error that is not reached: all deals are played
DEEP_VIEWS = 2  # hands that a seat may have had, of those that are searched
UNLIKELY = 0.1  # weight of a hand for each decision that the strategy would have made otherwise


@dataclass(frozen=True)
class _Weighed:
    """What is known of the chosen action and of the best one, from one view."""

    advice: Advice
    chosen: ActionValue
    loss: Points
    loss_win: Points | None


@dataclass(frozen=True)
class Grader:
    """Grades decisions of records that were played by the same rules.

    Attributes
    ----------
    rules : HouseRules
    players : Players
        Who plays on in rollouts.
    strategies : sequence of Strategy
        The same.
    equity : Equity or None
        Chances at every score; None where points are all that counts.
    seed : int
    labels : mapping
        From which loss of the chance to win, or of points without `equity`, on a mistake has which
        label.
    """

    rules: HouseRules
    players: Players
    strategies: Sequence[Strategy]
    equity: Equity | None
    seed: int = 1
    labels: Mapping[str, float] = field(default_factory=lambda: LABELS)

    def grade(self, told: Told, score: tuple[int, int] | None) -> dict[str, Any]:
        """Grade one decision.

        Parameters
        ----------
        told
            The decision.
        score
            Of side 0 (that of seat 0) and side 1 in the game before the deal; None if there is no
            game, or it is over.

        Returns
        -------
        dict
            Plain values (`review`).
        """
        facts = self._facts(told)
        if told.why_not:
            return {**facts, "verdict": "untold", "why_not": told.why_not}
        try:
            looks = [look(view, lowered(self.rules)) for view in told.views]
        except RuleConflict as error:
            return {**facts, "verdict": "untold", "why_not": str(error)}
        if all(found.legal.bit_count() == 1 for found in looks):
            return {**facts, "verdict": "forced"}
        assert told.chosen is not None
        stakes = None
        if score is not None and self.equity is not None:
            own, other = score if told.seat % 2 == 0 else score[::-1]
            stakes = Stakes(self.equity, told.position, own, other)
        weights = self._weights(told, stakes)
        weighed = [
            self._rollout(view, found, told, stakes)
            for view, found in zip(told.views, looks, strict=True)
        ]
        likely = max(range(len(weights)), key=weights.__getitem__)
        shown = weighed[likely]
        loss, loss_win = _mean(weighed, weights)
        facts |= {"model": ROLLOUT, "deals": sum(one.advice.accepted for one in weighed)}
        verdict = "best" if loss.is_nothing else "close"
        if self._is_suspect(loss, loss_win):
            deep = self._search(told, weighed, weights, stakes)
            loss, loss_win = _mean(*deep)
            facts |= {"model": DEEP, "deals": sum(one.advice.accepted for one in deep[0])}
            verdict = "mistake" if self._is_suspect(loss, loss_win) else "unsure"
        if verdict in ("mistake", "unsure"):  # told of the hand with which it cost most
            costs = [weight * _judged(one) for weight, one in zip(weights, weighed, strict=True)]
            likely = costs.index(max(costs))
        facts |= self._values(weighed[likely], told.views[likely])
        label = ""
        if verdict == "mistake":
            label = label_of((loss_win or loss).mean, self._labels(loss_win))
        elif self._is_brilliant(shown):
            label = BRILLIANT
        return {
            **facts,
            "verdict": verdict,
            "label": label,
            "loss": loss.as_dict(),
            "loss_win": None if loss_win is None else loss_win.as_dict(),
        }

    # --- parts of it ---

    def _facts(self, told: Told) -> dict[str, Any]:
        return {
            "number": told.number,
            "phase": told.phase,
            "seat": told.seat,
            "position": told.position + 1,
            "step": told.step,
            "why_not": "",
            "label": "",
            "heard": None,
            "views": len(told.views),
            "ways": told.ways,
        }

    def _values(self, shown: _Weighed, view: Position) -> dict[str, Any]:
        """Tell the actions from the likeliest view."""
        advice = shown.advice
        words = Words(advice.position, advice.upcard, self.rules)
        best = shown.chosen if shown.loss.is_nothing else advice.best

        def name(choice: Choice) -> str:
            # What a dealer buries for his call is a decision of its own, and perhaps not told.
            called = choice.action in ("order", "call")
            return words.of(replace(choice, discard=None) if called else choice)

        return {
            "chosen": name(shown.chosen.choice),
            "best": name(best.choice),
            "heard": advice.heard,
            "actions": [
                {
                    "text": words.of(value.choice),
                    "points": value.points.as_dict(),
                    "win": None if value.win is None else value.win.as_dict(),
                }
                for value in advice.actions
            ],
            "question": format_position(view),
        }

    def _weights(self, told: Told, stakes: Stakes | None) -> list[float]:
        """Say how likely each view is: less where the strategy would have done otherwise before."""
        if len(told.views) == 1:
            return [1.0]
        weights = [UNLIKELY ** self._strayed(view, stakes) for view in told.views]
        return [one / math.fsum(weights) for one in weights]

    def _strayed(self, view: Position, stakes: Stakes | None) -> int:
        """Count the earlier calls and discards of a seat that its strategy would not have made."""
        n, low, strayed = self.rules.players, lowered(self.rules), 0
        start = replace(view, discard=None, alone=None, lone_defender=None, tricks=())
        for i, call in enumerate(view.calls):
            if i % n == view.seat:
                before = replace(start, calls=view.calls[:i])
                said = choice_of(call, look(before, low), low, before)
                strayed += _names(own_choice_at(before, self.players, stakes)) != _names(said)
        if view.discard is not None and view.seat == n - 1:
            own = own_choice_at(start, self.players, stakes)
            strayed += own is None or own.discard != view.discard
        return strayed

    def _rollout(self, view: Position, found: Look, told: Told, stakes: Stakes | None) -> _Weighed:
        """Weigh all actions, the strategies playing on."""
        assert told.chosen is not None
        advice = self._first_call(view, stakes) if view.is_first_call else None
        if advice is None:
            advice = weigh_position(
                view,
                model=ROLLOUT,
                players=self.players,
                stakes=stakes,
                deals=ROLLOUT_DEALS,
                seed=self.seed,
                threads=1,
            )
        return self._chosen_of(advice, choice_of(told.chosen, found, lowered(self.rules), view))

    def _first_call(self, view: Position, stakes: Stakes | None) -> Advice | None:
        """Weigh all first calls; None where the others would hardly ever have passed so far."""
        try:
            return advise(
                view.hand,
                view.upcard,
                view.seat + 1,
                call_round=1 + len(view.calls) // self.rules.players,
                rules=self.rules,
                strategies=self.strategies,
                deals=ROLLOUT_DEALS,
                score=None if stakes is None else (stakes.us, stakes.them),
                seed=self.seed,
                threads=1,
            )
        except ImpossibleHistory:
            return None

    def _chosen_of(self, advice: Advice, done: Choice) -> _Weighed:
        """Find what was done; of a dealer's orders the one with the best discard."""
        said = _names(done)
        fits = [value for value in advice.actions if _names(value.choice) == said]
        if done.suit is not None and self.rules.alone_timing == "before_first_lead":
            # Who calls with the partner may still declare.
            fits = [value for value in advice.actions if _names(value.choice)[:2] == said[:2]]
        chosen = max(fits, key=lambda value: (value.goal.mean, value.points.mean))
        return _Weighed(advice, chosen, *_losses(chosen))

    def _is_suspect(self, loss: Points, loss_win: Points | None) -> bool:
        """Whether a loss is larger than its noise, and large enough for a label."""
        judged = loss_win or loss
        return judged.mean >= self._least(loss_win) and judged.lo > 0

    def _labels(self, loss_win: Points | None) -> Mapping[str, float]:
        return LABELS_BY_POINTS if loss_win is None else self.labels

    def _least(self, loss_win: Points | None) -> float:
        return min(self._labels(loss_win).values())

    def _is_brilliant(self, shown: _Weighed) -> bool:
        """Whether it is the best action beyond doubt and the strategy's own one is a mistake."""
        own = shown.advice.strategy_choice
        if own is None or not shown.loss.is_nothing or shown.advice.reason != SETTLED:
            return False
        behind = [-v.behind.mean for v in shown.advice.actions if _names(v.choice) == _names(own)]
        return bool(behind) and min(behind) >= self._labels(shown.loss_win)["?"]

    def _search(
        self,
        told: Told,
        weighed: Sequence[_Weighed],
        weights: Sequence[float],
        stakes: Stakes | None,
    ) -> tuple[list[_Weighed], list[float]]:
        """Weigh the action chosen and the best one again, every player searching."""
        ranked = sorted(range(len(weights)), key=lambda i: -weights[i])[:DEEP_VIEWS]
        found: list[_Weighed] = []
        for deals in DEEP_DEALS:
            found = [self._searched(told.views[i], told, weighed[i], stakes, deals) for i in ranked]
            loss, loss_win = _mean(found, [weights[i] for i in ranked])
            if (loss_win or loss).lo > 0 or (loss_win or loss).hi < self._least(loss_win):
                break
        return found, [weights[i] for i in ranked]

    def _searched(
        self,
        view: Position,
        told: Told,
        weighed: _Weighed,
        stakes: Stakes | None,
        deals: int,
    ) -> _Weighed:
        """Weigh two actions again, every player searching."""
        assert told.chosen is not None
        best = _bit_of(weighed.advice, view)
        if best == told.chosen:
            return weighed
        advice = weigh_position(
            view,
            model=DEEP,
            players=self.players,
            stakes=stakes,
            among=(told.chosen, best),
            deals=deals,
            until_se=NEVER,
            seed=self.seed + 1,
            threads=1,
        )
        chosen, rival = advice.actions
        if advice.best is chosen:  # the difference is told to the better of the two
            return _Weighed(advice, chosen, rival.vs_best, rival.win_vs_best)
        return _Weighed(advice, chosen, *_losses(chosen))


def label_of(loss: float, labels: Mapping[str, float]) -> str:
    """Return the label of the largest loss that is reached."""
    reached = [(least, label) for label, least in labels.items() if loss >= least]
    return max(reached)[1] if reached else ""


def _judged(weighed: _Weighed) -> float:
    """Return a loss in what the verdict is about."""
    return (weighed.loss_win or weighed.loss).mean


def _losses(chosen: ActionValue) -> tuple[Points, Points | None]:
    """Return what an action costs against the best one, in points and of the chance to win."""
    behind, behind_win = chosen.vs_best, chosen.win_vs_best
    return _minus(behind), None if behind_win is None else _minus(behind_win)


def _minus(of: Points) -> Points:
    return Points(-of.mean if of.mean else 0.0, of.se)


def _mean(weighed: Sequence[_Weighed], weights: Sequence[float]) -> tuple[Points, Points | None]:
    """Return the losses over views, the deals of which are independent of each other."""
    shares = [one / math.fsum(weights) for one in weights]

    def mean(losses: Sequence[Points]) -> Points:
        return Points(
            math.fsum(share * loss.mean for share, loss in zip(shares, losses, strict=True)),
            math.hypot(*(share * loss.se for share, loss in zip(shares, losses, strict=True))),
        )

    wins = [one.loss_win for one in weighed if one.loss_win is not None]
    return mean([one.loss for one in weighed]), mean(wins) if wins else None


def _names(choice: Choice | None) -> tuple[Any, ...]:
    """Return what makes an action another one; an order does not hang on what is buried for it."""
    if choice is None:
        return ()
    buried = choice.discard if choice.action == "discard" else None
    return choice.action, choice.suit, choice.alone, choice.card, buried


def _bit_of(advice: Advice, view: Position) -> int:
    """Return the bit of the best action."""
    best = advice.best.choice
    low = lowered(view.rules)
    found = look(view, low)
    bits = single_actions(found.legal).tolist()
    names = [_names(choice_of(bit, found, low, view)) for bit in bits]
    wanted = _names(best)
    if wanted not in names:  # alone is said later, before the first lead
        wanted = (*wanted[:2], False, *wanted[3:])
    return int(bits[names.index(wanted)])

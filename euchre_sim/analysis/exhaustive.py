"""Should I order this up, with no sampling: every layout of the unseen cards, played once.

The players draw no lots, so that a layout has one outcome after each action and the mean over all
layouts is exact.  The cards that nobody gets to see have no order and no place: layouts that differ
in nothing else are one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from euchre_sim import __version__
from euchre_sim.analysis import weigh
from euchre_sim.analysis.advice import ActionValue, Advice
from euchre_sim.analysis.advise import Asked, asked_about
from euchre_sim.analysis.checkpoint import Checkpoint, default_checkpoint
from euchre_sim.analysis.decision import ImpossibleHistory, Tally
from euchre_sim.analysis.layout_tree import Layouts
from euchre_sim.analysis.players import Players, code_behind
from euchre_sim.analysis.workers import cut, default_threads, ordered
from euchre_sim.analysis.worth import Choice, Points
from euchre_sim.cards import Card
from euchre_sim.engine.layout import N_PHASES, PHASE_NAMES
from euchre_sim.errors import IllegalAction, InvalidNotation, StrategyFault
from euchre_sim.rules import HouseRules
from euchre_sim.strategies.api import Strategy

__all__ = ["ALL", "ExactAdvice", "advise_exhaustively"]

Integers = npt.NDArray[np.int64]

ALL = "exhaustive"  # the reason why an answer over all layouts stopped
MOST_LAYOUTS = 10**11  # some hours of work for each action
AT_ONCE = 1 << 17  # layouts between two looks at the clock, about
SECONDS = 2.0  # between two checkpoints


@dataclass(frozen=True)
class ExactAdvice(Advice):
    """An answer over all layouts: `deals` of them, of which `accepted` fit what was heard.

    Attributes
    ----------
    counts : tuple of dict
        How many layouts brought each number of net points, an item an action.
    """

    counts: tuple[dict[int, int], ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Plain values, as ``euchre advise --exhaustive --json`` prints them."""
        told = super().as_dict()
        for name in ("seed", "deals", "accepted", "heard"):
            del told[name]
        told["exhaustive"] = True
        told["layouts"] = self.deals
        told["fitting_layouts"] = self.accepted
        for action, counts in zip(told["actions"], self.counts, strict=True):
            del action["p_best"]
            for name in ("points", "vs_best"):
                action[name] = {"mean": action[name]["mean"]}
            action["counts"] = {str(points): count for points, count in counts.items()}
        ties = [one for one in self.actions if one.vs_best.mean == 0]
        told["verdict"]["settled"] = len(ties) == 1
        return told


def advise_exhaustively(
    hand: str | Iterable[Card],
    up: str | Card,
    seat: int | str = 1,
    *,
    call_round: int = 1,
    rules: HouseRules | str | None = None,
    strategies: str | Sequence[Strategy] = "basic",
    checkpoint: Path | str | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> ExactAdvice:
    """Weigh every call that is open to a seat on every layout of the unseen cards.

    With 24 cards and four players that is 617,512,896 layouts, minutes of work for an action.

    Parameters
    ----------
    hand, up, seat, call_round, rules, strategies
        As for `advise`; the upcard must be given.
    checkpoint
        File that says how far the work has got, and from which it goes on; one in the user's
        cache folder if left out.
    threads
        Threads to use; all processors if left out.  The answer does not depend on it.
    progress
        Called now and then with the number of layouts that are done, and of all.

    Returns
    -------
    ExactAdvice

    Raises
    ------
    IllegalAction
        If a strategy draws lots, there are too many layouts, or the seat has nothing to decide.
    CheckpointProblem
        If the checkpoint is of something else, or cannot be read or written.
    InvalidNotation, StrategyFault, WrongType
        As from `advise`.
    ImpossibleHistory
        If no layout fits what was heard.

    Examples
    --------
    >>> from euchre_sim.analysis.exhaustive import advise_exhaustively
    >>> answer = advise_exhaustively("JH 9H AH KS 9S", "TH", 2, rules="two_hand")
    >>> answer.deals
    8568
    """
    if up is None:
        raise InvalidNotation("the upcard is missing: layouts are those of one upcard (--up)")
    asked = asked_about(hand, up, seat, call_round, rules, strategies, 0, threads)
    refuse_lots(asked.question.players)
    layouts = Layouts(asked.question)
    if layouts.count > MOST_LAYOUTS:
        raise IllegalAction(
            f"there are {layouts.count:,} layouts with this deck and so many players, more than "
            f"the {MOST_LAYOUTS:,} that can be played: leave out --exhaustive"
        )
    facts = identity(asked)
    file = Checkpoint(default_checkpoint(facts) if checkpoint is None else Path(checkpoint), facts)
    tally = play_all(layouts, file, threads or default_threads(), progress)
    if tally.accepted == 0:
        raise ImpossibleHistory(
            f"none of the {layouts.count:,} layouts fits what was heard: with these strategies "
            "the others would never have passed"
        )
    return ExactAdvice(
        **asked.facts(),
        deals=layouts.count,
        accepted=tally.accepted,
        actions=exact_values(asked.choices, tally),
        reason=ALL,
        counts=tuple(points_counted(row) for row in tally.histogram),
    )


def refuse_lots(players: Players) -> None:
    """Refuse players who draw lots: a layout has no one outcome with them."""
    for seat, strategy in enumerate(players.strategies):
        for phase in range(N_PHASES):
            if players.hooks[seat * N_PHASES + phase] & np.uint64(1) == 0:
                raise IllegalAction(
                    f"strategy {strategy.label!r} in position {seat + 1} draws lots (its "
                    f"{PHASE_NAMES[phase]} hook reads the random word), so that a layout has no "
                    "one outcome: choose players who do not, or leave out --exhaustive"
                )


def identity(asked: Asked) -> dict[str, Any]:
    """Return all that the sums rest on, in plain values."""
    players = asked.question.players
    return {
        "version": [__version__, *code_behind(players.strategies)],
        "rules": asked.rules.digest(),
        "strategies": [strategy.as_dict() for strategy in players.strategies],
        "question": [
            " ".join(sorted(map(str, asked.cards))),
            str(asked.upcard),
            asked.question.seat + 1,
            asked.question.call_round,
        ],
    }


def play_all(
    layouts: Layouts,
    file: Checkpoint,
    threads: int,
    progress: Callable[[int, int], object] | None = None,
) -> Tally:
    """Play every layout, from where the checkpoint says.

    Whatever ends it early, the checkpoint says how far it has got: at once after a
    KeyboardInterrupt, as of a few seconds ago if the process is killed.

    Raises
    ------
    StrategyFault
        If a strategy answers with an illegal action.
    CheckpointProblem
        As from `Checkpoint`.
    """
    sums, done = file.read(len(layouts.actions), layouts.first_level)
    if done == layouts.first_level:
        return sums
    if done == 0:
        file.write(sums, done)  # so that a file that cannot be written is told of at once
    size = max(1, AT_ONCE // layouts.layouts_of_a_choice)
    work = cut(done, layouts.first_level - done, size)
    parts = ordered(layouts.play, work, threads)
    so_far = sums, done
    if progress is not None:
        progress(done * layouts.layouts_of_a_choice, layouts.count)
    written = time.monotonic()
    try:
        for part in parts:
            if part.counts[weigh.N_ERROR]:
                raise _fault(layouts.players, int(part.counts[weigh.N_ERROR]))
            sums, done = so_far
            # In one step, so that Ctrl-C finds sums and progress that belong together.
            so_far = sums.plus(part), min(done + size, layouts.first_level)
            if time.monotonic() >= written + SECONDS:
                file.write(*so_far)
                written = time.monotonic()
            if progress is not None:
                progress(so_far[1] * layouts.layouts_of_a_choice, layouts.count)
    finally:
        parts.close()  # type: ignore[attr-defined]
        file.write(*so_far)
    return so_far[0]


def _fault(players: Players, error: int) -> StrategyFault:
    """Make the error for an illegal action; `error` is the ``O_ERROR`` slot."""
    seat, phase = (error - 1) % 8, PHASE_NAMES[(error - 1) // 8]
    strategy = players.strategies[seat]
    return StrategyFault(
        f"strategy {strategy.label!r} in position {seat + 1} answered a {phase} decision with an "
        "illegal action",
        strategy=strategy.name,
    )


def exact_values(options: Sequence[Choice], tally: Tally) -> tuple[ActionValue, ...]:
    """Turn sums over all layouts into what each action is worth; nothing has an error."""
    n = tally.accepted
    counted = [points_counted(row) for row in tally.histogram]
    sums = [sum(points * count for points, count in counts.items()) for counts in counted]
    best = sums.index(max(sums))
    return tuple(
        ActionValue(
            choice,
            Points(sums[k] / n, 0.0),
            Points((sums[k] - sums[best]) / n, 0.0),
            float(k == best),
            {points: count / n for points, count in counted[k].items()},
            int(tally.actions[k, weigh.T_EUCHRED]) / n,
        )
        for k, choice in enumerate(options)
    )


def points_counted(histogram: Integers) -> dict[int, int]:
    """Return how many layouts brought each number of net points."""
    return {at - weigh.MAX_POINTS: int(count) for at, count in enumerate(histogram) if count}

"""Should I order this up, with no sampling: every layout of the unseen cards, played once.

The players draw no lots, so that a layout has one outcome after each action and the mean over all
layouts is exact.  The cards that nobody gets to see have no order and no place: layouts that differ
in nothing else are one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import comb, prod
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from euchre_sim import __version__
from euchre_sim.analysis import exhaustive_kernels as kernels
from euchre_sim.analysis import weigh
from euchre_sim.analysis.advice import ActionValue, Advice, Choice, Points
from euchre_sim.analysis.advise import Asked, asked_about
from euchre_sim.analysis.checkpoint import Checkpoint, default_checkpoint
from euchre_sim.analysis.decision import ImpossibleHistory, Question, Tally
from euchre_sim.analysis.players import Players
from euchre_sim.analysis.workers import cut, default_threads, ordered
from euchre_sim.cards import Card
from euchre_sim.engine.jit import layer_of
from euchre_sim.engine.layout import (
    H_HIDDEN,
    N_PHASES,
    PHASE_NAMES,
    R_BEST,
    R_EXTRAS,
    R_HAND_SIZE,
    R_MATES,
    R_PICKUP_OPTIONAL,
    R_PLAYERS,
    YES,
)
from euchre_sim.engine.machine_code import sources_digest
from euchre_sim.engine.subsets import choices
from euchre_sim.errors import IllegalAction, InvalidNotation, StrategyFault
from euchre_sim.rules import HouseRules
from euchre_sim.strategies.api import Strategy

__all__ = ["ALL", "ExactAdvice", "advise_exhaustively"]

Integers = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

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
        for name in ("seed", "deals", "accepted", "asked", "heard"):
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
    hooks = {hook for one in players.strategies for hook in own_hooks(one)}
    layers = {layer_of(hook) for hook in hooks} | {"strategies", "analysis"}
    return {
        "version": [__version__, *sorted(sources_digest(layer) for layer in layers)],
        "rules": asked.rules.digest(),
        "strategies": [strategy.as_dict() for strategy in players.strategies],
        "question": [
            " ".join(sorted(map(str, asked.cards))),
            str(asked.upcard),
            asked.question.seat + 1,
            asked.question.call_round,
        ],
    }


def own_hooks(strategy: Strategy) -> Iterator[Callable[..., Any]]:
    """Yield the functions that a strategy's hooks were compiled from."""
    for phase in PHASE_NAMES:
        hook = strategy.hook(phase)
        if hook is not None:
            yield hook.function  # type: ignore[attr-defined]


class Layouts:
    """All layouts of a question's unseen cards, as a tree of hands in hands for the kernel.

    Attributes
    ----------
    count
        How many there are.
    first_level
        How many choices there are for the hand that is dealt out first.
    """

    def __init__(self, question: Question) -> None:
        self._question = question
        rules = question.rules
        n_cards = question.unseen.bit_count()
        size = int(rules[R_HAND_SIZE])
        others = [seat for seat in range(rules[R_PLAYERS]) if seat != question.seat]
        mates = int(rules[R_MATES + question.seat])
        others.sort(key=lambda seat: mates >> seat & 1)  # so that an idle mate can be last
        places = [(seat, size) for seat in others] + _extra_places(int(rules[R_EXTRAS]))
        used = [0, *accumulate(need for _, need in places)]
        ways = [comb(n_cards - k, need) for k, (_, need) in zip(used, places, strict=False)]
        self.count = prod(ways)
        self.first_level = ways[0]
        self._tables = [choices(n_cards, need) for _, need in places]
        self._said = [self._say(seat, question.unseen, n_cards) for seat in others]
        self._own = int(self._say(question.seat, question.hand, size)[0])
        self._levels = np.zeros((len(places), kernels.LEVEL_SIZE), np.int64)
        for row, (slot, _), n, table in zip(self._levels, places, ways, self._tables, strict=True):
            row[kernels.L_SLOT] = slot
            row[kernels.L_CHOICES] = n
            row[kernels.L_ADDRESS] = table.ctypes.data
        for row, said in zip(self._levels, self._said, strict=False):
            row[kernels.L_SAID] = said.ctypes.data
        self._half = (n_cards + 1) // 2
        self._ranks = rank_table(n_cards, size)
        idle = [
            _leaves_mate_idle(action, rules, question.seat, others) for action in question.actions
        ]
        self.actions = np.column_stack([question.actions, np.array(idle, np.uint64)])

    @property
    def players(self) -> Players:
        """Who sits at the table."""
        return self._question.players

    @property
    def layouts_of_a_choice(self) -> int:
        """How many layouts there are with one choice of the first hand."""
        return self.count // self.first_level

    def play(self, work: tuple[int, int]) -> Tally:
        """Play the layouts of choices ``first .. first + count - 1`` of the first hand."""
        first, count = work
        question = self._question
        tally = Tally.empty(len(self.actions))
        kernels.play_layouts(
            question.rules,
            question.players.hooks,
            question.players.assign,
            question.players.params,
            question.seat,
            question.call_round,
            np.uint64(question.hand),
            np.uint64(question.upcard),
            np.uint64(question.unseen),
            self._levels,
            self._ranks,
            self._half,
            self._own,
            self.actions,
            first,
            count,
            tally.counts,
            tally.actions,
        )
        return tally

    def _say(self, seat: int, pool: int, n_cards: int) -> Integers:
        """Ask a seat what it says with every hand out of a pool."""
        question = self._question
        said = np.zeros(comb(n_cards, int(question.rules[R_HAND_SIZE])), np.int64)
        kernels.say_with_hands(
            question.rules,
            question.players.hooks,
            question.players.assign,
            question.players.params,
            seat,
            question.seat,
            question.call_round,
            np.uint64(question.upcard),
            np.uint64(pool),
            said,
        )
        return said


def _extra_places(extras: int) -> list[tuple[int, int]]:
    """Slots and sizes of two players' extra cards: two for the maker, or three for each.

    The cards of a player lie in one of their slots together.
    """
    if extras == 0:
        return []
    return [(H_HIDDEN, 2)] if extras == 2 else [(H_HIDDEN, 3), (H_HIDDEN + 3, 3)]


def _leaves_mate_idle(action: Words, rules: Integers, seat: int, others: Sequence[int]) -> bool:
    """Whether the hand of the last of the others has no part in the play after an action.

    It is that of the only partner of a player who goes alone.  A dealer who may leave the upcard
    shows something of it, and a best card is asked of it.
    """
    call = int(action[weigh.A_CALL])
    alone = call.bit_length() % 2 == 1 and call > 1
    alone = alone or int(action[weigh.A_DECLARED]) == YES
    last = others[-1]
    only_mate = int(rules[R_MATES + seat]) == 1 << seat | 1 << last
    dealer_chooses = last == rules[R_PLAYERS] - 1 and rules[R_PICKUP_OPTIONAL] == 1
    asked_for_best = rules[R_BEST] != 0
    return bool(alone and only_mate and not dealer_chooses and not asked_for_best)


def rank_table(n_cards: int, size: int) -> npt.NDArray[np.int32]:
    """Return what `exhaustive_kernels.number_of_hand` adds up for hands of `size` of the cards.

    The i-th card of a choice, counted from 1, adds C(its place, i) to the choice's number.  First
    come the sums for the lower half of the cards, then those for the upper half, by how many cards
    the lower half holds.
    """
    half = (n_cards + 1) // 2
    table = np.zeros((size + 2, 1 << half), np.int32)
    for row in range(size + 2):
        below, place = max(row - 1, 0), half if row else 0
        for cards in range(1, 1 << half):
            top = cards.bit_length() - 1
            i = below + cards.bit_count()
            if i <= size:
                table[row, cards] = table[row, cards ^ 1 << top] + comb(top + place, i)
    return table.ravel()


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

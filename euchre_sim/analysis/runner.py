"""Playing a range of hands on threads and counting what became of them.

Blocks are handed out in order and every block handed out is finished, so whatever ends a run
early (Ctrl-C, a strategy that breaks the rules), the hands counted are the first so many: exactly
a shorter run.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from euchre_sim.analysis import tally
from euchre_sim.analysis.class_table import ClassTable, layout_of
from euchre_sim.analysis.players import Players, name_fault
from euchre_sim.engine.batch import play_range
from euchre_sim.engine.layout import O_ERROR, OUTCOME_SIZE, lower_rules
from euchre_sim.rules import HouseRules

__all__ = ["Counts", "Progress", "count_hands"]

Progress = Callable[[int], object]
Integers = npt.NDArray[np.int64]

BLOCK = 8192  # hands at a time: what they leave behind stays in a core's own cache
TICK = 0.1  # seconds between two calls of the progress callback


@dataclass(frozen=True)
class Counts:
    """Integer sums over a range of hands.

    Attributes
    ----------
    hands
        Hands counted.
    cells
        Deals by outcome, shape ``(tally.N_CELLS, tally.CELL_FIELDS)``.
    table
        Decisions by position, class and action, or None.
    """

    hands: int
    cells: Integers
    table: ClassTable | None


def count_hands(
    players: Players,
    rules: HouseRules,
    seed: int,
    first_hand: int,
    hands: int,
    threads: int,
    *,
    by_class: bool = False,
    progress: Progress | None = None,
) -> Counts:
    """Play hands ``first_hand .. first_hand + hands - 1`` of a seed and count.

    Parameters
    ----------
    by_class
        Whether to fill the table by class of hand.
    progress
        Called in the caller's thread now and then, and at the end, with the number of hands done.

    Returns
    -------
    Counts
        Of fewer hands than wanted after a KeyboardInterrupt.

    Raises
    ------
    StrategyFault
        If a strategy broke the rules; it names the first such hand.
    """
    run = _Run(players, rules, seed, first_hand, hands, by_class)
    n_blocks = -(-hands // BLOCK)
    try:
        for number in range(min(threads, n_blocks)):
            run.start(number)
        # Not `Thread.join`: interrupted, it takes a thread that still runs for one that has ended.
        while not run.idle.wait(TICK):
            if progress is not None:
                progress(run.done)
        if progress is not None:
            progress(run.done)
    except KeyboardInterrupt:
        run.stop()
        run.idle.wait()
    except BaseException:
        run.stop()
        raise
    run.raise_errors()
    table = None
    if run.layout is not None:
        table = ClassTable(run.layout, run.done, run.table)
    return Counts(run.done, run.cells, table)


class _Run:
    """What the threads share; everything but the table is guarded by one lock."""

    def __init__(
        self,
        players: Players,
        rules: HouseRules,
        seed: int,
        first_hand: int,
        hands: int,
        by_class: bool,
    ) -> None:
        self.players = players
        self.rules = lower_rules(rules)
        self.seed = seed
        self.next = first_hand
        self.end = first_hand + hands
        self.done = 0
        self.cells = np.zeros((tally.N_CELLS, tally.CELL_FIELDS), np.int64)
        self.layout = layout_of(rules) if by_class else None
        if self.layout is not None:
            self.table = self.layout.empty()
        self.idle = threading.Event()
        self.idle.set()
        self._working = 0
        self._lock = threading.Lock()
        self._seat_locks = [threading.Lock() for _ in range(rules.players)]
        self._faults: list[tuple[int, int]] = []
        self._errors: list[BaseException] = []

    def start(self, number: int) -> None:
        """Start a thread; `idle` is set when none is left."""
        thread = threading.Thread(target=self._work_and_leave, args=(number,), daemon=True)
        with self._lock:
            self._working += 1
            self.idle.clear()
        try:
            thread.start()
        except BaseException:
            self._leave()
            raise

    def _work_and_leave(self, number: int) -> None:
        try:
            self.work(number)
        finally:
            self._leave()

    def _leave(self) -> None:
        with self._lock:
            self._working -= 1
            if self._working == 0:
                self.idle.set()

    def stop(self) -> None:
        """Hand out no more blocks."""
        with self._lock:
            self.next = self.end

    def raise_errors(self) -> None:
        """Raise what went wrong in a thread; of several faulty hands the first."""
        if self._errors:
            raise self._errors[0]
        if self._faults:
            hand, error = min(self._faults)
            raise name_fault(self.players, error, self.seed, hand)

    def work(self, number: int) -> None:
        """Take blocks until there are none; `number` is this thread's."""
        try:
            worker = _Worker(self, number)
            while (block := self._take()) is not None:
                worker.count(*block)
                with self._lock:
                    self.done += block[1]
            with self._lock:
                self.cells += worker.cells
        except BaseException as error:
            self.stop()
            self._errors.append(error)

    def fault(self, hand: int, error: int) -> None:
        """Note a strategy's illegal action and end the run."""
        with self._lock:
            self._faults.append((hand, error))
            self.next = self.end

    def add_decisions(self, lists: npt.NDArray[np.uint64], lengths: Integers, number: int) -> None:
        """Add the lists of a block to the table, each thread starting at another position."""
        n = len(self._seat_locks)
        for i in range(n):
            seat = (number + i) % n
            with self._seat_locks[seat]:
                tally.add_decisions(lists, seat, lengths[seat], AMOUNTS, self.table[seat])

    def _take(self) -> tuple[int, int] | None:
        with self._lock:
            first = self.next
            count = min(BLOCK, self.end - first)
            self.next += count
            return (first, count) if count else None


class _Worker:
    """One thread's buffers and its own sums."""

    def __init__(self, run: _Run, number: int) -> None:
        n = len(run.players.strategies)
        self.run = run
        self.number = number
        self.cells = np.zeros_like(run.cells)
        self.outcomes = np.zeros((BLOCK, OUTCOME_SIZE), np.int8)
        self.dealt = np.zeros((BLOCK, n + 1), np.uint64)
        self.no_log = np.zeros(0, np.uint64)
        if run.layout is not None:
            self.lookup = run.layout.classes.lookup
            self.lists = np.zeros((n, 2 * BLOCK + 2), np.uint64)
            self.lengths = np.zeros(n, np.int64)

    def count(self, first: int, count: int) -> None:
        """Play one block and count it."""
        run, players = self.run, self.run.players
        faulty = play_range(
            run.rules,
            players.hooks,
            players.assign,
            players.params,
            np.uint64(run.seed),
            np.uint64(first),
            count,
            self.outcomes,
            self.dealt,
            self.no_log,
        )
        if faulty >= 0:
            run.fault(faulty, int(self.outcomes[faulty - first, O_ERROR]))
            return
        tally.count_outcomes(run.rules, self.outcomes, self.dealt, count, self.cells)
        if run.layout is not None:
            tally.list_decisions(
                run.rules,
                run.layout.vector,
                self.lookup.start,
                self.lookup.place,
                self.outcomes,
                self.dealt,
                count,
                self.lists,
                self.lengths,
            )
            run.add_decisions(self.lists, self.lengths, self.number)


AMOUNTS = tally.decision_amounts()

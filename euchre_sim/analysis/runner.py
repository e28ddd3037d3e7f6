"""Playing a range of hands on threads and counting what became of them.

Blocks are handed out in order and every block handed out is finished, so whatever ends a run
early (Ctrl-C, a strategy that breaks the rules), the hands counted are the first so many: exactly
a shorter run.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from euchre_sim.analysis import tally
from euchre_sim.analysis.class_table import ClassTable, layout_of
from euchre_sim.analysis.hand_log import PART, HandLog
from euchre_sim.analysis.hand_log_kernels import log_range
from euchre_sim.analysis.players import Players, name_fault
from euchre_sim.engine.batch import play_range
from euchre_sim.engine.layout import O_ERROR, OUTCOME_SIZE, lower_rules
from euchre_sim.rules import HouseRules

__all__ = ["Counts", "Progress", "count_hands"]

Progress = Callable[[int], object]
Integers = npt.NDArray[np.int64]

BLOCK = 8192  # hands at a time: what they leave behind stays in a core's own cache
FIRST_BLOCK = 64  # of a thread: of a strategy that searches this is a second's work
TICK = 0.1  # seconds between two calls of the progress callback
SAVE_EVERY = 15.0  # seconds between two calls of `save`
SAVES_SHARE = 20  # that many times as long as the last one took, at least


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

    @classmethod
    def empty(cls, rules: HouseRules, by_class: bool) -> Self:
        """Count nothing yet, by class of hand too or not."""
        cells = np.zeros((tally.N_CELLS, tally.CELL_FIELDS), np.int64)
        return cls(0, cells, ClassTable.empty(layout_of(rules)) if by_class else None)


def count_hands(
    players: Players,
    rules: HouseRules,
    seed: int,
    first_hand: int,
    hands: int,
    threads: int,
    *,
    start: Counts,
    log: HandLog | None = None,
    save: Callable[[Counts], object] | None = None,
    progress: Progress | None = None,
) -> Counts:
    """Play hands ``first_hand .. first_hand + hands - 1`` of a seed and count.

    Parameters
    ----------
    start
        What has been counted of these hands already; it is added to.
    log
        Where every hand gets a row.
    save
        Called in the caller's thread now and then, while none of the others is at work, with what
        has been counted.
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
    run = _Run(players, rules, seed, first_hand, hands, start, log)
    pause = SAVE_EVERY
    try:
        while run.has_more:
            started = time.monotonic()
            run.begin_stretch()
            for number in range(min(threads, run.n_blocks)):
                run.start(number)
            # Not `Thread.join`: interrupted, it takes a thread that still runs for one that ended.
            while not run.idle.wait(TICK):
                if progress is not None:
                    progress(run.done)
                if save is not None and time.monotonic() - started > pause:
                    run.end_stretch()
            run.raise_errors()
            if save is not None and run.has_more:
                started = time.monotonic()
                save(run.counts())
                pause = max(SAVE_EVERY, SAVES_SHARE * (time.monotonic() - started))
        if progress is not None:
            progress(run.done)
    except KeyboardInterrupt:
        run.stop()
        run.idle.wait()
    except BaseException:
        run.stop()
        raise
    run.raise_errors()
    return run.counts()


class _Run:
    """What the threads share; everything but the table is guarded by one lock."""

    def __init__(
        self,
        players: Players,
        rules: HouseRules,
        seed: int,
        first_hand: int,
        hands: int,
        start: Counts,
        log: HandLog | None,
    ) -> None:
        self.players = players
        self.rules = lower_rules(rules)
        self.seed = seed
        self.next = first_hand + start.hands
        self.end = first_hand + hands
        self.stretch_end = self.next
        self.done = start.hands
        self.cells = start.cells
        self.table = start.table
        self.log = log
        self.idle = threading.Event()
        self.idle.set()
        self._working = 0
        self._lock = threading.Lock()
        self._seat_locks = [threading.Lock() for _ in range(rules.players)]
        self._faults: list[tuple[int, int]] = []
        self._errors: list[BaseException] = []

    @property
    def has_more(self) -> bool:
        """Whether there are hands that no thread has taken."""
        return self.next < self.end

    @property
    def n_blocks(self) -> int:
        """How many blocks there are to take at the least."""
        return -(-(self.stretch_end - self.next) // BLOCK)

    def counts(self) -> Counts:
        """Return what has been counted, while no thread is at work."""
        return Counts(self.done, self.cells, self.table)

    def begin_stretch(self) -> None:
        """Let blocks be handed out, as many as the table has room for."""
        self.stretch_end = self.end
        if self.table is not None:
            if self.table.hands + BLOCK > self.table.layout.most_hands:
                self.table.spill()
            room = self.table.layout.most_hands - self.table.hands
            self.stretch_end = min(self.end, self.next + room)

    def end_stretch(self) -> None:
        """Hand out no more blocks for the time being."""
        with self._lock:
            self.stretch_end = self.next

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
            self.next = self.stretch_end = self.end

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
            size = FIRST_BLOCK
            while (block := self._take(size)) is not None:
                started = time.monotonic()
                worker.count(*block)
                if time.monotonic() - started < TICK:
                    size = min(2 * size, BLOCK)
                with self._lock:
                    self.done += block[1]
                    if self.table is not None:
                        self.table.hands += block[1]
            with self._lock:
                self.cells += worker.cells
        except BaseException as error:
            self.stop()
            self._errors.append(error)

    def fault(self, hand: int, error: int) -> None:
        """Note a strategy's illegal action and end the run."""
        with self._lock:
            self._faults.append((hand, error))
            self.next = self.stretch_end = self.end

    def add_decisions(self, lists: npt.NDArray[np.uint64], lengths: Integers, number: int) -> None:
        """Add the lists of a block to the table, each thread starting at another position."""
        assert self.table is not None
        n, words = len(self._seat_locks), self.table.words
        for i in range(n):
            seat = (number + i) % n
            with self._seat_locks[seat]:
                tally.add_decisions(lists, seat, lengths[seat], AMOUNTS, words[seat])

    def _take(self, size: int) -> tuple[int, int] | None:
        with self._lock:
            first = self.next
            count = min(size, self.stretch_end - first)
            if self.log is not None:
                count = min(count, PART - first % PART)
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
        if run.table is not None:
            self.lookup = run.table.layout.classes.lookup
            self.lists = np.zeros((n, 2 * BLOCK + 2), np.uint64)
            self.lengths = np.zeros(n, np.int64)

    def count(self, first: int, count: int) -> None:
        """Play one block and count it."""
        run, players = self.run, self.run.players
        hands = (
            run.rules,
            players.hooks,
            players.assign,
            players.params,
            np.uint64(run.seed),
            np.uint64(first),
            count,
            self.outcomes,
            self.dealt,
        )
        if run.log is None:
            faulty = play_range(*hands, self.no_log)
        else:
            part, tables = run.log.part_of(first), run.log.layout.tables
            faulty = log_range(*hands, tables, first - part.first, part.codes, part.hands)
        if faulty >= 0:
            run.fault(faulty, int(self.outcomes[faulty - first, O_ERROR]))
            return
        tally.count_outcomes(run.rules, self.outcomes, self.dealt, count, self.cells)
        if run.table is not None:
            tally.list_decisions(
                run.rules,
                run.table.layout.vector,
                self.lookup.start,
                self.lookup.place,
                self.outcomes,
                self.dealt,
                count,
                self.lists,
                self.lengths,
            )
            run.add_decisions(self.lists, self.lengths, self.number)
        if run.log is not None:
            run.log.add(part, count)


AMOUNTS = tally.decision_amounts()

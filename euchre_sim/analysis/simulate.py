"""Many hands played out: what seats do with the strategies at the table, and what comes of it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self

from euchre_sim.analysis.arguments import check_whole, given
from euchre_sim.analysis.class_table import ClassTable
from euchre_sim.analysis.hand_log import HandLog
from euchre_sim.analysis.players import Players, find_players
from euchre_sim.analysis.runner import Counts, Progress, count_hands
from euchre_sim.analysis.summary import Summary
from euchre_sim.analysis.workers import default_threads
from euchre_sim.rules import HouseRules, house_rules
from euchre_sim.storage.provenance import Provenance
from euchre_sim.strategies.api import Strategy

if TYPE_CHECKING:
    from euchre_sim.storage.run_folder import RunFolder

__all__ = ["Run", "SimulationResult", "check_run", "prepare_run", "simulate"]

LARGEST_HAND = 2**62  # hands are numbered 0 .. 2**62 - 1


@dataclass(frozen=True)
class SimulationResult:
    """What came of a run.

    Attributes
    ----------
    provenance
        Rules, strategies, seed and the hands that were played.
    summary
        By position and round, and by side.
    classes
        By class of hand, if that was asked for.
    """

    provenance: Provenance
    summary: Summary
    classes: ClassTable | None = None

    @property
    def hands(self) -> int:
        """Hands that were played."""
        return self.provenance.hands

    @property
    def is_partial(self) -> bool:
        """Whether the run was ended before all the hands asked for were played."""
        return self.provenance.is_partial

    def merge(self, other: Self) -> Self:
        """Return the result of one run over the hands of two; `other` goes on where this one ended.

        Raises
        ------
        UnlikeRuns
            If they differ in rules, strategies, seed or version, or their hands do not adjoin.
        """
        together = self.provenance.followed_by(other.provenance)
        table = None
        if self.classes is not None and other.classes is not None:
            table = self.classes + other.classes
        return type(self)(together, self.summary + other.summary, table)

    def write(self, folder: str | os.PathLike[str], *, force: bool = False) -> None:
        """Write ``summary.parquet`` and ``hands.parquet``; needs the table by class.

        Raises
        ------
        OutputProblem
            If the folder cannot be written to, or holds results and `force` is not set.
        """
        from euchre_sim.storage.dataset import claim_folder, write_run
        from euchre_sim.storage.manifest import forget_run

        if self.classes is None:
            raise ValueError("there is no table by class to write: simulate(..., by_class=True)")
        target = claim_folder(folder, force)
        write_run(target, self.provenance, self.summary, self.classes.rows())
        forget_run(target)

    def as_dict(self) -> dict[str, Any]:
        """Plain values, as ``euchre simulate --json`` prints them."""
        of = self.provenance
        return {
            "hands": of.hands,
            "first_hand": of.first_hand,
            "requested_hands": of.requested,
            "partial": of.is_partial,
            "seed": of.seed,
            "rules": of.rules.as_dict(),
            "rules_digest": of.rules.digest(),
            "strategies": list(of.strategies),
            "version": of.version,
            **self.summary.as_dict(),
        }


def simulate(
    hands: int,
    strategies: str | Sequence[Strategy] = "basic",
    *,
    rules: HouseRules | str | None = None,
    seed: int = 1,
    first_hand: int = 0,
    threads: int | None = None,
    by_class: bool = False,
    out: str | os.PathLike[str] | None = None,
    force: bool = False,
    resume: bool = False,
    log_hands: bool = False,
    progress: Progress | None = None,
) -> SimulationResult:
    """Play hands out and count what seats did and what came of it.

    Hand `i` of a seed is the same hand in every run, so that the result depends on nothing but
    the arguments up to `first_hand`: not on threads, not on the machine.

    Parameters
    ----------
    hands
        How many.
    strategies
        One strategy for all, or one a position: names with commas, or `Strategy` objects.
    rules
        House rules; the standard game if left out.
    seed
        0 to 2**64 - 1.
    first_hand
        Number of the first hand.  A run of hands 0 to 999 and one with ``first_hand=1000`` add up
        to a longer one: `SimulationResult.merge`.
    threads
        Threads to use; all processors if left out.
    by_class
        Whether to count by class of hand too.
    out
        Folder for ``summary.parquet`` and ``hands.parquet``; implies `by_class`.
    force
        Whether results that are already in `out` may be replaced.
    resume
        Whether a run in `out` that was stopped, however that was, is gone on with: the result is
        that of an undisturbed one. A finished run is gone on with if more hands are asked for.
    log_hands
        Whether every hand gets a row in ``log/`` of that folder.
    progress
        Called now and then with the number of hands done.

    Returns
    -------
    SimulationResult
        After a KeyboardInterrupt it is that of the first so many hands, and marked as partial. Of a
        run that was finished before it has no table by class.

    Raises
    ------
    StrategyFault
        If a strategy broke the rules; the message names the hand.
    OutputProblem
        If the results cannot be written to `out`.
    WrongType
        If an argument is of no type that can be meant.

    Examples
    --------
    >>> from euchre_sim import simulate
    >>> result = simulate(20_000, seed=7)
    >>> result.hands, result.is_partial
    (20000, False)
    >>> dealer = result.summary.seat_rounds()[3]
    >>> dealer.position, dealer.round, dealer.turns == dealer.passed + dealer.calls
    (4, 1, True)
    """
    with prepare_run(
        hands,
        strategies,
        rules=rules,
        seed=seed,
        first_hand=first_hand,
        threads=threads,
        by_class=by_class,
        out=out,
        force=force,
        resume=resume,
        log_hands=log_hands,
    ) as run:
        result = run.play(progress)
        run.write()
    return result


@contextmanager
def prepare_run(
    hands: int,
    strategies: str | Sequence[Strategy] = "basic",
    *,
    rules: HouseRules | str | None,
    seed: int,
    first_hand: int,
    threads: int | None,
    by_class: bool = False,
    out: str | os.PathLike[str] | None = None,
    force: bool = False,
    resume: bool = False,
    log_hands: bool = False,
) -> Iterator[Run]:
    """Check all arguments of `simulate` and claim the folder before a hand is played."""
    rules = house_rules(rules)
    check_run(hands, seed, first_hand, threads)
    if out is None and (resume or log_hands):
        raise ValueError("resume and log_hands are for results in a folder: out")
    players = find_players(strategies, rules)
    wanted = Provenance(
        rules=rules,
        strategies=tuple(strategy.as_dict() for strategy in players.strategies),
        seed=seed,
        first_hand=first_hand,
        hands=0,
        requested=hands,
    )
    run = Run(players, wanted, threads or default_threads(), by_class or out is not None)
    if out is None:
        yield run
        return
    from euchre_sim.storage.run_folder import open_run

    with open_run(out, wanted, log_hands=log_hands, force=force, resume=resume) as folder:
        run.folder = folder
        if log_hands:
            run.log = HandLog(rules, first_hand, first_hand + hands, folder.write_part)
        yield run


@dataclass
class Run:
    """A run of which everything is checked: `play` it, then `write` its tables.

    Attributes
    ----------
    players
        Who plays.
    wanted
        What the run rests on; of its hands only those that are asked for are looked at.
    threads
        Threads to use.
    by_class
        Whether to count by class of hand too.
    folder
        Where the tables go, if anywhere.
    log
        Where every hand gets a row, if anywhere.
    """

    players: Players
    wanted: Provenance
    threads: int
    by_class: bool
    folder: RunFolder | None = None
    log: HandLog | None = None
    _counts: Counts = field(init=False, repr=False)
    _result: SimulationResult = field(init=False, repr=False)

    @property
    def is_finished(self) -> bool:
        """Whether all that is asked for is in the folder already."""
        return self.folder is not None and self.folder.is_finished

    def play(self, progress: Progress | None = None) -> SimulationResult:
        """Play what is left to play.

        Raises
        ------
        KeyboardInterrupt
            If nothing was done before it came.
        """
        of = self.wanted
        if self.is_finished:
            return self._played()
        start = self._start()
        self._counts = count_hands(
            self.players,
            of.rules,
            of.seed,
            of.first_hand,
            of.requested,
            self.threads,
            start=start,
            log=self.log,
            save=self._save if self.folder is not None else None,
            progress=progress,
        )
        if self._counts.hands == 0:
            raise KeyboardInterrupt  # before anything was done
        summary = Summary.from_cells(self._counts.cells, of.rules)
        self._result = SimulationResult(
            replace(of, hands=self._counts.hands), summary, self._counts.table
        )
        return self._result

    def write(self) -> None:
        """Write the tables of what was played; nothing if there is no folder for them."""
        if self.folder is None or self.is_finished:
            return
        classes = self._result.classes
        assert classes is not None
        self.folder.finish(self._counts, self.log, self._result.summary, classes.rows())

    def _start(self) -> Counts:
        if self.folder is None:
            return Counts.empty(self.wanted.rules, self.by_class)
        return self.folder.saved(self.log)

    def _save(self, counts: Counts) -> None:
        assert self.folder is not None
        self.folder.save(counts, self.log)

    def _played(self) -> SimulationResult:
        """Read back what came of a finished run."""
        from euchre_sim.storage.dataset import read_provenance, read_summary

        assert self.folder is not None
        path = self.folder.path
        return SimulationResult(read_provenance(path), read_summary(path))


def check_run(hands: int, seed: int, first_hand: int, threads: int | None) -> None:
    """Refuse arguments of `simulate` that cannot be meant, with a ValueError or `WrongType`."""
    check_whole(hands=hands, seed=seed, first_hand=first_hand, **given(threads=threads))
    if hands < 1:
        raise ValueError(f"{hands} hands cannot be played: at least 1")
    if not 0 <= seed < 2**64:
        raise ValueError(f"seed {seed} is out of range: seeds are 0 to 2^64 - 1")
    if first_hand < 0 or first_hand + hands > LARGEST_HAND:
        raise ValueError(
            f"hands {first_hand} to {first_hand + hands - 1} are out of range: 0 to 2^62 - 1"
        )
    if threads is not None and threads < 1:
        raise ValueError(f"{threads} threads cannot play: at least 1")

"""Many hands played out: what seats do with the strategies at the table, and what comes of it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from euchre_sim.analysis.arguments import check_whole, given
from euchre_sim.analysis.class_table import ClassTable, layout_of
from euchre_sim.analysis.players import find_players
from euchre_sim.analysis.runner import Progress, count_hands
from euchre_sim.analysis.summary import Summary
from euchre_sim.analysis.workers import default_threads
from euchre_sim.rules import HouseRules, house_rules
from euchre_sim.storage.provenance import Provenance
from euchre_sim.strategies.api import Strategy

__all__ = ["SimulationResult", "check_run", "simulate"]

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

        if self.classes is None:
            raise ValueError("there is no table by class to write: simulate(..., by_class=True)")
        target = claim_folder(folder, force)
        write_run(target, self.provenance, self.summary, self.classes.rows())

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
    progress
        Called now and then with the number of hands done.

    Returns
    -------
    SimulationResult
        After a KeyboardInterrupt it is that of the first so many hands, and marked as partial.

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
    rules = house_rules(rules)
    by_class = by_class or out is not None
    check_run(hands, rules, seed, first_hand, threads, by_class)
    folder: Path | None = None
    if out is not None:
        from euchre_sim.storage.dataset import claim_folder

        folder = claim_folder(out, force)
    players = find_players(strategies, rules)
    counts = count_hands(
        players,
        rules,
        seed,
        first_hand,
        hands,
        threads or default_threads(),
        by_class=by_class,
        progress=progress,
    )
    if counts.hands == 0:
        raise KeyboardInterrupt  # before anything was done
    provenance = Provenance(
        rules=rules,
        strategies=tuple(strategy.as_dict() for strategy in players.strategies),
        seed=seed,
        first_hand=first_hand,
        hands=counts.hands,
        requested=hands,
    )
    summary = Summary.from_cells(counts.cells, rules)
    result = SimulationResult(provenance, summary, counts.table)
    if folder is not None:
        result.write(folder, force=True)  # claimed above, before the hands were played
    return result


def check_run(
    hands: int, rules: HouseRules, seed: int, first_hand: int, threads: int | None, by_class: bool
) -> None:
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
    if by_class and hands > (most := layout_of(rules).most_hands):
        raise ValueError(
            f"the table by class of hand holds {most:,} hands: play more in several runs and add "
            "them up"
        )

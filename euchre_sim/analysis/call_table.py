"""Building a call table: what every call is worth with every hand, upcard and position."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import numpy as np
import pyarrow as pa

from euchre_sim.analysis.arguments import (
    check_seed,
    check_standard_error,
    check_threads,
    check_whole,
    given,
)
from euchre_sim.analysis.call_table_plan import Part, Plan
from euchre_sim.analysis.classes import classes_of
from euchre_sim.analysis.players import seat_players
from euchre_sim.analysis.workers import default_threads, ordered
from euchre_sim.cards import Card
from euchre_sim.errors import IllegalAction, InvalidNotation
from euchre_sim.rules import HouseRules, house_rules
from euchre_sim.seats import find_seat
from euchre_sim.storage.calls.parts import CallParts
from euchre_sim.storage.calls.provenance import CallProvenance
from euchre_sim.storage.calls.schema import CALLS, calls_batch
from euchre_sim.storage.calls.table import write_call_table
from euchre_sim.storage.whole_files import claim_file
from euchre_sim.strategies import registry
from euchre_sim.strategies.api import Strategy

__all__ = ["DEFAULT_DEALS", "CallTableBuild"]

DEFAULT_DEALS = 1_000
MOST_DEALS = 1_000_000  # squares and products of more could not be told exactly as floats


@dataclass(frozen=True)
class CallTableBuild:
    """A call table that is to be built in a file, or to be finished.

    Attributes
    ----------
    out
        The file.
    plan
        What goes into it.
    done
        Numbers of the parts that an earlier build of the same table has left.
    force
        Whether a file that stands there by then is replaced.
    """

    out: Path
    plan: Plan
    done: frozenset[int]
    force: bool = False

    @classmethod
    def claim(
        cls,
        out: str | os.PathLike[str],
        strategies: str | Sequence[Strategy] = "basic",
        *,
        rules: HouseRules | str | None = None,
        seed: int = 1,
        deals: int | None = None,
        until_se: float | None = None,
        call_round: int = 1,
        positions: Sequence[int | str] = (),
        upcards: Sequence[str] = (),
        all_discards: bool = False,
        force: bool = False,
    ) -> CallTableBuild:
        """Read and check what is wanted, and make the folder for its parts.

        Parameters
        ----------
        out
            The table's file; its parts go into a folder beside it.
        strategies
            One strategy for all, or one a position: names with commas, or `Strategy` objects.
        rules
            House rules; the standard game if left out.
        seed
            0 to 2**64 - 1; `storage.calls.provenance.row_seed` makes the seed of every row of it.
        deals
            Deals to play after every action, `DEFAULT_DEALS` if left out; with `until_se` the most,
            `MOST_DEALS` if left out.
        until_se
            Standard error of the paired differences to the best action at which a hand is done.
        call_round
            1, or 2 after the upcard was turned down.
        positions, upcards
            Those to build; all if left out.
        all_discards
            Whether the dealer's orders get a row for each discard.
        force
            Whether a file that is already there may be replaced.

        Raises
        ------
        IllegalAction, InvalidNotation, WrongType
            If something does not exist, or nobody is asked there.
        OutputProblem
            If the file is there, or the folder is of another table or cannot be written to.
        """
        rules = house_rules(rules)
        path = Path(out)
        check_seed(seed)
        check_whole(call_round=call_round, **given(deals=deals))
        check_standard_error(until_se)
        _check_numbers(deals, call_round)
        seated = _strategies(strategies)
        provenance = CallProvenance(
            rules=rules,
            strategies=tuple(one.as_dict() for one in seat_players(seated, rules).strategies),
            seed=seed,
            deals=deals or (DEFAULT_DEALS if until_se is None else MOST_DEALS),
            until_se=until_se,
            round=call_round,
            positions=tuple(
                sorted({find_seat(seat, rules) for seat in positions})
                or range(1, rules.players + 1)
            ),
            upcards=_upcards(upcards, rules),
            all_discards=all_discards,
        )
        plan = Plan(provenance, seated)
        claim_file(path, force)
        return cls(path, plan, frozenset(CallParts(path).claim(plan.provenance)), force)

    @property
    def n_hands(self) -> int:
        """Hands in the table, counted at each position."""
        return self.plan.n_hands

    @property
    def hands_done(self) -> int:
        """Those of an earlier build that need not be played again."""
        return sum(part.end - part.first for part in self.plan.parts if part.number in self.done)

    def run(
        self, threads: int | None = None, progress: Callable[[int], object] | None = None
    ) -> int:
        """Play what is not done yet, and write the file; the number of its rows.

        Parameters
        ----------
        threads
            Threads to use; all processors if left out.  The table does not depend on it.
        progress
            Called with the number of hands done.

        Raises
        ------
        StrategyFault
            If a strategy breaks the rules.
        OutputProblem
            If something cannot be written; finished parts stay.
        """
        check_threads(threads)
        store = CallParts(self.out)

        def work(part: Part) -> int:
            store.write(part.number, self.plan.weigh(part))
            return part.end - part.first

        done = self.hands_done
        if progress is not None:
            progress(done)
        missing = (part for part in self.plan.parts if part.number not in self.done)
        for hands in ordered(work, missing, threads or default_threads()):
            done += hands
            if progress is not None:
                progress(done)
        rows = 0

        def counted() -> Iterator[pa.Table]:
            nonlocal rows
            for group in self._groups(store):
                rows += group.num_rows
                yield group

        write_call_table(
            self.out,
            CALLS,
            self.plan.provenance,
            counted(),
            until_whole=store.folder,
            replace=self.force,
        )
        store.remove()
        return rows

    def _groups(self, store: CallParts) -> Iterator[pa.Table]:
        """Read the parts of each upcard and position."""
        for group, parts in groupby(self.plan.parts, key=lambda part: part.group):
            columns = store.read([part.number for part in parts])
            present, codes = np.unique(columns.pop("discard"), return_inverse=True)
            nothing = int(np.count_nonzero(present < 0))
            cards = [Card(index).egn for index in present[nothing:].tolist()]
            columns["position"] = np.full(len(codes), group.position, np.int8)
            columns["points_by_pass"] = np.ma.array(
                columns["points_by_pass"], mask=~columns["may_pass"]
            )
            batch = calls_batch(columns, self.plan.classes, (codes - nothing, cards))
            yield pa.Table.from_batches([batch])


def _strategies(strategies: str | Sequence[Strategy]) -> Sequence[Strategy]:
    if isinstance(strategies, str):
        return [registry.get(name) for name in strategies.split(",")]
    return strategies


def _check_numbers(deals: int | None, call_round: int) -> None:
    if deals is not None and not 2 <= deals <= MOST_DEALS:
        raise IllegalAction(f"{deals} deals a hand are out of range: give 2 to {MOST_DEALS:,}")
    if call_round not in (1, 2):
        raise IllegalAction(f"round {call_round} does not exist: trump is called in round 1 or 2")


def _upcards(upcards: Sequence[str], rules: HouseRules) -> tuple[str, ...]:
    """Read ranks; they come in the order of the deck, all where none is named."""
    known = {text.lower(): text for text in classes_of(rules).upcards}
    for text in upcards:
        if text.lower() not in known:
            raise InvalidNotation(
                f"{text!r} is no upcard under these rules: upcards are {' '.join(known.values())}"
            )
    wanted = {text.lower() for text in upcards} or known
    return tuple(text for low, text in known.items() if low in wanted)

"""The folder of one run while it is played: claimed, saved to now and then, gone on with.

The manifest is replaced last, so that whatever stops the program leaves a manifest that names a
whole checkpoint; what it does not name is removed by the next run.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from euchre_sim.analysis import tally
from euchre_sim.analysis.class_table import ClassTable, Columns, layout_of
from euchre_sim.analysis.hand_log import PART, HandLog, LogPart
from euchre_sim.analysis.runner import Counts
from euchre_sim.analysis.summary import Summary
from euchre_sim.errors import OutputProblem
from euchre_sim.storage.dataset import FILES, make_folder, refuse_results, write_run
from euchre_sim.storage.hand_log import part_name, write_part
from euchre_sim.storage.manifest import (
    LOG_FOLDER,
    Manifest,
    State,
    checkpoints_in,
    forget_run,
    read_manifest,
)
from euchre_sim.storage.provenance import Provenance
from euchre_sim.storage.whole_files import (
    locked,
    named_at_end,
    remove_leftovers,
    writing_to,
)

__all__ = ["RunFolder", "open_run"]

Arrays = list[npt.NDArray[Any]]


@contextmanager
def open_run(
    out: str | os.PathLike[str],
    wanted: Provenance,
    *,
    log_hands: bool = False,
    force: bool = False,
    resume: bool = False,
) -> Iterator[RunFolder]:
    """Claim a folder for a run, which nobody else writes to in the meantime.

    Parameters
    ----------
    out
        Made if it is not there.
    wanted
        What the run rests on; `hands` is not looked at.
    log_hands
        Whether it writes a log.
    force
        Whether what is in the folder may be replaced.
    resume
        Whether a run that is in it is gone on with.

    Raises
    ------
    OutputProblem
        If the folder cannot be written to, is in use or holds something else.
    """
    path = make_folder(out)
    with locked(path):
        with writing_to(f"results to {path}"):
            manifest = _claimed(path, wanted, log_hands, force, resume)
        yield RunFolder(path, manifest, wanted.requested)


def _claimed(
    path: Path, wanted: Provenance, log_hands: bool, force: bool, resume: bool
) -> Manifest:
    """Refuse what may not be replaced; return the manifest to go on from."""
    found = None if force else read_manifest(path)
    if found is None:
        refuse_results(path, force)
    elif resume:
        found.check_same(wanted, log_hands, path)
    elif found.state is State.FINISHED:
        refuse_results(path, force)
    else:
        raise OutputProblem(
            f"{path} holds a run that has not ended ({found.progress}): --resume goes on, "
            "--force starts anew"
        )
    for folder in (path, path / LOG_FOLDER):
        remove_leftovers(folder)
    if found is None:
        forget_run(path)
        # Tables that are there stay until there are others.
        found = Manifest(provenance=replace(wanted, hands=0), log_hands=log_hands)
        found.write(path)
    if log_hands:
        (path / LOG_FOLDER).mkdir(exist_ok=True)
    return found


class RunFolder:
    """A folder that a run has to itself (`open_run`).

    Attributes
    ----------
    path
        The folder.
    manifest
        What was written down last.
    """

    def __init__(self, path: Path, manifest: Manifest, requested: int) -> None:
        self.path = path
        self.manifest = manifest
        self._provenance = replace(manifest.provenance, requested=requested)

    @property
    def is_finished(self) -> bool:
        """Whether nothing is left to do."""
        ended = self.manifest.state is State.FINISHED and not self._provenance.is_partial
        return ended and all((self.path / name).exists() for name in FILES) and self._has_log()

    def _has_log(self) -> bool:
        of = self.manifest.provenance
        log = self.path / LOG_FOLDER
        last = (of.first_hand + of.hands - 1) // PART
        return not self.manifest.log_hands or (log / part_name(last)).exists()

    def saved(self, log: HandLog | None) -> Counts:
        """Return what had been counted when the run was stopped, and fill the log's last part.

        Raises
        ------
        OutputProblem
            If the checkpoint or a part of the log is missing or damaged.
        """
        of = self._provenance
        if self.manifest.checkpoint is None:
            return Counts.empty(of.rules, by_class=True)
        if log is not None:
            for number in range(of.first_hand // PART, (of.first_hand + of.hands) // PART):
                _check_part(self.path / LOG_FOLDER / part_name(number))
        path = self.path / self.manifest.checkpoint
        try:
            if _digest(path) != self.manifest.digest:
                raise ValueError("not as it was written")
            counts, rows = _counts_from(_read_arrays(path), of)
            if log is not None and rows:
                codes, hands = rows
                log.restore(codes, hands, of.first_hand + of.hands)
        except (OSError, ValueError, IndexError, pa.ArrowException) as error:
            reason = getattr(error, "strerror", None) or "it is damaged"
            raise OutputProblem(
                f"the checkpoint {path} cannot be read: {reason}; --force starts the run anew"
            ) from None
        return counts

    def save(self, counts: Counts, log: HandLog | None, state: State = State.RUNNING) -> None:
        """Write down what has been counted, in place of what was there."""
        name = f"checkpoint-{counts.hands:012}.zst"
        if name != self.manifest.checkpoint:
            with named_at_end(self.path, name) as (path,):
                _write_arrays(path, _arrays_of(counts, log.unfinished if log else None))
                digest = _digest(path)
            self.manifest = replace(self.manifest, checkpoint=name, digest=digest)
        self._provenance = replace(self._provenance, hands=counts.hands)
        self.manifest = replace(self.manifest, provenance=self._provenance, state=state)
        self.manifest.write(self.path)
        with writing_to(f"results to {self.path}"):
            for path in checkpoints_in(self.path):
                if path.name != name:
                    path.unlink(missing_ok=True)

    def write_part(self, part: LogPart) -> None:
        """Write a part of the log, as far as it is filled."""
        whole = part.end - part.first
        of = replace(self._provenance, first_hand=part.first, hands=part.filled, requested=whole)
        with named_at_end(self.path / LOG_FOLDER, part_name(part.number)) as (path,):
            write_part(path, part, of)

    def finish(
        self, counts: Counts, log: HandLog | None, summary: Summary, rows: Iterator[Columns]
    ) -> None:
        """Write the tables."""
        self.save(counts, log)
        part = log.unfinished if log else None
        if part is not None and part.filled < part.end - part.first:
            self.write_part(part)
        write_run(self.path, self._provenance, summary, rows)
        ended_early = self._provenance.is_partial
        self.save(counts, log, State.INTERRUPTED if ended_early else State.FINISHED)


def _check_part(path: Path) -> None:
    """Refuse to go on with a log of which a whole part is missing or cut off."""
    try:
        pq.read_metadata(path)
    except FileNotFoundError:
        raise OutputProblem(f"{path} is missing: --force starts anew") from None
    except (OSError, pa.ArrowException):
        raise OutputProblem(f"{path} is damaged: --force starts anew") from None


# --- checkpoints: NumPy's arrays one after the other, packed -------------------------------------


def _arrays_of(counts: Counts, part: LogPart | None) -> Arrays:
    table = counts.table
    assert table is not None
    filled = part.filled if part is not None else 0
    head = np.array([counts.hands, table.hands, table.wide is not None, filled], np.int64)
    words = table.words.reshape(-1, tally.N_WORDS)
    used = np.flatnonzero(words[:, 0])  # the first word counts: most cells of a short run are empty
    arrays: Arrays = [head, counts.cells, used.astype(np.uint32), words[used]]
    if table.wide is not None:
        arrays.append(table.wide)
    if part is not None and filled:
        arrays += [part.codes[:, :filled], part.hands[:, :filled]]
    return arrays


def _counts_from(arrays: Arrays, of: Provenance) -> tuple[Counts, Arrays]:
    """Return the counts and, if there are any, the rows of the log's last part."""
    layout = layout_of(of.rules)
    empty = Counts.empty(of.rules, by_class=False)
    head, cells, used, values, *rest = arrays
    hands, in_words, has_wide, filled = head.tolist()
    wide = rest.pop(0) if has_wide else None
    words = layout.empty()
    words.reshape(-1, tally.N_WORDS)[used] = values
    if (
        hands != of.hands
        or cells.shape != empty.cells.shape
        or (wide is not None and wide.shape[1:] != words.shape[:2])
        or any(rows.shape[1:] != (filled,) for rows in rest)
    ):
        raise ValueError("of another run")
    return Counts(hands, cells, ClassTable(layout, in_words, words, wide)), rest


def _write_arrays(path: Path, arrays: Arrays) -> None:
    with pa.CompressedOutputStream(str(path), "zstd") as file:
        for array in arrays:
            np.lib.format.write_array(file, np.ascontiguousarray(array), allow_pickle=False)


def _read_arrays(path: Path) -> Arrays:
    """Read the head, which says how many arrays there are, and them."""
    with pa.CompressedInputStream(str(path), "zstd") as file:

        def read() -> npt.NDArray[Any]:
            return np.lib.format.read_array(file, allow_pickle=False)

        head = read()
        n = 3 + int(head[2]) + 2 * int(head[3] > 0)
        return [head, *(read() for _ in range(n))]


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

"""Result folders: each table whole or not at all, read back, added up."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from euchre_sim.analysis.class_table import Columns, TableLayout, layout_of
from euchre_sim.analysis.classes import classes_of
from euchre_sim.analysis.summary import Summary
from euchre_sim.errors import OutputProblem
from euchre_sim.storage import schema
from euchre_sim.storage.manifest import LOG_FOLDER, MANIFEST_FILE, forget_run
from euchre_sim.storage.provenance import Provenance
from euchre_sim.storage.whole_files import named_at_end, writing_to

__all__ = [
    "HANDS_FILE",
    "SUMMARY_FILE",
    "claim_folder",
    "make_folder",
    "merge_runs",
    "read_hands",
    "read_provenance",
    "read_summary",
    "refuse_results",
    "write_run",
]

SUMMARY_FILE = "summary.parquet"
HANDS_FILE = "hands.parquet"
FILES = (HANDS_FILE, SUMMARY_FILE)  # in the order of renaming: the summary last


def claim_folder(folder: str | os.PathLike[str], force: bool = False) -> Path:
    """Make sure, before a long run, that its results can be written.

    Parameters
    ----------
    folder
        Made if it is not there.
    force
        Whether results that are already in it may be replaced.

    Raises
    ------
    OutputProblem
        If it cannot be made or written to, or holds results.
    """
    path = make_folder(folder)
    refuse_results(path, force)
    return path


def make_folder(folder: str | os.PathLike[str]) -> Path:
    """Make a folder if it is not there, and see that it can be written to."""
    path = Path(folder)
    with writing_to(f"results to {path}"):
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            pass
    return path


def refuse_results(path: Path, force: bool) -> None:
    """Refuse a folder that holds anything of a run."""
    found = [name for name in (*FILES, MANIFEST_FILE, LOG_FOLDER) if (path / name).exists()]
    if found and not force:
        raise OutputProblem(
            f"{path} already holds results ({', '.join(found)}); "
            "choose another folder, or --force replaces them"
        )


def write_run(
    folder: Path, provenance: Provenance, summary: Summary, rows: Iterable[Columns]
) -> None:
    """Write both tables of a run; `rows` are those of the table by class, lot by lot."""
    classes = classes_of(provenance.rules)
    with named_at_end(folder, *FILES) as (hands_path, summary_path):
        with _writer(hands_path, schema.HANDS, provenance) as writer:
            for columns in rows:
                lot = pa.Table.from_batches([schema.hands_batch(columns, classes)])
                # Each a row group of its own, be it empty: so a reader finds it.
                writer.write_table(lot, row_group_size=max(1, lot.num_rows))
        with _writer(summary_path, schema.SUMMARY, provenance) as writer:
            writer.write_table(schema.summary_table(summary))


def _writer(path: Path, columns: pa.Schema, provenance: Provenance) -> Any:
    return pq.ParquetWriter(
        path, schema.with_provenance(columns, provenance), compression="zstd", version="2.6"
    )


def read_provenance(folder: str | os.PathLike[str]) -> Provenance:
    """Read what the results in a folder rest on; OutputProblem if there are none."""
    with _reading(Path(folder)), pq.ParquetFile(Path(folder) / SUMMARY_FILE) as file:
        return _provenance(file)


def read_summary(folder: str | os.PathLike[str]) -> Summary:
    """Read back the summary that `write_run` wrote; OutputProblem if it cannot be read."""
    with _reading(Path(folder)), pq.ParquetFile(Path(folder) / SUMMARY_FILE) as file:
        return schema.summary_from(file.read(), _provenance(file).rules.teams)


def read_hands(
    folder: str | os.PathLike[str], provenance: Provenance, layout: TableLayout
) -> Iterator[Columns]:
    """Read back the table by class that `write_run` wrote, lot by lot.

    Parameters
    ----------
    folder
        A run's folder.
    provenance
        That of its summary.
    layout
        Of its rules.

    Raises
    ------
    OutputProblem
        If the table cannot be read or is of another run.
    """
    path = Path(folder)
    for number, lot in enumerate(layout.lots()):
        # Opened for each lot: thousands of runs may be added up at once.
        with _reading(path), pq.ParquetFile(path / HANDS_FILE) as file:
            if _provenance(file) != provenance:
                raise OutputProblem(f"the two tables in {path} are of different runs")
            columns = schema.hands_columns(file.read_row_group(number), lot)
        yield columns


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Say in one sentence what is wrong with results that cannot be read."""
    try:
        yield
    except FileNotFoundError:
        missing = next(name for name in FILES if not (path / name).exists())
        raise OutputProblem(f"{path} holds no results: {missing} is missing") from None
    except (OSError, pa.ArrowException, KeyError, ValueError, TypeError) as error:
        raise OutputProblem(f"the results in {path} cannot be read: {error}") from None


def _provenance(file: pq.ParquetFile) -> Provenance:
    metadata = file.schema_arrow.metadata or {}
    return Provenance.from_metadata({k.decode(): v.decode() for k, v in metadata.items()})


def merge_runs(
    folders: Sequence[str | os.PathLike[str]],
    out: str | os.PathLike[str],
    *,
    force: bool = False,
) -> Provenance:
    """Add up runs of one seed whose hands adjoin, and write what one run of them all would.

    Parameters
    ----------
    folders
        Folders of runs, in any order: one with ``--first-hand K`` goes on where another ended.
    out
        Where the tables go.
    force
        Whether results that are already there may be replaced.

    Returns
    -------
    Provenance
        Of the whole.

    Raises
    ------
    UnlikeRuns
        If the runs differ in rules, strategies, seed or version, or their hands do not adjoin.
    OutputProblem
        If a folder cannot be read or written.
    """
    if not folders:
        raise OutputProblem("there are no runs to add up")
    target = claim_folder(out, force)
    runs = [(read_provenance(folder), folder) for folder in folders]
    runs.sort(key=lambda run: run[0].first_hand)
    together, first = runs[0]
    for provenance, _ in runs[1:]:
        together = together.followed_by(provenance)
    summary = read_summary(first)
    for _, folder in runs[1:]:
        summary += read_summary(folder)
    write_run(target, together, summary, _added_rows(runs))
    forget_run(target)
    return together


def _added_rows(
    runs: Sequence[tuple[Provenance, str | os.PathLike[str]]],
) -> Iterator[Columns]:
    """Add up the tables by class of several runs under the same rules, lot by lot."""
    layout = layout_of(runs[0][0].rules)
    tables = [read_hands(folder, provenance, layout) for provenance, folder in runs]
    for lot in layout.lots():
        sums = lot.zeros()
        for table in tables:
            lot.add_rows(sums, next(table))
        yield lot.added_rows(sums)

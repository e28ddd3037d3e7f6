"""Tables of runs and call tables, written for spreadsheets and other programs.

A file is there whole or not at all, and rows pass through batch by batch, so that a table of
millions of rows takes little memory.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TextIO

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from euchre_sim.errors import OutputProblem
from euchre_sim.storage.calls.provenance import EXPORT
from euchre_sim.storage.exports.about import About
from euchre_sim.storage.exports.html import html_parts
from euchre_sim.storage.exports.pivot import needed_columns, pivot
from euchre_sim.storage.exports.rows import (
    Query,
    Rows,
    StreamedRows,
    TableRows,
    arranged,
    rows_of,
)
from euchre_sim.storage.exports.source import Source, open_source
from euchre_sim.storage.exports.text import (
    CsvForm,
    csv_metadata,
    csv_parts,
    json_lines,
    json_parts,
)
from euchre_sim.storage.provenance import PREFIX
from euchre_sim.storage.whole_files import claim_file, written_whole

__all__ = ["Export", "export"]

BESIDE = "-metadata.json"  # the file beside a CSV file, by "CSV on the Web"

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Export:
    """What was written.

    Parameters
    ----------
    rows
        How many.
    files
        The files: the one asked for, and one beside it that says what it rests on.
    """

    rows: int
    files: tuple[Path, ...]


@dataclass(frozen=True)
class _Watched:
    """Rows that say how many of them have gone by; passes over some columns are silent."""

    of: Rows
    progress: Progress

    @property
    def schema(self) -> pa.Schema:
        return self.of.schema

    @property
    def count(self) -> int:
        return self.of.count

    def batches(self, columns: Sequence[str] | None = None) -> Iterator[pa.RecordBatch]:
        done = 0
        for batch in self.of.batches(columns):
            yield batch
            done += batch.num_rows
            if columns is None:
                self.progress(done, self.count)


def export(
    place: str | Path,
    target: Path | TextIO,
    form: str,
    *,
    what: str = "hands",
    query: Query | None = None,
    value: str | None = None,
    csv: CsvForm | None = None,
    force: bool = False,
    progress: Progress | None = None,
) -> Export:
    """Write a table, or part of it, in another format.

    Parameters
    ----------
    place
        The folder of a run, a table in one, or a call table.
    target
        The file to write, or for a format of text a stream.
    form
        One of `export_formats.FORMATS`.
    what
        Of a folder: ``hands`` or ``summary``.
    query
        Which rows and columns; of a pivot, columns, order and limit are those of its result.
    value
        What to lay out with hands down and seats across; None for the rows as they are.
    csv
        How CSV is written.
    force
        Whether a file that is there may be replaced.
    progress
        Called with the number of rows done and of all rows.

    Raises
    ------
    OutputProblem
        If there is nothing to export, or the file cannot be written.
    InvalidNotation
        If a column does not exist or the filter cannot be read.
    """
    source = open_source(place, what)
    asked = query or Query()
    rows = _rows(source, asked, value, progress)
    told = asked.as_dict() | ({} if value is None else {"pivot": value})
    about = About(source, told, rows.count)
    if not isinstance(target, Path):
        _write_text(target, _parts(form, rows, about, csv))
        return Export(rows.count, ())
    _refuse_source(source, target)
    claim_file(target, force)
    beside = target.with_name(target.name + BESIDE) if form in ("csv", "tsv", "jsonl") else None
    files = (target,) if beside is None else (target, beside)
    if beside is not None:
        claim_file(beside, force)
    with written_whole(*files, replace=force) as paths:
        temporary = dict(zip(files, paths, strict=True))
        if form == "parquet":
            _write_parquet(temporary[target], rows, source, told, value)
        elif form == "xlsx":
            from euchre_sim.storage.exports.workbook import write_workbook

            write_workbook(temporary[target], rows, about, _summary(source, value))
        else:
            _write_file(temporary[target], _parts(form, rows, about, csv))
        if beside is not None:
            facts = _beside(form, target, rows, about, csv)
            _write_file(temporary[beside], [facts])
    return Export(rows.count, files)


def _rows(source: Source, query: Query, value: str | None, progress: Progress | None) -> Rows:
    def watched(rows: Rows) -> Rows:
        return rows if progress is None else _Watched(rows, progress)

    if value is None:
        return watched(rows_of(source, query))
    needed = tuple(needed_columns(source, value))
    read = rows_of(source, replace(query, columns=needed, sort=(), limit=None))
    table = pivot(watched(read), value)
    return TableRows(arranged(table.to_batches(), table.schema, query))


def _summary(source: Source, value: str | None) -> Rows | None:
    """Return the summary beside a run's table of hands, for the workbook."""
    place = source.path.with_name("summary.parquet")
    if source.kind != "hands" or value is not None or not place.exists():
        return None
    other = open_source(place)
    return rows_of(other, Query()) if other.metadata == source.metadata else None


def _parts(form: str, rows: Rows, about: About, csv: CsvForm | None) -> Iterable[str]:
    if form == "json":
        return json_parts(rows, about)
    if form == "jsonl":
        return json_lines(rows)
    if form == "html":
        return html_parts(rows, about)
    return csv_parts(rows, _csv_form(form, csv))


def _csv_form(form: str, csv: CsvForm | None) -> CsvForm:
    csv = csv or CsvForm()
    return CsvForm("\t", csv.decimal, csv.bom) if form == "tsv" else csv


def _beside(form: str, target: Path, rows: Rows, about: About, csv: CsvForm | None) -> str:
    """Tell what a file of rows alone rests on."""
    if form == "jsonl":
        return json.dumps(about.as_dict(rows.schema), indent=2) + "\n"
    return csv_metadata(target.name, rows, about, _csv_form(form, csv))


# --- Parquet -------------------------------------------------------------------------------------


def _write_parquet(
    path: Path, rows: Rows, source: Source, asked: dict[str, Any], value: str | None
) -> None:
    """Copy rows with all that the file says of itself, and what was asked for."""
    stored = [
        name for name in rows.schema.names if name not in source.derived or "columns" in asked
    ]
    metadata: dict[bytes | str, bytes | str] = {
        PREFIX + name: text for name, text in source.metadata.items()
    }
    metadata[PREFIX + "export"] = json.dumps(asked)
    parts: Iterable[Rows] = [rows]
    if source.kind == "calls":
        if set(asked) <= {"upcard", "position"}:
            parts = _by_place(rows)
            for name, of in (("upcards", "upcard"), ("positions", "position")):
                wanted = [str(one) for one in asked.get(of, ())]
                held = json.loads(source.metadata[name])
                kept = [one for one in held if not wanted or str(one) in wanted]
                metadata[PREFIX + name] = json.dumps(kept)
        else:  # no longer what a lookup expects: hands or actions may be missing
            metadata[PREFIX + "kind"] = EXPORT
    schema = pa.schema([rows.schema.field(name) for name in stored], metadata)
    with pq.ParquetWriter(path, schema, compression="zstd", version="2.6") as writer:
        for part in parts:
            _write_groups(writer, part, stored, schema)


_GROUP = 1 << 20  # rows


def _write_groups(writer: Any, rows: Rows, names: list[str], schema: pa.Schema) -> None:
    kept: list[pa.RecordBatch] = []
    waiting = 0
    for batch in rows.batches():
        kept.append(
            pa.RecordBatch.from_arrays([batch.column(name) for name in names], schema=schema)
        )
        waiting += batch.num_rows
        if waiting >= _GROUP:
            writer.write_table(pa.Table.from_batches(kept), row_group_size=_GROUP)
            kept, waiting = [], 0
    if kept:
        writer.write_table(pa.Table.from_batches(kept), row_group_size=_GROUP)


def _by_place(rows: Rows) -> Iterator[Rows]:
    """Cut the rows of a call table by upcard and position: each a row group, as lookups need it."""
    of = rows.of if isinstance(rows, _Watched) else rows
    assert isinstance(of, StreamedRows)
    places: dict[tuple[str, int], None] = {}
    for batch in of.batches(["upcard", "position"]):
        pairs = zip(*(column.to_pylist() for column in batch.columns), strict=True)
        places.update(dict.fromkeys(pairs))
    for upcard, position in places:
        here: Any = (pc.field("upcard") == upcard) & (pc.field("position") == position)
        yield of.narrowed(here)


# --- files ---------------------------------------------------------------------------------------


def _refuse_source(source: Source, target: Path) -> None:
    with suppress(OSError):
        if target.samefile(source.path):
            raise OutputProblem(f"{target} is what is exported; write to another file")


def _write_file(path: Path, parts: Iterable[str]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        _write_text(stream, parts)


def _write_text(stream: TextIO, parts: Iterable[str]) -> None:
    for part in parts:
        stream.write(part)

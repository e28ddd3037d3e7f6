"""A workbook for spreadsheets: what it is, an overview with charts, the rows seat by seat."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa

from euchre_sim.storage.exports.about import About, column_meanings, kind_of
from euchre_sim.storage.exports.rows import Rows
from euchre_sim.storage.exports.workbook_overview import Overview, group_counts, overview_of
from euchre_sim.storage.exports.workbook_scores import SCORES_TITLE, scores_sheet
from euchre_sim.storage.exports.workbook_sheets import (
    MOST_ROWS,
    DataSheet,
    Formats,
    about_sheet,
    overview_sheet,
)

__all__ = ["write_workbook"]

_CREATED = datetime(2000, 1, 1, tzinfo=UTC).replace(tzinfo=None)  # so that bytes repeat
_CELLS_IN_MEMORY = 2_000_000  # with more, rows go to the disk as they come
_SUMMED = ("n", "made", "march", "lone_sweep", "euchred", "points")


def write_workbook(
    path: Path,
    rows: Rows,
    about: About,
    summary: Rows | None = None,
) -> None:
    """Write a workbook.

    Parameters
    ----------
    path
        Of the file; what is there is replaced.
    rows
        The rows, on sheets by round and position where they have these.
    about
        For the front sheet.
    summary
        A run's summary, as a sheet of its own.

    Raises
    ------
    OSError
        If it cannot be written.
    """
    from xlsxwriter import Workbook
    from xlsxwriter.exceptions import FileCreateError

    cells = rows.count * len(rows.schema.names)
    # Whatever happens, the files on the way go with their folder.
    with TemporaryDirectory() as folder:
        options = {"constant_memory": cells > _CELLS_IN_MEMORY, "tmpdir": folder}
        book = Workbook(path, {**options, "use_zip64": True})
        book.set_properties(
            {"title": about.title, "comments": "Written by euchre export.", "created": _CREATED}
        )
        _fill(book, rows, about, summary)
        try:
            book.close()
        except FileCreateError as error:
            raise error.args[0] from None


def _fill(book: Any, rows: Rows, about: About, summary: Rows | None) -> None:
    formats = Formats(book)
    front = book.add_worksheet("About")
    overview = overview_of(about.source.kind, rows)
    if overview is not None and about.is_filtered:
        overview = overview._replace(title=f"Of the rows that were filtered: {overview.title}")
    if overview is not None:
        overview_sheet(book, book.add_worksheet("Overview"), overview, formats)
    described = [rows.schema]
    listed = _listed(overview, summary)
    if about.source.kind == "equity":
        scores = scores_sheet(book, rows, formats)
        listed += [] if scores is None else [(scores, SCORES_TITLE)]
    of_summary = None
    if summary is not None:
        described.append(summary.schema)
        totals = {"rows": summary.count}
        of_summary = DataSheet(book, "Summary", summary.schema, totals, formats)
    sheets = _data_sheets(book, rows, formats)
    listed += [(one.name, _rows_text(one.rows)) for of in sheets.values() for one in of]
    about_sheet(front, about, _meanings(described), listed, formats)
    front.activate()
    if summary is not None and of_summary is not None:
        for batch in summary.batches():
            of_summary.add_all(batch)
    _write_rows(rows, sheets)


def _rows_text(count: int) -> str:
    return f"{count:,} row{'' if count == 1 else 's'}"


def _listed(overview: Overview | None, summary: Rows | None) -> list[tuple[str, str]]:
    listed = []
    if overview is not None:
        listed.append(("Overview", overview.title))
    if summary is not None:
        listed.append(("Summary", "the whole run by position, round and action"))
    return listed


def _meanings(schemas: Sequence[pa.Schema]) -> list[Any]:
    """Return every column once, with its first meaning."""
    found: dict[str, Any] = {}
    for schema in schemas:
        for one in column_meanings(schema):
            found.setdefault(one.name, one)
    return list(found.values())


Place = tuple[Any, ...]


def _data_sheets(book: Any, rows: Rows, formats: Formats) -> dict[Place, list[DataSheet]]:
    """Make the sheets, as many of each round and position as the rows need."""
    schema = rows.schema
    summed = tuple(
        name for name in _SUMMED if name in schema.names and kind_of(schema.field(name)) == "count"
    )
    sheets: dict[Place, list[DataSheet]] = {}
    for place, totals in group_counts(rows, summed).items():
        name = "Round {} seat {}".format(*place) if place else "Rows"
        count = int(totals["rows"])
        if count <= MOST_ROWS:
            sheets[place] = [DataSheet(book, name, schema, totals, formats)]
            continue
        sizes = [min(MOST_ROWS, count - start) for start in range(0, count, MOST_ROWS)]
        sheets[place] = [
            DataSheet(book, f"{name} ({i})", schema, {"rows": size}, formats)
            for i, size in enumerate(sizes, 1)
        ]
    return sheets


def _write_rows(rows: Rows, sheets: dict[Place, list[DataSheet]]) -> None:
    names = rows.schema.names
    keys = [names.index(name) for name in ("round", "position")] if () not in sheets else []
    waiting = {place: iter(of) for place, of in sheets.items()}
    current = {place: next(of) for place, of in waiting.items()}
    for batch in rows.batches():
        columns = [column.to_pylist() for column in batch.columns]
        for values in zip(*columns, strict=True):
            place = tuple(values[key] for key in keys)
            if current[place].is_full:
                current[place] = next(waiting[place])
            current[place].add(values)

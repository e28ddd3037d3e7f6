"""Call tables as files: written whole or not at all, read in the parts that are asked for."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import pyarrow as pa
import pyarrow.parquet as pq

import euchre_data
from euchre_sim.errors import OutputProblem
from euchre_sim.storage.calls.provenance import EXPORT, KIND, CallProvenance
from euchre_sim.storage.provenance import PREFIX
from euchre_sim.storage.whole_files import written_whole

if TYPE_CHECKING:
    from pyarrow.compute import Expression

__all__ = ["CallTable", "is_call_table", "shipped_table", "write_call_table"]


def shipped_table() -> Path:
    """Return the path of the table of the standard rules that comes with the package."""
    return euchre_data.path("tables", "standard_round1.parquet")


def is_call_table(path: str | os.PathLike[str]) -> bool:
    """Whether a file is a call table."""
    place = Path(path)
    if not place.is_file():
        return False
    try:
        metadata = pq.read_metadata(place).metadata or {}
    except (OSError, pa.ArrowException):
        return False
    return metadata.get(f"{PREFIX}kind".encode()) == KIND.encode()


@dataclass(frozen=True)
class CallTable:
    """A call table on disk.

    Attributes
    ----------
    path
        The file.
    provenance
        What it rests on.

    Examples
    --------
    >>> table = CallTable.open(shipped_table())
    >>> table.provenance.round, table.provenance.upcards
    (1, ('9', 'T', 'J', 'Q', 'K', 'A'))
    """

    path: Path
    provenance: CallProvenance

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Self:
        """Read what a table rests on.

        Raises
        ------
        OutputProblem
            If the file is missing, damaged, no call table or one of another version.
        """
        place = Path(path)
        if place.is_dir():
            raise OutputProblem(f"{place} is a folder and no call table")
        try:
            described = pq.read_metadata(place)
            found = described.metadata or {}
        except FileNotFoundError:
            raise OutputProblem(f"there is no call table {place}") from None
        except OSError as error:
            reason = error.strerror or "it is damaged"
            raise OutputProblem(f"the call table {place} cannot be read: {reason}") from None
        except pa.ArrowException:
            raise OutputProblem(
                f"{place} is no call table: 'euchre table build' makes one"
            ) from None
        texts = {name.decode(): text.decode() for name, text in found.items()}
        if texts.get(f"{PREFIX}kind") == EXPORT:
            raise OutputProblem(
                f"{place} is an export that leaves something out: take the call table it is from"
            )
        if texts.get(f"{PREFIX}kind") != KIND:
            raise OutputProblem(f"{place} is no call table: 'euchre table build' makes one")
        _check_columns(place, described.schema.to_arrow_schema())
        try:
            return cls(place, CallProvenance.from_metadata(texts))
        except (KeyError, ValueError, TypeError) as error:
            raise OutputProblem(f"the call table {place} cannot be read: {error}") from None

    def rows(
        self,
        *,
        upcard: str | None = None,
        position: int | None = None,
        columns: Sequence[str] | None = None,
        where: Expression | None = None,
    ) -> pa.Table:
        """Read rows, in the order of the file: upcard, position, hand, action.

        Parameters
        ----------
        upcard, position
            Only those of one upcard's rank, of one position; nothing else is read from the disk.
        columns
            Their names; all if left out.
        where
            Which rows; it may use any column.

        Raises
        ------
        OutputProblem
            If the file is damaged.
        """
        groups = [
            i
            for i, (of, seat) in enumerate(self._groups)
            if upcard in (None, of) and position in (None, seat)
        ]
        try:
            with pq.ParquetFile(self.path) as file:
                read = list(columns) if where is None and columns is not None else None
                table = file.read_row_groups(groups, columns=read)
        except (OSError, pa.ArrowException) as error:
            raise OutputProblem(f"the call table {self.path} cannot be read: {error}") from None
        if where is not None:
            table = _filtered(table, where)
        return table if columns is None else table.select(list(columns))

    @cached_property
    def _groups(self) -> list[tuple[str, int]]:
        """Upcard and position of every row group."""
        metadata: Any = pq.read_metadata(self.path)
        places = [metadata.schema.names.index(name) for name in ("upcard", "position")]
        of = []
        for i in range(metadata.num_row_groups):
            found = [metadata.row_group(i).column(k).statistics for k in places]
            if any(one is None or not one.has_min_max or one.min != one.max for one in found):
                raise OutputProblem(
                    f"{self.path} was written anew by another program: its rows do not stand in "
                    "groups of one upcard and position, as 'euchre table build' leaves them"
                )
            of.append((str(found[0].min), int(found[1].min)))
        return of


def _check_columns(place: Path, schema: pa.Schema) -> None:
    """Refuse a file whose columns are not those of a call table."""
    types = pa.types
    for is_right, names in (
        (types.is_dictionary, ("hand", "upcard", "action", "suit", "relation")),
        (types.is_integer, ("weight", "position", "drawn", "n", "points", "points_squared")),
        (types.is_integer, ("points_by_pass", "points_by_best", "made", "euchred")),
        (types.is_boolean, ("alone", "best")),
    ):
        for name in names:
            if name not in schema.names or not is_right(schema.field(name).type):
                raise OutputProblem(
                    f"{place} is no call table as 'euchre table build' makes it: its column "
                    f"{name} is missing or of another type"
                )


def _filtered(table: pa.Table, where: Expression) -> pa.Table:
    """`Table.filter`, which loads pandas on its way."""
    from pyarrow._acero import (  # type: ignore[import-untyped]
        Declaration,
        FilterNodeOptions,
        TableSourceNodeOptions,
    )

    source = Declaration("table_source", TableSourceNodeOptions(table))
    chosen = Declaration("filter", FilterNodeOptions(where), inputs=[source])
    found: pa.Table = chosen.to_table(use_threads=False)  # so in order
    return found


def write_call_table(
    path: Path,
    schema: pa.Schema,
    provenance: CallProvenance,
    groups: Iterable[pa.Table],
    *,
    until_whole: Path | None = None,
    replace: bool = True,
) -> None:
    """Write a call table; the path has it once all is written.

    Parameters
    ----------
    path
        Of the file.
    schema
        Of the rows.
    provenance
        Goes into the file's metadata.
    groups
        The rows of each upcard and position, in order: a row group each.
    until_whole
        Folder for the file while it is written; its own if left out.
    replace
        Whether what stands at the path by then is replaced.

    Raises
    ------
    OutputProblem
        If it cannot be written.
    """
    described = schema.with_metadata(provenance.as_metadata())
    with (
        written_whole(path, beside=until_whole, replace=replace) as (temporary,),
        pq.ParquetWriter(temporary, described, **_writing(schema)) as writer,
    ):
        for group in groups:
            writer.write_table(group, row_group_size=max(1, group.num_rows))


def _writing(schema: pa.Schema) -> dict[str, Any]:
    """How the columns are packed.

    Most hold few different values.  Texts of hands are all different but for the actions of one,
    and as they stand much alike: a list of them by number would be four times as long.
    """
    numbered = [name for name in schema.names if name != "hand"]
    return {
        "compression": "zstd",
        "compression_level": 9,
        "version": "2.6",
        "use_dictionary": numbered,
    }

"""Which rows and columns of a table are exported, read batch by batch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, reduce
from operator import and_
from typing import Any, Protocol

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds

from euchre_sim.cards import RANKS
from euchre_sim.errors import InvalidNotation, OutputProblem
from euchre_sim.rule_options import nearest
from euchre_sim.storage.exports.source import Source, reading
from euchre_sim.storage.where import parse_where

__all__ = ["UPCARDS", "Query", "Rows", "TableRows", "arranged", "require_columns", "rows_of"]

BATCH = 1 << 14
UPCARDS = (*RANKS, "Jk")
_PENDING = 1 << 18  # rows that wait before they are cut down to the limit


@dataclass(frozen=True, kw_only=True)
class Query:
    """What of a table is wanted; nothing given is everything.

    Parameters
    ----------
    where
        A filter as `parse_where` reads it.
    upcard
        Ranks of upcards, or ``Jk``.
    position, round
        Seats by position, and rounds.
    action
        ``pass``, ``order``, ``call``, or ``alone`` for calls played alone.
    min_n
        The least number of deals of a row.
    columns
        Names, in the order wanted.
    sort
        Names of columns to sort by, from the largest down with a ``-`` before it.
    limit
        How many rows at most.
    """

    where: str | None = None
    upcard: tuple[str, ...] = ()
    position: tuple[int, ...] = ()
    round: tuple[int, ...] = ()
    action: tuple[str, ...] = ()
    min_n: int | None = None
    columns: tuple[str, ...] = ()
    sort: tuple[str, ...] = ()
    limit: int | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return what was asked for, as plain values."""
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in given.items()
            if value not in (None, ())
        }

    @property
    def filters(self) -> dict[str, Any]:
        """Return the part of `as_dict` that leaves rows out."""
        return replace(self, columns=(), sort=(), limit=None).as_dict()

    def expression(self, source: Source) -> pc.Expression | None:
        """Return the rows wanted as a filter of the stored columns."""
        tests: list[Any] = []
        for name in ("upcard", "position", "round"):
            values = getattr(self, name)
            if values:
                require_columns([name], source.stored)
                tests.append(pc.field(name).isin(values))
        if self.action:
            require_columns(["action", "alone"], source.stored)
            words = [word for word in self.action if word != "alone"]
            fits: Any = pc.field("action").isin(pa.array(words, pa.string()))
            tests.append(fits | pc.field("alone") if "alone" in self.action else fits)
        if self.min_n is not None:
            require_columns(["n"], source.stored)
            tests.append(pc.field("n") >= self.min_n)
        if self.where is not None:
            tests.append(parse_where(self.where, source.stored))
        return reduce(and_, tests) if tests else None


class Rows(Protocol):
    """Rows that can be gone through several times."""

    @property
    def schema(self) -> pa.Schema:
        """The columns, each with unit and meaning in its metadata."""

    @property
    def count(self) -> int:
        """How many rows there are."""

    def batches(self, columns: Sequence[str] | None = None) -> Iterator[pa.RecordBatch]:
        """Go through them, in some of the columns."""


@dataclass(frozen=True)
class TableRows:
    """Rows in memory."""

    table: pa.Table

    @property
    def schema(self) -> pa.Schema:
        """See `Rows`."""
        return self.table.schema

    @property
    def count(self) -> int:
        """See `Rows`."""
        return self.table.num_rows

    def batches(self, columns: Sequence[str] | None = None) -> Iterator[pa.RecordBatch]:
        """See `Rows`."""
        table = self.table if columns is None else self.table.select(list(columns))
        yield from table.to_batches(max_chunksize=BATCH)


@dataclass(frozen=True)
class StreamedRows:
    """Rows of a file, read whenever they are gone through."""

    source: Source
    where: pc.Expression | None
    schema: pa.Schema

    @cached_property
    def count(self) -> int:
        """See `Rows`."""
        with reading(self.source.path):
            return self._dataset.count_rows(filter=self.where)

    @cached_property
    def _dataset(self) -> ds.Dataset:
        return ds.dataset(self.source.path, format="parquet")

    def narrowed(self, more: pc.Expression) -> StreamedRows:
        """Return those of the rows that pass another filter too."""
        return replace(self, where=more if self.where is None else self.where & more)

    def batches(self, columns: Sequence[str] | None = None) -> Iterator[pa.RecordBatch]:
        """See `Rows`."""
        schema = self.schema
        if columns is not None:
            schema = pa.schema([schema.field(name) for name in columns])
        derived = self.source.derived
        wanted: Any = {
            name: derived[name][0] if name in derived else pc.field(name) for name in schema.names
        }
        with reading(self.source.path):
            # One thread and little read ahead: a big table passes through in small memory.
            scanner = self._dataset.scanner(
                columns=wanted,
                filter=self.where,
                batch_size=BATCH,
                batch_readahead=1,
                fragment_readahead=1,
                use_threads=False,
            )
            found = scanner.to_batches()
        while True:
            with reading(self.source.path):
                batch = next(found, None)
            if batch is None:
                return
            if batch.num_rows:
                yield pa.RecordBatch.from_arrays(batch.columns, schema=schema)


def rows_of(source: Source, query: Query) -> Rows:
    """Return the rows wanted: as they are read, or from memory if they are sorted or limited.

    Raises
    ------
    OutputProblem
        If no row fits, or the file cannot be read.
    InvalidNotation
        If a column does not exist or the filter cannot be read.
    """
    schema = source.schema
    require_columns(query.columns, schema)
    streamed = StreamedRows(source, query.expression(source), schema)
    if not streamed.count:
        asked = ", ".join(f"{name} {_shown(value)}" for name, value in query.filters.items())
        raise OutputProblem(
            f"no row of {source.path} fits {asked}"
            if asked
            else f"there are no rows in {source.path}"
        )
    if not query.sort and query.limit is None:
        return replace(streamed, schema=_chosen(schema, query.columns))
    needed = dict.fromkeys([*(query.columns or schema.names), *_sort_names(query.sort)])
    require_columns(needed, schema)
    read = replace(streamed, schema=pa.schema([schema.field(name) for name in needed]))
    return TableRows(arranged(read.batches(), read.schema, query))


def _shown(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def require_columns(names: Iterable[str], schema: pa.Schema) -> None:
    """Refuse columns that there are not."""
    for name in names:
        if name not in schema.names:
            raise InvalidNotation(
                f"there is no column {name!r}"
                f"{nearest(name, schema.names) or '; there are ' + ', '.join(schema.names)}",
                token=name,
            )


def _chosen(schema: pa.Schema, columns: Sequence[str]) -> pa.Schema:
    return pa.schema([schema.field(name) for name in columns or schema.names])


def _sort_names(sort: Sequence[str]) -> list[str]:
    return [name.removeprefix("-") for name in sort]


def arranged(batches: Iterable[pa.RecordBatch], schema: pa.Schema, query: Query) -> pa.Table:
    """Sort, limit and choose columns; no more than some times the limit is kept in memory."""
    require_columns([*query.columns, *_sort_names(query.sort)], schema)
    kept: list[pa.RecordBatch] = []
    for batch in batches:
        kept.append(batch)
        if query.limit is None:
            continue
        waiting = sum(one.num_rows for one in kept)
        if not query.sort and waiting >= query.limit:
            break
        if waiting > max(4 * query.limit, _PENDING):
            kept = _first(kept, schema, query).to_batches()
    return _first(kept, schema, query).select(_chosen(schema, query.columns).names)


def _first(batches: list[pa.RecordBatch], schema: pa.Schema, query: Query) -> pa.Table:
    table = pa.Table.from_batches(batches, schema).unify_dictionaries()
    if query.sort:
        names = _sort_names(query.sort)
        keys = pa.table({name: _sort_key(name, table.column(name)) for name in names})
        directions: Any = [
            (name, "descending" if text.startswith("-") else "ascending")
            for name, text in zip(names, query.sort, strict=True)
        ]
        table = table.take(pc.sort_indices(keys, sort_keys=directions))
    return table if query.limit is None else table.slice(0, query.limit)


def _sort_key(name: str, column: Any) -> Any:
    """Return what a column is sorted by: ranks by their height, other texts by the alphabet."""
    if not pa.types.is_dictionary(column.type):
        return column
    texts = column.cast(pa.string())
    return pc.index_in(texts, value_set=pa.array(UPCARDS)) if name == "upcard" else texts

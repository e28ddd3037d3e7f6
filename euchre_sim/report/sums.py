"""Columns of Arrow tables as NumPy arrays, and their sums by group.

Arrow can add up groups by itself, but every computation of its loads pandas on its way. So the
memory of its arrays is read as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

__all__ = ["Array", "coded", "group_sums", "numbers"]

Array = npt.NDArray[Any]


def numbers(column: Any, missing: int = 0) -> Array:
    """Return a column of numbers, or of yes and no, with a value for what is missing in it."""
    arrays = column.chunks if isinstance(column, pa.ChunkedArray) else [column]
    return np.concatenate([np.empty(0, np.int64), *(_plain(one, missing) for one in arrays)])


def _plain(array: Any, missing: int) -> Array:
    """Read the memory of one array of Arrow's."""
    valid, data = array.buffers()
    if pa.types.is_boolean(array.type):
        values = _bits(data, array).astype(np.int64)
    else:
        kind = array.type.to_pandas_dtype()  # NumPy's name of it
        values = np.frombuffer(data, kind, len(array), array.offset * np.dtype(kind).itemsize)
    return values if valid is None else np.where(_bits(valid, array), values, missing)


def _bits(buffer: Any, array: Any) -> Array:
    packed = np.frombuffer(buffer, np.uint8)
    bits = np.unpackbits(packed, count=array.offset + len(array), bitorder="little")
    return bits[array.offset :].astype(bool)


def coded(table: pa.Table, name: str) -> tuple[Array, list[Any]]:
    """Return a column as places in a list of its values; nothing is the place of None, the last.

    Parameters
    ----------
    table
        Where the column is.
    name
        A column of texts, of small integers from 0, or of yes and no.
    """
    column: Any = table.column(name)
    if pa.types.is_dictionary(column.type):
        column = column.unify_dictionaries()
        values = column.chunk(0).dictionary.to_pylist() if column.num_chunks else []
        indices = pa.chunked_array([one.indices for one in column.chunks], column.type.index_type)
        return numbers(indices, len(values)).astype(np.int64), [*values, None]
    read = numbers(column, -1).astype(np.int64)
    most = max(int(read.max(initial=1)), 1)
    values = [False, True] if pa.types.is_boolean(column.type) else list(range(most + 1))
    return np.where(read < 0, len(values), read), [*values, None]


def group_sums(
    table: pa.Table, keys: Sequence[str], sums: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """Add up columns of integers over the rows that have the same keys.

    Sums are exact as long as they stay below 2^53.
    """
    codes, values = zip(*(coded(table, name) for name in keys), strict=True)
    together = np.zeros(table.num_rows, np.int64)
    for code, meant in zip(codes, values, strict=True):
        together = together * len(meant) + code
    _, first, group = np.unique(together, return_index=True, return_inverse=True)
    totals = [
        np.bincount(group, numbers(table.column(name)), len(first)).astype(np.int64).tolist()
        for name in sums
    ]
    for place, row in enumerate(first.tolist()):
        found = {
            name: meant[code[row]] for name, code, meant in zip(keys, codes, values, strict=True)
        }
        yield found | {name: total[place] for name, total in zip(sums, totals, strict=True)}

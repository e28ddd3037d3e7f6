"""Columns of an Arrow table as NumPy arrays and its texts as lists.

Arrow's own ways (``to_numpy``, ``compute``, ``Table.filter``) load pandas for their conversions,
which takes longer than to look up a hand; the buffers below say the same.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

__all__ = ["ColumnMasks", "codes", "numbers"]


def numbers(table: pa.Table, name: str) -> npt.NDArray[Any]:
    """Return a column of numbers or flags; where it has nothing it may say anything."""
    return _values(table.column(name).combine_chunks())


def codes(table: pa.Table, name: str) -> tuple[npt.NDArray[np.int32], list[str]]:
    """Return a column of text as places in the list of its words; -1 is nothing."""
    array: Any = table.column(name).combine_chunks()
    places = np.where(_known(array), _values(array.indices), -1)
    return places.astype(np.int32), array.dictionary.to_pylist()


def _values(array: Any) -> npt.NDArray[Any]:
    data, start, end = array.buffers()[1], array.offset, array.offset + len(array)
    if data is None:
        return np.zeros(len(array), np.bool_)
    if pa.types.is_boolean(array.type):
        return _bits(data, start, end)
    return np.frombuffer(data, np.dtype(str(array.type)))[start:end]


def _known(array: Any) -> npt.NDArray[np.bool_]:
    data, start, end = array.buffers()[0], array.offset, array.offset + len(array)
    return np.ones(len(array), np.bool_) if data is None else _bits(data, start, end)


def _bits(data: Any, start: int, end: int) -> npt.NDArray[np.bool_]:
    return np.unpackbits(np.frombuffer(data, np.uint8), bitorder="little")[start:end].view(np.bool_)


class ColumnMasks:
    """Columns of a table that is there: `where.read_filter` makes a mask of its rows."""

    def __init__(self, table: pa.Table) -> None:
        self.table = table

    def plain(self, name: str) -> Any:
        """Return a column of numbers or flags."""
        return numbers(self.table, name)

    def is_known(self, name: str) -> Any:
        """Say where a column has something."""
        return _known(self.table.column(name).combine_chunks())

    def is_text(self, name: str, lower: str) -> Any:
        """Say where a column's text, in small letters, is this one."""
        places, words = codes(self.table, name)
        return np.isin(places, [i for i, word in enumerate(words) if word.lower() == lower])

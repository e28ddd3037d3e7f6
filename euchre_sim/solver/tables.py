"""The tables of endings in memory: read from the cache folder, or built in a few seconds."""

from __future__ import annotations

import hashlib
import tempfile
import threading
from contextlib import suppress
from functools import cache
from itertools import permutations
from pathlib import Path

import numpy as np
import numpy.typing as npt

from euchre_sim.engine import machine_code
from euchre_sim.solver import build, endings

__all__ = ["tables_address", "tables_are_kept"]

SIZES = (2, 3)
_lock = threading.Lock()


class Tables:
    """The values of all endings and the directory through which kernels find them.

    Parameters
    ----------
    kept
        The values of every size as they were kept; None to work them out.
    """

    def __init__(self, kept: bytes | None) -> None:
        self.directory = np.zeros(endings.DIRECTORY_SIZE, np.uint64)
        self.directory[endings.D_SHAPES :] = endings.NO_SHAPE
        self.orders = {cards: build.Orders(cards) for cards in SIZES}
        self.values: dict[int, npt.NDArray[np.int8]] = {}
        at = 0
        for cards in SIZES:
            n_bytes = values_size(cards, self.orders[cards].count)
            if kept is None:
                self.values[cards] = self._work_out(cards, n_bytes)
            else:
                self.values[cards] = np.frombuffer(kept, np.int8, n_bytes, at).copy()
            at += n_bytes
            self._enter(cards)

    @property
    def address(self) -> int:
        """Address of the directory."""
        return address_of(self.directory)

    def _work_out(self, cards: int, n_bytes: int) -> npt.NDArray[np.int8]:
        found = self.orders[cards]
        values = np.zeros(n_bytes, np.int8)
        for k, lengths in enumerate(build.lengths_in_table(cards)):
            places = build.suit_places(lengths)
            build.fill_shape(
                cards, places, found.uppers, found.starts, found.lowers, self.address, values,
                k * found.count,
            )  # fmt: skip
        return values

    def _enter(self, cards: int) -> None:
        """Write a size that is ready into the directory."""
        found = self.orders[cards]
        size = endings.D_SIZES * cards
        self.directory[size + endings.D_VALUES] = address_of(self.values[cards])
        self.directory[size + endings.D_BASE] = address_of(found.base)
        self.directory[size + endings.D_BELOW] = address_of(found.below)
        for k, (_, *sides) in enumerate(build.lengths_in_table(cards)):
            for first, second, third in set(permutations(sides)):
                lanes = (first, second, third)
                row = cards * endings.N_SHAPES + (lanes[0] << 6 | lanes[1] << 3 | lanes[2])
                at = endings.D_SHAPES + row * endings.SHAPE_SIZE
                self.directory[at : at + endings.SHAPE_SIZE] = np.array(
                    build.row_of_shape(lanes, k * found.count), np.uint64
                )


def values_size(cards: int, n_orders: int) -> int:
    """Bytes of one size's values."""
    return -(-sum(1 for _ in build.lengths_in_table(cards)) * n_orders // 4)


def address_of(array: npt.NDArray[np.generic]) -> int:
    """Where an array's items are."""
    address: int = array.__array_interface__["data"][0]
    return address


def _path() -> Path:
    return machine_code.cache_dir("solver") / "endings.bin"


def tables_are_kept() -> bool:
    """Whether the tables were built before and need only be read."""
    return _path().exists()


@cache
def _tables() -> Tables:
    path = _path()
    kept = None
    with suppress(OSError):
        digest, content = (read := path.read_bytes())[:32], read[32:]
        kept = content if hashlib.sha256(content).digest() == digest else None
    tables = Tables(kept)
    if kept is None:
        content = b"".join(tables.values[cards].tobytes() for cards in SIZES)
        with suppress(OSError), tempfile.TemporaryDirectory(dir=path.parent) as folder:
            part = Path(folder) / path.name
            part.write_bytes(hashlib.sha256(content).digest() + content)
            part.replace(path)
    return tables


def tables_address() -> int:
    """Return the address of the directory, which kernels take; the tables stay in memory."""
    with _lock:
        return _tables().address

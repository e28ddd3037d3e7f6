"""The log of hands on disk: one row for each hand played, in parts of a million hands."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from euchre_sim.analysis import hand_log_kernels as kernels
from euchre_sim.analysis.classes import HAND_SIZE
from euchre_sim.analysis.hand_log import CONTRACTS, LogLayout, LogPart
from euchre_sim.storage.provenance import PREFIX, Provenance
from euchre_sim.storage.schema import TEXT, Array, Field, column

__all__ = ["part_name", "write_part"]

KIND = "hand_log"


def part_name(number: int) -> str:
    """File of a part, by its place among those of the seed."""
    return f"part-{number:06}.parquet"


@cache
def _columns(players: int) -> tuple[tuple[Field, int], ...]:
    """Every column, and which of the kernels' it is made from; of hands the seat."""

    def number(name: str, unit: str, meaning: str, at: int) -> tuple[Field, int]:
        kind = column(name, pa.int8(), unit, f"{meaning}; null where there is none", null=True)
        return kind, at

    def word(name: str, unit: str, meaning: str, at: int) -> tuple[Field, int]:
        return column(name, TEXT, unit, f"{meaning}; empty where there is none"), at

    positions = range(1, players + 1)
    columns = [
        (column("hand", pa.uint64(), "number", "of the hand, which --hand shows"), 0),
        word("upcard", "card", "card turned up", kernels.C_UPCARD),
    ]
    for position in positions:
        held = f"cards that position {position} held when the calls began"
        columns.append((column(f"hand_{position}", TEXT, "cards", held), position - 1))
    columns += [
        number("maker", "seat", "position that called", kernels.C_MAKER),
        number("round", "round of calling", "1 or 2: that of the call", kernels.C_ROUND),
        word(
            "contract",
            "name",
            "suit that is trump, or no_trump, low_no_trump, misere",
            kernels.C_CONTRACT,
        ),
        number("lone_maker", "seat", "who of the makers played alone", kernels.C_LONE_MAKER),
        number("lone_defender", "seat", "who defended alone", kernels.C_LONE_DEFENDER),
        word(
            "discard",
            "card",
            "what the dealer buried for the upcard, which itself stands here if he left it; "
            "not told of who has extra cards",
            kernels.C_DISCARD,
        ),
        number("tricks", "tricks", "tricks of the makers", kernels.C_TRICKS),
        number("points", "points", "the makers' minus the other side's", kernels.C_POINTS),
        number("leader", "seat", "who led to the first trick", kernels.C_LEADER),
    ]
    for trick in range(HAND_SIZE):
        at = kernels.C_PLAYS + trick * players - 1
        for position in positions:
            played = f"card of position {position} in trick {trick + 1}"
            columns.append(word(f"trick_{trick + 1}_{position}", "card", played, at + position))
        won = f"who won trick {trick + 1}"
        columns.append(number(f"winner_{trick + 1}", "seat", won, kernels.C_WINNERS + trick))
    return tuple(columns)


_texts_of: dict[tuple[str, ...], Array] = {}


def _texts(layout: LogLayout) -> Array:
    """Every hand by its number; made once for a deck."""
    if layout.cards not in _texts_of:
        _texts_of[layout.cards] = pa.array(layout.hands)
    return _texts_of[layout.cards]


def _hands(numbers: npt.NDArray[np.int32], layout: LogLayout) -> Array:
    """Hands as text; a short log writes no dictionary of all hands."""
    texts = _texts(layout)
    if len(numbers) >= len(texts):
        return pa.DictionaryArray.from_arrays(pa.array(numbers, pa.int32()), texts)
    used, places = np.unique(numbers, return_inverse=True)
    indices: Any = places.astype(np.int32)
    return pa.DictionaryArray.from_arrays(indices, texts.take(pa.array(used, pa.int32())))


def _part_table(part: LogPart) -> pa.Table:
    layout = part.layout
    filled = slice(part.filled)
    contracts, cards = pa.array(CONTRACTS), pa.array(layout.cards)
    arrays: list[Array] = []
    for field, at in _columns(layout.players):
        if field.name == "hand":
            numbers = np.arange(part.first, part.first + part.filled, dtype=np.uint64)
            arrays.append(pa.array(numbers))
        elif field.name.startswith("hand_"):
            arrays.append(_hands(part.hands[at, filled], layout))
        elif field.type == TEXT:
            words = contracts if field.name == "contract" else cards
            codes = pa.array(part.codes[at, filled], pa.int32())
            arrays.append(pa.DictionaryArray.from_arrays(codes, words))
        else:
            values = part.codes[at, filled]
            arrays.append(pa.array(values, mask=values == kernels.NONE))
    schema = pa.schema([field for field, _ in _columns(layout.players)])
    return pa.Table.from_arrays(arrays, schema=schema)


def _codec(name: str) -> Literal["none", "zstd"]:
    """Cards that were played are packed as tightly as they go without a codec."""
    return "none" if name.startswith("trick_") else "zstd"


def write_part(path: Path, part: LogPart, provenance: Provenance) -> None:
    """Write a part; `provenance` is that of its hands."""
    table = _part_table(part)
    metadata = {**provenance.as_metadata(), f"{PREFIX}kind": KIND}
    all_but_the_number: Any = table.column_names[1:]
    pq.write_table(
        table.replace_schema_metadata(metadata),
        path,
        compression={name: _codec(name) for name in table.column_names},
        version="2.6",
        row_group_size=table.num_rows,
        write_statistics=["hand"],
        column_encoding={"hand": "DELTA_BINARY_PACKED"},
        use_dictionary=all_but_the_number,
        dictionary_pagesize_limit=1 << 24,
    )

"""The columns of every table on disk: types, units and meaning."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from euchre_sim.analysis import classes
from euchre_sim.analysis.class_table import ACTIONS, Columns, action_index
from euchre_sim.analysis.summary import FIELDS, Summary, SummaryKey
from euchre_sim.storage.provenance import Provenance

__all__ = ["HANDS", "SUMMARY", "hands_batch", "hands_columns", "summary_from", "summary_table"]

Field: TypeAlias = "pa.Field[Any]"
Array: TypeAlias = "pa.Array[Any]"

TEXT = pa.dictionary(pa.int32(), pa.string())


def _column(name: str, kind: pa.DataType, unit: str, meaning: str, null: bool = False) -> Field:
    return pa.field(name, kind, nullable=null, metadata={"unit": unit, "description": meaning})


_SEAT = [
    _column("position", pa.int8(), "seat", "1 = left of the dealer ... 4 = dealer"),
    _column("round", pa.int8(), "round of calling", "1 or 2"),
    _column("action", TEXT, "name", "pass, order (round 1) or call (round 2)"),
]
_RELATION = _column(
    "relation",
    TEXT,
    "name",
    "the suit called against the upcard's: turned (the same), next (its mate) or crossing",
    null=True,
)
_ALONE = _column("alone", pa.bool_(), "yes or no", "whether the caller played alone", null=True)
_RESULTS = [
    _column("made", pa.int64(), "deals", "calls whose makers took the tricks they needed"),
    _column("march", pa.int64(), "deals", "calls whose makers took all tricks as a pair"),
    _column("lone_sweep", pa.int64(), "deals", "calls whose makers took all tricks alone"),
    _column("euchred", pa.int64(), "deals", "calls whose makers took fewer than they needed"),
    _column("points", pa.int64(), "points", "sum over deals of own minus the other side's points"),
    _column("points_squared", pa.int64(), "points squared", "sum over deals of their squares"),
]
_RATES = [
    _column("share", pa.float64(), "share", "of all that was done there"),
    _column("win_rate", pa.float64(), "share", "made / calls", null=True),
    _column("euchre_rate", pa.float64(), "share", "euchred / calls", null=True),
    _column("points_mean", pa.float64(), "points a deal", "points / n", null=True),
    _column("points_se", pa.float64(), "points a deal", "standard error of points_mean", null=True),
]

HANDS = pa.schema(
    [
        _column(
            "hand",
            TEXT,
            "cards",
            "the five cards dealt, canonical: spades are the upcard's suit, clubs its mate; "
            "trumps before the bar",
        ),
        _column("upcard", TEXT, "rank", "rank of the upcard, which is a spade"),
        _column("weight", pa.int8(), "hands", "hands that the class stands for"),
        *_SEAT,
        _column("suit", TEXT, "suit", "canonical suit called", null=True),
        _RELATION,
        _column("alone", pa.bool_(), "yes or no", "whether the caller played alone"),
        _column("n_trump", pa.int8(), "cards", "cards of the upcard's suit, left bower included"),
        _column("has_right", pa.bool_(), "yes or no", "holds the jack of the upcard's suit"),
        _column("has_left", pa.bool_(), "yes or no", "holds the jack of its mate"),
        _column("off_aces", pa.int8(), "cards", "aces of the three other suits"),
        _column("voids", pa.int8(), "suits", "other suits of which no card is held"),
        _column("n", pa.int64(), "deals", "deals in which the position did this with the hand"),
        *_RESULTS,
        *_RATES,
    ]
)

SUMMARY = pa.schema(
    [
        _column("side", TEXT, "name", "dealer or other: whose points these are", null=True),
        _column("position", pa.int8(), "seat", "1 = left of the dealer ... 4 = dealer", null=True),
        _column("round", pa.int8(), "round of calling", "1 or 2", null=True),
        _column(
            "action",
            TEXT,
            "name",
            "pass, order (round 1), call (round 2); deal counts all deals, passed_out those that "
            "nobody called",
        ),
        _RELATION,
        _ALONE,
        _column("n", pa.int64(), "deals", "deals in which this happened"),
        _column("calls", pa.int64(), "deals", "those in which it was a call of that side"),
        *_RESULTS,
        _column("scored", pa.int64(), "points", "sum over deals of the side's own points"),
        _column("scored_squared", pa.int64(), "points squared", "sum over deals of their squares"),
        *_RATES,
    ]
)


def _rates(n: npt.NDArray[Any], calls: npt.NDArray[Any], columns: Columns) -> Columns:
    """Work out the rates; what a zero is divided by becomes NaN, which is stored as null."""
    points, squares = columns["points"], columns["points_squared"]
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = points / n
        variance = np.maximum(squares - points * mean, 0) / (n - 1)
        return {
            "win_rate": columns["made"] / calls,
            "euchre_rate": columns["euchred"] / calls,
            "points_mean": mean,
            "points_se": np.where(n > 1, np.sqrt(variance / n), np.nan),
        }


def _array(field: Field, values: Any) -> Array:
    made: Array = pa.array(values, field.type, from_pandas=True)
    return made


def _coded(codes: Any, words: Sequence[str], field: Field, null: Any = None) -> Array:
    """Make a dictionary column out of numbers; `null` marks where there is nothing."""
    indices = pa.array(codes, field.type.index_type, mask=null)
    return pa.DictionaryArray.from_arrays(indices, pa.array(words, pa.string()))


def with_provenance(schema: pa.Schema, provenance: Provenance) -> pa.Schema:
    """Return the schema with a run's provenance in its metadata."""
    return schema.with_metadata(provenance.as_metadata())


# --- hands.parquet -------------------------------------------------------------------------------

_WORDS = ("pass", "order", "call")
_SUITS = ("c", "d", "s", "h")
_RELATION_WORDS = ("turned", "next", "crossing")
_ACT_WORD = np.array([_WORDS.index(one.action) for one in ACTIONS])
_ACT_SUIT = np.array([_SUITS.index(one.suit) if one.suit else 0 for one in ACTIONS])
_ACT_RELATION = np.array(
    [_RELATION_WORDS.index(one.relation) if one.relation else 0 for one in ACTIONS]
)
_ACT_ROUND = np.array([one.round for one in ACTIONS])
_ACT_ALONE = np.array([one.alone for one in ACTIONS])


def hands_batch(columns: Columns) -> pa.RecordBatch:
    """One lot of `ClassTable.rows` as rows of hands.parquet."""
    act, number = columns["act"], columns["class"]
    is_pass = _ACT_WORD[act] == 0
    present, local = np.unique(number, return_inverse=True)
    texts = classes.class_texts(present)
    plain: Columns = {
        **columns,
        **classes.class_features()._asdict(),
        "weight": classes.class_weights(),
        "round": _ACT_ROUND[act],
        "alone": _ACT_ALONE[act],
        **_rates(columns["n"], np.where(is_pass, 0, columns["n"]), columns),
    }
    arrays = []
    for field in HANDS:
        if field.name == "hand":
            arrays.append(_coded(local, texts, field))
        elif field.name == "upcard":
            ranks = classes.class_upcards()[number]
            arrays.append(_coded(ranks, tuple(classes.UPCARD_RANKS), field))
        elif field.name == "action":
            arrays.append(_coded(_ACT_WORD[act], _WORDS, field))
        elif field.name == "suit":
            arrays.append(_coded(_ACT_SUIT[act], _SUITS, field, is_pass))
        elif field.name == "relation":
            arrays.append(_coded(_ACT_RELATION[act], _RELATION_WORDS, field, is_pass))
        else:
            values = plain[field.name]
            by_class = field.name in ("weight", *classes.Features._fields)
            arrays.append(_array(field, values[number] if by_class else values))
    return pa.RecordBatch.from_arrays(arrays, schema=HANDS)


def hands_columns(batch: pa.RecordBatch) -> Columns:
    """Return the columns that `ClassTable.add_rows` needs, out of rows of hands.parquet."""
    columns: Columns = {
        field.name: batch.column(field.name).to_numpy(zero_copy_only=False)
        for field in HANDS
        if field.type == pa.int64() or field.name in ("position", "round", "alone")
    }
    columns["class"] = np.empty(batch.num_rows, np.int32)
    hand, texts = _decoded(batch, "hand")
    upcard, ranks = _decoded(batch, "upcard")
    for code in np.unique(upcard):
        here = upcard == code
        number_of = _numbers_by_text(str(ranks[code]))
        used, local = np.unique(hand[here], return_inverse=True)
        columns["class"][here] = np.array([number_of[str(texts[i])] for i in used])[local]
    action, actions = _decoded(batch, "action")
    suit, suits = _decoded(batch, "suit")
    keys = np.stack([columns["round"], action, suit, columns["alone"]], axis=1).astype(np.int64)
    kinds, local = np.unique(keys, axis=0, return_inverse=True)
    index = action_index()
    acts = [
        index[call_round, str(actions[word]), None if s < 0 else suits[s], bool(alone)]
        for call_round, word, s, alone in kinds.tolist()
    ]
    columns["act"] = np.array(acts, np.int8)[local.ravel()]
    return columns


def _decoded(batch: pa.RecordBatch, name: str) -> tuple[npt.NDArray[np.int64], list[str | None]]:
    """Split a dictionary column into indices, -1 for null, and what they stand for."""
    column: Any = batch.column(name)
    indices = column.indices.fill_null(-1).to_numpy(zero_copy_only=False)
    return indices.astype(np.int64), column.dictionary.to_pylist()


@cache
def _numbers_by_text(upcard_rank: str) -> dict[str, int]:
    """Class numbers by the text of the hand."""
    first = classes.UPCARD_RANKS.index(upcard_rank) * classes.N_PER_UPCARD
    numbers = np.arange(first, first + classes.N_PER_UPCARD)
    return dict(zip(classes.class_texts(numbers), numbers.tolist(), strict=True))


# --- summary.parquet -----------------------------------------------------------------------------


def summary_table(summary: Summary) -> pa.Table:
    """Return a summary as the rows of summary.parquet."""
    sums: Columns = dict(zip(FIELDS, summary.sums.T, strict=True))
    turns: dict[tuple[int | None, int | None], int] = {}
    for key, n in zip(summary.keys, sums["n"], strict=True):
        if key.position is not None:
            place = key.position, key.round
            turns[place] = turns.get(place, 0) + int(n)
    of = np.array([turns.get((key.position, key.round), summary.hands) for key in summary.keys])
    rates = _rates(sums["n"], sums["calls"], sums)
    with np.errstate(divide="ignore", invalid="ignore"):
        rates["share"] = np.nan_to_num(sums["n"] / of)
    arrays = []
    for field in SUMMARY:
        values: Any = sums.get(field.name, rates.get(field.name))
        if values is None:
            values = [getattr(key, field.name) for key in summary.keys]
        arrays.append(_array(field, values))
    return pa.Table.from_arrays(arrays, schema=SUMMARY)


def summary_from(table: pa.Table, teams: tuple[int, ...]) -> Summary:
    """Read a summary back."""
    names = SummaryKey.__dataclass_fields__
    keys = zip(*(table[name].to_pylist() for name in names), strict=True)
    sums = np.array([table[name].to_numpy() for name in FIELDS], np.int64).T
    return Summary(tuple(SummaryKey(*key) for key in keys), sums, teams)

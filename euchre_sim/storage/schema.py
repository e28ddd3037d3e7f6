"""The columns of every table on disk: types, units and meaning."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from euchre_sim.analysis.class_table import ACTIONS, Columns, Lot, TableAction, action_index
from euchre_sim.analysis.class_text import class_texts
from euchre_sim.analysis.classes import HandClasses
from euchre_sim.analysis.summary import ALL_RELATIONS, FIELDS, MISDEALT, Summary, SummaryKey
from euchre_sim.storage.provenance import Provenance

__all__ = [
    "HANDS",
    "SUMMARY",
    "TEXT",
    "class_rows",
    "column",
    "hands_batch",
    "hands_columns",
    "summary_from",
    "summary_table",
]

Field: TypeAlias = "pa.Field[Any]"
Array: TypeAlias = "pa.Array[Any]"

TEXT = pa.dictionary(pa.int32(), pa.string())


def column(name: str, kind: pa.DataType, unit: str, meaning: str, null: bool = False) -> Field:
    """Describe a column of a table."""
    return pa.field(name, kind, nullable=null, metadata={"unit": unit, "description": meaning})


def _feature(name: str, kind: pa.DataType, unit: str, meaning: str) -> Field:
    missing = "nothing where the dealer names trump for a joker turned up"
    return column(name, kind, unit, f"{meaning}; {missing}", null=True)


_SEAT = [
    column("position", pa.int8(), "seat", "1 = left of the dealer; the last = dealer"),
    column("round", pa.int8(), "round of calling", "1 or 2"),
    column("action", TEXT, "name", "pass, order (round 1) or call (round 2)"),
]
_RELATION = column(
    "relation",
    TEXT,
    "name",
    "the suit called against the upcard's: turned (the same), next (its mate) or crossing; "
    "or no_trump, low_no_trump, misere; or named, by a dealer who turned up a joker",
    null=True,
)
_ALONE = column("alone", pa.bool_(), "yes or no", "whether the caller played alone", null=True)
_RESULTS = [
    column(
        "made",
        pa.int64(),
        "deals",
        "calls whose makers took the tricks they needed (in a misere none)",
    ),
    column("march", pa.int64(), "deals", "calls whose makers took all tricks as a pair"),
    column("lone_sweep", pa.int64(), "deals", "calls whose makers took all tricks alone"),
    column("euchred", pa.int64(), "deals", "calls that were not made"),
    column("points", pa.int64(), "points", "sum over deals of own minus the other side's points"),
    column("points_squared", pa.int64(), "points squared", "sum over deals of their squares"),
]
_RATES = [
    column("share", pa.float64(), "share", "of all that was done there"),
    column("win_rate", pa.float64(), "share", "made / calls", null=True),
    column("euchre_rate", pa.float64(), "share", "euchred / calls", null=True),
    column("points_mean", pa.float64(), "points a deal", "points / n", null=True),
    column("points_se", pa.float64(), "points a deal", "standard error of points_mean", null=True),
]

HANDS = pa.schema(
    [
        column(
            "hand",
            TEXT,
            "cards",
            "the five cards held when the calls began: as dealt, or after the swap for a farmer's "
            "hand; no card picked up or drawn later. Canonical: spades are the upcard's suit, "
            "clubs its mate, trumps stand before the bar; beside a joker for which the dealer "
            "names trump, spades and clubs are the mates with more cards, and nothing is trump",
        ),
        column(
            "upcard",
            TEXT,
            "rank",
            "rank of the upcard, which is a spade; Jk for the joker, which is a spade where the "
            "rules give it a suit",
        ),
        column(
            "weight",
            pa.int8(),
            "deals",
            "choices of five cards and an upcard that the class stands for",
        ),
        *_SEAT,
        column("suit", TEXT, "suit", "canonical suit called; none without trump", null=True),
        _RELATION,
        column("alone", pa.bool_(), "yes or no", "whether the caller played alone"),
        _feature("n_trump", pa.int8(), "cards", "cards of the upcard's suit, left bower and joker"),
        _feature("has_joker", pa.bool_(), "yes or no", "holds the joker"),
        _feature("has_right", pa.bool_(), "yes or no", "holds the jack of the upcard's suit"),
        _feature("has_left", pa.bool_(), "yes or no", "holds the jack of its mate"),
        _feature("off_aces", pa.int8(), "cards", "aces of the three other suits"),
        _feature("voids", pa.int8(), "suits", "other suits of which no card is held"),
        column("n", pa.int64(), "deals", "deals in which the position did this with the hand"),
        *_RESULTS,
        *_RATES,
    ]
)

SUMMARY = pa.schema(
    [
        column("side", TEXT, "name", "dealer or other: whose points these are", null=True),
        column(
            "position", pa.int8(), "seat", "1 = left of the dealer; the last = dealer", null=True
        ),
        column("round", pa.int8(), "round of calling", "1 or 2", null=True),
        column(
            "action",
            TEXT,
            "name",
            "pass, order (round 1), call (round 2); deal counts all deals, passed_out those that "
            "nobody called",
        ),
        _RELATION,
        _ALONE,
        column("n", pa.int64(), "deals", "deals in which this happened"),
        column("calls", pa.int64(), "deals", "those in which it was a call of that side"),
        *_RESULTS,
        column("scored", pa.int64(), "points", "sum over deals of the side's own points"),
        column("scored_squared", pa.int64(), "points squared", "sum over deals of their squares"),
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


def array_of(field: Field, values: Any) -> Array:
    made: Array = pa.array(values, field.type, from_pandas=True)
    return made


def coded_array(codes: npt.NDArray[Any], words: Sequence[str], field: Field) -> Array:
    """Make a dictionary column out of places in a list of words; -1 is nothing."""
    indices = pa.array(codes, field.type.index_type, mask=codes < 0)
    return pa.DictionaryArray.from_arrays(indices, pa.array(words, pa.string()))


def with_provenance(schema: pa.Schema, provenance: Provenance) -> pa.Schema:
    """Return the schema with a run's provenance in its metadata."""
    return schema.with_metadata(provenance.as_metadata())


# --- hands.parquet -------------------------------------------------------------------------------

_WORDS = ("pass", "order", "call")
_SUITS = ("c", "d", "s", "h")


def _codes(words: Sequence[str], values: Sequence[str | None]) -> npt.NDArray[np.int64]:
    """Places of values among words, -1 for None."""
    return np.array([-1 if value is None else words.index(value) for value in values])


_ACT_WORD = _codes(_WORDS, [one.action for one in ACTIONS])
_ACT_SUIT = _codes(_SUITS, [one.suit for one in ACTIONS])
_ACT_RELATION = _codes(ALL_RELATIONS, [one.relation for one in ACTIONS])
_ACT_ROUND = np.array([one.round for one in ACTIONS])
_ACT_ALONE = np.array([one.alone for one in ACTIONS])


def hands_batch(columns: Columns, classes: HandClasses) -> pa.RecordBatch:
    """One lot of `ClassTable.rows` as rows of hands.parquet."""
    is_pass = _ACT_WORD[columns["act"]] == 0
    rates = _rates(columns["n"], np.where(is_pass, 0, columns["n"]), columns)
    return class_rows(HANDS, {**columns, **rates}, classes)


def class_rows(
    schema: pa.Schema,
    columns: Columns,
    classes: HandClasses,
    **coded: tuple[npt.NDArray[Any], Sequence[str]],
) -> pa.RecordBatch:
    """Make rows of a table by class and action, all with one upcard.

    Parameters
    ----------
    schema
        Of the table.
    columns
        ``class``, the class's number, ``act``, a place in `ACTIONS`, and the columns of numbers.
    classes
        The classes of the deck.
    **coded
        Further columns of text, as `coded_array` takes them.
    """
    act, number = columns["act"], columns["class"]
    present, local = np.unique(number, return_inverse=True)
    features = classes.features._asdict()
    no_features = ~classes.has_up_suit[number]
    plain: Columns = {
        **columns,
        "weight": classes.weights[number],
        "round": _ACT_ROUND[act],
        "alone": _ACT_ALONE[act],
    }
    coded |= {
        "hand": (local, class_texts(classes, present)),
        "upcard": (classes.suit_sets.upcard[number], classes.upcards),
        "action": (_ACT_WORD[act], _WORDS),
        "suit": (_ACT_SUIT[act], _SUITS),
        "relation": (_ACT_RELATION[act], ALL_RELATIONS),
    }
    arrays = []
    for field in schema:
        if field.name in coded:
            arrays.append(coded_array(*coded[field.name], field))
        elif field.name in features:
            arrays.append(pa.array(features[field.name][number], field.type, mask=no_features))
        else:
            arrays.append(array_of(field, plain[field.name]))
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def hands_columns(table: pa.Table, lot: Lot) -> Columns:
    """Return the columns that `Lot.add_rows` needs, out of a lot of hands.parquet."""
    columns: Columns = {
        field.name: table.column(field.name).to_numpy()
        for field in HANDS
        if field.type == pa.int64() or field.name in ("position", "round", "alone")
    }
    hand, texts = _decoded(table, "hand")
    number_of = _numbers_by_text(lot.layout.classes, lot.first, lot.end)
    used, local = np.unique(hand, return_inverse=True)
    columns["class"] = np.array([number_of[str(texts[i])] for i in used], np.int32)[local]
    upcard, upcards = _decoded(table, "upcard")
    turned = lot.layout.classes.upcards[lot.layout.classes.suit_sets.upcard[lot.first]]
    if any(upcards[code] != turned for code in np.unique(upcard)):
        raise ValueError(f"a row with another upcard stands among those with {turned}")
    named = [_decoded(table, name) for name in ("action", "suit", "relation")]
    codes = [columns["round"], *[code for code, _ in named], columns["alone"]]
    keys = np.stack(codes, axis=1).astype(np.int64)
    kinds, local = np.unique(keys, axis=0, return_inverse=True)
    index = action_index()
    acts = []
    for call_round, *words, alone in kinds.tolist():
        action, suit, relation = (
            None if code < 0 else meant[code] for code, (_, meant) in zip(words, named, strict=True)
        )
        key = TableAction(call_round, str(action), suit, relation, bool(alone))
        acts.append(index[key])
    columns["act"] = np.array(acts, np.int8)[local.ravel()]
    return columns


def _decoded(table: pa.Table, name: str) -> tuple[npt.NDArray[np.int64], list[str | None]]:
    """Split a dictionary column into indices, -1 for null, and what they stand for."""
    column: Any = table.column(name).combine_chunks()
    indices = column.indices.fill_null(-1).to_numpy(zero_copy_only=False)
    return indices.astype(np.int64), column.dictionary.to_pylist()


@lru_cache(maxsize=1)
def _numbers_by_text(classes: HandClasses, first: int, end: int) -> dict[str, int]:
    """Numbers of the classes in a lot by the text of the hand."""
    numbers = np.arange(first, end)
    return dict(zip(class_texts(classes, numbers), numbers.tolist(), strict=True))


# --- summary.parquet -----------------------------------------------------------------------------


def summary_table(summary: Summary) -> pa.Table:
    """Return a summary as the rows of summary.parquet."""
    sums: Columns = dict(zip(FIELDS, summary.sums.T, strict=True))
    turns: dict[tuple[int | None, int | None], int] = {}
    for key, n in zip(summary.keys, sums["n"], strict=True):
        if key.position is not None:
            place = key.position, key.round
            turns[place] = turns.get(place, 0) + int(n)
    deals = {MISDEALT: summary.hands}
    of = np.array(
        [
            turns.get((key.position, key.round), deals.get(key.action, summary.played))
            for key in summary.keys
        ]
    )
    rates = _rates(sums["n"], sums["calls"], sums)
    with np.errstate(divide="ignore", invalid="ignore"):
        rates["share"] = np.nan_to_num(sums["n"] / of)
    arrays = []
    for field in SUMMARY:
        values: Any = sums.get(field.name, rates.get(field.name))
        if values is None:
            values = [getattr(key, field.name) for key in summary.keys]
        arrays.append(array_of(field, values))
    return pa.Table.from_arrays(arrays, schema=SUMMARY)


def summary_from(table: pa.Table, teams: tuple[int, ...]) -> Summary:
    """Read a summary back."""
    names = SummaryKey.__dataclass_fields__
    keys = zip(*(table[name].to_pylist() for name in names), strict=True)
    sums = np.array([table[name].to_numpy() for name in FIELDS], np.int64).T
    return Summary(tuple(SummaryKey(*key) for key in keys), sums, teams)

"""Hands down, seats across: one row for a hand and upcard, one column for a seat and action."""

from __future__ import annotations

from itertools import repeat
from typing import Any, NamedTuple

import pyarrow as pa

from euchre_sim.errors import InvalidNotation, OutputProblem
from euchre_sim.storage.exports.rows import UPCARDS, Rows
from euchre_sim.storage.exports.source import Source

__all__ = ["BEST", "BEST_ACTION", "action_label", "needed_columns", "pivot"]

BEST = "best"  # points of the best action, as --value
BEST_ACTION = "best_action"  # its name
_KEY = ("hand", "upcard")
_PLACE = ("round", "position", "action", "suit", "relation", "alone")
_SUITS = ("c", "d", "h", "s")


class _Place(NamedTuple):
    """A column of the pivot; sorted as they stand in the table."""

    round: int
    position: int
    order: int
    label: str

    @property
    def name(self) -> str:
        return f"round {self.round} seat {self.position} {self.label}".rstrip()


def action_label(action: str, suit: str | None, relation: str | None, alone: bool | None) -> str:
    """Name an action: ``pass``, ``order alone``, ``call d``, ``call no trump alone``."""
    words = [action]
    if action == "call" or relation == "named":
        words.append(suit or (relation or "").replace("_", " "))
    return " ".join([*words, "alone"] if alone else words)


def needed_columns(source: Source, value: str) -> list[str]:
    """Return the columns that a pivot of a value is made of.

    Raises
    ------
    InvalidNotation
        If the value is no column of numbers.
    OutputProblem
        If the table has no hands, or no best action.
    """
    schema = source.schema
    missing = [name for name in (*_KEY, *_PLACE) if name not in schema.names]
    if missing:
        raise OutputProblem(
            f"a pivot has hands down and seats across, and {source.path} has no column "
            f"{missing[0]!r}"
        )
    names = [*_KEY, *_PLACE, "points_mean"]
    if value in (BEST, BEST_ACTION):
        if BEST not in schema.names:
            raise OutputProblem(
                f"what is best is known of a call table ('euchre table build'): {source.path} is "
                "of a run, in which a hand was played as the strategies do"
            )
        return [*names, BEST]
    numbers = [
        field.name
        for field in schema
        if field.name not in names[:8]
        and (pa.types.is_floating(field.type) or pa.types.is_integer(field.type))
    ]
    if value not in numbers:
        choices = [*numbers, *((BEST, BEST_ACTION) if BEST in schema.names else ())]
        raise InvalidNotation(
            f"{value!r} is no value of a pivot; there are {', '.join(choices)}", token=value
        )
    if "discard" in schema.names:
        names.append("discard")
    return list(dict.fromkeys([*names, value]))


def pivot(rows: Rows, value: str) -> pa.Table:
    """Lay out a value with hands down and seats across.

    Parameters
    ----------
    rows
        With the columns of `needed_columns`.
    value
        A column, `BEST` or `BEST_ACTION`.

    Returns
    -------
    pyarrow.Table
        Sorted by upcard and hand. Of several discards with one action the best one counts.
    """
    hands: dict[tuple[str, str], int] = {}
    cells: dict[_Place, dict[int, tuple[float, Any]]] = {}
    places: dict[tuple[Any, ...], _Place] = {}
    only_best = value in (BEST, BEST_ACTION)
    for batch in rows.batches():
        columns: dict[str, Any] = {
            name: batch.column(name).to_pylist() for name in batch.schema.names
        }
        means = columns["points_mean"]
        chosen = columns[BEST] if only_best else repeat(True)
        values = means if value == BEST else columns.get(value, repeat(None))
        acts = zip(*(columns[name] for name in _PLACE), strict=True)
        keys = zip(columns["upcard"], columns["hand"], strict=True)
        for key, act, mean, content, is_chosen in zip(
            keys, acts, means, values, chosen, strict=False
        ):
            if not is_chosen:
                continue
            place = places.get(act)
            if place is None:
                place = places[act] = _place(*act)
            of_act = place._replace(order=0, label="") if only_best else place
            of_place = cells.setdefault(of_act, {})
            number = hands.setdefault(key, len(hands))
            rank = float("-inf") if mean is None else mean
            if number not in of_place or rank > of_place[number][0]:
                of_place[number] = rank, place.label if value == BEST_ACTION else content
    return _laid_out(hands, cells, _value_field(rows.schema, value))


def _place(
    number: int, seat: int, action: str, suit: str | None, relation: str | None, alone: bool | None
) -> _Place:
    return _Place(
        number,
        seat,
        _order(action, suit, alone),
        action_label(action, suit, relation, alone),
    )


def _order(action: str, suit: str | None, alone: bool | None) -> int:
    """Where an action stands among those of a seat: with a partner before alone."""
    if action == "pass":
        return 0
    return 1 + 10 * bool(alone) + (_SUITS.index(suit) if suit in _SUITS else len(_SUITS))


def _value_field(schema: pa.Schema, value: str) -> pa.Field[Any]:
    if value == BEST_ACTION:
        unit = {"unit": "name", "description": "the action with the largest points_mean"}
        return pa.field(value, pa.string(), metadata=unit)
    if value == BEST:
        field = schema.field("points_mean")
        return field.with_metadata(
            {"unit": "points a deal", "description": "the largest points_mean of an action"}
        )
    return schema.field(value)


def _laid_out(
    hands: dict[tuple[str, str], int],
    cells: dict[_Place, dict[int, tuple[float, Any]]],
    field: pa.Field[Any],
) -> pa.Table:
    by_hand = sorted(hands, key=lambda key: (UPCARDS.index(key[0]), key[1]))
    numbers = [hands[key] for key in by_hand]
    meta = {name.decode(): text.decode() for name, text in (field.metadata or {}).items()}
    columns = [
        pa.field("upcard", pa.string(), metadata={"unit": "rank", "description": "of the upcard"}),
        pa.field("hand", pa.string(), metadata={"unit": "cards", "description": "cards held"}),
    ]
    arrays: list[Any] = [pa.array([key[i] for key in by_hand], pa.string()) for i in (0, 1)]
    for place in sorted(cells):
        values = cells[place]
        means = f"{field.name} of {place.name}: {meta.get('description', '')}"
        columns.append(
            pa.field(place.name, field.type, metadata={**meta, "description": means.rstrip(": ")})
        )
        nothing = (0.0, None)
        found = [values.get(number, nothing)[1] for number in numbers]
        arrays.append(pa.array(found, field.type))
    return pa.Table.from_arrays(arrays, schema=pa.schema(columns))

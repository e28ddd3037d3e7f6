"""The overview of a workbook: what seats do, or had better do, by position and round."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from euchre_sim.storage.exports.rows import Rows

__all__ = ["Overview", "OverviewChart", "OverviewColumn", "overview_of"]

_SEAT = ("round", "position", "action", "alone")
_COUNTS = ("n", "made", "march", "lone_sweep", "euchred", "points")
_OF_CALLS = ("made", "march", "lone_sweep", "euchred")
_Sums = dict[tuple[Any, ...], dict[str, float]]


class OverviewColumn(NamedTuple):
    """A column: its head, how it is shown (`kind_of`), its values."""

    head: str
    kind: str
    values: list[float | None]


class OverviewChart(NamedTuple):
    """A chart of some of the columns, by their heads."""

    title: str
    axis: str
    heads: tuple[str, ...]
    stacked: bool = False


class Overview(NamedTuple):
    """A row for each round and position."""

    title: str
    places: list[tuple[int, int]]
    columns: list[OverviewColumn]
    charts: list[OverviewChart]


def overview_of(kind: str, rows: Rows) -> Overview | None:
    """Add up the rows of hands or of a call table; None where they lack a column for it."""
    made = {"hands": _of_hands, "calls": _of_calls}.get(kind)
    needed = {
        "hands": (*_SEAT, *_COUNTS),
        "calls": (*_SEAT, "weight", "drawn", "n", "best", "points_mean"),
    }.get(kind, ())
    if made is None or not set(needed) <= set(rows.schema.names):
        return None
    return made(rows, needed)


# --- a run: what was done ------------------------------------------------------------------------


def _of_hands(rows: Rows, needed: tuple[str, ...]) -> Overview:
    sums: _Sums = defaultdict(lambda: defaultdict(float))
    for batch in rows.batches(needed):
        _add(sums, pa.Table.from_batches([batch]), _SEAT, _COUNTS)
    places = sorted({key[:2] for key in sums})

    def total(place: tuple[int, int], field: str, *kinds: str) -> float:
        return sum(
            found[field]
            for key, found in sums.items()
            if key[:2] == place and _kind(*key[2:]) in kinds
        )

    calls = ("with partner", "alone")

    def column(head: str, kind: str, top: tuple[str, ...], below: tuple[str, ...]) -> Any:
        # The field, then the kinds of actions that it is added up over.
        values = [_ratio(total(at, *top), total(at, *below)) for at in places]
        return OverviewColumn(head, kind, values)

    turns, of_calls = ("n", "pass", *calls), ("n", *calls)
    columns = [
        OverviewColumn("turns", "count", [total(at, *turns) for at in places]),
        OverviewColumn("calls", "count", [total(at, *of_calls) for at in places]),
        column("called", "share", of_calls, turns),
        column("called alone", "share", ("n", "alone"), turns),
        *(column(name.replace("_", " "), "share", (name, *calls), of_calls) for name in _OF_CALLS),
        *(
            column(f"points: {kind}", "points", ("points", kind), ("n", kind))
            for kind in ("pass", *calls)
        ),
    ]
    return Overview(
        "What each seat did: called as a share of its turns, what came of it as a share of its "
        "calls, points a deal for its side",
        places,
        columns,
        [
            OverviewChart("Called and euchred", "share", ("called", "euchred")),
            OverviewChart(
                "Points a deal, by action",
                "own minus the other side's",
                tuple(f"points: {kind}" for kind in ("pass", *calls)),
            ),
        ],
    )


# --- a call table: what would be best ------------------------------------------------------------


def _of_calls(rows: Rows, needed: tuple[str, ...]) -> Overview:
    sums: _Sums = defaultdict(lambda: defaultdict(float))
    for batch in rows.batches(needed):
        table = pa.Table.from_batches([batch])
        # How often the decision comes up: choices of cards, by the share of deals that reach it.
        reached = pc.divide(
            pc.multiply(table["n"].cast(pa.float64()), table["weight"].cast(pa.float64())),
            pc.max_element_wise(table["drawn"], 1).cast(pa.float64()),
        )
        table = table.append_column("reached", reached)
        table = table.append_column("gained", pc.multiply(reached, table["points_mean"]))
        _add(sums, table, (*_SEAT, "best"), ("reached", "gained"))
    places = sorted({key[:2] for key in sums})

    def total(place: tuple[int, int], field: str, kind: str | None, best: bool) -> float:
        return sum(
            found[field]
            for key, found in sums.items()
            if key[:2] == place and kind in (None, _kind(*key[2:4])) and (key[4] or not best)
        )

    def share(kind: str) -> list[float | None]:
        return [
            _ratio(total(at, "reached", kind, True), total(at, "reached", None, True))
            for at in places
        ]

    def mean(kind: str | None, best: bool) -> list[float | None]:
        return [
            _ratio(total(at, "gained", kind, best), total(at, "reached", kind, best))
            for at in places
        ]

    best, passing = mean(None, True), mean("pass", False)
    gain = [None if a is None or b is None else a - b for a, b in zip(best, passing, strict=True)]
    names = ("pass", "with partner", "alone")
    columns = [
        *(OverviewColumn(f"best: {kind}", "share", share(kind)) for kind in names),
        OverviewColumn("points: best action", "points", best),
        OverviewColumn("points: pass", "points", passing),
        OverviewColumn("gain over passing", "points", gain),
    ]
    return Overview(
        "What is best in each seat, over hands as often as they come to its turn; points a deal "
        "for its side",
        places,
        columns,
        [
            OverviewChart(
                "Best action", "share of the hands", tuple(f"best: {kind}" for kind in names), True
            ),
            OverviewChart(
                "Points a deal",
                "own minus the other side's",
                ("points: best action", "points: pass"),
            ),
        ],
    )


def _add(sums: _Sums, table: pa.Table, keys: tuple[str, ...], fields: tuple[str, ...]) -> None:
    """Add a batch's sums of some fields by some keys."""
    found = table.group_by(list(keys)).aggregate([(name, "sum") for name in fields])
    for row in found.to_pylist():
        of = sums[tuple(row[name] for name in keys)]
        for name in fields:
            of[name] += row[f"{name}_sum"] or 0


def _kind(action: str, alone: bool | None) -> str:
    if action == "pass":
        return "pass"
    return "alone" if alone else "with partner"


def _ratio(top: float, below: float) -> float | None:
    return top / below if below else None


def group_counts(rows: Rows, sums: tuple[str, ...]) -> Mapping[tuple[Any, ...], dict[str, float]]:
    """Count rows, and add up columns, by round and position; by nothing where these lack."""
    keys = tuple(name for name in ("round", "position") if name in rows.schema.names)
    keys = keys if len(keys) == 2 else ()
    found: dict[tuple[Any, ...], dict[str, float]] = {}
    read = [*keys, *sums] or rows.schema.names[:1]  # rows without a column would not be counted
    for batch in rows.batches(read):
        table = pa.Table.from_batches([batch])
        wanted: list[Any] = [(name, "sum") for name in sums]
        grouped = table.group_by(list(keys)).aggregate([*wanted, ([], "count_all")])
        for row in grouped.to_pylist():
            of = found.setdefault(tuple(row[name] for name in keys), {"rows": 0})
            of["rows"] += row["count_all"]
            for name in sums:
                of[name] = of.get(name, 0) + (row[f"{name}_sum"] or 0)
    # Of deals a summary has no round and no position.
    return dict(sorted(found.items(), key=lambda one: [(of is None, of or 0) for of in one[0]]))

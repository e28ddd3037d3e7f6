"""The columns of the call table: what every call is worth with every hand, upcard and position."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from euchre_sim.analysis.class_table import Columns
from euchre_sim.analysis.classes import HandClasses
from euchre_sim.storage.schema import HANDS, TEXT, class_rows, column

__all__ = ["CALLS", "SUMS", "calls_batch"]

# What is added up for an action, in the order in which the kernels have it.
SUMS = (
    "made",
    "march",
    "lone_sweep",
    "euchred",
    "points",
    "points_squared",
    "points_by_pass",
    "points_by_best",
)
_PRODUCT = "sum over deals of the product of this action's points and those of"

CALLS = pa.schema(
    [
        *(HANDS.field(name) for name in ("hand", "upcard", "weight", "position", "round")),
        HANDS.field("action"),
        HANDS.field("suit"),
        HANDS.field("relation"),
        HANDS.field("alone"),
        column(
            "discard",
            TEXT,
            "card",
            "canonical card that the dealer buries; nothing where his strategy chooses it",
            null=True,
        ),
        *(HANDS.field(name) for name in ("n_trump", "has_joker", "has_right", "has_left")),
        *(HANDS.field(name) for name in ("off_aces", "voids")),
        column("drawn", pa.int64(), "deals", "deals looked at for the hand"),
        column(
            "n", pa.int64(), "deals", "those that fit the passes heard, played after every action"
        ),
        column("made", pa.int64(), "deals", "deals in which the own side called and made it"),
        column("march", pa.int64(), "deals", "those in which it took all tricks as a pair"),
        column("lone_sweep", pa.int64(), "deals", "those in which one of it took all tricks alone"),
        column("euchred", pa.int64(), "deals", "deals in which the own side called and lost"),
        HANDS.field("points"),
        HANDS.field("points_squared"),
        column(
            "points_by_pass",
            pa.int64(),
            "points squared",
            f"{_PRODUCT} passing; nothing where one may not pass",
            null=True,
        ),
        column("points_by_best", pa.int64(), "points squared", f"{_PRODUCT} the best action"),
        column(
            "best", pa.bool_(), "yes or no", "whether it is the hand's action with the largest mean"
        ),
        column(
            "points_mean", pa.float64(), "points a deal", "points / n, to four decimals", null=True
        ),
        column(
            "points_se",
            pa.float64(),
            "points a deal",
            "standard error of points_mean, to four decimals",
            null=True,
        ),
    ]
)


def calls_batch(
    columns: Columns, classes: HandClasses, discards: tuple[npt.NDArray[Any], list[str]]
) -> pa.RecordBatch:
    """Make rows out of sums.

    Parameters
    ----------
    columns
        ``class``, ``position``, ``act`` (a place in `class_table.ACTIONS`), ``drawn``, ``n``, the
        `SUMS` and ``best`` of every row; all rows have one upcard.
    classes
        The classes of the deck.
    discards
        Places in a list of cards' texts, -1 for nothing.
    """
    n, points = columns["n"], columns["points"]
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = points / n
        variance = np.maximum(columns["points_squared"] - points * mean, 0) / (n - 1)
        error = np.where(n > 1, np.sqrt(variance / n), np.nan)
    rounded: Columns = {"points_mean": np.round(mean, 4), "points_se": np.round(error, 4)}
    return class_rows(CALLS, {**columns, **rounded}, classes, discard=discards)

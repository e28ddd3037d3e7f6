"""The table of chances to win at every score, as a Parquet file with what it rests on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from euchre_sim import __version__
from euchre_sim.analysis.equity import Equity
from euchre_sim.analysis.estimate import LEVEL
from euchre_sim.storage.provenance import PREFIX
from euchre_sim.storage.schema import TEXT, column
from euchre_sim.storage.whole_files import written_whole

__all__ = ["KIND", "equity_table", "write_equity"]

KIND = "equity"
FORMAT = 1

_ENDS = f"of the {LEVEL:.0%} interval"
_PARTS = {
    "": "",
    "_se": "standard error: ",
    "_lo": f"lower end {_ENDS}: ",
    "_hi": f"upper end {_ENDS}: ",
}
_MEANINGS = {
    "win": "chance that we win the game",
    "match": "chance that we win the match, no game of it being won yet",
    "point_for_us": "what one more point for us adds to our chance to win the game",
    "point_for_them": "what one more point for them adds to our chance to win the game",
}


def equity_table(equity: Equity) -> pa.Table:
    """Return every score of a game with its chances; what is not known of their error is null."""
    states = list(equity.states())
    columns: list[tuple[pa.Field[Any], list[Any]]] = [
        (column("us", pa.int8(), "points", "our score"), [one.us for one in states]),
        (column("them", pa.int8(), "points", "their score"), [one.them for one in states]),
        (
            column("dealer", TEXT, "name", "the side that deals next: us or them"),
            [one.dealer for one in states],
        ),
    ]
    found = {"win": [equity.game(one) for one in states]}
    if equity.is_match:
        found["match"] = [equity.match(one) for one in states]
    found["point_for_us"] = [equity.worth_of_a_point(one) for one in states]
    found["point_for_them"] = [equity.worth_of_a_point(one, "them") for one in states]
    for name, estimates in found.items():
        for (ending, of), key in zip(_PARTS.items(), ("mean", "se", "lo", "hi"), strict=True):
            told = column(name + ending, pa.float64(), "share", of + _MEANINGS[name], null=True)
            columns.append((told, [getattr(one, key) for one in estimates]))
    return pa.Table.from_arrays(
        [pa.array(values, field.type) for field, values in columns],
        schema=pa.schema([field for field, _ in columns]),
    )


def write_equity(
    path: Path,
    equity: Equity,
    players: Mapping[str, Any],
    *,
    replace: bool = False,
) -> int:
    """Write the table of chances; the path has it once all is written.

    Parameters
    ----------
    path
        Of the file.
    equity
        The chances.
    players
        What else they rest on: ``strategies`` (`Strategy.as_dict` of each position's), ``seed``,
        ``hands`` and ``partial``; or ``shares``, where these were given.
    replace
        Whether what stands there by then is replaced.

    Returns
    -------
    int
        How many rows it has.

    Raises
    ------
    OutputProblem
        If it cannot be written.
    """
    rules = equity.rules
    facts: dict[str, Any] = {
        "kind": KIND,
        "format": FORMAT,
        "version": __version__,
        "rules_digest": rules.digest(),
        "rules": rules.as_dict(),
        "strategies": [],
        **players,
    }
    table = equity_table(equity).replace_schema_metadata(
        {
            PREFIX + name: value if isinstance(value, str) else json.dumps(value)
            for name, value in facts.items()
        }
    )
    with written_whole(path, replace=replace) as (temporary,):
        pq.write_table(table, temporary, compression="zstd", version="2.6")
    return table.num_rows

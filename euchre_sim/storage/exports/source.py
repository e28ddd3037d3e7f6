"""What can be exported: a table of a run or a call table, with what it rests on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from euchre_sim.errors import EuchreError, OutputProblem
from euchre_sim.rules import HouseRules
from euchre_sim.storage.provenance import PREFIX

__all__ = ["Source", "open_source", "reading"]

KINDS = {"call_table": "calls", "equity": "equity"}  # the kind in a file's metadata
RUN_TABLES = ("hands", "summary")
_NAMES = {
    "hands": "table of hands of a run",
    "summary": "summary of a run",
    "calls": "table of what every call is worth",
    "equity": "chances to win at every score",
}
# Metadata that is told in another place or says nothing to people.
_UNTOLD = ("format", "kind", "rules", "rules_digest", "strategies", "partial", "export")


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Say in one sentence what is wrong with a file that cannot be read."""
    try:
        yield
    except FileNotFoundError:
        raise OutputProblem(f"there is no {path}") from None
    except (OSError, pa.ArrowException) as error:
        reason = getattr(error, "strerror", None)  # of the system; Arrow's own have none
        wrong = f"cannot be read: {reason}" if reason else "is damaged or no Parquet file"
        raise OutputProblem(f"{path} {wrong}") from None


@dataclass(frozen=True)
class Source:
    """A Parquet file that this program wrote.

    Parameters
    ----------
    path
        The file.
    kind
        ``hands``, ``summary``, ``calls`` or ``equity``.
    stored
        The columns in the file.
    metadata
        What the file says of itself, by names without their prefix.
    """

    path: Path
    kind: str
    stored: pa.Schema
    metadata: Mapping[str, str]

    @property
    def name(self) -> str:
        """What it is, in words."""
        return _NAMES[self.kind]

    @cached_property
    def rules(self) -> HouseRules:
        """The house rules."""
        return HouseRules(**json.loads(self.metadata["rules"]))

    @cached_property
    def strategies(self) -> list[dict[str, Any]]:
        """The strategy of each position, dealer last; none where shares of deals were given."""
        found: list[dict[str, Any]] = json.loads(self.metadata["strategies"])
        return found

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What else the file says of itself: seed, hands or deals, version."""
        found = {}
        for name, text in self.metadata.items():
            if name not in _UNTOLD:
                try:
                    found[name] = json.loads(text) if name != "version" else text
                except ValueError:
                    found[name] = text
        return found

    @cached_property
    def derived(self) -> dict[str, tuple[pc.Expression, pa.Field[Any]]]:
        """Columns that are worked out: the rates of a call table, which stores counts alone."""
        if self.kind != "calls" or not {"made", "euchred", "n", "action"} <= set(self.stored.names):
            return {}
        nothing = pa.scalar(None, pa.float64())  # Arrow would divide by a 0 that it leaves out too
        n = pc.if_else(pc.field("n") > 0, pc.field("n").cast(pa.float64()), nothing)
        called: Any = (pc.field("action") != "pass") & (pc.field("n") > 0)
        return {
            name: (
                pc.if_else(called, pc.field(count).cast(pa.float64()) / n, nothing),
                pa.field(
                    name,
                    pa.float64(),
                    metadata={"unit": "share", "description": f"{count} / n; nothing for a pass"},
                ),
            )
            for name, count in (("win_rate", "made"), ("euchre_rate", "euchred"))
            if name not in self.stored.names
        }

    @cached_property
    def schema(self) -> pa.Schema:
        """The columns in the file and behind them the derived ones."""
        return pa.schema([*self.stored, *(field for _, field in self.derived.values())])


def open_source(place: str | Path, what: str = "hands") -> Source:
    """Find the table to export.

    Parameters
    ----------
    place
        The folder of a run, or a file: a table of a run, a call table or chances at scores.
    what
        Of a folder: ``hands`` or ``summary``.

    Raises
    ------
    OutputProblem
        If there is none or it cannot be read.
    """
    path = Path(place)
    if path.is_dir():
        path /= f"{what}.parquet"
        if not path.exists():
            raise OutputProblem(f"{place} is no folder of a run: {path.name} is missing in it")
    with reading(path):
        schema = pq.read_schema(path)
    texts = {key.decode(): text.decode() for key, text in (schema.metadata or {}).items()}
    metadata = {
        key.removeprefix(PREFIX): text for key, text in texts.items() if key.startswith(PREFIX)
    }
    kind = KINDS.get(metadata.get("kind", ""), "summary")
    if kind == "summary" and "hand" in schema.names:
        kind = "hands"
    source = Source(path, kind, schema.remove_metadata(), metadata)
    try:
        assert source.rules
        assert source.strategies or kind == "equity"
    except (KeyError, TypeError, ValueError, EuchreError):
        raise OutputProblem(
            f"{path} is no table of a run ('euchre simulate --out'), no call table ('euchre table "
            "build') and no chances at scores ('euchre equity --out')"
        ) from None
    return source

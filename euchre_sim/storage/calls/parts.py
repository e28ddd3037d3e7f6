"""A call table that is being built: a folder with finished parts and what they are parts of.

A part gets its name only once it is written, so that whatever ends the program leaves whole parts.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from euchre_sim.errors import OutputProblem
from euchre_sim.storage.calls.provenance import CallProvenance
from euchre_sim.storage.whole_files import writing_to, written_whole

__all__ = ["CallParts"]

MANIFEST = "manifest.json"
Columns = dict[str, npt.NDArray[Any]]


@dataclass(frozen=True)
class CallParts:
    """The folder beside a call table.

    Attributes
    ----------
    out
        The table's file.
    """

    out: Path

    @property
    def folder(self) -> Path:
        """Where the parts are."""
        return self.out.with_name(f"{self.out.name}.parts")

    def claim(self, provenance: CallProvenance) -> set[int]:
        """Make the folder, or go on with it; numbers of the parts that are there.

        Raises
        ------
        OutputProblem
            If it cannot be written to, or holds parts of another table.
        """
        wanted = provenance.as_dict()
        try:
            text = (self.folder / MANIFEST).read_text()
        except FileNotFoundError:
            return self._begin(wanted)
        except (OSError, ValueError) as error:
            raise OutputProblem(f"{self.folder / MANIFEST} cannot be read: {error}") from None
        try:
            found = json.loads(text)
            other = next(name for name in wanted if found.get(name) != wanted[name])
        except StopIteration:
            return {int(path.stem) for path in self.folder.glob("[0-9]*.parquet")}
        except (ValueError, AttributeError):
            raise self._damaged(MANIFEST) from None
        raise OutputProblem(
            f"{self.folder} holds parts of a table with {_difference(other, found, wanted)}; "
            "go on with the command that began it, choose another --out, or delete that folder"
        )

    def _begin(self, wanted: Mapping[str, Any]) -> set[int]:
        with writing_to(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        if any(self.folder.glob("[0-9]*.parquet")):
            raise self._damaged(MANIFEST)
        with self._writing(self.folder / MANIFEST) as path:
            path.write_text(json.dumps(wanted, indent=2) + "\n")
        return set()

    @contextmanager
    def _writing(self, path: Path) -> Iterator[Path]:
        try:
            with written_whole(path, told=f"to {self.folder}") as (temporary,):
                yield temporary
        except OutputProblem as error:
            raise OutputProblem(
                f"{error}; nothing that is done is lost, and the same command goes on from there"
            ) from None

    def write(self, number: int, columns: Columns) -> None:
        """Keep a part."""
        with self._writing(self._path(number)) as path:
            pq.write_table(pa.table(dict[str, Any](columns)), path, compression="zstd")

    def read(self, numbers: Sequence[int]) -> Columns:
        """Return parts, one behind the other."""
        tables = []
        for number in numbers:
            try:
                with pq.ParquetFile(self._path(number)) as file:
                    tables.append(file.read())
            except (OSError, pa.ArrowException):
                raise self._damaged(self._path(number).name) from None
        whole = pa.concat_tables(tables)
        return {name: whole.column(name).to_numpy() for name in whole.column_names}

    def remove(self) -> None:
        """Delete the folder once the table is there."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _path(self, number: int) -> Path:
        return self.folder / f"{number:06}.parquet"

    def _damaged(self, name: str) -> OutputProblem:
        return OutputProblem(
            f"{self.folder / name} is missing or damaged: delete it"
            f"{' with its folder' if name == MANIFEST else ''} and run the same command again"
        )


def _difference(name: str, found: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    """Say how two tables differ."""
    if name in ("rules", "rules_digest"):
        mine, other = wanted["rules"], found.get("rules", {})
        name = next((key for key in mine if other.get(key) != mine[key]), "rules")
        return f"other rules ({name}: {other.get(name)} there, {mine.get(name)} now)"
    there, now = (_shown(name, value) for value in (found.get(name), wanted[name]))
    return f"another {name.replace('_', ' ')} ({there} there, {now} now)"


def _shown(name: str, value: Any) -> str:
    if name == "strategies" and isinstance(value, list):
        return ",".join(f"{one['name']} v{one['version']}" for one in value)
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)

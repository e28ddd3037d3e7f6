"""A call table that is being built: a folder with finished parts and what they are parts of.

A part gets its name only once it is written, so that whatever ends the program leaves whole parts.
"""

from __future__ import annotations

import json
import os
import shutil
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from euchre_sim.errors import OutputProblem
from euchre_sim.storage.call_provenance import CallProvenance

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
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if any(self.folder.glob("[0-9]*.parquet")):
                raise self._damaged(MANIFEST)
            manifest = self.folder / MANIFEST
            temporary = _temporary(manifest)
            temporary.write_text(json.dumps(wanted, indent=2) + "\n")
            temporary.replace(manifest)
        except OSError as error:
            raise self._cannot_write(error) from None
        return set()

    def write(self, number: int, columns: Columns) -> None:
        """Keep a part."""
        path = self._path(number)
        temporary = _temporary(path)
        try:
            pq.write_table(pa.table(dict[str, Any](columns)), temporary, compression="zstd")
            with temporary.open("rb+") as file:
                os.fsync(file.fileno())
            temporary.replace(path)
        except OSError as error:
            raise self._cannot_write(error) from None
        finally:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)

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

    def _cannot_write(self, error: OSError) -> OutputProblem:
        reason = error.strerror or str(error)
        return OutputProblem(
            f"cannot write to {self.folder}: {reason}; nothing that is done is lost, and the same "
            "command goes on from there"
        )


def _temporary(path: Path) -> Path:
    return path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}.tmp")


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

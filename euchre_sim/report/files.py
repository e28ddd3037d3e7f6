"""Files written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from euchre_sim.errors import OutputProblem

__all__ = ["claim_file", "write_file"]


def claim_file(path: str | os.PathLike[str], force: bool = False) -> Path:
    """Make sure, before the work, that a file can be written.

    Parameters
    ----------
    path
        Of the file.
    force
        Whether one that is already there may be replaced.

    Raises
    ------
    OutputProblem
        If it is there, is a folder, or its folder is missing or cannot be written to.
    """
    place = Path(path)
    if place.is_dir():
        raise OutputProblem(f"{place} is a folder; name a file in it")
    if place.exists() and not force:
        raise OutputProblem(
            f"{place} is there already; choose another name, or --force replaces it"
        )
    try:
        with tempfile.TemporaryFile(dir=place.parent):
            pass
    except OSError as error:
        raise OutputProblem(f"cannot write {place}: {error.strerror}") from None
    return place


def write_file(path: Path, content: bytes) -> None:
    """Write a file; what stood there is replaced in one step, once all is on the disk.

    Raises
    ------
    OutputProblem
        If it cannot be written.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        raise OutputProblem(f"cannot write {path}: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)

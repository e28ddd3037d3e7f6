"""Small files that are kept for the user: where, how they are read, replaced and locked.

A file is read whole. It is replaced in one step, under a lock, so that neither a crash nor a second
program at work costs an entry.
"""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

__all__ = ["Refused", "data_folder", "locked", "parse_json", "replace_file"]

_APP = "euchre-sim"


class Refused(ValueError):
    """What is wrong with a file, in words for its owner."""


def data_folder() -> Path:
    """Return the folder for what this program keeps for its user.

    Raises
    ------
    RuntimeError
        If there is no home folder.
    """
    chosen = os.environ.get("XDG_DATA_HOME", "")
    if Path(chosen).is_absolute():  # as the convention has it, any other is ignored
        return Path(chosen) / _APP
    if sys.platform == "win32" and os.environ.get("LOCALAPPDATA"):
        return Path(os.environ["LOCALAPPDATA"]) / _APP
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / _APP
    return home / ".local" / "share" / _APP


def replace_file(path: Path, content: bytes) -> None:
    """Put new content in a file, whole or not at all; the lock must be held."""
    part = path.with_name(f".{path.name}.new")
    part.unlink(missing_ok=True)  # of a program that was killed
    try:
        mode = path.stat().st_mode & 0o777 if path.exists() else None
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            part.chmod(mode)
        part.replace(path)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Have new names in a folder written down too, where folders can be opened."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of a file. It stays where it is: to remove it would let two hold it."""
    lock = path.with_name(f".{path.name}.lock")
    descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        _wait_for(descriptor)
        yield
    finally:
        os.close(descriptor)  # which lets it go


if sys.platform == "win32":
    import msvcrt

    def _wait_for(descriptor: int) -> None:
        while True:
            with suppress(OSError):  # after ten seconds
                msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)
                return
else:
    import fcntl

    def _wait_for(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)


def parse_json(content: bytes) -> Any:
    """Read JSON in which no name stands twice and every number is one.

    Raises
    ------
    Refused
        If it is something else.
    """
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise Refused("it is no text") from None
    try:
        return json.loads(
            text, object_pairs_hook=_once, parse_constant=_no_number, parse_float=_float
        )
    except json.JSONDecodeError as error:
        raise Refused(f"it is no JSON, or broken off, in line {error.lineno}") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Refused("a name is in it twice")
    return found


def _no_number(text: str) -> None:
    raise Refused(f"{text} is no number")


def _float(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):  # it could not be written back
        _no_number(text)
    return number

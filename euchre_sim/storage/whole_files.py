"""Files that are there whole or not at all, and a folder that one run at a time writes to."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from euchre_sim.errors import EuchreError

__all__ = ["OutputProblem", "locked", "named_at_end", "remove_leftovers", "writing_to"]

LOCK = ".lock"


class OutputProblem(EuchreError):
    """A folder that results cannot be written to or read from."""


@contextmanager
def writing_to(folder: Path) -> Iterator[None]:
    """Say in one sentence why something cannot be written."""
    try:
        yield
    except OSError as error:
        # Arrow puts a sentence of its own where the system's words belong.
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise OutputProblem(f"cannot write results to {folder}: {reason}") from None


@contextmanager
def named_at_end(folder: Path, *names: str) -> Iterator[list[Path]]:
    """Give temporary paths in the folder that get their names once everything is written."""
    temporary = [folder / f".{name}.{os.getpid()}.tmp" for name in names]
    try:
        with writing_to(folder):
            yield temporary
            for path in temporary:
                with path.open("rb+") as file:
                    os.fsync(file.fileno())
            for name, path in zip(names, temporary, strict=True):
                path.replace(folder / name)
            _sync_folder(folder)
    finally:
        for path in temporary:
            with suppress(OSError):
                path.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Have new names written down too, where folders can be opened."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def remove_leftovers(folder: Path) -> None:
    """Remove the temporary files of a program that was killed; the folder must be locked."""
    for path in folder.glob(".*.tmp"):
        path.unlink(missing_ok=True)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder; its file stays, as to remove it would let two hold it.

    Raises
    ------
    OutputProblem
        If another program holds it.
    """
    with writing_to(folder):
        descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        if not _try_to_lock(descriptor):
            raise OutputProblem(
                f"another run is writing to {folder}: wait for its end, or choose another folder"
            )
        yield
    finally:
        os.close(descriptor)  # which lets it go


if sys.platform == "win32":
    import msvcrt

    def _try_to_lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _try_to_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

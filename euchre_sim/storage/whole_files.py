"""Files that are there whole or not at all, and a folder that one run at a time writes to."""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

from euchre_sim.errors import OutputProblem
from euchre_sim.kept_files import sync_folder

__all__ = [
    "claim_file",
    "locked",
    "named_at_end",
    "remove_leftovers",
    "writing_to",
    "written_whole",
]

LOCK = ".lock"
OURS = ".euchre-"  # begins the names of temporary files, so that nobody else's are removed


@contextmanager
def writing_to(place: object) -> Iterator[None]:
    """Say in one sentence why something cannot be written."""
    try:
        yield
    except OSError as error:
        # Arrow puts a sentence of its own where the system's words belong.
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise OutputProblem(f"cannot write {place}: {reason}") from None


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
    with writing_to(place), tempfile.TemporaryFile(dir=place.parent):
        pass
    return place


def named_at_end(folder: Path, *names: str) -> AbstractContextManager[list[Path]]:
    """Give temporary paths in a folder of results: see `written_whole`."""
    return written_whole(*(folder / name for name in names), told=f"results to {folder}")


@contextmanager
def written_whole(
    *files: Path, told: object = None, beside: Path | None = None, replace: bool = True
) -> Iterator[list[Path]]:
    """Give temporary paths that get the files' names once everything is written.

    Parameters
    ----------
    *files
        What is written.
    told
        What cannot be written, if it cannot; the first file if left out.
    beside
        Folder for the temporary files; the files' own if left out.
    replace
        Whether what stands there meanwhile is replaced.

    Raises
    ------
    OutputProblem
        If they cannot be written.
    """
    mark = f"{os.getpid()}.{threading.get_ident()}"
    temporary = [(beside or file.parent) / f"{OURS}{file.name}.{mark}.tmp" for file in files]
    try:
        with writing_to(files[0] if told is None else told):
            yield temporary
            for path in temporary:
                with path.open("rb+") as written:
                    os.fsync(written.fileno())
            for file, path in zip(files, temporary, strict=True):
                if replace:
                    path.replace(file)
                else:
                    _name_new(path, file)
            sync_folder(files[0].parent)
    finally:
        for path in temporary:
            with suppress(OSError):
                path.unlink(missing_ok=True)


def _name_new(path: Path, file: Path) -> None:
    """Give a file a name that nothing else has got in the meantime."""
    try:
        os.link(path, file)
    except FileExistsError:
        raise OutputProblem(
            f"{file} is there now and was not before: it is left as it is"
        ) from None
    except OSError:  # this file system has no second names
        path.replace(file)


def remove_leftovers(folder: Path) -> None:
    """Remove the temporary files of a program that was killed; the folder must be locked."""
    for path in folder.glob(f"{OURS}*.tmp"):
        if path.is_file():
            path.unlink(missing_ok=True)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder; its file stays, as to remove it would let two hold it.

    Raises
    ------
    OutputProblem
        If another program holds it.
    """
    with writing_to(f"results to {folder}"):
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

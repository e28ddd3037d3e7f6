"""Score sheets on disk: a JSON file of games by name.

A file is read whole and checked whole before anything is done with it. It is replaced in one step,
under a lock, so that neither a crash nor a second program at work costs an entry; and a file that
this program has not written, or that is damaged as a whole, is refused and left as it is. One
damaged game does not stop the others: it is kept as it is (`DamagedGame`) and written back with
them.
"""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from euchre_sim.errors import EuchreError, ScoreSheetError
from euchre_sim.score_sheet.facts import Refused, is_int, sheet_facts, sheet_from
from euchre_sim.score_sheet.sheet import Sheet

__all__ = [
    "DamagedGame",
    "Game",
    "change_games",
    "default_file",
    "games_in",
]


@dataclass(frozen=True, slots=True)
class DamagedGame:
    """A game in a file that cannot be read.

    Parameters
    ----------
    facts
        What stands there instead, as plain data.
    why
        What is wrong with it, to follow a colon.
    """

    facts: Any
    why: str


Game = Sheet | DamagedGame
Games = Mapping[str, Game]

FORMAT = "euchre-sim score sheets"
VERSION = 1
_APP = "euchre-sim"


def default_file() -> Path:
    """Return where sheets are kept if nobody names a file: in the user's folder for data."""
    return _data_folder() / _APP / "score.json"


def _data_folder() -> Path:
    chosen = os.environ.get("XDG_DATA_HOME", "")
    if Path(chosen).is_absolute():  # as the convention has it, any other is ignored
        return Path(chosen)
    if sys.platform == "win32" and os.environ.get("LOCALAPPDATA"):
        return Path(os.environ["LOCALAPPDATA"])
    try:
        home = Path.home()
    except RuntimeError:
        raise ScoreSheetError("there is no home folder to keep sheets in; name a file") from None
    if sys.platform == "darwin":
        return home / "Library" / "Application Support"
    return home / ".local" / "share"


def games_in(path: Path) -> dict[str, Game]:
    """Return the games in a file by name, none if there is no such file.

    Raises
    ------
    ScoreSheetError
        If it is something else or damaged as a whole.
    OSError
        If it cannot be read.
    """
    if path.is_dir() or (path.exists() and not path.is_file()):
        raise ScoreSheetError(f"{path} is no file")
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return {}
    try:
        return _games_from(_parsed(content))
    except (ValueError, RecursionError) as error:
        what = str(error) if isinstance(error, Refused) else "it is damaged"
        raise ScoreSheetError(
            f"{path} cannot be read as a score sheet, and is left as it is: {what}"
        ) from None


def change_games(path: Path, change: Callable[[dict[str, Game]], Games]) -> Games:
    """Change the games in a file; nobody else changes them in the meantime.

    Parameters
    ----------
    path
        The file; it is made if it is not there.
    change
        Gets the games there are and returns those that there shall be. If it raises, the file
        stays as it is.
    """
    path = path.resolve()
    games_in(path)  # what is no sheet is refused before a lock is made beside it
    try:
        with _locked(path):
            games = change(games_in(path))
            _replace_file(path, _written(games))
    except OSError as error:  # of the lock or the new file, which nobody has named
        raise OSError(error.errno, error.strerror, str(path)) from None
    return games


def _written(games: Games) -> bytes:
    content = {
        "format": FORMAT,
        "version": VERSION,
        "games": {name: _game_facts(game) for name, game in games.items()},
    }

    def written(ensure_ascii: bool) -> bytes:
        text = json.dumps(content, indent=1, ensure_ascii=ensure_ascii, allow_nan=False)
        return f"{text}\n".encode()

    try:
        return written(ensure_ascii=False)
    except UnicodeEncodeError:  # half a character in a damaged game
        return written(ensure_ascii=True)


def _game_facts(game: Game) -> Any:
    return game.facts if isinstance(game, DamagedGame) else sheet_facts(game)


def _replace_file(path: Path, content: bytes) -> None:
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
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Have the new name of a file written down too, where folders can be opened."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
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


# --- what is in a file ---------------------------------------------------------------------------


def _parsed(content: bytes) -> Any:
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


def _games_from(content: Any) -> dict[str, Game]:
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise Refused("it is something else")
    version: Any = content.get("version")
    if is_int(version) and version > VERSION:
        raise Refused(f"a newer version of this program wrote it (format {version})")
    games = content.get("games")
    if not is_int(version) or version != VERSION or set(content) != {"format", "version", "games"}:
        raise Refused("its head is damaged")
    if not isinstance(games, dict):
        raise Refused("its games are damaged")
    return {name: _game_from(facts) for name, facts in games.items()}


def _game_from(facts: Any) -> Game:
    try:
        return sheet_from(facts)
    except (EuchreError, Refused) as error:
        return DamagedGame(facts, str(error))
    except (ValueError, TypeError, KeyError):
        return DamagedGame(facts, "a value is damaged")

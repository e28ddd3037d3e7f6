"""Score sheets on disk: a JSON file of games by name.

A file is read whole and checked whole before anything is done with it. It is replaced in one step,
under a lock, so that neither a crash nor a second program at work costs an entry; and a file that
this program has not written, or that is damaged as a whole, is refused and left as it is. One
damaged game does not stop the others: it is kept as it is (`DamagedGame`) and written back with
them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from euchre_sim.errors import EuchreError, ScoreSheetError
from euchre_sim.kept_files import Refused, data_folder, locked, parse_json, replace_file
from euchre_sim.score_sheet.facts import is_int, sheet_facts, sheet_from
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


def default_file() -> Path:
    """Return where sheets are kept if nobody names a file: in the user's folder for data."""
    try:
        return data_folder() / "score.json"
    except RuntimeError:
        raise ScoreSheetError("there is no home folder to keep sheets in; name a file") from None


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
        return _games_from(parse_json(content))
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
        with locked(path):
            games = change(games_in(path))
            replace_file(path, _written(games))
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


# --- what is in a file ---------------------------------------------------------------------------


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

"""Score sheets on disk: a JSON file of games by name.

A file is read whole and checked whole before anything is done with it. It is replaced in one step,
under a lock, so that neither a crash nor a second program at work costs an entry; and a file that
this program has not written, or that is damaged, is refused and left as it is. In the file seats
are numbered from 1, as people at a table count.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from euchre_sim.errors import EuchreError, ScoreSheetError
from euchre_sim.rules import HouseRules
from euchre_sim.score_sheet.deal import CONTRACTS, Entry
from euchre_sim.score_sheet.sheet import RulesFrom, Sheet
from euchre_sim.scoring import Outcome, side_of

__all__ = ["change_games", "default_file", "games_in", "sheet_facts", "sheet_from"]

Games = Mapping[str, Sheet]

FORMAT = "euchre-sim score sheets"
VERSION = 1
_APP = "euchre-sim"
_SPECIALS = ("none", "thrown_in", "misdeal", "renege")
_CHOICES = (None, "add", "subtract", "stand")
_CONTRACT_NAMES = {number: name for name, number in CONTRACTS.items()}


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


def games_in(path: Path) -> dict[str, Sheet]:
    """Return the games in a file by name, none if there is no such file.

    Raises
    ------
    ScoreSheetError
        If it is something else or damaged.
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
    except (EuchreError, ValueError, TypeError, KeyError, RecursionError) as error:
        what = str(error) if isinstance(error, _Refused | EuchreError) else "it is damaged"
        raise ScoreSheetError(
            f"{path} cannot be read as a score sheet, and is left as it is: {what}"
        ) from None


def change_games(path: Path, change: Callable[[dict[str, Sheet]], Games]) -> Games:
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
        "games": {name: sheet_facts(sheet) for name, sheet in games.items()},
    }
    return (json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False) + "\n").encode()


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


# --- out -----------------------------------------------------------------------------------------


def sheet_facts(sheet: Sheet) -> dict[str, Any]:
    """Return a sheet as plain data."""
    return {
        "sides": list(sheet.sides),
        "players": list(sheet.players),
        "first_dealer": sheet.first_dealer + 1,
        "rules": [
            {"from_deal": one.deal, "options": one.rules.as_dict()} for one in sheet.rules_from
        ],
        "deals": [_entry_facts(entry) for entry in sheet.entries],
    }


def _entry_facts(entry: Entry) -> dict[str, Any]:
    """Return a deal as plain data, without what is as usual."""
    outcome = entry.outcome
    contract = None if outcome.contract is None else _CONTRACT_NAMES[outcome.contract]
    facts = {
        "dealer": outcome.dealer + 1,
        "special": outcome.special,
        "maker": _from_one(outcome.maker),
        "side_only": entry.side_only,
        "contract": contract,
        "round": outcome.call_round,
        "lone_player": _from_one(outcome.lone_player),
        "lone_defender": _from_one(outcome.lone_defender),
        "maker_tricks": outcome.maker_tricks,
        "defender_tricks": outcome.defender_tricks,
        "offender": _from_one(outcome.offender),
        "choice": outcome.innocent_choice,
    }
    return {name: value for name, value in facts.items() if value != _USUAL.get(name, ...)}


_USUAL: dict[str, Any] = {
    "special": "none",
    "maker": None,
    "side_only": False,
    "contract": None,
    "round": None,
    "lone_player": None,
    "lone_defender": None,
    "maker_tricks": 0,
    "defender_tricks": 0,
    "offender": None,
    "choice": None,
}


def _from_one(seat: int | None) -> int | None:
    return None if seat is None else seat + 1


# --- in ------------------------------------------------------------------------------------------


class _Refused(ValueError):
    """What is wrong with a file, in words for its owner."""


def _parsed(content: bytes) -> Any:
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise _Refused("it is no text") from None
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise _Refused(f"it is no JSON, or broken off, in line {error.lineno}") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _Refused("a name is in it twice")
    return found


def _no_number(text: str) -> None:
    raise _Refused(f"{text} is no number")


def _games_from(content: Any) -> dict[str, Sheet]:
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise _Refused("it is something else")
    version: Any = content.get("version")
    if _is_int(version) and version > VERSION:
        raise _Refused(f"a newer version of this program wrote it (format {version})")
    games = content.get("games")
    if not _is_int(version) or version != VERSION or set(content) != {"format", "version", "games"}:
        raise _Refused("its head is damaged")
    if not isinstance(games, dict):
        raise _Refused("its games are damaged")
    found = {}
    for name, facts in games.items():
        try:
            found[name] = sheet_from(facts)
        except (EuchreError, _Refused) as error:
            raise _Refused(f"game {name!r}: {error}") from None
        except (ValueError, TypeError, KeyError):
            raise _Refused(f"game {name!r} is damaged") from None
    return found


def sheet_from(facts: Any) -> Sheet:
    """Read back what `sheet_facts` returned.

    Raises
    ------
    EuchreError, ValueError, TypeError, KeyError
        If it is something else.
    """
    _expect_names(facts, {"sides", "players", "first_dealer", "rules", "deals"})
    if not all(isinstance(facts[name], list) for name in ("sides", "players", "rules", "deals")):
        raise _Refused("a list is damaged")
    rules_from = tuple(_rules_from(one) for one in facts["rules"])
    starts = [one.deal for one in rules_from]
    n_deals = len(facts["deals"])
    if (
        starts[:1] != [1]
        or starts != sorted(set(starts))
        or starts[-1] > n_deals + 1
        or len({one.rules.players for one in rules_from}) > 1
    ):
        raise _Refused("its rules are damaged")
    if not all(isinstance(name, str) for name in (*facts["sides"], *facts["players"])):
        raise _Refused("a name is damaged")
    rules = rules_from[-1].rules
    sheet = Sheet(
        tuple(facts["sides"]),
        tuple(facts["players"]),
        _seat(facts["first_dealer"], rules),
        rules_from,
        tuple(_entry_from(deal, one, rules) for deal, one in enumerate(facts["deals"], 1)),
    )
    sheet.totals()  # what cannot be counted is damaged too
    return sheet


def _rules_from(facts: Any) -> RulesFrom:
    _expect_names(facts, {"from_deal", "options"})
    if not _is_int(facts["from_deal"]):
        raise _Refused("its rules are damaged")
    return RulesFrom(facts["from_deal"], HouseRules().replace(**facts["options"]))


def _entry_from(deal: int, facts: Any, rules: HouseRules) -> Entry:
    if not isinstance(facts, dict) or not {"dealer"} <= set(facts) <= {"dealer", *_USUAL}:
        raise _Refused(f"deal {deal} is damaged")
    found = {**_USUAL, **facts}
    try:
        outcome = Outcome(
            dealer=_seat(found["dealer"], rules),
            maker=_seat_or_none(found["maker"], rules),
            contract=None if found["contract"] is None else CONTRACTS[found["contract"]],
            call_round=_one_of(found["round"], (None, 1, 2)),
            lone_player=_seat_or_none(found["lone_player"], rules),
            lone_defender=_seat_or_none(found["lone_defender"], rules),
            maker_tricks=_one_of(found["maker_tricks"], range(rules.hand_size + 1)),
            defender_tricks=_one_of(found["defender_tricks"], range(rules.hand_size + 1)),
            special=_one_of(found["special"], _SPECIALS),
            offender=_seat_or_none(found["offender"], rules),
            innocent_choice=_one_of(found["choice"], _CHOICES),
        )
    except (ValueError, TypeError, KeyError):
        raise _Refused(f"deal {deal} is damaged") from None
    side_only = _one_of(found["side_only"], (False, True))
    if not _fits_together(outcome, rules):
        raise _Refused(f"deal {deal} contradicts itself")
    return Entry(outcome, side_only)


def _fits_together(outcome: Outcome, rules: HouseRules) -> bool:
    """Whether the parts of an outcome can be true at once."""
    played = outcome.special in ("none", "renege")
    told = Outcome(dealer=outcome.dealer, special=outcome.special)
    if not played:
        return outcome == told
    if (outcome.special == "renege") != (outcome.offender is not None):
        return False
    if outcome.maker_tricks + outcome.defender_tricks > rules.hand_size:
        return False
    if outcome.maker is None:
        return outcome.special == "renege"
    makers = side_of(outcome.maker, rules)
    return (outcome.lone_player is None or side_of(outcome.lone_player, rules) == makers) and (
        outcome.lone_defender is None or side_of(outcome.lone_defender, rules) != makers
    )


def _expect_names(facts: Any, names: set[str]) -> None:
    if not isinstance(facts, dict) or set(facts) != names:
        raise _Refused("a part is missing or unknown")


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _one_of(value: Any, allowed: Any) -> Any:
    """Return a value that is one of those allowed, and no other type that is equal to it."""
    if not any(value == one and type(value) is type(one) for one in allowed):
        raise _Refused("a value is damaged")
    return value


def _seat(value: Any, rules: HouseRules) -> int:
    number: int = _one_of(value, range(1, rules.players + 1))
    return number - 1


def _seat_or_none(value: Any, rules: HouseRules) -> int | None:
    return None if value is None else _seat(value, rules)

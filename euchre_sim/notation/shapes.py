"""Checks of parsed JSON, value by value, each with one sentence for what is wrong.

`where` names the place in words, so that a message can begin with it: ``deal 3``,
``deal 3, trick 2``, ``metadata``.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from euchre_sim.errors import InvalidNotation
from euchre_sim.rule_options import nearest

__all__ = ["boolean", "integer", "json_list", "json_object", "parse_json", "show", "text"]

_LONGEST_SHOWN = 40


def parse_json(source: str | bytes) -> Any:
    """Read JSON text; a field given twice and numbers that are none are refused.

    Raises
    ------
    InvalidNotation
        If it is not UTF-8 or not JSON.
    """
    if isinstance(source, bytes):
        try:
            source = source.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise InvalidNotation(f"byte {error.start + 1} is not UTF-8 text") from None
    source = source.removeprefix("\ufeff")
    if not source.strip():
        raise InvalidNotation("there is nothing in it")
    try:
        return json.loads(source, object_pairs_hook=_unique, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        problem = error.msg[:1].lower() + error.msg[1:]
        raise InvalidNotation(
            f"this is not JSON: {problem} in line {error.lineno}, column {error.colno}",
            position=error.pos + 1,
        ) from None
    except RecursionError:
        raise InvalidNotation("this is nested too deeply for a game") from None
    except ValueError:
        raise InvalidNotation("a number in it has too many digits") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise InvalidNotation(f"the field {show(twice)} stands twice in one object", token=twice)
    return made


def _no_number(word: str) -> Any:
    raise InvalidNotation(f"{word} is no number", token=word)


def show(value: Any) -> str:
    """Return a value for a message: as JSON on one line, and not too long."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, str):
        shortened = value if len(value) <= _LONGEST_SHOWN else value[:_LONGEST_SHOWN] + "..."
        return repr(shortened)
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    shown = str(value)
    return shown if len(shown) <= _LONGEST_SHOWN else shown[:_LONGEST_SHOWN] + "..."


def json_object(
    value: Any, where: str, fields: Collection[str], required: Collection[str] = ()
) -> dict[str, Any]:
    """Return an object that has only these fields, the required ones among them."""
    if not isinstance(value, dict):
        raise InvalidNotation(f"{where}: an object is needed, not {show(value)}")
    for name in required:
        if name not in value:
            raise InvalidNotation(f"{where}: the field {name} is missing")
    for name in value:
        if name not in fields:
            raise InvalidNotation(
                f"{where}: there is no field {show(name)} in this notation{nearest(name, fields)}",
                token=name,
            )
    return value


def json_list(value: Any, where: str) -> list[Any]:
    """Return a list."""
    if not isinstance(value, list):
        raise InvalidNotation(f"{where}: a list is needed, not {show(value)}")
    return value


def text(value: Any, where: str, limit: int | None = None) -> str:
    """Return a string of at most `limit` characters."""
    if not isinstance(value, str):
        raise InvalidNotation(f"{where}: a text is needed, not {show(value)}")
    if limit is not None and len(value) > limit:
        raise InvalidNotation(
            f"{where}: {show(value)} has {len(value)} characters, at most {limit} are allowed"
        )
    return value


def integer(value: Any, where: str, low: int | None = None, high: int | None = None) -> int:
    """Return a whole number within its range."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise InvalidNotation(f"{where}: a whole number is needed, not {show(value)}")
    if (low is not None and value < low) or (high is not None and value > high):
        allowed = f"{low} or more" if high is None else f"{low} to {high}"
        raise InvalidNotation(f"{where}: {show(value)} is out of range, allowed is {allowed}")
    return value


def boolean(value: Any, where: str) -> bool:
    """Return true or false."""
    if not isinstance(value, bool):
        raise InvalidNotation(f"{where}: true or false is needed, not {show(value)}")
    return value

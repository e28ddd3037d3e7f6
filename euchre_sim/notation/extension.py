"""What this program says in a game file beyond the notation, in places meant for remarks.

The notation allows no fields but its own. What it has none for stands as a JSON object behind the
words ``Euchre-sim:``, so that the file stays valid and other programs see a remark:

- of a game, as the last line of the description: ``rules`` (options by name), ``initialScore`` and
  ``finalScore`` (of three players);
- of a deal, as a note (`callAnnotations`) on its last call: ``call`` (``NTL`` or ``MIS`` for a last
  call that is written as ``x``), ``alone`` (the seat that plays alone and did not call) and
  ``exchanges`` (for every entry of `cardExchanges` its ``kind``, as in
  `euchre_sim.records.Exchange`, and ``putDown``, the cards that the receiver put down).
"""

from __future__ import annotations

import json
from typing import Any

from euchre_sim.errors import InvalidNotation
from euchre_sim.notation.shapes import integer, json_object, parse_json, text

__all__ = ["of_deal", "of_game", "with_deal_facts", "with_game_facts"]

MARK = "Euchre-sim: {"
_LONGEST, _HIGHEST = 40, 1000  # of an option's value
_OF_GAME = ("rules", "initialScore", "finalScore")
_OF_DEAL = ("call", "alone", "exchanges")


def of_game(remarks: dict[str, Any]) -> dict[str, Any]:
    """Take what is said of a game out of its description."""
    lines = remarks.get("description", "").split("\n")
    if not lines[-1].startswith(MARK):
        return {}
    facts = _parsed(lines.pop(), "metadata, description", _OF_GAME)
    if lines:
        remarks["description"] = "\n".join(lines)
    else:
        del remarks["description"]
    if "rules" in facts and not isinstance(facts["rules"], dict):
        raise InvalidNotation("metadata, description: rules are an object of options")
    for name, value in facts.get("rules", {}).items():
        place = f"metadata, description, {name[:_LONGEST]}"
        if isinstance(value, str):
            text(value, place, _LONGEST)
        elif not isinstance(value, bool):
            integer(value, place, 0, _HIGHEST)
    return facts


def with_game_facts(metadata: dict[str, Any], facts: dict[str, Any]) -> None:
    """Put what is to be said of a game behind its description."""
    if facts:
        lines = [metadata["description"]] if "description" in metadata else []
        metadata["description"] = "\n".join([*lines, _written(facts)])


def of_deal(remarks: dict[str, Any], where: str) -> dict[str, Any]:
    """Take what is said of a deal out of the notes on its calls."""
    place = f"{where}, callAnnotations"
    notes: dict[str, list[str]] = remarks.get("callAnnotations", {})
    found = [note for on_call in notes.values() for note in on_call if note.startswith(MARK)]
    if not found:
        return {}
    if len(found) > 1:
        raise InvalidNotation(f"{place}: there are two notes that begin with {MARK[:-2]}")
    left = {
        call: [note for note in on_call if note not in found]
        for call, on_call in notes.items()
        if on_call != found
    }
    if left:
        remarks["callAnnotations"] = left
    else:
        del remarks["callAnnotations"]
    facts = _parsed(found[0], place, _OF_DEAL)
    if "call" in facts:
        text(facts["call"], f"{place}, call")
    return facts


def with_deal_facts(bidding: dict[str, Any], facts: dict[str, Any]) -> None:
    """Put what is to be said of a deal on its last call."""
    if facts:
        notes = dict(bidding.get("callAnnotations", {}))
        call = str(max(len(bidding["calls"]) - 1, 0))
        notes[call] = [*notes.get(call, ()), _written(facts)]
        bidding["callAnnotations"] = notes


def _written(facts: dict[str, Any]) -> str:
    return MARK[:-1] + json.dumps(facts, separators=(",", ":"))


def _parsed(line: str, where: str, fields: tuple[str, ...]) -> dict[str, Any]:
    try:
        value = parse_json(line[len(MARK) - 1 :])
    except InvalidNotation as error:
        raise InvalidNotation(f"{where}: behind {MARK[:-2]} {error}") from None
    return json_object(value, where, fields)

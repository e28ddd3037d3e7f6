"""Notes on decisions, put into a game file that otherwise stays as it was."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from euchre_sim.errors import InvalidNotation
from euchre_sim.notation.reading import read_egn
from euchre_sim.notation.shapes import parse_json
from euchre_sim.records import DealRecord, GameRecord, replay
from euchre_sim.rules import HouseRules

__all__ = ["annotate_egn"]

_MOST_NOTES, _LONGEST = 50, 1024
_FIELDS = {"EUCHRE_BIDDING": "callAnnotations", "TRICK_PLAY": "playAnnotations"}


def annotate_egn(
    data: str | bytes, notes: Mapping[tuple[int, int], str], game: GameRecord | None = None
) -> bytes:
    """Add notes to the decisions of a game file.

    A call and a card have places of their own in the format: a call its number from 0
    (`callAnnotations`), a card its number from 0 in the deal (`playAnnotations`).  What the dealer
    put down, who plays or defends alone before the first lead and cards that change hands after the
    call have none; notes on them stand with the last call.  Notes on a farmer's hand stand with the
    first.

    Parameters
    ----------
    data
        The file.
    notes
        What to say of a decision; the key is the deal's number from 0 and the decision's number
        in its replay from 1.  A note may begin with one of the format's labels, ``[?]``.
    game
        The game as it was read, if that was not by the file's own rules.

    Returns
    -------
    bytes
        The file with these notes, behind those that it had; one that is there already is not
        added again.  Everything else is as it was, line breaks within lists apart.

    Raises
    ------
    InvalidNotation
        If the file is none of this notation, it has no such decision, or a note is too long.
    IllegalAction
        If the game cannot have happened.
    """
    game = game or read_egn(data)
    text = data if isinstance(data, str) else data.decode("utf-8-sig")
    document = parse_json(text)
    places = [_places(deal, game.rules) for deal in game.deals]
    for (deal, number), note in sorted(notes.items()):
        if not (0 <= deal < len(places) and 1 <= number <= len(places[deal])):
            raise InvalidNotation(f"there is no decision {number} in deal {deal + 1} to note on")
        if len(note) > _LONGEST:
            raise InvalidNotation(
                f"a note has at most {_LONGEST} characters, this one {len(note)}", token=note
            )
        kind, key = places[deal][number - 1]
        _add(document["deals"][deal]["phases"], kind, key, note)
    indent = re.match(r"\s*\{\r?\n([ ]*)", text)
    written = json.dumps(
        document, indent=len(indent[1]) if indent else None, ensure_ascii=False, allow_nan=False
    )
    return (written + "\n" * text.endswith("\n")).encode()


def _places(deal: DealRecord, rules: HouseRules) -> list[tuple[str, str]]:
    """Return the phase and key under which a note on each decision stands."""
    places = []
    n_cards = n_calls = 0
    for decision in replay(deal, rules).decisions:
        if decision.phase == "play":
            places.append(("TRICK_PLAY", str(n_cards)))
            n_cards += 1
            continue
        n_calls += decision.phase == "call"
        places.append(("EUCHRE_BIDDING", str(max(n_calls - 1, 0))))
    return places


def _add(phases: list[dict[str, Any]], kind: str, key: str, note: str) -> None:
    """Add a note to a phase of a deal."""
    field = _FIELDS[kind]
    phase = next(phase for phase in phases if phase["type"] == kind)
    there = phase.setdefault(field, {}).setdefault(key, [])
    if note in there:
        return
    if len(there) == _MOST_NOTES:
        raise InvalidNotation(f"{field} {key}: there are {_MOST_NOTES} notes, no more are allowed")
    there.append(note)

"""From a record of a game to the text of a game file."""

from __future__ import annotations

import json
from typing import Any

from euchre_sim.errors import InvalidNotation
from euchre_sim.notation.reading import CALLS, CARDS, FILE_TYPE, read_egn
from euchre_sim.notation.ruleset import write_ruleset
from euchre_sim.records.deal import DealRecord, GameRecord, RecordedCard

__all__ = ["to_egn"]

_VERSION = "1.4"
_MOST_DEALS = 100


def to_egn(game: GameRecord, *, indent: int | None = 1) -> str:
    """Write a game in Euchre Game Notation.

    Parameters
    ----------
    game
        The game.
    indent
        Number of spaces to indent by; None puts everything on one line.

    Returns
    -------
    str
        Text that the notation's schema accepts and that reads back to the same game. House rules
        that the notation has no field for are not in it.

    Raises
    ------
    InvalidNotation
        If the notation cannot say what the game holds.
    """
    if len(game.deals) > _MOST_DEALS:
        raise InvalidNotation(
            f"a file of this notation holds {_MOST_DEALS} deals, and the game has {len(game.deals)}"
        )
    remarks = dict(game.remarks)
    final_score = remarks.pop("finalScore", None)
    metadata: dict[str, Any] = {
        **{name: value for name, value in remarks.items() if name != "players"},
        "players": remarks.get("players", list(game.players)),
        "initialScore": list(game.initial),
    }
    if final_score is not None:
        metadata["finalScore"] = list(final_score)
    metadata["ruleset"] = write_ruleset(game.rules, game.to_target, game.deal_limit)
    document = {
        "fileType": FILE_TYPE,
        "version": _VERSION,
        "metadata": metadata,
        "deals": [_deal(deal, index) for index, deal in enumerate(game.deals)],
    }
    written = json.dumps(document, indent=indent, allow_nan=False)
    read_egn(written)  # names too long, scores below zero and the like
    return written


def _deal(deal: DealRecord, index: int) -> dict[str, Any]:
    where = f"deal {index + 1}"
    state: dict[str, Any] = {"dealer": deal.dealer, "upCard": _card(deal.upcard, where)}
    if deal.hands:
        state["playerCards"] = [[_card(card, where) for card in hand] for hand in deal.hands]
    bidding: dict[str, Any] = {
        "phaseNumber": 0,
        "type": "EUCHRE_BIDDING",
        "calls": [_call(call, where) for call in deal.calls],
        "isAlone": _is_alone(deal, where),
    }
    if deal.lone_defender is not None:
        bidding["aloneDefender"] = deal.lone_defender
    if deal.discard is not None:
        bidding["discard"] = _card(deal.discard, where)
    play: dict[str, Any] = {
        "phaseNumber": 1,
        "type": "TRICK_PLAY",
        "tricks": [[_card(card, where) for card in trick] for trick in deal.tricks],
    }
    for phase, name in ((bidding, "callAnnotations"), (play, "playAnnotations")):
        if name in deal.remarks:
            phase[name] = deal.remarks[name]
    written: dict[str, Any] = {
        "dealNumber": deal.remarks.get("dealNumber", index),
        "initialState": state,
        "phases": [bidding, play] if deal.tricks or "playAnnotations" in play else [bidding],
    }
    if "alternativeLines" in deal.remarks:
        written["alternativeLines"] = deal.remarks["alternativeLines"]
    return written


def _card(card: RecordedCard, where: str) -> str:
    if card.egn not in CARDS:
        raise InvalidNotation(f"{where}: this notation has no form for {card.egn}", token=card.egn)
    return card.egn


def _call(call: str, where: str) -> str:
    if call not in CALLS:
        raise InvalidNotation(f"{where}: this notation has no call {call!r}", token=call)
    return call


def _is_alone(deal: DealRecord, where: str) -> bool:
    """Whether the maker plays alone, which is all that the notation can say."""
    if deal.alone is None:
        return False
    caller = next((i for i, call in enumerate(deal.calls) if call != "Pass"), None)
    if caller is None or deal.alone != (deal.dealer + 1 + caller) % 4:
        raise InvalidNotation(
            f"{where}: seat {deal.alone} plays alone and did not make trump, "
            "which this notation cannot say"
        )
    return True

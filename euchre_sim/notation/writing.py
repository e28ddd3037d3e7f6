"""From a record of a game to the text of a game file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from euchre_sim.cards import JOKER
from euchre_sim.errors import InvalidNotation
from euchre_sim.notation.reading import (
    CALLS,
    FILE_TYPE,
    JOKER_TEXT,
    caller,
    cards_of,
    read_egn,
)
from euchre_sim.notation.ruleset import write_ruleset
from euchre_sim.records.deal import DealRecord, GameRecord, RecordedCard
from euchre_sim.rules import HouseRules

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
        "initialScore": _score(game.initial, "initialScore"),
    }
    if final_score is not None:
        metadata["finalScore"] = _score(final_score, "finalScore")
    metadata["ruleset"] = write_ruleset(game.rules, game.to_target, game.deal_limit)
    document = {
        "fileType": FILE_TYPE,
        "version": _VERSION,
        "metadata": metadata,
        "deals": [_deal(deal, index, game.rules) for index, deal in enumerate(game.deals)],
    }
    written = json.dumps(document, indent=indent, allow_nan=False)
    read_egn(written)  # names too long, scores below zero and the like
    return written


def _score(score: Sequence[int], where: str) -> list[int]:
    """Two numbers, which is all that the notation has room for."""
    if len(score) > 2 and not any(score):
        return [0, 0]
    if len(score) > 2:
        raise InvalidNotation(
            f"{where}: this notation has no form for the scores of {len(score)} sides"
        )
    return list(score)


def _deal(deal: DealRecord, index: int, rules: HouseRules) -> dict[str, Any]:
    where = f"deal {index + 1}"

    def written_card(card: RecordedCard) -> str:
        return _card(card, where, rules)

    state: dict[str, Any] = {"dealer": deal.dealer, "upCard": written_card(deal.upcard)}
    if deal.hands:
        state["playerCards"] = [[written_card(card) for card in hand] for hand in deal.hands]
    bidding: dict[str, Any] = {
        "phaseNumber": 0,
        "type": "EUCHRE_BIDDING",
        "calls": [_call(call, where) for call in deal.calls],
        "isAlone": _is_alone(deal, where, rules.players),
    }
    if deal.lone_defender is not None:
        bidding["aloneDefender"] = deal.lone_defender
    if deal.discard is not None:
        bidding["discard"] = written_card(deal.discard)
    play: dict[str, Any] = {
        "phaseNumber": 1,
        "type": "TRICK_PLAY",
        "tricks": [[written_card(card) for card in trick] for trick in deal.tricks],
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


def _card(card: RecordedCard, where: str, rules: HouseRules) -> str:
    token = JOKER_TEXT if card == JOKER else card.egn
    if token not in cards_of(rules):
        raise InvalidNotation(f"{where}: this notation has no form for {card.egn}", token=card.egn)
    return token


def _call(call: str, where: str) -> str:
    if call not in CALLS:
        raise InvalidNotation(f"{where}: this notation has no call {call!r}", token=call)
    return call


def _is_alone(deal: DealRecord, where: str, players: int) -> bool:
    """Whether the maker plays alone, which is all that the notation can say."""
    if deal.alone is None:
        return False
    if deal.alone != caller(deal.calls, deal.dealer, deal.upcard, players):
        raise InvalidNotation(
            f"{where}: seat {deal.alone} plays alone and did not make trump, "
            "which this notation cannot say"
        )
    return True

"""From a record of a game to the text of a game file."""

from __future__ import annotations

import json
from typing import Any

from euchre_sim.errors import InvalidNotation
from euchre_sim.notation.card_texts import written_card
from euchre_sim.notation.exchanges import exchange_facts, written_exchanges
from euchre_sim.notation.extension import with_deal_facts, with_game_facts
from euchre_sim.notation.reading import (
    CALLS,
    EXTENDED_CALLS,
    FILE_TYPE,
    UNKNOWN_CALL,
    caller,
    read_egn,
)
from euchre_sim.notation.ruleset import unwritable_options, write_ruleset
from euchre_sim.records.deal import DealRecord, GameRecord, RecordedCard
from euchre_sim.rule_options import value_text
from euchre_sim.rules import HouseRules

__all__ = ["extensions", "to_egn"]

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
        Text that the notation's schema accepts and that reads back to the same game. What the
        notation has no field for (`extensions`) stands in remarks that other programs pass over.

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
    facts = _game_facts(game)
    metadata: dict[str, Any] = {
        **{name: value for name, value in remarks.items() if name != "players"},
        "players": remarks.get("players", list(game.players)),
        "initialScore": [0, 0] if len(game.initial) > 2 else list(game.initial),
    }
    if final_score is not None and "finalScore" not in facts:
        metadata["finalScore"] = list(final_score)
    with_game_facts(metadata, facts)
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


def extensions(game: GameRecord) -> tuple[str, ...]:
    """Name what a file of a game says in words that only this program reads.

    They stand where the notation has room for remarks: `euchre_sim.notation` tells how.
    """
    named = [
        f"{name}={value_text(value)}" for name, value in unwritable_options(game.rules).items()
    ]
    if _game_facts(game).keys() - {"rules"}:
        named.append("the scores of three players")
    facts = [_deal_facts(deal, game.rules, "") for deal in game.deals]
    for key, what in (
        ("call", "calls of low no trump or misere"),
        ("alone", "who plays alone without having called"),
        ("exchanges", "cards put down in exchanges"),
    ):
        if any(key in one for one in facts):
            named.append(what)
    return tuple(named)


def _game_facts(game: GameRecord) -> dict[str, Any]:
    """Return what the notation has no field for: options, and scores of more than two."""
    facts: dict[str, Any] = {}
    options = unwritable_options(game.rules)
    if options:
        facts["rules"] = options
    final = game.remarks.get("finalScore", ())
    for name, score in (("initialScore", game.initial), ("finalScore", final)):
        if len(score) > 2 and (any(score) or name == "finalScore"):
            facts[name] = list(score)
    return facts


def _deal_facts(deal: DealRecord, rules: HouseRules, where: str) -> dict[str, Any]:
    """Return what the notation has no field for in a deal."""
    facts = exchange_facts(deal, where, rules)
    if deal.calls and deal.calls[-1] in EXTENDED_CALLS:
        facts["call"] = deal.calls[-1]
    maker = caller(deal.calls, deal.dealer, deal.upcard, rules.players)
    if deal.alone not in (None, maker):
        facts["alone"] = deal.alone
    return facts


def _deal(deal: DealRecord, index: int, rules: HouseRules) -> dict[str, Any]:
    where = f"deal {index + 1}"

    def written(card: RecordedCard) -> str:
        return written_card(card, where, rules)

    state: dict[str, Any] = {"dealer": deal.dealer, "upCard": written(deal.upcard)}
    if deal.hands:
        state["playerCards"] = [[written(card) for card in hand] for hand in deal.hands]
    bidding: dict[str, Any] = {
        "phaseNumber": 0,
        "type": "EUCHRE_BIDDING",
        "calls": [_call(call, where) for call in deal.calls],
        "isAlone": deal.alone is not None,
    }
    if deal.lone_defender is not None:
        bidding["aloneDefender"] = deal.lone_defender
    if deal.discard is not None:
        bidding["discard"] = written(deal.discard)
    if deal.exchanges:
        bidding["cardExchanges"] = written_exchanges(deal, where, rules)
    play: dict[str, Any] = {
        "phaseNumber": 1,
        "type": "TRICK_PLAY",
        "tricks": [[written(card) for card in trick] for trick in deal.tricks],
    }
    for phase, name in ((bidding, "callAnnotations"), (play, "playAnnotations")):
        if name in deal.remarks:
            phase[name] = deal.remarks[name]
    with_deal_facts(bidding, _deal_facts(deal, rules, where))
    made: dict[str, Any] = {
        "dealNumber": deal.remarks.get("dealNumber", index),
        "initialState": state,
        "phases": [bidding, play] if deal.tricks or "playAnnotations" in play else [bidding],
    }
    if "alternativeLines" in deal.remarks:
        made["alternativeLines"] = deal.remarks["alternativeLines"]
    return made


def _call(call: str, where: str) -> str:
    """Return a call as a file has it; one that the notation does not know is written as unknown."""
    if call in EXTENDED_CALLS:
        return UNKNOWN_CALL
    if call not in CALLS:
        raise InvalidNotation(f"{where}: this notation has no call {call!r}", token=call)
    return call

"""From the text of a game file to a record of the game.

Form is checked here, against the published schema; whether the game can have happened is the
replay's business.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from euchre_sim.cards import JOKER
from euchre_sim.errors import InvalidNotation, RuleConflict
from euchre_sim.notation.card_texts import cards_of, read_card, read_cards
from euchre_sim.notation.exchanges import read_exchanges
from euchre_sim.notation.extension import of_deal, of_game
from euchre_sim.notation.ruleset import FileRules, check_ruleset, read_ruleset
from euchre_sim.notation.shapes import (
    boolean,
    integer,
    json_list,
    json_object,
    parse_json,
    show,
    text,
)
from euchre_sim.records.deal import DealRecord, GameRecord, RecordedCard
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import sides

__all__ = ["CALLS", "EXTENDED_CALLS", "FILE_TYPE", "UNKNOWN_CALL", "caller", "read_egn"]

FILE_TYPE = "Euchre Game Notation"
_VERSION = re.compile(r"1\.[234](\.[0-9]+)?")
_HIGHEST_SCORE = 999

_DOCUMENT = frozenset({"fileType", "version", "metadata", "deals"})
_METADATA = frozenset(
    {
        *("gameId", "title", "description", "players", "initialScore", "finalScore"),
        *("date", "ruleset"),
    }
)
_LONGEST = {"gameId": 64, "title": 128, "description": 1024, "date": 64}
_PLAYER = frozenset({"id", "name", "playerIds"})
_DEAL = frozenset({"dealNumber", "initialState", "phases", "alternativeLines"})
_STATE = frozenset({"dealer", "upCard", "playerCards"})
_BIDDING = frozenset(
    {
        *("phaseNumber", "type", "calls", "isAlone", "aloneDefender", "discard"),
        *("cardExchanges", "callAnnotations"),
    }
)
_PLAY = frozenset({"phaseNumber", "type", "tricks", "isAlone", "playAnnotations"})

CALLS = ("Pass", "Order", "c", "d", "s", "h", "n")
UNKNOWN_CALL = "x"
EXTENDED_CALLS = ("NTL", "MIS")


def caller(calls: Sequence[str], dealer: int, upcard: RecordedCard, players: int) -> int | None:
    """Return the seat whose call made trump; None if nobody has made it."""
    for turn, call in enumerate(calls):
        if call != "Pass":
            named = turn == 0 and upcard == JOKER and call != "Order"  # by the dealer, at once
            return dealer if named else (dealer + 1 + turn) % players
    return None


def read_egn(
    source: str | bytes, rules: HouseRules | None = None, settings: Sequence[str] = ()
) -> GameRecord:
    """Read a game in Euchre Game Notation.

    Parameters
    ----------
    source
        The text of the file.
    rules
        Rules to go by instead of the file's own; a game then goes to the target score.
    settings
        What to change in the file's own rules, each as ``option=value``.

    Returns
    -------
    GameRecord
        The game, as far as its form can tell.

    Raises
    ------
    InvalidNotation
        If the text is not in this notation, or uses a part of it that this program does not have.
    RuleConflict
        If the file's rules are out of this program's range, or the settings contradict them.
    """
    document = json_object(parse_json(source), "the file", _DOCUMENT)
    if document.get("fileType", FILE_TYPE) != FILE_TYPE:
        raise InvalidNotation(f"fileType is {show(document['fileType'])}, not {FILE_TYPE!r}")
    json_object(document, "the file", _DOCUMENT, ("fileType", "version", "metadata", "deals"))
    version = text(document["version"], "version")
    if not _VERSION.fullmatch(version):
        raise InvalidNotation(f"version {show(version)} is none of those read here, 1.2 to 1.4")
    metadata = json_object(document["metadata"], "metadata", _METADATA, ("players", "initialScore"))
    ruleset = check_ruleset(metadata.get("ruleset", {}), "ruleset")
    remarks: dict[str, Any] = {
        name: text(metadata[name], f"metadata, {name}", limit)
        for name, limit in _LONGEST.items()
        if name in metadata
    }
    extension = of_game(remarks)
    if rules is None:
        given = read_ruleset(ruleset)
        if "rules" in extension:
            given = given._replace(rules=_extended(given.rules, extension["rules"]))
        rules = _with_settings(given.rules, tuple(settings)) if settings else given.rules
    else:
        given = FileRules(rules, True, 0)
    players, detailed = _players(metadata["players"], rules.players)
    if detailed:
        remarks["players"] = metadata["players"]
    initial, final = (
        extension.get(name, metadata.get(name)) for name in ("initialScore", "finalScore")
    )
    if final is not None:
        remarks["finalScore"] = _score(final, "finalScore", rules)
    deals = json_list(document["deals"], "deals")
    return GameRecord(
        deals=tuple([_deal(deal, number, rules) for number, deal in enumerate(deals, 1)]),
        rules=rules,
        initial=_score(initial, "initialScore", rules),
        players=players,
        to_target=given.to_target,
        deal_limit=given.deal_limit,
        remarks=remarks,
    )


def _extended(rules: HouseRules, options: dict[str, Any]) -> HouseRules:
    """Return a file's rules with the options that its ruleset has no field for."""
    try:
        return rules.replace(**options)
    except RuleConflict as error:
        raise RuleConflict(
            f"the rules in the description do not fit this program: {error}", options=error.options
        ) from None


@lru_cache(maxsize=64)
def _with_settings(rules: HouseRules, settings: tuple[str, ...]) -> HouseRules:
    return rules.with_settings(settings)


def _score(value: Any, where: str, rules: HouseRules) -> tuple[int, ...]:
    """Return a number for each side; three players may write 0, 0, as only two fit the schema."""
    score, n = json_list(value, where), len(sides(rules))
    if n > 2 and score == [0, 0]:
        return (0,) * n
    if len(score) != n:
        needed = "two numbers are needed, one for each side"
        if n > 2:
            needed = "three numbers are needed, one for each player"
        raise InvalidNotation(f"{where}: {needed}")
    return tuple([integer(points, where, 0, _HIGHEST_SCORE) for points in score])


def _players(value: Any, seats: int) -> tuple[tuple[str, ...], bool]:
    """Return the names, and whether more is told of the players than that."""
    names, detailed = [], False
    for seat, player in enumerate(json_list(value, "players")):
        where = f"player {seat}"
        if isinstance(player, dict):
            detailed = True
            json_object(player, where, _PLAYER, ("name",))
            text(player.get("id", ""), f"{where}, id", 64)
            for entry in json_list(player.get("playerIds", []), f"{where}, playerIds"):
                json_object(entry, f"{where}, playerIds", ("id", "source"), ("id", "source"))
                for field, content in entry.items():
                    text(content, f"{where}, playerIds, {field}", 64)
        name = player["name"] if isinstance(player, dict) else player
        names.append(text(name, where, 64))
    if len(names) > seats:
        raise InvalidNotation(f"there are {len(names)} players, and this game has {seats}")
    return tuple(names), detailed


# --- a deal ---


def _deal(value: Any, number: int, rules: HouseRules) -> DealRecord:
    where, cards = f"deal {number}", cards_of(rules)
    if isinstance(value, str):
        raise InvalidNotation(
            f"{where}: it is packed into one string, and only deals written out are read here"
        )
    deal = json_object(value, where, _DEAL, ("dealNumber", "initialState", "phases"))
    remarks: dict[str, Any] = {}
    if integer(deal["dealNumber"], f"{where}, dealNumber", 0) != number - 1:
        remarks["dealNumber"] = deal["dealNumber"]
    state = json_object(
        deal["initialState"], f"{where}, initialState", _STATE, ("dealer", "upCard")
    )
    dealer = integer(state["dealer"], f"{where}, dealer", 0, rules.players - 1)
    hands: tuple[tuple[RecordedCard, ...], ...] = ()
    if "playerCards" in state:
        hands = tuple(
            [
                read_cards(hand, f"{where}, hand of seat {seat}", cards)
                for seat, hand in enumerate(
                    json_list(state["playerCards"], f"{where}, playerCards")
                )
            ]
        )
    bidding, play = _phases(deal["phases"], where)
    if "alternativeLines" in deal:
        _check_side_lines(deal["alternativeLines"], where, rules)
        remarks["alternativeLines"] = deal["alternativeLines"]
    for phase, name in ((bidding, "callAnnotations"), (play, "playAnnotations")):
        if name in phase:
            remarks[name] = phase[name]
    extension = of_deal(remarks, where)
    calls = _calls(bidding, where, rules, extension.get("call"))
    upcard = read_card(state["upCard"], f"{where}, upCard", cards)
    maker = caller(calls, dealer, upcard, rules.players)
    alone = _lone_maker(bidding, play, where, maker)
    if "alone" in extension:
        alone = integer(extension["alone"], f"{where}, alone", 0, rules.players - 1)
    discard = None
    if "discard" in bidding:
        discard = read_card(bidding["discard"], f"{where}, discard", cards)
    return DealRecord(
        dealer=dealer,
        upcard=upcard,
        calls=calls,
        alone=alone,
        lone_defender=_lone_defender(bidding, where, rules.players),
        discard=discard,
        tricks=_tricks(play, where, cards),
        hands=hands,
        exchanges=read_exchanges(bidding, extension, where, rules),
        remarks=remarks,
    )


def _phases(value: Any, where: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the bidding and the play, either of them empty where it is not recorded."""
    found: dict[str, dict[str, Any]] = {}
    for place, phase in enumerate(json_list(value, f"{where}, phases"), 1):
        name = f"{where}, phase {place}"
        kind = phase.get("type") if isinstance(phase, dict) else None
        if kind == "EUCHRE_BIDDING":
            json_object(phase, name, _BIDDING, ("phaseNumber", "calls"))
        elif kind == "TRICK_PLAY":
            json_object(phase, name, _PLAY, ("phaseNumber", "tricks"))
        else:
            json_object(phase, name, _BIDDING | _PLAY, ("type",))
            raise InvalidNotation(
                f"{name}: its type is {show(kind)}, neither EUCHRE_BIDDING nor TRICK_PLAY"
            )
        integer(phase["phaseNumber"], f"{name}, phaseNumber")
        if kind in found:
            raise InvalidNotation(f"{name}: this is the second phase of type {kind}")
        if kind == "EUCHRE_BIDDING" and found:
            raise InvalidNotation(f"{name}: the bidding stands after the play")
        for field in ("callAnnotations", "playAnnotations"):
            if field in phase:
                _check_annotations(phase[field], f"{name}, {field}")
        found[kind] = phase
    return found.get("EUCHRE_BIDDING", {}), found.get("TRICK_PLAY", {})


def _calls(
    bidding: dict[str, Any], where: str, rules: HouseRules, extended: str | None = None
) -> tuple[str, ...]:
    """Return the calls; `extended` is what the last of them was where that is written as x."""
    known = CALLS if "NT" in rules.contracts else CALLS[:-1]
    calls = list(json_list(bidding.get("calls", []), f"{where}, calls"))
    stands = extended in EXTENDED_CALLS and calls[-1:] == [UNKNOWN_CALL]
    if extended is not None and not stands:
        raise InvalidNotation(
            f"{where}: {show(extended)} cannot stand for the last call, only "
            f"{' or '.join(EXTENDED_CALLS)} can and only for {UNKNOWN_CALL!r}"
        )
    if stands:
        calls.pop()
    for number, call in enumerate(calls, 1):
        place = f"{where}, call {number}"
        if text(call, place) in known:
            continue
        if call == "n":
            raise InvalidNotation(f"{place}: 'n', no trump, is not played here", token=call)
        if call == UNKNOWN_CALL:
            raise InvalidNotation(
                f"{place}: 'x', a call that is not known, leaves nothing to replay", token=call
            )
        raise InvalidNotation(
            f"{place}: {show(call)} is no call; calls are {', '.join(known[:-1])} and {known[-1]}",
            token=call,
        )
    return tuple([*calls, extended] if extended is not None else calls)


def _lone_maker(
    bidding: dict[str, Any], play: dict[str, Any], where: str, maker: int | None
) -> int | None:
    """Return the seat of a maker who plays alone; both phases may say so."""
    alone = [boolean(phase.get("isAlone", False), f"{where}, isAlone") for phase in (bidding, play)]
    if not any(alone):
        return None
    if maker is None:
        raise InvalidNotation(f"{where}: isAlone is true, but nobody has made trump")
    return maker


def _lone_defender(bidding: dict[str, Any], where: str, players: int) -> int | None:
    seat = integer(bidding.get("aloneDefender", -1), f"{where}, aloneDefender", -1, players - 1)
    return None if seat < 0 else seat


def _tricks(
    play: dict[str, Any], where: str, cards: dict[str, RecordedCard]
) -> tuple[tuple[RecordedCard, ...], ...]:
    tricks = json_list(play.get("tricks", []), f"{where}, tricks")
    return tuple(
        [
            read_cards(trick, f"{where}, trick {number}", cards)
            for number, trick in enumerate(tricks, 1)
        ]
    )


# --- what is carried along unread ---


def _check_annotations(value: Any, where: str) -> None:
    if not isinstance(value, dict):
        raise InvalidNotation(f"{where}: an object is needed, not {show(value)}")
    for key, remarks in value.items():
        if not re.fullmatch("[0-9]+", key):
            raise InvalidNotation(f"{where}: {show(key)} is no number of a call or card")
        for remark in json_list(remarks, where):
            text(remark, where, 1024)


def _check_side_lines(value: Any, where: str, rules: HouseRules) -> None:
    for number, line in enumerate(json_list(value, f"{where}, alternativeLines"), 1):
        place = f"{where}, alternative line {number}"
        fields = ("branchIndex", "phases")
        json_object(line, place, fields, fields)
        integer(line["branchIndex"], place, 0)
        for phase in line["phases"] if isinstance(line["phases"], list) else [None]:
            bidding, play = _phases([phase], place)
            _calls(bidding, place, rules)
            _tricks(play, place, cards_of(rules))

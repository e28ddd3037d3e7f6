"""From the text of a game file to a record of the game.

Form is checked here, against the published schema; whether the game can have happened is the
replay's business.
"""

from __future__ import annotations

import re
from typing import Any

from euchre_sim.cards import JOKER, Card, Suit, parse_card
from euchre_sim.errors import InvalidNotation
from euchre_sim.look_alikes import foreign_character
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
from euchre_sim.records.deal import DealRecord, GameRecord, HiddenCard, RecordedCard
from euchre_sim.rules import HouseRules

__all__ = ["CALLS", "CARDS", "FILE_TYPE", "read_egn"]

FILE_TYPE = "Euchre Game Notation"
_VERSION = re.compile(r"1\.[234](\.[0-9]+)?")
_SEATS = 4
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

CALLS = frozenset({"Pass", "Order", "c", "d", "s", "h"})


def _all_cards() -> dict[str, RecordedCard]:
    """Return every card that can be written, by its text; N is another nine."""
    cards: dict[str, RecordedCard] = {}
    for suit in Suit:
        for letter in (suit.letter, suit.letter.lower()):
            for rank in "789TJQKA":
                cards[rank + letter] = Card.of(suit, rank)
            cards["N" + letter] = Card.of(suit, "9")
            cards["X" + letter] = HiddenCard(suit=suit)
    for rank in "789TJQKA":
        cards[rank + "x"] = HiddenCard(rank=rank)
    cards["Nx"] = cards["9x"]
    cards["Xx"] = HiddenCard()
    return cards


CARDS = _all_cards()


def read_egn(source: str | bytes, rules: HouseRules | None = None) -> GameRecord:
    """Read a game in Euchre Game Notation.

    Parameters
    ----------
    source
        The text of the file.
    rules
        Rules to go by instead of the file's own; a game then goes to the target score.

    Returns
    -------
    GameRecord
        The game, as far as its form can tell.

    Raises
    ------
    InvalidNotation
        If the text is not in this notation, or uses a part of it that this program does not have.
    RuleConflict
        If the file's rules are out of this program's range.
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
    given = read_ruleset(ruleset) if rules is None else FileRules(rules, True, 0)
    remarks: dict[str, Any] = {
        name: text(metadata[name], f"metadata, {name}", limit)
        for name, limit in _LONGEST.items()
        if name in metadata
    }
    players, detailed = _players(metadata["players"])
    if detailed:
        remarks["players"] = metadata["players"]
    if "finalScore" in metadata:
        remarks["finalScore"] = _score(metadata["finalScore"], "finalScore")
    deals = json_list(document["deals"], "deals")
    return GameRecord(
        deals=tuple([_deal(deal, number) for number, deal in enumerate(deals, 1)]),
        rules=given.rules,
        initial=_score(metadata["initialScore"], "initialScore"),
        players=players,
        to_target=given.to_target,
        deal_limit=given.deal_limit,
        remarks=remarks,
    )


def _score(value: Any, where: str) -> tuple[int, ...]:
    score = json_list(value, where)
    if len(score) != 2:
        raise InvalidNotation(f"{where}: two numbers are needed, one for each side")
    return tuple([integer(points, where, 0, _HIGHEST_SCORE) for points in score])


def _players(value: Any) -> tuple[tuple[str, ...], bool]:
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
    if len(names) > _SEATS:
        raise InvalidNotation(f"there are {len(names)} players, and this program has {_SEATS}")
    return tuple(names), detailed


# --- a deal ---


def _deal(value: Any, number: int) -> DealRecord:
    where = f"deal {number}"
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
    dealer = integer(state["dealer"], f"{where}, dealer", 0, _SEATS - 1)
    hands: tuple[tuple[RecordedCard, ...], ...] = ()
    if "playerCards" in state:
        hands = tuple(
            [
                _cards(hand, f"{where}, hand of seat {seat}")
                for seat, hand in enumerate(
                    json_list(state["playerCards"], f"{where}, playerCards")
                )
            ]
        )
    bidding, play = _phases(deal["phases"], where)
    if "alternativeLines" in deal:
        _check_side_lines(deal["alternativeLines"], where)
        remarks["alternativeLines"] = deal["alternativeLines"]
    for phase, name in ((bidding, "callAnnotations"), (play, "playAnnotations")):
        if name in phase:
            remarks[name] = phase[name]
    calls = _calls(bidding, where)
    return DealRecord(
        dealer=dealer,
        upcard=_card(state["upCard"], f"{where}, upCard"),
        calls=calls,
        alone=_lone_maker(bidding, play, calls, dealer, where),
        lone_defender=_lone_defender(bidding, where),
        discard=_card(bidding["discard"], f"{where}, discard") if "discard" in bidding else None,
        tricks=_tricks(play, where),
        hands=hands,
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


def _calls(bidding: dict[str, Any], where: str) -> tuple[str, ...]:
    calls = json_list(bidding.get("calls", []), f"{where}, calls")
    for number, call in enumerate(calls, 1):
        place = f"{where}, call {number}"
        if text(call, place) in CALLS:
            continue
        if call == "n":
            raise InvalidNotation(f"{place}: 'n', no trump, is not played here", token=call)
        if call == "x":
            raise InvalidNotation(
                f"{place}: 'x', a call that is not known, leaves nothing to replay", token=call
            )
        raise InvalidNotation(
            f"{place}: {show(call)} is no call; calls are Pass, Order, c, d, s and h", token=call
        )
    if json_list(bidding.get("cardExchanges", []), f"{where}, cardExchanges"):
        raise InvalidNotation(
            f"{where}: cardExchanges (partner's best, going under) are not played here"
        )
    return tuple(calls)


def _lone_maker(
    bidding: dict[str, Any], play: dict[str, Any], calls: tuple[str, ...], dealer: int, where: str
) -> int | None:
    """Return the seat of a maker who plays alone; both phases may say so."""
    alone = [boolean(phase.get("isAlone", False), f"{where}, isAlone") for phase in (bidding, play)]
    if not any(alone):
        return None
    for turn, call in enumerate(calls):
        if call != "Pass":
            return (dealer + 1 + turn) % _SEATS
    raise InvalidNotation(f"{where}: isAlone is true, but nobody has made trump")


def _lone_defender(bidding: dict[str, Any], where: str) -> int | None:
    seat = integer(bidding.get("aloneDefender", -1), f"{where}, aloneDefender", -1, _SEATS - 1)
    return None if seat < 0 else seat


def _tricks(play: dict[str, Any], where: str) -> tuple[tuple[RecordedCard, ...], ...]:
    tricks = json_list(play.get("tricks", []), f"{where}, tricks")
    return tuple(
        [_cards(trick, f"{where}, trick {number}") for number, trick in enumerate(tricks, 1)]
    )


def _cards(value: Any, where: str) -> tuple[RecordedCard, ...]:
    try:
        return tuple([CARDS[token] for token in json_list(value, where)])
    except (KeyError, TypeError):
        return tuple([_card(token, f"{where}, card {i}") for i, token in enumerate(value, 1)])


def _card(value: Any, where: str) -> RecordedCard:
    """Read one card, or say why that is none."""
    token = text(value, where)
    if token in CARDS:
        return CARDS[token]
    try:
        meant = parse_card(token).egn
    except InvalidNotation:
        meant = ""
    if foreign := foreign_character(token):
        why = f"is no card: {foreign}"
    elif token == "B" or meant == JOKER.egn:
        why = "is the joker, which is not in this game"
    elif token in ("L", "R") or re.fullmatch(r"[78N9TJQKAX][tng]", token):
        why = "is a relative card, and only cards with their suit are read here"
    else:
        hint = f", write {meant}" if meant in CARDS else ""
        why = f"is no card of this notation{hint}; cards are written like Jh, Td or 9s"
    raise InvalidNotation(f"{where}: {show(token)} {why}", token=token)


# --- what is carried along unread ---


def _check_annotations(value: Any, where: str) -> None:
    if not isinstance(value, dict):
        raise InvalidNotation(f"{where}: an object is needed, not {show(value)}")
    for key, remarks in value.items():
        if not re.fullmatch("[0-9]+", key):
            raise InvalidNotation(f"{where}: {show(key)} is no number of a call or card")
        for remark in json_list(remarks, where):
            text(remark, where, 1024)


def _check_side_lines(value: Any, where: str) -> None:
    for number, line in enumerate(json_list(value, f"{where}, alternativeLines"), 1):
        place = f"{where}, alternative line {number}"
        fields = ("branchIndex", "phases")
        json_object(line, place, fields, fields)
        integer(line["branchIndex"], place, 0)
        for phase in line["phases"] if isinstance(line["phases"], list) else [None]:
            bidding, play = _phases([phase], place)
            _calls(bidding, place)
            _tricks(play, place)

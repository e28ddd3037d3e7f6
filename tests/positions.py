"""Deals that the engine played, cut at a decision: what the seat knew that was to decide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from euchre_sim.analysis.players import find_players
from euchre_sim.cards import Card, Suit, parse_card
from euchre_sim.engine.layout import PASS, call_bit
from euchre_sim.records.lowered import Lowered
from euchre_sim.records.position import NOBODY, Look, Position, look
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import MISERE
from tests.differential.log import (
    WINDOW,
    Decision,
    LoggedHand,
    bits,
    call_names,
    card_names,
    discard_names,
    logged_hands,
    suit_up,
)

STANDARD = HouseRules()
# Rules under which cards change hands unseen: only a first call can be asked about.
UNTOLD = {"farmers_hand": "off", "call_for_best": False, "two_hand_style": "plain"}
EVERYTHING = HouseRules(
    defend_alone=True,
    defend_alone_needs_lone_maker=False,
    alone_timing="before_first_lead",
    maker_partner_may_go_alone=True,
    dealer_pickup="optional",
    allow_no_trump=True,
    allow_no_trump_low=True,
    allow_misere=True,
)
NEEDY = HouseRules(need_trump_to_call="natural_trump", dealer_may_discard_upcard=False)


def tellable_presets() -> dict[str, HouseRules]:
    """Presets under which every decision can be asked about."""
    presets = {name: HouseRules.preset(name) for name in HouseRules.preset_names()}
    return {
        name: rules
        for name, rules in presets.items()
        if all(getattr(rules, option) == usual for option, usual in UNTOLD.items())
    }


def played_hands(rules: HouseRules, seed: int, count: int, who: str = "random") -> list[LoggedHand]:
    """Hands of a seed that were called and played, without those dealt again."""
    hands = logged_hands(find_players(who, rules), rules, seed, count)
    return [hand for hand in hands if hand.special == "none" and hand.decisions]


def seen_by(hand: LoggedHand, rules: HouseRules, at: int) -> Position:
    """What the seat knew that was to make decision `at` of a hand, from 0."""
    n, upcard = rules.players, parse_card(hand.upcard)
    seat, before = hand.decisions[at].seat, hand.decisions[:at]
    calls = []
    for i, one in enumerate(_of(before, "call")):
        named = call_names(1 + i // n, suit_up(upcard, rules))
        calls.append(next(bit for bit, word in named.items() if word == one.action))
    discard = None
    for one in _of(before, "discard"):
        if one.action == "LEAVE_UPCARD":
            discard = upcard
        elif seat == n - 1:
            discard = parse_card(one.action)
    phase = hand.decisions[at].phase
    cards = [parse_card(one.action) for one in _of(before, "play")]
    size = len(hand.active)
    return Position(
        rules=rules,
        seat=seat,
        hand=tuple(parse_card(card) for card in sorted(hand.hands[seat])),
        upcard=upcard,
        calls=tuple(calls),
        discard=discard,
        alone=_declared(before, "alone", phase in ("defend", "play")),
        lone_defender=_declared(before, "defend", phase == "play"),
        tricks=tuple(tuple(cards[i : i + size]) for i in range(0, len(cards), size or 1)),
    )


def _of(decisions: Sequence[Decision], phase: str) -> list[Decision]:
    return [one for one in decisions if one.phase == phase]


def _declared(before: Sequence[Decision], phase: str, settled: bool) -> int | None:
    asked = _of(before, phase)
    for one in asked:
        if one.action == "YES":
            return one.seat
    return NOBODY if asked and settled else None


def every_decision(
    rules: HouseRules, seed: int, count: int, who: str = "random"
) -> Iterator[tuple[LoggedHand, int, Position]]:
    """Hands of a seed cut at every decision."""
    for hand in played_hands(rules, seed, count, who):
        for at in range(len(hand.decisions)):
            yield hand, at, seen_by(hand, rules, at)


def words(found: Look, position: Position) -> set[str]:
    """The legal actions of a decision in the log's words."""
    if found.phase == "call":
        named = call_names(1 + found.step, suit_up(position.upcard, position.rules))
    elif found.phase in ("alone", "defend"):
        named = WINDOW
    elif found.phase == "discard":
        named = discard_names(found.contract)
    else:
        named = card_names(found.contract)
    return {named[bit] for bit in bits(found.legal)}


def looked(position: Position) -> Look:
    """Go through a position under its own rules."""
    return look(position, Lowered(position.rules))


def position(
    seat: int, hand: str, up: str, calls: str = "", played: str = "", **more: object
) -> Position:
    """A position written short; seats from 1, calls ``P O OA C CA ... MIS``."""
    rules = more.pop("rules", STANDARD)
    assert isinstance(rules, HouseRules)
    upcard = parse_card(up)
    said = []
    for token in calls.split():
        if token == "MIS":
            said.append(call_bit(MISERE, alone=True))
            continue
        suit, alone = token.removesuffix("A"), len(token) == 2
        trump = upcard.suit if suit == "O" else None if suit == "P" else Suit("CDSH".index(suit))
        said.append(PASS if trump is None else call_bit(trump, alone))
    return Position(
        rules=rules,
        seat=seat - 1,
        hand=_cards(hand),
        upcard=upcard,
        calls=tuple(said),
        tricks=tuple(_cards(trick) for trick in played.split("/")) if played else (),
        **more,  # type: ignore[arg-type]
    )


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, text.split()))

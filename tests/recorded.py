"""Games for tests: played by the reference engine, written down as the product's records."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from euchre_sim.cards import parse_card
from euchre_sim.errors import RuleConflict
from euchre_sim.records import DealRecord
from euchre_sim.rules import HouseRules
from tests.reference import ReferenceHand, complete, fold_game, next_dealer
from tests.reference.positions import random_hand

# What a record can tell apart; sizes, packets and reneges are none of it.
_VARIED = (
    *("dealer_pickup", "dealer_may_discard_upcard", "need_trump_to_call", "turned_down_suit"),
    *("stick_the_dealer", "screw_dealer_penalty", "screw_dealer_scope", "canadian_loner"),
    *("alone_allowed", "alone_timing", "maker_partner_may_go_alone", "lone_partner_is_dealer"),
    *("lone_first_lead", "defend_alone", "defend_alone_needs_lone_maker", "defend_alone_poll"),
    *("defend_alone_lead", "lone_defender_vs_pair_lead", "march_points", "euchre_points"),
    *("lone_value", "lone_euchred_points", "super_euchre", "lone_defense_points"),
    *("lone_defense_all_points", "cap_at_lone_value", "target_score"),
)

# The reference engine's contracts without trump in the words of a record.
_CONTRACTS = {"NT": "n", "NTL": "NTL", "MIS": "MIS"}


class Step(NamedTuple):
    phase: str
    seat: int
    legal: frozenset[str]
    chosen: str


class PlayedDeal(NamedTuple):
    """A finished hand of the reference engine, its steps in the product's words, and its record."""

    hand: ReferenceHand
    steps: list[Step]
    record: DealRecord


def egn(card: str) -> str:
    return card[0] + card[1].lower()


def token(phase: str, text: str) -> str:
    """Turn a token of the reference engine into the product's."""
    if phase == "call":
        suit, _, alone = text.removeprefix("CALL_").partition("_")
        word = (
            suit.capitalize() if suit in ("PASS", "ORDER") else _CONTRACTS.get(suit, suit.lower())
        )
        return f"{word} alone" if alone else word
    if phase in ("alone", "defend"):
        return text.lower()
    return "leave" if text == "LEAVE_UPCARD" else egn(text)


def random_rules(draw: random.Random) -> HouseRules:
    """Some house rules; combinations that are refused are drawn again."""
    options = {option.name: option for option in HouseRules.options()}
    while True:
        changes: dict[str, Any] = {}
        for name in draw.sample(_VARIED, draw.randrange(len(_VARIED))):
            option = options[name]
            choices: list[Any] = list(option.values) or [False, True]
            if option.kind == "int":
                choices = list(range(option.low or 0, (option.high or 0) + 1))
            changes[name] = draw.choice(choices)
        try:
            return HouseRules().replace(**changes)
        except RuleConflict:
            continue


def play_deal(rules: HouseRules, draw: random.Random, dealer: int | None = None) -> PlayedDeal:
    """Play one deal at random and write it down in full."""
    hand = random_hand(complete(rules.as_dict()), draw)
    if dealer is not None:
        hand = ReferenceHand(hand.hands, hand.upcard, dealer, rules.as_dict())
    dealt = [sorted(cards) for cards in hand.hands]
    steps = []
    while hand.phase != "over":
        legal = sorted(hand.legal())
        weights = [4 if text == "PASS" else 1 for text in legal]
        chosen = draw.choices(legal, weights)[0]
        phase, seat = hand.phase, hand.seat
        texts = {text: token(phase, text) for text in legal}
        steps.append(Step(phase, seat, frozenset(texts.values()), texts[chosen]))
        hand.apply(chosen)
    return PlayedDeal(hand, as_replayed(steps, hand), record_of(hand, dealt))


def as_replayed(steps: list[Step], hand: ReferenceHand) -> list[Step]:
    """A record cannot tell a refused upcard from one put down again: it is refused if it can be."""
    up = egn(hand.upcard)
    return [
        step._replace(chosen="leave")
        if step.phase == "discard" and step.chosen == up and "leave" in step.legal
        else step
        for step in steps
    ]


def record_of(hand: ReferenceHand, dealt: list[list[str]]) -> DealRecord:
    """Write a finished hand down."""
    said = [token(phase, text) for phase, _, text in hand.history if phase == "call"]
    discard = hand.upcard if hand.upcard_is == "left" else hand.discard
    return DealRecord(
        dealer=hand.dealer,
        upcard=parse_card(hand.upcard),
        calls=tuple(call.removesuffix(" alone") for call in said),
        alone=hand.lone,
        lone_defender=hand.lone_defender,
        discard=None if discard is None else parse_card(discard),
        tricks=tuple(
            tuple(parse_card(card) for _, card in trick["cards"]) for trick in hand.tricks
        ),
        hands=tuple(tuple(parse_card(card) for card in cards) for cards in dealt),
    )


def play_game(rules: HouseRules, draw: random.Random, n_deals: int) -> list[PlayedDeal]:
    """Play deals one after another, the deal going round."""
    dealer = draw.randrange(rules.players)
    played = []
    for _ in range(n_deals):
        played.append(play_deal(rules, draw, dealer))
        dealer = next_dealer(played[-1].hand.outcome(), rules.as_dict())
    return played


def expected_rows(rules: HouseRules, played: list[PlayedDeal]) -> dict[str, Any]:
    """What the reference engine makes of a game."""
    return fold_game([deal.hand.outcome() for deal in played], rules.as_dict())


def reference_accepts(record: DealRecord, rules: HouseRules) -> bool:
    """Whether the reference engine plays a record with known hands to its end."""
    dealt = [{str(card) for card in cards} for cards in record.hands]
    hand = ReferenceHand(dealt, str(record.upcard), record.dealer, rules.as_dict())
    cards = [str(card) for trick in record.tricks for card in trick]
    calls = iter(record.calls)
    try:
        while hand.phase != "over":
            hand.apply(_next_token(hand, record, calls, cards))
    except ValueError:
        return False
    return not cards


def _next_token(
    hand: ReferenceHand, record: DealRecord, calls: Iterator[str], cards: list[str]
) -> str:
    """What the record says comes next, in the reference engine's words."""
    if hand.phase == "call":
        said = next(calls)
        if said == "Pass":
            return "PASS"
        word = "ORDER" if said == "Order" else f"CALL_{said.upper()}"
        alone = f"{word}_ALONE"
        return alone if hand.seat == record.alone and alone in hand.legal() else word
    if hand.phase == "discard":
        refused = "LEAVE_UPCARD" in hand.legal() and record.discard == record.upcard
        return "LEAVE_UPCARD" if refused else str(record.discard)
    if hand.phase in ("alone", "defend"):
        lone = record.alone if hand.phase == "alone" else record.lone_defender
        return "YES" if hand.seat == lone else "NO"
    return cards.pop(0)

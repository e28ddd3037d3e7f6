"""The table by class of hand against a slow tally of the same hands by the reference engine.

Nothing of the product's classes is used: two hands are the same if some renaming of the suits that
keeps mates together, and the upcard's suit where it is, makes one of the other.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import permutations
from typing import Any

import pytest

from euchre_sim.analysis.class_table import ACTIONS, COUNTS
from euchre_sim.analysis.class_text import class_texts
from euchre_sim.analysis.players import find_players
from euchre_sim.analysis.simulate import simulate
from euchre_sim.rules import HouseRules
from tests.differential.log import LoggedHand, logged_hands
from tests.reference import ReferenceHand, complete, score

MATE = {"C": "S", "S": "C", "D": "H", "H": "D"}
RENAMINGS = [
    names
    for names in (dict(zip("CDHS", order, strict=True)) for order in permutations("CDHS"))
    if all(names[MATE[suit]] == MATE[names[suit]] for suit in "CDHS")
]
NO_TRUMP = {"allow_no_trump": True, "allow_no_trump_low": True, "allow_misere": True}
RULES: dict[str, tuple[str, dict[str, Any]]] = {
    **{
        name: (name, {})
        for name in (
            "standard", "british", "railroad", "two_hand", "three_hand", "six_hand", "hoyle_32",
        )
    },
    "no trump": ("standard", {**NO_TRUMP, "turned_down_suit": "open"}),
    "28 cards": ("standard", {"low_rank": 8, "alone_timing": "before_first_lead",
                              "maker_partner_may_go_alone": True}),
    "33 cards, joker after a look": (
        "british", {"low_rank": 7, "joker_upcard_rule": "dealer_names_after_look", **NO_TRUMP},
    ),
    "joker of spades": (
        "british", {"joker_upcard_rule": "fixed_suit", "joker_upcard_suit": "S"},
    ),
    "joker dealt again": ("british", {"joker_upcard_rule": "redeal"}),
    "three players with a joker": ("three_hand", {"joker": True, **NO_TRUMP}),
    "three cards each": ("two_hand", {"two_hand_style": "dummy3", "joker": True, **NO_TRUMP}),
    "farmers": ("standard", {"farmers_hand": "swap_three_low"}),
    "farmers who may clash": (
        "standard", {"farmers_hand": "swap_three_same", "farmers_order": "conflict_is_misdeal"},
    ),
}  # fmt: skip
HANDS = 2_000
HANDS_OF_OTHERS = 700  # rules that a preset or the contracts without trump are not
MIXED = ("random", "universe", "basic", "random", "ohio", "random")


def rules_of(name: str) -> HouseRules:
    preset, changes = RULES[name]
    return HouseRules.preset(preset).replace(**changes)


def renamed(card: str, names: dict[str, str]) -> str:
    return card if card == "JK" else card[0] + names[card[1]]


def unnamed(hand: set[str], up_suit: str | None, suit: str | None) -> tuple[Any, ...]:
    """What a hand and a suit named have in common with all that are the same."""
    return min(
        (sorted(renamed(card, names) for card in hand), names[suit] if suit else "")
        for names in RENAMINGS
        if up_suit is None or names[up_suit] == "S"
    )


def suit_up(upcard: str, rules: HouseRules) -> str | None:
    """Suit of the upcard; None where the dealer names trump."""
    if upcard != "JK":
        return upcard[1]
    return rules.joker_upcard_suit if rules.joker_upcard_rule == "fixed_suit" else None


def relation(contract: str, up_suit: str | None) -> str:
    without = {"NT": "no_trump", "NTL": "low_no_trump", "MIS": "misere"}
    if contract in without:
        return without[contract]
    if up_suit is None:
        return "named"
    return {up_suit: "turned", MATE[up_suit]: "next"}.get(contract, "crossing")


def decisions(hand: LoggedHand, rules: HouseRules, slow_rules: dict[str, Any]) -> Any:
    """Play a logged hand with the reference engine: every call and pass with its key and counts."""
    extra, size = {"plain": (0, 1), "dummy2": (2, 2), "dummy3": (6, 3)}[rules.two_hand_style]
    slow = ReferenceHand(
        [set(cards) for cards in hand.hands], hand.upcard, rules.players - 1, slow_rules,
        kitty=hand.hidden[extra:],
        piles=[list(hand.hidden[at : at + size]) for at in range(0, extra, size)],
    )  # fmt: skip
    held: list[frozenset[str]] = []
    calls = []
    for decision in hand.decisions:
        if slow.phase == "call":
            held = held or [frozenset(cards) for cards in slow.hands]
            calls.append((decision.seat, slow.call_round, decision.action))
        slow.apply(decision.action)
    outcome = slow.outcome()
    if outcome["special"] == "misdeal":
        return
    points, n_sides = score(outcome, slow_rules), 3 if rules.players == 3 else 2
    up_suit, maker, tricks = suit_up(hand.upcard, rules), outcome["maker"], outcome["maker_tricks"]
    makers = 0
    if maker is not None:
        makers = points[maker % n_sides] - max(
            one for side, one in enumerate(points) if side != maker % n_sides
        )
    for seat, call_round, token in calls:
        own = makers if maker is not None and seat % n_sides == maker % n_sides else -makers
        counts = Counter(n=1, points=own, points_squared=own**2)
        suit, word, related, alone = None, "pass", None, False
        if token != "PASS":
            contract = outcome["contract"]
            suit = contract if contract in MATE else None
            word = "order" if call_round == 1 else "call"
            related, alone = relation(contract, up_suit), outcome["lone_player"] == seat
            made = tricks == 0 if contract == "MIS" else tricks >= 3
            swept = tricks == 5 and contract != "MIS"
            counts["made" if made else "euchred"] += 1
            if swept:
                counts["march" if outcome["lone_player"] is None else "lone_sweep"] += 1
        up = "Jk" if hand.upcard == "JK" else hand.upcard[0]
        key = (unnamed(set(held[seat]), up_suit, suit), up, seat + 1)
        yield (repr(key), call_round, word, related, alone), counts


@pytest.mark.parametrize("name", RULES)
def test_table_is_what_a_slow_tally_finds(name: str) -> None:
    rules = rules_of(name)
    strategies = ",".join(MIXED[: rules.players])
    slow_rules = complete(rules.as_dict())
    hands = HANDS if name in (*HouseRules.preset_names(), "no trump") else HANDS_OF_OTHERS
    expected: dict[Any, Counter[str]] = defaultdict(Counter)
    for hand in logged_hands(find_players(strategies, rules), rules, 5, hands, first=100):
        for key, counts in decisions(hand, rules, slow_rules):
            expected[key].update(counts)

    table = simulate(
        hands, strategies, rules=rules, seed=5, first_hand=100, by_class=True, threads=2
    ).classes
    assert table is not None
    classes = table.layout.classes
    found: dict[Any, dict[str, int]] = {}
    for columns in table.rows():
        texts = class_texts(classes, columns["class"])
        for i, text in enumerate(texts):
            action = ACTIONS[columns["act"][i]]
            up = classes.upcards[classes.suit_sets.upcard[columns["class"][i]]]
            has_suit = up != "Jk" or rules.joker_upcard_rule == "fixed_suit"
            hand = {card.upper() for card in text.replace("|", "").split()}
            suit = action.suit.upper() if action.suit else None
            place = (
                unnamed(hand, "S" if has_suit else None, suit),
                up,
                int(columns["position"][i]),
            )
            key = (repr(place), action.round, action.action, action.relation, action.alone)
            assert key not in found
            found[key] = {name: int(columns[name][i]) for name in COUNTS}
    assert found == {
        key: {name: counts[name] for name in COUNTS} for key, counts in expected.items()
    }
    kinds = {key[3] for key in found}
    assert ("named" in kinds) == (rules.joker and "dealer_names" in rules.joker_upcard_rule)
    assert ({"no_trump", "low_no_trump", "misere"} & kinds != set()) == bool(rules.contracts)

"""Whole hands of the engine against the slow reference engine, decision by decision."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from euchre_sim.analysis.players import Players, find_players, seat_players
from euchre_sim.errors import RuleConflict
from euchre_sim.rules import HouseRules
from tests.differential.log import LoggedHand, logged_hands
from tests.differential.shy_player import SHY
from tests.reference import ReferenceHand, complete, preset, score

MIXED = ("universe", "random", "ohio", "euchrestrategy", "basic", "random")
HANDS_A_PRESET = 800
HANDS_A_CORNER = 250
HANDS_A_COMBINATION = 12


def tables(rules: HouseRules) -> dict[str, Players]:
    """Players who together come through every door: random ones, shy ones, rules of thumb."""
    return {
        "random": find_players("random", rules),
        "shy": seat_players([SHY], rules),
        "mixed": find_players(",".join(MIXED[: rules.players]), rules),
    }


def replay(hand: LoggedHand, rules: dict[str, Any]) -> ReferenceHand:
    """Give the reference engine the logged actions; every question must be the same."""
    n, extra = len(hand.hands), {"plain": 0, "dummy2": 2, "dummy3": 6}[rules["two_hand_style"]]
    size = 2 if extra == 2 else 3
    slow = ReferenceHand(
        [set(cards) for cards in hand.hands],
        hand.upcard,
        n - 1,
        rules,
        kitty=hand.hidden[extra:],
        piles=[list(hand.hidden[at : at + size]) for at in range(0, extra, size)],
    )
    for number, decision in enumerate(hand.decisions):
        asked = (decision.phase, decision.seat, set(decision.legal))
        assert asked == (slow.phase, slow.seat, slow.legal()), f"decision {number}"
        slow.apply(decision.action)
    return slow


def compare(hand: LoggedHand, rules: dict[str, Any], seen: Counter[str]) -> None:
    """Same questions, same winners, same outcome, same points."""
    slow = replay(hand, rules)
    assert slow.phase == "over"
    outcome = slow.outcome()
    seen[f"special {outcome['special']}"] += 1
    if outcome["special"] in ("redeal", "misdeal"):
        assert hand.special == outcome["special"]
        return
    assert hand.special == "none"
    assert hand.maker == outcome["maker"]
    assert hand.call_round == outcome["call_round"]
    assert hand.contract == outcome["contract"]
    assert hand.lone == outcome["lone_player"]
    assert hand.lone_defender == outcome["lone_defender"]
    assert hand.maker_tricks == outcome["maker_tricks"]
    assert hand.points == score(outcome, rules)
    # The last trick has no follower; its winner shows in the makers' tricks.
    assert hand.leaders == [trick["leader"] for trick in slow.tricks]
    assert hand.leaders[1:] == [trick["winner"] for trick in slow.tricks[:-1]]

    seen[f"round {hand.call_round}"] += 1
    seen[f"lone {hand.lone is not None} {hand.lone_defender is not None}"] += 1
    seen[f"upcard {slow.upcard_is}"] += 1
    for decision in hand.decisions:
        if decision.phase in ("shed", "give"):
            seen[decision.phase] += 1
        elif decision.phase != "play":
            seen[f"{decision.phase} {decision.action}"] += 1


@pytest.mark.parametrize("name", HouseRules.preset_names())
def test_same_hands_under_every_preset(name: str) -> None:
    rules, slow_rules = HouseRules.preset(name), preset(name)
    assert {option: slow_rules[option] for option in rules.as_dict()} == rules.as_dict()
    seen: Counter[str] = Counter()
    for seed, players in enumerate(tables(rules).values(), start=1):
        for hand in logged_hands(players, rules, seed, HANDS_A_PRESET):
            compare(hand, slow_rules, seen)
    assert min(seen["round 1"], seen["round 2"]) > 50
    assert (seen["round None"] == 0) == rules.stick_the_dealer


NO_TRUMP = {"allow_no_trump": True, "allow_no_trump_low": True, "allow_misere": True}
# Rules for every door that few random combinations come through, and what must be met there.
CORNERS: dict[str, tuple[dict[str, Any], set[str]]] = {
    "no trump": (NO_TRUMP, {"call CALL_NT", "call CALL_NTL_ALONE", "call CALL_MIS"}),
    "no trump, joker, called first": (
        {
            **NO_TRUMP,
            "joker": True,
            "alone_timing": "before_first_lead",
            "misere_ends_early": False,
        },
        {"call CALL_NT", "call CALL_NTL", "call CALL_MIS"},
    ),
    "no trump when stuck": (
        {**NO_TRUMP, "stick_the_dealer": True, "no_trump_only_when_stuck": True},
        {"call CALL_NT", "call CALL_NT_ALONE"},
    ),
    "joker after a look": (
        {"joker": True, "joker_upcard_rule": "dealer_names_after_look"},
        {"upcard JK"},
    ),
    "joker blind": ({"joker": True, "low_rank": 7, "defend_alone": True}, {"upcard JK"}),
    "joker dealt again": (
        {"joker": True, "joker_upcard_rule": "redeal", "farmers_hand": "swap_three_low"},
        {"farmer NO"},
    ),
    "three low": ({"farmers_hand": "swap_three_low", "farmers_show": False}, {"farmer NO"}),
    "three of a rank": ({"farmers_hand": "swap_three_same", "low_rank": 8}, {"farmer NO"}),
    "two claims": (
        {"farmers_hand": "swap_three_low", "farmers_order": "conflict_is_misdeal"},
        {"farmer NO", "farmer YES", "special misdeal"},
    ),
    "best card": (
        {**NO_TRUMP, "call_for_best": True, "defend_alone": True, "best_order": "receive_first"},
        {"shed", "give"},
    ),
    "best card of a dealer": (
        {"call_for_best": True, "lone_partner_is_dealer": "pickup_then_sit_out"},
        {"shed", "give"},
    ),
    "two for the maker": (
        {"players": 2, "two_hand_style": "dummy2", "dealer_pickup": "optional"},
        {"discard LEAVE_UPCARD"},
    ),
    "three each": (
        {"players": 2, "two_hand_style": "dummy3", "dealer_pickup": "optional", **NO_TRUMP},
        {"pickup TAKE_UPCARD", "pickup LEAVE_UPCARD", "alone YES", "alone NO"},
    ),
    "alone against a pair": (
        {"defend_alone": True, "defend_alone_needs_lone_maker": False},
        {"lone False True"},
    ),
    "three players": ({"players": 3, "joker": True, **NO_TRUMP}, {"call CALL_MIS", "upcard JK"}),
    "six players": (
        {"players": 6, "low_rank": 7, "joker": True, "defend_alone": True, **NO_TRUMP},
        {"call CALL_NT", "defend YES"},
    ),
}


@pytest.mark.parametrize("name", CORNERS)
def test_same_hands_in_every_corner(name: str) -> None:
    changes, doors = CORNERS[name]
    rules = HouseRules(**changes)
    seen: Counter[str] = Counter()
    for seed, players in enumerate(tables(rules).values(), start=7):
        for hand in logged_hands(players, rules, seed, HANDS_A_CORNER):
            compare(hand, complete(rules.as_dict()), seen)
            seen[f"upcard {hand.upcard}"] += 1
    assert min(seen[door] for door in doors) >= 3, {door: seen[door] for door in doors}


def option_values() -> dict[str, st.SearchStrategy[Any]]:
    """A strategy for each option: any of its values, the default being the simplest."""
    drawn = {}
    for option in HouseRules.options():
        values: list[Any] = list(option.values)
        if option.kind == "bool":
            values = [False, True]
        elif option.kind == "int":
            assert option.low is not None
            assert option.high is not None
            values = list(range(option.low, option.high + 1))
        others = [value for value in values if value != option.default]
        drawn[option.name] = st.sampled_from([option.default, *others])
    del drawn["variant"]  # a name; the product sets it by the number of players
    drawn["players"] = st.sampled_from([4, 2, 3, 6])
    return drawn


def both_rules(changes: dict[str, Any]) -> tuple[HouseRules, dict[str, Any]] | None:
    """The rules for either engine; None where both refuse them.

    The product alone refuses extra cards for other numbers of players than two.
    """
    try:
        rules = HouseRules(**changes)
    except RuleConflict as refused:
        if "two_hand_style" not in refused.options:
            with pytest.raises(ValueError):  # noqa: PT011 (any will do)
                complete(changes)
        return None
    return rules, complete(rules.as_dict())


def test_same_hands_under_any_combination_of_options() -> None:
    seen: Counter[str] = Counter()

    @settings(max_examples=900, derandomize=True, deadline=None, database=None)
    @given(
        changes=st.fixed_dictionaries({}, optional=option_values()),
        seed=st.integers(0, 2**64 - 1),
    )
    def check(changes: dict[str, Any], seed: int) -> None:
        both = both_rules(changes)
        seen["refused" if both is None else "valid"] += 1
        if both is None:
            return
        rules, slow_rules = both
        assert {option: slow_rules[option] for option in rules.as_dict()} == rules.as_dict()
        for players in tables(rules).values():
            for hand in logged_hands(players, rules, seed, HANDS_A_COMBINATION // 3):
                compare(hand, slow_rules, seen)

    for number in range(24):  # a dealer who may leave the upcard is rare among the combinations
        check = example(changes={"dealer_pickup": "optional"}, seed=number)(check)
    check()
    assert seen["valid"] >= 250
    assert seen["refused"] >= 25
    doors = {f"{phase} {answer}" for phase in ("alone", "defend") for answer in ("YES", "NO")}
    doors |= {"lone True True", "lone True False", "lone False False"}
    doors |= {f"upcard {what}" for what in ("taken", "left", "not_taken", "turned_down")}
    doors |= {"call PASS", "call ORDER", "call ORDER_ALONE", "round None", "discard LEAVE_UPCARD"}
    doors |= {f"call CALL_{suit}{tail}" for suit in "CDHS" for tail in ("", "_ALONE")}
    assert min(seen[door] for door in doors) >= 10, {door: seen[door] for door in doors}

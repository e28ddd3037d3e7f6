"""Whole hands of the engine against the slow reference engine, decision by decision."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_sim.analysis.players import Players, find_players, seat_players
from euchre_sim.errors import RuleConflict
from euchre_sim.rules import HouseRules
from tests.differential.log import LoggedHand, logged_hands
from tests.differential.shy_player import SHY
from tests.reference import ReferenceHand, complete, preset, score

DEALER = 3
HANDS_A_PRESET = 1_000
HANDS_A_COMBINATION = 12


def tables(rules: HouseRules) -> dict[str, Players]:
    """Players who together come through every door: random ones, shy ones, rules of thumb."""
    return {
        "random": find_players("random", rules),
        "shy": seat_players([SHY], rules),
        "mixed": find_players("universe,random,ohio,euchrestrategy", rules),
    }


def replay(hand: LoggedHand, rules: dict[str, Any]) -> ReferenceHand:
    """Give the reference engine the logged actions; every question must be the same."""
    slow = ReferenceHand([set(cards) for cards in hand.hands], hand.upcard, DEALER, rules)
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
        if decision.phase != "play":
            seen[f"{decision.phase} {decision.action}"] += 1


@pytest.mark.parametrize("name", HouseRules.preset_names())
def test_same_hands_under_every_preset(name: str) -> None:
    rules, slow_rules = HouseRules.preset(name), preset(name)
    assert {option: slow_rules[option] for option in rules.as_dict()} == rules.as_dict()
    seen: Counter[str] = Counter()
    for seed, (_, players) in enumerate(tables(rules).items(), start=1):
        for hand in logged_hands(players, rules, seed, HANDS_A_PRESET):
            compare(hand, slow_rules, seen)
    assert min(seen["round 1"], seen["round 2"]) > 100
    assert (seen["round None"] == 0) == rules.stick_the_dealer


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
    return drawn


def both_rules(changes: dict[str, Any]) -> tuple[HouseRules, dict[str, Any]] | None:
    """The rules for either engine; None where both refuse them."""
    try:
        slow_rules = complete(changes)
    except ValueError:
        with pytest.raises(RuleConflict):
            HouseRules(**changes)
        return None
    return HouseRules(**changes), slow_rules


def test_same_hands_under_any_combination_of_options() -> None:
    seen: Counter[str] = Counter()

    @settings(max_examples=600, derandomize=True, deadline=None, database=None)
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

    check()
    assert seen["valid"] >= 250
    assert seen["refused"] >= 25
    doors = {f"{phase} {answer}" for phase in ("alone", "defend") for answer in ("YES", "NO")}
    doors |= {f"lone {maker} {defender}" for maker in (True, False) for defender in (True, False)}
    doors |= {f"upcard {what}" for what in ("taken", "left", "not_taken", "turned_down")}
    doors |= {"call PASS", "call ORDER", "call ORDER_ALONE", "round None", "discard LEAVE_UPCARD"}
    doors |= {f"call CALL_{suit}{tail}" for suit in "CDHS" for tail in ("", "_ALONE")}
    assert min(seen[door] for door in doors) >= 10, {door: seen[door] for door in doors}

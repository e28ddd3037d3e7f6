"""The default strategy under every preset: no lay-down is passed, and chance players lose."""

from __future__ import annotations

import pytest

from euchre_sim import HouseRules, advise, compare
from euchre_sim.analysis.worth import Choice

PRESETS = HouseRules.preset_names()
NO_TRUMP = HouseRules(allow_no_trump=True, allow_no_trump_low=True, allow_misere=True)


def choice(hand: str, up: str, seat: int | str, rules: HouseRules, call_round: int = 1) -> Choice:
    """What basic does with a hand."""
    own = advise(hand, up, seat, rules=rules, call_round=call_round, deals=64).strategy_choice
    assert own is not None
    return own


@pytest.mark.parametrize("preset", PRESETS)
def test_no_lay_down_is_passed(preset: str) -> None:
    rules = HouseRules.preset(preset)
    hand = "JK JH JD AH KH" if rules.joker else "JH JD AH KH QH"
    for seat in range(1, rules.players + 1):
        own = choice(hand, "9H", seat, rules)
        assert own.action == "order", seat
        assert own.alone == rules.alone_allowed, seat
        later = choice(hand, "9C", seat, rules, call_round=2) if seat == 1 else own
        assert later.action in ("call", "order")
        assert later.alone == rules.alone_allowed


def test_lay_downs_without_trump_are_called_alone() -> None:
    assert choice("AC AH AS AD KD", "TH", 1, NO_TRUMP, 2) == Choice("call", "NT", alone=True)
    assert choice("9C 9H 9S 9D TD", "TH", 1, NO_TRUMP, 2) == Choice("call", "NTL", alone=True)


@pytest.mark.parametrize("preset", PRESETS)
def test_it_beats_chance_players_clearly(preset: str) -> None:
    found = compare("basic", "random", rules=preset, deals=4_000).difference
    assert found is not None
    assert found.lo is not None
    assert found.lo > 0.5


def test_the_joker_is_kept() -> None:
    """A dealer who picks up buries a plain card, not the joker that he holds or turned up."""
    held = choice("JK JH 9C TS 9S", "AH", "dealer", HouseRules.preset("british"))
    turned = choice("JH AH 9C TS 9S", "JK", "dealer", HouseRules.preset("railroad"))
    for own in (held, turned):
        assert own.action == "order"
        assert own.discard is not None
        assert str(own.discard) in ("9C", "TS", "9S")

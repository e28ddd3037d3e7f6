"""Hands of the engine under every preset and many other rules: written, read back and replayed.

The engine's log of a hand says what was asked, what was legal and what was chosen; the replay of
the written file has to find the same from the cards alone.
"""

import dataclasses
import json
import random
from collections import Counter
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_sim.analysis.players import find_players
from euchre_sim.analysis.trace import trace_hand
from euchre_sim.errors import IllegalAction, RuleConflict
from euchre_sim.notation import read_egn, to_egn
from euchre_sim.records import GameRecord, HiddenCard, replay
from euchre_sim.rules import HouseRules
from tests.differential.test_against_reference import option_values

DATA = Path(__file__).parent.parent / "data"
VALIDATOR = jsonschema.Draft7Validator(json.loads((DATA / "egn-schema-v1.json").read_text()))
BEST = {"call_for_best": True, "defend_alone": True}
TWO = {"players": 2, "allow_misere": True, "dealer_pickup": "optional"}
# Rules under which cards change hands, each with what has to be met.
EXCHANGES = {
    "three low": ({"farmers_hand": "swap_three_low"}, {"farmer"}),
    "three of a rank": ({"farmers_hand": "swap_three_same", "low_rank": 8}, {"farmer"}),
    "five low, hidden": ({"farmers_hand": "swap_all_low", "farmers_show": False}, set()),
    "dealt again": ({"farmers_hand": "redeal_all_low"}, set()),
    "asked in turn": (
        {"farmers_hand": "swap_three_low", "farmers_order": "conflict_is_misdeal"},
        {"farmer"},
    ),
    "shed first": (BEST, {"shed", "give"}),
    "receive first": ({**BEST, "best_order": "receive_first"}, {"shed", "give"}),
    "farmers and best": ({**BEST, "farmers_hand": "swap_three_low"}, {"farmer", "shed", "give"}),
    "two for the maker": ({**TWO, "two_hand_style": "dummy2"}, {"discard"}),
    "three each": ({**TWO, "two_hand_style": "dummy3"}, {"discard", "alone"}),
    "three each and farmers": (
        {**TWO, "two_hand_style": "dummy3", "farmers_hand": "swap_three_low"},
        {"discard", "farmer"},
    ),
}


def traces(rules, seed, count):
    """Hands of a seed played at random; misdeals, of which there is no record, are left out."""
    players = find_players("random", rules)
    for hand in range(count):
        try:
            yield trace_hand(players, rules, seed, hand)
        except IllegalAction as error:
            if "misdeal" not in str(error):
                raise


def plain(decisions, upcard):
    """Decisions with the legal actions as sets; a refused upcard is one put down again."""
    return [
        (
            one.phase,
            one.seat,
            None if one.legal is None else frozenset(one.legal),
            "leave"
            if one.chosen == upcard.egn and one.phase == "discard" and "leave" in (one.legal or ())
            else one.chosen,
        )
        for one in decisions
    ]


def check_file(rules, trace):
    """Write a hand, read it without being told the rules, and replay it."""
    written = to_egn(GameRecord(deals=(trace.record,), rules=rules))
    VALIDATOR.validate(json.loads(written))
    game = read_egn(written)
    assert game.deals == (trace.record,)
    assert to_egn(game) == written
    (found,) = replay(game).deals
    assert found.points == trace.points
    assert (found.maker, found.contract, found.maker_tricks or 0) == (
        trace.maker, trace.contract, trace.maker_tricks
    )  # fmt: skip
    assert [(trick.leader, trick.cards, trick.winner) for trick in found.tricks] == [
        (trick.leader, trick.cards, trick.winner) for trick in trace.tricks
    ]
    upcard = trace.record.upcard
    assert plain(found.decisions, upcard) == plain(trace.decisions, upcard)


@pytest.mark.parametrize("name", HouseRules.preset_names())
def test_hands_of_every_preset(name):
    rules = HouseRules.preset(name)
    for trace in traces(rules, 11, 25):
        check_file(rules, trace)


def test_hands_under_any_combination_of_options():
    seen = Counter()

    @settings(max_examples=400, derandomize=True, deadline=None, database=None)
    @given(
        changes=st.fixed_dictionaries({}, optional=option_values()),
        seed=st.integers(0, 2**64 - 1),
    )
    def check(changes, seed):
        try:
            rules = HouseRules(**changes)
        except RuleConflict:
            return
        seen["valid"] += 1
        for trace in traces(rules, seed, 3):
            check_file(rules, trace)
            seen.update(one.kind for one in trace.record.exchanges)

    check()
    assert seen["valid"] >= 150


@pytest.mark.parametrize("name", EXCHANGES)
def test_hands_in_which_cards_change_hands(name):
    changes, phases = EXCHANGES[name]
    rules = HouseRules(**changes)
    seen = set()
    for trace in traces(rules, 12, 60):
        check_file(rules, trace)
        seen |= {one.phase for one in trace.decisions}
    assert phases <= seen


def hidden(card, draw):
    if draw.random() < 0.7:
        return card
    rank, suit = (None, None) if card.is_joker else (card.egn[0], card.suit)
    return draw.choice([HiddenCard(), HiddenCard(suit=suit), HiddenCard(rank=rank)])


def told_less(record, draw):
    """Records of the same deal by writers who knew less."""
    yield dataclasses.replace(record, hands=())
    yield dataclasses.replace(
        record, exchanges=tuple(dataclasses.replace(one, put_down=()) for one in record.exchanges)
    )
    farmers = tuple(one for one in record.exchanges if one.kind == "farmer")
    yield dataclasses.replace(record, exchanges=farmers)
    yield dataclasses.replace(record, exchanges=farmers, hands=())

    def hide(cards):
        return tuple(hidden(card, draw) for card in cards)

    yield dataclasses.replace(
        record,
        tricks=tuple(map(hide, record.tricks)),
        hands=tuple(map(hide, record.hands)),
        exchanges=tuple(
            dataclasses.replace(one, taken=hide(one.taken), put_down=hide(one.put_down))
            for one in record.exchanges
        ),
    )


@pytest.mark.parametrize("name", EXCHANGES)
def test_what_is_not_told_stays_open_and_contradicts_nothing(name):
    rules, draw = HouseRules(**EXCHANGES[name][0]), random.Random(3)
    for trace in traces(rules, 13, 40):
        # Who could claim a farmer's hand shows in whole hands only.
        asked = [one for one in trace.decisions if one.phase != "farmer"]
        for record in told_less(trace.record, draw):
            found = replay(record, rules)
            assert found.points in (None, trace.points)
            decisions = [one for one in found.decisions if one.phase != "farmer"]
            assert len(decisions) == len(asked)
            for one, true in zip(decisions, asked, strict=True):
                assert one.seat in (None, true.seat)
                assert one.phase == true.phase
                assert one.legal is None or set(one.legal) == set(true.legal)


@pytest.mark.parametrize("name", EXCHANGES)
def test_a_record_may_end_in_any_trick(name):
    rules = HouseRules(**EXCHANGES[name][0])
    for trace in traces(rules, 15, 12):
        record = trace.record
        n_played = sum(map(len, record.tricks))
        asked = plain(trace.decisions, record.upcard)
        for number, trick in enumerate(record.tricks):
            cut = (*record.tricks[:number], trick[:1])
            found = replay(dataclasses.replace(record, tricks=cut), rules)
            n_left = n_played - sum(map(len, cut))
            assert plain(found.decisions, record.upcard) == asked[: len(asked) - n_left]
            assert (found.points is None) == (cut != record.tricks)


@pytest.mark.parametrize("name", ["shed first", "three each and farmers", "farmers and best"])
def test_a_card_in_two_places_is_refused(name):
    """No card is played that went before, and none that went is one of somebody else's."""
    rules, draw = HouseRules(**EXCHANGES[name][0]), random.Random(4)
    refused = 0
    for trace in traces(rules, 14, 60):
        record = trace.record
        gone = [card for one in record.exchanges for card in one.put_down]
        if not gone or not record.tricks:
            continue
        number = draw.randrange(len(record.tricks))
        trick = list(record.tricks[number])
        trick[draw.randrange(len(trick))] = draw.choice(gone)
        tricks = (*record.tricks[:number], tuple(trick), *record.tricks[number + 1 :])
        for hands in (record.hands, ()):
            with pytest.raises(IllegalAction, match="deal 1"):
                replay(dataclasses.replace(record, tricks=tricks, hands=hands), rules)
        refused += 1
    assert refused >= 10

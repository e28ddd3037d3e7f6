"""A traced hand against the replay of its record, and against what the batch counts."""

import json

import numpy as np
import pytest

from euchre_sim.analysis.players import find_players
from euchre_sim.analysis.trace import trace_hand
from euchre_sim.cards import CardSet
from euchre_sim.notation import read_egn, to_egn
from euchre_sim.records import GameRecord, replay
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import side_of
from tests.statistical.recount import played

TABLES = [
    ("standard", (), "universe"),
    ("standard", ("stick_the_dealer=true", "turned_down_suit=open"), "random"),
    ("standard", ("dealer_pickup=optional", "canadian_loner=true"), "random"),
    ("seed_sl", (), "random"),
    ("seed_nl", (), "random"),
    ("standard", ("defend_alone=true", "defend_alone_poll=from_makers_left"), "random"),
]


@pytest.mark.parametrize(
    ("preset", "settings", "strategies"),
    TABLES,
    ids=["-".join([preset, *settings, who]) for preset, settings, who in TABLES],
)
def test_record_of_a_trace_replays_to_the_same_decisions_and_points(preset, settings, strategies):
    rules = HouseRules.preset(preset).with_settings(settings)
    players = find_players(strategies, rules)
    rows = list(played(strategies, rules, 8, 0, 80))
    for hand, (row, hands, upcard) in enumerate(rows):
        trace = trace_hand(players, rules, 8, hand)
        assert trace.fault is None
        assert trace.record.upcard == upcard
        assert [set(cards) for cards in trace.record.hands] == [set(cards) for cards in hands]
        found = replay(trace.record, rules)
        assert found.points == trace.points
        assert (found.maker, found.contract, found.call_round) == (
            trace.maker, trace.contract, trace.call_round
        )  # fmt: skip
        assert [(trick.leader, trick.cards, trick.winner) for trick in found.tricks] == [
            (trick.leader, trick.cards, trick.winner) for trick in trace.tricks
        ]
        assert plain(found.decisions, upcard) == plain(trace.decisions, upcard)
        if trace.maker is not None:
            assert (found.maker_tricks, trace.maker_tricks) == (row[6], row[6])
            net = trace.points[trace.maker % 2] - trace.points[1 - trace.maker % 2]
            assert net == row[7]


def plain(decisions, upcard):
    """Who was asked what and chose what, the legal actions as a set.

    A record tells who went alone, not who else was asked: those questions are left out.  Nor does
    it tell a dealer who leaves the upcard from one who takes and buries it.
    """
    return [
        (one.phase, one.seat, set(one.legal), "leave" if buried(one, upcard) else one.chosen)
        for one in decisions
        if one.phase not in ("alone", "defend")
    ]


def buried(one, upcard):
    return one.phase == "discard" and one.chosen == upcard.egn and "leave" in one.legal


def test_trace_goes_into_the_notation_and_back():
    rules = HouseRules()
    players = find_players("universe", rules)
    deals = tuple(trace_hand(players, rules, 8, hand).record for hand in range(20))
    game = GameRecord(deals=deals, rules=rules)
    again = read_egn(to_egn(game))
    assert [replay(one, rules).points for one in again.deals] == [
        replay(one, rules).points for one in deals
    ]


WITHOUT_TRUMP = ("stick_the_dealer", "allow_no_trump", "allow_no_trump_low", "allow_misere")
# Every question that the other games ask.
VARIANTS = {
    "without trump": (dict.fromkeys(WITHOUT_TRUMP, True), {"call NTL", "call MIS"}),
    "british": ({"joker": True, "defend_alone": True}, {"alone yes", "alone no", "defend yes"}),
    "farmers": ({"farmers_hand": "swap_three_low"}, {"farmer no", "farmer 9c", "farmer Th"}),
    "best cards": ({"call_for_best": True}, {"shed 9c", "give Jc"}),
    "three": ({"players": 3}, {"call Order", "discard 9c"}),
    "six": ({"players": 6, "low_rank": 7}, {"call Order alone", "discard 7c"}),
    "three more cards each": (
        {"players": 2, "two_hand_style": "dummy3", "dealer_pickup": "optional"},
        {"discard take", "discard leave", "discard 9c", "alone yes", "alone no"},
    ),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_other_games_are_told_in_full(name):
    changes, met = VARIANTS[name]
    rules = HouseRules(**changes)
    players = find_players("random", rules)
    rows = list(played("random", rules, 8, 0, 300))
    deck = {card.egn for card in CardSet.from_mask(rules.deck)}
    words = {"yes", "no", "take", "leave"}
    contracts = {*"cdhsn", "NTL", "MIS", None}
    seen = set()
    for hand, (row, _, upcard) in enumerate(rows):
        trace = trace_hand(players, rules, 8, hand)
        told = trace.as_dict()
        json.dumps(told)
        assert (told["upcard"], told["maker_tricks"]) == (upcard.egn, row[6])
        assert told["contract"] in contracts
        for one in trace.decisions:
            assert one.chosen in one.legal
            if one.phase != "call":
                assert set(one.legal) <= deck | words
            seen.add(f"{one.phase} {one.chosen}")
        if trace.maker is not None:
            own = side_of(trace.maker, rules)
            others = {points for side, points in enumerate(trace.points) if side != own}
            assert {trace.points[own] - other for other in others} == {row[7]}
    assert met <= seen


def test_every_hand_deals_five_cards_each_and_an_upcard():
    rules = HouseRules()
    players = find_players("universe", rules)
    for hand in (0, 1, 2**40, 2**62 - 1):
        record = trace_hand(players, rules, 2**64 - 1, hand).record
        assert len({record.upcard, *(card for cards in record.hands for card in cards)}) == 21


def test_numbers_are_plain():
    """Nothing of numpy leaks into what becomes JSON."""
    rules = HouseRules()
    trace = trace_hand(find_players("universe", rules), rules, 1, 5)

    def walk(value):
        if isinstance(value, dict):
            return all(walk(one) for one in value.values())
        if isinstance(value, list | tuple):
            return all(walk(one) for one in value)
        return not isinstance(value, np.generic)

    assert walk(trace.as_dict())

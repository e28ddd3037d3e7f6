"""Records of every table: jokers, larger decks, contracts without trump, two, three and six."""

import dataclasses
import random

import pytest

from euchre_sim.analysis.players import find_players
from euchre_sim.analysis.trace import trace_hand
from euchre_sim.cards import JOKER, parse_card, parse_cards
from euchre_sim.errors import IllegalAction, InvalidNotation
from euchre_sim.notation import read_egn, to_egn
from euchre_sim.records import DealRecord, Decision, GameRecord, HiddenCard, replay
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import LOW_NO_TRUMP, MISERE, NO_TRUMP
from tests.recorded import play_deal
from tests.reference import score as reference_score

ALL_CONTRACTS = ("allow_no_trump=true", "allow_no_trump_low=true", "allow_misere=true")
AFTER_LOOK = "joker_upcard_rule=dealer_names_after_look"
FIXED = ("joker_upcard_rule=fixed_suit", "joker_upcard_suit=S")
WINDOW = "alone_timing=before_first_lead"
TABLES = [
    ("british",),
    ("british", AFTER_LOOK, *ALL_CONTRACTS),
    ("british", *FIXED, "low_rank=7", *ALL_CONTRACTS),
    ("british", WINDOW, "low_rank=8", "dealer_pickup=optional"),
    ("british", AFTER_LOOK, WINDOW, "need_trump_to_call=natural_trump"),
    ("british", "alone_allowed=false", "defend_alone_needs_lone_maker=false"),
    ("hoyle_32",),
    ("two_hand", "joker=true", *ALL_CONTRACTS),
    ("three_hand", *ALL_CONTRACTS),
    ("six_hand", "defend_alone=true", "canadian_loner=true", *ALL_CONTRACTS),
    ("six_hand", "joker=true", WINDOW, "maker_partner_may_go_alone=true"),
    ("seed_sk",),
    ("standard", *ALL_CONTRACTS, "misere_ends_early=false", "no_trump_points=double"),
    ("standard", *ALL_CONTRACTS, "defend_alone=true", "screw_dealer_penalty=2"),
]
NAMES = ["-".join(table) for table in TABLES]


def rules_of(preset, *settings):
    return HouseRules.preset(preset).with_settings(settings)


def told(tricks):
    return [(trick.leader, trick.cards, trick.winner) for trick in tricks]


def compare_with_trace(found, trace):
    """What is printed of a hand by `simulate` and by `replay`."""
    assert (found.maker, found.contract, found.call_round, found.maker_tricks, found.points) == (
        trace.maker, trace.contract, trace.call_round, trace.maker_tricks, trace.points
    )  # fmt: skip
    assert (found.alone, found.lone_defender) == (trace.record.alone, trace.record.lone_defender)
    assert told(found.tricks) == told(trace.tricks)
    assert found.unfinished == ""


# --- what the engine plays ---


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
def test_record_of_a_trace_replays_to_the_same(table):
    rules = rules_of(*table)
    players = find_players("random", rules)
    for hand in range(40):
        trace = trace_hand(players, rules, 8, hand)
        found = replay(trace.record, rules)
        compare_with_trace(found, trace)
        assert [(one.phase, one.seat, set(one.legal)) for one in found.decisions] == [
            (one.phase, one.seat, set(one.legal)) for one in trace.decisions
        ]
        up = trace.record.upcard.egn
        for one, other in zip(found.decisions, trace.decisions, strict=True):
            if other.chosen != up or "leave" not in other.legal:
                assert one.chosen == other.chosen
        bare = dataclasses.replace(trace.record, hands=(), discard=None)
        compare_with_trace(replay(bare, rules), trace)


@pytest.mark.parametrize(
    "table",
    [
        *(("british",), ("hoyle_32",), ("two_hand",), ("three_hand",), ("six_hand",)),
        *(("seed_sk",), ("standard", "allow_no_trump=true")),
    ],
    ids="-".join,
)
def test_trace_goes_through_the_notation(table):
    rules = rules_of(*table)
    players = find_players("random", rules)
    for hand in range(20):
        trace = trace_hand(players, rules, 5, hand)
        written = to_egn(GameRecord(deals=(trace.record,), rules=rules))
        for game in (read_egn(written, rules), read_egn(written)):
            assert game.deals == (trace.record,)
        found = replay(read_egn(written, rules))
        compare_with_trace(found.deals[0], trace)
        assert found.scores == (trace.points,)


# --- what the reference engine plays ---


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
def test_hands_of_the_reference_engine(table):
    rules = rules_of(*table)
    draw = random.Random("-".join(table))
    for _ in range(40):
        played = play_deal(rules, draw)
        outcome = played.hand.outcome()
        found = replay(played.record, rules)
        assert found.points == reference_score(outcome, rules.as_dict())
        assert [trick.winner for trick in found.tricks] == [
            trick["winner"] for trick in played.hand.tricks
        ]
        assert (found.maker, found.alone, found.lone_defender) == (
            outcome["maker"], outcome["lone_player"], outcome["lone_defender"]
        )  # fmt: skip
        assert len(found.decisions) == len(played.steps)
        for decision, step in zip(found.decisions, played.steps, strict=True):
            assert (decision.phase, decision.seat, decision.chosen) == (
                step.phase, step.seat, step.chosen
            )  # fmt: skip
            assert set(decision.legal) == step.legal


# --- contracts without trump ---

PASSED = ("Pass",) * 4
TRUMPLESS = rules_of("standard", *ALL_CONTRACTS)
# Seat 0 leads clubs, spades and hearts from the top, or diamonds from the bottom.
HIGH = ("AC 9C QC TC", "AS KS 9S TS", "AH KH TH JH", "AD KD JD QD", "KC JC JS QS")


def deal(dealer, upcard, calls, tricks=(), **more):
    return DealRecord(
        dealer=dealer,
        upcard=parse_card(upcard),
        calls=calls,
        tricks=tuple(tuple(parse_cards(trick)) for trick in tricks),
        **more,
    )


def test_no_trump_has_no_bowers():
    found = replay(deal(3, "9H", (*PASSED, "n"), HIGH), TRUMPLESS)
    assert (found.contract, found.call_round, found.points) == (NO_TRUMP, 2, (2, 0))
    assert [trick.winner for trick in found.tricks] == [0, 0, 0, 0, 0]
    assert found.decisions[4].legal == (
        *("Pass", "c", "c alone", "d", "d alone", "s", "s alone"),
        *("n", "n alone", "NTL", "NTL alone", "MIS"),
    )


def test_low_no_trump_turns_the_ranks_round():
    found = replay(deal(3, "9H", (*PASSED, "NTL"), HIGH[:1]), TRUMPLESS)
    assert (found.contract, found.tricks[0].winner) == (LOW_NO_TRUMP, 1)


def test_misere_stops_with_its_players_first_trick():
    record = deal(3, "9H", (*PASSED, "MIS"), ("9C TC QC", "KC JC AC"))
    found = replay(record, TRUMPLESS)
    assert (found.contract, found.alone, found.maker_tricks) == (MISERE, 0, 0)
    assert found.unfinished == "the record ends after trick 2"
    over = deal(3, "9H", (*PASSED, "MIS"), ("9C TC QC", "KC AC JC"))
    found = replay(over, TRUMPLESS)
    assert (found.maker_tricks, found.points, found.unfinished) == (1, (0, 2), "")
    assert (found.stopped_after, found.outcome.defender_tricks) == (None, 1)
    assert found.decisions[4].chosen == "MIS"


def test_misere_that_goes_on_if_the_rules_say_so():
    record = deal(3, "9H", (*PASSED, "MIS"), ("AC QC TC", "KC JC 9C"))
    with pytest.raises(IllegalAction, match="deal 1, trick 2: Kc was played, but the misere was"):
        replay(record, TRUMPLESS)
    on = replay(record, TRUMPLESS.replace(misere_ends_early=False))
    assert (on.maker_tricks, on.unfinished) == (2, "the record ends after trick 2")


def test_nobody_else_plays_a_misere_alone_or_defends_it_alone():
    misere = deal(3, "9H", (*PASSED, "MIS"))
    rules = TRUMPLESS.replace(defend_alone=True)
    assert replay(dataclasses.replace(misere, alone=0), rules).alone == 0
    with pytest.raises(IllegalAction, match="seat 2 may not play alone"):
        replay(dataclasses.replace(misere, alone=2), rules)
    with pytest.raises(IllegalAction, match="seat 1 may not defend alone"):
        replay(dataclasses.replace(misere, lone_defender=1), rules)


@pytest.mark.parametrize(
    ("calls", "settings", "message"),
    [
        (("n",), ALL_CONTRACTS, "call 1: n is no call of round 1, say Pass or Order"),
        (
            (*PASSED, "MIS"),
            ALL_CONTRACTS[:2],
            "call 5: MIS is no call of round 2, say Pass or a suit's letter or n or NTL",
        ),
        (
            (*PASSED, "n"),
            (*ALL_CONTRACTS, "joker=true", "joker_in_no_trump=removed"),
            "call 5: n is no call of round 2, say Pass or a suit's letter",
        ),
        (
            (*PASSED, "n"),
            ("allow_no_trump=true", "no_trump_only_when_stuck=true", "stick_the_dealer=true"),
            "call 5: n is not legal for seat 0, only Pass, c, c alone, d",
        ),
    ],
)
def test_calls_that_the_rules_do_not_have(calls, settings, message):
    with pytest.raises(IllegalAction, match=message):
        replay(deal(3, "9H", calls), rules_of("standard", *settings))


# --- the joker ---

JOKERS = rules_of("british", "defend_alone=false")


def test_joker_leads_trump_and_wins():
    tricks = ("JK 9H TH QH",)
    found = replay(deal(3, "KH", ("Order",), tricks), JOKERS)
    assert found.tricks[0] == (0, ("Jk", "9h", "Th", "Qh"), 0, (0, 1, 2, 3))


def test_joker_is_a_trump_to_follow_with_and_a_suit_of_its_own_without():
    tricks = ("AH 9C TH QH", "AD JK 9D TD")
    with pytest.raises(IllegalAction) as caught:
        replay(deal(3, "KH", ("Order",), tricks), JOKERS)
    assert str(caught.value) == (
        "deal 1, trick 1: 9c is not legal for seat 1: it held hearts (Jk, played in trick 2) "
        "and had to follow"
    )
    rules = JOKERS.replace(allow_no_trump=True)
    found = replay(deal(3, "KH", (*PASSED, "n"), ("AH 9C TH QH", "AD JK 9D TD")), rules)
    assert [trick.winner for trick in found.tricks] == [0, 1]


@pytest.mark.parametrize(
    ("rule", "legal"),
    [
        ("dealer_names_blind", ("c", "d", "s", "h")),
        (
            "dealer_names_after_look",
            ("c", "c alone", "d", "d alone", "s", "s alone", "h", "h alone"),
        ),
    ],
)
def test_dealer_names_trump_for_a_joker_turned_up(rule, legal):
    rules = JOKERS.replace(joker_upcard_rule=rule)
    tricks = ("9C TC JC",)
    record = deal(1, "JK", ("s",), tricks, alone=1, discard=parse_card("9D"))
    found = replay(record, rules)
    assert (found.maker, found.contract, found.call_round, found.alone) == (1, 2, 1, 1)
    blind = rule == "dealer_names_blind"
    call = Decision("call", 1, legal, "s" if blind else "s alone")
    assert found.decisions[0] == call
    assert found.decisions[1] == Decision("discard", 1, None, "9d")
    asked = [one for one in found.decisions if one.phase == "alone"]
    assert asked == ([Decision("alone", 1, ("no", "yes"), "yes")] if blind else [])
    for calls, message in (
        (("Pass",), "call 1: Pass is not legal for seat 1, only c, "),
        (("Order",), "call 1: Order is no call of a dealer who turned up the joker"),
        (("n",), "call 1: n is no call of a dealer who turned up the joker"),
        (("s", "Pass"), "call 2: Pass was said after trump had been made"),
    ):
        with pytest.raises(IllegalAction, match=message):
            replay(dataclasses.replace(record, calls=calls), rules)
    assert replay(dataclasses.replace(record, calls=(), tricks=(), alone=None), rules).unfinished


def test_joker_of_a_fixed_suit_and_one_that_is_dealt_again():
    fixed = rules_of("british", *FIXED)
    found = replay(deal(3, "JK", ("Pass", "Order")), fixed)
    assert (found.maker, found.contract) == (1, 2)
    with pytest.raises(IllegalAction, match="call 1: s is no call of round 1"):
        replay(deal(3, "JK", ("s",)), fixed)
    with pytest.raises(IllegalAction, match="deal 1: the joker was turned up, and with joker_up"):
        replay(deal(3, "JK", ("s",)), JOKERS.replace(joker_upcard_rule="redeal"))
    with pytest.raises(IllegalAction, match="deal 1: the upcard Jk is not in the deck"):
        replay(deal(3, "JK", ("s",)))


def test_hidden_card_may_be_the_joker():
    assert HiddenCard().mask & JOKER.bit
    assert not HiddenCard(rank="J").mask & JOKER.bit
    record = deal(3, "KH", ("Order",), ("JH 9H TH QH",))
    hidden = dataclasses.replace(record, tricks=((*record.tricks[0][:3], HiddenCard()),))
    assert replay(hidden).tricks[0].winner == 0
    assert replay(hidden, JOKERS).tricks[0].winner is None


# --- other numbers of players ---


def test_three_players_have_three_scores():
    rules = rules_of("three_hand")
    tricks = ("AC 9C QC", "AS KS 9S", "AH KH TH", "9D KD JD", "KC JC QS")
    game = GameRecord(deals=(deal(2, "9H", ("Pass", "Order"), tricks),), rules=rules)
    assert game.initial == (0, 0, 0)
    found = replay(game)
    assert (found.scores, found.winner) == (((2, 0, 2),), None)
    ahead = replay(dataclasses.replace(game, initial=(0, 3, 9)))
    assert (ahead.scores, ahead.winner) == (((2, 3, 11),), 2)
    with pytest.raises(IllegalAction, match="a game of 3 sides cannot start at 0:0"):
        replay(dataclasses.replace(game, initial=(0, 0)))


def test_six_players_sit_out_in_twos():
    rules = rules_of("six_hand")
    record = deal(5, "9H", ("Pass", "Order"), ("9C TC JC QC",), alone=1)
    found = replay(record, rules)
    assert found.tricks[0].seats == (0, 1, 2, 4)
    with pytest.raises(InvalidNotation, match="there is no seat 6, the seats are 0 to 5"):
        replay(dataclasses.replace(record, dealer=6), rules)

"""What each seat knew at every decision of a record, and the hands it may have had."""

import dataclasses
import itertools
import random

import pytest

from euchre_sim.cards import CardSet
from euchre_sim.engine.layout import LEAVE_UPCARD
from euchre_sim.errors import IllegalAction
from euchre_sim.records import DealRecord, replay
from euchre_sim.records.lowered import lowered
from euchre_sim.records.position import look
from euchre_sim.records.told import position_at, told_deals, told_decisions
from euchre_sim.rules import HouseRules
from tests.example_deals import FULL, HANDS, LONE, ORDERED, cards, deal, first_tricks, with_trick
from tests.positions import EVERYTHING, NEEDY, STANDARD
from tests.recorded import play_deal, reference_accepts

ALL = 10**6
TABLES = {"standard": STANDARD, "everything": EVERYTHING, "needy": NEEDY}


def some_deals(rules, count, seed=4):
    draw = random.Random(seed)
    return [play_deal(rules, draw) for _ in range(count)]


def without_hands(record):
    return dataclasses.replace(record, hands=())


def without_discard(record):
    return dataclasses.replace(record, discard=None)


def knows(view):
    """A view but for the order of the hand."""
    return dataclasses.replace(view, hand=tuple(sorted(view.hand, key=str)))


def seen(told):
    return {(frozenset(view.hand), view.discard) for view in told.views}


# --- records that tell everything ----------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
def test_a_record_that_tells_everything_has_one_view_a_decision(name):
    rules, phases = TABLES[name], set()
    for played in some_deals(rules, 25):
        record = played.record
        found = told_decisions(record, rules)
        assert len(found) == len(played.steps)
        for one, step in zip(found, played.steps, strict=True):
            assert (one.phase, one.seat, one.ways, one.why_not) == (step.phase, step.seat, 1, "")
            [view] = one.views
            asked = look(view, lowered(rules))
            assert (asked.phase, asked.step, view.seat) == (one.phase, one.step, one.position)
            assert asked.legal.bit_count() == len(step.legal)
            assert one.chosen & asked.legal == one.chosen > 0
            assert view.hand == record.hands[one.seat]
            assert view == position_at(record, rules, one.number)
            phases.add(one.phase)
    assert phases >= {"call", "discard", "play"}
    assert name != "everything" or phases >= {"alone", "defend"}


def test_nobody_knows_what_comes_later_or_what_is_anothers():
    for one in told_decisions(FULL, STANDARD):
        [view] = one.views
        n_calls = 2 if one.phase != "call" else one.number - 1
        assert len(view.calls) == n_calls
        assert sum(map(len, view.tricks)) == (one.number - 4 if one.phase == "play" else 0)
        assert (view.discard is not None) == (one.phase == "play" and one.seat == FULL.dealer)


# --- records that leave hands open ---------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
def test_the_true_hand_is_among_the_views_and_all_of_them_fit(name):
    rules, several = TABLES[name], 0
    for played in some_deals(rules, 25, seed=5):
        record = played.record
        full = told_decisions(record, rules)
        for less in (without_hands(record), without_hands(without_discard(record))):
            if less.discard is None and record.discard == record.upcard and name == "everything":
                continue  # without its discard the upcard of this record counts as taken
            found = told_decisions(less, rules, most=ALL)
            assert len(found) == len(full)
            for true, one in zip(full, found, strict=True):
                assert (one.phase, one.seat, one.step) == (true.phase, true.seat, true.step)
                assert one.chosen in (true.chosen, None)
                assert (one.chosen is None) == bool(one.why_not)
                if one.ways == len(one.views):
                    assert knows(true.views[0]) in map(knows, one.views)
                for view in one.views[:12]:
                    asked = look(view, lowered(rules))
                    assert asked.phase == one.phase
                    assert asked.legal & true.chosen or one.chosen is None
                several += one.ways > 1
    assert several


def completions(record, rules):
    """Every record with all hands and the discard that the reference engine plays to its end."""
    tricks = replay(record, rules).tricks
    dealer, deck = record.dealer, {*CardSet.from_mask(rules.deck)} - {record.upcard}
    held = [[] for _ in range(rules.players)]
    for trick, told in zip(tricks, record.tricks, strict=True):
        for seat, card in zip(trick.seats, told, strict=True):
            held[seat].append(card)
    unseen = deck - {card for hand in held for card in hand}
    sitting = [seat for seat, hand in enumerate(held) if not hand]
    takes = any(one.phase == "discard" for one in replay(record, rules).decisions)
    for out in itertools.product(*(itertools.combinations(unseen, 5) for _ in sitting)):
        hands = [list(hand) for hand in held]
        for seat, hand in zip(sitting, out, strict=True):
            hands[seat] = list(hand)
        left = unseen - {card for hand in out for card in hand}
        own = set(hands[dealer]) - {record.upcard}
        for discard in [*left, *own, record.upcard] if takes else [None]:
            dealt = list(own) if takes else hands[dealer]
            if takes and discard in left:
                dealt.append(discard)
            if len(dealt) == 5:
                hands[dealer] = dealt
                yield dataclasses.replace(record, hands=tuple(map(tuple, hands)), discard=discard)


def counted(record, rules):
    """For every seat the hands, with the discards, that the reference engine accepts."""
    found = [set() for _ in range(rules.players)]
    for full in completions(record, rules):
        if reference_accepts(full, rules):
            for seat, hand in enumerate(full.hands):
                mine = full.discard if seat == full.dealer else None
                found[seat].add((frozenset(hand), mine))
    return found


@pytest.mark.parametrize("name", ["standard", "needy"])
def test_hands_are_those_with_which_the_reference_engine_plays_the_record(name):
    rules, open_hands, alone = TABLES[name], 0, 0
    for played in some_deals(rules, 60, seed=6):
        record = without_hands(without_discard(played.record))
        sits_out = record.alone is not None
        alone += sits_out
        if not record.tricks or (sits_out and alone > 2):
            continue
        by_reference = counted(record, rules)
        for one in told_decisions(record, rules, most=ALL):
            expected = by_reference[one.seat]
            if one.phase != "play":
                expected = {(hand, None) for hand, _ in expected}
            assert seen(one) == expected
            assert one.ways == len(expected) == len(one.views)
            open_hands += one.ways > 1
    assert open_hands
    assert alone


def test_cards_left_when_a_record_stops_are_any_that_the_voids_allow():
    record = first_tricks(dataclasses.replace(ORDERED, discard=cards("9d")[0]), 4)
    played = [[], [], [], []]
    for trick in replay(record, STANDARD).tricks:
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            played[seat].append(cards(card)[0])
    dealers = [card for card in played[3] if card != record.upcard] + [record.discard]
    unseen = {*CardSet.from_mask(STANDARD.deck)} - {record.upcard, record.discard}
    unseen -= {card for hand in played for card in hand}
    expected = [set() for _ in range(4)]
    for last in itertools.permutations(unseen, 4):
        hands = [*played[:3], dealers]
        hands = tuple((*hand, card) for hand, card in zip(hands, last, strict=True))
        if any(len(hand) != 5 for hand in hands):
            hands = (*hands[:3], tuple(dealers))
        try:
            replay(dataclasses.replace(record, hands=hands), STANDARD)
        except IllegalAction:
            continue
        for seat, hand in enumerate(hands):
            expected[seat].add(frozenset(hand))
    for one in told_decisions(record, STANDARD):
        assert {frozenset(view.hand) for view in one.views} == expected[one.seat]
        assert one.ways == len(expected[one.seat])


def test_a_void_shown_later_is_known_of_the_hand_from_the_start():
    # Seat 1 discards on diamonds, seat 2 on clubs; each has one card that was not played.
    record = deal(3, "9h", "Pass Pass Pass Pass s", "Ad Ac Kd Td / 9d Kc Qd Jd / Js Qc Qs 9s")
    for one in told_decisions(record, STANDARD, most=ALL):
        if one.seat == 1:
            assert all(not any(str(card)[1] == "D" for card in view.hand) for view in one.views)


def test_hidden_cards_of_a_hand_restrict_it():
    hands = (*FULL.hands[:3], cards("Tc Qh Js Xd Xd"))
    record = first_tricks(dataclasses.replace(FULL, hands=hands, discard=None), 1)
    for one in told_decisions(record, STANDARD, most=ALL):
        if one.seat == 3 and one.phase == "call":
            for view in one.views:
                assert sum(str(card)[1] == "D" for card in view.hand) == 2


def test_too_many_hands_are_drawn_by_the_seed():
    one = told_decisions(without_hands(ORDERED), STANDARD, most=2, seed=1)[3 + 3]
    again, other = (
        told_decisions(without_hands(ORDERED), STANDARD, most=2, seed=seed)[3 + 3]
        for seed in (1, 2)
    )
    assert (one.seat, one.ways, len(set(one.views))) == (3, 4, 2)
    assert one == again
    assert one.views != other.views
    passed = deal(3, "Th", "Pass Pass")
    for one in told_decisions(passed, STANDARD):
        assert len(set(map(knows, one.views))) == 8 < one.ways


# --- what cannot be graded -----------------------------------------------------------------------


def test_an_unknown_discard_is_not_graded_but_what_follows_is():
    found = told_decisions(ORDERED, STANDARD)
    assert [one.number for one in found if one.why_not] == [3]
    assert found[2].why_not == "the record does not tell what was put down"
    assert found[2].chosen is None
    assert len(found[2].views) == 4


def test_a_discard_that_follows_from_the_record_is_known():
    up_again = deal(
        3, "Th", "Pass Order",
        "Ac 9c Qc Tc / Kc Ah Jc Js / Jh 9s Qh 9h / Ks As 9d Qs / Qd Ad Td Kd",
    )  # fmt: skip
    one = told_decisions(up_again, STANDARD)[2]
    assert (one.phase, one.ways, one.why_not) == ("discard", 1, "")
    assert one.chosen not in (None, LEAVE_UPCARD)


def test_a_hidden_card_takes_what_follows_it():
    record = with_trick(FULL, 2, "Kc Xx Jc Js")
    found = told_decisions(record, STANDARD)
    why = [one.why_not for one in found if one.phase == "play"]
    assert why[:5] == [""] * 5
    if why[5]:
        assert why[5] == "the record does not tell what was played"
        assert set(why[6:]) <= {
            "a card played before is hidden", "a hidden card leaves open who decided"
        }  # fmt: skip


@pytest.mark.parametrize(
    ("record", "rules", "why"),
    [
        (dataclasses.replace(FULL, upcard=cards("Xh")[0]), {}, "the record hides the upcard"),
        (FULL, {"farmers_hand": "swap_three_low"}, "with farmers_hand cards change hands unseen"),
        (LONE, {"call_for_best": True}, "with call_for_best cards change hands unseen"),
    ],
)
def test_what_no_position_can_say_is_said(record: DealRecord, rules, why):
    found = told_decisions(record, HouseRules(**rules))
    plays = [one for one in found if one.phase == "play"]
    assert plays
    assert {one.why_not for one in plays} == {why}
    assert not any(one.views for one in plays)
    if rules and record.hands:
        calls = [one for one in found if one.phase == "call"]
        assert all(one.ways == 1 and not one.why_not for one in calls)
    with pytest.raises(IllegalAction, match="cannot be asked about: "):
        position_at(record, HouseRules(**rules), plays[0].number)


# --- all hands at once ---------------------------------------------------------------------------


def test_deals_of_a_record_are_all_that_fit_it():
    [told] = told_deals(FULL, STANDARD, most=8)
    dealt = [set(cards(hand)) for hand in HANDS.split("/")]
    assert [{*CardSet.from_mask(hand.dealt)} for hand in told] == dealt
    every = told_deals(ORDERED, STANDARD, most=8)
    assert len(set(every)) == 4
    some = told_deals(ORDERED, STANDARD, most=3)
    assert len(some) == 3
    assert set(some) <= set(every)
    assert some == told_deals(ORDERED, STANDARD, most=3)
    # The partner who sits out has five of nine cards, and the dealer put down one of the others.
    many = told_deals(LONE, STANDARD, most=64)
    assert len(many) == 64
    for hands in many:
        everybody = [hand.dealt for hand in hands] + [LONE.upcard.bit]
        assert sum(everybody) == sum(everybody) & STANDARD.deck
        assert sum(hand.bit_count() for hand in everybody) == 21


def test_deals_of_a_record_that_hides_a_card_that_was_played_are_not_told():
    assert told_deals(with_trick(ORDERED, 2, "Kc Xx Jc Js"), STANDARD, most=8) == ()
    assert told_deals(FULL, HouseRules(call_for_best=True), most=8) == ()

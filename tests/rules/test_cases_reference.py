"""Faults that other Euchre programs have had, as tests of the reference engine (rules only)."""

import random

import pytest

from tests.reference import (
    full_deck,
    legal_cards,
    next_dealer,
    preset,
    score,
    suit_of,
    tally,
    trick_winner,
)
from tests.reference.deal import deal, packets
from tests.reference.hand import ReferenceHand
from tests.reference.positions import (
    STRONG_ELDEST,
    cards,
    play_randomly,
    play_tricks,
    random_hand,
    result,
    run,
    start,
    thrown_in,
)

STANDARD = preset("standard")


def test_case_01_led_left_bower_asks_for_trump() -> None:
    assert legal_cards(cards("AD 9H"), "JD", "H") == {"9H"}


def test_case_02_left_bower_is_no_reason_not_to_follow() -> None:
    assert legal_cards(cards("QS JD"), "9S", "H") == {"QS"}


def test_case_03_led_left_bower_is_not_followed_by_its_printed_suit() -> None:
    assert legal_cards(cards("AC 9S"), "JC", "S") == {"9S"}


def test_case_04_highest_of_the_led_suit_wins_and_leads() -> None:
    assert trick_winner([(2, "9H"), (3, "AH"), (0, "AD"), (1, "TH")], "C") == 3
    hands = ("AD KD QD TD 9D", "TH JS KC QC TC", "9H AS KS QS TS", "AH 9S JD JH 9C")
    hand = run(start(hands, upcard="AC", dealer=1), "ORDER", "AC")
    run(hand, "9H", "AH", "AD", "TH")
    assert (hand.tricks[0]["leader"], hand.tricks[0]["winner"], hand.seat) == (2, 3, 3)


def test_case_05_next_active_seat_leads_when_eldest_sits_out() -> None:
    hand = run(start(dealer=0), *["PASS"] * 6, "CALL_S_ALONE")
    assert (hand.maker, hand.lone) == (3, 3)
    assert (hand.sitting_out, hand.seat) == ({1}, 2)


def test_case_06_lone_hand_is_over_after_five_tricks() -> None:
    hand = play_tricks(run(start(STRONG_ELDEST), "ORDER_ALONE", "9H"), 5)
    assert (hand.phase, hand.legal(), len(hand.tricks)) == ("over", set(), 5)
    assert len(hand.hands[2]) == 5, "the partner never played"
    assert score(hand.outcome(), STANDARD) == (4, 0)


def test_case_07_partner_of_a_lone_player_is_never_asked() -> None:
    draw = random.Random(7)
    lone_hands = 0
    while lone_hands < 300:
        hand = play_randomly(random_hand(STANDARD, draw), draw)
        if hand.lone is None:
            continue
        lone_hands += 1
        calling = next(i for i, (_, _, token) in enumerate(hand.history) if "ALONE" in token)
        asked = {seat for _, seat, _ in hand.history[calling + 1 :]}
        assert not asked & hand.sitting_out


@pytest.mark.parametrize(("dealer", "following"), [(3, 0), (0, 1), (1, 2), (2, 3)])
def test_case_08_deal_passes_to_the_left(dealer: int, following: int) -> None:
    assert next_dealer(thrown_in(dealer), STANDARD) == following
    assert next_dealer(result(0, 3, dealer=dealer), STANDARD) == following


def test_case_09_every_new_deal_has_five_cards_a_hand() -> None:
    draw = random.Random(9)
    order = sorted(full_deck())
    for pattern in ("2-3", "3-2", "alt_3232", "alt_2323", "singles"):
        draw.shuffle(order)
        hands, upcard, kitty = deal(order, 3, STANDARD, pattern)
        assert [len(hand) for hand in hands] == [5] * 4
        assert set.union(*hands, {upcard}, kitty) == full_deck(), "nothing is there twice"
        assert run(ReferenceHand(hands, upcard, 3, STANDARD), *["PASS"] * 8).phase == "over"


def test_a4_packets() -> None:
    assert packets("2-3") == [[2, 2, 2, 2], [3, 3, 3, 3]]
    assert packets("3-2") == [[3, 3, 3, 3], [2, 2, 2, 2]]
    assert packets("alt_3232") == [[3, 2, 3, 2], [2, 3, 2, 3]]
    assert packets("alt_2323") == [[2, 3, 2, 3], [3, 2, 3, 2]]
    hands, upcard, kitty = deal([str(i) for i in range(24)], 1, preset("seed_nl"))
    assert hands[2] == cards("0 1 2 10 11"), "eldest: three, then two"
    assert hands[1] == cards("8 9 17 18 19"), "the dealer: two, then three"
    assert (upcard, kitty) == ("20", ["21", "22", "23"])


def test_case_10_stuck_dealer_names_another_suit_and_is_the_maker() -> None:
    hands = ("AC KC QC TC 9C", "AD KD QD JD TD", "AS KS 9H JS TS", "AH KH QH JH TH")
    hand = run(start(hands, upcard="QS", stick_the_dealer=True), *["PASS"] * 7)
    assert (hand.seat, "PASS" in hand.legal()) == (3, False)
    assert not [token for token in hand.legal() if token.startswith("CALL_S")]
    play_tricks(run(hand, "CALL_H"), 5)
    assert (hand.outcome()["maker"], hand.outcome()["call_round"]) == (3, 2)


def test_case_13_upcard_is_in_one_place_at_a_time() -> None:
    with pytest.raises(ValueError, match="AH"):
        start(upcard="AH")
    hand = start()
    assert not any("9H" in held for held in hand.hands)
    ordered = run(start(), "ORDER", "TH")
    assert [("9H" in held) for held in ordered.hands] == [False, False, False, True]
    turned_down = run(start(), *["PASS"] * 4, "CALL_C")
    assert (turned_down.phase, turned_down.upcard_is) == ("play", "turned_down")
    assert not any("9H" in held for held in turned_down.hands)


def test_case_14_three_tricks_are_made_but_no_march() -> None:
    counted = tally([result(0, 3)], STANDARD)
    assert (counted["calls"], counted["made"], counted["march"]) == (1, 1, 0)
    swept = tally([result(0, 5), result(1, 2)], STANDARD)
    assert (swept["calls"], swept["made"], swept["march"], swept["euchred"]) == (2, 1, 1, 1)


def test_case_15_expectation_divides_by_the_calls() -> None:
    outcomes = [thrown_in(3), thrown_in(0), result(0, 5, dealer=1), result(1, 3, dealer=2)]
    assert tally(outcomes, STANDARD)["points_per_call"] == 1.5
    assert tally(outcomes[:2], STANDARD)["points_per_call"] is None


def test_case_16_alone_means_the_same_in_both_rounds() -> None:
    first = run(start(STRONG_ELDEST), "ORDER_ALONE", "9H")
    second = run(start(STRONG_ELDEST, upcard="JC"), *["PASS"] * 4, "CALL_H_ALONE")
    for hand in (first, second):
        assert (hand.lone, hand.sitting_out, hand.seat) == (0, {2}, 0)
        assert score(play_tricks(hand, 5).outcome(), STANDARD) == (4, 0)
    assert (first.outcome()["call_round"], second.outcome()["call_round"]) == (1, 2)


def test_case_17_only_the_jack_of_the_same_colour_is_trump() -> None:
    def trumps(hand: str) -> int:
        return sum(suit_of(card, "H") == "H" for card in cards(hand))

    assert trumps("AH KH QH JH JD") == 5
    assert trumps("AH KH QH JH JC") == 4


def test_case_22_card_twice_is_named() -> None:
    with pytest.raises(ValueError, match="JH"):
        start(("JH KC QC TC 9C", "AD KD QD JD TD", "AS KS QS JS TS", "AH KH QH JH TH"))

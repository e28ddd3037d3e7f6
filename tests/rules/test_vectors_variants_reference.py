"""The vectors of RULES.md D beyond the plain game, and what they leave out, on the reference.

The cards alone (V07 to V09) are in ``test_vectors_reference``.
"""

from fractions import Fraction
from typing import Any

import pytest

from tests.reference import (
    chances_by_place,
    first_dealer_chances,
    fold_game,
    full_deck,
    legal_cards,
    next_dealer,
    preset,
    renege_outcome,
    score,
    stops_game,
    suit_of,
    tally,
    trick_winner,
)
from tests.reference.cards import MATE
from tests.reference.deal import deal, extra_piles
from tests.reference.first_dealer import cut_winners, dealer_by_jack
from tests.reference.hand import ReferenceHand
from tests.reference.positions import ONE_SUIT_EACH, cards, play_tricks, result, run, start

STANDARD = preset("standard")


def menu(contracts: str, alone: bool = True) -> set[str]:
    """The calls for these contracts, separated by spaces."""
    tails = ("", "_ALONE") if alone else ("",)
    return {f"CALL_{contract}{tail}" for contract in contracts.split() for tail in tails}


def passed(hand: ReferenceHand, times: int) -> ReferenceHand:
    """The hand after so many passes."""
    return run(hand, *["PASS"] * times)


# A1 and A2: decks


@pytest.mark.parametrize(
    ("low_rank", "joker", "size", "lengths"),
    [
        (9, False, 24, (7, 5, 6)),
        (9, True, 25, (8, 5, 6)),
        (8, False, 28, (8, 6, 7)),
        (8, True, 29, (9, 6, 7)),
        (7, False, 32, (9, 7, 8)),
        (7, True, 33, (10, 7, 8)),
    ],
)
def test_a2_lengths_of_the_suits(
    low_rank: int, joker: bool, size: int, lengths: tuple[int, int, int]
) -> None:
    deck = full_deck(low_rank, joker)
    assert len(deck) == size
    for trump in "CDHS":
        held = {suit: sum(suit_of(card, trump) == suit for card in deck) for suit in "CDHS"}
        trumps, mate = held.pop(trump), held.pop(MATE[trump])
        assert (trumps, mate, *held.values()) == (*lengths, lengths[2])


def test_a1_the_two_of_spades_is_only_the_look_of_the_joker() -> None:
    hand = run(start(upcard="JK", joker=True, joker_card="two_of_spades"), "CALL_D")
    assert "JK" in hand.legal()


# A11: no trump and misere


def test_v07_no_trump_is_called_in_round_two() -> None:
    hand = start(allow_no_trump=True, allow_no_trump_low=True)
    assert hand.legal() == {"PASS", "ORDER", "ORDER_ALONE"}
    assert passed(hand, 4).legal() == {"PASS"} | menu("C D S NT NTL")
    run(hand, "CALL_NT")
    assert (hand.contract, hand.phase, hand.seat) == ("NT", "play", 0)
    later = passed(start(allow_no_trump=True, alone_timing="before_first_lead"), 4)
    assert later.legal() == {"PASS"} | menu("C D S NT", alone=False)
    assert run(later, "CALL_NT").phase == "alone"


def test_a11_no_trump_for_the_stuck_dealer_only() -> None:
    changes: dict[str, Any] = {
        "allow_no_trump": True,
        "allow_misere": True,
        "no_trump_only_when_stuck": True,
    }
    stuck = passed(start(stick_the_dealer=True, **changes), 4)
    assert stuck.legal() == {"PASS", "CALL_MIS"} | menu("C D S"), "a misere is for everybody"
    assert passed(stuck, 3).legal() == {"CALL_MIS"} | menu("C D S NT")
    assert passed(start(**changes), 7).legal() == {"PASS", "CALL_MIS"} | menu("C D S")


@pytest.mark.parametrize("contract", ["NT", "NTL", "MIS"])
def test_a11_joker_is_a_suit_of_its_own_without_trump(contract: str) -> None:
    assert legal_cards(cards("JK 9H"), "AH", contract) == {"9H"}, "not while he can follow"
    assert legal_cards(cards("JK 9H"), "AD", contract) == cards("JK 9H")
    assert legal_cards(cards("JC AH"), "JK", contract) == cards("JC AH"), "anything goes on it"
    assert trick_winner([(0, "JK"), (1, "AH"), (2, "AS"), (3, "9H")], contract) == 0


def test_a11_removed_joker_takes_the_contracts_away() -> None:
    changes: dict[str, Any] = {
        "allow_no_trump": True,
        "allow_no_trump_low": True,
        "allow_misere": True,
        "joker_in_no_trump": "removed",
    }
    assert passed(start(joker=True, **changes), 4).legal() == {"PASS"} | menu("C D S")
    without = passed(start(**changes), 4)
    assert without.legal() == {"PASS", "CALL_MIS"} | menu("C D S NT NTL")


# Seat 0 wins trick 2 with its ace of spades if it leads the nine of clubs first.
MISERE = ("9C AS 9D TD JD", "TC AD KD QD JC", "AC QS JS TS 9S", "KC QC KS AH KH")


def test_v30_misere() -> None:
    rules = preset("standard", allow_misere=True, misere_points=3)
    hand = passed(start(MISERE, upcard="9H", allow_misere=True, defend_alone=True), 4)
    assert hand.legal() == {"PASS", "CALL_MIS"} | menu("C D S"), "always alone: one action"
    run(hand, "CALL_MIS")
    assert (hand.phase, hand.lone, hand.sitting_out, hand.seat) == ("play", 0, {2}, 0)
    run(hand, "9C", "TC", "KC")
    assert hand.seat == 3
    run(hand, "KS", "AS", "JC")
    assert (hand.phase, hand.trick_counts()) == ("over", (1, 1))
    assert score(hand.outcome(), rules) == (0, 2)
    assert score(result(0, 0, contract="MIS", alone=True), rules) == (3, 0)


def test_v30_misere_may_be_played_to_its_end() -> None:
    rules = preset("standard", allow_misere=True, misere_ends_early=False)
    hand = passed(start(MISERE, allow_misere=True, misere_ends_early=False), 4)
    run(hand, "CALL_MIS", "9C", "TC", "KC", "KS", "AS", "JC")
    assert (hand.phase, hand.seat) == ("play", 0)
    play_tricks(hand, 5)
    assert sum(hand.trick_counts()) == 5
    assert score(hand.outcome(), rules) == (0, 2)


def test_v30_misere_is_alone_even_where_alone_is_not_allowed_or_said_later() -> None:
    for changes in ({"alone_allowed": False}, {"alone_timing": "before_first_lead"}):
        hand = run(passed(start(MISERE, allow_misere=True, **changes), 4), "CALL_MIS")
        assert (hand.phase, hand.lone) == ("play", 0)


def test_a14_misere_knows_no_screw_but_the_cap() -> None:
    rules = preset("standard", screw_dealer_penalty=4, misere_fail_points=4, misere_points=6)
    failed = result(3, 1, 1, contract="MIS", alone=True, call_round=2)
    assert score(failed, rules) == (4, 0)
    capped = {**rules, "cap_at_lone_value": True, "lone_value": 3}
    assert score(failed, capped) == (3, 0)
    assert score(result(3, 0, contract="MIS", alone=True), capped) == (0, 3)
    assert not stops_game(
        result(3, 0, 4, contract="MIS", alone=True), (9, 9), preset("standard", early_stop=True)
    ), "one trick decides either way"


def test_a14_doubled_no_trump_is_for_the_makers_and_under_the_cap() -> None:
    rules = preset("standard", no_trump_points="double", lone_value=4, cap_at_lone_value=True)
    assert score(result(0, 3, contract="NTL"), rules) == (2, 0)
    assert score(result(0, 2, contract="NTL"), rules) == (0, 2)
    assert score(result(0, 5, contract="NT", alone=True), rules) == (4, 0)
    assert tally([result(0, 0, contract="MIS", alone=True)], STANDARD)["made"] == 1


# A11 and B1: the joker turned up


def test_v31_dealer_names_trump_blind_in_british_euchre() -> None:
    hand = start(rules="british", upcard="JK")
    assert (hand.phase, hand.seat, hand.call_round) == ("call", 3, 1)
    assert hand.legal() == menu("C D H S", alone=False)
    run(hand, "CALL_S")
    assert (hand.maker, hand.contract, hand.phase) == (3, "S", "discard")
    assert hand.legal() == cards("AH KH QH JH TH JK")
    run(hand, "TH")
    assert (hand.phase, hand.seat, hand.legal()) == ("alone", 3, {"YES", "NO"})
    alone = run(start(rules="british", upcard="JK"), "CALL_S", "JK", "YES")
    assert (alone.lone, alone.sitting_out, alone.phase) == (3, {1}, "defend")
    assert (alone.discard, alone.hands[3]) == ("JK", cards("AH KH QH JH TH"))
    run(hand, "NO")
    assert (hand.phase, hand.seat, hand.lone) == ("play", 0, None)
    assert hand.outcome()["call_round"] == 1


def test_v31_the_questions_after_a_blind_call_follow_the_other_options() -> None:
    up: dict[str, Any] = {"joker": True, "upcard": "JK"}
    kept = run(start(dealer_may_discard_upcard=False, **up), "CALL_C")
    assert kept.legal() == cards("AH KH QH JH TH")
    assert run(start(alone_allowed=False, **up), "CALL_C", "TH").phase == "play"
    nl = run(start(rules="seed_nl", **up), "CALL_C", "TH", "NO")
    assert (nl.phase, nl.seat) == ("alone", 1), "his partner may, too"
    assert run(nl, "YES").sitting_out == {3}


def test_v31_fixed_suit_counts_as_a_card_of_that_suit() -> None:
    rules: dict[str, Any] = {"joker_upcard_rule": "fixed_suit", "upcard": "JK"}
    hand = start(rules="british", need_trump_to_call="any_trump", **rules)
    assert (hand.seat, hand.legal()) == (0, {"PASS"}), "no heart"
    run(hand, "PASS")
    assert hand.legal() == {"PASS", "ORDER", "ORDER_ALONE"}, "the left bower"
    ordered = run(start(rules="british", **rules), "ORDER")
    assert (ordered.contract, ordered.seat) == ("H", 3)
    assert ordered.legal() == cards("AH KH QH JH TH JK")
    turned_down = passed(start(rules="british", joker_upcard_suit="C", **rules), 4)
    assert turned_down.legal() == {"PASS"} | menu("D H S")


def test_v31_dealer_names_after_a_look() -> None:
    rules: dict[str, Any] = {
        "joker": True,
        "joker_upcard_rule": "dealer_names_after_look",
        "upcard": "JK",
    }
    hand = start(**rules)
    assert (hand.seat, hand.legal()) == (3, menu("C D H S"))
    run(hand, "CALL_H_ALONE", "TH")
    assert (hand.phase, hand.lone, hand.outcome()["call_round"]) == ("play", 3, 1)
    assert run(start(**rules), "CALL_H", "TH").phase == "play", "he has said that he is not alone"
    later = start(alone_timing="before_first_lead", **rules)
    assert later.legal() == menu("C D H S", alone=False)
    assert run(later, "CALL_H", "TH").phase == "alone"


def test_v31_redeal_by_the_same_dealer() -> None:
    hand = start(joker=True, joker_upcard_rule="redeal", upcard="JK")
    assert (hand.phase, hand.legal(), hand.outcome()["special"]) == ("over", set(), "redeal")
    assert score(hand.outcome(), STANDARD) == (0, 0)
    assert next_dealer(hand.outcome(), STANDARD) == 3


# A17: the farmer's hand

FARMERS = {"a": "9C 9D TS AH KS", "b": "9C 9D 9H TS TD", "c": "9C 9D TS TH JS"}
TWO_FARMERS = ("9C 9D 9H AC KC", "TC TD TH AD KD", "AS KS QS JS QD", "AH KH QH JH JD")


def farmer(form: str, held: str, **changes: Any) -> ReferenceHand:
    """Seat 1 has these cards; the others have the highest of the rest."""
    rest = sorted(full_deck() - cards(held), key=lambda card: "9TJQKA".index(card[0]))[::-1]
    high = [" ".join(rest[i : i + 5]) for i in (0, 5, 10)]
    hands = (high[0], held, high[1], high[2])
    return start(hands, rest[15], kitty=" ".join(rest[16:]), farmers_hand=form, **changes)


@pytest.mark.parametrize(
    ("form", "qualify"),
    [
        ("off", ""),
        ("swap_three_low", "abc"),
        ("swap_three_same", "b"),
        ("swap_all_low", "b"),
        ("redeal_all_low", "b"),
    ],
)
def test_v28_who_has_a_farmers_hand(form: str, qualify: str) -> None:
    for name, held in FARMERS.items():
        hand = farmer(form, held)
        asked = ("farmer", 1) if name in qualify else ("call", 0)
        assert (hand.phase, hand.seat) == asked, name


def test_v28_exactly_three_cards_go_for_three_hidden_ones() -> None:
    hand = farmer("swap_three_low", FARMERS["c"])
    upcard, hidden = hand.upcard, set(hand.kitty)
    assert hand.legal() == cards("NO 9C 9D TS TH")
    run(hand, "9D")
    assert (hand.seat, hand.legal()) == (1, cards("9C TS TH")), "no way back"
    run(hand, "TH", "TS")
    assert (hand.phase, hand.seat, hand.upcard) == ("call", 0, upcard)
    assert hand.hands[1] == cards("9C JS") | hidden
    assert (hand.swapped, hand.shown, hand.kitty) == (["9D", "TH", "TS"], cards("9D TH TS"), [])
    assert run(farmer("swap_three_low", FARMERS["c"]), "NO").phase == "call"
    quiet = run(farmer("swap_three_low", FARMERS["c"], farmers_show=False), "9D", "TH", "TS")
    assert quiet.shown == set()


def test_v28_three_of_a_rank_and_five_low_cards() -> None:
    same = run(farmer("swap_three_same", FARMERS["b"]), "9D")
    assert same.legal() == cards("9C 9H"), "the tens are only two"
    every = run(farmer("swap_all_low", FARMERS["b"]), "TD")
    assert every.legal() == cards("9C 9D 9H TS")
    redeal = farmer("redeal_all_low", FARMERS["b"])
    assert redeal.legal() == {"YES", "NO"}
    run(redeal, "YES")
    assert (redeal.phase, redeal.outcome()["special"]) == ("over", "redeal")
    assert next_dealer(redeal.outcome(), STANDARD) == 3


def test_a17_first_claim_ends_the_asking() -> None:
    changes: dict[str, Any] = {"farmers_hand": "swap_three_low", "kitty": "9S TS JC"}
    hand = start(TWO_FARMERS, "QC", **changes)
    assert (hand.phase, hand.seat) == ("farmer", 0)
    assert run(start(TWO_FARMERS, "QC", **changes), "NO").seat == 1
    run(hand, "9H", "9C", "9D")
    assert (hand.phase, hand.hands[0]) == ("call", cards("AC KC 9S TS JC"))


def test_a17_or_all_are_asked_and_two_claims_are_a_misdeal() -> None:
    changes: dict[str, Any] = {
        "farmers_hand": "swap_three_low",
        "kitty": "9S TS JC",
        "farmers_order": "conflict_is_misdeal",
    }
    hand = start(TWO_FARMERS, "QC", **changes)
    assert hand.legal() == {"YES", "NO"}
    run(hand, "YES", "YES")
    assert (hand.phase, hand.outcome()["special"]) == ("over", "misdeal")
    assert next_dealer(hand.outcome(), preset("standard", misdeal_redeal="next_dealer")) == 0
    one = run(start(TWO_FARMERS, "QC", **changes), "YES", "NO")
    assert (one.phase, one.seat, one.legal()) == ("farmer", 0, cards("9C 9D 9H"))
    assert run(one, "9C", "9D", "9H").phase == "call"


def test_a17_two_lowest_ranks_of_a_larger_deck() -> None:
    hands = ("7C 7D 8H 9H 9S", *ONE_SUIT_EACH[1:])
    rules: dict[str, Any] = {"farmers_hand": "swap_three_low", "kitty": "AC KC QC 8C"}
    hand = start(hands, "JC", low_rank=7, **rules)
    assert hand.legal() == cards("NO 7C 7D 8H")
    run(hand, "7C", "7D", "8H")
    assert (hand.hands[0], hand.kitty) == (cards("AC KC QC 9H 9S"), ["8C"])


# B2: two players

TWO = ("AC KC QC TC 9C", "AD KD QD JD TD")


def test_v32_two_players() -> None:
    rules = preset("seed_sk")
    hand = start(TWO, "9H", 1, "seed_sk")
    assert (hand.seat, hand.legal()) == (0, {"PASS", "ORDER"})
    run(hand, "ORDER")
    assert (hand.phase, hand.seat) == ("discard", 1)
    assert hand.legal() == cards("AD KD QD JD TD 9H LEAVE_UPCARD")
    run(hand, "LEAVE_UPCARD")
    assert (hand.phase, hand.seat) == ("play", 0), "the non-dealer leads"
    assert [score(result(0, tricks), rules) for tricks in (4, 5, 2)] == [(1, 0), (2, 0), (0, 2)]
    assert passed(start(TWO, "9H", 1, "seed_sk"), 2).legal() == {"PASS"} | menu("C D S", False)
    assert passed(start(TWO, "9H", 1, "seed_sk"), 4).outcome()["special"] == "thrown_in"


def test_b2_dummy2_gives_two_more_cards_to_the_maker() -> None:
    def begin() -> ReferenceHand:
        return start(TWO, "9H", 1, "two_hand", piles=("9S TS",), two_hand_style="dummy2")

    assert passed(begin(), 3).legal() == menu("C D S", False), "the dealer is stuck"
    dealer = run(begin(), "PASS", "ORDER")
    assert (dealer.phase, dealer.seat) == ("discard", 1)
    assert dealer.legal() == dealer.hands[1] == cards("AD KD QD JD TD 9H 9S TS")
    run(dealer, "9S", "TS")
    assert (dealer.phase, len(dealer.hands[1])) == ("discard", 6)
    run(dealer, "TD")
    assert (dealer.phase, dealer.hands[1], dealer.seat) == ("play", cards("AD KD QD JD 9H"), 0)

    other = run(begin(), "ORDER")
    assert (other.seat, other.legal()) == (1, cards("AD KD QD JD TD 9H"))
    run(other, "TD")
    assert (other.phase, other.seat, len(other.hands[0])) == ("discard", 0, 7)
    run(other, "9C", "TC")
    assert (other.phase, other.hands[0]) == ("play", cards("AC KC QC 9S TS"))


def test_b2_dummy3_gives_three_more_cards_to_each() -> None:
    def begin(**changes: Any) -> ReferenceHand:
        piles = ("9S TS JS", "QS KS AS")
        rules: dict[str, Any] = {"two_hand_style": "dummy3", "alone_allowed": True, **changes}
        return start(TWO, "9H", 1, "two_hand", piles=piles, **rules)

    hand = begin()
    assert hand.legal() == {"PASS", "ORDER"}, "alone is said later"
    run(hand, "ORDER")
    assert (hand.phase, hand.seat, len(hand.hands[1])) == ("alone", 0, 6)
    run(hand, "NO")
    assert (hand.phase, hand.seat, len(hand.hands[0])) == ("discard", 0, 8)
    run(hand, "9S", "TS", "JS")
    assert (hand.phase, hand.seat, len(hand.hands[1])) == ("discard", 1, 9)
    run(hand, "TD", "9H", "JD", "QS")
    assert (hand.phase, hand.seat, hand.hands[1]) == ("play", 0, cards("AD KD QD KS AS"))

    lone = run(begin(), "PASS", "ORDER", "YES", "9S", "TS", "JS")
    assert (lone.phase, lone.seat, len(lone.hands[1])) == ("discard", 1, 6), "only for the upcard"
    run(lone, "TD")
    assert (lone.phase, lone.lone, lone.sitting_out, lone.seat) == ("play", 1, set(), 0)
    assert score(result(1, 5, alone=True), lone.rules) == (0, 4)

    refused = run(begin(dealer_pickup="optional", alone_allowed=False), "ORDER")
    assert (refused.phase, refused.legal()) == ("pickup", {"TAKE_UPCARD", "LEAVE_UPCARD"})
    run(refused, "LEAVE_UPCARD", "9S", "TS", "JS")
    assert (refused.seat, len(refused.hands[1])) == (1, 8)


def test_b2_extra_cards_lie_between_the_hands_and_the_upcard() -> None:
    order = sorted(full_deck())
    for style, upcard in (("plain", 10), ("dummy2", 12), ("dummy3", 16)):
        rules = preset("two_hand", two_hand_style=style)
        dealt = deal(order, 0, rules)
        assert (dealt.upcard, dealt.kitty) == (order[upcard], order[upcard + 1 :])
    assert extra_piles(order, 0, rules) == [order[13:16], order[10:13]], "eldest first"
    assert extra_piles(order, 1, rules) == [order[10:13], order[13:16]]


# B3: three players


def test_v33_three_players() -> None:
    rules = preset("three_hand")
    euchred = result(0, 2)
    assert score(euchred, rules) == (0, 2, 2), "each opponent"
    tie = fold_game([euchred], rules, (9, 8, 8))
    assert (tie["score"], tie["over"]) == ((9, 10, 10), False)
    won = fold_game([euchred], rules, (9, 9, 8))
    assert (won["score"], won["over"], won["winner"]) == ((9, 11, 10), True, 1)
    assert [score(result(2, tricks), rules) for tricks in (3, 5)] == [(0, 0, 1), (0, 0, 3)]
    match = fold_game(
        [result(2, 5)] * 2, preset("three_hand", target_score=5, match_format="best_of_3")
    )
    assert (match["games"], match["rows"][1]["score"]) == ((0, 0, 1), (0, 0, 6))


def test_b3_maker_alone_against_both() -> None:
    hand = run(start(ONE_SUIT_EACH[:3], "9H", 2, "three_hand"), "PASS", "ORDER")
    assert (hand.phase, hand.seat) == ("discard", 2)
    run(hand, "TS")
    assert (hand.active, hand.seat, hand.lone) == ({0, 1, 2}, 0, None)
    play_tricks(hand, 5)
    won = sum(trick["winner"] == 1 for trick in hand.tricks)
    assert hand.trick_counts() == (won, 5 - won)
    assert passed(start(ONE_SUIT_EACH[:3], "9H", 2, "three_hand"), 6).phase == "over"


def test_b3_renege_and_early_stop() -> None:
    rules = preset("three_hand", early_stop=True)
    by_maker = renege_outcome(result(0, 3), 0, players=3)
    by_other = renege_outcome(result(0, 3), 2, players=3)
    assert (score(by_maker, rules), score(by_other, rules)) == ((0, 2, 2), (2, 0, 0))
    assert not stops_game(result(0, 0, 3), (9, 8, 8), rules), "a tie is played on"
    assert stops_game(result(0, 0, 3), (9, 9, 8), rules)


# B4: six players


def six(*tokens: str, **changes: Any) -> ReferenceHand:
    """Six hands in the order of the deck, dealer 5, upcard of spades."""
    rules = preset("six_hand", **changes)
    order = sorted(full_deck(7), key=lambda card: ("CDHS".index(card[1]), card[0]))
    return run(ReferenceHand(*deal(order, 5, rules)[:2], 5, rules), *tokens)


def test_v34_six_players() -> None:
    rules = preset("six_hand")
    assert score(result(2, 5, alone=True), rules) == (6, 0)
    assert [score(result(2, tricks), rules) for tricks in (5, 3, 2)] == [(3, 0), (1, 0), (0, 3)]
    assert score(result(5, 2, alone=True), rules) == (3, 0)
    seat_0 = passed(six(), 6)
    run(seat_0, "CALL_C_ALONE")
    assert (seat_0.sitting_out, seat_0.seat) == ({2, 4}, 0)
    seat_2 = passed(six(), 8)
    run(seat_2, "CALL_C_ALONE")
    assert (seat_2.sitting_out, seat_2.seat) == ({0, 4}, 1)
    play_tricks(seat_2, 5)
    assert [len(trick["cards"]) for trick in seat_2.tricks] == [4] * 5


def test_b4_both_mates_of_the_dealer_are_bound_by_the_canadian_rule() -> None:
    hand = six("PASS", canadian_loner=True)
    assert hand.legal() == {"PASS", "ORDER_ALONE"}
    assert passed(hand, 2).legal() == {"PASS", "ORDER_ALONE"}
    assert "ORDER" in passed(hand, 1).legal()


def test_b4_lone_defence_of_six() -> None:
    hand = run(passed(six(defend_alone=True), 6), "CALL_C_ALONE", "NO", "YES")
    assert (hand.active, hand.seat) == ({0, 3}, 3)


# B5: best cards, laps and slams


def test_b5_partner_gives_his_best_card() -> None:
    hand = run(start(call_for_best=True), "ORDER_ALONE", "9H")
    assert (hand.phase, hand.seat, hand.legal()) == ("shed", 0, cards(ONE_SUIT_EACH[0]))
    run(hand, "9C")
    assert (hand.phase, hand.seat, hand.legal()) == ("give", 2, cards(ONE_SUIT_EACH[2]))
    run(hand, "AS")
    assert (hand.phase, hand.seat, hand.hands[0]) == ("play", 0, cards("AC KC QC TC AS"))
    assert (hand.down, len(hand.hands[2])) == ([(3, "9H"), (0, "9C")], 4)


def test_b5_or_before_the_lone_player_sheds_one_of_six() -> None:
    rules: dict[str, Any] = {"call_for_best": True, "best_order": "receive_first"}
    hand = run(start(defend_alone=True, **rules), "ORDER_ALONE", "9H", "YES")
    assert (hand.phase, hand.seat) == ("give", 2)
    run(hand, "AS")
    assert (hand.phase, hand.seat, hand.legal()) == ("shed", 0, cards("AC KC QC TC 9C AS"))
    run(hand, "AS")
    assert (hand.phase, hand.seat) == ("give", 3), "then the lone defender's side"
    run(hand, "AH", "TD")
    assert (hand.phase, hand.seat, hand.hands[1]) == ("play", 1, cards("AD KD QD JD AH"))


def test_b5_dealer_who_sits_out_has_taken_the_upcard_or_not() -> None:
    taken = start(call_for_best=True, lone_partner_is_dealer="pickup_then_sit_out")
    run(taken, "PASS", "ORDER_ALONE", "TH", "TD")
    assert (taken.phase, taken.seat, taken.legal()) == ("give", 3, cards("AH KH QH JH 9H"))
    left_out = run(start(call_for_best=True), "PASS", "ORDER_ALONE", "TD")
    assert (left_out.seat, left_out.legal()) == (3, cards("AH KH QH JH TH"))


def test_b5_laps_carry_what_is_over_the_target() -> None:
    rules = preset("standard", laps=True, match_format="best_of_5", target_score=5)
    match = fold_game([result(0, 5, alone=True), result(1, 3)] * 2, rules)
    assert [row["score"] for row in match["rows"]] == [(4, 0), (4, 1), (8, 1), (3, 1)]
    assert [row["game"] for row in match["rows"]] == [1, 1, 1, 2]
    assert (match["games"], match["next"]) == ((1, 0), (3, 1))
    plain = fold_game([result(0, 5, alone=True)] * 2, {**rules, "laps": False})
    assert (plain["score"], plain["next"]) == ((8, 0), (0, 0))


def test_b5_carried_points_may_win_the_next_game_too() -> None:
    rules = preset("standard", laps=True, match_format="best_of_5", target_score=5, lone_value=6)
    alone = result(0, 5, alone=True)
    match = fold_game([result(0, 3)] * 4 + [alone], rules)
    assert (match["score"], match["games"], match["next"]) == ((10, 0), (2, 0), (0, 0))
    assert match["rows"][-1]["game"] == 1
    assert fold_game([alone] * 2, rules)["next"] == (2, 0)


def test_b5_slam_counts_as_two_games() -> None:
    rules = preset("standard", slam_double=True, match_format="best_of_3", target_score=5)
    marches = [result(0, 5)] * 3
    slam = fold_game(marches, rules)
    assert (slam["games"], slam["over"], slam["winner"]) == ((2, 0), True, 0)
    no_slam = fold_game([result(1, 3), *marches], rules)
    assert (no_slam["games"], no_slam["over"]) == ((1, 0), False)
    laps = fold_game(
        [result(1, 5)] * 3 + marches,
        preset("standard", slam_double=True, laps=True, match_format="best_of_5", target_score=5),
    )
    assert laps["games"] == (1, 2), "the carried point of the loser is not 0"


# A3: the first dealer


def test_a3_chances_of_a_black_jack() -> None:
    by_place = chances_by_place(preset("standard"))
    assert by_place == [Fraction(n, 276) for n in (78, 72, 66, 60)]
    for name in ("three_hand", "two_hand", "six_hand", "hoyle_32"):
        for method in ("first_black_jack", "first_jack"):
            chances = chances_by_place(preset(name, first_dealer_method=method))
            assert sum(chances) == 1
            assert chances == sorted(chances, reverse=True)


def test_a3_chances_of_the_seats() -> None:
    for name in ("standard", "three_hand", "two_hand", "six_hand"):
        players = preset(name)["players"]
        for method in ("first_black_jack", "first_jack", "low_cut", "high_cut", "random"):
            chances = first_dealer_chances(preset(name, first_dealer_method=method))
            assert chances == [Fraction(1, players)] * players
        seat = preset(name, first_dealer_method="seat", first_dealer_seat=1)
        assert first_dealer_chances(seat)[:2] == [0, 1]


def test_a3_jacks_and_cuts() -> None:
    black = preset("standard")
    red = preset("standard", first_dealer_method="first_jack")
    order = ["9C", "JK", "JH", "TD", "KS", "JC", "JS"]
    assert (dealer_by_jack(order, 2, black), dealer_by_jack(order, 2, red)) == (2, 3)
    cuts = {0: "AS", 1: "9C", 2: "9D", 3: "KH"}
    low = preset("standard", first_dealer_method="low_cut")
    high = preset("standard", first_dealer_method="high_cut")
    assert (cut_winners(cuts, low), cut_winners(cuts, high)) == ({0}, {3})
    assert cut_winners(cuts, {**low, "cut_ace_low": False}) == {1, 2}, "they cut again"
    assert cut_winners(cuts, {**high, "cut_ace_low": False}) == {0}


# C3: refused rules


@pytest.mark.parametrize(
    "changes",
    [
        {"players": 2},
        {"players": 3, "two_hand_style": "dummy3"},
        {"players": 2, "alone_allowed": False, "defend_alone": True},
        {"players": 3, "alone_allowed": False, "call_for_best": True},
        {"players": 6, "low_rank": 7, "call_for_best": True},
        {"players": 6, "low_rank": 8},
        {"players": 6, "low_rank": 7, "joker": True, "farmers_hand": "swap_all_low"},
        {"players": 3, "alone_allowed": False, "deal_packets": "alt_3232"},
        {"players": 3, "alone_allowed": False, "first_dealer_seat": 3},
        {"laps": True, "early_stop": True},
        {"variant": "nap"},
        {"two_hand_style": "layout12"},
        {"three_hand_style": "dummy_hand"},
    ],
    ids=str,
)
def test_c3_refused_rules_of_variants(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="|".join(changes)):
        preset("standard", **changes)


def test_c3_implied_and_accepted_rules_of_variants() -> None:
    assert preset("two_hand", two_hand_style="dummy2")["stick_the_dealer"]
    assert not preset("standard", two_hand_style="dummy2")["stick_the_dealer"]
    assert preset("two_hand", two_hand_style="dummy3", alone_allowed=True)["alone_allowed"]
    assert preset("six_hand", farmers_hand="redeal_all_low", maker_partner_may_go_alone=False)

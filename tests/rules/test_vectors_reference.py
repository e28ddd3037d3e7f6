"""The vectors of RULES.md D for the four-handed game, held against the reference engine."""

from typing import Any

import pytest

from tests.reference import (
    fold_game,
    legal_cards,
    next_dealer,
    preset,
    renege_outcome,
    renege_points,
    score,
    stops_game,
    trick_winner,
)
from tests.reference.hand import ReferenceHand
from tests.reference.positions import (
    STRONG_ELDEST,
    cards,
    play_tricks,
    result,
    run,
    start,
)

STANDARD = preset("standard")


def winner(contract: str, plays: str) -> int:
    """Winner of a trick written as ``seat:card`` in order of play."""
    played = [(int(seat), card) for seat, card in (play.split(":") for play in plays.split())]
    return trick_winner(played, contract)


def menu(suits: str, alone: bool = True) -> set[str]:
    """The calls of round two for these suits."""
    return {f"CALL_{suit}{tail}" for suit in suits for tail in (("", "_ALONE") if alone else ("",))}


def passed(hand: ReferenceHand, times: int) -> ReferenceHand:
    """The hand after so many passes."""
    return run(hand, *["PASS"] * times)


# A2 and A13: cards and tricks


def test_v01_left_bower_must_follow_trump() -> None:
    assert legal_cards(cards("JD AS KC"), "9H", "H") == {"JD"}


def test_v02_left_bower_does_not_follow_its_printed_suit() -> None:
    assert legal_cards(cards("JD 9C TS"), "AD", "H") == cards("JD 9C TS")


def test_v03_led_left_bower_asks_for_trump() -> None:
    assert legal_cards(cards("9H AD KD"), "JD", "H") == {"9H"}


def test_v04_right_bower_beats_left_bower_beats_ace_of_trump() -> None:
    assert winner("H", "1:JD 2:AH 3:JH 0:KH") == 3
    assert winner("H", "1:JD 2:AH 0:KH") == 1
    assert winner("H", "1:JD 2:AH 3:QH 0:KH") == 1


def test_v05_left_bower_ruffs_a_lead_of_its_printed_suit() -> None:
    assert winner("S", "0:QC 1:JC 2:AC 3:9S") == 1


def test_v06_jacks_of_the_other_colour_are_ordinary() -> None:
    assert winner("S", "0:9D 1:JH 2:AD 3:JD") == 2


def test_v07_no_bowers_without_trump() -> None:
    assert winner("NT", "0:JD 1:JH 2:AD 3:AS") == 2
    assert winner("NTL", "0:JD 1:TD 2:AD 3:9S") == 1, "nine high: the ten beats jack and ace"
    assert winner("MIS", "0:JD 1:JH 2:AD 3:AS") == 2, "misere ranks as no trump"


def test_v08_joker_is_the_highest_trump() -> None:
    assert legal_cards(cards("JK AS"), "JC", "C") == {"JK"}
    assert winner("C", "0:JC 1:JK 2:JS 3:AC") == 1


def test_v09_led_joker_asks_for_trump() -> None:
    assert legal_cards(cards("JH AH 9C"), "JK", "D") == {"JH"}


def test_v10_left_bower_need_not_and_may_not_follow_clubs() -> None:
    assert legal_cards(cards("JC TH AC"), "9C", "S") == {"AC"}


# A6 and A8: bidding


def test_v11_canadian_rule_binds_the_dealers_partner_in_round_one_only() -> None:
    hand = passed(start(canadian_loner=True), 1)
    assert hand.seat == 1
    assert hand.legal() == {"PASS", "ORDER_ALONE"}
    passed(hand, 4)
    assert (hand.seat, hand.call_round) == (1, 2)
    assert hand.legal() == {"PASS"} | menu("CDS")


def test_v11_canadian_rule_commits_with_the_call_even_where_alone_is_said_later() -> None:
    hand = start(canadian_loner=True, alone_timing="before_first_lead")
    assert hand.legal() == {"PASS", "ORDER"}
    run(hand, "PASS", "ORDER_ALONE")
    assert (hand.phase, hand.seat) == ("discard", 3), "the pickup comes before he sits out"
    run(hand, "9H")
    assert (hand.phase, hand.lone, hand.sitting_out) == ("play", 1, {3})


def test_v12_turned_down_suit_is_barred() -> None:
    hand = passed(start(upcard="9S"), 4)
    assert (hand.seat, hand.upcard_is) == (0, "turned_down")
    assert hand.legal() == {"PASS"} | menu("CDH")


def test_v12_turned_down_suit_open_or_for_the_stuck_dealer() -> None:
    everybody = passed(start(upcard="9S", turned_down_suit="open"), 4)
    assert everybody.legal() == {"PASS"} | menu("CDHS")
    except_stuck: dict[str, Any] = {"turned_down_suit": "barred_except_stuck"}
    stuck = passed(start(upcard="9S", stick_the_dealer=True, **except_stuck), 6)
    assert stuck.legal() == {"PASS"} | menu("CDH")
    assert passed(stuck, 1).legal() == menu("CDHS")
    assert passed(start(upcard="9S", **except_stuck), 7).legal() == {"PASS"} | menu("CDH")


def test_v13_stuck_dealer_may_not_pass() -> None:
    hand = passed(start(upcard="9S", stick_the_dealer=True), 7)
    assert hand.seat == 3
    assert hand.legal() == menu("CDH")
    with pytest.raises(ValueError, match="PASS"):
        hand.apply("PASS")


def test_v13_without_sticking_an_eighth_pass_throws_the_cards_in() -> None:
    hand = passed(start(upcard="9S"), 7)
    assert hand.legal() == {"PASS"} | menu("CDH")
    passed(hand, 1)
    assert (hand.phase, hand.seat, hand.legal()) == ("over", None, set())
    assert hand.outcome()["special"] == "thrown_in"
    assert score(hand.outcome(), STANDARD) == (0, 0)
    assert next_dealer(hand.outcome(), STANDARD) == 0
    assert next_dealer(hand.outcome(), preset("standard", redeal_after_pass_out="same_dealer")) == 3


def test_a6_order_may_ask_for_trump_but_the_dealer_is_exempt() -> None:
    hands = ("AC KC QC TC 9C", "AD KD QD JD TD", "AS KS QS JS TS", "JC 9D 9S AH JH")
    full_menu = {"PASS", "ORDER", "ORDER_ALONE"}
    for need, seat_1 in (("any_trump", full_menu), ("natural_trump", {"PASS"})):
        hand = start(hands, need_trump_to_call=need)
        assert hand.legal() == {"PASS"}
        assert passed(hand, 1).legal() == seat_1, "the left bower is trump, but no natural one"
        assert passed(hand, 1).legal() == {"PASS"}
    trumpless = ("AC KC QC TC 9C", "AH KH QH JH TH", "AS KS QS JS TS", "JC 9S AD KD QD")
    for need in ("any_trump", "natural_trump"):
        hand = passed(start(trumpless, need_trump_to_call=need), 3)
        assert hand.legal() == full_menu, "the dealer takes as he likes"


def test_a6_no_alone_calls_where_alone_is_not_allowed_or_said_later() -> None:
    for changes in ({"alone_allowed": False}, {"alone_timing": "before_first_lead"}):
        hand = start(upcard="9S", **changes)
        assert hand.legal() == {"PASS", "ORDER"}
        assert passed(hand, 4).legal() == {"PASS"} | menu("CDH", alone=False)


# A7: pickup and discard

FIVE_HEARTS = ("AC KC QC TC 9C", "AD KD QD TD 9D", "AS KS QS JS TS", "JH JD AH KH QH")


def test_v14_discards_after_an_order() -> None:
    six = cards("JH JD AH KH QH 9H")
    hand = run(start(FIVE_HEARTS), "ORDER")
    assert (hand.phase, hand.seat) == ("discard", 3)
    assert hand.legal() == six
    kept = run(start(FIVE_HEARTS, dealer_may_discard_upcard=False), "ORDER")
    assert kept.legal() == six - {"9H"}
    optional = run(start(FIVE_HEARTS, dealer_pickup="optional"), "ORDER")
    assert optional.legal() == six | {"LEAVE_UPCARD"}


def test_v14_hand_after_discarding_or_leaving() -> None:
    assert run(start(FIVE_HEARTS), "ORDER", "JD").hands[3] == cards("JH AH KH QH 9H")
    for same in ("9H", "LEAVE_UPCARD"):
        hand = run(start(FIVE_HEARTS, dealer_pickup="optional"), "ORDER", same)
        assert hand.hands[3] == cards("JH JD AH KH QH")
        assert (hand.phase, hand.seat) == ("play", 0)


def test_v15_dealer_who_accepts_takes_the_card() -> None:
    hand = run(passed(start(FIVE_HEARTS, dealer_pickup="optional"), 3), "ORDER")
    assert (hand.maker, hand.phase, hand.seat) == (3, "discard", 3)
    assert hand.legal() == cards("JH JD AH KH QH 9H")


# A9, A10 and A12: alone, defending alone and the first lead


@pytest.mark.parametrize(("lead", "leader"), [("left_of_dealer", 1), ("left_of_lone", 3)])
def test_v16_eldest_sits_out_for_seat_2(lead: str, leader: int) -> None:
    hand = run(start(lone_first_lead=lead), "PASS", "PASS", "ORDER_ALONE", "9H")
    assert (hand.phase, hand.sitting_out, hand.seat) == ("play", {0}, leader)
    play_tricks(hand, 5)
    assert [len(trick["cards"]) for trick in hand.tricks] == [3] * 5


@pytest.mark.parametrize(("lead", "leader"), [("left_of_dealer", 0), ("left_of_lone", 2)])
def test_v17_dealer_sits_out_for_his_partner_without_a_pickup(lead: str, leader: int) -> None:
    hand = run(start(lone_first_lead=lead), "PASS", "ORDER_ALONE")
    assert (hand.phase, hand.sitting_out, hand.seat) == ("play", {3}, leader)
    assert hand.active == {0, 1, 2}
    assert (hand.upcard_is, hand.hands[3]) == ("not_taken", cards("AH KH QH JH TH"))


def test_v17_with_pickup_then_sit_out_the_dealer_discards_first() -> None:
    hand = run(start(lone_partner_is_dealer="pickup_then_sit_out"), "PASS", "ORDER_ALONE")
    assert (hand.phase, hand.seat) == ("discard", 3)
    run(hand, "TH")
    assert (hand.phase, hand.sitting_out, hand.seat) == ("play", {3}, 0)


@pytest.mark.parametrize("lead", ["left_of_dealer", "left_of_lone"])
def test_v18_lone_dealer_takes_the_upcard_and_eldest_leads(lead: str) -> None:
    hand = run(passed(start(lone_first_lead=lead), 3), "ORDER_ALONE")
    assert (hand.phase, hand.legal()) == ("discard", cards("AH KH QH JH TH 9H"))
    run(hand, "9H")
    assert (hand.phase, hand.sitting_out, hand.seat) == ("play", {1}, 0)


def test_a12_table_of_the_first_lead_against_a_lone_maker() -> None:
    for lead, leaders in (("left_of_dealer", [0, 0, 1, 0]), ("left_of_lone", [1, 2, 3, 0])):
        for seat, leader in enumerate(leaders):
            hand = run(passed(start(lone_first_lead=lead), 4 + seat), "CALL_S_ALONE")
            assert (hand.lone, hand.seat) == (seat, leader)


def test_v19_lone_defender_leads_against_a_lone_maker() -> None:
    hand = run(start(defend_alone=True), "ORDER_ALONE", "9H")
    assert (hand.phase, hand.seat, hand.legal()) == ("defend", 1, {"YES", "NO"})
    run(hand, "NO", "YES")
    assert (hand.phase, hand.active, hand.seat) == ("play", {0, 3}, 3)
    play_tricks(hand, 5)
    assert [len(trick["cards"]) for trick in hand.tricks] == [2] * 5


def test_v19_or_the_lead_follows_the_rule_for_a_lone_maker() -> None:
    hand = start(defend_alone=True, defend_alone_lead="as_lone_lead_rule")
    run(hand, "ORDER_ALONE", "9H", "NO", "YES")
    assert (hand.active, hand.seat) == ({0, 3}, 0)


def test_v20_lone_defence_needs_a_lone_maker_by_default() -> None:
    hand = run(start(defend_alone=True), "ORDER", "9H")
    assert (hand.phase, hand.seat) == ("play", 0)


def test_v20_lone_defender_against_a_pair_in_seed_nl() -> None:
    hand = run(start(rules="seed_nl"), "ORDER", "9H")
    assert (hand.phase, hand.seat) == ("alone", 0)
    run(hand, "NO")
    assert (hand.phase, hand.seat) == ("alone", 2)
    run(hand, "NO")
    assert (hand.phase, hand.seat) == ("defend", 1)
    run(hand, "YES")
    assert (hand.phase, hand.sitting_out, hand.seat) == ("play", {3}, 2)


@pytest.mark.parametrize(
    ("lead", "leader"), [("lone_defender", 3), ("left_of_lone_defender", 0), ("normal", 0)]
)
def test_v20_other_leads_of_a_lone_defender_against_a_pair(lead: str, leader: int) -> None:
    changes: dict[str, Any] = {"defend_alone": True, "defend_alone_needs_lone_maker": False}
    hand = start(lone_defender_vs_pair_lead=lead, **changes)
    run(hand, "ORDER", "9H", "NO", "YES")
    assert (hand.sitting_out, hand.seat) == ({1}, leader)
    if lead == "normal":
        hand = start(lone_defender_vs_pair_lead=lead, dealer=0, **changes)
        run(hand, "PASS", "ORDER", "9H", "NO", "YES")
        assert (hand.sitting_out, hand.seat) == ({1}, 2), "eldest sits out"


def test_a10_poll_begins_left_of_the_dealer_or_of_the_maker() -> None:
    hand = run(start(defend_alone=True), "PASS", "PASS", "ORDER_ALONE", "9H")
    assert hand.seat == 1
    from_maker = start(defend_alone=True, defend_alone_poll="from_makers_left")
    run(from_maker, "PASS", "PASS", "ORDER_ALONE", "9H")
    assert from_maker.seat == 3
    run(from_maker, "NO", "NO")
    assert (from_maker.phase, from_maker.lone_defender) == ("play", None)


# A14: scores


def test_v21_lone_maker_scores() -> None:
    scores = [score(result(0, tricks, alone=True), STANDARD) for tricks in (4, 5, 2, 0)]
    assert scores == [(1, 0), (4, 0), (0, 2), (0, 2)]
    assert score(result(0, 0, alone=True), preset("standard", super_euchre=True)) == (0, 4)


def test_a14_pair_of_makers_scores_for_every_number_of_tricks() -> None:
    by_tricks = [(0, 2), (0, 2), (0, 2), (1, 0), (1, 0), (2, 0)]
    assert [score(result(2, tricks), STANDARD) for tricks in range(6)] == by_tricks
    for_others = [(b, a) for a, b in by_tricks]
    assert [score(result(1, tricks), STANDARD) for tricks in range(6)] == for_others


def test_v22_lone_defence_is_a_maximum_and_not_a_sum() -> None:
    two, none = (result(0, tricks, alone=True, lone_defender=3) for tricks in (2, 0))
    rules = preset("standard", defend_alone=True)
    assert (score(two, rules), score(none, rules)) == ((0, 4), (0, 4))
    assert (score(two, preset("seed_nl")), score(none, preset("seed_nl"))) == ((0, 2), (0, 4))
    both = preset("standard", defend_alone=True, super_euchre=True)
    assert (score(two, both), score(none, both)) == ((0, 4), (0, 4))


def test_v22b_lone_defence_recomputed_with_the_option_off() -> None:
    assert score(result(0, 2, alone=True, lone_defender=3), STANDARD) == (0, 2)


def test_v22c_left_of_the_lone_partner_leads() -> None:
    hand = run(start(rules="seed_nl"), "ORDER", "9H", "NO", "YES", "NO", "NO")
    assert (hand.maker, hand.lone, hand.sitting_out) == (0, 2, {0})
    assert (hand.phase, hand.seat) == ("play", 3)
    assert hand.outcome()["lone_player"] == 2


def test_a9_a_yes_ends_the_alone_window() -> None:
    hand = run(start(rules="seed_nl"), "ORDER", "9H", "YES")
    assert (hand.lone, hand.phase, hand.seat) == (0, "defend", 1)
    run(hand, "YES")
    assert (hand.lone_defender, hand.phase, hand.seat) == (1, "play", 1)


def test_a9_no_window_where_nobody_may_play_alone() -> None:
    rules: dict[str, Any] = {"alone_allowed": False, "alone_timing": "before_first_lead"}
    assert run(start(**rules), "ORDER", "9H").phase == "play"


def test_v23_screw_the_dealer() -> None:
    rules = preset("standard", stick_the_dealer=True, screw_dealer_penalty=2)
    assert score(result(3, 2, call_round=2), rules) == (4, 0)
    assert score(result(3, 3, call_round=2), rules) == (0, 1)
    assert score(result(3, 2, call_round=1), rules) == (2, 0)
    assert score(result(2, 2, call_round=2), rules) == (0, 2)
    wide = preset("standard", screw_dealer_penalty=2, screw_dealer_scope="any_dealer_call")
    assert wide["stick_the_dealer"] is True, "a penalty implies that the dealer is stuck"
    assert score(result(3, 2, call_round=1), wide) == (4, 0)


def test_a14_cap_at_the_lone_value_comes_last() -> None:
    rules = preset("standard", super_euchre=True, screw_dealer_penalty=2)
    assert score(result(3, 0, call_round=2), rules) == (6, 0)
    assert score(result(3, 0, call_round=2), {**rules, "cap_at_lone_value": True}) == (4, 0)
    small = preset("standard", super_euchre=True, cap_at_lone_value=True, lone_value=2)
    assert score(result(3, 0), small) == (2, 0)


def test_a14_no_trump_and_misere_amounts() -> None:
    double = preset("standard", no_trump_points="double")
    no_trump = [score(result(0, tricks, contract="NT"), double) for tricks in (5, 3, 2)]
    assert no_trump == [(4, 0), (2, 0), (0, 2)]
    assert score(result(0, 5, contract="NTL", alone=True), double) == (8, 0)
    assert score(result(0, 0, contract="MIS", alone=True), double) == (2, 0)
    assert score(result(0, 1, 1, contract="MIS", alone=True), double) == (0, 2)


@pytest.mark.parametrize(
    "changes",
    [
        {"lone_value": 2, "march_points": 3},
        {"lone_euchred_points": 2, "euchre_points": 3},
        {"lone_defense_points": 4, "lone_defense_all_points": 3},
        {"canadian_loner": True, "alone_allowed": False},
        {"maker_partner_may_go_alone": True},
        {"early_stop": True, "renege_form": "subtract"},
        {"target_score": 22},
        {"super_euchre": 1},
        {"stick_dealer": True},
    ],
)
def test_c3_refused_rules(changes: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="|".join(changes)):
        preset("standard", **changes)


# A15: game and match; Us are seats 0 and 2

DA_HANDS = [
    result(0, 3, dealer=3),
    result(2, 2, dealer=0),
    result(1, 5, dealer=1),
    result(0, 5, dealer=2, alone=True),
    result(3, 4, dealer=3),
    result(2, 5, dealer=0),
    result(2, 5, dealer=1, alone=True),
]


def running(folded: dict[str, Any]) -> list[str]:
    """The running scores as ``us:them``."""
    return ["{}:{}".format(*row["score"]) for row in folded["rows"]]


def test_v24_worked_example() -> None:
    folded = fold_game(DA_HANDS, STANDARD)
    assert running(folded) == ["1:0", "1:2", "1:4", "5:4", "5:5", "7:5", "11:5"]
    assert [row["game_over"] for row in folded["rows"]] == [False] * 6 + [True]
    assert (folded["over"], folded["winner"], folded["score"]) == (True, 0, (11, 5))
    cells = [(1, 0), (0, 2), (0, 2), (4, 0), (0, 1), (2, 0), (4, 0)]
    assert [row["points"] for row in folded["rows"]] == cells, "both cells, a true 0"


def test_v25_recomputed_with_another_lone_value() -> None:
    cheap = fold_game(DA_HANDS, preset("standard", lone_value=2))
    assert running(cheap) == ["1:0", "1:2", "1:4", "3:4", "3:5", "5:5", "7:5"]
    assert not cheap["over"]
    dear = fold_game(DA_HANDS, preset("standard", lone_value=6))
    assert (running(dear)[-1], dear["over"], dear["winner"]) == ("15:5", True, 0)
    assert [row["game_over"] for row in dear["rows"]] == [False] * 6 + [True]


def test_v25_recomputed_with_another_target() -> None:
    short = fold_game(DA_HANDS, preset("standard", target_score=5))
    assert (short["score"], short["over"], short["winner"]) == ((5, 4), True, 0)
    assert [row["after_end"] for row in short["rows"]] == [False] * 4 + [True] * 3
    long = fold_game(DA_HANDS, preset("standard", target_score=21))
    assert (long["score"], long["over"], long["winner"]) == ((11, 5), False, None)


def test_v26_best_of_three() -> None:
    match = fold_game(DA_HANDS, preset("standard", target_score=5, match_format="best_of_3"))
    assert running(match) == ["1:0", "1:2", "1:4", "5:4", "0:1", "2:1", "6:1"]
    assert [row["game"] for row in match["rows"]] == [1, 1, 1, 1, 2, 2, 2]
    assert [row["games"] for row in match["rows"]] == [(0, 0)] * 3 + [(1, 0)] * 3 + [(2, 0)]
    assert (match["over"], match["winner"], match["games"]) == (True, 0, (2, 0))
    assert not any(row["after_end"] for row in match["rows"])


def test_a15_best_of_five_needs_three_games() -> None:
    marches = [result(1, 5)] * 9
    match = fold_game(marches, preset("standard", target_score=5, match_format="best_of_5"))
    assert running(match)[2:4] == ["0:6", "0:2"], "what is over the target is not carried on"
    assert [row["game_over"] for row in match["rows"]] == [False, False, True] * 3
    assert [row["games"][1] for row in match["rows"]] == [0, 0, 1, 1, 1, 2, 2, 2, 3]
    assert (match["over"], match["winner"]) == (True, 1)


def stopped(call: str, totals: tuple[int, int]) -> ReferenceHand:
    """Seat 0 calls hearts and wins all; play goes on until ``early_stop`` ends the game."""
    rules = preset("standard", early_stop=True)
    hand = run(start(STRONG_ELDEST, early_stop=True), call, "9H")
    while hand.phase == "play" and not stops_game(hand.outcome(), totals, rules):
        run(hand, min(hand.legal()))
    return hand


def test_v27_early_stop_with_the_third_trick() -> None:
    rules = preset("standard", early_stop=True)
    hand = stopped("ORDER", (9, 0))
    assert (len(hand.tricks), hand.phase) == (3, "play")
    assert score(hand.outcome(), rules) == (1, 0)
    game = fold_game([hand.outcome()], rules, (9, 0))
    assert (game["score"], game["over"], game["winner"]) == ((10, 0), True, 0)
    assert len(stopped("ORDER", (8, 0)).tricks) == 5, "only the march is worth two"


def test_v27_without_early_stop_the_hand_is_played_out() -> None:
    for tricks, total in ((3, 10), (4, 10), (5, 11)):
        assert fold_game([result(0, tricks)], STANDARD, (9, 0))["score"] == (total, 0)
    hand = run(start(STRONG_ELDEST), "ORDER", "9H")
    play_tricks(hand, 3)
    assert not stops_game(hand.outcome(), (9, 0), STANDARD)


def test_v27_nothing_is_sure_before_both_ends_agree() -> None:
    rules = preset("standard", early_stop=True)
    assert not stops_game(result(0, 2, 2), (9, 9), rules)
    assert not stops_game(result(0, 2, 0), (9, 9), rules)
    assert stops_game(result(0, 0, 3), (0, 8), rules)
    assert not stops_game(result(0, 0, 3), (0, 7), rules)
    super_euchre = preset("standard", early_stop=True, super_euchre=True)
    assert score(result(0, 0, 3), super_euchre) == (0, 2), "a trick may still come"


def test_v27b_early_stop_of_a_lone_hand() -> None:
    hand = stopped("ORDER_ALONE", (9, 0))
    assert len(hand.tricks) == 3
    rules = preset("standard", early_stop=True)
    assert fold_game([hand.outcome()], rules, (9, 0))["score"] == (10, 0)
    for tricks, total in ((3, 10), (5, 13)):
        folded = fold_game([result(0, tricks, alone=True)], STANDARD, (9, 0))
        assert (folded["score"], folded["over"]) == ((total, 0), True)


# A16: reneges


def test_v29_renege_points() -> None:
    lone, pair = result(0, 1, 1, alone=True), result(0, 1, 1)
    duel = result(0, 1, 1, alone=True, lone_defender=3)
    assert score(renege_outcome(lone, offender=3), STANDARD) == (4, 0)
    assert score(renege_outcome(pair, offender=1), STANDARD) == (2, 0)
    assert score(renege_outcome(lone, offender=0), STANDARD) == (0, 2)
    assert score(renege_outcome(duel, offender=0), STANDARD) == (0, 4)
    assert renege_points(renege_outcome(duel, offender=0), STANDARD) == 4


def test_a16_forms_of_the_penalty() -> None:
    renege = renege_outcome(result(0, 3), offender=1)
    subtract = preset("standard", renege_form="subtract")
    assert score(renege, subtract) == (0, -2)
    assert fold_game([renege], subtract, (0, 1))["score"] == (0, 0), "never below 0"
    chooses = preset("standard", renege_form="innocent_chooses")
    forms = [
        score(renege_outcome(result(0, 3), 1, choice), chooses)
        for choice in ("add", "subtract", "stand")
    ]
    assert forms == [(2, 0), (0, -2), (1, 0)]


def test_a16_renege_in_a_hand_that_is_played_out() -> None:
    rules = preset("standard", renege_ends_hand=False, cap_at_lone_value=True, lone_value=2)
    assert score(renege_outcome(result(0, 5), offender=1), rules) == (4, 0), "the cap spares it"
    assert score(renege_outcome(result(0, 4), offender=2), rules) == (1, 2)


def test_a16_both_sides_over_the_target_and_level_play_on() -> None:
    rules = preset("standard", renege_ends_hand=False, renege_penalty=1)
    level = fold_game([renege_outcome(result(0, 4), offender=2)], rules, (9, 9))
    assert (level["score"], level["over"]) == ((10, 10), False)
    higher = fold_game([renege_outcome(result(0, 5), offender=2)], rules, (9, 9))
    assert (higher["score"], higher["winner"]) == ((11, 10), 0)


def test_a16_misdeal_scores_nothing_and_keeps_the_dealer() -> None:
    misdeal = {**result(0, 0), "special": "misdeal"}
    assert score(misdeal, STANDARD) == (0, 0)
    assert next_dealer(misdeal, STANDARD) == 3
    assert next_dealer(misdeal, preset("standard", misdeal_redeal="next_dealer")) == 0

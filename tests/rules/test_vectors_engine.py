"""The vectors of the four-handed game, held against the engine's steps and whole hands.

Cards and tricks go through `engine.steps`; bidding, pickup, windows and leads through scripted
hands, in which the engine itself decides who is asked what.  V24 to V27 and V29 are scores and
stand in ``test_vectors_scoring``, other decks, contracts and numbers of players in
``test_vectors_variants_engine``.
The dealer is seat 3 throughout.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from euchre_sim.cards import CardSet, parse_card
from euchre_sim.engine import steps
from euchre_sim.engine.layout import LEAVE_UPCARD, PASS, call_bit, lower_rules, payoff_slot
from euchre_sim.rules import HouseRules
from tests.differential.given import PlayedHand, View, lowest_call, lowest_legal, run
from tests.differential.log import Decision
from tests.reference.positions import ONE_SUIT_EACH, STRONG_ELDEST
from tests.rules.games import play_game
from tests.rules.single_steps import contract_number, legal, winner

FIVE_HEARTS = ("AC KC QC TC 9C", "AD KD QD TD 9D", "AS KS QS JS TS", "JH JD AH KH QH")
SIX_HEARTS = frozenset(["JH", "JD", "AH", "KH", "QH", "9H"])
PASSES = ("PASS",) * 8
CALL_MENU = frozenset({"PASS", "ORDER", "ORDER_ALONE"})


def lowered(preset: str = "standard", **options: Any) -> npt.NDArray[np.int64]:
    """Rules as the steps read them."""
    return lower_rules(HouseRules.preset(preset).replace(**options))


def menu(suits: str, alone: bool = True) -> set[str]:
    """The calls of round two for these suits."""
    return {f"CALL_{suit}{tail}" for suit in suits for tail in (("", "_ALONE") if alone else ("",))}


def deal(
    *script: str,
    hands: tuple[str, ...] = ONE_SUIT_EACH,
    upcard: str = "9H",
    preset: str = "standard",
    **changes: Any,
) -> PlayedHand:
    """A scripted hand under a preset with changes."""
    rules = HouseRules.preset(preset).replace(**changes)
    return run(hands, upcard, *script, rules=rules)


def at(played: PlayedHand, number: int) -> Decision:
    """One decision of a hand."""
    return played.logged.decisions[number]


def asked(played: PlayedHand, number: int) -> tuple[str, int]:
    """Phase and seat of a decision."""
    return (at(played, number).phase, at(played, number).seat)


def trick_sizes(played: PlayedHand) -> list[int]:
    """How many cards each trick had."""
    return [len(trick) for trick in played.logged.tricks]


# --- cards and tricks -----------------------------------------------------------------------------


def test_v01_left_bower_must_follow_trump() -> None:
    assert legal("H", "9H", "JD AS KC") == {"JD"}


def test_v02_left_bower_does_not_follow_its_printed_suit() -> None:
    assert legal("H", "AD", "JD 9C TS") == {"JD", "9C", "TS"}


def test_v03_led_left_bower_asks_for_trump() -> None:
    assert legal("H", "JD", "9H AD KD") == {"9H"}


def test_v04_right_bower_beats_left_bower_beats_ace_of_trump() -> None:
    assert winner("H", "1:JD 2:AH 3:JH 0:KH") == 3
    assert winner("H", "1:JD 2:AH 0:KH") == 1
    assert winner("H", "1:JD 2:AH 3:QH 0:KH") == 1


def test_v05_left_bower_ruffs_a_lead_of_its_printed_suit() -> None:
    assert winner("S", "0:QC 1:JC 2:AC 3:9S") == 1


def test_v06_jacks_of_the_other_colour_are_ordinary() -> None:
    assert winner("S", "0:9D 1:JH 2:AD 3:JD") == 2


def test_v10_left_bower_need_not_and_may_not_follow_clubs() -> None:
    assert legal("S", "9C", "JC TH AC") == {"AC"}


# --- bidding --------------------------------------------------------------------------------------


def test_v11_canadian_rule_binds_the_dealers_partner_in_round_one_only() -> None:
    played = deal(*PASSES[:5], canadian_loner=True)
    assert at(played, 0).legal == CALL_MENU
    assert at(played, 1).legal == {"PASS", "ORDER_ALONE"}
    assert at(played, 5).seat == 1
    assert at(played, 5).legal == {"PASS"} | menu("CDS")


def test_v11_canadian_rule_commits_with_the_call_even_where_alone_is_said_later() -> None:
    changes: dict[str, Any] = {"canadian_loner": True, "alone_timing": "before_first_lead"}
    played = deal("PASS", "ORDER_ALONE", "9H", **changes)
    assert at(played, 0).legal == {"PASS", "ORDER"}
    assert asked(played, 2) == ("discard", 3), "the pickup comes before he sits out"
    assert asked(played, 3) == ("play", 0), "and the loner is not asked again"
    assert (played.logged.lone, played.logged.active) == (1, {0, 1, 2})


def test_v12_turned_down_suit_is_barred() -> None:
    played = deal(*PASSES, upcard="9S")
    assert at(played, 4).seat == 0
    assert at(played, 4).legal == {"PASS"} | menu("CDH")


def test_v12_turned_down_suit_open_or_for_the_stuck_dealer() -> None:
    everybody = deal(*PASSES, upcard="9S", turned_down_suit="open")
    assert at(everybody, 4).legal == {"PASS"} | menu("CDHS")
    changes: dict[str, Any] = {"upcard": "9S", "turned_down_suit": "barred_except_stuck"}
    stuck = deal(*PASSES[:7], stick_the_dealer=True, **changes)
    assert at(stuck, 6).legal == {"PASS"} | menu("CDH")
    assert at(stuck, 7).legal == menu("CDHS")
    assert at(deal(*PASSES, **changes), 7).legal == {"PASS"} | menu("CDH")


def test_v13_stuck_dealer_may_not_pass() -> None:
    played = deal(*PASSES[:7], upcard="9S", stick_the_dealer=True)
    assert at(played, 7).seat == 3
    assert at(played, 7).legal == menu("CDH")
    spades = contract_number("S")
    open_to_him = int(steps.calls_open(lowered(stick_the_dealer=True), 3, 2, spades, 0))
    assert not open_to_him & (PASS | call_bit(spades) | call_bit(spades, True))


def test_v13_without_sticking_an_eighth_pass_throws_the_cards_in() -> None:
    played = deal(*PASSES, upcard="9S")
    assert at(played, 7).legal == {"PASS"} | menu("CDH")
    assert len(played.logged.decisions) == 8
    assert (played.logged.maker, played.logged.points) == (None, (0, 0))


@pytest.mark.parametrize(("redeal", "next_dealer"), [("next_dealer", 0), ("same_dealer", 3)])
def test_v13_deal_after_a_thrown_in_one(redeal: str, next_dealer: int) -> None:
    def pass_once(view: View, draw: int, number: int) -> int:
        return lowest_legal(view, draw) if number == 0 else lowest_call(view, draw)

    rules = HouseRules().replace(
        first_dealer_method="seat", first_dealer_seat=3, redeal_after_pass_out=redeal
    )
    game = play_game(rules, pass_once, seed=13)
    assert [deal.dealer for deal in game.deals[:2]] == [3, next_dealer]
    assert game.deals[1].scores == (0, 0)


def test_a6_order_may_ask_for_trump_but_the_dealer_is_exempt() -> None:
    hands = ("AC KC QC TC 9C", "AD KD QD JD TD", "AS KS QS JS TS", "JC 9D 9S AH JH")
    for need, seat_1 in (("any_trump", CALL_MENU), ("natural_trump", {"PASS"})):
        played = deal(*PASSES, hands=hands, need_trump_to_call=need)
        assert at(played, 0).legal == {"PASS"}
        assert at(played, 1).legal == seat_1, "the left bower is trump, but no natural one"
        assert at(played, 2).legal == {"PASS"}
        assert 0 not in played.views, "a forced pass is logged, not asked"
    trumpless = ("AC KC QC TC 9C", "AH KH QH JH TH", "AS KS QS JS TS", "JC 9S AD KD QD")
    for need in ("any_trump", "natural_trump"):
        played = deal(*PASSES, hands=trumpless, need_trump_to_call=need)
        assert at(played, 3).legal == CALL_MENU, "the dealer takes as he likes"


def test_a6_no_alone_calls_where_alone_is_not_allowed_or_said_later() -> None:
    for changes in ({"alone_allowed": False}, {"alone_timing": "before_first_lead"}):
        played = deal(*PASSES, upcard="9S", **changes)
        assert at(played, 0).legal == {"PASS", "ORDER"}
        assert at(played, 4).legal == {"PASS"} | menu("CDH", alone=False)


# --- pickup and discard ---------------------------------------------------------------------------


def test_v14_discards_after_an_order() -> None:
    played = deal("ORDER", hands=FIVE_HEARTS)
    assert asked(played, 1) == ("discard", 3)
    assert at(played, 1).legal == SIX_HEARTS
    kept = deal("ORDER", hands=FIVE_HEARTS, dealer_may_discard_upcard=False)
    assert at(kept, 1).legal == SIX_HEARTS - {"9H"}
    optional = deal("ORDER", hands=FIVE_HEARTS, dealer_pickup="optional")
    assert at(optional, 1).legal == SIX_HEARTS | {"LEAVE_UPCARD"}


def test_v14_discards_as_a_single_step() -> None:
    six, upcard = CardSet.parse(" ".join(SIX_HEARTS)).mask, parse_card("9H").bit
    assert steps.discards_open(lowered(), 0, six, upcard) == six
    no_burying = lowered(dealer_may_discard_upcard=False)
    assert steps.discards_open(no_burying, 0, six, upcard) == six ^ upcard
    optional = lowered(dealer_pickup="optional")
    assert steps.discards_open(optional, 0, six, upcard) == six | LEAVE_UPCARD
    assert steps.discards_open(optional, 3, six, upcard) == six


def test_v14_hand_after_discarding_or_leaving() -> None:
    def played_by_dealer(discard: str) -> set[str]:
        played = deal("ORDER", discard, hands=FIVE_HEARTS, dealer_pickup="optional")
        assert asked(played, 2) == ("play", 0)
        return {card for seat, card in played.logged.cards_played if seat == 3}

    assert played_by_dealer("JD") == {"JH", "AH", "KH", "QH", "9H"}
    assert played_by_dealer("9H") == played_by_dealer("LEAVE_UPCARD") == SIX_HEARTS - {"9H"}


def test_v15_dealer_who_accepts_takes_the_card() -> None:
    played = deal(*PASSES[:3], "ORDER", hands=FIVE_HEARTS, dealer_pickup="optional")
    assert asked(played, 4) == ("discard", 3)
    assert at(played, 4).legal == SIX_HEARTS
    assert played.logged.maker == 3


# --- alone, defending alone and the first lead ----------------------------------------------------


@pytest.mark.parametrize(("lead", "leader"), [("left_of_dealer", 1), ("left_of_lone", 3)])
def test_v16_eldest_sits_out_for_seat_2(lead: str, leader: int) -> None:
    played = deal("PASS", "PASS", "ORDER_ALONE", "9H", lone_first_lead=lead)
    assert asked(played, 4) == ("play", leader)
    assert played.logged.active == {1, 2, 3}
    assert trick_sizes(played) == [3] * 5


@pytest.mark.parametrize(("lead", "leader"), [("left_of_dealer", 0), ("left_of_lone", 2)])
def test_v17_dealer_sits_out_for_his_partner_without_a_pickup(lead: str, leader: int) -> None:
    played = deal("PASS", "ORDER_ALONE", lone_first_lead=lead)
    assert asked(played, 2) == ("play", leader), "no discard"
    assert played.logged.active == {0, 1, 2}
    assert not steps.takes_upcard(lowered(lone_first_lead=lead), 1, 1, True)


def test_v17_with_pickup_then_sit_out_the_dealer_discards_first() -> None:
    played = deal("PASS", "ORDER_ALONE", lone_partner_is_dealer="pickup_then_sit_out")
    assert asked(played, 2) == ("discard", 3)
    assert asked(played, 3) == ("play", 0)
    assert played.logged.active == {0, 1, 2}


@pytest.mark.parametrize("lead", ["left_of_dealer", "left_of_lone"])
def test_v18_lone_dealer_takes_the_upcard_and_eldest_leads(lead: str) -> None:
    played = deal(*PASSES[:3], "ORDER_ALONE", "9H", lone_first_lead=lead)
    assert asked(played, 4) == ("discard", 3)
    assert at(played, 4).legal == {"AH", "KH", "QH", "JH", "TH", "9H"}
    assert asked(played, 5) == ("play", 0)
    assert played.logged.active == {0, 2, 3}


@pytest.mark.parametrize(
    ("lead", "leaders"), [("left_of_dealer", [0, 0, 1, 0]), ("left_of_lone", [1, 2, 3, 0])]
)
def test_a12_table_of_the_first_lead_against_a_lone_maker(lead: str, leaders: list[int]) -> None:
    rules = lowered(lone_first_lead=lead)
    for seat, leader in enumerate(leaders):
        played = deal(*PASSES[: 4 + seat], "CALL_S_ALONE", lone_first_lead=lead)
        assert played.logged.lone == seat
        assert played.logged.leaders[0] == leader
        active = steps.active_seats(rules, seat, -1)
        assert active == 0b1111 ^ 1 << (seat + 2) % 4
        assert steps.first_leader(rules, active, seat, -1) == leader


def test_v19_lone_defender_leads_against_a_lone_maker() -> None:
    played = deal("ORDER_ALONE", "9H", "NO", "YES", defend_alone=True)
    assert asked(played, 2) == ("defend", 1)
    assert at(played, 2).legal == {"YES", "NO"}
    assert asked(played, 4) == ("play", 3)
    assert (played.logged.active, trick_sizes(played)) == ({0, 3}, [2] * 5)


def test_v19_or_the_lead_follows_the_rule_for_a_lone_maker() -> None:
    changes: dict[str, Any] = {"defend_alone": True, "defend_alone_lead": "as_lone_lead_rule"}
    played = deal("ORDER_ALONE", "9H", "NO", "YES", **changes)
    assert (asked(played, 4), played.logged.active) == (("play", 0), {0, 3})


def test_v20_lone_defence_needs_a_lone_maker_by_default() -> None:
    played = deal("ORDER", "9H", defend_alone=True)
    assert asked(played, 2) == ("play", 0)
    assert not steps.may_defend_alone(lowered(defend_alone=True), -1)
    assert steps.may_defend_alone(lowered(defend_alone=True), 0)
    assert not steps.may_defend_alone(lowered(), 0)


def test_v20_lone_defender_against_a_pair_in_seed_nl() -> None:
    played = deal("ORDER", "9H", "NO", "NO", "YES", preset="seed_nl")
    assert [asked(played, i) for i in (2, 3, 4)] == [("alone", 0), ("alone", 2), ("defend", 1)]
    assert asked(played, 5) == ("play", 2)
    assert played.logged.active == {0, 1, 2}


@pytest.mark.parametrize(
    ("lead", "leader"), [("lone_defender", 3), ("left_of_lone_defender", 0), ("normal", 0)]
)
def test_v20_other_leads_of_a_lone_defender_against_a_pair(lead: str, leader: int) -> None:
    changes: dict[str, Any] = {"defend_alone": True, "defend_alone_needs_lone_maker": False}
    played = deal("ORDER", "9H", "NO", "YES", lone_defender_vs_pair_lead=lead, **changes)
    assert (asked(played, 4), played.logged.active) == (("play", leader), {0, 2, 3})


def test_v20_normal_lead_passes_over_an_eldest_who_sits_out() -> None:
    changes: dict[str, Any] = {"defend_alone": True, "defend_alone_needs_lone_maker": False}
    script = ("PASS", "ORDER", "9H", "NO", "YES")
    played = deal(*script, lone_defender_vs_pair_lead="normal", **changes)
    assert (asked(played, 5), played.logged.active) == (("play", 1), {1, 2, 3})


def test_a10_poll_begins_left_of_the_dealer_or_of_the_maker() -> None:
    script = ("PASS", "PASS", "ORDER_ALONE", "9H", "NO", "NO")
    played = deal(*script, defend_alone=True)
    assert [asked(played, i) for i in (4, 5)] == [("defend", 1), ("defend", 3)]
    from_maker = deal(*script, defend_alone=True, defend_alone_poll="from_makers_left")
    assert [asked(from_maker, i) for i in (4, 5)] == [("defend", 3), ("defend", 1)]
    assert (from_maker.logged.lone_defender, asked(from_maker, 6)[0]) == (None, "play")


def test_a10_the_first_yes_ends_the_poll() -> None:
    played = deal("ORDER_ALONE", "9H", "YES", defend_alone=True)
    assert (played.logged.lone_defender, asked(played, 3)) == (1, ("play", 1))


def test_v22c_left_of_the_lone_partner_leads() -> None:
    played = deal("ORDER", "9H", "NO", "YES", "NO", "NO", preset="seed_nl")
    assert (played.logged.maker, played.logged.lone) == (0, 2)
    assert (asked(played, 6), played.logged.active) == (("play", 3), {1, 2, 3})


def test_a9_a_yes_ends_the_alone_window() -> None:
    played = deal("ORDER", "9H", "YES", "YES", preset="seed_nl")
    assert asked(played, 3) == ("defend", 1)
    assert (played.logged.lone, played.logged.lone_defender) == (0, 1)
    assert asked(played, 4) == ("play", 1)


def test_a9_no_window_where_nobody_may_play_alone() -> None:
    changes: dict[str, Any] = {"alone_allowed": False, "alone_timing": "before_first_lead"}
    assert asked(deal("ORDER", "9H", **changes), 2) == ("play", 0)


# --- points at the end of a hand ------------------------------------------------------------------

# Hearts are trump and these hands take, whoever plays them, so many tricks alone from the lead on.
WEAK_ELDEST = ("9C TC 9D TD 9S", "AC KC AD KD JC", "AS KS QS JS TS", "AH KH QH JH TH")


def points(*script: str, **more: Any) -> tuple[int, tuple[int, int]]:
    """Makers' tricks and the points of a hand."""
    played = deal(*script, **more)
    return played.logged.maker_tricks, played.logged.points


def test_v21_lone_maker_is_paid_for_all_tricks_and_pays_for_none() -> None:
    assert points("ORDER_ALONE", "9H", hands=STRONG_ELDEST, upcard="9H") == (5, (4, 0))
    assert points("ORDER_ALONE", "AH", hands=WEAK_ELDEST, upcard="9H") == (0, (0, 2))
    swept = points("ORDER_ALONE", "AH", hands=WEAK_ELDEST, upcard="9H", super_euchre=True)
    assert swept == (0, (0, 4))


def test_a14_march_of_a_pair() -> None:
    assert points("ORDER", "9H", hands=STRONG_ELDEST, upcard="9H") == (5, (2, 0))


@pytest.mark.parametrize("super_euchre", [False, True])
def test_v22_lone_defender_takes_all(super_euchre: bool) -> None:
    script = ("ORDER_ALONE", "AH", "NO", "YES")
    more: dict[str, Any] = {"hands": WEAK_ELDEST, "super_euchre": super_euchre}
    assert points(*script, defend_alone=True, **more) == (0, (0, 4)), "not 6 or 8"


def test_v22_points_by_tricks_in_the_payoff_that_the_engine_reads() -> None:
    def paid(tricks: int, preset: str = "standard", **changes: Any) -> int:
        return int(lowered(preset, **changes)[payoff_slot(1, 1, 0, tricks)])

    assert [paid(tricks, defend_alone=True) for tricks in (2, 0)] == [-4, -4]
    assert [paid(tricks, "seed_nl") for tricks in (2, 0)] == [-2, -4]
    assert [paid(t, defend_alone=True, super_euchre=True) for t in (2, 0)] == [-4, -4]
    assert paid(2) == -2, "V22b: recomputed with the option off"


def test_v23_screw_the_dealer() -> None:
    hands = ("AH KH QH TH KC", "AS KS QS JS AC", "AD KD QD JD TD", "9C TC 9S 9D TS")
    changes: dict[str, Any] = {"stick_the_dealer": True, "screw_dealer_penalty": 2}
    tricks, scored = points(*PASSES[:7], "CALL_C", hands=hands, upcard="9H", **changes)
    assert tricks < 3
    assert scored == (4, 0), "the stuck dealer's euchre is worth 4"
    tricks, scored = points(*PASSES[:3], "ORDER", "9H", hands=hands, upcard="9H", **changes)
    assert tricks < 3
    assert scored == (2, 0), "but not that of a dealer who took the card"
    anyway = points(
        *PASSES[:3],
        "ORDER",
        "9H",
        hands=hands,
        upcard="9H",
        screw_dealer_scope="any_dealer_call",
        **changes,
    )
    assert anyway == (tricks, (4, 0))
    strong = ("AC KC QC JC TC", "9S TS 9H QS TD", "AS KS AD KD QD", "JH JD AH 9C 9D")
    made, scored = points(*PASSES[:7], "CALL_H", hands=strong, upcard="JS", **changes)
    assert made in (3, 4)
    assert scored == (0, 1), "made is made"

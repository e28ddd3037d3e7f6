"""The vectors of other decks, contracts and numbers of players, held against the engine.

As in ``test_vectors_engine``: cards and tricks go through `engine.steps`, all else through scripted
hands.  The dealer sits in the last seat.
"""

from __future__ import annotations

from typing import Any

import pytest

from euchre_sim.analysis.players import find_players
from euchre_sim.analysis.trace import HandTrace, trace_hand
from euchre_sim.cards import CardSet
from euchre_sim.engine import steps
from euchre_sim.engine.farmers import DEAL_AGAIN, GO_ON, STOP
from euchre_sim.engine.layout import LEAVE_UPCARD, R_FARMER, V_HAND, lower_rules
from euchre_sim.games import play_out
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import MISERE, Outcome, score
from tests.differential.given import PlayedHand, run
from tests.differential.log import Decision
from tests.reference.positions import ONE_SUIT_EACH
from tests.rules.farmers import claims
from tests.rules.single_steps import legal, winner

STANDARD = HouseRules()
TWO = ("AC KC QC TC 9C", "AD KD QD JD TD")
SIX = (
    *("7C 8C 9C TC QC", "KC AC 7D 8D 9D", "JC JS AS KS QS"),
    *("TD JD QD KD AD", "7H 8H 9H TH JH", "QH KH AH 7S 8S"),
)


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


def passes(count: int) -> tuple[str, ...]:
    """So many passes."""
    return ("PASS",) * count


def at(played: PlayedHand, number: int) -> Decision:
    """One decision of a hand."""
    return played.logged.decisions[number]


def asked(played: PlayedHand, number: int) -> tuple[str, int]:
    """Phase and seat of a decision."""
    return (at(played, number).phase, at(played, number).seat)


def menu(contracts: str, alone: bool = True) -> set[str]:
    """The calls for these contracts, separated by spaces."""
    tails = ("", "_ALONE") if alone else ("",)
    return {f"CALL_{contract}{tail}" for contract in contracts.split() for tail in tails}


def result(maker: int, tricks: int, *, contract: int = 0, alone: bool = False) -> Outcome:
    """A hand called in round 1 and dealt by the last of four."""
    return Outcome(
        dealer=3,
        maker=maker,
        contract=contract,
        call_round=1,
        lone_player=maker if alone else None,
        maker_tricks=tricks,
        defender_tricks=5 - tricks,
    )


# --- no trump and the joker -----------------------------------------------------------------------


def test_v07_no_bowers_in_no_trump() -> None:
    assert winner("NT", "0:JD 1:JH 2:AD 3:AS") == 2
    assert legal("NT", "JD", "JH AS 9D") == {"9D"}
    assert legal("NT", "JD", "JH AS") == {"JH", "AS"}, "neither follows"
    assert winner("NTL", "0:JD 1:JH 2:AD 3:9D") == 3, "low: the nine is high"
    assert winner("NTL", "0:AD 1:AH 2:KD 3:QD") == 3


def test_v07_no_trump_is_called_in_round_two() -> None:
    played = deal(*passes(4), "CALL_NT", allow_no_trump=True, allow_no_trump_low=True)
    assert at(played, 0).legal == {"PASS", "ORDER", "ORDER_ALONE"}
    assert at(played, 4).legal == {"PASS"} | menu("C D S NT NTL")
    assert (asked(played, 5), played.logged.contract) == (("play", 0), "NT")
    assert played.logged.leaders[1] == 0, "the suit led wins where nobody follows"


def test_v07_no_trump_for_the_stuck_dealer_only() -> None:
    changes: dict[str, Any] = {"allow_no_trump": True, "no_trump_only_when_stuck": True}
    played = deal(*passes(7), stick_the_dealer=True, **changes)
    assert at(played, 4).legal == {"PASS"} | menu("C D S")
    assert at(played, 7).legal == menu("C D S NT")


def test_v08_joker_is_the_highest_trump() -> None:
    assert legal("C", "JC", "JK AS") == {"JK"}
    assert winner("C", "0:JC 1:JK 2:JS 3:AC") == 1


def test_v09_led_joker_asks_for_trump() -> None:
    assert legal("D", "JK", "JH AH 9C") == {"JH"}


@pytest.mark.parametrize("contract", ["NT", "NTL", "MIS"])
def test_a11_joker_is_a_suit_of_its_own_without_trump(contract: str) -> None:
    assert legal(contract, "AH", "JK 9H") == {"9H"}
    assert legal(contract, "AD", "JK 9H") == {"JK", "9H"}
    assert legal(contract, "JK", "JC AH") == {"JC", "AH"}
    assert winner(contract, "0:JK 1:AH 2:AS 3:9H") == 0
    assert winner(contract, "0:AH 1:JK 2:AS 3:9H") == 1


# --- the farmer's hand ----------------------------------------------------------------------------

FARMERS = {"a": "9C 9D TS AH KS", "b": "9C 9D 9H TS TD", "c": "9C 9D TS TH JS"}


def farmer(form: str, held: str, *script: str, **changes: Any) -> Any:
    """Seat 1 has these cards; the others have the highest of the rest."""
    deck = [str(card) for card in CardSet.from_mask(STANDARD.deck) if str(card) not in held.split()]
    rest = sorted(deck, key=lambda card: "9TJQKA".index(card[0]), reverse=True)
    high = [" ".join(rest[i : i + 5]) for i in (0, 5, 10)]
    rules = HouseRules(farmers_hand=form, **changes)
    hands = (high[0], held, high[1], high[2])
    return set(rest[16:]), claims(hands, rest[15], " ".join(rest[16:]), rules, script)


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
        if form == "off":
            assert lower_rules(STANDARD)[R_FARMER] == 0
            continue
        _, (follows, decisions, hands, shown) = farmer(form, held)
        assert [one.seat for one in decisions] == [1] * (name in qualify), name
        assert (follows, hands[1], shown) == (GO_ON, set(held.split()), set()), "NO is an answer"


def test_v28_exactly_three_cards_go_for_three_hidden_ones() -> None:
    hidden, (follows, decisions, hands, shown) = farmer(
        "swap_three_low", FARMERS["c"], "9D", "TH", "TS"
    )
    assert [one.seat for one in decisions] == [1, 1, 1]
    assert decisions[0].legal == {"NO", "9C", "9D", "TS", "TH"}
    assert decisions[1].legal == {"9C", "TS", "TH"}, "no way back"
    assert follows == GO_ON
    assert hands[1] == {"9C", "JS"} | hidden
    assert shown == {"9D", "TH", "TS"}
    changes: dict[str, Any] = {"farmers_show": False}
    assert farmer("swap_three_low", FARMERS["c"], "9D", "TH", "TS", **changes)[1][3] == set()


def test_v28_three_of_a_rank_and_five_low_cards() -> None:
    assert farmer("swap_three_same", FARMERS["b"], "9D")[1][1][1].legal == {"9C", "9H"}
    assert farmer("swap_all_low", FARMERS["b"], "TD")[1][1][1].legal == {"9C", "9D", "9H", "TS"}
    _, (follows, decisions, _, _) = farmer("redeal_all_low", FARMERS["b"], "YES")
    assert (follows, decisions[0].legal) == (DEAL_AGAIN, {"YES", "NO"})


def test_v28_two_claims_may_be_a_misdeal() -> None:
    hands = ("9C 9D 9H AC KC", "TC TD TH AD KD", "AS KS QS JS QD", "AH KH QH JH JD")
    rules = HouseRules(farmers_hand="swap_three_low", farmers_order="conflict_is_misdeal")
    assert claims(hands, "QC", "9S TS JC", rules, ("YES", "YES"))[0] == STOP
    follows, decisions, after, _ = claims(
        hands, "QC", "9S TS JC", rules, ("YES", "NO", "9C", "9D", "9H")
    )
    assert [one.seat for one in decisions] == [0, 1, 0, 0, 0]
    assert (follows, after[0]) == (GO_ON, {"AC", "KC", "9S", "TS", "JC"})


# --- misere ---------------------------------------------------------------------------------------

# Seat 0 wins trick 2 with its ace of spades if it leads the nine of clubs first.
TO_MISERE = ("9C AS 9D TD JD", "TC AD KD QD JC", "AC QS JS TS 9S", "KC QC KS AH KH")
GOES_DOWN = (*passes(4), "CALL_MIS", "9C", "TC", "KC", "KS", "AS", "JC")


def test_v30_misere_stops_at_its_first_trick() -> None:
    played = deal(*GOES_DOWN, hands=TO_MISERE, allow_misere=True, defend_alone=True)
    assert at(played, 4).legal == {"PASS", "CALL_MIS"} | menu("C D S"), "always alone"
    assert asked(played, 5) == ("play", 0)
    assert (played.logged.active, played.logged.lone) == ({0, 1, 3}, 0)
    assert len(played.logged.tricks) == 2
    assert (played.logged.maker_tricks, played.logged.points) == (1, (0, 2))


def test_v30_misere_may_be_played_to_its_end() -> None:
    changes: dict[str, Any] = {"allow_misere": True, "misere_ends_early": False}
    played = deal(*GOES_DOWN, hands=TO_MISERE, **changes)
    assert (len(played.logged.tricks), played.logged.points) == (5, (0, 2))


def test_v30_misere_without_a_trick() -> None:
    low = ("9C 9D 9S TC TD", "AC KC QC AD KD", "AH KH QH JH TH", "AS KS QS JS QD")
    played = deal(*passes(4), "CALL_MIS", hands=low, allow_misere=True, misere_points=3)
    assert (played.logged.maker_tricks, played.logged.points) == (0, (3, 0))
    rules = HouseRules(allow_misere=True, misere_points=3)
    assert score(result(0, 0, contract=MISERE, alone=True), rules) == (3, 0)


# --- British Euchre: the joker turned up ----------------------------------------------------------


def test_v31_dealer_names_trump_before_looking() -> None:
    played = deal("CALL_S", "TH", "YES", preset="british", upcard="JK")
    assert asked(played, 0) == ("call", 3)
    assert at(played, 0).legal == menu("C D H S", alone=False)
    assert played.views[0][V_HAND] == 0, "blind"
    assert at(played, 1).legal == {"AH", "KH", "QH", "JH", "TH", "JK"}
    assert (asked(played, 2), asked(played, 3)) == (("alone", 3), ("defend", 0))
    logged = played.logged
    assert (logged.maker, logged.contract, logged.call_round, logged.lone) == (3, "S", 1, 3)


def test_v31_a_blind_dealer_need_not_go_alone() -> None:
    played = deal("CALL_S", "TH", "NO", preset="british", upcard="JK")
    assert (asked(played, 3), played.logged.lone) == (("play", 0), None)
    cards = {card for seat, card in played.logged.cards_played if seat == 3}
    assert cards == {"AH", "KH", "QH", "JH", "JK"}


def test_v31_fixed_suit_counts_as_a_card_of_that_suit() -> None:
    changes: dict[str, Any] = {"preset": "british", "joker_upcard_rule": "fixed_suit"}
    played = deal("ORDER", "TH", upcard="JK", **changes)
    assert (asked(played, 0), played.logged.contract) == (("call", 0), "H")
    assert asked(played, 1) == ("discard", 3)
    assert at(played, 1).legal == {"AH", "KH", "QH", "JH", "TH", "JK"}
    down = deal(*passes(4), upcard="JK", **changes)
    assert at(down, 4).legal == {"PASS"} | menu("C D S")


# --- two players ----------------------------------------------------------------------------------


def test_v32_two_players() -> None:
    played = deal("ORDER", "LEAVE_UPCARD", hands=TWO, preset="seed_sk")
    assert at(played, 0).legal == {"PASS", "ORDER"}
    assert asked(played, 1) == ("discard", 1)
    assert at(played, 1).legal == {"AD", "KD", "QD", "JD", "TD", "9H", "LEAVE_UPCARD"}
    assert asked(played, 2) == ("play", 0), "the non-dealer leads"
    six = CardSet.parse("AD KD QD JD TD 9H").mask
    rules = lower_rules(HouseRules.preset("seed_sk"))
    assert steps.discards_open(rules, 0, six, CardSet.parse("9H").mask) == six | LEAVE_UPCARD
    turned_down = deal(*passes(4), hands=TWO, preset="seed_sk")
    assert at(turned_down, 2).legal == {"PASS"} | menu("C D S", alone=False)
    assert (turned_down.logged.maker, len(turned_down.logged.decisions)) == (None, 4)


@pytest.mark.parametrize(
    ("hand", "tricks", "points"),
    [
        ("JH JD AH KH QC", 4, (1, 0)),
        ("JH JD AH KH QH", 5, (2, 0)),
        ("JH JD TC 9C QC", 2, (0, 2)),
    ],
)
def test_v32_points_of_two(hand: str, tricks: int, points: tuple[int, int]) -> None:
    trumps = [card for card in hand.split() if card in ("JH", "JD", "AH", "KH", "QH")]
    thrown = ("QS", "KS", "AS", "AC", "KC")
    script = [card for pair in zip(trumps, thrown, strict=False) for card in pair]
    hands = (hand, "AC KC AS KS QS")
    played = deal("ORDER", "LEAVE_UPCARD", *script, hands=hands, preset="seed_sk")
    assert (played.logged.maker_tricks, played.logged.points) == (tricks, points)


# --- three and six players ------------------------------------------------------------------------


def test_v33_three_players_tie_at_the_target() -> None:
    rules = HouseRules.preset("three_hand")
    euchred = result(0, 2)
    assert score(euchred, rules) == (0, 2, 2), "each opponent"
    tie = play_out([euchred], rules, (9, 8, 8))
    assert (tie.score, tie.winner) == ((9, 10, 10), None)
    after_the_tie = play_out([euchred, result(2, 3)], rules, (9, 8, 8))
    assert (after_the_tie.score, after_the_tie.winner) == ((9, 10, 11), 2)
    won = play_out([euchred], rules, (9, 9, 8))
    assert (won.score, won.winner) == ((9, 11, 10), 1)


def test_v33_maker_alone_against_both() -> None:
    played = deal("PASS", "ORDER", "TS", hands=ONE_SUIT_EACH[:3], preset="three_hand")
    assert at(played, 0).legal == {"PASS", "ORDER"}
    assert (asked(played, 2), asked(played, 3)) == (("discard", 2), ("play", 0))
    logged = played.logged
    assert (logged.active, logged.lone) == ({0, 1, 2}, None)
    assert logged.points[0] == logged.points[2] != logged.points[1], "both collect, or neither"


def six(*script: str, **changes: Any) -> PlayedHand:
    """A hand of six whose upcard is the nine of spades."""
    return deal(*script, hands=SIX, upcard="9S", preset="six_hand", **changes)


def test_v34_six_players() -> None:
    rules = HouseRules.preset("six_hand")
    assert score(result(2, 5, alone=True), rules) == (6, 0)
    assert [score(result(2, tricks), rules) for tricks in (5, 3, 2)] == [(3, 0), (1, 0), (0, 3)]
    assert score(result(5, 2, alone=True), rules) == (3, 0)


def test_v34_leads_of_a_lone_player() -> None:
    first = six(*passes(6), "CALL_C_ALONE")
    assert (first.logged.active, asked(first, 7)) == ({0, 1, 3, 5}, ("play", 0))
    third = six(*passes(8), "CALL_C_ALONE")
    assert (third.logged.active, asked(third, 9)) == ({1, 2, 3, 5}, ("play", 1))
    assert [len(trick) for trick in third.logged.tricks] == [4] * 5
    left = six(*passes(8), "CALL_C_ALONE", lone_first_lead="left_of_lone")
    assert asked(left, 9) == ("play", 3)


def test_v34_lone_sweep_in_a_hand() -> None:
    calls = (*passes(2), "ORDER_ALONE", "7S")
    played = six(*calls, "KC", "JC")
    assert played.logged.lone == 2
    assert (played.logged.maker_tricks, played.logged.points) == (5, (6, 0))


# --- hands of a seed ------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["british", "railroad", "seed_sk", "three_hand", "six_hand"])
def test_traced_points_are_those_of_the_score(preset: str) -> None:
    rules = HouseRules.preset(preset)
    players = find_players("random", rules)
    for number in range(150):
        trace: HandTrace = trace_hand(players, rules, 34, number)
        tricks = trace.maker_tricks
        outcome = Outcome(
            dealer=rules.players - 1,
            maker=trace.maker,
            contract=trace.contract,
            call_round=trace.call_round,
            lone_player=trace.record.alone,
            lone_defender=trace.record.lone_defender,
            maker_tricks=tricks,
            defender_tricks=0 if trace.maker is None else 5 - tricks,
            special="thrown_in" if trace.maker is None else "none",
        )
        assert trace.points == score(outcome, rules)
        if trace.maker is not None:
            side = rules.teams[trace.maker]
            assert tricks == sum(bool(side >> (one.winner or 0) & 1) for one in trace.tricks)

"""Score sheets: what was said becomes outcomes, outcomes are counted anew, files stay whole."""

import json
import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_sim.errors import EuchreError, IllegalAction, RuleConflict, ScoreSheetError
from euchre_sim.rules import HouseRules
from euchre_sim.score_sheet import (
    A_SUIT,
    CONTRACTS,
    DamagedGame,
    Facts,
    Sheet,
    card_markers,
    change_games,
    default_file,
    games_in,
    is_recomputable,
    next_question,
    places,
)
from euchre_sim.score_sheet.facts import sheet_facts, sheet_from
from euchre_sim.scoring import MISERE, NO_TRUMP, score
from tests.cli.run import run_python

US, THEM = 0, 1
A, B, C = 0, 1, 2
# The seven deals of the Danish score sheet's example.
DANISH = [
    Facts(side=US, tricks=3),
    Facts(side=US, tricks=2),
    Facts(side=THEM, tricks=5),
    Facts(side=US, tricks=5, alone=True),
    Facts(side=THEM, tricks=3),
    Facts(side=US, tricks=5),
    Facts(side=US, tricks=5, alone=True),
]


def sheet_of(*deals, **options):
    """A sheet with these deals, the rules set before them."""
    sheet = Sheet.start(HouseRules(**options))
    for facts in deals:
        sheet = sheet.add(facts)
    return sheet


def path(sheet):
    return " ".join(":".join(map(str, row.score)) for row in sheet.totals().rows)


def points(facts, dealer=0, **options):
    rules = HouseRules(**options)
    return score(facts.entry(dealer, rules).outcome, rules)


# --- the worked example --------------------------------------------------------------------------


def test_v24_danish_example():
    found = sheet_of(*DANISH).totals()
    assert path(sheet_of(*DANISH)) == "1:0 1:2 1:4 5:4 5:5 7:5 11:5"
    assert [row.match_over for row in found.rows] == [False] * 6 + [True]
    assert (found.winner, places(found)) == (US, (1, 2))
    assert all(0 in row.points and len(row.points) == 2 for row in found.rows)  # a true 0


@pytest.mark.parametrize(
    ("setting", "expected", "winner"),
    [
        ("lone_value=2", "1:0 1:2 1:4 3:4 3:5 5:5 7:5", None),
        ("lone_value=6", "1:0 1:2 1:4 7:4 7:5 9:5 15:5", US),
        ("target_score=21", "1:0 1:2 1:4 5:4 5:5 7:5 11:5", None),
    ],
)
def test_v25_counted_anew(setting, expected, winner):
    changed = sheet_of(*DANISH).with_settings([setting])
    assert path(changed) == expected
    assert changed.totals().winner == winner


def test_v25_target_five_marks_later_deals():
    found = sheet_of(*DANISH).with_settings(["target_score=5"]).totals()
    assert (found.score, found.winner) == ((5, 4), US)
    assert [row.after_end for row in found.rows] == [False] * 4 + [True] * 3


def test_v26_later_deals_flow_into_the_next_game_of_a_match():
    changed = sheet_of(*DANISH).with_settings(["target_score=5", "match_format=best_of_3"])
    found = changed.totals()
    assert path(changed) == "1:0 1:2 1:4 5:4 0:1 2:1 6:1"
    assert (found.games, found.winner, found.rows[-1].match_over) == ((2, 0), US, True)
    assert changed.undo(3).score_before_next() == (0, 0)


def test_best_of_five_needs_three():
    match = sheet_of(*DANISH).with_settings(["target_score=5", "match_format=best_of_5"])
    assert match.totals().winner is None
    more = match.add(Facts(side=THEM, tricks=5, alone=True)).add(Facts(side=THEM, tricks=3))
    assert more.totals().games == (2, 1)


def test_nothing_is_added_after_the_end_unless_the_rules_change():
    over = sheet_of(*DANISH)
    with pytest.raises(ScoreSheetError, match="the game is over"):
        over.add(Facts(side=US, tricks=3))
    assert len(over.with_settings(["target_score=15"]).add(DANISH[0]).entries) == 8
    assert len(over.undo().add(DANISH[0]).entries) == 7


# --- railroad, three players, irregular deals ----------------------------------------------------


def test_laps_carry_into_the_next_game_and_count_against_a_slam():
    rules = HouseRules.preset("railroad").replace(match_format="best_of_5")
    sheet = Sheet.start(rules)
    for tricks in (5, 5, 3, 5):
        sheet = sheet.add(Facts(side=US, tricks=tricks, alone=tricks == 5))
    found = sheet.totals()
    assert found.rows[2].score == (9, 0)
    assert (found.score, found.games) == ((13, 0), (2, 0))  # a slam counts twice
    assert sheet.score_before_next() == (3, 0)
    sheet = sheet.add(Facts(side=THEM, tricks=3))
    assert path(sheet).split()[-1] == "3:1"
    without = sheet.with_settings(["laps=false", "slam_double=false"])
    assert path(without).split()[-1] == "0:1"
    assert without.totals().games == (1, 0)


def three_hand(*totals):
    """Three players with these totals after deals that each one scores alone."""
    sheet = Sheet.start(HouseRules.preset("three_hand"))
    for side, total in enumerate(totals):
        for _ in range(total):
            sheet = sheet.add(Facts(side=side, tricks=3))
    return sheet


def test_v33_three_players_level_at_the_target_play_on():
    sheet = three_hand(9, 8, 8).add(Facts(side=A, tricks=2))
    found = sheet.totals()
    assert (found.score, found.winner) == ((9, 10, 10), None)
    assert places(found) == (3, 1, 1)
    assert sheet.add(Facts(side=C, tricks=3)).totals().winner == C


def test_v33_the_higher_total_wins():
    found = three_hand(9, 9, 8).add(Facts(side=A, tricks=2)).totals()
    assert (found.score, found.winner, places(found)) == ((9, 11, 10), B, (3, 1, 2))


def test_two_and_six_players():
    two = Sheet.start(HouseRules.preset("seed_sk")).add(Facts(side=0, tricks=2))
    assert (two.totals().score, two.next_dealer) == ((0, 2), 1)
    six = Sheet.start(HouseRules.preset("six_hand")).add(Facts(side=THEM, tricks=5, alone=True))
    assert six.totals().score == (0, 6)
    assert Sheet.start(HouseRules.preset("six_hand")).who("6") == (THEM, 5)


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (Facts(special="renege", offender=1, side=US, alone=True), (4, 0)),
        (Facts(special="renege", offender=1, against_lone=True), (4, 0)),
        (Facts(special="renege", offender=1), (2, 0)),
        (Facts(special="renege", offender=0, side=US, alone=True), (0, 2)),
        (
            Facts(special="renege", offender=0, side=US, alone=True, defended_alone=True),
            (0, 4),
        ),
        (
            Facts(special="renege", offender=0, side=US, alone=True, against_lone=True),
            (0, 4),
        ),
    ],
)
def test_v29_reneges(facts, expected):
    assert points(facts, defend_alone=True) == expected
    if expected != (4, 0):
        return
    assert points(facts, renege_penalty_lone=5) == (5, 0)


def test_a_renege_is_subtracted_but_not_below_zero():
    renege = Facts(special="renege", offender=0)
    sheet = sheet_of(Facts(side=US, tricks=3), renege, renege, renege_form="subtract")
    assert [row.points for row in sheet.totals().rows[1:]] == [(-2, 0)] * 2
    assert sheet.totals().score == (0, 0)
    assert sheet.with_settings(["renege_form=add_to_opponents"]).totals().score == (1, 4)


def test_the_innocent_side_chooses():
    renege = Facts(special="renege", offender=1, side=US, tricks=5, choice="stand")
    rules = {"renege_form": "innocent_chooses"}
    assert points(renege, **rules) == (2, 0)
    assert points(Facts(special="renege", offender=1, choice="subtract"), **rules) == (0, -2)
    with pytest.raises(IllegalAction, match="has to choose"):
        points(Facts(special="renege", offender=1), **rules)
    with pytest.raises(IllegalAction, match="nothing to choose"):
        points(Facts(special="renege", offender=1, choice="add"))


def test_a_hand_played_out_after_a_renege_keeps_its_points_when_that_rule_changes():
    played = Facts(special="renege", offender=1, side=US, tricks=3)
    stopped = Facts(special="renege", offender=1)
    sheet = sheet_of(played, renege_ends_hand=False).with_settings(["renege_ends_hand=true"])
    assert sheet.totals().score == (3, 0)
    sheet = sheet.add(stopped)
    assert path(sheet) == "3:0 5:0"
    assert path(sheet.with_settings(["renege_ends_hand=false"])) == "3:0 5:0"
    with pytest.raises(IllegalAction, match="renege_ends_hand=true"):
        sheet.add(played)


def test_a_stand_is_counted_as_an_ended_hand_where_there_is_no_choice():
    stand = Facts(special="renege", offender=1, side=US, tricks=5, choice="stand")
    sheet = sheet_of(stand, renege_form="innocent_chooses")
    assert sheet.totals().score == (2, 0)
    changed = sheet.with_settings(["renege_form=add_to_opponents", "renege_penalty=1"])
    assert changed.totals().score == (1, 0)


def test_the_deal_goes_round():
    thrown, misdeal, deal = Facts(special="thrown_in"), Facts(special="misdeal"), DANISH[0]
    sheet = sheet_of()
    dealers = []
    for facts in (deal, thrown, misdeal, deal, deal):
        dealers.append(sheet.next_dealer)
        sheet = sheet.add(facts)
    assert dealers == [0, 1, 2, 2, 3]
    assert sheet.next_dealer == 0
    other = {"redeal_after_pass_out": "same_dealer", "misdeal_redeal": "next_dealer"}
    assert sheet_of(thrown, **other).next_dealer == 0
    assert sheet_of(misdeal, **other).next_dealer == 1
    assert sheet.add(deal, dealer=2).next_dealer == 3
    with pytest.raises(IllegalAction, match="stick_the_dealer"):
        sheet_of(thrown, stick_the_dealer=True)


def test_a_hand_may_stop_only_when_the_game_is_decided():
    sheet = sheet_of(*[Facts(side=US, tricks=5)] * 4, Facts(side=US, tricks=3), early_stop=True)
    stopped = Facts(side=US, tricks=3, defender_tricks=0)
    over = sheet.add(stopped)
    assert (over.totals().score, over.totals().winner) == ((10, 0), US)
    assert over.with_settings(["target_score=12"]).totals().score == (10, 0)
    for facts in (stopped, Facts(side=US, tricks=2, defender_tricks=0)):
        with pytest.raises(ScoreSheetError, match="still open"):
            sheet.undo().add(facts)
    with pytest.raises(IllegalAction, match="early_stop=false"):
        sheet_of(stopped)


# --- what was said and what matters --------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "options", "question"),
    [
        (Facts(side=US, tricks=3), {}, None),
        (Facts(side=US, tricks=2), {}, None),
        (Facts(side=US, tricks=5), {}, "alone"),
        (Facts(side=US, tricks=5), {"alone_allowed": False}, None),
        (Facts(side=US, tricks=2), {"lone_euchred_points": 4}, "alone"),
        (Facts(side=US, tricks=2), {"defend_alone": True}, "alone"),
        (Facts(side=US, tricks=2, alone=False), {"defend_alone": True}, None),
        (Facts(side=US, tricks=2, alone=True), {"defend_alone": True}, "defended_alone"),
        (Facts(side=US, tricks=3), {"allow_no_trump": True}, None),
        (
            Facts(side=US, tricks=3),
            {"allow_no_trump": True, "no_trump_points": "double"},
            "contract",
        ),
        (Facts(side=THEM, tricks=0), {"allow_misere": True}, "contract"),
        (Facts(side=THEM, tricks=2), {"screw_dealer_penalty": 2}, None),
        (Facts(side=US, tricks=2), {"screw_dealer_penalty": 2}, "by_dealer"),
        (Facts(side=US, tricks=2, by_dealer=False), {"screw_dealer_penalty": 2}, None),
        (Facts(side=US, seat=0, tricks=2), {"screw_dealer_penalty": 2}, "call_round"),
        (Facts(side=US, seat=2, tricks=2), {"screw_dealer_penalty": 2}, None),
        (Facts(side=US, tricks=4), {"screw_dealer_penalty": 2}, None),
        (
            Facts(side=US, tricks=2),
            {"screw_dealer_penalty": 2, "screw_dealer_scope": "any_dealer_call"},
            "by_dealer",
        ),
        (Facts(special="renege", offender=0), {}, "against_lone"),
        (Facts(special="renege", offender=0), {"renege_penalty": 4}, None),
        (Facts(special="renege", offender=0, side=THEM), {}, "alone"),
        (Facts(special="thrown_in"), {}, None),
    ],
)
def test_only_what_changes_the_points_is_asked(facts, options, question):
    assert next_question(facts, 0, HouseRules(**options)) == question


@pytest.mark.parametrize(
    ("facts", "options", "words"),
    [
        (Facts(side=US, tricks=6), {}, "6 of 5 tricks"),
        (Facts(side=US, tricks=3, defender_tricks=3), {}, "3[+]3 tricks"),
        (Facts(side=US), {}, "makers' tricks"),
        (Facts(tricks=3), {}, "a side that called"),
        (Facts(side=US, tricks=5, alone=True), {"alone_allowed": False}, "alone_allowed=false"),
        (Facts(side=US, tricks=2, alone=True, defended_alone=True), {}, "defend_alone=false"),
        (Facts(side=US, tricks=2, defended_alone=True), {"defend_alone": True}, "only a lone"),
        (Facts(side=US, tricks=2, contract=NO_TRUMP), {}, "allow_no_trump=false"),
        (
            Facts(side=US, tricks=2, contract=NO_TRUMP, call_round=1),
            {"allow_no_trump": True},
            "round 2",
        ),
        (
            Facts(side=US, tricks=2, contract=NO_TRUMP),
            {"allow_no_trump": True, "joker": True, "joker_in_no_trump": "removed"},
            "joker_in_no_trump=removed",
        ),
        (
            Facts(side=THEM, tricks=2, contract=NO_TRUMP),
            {"allow_no_trump": True, "no_trump_only_when_stuck": True},
            "that side cannot",
        ),
        (
            Facts(side=US, tricks=0, contract=MISERE, defended_alone=True),
            {"allow_misere": True, "defend_alone": True},
            "against a misere",
        ),
        (Facts(side=THEM, tricks=2, by_dealer=True), {}, "seat 1 is the dealer"),
        (
            Facts(special="renege", offender=0, against_lone=True),
            {"players": 3},
            "alone_allowed=false",
        ),
    ],
)
def test_what_the_rules_do_not_allow_is_refused(facts, options, words):
    with pytest.raises(IllegalAction, match=words):
        facts.entry(0, HouseRules(**options))


def test_misere_and_no_trump():
    misere = Facts(side=THEM, tricks=0, contract=MISERE)
    assert points(misere, allow_misere=True, misere_points=4) == (0, 4)
    lost = Facts(side=THEM, tricks=1, defender_tricks=1, contract=MISERE)
    assert points(lost, allow_misere=True) == (2, 0)
    entry = Facts(side=US, tricks=5, contract=NO_TRUMP).entry(
        0, HouseRules(allow_no_trump=True, no_trump_only_when_stuck=True)
    )
    assert (entry.outcome.maker, entry.outcome.call_round) == (0, 2)


def test_a_seat_that_nobody_told_is_never_the_dealer():
    for dealer in range(4):
        entry = Facts(side=US, tricks=2).entry(dealer, HouseRules())
        assert entry.side_only
        assert entry.outcome.maker != dealer
    partner = Facts(side=US, tricks=2, by_dealer=False).entry(0, HouseRules())
    assert (partner.outcome.maker, partner.side_only) == (2, False)


# --- rules that begin with a deal ----------------------------------------------------------------


def test_which_options_are_counted_anew():
    anew = {option.name for option in HouseRules.options() if is_recomputable(option.name)}
    assert {"lone_value", "target_score", "defend_alone", "renege_penalty", "laps"} <= anew
    assert {"screw_dealer_penalty", "no_trump_points", "misere_fail_points"} <= anew
    never = {"stick_the_dealer", "alone_allowed", "players", "renege_ends_hand", "joker"}
    assert not never & anew


def test_other_options_begin_with_the_next_deal():
    sheet = sheet_of(*DANISH[:3]).with_settings(["stick_the_dealer=true", "lone_value=5"])
    assert sheet.later_options() == [(4, {"stick_the_dealer": True})]
    assert not sheet.rules_at(3).stick_the_dealer
    assert sheet.rules_at(4).stick_the_dealer
    again = sheet.with_settings(["joker=true"])
    assert again.later_options() == [(4, {"stick_the_dealer": True, "joker": True})]
    assert sheet_of().with_settings(["stick_the_dealer=true"]).later_options() == []
    assert sheet.with_settings(["target_score=7"]).later_options() == sheet.later_options()


def test_undo_keeps_the_rules_of_now():
    sheet = sheet_of(*DANISH[:2]).with_settings(["stick_the_dealer=true"])
    sheet = sheet.add(DANISH[2]).add(DANISH[3]).with_settings(["joker=true"])
    assert [one.deal for one in sheet.rules_from] == [1, 3, 5]
    assert [one.deal for one in sheet.undo().rules_from] == [1, 3, 4]
    assert [one.deal for one in sheet.undo(3).rules_from] == [1, 2]
    assert [one.deal for one in sheet.undo(4).rules_from] == [1]
    assert all(sheet.undo(n).rules == sheet.rules for n in range(5))
    with pytest.raises(ScoreSheetError, match="the game has 4 deals"):
        sheet.undo(5)


def test_rules_that_do_not_fit_change_nothing():
    with pytest.raises(ScoreSheetError, match="number of players"):
        sheet_of().with_settings(["players=3"])
    with pytest.raises(RuleConflict, match="early_stop"):
        sheet_of(early_stop=True).with_settings(["laps=true"])


# --- names ---------------------------------------------------------------------------------------


def test_sides_and_seats_are_found_by_name_and_number():
    sheet = Sheet.start(HouseRules(), ["Ann", "Bob", "Cleo", "Dan"])
    assert sheet.sides == ("Ann & Cleo", "Bob & Dan")
    assert sheet.who("bob  &  DAN") == (THEM, None)
    assert sheet.who("cleo") == (US, 2)
    assert sheet.who("dealer") == (US, 0)
    assert sheet.who("4") == (THEM, 3)
    assert [sheet.who(text) for text in ("0", "5", "eve", "", "²")] == [None] * 5
    three = Sheet.start(HouseRules.preset("three_hand"))
    assert three.who("b") == (B, 1)  # a side of one is a seat


@pytest.mark.parametrize(
    "names",
    [["Us"], ["Us", "us"], ["", "Them"], ["3", "4"], ["dealer", "Them"], ["a" * 80, "b"],
     ["=1+1", "b"], ["a\x07b", "c"], ["A", "B", "C"]],
)  # fmt: skip
def test_names_that_could_be_mistaken_are_refused(names):
    with pytest.raises(ScoreSheetError):
        Sheet.start(HouseRules(), names)


# --- the two cards -------------------------------------------------------------------------------


def test_card_markers_of_a_game_to_ten():
    assert card_markers(0, 10) == ((6, 0), (4, 0))
    for shown in range(11):
        cards = card_markers(shown, 10)
        assert sum(seen for _, seen in cards) == shown
        assert all(0 <= seen <= pips for pips, seen in cards)
    assert card_markers(4, 10) == ((6, 0), (4, 4))
    assert card_markers(5, 10) == ((6, 5), (4, 0))
    assert card_markers(8, 10) == ((6, 6), (4, 2))
    assert card_markers(13, 10) == ((6, 6), (4, 4))


def test_card_markers_of_a_game_to_five_and_no_other():
    assert [card_markers(n, 5) for n in (0, 3, 4)] == [
        ((3, 0), (4, 0)), ((3, 3), (4, 0)), ((3, 0), (4, 4)),
    ]  # fmt: skip
    assert card_markers(3, 11) is None


# --- files ---------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path):
    return tmp_path / "score.json"


def keep(file, **games):
    change_games(file, lambda there: {**there, **games})


FACTS = st.one_of(
    st.builds(
        Facts,
        side=st.integers(0, 1),
        tricks=st.integers(0, 5),
        alone=st.booleans(),
        contract=st.sampled_from([None, A_SUIT, *CONTRACTS.values()]),
        call_round=st.sampled_from([None, 2]),
    ),
    st.builds(Facts, special=st.sampled_from(["misdeal", "thrown_in"])),
    st.builds(
        Facts,
        special=st.just("renege"),
        offender=st.integers(0, 3),
        choice=st.sampled_from(["add", "subtract"]),
        against_lone=st.booleans(),
    ),
)


@settings(max_examples=30, deadline=None)
@given(st.lists(FACTS, max_size=6), st.booleans())
def test_sheets_come_back_from_a_file_as_they_were(deals, named):
    rules = HouseRules(
        allow_no_trump=True,
        allow_no_trump_low=True,
        allow_misere=True,
        renege_form="innocent_chooses",
        target_score=21,
    )
    sheet = Sheet.start(rules, ["Ann", "Bob", "Cleo", "Däñ"] if named else ())
    for number, facts in enumerate(deals):
        if sheet.totals().winner is None:
            sheet = sheet.add(facts)
        if number == 2:
            sheet = sheet.with_settings(["farmers_hand=swap_three_low"])
    assert sheet_from(json.loads(json.dumps(sheet_facts(sheet)))) == sheet


def test_several_games_in_one_file(file):
    keep(file, one=sheet_of(*DANISH), two=sheet_of())
    keep(file, two=sheet_of(DANISH[0]))
    assert games_in(file) == {"one": sheet_of(*DANISH), "two": sheet_of(DANISH[0])}
    assert games_in(file.with_name("other")) == {}


def mended(change):
    content = {
        "format": "euchre-sim score sheets",
        "version": 1,
        "games": {"game": sheet_facts(sheet_of(*DANISH))},
    }
    change(content)
    return json.dumps(content).encode()


def _deal(**changes):
    return lambda content: content["games"]["game"]["deals"][1].update(changes)


def _game(**changes):
    return lambda content: content["games"]["game"].update(changes)


WHOLE = mended(lambda content: None)
DAMAGED = {
    "nothing": b"",
    "broken off": WHOLE[:-40],
    "broken in the middle": WHOLE[: len(WHOLE) // 2],
    "zeros": bytes(2000),
    "another encoding": WHOLE.decode().encode("utf-16"),
    "other JSON": b'{"a": 1}',
    "a list": b"[]",
    "a number": b"1",
    "deep": b"[" * 100_000,
    "long number": b'{"format": "euchre-sim score sheets", "version": ' + b"1" * 5000 + b"}",
    "twice": WHOLE.replace(b'"version": 1', b'"version": 1, "version": 1'),
    "infinite": WHOLE.replace(b'"version": 1', b'"version": Infinity'),
    "newer": mended(lambda content: content.update(version=2)),
    "older": mended(lambda content: content.update(version=0)),
    "more": mended(lambda content: content.update(more=1)),
    "games": mended(lambda content: content.update(games=[])),
    "too large": WHOLE.replace(b'"maker_tricks": 2', b'"maker_tricks": 1e999'),
}
DAMAGED_GAMES = {
    "seat": mended(_deal(dealer=5)),
    "seat zero": mended(_deal(dealer=0)),
    "true for 1": mended(_deal(dealer=True)),
    "tricks": mended(_deal(maker_tricks=6)),
    "more tricks": mended(_deal(maker_tricks=4)),
    "text": mended(_deal(maker_tricks="2")),
    "contract": mended(_deal(contract=["h"])),
    "special": mended(_deal(special="won")),
    "nobody called": mended(_deal(maker=None)),
    "own partner defends": mended(_deal(lone_defender=1)),
    "no offender": mended(_deal(special="renege")),
    "played misdeal": mended(_deal(special="misdeal")),
    "unknown fact": mended(_deal(points=2)),
    "names": mended(_game(sides="AB")),
    "too few names": mended(_game(sides=["Us"])),
    "name of no text": mended(_game(sides=["Us", 1])),
    "no rules": mended(_game(rules=[])),
    "rules out of order": mended(_game(rules=[{"from_deal": 2, "options": {}}])),
    "unknown option": mended(_game(rules=[{"from_deal": 1, "options": {"speed": 1}}])),
    "option": mended(_game(rules=[{"from_deal": 1, "options": {"lone_value": 9}}])),
    "options": mended(_game(rules=[{"from_deal": 1, "options": [1]}])),
    "fewer seats": mended(_game(rules=[{"from_deal": 1, "options": {"players": 2}}])),
    "no game": mended(lambda content: content["games"].update(game=[1.5, None, "é"])),
    "half a character": mended(_game(sides=["Us", "\ud800"])),
}


@pytest.mark.parametrize("what", DAMAGED)
def test_damaged_and_foreign_files_are_refused_and_stay_as_they_are(file, what):
    file.write_bytes(DAMAGED[what])
    for attempt in (lambda: games_in(file), lambda: keep(file, game=sheet_of())):
        with pytest.raises(ScoreSheetError, match="is left as it is") as caught:
            attempt()
        assert "\n" not in str(caught.value)
    assert file.read_bytes() == DAMAGED[what]
    assert [one.name for one in file.parent.iterdir()] == [file.name]


@pytest.mark.parametrize("what", DAMAGED_GAMES)
def test_one_damaged_game_is_told_of_and_kept_beside_the_others(file, what):
    before = json.loads(DAMAGED_GAMES[what])
    file.write_bytes(DAMAGED_GAMES[what])
    game = games_in(file)["game"]
    assert isinstance(game, DamagedGame)
    assert game.why
    assert "\n" not in game.why
    keep(file, other=sheet_of(*DANISH))
    keep(file, other=sheet_of(DANISH[0]))
    assert json.loads(file.read_bytes())["games"]["game"] == before["games"]["game"]
    assert games_in(file) == {"game": game, "other": sheet_of(DANISH[0])}
    keep(file, game=sheet_of())
    assert games_in(file)["game"] == sheet_of()


def test_a_whole_file_is_read_and_a_newer_one_is_named(file):
    file.write_bytes(WHOLE)
    assert games_in(file) == {"game": sheet_of(*DANISH)}
    file.write_bytes(DAMAGED["newer"])
    with pytest.raises(ScoreSheetError, match=r"a newer version .* \(format 2\)"):
        games_in(file)


def test_what_is_no_file_is_refused(file):
    file.mkdir()
    with pytest.raises(ScoreSheetError, match="is no file"):
        games_in(file)


KILLED = """
import os, sys
from pathlib import Path
from euchre_sim.score_sheet import Facts, change_games
def die(*arguments, **options):
    os._exit(9)
setattr({where}, {name!r}, die)
path = Path({path!r})
change_games(path, lambda games: {{"game": games["game"].add(Facts(side=1, tricks=3))}})
"""


@pytest.mark.parametrize(
    ("where", "name"), [("os", "fsync"), ("Path", "replace"), ("os", "open"), ("os", "fdopen")]
)
def test_a_program_killed_while_writing_costs_nothing(file, where, name):
    keep(file, game=sheet_of(DANISH[0]))
    before = file.read_bytes()
    assert run_python(KILLED.format(where=where, name=name, path=str(file))).status == 9
    assert file.read_bytes() == before
    keep(file, game=sheet_of(*DANISH[:2]))
    assert games_in(file)["game"] == sheet_of(*DANISH[:2])
    assert {one.name for one in file.parent.iterdir()} == {file.name, f".{file.name}.lock"}


def test_a_change_that_fails_leaves_the_file(file):
    keep(file, game=sheet_of())
    before = file.read_bytes()
    with pytest.raises(EuchreError):
        change_games(file, lambda games: {"game": games["game"].undo()})
    assert file.read_bytes() == before


def test_a_full_disk_leaves_the_file(file, monkeypatch):
    keep(file, game=sheet_of())
    before = file.read_bytes()

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left on device") as caught:
        keep(file, game=sheet_of(*DANISH))
    assert caught.value.filename == str(file)
    assert file.read_bytes() == before
    assert not file.with_name(f".{file.name}.new").exists()


ADDING = """
import sys
from pathlib import Path
from euchre_sim.score_sheet import Facts, change_games
path, side, times = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
for _ in range(times):
    change_games(path, lambda games: {"game": games["game"].add(Facts(special="misdeal"))
        if side else games["game"].add(Facts(special="thrown_in"))})
"""


def test_programs_that_write_at_once_lose_nothing(file):
    keep(file, game=sheet_of())
    programs = [
        subprocess.Popen([sys.executable, "-c", ADDING, str(file), str(number % 2), "8"])
        for number in range(4)
    ]
    assert [program.wait(timeout=60) for program in programs] == [0] * 4
    specials = [entry.outcome.special for entry in games_in(file)["game"].entries]
    assert sorted(specials) == ["misdeal"] * 16 + ["thrown_in"] * 16


def test_links_and_modes_stay(file):
    keep(file, game=sheet_of())
    file.chmod(0o640)
    link = file.with_name("link.json")
    link.symlink_to(file.name)
    keep(link, game=sheet_of(DANISH[0]))
    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o640
    assert games_in(file)["game"] == sheet_of(DANISH[0])


def test_where_sheets_are_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_file() == tmp_path / "euchre-sim" / "score.json"
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("HOME", str(tmp_path))
    for ignored in ("", "relative/folder"):
        monkeypatch.setenv("XDG_DATA_HOME", ignored)
        assert default_file() == tmp_path / ".local" / "share" / "euchre-sim" / "score.json"


def test_sheets_are_never_changed_in_place():
    sheet = sheet_of(DANISH[0])
    assert sheet.undo() != sheet != sheet.with_settings(["lone_value=5"])
    assert sheet == sheet_of(DANISH[0])

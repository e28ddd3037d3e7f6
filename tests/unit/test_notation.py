"""Game files: what is read from them, what is refused, and what is written."""

import copy
import dataclasses
import json
from pathlib import Path

import jsonschema
import pytest

from euchre_sim.cards import Suit, parse_card
from euchre_sim.errors import EuchreError, InvalidNotation, RuleConflict
from euchre_sim.notation import read_egn, to_egn
from euchre_sim.notation.ruleset import unwritable_options
from euchre_sim.records import DealRecord, GameRecord, HiddenCard, replay
from euchre_sim.rules import HouseRules
from tests.example_deals import FULL, LONE, NAMED, ORDERED

DATA = Path(__file__).parent.parent / "data"
SCHEMA = json.loads((DATA / "egn-schema-v1.json").read_text())
SHORT = (DATA / "short-game.egn").read_text()
# Recorded games of others, where somebody keeps them beside this checkout.
REAL_GAMES = Path(__file__).parent.parent.parent.parent / "shared" / "egn"


def document():
    return json.loads(SHORT)


def changed(*path, to):
    """The short game with one value replaced; a value of ... takes the field out."""
    made = document()
    place = made
    for step in path[:-1]:
        place = place[step]
    if to is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = to
    return json.dumps(made)


def with_ruleset(**ruleset):
    return changed("metadata", "ruleset", to=ruleset)


def check_schema(text):
    jsonschema.validate(json.loads(text), SCHEMA)


# --- reading ---


def test_short_game_is_valid_and_read():
    check_schema(SHORT)
    game = read_egn(SHORT)
    assert game.players == ("Ann", "Bob", "Cleo", "Dan")
    assert (game.initial, game.remarks) == ((0, 8), {"title": "a short game"})
    assert (game.to_target, game.deal_limit) == (True, 0)
    first, second, third, fourth = game.deals
    assert (first.dealer, first.upcard, first.calls) == (3, parse_card("9H"), ("Order",))
    assert (first.alone, first.discard, len(first.hands)) == (0, parse_card("9C"), 4)
    assert second.calls == ("Pass",) * 8
    assert third.tricks[0][1] == parse_card("9C")
    assert fourth.tricks[1] == (HiddenCard(), parse_card("TS"))


def test_short_game_replays():
    found = replay(read_egn(SHORT))
    assert found.scores == ((4, 8), (4, 8), (6, 8), (6, 8))
    assert found.winner is None
    assert found.deals[3].unfinished == "the record ends in trick 2"


def test_bytes_and_byte_order_mark():
    game = read_egn(SHORT)
    assert read_egn(SHORT.encode()) == game
    assert read_egn("\ufeff" + SHORT) == game
    assert read_egn(b"\xef\xbb\xbf" + SHORT.encode()) == game


@pytest.mark.parametrize("text", [changed("metadata", "ruleset", to=...), with_ruleset()])
def test_absent_rules_have_the_notations_defaults(text):
    game = read_egn(text)
    assert game.rules == HouseRules(stick_the_dealer=True)
    assert (game.to_target, game.deal_limit) == (True, 0)


@pytest.mark.parametrize(
    ("ruleset", "rules"),
    [
        ({"std": False}, {"stick_the_dealer": False}),
        ({"winning_score": 11}, {"target_score": 11}),
        ({"canadian": True}, {"canadian_loner": True}),
        ({"loner_lead": "LEFT_OF_LONER"}, {"lone_first_lead": "left_of_lone"}),
        ({"loner_march_score": 5}, {"lone_value": 5}),
        ({"loner_euchred_score": 4}, {"lone_euchred_points": 4}),
        (
            {"defend_alone": True},
            {"defend_alone": True, "defend_alone_lead": "as_lone_lead_rule"},
        ),
        ({"min_rank": 9, "joker": False, "num_players": 4, "fast_break": False}, {}),
        ({"winning_score": 10.0}, {}),
    ],
)
def test_rules(ruleset, rules):
    assert read_egn(with_ruleset(**ruleset)).rules == HouseRules(stick_the_dealer=True).replace(
        **rules
    )


@pytest.mark.parametrize(
    ("ruleset", "ending"),
    [
        ({"num_deals": 8}, (False, 8)),
        ({"num_deals": 8, "winning_score": 0}, (False, 8)),
        ({"num_deals": 8, "winning_score": 10}, (True, 8)),
        ({"num_deals": 0}, (True, 0)),
        ({"winning_score": 0}, (False, 0)),
    ],
)
def test_end_of_the_game(ruleset, ending):
    game = read_egn(with_ruleset(**ruleset))
    assert (game.to_target, game.deal_limit) == ending


def test_given_rules_stand_for_those_of_the_file():
    rules = HouseRules(target_score=11)
    game = read_egn(with_ruleset(joker=True, num_deals=3), rules)
    assert (game.rules, game.to_target, game.deal_limit) == (rules, True, 0)


def test_alone_may_stand_in_either_phase():
    bidding = ("deals", 0, "phases", 0, "isAlone")
    moved = json.loads(changed(*bidding, to=False))
    moved["deals"][0]["phases"][1]["isAlone"] = True
    assert read_egn(json.dumps(moved)).deals[0].alone == 0
    assert read_egn(changed(*bidding, to=...)).deals[0].alone is None


@pytest.mark.parametrize(("value", "seat"), [(-1, None), (0, 0), (3, 3)])
def test_lone_defender(value, seat):
    text = changed("deals", 0, "phases", 0, "aloneDefender", to=value)
    assert read_egn(text).deals[0].lone_defender == seat


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("Nd", parse_card("9D")),
        ("QH", parse_card("QH")),
        ("7c", parse_card("7C")),
        ("Xx", HiddenCard()),
        ("Xh", HiddenCard(suit=Suit.HEARTS)),
        ("Nx", HiddenCard(rank="9")),
    ],
)
def test_cards(text, card):
    assert read_egn(changed("deals", 1, "initialState", "upCard", to=text)).deals[1].upcard == card


def test_long_files_are_read_though_the_notation_ends_at_100_deals():
    game = read_egn(changed("deals", to=document()["deals"][:1] * 101))
    assert len(game.deals) == 101


def test_players_told_of_in_detail():
    players = ["Ann", {"name": "Bob", "id": "b", "playerIds": [{"id": "7", "source": "club"}]}]
    game = read_egn(changed("metadata", "players", to=players))
    assert game.players == ("Ann", "Bob")
    assert game.remarks["players"] == players


def test_what_others_remarked_is_kept():
    made = document()
    made["metadata"] |= {"gameId": "g1", "date": "2026-01-02", "finalScore": [6, 8]}
    line = {"branchIndex": 1, "phases": copy.deepcopy(made["deals"][1]["phases"])}
    made["deals"][0] |= {"dealNumber": 7, "alternativeLines": [line]}
    made["deals"][0]["phases"][0]["callAnnotations"] = {"0": ["[!!] bold"]}
    made["deals"][0]["phases"][1]["playAnnotations"] = {"3": ["[?] why"]}
    game = read_egn(json.dumps(made))
    written = to_egn(game)
    check_schema(written)
    assert read_egn(written) == game
    assert json.loads(written)["deals"][0]["alternativeLines"] == [line]
    assert json.loads(written)["metadata"]["finalScore"] == [6, 8]


# --- refusals ---

PHASES = ("deals", 2, "phases")
NESTED = "[" * 100_000 + "]" * 100_000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is nothing in it"),
        (" \n", "there is nothing in it"),
        ("\ufeff", "there is nothing in it"),
        (b"\xff\xfe{}", "byte 1 is not UTF-8 text"),
        (SHORT.encode()[:50] + b"\xa0" + SHORT.encode()[50:], "byte 51 is not UTF-8 text"),
        ("{", "this is not JSON: expecting property name enclosed in double quotes in line 1"),
        (SHORT[:-3], "this is not JSON: "),
        (SHORT + "x", "this is not JSON: extra data in line"),
        (NESTED, "nested too deeply"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ("9" * 10_000, "a number in it has too many digits"),
        ("[]", "the file: an object is needed, not a list"),
        ("null", "the file: an object is needed, not null"),
        ("12", "the file: an object is needed, not 12"),
        ('"text"', "the file: an object is needed, not 'text'"),
        ("NaN", "NaN is no number"),
        (changed("metadata", "initialScore", to=[float("nan"), 0]), "NaN is no number"),
        (changed("metadata", "initialScore", to=[float("inf"), 0]), "Infinity is no number"),
        (
            SHORT.replace('"title"', '"players": [], "title"'),
            "the field 'players' stands twice in one object",
        ),
        ("{}", "the file: the field fileType is missing"),
        (changed("fileType", to="Chess"), "fileType is 'Chess', not 'Euchre Game Notation'"),
        (changed("fileType", to=None), "fileType is null"),
        (changed("version", to="9.9"), "version '9.9' is none of those read here, 1.2 to 1.4"),
        (changed("version", to="1.4\n"), "version '1.4\\n' is none"),
        (changed("version", to=1.4), "version: a text is needed, not 1.4"),
        (changed("version", to=...), "the file: the field version is missing"),
        (
            changed("metadatas", to={}),
            "the file: there is no field 'metadatas' in this notation; did you mean metadata?",
        ),
        (changed("metadata", to=None), "metadata: an object is needed, not null"),
        (changed("metadata", "players", to=...), "metadata: the field players is missing"),
        (changed("metadata", "players", to="Ann"), "players: a list is needed, not 'Ann'"),
        (changed("metadata", "players", to=[1]), "player 0: a text is needed, not 1"),
        (changed("metadata", "players", to=[{}]), "player 0: the field name is missing"),
        (changed("metadata", "players", to=["x"] * 5), "there are 5 players, and this game has 4"),
        (changed("metadata", "players", to=["x" * 65]), "has 65 characters, at most 64"),
        (changed("metadata", "initialScore", to=[0]), "initialScore: two numbers are needed"),
        (changed("metadata", "initialScore", to=[0, -1]), "initialScore: -1 is out of range"),
        (changed("metadata", "initialScore", to=[0, 10**30]), "initialScore: 1000"),
        (changed("metadata", "initialScore", to=[0, 1.5]), "a whole number is needed, not 1.5"),
        (changed("metadata", "initialScore", to=[0, True]), "a whole number is needed, not true"),
        (changed("metadata", "initialScore", to="0:0"), "initialScore: a list is needed"),
        (changed("metadata", "title", to=5), "metadata, title: a text is needed, not 5"),
        (changed("metadata", "date", to="x" * 65), "metadata, date: "),
        (changed("metadata", "finalScore", to=[1]), "finalScore: two numbers are needed"),
        (with_ruleset(std=1), "ruleset, std: true or false is needed, not 1"),
        (with_ruleset(std=None), "ruleset, std: true or false is needed, not null"),
        (with_ruleset(min_rank="9"), "ruleset, min_rank: a whole number is needed, not '9'"),
        (with_ruleset(winning_score=-1), "ruleset, winning_score: -1 is out of range"),
        (with_ruleset(loner_lead="LEFT"), "ruleset, loner_lead: 'LEFT' is none of LEFT_OF_DEALER,"),
        (with_ruleset(loner_lead=[]), "ruleset, loner_lead: a list is none of"),
        (
            with_ruleset(loner_leed="x"),
            "ruleset: there is no field 'loner_leed' in this notation; did you mean loner_lead?",
        ),
        (with_ruleset(loner_march_score=10**20), "loner_march_score: 1000"),
        (changed("deals", to={}), "deals: a list is needed, not an object"),
        (changed("deals", to=["AbCd=="]), "deal 1: it is packed into one string"),
        (changed("deals", to=[7]), "deal 1: an object is needed, not 7"),
        (changed("deals", 0, "dealNumber", to=...), "deal 1: the field dealNumber is missing"),
        (changed("deals", 0, "dealNumber", to=-1), "deal 1, dealNumber: -1 is out of range"),
        (changed("deals", 0, "kitty", to=[]), "deal 1: there is no field 'kitty'"),
        (
            changed("deals", 0, "initialState", "dealer", to=4),
            "deal 1, dealer: 4 is out of range, allowed is 0 to 3",
        ),
        (changed("deals", 0, "initialState", "dealer", to="0"), "deal 1, dealer: a whole number"),
        (changed("deals", 0, "initialState", "upCard", to=...), "deal 1, initialState: the field"),
        (changed("deals", 0, "initialState", "upCard", to=["9h"]), "deal 1, upCard: a text is"),
        (
            changed("deals", 0, "initialState", "playerCards", to=["9h"]),
            "deal 1, hand of seat 0: a list is needed, not '9h'",
        ),
        (
            changed("deals", 0, "initialState", "playerCards", 2, 4, to=None),
            "deal 1, hand of seat 2, card 5: a text is needed, not null",
        ),
        (changed("deals", 0, "phases", to={}), "deal 1, phases: a list is needed"),
        (changed("deals", 0, "phases", 0, to=None), "deal 1, phase 1: an object is needed"),
        (changed(*PHASES, 0, "type", to="CHAT"), "deal 3, phase 1: its type is 'CHAT', neither"),
        (changed(*PHASES, 0, "type", to=["TRICK_PLAY"]), "its type is a list, neither"),
        (changed(*PHASES, 0, "type", to=...), "deal 3, phase 1: the field type is missing"),
        (changed(*PHASES, 0, "phaseNumber", to=...), "deal 3, phase 1: the field phaseNumber is"),
        (changed(*PHASES, 0, "phaseNumber", to="0"), "deal 3, phase 1, phaseNumber: a whole"),
        (changed(*PHASES, 1, "calls", to=[]), "deal 3, phase 2: there is no field 'calls'"),
        (changed(*PHASES, 1, "tricks", to=...), "deal 3, phase 2: the field tricks is missing"),
        (changed(*PHASES, to=document()["deals"][2]["phases"][::-1]), "bidding stands after the"),
        (changed(*PHASES, to=document()["deals"][2]["phases"][:1] * 2), "the second phase of type"),
        (changed(*PHASES, 0, "calls", to=None), "deal 3, calls: a list is needed, not null"),
        (changed(*PHASES, 0, "calls", 0, to=0), "deal 3, call 1: a text is needed, not 0"),
        (changed(*PHASES, 0, "calls", 5, to="hearts"), "deal 3, call 6: 'hearts' is no call;"),
        (changed(*PHASES, 0, "calls", 5, to="n"), "deal 3, call 6: 'n', no trump, is not played"),
        (changed(*PHASES, 0, "calls", 5, to="x"), "deal 3, call 6: 'x', a call that is not known"),
        (changed(*PHASES, 0, "isAlone", to=0), "deal 3, isAlone: true or false is needed, not 0"),
        (changed(*PHASES, 1, "isAlone", to="no"), "deal 3, isAlone: true or false is needed"),
        (changed("deals", 1, "phases", 0, "isAlone", to=True), "deal 2: isAlone is true, but"),
        (changed(*PHASES, 0, "aloneDefender", to=4), "deal 3, aloneDefender: 4 is out of range"),
        (changed(*PHASES, 0, "aloneDefender", to=None), "aloneDefender: a whole number is needed"),
        (changed(*PHASES, 0, "discard", to=None), "deal 3, discard: a text is needed, not null"),
        (
            changed(*PHASES, 0, "cardExchanges", to=[{"sender": 0, "cards": []}]),
            "deal 3, cardExchanges: the field receiver is missing",
        ),
        (changed(*PHASES, 1, "tricks", to="Ac"), "deal 3, tricks: a list is needed, not 'Ac'"),
        (changed(*PHASES, 1, "tricks", 1, to="Ac"), "deal 3, trick 2: a list is needed, not 'Ac'"),
        (changed(*PHASES, 1, "tricks", 1, 2, to=[]), "deal 3, trick 2, card 3: a text is needed"),
        (
            changed(*PHASES, 1, "tricks", 1, 2, to="Zz"),
            "deal 3, trick 2, card 3: 'Zz' is no card of this notation; cards are written like Jh",
        ),
        (changed(*PHASES, 1, "tricks", 1, 2, to="10h"), "'10h' is no card of this notation, write"),
        (changed(*PHASES, 1, "tricks", 1, 2, to="jh"), "of this notation, write Jh; cards are"),
        (changed(*PHASES, 1, "tricks", 1, 2, to="9Н"), "CYRILLIC CAPITAL LETTER EN"),
        (changed(*PHASES, 1, "tricks", 1, 2, to="Jt"), "'Jt' is a relative card, and only"),
        (changed(*PHASES, 1, "tricks", 1, 2, to="Xg"), "'Xg' is a relative card"),
        (changed(*PHASES, 1, "tricks", 1, 2, to="L"), "'L' is a relative card"),
        (changed(*PHASES, 1, "tricks", 1, 2, to="R"), "'R' is a relative card"),
        (changed(*PHASES, 1, "tricks", 1, 2, to="B"), "'B' is the joker, which is not in this"),
        (changed(*PHASES, 1, "tricks", 1, 2, to="JK"), "'JK' is the joker, which is not in this"),
        (changed(*PHASES, 1, "tricks", 1, 2, to="2c"), "'2c' is no card of this notation; cards"),
        (changed(*PHASES, 1, "tricks", 1, 2, to="J\nh"), "'J\\nh' is no card"),
        (changed(*PHASES, 1, "tricks", 1, 2, to=""), "'' is no card of this notation"),
        (changed(*PHASES, 1, "tricks", 1, 2, to="x" * 10_000), "xxx...' is no card"),
        (changed(*PHASES, 0, "callAnnotations", to=[]), "callAnnotations: an object is needed"),
        (changed(*PHASES, 0, "callAnnotations", to={"a": []}), "'a' is no number of a call"),
        (changed(*PHASES, 0, "callAnnotations", to={"1": "x"}), "callAnnotations: a list is"),
        (changed(*PHASES, 1, "playAnnotations", to={"1": [2]}), "playAnnotations: a text is"),
        (changed("deals", 0, "alternativeLines", to=[1]), "deal 1, alternative line 1: an object"),
        (
            changed("deals", 0, "alternativeLines", to=[{"branchIndex": 0, "phases": 3}]),
            "deal 1, alternative line 1, phase 1: an object is needed, not null",
        ),
    ],
)
def test_malformed(text, message):
    with pytest.raises(InvalidNotation) as caught:
        read_egn(text)
    said = str(caught.value)
    assert message in said
    assert len(said.splitlines()) == 1
    assert len(said) < 250


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("fast_break", True),
        ("four_trick_tokens", True),
    ],
)
def test_rules_that_are_not_played_here_are_refused_by_name(name, value):
    shown = json.dumps(value)
    with pytest.raises(InvalidNotation, match=f"the ruleset has {name}={shown}, and this program"):
        read_egn(with_ruleset(**{name: value}))


@pytest.mark.parametrize(
    ("ruleset", "message"),
    [
        ({"winning_score": 32}, "target_score cannot be '32'; allowed: 5..21"),
        ({"loner_march_score": 8}, "lone_value cannot be '8'; allowed: 2..6"),
        ({"loner_euchred_score": 1}, "lone_euchred_points cannot be '1'"),
    ],
)
def test_rules_out_of_range(ruleset, message):
    with pytest.raises(RuleConflict, match="the ruleset does not fit this program: ") as caught:
        read_egn(with_ruleset(**ruleset))
    assert message in str(caught.value)


# --- writing ---


@pytest.mark.parametrize(
    "game",
    [
        GameRecord(deals=()),
        GameRecord(
            deals=(FULL, ORDERED, NAMED, LONE), initial=(3, 9), players=("A", "B", "C", "D")
        ),
        GameRecord(deals=(LONE,), to_target=False, deal_limit=8),
        GameRecord(
            deals=(dataclasses.replace(LONE, tricks=(), lone_defender=1),),
            rules=HouseRules(
                defend_alone=True,
                defend_alone_lead="as_lone_lead_rule",
                stick_the_dealer=True,
                canadian_loner=True,
                lone_first_lead="left_of_lone",
                lone_value=6,
                lone_euchred_points=4,
                target_score=5,
            ),
        ),
        GameRecord(
            deals=(
                DealRecord(dealer=0, upcard=HiddenCard(suit=Suit.SPADES)),
                DealRecord(
                    dealer=1,
                    upcard=parse_card("9S"),
                    calls=("Pass",),
                    discard=HiddenCard(rank="9"),
                    hands=((HiddenCard(),), (parse_card("AS"),)),
                ),
            ),
            players=("Zoë ♠", '"quoted"', "", "line\nbreak"),
        ),
        read_egn(SHORT),
    ],
)
@pytest.mark.parametrize("indent", [None, 1])
def test_written_games_are_valid_and_read_back(game, indent):
    written = to_egn(game, indent=indent)
    check_schema(written)
    assert read_egn(written) == game
    assert ("\n" in written) == (indent is not None)


def test_rules_are_written_out():
    written = json.loads(to_egn(GameRecord(deals=())))
    assert written["metadata"]["ruleset"] == {
        "std": False,
        "winning_score": 10,
        "canadian": False,
        "loner_lead": "LEFT_OF_DEALER",
        "loner_march_score": 4,
        "loner_euchred_score": 2,
        "defend_alone": False,
    }


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (GameRecord(deals=(LONE,) * 101), "holds 100 deals, and the game has 101"),
        (GameRecord(deals=(), to_target=False), "ends either at a target score or after a number"),
        (GameRecord(deals=(), deal_limit=5), "ends either at a target score or after a number"),
        (GameRecord(deals=(), players=("x" * 65,)), "at most 64 are allowed"),
        (GameRecord(deals=(), players=("x",) * 5), "there are 5 players"),
        (GameRecord(deals=(), initial=(0, -2)), "initialScore: -2 is out of range"),
        (GameRecord(deals=(dataclasses.replace(LONE, calls=("Pass",)),)), "has made trump"),
        (GameRecord(deals=(dataclasses.replace(LONE, calls=("Take",)),)), "no call 'Take'"),
        (GameRecord(deals=(dataclasses.replace(LONE, dealer=4, alone=1),)), "dealer: 4 is out of"),
        (GameRecord(deals=(DealRecord(dealer=0, upcard=parse_card("2C")),)), "no form for 2c"),
        (GameRecord(deals=(DealRecord(dealer=0, upcard=parse_card("JK")),)), "no form for Jk"),
    ],
)
def test_games_that_cannot_be_written(game, message):
    with pytest.raises(InvalidNotation, match=message):
        to_egn(game)


def test_options_that_a_file_cannot_say():
    assert unwritable_options(HouseRules()) == {}
    assert unwritable_options(HouseRules(lone_value=5, defend_alone=True)) == {
        "defend_alone_lead": "lone_defender"
    }
    rules = HouseRules(dealer_pickup="optional", deal_packets="3-2", renege_penalty=1)
    assert unwritable_options(rules) == {"dealer_pickup": "optional"}


# --- other people's games ---


@pytest.mark.parametrize(
    ("name", "score", "winner"),
    [("six-points-in-two-hands", (10, 9), 0), ("vwec-finals", (8, 10), 1)],
)
def test_real_games(name, score, winner):
    path = REAL_GAMES / f"{name}.egn"
    if not path.exists():
        pytest.skip(f"{path} is not there")
    game = read_egn(path.read_bytes())
    found = replay(game)
    assert (found.scores[-1], found.winner) == (score, winner)
    assert all(not deal.unfinished for deal in found.deals)
    check_schema(to_egn(game))
    assert read_egn(to_egn(game)) == game


def test_errors_are_the_packages_own():
    with pytest.raises(EuchreError):
        read_egn("{")

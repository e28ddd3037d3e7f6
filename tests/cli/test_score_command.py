"""``euchre score``: a game as people at a table keep it."""

import csv
import io
import json
import os
import subprocess
import sys

import pytest

from euchre_sim.games import play_out
from euchre_sim.rules import HouseRules
from euchre_sim.score_sheet import Facts, Sheet, change_games
from euchre_sim.scoring import Outcome
from tests.cli.run import run

DANISH = ["us 3", "us 2", "them 5", "us 5 alone", "them 4", "us 5", "us 5 alone"]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A folder for data of one's own, and nobody to ask."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    return tmp_path / "euchre-sim"


@pytest.fixture
def score(capsys):
    """Run ``euchre score`` with words, which has to succeed, and return what it prints."""

    def scored(words="", *more):
        result = run(capsys, "score", *words.split(), *more)
        assert (result.status, result.err) == (0, "")
        return result.out

    return scored


@pytest.fixture
def refused(capsys):
    """Run ``euchre score`` with words, which has to fail, and return status and last line."""

    def failed(words="", *more):
        result = run(capsys, "score", *words.split(), *more)
        assert result.out == ""
        assert "Traceback" not in result.err
        if result.status != 2:
            assert len(result.err.splitlines()) == 1
        return result.status, result.err.splitlines()[-1]

    return failed


@pytest.fixture
def answers(monkeypatch):
    """Sit somebody at a terminal who types these lines."""

    def typed(*lines):
        terminal = io.StringIO("".join(f"{line}\n" for line in lines))
        terminal.isatty = lambda: True
        monkeypatch.setattr("sys.stdin", terminal)

    return typed


def keep(score, *deals, new=""):
    score(f"new {new}")
    for words in deals:
        score(f"add {words}")


@pytest.fixture
def danish(folder):
    """Put the worked example where ``euchre score`` looks for it."""

    def put():
        sheet = Sheet.start(HouseRules())
        for words in DANISH:
            side, tricks, *alone = words.split()
            facts = Facts(side=int(side == "them"), tricks=int(tricks), alone=bool(alone))
            sheet = sheet.add(facts)
        folder.mkdir(exist_ok=True)
        change_games(folder / "score.json", lambda games: {**games, "game": sheet})

    return put


def facts(score, words=""):
    return json.loads(score(f"show --json {words}"))


# --- the worked example --------------------------------------------------------------------------


def test_v24_danish_example(score):
    keep(score, *DANISH[:6])
    assert score(f"add {DANISH[6]}").splitlines() == [
        "Deal 7: Us alone, 5 tricks: lone sweep; Us +4.",
        "Us 11, Them 5. The game is over; places: 1 Us, 2 Them.",
    ]
    shown = [line.split() for line in score().splitlines()]
    table = [line for line in shown if line and line[0].isdigit()]
    assert [line[-3:] for line in table[:6]] == [
        ["1", "0", "1:0"], ["0", "2", "1:2"], ["0", "2", "1:4"], ["4", "0", "5:4"],
        ["0", "1", "5:5"], ["2", "0", "7:5"],
    ]  # fmt: skip
    assert table[6][-4:] == ["4", "0", "11:5", "over"]


def test_v25_changed_rules_count_for_the_whole_game(score, danish):
    danish()
    assert score("set lone_value=2").splitlines() == [
        "Changed for the whole game: lone_value=2.",
        "Us 7, Them 5. Next dealer: seat 4.",
    ]
    assert "Us 15, Them 5. The game is over" in score("set lone_value=6")
    assert "Us 5, Them 4. The game is over" in score("set lone_value=4 target_score=5")
    assert score().count("after the end") == 3
    assert "Us 11, Them 5. Next dealer" in score("set target_score=21")
    assert score("set target_score=21").startswith("Nothing changes.\n")


def test_v26_best_of_three(score, danish):
    danish()
    over = "Us 6, Them 1. Games 2:0. The match is over; places: 1 Us, 2 Them."
    assert over in score("set target_score=5 match_format=best_of_3")
    lines = score().splitlines()
    assert lines[0].endswith("to 5, best of 3 games")
    marks = [line.strip().split("   ")[-1] for line in lines if line.strip()[:1] in ("4", "7")]
    assert [mark.strip() for mark in marks] == ["games 1:0", "games 2:0, over"]
    assert "Us 0, Them 0. Games 1:0. Next dealer: seat 1." in score("undo 3")


# --- writing down --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("new", "words", "line"),
    [
        ("", "US 4", "Us, 4 tricks; Us +1"),
        ("", "us 1", "Us, 1 trick: euchred; Them +2"),
        ("", "us 0", "Us, 0 tricks: euchred; Them +2"),
        ("", "2 5 h", "Them H, 5 tricks: march; Them +2"),
        ("", "--by us --tricks 5 --alone --contract C", "Us C alone, 5 tricks: lone sweep; Us +4"),
        ("", "dealer 2 --round 2", "Us as stuck dealer, 2 tricks: euchred; Them +2"),
        ("", "nobody", "nobody called, thrown in; no points"),
        ("", "--thrown-in", "nobody called, thrown in; no points"),
        ("", "misdeal", "misdeal; no points"),
        ("", "--renege them", "renege of Them; Us +2"),
        ("", "--renege 4 --against-lone", "renege of Them against a lone player; Us +4"),
        ("", "us alone --renege them", "Us alone; renege of Them; Us +4"),
        (
            "--set defend_alone=yes",
            "us 2 alone defended",
            "Us alone against a lone defender, 2 tricks: euchred; Them +4",
        ),
        (
            "--set screw_dealer_penalty=2",
            "us 2 stuck",
            "Us as stuck dealer, 2 tricks: euchred; Them +4",
        ),
        ("--set screw_dealer_penalty=2", "us 2 --round 1", "Us, 2 tricks: euchred; Them +2"),
        ("--set screw_dealer_penalty=2", "3 2", "Us, 2 tricks: euchred; Them +2"),
        ("--set allow_misere=1", "them 0 mis", "Them misere, 0 tricks; Them +2"),
        ("--set allow_misere=1", "them 2 mis", "Them misere, 2 tricks: lost; Us +2"),
        (
            "--set allow_no_trump=1 --set no_trump_points=double",
            "them 5 nt",
            "Them no trump, 5 tricks: march; Them +4",
        ),
        (
            "--set renege_form=innocent_chooses",
            "--renege us --choice subtract",
            "renege of Us (subtract); Us -2",
        ),
        (
            "--set renege_form=innocent_chooses",
            "them 3 --renege us --choice stand",
            "Them, 3 tricks; renege of Us (stand); Them +1",
        ),
        (
            "--set renege_ends_hand=no",
            "them 3 --renege us",
            "Them, 3 tricks; renege of Us; Them +3",
        ),
        ("--rules three_hand", "b 1", "B, 1 trick: euchred; A +2, C +2"),
        ("--rules seed_sk", "b 5", "B, 5 tricks: march; B +2"),
        ("--rules six_hand", "6 5 alone", "Them alone, 5 tricks: lone sweep; Them +6"),
    ],
)
def test_deals(score, monkeypatch, new, words, line):
    monkeypatch.setattr("euchre_cli.score_text.can_show", lambda text: False)
    keep(score, new=new)
    assert score(f"add {words}").splitlines()[0] == f"Deal 1: {line}."


def test_suits_have_their_symbols(score):
    keep(score, "us 3 h")
    assert "Us ♥, 3 tricks" in score()


def test_names_of_players(score):
    keep(score, new="--names Ann,Bob,Cleo,Dan --dealer bob")
    assert score("add", "cleo", "3").splitlines() == [
        "Deal 1: Ann & Cleo (Cleo), 3 tricks; Ann & Cleo +1.",
        "Ann & Cleo 1, Bob & Dan 0. Next dealer: Cleo.",
    ]
    assert score("add --dealer dan", "Bob & Dan", "5").endswith("Next dealer: Ann.\n")


def test_a_hand_that_was_stopped(score, refused):
    keep(score, "us 5 alone", "us 5 alone", "us 3", new="--rules seed_da")
    assert refused("add us 2 --defender-tricks 1")[0] == 3
    told = score("add us 3 --defender-tricks 1")
    assert told.startswith("Deal 4: Us, 3 and 1 tricks, stopped; Us +1.\nUs 10, Them 0. The game")


def test_undo(score, refused):
    keep(score, "us 3", "them 5")
    assert score("undo").splitlines() == [
        "Taken back: Deal 2: Them, 5 tricks: march; Them +2.",
        "Us 1, Them 0. Next dealer: seat 2.",
    ]
    assert refused("undo 2") == (3, "euchre: 2 cannot be taken back: the game has 1 deal")
    assert refused("undo 0")[0] == 2
    assert score("undo 1").endswith("Us 0, Them 0. Next dealer: seat 1.\n")


def test_other_rules_begin_with_the_next_deal(score, refused):
    keep(score, "nobody")
    assert score("set stick_the_dealer=yes lone_value=3").splitlines()[:2] == [
        "Changed for the whole game: lone_value=3.",
        "Changed from deal 2 on: stick_the_dealer=true.",
    ]
    assert "From deal 2: stick_the_dealer=true" in score()
    assert "stick_the_dealer=true" in refused("add nobody")[1]
    assert facts(score)["later_rules"] == [{"from_deal": 2, "options": {"stick_the_dealer": True}}]


def test_says_which_deals_cannot_be_counted_anew_for_sure(capsys, score):
    keep(score, "us 2", "us 2", "us 1", "4 2", "1 2", "them 2 --round 1")
    result = run(capsys, "score", "set", "screw_dealer_penalty=1", "target_score=21")
    assert result.status == 0
    assert result.err == (
        "note: nobody told whether the screw penalty is due (deal 1, 3, 4, 5); it is not counted\n"
    )


def test_several_games(score, refused):
    assert "no games yet" in score("list")
    keep(score, "us 3")
    score("new --game friday --rules three_hand --names Ann,Bob,Cleo")
    score("add ann 5 --game friday")
    assert score("list").splitlines() == [
        "game    Us against Them  1:0, 1 deal",
        "friday  Ann against Bob against Cleo  3:0:0, 1 deal",
    ]
    listed = json.loads(score("list --json"))["games"]
    assert [(one["game"], one["score"]) for one in listed] == [
        ("game", [1, 0]),
        ("friday", [3, 0, 0]),
    ]
    assert score("--game friday") == score("show --game friday") == score("--game friday show")
    status, words = refused("--game monday")
    assert (status, "there are game, friday" in words) == (3, True)


def test_a_game_is_not_replaced_without_force(score, danish, refused, folder):
    danish()
    before = (folder / "score.json").read_bytes()
    status, words = refused("new")
    assert (status, "--force replaces it" in words) == (3, True)
    assert (folder / "score.json").read_bytes() == before
    score("new --force")
    assert facts(score)["deals"] == []


def test_a_file_of_ones_own(score, tmp_path, folder):
    place = ["--file", str(tmp_path / "own.json")]
    score("new", *place)
    score("add us 3", *place)
    assert "Us 1, Them 0" in score("", *place)
    assert not folder.exists()


# --- the score in cards --------------------------------------------------------------------------


def test_card_markers_are_drawn(score):
    keep(score, "us 5 alone", "us 5 alone", "them 5", new="--set score_display=card_markers")
    assert score().splitlines()[-7:] == [
        "Us 8               Them 2",
        "┌─────┐ ┌─────┐    ┌─────┐ ┌─────┐",
        "│ ♥ ♥ │ │ ♥ ♥ │    │░░░░░│ │ ♥ ♥ │",
        "│ ♥ ♥ │ │     │    │░░░░░│ │     │",
        "│ ♥ ♥ │ │ ░ ░ │    │░░░░░│ │ ░ ░ │",
        "└─────┘ └─────┘    └─────┘ └─────┘",
        "Us 8, Them 2. Next dealer: seat 4.",
    ]
    assert "8:2" not in score()


def test_card_markers_in_ascii_and_only_for_their_targets(score, monkeypatch):
    keep(score, "us 3", new="--set score_display=card_markers --set target_score=5")
    monkeypatch.setattr("euchre_cli.score_text.can_show", lambda text: False)
    lines = score().splitlines()
    assert [line.split("    ")[0] for line in lines[-6:-1]] == [
        "+-----+ +-----+", "|  *  | |#####|", "|  #  | |#####|", "|  #  | |#####|",
        "+-----+ +-----+",
    ]  # fmt: skip
    score("set target_score=11")
    assert "+-----+" not in score()
    assert "1:0" in score()


# --- for other programs --------------------------------------------------------------------------


def outcome_of(deal):
    """An outcome out of a deal in JSON or CSV, as far as it counts for points."""
    makers = {"Us": 0, "Them": 1}.get(deal["makers"])
    offender = {"Us": 0, "Them": 1}.get(deal["offender"])
    lone = makers if makers is not None or offender is None else 1 - offender
    return Outcome(
        dealer=int(deal["dealer"]) - 1,
        maker=makers,
        lone_player=lone if int(deal["alone"]) else None,
        maker_tricks=int(deal["maker_tricks"]),
        defender_tricks=int(deal["defender_tricks"]),
        special=deal["special"],
        offender=offender,
    )


def test_json_and_csv_tell_the_whole_game(score):
    more = ["nobody", "--renege them --against-lone", "misdeal"]
    keep(score, *DANISH[:4], *more, new="--set match_format=best_of_3 --set target_score=5")
    told = facts(score)
    table = list(csv.DictReader(io.StringIO(score("show --csv"))))
    rules = HouseRules(**told["rules"])
    assert told["rules_digest"] == rules.digest()
    for deals in (told["deals"], table):
        found = play_out(map(outcome_of, deals), rules)
        assert (list(found.score), list(found.games)) == (told["score"], told["games"])
        assert (told["score"], told["games"], told["winner"]) == ([4, 0], [1, 0], None)
    for row, deal in zip(table, told["deals"], strict=True):
        for number, side in enumerate(("Us", "Them")):
            for what in ("points", "score", "games"):
                assert int(row[f"{what} {side}"]) == deal[what][number]
        for name in ("deal", "game", "dealer", "special", "maker_tricks"):
            assert row[name] == str(deal[name])
        assert bool(int(row["game_over"])) == deal["game_over"]
    assert told["sides"] == [{"name": "Us", "seats": [1, 3]}, {"name": "Them", "seats": [2, 4]}]
    assert [deal["dealer"] for deal in told["deals"]] == [1, 2, 3, 4, 1, 2, 3]
    assert told["next_dealer"] == 3


def test_json_tells_a_seat_only_if_it_is_known(score):
    keep(score, "us 3", "3 3 s --round 2")
    deals = facts(score)["deals"]
    assert [deal["maker"] for deal in deals] == [None, 3]
    assert [deal["contract"] for deal in deals] == [None, "s"]
    assert [deal["round"] for deal in deals] == [None, 2]


# --- asking --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("new", "words", "lines", "told", "questions"),
    [
        ("", "", ["us", "4"], "Us, 4 tricks; Us +1", 2),
        ("", "", ["them", "5", "y"], "Them alone, 5 tricks: lone sweep; Them +4", 3),
        ("", "", ["them", "2"], "Them, 2 tricks: euchred; Us +2", 2),
        ("", "us", ["5", ""], "Us, 5 tricks: march; Us +2", 2),
        ("", "us 5", [], "Us, 5 tricks: march; Us +2", 0),
        ("", "", ["nobody"], "nobody called, thrown in; no points", 1),
        ("", "", ["misdeal"], "misdeal; no points", 1),
        ("", "", ["renege", "us", "y"], "renege of Us against a lone player; Them +4", 3),
        ("", "", ["who", "us", "9", "3"], "Us, 3 tricks; Us +1", 2),
        (
            "--set screw_dealer_penalty=2",
            "",
            ["us", "1", "y", "2"],
            "Us as stuck dealer, 1 trick: euchred; Them +4",
            4,
        ),
        ("--set screw_dealer_penalty=2", "us 1", ["n"], "Us, 1 trick: euchred; Them +2", 1),
        (
            "--set allow_misere=1 --set misere_points=3",
            "",
            ["us", "0", "mis"],
            "Us misere, 0 tricks; Us +3",
            3,
        ),
        (
            "--set defend_alone=1",
            "",
            ["us", "2", "y", "y"],
            "Us alone against a lone defender, 2 tricks: euchred; Them +4",
            4,
        ),
        (
            "--set renege_form=innocent_chooses",
            "--renege us",
            ["stand", "them", "3"],
            "Them, 3 tricks; renege of Us (stand); Them +1",
            3,
        ),
    ],
)
def test_asks_for_what_the_points_hang_on(
    capsys, score, answers, new, words, lines, told, questions
):
    keep(score, new=new)
    answers(*lines)
    result = run(capsys, "score", "add", *words.split())
    assert (result.status, result.out.splitlines()[0]) == (0, f"Deal 1: {told}.")
    assert len({line for line in result.err.split("\n") if ": " in line}) >= (questions > 0)
    assert sys.stdin.read() == ""


def test_asks_about_a_hand_that_may_have_been_stopped(capsys, score, answers):
    keep(score, *["us 5"] * 4, "us 3", new="--rules seed_da")
    answers("us", "3", "1")
    assert "3 and 1 tricks, stopped; Us +1" in run(capsys, "score", "add").out
    score("undo 2")
    answers("us", "3")
    assert "Us, 3 tricks; Us +1" in run(capsys, "score", "add").out


@pytest.mark.parametrize("lines", [[], ["us"], ["them", "5"]])
def test_nothing_is_written_before_the_last_answer(capsys, score, answers, folder, lines):
    keep(score, "us 3")
    before = (folder / "score.json").read_bytes()
    answers(*lines)
    result = run(capsys, "score", "add")
    assert (result.status, result.out) == (1, "")
    assert (folder / "score.json").read_bytes() == before


def test_ctrl_c_in_a_question_loses_nothing(capsys, score, answers, folder, monkeypatch):
    keep(score, "us 3")
    before = (folder / "score.json").read_bytes()
    answers("us")

    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.stdin, "readline", interrupted)
    result = run(capsys, "score", "add")
    assert (result.status, result.err.splitlines()[-1]) == (130, "euchre: interrupted")
    assert (folder / "score.json").read_bytes() == before
    assert "Us 1, Them 0" in score()


# --- mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("new", "words", "status", "told"),
    [
        ("", "", 2, "who called is missing"),
        ("", "us", 2, "the makers' tricks are missing"),
        ("", "us 6", 3, "6 of 5 tricks"),
        ("", "we 3", 2, "there are Us, Them, seats 1 to 4, and dealer"),
        ("", "5 3", 2, "'5' is nobody here"),
        ("", "us 3 alnoe", 2, "did you mean alone"),
        ("", "us 3 4", 2, "says again what --tricks says"),
        ("", "us 3 --by them", 2, "says again what --by says"),
        ("", "nobody 3", 2, "has no --tricks"),
        ("", "nobody --misdeal", 2, "give one"),
        ("", "us 3 --choice add", 2, "--choice goes with --renege only"),
        ("", "us 3 --renege them", 3, "no tricks count"),
        ("", "us 3 --dealer them", 2, "a dealer is one seat"),
        ("", "them 2 stuck", 3, "seat 1 is the dealer"),
        ("", "us 2 stuck --round 1", 2, "round 2 only"),
        ("", "us 5 nt", 3, "allow_no_trump=false"),
        ("", "us 3 --defender-tricks 0", 3, "early_stop=false"),
        ("--set screw_dealer_penalty=2", "us 2", 2, "--by dealer"),
        ("--set screw_dealer_penalty=2", "dealer 2", 2, "--round 1"),
        ("--set renege_form=innocent_chooses", "--renege us", 2, "--choice add, subtract or stand"),
        ("--set renege_ends_hand=0", "--renege us", 2, "who called is missing"),
    ],
)
def test_deals_that_cannot_be_written_down(score, refused, folder, new, words, status, told):
    keep(score, new=new)
    before = (folder / "score.json").read_bytes()
    found, line = refused(f"add {words}")
    assert (found, told in line) == (status, True), line
    assert (folder / "score.json").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        ("", 3, "'euchre score new' starts one"),
        ("add us 3 --game cup", 3, "'euchre score new --game 'cup'' starts one"),
        ("new --names Us", 3, "1 names do not fit"),
        ("new --names Us,us", 3, "are the same"),
        ("new --dealer 5", 2, "'5' is nobody here"),
        ("new --rules sead_sl", 3, "did you mean seed_sl"),
        ("new --set target_score=4", 3, "5..21"),
        ("show --json --csv", 2, "do not go together"),
        ("set", 2, "OPTION=VALUE"),
        ("begin", 2, "begin"),
    ],
)
def test_mistakes(refused, folder, words, status, told):
    found, line = refused(words)
    assert (found, told in line) == (status, True), line
    assert not folder.exists()


@pytest.mark.parametrize("setting", ["players=3", "target_score=99", "lone_value", "speed=1"])
def test_rules_that_cannot_be_set(score, danish, refused, setting):
    danish()
    assert refused(f"set {setting}")[0] == 3
    assert "Us 11, Them 5" in score()


@pytest.mark.parametrize(
    "words", ["", "new --force", "add us 3", "undo", "set lone_value=3", "list"]
)
def test_a_damaged_file_is_refused_and_kept(score, danish, refused, folder, words):
    danish()
    file = folder / "score.json"
    file.write_bytes(file.read_bytes()[:-30])
    before = file.read_bytes()
    status, line = refused(words)
    assert (status, f"{file} cannot be read as a score sheet, and is left" in line) == (3, True)
    assert file.read_bytes() == before


def test_a_damaged_game_does_not_stop_the_others(score, danish, refused, folder):
    danish()
    score("new --game other")
    score("add us 3 --game other")
    file = folder / "score.json"
    content = json.loads(file.read_bytes())
    content["games"]["game"]["deals"][1]["dealer"] = 7
    file.write_text(json.dumps(content))

    why = "deal 2 is damaged"
    for words in ("", "show", "show --json", "add us 3", "undo", "set lone_value=3"):
        status, line = refused(words)
        assert (status, f"game 'game' in {file} is damaged, and is left" in line) == (3, True)
        assert why in line
    score("add them 5 --game other")
    assert "Us 1, Them 2" in score("show --game other")
    score("undo --game other")
    assert json.loads(file.read_bytes())["games"]["game"] == content["games"]["game"]

    listed = score("list").splitlines()
    assert listed[0] == f"game   damaged: {why}"
    assert listed[1].startswith("other  Us against Them  1:0")
    told = json.loads(score("list --json"))["games"]
    assert told[0] == {"game": "game", "damaged": why}
    assert told[1]["score"] == [1, 0]

    assert refused("new")[0] == 3
    score("new --force")
    assert json.loads(score("list --json"))["games"][0]["score"] == [0, 0]


def test_places_that_cannot_be_written(refused, tmp_path):
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file" / "score.json", tmp_path / "none" / "score.json"):
        status, line = refused("new", "--file", str(place))
        assert (status, str(place) in line) == (1, True)
    assert refused("new", "--file", str(tmp_path))[0] == 2
    assert refused("new", "--file", "")[0] == 2


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="root may write anywhere")
def test_a_folder_without_permission(refused, tmp_path):
    tmp_path.chmod(0o500)
    try:
        assert refused("new")[0] == 1
    finally:
        tmp_path.chmod(0o700)


def test_players_who_write_at_once_lose_nothing(score):
    keep(score)
    command = [sys.executable, "-m", "euchre_cli", "score", "add"]
    writers = [
        subprocess.Popen([*command, *words.split()], stdout=subprocess.DEVNULL)
        for words in ("us 3", "them 3", "us 5", "them 5")
    ]
    assert [writer.wait(timeout=60) for writer in writers] == [0] * 4
    told = facts(score)
    assert (told["score"], len(told["deals"])) == ([3, 3], 4)
    assert [deal["dealer"] for deal in told["deals"]] == [1, 2, 3, 4]

"""``euchre advise`` in the middle of a deal: options, positions, records, lines, mistakes."""

import io
import json

import pytest

from euchre_sim.cards import parse_card
from euchre_sim.notation import to_egn
from euchre_sim.records import GameRecord
from tests.cli.run import run
from tests.example_deals import FULL, ORDERED

HAND = "9H KC 9C AD JD"
ASKED = (HAND, "--up", "TH", "--seat", "2", "--calls", "P P P O", "--played", "QC")
TEXT = "2: 9H KC 9C AD JD | TH | P P P O |  | QC"
QUICK = ("--deals", "500", "--strategy", "universe", "--threads", "1")
LATE = ("--set", "alone_timing=before_first_lead", "--set", "defend_alone=true")


def answer(capsys, *arguments):
    result = run(capsys, "advise", *arguments, *QUICK, "--json")
    assert (result.status, result.err) == (0, "")
    return json.loads(result.out)


def refuse(capsys, status, words, *arguments):
    result = run(capsys, "advise", *arguments, "--quiet")
    assert (result.status, result.out) == (status, "")
    assert words in result.err.strip().splitlines()[-1]
    assert "Traceback" not in result.err


@pytest.fixture
def game(tmp_path):
    """A game of two deals, the first told in full."""
    file = tmp_path / "game.egn"
    file.write_text(to_egn(GameRecord(deals=(FULL, ORDERED))), encoding="utf-8")
    return str(file)


def test_json_says_what_was_asked_and_heard(capsys):
    facts = answer(capsys, *ASKED)
    assert (facts["asked"], facts["model"]) == (TEXT, "rollout")
    assert facts["heard"] in ("cards", "discard", "calls", "nothing")
    assert {one["card"] for one in facts["actions"]} == {"KC", "9C"}
    assert {one["action"] for one in facts["actions"]} == {"play"}
    assert [one["card"] for one in facts["illegal"]] == ["9H", "AD", "JD"]
    assert facts["illegal"][2]["why"].startswith("the left bower, a heart now and not a club")


def test_text_says_why_other_cards_are_not_legal(capsys):
    out = run(capsys, "advise", *ASKED, *QUICK).out
    assert "J♦ is not legal: the left bower, a heart now and not a club, and you hold" in out
    assert f'Position: "{TEXT}"' in out


def test_upcard_that_is_kept_is_no_discard(capsys):
    question = ("JH AH KS 9S QD", "--up", "TH", "--seat", "4", "--calls", "P O")
    assert answer(capsys, *question)["illegal"] == []
    kept = answer(capsys, *question, "--set", "dealer_may_discard_upcard=false")
    assert [one["card"] for one in kept["illegal"]] == ["TH"]
    assert len(kept["actions"]) == 5


@pytest.mark.parametrize("model", ["rollout", "solver"])
def test_position_that_is_printed_gives_the_same_answer(capsys, model):
    asked = answer(capsys, *ASKED, "--model", model)
    assert answer(capsys, "--position", asked["asked"], "--model", model) == asked


@pytest.mark.parametrize(
    ("arguments", "actions"),
    [
        ((*ASKED[:5], "--calls", "P"), {("pass", False), ("order", False), ("order", True)}),
        ((*ASKED[:5], "--calls", "P O", *LATE), {("play", False), ("play", True)}),
        (
            (HAND, "--up", "TH", "--seat", "3", "--calls", "P O", *LATE, "--alone-seat", "2"),
            {("defend", False), ("defend", True)},
        ),
    ],
)
def test_declarations_and_calls_are_weighed(capsys, arguments, actions):
    found = {(one["action"], one["alone"]) for one in answer(capsys, *arguments)["actions"]}
    if arguments[3:5] == ("--seat", "3"):
        assert found <= actions | {("defend", True)}
    else:
        assert found == actions


def test_dealer_who_says_what_he_put_down_is_asked_for_a_card(capsys):
    question = ("JH AH KS 9S QD", "--up", "TH", "--seat", "4", "--calls", "P O", "--played")
    facts = answer(capsys, *question, "QC 9C AC", "--dealer-discard", "QD")
    assert {one["card"] for one in facts["actions"]} == {"JH", "AH", "TH", "KS", "9S"}
    assert facts["asked"].split("|")[3].strip() == "discard=QD"


def test_decision_of_a_record(capsys, game):
    facts = answer(capsys, "--record", game, "--at", "2")
    assert facts["asked"].endswith("| Th | P |  | ".upper())
    assert {one["action"] for one in facts["actions"]} == {"pass", "order"}
    refuse(capsys, 3, "there is no deal 3: the record has 2", "--record", game, "--deal", "3",
           "--at", "1")  # fmt: skip
    refuse(capsys, 3, "there is no decision 99", "--record", game, "--at", "99")


def test_discard_that_a_record_hides_can_be_said(capsys, game):
    place = ("--record", game, "--deal", "2", "--at")
    refuse(capsys, 3, "it does not tell what he put down", *place, "7")
    facts = answer(capsys, *place, "7", "--dealer-discard", "9D")
    assert facts["asked"].split("|")[3].strip() == "discard=9D"
    assert parse_card("9D") not in {one["card"] for one in facts["actions"]}


def test_lines_ask_the_same_questions(capsys, monkeypatch, game):
    lines = [
        {"hand": HAND, "up": "TH", "seat": 2, "calls": "P P P O", "played": "QC"},
        {"position_text": TEXT},
        {"record": game, "deal": 1, "at": 2},
        {"position_text": TEXT, "model": "solvr"},
        {"position_text": TEXT, "at": 0},
        {"record": "no_such.egn", "at": 1},
        {"hand": HAND, "up": "TH", "seat": 2, "calls": 4},
        {"hand": HAND, "up": "TH", "seat": 2, "calls": "P P P O", "played": "QC KD"},
        {"position_text": TEXT, "model": "solver"},
    ]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    result = run(capsys, "advise", "--jsonl", "-", *QUICK)
    assert result.status == 3
    said = [json.loads(line) for line in result.out.splitlines()]
    assert said[0] == said[1] == answer(capsys, *ASKED)
    assert said[2] == answer(capsys, "--record", game, "--at", "2")
    for number, words in ((3, "no model 'solvr'"), (4, "whole number"), (5, "no_such.egn: No such"),
                          (6, "calls is a text"), (7, "KD, played by position 2")):  # fmt: skip
        assert said[number]["line"] == number + 1
        assert words in said[number]["error"]
    assert said[8]["model"] == "solver"


@pytest.mark.parametrize(
    ("status", "words", "arguments"),
    [
        (3, "QH, played by position 2, is not among", (*ASKED[:7], "--played", "AH QH")),
        (3, "not in the deck", (*ASKED[:7], "--played", "2C")),
        (3, "call 1: 'X' is no call of round 1", (*ASKED[:5], "--calls", "X")),
        (3, "it is position 1's turn (a call)", (*ASKED[:5], "--calls", "")),
        (3, "a position is SEAT: HAND", ("--position", "2: 9H")),
        (2, "--record needs --at", ("--record", "game.egn")),
        (1, "no_such.egn: No such file", ("--record", "no_such.egn", "--at", "1")),
        (2, "it needs --record", (*ASKED, "--at", "1")),
        (2, "it needs --record", (*ASKED[:5], "--deal", "1")),
        (2, "leave out HAND", (HAND, "--position", TEXT)),
        (2, "leave out --played", ("--position", TEXT, "--played", "QC")),
        (2, "leave out --up", ("--record", "game.egn", "--at", "1", "--up", "TH")),
        (2, "leave out --round", (*ASKED, "--round", "1")),
        (2, "the seat is missing", (HAND, "--up", "TH", "--calls", "P")),
        (2, "the hand and the upcard are needed", ("--calls", "P", "--seat", "2")),
        (2, "'--model'", (*ASKED, "--model", "guess")),
        (2, "is no seat", (*ASKED, "--alone-seat", "nobody")),
    ],
)
def test_mistakes_are_one_sentence_with_the_right_status(capsys, status, words, arguments):
    refuse(capsys, status, words, *arguments)

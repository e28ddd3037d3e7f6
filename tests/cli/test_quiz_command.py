"""``euchre quiz``: questions and answers through a pipe, the score kept, mistakes."""

import io
import json

import pytest

from euchre_sim.notation import to_egn
from euchre_sim.records import GameRecord
from tests.cli.run import run
from tests.unit.test_grade import TURNED_DOWN

ONE = ("--position", "2: KH 9H AC KS 9S | JH | P | |")  # pass, assist, assist alone
LATER = ("--position", "1: KC 9D QD KD QH | QC | P P P P | |")
DISCARD = ("--position", "4: JH 9H AC KC QD | TH | P O | |")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "60")
    return tmp_path / "euchre-sim"


@pytest.fixture
def quiz(capsys, monkeypatch):
    def asked(answers, *arguments):
        monkeypatch.setattr("sys.stdin", io.StringIO(answers))
        return run(capsys, "quiz", *arguments, "--threads", "1")

    return asked


def test_question_shows_what_the_seat_sees_and_the_answers(quiz):
    result = quiz("3\n", *ONE)
    assert (result.status, result.err) == (0, "")
    for line in (
        "Seat    2 (the dealer's partner)",
        "Upcard  J♥, your partner deals",
        "Said    right pass",
        "Hand    K♥ 9♥ | K♠ 9♠ | A♣",
        "Answers 1 pass   2 assist   3 assist alone",
    ):
        assert line in result.out.splitlines()
    assert "Blunder [??]: assist alone costs" in result.out
    assert 'More: euchre advise --position "2: KH 9H AC KS 9S | JH | P |  | "' in result.out
    assert "\x1b" not in result.out
    told = [line for line in result.out.splitlines() if not line.startswith("More")]
    assert max(map(len, told)) <= 60


def test_what_was_said_names_the_passes_or_that_all_passed(quiz):
    ordered = quiz("q\n", "--position", "4: JH 9H AC KC QD | TH | P P P O | |").out
    assert "Said    left pass, partner pass, right pass, you order\n" in ordered
    assert "Said    all passed\n" in quiz("q\n", *LATER).out


@pytest.mark.parametrize(
    ("place", "answer", "chosen"),
    [
        (ONE, "p", {"action": "pass"}),
        (ONE, "Order Up", {"action": "order", "alone": False}),
        (ONE, "alone", {"action": "order", "alone": True}),
        (LATER, "diamonds alone", {"suit": "D", "alone": True}),
        (LATER, "call ♠", {"suit": "S", "alone": False}),
        (LATER, "d", {"suit": "D", "alone": False}),
        (DISCARD, "bury qd", {"discard": "QD"}),
        (DISCARD, "10h", {"discard": "TH"}),
        (DISCARD, "K♣", {"discard": "KC"}),
    ],
)
def test_answers_are_read_as_players_write_them(quiz, place, answer, chosen):
    result = quiz(f"{answer}\n", *place, "--json", "--no-keep")
    (line,) = result.out.splitlines()
    assert chosen.items() <= json.loads(line)["chosen"].items()


def test_unreadable_answer_is_asked_again_and_help_and_hint_cost_nothing(quiz):
    result = quiz("9\nqh\n?\nh\n1\n", *ONE)
    printed = result.out.replace("\n", " ")
    assert printed.count("is none of the answers") == 2
    assert "a card such as 9C" in printed
    assert "J♥, the right bower, goes to your partner" in printed
    assert "of 1 best" in printed


def test_score_is_kept_across_runs_and_shown(quiz, folder):
    quiz("3\n", *ONE)
    quiz("3\n", *ONE)
    quiz("3\n", *ONE, "--no-keep")
    kept = json.loads(quiz("", "--history", "--json").out)
    assert kept["kinds"]["call"]["grades"]["blunder"] == 2
    assert kept == json.loads((folder / "quiz.json").read_text())
    out = quiz("", "--history").out
    assert "0 (0%)" in out
    assert "0 now, 0 at most" in out


def test_nothing_is_kept_before_the_first_answer(quiz, folder):
    for answers in ("", "q\n"):
        result = quiz(answers, *ONE)
        assert result.status == 0
        assert "Nothing was answered." in result.out
    assert not folder.exists()
    assert "no questions answered yet" in quiz("", "--history").out


def test_interrupt_keeps_what_was_answered(quiz, folder, monkeypatch, capsys):
    class Typed(io.StringIO):
        def readline(self, *_):
            line = super().readline()
            if not line:
                raise KeyboardInterrupt
            return line

    monkeypatch.setattr("sys.stdin", Typed("1\n"))
    result = run(capsys, "quiz", "--seed", "3", "--kind", "call", "--threads", "1")
    assert result.status == 130
    assert "of 1 best" in result.out
    kept = json.loads((folder / "quiz.json").read_text())
    assert sum(kept["kinds"]["call"]["grades"].values()) == 1


def test_score_grades_by_the_chance_to_win(quiz):
    result = quiz("3\n", *ONE, "--score", "9-8", "--json")
    facts = json.loads(result.out)
    assert facts["score"]["us"] == 9
    assert facts["loss_win"]["mean"] > 0
    assert "one point is enough to win the game" in facts["why"]
    assert "Score   us 9, them 8, game at 10" in result.err


@pytest.mark.parametrize(
    ("status", "words", "arguments"),
    [
        (2, "leave out --count", (*ONE, "--count", "3")),
        (2, "do not go together", (*ONE, "--from", "game.egn")),
        (2, "leave out --score", ("--from", "game.egn", "--score", "9-6")),
        (2, "is no score", ("--score", "nine")),
        (1, "no_such.egn: No such file", ("--from", "no_such.egn")),
        (3, "a position is SEAT: HAND", ("--position", "2: 9H")),
    ],
)
def test_mistakes_are_one_sentence_with_the_right_status(quiz, status, words, arguments):
    result = quiz("", *arguments)
    assert (result.status, result.out) == (status, "")
    assert words in result.err.strip().splitlines()[-1]


def test_damaged_score_is_told_before_the_first_question(quiz, folder):
    folder.mkdir()
    (folder / "quiz.json").write_text("nonsense")
    result = quiz("1\n", *ONE)
    assert (result.status, result.out) == (1, "")
    assert "left as it is" in result.err
    assert quiz("1\n", *ONE, "--no-keep").status == 0
    assert (folder / "quiz.json").read_text() == "nonsense"


def test_who_is_asked_and_says_nothing_has_not_found_the_record_empty(quiz, tmp_path):
    path = tmp_path / "game.egn"
    path.write_text(to_egn(GameRecord(deals=(TURNED_DOWN,))), encoding="utf-8")
    for seed in ("1", "2", "3"):
        result = quiz("", "--from", str(path), "--seed", seed)
        assert result.status == 0
        assert "Question 1 of 10" in result.out
        assert "Nothing was answered." in result.out

"""``euchre advise --exhaustive`` as a user sees it."""

import json

import pytest

from tests.cli.run import run

QUESTION = ("advise", "JH 9H AH KS 9S", "--up", "TH", "--seat", "2", "--rules", "two_hand")


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setattr("euchre_sim.analysis.checkpoint.cache_dir", lambda layer: tmp_path / layer)


def test_the_answer_says_how_many_layouts_and_names_no_error(capsys):
    answer = run(capsys, *QUESTION, "--exhaustive")
    assert answer.status == 0
    assert "of 8,568." in answer.out
    assert "Exact over all" in answer.out
    assert "basic itself would" in answer.out
    for word in ("±", "s.e.", "Settled", "Seed"):
        assert word not in answer.out
    assert not answer.err


def test_json(capsys):
    told = json.loads(run(capsys, *QUESTION, "--exhaustive", "--json").out)
    assert told["exhaustive"] is True
    assert told["layouts"] == 8568
    best = max(told["actions"], key=lambda action: action["points"]["mean"])
    assert told["verdict"]["discard"] == best["discard"]
    assert best["vs_best"] == {"mean": 0.0}


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--deals", "5000"), "--exhaustive plays every layout: leave out --deals"),
        (("--until-se", "0.1"), "--exhaustive plays every layout: leave out --until-se"),
        (("--jsonl",), "--exhaustive answers one question: leave out --jsonl"),
        (("--model", "solver"), "--exhaustive answers a first call"),
        (("--calls", "P"), "--exhaustive answers a first call"),
    ],
)
def test_options_that_do_not_go_with_it_are_refused(capsys, more, message):
    answer = run(capsys, *QUESTION, "--exhaustive", *more)
    assert answer.status == 2
    assert message in answer.err


def test_a_checkpoint_is_for_exhaustive_answers(capsys, tmp_path):
    answer = run(capsys, *QUESTION, "--checkpoint", str(tmp_path / "c"))
    assert answer.status == 2
    assert "--checkpoint is for --exhaustive" in answer.err


def test_the_upcard_is_needed(capsys):
    answer = run(capsys, "advise", "JH 9H AH KS 9S", "--seat", "2", "--exhaustive")
    assert answer.status == 3
    assert answer.err == "euchre: the upcard is missing: --exhaustive needs it (--up)\n"


def test_players_who_draw_lots_are_refused(capsys):
    answer = run(capsys, *QUESTION, "--exhaustive", "--strategy", "random")
    assert answer.status == 3
    assert "draws lots" in answer.err


def test_another_checkpoint_is_refused_in_one_sentence(capsys, tmp_path):
    file = str(tmp_path / "c")
    assert run(capsys, *QUESTION, "--exhaustive", "--checkpoint", file).status == 0
    other = run(capsys, *QUESTION, "--round", "2", "--exhaustive", "--checkpoint", file)
    assert other.status == 1
    assert other.err == (
        f"euchre: {file} is a checkpoint of another question: name another file, "
        "or delete it to begin anew\n"
    )


def test_ctrl_c_says_how_to_go_on(capsys, monkeypatch, tmp_path):
    from euchre_sim.analysis import exhaustive

    whole = run(capsys, *QUESTION, "--exhaustive", "--checkpoint", str(tmp_path / "whole")).out
    monkeypatch.setattr(exhaustive, "AT_ONCE", 100)
    play = exhaustive.Layouts.play

    def stopped(layouts, work):
        if work[0] >= 2000:
            raise KeyboardInterrupt
        return play(layouts, work)

    with monkeypatch.context() as patched:
        patched.setattr(exhaustive.Layouts, "play", stopped)
        answer = run(capsys, *QUESTION, "--exhaustive", "--threads", "1")
    assert answer.status == 130
    assert "the same command goes on from here" in answer.err
    assert not answer.out
    assert run(capsys, *QUESTION, "--exhaustive").out == whole

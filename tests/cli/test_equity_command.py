"""``euchre equity``."""

import json

import pytest

from tests.cli.run import run

SHARES = ["--shares", "45,16,5,17,12,5"]


def test_one_score_as_json(capsys):
    found = run(capsys, "equity", *SHARES, "--score", "8-8", "--dealer", "us", "--json")
    assert found.status == 0
    answer = json.loads(found.out)
    (only,) = answer["scores"]
    assert (only["us"], only["them"], only["dealer"]) == (8, 8, "us")
    assert only["win"]["mean"] == pytest.approx(0.545, abs=5e-4)
    assert only["win"]["se"] is None
    assert answer["hands"] is None


def test_every_score_as_json(capsys):
    answer = json.loads(run(capsys, "equity", *SHARES, "--set", "target_score=5", "--json").out)
    assert len(answer["scores"]) == 2 * 5 * 5


def test_both_dealers_are_answered(capsys):
    found = run(capsys, "equity", *SHARES, "--score", "9-9")
    assert "9-9, we deal" in found.out
    assert "9-9, they deal" in found.out
    assert "66.00%" in found.out
    assert "no error is known" in found.out


def test_a_match_has_games(capsys):
    rules = ["--set", "match_format=best_of_3"]
    found = run(capsys, "equity", *SHARES, *rules, "--score", "9-9", "--games", "1-0")
    assert "9-9, 1-0 in games, we deal" in found.out
    assert "we win the match" in found.out


def test_hands_are_counted_with_seed_and_players(capsys):
    found = run(capsys, "equity", "--hands", "5k", "--seed", "7", "--strategy", "random")
    assert found.status == 0
    assert (
        "hands of seed 7, shared among the 100 scores and each played at 0-0 too, ran" in found.out
    )
    assert "has a standard error above" in found.out


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["--dealer", "us"], 2, "belong to one score"),
        (["--score", "9"], 2, "write ours first"),
        ([*SHARES, "--hands", "5k"], 2, "no --hands"),
        (["--shares", "a,b"], 2, "six percentages"),
        (["--force"], 2, "--out FILE.parquet"),
        ([*SHARES, "--out", "chances.xlsx"], 2, "euchre export"),
        ([*SHARES, "--out", "nowhere/chances.parquet"], 1, "cannot write"),
        (["--shares", "1,2"], 3, "six shares are needed"),
        (["--hands", "50"], 3, "100 scores"),
        ([*SHARES, "--score", "10-9"], 3, "10 points win"),
        ([*SHARES, "--score", "9-9", "--games", "1-0"], 3, "match_format=single"),
        (["--rules", "three_hand"], 3, "two sides"),
    ],
)
def test_refusals(capsys, arguments, status, says):
    found = run(capsys, "equity", *arguments)
    assert found.status == status
    assert says in found.err
    assert "Traceback" not in found.err


def test_every_score_is_written_to_a_file_and_nothing_is_replaced(capsys, tmp_path):
    out = str(tmp_path / "chances.parquet")
    found = run(capsys, "equity", *SHARES, "--score", "9-9", "--out", out)
    assert (found.status, "wrote 200 rows" in found.err) == (0, True)
    again = run(capsys, "equity", *SHARES, "--out", out)
    assert again.status != 0
    assert "is there already" in again.err
    assert run(capsys, "equity", *SHARES, "--out", out, "--force").status == 0
    exported = run(capsys, "export", out, "--to", "-", "--format", "csv", "--limit", "1")
    assert exported.out.startswith("us,them,dealer,win")

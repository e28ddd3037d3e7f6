"""``euchre table``: what it prints, refuses and writes."""

import json
from pathlib import Path

import pytest

from euchre_sim.storage.calls.table import CallTable
from tests.cli.run import run

FAULTY = Path(__file__).with_name("faulty_player.py")


def build(capsys, path, *words):
    small = ("--deals", "2", "--upcard", "9", "--position", "dealer", "--out", str(path))
    return run(capsys, "table", "build", *small, *words)


def test_a_table_is_built_and_told_of(capsys, tmp_path):
    path = tmp_path / "t.parquet"
    built = build(capsys, path, "--seed", "77", "--strategy", "universe", "--quiet")
    assert built.status == 0
    assert built.out.startswith(f"{path}: 17,633 hands, 52,899 rows, ")
    assert built.err == ""
    shown = run(capsys, "table", "show", str(path))
    for words in ("standard (digest", "universe v", "Positions:", "2 deals a hand", "77"):
        assert words in shown.out
    facts = json.loads(run(capsys, "table", "show", str(path), "--json").out)
    assert facts["positions"] == [4]
    assert facts["upcards"] == ["9"]
    assert facts["rules_digest"] == CallTable.open(path).provenance.rules.digest()
    again = build(capsys, path)
    assert again.status == 1
    assert "--force replaces it" in again.err


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (("--position", "1,9"), 2, "no seat"),
        (("--upcard", "T,"), 2, "nothing between its commas"),
        (("--upcard", "7"), 3, "upcards are 9 T J Q K A"),
        (("--until-se", "nan"), 2, "not"),
        (("--out", ""), 2, "name it NAME.parquet"),
        (("--out", "t.xlsx"), 2, "name it NAME.parquet"),
        (("--rules", "no_such"), 3, "no_such"),
    ],
)
def test_what_is_not_understood_is_refused_in_a_sentence(capsys, tmp_path, words, status, told):
    result = build(capsys, tmp_path / "t.parquet", *words)
    assert result.status == status
    assert told in result.err
    assert "Traceback" not in result.err
    assert not list(tmp_path.iterdir())


def test_a_strategy_that_breaks_the_rules_is_named(capsys, tmp_path):
    result = build(capsys, tmp_path / "t.parquet", "--strategy-file", f"{FAULTY}:FAULTY")
    assert result.status == 4
    assert "illegal action" in result.err
    assert not (tmp_path / "t.parquet").exists()


def test_show_says_what_is_no_table(capsys, tmp_path):
    result = run(capsys, "table", "show", str(tmp_path / "none.parquet"))
    assert (result.status, result.out) == (1, "")
    assert "there is no call table" in result.err

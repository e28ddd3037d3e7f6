"""``euchre simulate``: what it prints, writes and refuses."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
from contextlib import contextmanager, suppress
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from euchre_cli import simulate_command
from euchre_sim.analysis.class_text import parse_class
from euchre_sim.analysis.classes import HandClasses, classes_of
from euchre_sim.analysis.simulate import simulate
from euchre_sim.storage.dataset import read_provenance
from tests.cli.run import run, run_python

FAULTY = Path(__file__).with_name("faulty_player.py")
SMALL = ("simulate", "--hands", "20k", "--strategy", "universe", "--seed", "7")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The tables of a small run, as another process wrote them."""
    out = tmp_path_factory.mktemp("run") / "deep" / "er"
    arguments = [*SMALL, "--out", str(out)]
    result = run_python(
        f"import sys; from euchre_cli.main import main; sys.exit(main({arguments}))"
    )
    assert result.status == 0, result.err
    assert result.err.splitlines()[-1] == f"wrote summary.parquet and hands.parquet to {out}"
    return out


def test_summary_echoes_everything_it_rests_on(capsys):
    result = run(capsys, *SMALL, "--set", "target_score=11")
    assert result.status == 0
    head = result.out.splitlines()[:3]
    assert head[0] == "20,000 hands: 0 to 19,999 of seed 7"
    assert re.fullmatch(
        r"rules standard with target_score=11 \(digest [0-9a-f]{12}\); universe v\d+ in every seat",
        head[1],
    )
    for word in ("Round 1", "Round 2", "ordered", "called", "lone sweep", "Passed out", "±"):
        assert word in result.out
    assert "PARTIAL" not in result.out


def test_summary_fits_eighty_columns(capsys):
    assert max(map(len, run(capsys, *SMALL).out.splitlines())) <= 80


def test_json_has_counts_and_intervals(capsys):
    result = run(capsys, *SMALL, "--json", "--first-hand", "1k")
    answer = json.loads(result.out)
    assert answer["rules_name"] == "standard"
    assert (answer["hands"], answer["first_hand"], answer["seed"]) == (20_000, 1_000, 7)
    assert answer["partial"] is False
    assert [one["name"] for one in answer["strategies"]] == ["universe"] * 4
    rows = answer["by_position"]
    assert [(row["round"], row["position"]) for row in rows] == [
        (call_round, position) for call_round in (1, 2) for position in (1, 2, 3, 4)
    ]
    for row in rows:
        assert row["passed"] + row["ordered"] + row["alone"] == row["turns"]
        assert row["calls"] == row["made"] + row["euchred"]
        share = row["made_share"]
        assert share["mean"] == pytest.approx(row["made"] / row["calls"])
        assert share["lo"] < share["mean"] < share["hi"]
    assert rows[0]["turns"] == 20_000
    assert answer["passed_out"]["deals"] == rows[-1]["passed"]
    assert {side["side"] for side in answer["sides"]} == {"dealer", "other"}


def test_json_does_not_depend_on_threads(capsys):
    one, two = (run(capsys, *SMALL, "--json", "--threads", n).out for n in "12")
    assert one == two


def test_tables_are_the_ones_of_the_library(folder, tmp_path):
    simulate(20_000, "universe", seed=7, out=tmp_path)
    for name in ("summary.parquet", "hands.parquet"):
        assert (folder / name).read_bytes() == (tmp_path / name).read_bytes()
    assert sorted(path.name for path in folder.iterdir() if path.name[0] != ".") == [
        "checkpoint-000000020000.zst", "hands.parquet", "manifest.json", "summary.parquet",
    ]  # fmt: skip


def test_every_column_has_a_unit_and_a_meaning(folder):
    for name in ("hands.parquet", "summary.parquet"):
        for field in pq.read_schema(folder / name):
            assert field.metadata[b"unit"], field.name
            assert field.metadata[b"description"], field.name


def test_hands_table_has_a_row_for_each_thing_done(folder):
    table = pq.read_table(folder / "hands.parquet").to_pandas()
    keys = ["hand", "upcard", "position", "round", "action", "suit", "alone"]
    assert not table.duplicated(keys).any()
    assert table[(table.position == 1) & (table["round"] == 1)].n.sum() == 20_000
    assert ((table.action == "pass") == table.suit.isna()).all()
    assert ((table.action == "pass") == table.relation.isna()).all()
    shares = table.groupby(["hand", "upcard", "position", "round"], observed=True).share.sum()
    assert shares.to_numpy() == pytest.approx(1)


def test_rates_in_the_hands_table(folder):
    rows = pq.read_table(folder / "hands.parquet").slice(0, 20_000).to_pylist()
    numbers = [parse_class(HandClasses(), row["hand"], row["upcard"]) for row in rows[::101]]
    assert numbers == sorted(numbers)
    assert {row["action"] for row in rows} == {"pass", "order", "call"}
    for row in rows:
        assert row["points_mean"] == pytest.approx(row["points"] / row["n"])
        assert (row["points_se"] is None) == (row["n"] == 1)
        if row["action"] == "pass":
            assert row["win_rate"] is row["euchre_rate"] is None
            assert row["made"] == row["euchred"] == row["march"] == row["lone_sweep"] == 0
        else:
            assert row["made"] + row["euchred"] == row["n"]
            assert row["win_rate"] == pytest.approx(row["made"] / row["n"])


def assert_tables_agree(folder):
    names = ["n", "made", "march", "lone_sweep", "euchred", "points", "points_squared"]
    keys = ["position", "round", "action", "relation", "alone"]
    hands = pq.read_table(folder / "hands.parquet", columns=keys + names).to_pandas()
    found = hands.groupby(keys, observed=True, dropna=False)[names].sum()
    expected = pq.read_table(folder / "summary.parquet").to_pandas()
    expected = expected[expected.position.notna() & (expected.n > 0)]
    expected["alone"] = expected.alone.fillna(False).astype(bool)
    expected = expected.astype({"position": int, "round": int}).set_index(keys)[names]
    assert found.sort_index().to_dict() == expected.sort_index().to_dict()


def test_summary_table_agrees_with_the_hands_table(folder):
    assert_tables_agree(folder)


@pytest.mark.parametrize(
    ("preset", "settings", "cards"),
    [
        ("british", (), 25),
        ("british", ("joker_upcard_rule=dealer_names_after_look", "low_rank=7"), 33),
        ("railroad", (), 25),
        ("two_hand", ("two_hand_style=dummy3", "alone_allowed=true"), 24),
        ("two_hand", (), 24),
        ("three_hand", (), 24),
        ("six_hand", (), 32),
        ("hoyle_32", (), 32),
        (
            "standard",
            ("allow_no_trump=true", "allow_no_trump_low=true", "allow_misere=true"),
            24,
        ),
        ("standard", ("farmers_hand=swap_three_low", "low_rank=8"), 28),
    ],
    ids=str,
)
def test_tables_of_other_games(capsys, tmp_path, preset, settings, cards):
    options = [word for setting in settings for word in ("--set", setting)]
    result = run(capsys, "simulate", "--hands", "5k", "--strategy", "random", "--rules", preset,
                 *options, "--out", str(tmp_path / "run"))  # fmt: skip
    assert result.status == 0, result.err
    rules = read_provenance(tmp_path / "run").rules
    assert rules.deck.bit_count() == cards
    assert_tables_agree(tmp_path / "run")
    rows = pq.read_table(tmp_path / "run" / "hands.parquet").to_pylist()
    assert {row["position"] for row in rows} == set(range(1, rules.players + 1))
    others = {None, "turned", "next", "crossing", "named"}
    without = {row["relation"] for row in rows} - others
    assert len(without) == len(rules.contracts)
    assert all(row["suit"] is None for row in rows if row["relation"] in without)
    named = [row for row in rows if row["relation"] == "named"]
    assert bool(named) == (rules.joker and "dealer_names" in rules.joker_upcard_rule)
    for row in named:
        assert (row["position"], row["round"], row["action"]) == (rules.players, 1, "order")
        assert (row["upcard"], row["n_trump"], row["has_right"]) == ("Jk", None, None)
    classes = classes_of(rules)
    for row in rows[::53]:
        number = parse_class(classes, row["hand"], row["upcard"])
        assert row["weight"] == classes.weights[number]
        assert row["has_joker"] in (None, "Jk" in row["hand"])


def test_summary_table_counts_deals_by_side(folder):
    rows = pq.read_table(folder / "summary.parquet").to_pylist()
    by_action = {(row["action"], row["side"]): row for row in rows if row["position"] is None}
    passed_out = by_action["passed_out", None]["n"]
    dealer, other = by_action["deal", "dealer"], by_action["deal", "other"]
    assert dealer["n"] == other["n"] == 20_000 == dealer["calls"] + other["calls"] + passed_out
    assert dealer["points"] == -other["points"] == dealer["scored"] - other["scored"]


def test_results_are_not_overwritten(capsys, folder):
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    result = run(capsys, *SMALL, "--out", str(folder))
    assert result.status == 1
    assert "already holds results (hands.parquet, summary.parquet, manifest.json)" in result.err
    assert "--force" in result.err
    assert result.out == ""  # said before the hands are played
    assert before == {path: path.stat().st_mtime_ns for path in folder.iterdir()}


def test_force_replaces_results(capsys, tmp_path):
    assert run(capsys, *SMALL, "--out", str(tmp_path)).status == 0
    assert run(capsys, *SMALL, "--first-hand", "5", "--out", str(tmp_path), "--force").status == 0
    assert read_provenance(tmp_path).first_hand == 5
    assert len(list(tmp_path.glob("*.parquet"))) == 2


def test_folder_that_cannot_be_made_is_one_sentence(capsys, tmp_path):
    (tmp_path / "file").write_text("")
    out = tmp_path / "file" / "run"
    result = run(capsys, *SMALL, "--out", str(out))
    assert result.status == 1
    assert result.err == f"euchre: cannot write results to {out}: Not a directory\n"
    assert result.out == ""


def test_disk_that_fills_up_loses_no_summary(capsys, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("euchre_sim.storage.schema.hands_batch", full)
    result = run(capsys, *SMALL, "--out", str(tmp_path))
    assert result.status == 1
    assert result.err.endswith(f"cannot write results to {tmp_path}: No space left on device\n")
    assert "Round 2" in result.out
    assert list(tmp_path.glob("*.parquet")) == list(tmp_path.glob(".*.tmp")) == []
    monkeypatch.undo()  # there is room again
    result = run(capsys, *SMALL, "--out", str(tmp_path), "--resume")
    assert (result.status, len(list(tmp_path.glob("*.parquet")))) == (0, 2)


def test_resume_of_a_finished_run_prints_it_again(capsys, folder):
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    result = run(capsys, *SMALL[:1], *SMALL[3:], "--out", str(folder), "--resume")  # no --hands
    assert result.status == 0
    assert result.err == f"nothing is left to do: {folder} holds all 20,000 hands\n"
    assert result.out == run(capsys, *SMALL).out
    assert before == {path: path.stat().st_mtime_ns for path in folder.iterdir()}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--resume"], "--resume is for results in a folder: --out"),
        (["--log-hands"], "--log-hands is for results in a folder: --out"),
        (["--resume", "--force", "--out", "x"], "--force starts anew and --resume goes on"),
        (["--hand", "3", "--log-hands"], "--log-hands plays many"),
    ],
    ids=str,
)
def test_options_of_a_folder_that_say_nothing(capsys, options, said):
    result = run(capsys, "simulate", *options)
    assert result.status == 2
    assert said in result.err


@contextmanager
def counting_until_ctrl_c(total, unit, quiet):
    def stop(done):
        if done:
            raise KeyboardInterrupt

    yield stop


def test_ctrl_c_shows_what_was_done(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(simulate_command, "counting", counting_until_ctrl_c)
    result = run(capsys, "simulate", "--hands", "50M", "--strategy", "universe",
                 "--out", str(tmp_path))  # fmt: skip
    assert result.status == 130
    assert "PARTIAL: interrupted, 50,000,000 hands were asked for" in result.out
    assert "results are partial; --resume goes on" in result.err
    provenance = read_provenance(tmp_path)
    assert provenance.is_partial
    assert result.out.startswith(f"{provenance.hands:,} hands: 0 to")
    metadata = pq.read_schema(tmp_path / "hands.parquet").metadata
    assert metadata[b"euchre_sim.partial"] == b"true"


def test_ctrl_c_in_json_is_marked(capsys, monkeypatch):
    monkeypatch.setattr(simulate_command, "counting", counting_until_ctrl_c)
    result = run(capsys, "simulate", "--hands", "50M", "--strategy", "universe", "--json")
    answer = json.loads(result.out)
    assert (result.status, answer["partial"]) == (130, True)
    assert 0 < answer["hands"] < answer["requested_hands"] == 50_000_000


# A shell starts its background jobs with the signal ignored, and children inherit that.
LISTENING = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from euchre_cli.main import main
sys.exit(main())
"""


def test_a_real_ctrl_c_on_a_terminal():
    terminal, inner = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", LISTENING, "simulate", "--hands", "10G", "--strategy", "universe"],
        stdout=subprocess.PIPE, stderr=inner, env={**os.environ, "TERM": "xterm"},
    )  # fmt: skip
    os.close(inner)
    shown = b""
    with suppress(OSError):  # what a terminal says when its last writer goes
        while chunk := os.read(terminal, 4096):
            shown += chunk
            if b"hands/s" in shown and process.poll() is None:
                process.send_signal(signal.SIGINT)
                break
        while os.read(terminal, 4096):
            pass
    out, _ = process.communicate(timeout=60)
    os.close(terminal)
    assert process.returncode == 130
    assert b"%" in shown
    assert "PARTIAL" in out.decode()


def test_no_progress_where_nobody_watches(capsys):
    assert run(capsys, *SMALL).err == ""


# --- one hand ---------------------------------------------------------------------------------


def test_trace_shows_a_hand(capsys):
    result = run(capsys, "simulate", "--seed", "1", "--hand", "0", "--trace",
                 "--strategy", "universe")  # fmt: skip
    assert result.status == 0
    assert result.out.startswith("Hand 0 of seed 1, rules standard (digest ")
    for text in ("is turned up", "Round 1:", "Trick 1:", "Trick 5:", "wins", "Trump"):
        assert text in result.out


def test_trace_as_json_agrees_with_the_summary(capsys):
    for hand in range(12):
        args = ("simulate", "--seed", "4", "--strategy", "universe", "--json")
        shown = json.loads(run(capsys, *args, "--hand", str(hand)).out)
        counted = json.loads(run(capsys, *args, "--hands", "1", "--first-hand", str(hand)).out)
        dealers, others = (side["points"]["mean"] for side in counted["sides"])
        assert shown["points"] == [others, dealers]
        calls = [(row["position"], row["round"]) for row in counted["by_position"] if row["calls"]]
        assert calls == ([(shown["maker"], shown["round"])] if shown["maker"] else [])
        played = [card for trick in shown["tricks"] for card in trick["cards"]]
        assert len(set(played)) == len(played)
        for one in shown["decisions"]:
            assert one["chosen"] in one["legal"]


def test_hand_as_game_notation_can_be_replayed(capsys, tmp_path):
    args = ("simulate", "--seed", "4", "--strategy", "universe", "--rules", "seed_da")
    written = run(capsys, *args, "--hand", "7", "--to", "egn")
    assert written.status == 0
    assert "cap_at_lone_value=true" in written.err
    (tmp_path / "hand.egn").write_text(written.out)
    replayed = json.loads(
        run(capsys, "replay", str(tmp_path / "hand.egn"), "--rules", "seed_da", "--json").out
    )
    shown = json.loads(run(capsys, *args, "--hand", "7", "--json").out)
    assert replayed["deals"][0]["points"] == shown["points"]
    assert replayed["deals"][0]["upcard"] == shown["upcard"]


def test_trace_of_a_thrown_in_hand(capsys):
    result = run(capsys, "simulate", "--hand", "0", "--strategy-file", f"{FAULTY}:FAULTY")
    assert result.status == 0
    assert "Nobody called: thrown in." in result.out


def test_strategy_that_breaks_the_rules_is_named_and_can_be_traced(capsys):
    result = run(capsys, "simulate", "--hands", "1M", "--strategy-file", f"{FAULTY}:FAULTY")
    assert result.status == 4
    assert "'faulty' in position" in result.err
    hand = re.search(r"hand (\d+) of seed 1", result.err)[1]
    traced = run(capsys, "simulate", "--hand", hand, "--trace",
                 "--strategy-file", f"{FAULTY}:FAULTY")  # fmt: skip
    assert traced.status == 4
    assert "answers with an illegal call" in traced.out
    assert "Here the hand stopped" in traced.out
    assert traced.err == result.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--trace",), "--hand"),
        (("--to", "egn"), "--hand"),
        (("--force",), "--out"),
        (("--hand", "1", "--hands", "5"), "--hands plays many"),
        (("--hand", "1", "--out", "x"), "--out plays many"),
        (("--hand", "1", "--first-hand", "0"), "--first-hand plays many"),
        (("--hand", "1", "--to", "egn", "--json"), "three ways"),
        (("--hands", "0"), "0"),
        (("--hands", "many"), "many"),
        (("--first-hand", "-1"), "-1"),
        (("--threads", "0"), "0"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_usage_errors(capsys, arguments, said):
    result = run(capsys, "simulate", *arguments)
    assert (result.status, result.out) == (2, "")
    assert said in result.err


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("--rules", "no_such"), 3),
        (("--strategy", "no_such"), 2),
        (("--strategy", "random,random"), 2),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_other_errors(capsys, arguments, status):
    result = run(capsys, "simulate", "--hands", "10", *arguments)
    assert (result.status, result.out) == (status, "")
    assert "Traceback" not in result.err


# --- a reader that goes -----------------------------------------------------------------------


def test_tables_outlive_a_closed_pipe(tmp_path):
    folder = tmp_path / "run"
    reader, writer = os.pipe()
    os.close(reader)
    process = subprocess.run(
        [sys.executable, "-m", "euchre_cli", "simulate", "--hands", "2000",
         "--strategy", "universe", "--out", str(folder), "--quiet"],
        stdout=writer, stderr=subprocess.PIPE, check=False,
    )  # fmt: skip
    os.close(writer)
    assert process.returncode == 1
    assert {path.name for path in folder.glob("*.parquet")} == {"hands.parquet", "summary.parquet"}


def test_an_empty_folder_name_is_refused(capsys):
    result = run(capsys, "simulate", "--hands", "10", "--out", "")
    assert result.status == 2
    assert "names no folder" in result.err

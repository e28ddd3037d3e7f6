"""``euchre lookup``: what it prints, as a table and as JSON, and what it refuses."""

import json
import shlex

import pytest

from euchre_sim.rules import HouseRules
from euchre_sim.storage.lookups.lookup import DEFAULT_STRATEGY, look_up
from euchre_sim.storage.lookups.where import aggregate
from euchre_sim.strategies import registry
from tests.cli.run import run
from tests.cli.test_light_start import heavy_modules_after
from tests.lookup_tables import write_table

HAND = "JH 9H AC KS 9S"
ASKED = (HAND, "--up", "TH", "--seat", "2")


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    return write_table(tmp_path_factory.mktemp("tables") / "first.parquet")


@pytest.fixture
def lookup(capsys, table):
    return lambda *words: run(capsys, "lookup", *words, "--table", str(table.path))


def test_an_answer_names_actions_certainty_and_all_that_it_rests_on(lookup):
    result = lookup(*ASKED)
    assert (result.status, result.err) == (0, "")
    assert result.out.startswith("J♥ 9♥ A♣ K♠ 9♠, T♥ up, seat 2 (the dealer's partner), round 1\n")
    for text in (
        "assist alone   +0.200 ± 0.084",
        "Assist alone. It is 0.009 ± 0.118 points a hand better than to assist.",
        "Not settled by the table's deals (chance to be the best: at least",
        "1,100 deals played after each action (2,000 dealt, 55.00% fit what was heard).",
        "Table: 1,000 deals an action, rollout, basic in every seat, seed 7, version",
        "Rules: standard (digest ",
    ):
        assert text in result.out


def test_the_command_that_asks_afresh_asks_the_same(lookup):
    line = lookup(*ASKED).out.splitlines()[-1]
    words = shlex.split(line.removeprefix("Played afresh: "))
    assert words == ["euchre", "advise", HAND, "--up", "TH", "--seat", "2"]


def test_other_rules_and_players_are_named_and_asked_afresh(capsys, tmp_path):
    rules = HouseRules.preset("seed_sl").with_settings(["target_score=11"])
    player = {**DEFAULT_STRATEGY, "parameters": {"threshold": 2, "alone": 0}}
    players = (player,) * 4
    other = write_table(tmp_path / "o.parquet", rules=rules, strategies=players, positions=(2,))
    out = run(capsys, "lookup", *ASKED, "--table", str(other.path)).out
    assert f"Rules: seed_sl with target_score=11 (digest {rules.digest()})." in out
    assert "basic:threshold=2:alone=0 in every seat" in out
    asked = "--rules seed_sl --set target_score=11 --strategy basic:threshold=2:alone=0"
    assert out.splitlines()[-1].endswith(f"--up TH --seat 2 {asked}")


def test_the_default_strategy_is_the_registrys():
    assert registry.default().as_dict() == DEFAULT_STRATEGY
    assert registry.default().label == DEFAULT_STRATEGY["name"]


def test_json_has_the_keys_of_an_advice(lookup, table):
    answer = json.loads(lookup(*ASKED, "--like", "--limit", "3", "--json").out)
    for key in ("hand", "upcard", "position", "round", "rules", "rules_digest", "model"):
        assert key in answer
    assert answer["strategies"] == ["basic"] * 4
    assert answer["strategy_versions"] == [f"basic v{registry.default().version}"] * 4
    assert (answer["seed"], answer["deals"], answer["accepted"]) == (7, 2000, 1100)
    assert answer["class"] == {"hand": "Js 9s | Ah Kd 9d", "upcard": "T"}
    own = look_up(table, HAND, "TH", 2)
    assert answer["actions"] == [value.as_dict() for value in own.actions]
    assert answer["verdict"]["action"] == "order"
    assert answer["verdict"]["reason"] == own.reason
    assert len(answer["like"]) == 3
    assert set(answer["like"][0]) == {
        "without", "instead", "best", "points", "change", "other_action", "settled",
    }  # fmt: skip


def test_neighbours_are_listed_up_to_the_limit(lookup):
    out = lookup(*ASKED, "--like", "--limit", "4").out
    listed = out.partition("instead of")[2].partition("more:")[0].splitlines()
    assert sum("±" in line for line in listed) == 4
    assert "86 more: --limit 90 lists them." in out


def test_many_hands_are_told_in_words_and_in_json(lookup, table):
    asked = ("--where", "n_trump=2 and has_right", "--up", "10", "--seat", "third")
    found = aggregate(table, "n_trump=2 and has_right", upcard="T", position=3)
    assert json.loads(lookup(*asked, "--json").out) == found.as_dict()
    out = lookup(*asked).out
    assert "seat 3 (right of the dealer); upcard T; round 1" in out
    most = found.calling.settled_right + found.calling.too_close
    assert f"is right with {found.calling.settled_right:.1%} to {most:.1%} of these hands" in out
    assert "too close for the table's deals" in out


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        ([], 2, "a hand is missing"),
        ([HAND, "--seat", "2"], 2, "the upcard is missing"),
        ([HAND, "--up", "TH"], 2, "the seat is missing"),
        ([HAND, "--where", "has_right"], 2, "HAND and --where are two questions"),
        (["--like", "--where", "has_right"], 2, "--like and --where are two questions"),
        ([*ASKED, "--round", "2"], 1, "round 2 is not in this table, which holds round 1"),
        ([HAND, "--up", "TH", "--seat", "dealer"], 1, "seat 4 is not in this table"),
        ([HAND, "--up", "QH", "--seat", "2"], 1, "the upcard Q is not in this table"),
        (["JH 9H AC KS 8S", *ASKED[1:]], 3, "8S is not in this table's deck"),
        (["--where", "has_rigth"], 3, "did you mean has_right"),
        (["--where", "has_right", "--up", "1H"], 3, "'1' is no rank"),
        (["--where", "n_trump = 7"], 1, "no hand in the table fits"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(lookup, words, status, says):
    result = lookup(*words)
    assert result.status == status
    assert says in result.err
    assert result.out == ""
    assert len([line for line in result.err.splitlines() if says in line]) == 1


@pytest.mark.parametrize(
    "words", [ASKED, (*ASKED, "--like"), ("--where", "has_right"), (*ASKED, "--json")], ids=str
)
def test_looking_up_loads_neither_the_compiler_nor_pandas(table, words):
    arguments = ["lookup", *words, "--table", str(table.path)]
    loaded = heavy_modules_after(f"from euchre_cli.main import main; main({arguments!r})")
    assert loaded == {"numpy", "pyarrow"}

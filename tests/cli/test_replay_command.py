"""``euchre replay``: what it prints, and what it says to what cannot be replayed."""

import io
import json
import sys
from pathlib import Path

import jsonschema
import pytest

from euchre_sim.notation import read_egn
from euchre_sim.rules import HouseRules
from tests.cli.run import run, run_python

DATA = Path(__file__).parent.parent / "data"
SCHEMA = json.loads((DATA / "egn-schema-v1.json").read_text())
SHORT = DATA / "short-game.egn"
DEAL_KEYS = (
    *("dealer", "upcard", "maker", "contract", "alone", "lone_defender", "tricks"),
    *("maker_tricks", "points", "score"),
)


def replay(capsys, *arguments):
    return run(capsys, "replay", *map(str, arguments))


@pytest.fixture
def stdin(monkeypatch):
    def put(content):
        stream = io.TextIOWrapper(io.BytesIO(content))
        monkeypatch.setattr(sys, "stdin", stream)

    return put


def changed(tmp_path, change):
    """A file with the short game after a change."""
    game = json.loads(SHORT.read_text())
    change(game)
    path = tmp_path / "game.egn"
    path.write_text(json.dumps(game))
    return path


def answer(capsys, *arguments):
    result = replay(capsys, *arguments, "--json")
    assert (result.status, result.err) == (0, "")
    return json.loads(result.out)


# --- JSON ---


def test_json_has_exactly_these_keys(capsys):
    found = answer(capsys, SHORT)
    assert tuple(found) == ("rules", "deals", "winner")
    assert all(tuple(deal) == DEAL_KEYS for deal in found["deals"])
    assert all(
        tuple(trick) == ("leader", "cards", "winner")
        for deal in found["deals"]
        for trick in deal["tricks"]
    )
    assert found["rules"] == HouseRules().as_dict()
    assert found["winner"] is None


def test_json_of_a_lone_hand(capsys):
    deal = answer(capsys, SHORT)["deals"][0]
    assert deal["tricks"][0] == {"leader": 0, "cards": ["Jh", "9d", "9h"], "winner": 0}
    del deal["tricks"]
    assert deal == {
        "dealer": 3,
        "upcard": "9h",
        "maker": 0,
        "contract": "h",
        "alone": 0,
        "lone_defender": None,
        "maker_tricks": 5,
        "points": [4, 0],
        "score": [4, 8],
    }


def test_json_of_a_thrown_in_deal(capsys):
    deal = answer(capsys, SHORT)["deals"][1]
    nothing = ("maker", "contract", "alone", "lone_defender")
    assert [deal[name] for name in nothing] == [None] * 4
    assert (deal["tricks"], deal["maker_tricks"]) == ([], 0)
    assert (deal["points"], deal["score"]) == ([0, 0], [4, 8])


def test_json_of_an_unfinished_deal_has_no_points(capsys):
    deal = answer(capsys, SHORT)["deals"][3]
    assert (deal["points"], deal["score"], deal["maker"]) == (None, [6, 8], 0)
    assert deal["tricks"][1] == {"leader": 3, "cards": ["Xx", "Ts"], "winner": None}


def test_legal_adds_the_decisions(capsys):
    deals = answer(capsys, SHORT, "--legal")["deals"]
    assert all(tuple(deal) == (*DEAL_KEYS, "decisions") for deal in deals)
    first = deals[0]["decisions"]
    assert first[:3] == [
        {
            "phase": "call",
            "seat": 0,
            "legal": ["Pass", "Order", "Order alone"],
            "chosen": "Order alone",
        },
        {
            "phase": "discard",
            "seat": 3,
            "legal": ["9c", "Tc", "Qc", "Kc", "Ac", "9h"],
            "chosen": "9c",
        },
        {
            "phase": "play",
            "seat": 0,
            "legal": ["Qh", "Kh", "Ah", "Jd", "Jh"],
            "chosen": "Jh",
        },
    ]
    assert [decision["seat"] for decision in first[2:5]] == [0, 1, 3]
    last = deals[3]["decisions"]
    assert last[2] == {"phase": "discard", "seat": 2, "legal": None, "chosen": None}
    assert last[-1] == {"phase": "play", "seat": 0, "legal": None, "chosen": "Ts"}


def test_rules_are_overridden_and_echoed(capsys):
    found = answer(capsys, SHORT, "--set", "lone_value=6")
    assert found["rules"] == HouseRules(lone_value=6).as_dict()
    assert found["deals"][0]["points"] == [6, 0]
    named = answer(capsys, SHORT, "--rules", "seed_da", "--set", "target_score=12")
    assert named["rules"] == HouseRules.preset("seed_da").replace(target_score=12).as_dict()


def test_rules_of_the_file_hold_under_set_but_not_under_rules(capsys, tmp_path):
    def change(game):
        game["metadata"]["ruleset"] = {"std": False, "loner_march_score": 5, "winning_score": 9}

    path = changed(tmp_path, change)
    assert answer(capsys, path)["deals"][0]["points"] == [5, 0]
    kept = answer(capsys, path, "--set", "march_points=3")["rules"]
    assert (kept["lone_value"], kept["target_score"]) == (5, 9)
    assert answer(capsys, path, "--rules", "standard")["deals"][0]["points"] == [4, 0]


def test_game_of_a_number_of_deals(capsys, tmp_path):
    def change(game):
        game["metadata"]["ruleset"] = {"std": False, "num_deals": 3}

    path = changed(tmp_path, change)
    found = answer(capsys, path)
    assert (found["winner"], found["deals"][-1]["score"]) == (1, [6, 8])
    assert (found["rules"]["target_score"], found["rules"]["num_deals"]) == (None, 3)
    assert "num_deals" not in answer(capsys, path, "--set", "target_score=11")["rules"]
    assert "over after 3 deals" in replay(capsys, path).out


def test_stdin(capsys, stdin):
    stdin(SHORT.read_bytes())
    assert answer(capsys, "-") == answer(capsys, SHORT)


# --- for people ---


def test_text(capsys, monkeypatch):
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    result = replay(capsys, SHORT)
    assert (result.status, result.err) == (0, "")
    for line in (
        "a short game",
        "Ann and Cleo against Bob and Dan, from 0:8",
        "Deal 1: Dan deals, 9♥ is turned up",
        "Ann orders it up alone, Dan puts down 9♣",
        "Ann and Cleo made 5 tricks, points 4:0. Score 4:8",
        "Thrown in, points 0:0. Score 4:8",
        "Dan calls hearts ♥",
        "Bob and Dan made 2 tricks, points 2:0. Score 6:8",
        "Not finished, the record ends in trick 2: no points. Score 6:8",
        "No winner yet. Score 6:8",
    ):
        assert line in result.out
    assert "Legal" not in result.out


def test_text_with_what_was_legal(capsys):
    result = replay(capsys, SHORT, "--legal")
    assert "Pass, Order, Order alone" in result.out
    assert result.out.count("Legal") == 4


def test_text_without_names_and_with_a_winner(capsys, tmp_path):
    def change(game):
        game["metadata"]["players"] = []
        game["metadata"]["initialScore"] = [6, 8]

    result = replay(capsys, changed(tmp_path, change))
    assert "Seat 0 and seat 2 win. Score 10:8" in result.out
    assert "seat 3 calls hearts" in result.out
    assert "after the end of the game, so they do not count" in result.out


def test_names_cannot_steer_the_terminal(capsys, tmp_path):
    def change(game):
        game["metadata"]["title"] = "\x1b[31mred\x07"
        game["metadata"]["players"] = ["A\x1b[2J\nn", "[bold]B", "\ud800", " "]

    result = replay(capsys, changed(tmp_path, change))
    assert result.status == 0
    assert "\x1b" not in result.out
    assert "[bold]B" in result.out
    assert "?[31mred?" in result.out


def test_other_ways_to_end_a_call_in_words(capsys, tmp_path):
    def change(game):
        deal = game["deals"][0]
        deal["phases"][0] |= {"calls": ["Pass", "Pass", "Pass", "Order"], "isAlone": False}
        del deal["phases"][0]["discard"], deal["phases"][1]
        game["deals"][3]["phases"][0] = {
            **game["deals"][3]["phases"][0],
            "isAlone": True,
            "aloneDefender": 3,
        }
        game["deals"][3]["phases"][1]["tricks"] = [["Ah", "9h"]]
        game["metadata"]["ruleset"]["defend_alone"] = True

    out = replay(capsys, changed(tmp_path, change)).out
    assert "Dan takes it up" in out
    assert "Ann assists alone, Dan defends alone" in out


def test_optional_pickup_and_window_in_words(capsys, tmp_path):
    def change(game):
        game["deals"] = game["deals"][:1]
        game["deals"][0]["phases"][0]["discard"] = "9h"
        game["deals"][0]["phases"][1]["tricks"] = [["Jh", "9d", "9c"]]

    options = ["--set", "dealer_pickup=optional", "--set", "alone_timing=before_first_lead"]
    out = replay(capsys, changed(tmp_path, change), *options).out
    assert "Ann orders it up, Dan leaves the card, Ann plays alone" in out


def test_hidden_cards_in_the_table(capsys, tmp_path):
    def change(game):
        game["deals"] = game["deals"][2:3]
        game["deals"][0]["phases"][1]["tricks"][0] = ["Ac", "9c", "Xx", "Tc"]

    out = replay(capsys, changed(tmp_path, change)).out
    assert "(A♦)" in out or "(AD)" in out
    assert "Not finished, a hidden card leaves open who won trick 1" in out


def test_narrow_terminal():
    code = (
        "import sys; from euchre_cli.main import main; "
        f"sys.exit(main(['replay', {str(SHORT)!r}, '--legal']))"
    )
    result = run_python(code, PYTHONIOENCODING="ascii")
    assert (result.status, result.err) == (0, "")
    assert "9H is turned up" in result.out


def test_final_score_that_differs_is_noted(capsys, tmp_path):
    path = changed(tmp_path, lambda game: game["metadata"].update(finalScore=[7, 8]))
    result = replay(capsys, path, "--json")
    assert result.status == 0
    assert result.err == "note: the file says 7:8 at the end, the replay 6:8\n"


# --- writing ---


def test_to_egn(capsys):
    result = replay(capsys, SHORT, "--to", "egn")
    assert (result.status, result.err) == (0, "")
    jsonschema.validate(json.loads(result.out), SCHEMA)
    assert read_egn(result.out) == read_egn(SHORT.read_bytes())


def test_to_egn_says_what_only_this_program_reads(capsys):
    rules = ["--set", "super_euchre=true", "--set", "lone_value=5"]
    result = replay(capsys, SHORT, "--to", "egn", *rules)
    assert result.status == 0
    assert result.err == (
        "note: the notation has no field for super_euchre=true; the file has it as an extension "
        "that only Euchre-sim reads\n"
    )
    assert read_egn(result.out).rules == HouseRules(lone_value=5, super_euchre=True)


def test_to_egn_checks_first(capsys, tmp_path):
    path = changed(tmp_path, spoil)
    result = replay(capsys, path, "--to", "egn")
    assert (result.status, result.out) == (3, "")


@pytest.mark.parametrize("option", ["--json", "--legal"])
def test_to_egn_goes_alone(capsys, option):
    assert replay(capsys, SHORT, "--to", "egn", option).status == 2


# --- many games ---


def lines(*games):
    return b"".join(game.encode() + b"\n" for game in games)


def one_line(path=SHORT):
    return json.dumps(json.loads(path.read_text()))


def test_jsonl(capsys, stdin):
    stdin(lines(one_line(), "", one_line()))
    result = replay(capsys, "-", "--jsonl")
    assert (result.status, result.err) == (0, "")
    answers = [json.loads(line) for line in result.out.splitlines()]
    assert answers == [answer(capsys, SHORT)] * 2


def test_jsonl_goes_on_after_a_bad_line(capsys, tmp_path):
    spoilt = one_line(changed(tmp_path, spoil))
    path = tmp_path / "games.jsonl"
    path.write_bytes(
        lines(one_line(), "{", spoilt, "null") + b"\xff\n" + lines(one_line(), "[" * 100_000)
    )
    result = replay(capsys, path, "--jsonl", "--legal")
    assert (result.status, result.err) == (3, "")
    answers = [json.loads(line) for line in result.out.splitlines()]
    assert [found.get("line") for found in answers] == [None, 2, 3, 4, 5, None, 7]
    assert all(set(found) == {"line", "error"} for found in answers if "line" in found)
    assert answers[2]["error"] == (
        "deal 3, trick 3: Jd is not legal for seat 3: it held spades (Ts, played in trick 5) "
        "and had to follow"
    )


def test_jsonl_to_egn(capsys, stdin):
    stdin(lines(one_line(), one_line()))
    result = replay(capsys, "-", "--jsonl", "--to", "egn")
    assert result.status == 0
    games = [read_egn(line) for line in result.out.splitlines()]
    assert games == [read_egn(SHORT.read_bytes())] * 2


def test_jsonl_with_rules(capsys, stdin):
    stdin(lines(one_line()))
    result = replay(capsys, "-", "--jsonl", "--set", "lone_value=6")
    assert json.loads(result.out)["deals"][0]["points"] == [6, 0]


def test_option_that_is_wrong_by_itself_stops_before_the_first_line(capsys, stdin):
    for wrong in ("nonsense=1", "lone_value=9", "lone_value"):
        stdin(lines(one_line(), one_line()))
        result = replay(capsys, "-", "--jsonl", "--set", wrong)
        assert (result.status, result.out) == (3, "")
        assert len(result.err.splitlines()) == 1


# --- what cannot be replayed ---


def spoil(game):
    """Let seat 3 renege in the third deal."""
    tricks = game["deals"][2]["phases"][1]["tricks"]
    tricks[2][1], tricks[4][0] = tricks[4][0], tricks[2][1]
    tricks[3] = ["Jh", "Ah", "Th", "Qh"]


def test_impossible_card_is_one_sentence(capsys, tmp_path):
    result = replay(capsys, changed(tmp_path, spoil), "--json")
    assert (result.status, result.out) == (3, "")
    assert result.err == (
        "euchre: deal 3, trick 3: Jd is not legal for seat 3: "
        "it held spades (Ts, played in trick 5) and had to follow\n"
    )


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe\x00",
        b"{",
        b"[[[",
        b"null",
        b"{}",
        b'{"fileType": "Euchre Game Notation", "version": "1.4", "metadata": 1, "deals": NaN}',
        b"[" * 200_000,
        b"9" * 20_000,
        SHORT.read_bytes()[:-4],
        SHORT.read_bytes().replace(b'"Tc"', b'"Zz"'),
        SHORT.read_bytes().replace(b'"std": false', b'"std": true'),
        SHORT.read_bytes().replace(b'"std": false', b'"joker": true'),
        SHORT.read_bytes().replace(b"[0, 8]", b"[0, 10]"),
        SHORT.read_bytes().replace(b'"dealer": 1', b'"dealer": 9'),
    ],
)
def test_bad_files(capsys, tmp_path, stdin, content):
    path = tmp_path / "game.egn"
    path.write_bytes(content)
    stdin(content)
    for where in (path, "-"):
        result = replay(capsys, where)
        assert (result.status, result.out) == (3, "")
        assert result.err.startswith("euchre: ")
        assert len(result.err.splitlines()) == 1


@pytest.mark.parametrize("extra", [[], ["--jsonl"]])
def test_no_such_file_and_a_folder(capsys, tmp_path, extra):
    for path, why in ((tmp_path / "none.egn", "No such file"), (tmp_path, "Is a directory")):
        result = replay(capsys, path, *extra)
        assert (result.status, result.out) == (1, "")
        assert result.err.startswith(f"euchre: {path}: {why}")
        assert len(result.err.splitlines()) == 1


def test_unknown_preset(capsys):
    result = replay(capsys, SHORT, "--rules", "standart")
    assert (result.status, result.out) == (3, "")


def test_file_is_needed(capsys):
    assert replay(capsys).status == 2


@pytest.mark.parametrize("arguments", [["--help"], [__file__]])
def test_help_and_wrong_files_load_no_numeric_library(arguments):
    code = (
        f"import sys; from euchre_cli.main import main; main(['replay', *{arguments!r}]); "
        "print('loaded', *(m for m in ('numba', 'numpy', 'pandas', 'pyarrow') if m in sys.modules))"
    )
    result = run_python(code)
    assert result.out.splitlines()[-1] == "loaded"

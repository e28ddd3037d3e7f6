"""``euchre advise``: answers, questions asked, many questions a file, and every mistake."""

import io
import json
import os
import shlex
import subprocess
import sys
import textwrap

import pytest

from euchre_cli.advise_command import advise_command
from euchre_cli.advise_text import choice_text
from euchre_sim.analysis import decision
from euchre_sim.analysis.advise import advise
from euchre_sim.analysis.decision import INTERRUPTED
from euchre_sim.rules import HouseRules
from euchre_sim.strategies import registry
from tests.cli.run import run, run_python

HAND, UP = "JH 9H AH KS 9S", "TH"
QUICK = ("--deals", "1000", "--strategy", "universe", "--threads", "1")
ASKED = (HAND, "--up", UP, "--seat", "2")

KEYS = {
    "hand", "upcard", "position", "round", "rules", "model", "strategies", "seed", "deals",
    "accepted", "actions", "verdict",
}  # fmt: skip
MORE_KEYS = {
    "rules_digest", "strategy_versions", "strategy_choice", "unclaimed_farmers_hand", "asked",
    "heard", "illegal",
}  # fmt: skip
CHOICE = ["action", "suit", "alone", "discard", "card"]


def answer(capsys, *arguments):
    result = run(capsys, "advise", *arguments, *QUICK, "--json")
    assert (result.status, result.err) == (0, "")
    return json.loads(result.out)


def refuse(capsys, status, words, *arguments):
    """One clear sentence on stderr, nothing on stdout, and never a traceback."""
    result = run(capsys, "advise", *arguments)
    assert result.status == status, result.err
    assert result.out == ""
    lines = result.err.strip().splitlines()
    assert len(lines) == (1 if status != 2 else 4)
    assert words in lines[-1]
    assert lines[-1].startswith("euchre: " if status != 2 else "Error: ")
    assert "Traceback" not in result.err
    assert "internal error" not in result.err


def type_in(monkeypatch, *lines):
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


# --- the answer ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ASKED,
        (HAND, "--up", UP, "--seat", "4"),
        (HAND, "--seat", "1"),
        ("JD AD KH QH 9C", "--up", "9S", "--seat", "1", "--round", "2"),
    ],
    ids=["partner", "dealer", "no upcard", "round 2"],
)
def test_json_has_the_promised_keys(capsys, arguments):
    facts = answer(capsys, *arguments)
    assert set(facts) == KEYS | MORE_KEYS
    assert facts["model"] == "rollout"
    assert facts["strategies"] == ["universe"] * 4
    assert facts["rules"] == HouseRules().as_dict()
    assert facts["rules_digest"] == HouseRules().digest()
    assert facts["seed"] == 1
    assert 1000 <= facts["accepted"] <= facts["deals"]
    for action in facts["actions"]:
        assert list(action) == [*CHOICE, "points", "vs_best", "p_best", "distribution", "euchred"]
        assert action["action"] in ("pass", "order", "call")
        assert action["suit"] in (None, "C", "D", "S", "H")
        for numbers in (action["points"], action["vs_best"]):
            assert list(numbers) == ["mean", "se", "lo", "hi"]
            assert numbers["lo"] <= numbers["mean"] <= numbers["hi"]
        assert sum(action["distribution"].values()) == pytest.approx(1)
        assert all(-16 <= int(points) <= 16 for points in action["distribution"])
    verdict = facts["verdict"]
    assert list(verdict) == [*CHOICE, "settled", "reason"]
    assert verdict["reason"] in ("settled", "indifferent", "deals")
    assert verdict["settled"] == (verdict["reason"] == "settled")
    best = max(facts["actions"], key=lambda action: action["points"]["mean"])
    assert {key: best[key] for key in CHOICE} == {key: verdict[key] for key in CHOICE}
    if facts["upcard"] is None:
        assert facts["strategy_choice"] is None
    else:
        assert list(facts["strategy_choice"]) == CHOICE


def test_json_is_what_the_function_says(capsys):
    said = answer(capsys, *ASKED, "--seed", "9", "--rules", "seed_sl", "--set", "lone_value=5")
    rules = HouseRules.preset("seed_sl").replace(lone_value=5)
    meant = advise(HAND, UP, 2, rules=rules, strategies="universe", deals=1000, seed=9)
    assert said == json.loads(json.dumps({**meant.as_dict(), "illegal": []}))
    assert said["rules"]["lone_value"] == 5
    assert said["seed"] == 9


@pytest.mark.parametrize(
    ("name", "position"),
    [("first", 1), ("partner", 2), ("Third", 3), ("DEALER", 4), ("1", 1), ("4", 4)],
)
def test_seats_by_name(capsys, name, position):
    assert answer(capsys, HAND, "--up", UP, "--seat", name)["position"] == position


@pytest.mark.parametrize(
    ("hand", "up"),
    [
        ("jh 9h ah ks 9s", "th"),
        ("JH,9H,AH,KS,9S", "10h"),
        ("J♥ 9♥ A♥ K♠ 9♠", "10♥"),
        ("J♥\ufe0f 9♥ A♥ K♤ 9♠", "T♡"),
        ("  JH, 9H  AH KS 9S ", " TH "),
    ],
)
def test_case21_cards_in_any_spelling(capsys, hand, up):
    facts = answer(capsys, hand, "--up", up, "--seat", "2")
    assert (facts["hand"], facts["upcard"]) == (HAND, UP)


def test_four_strategies_by_position(capsys):
    names = "universe,random,ohio,universe:order=25"
    result = run(capsys, "advise", *ASKED, "--deals", "1000", "--strategy", names, "--json")
    assert json.loads(result.out)["strategies"] == names.split(",")
    shown = run(capsys, "advise", *ASKED, "--deals", "1000", "--strategy", names).out
    assert "by position universe, random, ohio, universe:order=25." in shown
    assert "random itself would" in shown


def test_text_has_the_verdict_and_what_it_rests_on(capsys):
    result = run(capsys, "advise", *ASKED, *QUICK, "--seed", "7", "--set", "target_score=11")
    facts = answer(capsys, *ASKED, "--seed", "7", "--set", "target_score=11")
    text = result.out
    assert (result.status, result.err) == (0, "")
    assert text.splitlines()[0].endswith("seat 2 (the dealer's partner), round 1")
    for word in ("assist", "assist alone", "pass"):
        assert f"  {word} " in text
    verdict = facts["verdict"]
    sentence = next(line for line in text.splitlines() if "points a hand better" in line)
    assert sentence.startswith("Assist alone." if verdict["alone"] else "Assist.")
    assert "universe itself would assist" in text
    assert f"{facts['accepted']:,} deals played after each action" in text
    assert f"({facts['deals']:,} dealt, " in text
    assert "Seed 7." in text
    assert "target_score=11" in text
    assert facts["rules_digest"] in text
    assert "Model: rollout, universe in every seat" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((HAND, "--up", UP, "--seat", "1"), ["Pass", "order up", "order up alone"]),
        ((HAND, "--up", UP, "--seat", "3"), ["order up", "seat 3 (right of the dealer)"]),
        ((HAND, "--up", UP, "--seat", "4"), ["pick up, bury 9", "pick up alone, bury K"]),
        ((HAND, "--seat", "2"), ["any upcard", "assist alone"]),
        (
            ("JD AD KH QH 9C", "--up", "9S", "--seat", "1", "--round", "2"),
            ["turned down", "alone (crossing)", "(next)", "round 2"],
        ),
        (
            ("JD AD KH QH 9C", "--up", "9S", "--seat", "1", "--round", "2", "--set",
             "turned_down_suit=open"),
            ["(turned down)"],
        ),
    ],
)  # fmt: skip
def test_actions_are_named_as_players_name_them(capsys, arguments, words):
    text = run(capsys, "advise", *arguments, *QUICK).out
    for word in words:
        assert word.lower() in text.lower()


def test_suits_are_named_next_and_crossing():
    found = {}
    advice = advise(
        "JD AD KH QH 9C", "9S", 1, call_round=2, deals=1000, strategies="universe",
        rules=HouseRules(turned_down_suit="open"),
    )  # fmt: skip
    for value in advice.actions[1:5]:
        suit = value.choice.suit.letter
        found[suit] = choice_text(value.choice, advice).rpartition(" (")[2]
    assert found == {"C": "next)", "D": "crossing)", "S": "turned down)", "H": "crossing)"}


def test_one_action_only_is_said(capsys):
    arguments = ("9D TD 9C TC QD", "--up", "KS", "--seat", "1")
    text = run(capsys, "advise", *arguments, *QUICK, "--set", "need_trump_to_call=any_trump").out
    assert "Pass: nothing else is allowed." in text


def test_reasons_are_told(capsys, monkeypatch):
    sure = run(capsys, "advise", "9H TH 9D TD 9C", "--up", "AS", "--seat", "1").out
    assert "Settled: the chance of a wrong verdict is below 5%" in sure
    near = run(capsys, "advise", "9D TD 9H TH JC", "--up", "9S", "--seat", "1", "--round", "2",
               "--strategy", "universe", "--until-se", "0.5", "--deals", "5k").out  # fmt: skip
    assert "The wanted standard error is reached (chance to be the best: " in near
    # Six trumps: whichever is buried, the rest take every trick.
    same = run(capsys, "advise", "JS JC AS KS QS", "--up", "TS", "--seat", "4").out
    assert "Pick up alone, bury J♣ or pick up alone, bury T♠ or " in same
    assert "which came to the same in every deal" in same
    # Two nines of side suits, each beside another card.
    close = run(capsys, "advise", "KC 9D AH QH 9S", "--up", "KH", "--seat", "4").out
    assert "Close enough: no other action is better by as much as 0.02 points" in close
    monkeypatch.setattr(decision, "verdict", lambda tally, z: None)
    short = run(capsys, "advise", *ASKED, "--deals", "100").out
    assert "Not settled when the deals ran out (chance to be the best: " in short


def test_progress_is_for_a_terminal_only_and_leaves_nothing_there(capsys, monkeypatch):
    whole = run(capsys, "advise", *ASKED, *QUICK)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    watched = run(capsys, "advise", *ASKED, *QUICK)
    assert watched.out == whole.out
    shown = watched.err.split("\r")
    assert any("deals played" in text for text in shown)
    assert shown[-1] == ""
    assert len(shown[-2]) >= max(map(len, shown))
    assert shown[-2].strip() == ""
    assert run(capsys, "advise", *ASKED, *QUICK, "--quiet").err == ""


def test_first_run_says_that_it_compiles(capsys, monkeypatch):
    monkeypatch.setattr("euchre_sim.engine.jit.is_compiled", lambda module: False)
    assert "compiling for this machine" in run(capsys, "advise", *ASKED, *QUICK).err
    assert run(capsys, "advise", *ASKED, *QUICK, "--quiet").err == ""


def test_case24_terminal_without_symbols_gets_letters():
    code = (
        "import sys; from euchre_cli.main import main; "
        f"sys.exit(main(['advise', *{ASKED!r}, *{QUICK!r}]))"
    )
    result = run_python(code, PYTHONIOENCODING="utf-8")
    assert "J♥ 9♥ A♥ K♠ 9♠, T♥ up" in result.out
    for encoding in ("ascii", "latin-1"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            env={**os.environ, "PYTHONIOENCODING": encoding},
            check=False,
        )
        text = done.stdout.decode(encoding)
        assert (done.returncode, done.stderr) == (0, b"")
        assert text.startswith("JH 9H AH KS 9S, TH up")
        assert "\\u" not in text
        assert "\\x" not in text
        assert ("+/-" in text) == (encoding == "ascii")


# --- asking --------------------------------------------------------------------------------------


def test_asks_for_everything(capsys, monkeypatch):
    type_in(monkeypatch, HAND, UP, "partner", "1")
    result = run(capsys, "advise", *QUICK, "--json")
    facts = json.loads(result.out)
    assert result.status == 0
    assert facts == answer(capsys, *ASKED)
    for prompt in ("Your five cards", "The upcard", "Your seat", "Round"):
        assert prompt in result.err


def test_asks_again_after_a_mistake_and_takes_the_default_round(capsys, monkeypatch):
    type_in(
        monkeypatch, "", "JH JH", "2H 3H 4H 5H 6H", HAND, "XX", "JH", UP, "5", "dealer", "3", ""
    )
    result = run(capsys, "advise", *QUICK, "--json")
    assert result.status == 0
    assert json.loads(result.out) == answer(capsys, HAND, "--up", UP, "--seat", "4")
    for words in ("twice", "not in the deck", "no suit", "JH is in the hand and in the upcard",
                  "seat 5 does not exist", "not in the range"):  # fmt: skip
        assert words in result.err
    assert "Traceback" not in result.err


def test_asks_only_for_what_was_not_said(capsys, monkeypatch):
    type_in(monkeypatch, HAND)
    result = run(capsys, "advise", "--up", UP, "--seat", "2", "--round", "1", *QUICK, "--json")
    assert result.status == 0
    assert "The upcard" not in result.err


@pytest.mark.parametrize("lines", [(), (HAND,), (HAND, UP), (HAND, UP, "2"), ("JH JH",)])
def test_input_that_ends_is_an_error(capsys, monkeypatch, lines):
    type_in(monkeypatch, *lines)
    result = run(capsys, "advise", *QUICK)
    assert (result.status, result.out) == (1, "")
    assert result.err.splitlines()[-1] == "euchre: the input ended before the answer"


def test_wrong_rules_are_told_before_asking(capsys, monkeypatch):
    type_in(monkeypatch, HAND, UP, "2", "1")
    refuse(capsys, 3, "no rules named 'foo'", "--rules", "foo")


# --- many questions ------------------------------------------------------------------------------

GOOD = [
    {"hand": HAND, "up": UP, "seat": 2},
    {"hand": HAND.split(), "upcard": "10h", "position": "dealer", "seed": 5},
    {"hand": "JD AD KH QH 9C", "up": "9S", "seat": "first", "round": 2, "rules": "seed_sl",
     "set": ["lone_value=5"]},
    {"hand": HAND, "seat": 1, "strategy": "ohio", "deals": 3000},
    {"hand": HAND, "up": UP, "seat": 3, "until_se": 0.05, "set": "target_score=11"},
]  # fmt: skip


def test_lines_are_answered_as_single_questions_are(capsys, tmp_path):
    file = tmp_path / "questions.jsonl"
    file.write_text("\n".join(map(json.dumps, GOOD)) + "\n\n")
    result = run(capsys, "advise", "--jsonl", str(file), *QUICK)
    assert (result.status, result.err) == (0, "")
    answers = [json.loads(line) for line in result.out.splitlines()]
    assert len(answers) == len(GOOD)
    assert answers[0] == answer(capsys, *ASKED)
    assert answers[1] == answer(capsys, HAND, "--up", UP, "--seat", "4", "--seed", "5")
    assert answers[2] == answer(capsys, "JD AD KH QH 9C", "--up", "9S", "--seat", "1", "--round",
                                "2", "--rules", "seed_sl", "--set", "lone_value=5")  # fmt: skip
    assert answers[3]["strategies"] == ["ohio"] * 4
    assert answers[3]["accepted"] >= 3000
    assert answers[4]["verdict"]["reason"] in ("until_se", "deals")
    assert answers[4]["rules"]["target_score"] == 11


BAD = [
    ("{", "this is no JSON"),
    ("[1]", "a question is a JSON object"),
    ("null", "a question is a JSON object"),
    ("[" * 100_000, "this is no JSON"),
    ('{"seat": 1, "up": "TH"}', "no hand"),
    ('{"hand": 5, "up": "TH", "seat": 1}', "no hand"),
    ('{"hand": "JH JH AH KS 9S", "up": "TH", "seat": 1}', "JH is in the hand twice"),
    (f'{{"hand": "{HAND}", "up": "JH", "seat": 1}}', "in the hand and in the upcard"),
    (f'{{"hand": "{HAND}", "up": "TH"}}', "the seat is missing"),
    (f'{{"hand": "{HAND}", "up": "TH", "seat": 5}}', "seat 5 does not exist"),
    (f'{{"hand": "{HAND}", "up": "TH", "seat": 7}}', "no seat"),
    (f'{{"hand": "{HAND}", "up": "TH", "seat": true}}', "no seat"),
    (f'{{"hand": "{HAND}", "up": "TH", "seat": 1.5}}', "no seat"),
    (f'{{"hand": "{HAND}", "up": "TH", "seat": 1, "round": 3}}', "round 3 does not exist"),
    (f'{{"hand": "{HAND}", "up": "TH", "seat": 1, "round": 0}}', "round 0 does not exist"),
    (f'{{"hand": "{HAND}", "up": "TH", "seat": 1, "round": "2"}}', "round is a whole number"),
    (f'{{"hand": "{HAND}", "up": 5, "seat": 1}}', "up is a text"),
    (f'{{"hand": "{HAND}", "up": "TH", "upcard": "TH", "seat": 1}}', "up and upcard"),
    (f'{{"hand": "{HAND}", "up": "TH", "seat": 1, "position": 1}}', "seat and position"),
    (f'{{"hand": "{HAND}", "up": "TH", "seat": 1, "deals": 0}}', "at least 2 deals"),
    (f'{{"hand": "{HAND}", "up": "TH", "seat": 1, "deals": 1e6}}', "deals is a whole number"),
    (f'{{"hand": "{HAND}", "up": "TH", "seat": 1, "until_se": NaN}}', "a number above 0"),
    (f'{{"hand": "{HAND}", "up": "TH", "seat": 1, "until_se": "x"}}', "until_se is a number"),
    (f'{{"hand": "{HAND}", "up": "TH", "seat": 1, "seed": -1}}', "seed -1 is out of range"),
    (f'{{"hand": "{HAND}", "up": "TH", "seat": 1, "seed": 18446744073709551616}}', "out of range"),
    (f'{{"hand": "{HAND}", "up": "TH", "seat": 1, "seed": true}}', "seed is a whole number"),
    (f'{{"hand": "{HAND}", "up": "TH", "seat": 1, "strategy": "nobody"}}', "'nobody'"),
    (f'{{"hand": "{HAND}", "up": "TH", "seat": 1, "strategy": "ohio,ohio"}}', "2 strategies"),
    (f'{{"hand": "{HAND}", "up": "TH", "seat": 1, "rules": "nowhere"}}', "'nowhere'"),
    (f'{{"hand": "{HAND}", "up": "TH", "seat": 1, "set": ["lone_value=99"]}}', "lone_value"),
    (f'{{"hand": "{HAND}", "up": "TH", "seat": 1, "set": 5}}', "set is a list"),
    (f'{{"hand": "{HAND}", "up": "TH", "seat": 1, "partner": 5}}', "unknown key 'partner'"),
    (f'{{"hand": "{HAND}", "seat": 1, "round": 2}}', "the upcard is missing"),
    ('{"hand": "JН 9H AH KS 9S", "up": "TH", "seat": 1}', "CYRILLIC"),
]


def test_bad_lines_are_answered_with_their_error_and_the_rest_goes_on(capsys, monkeypatch):
    lines = [json.dumps(GOOD[0])]
    for text, _ in BAD:
        lines += [text, json.dumps(GOOD[0])]
    type_in(monkeypatch, *lines)
    result = run(capsys, "advise", "--jsonl", "-", *QUICK)
    assert (result.status, result.err) == (3, "")
    answers = [json.loads(line) for line in result.out.splitlines()]
    assert len(answers) == len(lines)
    for number, (text, words) in enumerate(BAD):
        said = answers[2 * number + 1]
        assert list(said) == ["line", "error"]
        assert said["line"] == 2 * number + 2
        assert words in said["error"], text
        assert "\n" not in said["error"]
    good = answers[::2]
    assert all(one == good[0] for one in good)
    assert good[0]["hand"] == HAND


def test_lines_that_are_no_text_do_not_end_the_run(tmp_path, capsys):
    file = tmp_path / "questions.jsonl"
    file.write_bytes(b'{"hand": "J\xff 9H AH KS 9S", "up": "TH", "seat": 1}\n\x00\x01\n')
    result = run(capsys, "advise", "--jsonl", str(file), *QUICK)
    assert result.status == 3
    assert [json.loads(line)["line"] for line in result.out.splitlines()] == [1, 2]


def test_ctrl_c_ends_all_questions(capsys, monkeypatch):
    def stop(tally, z):
        raise KeyboardInterrupt

    monkeypatch.setattr(decision, "verdict", stop)
    type_in(monkeypatch, *[json.dumps(GOOD[0])] * 3)
    result = run(capsys, "advise", "--jsonl", "-", *QUICK)
    assert result.status == 130
    (only,) = map(json.loads, result.out.splitlines())
    assert only["verdict"]["reason"] == INTERRUPTED
    assert not only["verdict"]["settled"]
    alone = run(capsys, "advise", *ASKED, *QUICK)
    assert alone.status == 130
    assert "Interrupted before it was settled" in alone.out


def test_missing_file_of_questions(capsys):
    refuse(capsys, 1, "no_such.jsonl: No such file", "--jsonl", "no_such.jsonl")


# --- mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "words", "arguments"),
    [
        (3, "ends after card 4, 'KS': it needs 5 cards", ("JH 9H AH KS", "--up", UP)),
        (3, "'QS', is one too many", (f"{HAND} QS", "--up", UP)),
        (3, "the hand is empty", ("", "--up", UP)),
        (3, "JH is in the hand twice", ("JH JH AH KS 9S", "--up", UP)),
        (3, "JH is in the hand and in the upcard", (HAND, "--up", "JH")),
        (3, "JH is in the hand and in the upcard", (HAND, "--up", "j♥")),
        (3, "TH is in the hand and in the upcard", ("TH 9H AH KS 9S", "--up", "10h")),
        (3, "'1' is no rank", ("1H 9H AH KS 9S", "--up", UP)),
        (3, "write the rank first", ("HJ 9H AH KS 9S", "--up", UP)),
        (3, "put a space between", ("JH9H AH KS 9S", "--up", UP)),
        (3, "not in the deck", ("2H 9H AH KS 9S", "--up", UP)),
        (3, "not in the deck", (HAND, "--up", "JK")),
        (3, "CYRILLIC CAPITAL LETTER EN", ("JН 9H AH KS 9S", "--up", UP)),
        (3, "is 2 cards, not one", (HAND, "--up", "TH 9D")),
        (3, "is 0 cards, not one", (HAND, "--up", "")),
        (3, "the upcard is missing: round 2", (HAND, "--round", "2")),
        (3, "no rules named 'foo'", (HAND, "--up", UP, "--rules", "foo")),
        (3, "there is no option 'foo'", (HAND, "--up", UP, "--set", "foo=1")),
        (3, "is no setting", (HAND, "--up", UP, "--set", "target_score")),
        (3, "allowed: 5..21", (HAND, "--up", UP, "--set", "target_score=99")),
        (3, "canadian_loner", (HAND, "--up", UP, "--set", "canadian_loner=true", "--set",
                               "alone_allowed=false")),
        (3, "at least 2 deals, not 1", (HAND, "--up", UP, "--deals", "1")),
        (2, "no whole number", (HAND, "--up", UP, "--deals", "0")),
        (2, "no count", (HAND, "--up", UP, "--deals", "-5")),
        (2, "no count", (HAND, "--up", UP, "--deals", "many")),
        (2, "--until-se", (HAND, "--up", UP, "--until-se", "0")),
        (2, "--until-se", (HAND, "--up", UP, "--until-se", "-1")),
        (2, "--until-se", (HAND, "--up", UP, "--until-se", "nan")),
        (2, "--until-se", (HAND, "--up", UP, "--until-se", "inf")),
        (2, "--until-se", (HAND, "--up", UP, "--until-se", "little")),
        (2, "--seed", (HAND, "--up", UP, "--seed", "-1")),
        (2, "--seed", (HAND, "--up", UP, "--seed", "18446744073709551616")),
        (2, "--seed", (HAND, "--up", UP, "--seed", "1.5")),
        (2, "--threads", (HAND, "--up", UP, "--threads", "0")),
        (2, "--round", (HAND, "--up", UP, "--round", "3")),
        (2, "did you mean 'basic'", (HAND, "--up", UP, "--strategy", "basik")),
        (2, "no strategy is called ''", (HAND, "--up", UP, "--strategy", "")),
        (2, "2 strategies do not fit 4 players", (HAND, "--up", UP, "--strategy", "ohio,ohio")),
        (2, "5 strategies", (HAND, "--up", UP, "--strategy", "ohio,ohio,ohio,ohio,ohio")),
        (2, "has no parameter 'foo'", (HAND, "--up", UP, "--strategy", "universe:foo=1")),
        (2, "needs a whole number", (HAND, "--up", UP, "--strategy", "universe:order=x")),
        (2, "cannot be read", (HAND, "--up", UP, "--strategy-file", "no_such.py:X")),
        (2, "unexpected extra argument", (HAND, "TH", "--up", UP)),
        (2, "No such option", (HAND, "--upcard", UP)),
    ],
)  # fmt: skip
def test_mistakes_are_one_sentence_with_the_right_status(capsys, status, words, arguments):
    refuse(capsys, status, words, *arguments, "--seat", "2")


@pytest.mark.parametrize("seat", ["0", "7", "-1", "left", "", "2.0", "１"])
def test_seats_that_do_not_exist(capsys, seat):
    refuse(capsys, 2, "is no seat; seats are 1", HAND, "--up", UP, "--seat", seat)


@pytest.mark.parametrize(
    ("rules", "seat"),
    [("standard", "5"), ("three_hand", "4"), ("three_hand", "partner"), ("two_hand", "third")],
)
def test_seats_that_do_not_exist_at_this_table(capsys, rules, seat):
    words = f"seat {int(seat) if seat.isdecimal() else seat!r} does not exist: seats are 1"
    refuse(capsys, 2, words, HAND, "--up", UP, "--seat", seat, "--rules", rules)


def test_seat_is_needed(capsys):
    refuse(capsys, 2, "the seat is missing", HAND, "--up", UP)


def test_cards_as_separate_arguments_are_not_guessed(capsys):
    refuse(capsys, 2, "unexpected extra arguments", *HAND.split(), "--up", UP, "--seat", "2")


# --- strategies of files -------------------------------------------------------------------------

HEAD = """
import numpy as np
from euchre_sim.cards import CardSet
from euchre_sim.engine.jit import hook
from euchre_sim.engine.layout import V_HAND, V_LEGAL
from euchre_sim.strategies.api import Strategy

U = np.uint64
RARE = U(CardSet.parse("9C TC 9D TD 9S").mask)
"""
MINE = "MINE = Strategy(name='mine', call=call)"
PASSES = "return view[V_LEGAL] & (~view[V_LEGAL] + U(1))"


@pytest.fixture
def write(tmp_path):
    def make(text, name="mine.py"):
        file = tmp_path / name
        file.write_text(HEAD + textwrap.dedent(text))
        return file

    return make


def test_own_strategy_plays(capsys, write):
    file = write(f"""
        @hook
        def call(view, draw):
            {PASSES}
        MINE = Strategy(name="mine", call=call, parameters={{"courage": 3}})
        """)
    quick = ("--deals", "1000", "--json")
    facts = json.loads(run(capsys, "advise", *ASKED, "--strategy-file", f"{file}:MINE", *quick).out)
    assert facts["strategies"] == ["mine"] * 4
    assert facts["accepted"] == facts["deals"]  # everybody passes
    assert facts["strategy_choice"]["action"] == "pass"
    facts = json.loads(
        run(capsys, "advise", *ASKED, "--strategy-file", f"{file}:MINE", "--strategy",
            "mine:courage=5,ohio,mine,universe", *quick).out
    )  # fmt: skip
    assert facts["strategies"] == ["mine:courage=5", "ohio", "mine", "universe"]


@pytest.mark.parametrize("threads", ["1", "2"])
def test_illegal_answer_names_strategy_seed_and_deal(capsys, write, threads):
    file = write(f"""
        @hook
        def call(view, draw):
            if view[V_HAND] == RARE:
                return U(0)
            {PASSES}
        CHEAT = Strategy(name="cheat", call=call)
        """)
    arguments = (
        "JH 9H AH KS QS", "--up", "TH", "--seat", "3", "--seed", "4", "--threads", threads,
        "--strategy-file", f"{file}:CHEAT",
    )  # fmt: skip
    result = run(capsys, "advise", *arguments)
    assert (result.status, result.out) == (4, "")
    (line,) = result.err.splitlines()
    assert "strategy 'cheat' in position " in line
    assert "call decision with an illegal action, in deal " in line
    assert line.endswith(" of seed 4")
    assert "simulate" not in line  # that deals other hands
    number = int(line.split("in deal ")[1].split()[0])
    # Nothing happens before that deal.
    first = max(2, number // decision.Pace().chunk * decision.Pace().chunk)
    if number >= decision.Pace().chunk:
        assert run(capsys, "advise", *arguments, "--deals", str(first)).status == 0


def test_illegal_answer_of_the_asker_is_found_before_any_deal(capsys, write):
    file = write(f"""
        @hook
        def call(view, draw):
            if view[V_HAND] == RARE:
                return U(1 << 20)
            {PASSES}
        CHEAT = Strategy(name="cheat", call=call)
        """)
    result = run(capsys, "advise", "9C TC 9D TD 9S", "--up", "TH", "--seat", "1",
                 "--strategy-file", f"{file}:CHEAT")  # fmt: skip
    assert result.status == 4
    assert "strategy 'cheat' in position 1" in result.err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 / 0", "failed while loading: ZeroDivisionError"),
        ("def (", "failed while loading: SyntaxError"),
        ("import no_such_module", "failed while loading: ModuleNotFoundError"),
        ("MINE = 3", "is a int, not a Strategy"),
        ("MINE = Strategy(name='mine', call=lambda view, draw: 1)", "is not compiled"),
        (
            f"@hook\ndef call(view, draw):\n    return U(0)\n{MINE}",
            "not one of the legal actions",
        ),
        (
            f"@hook\ndef call(view, draw):\n    view[V_HAND] = U(0)\n    {PASSES}\n{MINE}",
            "wrote to slot",
        ),
    ],
)
def test_files_that_cannot_play(capsys, write, text, words):
    refuse(capsys, 4, words, *ASKED, "--strategy-file", f"{write(text)}:MINE")


def test_two_files_need_to_be_told_apart(capsys, write):
    text = f"""
        @hook
        def call(view, draw):
            {PASSES}
        MINE = Strategy(name="NAME", call=call)
        """
    one, other = write(text.replace("NAME", "one")), write(text.replace("NAME", "two"), "other.py")
    files = ("--strategy-file", f"{one}:MINE", "--strategy-file", f"{other}:MINE")
    refuse(capsys, 2, "several strategy files need --strategy, such as one,two", *ASKED, *files)
    again = ("--strategy-file", f"{one}:MINE", "--strategy-file", f"{one}")
    refuse(capsys, 2, "two strategy files hold a strategy called 'one'", *ASKED, *again)


# --- help ----------------------------------------------------------------------------------------

EXAMPLES = [
    line.strip()
    for line in advise_command.epilog.partition("Examples:\n")[2].splitlines()
    if line.strip()
]


@pytest.mark.parametrize("line", EXAMPLES)
def test_examples_of_the_help_page_run(capsys, monkeypatch, line):
    before, pipe, command = line.rpartition(" | ")
    if pipe:
        type_in(monkeypatch, shlex.split(before)[1])
    result = run(capsys, *shlex.split(command)[1:])
    assert (result.status, result.err) == (0, "")
    assert "points" in result.out


def test_help_explains_every_option(capsys):
    page = run(capsys, "advise", "--help").out
    for option in ("--up", "--seat", "--round", "--rules", "--set", "--strategy",
                   "--strategy-file", "--deals", "--until-se", "--seed", "--threads", "--json",
                   "--jsonl", "--quiet"):  # fmt: skip
        assert option in page
    assert page.rstrip().endswith("euchre advise --jsonl -")


def test_default_strategy_is_the_registrys(capsys):
    result = run(capsys, "advise", *ASKED, "--deals", "1000", "--json")
    assert json.loads(result.out)["strategies"] == [registry.DEFAULT] * 4


# --- farmers' hands ------------------------------------------------------------------------------


def test_answer_says_what_it_takes_of_farmers_hands(capsys):
    others = "another player would have claimed a farmer's hand do not fit"
    own = "Yours is a farmer's hand; it is taken as one that you have not claimed."
    farmer, rules = ("9H TH 9D TC AS", "--up", "JS"), ("--set", "farmers_hand=swap_three_low")
    seat = ("--seat", "2", *QUICK)
    assert "farmer" not in run(capsys, "advise", *farmer, *seat).out.split("Rules:")[0]
    out = run(capsys, "advise", *farmer, *seat, *rules).out
    assert others in out
    assert own in out
    out = run(capsys, "advise", HAND, "--up", UP, *seat, *rules).out
    assert others in out
    assert own not in out


def test_playing_alone_is_a_choice_with_three_extra_cards(capsys):
    rules = ("--set", "players=2", "--set", "two_hand_style=dummy3")
    found = answer(capsys, HAND, "--up", UP, "--seat", "1", *rules)
    assert [(one["action"], one["alone"]) for one in found["actions"]] == [
        ("pass", False),
        ("order", False),
        ("order", True),
    ]
    found = answer(capsys, HAND, "--up", UP, "--seat", "1", "--round", "2", *rules)
    assert [(one["action"], one["alone"]) for one in found["actions"]] == [
        ("pass", False),
        *[("call", False)] * 3,
        *[("call", True)] * 3,
    ]


# --- the two of spades for the joker --------------------------------------------------------------

TWO = ("--rules", "british", "--set", "joker_card=two_of_spades")


@pytest.mark.parametrize("card", ["2S", "2s", "2♠", "JK"])
def test_the_two_of_spades_is_the_joker_where_the_rules_say_so(capsys, card):
    question = (f"{card} JH AH KS 9S", "--up", UP, "--seat", "2")
    found = answer(capsys, *question, *TWO)
    assert found["hand"] == "JK JH AH KS 9S"
    joker = answer(capsys, "JK JH AH KS 9S", *question[1:], "--rules", "british")
    assert found["actions"] == joker["actions"]
    assert run(capsys, "advise", *question, *TWO, *QUICK).out.startswith("2♠ J♥ A♥ K♠ 9♠, T♥ up")


def test_the_two_of_spades_turned_up(capsys):
    rules = ("--rules", "railroad", "--set", "joker_card=two_of_spades")
    out = run(capsys, "advise", HAND, "--up", "2s", "--seat", "4", *rules, *QUICK).out
    assert ", 2♠ up, seat 4" in out
    assert "bury 2♠" in out
    assert "Joker" not in out


def test_the_two_of_spades_is_no_card_with_an_ordinary_joker(capsys):
    question = ("2S JH AH KS 9S", "--up", UP, "--seat", "2")
    refuse(capsys, 3, "2S is not in the deck", *question, "--rules", "british")
    refuse(capsys, 3, "2S is not in the deck", *question)


def test_rules_explain_and_a_trace_show_the_two_of_spades(capsys):
    out = run(capsys, "rules", "explain", "2S", "JD", "--trump", "h", "--led", "9H", *TWO).out
    assert "2♠" in out
    out = run(capsys, "rules", "explain", "--trump", "h", *TWO).out
    assert "2♠, J♥ (right bower), J♦ (left bower" in out
    assert "Joker" not in out
    out = ""
    for hand in range(5):
        out += run(capsys, "simulate", "--seed", "1", "--hand", str(hand), "--trace", *TWO).out
    assert "2♠" in out
    assert "Joker" not in out

"""``euchre replay`` of other tables: from ``simulate --to egn`` on, as JSON and in words."""

import io
import json
import sys

import pytest

from euchre_sim.rules import HouseRules
from tests.cli.run import run

KEYS = ("contract", "maker_tricks", "points")
NO_TRUMP = ("--set", "allow_no_trump=true")


@pytest.fixture
def replay(capsys, monkeypatch):
    def replayed(source, *arguments):
        text = source if isinstance(source, str) else json.dumps(source)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        return run(capsys, "replay", "-", *arguments)

    return replayed


def simulated(capsys, hand, *arguments):
    arguments = ("--seed", "5", "--strategy", "random", "--quiet", *arguments)
    return run(capsys, "simulate", "--hand", str(hand), *arguments)


def seat(position):
    return None if position is None else position - 1


@pytest.mark.parametrize(
    "rules",
    [
        *(("british",), ("hoyle_32",), ("two_hand",), ("three_hand",), ("six_hand",)),
        *(("seed_sk",), ("standard", *NO_TRUMP), ("railroad",)),
        ("two_hand", "--set", "two_hand_style=dummy2"),
        ("two_hand", "--set", "two_hand_style=dummy3", "--set", "allow_misere=true"),
        ("standard", "--set", "farmers_hand=swap_three_low"),
        ("three_hand", "--set", "allow_no_trump_low=true", "--set", "farmers_hand=redeal_all_low"),
    ],
    ids=" ".join,
)
def test_simulated_hand_replays_to_the_same(capsys, replay, rules):
    options = ("--rules", *rules)
    for hand in range(4):
        written = simulated(capsys, hand, *options, "--to", "egn").out
        told = json.loads(simulated(capsys, hand, *options, "--json").out)
        result = replay(written, "--json")  # the file tells its rules
        assert (result.status, result.err) == (0, "")
        (deal,) = json.loads(result.out)["deals"]
        assert [deal[key] for key in KEYS] == [told[key] for key in KEYS]
        assert deal["score"] == deal["points"]
        assert len(deal["points"]) == (3 if rules[0] == "three_hand" else 2)
        for who in ("maker", "alone", "lone_defender"):
            assert deal[who] == seat(told[who])
        assert [(trick["leader"], trick["cards"], trick["winner"]) for trick in deal["tricks"]] == [
            (seat(trick["leader"]), trick["cards"], seat(trick["winner"]))
            for trick in told["tricks"]
        ]
        again = replay(written, "--to", "egn")
        assert again.out == written


# --- files written by hand ---


def game(ruleset, *deals, players=(), score=(0, 0)):
    metadata = {"players": list(players), "initialScore": list(score), "ruleset": ruleset}
    head = {"fileType": "Euchre Game Notation", "version": "1.4"}
    return {**head, "metadata": metadata, "deals": list(deals)}


def deal(dealer, up, calls, *tricks, **more):
    bidding = {"phaseNumber": 0, "type": "EUCHRE_BIDDING", "calls": calls.split(), **more}
    played = [trick.split() for trick in tricks]
    play = {"phaseNumber": 1, "type": "TRICK_PLAY", "tricks": played}
    state = {"dealer": dealer, "upCard": up}
    return {"dealNumber": 0, "initialState": state, "phases": [bidding, play]}


THREE = game(
    {"std": False, "num_players": 3},
    deal(2, "9h", "Pass Order", "Ac 9c Qc", "As Ks 9s", "Ah Kh Th", "9d Kd Jd", "Kc Jc Qs"),
    players=("Ann", "Bob"),
)
SIX = game(
    {"std": False, "num_players": 6, "min_rank": 7},
    deal(5, "9h", "Pass Order", "9c Tc Jc Qc Kc Ac"),
    deal(4, "9h", "Pass Pass Order", "9c Tc Jc Qc Kc Ac"),
)
NAMED = game({"std": False, "joker": True}, deal(3, "B", "h", "9h Th Qh B"))
TRUMPLESS = game(
    {"std": False, "allow_no_trump": True, "joker": True},
    deal(3, "9h", "Pass Pass Pass Pass Pass n", "9c B Tc Qc"),
)


def test_three_players_in_words(replay):
    out = replay(THREE).out
    for line in (
        "Ann against Bob against Seat 2, from 0:0:0",
        "Ann passes, Bob orders it up",
        "Bob made 0 tricks, points 2:0:2. Score 2:0:2",
        "No winner yet. Score 2:0:2",
    ):
        assert line in out
    won = json.loads(json.dumps(THREE))
    won["metadata"]["initialScore"] = [8, 0, 1]
    assert "Ann wins. Score 10:0:3" in replay(won).out
    assert json.loads(replay(won, "--json").out)["winner"] == 0


def test_final_score_of_three(replay):
    told = json.loads(json.dumps(THREE))
    told["metadata"]["finalScore"] = [1, 2, 3]
    assert replay(told, "--json").err == (
        "note: the file says 1:2:3 at the end, the replay 2:0:2\n"
    )
    result = replay(told, "--to", "egn", "--set", "target_score=5")
    assert result.err.startswith(
        "note: the notation has no field for the scores of three players; the file has it as an "
        "extension that only Euchre-sim reads\n"
    )
    assert replay(result.out, "--json").err == (
        "note: the file says 1:2:3 at the end, the replay 2:0:2\n"
    )


def test_six_players_in_words(replay):
    out = replay(SIX).out
    assert "Seat 0, seat 2 and seat 4 against Seat 1, seat 3 and seat 5, from 0:0" in out
    assert "seat 1 assists" in out
    assert "Seat 5 passes, seat 0 passes, seat 1 orders it up" in out


def test_joker_and_no_trump_in_words(replay):
    out = replay(NAMED, "--legal").out
    assert "seat 3 deals, Joker is turned up" in out
    assert "Seat 3 calls hearts" in out
    out = replay(TRUMPLESS, "--legal").out
    assert "seat 1 calls no trump" in out
    assert "Joker" in out
    found = json.loads(replay(TRUMPLESS, "--json").out)["deals"][0]
    assert (found["contract"], found["tricks"][0]["cards"][1]) == ("n", "Jk")
    assert found["tricks"][0]["winner"] == 1


def test_table_by_settings_and_by_preset(replay):
    plain = json.loads(json.dumps(SIX))
    plain["metadata"]["ruleset"] = {}
    assert "dealer: 5 is out of range" in replay(plain).err
    for options in (["--rules", "six_hand"], ["--set", "players=6", "--set", "low_rank=7"]):
        result = replay(plain, *options, "--json")
        assert (result.status, result.err) == (0, "")
    conflict = replay(plain, "--set", "players=6")
    assert (conflict.status, conflict.out) == (3, "")
    assert "6 players need more than 24 cards" in conflict.err


def test_no_preset_is_refused(replay):
    """A game of every preset can be replayed, the one with railroad's exchanges too."""
    plain = game({"std": False, "winning_score": 10})
    for name in HouseRules.preset_names():
        players = HouseRules.preset(name).players
        result = replay(plain, "--rules", name)
        assert (result.status, result.err) == (0, ""), name
        assert result.out.count("seat") + result.out.count("Seat") >= players


@pytest.mark.parametrize(
    ("settings", "told", "legal"),
    [
        (
            ("farmers_hand=swap_three_low",),
            ("swaps", "takes the hidden cards"),
            ("farmer", "no"),
        ),
        (("call_for_best=true",), ("throws away", "gives"), ("shed", "give")),
        (
            ("players=2", "two_hand_style=dummy3", "dealer_pickup=optional"),
            ("puts down", "leaves the card", "takes the extra cards"),
            ("discard", "take leave"),
        ),
    ],
)
def test_exchanges_in_words_and_with_what_was_legal(capsys, replay, settings, told, legal):
    options = [part for setting in settings for part in ("--set", setting)]
    pages = ""
    for hand in range(30):
        written = simulated(capsys, hand, *options, "--to", "egn").out
        pages += replay(written, "--legal").out
    assert all(word in pages for word in (*told, *legal))


def test_answers_before_the_first_lead_are_listed_with_what_was_legal(replay):
    window = game({"std": False}, deal(3, "9h", "Order", "Jh 9d Tc 9c"))
    result = replay(window, "--legal", "--set", "alone_timing=before_first_lead")
    assert result.status == 0
    assert "no, yes" in result.out


def test_trace_tells_what_came_and_went(capsys):
    """Two extra cards are taken before any is buried, and the trace and its JSON agree."""
    rules = ("--rules", "two_hand", "--set", "two_hand_style=dummy2")
    (extra,) = json.loads(simulated(capsys, 1, *rules, "--json").out)["exchanges"]
    lines = simulated(capsys, 1, *rules, "--trace").out.splitlines()
    maker = extra["position"]
    taken = [line for line in lines if line.startswith(f"{maker} takes ")]
    buried = [line for line in lines if line.startswith(f"{maker} buries ")]
    assert (extra["kind"], len(extra["taken"])) == ("extra", 2)
    assert len(taken) == 1
    assert len(buried) == len(extra["put_down"]) >= 2
    assert lines.index(taken[0]) < lines.index(buried[0])

"""``euchre review``."""

import dataclasses
import json
from pathlib import Path

import jsonschema
import pytest

from euchre_sim.analysis.grade import Grader
from euchre_sim.notation import to_egn
from euchre_sim.records import GameRecord
from euchre_sim.rules import HouseRules
from tests.cli.run import run
from tests.unit.test_grade import ORDERED, TURNED_DOWN

SCHEMA = json.loads(
    (Path(__file__).parents[1] / "data" / "egn-schema-v1.json").read_text(encoding="utf-8")
)
PLAYERS = ("Ann", "Bob", "Cid", "Dan")
GAME = GameRecord(deals=(TURNED_DOWN,), players=PLAYERS, initial=(8, 7))


@pytest.fixture(autouse=True)
def few_deals(monkeypatch):
    """What is found here is so large that some deals show it."""
    monkeypatch.setattr("euchre_sim.analysis.grade.ROLLOUT_DEALS", 2_000)
    monkeypatch.setattr("euchre_sim.analysis.grade.DEEP_DEALS", (64,))


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory, monkeypatch):
    """Deals that are kept by one test are taken by the others, but by nothing else."""
    kept = tmp_path_factory.getbasetemp() / "reviews"
    monkeypatch.setattr("euchre_sim.storage.reviews._path", lambda key: kept / f"{key}.json")


@pytest.fixture
def game(tmp_path):
    path = tmp_path / "game.egn"
    path.write_text(to_egn(GAME), encoding="utf-8")
    return path


@pytest.fixture
def reviewed(capsys, game):
    return json.loads(run(capsys, "review", str(game), "--json").out)


def test_every_decision_is_there(reviewed):
    (told,) = reviewed["games"]
    (deal,) = told["deals"]
    assert [one["number"] for one in deal["decisions"]] == list(range(1, 26))
    blunder = deal["decisions"][3]
    assert (blunder["seat"], blunder["chosen"], blunder["label"]) == (3, "pass", "??")
    assert {one["verdict"] for one in deal["decisions"]} <= {
        "best", "close", "unsure", "mistake", "forced",
    }  # fmt: skip
    assert deal["score_before"] == [8, 7]
    assert deal["score_after"] == [10, 7]
    assert told["winner"] == 0


def test_luck_and_skill_add_up_to_the_result(reviewed):
    luck = reviewed["games"][0]["deals"][0]["luck"]
    for kind, result in (("points", 2), ("win", 1)):
        parts = luck[kind]
        assert parts["result"] == pytest.approx(result)
        assert sum(parts[name] for name in ("expected", "cards", "decisions", "fall")) == (
            pytest.approx(parts["result"])
        )
    assert luck["points"]["decisions"] > 1  # side 1 gave it away


def test_all_cards_face_up_ann_orders_it_up_herself(reviewed):
    """Else Dan marches alone for 4; so she is euchred for 2."""
    face_up = reviewed["games"][0]["deals"][0]["face_up"]
    assert face_up["from_calls"] == -2
    assert face_up["tricks"][0] == face_up["result"] == 2


def test_players_are_told_apart(reviewed):
    lost = {one["name"]: one["calls"]["loss_win"]["mean"] for one in reviewed["players"]}
    assert list(lost) == list(PLAYERS)
    assert max(lost, key=lost.get) == "Dan"
    dan = reviewed["players"][3]
    assert dan["mistakes"]["??"] == 1
    assert (dan["worst"]["deal"], dan["worst"]["number"]) == (1, 4)
    (row,) = dan["by_position"]
    assert (row["position"], row["deals"], row["called"]) == (4, 1, 0)


def test_the_text_names_the_blunder_and_the_question(capsys, game):
    found = run(capsys, "review", str(game))
    assert found.status == 0
    assert "[??]  4 Dan: pass; better: pick up alone (" in found.out
    question = '"4: AH KH QH JD 9H | JH | P P P |  | " --model deep --score 7-8'
    assert f"euchre advise --position {question}" in found.out
    assert "All cards face up, Ann and Cid: -2 from the calls, +2 from the first lead" in found.out
    assert "[??] 5 %, [?] 2.5 %, [?!] 1 %" in found.out


def test_one_decision_a_line_if_all_are_wanted(capsys, game):
    few = run(capsys, "review", str(game)).out
    every = run(capsys, "review", str(game), "--all").out
    assert every.count("Ann:") > few.count("Ann:")
    assert ", the best" in every


def test_labels_can_be_chosen(capsys, game):
    found = json.loads(run(capsys, "review", str(game), "--json", "--labels", "1,2,99").out)
    assert found["games"][0]["deals"][0]["decisions"][3]["label"] == "?"
    assert found["labels"] == {"?!": 0.01, "?": 0.02, "??": 0.99}


def test_a_deal_that_is_done_is_not_graded_again(capsys, game, monkeypatch):
    first = run(capsys, "review", str(game), "--json")

    grade, graded = Grader.grade, []

    def counted(self, told, score):
        graded.append(told.number)
        return grade(self, told, score)

    monkeypatch.setattr(Grader, "grade", counted)
    assert run(capsys, "review", str(game), "--json") == first
    assert not graded
    assert run(capsys, "review", str(game), "--json", "--afresh") == first
    assert len(graded) == 25


def test_interrupted_it_goes_on_where_it_was(capsys, tmp_path, monkeypatch):
    """Ctrl-C in the second deal: of the first nothing is graded anew."""
    path = tmp_path / "two.egn"
    two = dataclasses.replace(GAME, deals=(TURNED_DOWN, ORDERED), initial=(0, 0))
    path.write_text(to_egn(two), encoding="utf-8")
    grade, seen = Grader.grade, []

    def interrupted(self, told, score):
        seen.append(told)
        if told.views and told.views[0].upcard == ORDERED.upcard:
            raise KeyboardInterrupt
        return grade(self, told, score)

    monkeypatch.setattr(Grader, "grade", interrupted)
    stopped = run(capsys, "review", str(path), "--threads", "1")
    assert stopped.status == 130
    assert stopped.out == ""
    assert "the same command goes on from there" in stopped.err
    assert len(seen) > 25
    seen.clear()
    assert run(capsys, "review", str(path), "--threads", "1").status == 130
    assert len(seen) == 1


def test_the_annotated_game_keeps_everything_and_passes_the_schema(capsys, game, tmp_path):
    target = tmp_path / "annotated.egn"
    assert run(capsys, "review", str(game), "--to", str(target)).status == 0
    made = json.loads(target.read_bytes())
    jsonschema.validate(made, SCHEMA)
    calls = made["deals"][0]["phases"][0].pop("callAnnotations")
    (note,) = calls["3"]
    assert note.startswith("[??] better: pick up alone")
    made["deals"][0]["phases"][1].pop("playAnnotations", None)
    assert made == json.loads(game.read_bytes())


def test_the_page_names_players_and_mistakes(capsys, game, tmp_path):
    target = tmp_path / "review.html"
    assert run(capsys, "review", str(game), "--to", str(target)).status == 0
    page = target.read_text(encoding="utf-8")
    assert all(name in page for name in PLAYERS)
    assert "[??]" in page
    assert "<script" not in page
    again = run(capsys, "review", str(game), "--to", str(target))
    assert again.status == 1
    assert target.read_text(encoding="utf-8") == page
    assert run(capsys, "review", str(game), "--to", str(target), "--force").status == 0


def test_rules_are_named_in_the_question_and_hidden_ways_to_lose_are_none(capsys, tmp_path):
    """Where the discard is not told, none is claimed."""
    path = tmp_path / "stuck.egn"
    stuck = dataclasses.replace(GAME, rules=GAME.rules.replace(stick_the_dealer=True))
    path.write_text(to_egn(stuck), encoding="utf-8")
    found = run(capsys, "review", str(path))
    assert "--set stick_the_dealer=true --model deep --score 7-8" in found.out
    path.write_text(
        to_egn(dataclasses.replace(GAME, deals=(ORDERED,), initial=(0, 0))), encoding="utf-8"
    )
    assert "bury" not in run(capsys, "review", str(path), "--all").out


def test_of_several_games_one_that_cannot_be_reviewed_is_left_out(capsys, game, tmp_path):
    rules = HouseRules.preset("three_hand")
    other = tmp_path / "three.egn"
    deal = dataclasses.replace(TURNED_DOWN, dealer=2, calls=(), tricks=(), hands=(), discard=None)
    other.write_text(to_egn(GameRecord(deals=(deal,), rules=rules)), encoding="utf-8")
    found = run(capsys, "review", str(other), str(game), "--json")
    assert found.status == 3
    assert "three.egn is left out: games of two sides can be reviewed" in found.err
    assert len(json.loads(found.out)["games"]) == 1
    assert run(capsys, "review", str(other)).status == 3


def test_a_game_that_ends_with_a_number_of_deals_is_graded_by_points(capsys, tmp_path):
    path = tmp_path / "limit.egn"
    written = json.loads(to_egn(GAME))
    written["metadata"]["ruleset"]["num_deals"] = 1
    path.write_text(json.dumps(written), encoding="utf-8")
    (told,) = json.loads(run(capsys, "review", str(path), "--json").out)["games"]
    (deal,) = told["deals"]
    assert deal["score_before"] is None
    assert deal["luck"]["win"] is None
    assert deal["decisions"][3]["label"] == "??"
    assert deal["decisions"][3]["loss_win"] is None


def test_a_bad_game_among_others_is_left_out(capsys, game, tmp_path):
    (tmp_path / "torn.egn").write_text('{"fileType": ', encoding="utf-8")
    found = run(capsys, "review", str(tmp_path), "--json")
    assert found.status == 3
    assert "torn.egn is left out" in found.err
    assert [Path(one["file"]).name for one in json.loads(found.out)["games"]] == ["game.egn"]


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["{game}", "--labels", "5,2,1"], 2, "such as 1,2.5,5"),
        (["{game}", "--deal", "2"], 3, "there is no deal 2: the game has 1"),
        (["{game}", "{copy}", "--deal", "1"], 2, "--deal is about a single game, and there are 2"),
        (["{game}", "--to", "review.pdf"], 2, "NAME.html for a page or NAME.egn"),
        (["{game}", "--to", "review.html", "--json"], 2, "does not go with --json"),
        (["{game}", "--deal", "1", "--to", "egn"], 2, "leave out --deal"),
        (["nothing.egn"], 1, "nothing.egn"),
        (["{folder}"], 2, "holds no games"),
        (["{game}", "--rules", "three_hand"], 3, ""),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(capsys, game, tmp_path, arguments, status, says):
    (tmp_path / "empty").mkdir()
    (tmp_path / "copy.egn").write_bytes(game.read_bytes())
    places = {
        "game": str(game),
        "copy": str(tmp_path / "copy.egn"),
        "folder": str(tmp_path / "empty"),
    }
    found = run(capsys, "review", *(one.format(**places) for one in arguments))
    assert found.status == status
    assert says in found.err
    assert "Traceback" not in found.err
    assert found.out == ""

"""Questions of the quiz: which are asked, how answers are graded, what is kept of them."""

import json
from types import SimpleNamespace

import pytest

from euchre_sim.analysis.advice import ActionValue
from euchre_sim.analysis.worth import Choice, Points
from euchre_sim.errors import OutputProblem, RuleConflict
from euchre_sim.notation import read_egn
from euchre_sim.quiz import KINDS
from euchre_sim.quiz.draw import Recorded, drawn_questions
from euchre_sim.quiz.history import History, add_answer, history_in
from euchre_sim.quiz.question import Question, is_wanted
from euchre_sim.quiz.sight import Sight
from euchre_sim.records.position_text import format_position
from euchre_sim.rules import HouseRules
from euchre_sim.strategies import registry
from tests.docs.readme import ROOT
from tests.positions import position

BASIC = [registry.get("basic")]


def first(count, *kinds, **how):
    questions = drawn_questions(HouseRules(), BASIC, kinds or KINDS, threads=1, **how)
    return [next(questions) for _ in range(count)]


def made(*behind, se=0.01, win=None):
    """A question of calls that cost so many points."""
    words = [Choice("pass"), Choice("order"), Choice("order", alone=True)]
    values = [
        ActionValue(
            choice,
            Points(-loss, se),
            Points(-loss, se if loss else 0.0),
            0.0,
            {},
            0.0,
            None if win is None else Points(0.5 - win[i], 0.001),
            None if win is None else Points(-win[i], 0.001 if win[i] else 0.0),
        )
        for i, (choice, loss) in enumerate(zip(words, behind, strict=False))
    ]
    sight = Sight(position(2, "KH 9H AC KS 9S", "JH", "P"))
    advice = SimpleNamespace(stakes=None if win is None else SimpleNamespace(ends=lambda _: False))
    if win is not None:
        advice.stakes.rules = HouseRules()
    return Question("call", sight, advice, tuple(values))


# --- which are asked ---


def test_same_seed_asks_the_same_clear_questions_each_of_another_deal():
    questions = first(4, seed=7)
    assert [one.source for one in questions] == [one.source for one in first(4, seed=7)]
    assert len({one.source.split(",")[0] for one in questions}) == 4
    for one in questions:
        assert one.is_clear
        assert len(one.options) > 1
    other = first(4, seed=8)
    assert {format_position(one.sight.position) for one in questions}.isdisjoint(
        format_position(one.sight.position) for one in other
    )


def test_near_ties_are_sought():
    (question,) = first(1, "card", hard="seek", seed=4)
    assert question.kind == "card"
    assert question.sight.found.phase == "play"
    assert question.second.vs_best.mean >= -0.05


@pytest.mark.parametrize(
    ("behind", "avoid", "seek"),
    [
        ((0.0, 0.2, 1.5), True, False),
        ((0.0, 0.02, 1.5), False, True),  # two standard errors
        ((0.0, 0.04, 1.5), True, True),
        ((0.0, 0.0, 0.0), False, False),  # one as good as the other in every deal
        ((0.0, 1.2, 1.5), False, False),  # plain
    ],
)
def test_what_is_asked_by_the_distance_of_the_two_best(behind, avoid, seek):
    question = made(*behind)
    assert is_wanted(question, "avoid", drawn=True) is avoid
    assert is_wanted(question, "seek", drawn=True) is seek


def test_plain_decisions_of_a_record_are_asked():
    assert is_wanted(made(0.0, 1.2, 1.5), "avoid", drawn=False)


def test_rules_under_which_cards_change_hands_unseen_are_refused():
    rules = HouseRules().replace(farmers_hand="swap_three_low")
    with pytest.raises(RuleConflict, match="farmers_hand=off leaves it out"):
        next(drawn_questions(rules, BASIC, ["call"], threads=1))


def test_record_is_asked_at_its_score_and_tells_what_was_done():
    game = read_egn((ROOT / "tests/data/short-game.egn").read_bytes())
    recorded = Recorded(game, BASIC, ["call"], threads=1)
    question = next(iter(recorded))
    assert question.did in [one.choice for one in question.options]
    assert question.advice.stakes is not None
    assert question.source.startswith("deal ")


# --- grades ---


@pytest.mark.parametrize(
    ("loss", "se", "grade"),
    [
        (0.0, 0.01, "best"),
        (0.05, 0.01, "as good"),
        (0.1, 0.01, "inaccuracy"),
        (0.25, 0.01, "mistake"),
        (0.5, 0.01, "blunder"),
        (0.6, 0.4, "as good"),  # no larger than its noise
    ],
)
def test_grade_follows_the_points_lost(loss, se, grade):
    assert made(0.0, loss, 2.0, se=se).grade(1).grade == grade


def test_at_a_score_the_grade_follows_the_chance_to_win():
    graded = made(0.0, 0.4, 2.0, win=(0.012, 0.0, 0.2)).grade(0)
    assert graded.question.best.choice == Choice("order")
    assert graded.grade == "inaccuracy"
    assert graded.loss_win.mean == pytest.approx(0.012)


# --- the score kept ---


def test_answers_are_counted_by_kind_and_in_a_row(tmp_path):
    file = tmp_path / "deep" / "quiz.json"
    for kind, grade, loss in (
        ("call", "best", 0.0),
        ("card", "as good", 0.02),
        ("card", "blunder", 0.7),
        ("call", "best", 0.0),
    ):
        add_answer(file, kind, grade, loss)
    history = history_in(file)
    assert (history.total.asked, history.total.best) == (4, 2)
    assert history.kinds["card"].mean_loss == pytest.approx(0.36)
    assert (history.streak, history.longest) == (1, 2)
    assert history_in(tmp_path / "none.json") == History()


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda text: text[:40], "broken off"),
        (lambda text: text.replace("euchre-sim quiz", "chess"), "something else"),
        (lambda text: text.replace('"version": 1', '"version": 2'), "another version"),
        (lambda text: text.replace('"best": 1', '"best": -1'), "counts are damaged"),
        (lambda text: text.replace('"discard"', '"x"'), "kinds"),
        (lambda text: "[]", "something else"),
        (lambda text: json.dumps({"format": "euchre-sim quiz"}), "damaged"),
    ],
)
def test_damaged_score_is_told_and_left_as_it_is(tmp_path, damage, words):
    file = tmp_path / "quiz.json"
    add_answer(file, "call", "best", 0.0)
    broken = damage(file.read_text())
    file.write_text(broken)
    with pytest.raises(OutputProblem, match=words):
        add_answer(file, "call", "best", 0.0)
    assert file.read_text() == broken

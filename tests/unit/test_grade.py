"""Decisions of records graded: what is a mistake, what is none, and what cannot be said."""

import pytest

from euchre_sim import HouseRules
from euchre_sim.analysis.deal_shares import Shares
from euchre_sim.analysis.equity import Equity
from euchre_sim.analysis.grade import LABELS, Grader, label_of
from euchre_sim.analysis.players import find_players
from euchre_sim.cards import parse_card
from euchre_sim.engine.layout import PASS, call_bit
from euchre_sim.records.position import Position
from euchre_sim.records.told import Told, told_decisions
from euchre_sim.strategies import registry
from tests.example_deals import deal

RULES = HouseRules()

# The dealer, seat 3, turns down the right bower with the left, the ace, the king and the queen of
# hearts in hand; seat 0 then names clubs.
TURNED_DOWN_HANDS = "Jc Js Ac As Ad / Kd Qc 9c Th Ts / 9d Kc Tc Ks Qs / Ah Kh Qh Jd 9h"
TURNED_DOWN = deal(
    3,
    "Jh",
    "Pass Pass Pass Pass c",
    "Jc 9c Tc 9h / Js Qc Kc Qh / Ac Ts 9d Kh / As Th Qs Jd / Ad Kd Ks Ah",
    TURNED_DOWN_HANDS,
)
# Seat 1 orders the ten of hearts up to seat 3; what that puts down is not told, and may be any of
# four cards.
ORDERED = deal(
    3,
    "Th",
    "Pass Order",
    "Ac 9c Qc Tc / Kc Ah Jc Js / Jh 9s Th 9h / Ks As Qh Qs / Ad Td Kd Qd",
)


@pytest.fixture(scope="module")
def grader():
    with pytest.MonkeyPatch.context() as patch:  # what is found is so large that some deals show it
        patch.setattr("euchre_sim.analysis.grade.DEEP_DEALS", (64, 256))
        yield from made()


def made():
    basic = [registry.default()]
    yield Grader(
        rules=RULES,
        players=find_players(basic, RULES),
        strategies=basic,
        equity=Equity(RULES, Shares.given([45, 16, 5, 17, 12, 5], RULES)),
    )


@pytest.fixture(scope="module")
def turned_down(grader):
    told = told_decisions(TURNED_DOWN, RULES)
    return [grader.grade(one, (0, 0)) for one in (told[0], told[3])], told


def test_turning_down_five_sure_trumps_is_a_blunder(turned_down):
    (_, passed), _ = turned_down
    assert (passed["verdict"], passed["label"]) == ("mistake", "??")
    assert passed["chosen"] == "pass"
    assert passed["best"].startswith("pick up alone")
    assert passed["model"] == "deep"
    assert passed["loss"]["mean"] > 2
    assert passed["loss_win"]["lo"] > LABELS["??"]


def test_the_pass_of_a_hand_that_need_not_call_is_none(turned_down):
    (first, _), _ = turned_down
    assert first["verdict"] in ("best", "close", "unsure")
    assert first["label"] == ""


def test_without_a_game_points_are_graded(grader, turned_down):
    _, told = turned_down
    graded = grader.grade(told[3], None)
    assert graded["label"] == "??"
    assert graded["loss_win"] is None


def test_at_nine_to_nothing_it_costs_little_and_going_alone_gains_nothing(grader, turned_down):
    _, told = turned_down
    graded = grader.grade(told[3], (0, 9))  # side 1 deals, and needs one point
    assert graded["label"] in ("?!", "?")
    assert graded["loss"]["mean"] > 1
    values = {one["text"]: one["win"]["mean"] for one in graded["actions"]}
    alone = max(mean for text, mean in values.items() if "alone" in text)
    together = max(mean for text, mean in values.items() if text != "pass" and "alone" not in text)
    assert together >= alone


def test_where_there_is_no_choice_nothing_is_graded(grader):
    told = told_decisions(ORDERED, RULES)
    last = grader.grade(told[-1], (0, 0))
    assert last["verdict"] == "forced"
    assert "loss" not in last


def test_a_discard_that_is_not_told_is_not_graded(grader):
    (discard,) = [one for one in told_decisions(ORDERED, RULES) if one.phase == "discard"]
    graded = grader.grade(discard, (0, 0))
    assert graded["verdict"] == "untold"
    assert "put down" in graded["why_not"]


def test_hands_that_a_seat_may_have_had_are_all_gone_through(grader):
    dealers = [
        one for one in told_decisions(ORDERED, RULES) if one.phase == "play" and one.position == 3
    ]
    graded = grader.grade(dealers[1], (0, 0))
    assert graded["ways"] == graded["views"] == 4
    assert graded["verdict"] != "untold"


def test_a_hand_with_which_the_strategy_would_have_done_the_same_weighs_more(grader):
    """A dealer who kept K Q T of hearts and two aces put down a lone nine, not the left bower.

    With the bower he would have played alone and put down another card: two decisions astray.
    """
    kept = "QH KH AD AS"
    views = tuple(
        Position(
            rules=RULES,
            seat=3,
            hand=(*map(parse_card, kept.split()), parse_card(put_down)),
            upcard=parse_card("TH"),
            calls=(PASS, PASS, PASS, call_bit(3)),
            discard=parse_card(put_down),
        )
        for put_down in ("9C", "JD")
    )
    told = Told(
        number=6, phase="play", seat=3, position=3, step=0, chosen=None, views=views, ways=2,
        why_not="",
    )  # fmt: skip
    assert grader._weights(told, None) == pytest.approx([100 / 101, 1 / 101])


def test_calls_that_the_strategies_would_hardly_ever_have_made_are_graded_unheard(grader):
    """At 9-6 somebody always calls: seven passes are heard of nobody who plays like `basic`."""
    late = deal(3, "9s", "Pass Pass Pass Pass Pass Pass Pass c", hands=TURNED_DOWN_HANDS)
    told = told_decisions(late, RULES)[7]
    graded = grader.grade(told, (9, 6))
    assert graded["verdict"] in ("best", "close", "unsure", "mistake")
    assert graded["heard"] == "nothing"


@pytest.mark.parametrize(
    ("loss", "label"), [(0.009, ""), (0.01, "?!"), (0.03, "?"), (0.05, "??"), (0.9, "??")]
)
def test_labels_go_by_the_loss(loss, label):
    assert label_of(loss, LABELS) == label

"""The published scoring vectors: outcome and rules on the left, points on the right."""

import pytest

from euchre_sim.games import play_out
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import Outcome, ends_early, score

DEFAULT = HouseRules()


def played(makers, *, maker=0, dealer=3, lone=None, defender=None, call_round=1, **more):
    """Make the outcome of a hand in which the makers took so many of five tricks."""
    return Outcome(
        dealer=dealer,
        maker=maker,
        contract=3,
        call_round=call_round,
        lone_player=lone,
        lone_defender=defender,
        maker_tricks=makers,
        defender_tricks=5 - makers,
        **more,
    )


@pytest.mark.parametrize(("tricks", "points"), [(4, (1, 0)), (5, (4, 0)), (2, (0, 2)), (0, (0, 2))])
def test_v21_lone_maker(tricks, points):
    assert score(played(tricks, lone=0), DEFAULT) == points


def test_v21_lone_maker_without_a_trick_in_super_euchre():
    assert score(played(0, lone=0), HouseRules(super_euchre=True)) == (0, 4)


@pytest.mark.parametrize("super_euchre", [False, True])
def test_v22_lone_maker_against_lone_defender(super_euchre):
    rules = HouseRules(defend_alone=True, super_euchre=super_euchre)
    assert score(played(2, lone=0, defender=1), rules) == (0, 4)
    assert score(played(0, lone=0, defender=1), rules) == (0, 4)


def test_v22_dutch_points():
    rules = HouseRules.preset("seed_nl")
    assert score(played(2, lone=0, defender=1), rules) == (0, 2)
    assert score(played(0, lone=0, defender=1), rules) == (0, 4)


def test_v22b_recomputed_without_defending_alone():
    assert score(played(2, lone=0, defender=1), DEFAULT) == (0, 2)


def test_v23_screw_the_dealer():
    rules = HouseRules(stick_the_dealer=True, screw_dealer_penalty=2)
    assert score(played(2, maker=3, call_round=2), rules) == (4, 0)
    assert score(played(3, maker=3, call_round=2), rules) == (0, 1)
    assert score(played(2, maker=3, call_round=1), rules) == (2, 0)


def test_v23_screw_the_dealer_for_any_call():
    rules = HouseRules(screw_dealer_penalty=2, screw_dealer_scope="any_dealer_call")
    assert score(played(2, maker=3, call_round=1), rules) == (4, 0)
    assert score(played(2, maker=1, call_round=2), rules) == (2, 0)


# Us are seats 0 and 2, Them seats 1 and 3.
SEVEN_HANDS = [
    played(3, maker=0),
    played(2, maker=0),
    played(5, maker=1),
    played(5, maker=0, lone=0),
    played(3, maker=1),
    played(5, maker=0),
    played(5, maker=0, lone=0),
]


def path(totals):
    return " ".join(f"{us}:{them}" for us, them in (row.score for row in totals.rows))


def test_v24_worked_example():
    game = play_out(SEVEN_HANDS, DEFAULT)
    assert path(game) == "1:0 1:2 1:4 5:4 5:5 7:5 11:5"
    assert [row.match_over for row in game.rows] == [False] * 6 + [True]
    assert game.winner == 0
    assert [row.points for row in game.rows] == [
        (1, 0), (0, 2), (0, 2), (4, 0), (0, 1), (2, 0), (4, 0),
    ]  # fmt: skip


def test_v25_lone_value_two():
    game = play_out(SEVEN_HANDS, HouseRules(lone_value=2))
    assert path(game) == "1:0 1:2 1:4 3:4 3:5 5:5 7:5"
    assert game.winner is None


def test_v25_lone_value_six():
    game = play_out(SEVEN_HANDS, HouseRules(lone_value=6))
    assert game.score == (15, 5)
    assert [row.match_over for row in game.rows].index(True) == 6
    assert game.winner == 0


def test_v25_target_five_marks_later_hands():
    game = play_out(SEVEN_HANDS, HouseRules(target_score=5))
    assert game.rows[3].match_over
    assert game.rows[3].score == game.score == (5, 4)
    assert [row.after_end for row in game.rows] == [False] * 4 + [True] * 3
    assert game.winner == 0


def test_v25_target_twenty_one():
    game = play_out(SEVEN_HANDS, HouseRules(target_score=21))
    assert game.score == (11, 5)
    assert game.winner is None


def test_v26_best_of_three():
    match = play_out(SEVEN_HANDS, HouseRules(target_score=5, match_format="best_of_3"))
    assert path(match) == "1:0 1:2 1:4 5:4 0:1 2:1 6:1"
    assert [row.game for row in match.rows] == [1, 1, 1, 1, 2, 2, 2]
    assert [row.game_over for row in match.rows] == [False, False, False, True, False, False, True]
    assert [row.match_over for row in match.rows] == [False] * 6 + [True]
    assert match.games == (2, 0)
    assert match.winner == 0


def stopped(makers, defenders, **more):
    return Outcome(
        dealer=3,
        maker=0,
        contract=3,
        call_round=1,
        maker_tricks=makers,
        defender_tricks=defenders,
        **more,
    )


def test_v27_third_trick_ends_the_game():
    rules = HouseRules(early_stop=True)
    assert not ends_early(stopped(2, 0), (9, 4), rules)
    assert ends_early(stopped(3, 0), (9, 4), rules)
    assert not ends_early(stopped(3, 0), (8, 4), rules)
    game = play_out([stopped(3, 0)], rules, (9, 4))
    assert (game.score, game.winner) == ((10, 4), 0)


def test_v27_without_early_stop_the_hand_is_played_out():
    assert not ends_early(stopped(3, 0), (9, 4), DEFAULT)
    assert play_out([played(4)], DEFAULT, (9, 4)).score == (10, 4)
    assert play_out([played(5)], DEFAULT, (9, 4)).score == (11, 4)


def test_v27b_lone_maker_who_may_still_sweep_gets_one():
    rules = HouseRules(early_stop=True)
    assert ends_early(stopped(3, 0, lone_player=0), (9, 4), rules)
    assert play_out([stopped(3, 0, lone_player=0)], rules, (9, 4)).score == (10, 4)
    assert play_out([played(3, lone=0)], DEFAULT, (9, 4)).score == (10, 4)
    assert play_out([played(5, lone=0)], DEFAULT, (9, 4)).score == (13, 4)


@pytest.mark.parametrize(
    ("lone", "defender", "offender", "points"),
    [
        (0, None, 1, (4, 0)),  # a defender against a lone maker
        (None, None, 1, (2, 0)),  # a defender in an ordinary hand
        (0, None, 0, (0, 2)),  # the lone maker himself
        (0, 1, 0, (0, 4)),  # a lone maker against a lone defender
        (None, None, 2, (0, 2)),  # the maker's partner
    ],
)
def test_v29_renege(lone, defender, offender, points):
    outcome = stopped(
        1, 1, lone_player=lone, lone_defender=defender, special="renege", offender=offender
    )
    assert score(outcome, DEFAULT) == points

"""Whole games: the running score, the winner, and where a game ends."""

import dataclasses

import pytest

from euchre_sim.errors import IllegalAction
from euchre_sim.records import GameRecord, replay
from euchre_sim.rules import HouseRules
from tests.example_deals import LONE, NAMED, ORDERED, first_tricks

STANDARD = HouseRules()

MAKE_FOR_1 = ORDERED
EUCHRE_FOR_0 = NAMED
SWEEP_FOR_0 = LONE


def test_running_score_and_winner():
    game = GameRecord(deals=(MAKE_FOR_1, EUCHRE_FOR_0, SWEEP_FOR_0), initial=(4, 8))
    found = replay(game)
    assert found.scores == ((4, 9), (6, 9), (10, 9))
    assert found.counts == (True, True, True)
    assert found.winner == 0


def test_deals_after_the_end_do_not_count():
    found = replay(GameRecord(deals=(SWEEP_FOR_0, MAKE_FOR_1), initial=(6, 9)))
    assert found.scores == ((10, 9), (10, 9))
    assert found.counts == (True, False)
    assert found.deals[1].points == (0, 1)


def test_unfinished_deal_in_between_is_worth_nothing():
    found = replay(GameRecord(deals=(MAKE_FOR_1, first_tricks(SWEEP_FOR_0, 2), EUCHRE_FOR_0)))
    assert found.scores == ((0, 1), (0, 1), (2, 1))
    assert found.counts == (True, False, True)
    assert found.winner is None


def test_other_rules_give_other_points():
    game = GameRecord(deals=(SWEEP_FOR_0,), initial=(5, 0))
    assert replay(game).winner is None
    other = replay(game, HouseRules(lone_value=6))
    assert (other.scores, other.winner) == (((11, 0),), 0)
    assert other.rules == HouseRules(lone_value=6)


def test_match_goes_on_in_the_next_game():
    rules = HouseRules(match_format="best_of_3", target_score=5)
    found = replay(GameRecord(deals=(SWEEP_FOR_0,) * 5, rules=rules))
    assert found.scores == ((4, 0), (8, 0), (4, 0), (8, 0), (8, 0))
    assert found.counts == (True, True, True, True, False)
    assert found.winner == 0


def test_v27_early_stop_ends_the_game_in_mid_hand():
    found = replay(GameRecord(deals=(SWEEP_FOR_0,), initial=(9, 0)), STANDARD)
    assert found.scores == ((13, 0),)
    early = replay(
        GameRecord(deals=(SWEEP_FOR_0, MAKE_FOR_1), initial=(9, 0)), HouseRules(early_stop=True)
    )
    assert early.scores == ((10, 0), (10, 0))
    assert early.deals[0].points == (1, 0)
    assert (early.deals[0].stopped_after, early.deals[0].maker_tricks) == (3, 3)
    assert early.counts == (True, False)
    assert early.winner == 0


def test_early_stop_finishes_a_record_that_ends_there():
    game = GameRecord(deals=(first_tricks(SWEEP_FOR_0, 3),), initial=(9, 0))
    assert replay(game).winner is None
    found = replay(game, HouseRules(early_stop=True))
    assert (found.winner, found.deals[0].unfinished) == (0, "")


def test_early_stop_starts_each_game_of_a_match_at_nothing():
    rules = HouseRules(early_stop=True, match_format="best_of_3", target_score=5)
    found = replay(GameRecord(deals=(SWEEP_FOR_0,) * 4, rules=rules))
    assert found.scores == ((4, 0), (5, 0), (4, 0), (5, 0))
    assert found.winner == 0


def test_game_of_a_number_of_deals():
    deals = (MAKE_FOR_1, EUCHRE_FOR_0, SWEEP_FOR_0)
    game = GameRecord(deals=deals, to_target=False, deal_limit=2, initial=(0, 30))
    found = replay(game)
    assert found.scores == ((0, 31), (2, 31), (2, 31))
    assert found.counts == (True, True, False)
    assert found.winner == 1
    assert replay(dataclasses.replace(game, deals=deals[:1])).winner is None
    even = dataclasses.replace(game, initial=(0, 1))
    assert (replay(even).scores[-1], replay(even).winner) == ((2, 2), None)


def test_target_and_number_of_deals():
    game = GameRecord(deals=(MAKE_FOR_1,) * 3, deal_limit=3, initial=(0, 8))
    assert replay(game).winner == 1
    assert replay(game).counts == (True, True, False)
    assert replay(dataclasses.replace(game, initial=(9, 0))).winner == 0


@pytest.mark.parametrize("initial", [(10, 3), (-1, 0), (1,), (1, 2, 3)])
def test_score_that_no_game_starts_at(initial):
    with pytest.raises(IllegalAction, match="cannot start at"):
        replay(GameRecord(deals=(), initial=initial))

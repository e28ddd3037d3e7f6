"""The chance to win the game behind a deal, and actions weighed by it."""

import numpy as np
import pytest

from euchre_sim import HouseRules, advise
from euchre_sim.analysis import weigh
from euchre_sim.analysis.advise import asked_about
from euchre_sim.analysis.advise_later import advise_position
from euchre_sim.analysis.deal_shares import Shares
from euchre_sim.analysis.decision import Tally
from euchre_sim.analysis.equity import Equity, State
from euchre_sim.analysis.stakes import Stakes
from euchre_sim.engine.layout import R_SCORES, lower_rules
from euchre_sim.errors import IllegalAction
from euchre_sim.records.position_text import parse_position
from tests.unit.test_decision import points_deal_by_deal

# Nothing in the first hand, a bower turned up for the other side, who need a loner's points.
DONATING = ("9C QD TD 9D TH", "JS", 1)


def stakes(us, them, seat=0, **changes):
    rules = HouseRules().replace(**changes)
    return Stakes(Equity(rules, Shares.given([45, 16, 5, 17, 12, 5], rules)), seat, us, them)


def test_a_deal_that_ends_the_game_wins_or_loses_it():
    at = stakes(9, 6)
    assert [at.chance(points) for points in (1, 2, 4)] == [1, 1, 1]
    assert at.chance(-4) == 0
    assert [at.ends(points) for points in (1, -2, -4, 0)] == [True, False, True, False]


def test_after_a_deal_the_other_side_deals():
    at = stakes(4, 6)  # left of the dealer: the others deal
    assert at.dealer == "them"
    assert at.chance(2) == at.equity.game(State(6, 6, "us")).mean
    assert at.chance(-1) == at.equity.game(State(4, 7, "us")).mean
    assert at.chance(0) == at.equity.game(State(4, 6, "us")).mean


def test_who_deals_after_a_deal_that_was_thrown_in_is_a_rule():
    at = stakes(4, 6, seat=3, redeal_after_pass_out="same_dealer")
    assert at.dealer == "us"
    assert at.chance(0) == at.equity.game(State(4, 6, "us")).mean
    assert at.chance(1) == at.equity.game(State(5, 6, "them")).mean


@pytest.mark.parametrize(("seat", "slots"), [(0, (7, 2)), (1, (2, 7)), (2, (7, 2)), (3, (2, 7))])
def test_players_are_told_the_score_by_side(seat, slots):
    at = stakes(7, 2, seat)
    lowered = at.at_score(lower_rules(at.rules))
    assert tuple(lowered[R_SCORES : R_SCORES + 2]) == slots


def test_chances_are_those_of_the_distribution():
    answer = advise(*DONATING, score=(9, 6), deals=4096, until_se=1e-9)
    assert answer.stakes is not None
    for value in answer.actions:
        expected = sum(share * answer.stakes.chance(p) for p, share in value.distribution.items())
        assert value.win is not None
        assert value.win.mean == pytest.approx(expected, abs=1e-5)


def test_errors_of_chances_are_those_of_the_deals():
    """Held against the same deals taken one by one."""
    question = asked_about(*DONATING, 1, None, "trumps", 5, 1, (9, 6)).question
    total = Tally.empty(3, question.chances)
    for number in range(3):
        total.add(question.weigh(number))
    points = points_deal_by_deal(question, total.drawn)
    values = question.chances[points + weigh.MAX_POINTS] * weigh.CHANCE_UNIT
    assert total.chances is not None
    assert total.chances.means() == pytest.approx(values.mean(axis=0))
    assert total.chances.covariance() * len(values) == pytest.approx(np.cov(values.T), abs=1e-9)
    differences, errors = total.chances.differences(total.best)
    apart = values - values[:, [total.best]]
    assert differences == pytest.approx(apart.mean(axis=0))
    assert errors == pytest.approx(apart.std(axis=0, ddof=1) / len(values) ** 0.5)


def test_the_verdict_follows_the_game_and_not_the_points():
    by_points = advise(*DONATING)
    by_game = advise(*DONATING, score=(9, 6))
    assert by_points.best.choice.action == "pass"
    assert (by_game.best.choice.action, by_game.best.choice.alone) == ("order", False)
    assert by_game.best_by_points.choice.action == "pass"
    assert by_game.settled
    told = by_game.as_dict()
    assert told["verdict"]["action"] == "order"
    assert told["score"]["us"] == 9
    assert set(told["actions"][0]) >= {"win", "win_vs_best"}
    assert "win" not in by_points.as_dict()["actions"][0]


def test_a_point_that_wins_is_not_played_for_alone():
    """At 9 a march alone wins no more than a trick more than two."""
    hand = ("JH JD AH KH QH", "9C", 1)
    assert advise(*hand, call_round=2, score=(0, 0)).best.choice.alone
    best = advise(*hand, call_round=2, score=(9, 0)).best
    assert best.win is not None
    assert best.win.mean == 1.0


def test_later_decisions_have_chances_too():
    position = parse_position("2: 9H KC 9C AD JD | TH | P P P O |  | QC", HouseRules())
    answer = advise_position(position, score=(8, 9), deals=4096)
    assert answer.stakes is not None
    assert answer.stakes.dealer == "us"
    for value in answer.actions:
        expected = sum(share * answer.stakes.chance(p) for p, share in value.distribution.items())
        assert value.win is not None
        assert value.win.mean == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("score", [(10, 6), (0, 11), (-1, 3)])
def test_a_score_that_no_running_game_has_is_refused(score):
    with pytest.raises(IllegalAction, match="no score of a running game"):
        advise(*DONATING, score=score)


def test_three_sides_have_no_such_chances():
    with pytest.raises(IllegalAction, match="two sides"):
        advise("JH 9H AH KS 9S", "TH", 2, rules="three_hand", score=(3, 2))

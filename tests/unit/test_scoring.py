"""Scoring beyond the published vectors: what holds for every outcome and every rule."""

import dataclasses
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_sim.errors import IllegalAction
from euchre_sim.games import play_out
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import (
    LOW_NO_TRUMP,
    MISERE,
    NO_TRUMP,
    Outcome,
    ends_early,
    guaranteed,
    score,
    side_of,
    sides,
)

DEFAULT = HouseRules()
RULES = [
    *(HouseRules.preset(name) for name in HouseRules.preset_names()),
    HouseRules(super_euchre=True, lone_euchred_points=4, screw_dealer_penalty=3),
    HouseRules(lone_value=2, cap_at_lone_value=True, super_euchre=True, defend_alone=True),
    HouseRules(march_points=3, euchre_points=3, lone_euchred_points=3, defend_alone=True),
    HouseRules(players=3, no_trump_points="double", misere_points=5, screw_dealer_penalty=1),
]


def seats_of(mask):
    return [seat for seat in range(6) if mask >> seat & 1]


@st.composite
def hands_under(draw, rules):
    """A hand that may come up under some rules, played to its end."""
    n = rules.players
    maker = draw(st.integers(0, n - 1))
    mates = seats_of(rules.teams[maker])
    others = [seat for seat in range(n) if seat not in mates]
    contract = draw(st.sampled_from([0, 1, 2, 3, NO_TRUMP, LOW_NO_TRUMP, MISERE]))
    misere = contract == MISERE
    tricks = draw(st.integers(0, 5))
    return Outcome(
        dealer=draw(st.integers(0, n - 1)),
        maker=maker,
        contract=contract,
        call_round=2 if contract >= NO_TRUMP else draw(st.integers(1, 2)),
        lone_player=maker if misere else draw(st.sampled_from([None, *mates])),
        lone_defender=None if misere else draw(st.sampled_from([None, *others])),
        maker_tricks=tricks,
        defender_tricks=5 - tricks,
    )


@st.composite
def whole_hands(draw):
    """Some rules and a hand under them."""
    rules = draw(st.sampled_from(RULES))
    return rules, draw(hands_under(rules))


@st.composite
def many_hands(draw):
    """Some rules and the deals of a game under them."""
    rules = draw(st.sampled_from(RULES))
    return rules, draw(st.lists(hands_under(rules), max_size=30))


@given(whole_hands())
def test_makers_or_all_others_score(rules_and_hand):
    rules, outcome = rules_and_hand
    points = list(score(outcome, rules))
    makers = points.pop(side_of(outcome.maker, rules))
    made = outcome.maker_tricks == 0 if outcome.contract == MISERE else outcome.maker_tricks >= 3
    assert (makers > 0) == made
    assert all((other > 0) != made for other in points)
    assert len(set(points)) == 1, "each of the others gets the same"


@given(whole_hands())
def test_turning_the_table_turns_the_points(rules_and_hand):
    rules, outcome = rules_and_hand

    def turn(seat):
        return None if seat is None else (seat + 1) % rules.players

    turned = dataclasses.replace(
        outcome,
        dealer=turn(outcome.dealer),
        maker=turn(outcome.maker),
        lone_player=turn(outcome.lone_player),
        lone_defender=turn(outcome.lone_defender),
    )
    before, after = score(outcome, rules), score(turned, rules)
    for seat in range(rules.players):
        assert after[side_of(turn(seat), rules)] == before[side_of(seat, rules)]


@given(whole_hands())
def test_cap_leaves_nothing_above_the_lone_value(rules_and_hand):
    rules, outcome = rules_and_hand
    capped = rules.replace(cap_at_lone_value=True)
    free = rules.replace(cap_at_lone_value=False)
    assert score(outcome, capped) == tuple(min(p, rules.lone_value) for p in score(outcome, free))


def test_cap_cuts_the_penalty_too():
    outcome = Outcome(
        dealer=3, maker=3, contract=0, call_round=2, maker_tricks=0, defender_tricks=5
    )
    rules = HouseRules(super_euchre=True, screw_dealer_penalty=2)
    assert score(outcome, rules) == (6, 0)
    assert score(outcome, rules.replace(cap_at_lone_value=True)) == (4, 0)


def test_partner_alone_counts_as_the_side_alone():
    outcome = Outcome(
        dealer=3,
        maker=0,
        contract=0,
        call_round=1,
        lone_player=2,
        maker_tricks=5,
        defender_tricks=0,
    )
    assert score(outcome, DEFAULT) == (4, 0)


def test_two_makers_against_a_lone_defender():
    rules = HouseRules(defend_alone=True, defend_alone_needs_lone_maker=False)

    def outcome(tricks):
        return Outcome(
            dealer=3,
            maker=1,
            contract=0,
            call_round=1,
            lone_defender=2,
            maker_tricks=tricks,
            defender_tricks=5 - tricks,
        )

    assert [score(outcome(tricks), rules) for tricks in range(6)] == [
        (4, 0), (4, 0), (4, 0), (0, 1), (0, 1), (0, 2),
    ]  # fmt: skip


@given(whole_hands(), st.integers(0, 5), st.integers(0, 5))
def test_guaranteed_is_what_the_worst_end_brings(rules_and_hand, makers, defenders):
    rules, outcome = rules_and_hand
    if makers + defenders > 5:
        makers, defenders = makers // 2, defenders // 2
    sofar = dataclasses.replace(outcome, maker_tricks=makers, defender_tricks=defenders)
    ends = [
        dataclasses.replace(outcome, maker_tricks=final, defender_tricks=5 - final)
        for final in range(makers, 6 - defenders)
    ]
    points = [score(end, rules) for end in ends]
    assert guaranteed(sofar, rules) == tuple(min(side) for side in zip(*points, strict=True))


def test_euchre_is_certain_after_three_tricks_of_the_defenders():
    sofar = Outcome(dealer=3, maker=0, contract=0, call_round=1, maker_tricks=0, defender_tricks=3)
    early = HouseRules(early_stop=True)
    assert guaranteed(sofar, early) == (0, 2)
    assert guaranteed(sofar, early.replace(super_euchre=True)) == (0, 2)
    assert ends_early(sofar, (0, 8), early)
    assert not ends_early(sofar, (9, 7), early)


def test_a_side_that_may_still_lose_ends_nothing():
    sofar = Outcome(dealer=3, maker=0, contract=0, call_round=1, maker_tricks=2, defender_tricks=2)
    assert not ends_early(sofar, (9, 9), HouseRules(early_stop=True))


@pytest.mark.parametrize("special", ["thrown_in", "misdeal"])
def test_nobody_scores_without_play(special):
    assert score(Outcome(dealer=1, special=special), DEFAULT) == (0, 0)


RENEGE = {
    "dealer": 3,
    "maker": 0,
    "contract": 2,
    "call_round": 1,
    "maker_tricks": 4,
    "defender_tricks": 1,
    "special": "renege",
    "offender": 0,
}


def test_renege_taken_off_never_goes_below_zero():
    rules = HouseRules(renege_form="subtract")
    outcome = Outcome(**RENEGE)
    assert score(outcome, rules) == (-2, 0)
    assert play_out([outcome], rules, (1, 5)).score == (0, 5)
    assert play_out([outcome], rules, (3, 5)).score == (1, 5)


def test_renege_played_out_adds_the_penalty_to_the_hand():
    rules = HouseRules(renege_ends_hand=False)
    assert score(Outcome(**RENEGE), rules) == (1, 2)
    assert score(Outcome(**RENEGE), rules.replace(renege_form="subtract")) == (-1, 0)


@pytest.mark.parametrize(
    ("choice", "points"),
    [("add", (0, 2)), ("subtract", (-2, 0)), ("stand", (1, 0)), (None, (0, 2))],
)
def test_innocent_side_chooses(choice, points):
    outcome = Outcome(**RENEGE, innocent_choice=choice)
    assert score(outcome, HouseRules(renege_form="innocent_chooses")) == points
    assert score(outcome, DEFAULT) == (0, 2)


def test_penalty_is_not_capped():
    rules = HouseRules(lone_value=2, cap_at_lone_value=True)
    defender = {**RENEGE, "offender": 1, "lone_player": 0}
    assert score(Outcome(**defender), rules) == (4, 0)


def test_both_over_the_target_goes_to_the_higher_and_a_tie_goes_on():
    # Makers 0+2 make one point with a renege of their own: two points to the others.
    rules = HouseRules(renege_ends_hand=False)
    assert play_out([Outcome(**RENEGE)], rules, (9, 9)).winner == 1
    tied = play_out([Outcome(**RENEGE)], rules, (9, 8))
    assert (tied.score, tied.winner) == ((10, 10), None)


@pytest.mark.parametrize(("form", "needed"), [("single", 1), ("best_of_3", 2), ("best_of_5", 3)])
def test_match_needs_most_of_its_games(form, needed):
    sweep = Outcome(
        dealer=0,
        maker=1,
        contract=0,
        call_round=1,
        lone_player=1,
        maker_tricks=5,
        defender_tricks=0,
    )
    match = play_out([sweep] * 12, HouseRules(match_format=form, target_score=5))
    hands_needed = 2 * needed  # four points and four more make five
    assert [row.after_end for row in match.rows].index(True) == hands_needed
    assert match.games == (0, needed)
    assert match.winner == 1


def test_a_game_cannot_start_when_it_is_over():
    with pytest.raises(IllegalAction, match="10:3"):
        play_out([], DEFAULT, (10, 3))


@given(many_hands())
def test_totals_are_the_sum_of_what_counts(rules_and_hands):
    rules, outcomes = rules_and_hands
    game = play_out(outcomes, rules)
    counted = [row.points for row in game.rows if not row.after_end]
    n_sides = len(sides(rules))
    assert game.score == tuple(sum(points[side] for points in counted) for side in range(n_sides))
    best = max(game.score)
    decided = best >= rules.target_score and game.score.count(best) == 1
    assert game.winner == (game.score.index(best) if decided else None)
    for before, after in itertools.pairwise(row.score for row in game.rows):
        assert all(one <= other for one, other in zip(before, after, strict=True))


@pytest.mark.parametrize(
    "broken",
    [
        {"dealer": 0},
        {"dealer": 0, "maker": 1, "maker_tricks": 4, "defender_tricks": 2},
        {"dealer": 0, "maker": 1, "maker_tricks": -1, "defender_tricks": 5},
        {"dealer": 0, "maker": 1, "special": "renege"},
    ],
)
def test_outcomes_that_cannot_be_are_refused(broken):
    with pytest.raises(IllegalAction):
        score(Outcome(**broken), DEFAULT)


@pytest.mark.parametrize(
    ("preset", "found"),
    [
        ("standard", [0, 1, 0, 1]),
        ("two_hand", [0, 1]),
        ("three_hand", [0, 1, 2]),
        ("six_hand", [0, 1, 0, 1, 0, 1]),
    ],
)
def test_sides(preset, found):
    rules = HouseRules.preset(preset)
    assert [side_of(seat, rules) for seat in range(rules.players)] == found
    assert len(sides(rules)) == len(set(found))


def test_early_stop_goes_on_where_two_of_three_arrive_together() -> None:
    rules = HouseRules.preset("three_hand").replace(early_stop=True)
    euchred = Outcome(
        dealer=2, maker=0, contract=3, call_round=1, maker_tricks=0, defender_tricks=3
    )
    assert not ends_early(euchred, (0, 8, 8), rules)
    assert ends_early(euchred, (0, 9, 8), rules)

"""Scoring beyond the published vectors: what holds for every outcome and every rule."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_sim.errors import IllegalAction
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import Outcome, ends_early, guaranteed, play_out, score, side_of, sides

DEFAULT = HouseRules()
RULES = [
    *(HouseRules.preset(name) for name in HouseRules.preset_names()),
    HouseRules(super_euchre=True, lone_euchred_points=4, screw_dealer_penalty=3),
    HouseRules(lone_value=2, cap_at_lone_value=True, super_euchre=True, defend_alone=True),
    HouseRules(march_points=3, euchre_points=3, lone_euchred_points=3, defend_alone=True),
]


@st.composite
def whole_hands(draw):
    maker = draw(st.integers(0, 3))
    tricks = draw(st.integers(0, 5))
    return Outcome(
        dealer=draw(st.integers(0, 3)),
        maker=maker,
        contract=draw(st.integers(0, 3)),
        call_round=draw(st.integers(1, 2)),
        lone_player=draw(st.sampled_from([None, maker, (maker + 2) % 4])),
        lone_defender=draw(st.sampled_from([None, (maker + 1) % 4, (maker + 3) % 4])),
        maker_tricks=tricks,
        defender_tricks=5 - tricks,
    )


@given(whole_hands(), st.sampled_from(RULES))
def test_exactly_one_side_scores_and_it_is_the_right_one(outcome, rules):
    points = score(outcome, rules)
    assert sorted(points)[0] == 0 < sorted(points)[1]
    makers = outcome.maker % 2
    assert (points[makers] > 0) == (outcome.maker_tricks >= 3)


@given(whole_hands(), st.sampled_from(RULES))
def test_turning_the_table_turns_the_points(outcome, rules):
    def turn(seat):
        return None if seat is None else (seat + 1) % 4

    turned = Outcome(
        dealer=turn(outcome.dealer),
        maker=turn(outcome.maker),
        contract=outcome.contract,
        call_round=outcome.call_round,
        lone_player=turn(outcome.lone_player),
        lone_defender=turn(outcome.lone_defender),
        maker_tricks=outcome.maker_tricks,
        defender_tricks=outcome.defender_tricks,
    )
    assert score(turned, rules) == score(outcome, rules)[::-1]


@given(whole_hands(), st.sampled_from(RULES))
def test_cap_leaves_nothing_above_the_lone_value(outcome, rules):
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


@given(whole_hands(), st.sampled_from(RULES), st.integers(0, 5), st.integers(0, 5))
def test_guaranteed_is_what_the_worst_end_brings(outcome, rules, makers, defenders):
    if makers + defenders > 5:
        makers, defenders = makers // 2, defenders // 2
    common = {
        name: getattr(outcome, name)
        for name in ("dealer", "maker", "contract", "call_round", "lone_player", "lone_defender")
    }
    sofar = Outcome(**common, maker_tricks=makers, defender_tricks=defenders)
    ends = [
        score(Outcome(**common, maker_tricks=final, defender_tricks=5 - final), rules)
        for final in range(makers, 6 - defenders)
    ]
    assert guaranteed(sofar, rules) == tuple(min(side) for side in zip(*ends, strict=True))


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


@given(st.lists(whole_hands(), max_size=30), st.sampled_from(RULES))
def test_totals_are_the_sum_of_what_counts(outcomes, rules):
    game = play_out(outcomes, rules)
    counted = [row.points for row in game.rows if not row.after_end]
    assert game.score == tuple(sum(points[side] for points in counted) for side in (0, 1))
    assert (game.winner is None) == (max(game.score) < rules.target_score)
    for before, after in itertools.pairwise(row.score for row in game.rows):
        assert before[0] <= after[0]
        assert before[1] <= after[1]


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


def test_sides_of_four_players():
    assert [side_of(seat, DEFAULT) for seat in range(4)] == [0, 1, 0, 1]
    assert len(sides(DEFAULT)) == 2

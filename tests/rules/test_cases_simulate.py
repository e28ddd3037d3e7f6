"""Faults that other Euchre programs have had, as tests of what `simulate` counts."""

import numpy as np
import pytest

from euchre_sim.analysis.players import find_players
from euchre_sim.analysis.simulate import simulate
from euchre_sim.engine.batch import play_range
from euchre_sim.engine.layout import (
    O_LONE,
    O_MAKER,
    O_POINTS,
    O_ROUND,
    O_TRICKS,
    OUTCOME_SIZE,
    lower_rules,
)
from euchre_sim.rules import HouseRules

SEED = 21
WHO = "universe"


@pytest.fixture(scope="module")
def outcomes():
    """The outcome of the first 300,000 hands."""
    rules = HouseRules()
    players = find_players(WHO, rules)
    found = np.zeros((300_000, OUTCOME_SIZE), np.int8)
    play_range(
        lower_rules(rules), players.hooks, players.assign, players.params, np.uint64(SEED),
        np.uint64(0), len(found), found, np.zeros((0, 5), np.uint64), np.zeros(0, np.uint64),
    )  # fmt: skip
    return found


def counted_alone(outcomes, wanted):
    """Simulate one hand that ended as wanted; the counts of the seat that called."""
    hand = int(np.flatnonzero(wanted)[0])
    row = outcomes[hand]
    result = simulate(1, WHO, seed=SEED, first_hand=hand)
    position, call_round = row[O_MAKER] + 1, row[O_ROUND]
    for seat in result.summary.seat_rounds():
        if (seat.position, seat.round) == (position, call_round):
            return seat
    raise AssertionError


@pytest.mark.parametrize("call_round", [1, 2])
def test_case_14_three_tricks_are_made_and_no_march(outcomes, call_round):
    wanted = (outcomes[:, O_TRICKS] == 3) & (outcomes[:, O_ROUND] == call_round)
    seat = counted_alone(outcomes, wanted & (outcomes[:, O_LONE] < 0))
    assert (seat.calls, seat.made, seat.march, seat.lone_sweep, seat.euchred) == (1, 1, 0, 0, 0)
    assert (seat.ordered, seat.alone, seat.points_called.mean) == (1, 0, 1)


@pytest.mark.parametrize(
    ("tricks", "made", "march", "euchred", "points"),
    [(4, 1, 0, 0, 1), (5, 1, 1, 0, 2), (2, 0, 0, 1, -2)],
)
def test_case_14_other_numbers_of_tricks(outcomes, tricks, made, march, euchred, points):
    pairs = (outcomes[:, O_LONE] < 0) & (outcomes[:, O_MAKER] >= 0)
    seat = counted_alone(outcomes, pairs & (outcomes[:, O_TRICKS] == tricks))
    assert (seat.calls, seat.made, seat.march, seat.euchred) == (1, made, march, euchred)
    assert (seat.lone_sweep, seat.points_called.mean) == (0, points)


@pytest.mark.parametrize("call_round", [1, 2])
@pytest.mark.parametrize(
    ("tricks", "made", "sweep", "points"), [(3, 1, 0, 1), (5, 1, 1, 4), (2, 0, 0, -2)]
)
def test_case_16_alone_means_the_same_in_both_rounds(
    outcomes, call_round, tricks, made, sweep, points
):
    alone = (outcomes[:, O_LONE] >= 0) & (outcomes[:, O_ROUND] == call_round)
    seat = counted_alone(outcomes, alone & (outcomes[:, O_TRICKS] == tricks))
    assert (seat.calls, seat.ordered, seat.alone) == (1, 0, 1)
    assert (seat.made, seat.march, seat.lone_sweep) == (made, 0, sweep)
    assert (seat.euchred, seat.points_called.mean) == (1 - made, points)


@pytest.mark.parametrize("position", [1, 2, 3, 4])
@pytest.mark.parametrize("call_round", [1, 2])
def test_case_15_expectation_of_a_call_is_over_the_deals_with_that_call(
    outcomes, position, call_round
):
    summary = simulate(len(outcomes), WHO, seed=SEED).summary
    seat = summary.seat_rounds()[4 * (call_round - 1) + position - 1]
    called = (outcomes[:, O_MAKER] == position - 1) & (outcomes[:, O_ROUND] == call_round)
    points = outcomes[called, O_POINTS].astype(int)
    assert 0 < called.sum() < len(outcomes)
    assert seat.calls == called.sum()
    assert seat.points_called.mean == pytest.approx(points.mean())
    assert seat.points_called.se == pytest.approx(points.std(ddof=1) / called.sum() ** 0.5)
    shares = seat.as_dict()
    for name, tricks in (("made", points > 0), ("euchred", points < 0)):
        assert shares[f"{name}_share"]["mean"] == pytest.approx(tricks.mean())
    assert shares["calls_share"]["mean"] == pytest.approx(called.sum() / seat.turns)

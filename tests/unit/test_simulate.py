"""What `simulate` refuses and what its result can do."""

import pytest

import euchre_sim
from euchre_sim.analysis import tally
from euchre_sim.analysis.classes import class_weights
from euchre_sim.analysis.simulate import simulate
from euchre_sim.engine.layout import lower_rules, payoff_slot
from euchre_sim.rules import HouseRules


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"hands": 0}, "at least 1"),
        ({"hands": 1, "seed": -1}, "seeds are"),
        ({"hands": 1, "seed": 2**64}, "seeds are"),
        ({"hands": 1, "first_hand": -1}, "out of range"),
        ({"hands": 2, "first_hand": 2**62 - 1}, "out of range"),
        ({"hands": 1, "threads": 0}, "threads"),
        ({"hands": tally.MOST_HANDS + 1, "by_class": True}, "several runs"),
    ],
    ids=str,
)
def test_what_cannot_be_played(arguments, said):
    with pytest.raises(ValueError, match=said):
        simulate(**arguments)


def test_the_last_hand_of_a_seed_can_be_played():
    assert simulate(1, "universe", seed=2**64 - 1, first_hand=2**62 - 1).hands == 1


def test_sums_of_the_class_table_fit():
    likeliest = class_weights().max() / class_weights().sum()
    hands_of_a_class = tally.MOST_HANDS * likeliest
    assert (hands_of_a_class + 10 * hands_of_a_class**0.5) * 32**2 < 2**31
    for settings in ([], ["lone_value=6", "screw_dealer_penalty=2", "defend_alone=true"]):
        rules = HouseRules().with_settings(settings)
        payoffs = lower_rules(rules)[payoff_slot(0, 0, 0, 0) : payoff_slot(1, 1, 1, 5) + 1]
        assert abs(payoffs).max() <= 32


def test_points_fit_into_a_decision():
    assert tally.decision_amounts().size == tally.N_RESULTS * 256 * tally.N_FIELDS
    amounts = tally.decision_amounts().reshape(tally.N_RESULTS, 256, tally.N_FIELDS)
    for points in (-128, -4, 0, 1, 127):
        one = amounts[tally.CAME_TO_SWEEP, points + tally.POINTS_ZERO]
        assert one[tally.F_POINTS] == points
        assert one[tally.F_SQUARES] == points**2
        assert (one[tally.F_N], one[tally.F_MADE], one[tally.F_SWEEP]) == (1, 1, 1)
        assert one[tally.F_MARCH] == one[tally.F_EUCHRED] == 0


def test_progress_counts_up_to_the_end():
    seen = []
    simulate(60_000, "universe", progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 60_000


def test_a_failing_progress_callback_fails_the_run():
    def fail(done):
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        simulate(60_000, "universe", progress=fail)


def test_a_result_without_the_table_by_class_cannot_be_written(tmp_path):
    with pytest.raises(ValueError, match="by_class=True"):
        simulate(100, "universe").write(tmp_path)


def test_public_names():
    assert euchre_sim.simulate is simulate
    assert euchre_sim.merge_runs.__name__ == "merge_runs"

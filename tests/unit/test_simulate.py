"""What `simulate` refuses and what its result can do."""

from math import comb

import numpy as np
import pytest

import euchre_sim
from euchre_sim.analysis import tally
from euchre_sim.analysis.class_table import ACTIONS, TableLayout, layout_of
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
        ({"hands": 1, "log_hands": True}, "for results in a folder"),
    ],
    ids=str,
)
def test_what_cannot_be_played(arguments, said):
    with pytest.raises(ValueError, match=said):
        simulate(**arguments)


def test_the_last_hand_of_a_seed_can_be_played():
    assert simulate(1, "universe", seed=2**64 - 1, first_hand=2**62 - 1).hands == 1


def test_no_deal_is_worth_more_points_than_a_cell_counts():
    dear = ["lone_value=6", "screw_dealer_penalty=4", "screw_dealer_scope=any_dealer_call",
            "defend_alone=true", "defend_alone_needs_lone_maker=false", "march_points=3",
            "euchre_points=3", "lone_euchred_points=4", "super_euchre=true",
            "lone_defense_points=6", "lone_defense_all_points=6", "allow_no_trump=true",
            "no_trump_points=double", "allow_misere=true", "misere_points=6",
            "misere_fail_points=4"]  # fmt: skip
    rules = HouseRules().with_settings(dear)
    payoffs = lower_rules(rules)[payoff_slot(0, 0, 0, 0) : payoff_slot(1, 1, 1, 5, 2) + 1]
    assert 12 <= abs(payoffs).max() <= tally.POINTS_LIMIT


@pytest.mark.parametrize("preset", ["standard", "british", "hoyle_32"])
def test_sums_of_the_class_table_fit(preset):
    layout = layout_of(HouseRules.preset(preset))
    n_cards = layout.classes.n_ranks * 4 + layout.classes.joker
    # The likeliest class is eight of all deals.
    mean = layout.most_hands * 8 / (comb(n_cards, 5) * (n_cards - 5))
    assert mean + 9.9 * mean**0.5 <= tally.DEALS_OF_A_CELL
    assert layout.most_hands > 10**10


@pytest.mark.parametrize("result", range(tally.N_RESULTS))
@pytest.mark.parametrize("points", [-tally.POINTS_LIMIT, -4, 0, 1, tally.POINTS_LIMIT])
def test_a_full_cell_keeps_its_sums_apart(result, points):
    amounts = tally.decision_amounts().reshape(tally.N_RESULTS, 256, tally.N_WORDS)
    n = tally.DEALS_OF_A_CELL
    sums = tally.cell_sums(amounts[result, points + tally.POINTS_ZERO] * np.uint64(n))
    came_to = (tally.CAME_TO_MARCH, tally.CAME_TO_SWEEP, tally.CAME_TO_EUCHRE)
    assert sums == (n, *(n * (result == one) for one in came_to), n * points, n * points**2)


def test_tables_too_full_for_one_are_added_all_the_same(monkeypatch):
    first, second = (
        simulate(2_000, "random", seed=3, first_hand=first, by_class=True).classes
        for first in (0, 2_000)
    )
    whole = list((first + second).rows())
    monkeypatch.setattr(TableLayout, "most_hands", 3_000)
    apart = first + second
    assert apart.wide is not None
    twice = apart + apart
    for one, other, double in zip(whole, apart.rows(), twice.rows(), strict=True):
        assert {name: one[name].tolist() for name in one} == {
            name: other[name].tolist() for name in other
        }
        assert (double["points_squared"] == 2 * one["points_squared"]).all()


def test_only_what_the_rules_allow_has_a_place_in_the_table():
    def known(*settings, preset="standard"):
        layout = layout_of(HouseRules.preset(preset).with_settings(settings))
        assert sorted(layout.slots.values()) == list(range(layout.n_actions))
        return layout.n_actions, {ACTIONS[act].relation for act in layout.slots} - {None}

    suits = {"turned", "next", "crossing"}
    assert known() == (10, suits)
    assert known("turned_down_suit=open") == (12, suits)
    assert known("allow_misere=true") == (11, {*suits, "misere"})
    assert known("allow_no_trump=true", "allow_misere=true")[0] == 13
    assert known("allow_no_trump=true", "joker_in_no_trump=removed", preset="british")[0] == 10


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

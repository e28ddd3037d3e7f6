"""`simulate` against a recount in plain Python and against exact combinatorics."""

import numpy as np
import pytest
from scipy.stats import chisquare

from euchre_sim.analysis.class_table import ACTIONS
from euchre_sim.analysis.class_table import COUNTS as TABLE_COUNTS
from euchre_sim.analysis.classes import HandClasses
from euchre_sim.analysis.players import find_players
from euchre_sim.analysis.simulate import simulate
from euchre_sim.analysis.summary import FIELDS
from euchre_sim.analysis.trace import trace_hand
from euchre_sim.engine.layout import O_MAKER, O_POINTS
from euchre_sim.errors import IllegalAction
from euchre_sim.rules import HouseRules
from tests.statistical import recount

TABLES = [
    ("standard", (), "random"),
    ("standard", (), "universe,ohio,euchrestrategy,random"),
    ("standard", ("turned_down_suit=open", "stick_the_dealer=true"), "random"),
    ("standard", ("screw_dealer_penalty=1", "canadian_loner=true"), "random"),
    ("seed_sl", (), "random,universe,random,universe"),
    ("seed_nl", (), "random"),
    ("seed_da", ("need_trump_to_call=any_trump", "alone_allowed=false"), "random"),
]
CASES = pytest.mark.parametrize(
    ("preset", "settings", "strategies"),
    TABLES,
    ids=["-".join([preset, *settings, who]) for preset, settings, who in TABLES],
)
HANDS = 3_000
CLASSES = HandClasses()


@CASES
def test_summary_is_what_a_plain_recount_finds(preset, settings, strategies):
    rules = HouseRules.preset(preset).with_settings(settings)
    summary = simulate(HANDS, strategies, rules=rules, seed=5, first_hand=100).summary
    found = {
        (key.position, key.round, key.action, key.relation, key.alone): dict(
            zip(FIELDS, sums.tolist(), strict=True)
        )
        for key, sums in zip(summary.keys, summary.sums, strict=True)
        if key.position is not None and sums[0]
    }
    expected = recount.summary_of(strategies, rules, 5, 100, HANDS)
    assert found.keys() == expected.keys()
    for key, counts in expected.items():
        assert {name: found[key][name] for name in recount.COUNTS} == {
            name: counts[name] for name in recount.COUNTS
        }


@CASES
def test_class_table_is_what_a_plain_recount_finds(preset, settings, strategies):
    rules = HouseRules.preset(preset).with_settings(settings)
    result = simulate(HANDS, strategies, rules=rules, seed=5, first_hand=100, by_class=True)
    found = {}
    for columns in result.classes.rows():
        for i, act in enumerate(columns["act"]):
            one = ACTIONS[act]
            key = (
                columns["class"][i], columns["position"][i],
                one.round, one.action, one.suit, one.alone,
            )  # fmt: skip
            assert key not in found
            found[key] = {name: int(columns[name][i]) for name in TABLE_COUNTS}
    expected = recount.classes_of(strategies, rules, 5, 100, HANDS)
    assert found == {
        key: {name: counts[name] for name in TABLE_COUNTS} for key, counts in expected.items()
    }


def test_sides_and_deals_passed_out_are_what_a_plain_recount_finds():
    rules = HouseRules.preset("standard")
    strategies = "universe"
    rows = [row for row, _, _ in recount.played(strategies, rules, 9, 0, 20_000)]
    summary = simulate(20_000, strategies, seed=9).summary
    assert summary.passed_out == sum(row[O_MAKER] < 0 for row in rows) > 0
    dealers, others = summary.by_side()
    assert (dealers.positions, others.positions) == ((2, 4), (1, 3))
    for side, parity in ((dealers, 1), (others, 0)):
        own = [
            row[O_POINTS] if row[O_MAKER] % 2 == parity else -row[O_POINTS]
            for row in rows
        ]  # fmt: skip
        assert side.scored.mean == pytest.approx(sum(max(0, points) for points in own) / len(rows))
        assert side.net.mean == pytest.approx(sum(own) / len(rows))
        assert side.net.se == pytest.approx(np.std(own, ddof=1) / len(rows) ** 0.5)
        assert side.calls == sum(row[O_MAKER] >= 0 and row[O_MAKER] % 2 == parity for row in rows)


@pytest.fixture(scope="module")
def eldest_and_dealer():
    """How often each class was held by the first and the last to speak."""
    result = simulate(2_000_000, "universe", seed=11, by_class=True)
    held = np.zeros(CLASSES.n_classes, int)
    for columns in result.classes.rows():
        rounds = np.array([one.round for one in ACTIONS])[columns["act"]]
        first = (columns["position"] == 1) & (rounds == 1)
        np.add.at(held, columns["class"][first], columns["n"][first])
    return result.hands, held


def test_every_class_is_dealt_as_often_as_it_should_be(eldest_and_dealer):
    hands, held = eldest_and_dealer
    assert held.sum() == hands
    weights = CLASSES.weights.astype(float)
    statistic, p = chisquare(held, hands * weights / weights.sum())
    assert 1e-3 < p < 1 - 1e-3, f"chi-square {statistic:.0f} of {CLASSES.n_classes - 1}"


def test_trumps_are_dealt_as_often_as_they_should_be(eldest_and_dealer):
    hands, held = eldest_and_dealer
    weights, n_trump = CLASSES.weights.astype(float), CLASSES.features.n_trump
    expected = np.bincount(n_trump, weights) * hands / weights.sum()
    assert chisquare(np.bincount(n_trump, held), expected).pvalue > 1e-3


def test_misdeals_are_counted_by_themselves() -> None:
    rules = HouseRules(
        farmers_hand="swap_three_low", farmers_order="conflict_is_misdeal", stick_the_dealer=True
    )
    hands = 500
    summary = simulate(hands, "basic", rules=rules, seed=9).summary
    players, misdealt = find_players("basic", rules), 0
    for hand in range(hands):
        try:
            trace_hand(players, rules, 9, hand)
        except IllegalAction:
            misdealt += 1
    assert summary.misdealt == misdealt > 0
    assert summary.hands == hands
    assert summary.played == hands - misdealt
    first = summary.seat_rounds()[0]
    assert first.turns == summary.played
    assert summary.passed_out == 0  # a stuck dealer never passes
    assert summary.seat_rounds()[-1].passed == 0

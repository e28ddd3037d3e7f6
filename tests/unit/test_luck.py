"""Values of a recorded deal after each of its decisions."""

import dataclasses
import random

import pytest

from euchre_sim.analysis.deal_shares import Shares
from euchre_sim.analysis.equity import Equity, State
from euchre_sim.analysis.luck import deal_values
from euchre_sim.analysis.players import find_players
from euchre_sim.analysis.stakes import Stakes
from euchre_sim.analysis.trace import trace_hand
from euchre_sim.cards import CardSet
from euchre_sim.errors import IllegalAction
from euchre_sim.records import replay
from euchre_sim.rules import HouseRules
from tests.example_deals import FULL, LONE, ORDERED, deal, first_tricks, with_trick
from tests.positions import EVERYTHING, STANDARD
from tests.recorded import play_deal

STUCK = HouseRules(stick_the_dealer=True)
PUBLISHED = [45, 16, 5, 17, 12, 5]  # four equal players, NUMBERS.md


def net(record, rules):
    """What a deal brought the side of seat 0."""
    points = replay(record, rules).points
    return points[0] - points[1]


def points_of(record, rules, who="basic", **more):
    return [one.points for one in deal_values(record, rules, find_players(who, rules), **more)]


def at_score(us, them, record, rules=STANDARD):
    equity = Equity(rules, Shares.given(PUBLISHED, rules))
    return Stakes(equity, -(record.dealer + 1) % 4, us, them), equity


@pytest.mark.parametrize("rules", [STANDARD, STUCK, EVERYTHING])
def test_players_who_played_it_make_the_same_of_it_from_everywhere(rules):
    players = find_players("basic", rules)
    for hand in range(12):
        record = trace_hand(players, rules, 7, hand).record
        values = points_of(record, rules)
        assert len(values) == len(replay(record, rules).decisions) + 1
        assert set(values) == {net(record, rules)}


@pytest.mark.parametrize("rules", [STANDARD, STUCK, EVERYTHING])
def test_last_value_is_the_result_whatever_was_done(rules):
    draw, phases = random.Random(2), set()
    for _ in range(25):
        record = play_deal(rules, draw).record
        decisions = replay(record, rules).decisions
        values = points_of(record, rules)
        assert len(values) == len(decisions) + 1
        assert values[-1] == net(record, rules)
        phases |= {one.phase for one in decisions}
    assert phases >= {"call", "discard", "play"}
    assert rules is not EVERYTHING or phases >= {"alone", "defend"}


def test_a_deal_that_was_thrown_in_brings_nobody_anything():
    record = dataclasses.replace(FULL, calls=("Pass",) * 8, discard=None, tricks=())
    stakes, _ = at_score(9, 8, record)
    values = deal_values(record, STANDARD, find_players("basic", STANDARD), stakes=stakes)
    assert len(values) == 9
    assert values[-1] == (0, stakes.chance(0))
    assert values[0].points != 0  # basic calls with these cards


def test_value_changes_with_the_decision_that_was_another_than_the_players_one():
    players = find_players("basic", STANDARD)
    changed = 0
    for hand in range(30):
        record = trace_hand(players, STANDARD, 11, hand).record
        decisions = replay(record, STANDARD).decisions
        last = max((i for i, one in enumerate(decisions) if one.phase == "call"), default=0)
        if decisions[last].chosen != "Order":
            continue
        other = dataclasses.replace(
            record, calls=(*record.calls[:-1], "Pass"), tricks=(), discard=None
        )
        before, after = points_of(record, STANDARD)[0], points_of(other, STANDARD)
        assert set(after[:-1]) == {before}
        changed += after[-1] != before
    assert changed


def test_open_cards_are_averaged_over_the_layouts_that_fit():
    by_layout = []
    unseen = {*CardSet.from_mask(STANDARD.deck)} - {
        card for trick in ORDERED.tricks for card in trick
    }
    for discard in unseen:
        full = dataclasses.replace(ORDERED, discard=discard)
        by_layout.append(points_of(full, STANDARD))
    means = [sum(column) / 4 for column in zip(*by_layout, strict=True)]
    assert points_of(ORDERED, STANDARD) == means
    assert points_of(ORDERED, STANDARD)[-1] == net(ORDERED, STANDARD)
    few = points_of(ORDERED, STANDARD, worlds=1)
    assert few in by_layout


def test_partner_who_sat_out_may_have_had_anything():
    values = points_of(LONE, STANDARD, worlds=16)
    assert values[-1] == net(LONE, STANDARD) == 4
    assert values == points_of(LONE, STANDARD, worlds=16)


def test_a_record_that_stops_is_played_to_its_end():
    values = points_of(first_tricks(FULL, 2), STANDARD)
    assert len(values) == 2 + 1 + 8 + 1
    assert points_of(FULL, STANDARD)[: len(values)] == values
    assert (
        len(points_of(dataclasses.replace(FULL, calls=(), tricks=(), discard=None), STANDARD)) == 1
    )


def test_chance_to_win_is_that_of_the_score_that_each_result_makes():
    stakes, equity = at_score(9, 8, FULL)
    values = deal_values(FULL, STANDARD, find_players("basic", STANDARD), stakes=stakes)
    points = net(FULL, STANDARD)
    after = State(9, 8 - points, "us") if points < 0 else None
    expected = 1.0 if points > 0 else 0.0 if points <= -2 else equity.game(after).mean
    assert values[-1].win == pytest.approx(expected)
    for one in values:
        assert 0 <= one.win <= 1
        assert (one.win == 1) == (one.points > 0)


def test_score_of_the_other_side_is_refused():
    stakes = dataclasses.replace(at_score(9, 8, FULL)[0], seat=1 - at_score(9, 8, FULL)[0].seat % 2)
    with pytest.raises(IllegalAction, match="as the side of seat 0 sees it"):
        deal_values(FULL, STANDARD, find_players("basic", STANDARD), stakes=stakes)


@pytest.mark.parametrize(
    ("record", "rules"),
    [
        (with_trick(ORDERED, 2, "Kc Xx Jc Js"), STANDARD),
        (deal(3, "Xh", "Pass Pass Pass Pass s"), STANDARD),
        (FULL, HouseRules(farmers_hand="swap_three_low")),
    ],
)
def test_nothing_is_said_of_what_a_record_hides(record, rules):
    assert points_of(record, rules) == []

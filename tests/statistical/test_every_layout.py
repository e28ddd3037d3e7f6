"""`advise --exhaustive` against an enumeration of its own and against samples.

The enumeration deals with `itertools` and plays whole deals from the first call, the asker being a
player who does as he is told: no kernel of the answer has a part in it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from euchre_sim.analysis import weigh
from euchre_sim.analysis.advise import Asked, advise, asked_about
from euchre_sim.analysis.exhaustive import advise_exhaustively
from euchre_sim.analysis.layout_tree import Layouts
from euchre_sim.analysis.players import seat_players
from euchre_sim.cards import CardSet
from euchre_sim.engine import steps
from euchre_sim.engine.layout import (
    O_ERROR,
    O_MAKER,
    O_POINTS,
    O_ROUND,
    OUTCOME_SIZE,
)
from euchre_sim.rules import HouseRules
from euchre_sim.strategies import registry
from tests.differential.kernels import play_all_dealt
from tests.statistical.told_player import TOLD

Words = npt.NDArray[np.uint64]


def hands_below(left: list[int], n_hands: int) -> Iterator[list[int]]:
    """Yield all ways to deal so many hands out of the cards left."""
    if n_hands == 0:
        yield []
        return
    for hand in combinations(left, 5):
        rest = [card for card in left if card not in hand]
        for others in hands_below(rest, n_hands - 1):
            yield [sum(hand), *others]


def layouts_of(asked: Asked, seats: list[int], first: tuple[int, ...] | None) -> Words:
    """Return all deals; with `first` (places in the unseen cards) those of seats[0]'s one hand."""
    unseen = [1 << i for i in range(64) if asked.question.unseen >> i & 1]
    if first is None:
        hands = list(hands_below(unseen, len(seats)))
    else:
        hand = [unseen[i] for i in first]
        rest = [card for card in unseen if card not in hand]
        hands = [[sum(hand), *others] for others in hands_below(rest, len(seats) - 1)]
    dealt = np.zeros((len(hands), asked.rules.players + 1), np.uint64)
    dealt[:, seats] = np.array(hands, np.uint64)
    dealt[:, -1] = asked.question.upcard
    dealt[:, asked.question.seat] = asked.question.hand
    return dealt


def counted(asked: Asked, dealt: Words, row: Words) -> tuple[Counter[int], int]:
    """Play the deals, the asker told one action; those that fit by points, and the euchres."""
    question, rules = asked.question, asked.rules
    call, buried, declared = (int(word) for word in row)
    contract = (call.bit_length() - 2) // 2
    told = TOLD.with_parameters(
        call=call,
        round=question.call_round,
        buried=int(steps.to_contract(np.uint64(buried), contract)).bit_length(),
        declared=declared,
    )
    seated = [registry.get("basic")] * rules.players
    seated[question.seat] = told
    players = seat_players(seated, rules)
    outcomes = np.zeros((len(dealt), OUTCOME_SIZE), np.int64)
    play_all_dealt(
        question.rules, players.hooks, players.assign, players.params, 1, dealt, outcomes
    )
    assert not outcomes[:, O_ERROR].any()
    maker, call_round = outcomes[:, O_MAKER], outcomes[:, O_ROUND]
    before = (call_round < question.call_round) | (
        (call_round == question.call_round) & (maker < question.seat)
    )
    fits = (maker < 0) | ~before
    ours = (rules.teams[question.seat] >> np.maximum(maker, 0) & 1 == 1) & (maker >= 0)
    points = np.where(ours, outcomes[:, O_POINTS], -outcomes[:, O_POINTS])[fits]
    return Counter(points.tolist()), int(np.sum(ours[fits] & (points < 0)))


def ask(
    hand: str, up: str, seat: int, call_round: int, rules: HouseRules, strategies: str = "basic"
) -> Asked:
    return asked_about(hand, up, seat, call_round, rules, strategies, 0, None)


@pytest.mark.parametrize(
    "settings", [(), ("need_trump_to_call=any_trump",), ("allow_no_trump=true",)]
)
@pytest.mark.parametrize(("seat", "call_round"), [(1, 1), (2, 1), (1, 2), (2, 2)])
def test_two_players_every_layout(
    tmp_path: Path, settings: tuple[str, ...], seat: int, call_round: int
) -> None:
    rules = HouseRules.preset("two_hand").with_settings(
        (*settings, "stick_the_dealer=true", "dealer_pickup=optional")
    )
    hand, up = "JH 9H AH KS 9S", "TH"
    asked = ask(hand, up, seat, call_round, rules)
    layouts = layouts_of(asked, [2 - seat], None)
    assert len(layouts) == 8568  # C(18, 5)
    answer = advise_exhaustively(
        hand, up, seat, call_round=call_round, rules=rules, checkpoint=tmp_path / "done"
    )
    assert answer.deals == 8568
    for counts, value, row in zip(
        answer.counts, answer.actions, asked.question.actions, strict=True
    ):
        points, euchred = counted(asked, layouts, row)
        assert counts == points
        assert sum(counts.values()) == answer.accepted
        assert value.points.mean == pytest.approx(
            sum(got * count for got, count in points.items()) / answer.accepted
        )
        assert value.euchred == pytest.approx(euchred / answer.accepted)


# Rules and questions, and who is dealt out first: the first of the others that is no partner.
FRAGMENTS: dict[str, tuple[dict[str, Any], str, str, int, int]] = {
    "order from the first seat": ({}, "JH 9H AH KS 9S", "TH", 1, 1),
    "assist, the partner deals": ({}, "JH QH AH KS AC", "TH", 2, 1),
    "third seat": ({}, "JH QH AH KS AC", "TH", 3, 1),
    "the dealer": ({}, "JH QH AS KS AC", "TH", 4, 1),
    "round 2, first seat": ({}, "JD AD KH QH 9C", "9S", 1, 2),
    "round 2, stuck dealer": ({"stick_the_dealer": True}, "JD AD KH QH 9C", "9S", 4, 2),
    "the partner may leave the upcard": (
        {"dealer_pickup": "optional"},
        "JH QH AH KS AC",
        "TH",
        2,
        1,
    ),
    "the partner picks up for a loner": (
        {"lone_partner_is_dealer": "pickup_then_sit_out"},
        "JH QH AH KS AC",
        "TH",
        2,
        1,
    ),
    "alone is declared late": (
        {"alone_timing": "before_first_lead", "maker_partner_may_go_alone": True},
        "JH QH AH KS AC",
        "TH",
        1,
        1,
    ),
    "lone defenders": ({"defend_alone": True}, "JH QH AH KS AC", "TH", 3, 1),
    "a best card": ({"call_for_best": True}, "JH QH AH KS AC", "TH", 3, 1),
    "the Canadian rule": ({"canadian_loner": True}, "JH QH AH KS AC", "TH", 2, 1),
    "three players": (
        HouseRules.preset("three_hand").differences(),
        "JH QH AH KS AC",
        "TH",
        2,
        1,
    ),
}


@pytest.mark.parametrize("name", FRAGMENTS)
def test_all_layouts_of_one_hand_of_one_player(name: str) -> None:
    options, hand, up, seat, call_round = FRAGMENTS[name]
    rules = HouseRules(**options)
    asked = ask(hand, up, seat, call_round, rules)
    others = [one for one in range(rules.players) if one != seat - 1]
    mates = rules.teams[seat - 1]
    seats = sorted(others, key=lambda one: mates >> one & 1)
    # A hand of the first seat that passes in both rounds: choices come by their highest card.
    ordered = sorted(combinations(range(18), 5), key=lambda choice: choice[::-1])
    whole = Layouts(asked.question)
    number = next(k for k in range(4000, 8568) if whole.play((k, 1)).accepted > 1000)
    layouts = layouts_of(asked, seats, ordered[number])
    tally = whole.play((number, 1))
    assert len(layouts) == whole.layouts_of_a_choice
    for k, row in enumerate(asked.question.actions):
        points, euchred = counted(asked, layouts, row)
        histogram = {
            at - weigh.MAX_POINTS: count
            for at, count in enumerate(tally.histogram[k].tolist())
            if count
        }
        assert histogram == points
        assert tally.actions[k, weigh.T_EUCHRED] == euchred


def random_question(number: int) -> tuple[str, str, int, int]:
    """Return a hand, an upcard, a seat and a round of two players."""
    lots = random.Random(number)
    deck = list(CardSet.from_mask(HouseRules.preset("two_hand").deck))
    drawn = lots.sample(deck, 6)
    return " ".join(map(str, drawn[:5])), str(drawn[5]), lots.randint(1, 2), lots.randint(1, 2)


def test_samples_lie_around_the_exact_values_as_far_as_they_say(tmp_path: Path) -> None:
    inside, asked, squares = 0, 0, 0.0
    for number in range(150):
        hand, up, seat, call_round = random_question(number)
        exact = advise_exhaustively(
            hand,
            up,
            seat,
            call_round=call_round,
            rules="two_hand",
            checkpoint=tmp_path / f"{number}",
        )
        sample = advise(
            hand, up, seat, call_round=call_round, rules="two_hand", deals=2048, seed=number
        )
        assert [one.choice for one in exact.actions] == [one.choice for one in sample.actions]
        share, whole = sample.accepted / sample.deals, exact.accepted / exact.deals
        error = (whole * (1 - whole) / sample.deals) ** 0.5
        assert abs(share - whole) <= 4.5 * error
        k = number % len(exact.actions)  # one action a question: those of one question are alike
        told, true = sample.actions[k].points, exact.actions[k].points.mean
        if told.se == 0:
            continue
        asked += 1
        inside += told.lo <= true <= told.hi
        squares += ((told.mean - true) / told.se) ** 2
    # 95 % of the intervals hold the truth, give or take four standard deviations of a binomial.
    assert asked > 100
    assert abs(inside - 0.95 * asked) <= 4 * (asked * 0.95 * 0.05) ** 0.5
    # A sum of squared normal deviations has mean n and variance 2 n.
    assert abs(squares - asked) <= 5 * (2 * asked) ** 0.5


@pytest.mark.parametrize(
    "settings",
    [
        ("farmers_hand=swap_three_low",),
        ("farmers_hand=redeal_all_low",),
        ("two_hand_style=dummy2",),
        ("joker=true",),
        ("low_rank=7",),
    ],
    ids=lambda settings: settings[0],
)
def test_rules_beyond_the_plain_game_of_two(tmp_path: Path, settings: tuple[str, ...]) -> None:
    rules = HouseRules.preset("two_hand").with_settings(settings)
    for call_round in (1, 2):
        exact = advise_exhaustively(
            "JH 9H TD KS 9S",
            "TH",
            1,
            call_round=call_round,
            rules=rules,
            checkpoint=tmp_path / str(call_round),
        )
        sample = advise(
            "JH 9H TD KS 9S", "TH", 1, call_round=call_round, rules=rules, until_se=0.005
        )
        assert exact.unclaimed_farmers_hand == sample.unclaimed_farmers_hand
        assert exact.accepted / exact.deals == pytest.approx(
            sample.accepted / sample.deals, abs=0.02
        )
        for one, other in zip(exact.actions, sample.actions, strict=True):
            assert one.choice == other.choice
            assert abs(one.points.mean - other.points.mean) <= 4.5 * other.points.se


def test_three_extra_cards_each() -> None:
    rules = HouseRules.preset("two_hand").with_settings(
        ("two_hand_style=dummy3", "alone_allowed=true")
    )
    asked = ask("JH 9H AH KS 9S", "TH", 1, 1, rules)
    layouts = Layouts(asked.question)
    assert layouts.count == 8568 * 286 * 120  # C(18, 5) C(13, 3) C(10, 3)
    numbers = random.Random(3).sample(range(8568), 80)
    parts = [layouts.play((number, 1)) for number in numbers]
    sample = advise("JH 9H AH KS 9S", "TH", 1, rules=rules, until_se=0.005)
    for k, value in enumerate(sample.actions):
        means = np.array([part.points.means()[k] for part in parts])
        error = (means.var(ddof=1) / len(means) + value.points.se**2) ** 0.5
        assert abs(means.mean() - value.points.mean) <= 4.5 * error

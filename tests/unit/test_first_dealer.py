"""Chances to deal first, against the published numbers and the reference engine."""

from __future__ import annotations

from fractions import Fraction

import pytest

from euchre_sim.first_dealer import chances_by_card, chances_by_seat
from euchre_sim.rules import HouseRules
from tests.reference.first_dealer import chances_by_place, first_dealer_chances

METHODS = ("first_black_jack", "first_jack", "low_cut", "high_cut", "random", "seat")


def test_published_chances_of_the_first_black_jack() -> None:
    assert chances_by_card(HouseRules()) == tuple(Fraction(k, 276) for k in (78, 72, 66, 60))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_same_chances_as_the_reference(method: str, players: int) -> None:
    rules = HouseRules(
        players=players, low_rank=7, joker=True, first_dealer_method=method, first_dealer_seat=1
    )
    assert list(chances_by_seat(rules)) == first_dealer_chances(rules.as_dict())
    by_card = chances_by_card(rules)
    assert (by_card is None) == ("jack" not in method)
    if by_card is not None:
        assert list(by_card) == chances_by_place(rules.as_dict())
        assert sum(by_card) == 1

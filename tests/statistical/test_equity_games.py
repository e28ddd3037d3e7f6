"""Chances at a score against whole games that are played from there."""

import pytest

from benchmarks.equity_games import check
from euchre_sim.rules import HouseRules

SURE = 3.9  # standard errors: one in ten thousand seeds has a larger miss by luck


@pytest.mark.parametrize("strategy", ["basic", "trumps"])  # one looks at the score, one does not
def test_the_chain_has_the_chances_of_whole_games(strategy):
    checked = list(check(strategy, HouseRules(), games=8_000, hands=400_000, seed=11))
    assert [one.score for one in checked] == [(0, 0), (4, 2), (6, 9), (8, 8), (9, 6)]
    assert all(abs(one.z) < SURE for one in checked)
    assert all(one.chain.se < one.standard_error for one in checked)

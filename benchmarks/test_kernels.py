"""Speed of the kernels one by one, by pytest-benchmark: ``pytest benchmarks``."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from euchre_sim.analysis.advise import advise
from euchre_sim.analysis.players import find_players
from euchre_sim.engine import batch
from euchre_sim.engine.layout import OUTCOME_SIZE, lower_rules
from euchre_sim.rules import HouseRules

HANDS = 20_000


@pytest.mark.parametrize("strategy", ["basic", "ohio", "random"])
@pytest.mark.parametrize("preset", HouseRules.preset_names())
def test_complete_hands(benchmark: Any, strategy: str, preset: str) -> None:
    rules = HouseRules.preset(preset)
    players = find_players(strategy, rules)
    outcomes = np.zeros((HANDS, OUTCOME_SIZE), np.int8)
    fault = benchmark(
        batch.play_range, lower_rules(rules), players.hooks, players.assign, players.params,
        np.uint64(1), np.uint64(0), HANDS, outcomes, np.zeros((0, 5), np.uint64),
        np.zeros(0, np.uint64),
    )  # fmt: skip
    benchmark.extra_info["hands"] = HANDS
    assert fault < 0


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_one_question(benchmark: Any, seat: int) -> None:
    answer = benchmark(advise, "JH 9H AH KS 9S", "TH", seat, threads=1)
    assert answer.accepted > 0

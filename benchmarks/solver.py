"""Deals solved exactly a CPU-second, beside a plain alpha-beta in the same run.

    python -m benchmarks.solver [--seconds 10]

Random deals of 24 cards, a random suit as trump, the leader's tricks from 0 to 5; nothing is kept
from one deal to the next but the tables. *Plain* tries card after card with the same equivalent
cards, but without tables, sure trumps or whole tricks at once. The three take turns, slice by
slice, so that other load on the machine meets all of them.
"""

# The kernel here gets its types from numba's signatures, as in the engine itself.
# mypy: ignore-errors

from __future__ import annotations

import argparse
import time

import numpy as np

from euchre_sim.engine.contract import to_contract, trump_mask
from euchre_sim.engine.deal import deal
from euchre_sim.engine.jit import BYTES, I64, INTS, U64, entry
from euchre_sim.engine.layout import H_SIZE, R_HAND_SIZE, R_MATES, lower_rules
from euchre_sim.engine.memory import local_words, pointer
from euchre_sim.engine.rng import bounded, hand_key, word
from euchre_sim.rules import HouseRules
from euchre_sim.solver import tables
from euchre_sim.solver.batch import TRUMP_WORD, solve_range
from euchre_sim.solver.search import (
    P_ACTIVE,
    P_COUNTED,
    P_PAIRS,
    P_PLAYERS,
    P_RAISING,
    P_SEAT,
    P_TRUMPS,
    POSITION_SIZE,
    begin_trick,
    open_position,
    value_of,
)

U = np.uint64
SLICES = {"with tables": 4000, "without tables": 2000, "plain": 400}  # deals


@entry(None, INTS, U64, U64, I64, U64, BYTES)
def solve_plainly(rules, seed, first, count, tables, tricks):
    """As `solve_range`, but card by card to the end."""
    position = local_words(POSITION_SIZE)
    hands = local_words(H_SIZE)
    side = U(rules[R_MATES])
    for i in range(count):
        key = hand_key(seed, first + U(i))
        deal(pointer(rules), key, hands)
        trump = np.int64(bounded(word(key, TRUMP_WORD), 4))
        for seat in range(4):
            position[seat] = to_contract(hands[seat], trump)
        position[P_PLAYERS] = U(4)
        position[P_ACTIVE] = U(15)
        position[P_COUNTED] = side
        position[P_RAISING] = side
        position[P_TRUMPS] = trump_mask(trump)
        position[P_SEAT] = U(0)
        begin_trick(position)
        open_position(position)
        position[P_PAIRS] = U(0)
        tricks[i] = np.int8(value_of(position, 0, rules[R_HAND_SIZE]))


def main() -> None:
    """Run the workload."""
    parser = argparse.ArgumentParser(description="Deals solved per CPU-second.")
    parser.add_argument("--seconds", type=float, default=10.0, help="CPU-seconds in all")
    seconds = parser.parse_args().seconds
    rules = lower_rules(HouseRules())
    address = tables.tables_address()
    began = time.process_time()
    built = tables.Tables(None)
    took = time.process_time() - began
    size = sum(values.nbytes for values in built.values.values())
    print(f"tables of endings: {size / 1e6:.1f} MB, built in {took:.1f} CPU-seconds")

    ways = {
        "with tables": (solve_range, address),
        "without tables": (solve_range, 0),
        "plain": (solve_plainly, 0),
    }
    rates: dict[str, list[float]] = {name: [] for name in ways}
    same = [np.zeros(400, np.int8) for _ in ways]
    for (function, given), tricks in zip(ways.values(), same, strict=True):
        function(rules, 1, 0, len(tricks), given, tricks)
        assert (tricks == same[0]).all(), "the three do not agree"
    began = time.process_time()
    while time.process_time() - began < seconds:
        for name, (function, given) in ways.items():
            tricks = np.zeros(SLICES[name], np.int8)
            start = time.process_time()
            function(rules, 1, len(rates[name]) * len(tricks), len(tricks), given, tricks)
            rates[name].append(len(tricks) / (time.process_time() - start))
    print(f"{'deals per CPU-second':22} {'median':>9} {'10 %':>9} {'90 %':>9}   times plain")
    plain = np.median(rates["plain"])
    for name, found in rates.items():
        middle, low, high = np.quantile(found, (0.5, 0.1, 0.9))
        print(f"{name:22} {middle:9,.0f} {low:9,.0f} {high:9,.0f}   {middle / plain:.1f}")


if __name__ == "__main__":
    main()

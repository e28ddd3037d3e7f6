"""A fixed workload: hands per CPU-second, a signature of every decision, OpenSpiel beside it.

    python -m benchmarks [--seconds 3] [--strategy NAME ...] [--rules PRESET ...]

The signature is a checksum over every decision of the first hands of seed 1: it changes exactly
when a rule, a strategy, the dealing or the random words change.  Speed is the median over slices,
with the fastest and slowest tenth; CPU-seconds of this process, so that other load on the machine
counts less.  OpenSpiel's hands are its own C++ players choosing at random.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

from euchre_sim.analysis.players import find_players
from euchre_sim.engine import batch
from euchre_sim.engine.layout import LOG_SIZE, OUTCOME_SIZE, lower_rules
from euchre_sim.rules import HouseRules
from euchre_sim.strategies import registry

SLICE = 16_384
SIGNED = 16_384  # hands in the signature
SAME = ("standard", "seed_de", "seed_da", "seed_sk")  # nothing else is played than in another


def slices(work: Callable[[int], int], seconds: float) -> list[float]:
    """Hands per CPU-second of `work`, slice by slice, for about `seconds` in all."""
    rates: list[float] = []
    work(0)
    began = time.process_time()
    while time.process_time() - began < seconds:
        start = time.process_time()
        hands = work(len(rates))
        rates.append(hands / (time.process_time() - start))
    return sorted(rates)


def report(name: str, rates: list[float], signature: str = "") -> float:
    """Print one line; returns the median."""
    middle, low, high = (rates[int(q * (len(rates) - 1))] for q in (0.5, 0.1, 0.9))
    print(f"{name:28} {middle / 1e6:7.3f}  {low / 1e6:7.3f}  {high / 1e6:7.3f}   {signature}")
    return middle


def ours(name: str, rules: HouseRules) -> tuple[Callable[[int], int], str]:
    """Return the work of one slice with a strategy in all seats, and the signature."""
    lowered, players = lower_rules(rules), find_players(name, rules)
    outcomes = np.zeros((SLICE, OUTCOME_SIZE), np.int8)
    nothing = np.zeros((0, rules.players + 1), np.uint64)

    def play(first: int, count: int, log: np.ndarray) -> int:
        fault = batch.play_range(
            lowered, players.hooks, players.assign, players.params, np.uint64(1),
            np.uint64(first), count, outcomes, nothing, log,
        )  # fmt: skip
        assert fault < 0, f"{name} answered with an illegal action in hand {fault}"
        return count

    log = np.zeros(LOG_SIZE + 1, np.uint64)
    play(0, SIGNED, log)
    silent = np.zeros(0, np.uint64)
    return lambda k: play(k * SLICE, SLICE, silent), f"{int(log[LOG_SIZE]):016x}"


def openspiel() -> Callable[[int], int] | None:
    """Return the work of one slice of OpenSpiel's euchre with random players, if it is there."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("euchre")
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(4)]

    def play(k: int) -> int:
        hands = 500
        for i in range(hands):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, k * hands + i)
        return hands

    return play


def main() -> None:
    """Run the workload."""
    parser = argparse.ArgumentParser(description="Hands per CPU-second.")
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU-seconds a line")
    parser.add_argument("--strategy", action="append", help="a strategy; may be repeated")
    parser.add_argument(
        "--rules", action="append", help="a preset that basic plays; may be repeated, or 'none'"
    )
    options = parser.parse_args()
    print(f"{'complete hands, one thread':28} {'million hands per CPU-second':27}   signature")
    print(f"{'':28} {'median':>7}  {'10 %':>7}  {'90 %':>7}")
    medians = {}
    for name in options.strategy or registry.names():
        work, signature = ours(name, HouseRules())
        medians[name] = report(name, slices(work, options.seconds), signature)
    for preset in options.rules or [name for name in HouseRules.preset_names() if name not in SAME]:
        if preset != "none":
            work, signature = ours("basic", HouseRules.preset(preset))
            report(f"basic, {preset}", slices(work, options.seconds), signature)
    theirs = openspiel()
    if theirs is None:
        print("OpenSpiel is not installed (pip install open_spiel), so it is not compared")
        return
    rate = report("OpenSpiel, random players", slices(theirs, options.seconds))
    if "random" in medians:
        print(f"random players here: {medians['random'] / rate:.1f} times OpenSpiel's")


if __name__ == "__main__":
    main()

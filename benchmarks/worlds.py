"""Worlds per CPU-second, and what must be done before the first: ``python -m benchmarks.worlds``.

A seat's own five cards and the upcard leave 18 of 24 in three hands and the kitty; some hands have
shown that they are out of a suit.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from euchre_sim.engine.jit import U64, VECTOR, WORDS_2D, entry
from euchre_sim.engine.memory import pointer
from euchre_sim.inference import ways
from euchre_sim.inference.workspace import workspace
from euchre_sim.inference.worlds import draw_world

SECONDS = 0.5
BATCH = 20_000
SUITS = (0x3F, 0x3F << 6, 0x3F << 12)
POOL = sum(SUITS)
# Voids of the three hands: none, of one, of two, of three.
VOIDS = ((0, 0, 0), (SUITS[0], 0, 0), (SUITS[0], SUITS[1], 0), SUITS)


@entry(U64, VECTOR, U64, VECTOR, VECTOR, U64)
def prepare_often(work, pool, needs, allowed, times):  # type: ignore[no-untyped-def]
    """Prepare the same question again and again."""
    total = np.uint64(0)
    for _ in range(times):
        total += ways.prepare(pointer(work), pool, needs.shape[0], pointer(needs), pointer(allowed))
    return total


@entry(None, VECTOR, U64, WORDS_2D)
def draw_many(work, key, out):  # type: ignore[no-untyped-def]
    """Draw worlds one behind the other into the same few rows, as a searching player would."""
    for i in range(out.shape[0]):
        draw_world(pointer(work), key, np.uint64(i), pointer(out[i & 31]))


def rate(work: Callable[[], object]) -> float:
    """Batches per CPU-second."""
    work()
    began, batches = time.process_time(), 0
    while time.process_time() - began < SECONDS:
        work()
        batches += 1
    return batches / (time.process_time() - began)


def report(name: str, pool: int, needs: list[int], allowed: list[int]) -> None:
    """Print one line."""
    work = workspace()
    given = np.array(needs, np.uint64), np.array(allowed, np.uint64)
    count = prepare_often(work, pool, *given, 1)
    assert 0 < count < 1 << 63
    prepared = 1e6 / (1000 * rate(lambda: prepare_often(work, pool, *given, 1000)))
    out = np.zeros((BATCH, len(needs)), np.uint64)
    drawn = BATCH * rate(lambda: draw_many(work, 1, out)) / 1e6
    print(f"{name:34} {count:>14,} {prepared:9.2f} {drawn:9.2f}")


def main() -> None:
    """Run the workload."""
    print(f"{'':34} {'layouts':>14} {'prepare,':>9} {'million worlds':>15}")
    print(f"{'':34} {'':14} {'us':>9} {'per CPU-s':>9}")
    for voids in VOIDS:
        allowed = [*(POOL ^ void for void in voids), POOL]
        n = sum(void > 0 for void in voids)
        report(f"18 cards, {n} hands with a void", POOL, [5, 5, 5, 3], allowed)
    up, hidden = 1 << 20, POOL
    pool = up | hidden
    allowed = [hidden, hidden, pool, pool, hidden]
    report("the dealer picked up", pool, [5, 5, 5, 1, 3], allowed)
    allowed = [hidden ^ SUITS[0], hidden ^ SUITS[1], pool ^ SUITS[2], pool, hidden]
    report("and three hands with a void", pool, [5, 5, 5, 1, 3], allowed)


if __name__ == "__main__":
    main()

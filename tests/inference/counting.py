"""Layouts listed and counted from their definition alone, slowly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

Layout = tuple[int, ...]


@dataclass(frozen=True)
class Question:
    """What is asked: unseen cards, and what every place needs and may hold."""

    pool: int
    needs: tuple[int, ...]
    allowed: tuple[int, ...]


def members(mask: int) -> list[int]:
    """Return the cards of a mask, each as a mask."""
    return [1 << i for i in range(64) if mask >> i & 1]


def list_layouts(pool: int, needs: Sequence[int], allowed: Sequence[int]) -> Iterator[Layout]:
    """Yield every layout: all hands of the first place, then all of the others."""
    if not needs:
        if pool == 0:
            yield ()
        return
    for cards in combinations(members(pool & allowed[0]), needs[0]):
        hand = sum(cards)
        for others in list_layouts(pool ^ hand, needs[1:], allowed[1:]):
            yield (hand, *others)


def count_layouts(question: Question) -> int:
    """Count the layouts card by card: each goes to a place that may hold it and has room."""
    ways = Counter({question.needs: 1})
    for card in members(question.pool):
        after: Counter[tuple[int, ...]] = Counter()
        for room, number in ways.items():
            for place, mask in enumerate(question.allowed):
                if mask & card and room[place]:
                    left = (*room[:place], room[place] - 1, *room[place + 1 :])
                    after[left] += number
        ways = after
    return ways[(0,) * len(question.needs)]


def fits(question: Question, world: Sequence[int]) -> bool:
    """Whether every place has what it needs out of what it may hold, and every card one place."""
    return (
        [hand.bit_count() for hand in world] == list(question.needs)
        and all(hand & ~mask == 0 for hand, mask in zip(world, question.allowed, strict=True))
        and sum(world) == question.pool
        and sum(hand.bit_count() for hand in world) == question.pool.bit_count()
    )


def dealt_question(random: Random, sizes: Sequence[int], suit_size: int, voids: float) -> Question:
    """Deal cards at random and ask what is known once some voids have shown.

    Cards come from four suits of `suit_size`; every place that lacks a suit has shown it with
    chance `voids`.  So at least one layout fits.
    """
    deck = [1 << (16 * suit + rank) for suit in range(4) for rank in range(suit_size)]
    cards = random.sample(deck, sum(sizes))
    pool, allowed, at = sum(cards), [], 0
    for size in sizes:
        held = sum(cards[at : at + size])
        at += size
        mask = pool
        for suit in range(4):
            lane = 0xFFFF << (16 * suit)
            if not held & lane and random.random() < voids:
                mask &= ~lane
        allowed.append(mask)
    return Question(pool, tuple(sizes), tuple(allowed))


def with_upcard(question: Question, holders: Sequence[int]) -> Question:
    """Add an upcard (bit 63) that one of two places holds, the last of which needs a card more."""
    up = 1 << 63
    needs = list(question.needs)
    needs[holders[-1]] += 1
    allowed = [
        mask | up if place in holders else mask for place, mask in enumerate(question.allowed)
    ]
    return Question(question.pool | up, tuple(needs), tuple(allowed))

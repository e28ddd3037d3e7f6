"""Random words and the shuffle, word by word, against exact arithmetic in Python."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest

from tests.differential.kernels import (
    bounded_word,
    key_of_hand,
    random_word,
    shuffle_with,
    word_of_decision,
)

WORD = 2**64
GOLDEN = 0x9E3779B97F4A7C15
DRAWS = 7  # bounded numbers out of one word
BLOCK = 16  # words between one attempt and the next


def test_words_are_those_of_splitmix64() -> None:
    # The published first outputs for the seed 1234567.
    assert [int(random_word(1234567, index)) for index in range(1, 6)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def undo_xor_shift(value: int, by: int) -> int:
    """The x with ``x ^ (x >> by) == value``."""
    x = value
    for _ in range(64 // by + 1):
        x = value ^ (x >> by)
    return x


def key_with_word(index: int, value: int) -> int:
    """The key whose word number `index` is `value`: the mixing of words runs backwards."""
    x = undo_xor_shift(value, 31)
    x = x * pow(0x94D049BB133111EB, -1, WORD) % WORD
    x = undo_xor_shift(x, 27)
    x = x * pow(0xBF58476D1CE4E5B9, -1, WORD) % WORD
    key = (undo_xor_shift(x, 30) - index * GOLDEN) % WORD
    assert random_word(key, index) == value
    return key


def shuffle_slowly(n_cards: int, n_drawn: int, key: int) -> tuple[list[int], int]:
    """The order after the shuffle, and the number of attempts it took.

    One word makes up to seven draws: as a fraction of 2**64 it is written in the mixed base of
    their ranges, and it is rejected where its leftover falls into the part that would make some
    draws likelier than others.
    """
    cards = list(range(n_cards))
    for attempt in range(64):
        rejected = False
        for block, start in enumerate(range(0, n_drawn, DRAWS)):
            ranges = [n_cards - at for at in range(start, min(start + DRAWS, n_drawn))]
            fraction = int(random_word(key, BLOCK * attempt + block))
            leftover = fraction * prod(ranges) % WORD
            for at, size in enumerate(ranges, start):
                step, fraction = divmod(fraction * size, WORD)
                cards[at], cards[at + step] = cards[at + step], cards[at]
            rejected = leftover < WORD % prod(ranges)
            if rejected:
                break
        if not rejected:
            return cards, attempt + 1
    raise AssertionError("no attempt was accepted")


def shuffle_fast(n_cards: int, n_drawn: int, key: int) -> list[int]:
    """The order after the engine's shuffle."""
    cards = np.arange(n_cards, dtype=np.uint64)
    shuffle_with(cards, n_drawn, key)
    order: list[int] = cards.tolist()
    return order


@pytest.mark.parametrize(("n_cards", "n_drawn"), [(24, 21), (18, 15), (19, 16), (33, 21), (52, 26)])
def test_shuffle_follows_the_arithmetic(n_cards: int, n_drawn: int) -> None:
    for hand in range(200):
        key = int(key_of_hand(1, hand))
        assert (shuffle_fast(n_cards, n_drawn, key), 1) == shuffle_slowly(n_cards, n_drawn, key)


@pytest.mark.parametrize("block", [0, 1, 2])
def test_shuffle_starts_over_where_a_word_is_rejected(block: int) -> None:
    key = key_with_word(block, 0)
    expected, attempts = shuffle_slowly(24, 21, key)
    assert attempts == 2
    assert shuffle_fast(24, 21, key) == expected
    assert sorted(expected) == list(range(24))


@pytest.mark.parametrize("block", [0, 1, 2])
def test_shuffle_rejects_exactly_the_biased_words(block: int) -> None:
    size = prod(range(24 - DRAWS * block, 17 - DRAWS * block, -1))
    unit = size & -size  # all leftovers are multiples of it
    biased = WORD % size
    for leftover, expected_attempts in ((biased - unit, 2), (biased, 1)):
        odd_part = pow(size // unit, -1, WORD)
        value = leftover // unit * odd_part % (WORD // unit)
        assert value * size % WORD == leftover
        key = key_with_word(block, value)
        expected, attempts = shuffle_slowly(24, 21, key)
        assert attempts == expected_attempts
        assert shuffle_fast(24, 21, key) == expected


def test_bounded_words_are_the_upper_half_of_the_product() -> None:
    for value in (0, 1, WORD // 3, WORD // 2, WORD - 1):
        for n in (1, 3, 4, 6):
            assert bounded_word(value, n) == value * n // WORD


def test_hands_and_decisions_have_words_of_their_own() -> None:
    keys = {int(key_of_hand(seed, hand)) for seed in range(50) for hand in range(500)}
    assert len(keys) == 50 * 500
    key = int(key_of_hand(3, 4))
    decisions = [int(word_of_decision(key, seat, step)) for seat in range(6) for step in range(14)]
    of_deal = [int(random_word(key, index)) for index in range(1 << 13)]
    assert len({*decisions, *of_deal}) == len(decisions) + len(of_deal)

"""Random words and the deals made of them, word by word, against exact arithmetic in Python."""

from __future__ import annotations

from itertools import combinations
from math import comb, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_sim.cards import CardSet
from euchre_sim.engine.layout import R_N_HIDDEN, lower_rules
from euchre_sim.engine.subsets import choices, numbers_of_choices
from euchre_sim.rules import HouseRules, house_rules
from tests.differential.kernels import (
    bounded_word,
    deal_around,
    key_of_hand,
    random_word,
    spread,
    spread_bit_by_bit,
    word_of_decision,
)
from tests.differential.log import bits

WORD = 2**64
GOLDEN = 0x9E3779B97F4A7C15
HANDS_PER_WORD = 3
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


def choice(cards: list[int], size: int, number: int) -> list[int]:
    """Choice number `number` of `size` of some cards, in colexicographic order."""
    chosen = []
    for k in range(size, 0, -1):
        at = max(c for c in range(len(cards)) if comb(c, k) <= number)
        number -= comb(at, k)
        chosen.append(cards[at])
    return chosen


class Draws:
    """Numbers drawn out of one word, as a fraction of 2**64 written in the mixed base of ranges.

    A word is one too many where its leftover falls into the part that would make some draws
    likelier than others.
    """

    def __init__(self, key: int, index: int) -> None:
        self.word = self.fraction = int(random_word(key, index))
        self.product = 1

    def draw(self, n: int) -> int:
        step, self.fraction = divmod(self.fraction * n, WORD)
        self.product *= n
        return step

    @property
    def rejected(self) -> bool:
        return self.word * self.product % WORD < WORD % self.product


def deal_slowly(rules: HouseRules, key: int) -> tuple[list[set[int]], int, list[int], int]:
    """Hands, upcard and hidden cards as places in the deck, and the number of attempts it took."""
    n_hidden = int(lower_rules(rules)[R_N_HIDDEN])
    for attempt in range(1000):
        left = list(range(rules.deck.bit_count()))
        words = [Draws(key, BLOCK * attempt)]
        upcard = left.pop(words[0].draw(len(left)))
        hands = []
        for seat in range(rules.players):
            if seat == HANDS_PER_WORD:
                words.append(Draws(key, BLOCK * attempt + 1))
            number = words[-1].draw(comb(len(left), rules.hand_size))
            hands.append(set(choice(left, rules.hand_size, number)))
            left = [card for card in left if card not in hands[-1]]
        words.append(Draws(key, BLOCK * attempt + len(words) - 1 + BLOCK - 1))
        hidden = [left.pop(words[-1].draw(len(left))) for _ in range(n_hidden)]
        is_joker = rules.joker and upcard == rules.deck.bit_count() - 1
        again = is_joker and rules.joker_upcard_rule == "redeal"
        if not again and not any(word.rejected for word in words):
            return hands, upcard, hidden, attempt + 1
    raise AssertionError("no attempt was accepted")


def deal_fast(rules: HouseRules, key: int) -> tuple[list[set[int]], int, list[int]]:
    """The engine's deal in the same form."""
    n_hidden = int(lower_rules(rules)[R_N_HIDDEN])
    dealt = np.zeros(rules.players + n_hidden, np.uint64)
    lowered = lower_rules(rules)
    upcard = deal_around(
        lowered, np.uint64(key), np.uint64(rules.deck), -1, np.uint64(0), np.uint64(0), dealt
    )
    place = {card.bit: at for at, card in enumerate(CardSet.from_mask(rules.deck))}
    sets = [{place[bit] for bit in bits(int(mask))} for mask in dealt]
    hidden = [place for cards in sets[rules.players :] for place in cards]
    return sets[: rules.players], place[int(upcard)], hidden


RULES = {
    "standard": HouseRules(),
    "joker redealt": HouseRules(joker=True, joker_upcard_rule="redeal"),
    "six players, 33 cards": HouseRules(
        players=6, low_rank=7, joker=True, joker_upcard_rule="fixed_suit"
    ),
    "two players": house_rules("two_hand").replace(two_hand_style="dummy3"),
    "a farmer's three": HouseRules(farmers_hand="swap_three_low"),
}


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_deal_follows_the_arithmetic(rules: HouseRules) -> None:
    attempts = set()
    for hand in range(100):
        key = int(key_of_hand(1, hand))
        *expected, tries = deal_slowly(rules, key)
        assert deal_fast(rules, key) == tuple(expected)
        attempts.add(tries)
    assert attempts == ({1, 2} if rules.joker_upcard_rule == "redeal" and rules.joker else {1})


@pytest.mark.parametrize("index", [0, 1])
def test_deal_starts_over_where_a_word_is_rejected(index: int) -> None:
    key = key_with_word(index, 0)
    *expected, attempts = deal_slowly(HouseRules(), key)
    assert attempts == 2
    assert deal_fast(HouseRules(), key) == tuple(expected)


RANGES = ((24, comb(23, 5), comb(18, 5), comb(13, 5)), (comb(8, 5),))  # by word


@pytest.mark.parametrize("index", [0, 1])
def test_deal_rejects_exactly_the_biased_words(index: int) -> None:
    size = prod(RANGES[index])
    unit = size & -size  # all leftovers are multiples of it
    biased = WORD % size
    for leftover, expected_attempts in ((biased - unit, 2), (biased, 1)):
        odd_part = pow(size // unit, -1, WORD)
        value = leftover // unit * odd_part % (WORD // unit)
        assert value * size % WORD == leftover
        key = key_with_word(index, value)
        *expected, attempts = deal_slowly(HouseRules(), key)
        assert attempts == expected_attempts
        assert deal_fast(HouseRules(), key) == tuple(expected)


@pytest.mark.parametrize(("n", "k"), [(23, 5), (9, 5), (5, 5), (7, 0), (4, 5), (24, 2)])
def test_choices_are_all_there_are_in_order(n: int, k: int) -> None:
    masks = sorted(sum(1 << card for card in chosen) for chosen in combinations(range(n), k))
    assert choices(n, k).tolist() == masks


def test_numbers_of_choices_are_the_binomials() -> None:
    assert numbers_of_choices(5)[23] == 33_649
    assert [len(choices(n, 3)) for n in range(12)] == numbers_of_choices(3)[:12]


@settings(deadline=None)  # the first example waits for the compiler
@given(st.integers(0, WORD - 1), st.integers(0, WORD - 1))
def test_bits_are_laid_over_a_mask_lowest_first(x: int, mask: int) -> None:
    places = [place for place in range(64) if mask >> place & 1]
    expected = sum(1 << place for i, place in enumerate(places) if x >> i & 1)
    assert int(spread(np.uint64(x), np.uint64(mask))) == expected
    assert int(spread_bit_by_bit(np.uint64(x), np.uint64(mask))) == expected


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

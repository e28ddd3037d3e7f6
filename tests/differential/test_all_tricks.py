"""Every trick and every answer to a lead, under every trump, against the reference engine."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
import pytest

from euchre_sim.cards import Suit
from tests.differential.kernels import legal_from_hands, win_all_tricks
from tests.differential.log import DECK
from tests.reference import legal_cards, power, suit_of, trick_winner

NAMES = [str(card) for card in DECK]
BITS = np.array([card.bit for card in DECK], np.uint64)


@pytest.fixture(scope="module")
def tricks() -> np.ndarray:
    """All ordered tricks of four different cards, as numbers of cards."""
    ordered = np.array(list(permutations(range(len(DECK)), 4)), np.int8)
    assert len(ordered) == 24 * 23 * 22 * 21
    return ordered


@pytest.mark.parametrize("trump", Suit)
def test_winner_of_every_trick_of_four_cards(trump: Suit, tricks: np.ndarray) -> None:
    winners = np.full(len(tricks), -1, np.int8)
    win_all_tricks(BITS, int(trump), winners)

    letter = trump.letter
    by_lead = [[power(card, letter, suit_of(lead, letter)) for card in NAMES] for lead in NAMES]
    powers = np.array(by_lead)[tricks[:, :1], tricks]
    expected = powers.argmax(axis=1)
    assert ((powers == powers.max(axis=1, keepdims=True)).sum(axis=1) == 1).all(), "one winner"
    wrong = np.flatnonzero(winners != expected)
    assert not len(wrong), f"{len(wrong)} tricks, first {[NAMES[i] for i in tricks[wrong[0]]]}"

    # The table above is only the reference engine's own trick_winner, written out.
    for row in range(0, len(tricks), 997):
        played = [(seat, NAMES[card]) for seat, card in enumerate(tricks[row])]
        assert winners[row] == trick_winner(played, letter)


@pytest.fixture(scope="module")
def hands() -> np.ndarray:
    """All hands of one to five cards."""
    masks = [
        sum(card.bit for card in chosen) for n in range(1, 6) for chosen in combinations(DECK, n)
    ]
    assert len(masks) == 24 + 276 + 2_024 + 10_626 + 42_504
    return np.array(masks, np.uint64)


@pytest.mark.parametrize("trump", Suit)
def test_legal_cards_of_every_hand_after_every_lead(trump: Suit, hands: np.ndarray) -> None:
    letter = trump.letter
    legal = np.empty_like(hands)
    for lead in DECK:
        legal_from_hands(hands, lead.bit, int(trump), legal)
        following = legal_cards(set(NAMES), str(lead), letter)
        mask = np.uint64(sum(card.bit for card in DECK if str(card) in following))
        follow = hands & mask
        wrong = np.flatnonzero(legal != np.where(follow != 0, follow, hands))
        assert not len(wrong), f"{lead} led: {len(wrong)} hands, first {hands[wrong[0]]:#x}"

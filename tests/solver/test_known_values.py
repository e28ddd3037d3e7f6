"""Values of play with all cards face up that an independent solver found over a million deals."""

from __future__ import annotations

import random

import numpy as np
import pytest

from euchre_sim.cards import CardSet, deck_mask, parse_card, parse_cards
from euchre_sim.engine.layout import lower_rules
from euchre_sim.rules import HouseRules
from euchre_sim.solver.batch import solve_range
from euchre_sim.solver.tables import tables_address
from tests.solver import kernels

# Shares of deals in which the leader's side takes 0 to 5 tricks, random trump and no upcard.
LEADERS_TRICKS = (0.07319, 0.15366, 0.20592, 0.21702, 0.19801, 0.15219)
REFERENCE_DEALS = 1_000_000

EVERYBODY, EVENS, ODDS = 0b1111, 0b0101, 0b1010
DEALER = 3


def deals_around(hands: dict[int, str], upcard: str, n: int, seed: int) -> np.ndarray:
    """Random hands for the other positions, a row a deal; the upcard is nobody's."""
    held = {seat: CardSet(parse_cards(text)).mask for seat, text in hands.items()}
    left = deck_mask() & ~parse_card(upcard).bit & ~sum(held.values())
    unseen = np.array([card.bit for card in CardSet.from_mask(left)], np.uint64)
    order = np.random.default_rng(seed).permuted(np.tile(unseen, (n, 1)), axis=1)
    dealt = np.zeros((n, 4), np.uint64)
    at = 0
    for seat in range(4):
        if seat in held:
            dealt[:, seat] = held[seat]
        else:
            dealt[:, seat] = np.bitwise_or.reduce(order[:, at : at + 5], axis=1)
            at += 5
    return dealt


def dealers_tricks(dealt: np.ndarray, upcard: str, active: int = EVERYBODY, leader: int = 0):
    """Tricks of the dealer's side after his best discard, never the upcard itself."""
    card = parse_card(upcard)
    best = np.full(len(dealt), -1, np.int8)
    tricks = np.zeros(len(dealt), np.int8)
    hand = dealt[:, DEALER].copy()
    for _ in range(5):
        lowest = hand & (~hand + np.uint64(1))
        hand ^= lowest
        picked_up = dealt.copy()
        picked_up[:, DEALER] ^= lowest | np.uint64(card.bit)
        kernels.solve_worlds(
            picked_up, int(card.suit), active, ODDS, leader, tables_address(), tricks
        )
        best = np.maximum(best, tricks)
    return best


def estimate(values: np.ndarray) -> tuple[float, float]:
    return float(values.mean()), float(values.std() / len(values) ** 0.5)


def test_leaders_tricks_in_random_deals():
    n = 50_000
    tricks = np.zeros(n, np.int8)
    solve_range(lower_rules(HouseRules()), 3, 0, n, tables_address(), tricks)
    shares = np.bincount(tricks, minlength=6) / n
    for share, known in zip(shares, LEADERS_TRICKS, strict=True):
        error = (known * (1 - known) * (1 / n + 1 / REFERENCE_DEALS)) ** 0.5
        assert abs(share - known) < 4 * error


# By force, the dealer discards what is best; shares of deals in which his side makes it, and
# takes all five; points for it if it called, and for the others if they did.
@pytest.mark.parametrize(
    ("upcard", "made", "march", "own", "theirs"),
    [
        ("9H", 0.6141, 0.1609, 0.003, -0.753),
        ("KH", 0.6330, 0.1698, 0.069, -0.817),
        ("JH", 0.7960, 0.2614, 0.649, -1.388),
    ],
)
def test_ordered_up_by_force(upcard, made, march, own, theirs):
    n = 20_000
    tricks = dealers_tricks(deals_around({}, upcard, n, seed=5), upcard)
    called = np.array([-2, -2, -2, 1, 1, 2])
    for values, known, error in (
        (tricks >= 3, made, 0.0005),
        (tricks == 5, march, 0.0005),
        (called[tricks], own, 0.004),
        (called[5 - tricks], theirs, 0.004),
    ):
        mean, own_error = estimate(values)
        assert abs(mean - known) < 4 * (own_error**2 + error**2) ** 0.5


def points_of_caller(hand: str, seat: int, alone: bool = False) -> tuple[float, float]:
    """Points of a defender of the dealer who orders the ace of spades up, over random deals.

    The dealer discards what is best for him in that very deal; all play perfectly.
    """
    n = 20_000
    dealt = deals_around({seat: hand}, "AS", n, seed=seat)
    partner = seat ^ 2
    active = EVERYBODY & ~(1 << partner) if alone else EVERYBODY
    leader = next(one for one in range(4) if active >> one & 1)
    tricks = 5 - dealers_tricks(dealt, "AS", active, leader)
    return estimate(np.array([-2, -2, -2, 1, 1, 4 if alone else 2])[tricks])


@pytest.mark.parametrize(
    ("hand", "seat", "alone", "known"),
    [
        ("9H TH 9D TD 9C", 0, False, -1.70),
        ("JS KS QS TS 9S", 2, False, 1.68),
        ("JS KS QS TS 9S", 2, True, 1.08),
    ],
)
def test_two_hands_in_the_books(hand, seat, alone, known):
    mean, error = points_of_caller(hand, seat, alone)
    assert abs(mean - known) < 4 * error + 0.005  # the known values have two decimals


def test_bits_are_gathered_alike_with_and_without_the_instruction():
    draw = random.Random(1)
    n = 500
    words, masks = (np.array([draw.getrandbits(64) for _ in range(n)], np.uint64) for _ in "12")
    masks[0], masks[1] = 0, 2**64 - 1
    quick, slow = np.zeros(n, np.uint64), np.zeros(n, np.uint64)
    kernels.gather_both(words, masks, quick, slow)
    for word, mask, one, other in zip(words, masks, quick, slow, strict=True):
        bits = [int(word) >> i & 1 for i in range(64) if int(mask) >> i & 1]
        assert one == other == sum(bit << i for i, bit in enumerate(bits))

"""The engine's dealing against exact combinatorics, with fixed seeds.

A test of one number fails by chance once in a thousand seeds; the seeds are fixed, so that it
fails always or never.  Where one test looks at many cards, that chance is shared out among them.
"""

from __future__ import annotations

from itertools import combinations
from math import comb, factorial

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats  # type: ignore[import-untyped]

from euchre_sim.analysis.players import find_players
from euchre_sim.cards import CardSet, deck_mask
from euchre_sim.engine.batch import G_FIRST_DEALER, G_SIZE, play_games
from euchre_sim.engine.layout import R_N_HIDDEN, TRUMP_LANE, lower_rules
from euchre_sim.rules import HouseRules, house_rules
from tests.differential.kernels import (
    deal_around_range,
    deal_range,
    turn_and_turn_back,
)
from tests.differential.log import bits

Words = npt.NDArray[np.uint64]
Counts = npt.NDArray[np.int64]

STANDARD = HouseRules()
DEALS = 400_000
UNLIKELY = 0.001
SEATS = 4
HANDS = comb(24, 5)
CARDS = [card.bit for card in CardSet.from_mask(deck_mask())]
TRUMPS = np.uint64(TRUMP_LANE)


def fits(observed: npt.ArrayLike, shares: npt.ArrayLike, among: int = 1) -> bool:
    """Whether counts fit expected shares (chi-square)."""
    counts = np.asarray(observed)
    expected = np.asarray(shares, float) * counts.sum()
    return bool(stats.chisquare(counts, expected).pvalue > UNLIKELY / among)


def happens(hits: int, tries: int, chance: float, among: int = 1) -> bool:
    """Whether a number of hits fits a chance (binomial)."""
    return bool(stats.binomtest(int(hits), tries, chance).pvalue > UNLIKELY / among)


def turned(masks: Words, trump: int) -> Words:
    """Masks in contract space."""
    out, back = np.empty_like(masks), np.empty_like(masks)
    turn_and_turn_back(np.ascontiguousarray(masks), trump, out, back)
    return out


def trump_counts(masks: Words, trump: int) -> Counts:
    """How many hands have 0, 1, ... 5 trumps."""
    counts: Counts = np.bincount(np.bitwise_count(turned(masks, trump) & TRUMPS), minlength=6)
    return counts


def rank_mask(ranks: str) -> np.uint64:
    """All cards of some ranks."""
    return np.uint64(CardSet.parse(" ".join(rank + suit for rank in ranks for suit in "CDSH")).mask)


@pytest.fixture(scope="module")
def dealt() -> Words:
    """Many deals: four hands and the upcard."""
    out = np.zeros((DEALS, SEATS + 1), np.uint64)
    deal_range(lower_rules(STANDARD), 2024, 0, DEALS, out)
    return out


@pytest.fixture(scope="module")
def all_hands() -> Words:
    """All hands of five cards."""
    return np.array([sum(chosen) for chosen in combinations(CARDS, 5)], np.uint64)


# --- exact counts over all hands ------------------------------------------------------------------

RIGHT, LEFT, ACE_OF_TRUMP = np.uint64(1 << 62), np.uint64(1 << 61), np.uint64(1 << 60)


def kinds(masks: Words) -> dict[str, tuple[float, npt.NDArray[np.bool_]]]:
    """Published chances with hearts as trump, and which of the hands are of each kind."""
    hearts = turned(masks, 3)
    both, one = RIGHT | LEFT, hearts & (RIGHT | LEFT)
    top = both | ACE_OF_TRUMP
    low = np.bitwise_count(masks & rank_mask("9T"))
    nines, tens = (np.bitwise_count(masks & rank_mask(rank)) for rank in "9T")
    return {
        "both bowers": (5 / 138, one == both),
        "a bower": (35 / 92, one != 0),
        "right, left and ace": (5 / 1012, hearts & top == top),  # published as .4941 %
        "no ace": (646 / 1771, masks & rank_mask("A") == 0),
        "five trumps": (1 / 2024, hearts & ~TRUMPS == 0),
        "all nines and tens": (1 / 759, low == 5),
        "three nines and tens": (47 / 253, low >= 3),
        "three of one low rank": (65 / 1771, (nines >= 3) | (tens >= 3)),
    }


def test_counting_facts_hold_exactly_over_all_hands(all_hands: Words) -> None:
    assert len(all_hands) == HANDS == 42_504
    for name, (chance, is_kind) in kinds(all_hands).items():
        assert is_kind.sum() == pytest.approx(chance * HANDS), name
    shares = [14.5586, 39.1963, 33.5968, 11.1989, 1.3999, 0.0494]
    for trump in range(4):
        counts = trump_counts(all_hands, trump)
        assert counts.tolist() == [comb(7, k) * comb(17, 5 - k) for k in range(6)]
        assert (100 * counts / HANDS).round(4).tolist() == shares


def test_deals_and_layouts_are_as_many_as_the_rules_say() -> None:
    n = STANDARD.deck.bit_count()
    buried = n - SEATS * STANDARD.hand_size - 1
    hands = factorial(STANDARD.hand_size) ** SEATS
    assert factorial(n) // hands // factorial(buried) == 498_688_594_500_096
    unseen = n - STANDARD.hand_size - 1
    others = factorial(STANDARD.hand_size) ** (SEATS - 1)
    assert factorial(unseen) // others // factorial(buried) == 617_512_896


def swap_off_colours(hearts: Words) -> Words:
    """Exchange the two suits of the other colour (lanes 0 and 2 in contract space)."""
    lane = np.uint64(0xFFFF)
    kept = hearts & ~(lane | lane << np.uint64(32))
    low, high = hearts & lane, (hearts >> np.uint64(32)) & lane
    swapped: Words = kept | low << np.uint64(32) | high
    return swapped


def n_classes(deck: list[int]) -> tuple[int, int, int]:
    """Hands up to that swap; pairs of hand and upcard of the trump suit, all and up to the swap."""
    hands = np.array([sum(chosen) for chosen in combinations(deck, 5)], np.uint64)
    hearts = turned(hands, 3)
    classes = len(np.unique(np.minimum(hearts, swap_off_colours(hearts))))
    pairs = pair_classes = 0
    for upcard in deck:
        # The left bower is no upcard of trump's suit: it is printed in the other.
        if upcard >> 48 == 0 or upcard == 1 << 63:
            continue
        rest = hearts[hands & np.uint64(upcard) == 0]
        pairs += len(rest)
        pair_classes += len(np.unique(np.minimum(rest, swap_off_colours(rest))))
    return classes, pairs, pair_classes


def test_hand_classes_of_24_cards() -> None:
    assert n_classes(CARDS) == (22_398, 201_894, 105_798)


@pytest.mark.parametrize(
    ("low_rank", "joker", "hands", "pairs"),
    [(9, True, 28_164, 134_388), (7, False, 105_336, 707_896)],
)
def test_hand_classes_of_other_decks(low_rank: int, joker: bool, hands: int, pairs: int) -> None:
    deck = [card.bit for card in CardSet.from_mask(deck_mask(low_rank, joker))]
    classes, _, pair_classes = n_classes(deck)
    assert (classes, pair_classes) == (hands, pairs)


def is_lay_down(hand: int, unseen: int) -> bool:
    """Whether a lone leader takes all tricks whatever the layout, trumps played from the top.

    The worst layout has every trump outstanding in one hand, which follows with its lowest, and
    the best card of each suit beside them.
    """
    trumps = sorted((card for card in bits(hand & TRUMP_LANE)), reverse=True)
    outstanding = sorted(bits(unseen & TRUMP_LANE))
    for card in trumps:
        if outstanding and card < outstanding[-1]:
            return False
        outstanding = outstanding[1:]
    if outstanding and len(trumps) < 5:
        return False
    side_suits = [0xFFFF << shift for shift in (0, 16, 32)]
    return all(card > unseen & lane for lane in side_suits for card in bits(hand & lane))


def test_lay_down_loners_are_22_hands(all_hands: Words) -> None:
    deck = int(turned(np.array([deck_mask()], np.uint64), 3)[0])
    found = [hand for hand in turned(all_hands, 3).tolist() if is_lay_down(hand, deck & ~hand)]
    five = [hand for hand in found if not hand & ~TRUMP_LANE]
    assert (len(five), len(found) - len(five)) == (10, 12)


# --- the engine's deals ---------------------------------------------------------------------------


@pytest.mark.parametrize("seat", range(SEATS))
def test_counting_facts_hold_in_every_seat(dealt: Words, seat: int) -> None:
    facts = kinds(dealt[:, seat])
    for name, (chance, is_kind) in facts.items():
        assert happens(is_kind.sum(), DEALS, chance, len(facts)), name
    for trump in range(4):
        shares = [comb(7, k) * comb(17, 5 - k) / HANDS for k in range(6)]
        assert fits(trump_counts(dealt[:, seat], trump), shares, 4)


@pytest.mark.parametrize("seat", range(SEATS))
def test_trumps_given_the_suit_of_the_upcard(dealt: Words, seat: int) -> None:
    shares = [comb(6, k) * comb(17, 5 - k) / comb(23, 5) for k in range(6)]
    published = [18.3898, 42.4381, 30.3129, 8.0834, 0.7578, 0.0178]
    assert np.round(100 * np.array(shares), 4).tolist() == published
    counts = np.zeros(6, np.int64)
    for suit in range(4):
        of_suit = dealt[dealt[:, SEATS] >> np.uint64(16 * suit) & np.uint64(0xFFFF) != 0]
        counts += trump_counts(of_suit[:, seat], suit)
    assert counts.sum() == DEALS
    assert fits(counts, shares)


def test_every_card_is_equally_often_in_every_place(dealt: Words) -> None:
    seen = np.bitwise_or.reduce(dealt, axis=1)
    assert (np.bitwise_count(seen) == 21).all()
    assert (np.bitwise_count(dealt[:, :SEATS]) == 5).all()
    assert (np.bitwise_count(dealt[:, SEATS]) == 1).all()
    for card in CARDS:
        places = [int((dealt[:, at] & np.uint64(card) != 0).sum()) for at in range(SEATS + 1)]
        places.append(DEALS - sum(places))  # buried
        assert fits(places, np.array([5, 5, 5, 5, 1, 3]) / 24, len(CARDS))


def test_two_cards_lie_together_as_often_as_they_should(dealt: Words) -> None:
    bowers = np.uint64(CardSet.parse("JH JD").mask)
    together = sum(int((dealt[:, at] & bowers == bowers).sum()) for at in range(SEATS))
    assert happens(together, DEALS, SEATS * 5 / 138)


@pytest.mark.parametrize("seat", range(SEATS))
def test_unseen_card_is_with_a_given_other_seat_or_buried(seat: int) -> None:
    hand, upcard = CardSet.parse("JH 9H AH KS 9S").mask, CardSet.parse("TH").mask
    unseen = deck_mask() & ~hand & ~upcard
    dealt = np.zeros((100_000, SEATS), np.uint64)
    rules = lower_rules(STANDARD)
    deal_around_range(rules, 5, 0, len(dealt), unseen, seat, hand, upcard, dealt)
    assert (dealt[:, seat] == hand).all()
    others = [other for other in range(SEATS) if other != seat]
    cards = list(bits(unseen))
    for card in cards:
        places = [int((dealt[:, other] & np.uint64(card) != 0).sum()) for other in others]
        places.append(len(dealt) - sum(places))
        assert fits(places, np.array([5, 5, 5, 3]) / 18, len(cards))
    # Nor does it matter with whom another unseen card is.
    right, left = np.uint64(CardSet.parse("JD").mask), np.uint64(CardSet.parse("AC").mask)
    for other in others:
        both = (dealt[:, other] & right != 0) & (dealt[:, other] & left != 0)
        assert happens(both.sum(), len(dealt), 5 * 4 / (18 * 17), len(others))


def test_every_hand_is_equally_likely(dealt: Words) -> None:
    # The last seat's hand by its place among all hands out of the cards that are not turned up.
    hands = dealt[:, SEATS - 1]
    for upcard in CARDS[::6]:
        mine = hands[dealt[:, SEATS] == np.uint64(upcard)]
        counts = np.bincount(np.unique(mine, return_inverse=True)[1])
        # How many of the hands come up how often: balls thrown into boxes.
        boxes = comb(23, 5)
        expected = stats.binom.pmf(np.arange(4), len(mine), 1 / boxes)
        often = np.bincount(np.minimum(counts, 3), minlength=4)
        often[0] = boxes - len(counts)
        expected[3] = 1 - expected[:3].sum()
        assert fits(often, expected, 4)


ELSEWHERE = {
    "six_hand": house_rules("six_hand"),
    "hoyle_32": house_rules("hoyle_32"),
    "dummy3": house_rules("two_hand").replace(two_hand_style="dummy3"),
    "farmer": STANDARD.replace(farmers_hand="swap_three_low"),
}


@pytest.mark.parametrize("rules", ELSEWHERE.values(), ids=ELSEWHERE)
def test_every_card_is_equally_often_in_every_place_of_other_tables(rules: HouseRules) -> None:
    lowered, count, n = lower_rules(rules), 100_000, rules.players
    out = np.zeros((count, n + 1 + int(lowered[R_N_HIDDEN])), np.uint64)
    deal_range(lowered, 11, 0, count, out)
    deck = [card.bit for card in CardSet.from_mask(rules.deck)]
    sizes = [rules.hand_size] * n + [1] * (out.shape[1] - n)
    assert (np.bitwise_count(np.bitwise_or.reduce(out, axis=1)) == sum(sizes)).all()
    for card in deck:
        places = (out & np.uint64(card) != 0).sum(axis=0)
        assert fits(places, np.array(sizes) / sum(sizes), len(deck))


@pytest.mark.parametrize("packets", ["3-2", "alt_3232", "alt_2323", "singles", "dealer_choice"])
def test_packets_change_no_deal(packets: str) -> None:
    dealt = np.zeros((2, 50, SEATS + 1), np.uint64)
    for out, rules in zip(dealt, (STANDARD, STANDARD.replace(deal_packets=packets)), strict=True):
        deal_range(lower_rules(rules), 6, 0, len(out), out)
    assert (dealt[0] == dealt[1]).all()


# --- the first dealer -----------------------------------------------------------------------------


def first_dealers(rules: HouseRules, games: int) -> Counts:
    """How often each seat deals first."""
    players = find_players("random", rules)
    results = np.zeros((games, G_SIZE), np.int64)
    failed = play_games(
        lower_rules(rules),
        players.hooks,
        players.assign,
        players.params,
        21,
        0,
        games,
        results,
    )
    assert failed == -1
    counts: Counts = np.bincount(results[:, G_FIRST_DEALER], minlength=SEATS)
    return counts


def test_first_dealer_is_drawn_uniformly() -> None:
    # The first card of the draw goes to a uniformly drawn seat, so every method is uniform.
    for method in ("first_black_jack", "random", "low_cut"):
        counts = first_dealers(STANDARD.replace(first_dealer_method=method), 20_000)
        assert fits(counts, np.full(4, 1 / 4))


@pytest.mark.parametrize("seat", range(SEATS))
def test_first_dealer_is_the_given_seat(seat: int) -> None:
    rules = STANDARD.replace(first_dealer_method="seat", first_dealer_seat=seat)
    assert first_dealers(rules, 100)[seat] == 100

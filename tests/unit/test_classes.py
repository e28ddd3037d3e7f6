"""Canonical hands: how many there are, what they stand for, and what may be merged."""

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_sim.analysis import classes
from euchre_sim.analysis.classes import (
    N_CLASSES,
    N_PER_UPCARD,
    UPCARD_RANKS,
    canonical_suit,
    class_features,
    class_masks,
    class_number,
    class_text,
    class_texts,
    class_upcards,
    class_weights,
    parse_class,
)
from euchre_sim.cards import Card, CardSet, Suit, deck_mask, parse_card
from euchre_sim.errors import InvalidNotation

DECK = list(CardSet.from_mask(deck_mask()))
C24_5 = 42_504
C23_5 = 33_649

six_cards = st.lists(st.sampled_from(DECK), min_size=6, max_size=6, unique=True)
# Renamings of the suits under which the left bower stays what it is.
RENAMINGS = [
    dict(zip(Suit, names, strict=True))
    for names in ((a, b, a.mate, b.mate) for a in Suit for b in Suit)
    if len(set(names)) == 4
]


def renamed(card, names):
    return Card(16 * names[card.suit] + card.rank)


def random_hands(n, seed=1):
    draw = random.Random(seed)
    for _ in range(n):
        upcard, *hand = draw.sample(DECK, 6)
        yield CardSet(hand), upcard


def test_numbers_of_classes():
    masks = class_masks()
    found = set(zip(masks.tolist(), class_upcards().tolist(), strict=True))
    assert len(found) == N_CLASSES == 105_798
    assert Counter(class_upcards().tolist()) == dict.fromkeys(range(6), 17_633)
    assert N_PER_UPCARD == 17_633


def test_weights_add_up_to_all_hands():
    weights = class_weights()
    assert set(weights.tolist()) == {1, 2}
    assert weights.sum() == 201_894 == 6 * C23_5
    assert 4 * weights.sum() == 24 * C23_5  # every upcard and every hand beside it


def test_weight_is_the_number_of_hands_of_a_class():
    upcard = parse_card("QD")
    counts = Counter()
    others = [card for card in DECK if card != upcard]
    draw = random.Random(3)
    hands = {frozenset(draw.sample(others, 5)) for _ in range(3_000)}
    hands |= {frozenset(swap_crossing(card) for card in hand) for hand in hands}
    counts = Counter(class_number(CardSet(hand), upcard) for hand in hands)
    weights = class_weights()
    assert all(weights[number] == n for number, n in counts.items())


def swap_crossing(card):
    """Clubs and spades are the crossing suits of a diamond."""
    return renamed(card, {**{suit: suit for suit in Suit}, Suit.CLUBS: 2, Suit.SPADES: 0})


def test_every_class_is_its_own_canonical_hand():
    masks, ranks = class_masks(), class_upcards()
    for number in random.Random(2).sample(range(N_CLASSES), 2_000):
        upcard = Card.of(Suit.SPADES, UPCARD_RANKS[ranks[number]])
        assert class_number(CardSet.from_mask(masks[number]), upcard) == number


def test_texts_can_be_read_back():
    ranks = class_upcards()
    numbers = random.Random(4).sample(range(N_CLASSES), 2_000)
    for number, text in zip(numbers, class_texts(np.array(numbers)), strict=True):
        assert text == class_text(number)
        assert parse_class(text, UPCARD_RANKS[ranks[number]]) == number


def test_texts_of_a_rank_are_all_different():
    first = np.arange(N_PER_UPCARD)
    assert len(set(class_texts(first))) == N_PER_UPCARD


@pytest.mark.parametrize(
    ("hand", "upcard", "text"),
    [
        ("JS JC AS 9S KH", "TS", "Js Jc As 9s | Kh"),
        ("JS JC AS 9S KD", "TS", "Js Jc As 9s | Kh"),
        ("JH JD AH 9H KC", "TH", "Js Jc As 9s | Kh"),
        ("JS JC AS KS QS", "TS", "Js Jc As Ks Qs |"),
        ("AC KC AH 9H 9D", "TS", "| Ac Kc Ah 9h 9d"),
    ],
)
def test_text_of_a_hand(hand, upcard, text):
    number = class_number(CardSet.parse(hand), parse_card(upcard))
    assert class_text(number) == text
    assert UPCARD_RANKS[class_upcards()[number]] == "T"


@given(six_cards, st.sampled_from(RENAMINGS))
def test_renaming_suits_by_colour_changes_no_class(cards, names):
    upcard, *hand = cards
    other = CardSet(renamed(card, names) for card in hand)
    assert class_number(CardSet(hand), upcard) == class_number(other, renamed(upcard, names))


@given(six_cards, st.permutations(list(Suit)))
def test_no_other_renaming_keeps_the_class(cards, names):
    upcard, *hand = cards
    naming = dict(zip(Suit, names, strict=True))
    other_up, *other_hand = (renamed(card, naming) for card in cards)
    same = any(
        renamed(upcard, allowed) == other_up
        and {renamed(card, allowed) for card in hand} == set(other_hand)
        for allowed in RENAMINGS
    )
    numbers = [class_number(CardSet(h), u) for h, u in ((hand, upcard), (other_hand, other_up))]
    assert (numbers[0] == numbers[1]) == same


def test_case_17_suits_are_not_merged_without_regard_to_colour():
    upcard = parse_card("TH")
    with_left = class_number(CardSet.parse("AH KH QH JH JD"), upcard)
    without = class_number(CardSet.parse("AH KH QH JH JC"), upcard)
    assert with_left != without
    features = class_features()
    assert (features.n_trump[with_left], features.n_trump[without]) == (5, 4)
    assert (features.has_left[with_left], features.has_left[without]) == (True, False)


def test_features_are_what_one_counts_in_the_hand():
    features = class_features()
    for hand, upcard in random_hands(2_000):
        number = class_number(hand, upcard)
        trump = upcard.suit
        right, left = Card.of(trump, "J"), Card.of(trump.mate, "J")
        others = [card for card in hand if card.suit != trump and card != left]
        assert features.n_trump[number] == 5 - len(others)
        assert features.has_right[number] == (right in hand)
        assert features.has_left[number] == (left in hand)
        assert features.off_aces[number] == sum(str(card)[0] == "A" for card in others)
        assert features.voids[number] == 3 - len({card.suit for card in others})


def test_trumps_in_a_hand_as_counted_elsewhere():
    weights, n_trump = class_weights().astype(int), class_features().n_trump
    shares = [100 * weights[n_trump == n].sum() / weights.sum() for n in range(6)]
    assert shares == pytest.approx([18.3898, 42.4381, 30.3129, 8.0834, 0.7578, 0.0178], abs=5e-5)


def test_suits_called_in_round_two():
    hand, upcard = CardSet.parse("AC KC 9S QD JH"), parse_card("TH")
    named = {suit: canonical_suit(hand, upcard, suit) for suit in Suit}
    assert named == {
        Suit.HEARTS: Suit.SPADES,
        Suit.DIAMONDS: Suit.CLUBS,
        Suit.CLUBS: Suit.HEARTS,  # holds the larger set of ranks
        Suit.SPADES: Suit.DIAMONDS,
    }
    alike = CardSet.parse("AC AS 9H QD JH")
    assert canonical_suit(alike, upcard, Suit.CLUBS) == Suit.HEARTS
    assert canonical_suit(alike, upcard, Suit.SPADES) == Suit.HEARTS


def test_what_is_no_class():
    with pytest.raises(ValueError, match="no hand"):
        class_number(CardSet.parse("JH 9H AD KS"), parse_card("TH"))
    with pytest.raises(ValueError, match="no hand"):
        class_number(CardSet.parse("JH 9H AD KS TH"), parse_card("TH"))
    with pytest.raises(InvalidNotation, match="rank of an upcard"):
        parse_class("Js Jc As 9s | Kh", "8")
    with pytest.raises(InvalidNotation, match="not in the deck"):
        parse_class("Js Jc As 9s | Kh", "J")


def test_tables_are_small():
    tables = classes.lookup()
    assert tables.start.nbytes + tables.place.nbytes < 128 * 1024

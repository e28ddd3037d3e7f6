"""Canonical hands: how many there are, what they stand for, and what may be merged."""

import random
from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_sim.analysis.class_text import class_text, class_texts, parse_class
from euchre_sim.analysis.classes import NAMED, HandClasses, classes_of
from euchre_sim.cards import JOKER, Card, CardSet, Suit, deck_mask, parse_card
from euchre_sim.errors import InvalidNotation
from euchre_sim.rules import HouseRules

STANDARD = HandClasses()
DECK = list(CardSet.from_mask(deck_mask()))
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


def canonical(classes, number):
    """A class's own hand and upcard, as cards."""
    upcard, joker, *ranks = (column[number] for column in classes.suit_sets)
    suits = (Suit.SPADES, Suit.CLUBS, Suit.HEARTS, Suit.DIAMONDS)
    hand = [JOKER] if joker else []
    for suit, held in zip(suits, ranks, strict=True):
        hand += [Card.of(suit, rank) for i, rank in enumerate(classes.ranks) if held >> i & 1]
    return CardSet(hand), upcard_of(classes, classes.upcards[upcard])


def upcard_of(classes, text):
    return JOKER if text == "Jk" else Card.of(Suit.SPADES, text)


def test_numbers_of_classes():
    found = set(zip(*(column.tolist() for column in STANDARD.suit_sets), strict=True))
    assert len(found) == STANDARD.n_classes == 105_798
    assert Counter(one[0] for one in found) == dict.fromkeys(range(6), 17_633)
    assert STANDARD.per_upcard == 17_633


def test_weights_add_up_to_all_deals():
    assert set(STANDARD.weights.tolist()) == {4, 8}
    assert STANDARD.weights.sum() == 807_576 == 24 * C23_5  # every upcard, every hand beside it


def test_weight_is_the_number_of_hands_of_a_class():
    upcard = parse_card("QD")
    others = [card for card in DECK if card != upcard]
    draw = random.Random(3)
    hands = {frozenset(draw.sample(others, 5)) for _ in range(3_000)}
    hands |= {frozenset(swap_crossing(card) for card in hand) for hand in hands}
    counts = Counter(STANDARD.number(CardSet(hand), upcard) for hand in hands)
    # Four suits may be turned up.
    assert all(STANDARD.weights[number] == 4 * n for number, n in counts.items())


def swap_crossing(card):
    """Clubs and spades are the crossing suits of a diamond."""
    return renamed(card, {**{suit: suit for suit in Suit}, Suit.CLUBS: 2, Suit.SPADES: 0})


def test_every_class_is_its_own_canonical_hand():
    for number in random.Random(2).sample(range(STANDARD.n_classes), 2_000):
        assert STANDARD.number(*canonical(STANDARD, number)) == number


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
    number = STANDARD.number(CardSet.parse(hand), parse_card(upcard))
    assert class_text(STANDARD, number) == text
    assert STANDARD.upcards[STANDARD.suit_sets.upcard[number]] == "T"


@given(six_cards, st.sampled_from(RENAMINGS))
def test_renaming_suits_by_colour_changes_no_class(cards, names):
    upcard, *hand = cards
    other = CardSet(renamed(card, names) for card in hand)
    assert STANDARD.number(CardSet(hand), upcard) == STANDARD.number(other, renamed(upcard, names))


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
    numbers = [STANDARD.number(CardSet(h), u) for h, u in ((hand, upcard), (other_hand, other_up))]
    assert (numbers[0] == numbers[1]) == same


def test_case_17_suits_are_not_merged_without_regard_to_colour():
    upcard = parse_card("TH")
    with_left = STANDARD.number(CardSet.parse("AH KH QH JH JD"), upcard)
    without = STANDARD.number(CardSet.parse("AH KH QH JH JC"), upcard)
    assert with_left != without
    features = STANDARD.features
    assert (features.n_trump[with_left], features.n_trump[without]) == (5, 4)
    assert (features.has_left[with_left], features.has_left[without]) == (True, False)


def test_features_are_what_one_counts_in_the_hand():
    features = STANDARD.features
    for hand, upcard in random_hands(2_000):
        number = STANDARD.number(hand, upcard)
        trump = upcard.suit
        right, left = Card.of(trump, "J"), Card.of(trump.mate, "J")
        others = [card for card in hand if card.suit != trump and card != left]
        assert features.n_trump[number] == 5 - len(others)
        assert features.has_right[number] == (right in hand)
        assert features.has_left[number] == (left in hand)
        assert features.off_aces[number] == sum(str(card)[0] == "A" for card in others)
        assert features.voids[number] == 3 - len({card.suit for card in others})


def test_trumps_in_a_hand_as_counted_elsewhere():
    weights, n_trump = STANDARD.weights.astype(int), STANDARD.features.n_trump
    shares = [100 * weights[n_trump == n].sum() / weights.sum() for n in range(6)]
    assert shares == pytest.approx([18.3898, 42.4381, 30.3129, 8.0834, 0.7578, 0.0178], abs=5e-5)


def test_suits_called_in_round_two():
    hand, upcard = CardSet.parse("AC KC 9S QD JH"), parse_card("TH")
    named = {suit: STANDARD.canonical_suit(hand, upcard, suit) for suit in Suit}
    assert named == {
        Suit.HEARTS: Suit.SPADES,
        Suit.DIAMONDS: Suit.CLUBS,
        Suit.CLUBS: Suit.HEARTS,  # holds the larger set of ranks
        Suit.SPADES: Suit.DIAMONDS,
    }
    alike = CardSet.parse("AC AS 9H QD JH")
    assert STANDARD.canonical_suit(alike, upcard, Suit.CLUBS) == Suit.HEARTS
    assert STANDARD.canonical_suit(alike, upcard, Suit.SPADES) == Suit.HEARTS


def test_what_is_no_class():
    with pytest.raises(ValueError, match="no hand"):
        STANDARD.number(CardSet.parse("JH 9H AD KS"), parse_card("TH"))
    with pytest.raises(ValueError, match="no hand"):
        STANDARD.number(CardSet.parse("JH 9H AD KS TH"), parse_card("TH"))
    with pytest.raises(InvalidNotation, match="rank of an upcard"):
        parse_class(STANDARD, "Js Jc As 9s | Kh", "8")
    with pytest.raises(InvalidNotation, match="not in the deck"):
        parse_class(STANDARD, "Js Jc As 9s | Kh", "J")


# --- other decks --------------------------------------------------------------------------------

FIXED, REDEAL = Suit.HEARTS, None


def fixed_by_swap(cards, ranks, others):
    """Hands of so many cards that are the same after a swap of two suits of so many ranks.

    The swapped suits hold the same k ranks; the rest is any of the other cards.
    """
    return sum(comb(ranks, k) * comb(others, cards - 2 * k) for k in range(cards // 2 + 1))


def classes_by_swap(cards, ranks, others):
    """Burnside: the classes under one swap are half of all hands and half of those it leaves."""
    return (comb(2 * ranks + others, cards) + fixed_by_swap(cards, ranks, others)) // 2


def test_burnside_by_hand_for_32_cards():
    # 31 cards beside the upcard: C(31,5) = 169,911.  The swap of eight ranks leaves C(15,5) hands
    # without them, 8 * C(15,3) with one rank twice and C(8,2) * C(15,1) with two.
    left = 3_003 + 8 * 455 + 28 * 15
    assert (169_911 + left) // 2 == 88_487 == classes_by_swap(5, 8, 15)
    assert HandClasses(7).per_upcard == 88_487
    assert HandClasses(7).n_classes == 8 * 88_487 == 707_896


# With a joker an upcard of a suit leaves 4 * ranks cards, the joker among them; a joker turned up
# leaves 4 * ranks of which the two swapped suits are half.
@pytest.mark.parametrize("low_rank", [9, 8, 7])
def test_numbers_of_classes_in_other_decks(low_rank):
    ranks = 15 - low_rank
    assert HandClasses(low_rank).n_classes == ranks * classes_by_swap(5, ranks, 2 * ranks - 1)
    ranked = ranks * classes_by_swap(5, ranks, 2 * ranks)
    assert HandClasses(low_rank, True, REDEAL).n_classes == ranked
    one_swap = classes_by_swap(5, ranks, 2 * ranks)
    assert HandClasses(low_rank, True, FIXED).n_classes == ranked + one_swap
    # Eight renamings: nothing moved, one of two swaps, and five that leave no hand of five cards.
    left = comb(4 * ranks, 5) + 2 * fixed_by_swap(5, ranks, 2 * ranks)
    assert HandClasses(low_rank, True, NAMED).n_classes == ranked + left // 8


@pytest.mark.parametrize("low_rank", [9, 8, 7])
@pytest.mark.parametrize("turned", ["no joker", NAMED, FIXED, Suit.CLUBS])
def test_weights_add_up_to_all_deals_of_other_decks(low_rank, turned):
    joker = turned != "no joker"
    classes = HandClasses(low_rank, joker, turned if joker else None)
    n = 4 * (15 - low_rank) + joker
    assert classes.weights.sum(dtype=int) == classes.n_deals == comb(n, 5) * (n - 5)


def test_weights_add_up_where_a_joker_is_never_turned_up():
    # Four suits of six ranks turned up, five of the 24 other cards.
    assert HandClasses(9, True, REDEAL).weights.sum(dtype=int) == 24 * comb(24, 5)


def same_deals(hand, upcard, turned):
    """The deals that a renaming of suits makes of one: all that are the same under the rules."""
    for names in RENAMINGS:
        if upcard != JOKER or turned == NAMED or names[turned] == turned:
            yield (
                frozenset(card if card == JOKER else renamed(card, names) for card in hand),
                upcard if upcard == JOKER else renamed(upcard, names),
            )


# Jacks to aces: small enough for every deal there is.
@pytest.mark.parametrize("turned", ["no joker", NAMED, FIXED, REDEAL], ids=str)
def test_all_deals_of_a_small_deck(turned):
    joker = turned != "no joker"
    classes = HandClasses(11, joker, turned if joker else None)
    deck = [Card.of(suit, rank) for suit in Suit for rank in "JQKA"]
    upcards = [*deck, JOKER] if joker and turned is not None else deck
    deck = [*deck, JOKER] if joker else deck
    found = {}
    for upcard in upcards:
        for hand in combinations([card for card in deck if card != upcard], 5):
            found[frozenset(hand), upcard] = classes.number(CardSet(hand), upcard)
    counts = Counter(found.values())
    assert sorted(counts) == list(range(classes.n_classes))
    assert all(classes.weights[number] == n for number, n in counts.items())
    # As many deals as its class has are the same as this one, and all of them have its number.
    for deal, number in random.Random(1).sample(sorted(found.items(), key=str), 2_000):
        same = set(same_deals(*deal, turned))
        assert len(same) == counts[number]
        assert {found[other] for other in same} == {number}


DECKS = [
    HandClasses(), HandClasses(8), HandClasses(7), HandClasses(9, True, NAMED),
    HandClasses(9, True, REDEAL), HandClasses(9, True, FIXED), HandClasses(7, True, Suit.CLUBS),
    HandClasses(7, True, NAMED),
]  # fmt: skip


@pytest.mark.parametrize("classes", DECKS, ids=str)
def test_texts_can_be_read_back(classes):
    numbers = random.Random(4).sample(range(classes.n_classes), 1_000)
    numbers += range(classes.n_classes - 200, classes.n_classes)  # a joker turned up
    for number, text in zip(numbers, class_texts(classes, np.array(numbers)), strict=True):
        assert text == class_text(classes, number)
        upcard = classes.upcards[classes.suit_sets.upcard[number]]
        assert parse_class(classes, text, upcard) == number


@pytest.mark.parametrize("classes", DECKS, ids=str)
def test_texts_beside_one_upcard_are_all_different(classes):
    for upcard in (0, len(classes.upcards) - 1):
        numbers = classes.with_upcard(upcard)
        assert len(set(class_texts(classes, np.array(numbers)))) == len(numbers)


def test_text_with_a_joker():
    classes = HandClasses(7, True, NAMED)
    number = classes.number(CardSet.parse("JK JD 7H AC KS"), parse_card("8H"))
    assert class_text(classes, number) == "Jk Jc 7s | Ah Kd"  # the ace makes the larger set
    beside_joker = classes.number(CardSet.parse("JS AH 9H 9D QC"), JOKER)
    assert class_text(classes, beside_joker) == "| As 9s 9c Qh Jd"


def test_a_joker_of_a_suit_makes_it_trump():
    classes = HandClasses(9, True, Suit.DIAMONDS)
    number = classes.number(CardSet.parse("JD JH 9D AC KS"), JOKER)
    features = [column[number] for column in classes.features]
    assert features == [3, False, True, True, 1, 1]
    assert classes.has_up_suit[number]


def test_suits_named_for_a_joker():
    classes = HandClasses(9, True, NAMED)
    hand = CardSet.parse("JS AH 9H 9D QC")
    named = {suit: classes.canonical_suit(hand, JOKER, suit) for suit in Suit}
    assert named == {
        Suit.HEARTS: Suit.SPADES,
        Suit.DIAMONDS: Suit.CLUBS,
        Suit.SPADES: Suit.DIAMONDS,
        Suit.CLUBS: Suit.HEARTS,
    }
    assert not classes.has_up_suit[classes.number(hand, JOKER)]


@pytest.mark.parametrize(
    ("settings", "cards", "turned"),
    [
        ([], 24, None),
        (["low_rank=7"], 32, None),
        (["low_rank=8", "joker=true"], 29, NAMED),
        (["joker=true", "joker_upcard_rule=dealer_names_after_look"], 25, NAMED),
        (["joker=true", "joker_upcard_rule=redeal"], 25, None),
        (["joker=true", "joker_upcard_rule=fixed_suit", "joker_upcard_suit=C"], 25, Suit.CLUBS),
    ],
    ids=str,
)
def test_classes_of_house_rules(settings, cards, turned):
    classes = classes_of(HouseRules().with_settings(settings))
    assert 4 * classes.n_ranks + classes.joker == cards
    assert classes.joker_turned == turned


def test_tables_fit_into_a_cores_cache():
    assert sum(table.nbytes for table in STANDARD.lookup) <= 24 * 1024
    assert sum(table.nbytes for table in HandClasses(7, True, NAMED).lookup) <= 768 * 1024

"""Cards and their text: every spelling, every mistake, and sets against Python's own."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from euchre_sim.cards import (
    JOKER,
    Card,
    CardSet,
    Suit,
    deck_mask,
    parse_card,
    parse_cards,
    parse_suit,
    require_distinct,
)
from euchre_sim.errors import InvalidNotation

ALL_52 = [Card(16 * suit + rank) for suit in range(4) for rank in range(13)]
card_strategy = st.sampled_from([*ALL_52, JOKER])
DECK_24 = deck_mask()


def test_case21_ten_of_hearts_in_every_spelling_is_one_card():
    cards = {
        parse_card(text) for text in ("10h", "Th", "TH", "10♥", "t♥", "10H", "th", "10♥\ufe0f")
    }
    assert len(cards) == 1
    assert str(cards.pop()) == "TH"


def test_case22_card_twice_in_a_hand_is_named():
    with pytest.raises(InvalidNotation, match=r"JH is in the hand twice, as cards 1 and 4") as info:
        parse_cards("JH 9H AH j♥ 9S", count=5)
    assert info.value.position == 4
    assert info.value.token == "j♥"


def test_case22_card_in_the_hand_and_as_upcard_is_named():
    hand = parse_cards("9H JH AH KS 9S")
    with pytest.raises(InvalidNotation, match=r"^JH is in the hand and in the upcard$"):
        require_distinct({"hand": hand, "upcard": [parse_card("JH")]})
    require_distinct({"hand": hand, "upcard": [parse_card("JD")]})


def test_case23_cyrillic_letter_is_named():
    cyrillic = "9\N{CYRILLIC CAPITAL LETTER EN}"
    with pytest.raises(InvalidNotation, match="CYRILLIC CAPITAL LETTER EN") as info:
        parse_cards(f"JH {cyrillic} AH KS 9S")
    assert "card 2 of the hand" in str(info.value)
    assert "type a Latin H" in str(info.value)
    assert info.value.position == 2
    assert parse_card("9H")  # the Latin one is fine


@pytest.mark.parametrize("name", ["GREEK CAPITAL LETTER KAPPA", "FULLWIDTH LATIN CAPITAL LETTER K"])
def test_other_look_alike_letters_are_named(name):
    with pytest.raises(InvalidNotation, match=f"{name}; type a Latin K"):
        parse_card(f"{unicodedata.lookup(name)}S")


@pytest.mark.parametrize(
    "text",
    ["\N{LATIN SMALL LETTER LONG S}", "\N{KELVIN SIGN}", "\N{LATIN SMALL LETTER DOTLESS I}"],
)
def test_letters_that_change_case_into_latin_ones_are_no_cards(text):
    # str.upper() and str.lower() turn these into S, k and I.
    for token in (f"{text}H", f"J{text}"):
        with pytest.raises(InvalidNotation, match=r"U\+"):
            parse_card(token)
    with pytest.raises(InvalidNotation, match=r"U\+"):
        parse_suit(text)


@pytest.mark.parametrize(
    ("text", "index"), [("2C", 0), ("AC", 12), ("9D", 23), ("JS", 41), ("AH", 60), ("JK", 63)]
)
def test_index_is_sixteen_times_suit_plus_rank(text, index):
    card = parse_card(text)
    assert card.index == index
    assert card.bit == 2**index
    assert Card.from_bit(2**index) == card


def test_mates_share_their_colour():
    colours = {Suit.CLUBS: "black", Suit.SPADES: "black", Suit.HEARTS: "red", Suit.DIAMONDS: "red"}
    for suit in Suit:
        assert suit.mate != suit
        assert colours[suit.mate] == colours[suit]


@given(card_strategy)
def test_every_text_form_reads_back(card):
    assert parse_card(str(card)) == card
    assert parse_card(card.egn) == card
    if not card.is_joker:
        assert parse_card(card.pretty) == card
        assert card.egn[-1] == card.suit.letter.lower()


@given(
    card=st.sampled_from(ALL_52),
    low=st.booleans(),
    symbol=st.booleans(),
    before=st.sampled_from(["", " ", "\t"]),
)
def test_case_and_symbols_do_not_matter(card, low, symbol, before):
    text = card.pretty if symbol else str(card)
    text = text.replace("T", "10") if card.rank == 8 and low else text
    assert parse_card(before + (text.lower() if low else text) + before) == card


@given(
    st.lists(st.sampled_from(ALL_52), unique=True, max_size=10), st.sampled_from([" ", ",", ", "])
)
def test_hands_keep_their_order(cards, separator):
    assert parse_cards(separator.join(map(str, cards)), count=len(cards)) == cards


@given(st.text(max_size=8))
def test_any_text_is_cards_or_invalid_notation(text):
    try:
        cards = parse_cards(text)
    except InvalidNotation:
        return
    assert parse_cards(" ".join(map(str, cards))) == cards


@pytest.mark.parametrize(
    ("text", "position", "words"),
    [
        ("JH 9H AH KS", 4, "ends after card 4, 'KS': it needs 5 cards"),
        ("", None, "is empty: it needs 5 cards"),
        ("JH 9H AH KS 9S QD", 6, "card 6 of the hand, 'QD', is one too many"),
        ("JH 1H AH KS 9S", 2, "card 2 of the hand, '1H': '1' is no rank"),
        ("JH 9H AX KS 9S", 3, "card 3 of the hand, 'AX': 'X' is no suit"),
        ("JH 9H AH KS 8S", 5, "card 5 of the hand, '8S': 8S is not in the deck"),
        ("JH 9H AH JK 9S", 4, "card 4 of the hand, 'JK': JK is not in the deck"),
        ("JH 9H AHKS 9S", 3, "'AHKS': too long for a card"),
        ("JH 9H HA KS 9S", 3, "write the rank first, AH"),
        ("JH 9H A KS 9S", 3, "'A': a rank without a suit"),
        ("JH 9H AH KS H", 5, "'H': a suit without a rank"),
        ("JH 9H AH KS 10", 5, "'10': a rank without a suit"),
    ],
)
def test_mistakes_name_the_token_and_its_position(text, position, words):
    with pytest.raises(InvalidNotation) as info:
        parse_cards(text, count=5, deck=DECK_24)
    assert words in str(info.value)
    assert info.value.position == position


def test_one_card_is_not_two_and_not_none():
    for text in ("", "JH 9H"):
        with pytest.raises(InvalidNotation, match="cards, not one"):
            parse_card(text)


@pytest.mark.parametrize(
    ("low_rank", "joker", "size"),
    [
        (9, False, 24),
        (9, True, 25),
        (8, False, 28),
        (8, True, 29),
        (7, False, 32),
        (7, True, 33),
        (2, False, 52),
    ],
)
def test_deck_sizes(low_rank, joker, size):
    deck = CardSet.from_mask(deck_mask(low_rank, joker))
    assert len(deck) == size
    assert (JOKER in deck) is joker
    assert all(card.is_joker or card.rank + 2 >= low_rank for card in deck)
    assert parse_card("AS") in deck


@pytest.mark.parametrize("text", ["h", "H", "♥", "♡", "heart", "Hearts", " hearts "])
def test_suit_spellings(text):
    assert parse_suit(text) is Suit.HEARTS


@pytest.mark.parametrize("text", ["", "x", "HC", "10", "spadez"])
def test_no_suits(text):
    with pytest.raises(InvalidNotation, match="is no suit"):
        parse_suit(text)


card_sets = st.frozensets(card_strategy, max_size=12)


@given(card_sets, card_sets)
def test_card_set_behaves_like_a_python_set(first, second):
    a, b = CardSet(first), CardSet(second)
    assert set(a & b) == first & second
    assert set(a | b) == first | second
    assert set(a - b) == first - second
    assert set(a ^ b) == first ^ second
    assert (a <= b) == (first <= second)
    assert a.isdisjoint(b) == first.isdisjoint(second)
    assert (a == b) == (first == second)
    assert a == first
    assert hash(a) == hash(CardSet(first))
    assert len(a) == len(first)
    assert list(a) == sorted(first)
    assert CardSet.from_mask(a.mask) == a
    assert CardSet.parse(str(a)) == a
    assert a.mask == sum(card.bit for card in first)


@pytest.mark.parametrize("mask", [1 << 13, 1 << 15, 1 << 62, 1 << 64, -1])
def test_bits_that_are_no_cards_are_refused(mask):
    with pytest.raises(ValueError, match="no cards"):
        CardSet.from_mask(mask)


@pytest.mark.parametrize("index", [-1, 13, 15, 61, 62, 64])
def test_indexes_that_are_no_cards_are_refused(index):
    with pytest.raises(ValueError, match="no card has the index"):
        Card(index)


@pytest.mark.parametrize("bit", [0, 3, -8])
def test_a_set_is_not_a_card(bit):
    with pytest.raises(ValueError, match="not a single card"):
        Card.from_bit(bit)


def test_the_joker_has_no_suit_and_no_rank():
    with pytest.raises(ValueError, match="no printed suit"):
        _ = JOKER.suit
    with pytest.raises(ValueError, match="no rank"):
        _ = JOKER.rank


def test_a_card_that_is_printed_for_the_joker_is_read_as_the_joker() -> None:
    two = Card.of(Suit.SPADES, "2")
    deck = deck_mask(9, joker=True)
    for text in ("2S", "2s", "2♠", "JK"):
        assert parse_card(text, deck=deck, joker=two) == JOKER
        assert parse_cards(f"AS {text}", deck=deck, joker=two)[1] == JOKER
    with pytest.raises(InvalidNotation, match="not in the deck"):
        parse_card("2S", deck=deck)
    with pytest.raises(InvalidNotation, match="2S is in the hand twice, as cards 1 and 3"):
        parse_cards("2S AS JK", joker=two)
    assert parse_card("2S") == two

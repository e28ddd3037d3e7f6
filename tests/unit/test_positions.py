"""Positions in the middle of a deal: what is due, what is refused, text and records."""

import dataclasses

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from euchre_sim.analysis.advise_later import advise_position
from euchre_sim.analysis.knowledge import knowledge
from euchre_sim.cards import CardSet, parse_card
from euchre_sim.errors import IllegalAction, InvalidNotation, RuleConflict
from euchre_sim.records import replay
from euchre_sim.records.call_words import parse_calls
from euchre_sim.records.lowered import Lowered
from euchre_sim.records.position_text import format_position, parse_position
from euchre_sim.records.told import position_at
from euchre_sim.rules import HouseRules
from tests.example_deals import BURIED, FULL, HANDS, LONE, NAMED, ORDERED
from tests.positions import (
    EVERYTHING,
    NEEDY,
    STANDARD,
    every_decision,
    looked,
    position,
    tellable_presets,
    words,
)

TABLES = {**tellable_presets(), "everything": EVERYTHING, "needy": NEEDY}


def names_trump(hand, rules):
    """Whether the dealer turned up a joker and names trump before anything is said."""
    return hand.upcard == "JK" and rules.joker_upcard_rule != "fixed_suit"


@pytest.mark.parametrize("name", TABLES)
def test_decision_is_the_one_that_the_engine_asked(name):
    rules = TABLES[name]
    phases = set()
    for hand, at, seen in every_decision(rules, 5, 12):
        asked = hand.decisions[at]
        if names_trump(hand, rules):
            with pytest.raises(RuleConflict, match="names trump for the joker"):
                looked(seen)
            continue
        found = looked(seen)
        assert found.phase == asked.phase
        assert words(found, seen) == asked.legal
        before = [one for one in hand.decisions[:at] if one.seat == asked.seat]
        assert found.step == (
            sum(one.phase == asked.phase for one in before)
            if asked.phase in ("call", "play")
            else 0
        )
        phases.add(asked.phase)
    assert phases >= {"call", "discard", "play"}


@settings(max_examples=60, deadline=None)
@given(
    name=st.sampled_from(sorted(TABLES)),
    seed=st.integers(0, 2**32),
    who=st.sampled_from(["random", "basic"]),
)
@example(name="british", seed=469384, who="random")  # the joker: the dealer names diamonds
def test_text_is_read_as_it_was_written(name, seed, who):
    rules = TABLES[name]
    for hand, at, seen in every_decision(rules, seed, 1, who):
        read = parse_position(format_position(seen), rules)
        if at and names_trump(hand, rules):  # which the text has no word for: it is refused
            with pytest.raises(RuleConflict, match="names trump for the joker"):
                looked(read)
            continue
        assert read == seen


# --- what cannot have happened -------------------------------------------------------------------

MINE = "9H KC 9C AD JD"  # hearts are trump where the ten of hearts is ordered up
ORDERS = "P P P O"
DEALER = "JH AH KS 9S QD"
LATE = HouseRules(alone_timing="before_first_lead", defend_alone=True)
MISERE = HouseRules(allow_misere=True)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (position(2, "9H KC 9C AD", "TH", "P"), "a hand has 5 different cards"),
        (position(2, MINE, "9H", "P"), "9H is in the hand and turned up"),
        (position(2, MINE, "TH", ORDERS, "AH QH"), "QH, played by position 2, is not among"),
        (position(1, MINE, "TH", ORDERS, "9C 9H"), "9H, played by position 2, is in your own"),
        (position(2, MINE, "TH", ORDERS, "QC 9H"), "trick 1: 9H reneges"),
        (position(2, MINE, "TH", ORDERS, "QC KC QC"), "QC was played before"),
        (position(2, MINE, "TH", ORDERS, "TH"), "TH, played by position 1, is the upcard"),
        (
            position(2, MINE, "TH", "P P P P H"),
            "call 5: H is not legal for position 1, only P, C, CA, D, DA, S, SA",
        ),
        (position(2, MINE, "TH", "P O P"), "call 3 was said after trump had been made"),
        (position(2, MINE, "TH", "P P P P P P P P"), "all have passed twice"),
        (position(2, MINE, "TH", "P P P P P P P P P"), "call 9 was said after all had passed"),
        (position(2, MINE, "TH", "P", "QC"), "a card was played, but nobody has made trump"),
        (position(2, MINE, "TH", ""), r"it is position 1's turn \(a call\)"),
        (position(2, MINE, "TH", ORDERS), r"it is position 1's turn \(a card\)"),
        (position(2, MINE, "TH", ORDERS, "QC KC AC"), r"it is the dealer's turn \(a card\)"),
        (position(2, MINE, "TH", ORDERS, "QC KC AC TC 9D"), "trick 1 has 5 cards, 4 players"),
        (position(2, MINE, "TH", ORDERS, "QC KC AC/9D"), "trick 1 has only 3 of 4 cards"),
        (
            position(2, MINE, "TH", ORDERS, "QC KC AS TC/TC"),
            "TC was played before",
        ),
        (
            position(2, MINE, "TH", ORDERS, "TC KC AS 9D/9C QS JC"),
            "JC: position 4 has shown that it has none of that suit",
        ),
        (position(4, DEALER, "TH", "P O", "QC"), "say what you, the dealer, put down"),
        (
            position(4, DEALER, "TH", "P O", discard=parse_card("9C")),
            "the dealer cannot put down 9C, only",
        ),
        (
            position(2, MINE, "TH", ORDERS, "QC", discard=parse_card("9S")),
            "position 2 cannot know that the dealer put down 9S",
        ),
        (
            position(2, MINE, "TH", "P P P P C", "QC", discard=parse_card("9S")),
            "the dealer put down 9S, but took no card up",
        ),
        (position(2, MINE, "TH", ORDERS, "QC", alone=0), "position 1 may not play alone here"),
        (
            position(2, MINE, "TH", ORDERS, "QC", lone_defender=0),
            "position 1 may not defend alone here",
        ),
        (
            position(2, MINE, "TH", "P O", "QC", alone=3, rules=LATE),
            "position 4 may not play alone here",
        ),
        (
            position(2, MINE, "TH", "P O", "QC", alone=1, lone_defender=3, rules=LATE),
            "position 4 may not defend alone here",
        ),
        # Told before it can be known.
        (
            position(4, DEALER, "TH", "P P P", discard=parse_card("9S")),
            "a call is due, so what the dealer put down is not known yet",
        ),
        (
            position(2, MINE, "TH", "P", alone=3, rules=LATE),
            "a call is due, so who plays alone is not known yet",
        ),
        (
            position(4, DEALER, "TH", "P O", alone=1, rules=LATE),
            "the discard is due, so who plays alone is not known yet",
        ),
        (
            position(2, MINE, "TH", "P O", lone_defender=0, rules=LATE),
            "alone or not is due, so who defends alone is not known yet",
        ),
        (position(2, MINE, "TH", "P P P OA", "KC"), "position 2 sits out, its partner playing"),
        (
            position(2, MINE, "TH", "P P P P MIS", "AC KC 9D/QS", rules=MISERE),
            "the misere was over with trick 1",
        ),
    ],
)
def test_what_cannot_have_happened_is_refused_in_one_sentence(wrong, said):
    with pytest.raises(IllegalAction, match=said) as error:
        looked(wrong)
    assert "\n" not in str(error.value)


def test_all_cards_played_leave_nothing_to_decide():
    *_, (hand, at, seen) = every_decision(STANDARD, 3, 1)
    last = parse_card(hand.decisions[at].action)
    *tricks, trick = seen.tricks
    over = dataclasses.replace(seen, tricks=(*tricks, (*trick, last)))
    with pytest.raises(IllegalAction, match="all cards have been played"):
        looked(over)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2: 9H KC 9C AD JD | TH | P", "a position is SEAT: HAND"),
        ("2 9H KC 9C AD JD | TH | P | |", "a position is SEAT: HAND"),
        ("2: 9H KC 9C AD | TH | P | |", "needs 5 cards"),
        ("2: 9H KC 9C AD TH | TH | P | |", "TH is in the hand and in the upcard"),
        ("2: 9H KC 9C AD JD | TH | X | |", "call 1: 'X' is no call of round 1"),
        ("2: 9H KC 9C AD JD | TH | H | |", "call 1: 'H' is no call of round 1"),
        ("2: 9H KC 9C AD JD | TH | P P P P O | |", "call 5: 'O' is no call of round 2"),
        ("2: 9H KC 9C AD JD | TH | P | lone=2 |", "'lone=2' is none of discard=CARD"),
        ("2: 9H KC 9C AD JD | TH | P O | | 2C", "not in the deck"),
        ("2: 9H KC 9C AD JD | TH | P O | | QC QC", "QC is in the trick twice"),
        ("5: 9H KC 9C AD JD | TH | P | |", "does not exist: seats are 1"),
    ],
)
def test_text_that_is_no_position(text, said):
    with pytest.raises((InvalidNotation, IllegalAction), match=said):
        parse_position(text, STANDARD)


@pytest.mark.parametrize(
    ("words", "short"),
    [
        ("pass pass order", "P P O"),
        ("p, p, order alone", "P P OA"),
        ("Pass pick up", "P O"),
        ("pass pass pass pass Spades", "P P P P S"),
        ("P P P P ♠ alone", "P P P P SA"),
    ],
)
def test_calls_can_be_said_in_words(words, short):
    up = parse_card("TH")
    assert parse_calls(words, up, STANDARD) == parse_calls(short, up, STANDARD)
    with pytest.raises(InvalidNotation, match="call 1: 'alone' is no call"):
        parse_calls("alone", up, STANDARD)


def test_what_is_told_twice_is_refused():
    text = "4: JH AH KS 9S QD | TH | P O | discard=QD discard=KS | QC 9C AC"
    with pytest.raises(InvalidNotation, match="discard is told twice"):
        parse_position(text, STANDARD)


def test_an_order_of_a_joker_makes_the_suit_of_the_rules_trump():
    rules = HouseRules(joker=True, joker_upcard_rule="fixed_suit", joker_upcard_suit="S")
    seen = parse_position("1: JC AS KD QD 9D | JK | P P P O |  | ", rules)
    found = looked(seen)
    assert found.contract == "CDSH".index("S")
    assert parse_position(format_position(seen), rules) == seen


@pytest.mark.parametrize("changes", [{"farmers_hand": "swap_three_low"}, {"call_for_best": True}])
def test_rules_that_move_cards_unseen_are_refused(changes):
    with pytest.raises(RuleConflict, match="only the first call of a deal"):
        looked(position(1, MINE, "TH", rules=HouseRules(**changes)))


# --- records -------------------------------------------------------------------------------------


@pytest.mark.parametrize("record", [FULL, NAMED, LONE, ORDERED, BURIED])
def test_every_decision_of_a_record_that_tells_the_cards(record):
    hidden = set()
    for number, decision in enumerate(replay(record, STANDARD).decisions, start=1):
        try:
            seen = position_at(record, STANDARD, number)
        except IllegalAction:  # its hand is not told; a test of its own is below
            hidden.add(decision.seat)
            continue
        found = looked(seen)
        assert found.phase == decision.phase
        assert (seen.seat + record.dealer + 1) % 4 == decision.seat
    sits_out = set() if record.alone is None else {(record.alone + 2) % 4}
    assert hidden <= ({record.dealer} | sits_out if not record.hands else set())


def test_hand_of_a_record_is_the_one_dealt():
    dealt = [{card.upper() for card in hand.split()} for hand in HANDS.split("/")]
    for number, decision in enumerate(replay(FULL, STANDARD).decisions, start=1):
        seen = position_at(FULL, STANDARD, number)
        assert {str(card) for card in seen.hand} == dealt[decision.seat]
        knows = decision.seat == FULL.dealer and decision.phase == "play"
        assert (str(seen.discard) == "9D") == knows


def test_dealer_who_hid_his_discard_can_only_be_asked_about_if_it_is_said():
    with pytest.raises(IllegalAction, match="it does not tell what he put down"):
        position_at(ORDERED, STANDARD, 3)
    said = dataclasses.replace(ORDERED, discard=parse_card("9D"))
    decisions = replay(said, STANDARD).decisions
    number = next(i for i, one in enumerate(decisions) if (one.phase, one.seat) == ("play", 3))
    seen = position_at(said, STANDARD, number + 1)
    assert seen.discard == parse_card("9D")
    assert looked(seen).phase == "play"


@pytest.mark.parametrize("number", [0, -1, 24])
def test_decision_that_a_record_does_not_have(number):
    with pytest.raises(IllegalAction, match="there is no decision"):
        position_at(FULL, STANDARD, number)


# --- what the seat knows -------------------------------------------------------------------------


def truth(hand, rules, at):
    """The cards that each seat still has, and the dealer's discard."""
    held = [set(cards) for cards in hand.hands]
    buried = None
    for one in hand.decisions[:at]:
        if one.phase == "discard" and one.action != "LEAVE_UPCARD":
            held[-1] = (held[-1] | {hand.upcard}) - {one.action}
            buried = one.action
        if one.phase == "play":
            held[one.seat].remove(one.action)
    return [CardSet(map(parse_card, cards)).mask for cards in held], buried


@pytest.mark.parametrize("name", TABLES)
def test_true_layout_is_among_those_that_fit(name):
    rules = TABLES[name]
    low = Lowered(rules)
    for hand, at, seen in every_decision(rules, 9, 8):
        if names_trump(hand, rules):
            continue
        known = knowledge(seen, looked(seen), low)
        held, buried = truth(hand, rules, at)
        for seat, cards in enumerate(held):
            if seat != seen.seat:
                assert cards.bit_count() == known.needs[seat]
                assert cards & ~known.allowed[seat] == 0
        unseen_discard = buried is not None and seen.seat != rules.players - 1
        assert known.needs[rules.players] == unseen_discard
        if unseen_discard:
            assert parse_card(buried).bit & ~known.allowed[rules.players] == 0
        assert sum(known.needs) == known.pool.bit_count()


def known_of(seen):
    return knowledge(seen, looked(seen), Lowered(seen.rules))


def test_void_shown_takes_the_left_bower_along():
    """Diamonds are trump, so that the jack of hearts is one; it is no heart."""
    seen = position(2, MINE.replace("JD", "QH"), "TD", ORDERS, "KD AD 9S TS")
    assert known_of(seen).allowed[2] & CardSet.parse("JH JD QD TD").mask == 0
    assert CardSet.parse("KH TH").mask & ~known_of(seen).allowed[2] == 0
    assert known_of(seen).allowed[3] & parse_card("JH").bit == 0


def test_upcard_taken_up_is_the_dealers_or_buried():
    up = parse_card("TH").bit
    known = known_of(position(2, MINE, "TH", ORDERS, "QC"))
    assert [bool(mask & up) for mask in known.allowed] == [False, False, False, True, True, False]
    kept = known_of(position(2, MINE, "TH", ORDERS, "QC", rules=NEEDY))
    assert [bool(mask & up) for mask in kept.allowed] == [False, False, False, True, False, False]


def test_upcard_turned_down_is_seen_by_all():
    known = known_of(position(1, MINE, "TH", "P P P P"))
    assert known.pool & parse_card("TH").bit == 0
    assert known.needs == (0, 5, 5, 5, 0, 3)


def test_partner_who_sits_out_still_has_five_cards():
    known = known_of(position(1, MINE, "TH", "P P P OA", "AD QD AH/TH"))
    assert known.needs == (0, 5, 4, 3, 1, 3)


def test_dealer_whose_partner_ordered_alone_takes_no_card_where_the_rules_say_so():
    for rule, taken in (("no_pickup", False), ("pickup_then_sit_out", True)):
        rules = HouseRules(lone_partner_is_dealer=rule)
        seen = position(2, MINE, "TH", "P OA", "QC", rules=rules)
        known = known_of(seen)
        assert known.needs[4] == taken
        assert bool(known.pool & parse_card("TH").bit) == taken


def test_voids_that_leave_no_layout_are_refused():
    """Nobody else has a diamond, but five are unseen and only three cards were not dealt."""
    seen = position(2, "JC JS 9D AS KS", "9H", "P P P P C", "9C JC TC QC/9D 9S TS QS")
    with pytest.raises(IllegalAction, match="no deal fits what was played"):
        advise_position(seen, deals=100)

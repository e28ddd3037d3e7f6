"""What must not matter: the names of the suits, and the way cards are written down as bits."""

from __future__ import annotations

from itertools import permutations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_sim.cards import CardSet, Suit, deck_mask
from euchre_sim.engine.layout import JOKER_BIT, MATE_LANE, TRUMP_LANE, V_LEGAL
from euchre_sim.rules import HouseRules
from tests.differential.given import View, action_bit, named_actions, play_given
from tests.differential.kernels import turn_and_turn_back
from tests.differential.log import DECK, Decision, bits
from tests.reference import power, suit_of

SUITS = "CDHS"
MATE = dict(zip("CDHS", "SHDC", strict=True))
Relabelling = dict[str, str]

# The eight ways to exchange suits in which black and red stay together.
KEEP_COLOURS: list[Relabelling] = [
    relabelling
    for chosen in permutations(SUITS)
    for relabelling in [dict(zip(SUITS, chosen, strict=True))]
    if all(relabelling[MATE[suit]] == MATE[relabelling[suit]] for suit in SUITS)
]

PRESETS = [HouseRules.preset(name) for name in HouseRules.preset_names()]
ORDERS = st.permutations([str(card) for card in DECK])


def relabel(token: str, suits: Relabelling) -> str:
    """A card or a call with its suit exchanged; other words stay."""
    if len(token) == 2 and token[1] in SUITS and token != "NO":
        return token[0] + suits[token[1]]
    if token.startswith("CALL_"):
        return "CALL_" + suits[token[5]] + token[6:]
    return token


def relabel_decision(decision: Decision, suits: Relabelling) -> Decision:
    """A decision with its suits exchanged."""
    legal = frozenset(relabel(token, suits) for token in decision.legal)
    return Decision(decision.phase, decision.seat, legal, relabel(decision.action, suits))


def test_there_are_eight_relabellings() -> None:
    assert len(KEEP_COLOURS) == 8
    assert {"C": "S", "S": "C", "D": "H", "H": "D"} in KEEP_COLOURS


@settings(max_examples=150, derandomize=True, deadline=None, database=None)
@given(
    order=ORDERS,
    choices=st.lists(st.integers(0, 719), min_size=34, max_size=34),
    suits=st.sampled_from(KEEP_COLOURS),
    rules=st.sampled_from(PRESETS),
)
def test_exchanging_suits_of_one_colour_changes_nothing(
    order: list[str], choices: list[int], suits: Relabelling, rules: HouseRules
) -> None:
    hands = [frozenset(order[5 * seat : 5 * seat + 5]) for seat in range(4)]

    def choose(view: View, draw: int, number: int) -> int:
        open_to_him = list(bits(int(view[V_LEGAL])))
        # Every other choice passes, so that the second round comes up.
        return open_to_him[choices[number] // 2 % len(open_to_him) if choices[number] % 2 else 0]

    played = play_given(hands, order[20], choose, rules).logged
    expected = tuple(relabel_decision(decision, suits) for decision in played.decisions)

    def same_choice(view: View, draw: int, number: int) -> int:
        assert set(named_actions(view).values()) >= expected[number].legal
        return action_bit(view, expected[number].action)

    there = [frozenset(relabel(card, suits) for card in hand) for hand in hands]
    other = play_given(there, relabel(order[20], suits), same_choice, rules).logged
    assert other.decisions == expected
    assert other.leaders == played.leaders
    assert (other.maker, other.lone, other.lone_defender) == (
        played.maker,
        played.lone,
        played.lone_defender,
    )
    assert (other.maker_tricks, other.points) == (played.maker_tricks, played.points)
    assert other.contract == (None if played.contract is None else suits[played.contract])


@settings(max_examples=100, derandomize=True, deadline=None, database=None)
@given(order=ORDERS, rules=st.sampled_from(PRESETS), seed=st.integers(0, 2**64 - 1))
def test_cards_are_in_one_place_each_from_the_deal_to_the_last_trick(
    order: list[str], rules: HouseRules, seed: int
) -> None:
    hands = [frozenset(order[5 * seat : 5 * seat + 5]) for seat in range(4)]
    upcard, kitty = order[20], set(order[21:])

    def choose(view: View, draw: int, number: int) -> int:
        open_to_him = list(bits(int(view[V_LEGAL])))
        return open_to_him[draw % len(open_to_him)]

    played = play_given(hands, upcard, choose, rules, key=seed).logged
    cards = [card for _, card in played.cards_played]
    assert len(cards) == len(set(cards)) == 5 * len(played.active)
    discards = {decision.action for decision in played.decisions if decision.phase == "discard"}
    assert not discards & set(cards)
    assert not kitty & set(cards)
    for seat in played.active:
        own = {card for player, card in played.cards_played if player == seat}
        dealers = {upcard} if seat == 3 and discards - {"LEAVE_UPCARD"} else set()
        assert own == (hands[seat] | dealers) - discards


# --- contract space -------------------------------------------------------------------------------

FULL = deck_mask(2, joker=True)
MASKS = st.integers(0, 2**64 - 1).map(lambda word: word & FULL)


def turn(mask: int, trump: int) -> tuple[int, int]:
    """A mask in contract space, and turned back."""
    turned, back = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    turn_and_turn_back(np.array([mask], np.uint64), trump, turned, back)
    return int(turned[0]), int(back[0])


@settings(max_examples=500, derandomize=True, deadline=None, database=None)
@given(mask=MASKS, trump=st.sampled_from(Suit))
def test_contract_space_and_back(mask: int, trump: Suit) -> None:
    turned, back = turn(mask, trump)
    assert back == mask
    assert turned.bit_count() == mask.bit_count()


@settings(max_examples=300, derandomize=True, deadline=None, database=None)
@given(first=MASKS, second=MASKS, trump=st.sampled_from(Suit))
def test_contract_space_keeps_unions_and_intersections(
    first: int, second: int, trump: Suit
) -> None:
    one, two = turn(first, trump)[0], turn(second, trump)[0]
    assert turn(first | second, trump)[0] == one | two
    assert turn(first & second, trump)[0] == one & two


def test_contract_space_orders_every_lane_as_the_reference_engine_ranks() -> None:
    for trump in Suit:
        letter = trump.letter
        turned = {str(card): turn(card.bit, trump)[0] for card in DECK}
        for led in SUITS:
            if led == letter:
                continue
            of_suit = [card for card in turned if suit_of(card, letter) in (led, letter)]
            by_power = sorted(of_suit, key=lambda card: power(card, letter, led))
            trumps = [card for card in by_power if suit_of(card, letter) == letter]
            assert sorted(trumps, key=turned.__getitem__) == trumps
            plain = [card for card in by_power if suit_of(card, letter) == led]
            assert sorted(plain, key=turned.__getitem__) == plain
        assert {card for card, bit in turned.items() if bit & TRUMP_LANE} == {
            card for card in turned if suit_of(card, letter) == letter
        }
        assert {card for card, bit in turned.items() if bit & MATE_LANE} == {
            card for card in turned if suit_of(card, letter) == MATE[letter]
        }


def test_joker_stays_on_top_of_every_suit() -> None:
    for trump in Suit:
        turned, back = turn(JOKER_BIT, trump)
        assert turned == back == JOKER_BIT
        assert turned > turn(CardSet.parse(f"J{trump.letter}").mask, trump)[0]

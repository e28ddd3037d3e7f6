"""What must not matter: the names of the suits, and the way cards are written down as bits."""

from __future__ import annotations

from itertools import permutations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_sim.cards import CardSet, Suit, deck_mask
from euchre_sim.engine.layout import JOKER_BIT, MATE_LANE, TRUMP_LANE, V_LEGAL
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import LOW_NO_TRUMP, MISERE, NO_TRUMP
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

WITHOUT_TRUMP = {"allow_no_trump": True, "allow_no_trump_low": True, "allow_misere": True}
# Extra cards and a farmer's hand need more than the hands and the upcard, which are given here.
RULES = [
    *(HouseRules.preset(name) for name in HouseRules.preset_names()),
    HouseRules(**WITHOUT_TRUMP),
    HouseRules(players=3, joker=True, low_rank=8, **WITHOUT_TRUMP),
]


@st.composite
def shuffled(draw: st.DrawFn) -> tuple[HouseRules, list[frozenset[str]], list[str]]:
    """Some rules, a hand for each seat, and the other cards, of which the first is turned up."""
    rules = draw(st.sampled_from(RULES))
    order = draw(st.permutations([str(card) for card in CardSet.from_mask(rules.deck)]))
    n = rules.players
    return rules, [frozenset(order[5 * seat : 5 * seat + 5]) for seat in range(n)], order[5 * n :]


def relabel(token: str, suits: Relabelling) -> str:
    """A card or a call with its suit exchanged; other words stay."""
    if len(token) == 2 and token[1] in SUITS and token != "NO":
        return token[0] + suits[token[1]]
    if token.startswith("CALL_") and token[5] in SUITS and token[6:7] in ("", "_"):
        return "CALL_" + suits[token[5]] + token[6:]
    return token


def relabel_decision(decision: Decision, suits: Relabelling) -> Decision:
    """A decision with its suits exchanged."""
    legal = frozenset(relabel(token, suits) for token in decision.legal)
    return Decision(decision.phase, decision.seat, legal, relabel(decision.action, suits))


def test_there_are_eight_relabellings() -> None:
    assert len(KEEP_COLOURS) == 8
    assert {"C": "S", "S": "C", "D": "H", "H": "D"} in KEEP_COLOURS


@settings(max_examples=200, derandomize=True, deadline=None, database=None)
@given(
    dealt=shuffled(),
    choices=st.lists(st.integers(0, 719), min_size=64, max_size=64),
    suits=st.sampled_from(KEEP_COLOURS),
)
def test_exchanging_suits_of_one_colour_changes_nothing(
    dealt: tuple[HouseRules, list[frozenset[str]], list[str]],
    choices: list[int],
    suits: Relabelling,
) -> None:
    rules, hands, (upcard, *_) = dealt
    there_rules = rules.replace(joker_upcard_suit=suits[rules.joker_upcard_suit])

    def choose(view: View, draw: int, number: int) -> int:
        open_to_him = list(bits(int(view[V_LEGAL])))
        # Every other choice passes, so that the second round comes up.
        return open_to_him[choices[number] // 2 % len(open_to_him) if choices[number] % 2 else 0]

    played = play_given(hands, upcard, choose, rules).logged
    expected = tuple(relabel_decision(decision, suits) for decision in played.decisions)

    def same_choice(view: View, draw: int, number: int) -> int:
        assert set(named_actions(view).values()) >= expected[number].legal
        return action_bit(view, expected[number].action)

    there = [frozenset(relabel(card, suits) for card in hand) for hand in hands]
    other = play_given(there, relabel(upcard, suits), same_choice, there_rules).logged
    assert other.decisions == expected
    assert other.leaders == played.leaders
    assert (other.maker, other.lone, other.lone_defender) == (
        played.maker,
        played.lone,
        played.lone_defender,
    )
    assert (other.maker_tricks, other.points) == (played.maker_tricks, played.points)
    called = played.contract
    assert other.contract == (called if called is None else suits.get(called, called))


@settings(max_examples=150, derandomize=True, deadline=None, database=None)
@given(dealt=shuffled(), seed=st.integers(0, 2**64 - 1))
def test_cards_are_in_one_place_each_from_the_deal_to_the_last_trick(
    dealt: tuple[HouseRules, list[frozenset[str]], list[str]], seed: int
) -> None:
    rules, hands, (upcard, *kitty) = dealt

    def choose(view: View, draw: int, number: int) -> int:
        open_to_him = list(bits(int(view[V_LEGAL])))
        return open_to_him[draw % len(open_to_him)]

    played = play_given(hands, upcard, choose, rules, key=seed).logged
    cards = [card for _, card in played.cards_played]
    stopped = played.contract == "MIS" and played.maker_tricks > 0
    assert len(cards) == len(set(cards)) <= 5 * len(played.active)
    assert stopped or len(cards) == 5 * len(played.active)
    gone: dict[int, set[str]] = {seat: set() for seat in range(rules.players)}
    come: dict[int, set[str]] = {seat: set() for seat in range(rules.players)}
    for decision in played.decisions:
        if decision.phase == "discard":
            come[decision.seat].add(upcard)
            gone[decision.seat].add(decision.action.replace("LEAVE_UPCARD", upcard))
        elif decision.phase == "shed":
            gone[decision.seat].add(decision.action)
        elif decision.phase == "give":
            gone[decision.seat].add(decision.action)
            lone = next(
                seat
                for seat in (played.lone, played.lone_defender)
                if seat is not None and rules.teams[seat] >> decision.seat & 1
            )
            come[lone].add(decision.action)
    assert not set(kitty) & set(cards)
    for seat in played.active:
        own = {card for player, card in played.cards_played if player == seat}
        held = (hands[seat] | come[seat]) - gone[seat]
        assert len(held) == 5
        assert own <= held if stopped else own == held


# --- contract space -------------------------------------------------------------------------------

FULL = deck_mask(2, joker=True)
MASKS = st.integers(0, 2**64 - 1).map(lambda word: word & FULL)
CONTRACTS = st.sampled_from([*map(int, Suit), NO_TRUMP, LOW_NO_TRUMP, MISERE])


def turn(mask: int, trump: int) -> tuple[int, int]:
    """A mask in contract space, and turned back."""
    turned, back = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    turn_and_turn_back(np.array([mask], np.uint64), trump, turned, back)
    return int(turned[0]), int(back[0])


@settings(max_examples=500, derandomize=True, deadline=None, database=None)
@given(mask=MASKS, trump=CONTRACTS)
def test_contract_space_and_back(mask: int, trump: int) -> None:
    turned, back = turn(mask, trump)
    assert back == mask
    assert turned.bit_count() == mask.bit_count()


@settings(max_examples=300, derandomize=True, deadline=None, database=None)
@given(first=MASKS, second=MASKS, trump=CONTRACTS)
def test_contract_space_keeps_unions_and_intersections(first: int, second: int, trump: int) -> None:
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
    for contract in (NO_TRUMP, LOW_NO_TRUMP, MISERE):
        assert turn(JOKER_BIT, contract) == (JOKER_BIT, JOKER_BIT)

"""Every slot of the view against what the reference engine knows at that moment.

The players are random and written in Python; beside them the reference engine follows the hand, so
that each view can be compared with the facts at the very decision it was made for.
"""

from __future__ import annotations

import random

import numpy as np
import pytest

from euchre_sim.cards import Card, CardSet, parse_card
from euchre_sim.engine import layout as slots
from euchre_sim.engine.batch import play_range
from euchre_sim.engine.layout import OUTCOME_SIZE, PHASE_NAMES, lower_rules
from euchre_sim.rules import HouseRules
from tests.differential.given import (
    PythonPlayer,
    View,
    action_bit,
    named_actions,
    play_given,
)
from tests.differential.log import CONTRACTS, bits, card_names
from tests.reference import ReferenceHand, complete, suit_of, trick_winner
from tests.reference.table import mates

HANDS = 150

RULES: dict[str, HouseRules] = {
    name: HouseRules.preset(name) for name in HouseRules.preset_names() if name != "seed_de"
}
RULES["everything asked"] = HouseRules(
    alone_timing="before_first_lead",
    maker_partner_may_go_alone=True,
    defend_alone=True,
    defend_alone_needs_lone_maker=False,
    dealer_pickup="optional",
    stick_the_dealer=True,
    turned_down_suit="open",
    lone_first_lead="left_of_lone",
    target_score=15,
    lone_value=5,
)
RULES["without trump"] = HouseRules(
    joker=True,
    joker_upcard_rule="dealer_names_after_look",
    allow_no_trump=True,
    allow_no_trump_low=True,
    allow_misere=True,
)
RULES["six with a joker"] = HouseRules(
    players=6, low_rank=7, joker=True, joker_upcard_rule="fixed_suit", defend_alone=True
)
RULES["with the call"] = HouseRules(defend_alone=True, lone_partner_is_dealer="no_pickup")


# Filled by the tricks; nothing is in them before the first lead.
PLAY_SLOTS = (
    slots.V_ACTIVE,
    *range(slots.V_TRICK, slots.V_PLAYED + 1),
    *range(slots.V_TABLE, slots.V_VOIDS + slots.MAX_SEATS),
)


def seat_mask(seats: set[int]) -> int:
    """One bit a seat."""
    return sum(1 << seat for seat in seats)


def printed(mask: int, contract: int) -> set[str]:
    """Cards of a mask in contract space."""
    return {card_names(contract)[bit] for bit in bits(mask)}


class Witness:
    """Plays at random, keeps the reference engine in step and compares every view with it."""

    def __init__(self, hands: list[set[str]], upcard: str, rules: HouseRules, seed: int) -> None:
        self.rules = rules
        self.upcard = upcard
        self.n = rules.players
        self.deck = {str(card) for card in CardSet.from_mask(rules.deck)}
        self.slow = ReferenceHand(hands, upcard, self.n - 1, complete(rules.as_dict()))
        self.draw = random.Random(seed)
        self.compared = 0

    def catch_up(self, number: int) -> None:
        """Bring the reference engine to decision `number`; those between were forced."""
        while len(self.slow.history) < number:
            (only,) = self.slow.legal()
            self.slow.apply(only)

    def answer(self, view: View, draw: int, number: int) -> int:
        """Compare the view, then act at random, passing more often than not."""
        self.catch_up(number)
        self.compare([int(word) for word in view])
        self.compared += 1
        tokens = sorted(self.slow.legal())
        token = self.draw.choice(tokens)
        if "PASS" in tokens and self.draw.random() < 0.6:
            token = "PASS"
        self.slow.apply(token)
        return action_bit(view, token)

    def compare(self, view: list[int]) -> None:
        """Hold every slot against the reference engine."""
        slow = self.slow
        seat = slow.seat
        assert seat is not None
        without_trump = slow.phase == "play" and slow.contract not in ("C", "D", "H", "S")
        expected = "no_trump" if without_trump else slow.phase
        assert PHASE_NAMES[view[slots.V_PHASE]] == expected
        assert view[slots.V_SEAT] == seat
        named = named_actions(np.array(view, np.uint64))
        assert {named[bit] for bit in bits(view[slots.V_LEGAL])} == slow.legal()
        must_call = slow.phase == "call" and "PASS" not in slow.legal()
        assert view[slots.V_MUST_CALL] == must_call
        self.compare_table(view)
        if slow.phase == "call":
            self.compare_bidding(view, seat)
        else:
            self.compare_contract(view, seat)
            self.compare_play(view, seat)

    def compare_table(self, view: list[int]) -> None:
        """What stays the same over a deal."""
        rules = self.rules
        seat = view[slots.V_SEAT]
        upcard = parse_card(self.upcard)
        window = rules.alone_allowed and rules.alone_timing == "before_first_lead"
        flags = {
            slots.FLAG_STICK: rules.stick_the_dealer,
            slots.FLAG_LEAD_LEFT_OF_LONE: rules.lone_first_lead == "left_of_lone",
            slots.FLAG_DEFEND_ALONE: rules.defend_alone,
            slots.FLAG_WINDOW: window,
            slots.FLAG_ALONE: rules.alone_allowed,
            slots.FLAG_BEST_CARD: rules.call_for_best,
            slots.FLAG_UNUSUAL: rules.players != 4 or rules.joker,
        }
        assert view[slots.V_PLAYERS] == self.n
        assert view[slots.V_HAND_SIZE] == 5
        assert view[slots.V_MATES] == seat_mask(self.side(seat))
        assert view[slots.V_UPCARD] == upcard.bit
        assert view[slots.V_UPCARD_SUIT] == (
            "CDSH".index(rules.joker_upcard_suit) if upcard.is_joker else upcard.suit
        )
        assert view[slots.V_ROUND] == self.slow.call_round
        assert view[slots.V_TARGET] == rules.target_score
        assert view[slots.V_LONE_VALUE] == rules.lone_value
        assert view[slots.V_FLAGS] == sum(flag for flag, is_set in flags.items() if is_set)
        assert [*view[slots.V_SCORES : slots.V_SCORES + 2], view[slots.V_SCORE_2]] == [0, 0, 0]
        in_hearts = {str(card): bit for bit, card in card_names(3).items()}
        assert view[slots.V_DECK] == sum(in_hearts[card] for card in self.deck)
        at = slots.V_PARAMS + slots.N_PARAMS * seat
        assert view[slots.V_PARAMS_AT] == at
        assert view[at] == seat, "parameter 0 of this player is its seat"

    def side(self, seat: int) -> set[int]:
        """The seat and those on its side; of three players two are together against the maker."""
        maker = self.slow.maker
        if self.n == 3 and maker is not None and seat != maker:
            return {0, 1, 2} - {maker}
        return {seat} | mates(seat, self.n)

    def deck_mask(self, contract: int) -> int:
        """All cards of the deck in contract space."""
        return sum(bit for bit, card in card_names(contract).items() if card in self.deck)

    def compare_bidding(self, view: list[int], seat: int) -> None:
        """Printed cards, and nothing about a play that has not begun."""
        hand = {str(Card.from_bit(bit)) for bit in bits(view[slots.V_HAND])}
        blind = self.rules.joker_upcard_rule == "dealer_names_blind" and self.upcard == "JK"
        assert hand == (set() if blind else self.slow.hands[seat])
        assert view[slots.V_TRUMPS] == 0
        for slot in (
            slots.V_MAKERS,
            slots.V_LONE,
            slots.V_LONE_DEFENDER,
            slots.V_ACTIVE,
            slots.V_PICKED_UP,
            slots.V_DEAD,
            *PLAY_SLOTS,
        ):
            assert view[slot] == 0

    def compare_contract(self, view: list[int], seat: int) -> None:
        """What was called, taken up and put down, as far as this seat may know."""
        slow = self.slow
        contract = view[slots.V_CONTRACT]
        maker = slow.maker
        assert maker is not None
        assert CONTRACTS[contract] == slow.contract
        trumps = {
            card for card in self.deck if suit_of(card, slow.contract) in (slow.contract, "*")
        }
        assert printed(view[slots.V_TRUMPS] & self.deck_mask(contract), contract) == trumps
        assert view[slots.V_MAKER] == maker
        assert view[slots.V_MAKERS] == seat_mask({maker} | mates(maker, self.n))
        assert view[slots.V_LONE] == (0 if slow.lone is None else slow.lone + 1)
        assert view[slots.V_LONE_DEFENDER] == (
            0 if slow.lone_defender is None else slow.lone_defender + 1
        )
        hand = set(slow.hands[seat])
        taken = {self.upcard} if slow.upcard_is == "taken" or slow.phase == "discard" else set()
        if slow.phase == "discard":
            hand |= taken
        assert printed(view[slots.V_HAND], contract) == hand
        assert printed(view[slots.V_PICKED_UP], contract) == taken
        dead = set() if taken else {self.upcard}
        dead |= {card for one, card in slow.down if one == seat}
        assert printed(view[slots.V_DEAD], contract) == dead

    def compare_play(self, view: list[int], seat: int) -> None:
        """The tricks so far and the one on the table."""
        slow = self.slow
        contract = view[slots.V_CONTRACT]
        letter = CONTRACTS[contract]
        if slow.phase != "play":
            assert not any(view[slot] for slot in PLAY_SLOTS)
            return
        assert view[slots.V_ACTIVE] == seat_mask(slow.active)
        assert view[slots.V_TRICK] == len(slow.tricks)
        assert view[slots.V_N_TABLE] == len(slow.table)
        assert view[slots.V_LEADER] == (slow.table[0][0] if slow.table else seat)
        counts = slow.trick_counts()
        assert (view[slots.V_TRICKS_MAKERS], view[slots.V_TRICKS_DEFENDERS]) == counts

        table = dict(slow.table)
        earlier = [play for trick in slow.tricks for play in trick["cards"]]
        plays = [*earlier, *slow.table]
        assert printed(view[slots.V_PLAYED], contract) == {card for _, card in plays}
        voids: dict[int, set[str]] = {one: set() for one in range(self.n)}
        for trick in [*(trick["cards"] for trick in slow.tricks), slow.table]:
            for player, card in trick:
                led = suit_of(trick[0][1], letter)
                if suit_of(card, letter) != led:
                    voids[player].add(led)
        for one in range(self.n):
            on_table = {table[one]} if one in table else set()
            assert printed(view[slots.V_TABLE + one], contract) == on_table
            own = {card for player, card in plays if player == one}
            assert printed(view[slots.V_PLAYED_BY + one], contract) == own
            gone = printed(view[slots.V_VOIDS + one] & self.deck_mask(contract), contract)
            assert gone == {c for c in self.deck if suit_of(c, letter) in voids[one]}

        if not slow.table:
            assert view[slots.V_LED : slots.V_BEST + 1] == [0, 0, 0]
            return
        led_card = slow.table[0][1]
        assert printed(view[slots.V_LED], contract) == {led_card}
        asked = printed(view[slots.V_LED_MASK] & self.deck_mask(contract), contract)
        assert asked == {c for c in self.deck if suit_of(c, letter) == suit_of(led_card, letter)}
        best = best_play(slow)
        assert view[slots.V_BEST_SEAT] == best[0]
        assert printed(view[slots.V_BEST], contract) == {best[1]}


def best_play(slow: ReferenceHand) -> tuple[int, str]:
    """Who wins the trick so far, and with which card."""
    assert slow.contract is not None
    winner = trick_winner(slow.table, slow.contract)
    return winner, dict(slow.table)[winner]


def random_deal(draw: random.Random, rules: HouseRules) -> tuple[list[set[str]], str]:
    """Everybody's hands and an upcard."""
    order = sorted(str(card) for card in CardSet.from_mask(rules.deck))
    draw.shuffle(order)
    n = rules.players
    return [set(order[5 * seat : 5 * seat + 5]) for seat in range(n)], order[5 * n]


@pytest.mark.parametrize("name", sorted(RULES))
def test_view_shows_what_happened_and_nothing_else(name: str) -> None:
    draw = random.Random(name)
    seen_phases: set[str] = set()
    for number in range(HANDS):
        hands, upcard = random_deal(draw, RULES[name])
        witness = Witness(hands, upcard, RULES[name], number)
        frozen = [frozenset(hand) for hand in hands]
        played = play_given(frozen, upcard, witness.answer, RULES[name], key=number)
        assert played.error == 0
        witness.catch_up(len(played.logged.decisions))
        assert witness.slow.phase == "over"
        assert witness.compared == len(played.views)
        seen_phases |= {decision.phase for decision in played.logged.decisions}
    assert {"call", "discard", "play"} <= seen_phases


def test_view_keeps_nothing_of_the_deal_before() -> None:
    """The hands of a range share one view; a hand must not depend on its place in the range."""
    views: list[View] = []

    def watch(view: View, draw: int) -> int:
        if view[slots.V_PHASE] != slots.PHASE_PLAY:
            views.append(view)
        choices = list(bits(int(view[slots.V_LEGAL])))
        return choices[draw % len(choices)]

    player = PythonPlayer(watch)
    players = player.everywhere()
    count = 200
    failed = play_range(
        lower_rules(RULES["everything asked"]),
        players.hooks,
        players.assign,
        players.params,
        5,
        0,
        count,
        np.zeros((count, OUTCOME_SIZE), np.int8),
        np.zeros((0, 0), np.uint64),
        np.zeros(0, np.uint64),
    )
    player.raise_failure()
    assert failed == -1
    assert {int(view[slots.V_PHASE]) for view in views} == {0, 1, 2, 3}
    left_over = {slot for view in views for slot in PLAY_SLOTS if view[slot]}
    assert not left_over


def test_farmers_hands_come_before_any_round_of_calling() -> None:
    """Nothing of the auction of the deal before is in the view of a seat that may claim."""
    views: list[View] = []

    def watch(view: View, draw: int) -> int:
        if view[slots.V_PHASE] == slots.PHASE_FARMER:
            views.append(view)
        choices = list(bits(int(view[slots.V_LEGAL])))
        return choices[draw % len(choices)]

    player = PythonPlayer(watch)
    players = player.everywhere()
    count = 100
    failed = play_range(
        lower_rules(HouseRules(farmers_hand="swap_three_low", stick_the_dealer=True)),
        players.hooks,
        players.assign,
        players.params,
        5,
        0,
        count,
        np.zeros((count, OUTCOME_SIZE), np.int8),
        np.zeros((0, 0), np.uint64),
        np.zeros(0, np.uint64),
    )
    player.raise_failure()
    assert failed == -1
    assert views
    assert {(int(view[slots.V_ROUND]), int(view[slots.V_MUST_CALL])) for view in views} == {(0, 0)}

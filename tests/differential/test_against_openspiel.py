"""Whole hands against OpenSpiel's `euchre`, an engine that nobody of this project wrote.

OpenSpiel plays one set of rules with two switches.  It asks about playing alone after the discard,
polls the defenders from the dealer's left even when the makers play as a pair, lets the first
active seat from the dealer's left lead whoever is alone, forbids burying the upcard and counts any
euchre by a lone defender 4.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from euchre_sim.analysis.players import Players, find_players, seat_players
from euchre_sim.rules import HouseRules
from tests.differential.log import LoggedHand, logged_hands
from tests.differential.shy_player import SHY

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel comes with the test extra")

DEALER = 3
HANDS_A_TABLE = 2_000  # three tables under each of four sets of rules: 24,000 hands

RANKS, SUITS = "9TJQKA", "CDHS"
CARDS = {rank + suit: 4 * i + j for i, rank in enumerate(RANKS) for j, suit in enumerate(SUITS)}
PASS, ALONE, WITH_PARTNER = 24, 29, 30
CALLS = {"PASS": PASS, **{f"CALL_{suit}": 25 + i for i, suit in enumerate(SUITS)}}
WINDOW = {"YES": ALONE, "NO": WITH_PARTNER}


def matching_rules(stick: bool, lone_defender: bool) -> HouseRules:
    """The house rules that OpenSpiel plays."""
    return HouseRules(
        stick_the_dealer=stick,
        alone_timing="before_first_lead",
        dealer_may_discard_upcard=False,
        lone_first_lead="left_of_dealer",
        defend_alone=lone_defender,
        defend_alone_needs_lone_maker=False,
        defend_alone_poll="from_dealers_left",
        defend_alone_lead="as_lone_lead_rule",
        lone_defender_vs_pair_lead="normal",
        lone_defense_points=4,
        lone_defense_all_points=4,
    )


def action_numbers(hand: LoggedHand) -> dict[str, int]:
    """OpenSpiel's number of each word; a card has the same one wherever it turns up."""
    return {**CARDS, **CALLS, **WINDOW, "ORDER": CALLS[f"CALL_{hand.upcard[1]}"]}


def dealt_state(game: Any, hand: LoggedHand) -> Any:
    """The state after the deal: the dealer, one card at a time from him on, the upcard."""
    state = game.new_initial_state()
    state.apply_action(DEALER)
    stacks = [sorted(held) for held in hand.hands]
    for place in range(20):
        state.apply_action(CARDS[stacks[(DEALER + place) % 4][place // 4]])
    state.apply_action(CARDS[hand.upcard])
    return state


def compare(game: Any, hand: LoggedHand, seen: Counter[str]) -> None:
    """Same seat and same legal actions at every step, same winners, tricks and points."""
    number_of = action_numbers(hand)
    state = dealt_state(game, hand)
    for decision in hand.decisions:
        assert state.current_player() == decision.seat
        assert state.legal_actions() == sorted([number_of[word] for word in decision.legal])
        state.apply_action(number_of[decision.action])
        seen[f"{decision.phase} {decision.action if decision.phase != 'play' else ''}"] += 1
    assert state.is_terminal()
    points = hand.points[0] - hand.points[1]
    assert state.returns() == [points, -points, points, -points]
    seen[f"{hand.net} points, lone {hand.lone is not None} {hand.lone_defender is not None}"] += 1
    if hand.maker is None:
        return
    tricks = state.tricks()
    winners = [trick.winner() for trick in tricks]
    assert [trick.leader() for trick in tricks] == hand.leaders
    assert winners[:-1] == hand.leaders[1:]
    assert sum(winner % 2 == hand.maker % 2 for winner in winners) == hand.maker_tricks
    assert [trick.cards() for trick in tricks] == [
        [CARDS[card] for _, card in trick] for trick in hand.tricks
    ]


def tables(rules: HouseRules) -> list[Players]:
    """Players who pass seldom, often, and as rules of thumb say."""
    return [
        find_players("random", rules),
        seat_players([SHY], rules),
        find_players("random,euchrestrategy,universe,ohio", rules),
    ]


@pytest.mark.parametrize("lone_defender", [False, True])
@pytest.mark.parametrize("stick", [False, True])
def test_openspiel_plays_the_same_hands(stick: bool, lone_defender: bool) -> None:
    game = pyspiel.load_game(
        "euchre", {"stick_the_dealer": stick, "allow_lone_defender": lone_defender}
    )
    rules = matching_rules(stick, lone_defender)
    seen: Counter[str] = Counter()
    hands = 0
    for seed, players in enumerate(tables(rules), start=10):
        for hand in logged_hands(players, rules, seed, HANDS_A_TABLE):
            compare(game, hand, seen)
            hands += 1
    assert hands == 3 * HANDS_A_TABLE
    assert (seen["0 points, lone False False"] == 0) == stick
    assert (seen["defend YES"] > 0) == lone_defender
    assert min(seen["alone YES"], seen["alone NO"], seen["call PASS"], seen["call ORDER"]) > 500
    assert all(seen[f"call CALL_{suit}"] > 100 for suit in SUITS)
    both_alone = sum(n for what, n in seen.items() if what.endswith("lone True True"))
    assert (both_alone > 200) == lone_defender

"""Faults that other Euchre programs have had, as tests of the engine.

Counting calls, averages and the sampling of hidden cards are tested with the commands that do it;
notation is tested in ``tests/unit``.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from euchre_sim.analysis.players import find_players, seat_players
from euchre_sim.analysis.workers import cut, ordered
from euchre_sim.cards import CardSet, deck_mask, parse_card
from euchre_sim.engine import layout as slots
from euchre_sim.engine import steps
from euchre_sim.engine.batch import G_SIZE, play_games, play_range
from euchre_sim.rules import HouseRules
from tests.differential.given import (
    PlayedHand,
    View,
    action_bit,
    lowest_call,
    lowest_legal,
    play_given,
    run,
)
from tests.differential.kernels import deal_around_range
from tests.differential.log import LoggedHand, bits, logged_hands
from tests.differential.shy_player import SHY
from tests.reference.positions import ONE_SUIT_EACH, STRONG_ELDEST
from tests.rules.games import play_game
from tests.rules.single_steps import legal, winner

STANDARD = HouseRules()
DECK = [str(card) for card in CardSet.from_mask(deck_mask())]
N = 4
DEALER = N - 1


def test_case01_led_left_bower_asks_for_trump() -> None:
    assert legal("H", "JD", "AD 9H") == {"9H"}


def test_case02_left_bower_is_no_reason_not_to_follow() -> None:
    assert legal("H", "9S", "QS JD") == {"QS"}


def test_case03_led_left_bower_is_not_followed_by_its_printed_suit() -> None:
    assert legal("S", "JC", "AC 9S") == {"9S"}


def test_case04_highest_of_the_led_suit_wins_and_leads() -> None:
    assert winner("C", "2:9H 3:AH 0:AD 1:TH") == 3
    # The same trick in a hand, in which the engine's seat 0 leads.
    hands = ("9H AS KS QS TS", "AH JD JH 9S 9D", "AD KD QD TD 9C", "TH JS KC QC TC")
    played = run(hands, "AC", "ORDER", "AC", "9H", "AH", "AD", "TH")
    assert played.logged.leaders[:2] == [0, 1]


def test_case05_next_active_seat_leads_when_eldest_sits_out() -> None:
    # Seat 2 of the engine is the one before the dealer; his partner is left of the dealer.
    played = run(ONE_SUIT_EACH, "9H", *["PASS"] * 6, "CALL_S_ALONE")
    assert (played.logged.lone, played.logged.call_round) == (2, 2)
    assert (played.logged.active, played.logged.leaders[0]) == ({1, 2, 3}, 1)


def test_case06_lone_hand_is_over_after_five_tricks() -> None:
    played = run(STRONG_ELDEST, "9H", "ORDER_ALONE", "9H")
    assert len(played.logged.tricks) == 5
    assert played.logged.decisions[-1].phase == "play"
    assert 2 not in played.logged.active, "the partner never played and still holds five cards"
    assert (played.logged.maker_tricks, played.logged.points) == (5, (4, 0))


@pytest.mark.parametrize("preset", ["standard", "seed_nl"])
def test_case07_partner_of_a_lone_player_is_never_asked(preset: str) -> None:
    rules = HouseRules.preset(preset)
    lone_hands = 0
    for hand in logged_hands(find_players("random", rules), rules, 7, 1_500):
        if hand.lone is None and hand.lone_defender is None:
            continue
        lone_hands += 1
        out = {(seat + 2) % N for seat in (hand.lone, hand.lone_defender) if seat is not None}
        assert not hand.active & out
        if hand.called_alone:
            calls = [decision.phase for decision in hand.decisions].count("call")
            asked = {decision.seat for decision in hand.decisions[calls:]}
            assert hand.lone is not None
            assert (hand.lone + 2) % N not in asked
    assert lone_hands > 300


@pytest.mark.parametrize("first", range(N))
def test_case08_deal_passes_to_the_left(first: int) -> None:
    rules = STANDARD.replace(first_dealer_method="seat", first_dealer_seat=first)
    game = play_game(rules, lambda view, draw, _: lowest_call(view, draw), seed=8)
    dealers = [deal.dealer for deal in game.deals]
    assert dealers == [(first + number) % N for number in range(len(dealers))]
    assert (game.first_dealer, game.n_deals, game.failed) == (first, len(dealers), False)
    assert len(dealers) > N


def test_case08_score_goes_with_the_seats_and_not_with_the_positions() -> None:
    game = play_game(STANDARD, lambda view, draw, _: lowest_call(view, draw), seed=88)
    scores = [deal.scores for deal in game.deals] + [game.score]
    for before, after in pairwise(scores):
        gained = (after[0] - before[0], after[1] - before[1])
        assert sorted(gained)[0] == 0 < sorted(gained)[1] <= 4
    assert max(game.score) >= STANDARD.target_score > min(game.score)
    assert game.score[game.winner] == max(game.score)


@pytest.mark.parametrize("first", range(2))
def test_case08_a_game_may_begin_at_any_score(first: int) -> None:
    rules = STANDARD.replace(first_dealer_method="seat", first_dealer_seat=first)
    game = play_game(rules, lambda view, draw, _: lowest_call(view, draw), seed=88, start=(9, 7))
    assert game.deals[0].scores == ((7, 9), (9, 7))[first], "the dealer's side has 7"
    for before, after in pairwise([deal.scores for deal in game.deals]):
        assert sum(after) > sum(before)
    assert game.score[game.winner] == max(game.score) >= STANDARD.target_score


def test_case09_every_new_deal_has_five_new_cards_a_hand() -> None:
    passed_out = 3
    game = play_game(
        STANDARD,
        lambda view, draw, number: (lowest_legal if number < passed_out else lowest_call)(
            view, draw
        ),
        seed=9,
    )
    assert len(game.deals) > passed_out
    for deal in game.deals[: passed_out + 1]:
        assert all(len(hand) == 5 for hand in deal.hands.values())
        dealt = [card for hand in deal.hands.values() for card in hand]
        assert len({*dealt, deal.upcard}) == len(dealt) + 1, "nothing is there twice"
    thrown_in = game.deals[:passed_out]
    assert all(len(deal.hands) == N for deal in thrown_in)
    assert len({tuple(sorted(deal.hands.items())) for deal in thrown_in}) == passed_out
    assert [deal.scores for deal in game.deals[: passed_out + 1]] == [(0, 0)] * (passed_out + 1)


def test_case09_a_game_that_nobody_calls_is_given_up() -> None:
    game = play_game(STANDARD, lambda view, draw, _: lowest_legal(view, draw), seed=9)
    assert game.failed
    assert game.n_deals == len(game.deals) == 1_000


def test_case10_stuck_dealer_names_another_suit_and_is_the_maker() -> None:
    hands = ("AC KC QC TC 9C", "AD KD QD JD TD", "AS KS 9H JS TS", "AH KH QH JH TH")
    rules = STANDARD.replace(stick_the_dealer=True)
    played = run(hands, "QS", *["PASS"] * 7, "CALL_H", rules=rules)
    last = played.logged.decisions[7]
    assert last.seat == DEALER
    assert last.legal == {f"CALL_{suit}{tail}" for suit in "CDH" for tail in ("", "_ALONE")}
    assert (played.logged.maker, played.logged.call_round) == (DEALER, 2)
    assert played.views[7][slots.V_MUST_CALL] == 1


@pytest.mark.parametrize("method", ["first_black_jack", "random"])
def test_case11_identical_players_win_half_of_their_games(method: str) -> None:
    games = 100_000
    rules = STANDARD.replace(first_dealer_method=method)
    players = find_players("random", rules)
    results = np.zeros((games, G_SIZE), np.int64)
    failed = play_games(
        slots.lower_rules(rules),
        players.hooks,
        players.assign,
        players.params,
        11,
        0,
        games,
        results,
    )
    assert failed == -1
    share = (results[:, 0] == 0).mean()
    assert abs(share - 0.5) < 2.58 * 0.5 / games**0.5
    winner_score = results[np.arange(games), 2 + results[:, 0]]
    loser_score = results[np.arange(games), 3 - results[:, 0]]
    assert (winner_score >= rules.target_score).all()
    assert (loser_score < rules.target_score).all()


def test_case13_upcard_is_in_nobodys_hand_when_given() -> None:
    hand, upcard = CardSet.parse("JH 9H AH KS 9S").mask, parse_card("TH").bit
    unseen = deck_mask() & ~hand & ~upcard
    dealt = np.zeros((5_000, N), np.uint64)
    rules = slots.lower_rules(STANDARD)
    deal_around_range(rules, 13, 0, len(dealt), unseen, 1, hand, upcard, dealt)
    assert not (dealt & np.uint64(upcard)).any()
    assert (dealt[:, 1] == hand).all()
    assert (np.bitwise_count(dealt) == 5).all()
    assert (np.bitwise_count(np.bitwise_or.reduce(dealt, axis=1)) == 20).all()


def test_case13_upcard_is_the_dealers_after_a_pickup_and_nobodys_in_round_two() -> None:
    taken = left = 0
    for hand in logged_hands(seat_players([SHY], STANDARD), STANDARD, 13, 1_000):
        assert not any(hand.upcard in held for held in hand.hands)
        if hand.maker is None:
            continue
        played = {card: seat for seat, card in hand.cards_played}
        discard = next((d.action for d in hand.decisions if d.phase == "discard"), None)
        if discard is not None and DEALER in hand.active:
            taken += 1
            of_dealer = {card for card, seat in played.items() if seat == DEALER} | {discard}
            assert of_dealer == hand.hands[DEALER] | {hand.upcard}
        elif discard is None:
            left += 1
            assert hand.upcard not in played
    assert min(taken, left) > 100


def test_case16_alone_means_the_same_in_both_rounds() -> None:
    first = run(STRONG_ELDEST, "9H", "ORDER_ALONE", "9H").logged
    second = run(STRONG_ELDEST, "JC", *["PASS"] * 4, "CALL_H_ALONE").logged
    for hand in (first, second):
        assert (hand.called_alone, hand.lone, hand.active) == (True, 0, {0, 1, 3})
        assert (hand.leaders[0], hand.points) == (0, (4, 0))
    assert (first.call_round, second.call_round) == (1, 2)


def test_case17_only_the_jack_of_the_same_colour_is_trump() -> None:
    def trumps(hand: str) -> int:
        turned = int(steps.to_contract(CardSet.parse(hand).mask, 3))
        return (turned & slots.TRUMP_LANE).bit_count()

    assert trumps("AH KH QH JH JD") == 5
    assert trumps("AH KH QH JH JC") == 4


def test_case18_same_seed_gives_the_same_outcomes_on_one_and_two_threads() -> None:
    players = find_players("random,universe,ohio,euchrestrategy", STANDARD)
    lowered = slots.lower_rules(STANDARD)
    hands = 20_000

    def play(threads: int, size: int) -> np.ndarray:
        outcomes = np.zeros((hands, slots.OUTCOME_SIZE), np.int8)

        def piece(work: tuple[int, int]) -> int:
            first, count = work
            return int(
                play_range(
                    lowered,
                    players.hooks,
                    players.assign,
                    players.params,
                    18,
                    first,
                    count,
                    outcomes[first : first + count],
                    np.zeros((0, 0), np.uint64),
                    np.zeros(0, np.uint64),
                )
            )

        assert set(ordered(piece, cut(0, hands, size), threads)) == {-1}
        return outcomes

    assert (play(1, hands) == play(2, 1_000)).all()


# --- case 20: what is hidden stays hidden ---------------------------------------------------------


def hand_by(draw: random.Random, rules: HouseRules) -> tuple[PlayedHand, list[set[str]], str]:
    """A random deal, played at random, and the deal itself."""
    order = list(DECK)
    draw.shuffle(order)
    hands, upcard = [set(order[5 * seat : 5 * seat + 5]) for seat in range(N)], order[20]

    def answer(view: View, word: int, number: int) -> int:
        choices = list(bits(int(view[slots.V_LEGAL])))
        if choices[0] == slots.PASS and view[slots.V_PHASE] == slots.PHASE_CALL:
            choices += [slots.PASS] * 3
        return draw.choice(choices)

    frozen = [frozenset(hand) for hand in hands]
    return play_given(frozen, upcard, answer, rules, key=draw.getrandbits(32)), hands, upcard


def elsewhere(
    draw: random.Random, hand: LoggedHand, number: int, hands: list[set[str]]
) -> tuple[list[frozenset[str]], list[str]]:
    """The deal with everything changed that the seat to act at `number` cannot have seen.

    Returns the hands as dealt and the actions up to there: the same as before, but that the dealer
    may have discarded another card.
    """
    before = hand.decisions[:number]
    seat = hand.decisions[number].seat
    shown = {
        other: {d.action for d in before if d.phase == "play" and d.seat == other} - {hand.upcard}
        for other in range(N)
        if other != seat
    }
    known = hands[seat].union({hand.upcard}, *shown.values())
    pool = [card for card in DECK if card not in known]
    draw.shuffle(pool)
    dealt = []
    for other in range(N):
        held = set(hands[other])
        if other != seat:
            held = set(shown[other])
            while len(held) < 5:
                held.add(pool.pop())
        dealt.append(frozenset(held))
    actions = [decision.action for decision in before]
    for at, decision in enumerate(before):
        if decision.phase == "discard" and seat != DEALER and decision.action != "LEAVE_UPCARD":
            played = {d.action for d in before if d.phase == "play" and d.seat == DEALER}
            actions[at] = draw.choice(sorted((dealt[DEALER] | {hand.upcard}) - played))
    return dealt, actions


@pytest.mark.parametrize("preset", ["standard", "seed_nl", "seed_sl"])
def test_case20_view_is_the_same_whatever_the_hidden_cards(preset: str) -> None:
    draw = random.Random(f"hidden {preset}")
    rules = HouseRules.preset(preset)
    compared: Counter[str] = Counter()
    discards_differed = 0
    for _ in range(100):
        original, hands, upcard = hand_by(draw, rules)
        for number, view in original.views.items():
            dealt, actions = elsewhere(draw, original.logged, number, hands)

            def answer(shown: View, word: int, at: int, actions: list[str] = actions) -> int:
                return action_bit(shown, actions[at]) if at < len(actions) else 0

            other = play_given(dealt, upcard, answer, rules)
            went = [decision.action for decision in other.logged.decisions[:number]]
            if went != actions or number not in other.views:
                continue  # with these cards the same plays would not have been legal
            assert (other.views[number] == view).all()
            compared[original.logged.decisions[number].phase] += 1
            discards_differed += actions != [d.action for d in original.logged.decisions[:number]]
    assert min(compared["call"], compared["discard"], compared["play"]) > 50
    assert discards_differed > 50

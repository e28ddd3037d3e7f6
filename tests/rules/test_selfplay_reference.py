"""Random play never gets stuck and keeps count of the cards, under any rules."""

import random

import pytest

from tests.reference import PRESETS, VALUES, complete, preset, score
from tests.reference.cards import full_deck
from tests.reference.hand import ReferenceHand
from tests.reference.options import Rules
from tests.reference.positions import play_randomly, random_hand

HANDS = 2_000


def check_finished(hand: ReferenceHand, deck: set[str], dealt: list[set[str]]) -> None:
    """The facts that hold for every finished hand."""
    rules, outcome = hand.rules, hand.outcome()
    played = [card for trick in hand.tricks for _, card in trick["cards"]]
    points = score(outcome, rules)
    assert hand.legal() == set()
    if outcome["special"] == "thrown_in":
        assert not rules["stick_the_dealer"]
        assert (played, points, hand.hands) == ([], (0, 0), dealt)
        return

    hand_size = rules["hand_size"]
    assert len(played) == len(set(played)) == hand_size * len(hand.active)
    assert outcome["maker_tricks"] + outcome["defender_tricks"] == hand_size
    assert min(points) == 0 < max(points)

    # Every card is in exactly one place, and only the dealer's hand has changed.
    started = [set(held) for held in hand.hands]
    for trick in hand.tricks:
        for seat, card in trick["cards"]:
            assert seat not in hand.sitting_out
            started[seat].add(card)
    assert [len(held) for held in started] == [hand_size] * rules["players"]
    for seat, held in enumerate(started):
        allowed = dealt[seat] | ({hand.upcard} if seat == hand.dealer else set())
        assert held <= allowed <= deck
    if hand.upcard_is == "taken":
        assert started[hand.dealer] | {hand.discard} == dealt[hand.dealer] | {hand.upcard}

    # The winner of a trick leads to the next.
    for before, after in zip(hand.tricks, hand.tricks[1:], strict=False):
        assert after["leader"] == before["winner"]


def finish(rules: Rules, draw: random.Random) -> ReferenceHand:
    """Deal, play at random, check."""
    hand = random_hand(rules, draw)
    dealt = [set(held) for held in hand.hands]
    play_randomly(hand, draw, pass_weight=draw.choice([0, 3, 12]))
    check_finished(hand, full_deck(rules["low_rank"], rules["joker"]), dealt)
    return hand


def random_rules(draw: random.Random) -> Rules:
    """Any combination of options that is not refused, for four players and 24 cards."""
    fixed = {"players", "low_rank", "joker", "hand_size", "tricks_needed"}
    while True:
        changes = {
            name: draw.choice(values) for name, values in VALUES.items() if name not in fixed
        }
        try:
            return complete(changes)
        except ValueError:
            continue


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_random_hands_end_under_every_preset(name: str) -> None:
    draw = random.Random(f"preset {name}")
    rules = preset(name)
    hands = [finish(rules, draw) for _ in range(HANDS)]
    thrown_in = sum(hand.maker is None for hand in hands)
    assert (thrown_in == 0) == rules["stick_the_dealer"]


def test_random_hands_end_under_random_rules() -> None:
    draw = random.Random("any rules")
    seen: set[tuple[str, str]] = set()
    for _ in range(HANDS):
        hand = finish(random_rules(draw), draw)
        seen |= {(phase, token) for phase, _, token in hand.history if phase != "play"}
        lone = hand.lone is not None, hand.lone_defender is not None
        seen |= {("lone", f"{lone[0]} {lone[1]}"), ("upcard", hand.upcard_is)}
    # The walk has been through every door.
    doors = {("alone", "YES"), ("alone", "NO"), ("defend", "YES"), ("defend", "NO")}
    doors |= {("lone", f"{a} {b}") for a in (False, True) for b in (False, True)}
    doors |= {("upcard", word) for word in ("taken", "left", "not_taken", "turned_down")}
    doors |= {("call", word) for word in ("PASS", "ORDER", "ORDER_ALONE")}
    doors |= {("call", f"CALL_{suit}{tail}") for suit in "CDHS" for tail in ("", "_ALONE")}
    assert doors <= seen, doors - seen


@pytest.mark.parametrize(
    "changes",
    [
        {"low_rank": 8},
        {"low_rank": 7},
        {"low_rank": 7, "hand_size": 7, "tricks_needed": 4},
        {"low_rank": 7, "players": 6},
        {"players": 2, "alone_allowed": False, "deal_packets": "3-2"},
    ],
    ids=str,
)
def test_random_hands_end_with_other_sizes(changes: Rules) -> None:
    draw = random.Random(str(changes))
    for _ in range(200):
        finish(complete(changes), draw)


def test_random_hands_end_with_a_joker_that_is_not_turned_up() -> None:
    draw = random.Random("joker")
    rules = complete({"joker": True})
    finished = 0
    while finished < 200:
        try:
            finish(rules, draw)
        except NotImplementedError:  # the joker was turned
            continue
        finished += 1

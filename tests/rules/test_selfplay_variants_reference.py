"""Random play under random rules of every kind: no card is lost and the points are the table's."""

import random
from collections import Counter
from typing import Any

from tests.reference import ALL_PRESETS, ALL_VALUES, complete, preset, score
from tests.reference.cards import full_deck
from tests.reference.hand import ReferenceHand
from tests.reference.options import Rules
from tests.reference.positions import play_randomly, random_hand

COMBINATIONS = 600
HANDS_A_COMBINATION = 2
HANDS_A_PRESET = 25


def check_cards(hand: ReferenceHand) -> None:
    """Every card of the deck is in exactly one place."""
    rules = hand.rules
    played = [card for trick in hand.tricks for _, card in trick["cards"]]
    places = [card for held in hand.hands for card in held] + played
    places += [card for _, card in hand.down] + hand.swapped + hand.kitty
    places += [card for pile in hand.piles for card in pile]
    if hand.upcard_is != "taken":
        places.append(hand.upcard)
    assert sorted(places) == sorted(full_deck(rules["low_rank"], rules["joker"]))

    given = {seat for phase, seat, _ in hand.history if phase == "give"}
    for seat in range(hand.players):
        cards_played = sum(s == seat for trick in hand.tricks for s, _ in trick["cards"])
        assert cards_played == (0 if seat in hand.sitting_out else len(hand.tricks))
        assert len(hand.hands[seat]) + cards_played == rules["hand_size"] - (seat in given)
    assert given <= hand.sitting_out
    assert all(len(trick["cards"]) == len(hand.active) for trick in hand.tricks)
    for before, after in zip(hand.tricks, hand.tricks[1:], strict=False):
        assert after["leader"] == before["winner"]


def amounts(outcome: dict[str, Any], rules: Rules) -> tuple[bool, int]:
    """Whether the makers score, and how much, read from the table of A14 row by row."""
    m, alone = outcome["maker_tricks"], outcome["lone_player"] is not None
    if outcome["contract"] == "MIS":
        made = m == 0
        points = rules["misere_points"] if made else rules["misere_fail_points"]
    elif m >= 3:
        made = True
        march = rules["lone_value"] if alone else rules["march_points"]
        points = march if m == 5 else rules["make_points"]
        if outcome["contract"] in ("NT", "NTL") and rules["no_trump_points"] == "double":
            points *= 2
    else:
        made = False
        defended = outcome["lone_defender"] is not None
        rows = [
            (not alone, rules["euchre_points"]),
            (alone, rules["lone_euchred_points"]),
            (m == 0 and rules["super_euchre"], rules["super_euchre_points"]),
            (m == 0 and defended, rules["lone_defense_all_points"]),
            (m > 0 and defended, rules["lone_defense_points"]),
        ]
        points = max(amount for applies, amount in rows if applies)
        any_call = rules["screw_dealer_scope"] == "any_dealer_call"
        if outcome["maker"] == outcome["dealer"] and (any_call or outcome["call_round"] == 2):
            points += rules["screw_dealer_penalty"]
    return made, min(points, rules["lone_value"]) if rules["cap_at_lone_value"] else points


def check_points(hand: ReferenceHand) -> None:
    """The right columns score, and only they."""
    outcome, rules = hand.outcome(), hand.rules
    points = score(outcome, rules)
    assert len(points) == (3 if hand.players == 3 else 2)
    if outcome["special"] != "none":
        assert outcome["special"] in ("thrown_in", "misdeal", "redeal")
        assert (hand.tricks, set(points)) == ([], {0})
        assert outcome["special"] != "thrown_in" or not rules["stick_the_dealer"]
        return
    tricks = outcome["maker_tricks"] + outcome["defender_tricks"]
    ended_early = outcome["contract"] == "MIS" and rules["misere_ends_early"]
    assert tricks == len(hand.tricks)
    assert tricks == 5 or (ended_early and outcome["maker_tricks"] == 1)
    made, amount = amounts(outcome, rules)
    makers = outcome["maker"] % len(points)
    for column, scored in enumerate(points):
        assert scored == (amount if (column == makers) == made else 0)


def finish(rules: Rules, draw: random.Random, upcard: str | None = None) -> ReferenceHand:
    """Deal, perhaps until that card is turned, play at random, check."""
    hand = random_hand(rules, draw)
    while upcard not in (None, hand.upcard):
        hand = random_hand(rules, draw)
    play_randomly(hand, draw, pass_weight=draw.choice([0, 3, 12]))
    assert (hand.legal(), hand.seat) == (set(), None)
    check_cards(hand)
    check_points(hand)
    return hand


def random_rules(draw: random.Random, **forced: Any) -> Rules:
    """Any combination of options that is not refused, with hands of five cards.

    Half of the options keep their defaults; otherwise hardly any combination would be allowed.
    """
    fixed = {"hand_size", "tricks_needed"}
    players = forced.pop("players", None) or draw.choice([2, 3, 4, 4, 4, 6])
    while True:
        changes = {
            name: draw.choice(values)
            for name, values in ALL_VALUES.items()
            if name not in fixed and draw.random() < 0.5
        }
        changes |= {"players": players, **forced}
        if players in (2, 3):
            changes["alone_allowed"] = changes.get("two_hand_style") == "dummy3" and players == 2
        try:
            return complete(changes)
        except ValueError:
            continue


def test_random_hands_under_every_preset() -> None:
    for name in ALL_PRESETS:
        draw = random.Random(f"variant {name}")
        for _ in range(HANDS_A_PRESET):
            finish(preset(name), draw)


def test_random_hands_under_random_rules_of_every_kind() -> None:
    draw = random.Random("all rules")
    seen: Counter[str] = Counter()
    for _ in range(COMBINATIONS):
        rules = random_rules(draw)
        for _ in range(HANDS_A_COMBINATION):
            hand = finish(rules, draw)
            seen.update({f"{hand.players} players", hand.outcome()["special"]})
            seen.update({f"contract {hand.contract}", f"upcard {hand.upcard_is}"})
            seen.update({phase for phase, _, _ in hand.history})
            if hand.upcard == "JK":
                seen["joker turned"] += 1
            if hand.swapped:
                seen["swap"] += 1
            if hand.piles:
                seen[f"{rules['two_hand_style']}"] += 1
    # The walk has been through every door.
    doors = {"none", "thrown_in", "redeal", "joker turned", "swap", "dummy2", "dummy3"}
    doors |= {"farmer", "call", "pickup", "discard", "alone", "defend", "shed", "give", "play"}
    doors |= {f"contract {contract}" for contract in ("C", "D", "H", "S", "NT", "NTL", "MIS")}
    doors |= {f"upcard {word}" for word in ("taken", "left", "not_taken", "turned_down")}
    doors |= {f"{players} players" for players in (2, 3, 4, 6)}
    assert doors <= set(seen), doors - set(seen)


def test_random_hands_with_the_joker_turned() -> None:
    draw = random.Random("joker turned")
    seen: Counter[tuple[str, str, bool]] = Counter()
    for _ in range(30):
        for rule in ALL_VALUES["joker_upcard_rule"]:
            rules = random_rules(draw, joker=True, joker_upcard_rule=rule, farmers_hand="off")
            hand = finish(rules, draw, "JK")
            if rule != "fixed_suit":
                seen[rule, hand.outcome()["special"], hand.lone is not None] += 1
    names = ("dealer_names_blind", "dealer_names_after_look")
    assert set(seen) == {("redeal", "redeal", False)} | {
        (name, "none", lone) for name in names for lone in (False, True)
    }


def test_random_hands_with_several_farmers() -> None:
    draw = random.Random("farmers")
    order = {"farmers_order": "conflict_is_misdeal", "farmers_hand": "swap_three_low"}
    players = (2, 3, 4)  # six leave no three cards hidden
    seen: Counter[str] = Counter()
    for _ in range(300):
        rules = random_rules(draw, players=draw.choice(players), **order)
        seen[finish(rules, draw).outcome()["special"]] += 1
    assert {"misdeal", "none"} <= set(seen)

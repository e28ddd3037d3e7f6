"""Short ways to write down deals, hands in progress and outcomes for tests (RULES.md A15, D)."""

import random
from typing import Any

from .cards import full_deck
from .deal import deal, extra_piles
from .hand import ReferenceHand
from .options import Rules, preset
from .scoring import Outcome

# Each seat has five of one suit; 9H is turned; JC, 9D and 9S stay in the kitty.
ONE_SUIT_EACH = ("AC KC QC TC 9C", "AD KD QD JD TD", "AS KS QS JS TS", "AH KH QH JH TH")

# The same with the five highest hearts in seat 0: it takes every trick with hearts as trump.
STRONG_ELDEST = ("JH JD AH KH QH", "AD KD QD TD 9D", "AS KS QS JS TS", "AC KC QC TC 9C")


def cards(text: str) -> set[str]:
    """A set of cards from a line of text (RULES.md, notation)."""
    return set(text.split())


def start(
    hands: tuple[str, ...] = ONE_SUIT_EACH,
    upcard: str = "9H",
    dealer: int = 3,
    rules: str = "standard",
    kitty: str = "",
    piles: tuple[str, ...] = (),
    **changes: Any,
) -> ReferenceHand:
    """A hand before the first word, under a preset with changes (RULES.md A4, C4)."""
    extra = [pile.split() for pile in piles]
    held = [cards(hand) for hand in hands]
    return ReferenceHand(held, upcard, dealer, preset(rules, **changes), kitty.split(), extra)


def run(hand: ReferenceHand, *tokens: str) -> ReferenceHand:
    """Apply the tokens one after another (RULES.md A5)."""
    for token in tokens:
        hand.apply(token)
    return hand


def play_tricks(hand: ReferenceHand, tricks: int, prefer: str = "") -> ReferenceHand:
    """Play on to that number of tricks; lowest token first, preferred cards before all (A13)."""
    wanted = prefer.split()
    while hand.phase == "play" and len(hand.tricks) < tricks:
        legal = hand.legal()
        hand.apply(next((card for card in wanted if card in legal), min(legal)))
    return hand


def result(
    maker: int,
    maker_tricks: int,
    defender_tricks: int | None = None,
    *,
    dealer: int = 3,
    contract: str = "H",
    call_round: int = 1,
    alone: bool = False,
    lone_defender: int | None = None,
) -> Outcome:
    """An outcome written down directly; unless said otherwise all five tricks count (A15)."""
    return {
        "dealer": dealer,
        "maker": maker,
        "contract": contract,
        "call_round": call_round,
        "lone_player": maker if alone else None,
        "lone_defender": lone_defender,
        "maker_tricks": maker_tricks,
        "defender_tricks": 5 - maker_tricks if defender_tricks is None else defender_tricks,
        "special": "none",
    }


def thrown_in(dealer: int) -> Outcome:
    """The outcome of a hand in which everybody passed twice (RULES.md A8)."""
    nobody = {"maker": None, "contract": None, "call_round": None, "lone_player": None}
    tricks = {"lone_defender": None, "maker_tricks": 0, "defender_tricks": 0}
    return {"dealer": dealer, **nobody, **tricks, "special": "thrown_in"}


def random_hand(rules: Rules, draw: random.Random) -> ReferenceHand:
    """A shuffled deal with a random dealer (RULES.md A4)."""
    order = sorted(full_deck(rules["low_rank"], rules["joker"]))
    draw.shuffle(order)
    dealer = draw.randrange(rules["players"])
    pattern = rules["deal_packets"]
    if pattern == "dealer_choice":
        alternating = ["alt_3232", "alt_2323"] if rules["players"] in (4, 6) else []
        pattern = draw.choice(["2-3", "3-2", *alternating, "singles"])
    hands, upcard, kitty = deal(order, dealer, rules, pattern)
    return ReferenceHand(hands, upcard, dealer, rules, kitty, extra_piles(order, dealer, rules))


def play_randomly(hand: ReferenceHand, draw: random.Random, pass_weight: int = 3) -> ReferenceHand:
    """Finish a hand with random legal actions, passing more often than calling (RULES.md A5)."""
    while hand.phase != "over":
        choices = sorted(hand.legal())
        choices += ["PASS"] * (pass_weight if "PASS" in choices else 0)
        hand.apply(draw.choice(choices))
    return hand

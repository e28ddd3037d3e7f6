"""The lucky player in plain Python at the reference engine's table, with its own random words.

Nothing here touches the product: the words, the shuffle and the player are written a second time
(`lucky_player` is the first), so that the two can only agree by being right.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from tests.reference import ReferenceHand, suit_of, trick_winner

# --- random words (splitmix64), addressed by seed, deal, seat and decision -----------------------

WORD = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15
STEPS = {"discard": 2, "alone": 3, "defend": 4}


def mix(x: int) -> int:
    """The finalizer of splitmix64."""
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & WORD
    return x ^ (x >> 31)


def key_of(seed: int, deal: int) -> int:
    """The key of one deal of a seed."""
    return mix((mix((seed * 0xD1342543DE82EF95 + GOLDEN) & WORD) + deal * GOLDEN) & WORD)


def word_of(key: int, index: int) -> int:
    """Word number `index` of a key: splitmix64 started there."""
    return mix((key + index * GOLDEN) & WORD)


def three_hands(cards: Sequence[str], upcard: str | None, key: int) -> tuple[list[set[str]], str]:
    """Three hands and the upcard, drawn out of one word.

    A hand is a number among all choices, which are counted by their highest card first.
    """
    left, low = list(cards), word_of(key, 0)
    if upcard is None:
        at, low = divmod(low * len(left), 2**64)
        upcard = left.pop(at)
    hands: list[set[str]] = []
    for _ in range(3):
        number, low = divmod(low * comb(len(left), 5), 2**64)
        hand = set()
        for k in range(5, 0, -1):
            at = max(c for c in range(len(left)) if comb(c, k) <= number)
            number -= comb(at, k)
            hand.add(left[at])
        hands.append(hand)
        left = [card for card in left if card not in hand]
    return hands, upcard


# --- the player ----------------------------------------------------------------------------------

SUITS = "CDSH"
MATE = dict(zip(SUITS, "SHCD", strict=True))
RANKS = "23456789TJQKA"
POINTS = {"9": 1, "T": 1, "J": 1, "Q": 2, "K": 2, "A": 3}


def place(card: str, trump: str) -> int:
    """Where the engine sorts a card once trump is named: trump last, its mate second."""
    if card == "LEAVE_UPCARD":
        return 15
    if card[0] == "J" and card[1] in (trump, MATE[trump]):
        return 62 if card[1] == trump else 61
    lane = (SUITS.index(card[1]) - SUITS.index(trump) - 1) % 4
    return 16 * lane + RANKS.index(card[0])


def hand_worth(hand: set[str], trump: str) -> int:
    """Points of five cards."""
    total = 0
    for card in hand:
        if suit_of(card, trump) != trump:
            total += card[0] == "A"
        elif card[0] == "J":
            total += 5 if card[1] == trump else 4
        else:
            total += POINTS[card[0]]
    return total


class PlainPlayer:
    """The Python form at all seats of one deal, one pair of parameters a seat."""

    def __init__(self, key: int, params: Sequence[tuple[int, int]]) -> None:
        self.key = key
        self.params = params

    def draw(self, hand: ReferenceHand) -> int:
        """The random word of the decision that is to be made."""
        assert hand.seat is not None
        assert hand.call_round is not None
        if hand.phase == "call":
            step = hand.call_round - 1
        else:
            step = STEPS.get(hand.phase, 5 + len(hand.tricks))
        return word_of(self.key, 2**20 + hand.seat + 8 * step)

    def choose(self, hand: ReferenceHand) -> str:
        """What the seat to act does; the engine does not ask where there is no choice."""
        legal = hand.legal()
        if len(legal) == 1:
            return min(legal)
        assert hand.seat is not None
        cards, draw = hand.hands[hand.seat], self.draw(hand)
        if hand.phase == "call":
            return self.call(hand, legal, draw)
        assert hand.contract is not None
        if hand.phase in ("alone", "defend"):
            trumps = sum(suit_of(card, hand.contract) == hand.contract for card in cards)
            return "YES" if trumps + (draw >> 62) >= (5 if hand.phase == "alone" else 4) else "NO"
        trump = hand.contract
        ordered = sorted(legal, key=lambda card: place(card, trump))
        by_lot = ordered[draw * len(ordered) >> 64]
        if hand.phase == "discard":
            return ordered[0] if draw % 4 == 0 else by_lot
        if not hand.table:
            return ordered[-1]
        with_us = trick_winner(hand.table, trump) % 2 == hand.seat % 2
        return ordered[0] if with_us else by_lot

    def call(self, hand: ReferenceHand, legal: set[str], draw: int) -> str:
        """A pass or a call."""
        assert hand.seat is not None
        for_call, for_alone = self.params[hand.seat]
        open_suits = {
            hand.upcard[1] if token.startswith("ORDER") else token[5] for token in legal - {"PASS"}
        }
        cards = hand.hands[hand.seat]
        suit = max(sorted(open_suits, key=SUITS.index), key=lambda trump: hand_worth(cards, trump))
        value = hand_worth(cards, suit) + (draw >> 62)
        value += 2 * (hand.seat == 3 and hand.call_round == 1)
        pair = "ORDER" if hand.call_round == 1 else f"CALL_{suit}"
        if f"{pair}_ALONE" in legal and value >= for_alone:
            return f"{pair}_ALONE"
        if "PASS" in legal and value < for_call:
            return "PASS"
        return pair if pair in legal else f"{pair}_ALONE"

    def play_out(self, hand: ReferenceHand) -> ReferenceHand:
        """Finish a hand."""
        while hand.phase != "over":
            hand.apply(self.choose(hand))
        return hand

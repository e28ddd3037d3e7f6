"""Questions about single cards and tricks, asked of the engine's steps in words."""

from __future__ import annotations

from euchre_sim.cards import CardSet
from euchre_sim.engine import steps


def suit_number(letter: str) -> int:
    """Number of a suit."""
    return "CDSH".index(letter)


def turned(text: str, trump: str) -> int:
    """Cards in contract space."""
    return int(steps.to_contract(CardSet.parse(text).mask, suit_number(trump)))


def legal(trump: str, led: str, hand: str) -> set[str]:
    """What a hand may play to a led card."""
    plays = steps.plays_open(turned(hand, trump), steps.suit_mask(turned(led, trump)))
    back = int(steps.from_contract(plays, suit_number(trump)))
    return {str(card) for card in CardSet.from_mask(back)}


def winner(trump: str, plays: str) -> int:
    """Winner of a trick written as ``seat:card`` in order of play."""
    played = [play.split(":") for play in plays.split()]
    led = steps.suit_mask(turned(played[0][1], trump))
    powers = {int(seat): int(steps.power(turned(card, trump), led)) for seat, card in played}
    return max(powers, key=lambda seat: powers[seat])

"""Questions about single cards and tricks, asked of the engine's steps in words."""

from __future__ import annotations

from euchre_sim.cards import CardSet
from euchre_sim.engine import steps

CONTRACTS = ("C", "D", "H", "S", "NT", "NTL", "MIS")
_NUMBERS = {"C": 0, "D": 1, "S": 2, "H": 3, "NT": 4, "NTL": 5, "MIS": 6}


def contract_number(name: str) -> int:
    """Number of a contract: a suit's letter, NT, NTL or MIS."""
    return _NUMBERS[name]


def turned(text: str, contract: str) -> int:
    """Cards in contract space."""
    return int(steps.to_contract(CardSet.parse(text).mask, contract_number(contract)))


def suit_led(card: str, contract: str) -> int:
    """What follows suit to a card, in contract space."""
    return int(steps.suit_mask(turned(card, contract), contract_number(contract)))


def legal(contract: str, led: str, hand: str) -> set[str]:
    """What a hand may play to a led card."""
    plays = steps.plays_open(turned(hand, contract), suit_led(led, contract))
    back = int(steps.from_contract(plays, contract_number(contract)))
    return {str(card) for card in CardSet.from_mask(back)}


def winner(contract: str, plays: str) -> int:
    """Winner of a trick written as ``seat:card`` in order of play."""
    played = [play.split(":") for play in plays.split()]
    led, number = suit_led(played[0][1], contract), contract_number(contract)
    powers = {int(seat): steps.power(turned(card, contract), led, number) for seat, card in played}
    return max(powers, key=lambda seat: powers[seat])

"""Dealing an ordered deck in packets (RULES.md A4, and B2 for extra cards)."""

from typing import NamedTuple

from .dummies import pile_sizes, style
from .options import Rules
from .table import clockwise_from, left


class Deal(NamedTuple):
    """What lies on the table before anyone speaks (RULES.md A4)."""

    hands: list[set[str]]
    upcard: str
    kitty: list[str]


def packets(pattern: str, players: int = 4, hand_size: int = 5) -> list[list[int]]:
    """The packet of each speaker, eldest first, pass by pass (RULES.md A4)."""
    if pattern == "singles":
        return [[1] * players for _ in range(hand_size)]
    small = hand_size // 2
    large = hand_size - small
    if pattern in ("2-3", "3-2"):
        first = [small if pattern == "2-3" else large] * players
    elif pattern in ("alt_3232", "alt_2323"):
        if players % 2 or players < 4:
            raise ValueError(f"{pattern} needs an even number of players, four or more")
        start, other = (large, small) if pattern == "alt_3232" else (small, large)
        first = [start, other] * (players // 2)
    else:
        raise ValueError(f"{pattern} is not a pattern of packets; the dealer has to choose one")
    return [first, [hand_size - packet for packet in first]]


def deal(order: list[str], dealer: int, rules: Rules, pattern: str | None = None) -> Deal:
    """Deal from the top of ``order``, turn the next card, leave the rest (RULES.md A4).

    ``pattern`` is the dealer's choice where the rules leave it to him.  Extra cards of two-handed
    play lie between the hands and the upcard; ``extra_piles`` has them.
    """
    players, hand_size = rules["players"], rules["hand_size"]
    hands: list[set[str]] = [set() for _ in range(players)]
    rest = list(order)
    for one_pass in packets(pattern or rules["deal_packets"], players, hand_size):
        for seat, packet in zip(
            clockwise_from(left(dealer, players), players), one_pass, strict=True
        ):
            hands[seat].update(rest[:packet])
            rest = rest[packet:]
    rest = rest[sum(pile_sizes(rules)) :]
    return Deal(hands, rest[0], rest[1:])


def extra_piles(order: list[str], dealer: int, rules: Rules) -> list[list[str]]:
    """The extra cards of two-handed play (RULES.md B2): one pile of two, or three for each seat.

    The seat to the dealer's left gets the first three; the piles are listed by seat.
    """
    rest = order[rules["players"] * rules["hand_size"] :]
    piles = []
    for size in pile_sizes(rules):
        piles.append(rest[:size])
        rest = rest[size:]
    return piles[::-1] if style(rules) == "dummy3" and left(dealer, 2) == 1 else piles

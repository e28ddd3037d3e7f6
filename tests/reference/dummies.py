"""The extra cards of two-handed play (RULES.md B2, ``dummy2`` and ``dummy3``)."""

from .options import Rules
from .table import clockwise_from, left

TAKE_UPCARD = "TAKE_UPCARD"


def style(rules: Rules) -> str:
    """The style of two-handed play; any other game is plain (RULES.md B2)."""
    return str(rules["two_hand_style"]) if rules["players"] == 2 else "plain"


def pile_sizes(rules: Rules) -> list[int]:
    """How many cards lie in each extra pile: one pile, or one a seat (RULES.md B2)."""
    return {"dummy2": [2], "dummy3": [3, 3]}.get(style(rules), [])


def dealer_discards_later(maker: int, dealer: int, rules: Rules) -> bool:
    """Whether the dealer takes the upcard and puts nothing down for it yet (RULES.md B2).

    With ``dummy2`` the dealer who is maker holds eight cards before he discards; with ``dummy3``
    every dealer takes his three as well.
    """
    return style(rules) == "dummy3" or (style(rules) == "dummy2" and maker == dealer)


def drawing_seats(maker: int, dealer: int, rules: Rules) -> list[int]:
    """Who comes to take extra cards and to discard to a full hand, in order (RULES.md B2)."""
    if style(rules) == "dummy2":
        return [maker]
    if style(rules) == "dummy3":
        return clockwise_from(left(dealer, 2), 2)
    return []


def extra_cards(seat: int, lone: int | None, piles: list[list[str]], rules: Rules) -> list[str]:
    """What that seat takes; with ``dummy3`` a lone player takes nothing (RULES.md B2)."""
    if style(rules) == "dummy2":
        return piles[0]
    return [] if seat == lone else piles[seat]

"""Taking the upcard and discarding (RULES.md A7, and A9 for a dealer who sits out)."""

from .options import Rules
from .table import mates

LEAVE_UPCARD = "LEAVE_UPCARD"


def dealer_gets_upcard(dealer: int, lone: int | None, rules: Rules) -> bool:
    """Whether a card ordered in round one comes to the dealer at all (RULES.md A9).

    Only a dealer whose partner has already said that he plays alone may be left out.
    """
    sits_out = lone is not None and dealer in mates(lone, rules["players"])
    return not (sits_out and rules["lone_partner_is_dealer"] == "no_pickup")


def discard_actions(hand: set[str], upcard: str, maker: int, dealer: int, rules: Rules) -> set[str]:
    """The cards the dealer may put down, and perhaps leaving the upcard (RULES.md A7)."""
    actions = set(hand)
    if rules["dealer_may_discard_upcard"]:
        actions.add(upcard)
    if rules["dealer_pickup"] == "optional" and maker != dealer:
        actions.add(LEAVE_UPCARD)
    return actions


def later_discards(hand: set[str], upcard: str, rules: Rules) -> set[str]:
    """The cards one may put down of a hand that holds everything it took (RULES.md A7 and B2)."""
    return set(hand) if rules["dealer_may_discard_upcard"] else hand - {upcard}


def hand_after(hand: set[str], upcard: str, token: str) -> set[str]:
    """The dealer's hand once he has discarded or left the upcard (RULES.md A7)."""
    if token == LEAVE_UPCARD:
        return set(hand)
    return (hand | {upcard}) - {token}

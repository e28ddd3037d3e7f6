"""The two rounds of bidding: who may say what (RULES.md A6 and A8)."""

from .cards import SUITS, printed_suit, suit_of
from .options import Rules
from .table import mates

PASS = "PASS"
ORDER = "ORDER"
ORDER_ALONE = "ORDER_ALONE"


def alone_with_the_call(rules: Rules) -> bool:
    """Whether a caller says in one breath that he plays alone (RULES.md A6 and A9)."""
    return bool(rules["alone_allowed"]) and rules["alone_timing"] == "with_call"


def holds_trump_to_order(hand: set[str], suit: str, rules: Rules) -> bool:
    """Whether the hand has the trump that an order asks for (RULES.md A6)."""
    need = rules["need_trump_to_call"]
    if need == "any_trump":
        return any(suit_of(card, suit) == suit for card in hand)
    if need == "natural_trump":
        return any(printed_suit(card) == suit for card in hand)
    return True


def round_one_actions(
    seat: int, dealer: int, hand: set[str], upcard: str, rules: Rules
) -> set[str]:
    """What a seat may say about the upcard; the dealer's ORDER is his TAKE (RULES.md A6)."""
    if seat != dealer and not holds_trump_to_order(hand, printed_suit(upcard), rules):
        return {PASS}
    if rules["canadian_loner"] and seat in mates(dealer, rules["players"]):
        # He commits himself with the call even where alone is otherwise said later (A9).
        return {PASS, ORDER_ALONE}
    actions = {PASS, ORDER}
    if alone_with_the_call(rules):
        actions.add(ORDER_ALONE)
    return actions


def is_stuck(seat: int, dealer: int, rules: Rules) -> bool:
    """Whether the seat, whose turn it is in round two, may not pass (RULES.md A8).

    The dealer speaks last, so it is never his turn before all the others have passed.
    """
    return bool(rules["stick_the_dealer"]) and seat == dealer


def round_two_suits(seat: int, dealer: int, upcard: str, rules: Rules) -> set[str]:
    """The suits a seat may name after the upcard was turned down (RULES.md A8)."""
    barring = rules["turned_down_suit"]
    if barring == "open":
        return set(SUITS)
    if barring == "barred_except_stuck" and is_stuck(seat, dealer, rules):
        return set(SUITS)
    return set(SUITS) - {printed_suit(upcard)}


def round_two_actions(seat: int, dealer: int, upcard: str, rules: Rules) -> set[str]:
    """What a seat may say in round two (RULES.md A8)."""
    actions = set() if is_stuck(seat, dealer, rules) else {PASS}
    for suit in round_two_suits(seat, dealer, upcard, rules):
        actions.add(f"CALL_{suit}")
        if alone_with_the_call(rules):
            actions.add(f"CALL_{suit}_ALONE")
    return actions


def read_call(token: str, upcard: str) -> tuple[str, bool]:
    """The trump suit a call names, and whether it is alone (RULES.md A6 and A8)."""
    if token in (ORDER, ORDER_ALONE):
        return printed_suit(upcard), token == ORDER_ALONE
    return token.split("_")[1], token.endswith("_ALONE")

"""The two rounds of bidding: who may say what (RULES.md A6 and A8)."""

from .cards import SUITS, printed_suit, suit_of
from .dummies import style
from .joker import dealer_names, dealer_names_blind, upcard_suit
from .options import Rules
from .table import mates

PASS = "PASS"
ORDER = "ORDER"
ORDER_ALONE = "ORDER_ALONE"


def alone_with_the_call(rules: Rules) -> bool:
    """Whether a caller says in one breath that he plays alone (RULES.md A6 and A9).

    A maker who plays alone by leaving his three extra cards is asked later (B2).
    """
    said_later = rules["alone_timing"] != "with_call" or style(rules) == "dummy3"
    return bool(rules["alone_allowed"]) and not said_later


def with_alone(call: str, rules: Rules) -> set[str]:
    """The call, and its alone form where there is one (RULES.md A6 and A8)."""
    return {call, f"{call}_ALONE"} if alone_with_the_call(rules) else {call}


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
    if seat != dealer and not holds_trump_to_order(hand, upcard_suit(upcard, rules), rules):
        return {PASS}
    if rules["canadian_loner"] and seat in mates(dealer, rules["players"]):
        # He commits himself with the call even where alone is otherwise said later (A9).
        return {PASS, ORDER_ALONE}
    return {PASS} | with_alone(ORDER, rules)


def naming_actions(upcard: str, rules: Rules) -> set[str]:
    """What the dealer may name when the joker was turned; he may not pass (RULES.md A11, B1)."""
    calls = {f"CALL_{suit}" for suit in SUITS}
    if dealer_names_blind(upcard, rules):
        return calls
    return set().union(*(with_alone(call, rules) for call in calls))


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
    return set(SUITS) - {upcard_suit(upcard, rules)}


def trumpless_contracts(seat: int, dealer: int, rules: Rules) -> set[str]:
    """Which of NT, NTL and MIS a seat may call in round two (RULES.md A11)."""
    if rules["joker"] and rules["joker_in_no_trump"] == "removed":
        return set()
    contracts = set()
    if is_stuck(seat, dealer, rules) or not rules["no_trump_only_when_stuck"]:
        contracts |= {"NT"} if rules["allow_no_trump"] else set()
        contracts |= {"NTL"} if rules["allow_no_trump_low"] else set()
    return contracts | ({"MIS"} if rules["allow_misere"] else set())


def round_two_actions(seat: int, dealer: int, upcard: str, rules: Rules) -> set[str]:
    """What a seat may say in round two (RULES.md A8 and A11)."""
    actions = set() if is_stuck(seat, dealer, rules) else {PASS}
    suits = round_two_suits(seat, dealer, upcard, rules)
    for contract in suits | trumpless_contracts(seat, dealer, rules):
        call = f"CALL_{contract}"
        actions |= {call} if contract == "MIS" else with_alone(call, rules)
    return actions


def call_actions(
    call_round: int, seat: int, dealer: int, hand: set[str], upcard: str, rules: Rules
) -> set[str]:
    """What a seat whose turn it is to speak may say (RULES.md A6, A8 and A11)."""
    if dealer_names(upcard, rules):
        return naming_actions(upcard, rules)
    if call_round == 1:
        return round_one_actions(seat, dealer, hand, upcard, rules)
    return round_two_actions(seat, dealer, upcard, rules)


def read_call(token: str, upcard: str, rules: Rules) -> tuple[str, bool]:
    """The contract a call names, and whether it is alone, as a misere is (RULES.md A6, A8, A11)."""
    if token in (ORDER, ORDER_ALONE):
        return upcard_suit(upcard, rules), token == ORDER_ALONE
    contract = token.split("_")[1]
    return contract, contract == "MIS" or token.endswith("_ALONE")

"""A joker turned up (RULES.md A11, last paragraph, and B1)."""

from .cards import JOKER, printed_suit
from .options import Rules


def is_thrown_away(upcard: str, rules: Rules) -> bool:
    """Whether the deal never reaches the auction because the joker was turned (RULES.md A11)."""
    return upcard == JOKER and rules["joker_upcard_rule"] == "redeal"


def dealer_names_blind(upcard: str, rules: Rules) -> bool:
    """Whether the dealer names trump before he has seen his cards (RULES.md B1)."""
    return upcard == JOKER and rules["joker_upcard_rule"] == "dealer_names_blind"


def dealer_names(upcard: str, rules: Rules) -> bool:
    """Whether the dealer names trump and there is no round of bidding (RULES.md A11 and B1)."""
    after_look = upcard == JOKER and rules["joker_upcard_rule"] == "dealer_names_after_look"
    return after_look or dealer_names_blind(upcard, rules)


def upcard_suit(upcard: str, rules: Rules) -> str:
    """The suit the upcard offers; a joker counts as one of the fixed suit (RULES.md A11)."""
    return str(rules["joker_upcard_suit"]) if upcard == JOKER else printed_suit(upcard)

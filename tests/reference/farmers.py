"""The farmer's hand: who may exchange or ask for a new deal (RULES.md A17)."""

from .alone import NO, YES
from .cards import JOKER, RANKS
from .options import Rules
from .table import clockwise_from, left

CARDS_TO_SWAP = 3
SWAPS = ("swap_three_low", "swap_three_same", "swap_all_low")


def low_ranks(rules: Rules) -> tuple[str, ...]:
    """The two lowest ranks of the deck, nine and ten with 24 cards (RULES.md A17)."""
    lowest = RANKS.index(str(rules["low_rank"]))
    return RANKS[lowest : lowest + 2]


def qualifying_cards(hand: set[str], rules: Rules) -> set[str]:
    """The cards that make this a farmer's hand, none if it is not one (RULES.md A17)."""
    form = rules["farmers_hand"]
    low = {card for card in hand if card != JOKER and card[0] in low_ranks(rules)}
    if form == "swap_three_low" and len(low) >= CARDS_TO_SWAP:
        return low
    if form == "swap_three_same":
        for rank in low_ranks(rules):
            same = {card for card in low if card[0] == rank}
            if len(same) >= CARDS_TO_SWAP:
                return same
    if form in ("swap_all_low", "redeal_all_low") and low == hand:
        return low
    return set()


class Farmers:
    """The questions before the auction; ``verdict()`` is None until all are answered.

    Where the first claim ends the asking, a claim to swap is made by choosing the first card.
    Where all are asked, each says yes or no, and a single claimant then chooses three cards.
    """

    def __init__(self, hands: list[set[str]], dealer: int, rules: Rules) -> None:
        """Line up the seats that qualify, eldest first (RULES.md A17)."""
        self.cards = [qualifying_cards(hand, rules) for hand in hands]
        order = clockwise_from(left(dealer, len(hands)), len(hands))
        self.askers = [seat for seat in order if self.cards[seat]]
        self.claims: list[int] = []
        self.chosen: list[str] = []
        self.swaps = rules["farmers_hand"] in SWAPS
        self.first_claim_ends = rules["farmers_order"] == "eldest_first"

    def verdict(self) -> str | None:
        """``none``, ``swap``, ``redeal`` or ``misdeal`` when all is said (RULES.md A17)."""
        if self.askers:
            return None
        if not self.claims:
            return "none"
        if len(self.claims) > 1:
            return "misdeal"
        if not self.swaps:
            return "redeal"
        return "swap" if len(self.chosen) == CARDS_TO_SWAP else None

    @property
    def seat(self) -> int:
        """The seat that is asked, or that chooses its next card (RULES.md A17)."""
        return self.askers[0] if self.askers else self.claims[0]

    def legal(self) -> set[str]:
        """Yes or no, or the cards that may go (RULES.md A17)."""
        if not self.askers:
            return self.cards[self.seat] - set(self.chosen)
        if self.swaps and self.first_claim_ends:
            return {NO} | self.cards[self.seat]
        return {YES, NO}

    def apply(self, token: str) -> None:
        """An answer or a card (RULES.md A17)."""
        if not self.askers:
            self.chosen.append(token)
            return
        seat = self.askers.pop(0)
        if token == NO:
            return
        self.claims.append(seat)
        if token != YES:
            self.chosen.append(token)
        if self.first_claim_ends:
            self.askers = []

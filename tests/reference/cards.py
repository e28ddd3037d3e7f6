"""The cards and their rank (RULES.md A1 and A2).

A card is a string of rank and suit, ``"TD"`` the ten of diamonds, ``"JK"`` the joker.  A contract
is a suit letter, or ``NT`` (ace high), ``NTL`` (nine high), ``MIS`` (ranks as no trump).
"""

SUITS = ("C", "D", "H", "S")
RANKS = ("7", "8", "9", "T", "J", "Q", "K", "A")
JOKER = "JK"
MATE = {"C": "S", "S": "C", "D": "H", "H": "D"}
JOKER_SUIT = "*"


def full_deck(low_rank: int = 9, joker: bool = False) -> set[str]:
    """Every card of the deck (RULES.md A1)."""
    ranks = RANKS[RANKS.index(str(low_rank)) :]
    deck = {rank + suit for rank in ranks for suit in SUITS}
    return deck | {JOKER} if joker else deck


def printed_suit(card: str) -> str:
    """The suit that stands on the card; the joker has a suit of its own (RULES.md A2)."""
    return JOKER_SUIT if card == JOKER else card[1]


def base(card: str) -> int:
    """Place of the card's rank in a plain suit, 7 lowest (RULES.md A2)."""
    return RANKS.index(card[0])


def is_right_bower(card: str, contract: str) -> bool:
    """Whether the card is the jack of trump (RULES.md A2)."""
    return contract in SUITS and card == "J" + contract


def is_left_bower(card: str, contract: str) -> bool:
    """Whether the card is the jack of the suit of trump's colour (RULES.md A2)."""
    return contract in SUITS and card == "J" + MATE[contract]


def suit_of(card: str, contract: str) -> str:
    """The effective suit of a card under a contract (RULES.md A2)."""
    if card == JOKER:
        return contract if contract in SUITS else JOKER_SUIT
    if is_left_bower(card, contract):
        return contract
    return printed_suit(card)


def power(card: str, contract: str, led: str) -> int:
    """Strength of a card within one trick whose led suit is ``led`` (RULES.md A2)."""
    if card == JOKER:
        return 300
    if is_right_bower(card, contract):
        return 299
    if is_left_bower(card, contract):
        return 298
    suit = suit_of(card, contract)
    if suit == contract:
        return 200 + base(card)
    if suit == led:
        # With the nine high the order of the whole suit is turned round.
        return 100 + (len(RANKS) - 1 - base(card) if contract == "NTL" else base(card))
    return 0

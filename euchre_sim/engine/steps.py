"""Single steps for callers in Python: a replay asks these what is legal and who is next.

Each is one of the functions that whole deals are made of, compiled as an entry of its own.
Masks are unsigned 64-bit words; seats are positions (0 = left of dealer).
"""

from __future__ import annotations

from euchre_sim.engine import auction, contract, farmers, tricks
from euchre_sim.engine.jit import BOOL, I64, INTS, U64, entry
from euchre_sim.engine.memory import pointer


@entry(U64, INTS, U64)
def farmer_cards(rules, hand):
    """Cards (printed lanes) that make a hand a farmer's hand and may be swapped; 0 for none."""
    return farmers.farmer_cards(pointer(rules), hand)


@entry(U64, INTS, I64, I64, I64, U64)
def calls_open(rules, seat, call_round, up_suit, hand):
    """Legal calls of a seat that holds `hand` (printed lanes)."""
    return auction.legal_calls(pointer(rules), seat, call_round, up_suit, hand)


@entry(I64, INTS, U64)
def suit_of_upcard(rules, upcard):
    """Suit that the upcard (printed lanes) stands for; a joker's by the rules."""
    return auction.suit_of_upcard(pointer(rules), upcard)


@entry(BOOL, INTS, U64)
def dealer_names(rules, upcard):
    """Whether the upcard is a joker with which the dealer names trump at once."""
    return auction.dealer_names(pointer(rules), upcard)


@entry(U64, INTS)
def joker_calls_open(rules):
    """Legal calls of the dealer who names trump for the joker that he turned up."""
    return auction.joker_calls(pointer(rules))


@entry(BOOL, INTS, I64, I64, BOOL)
def takes_upcard(rules, maker, call_round, called_alone):
    """Whether the dealer gets the upcard after this call."""
    return auction.takes_upcard(pointer(rules), maker, call_round, called_alone)


@entry(U64, INTS, I64, U64, U64)
def discards_open(rules, maker, six_cards, upcard):
    """Legal discards of the dealer, with `LEAVE_UPCARD` where the upcard may be refused."""
    return auction.legal_discards(pointer(rules), maker, six_cards, upcard)


@entry(I64, INTS, I64, I64)
def next_alone_asked(rules, maker, asked):
    """Seat asked next whether it plays alone before the first lead; -1 for nobody."""
    return auction.next_alone_asked(pointer(rules), maker, asked)


@entry(BOOL, INTS, I64)
def may_defend_alone(rules, lone):
    """Whether the defenders are asked; `lone` is -1 where the makers play as a pair."""
    return auction.may_defend_alone(pointer(rules), lone)


@entry(I64, INTS, I64, I64)
def next_defender_asked(rules, maker, asked):
    """Seat asked next whether it defends alone (`asked` -1: nobody yet); -1 for nobody."""
    return auction.next_defender_asked(pointer(rules), maker, asked)


@entry(I64, INTS, I64, I64)
def active_seats(rules, lone, lone_defender):
    """Seat mask of those who play."""
    return auction.active_seats(pointer(rules), lone, lone_defender)


@entry(I64, INTS, I64, I64, I64)
def first_leader(rules, active, lone, lone_defender):
    """Seat that leads to the first trick."""
    return auction.first_leader(pointer(rules), active, lone, lone_defender)


@entry(U64, U64, U64)
def plays_open(hand, led_mask):
    """Cards that may be played, in contract space; `led_mask` is 0 for the leader."""
    return tricks.legal_plays(hand, led_mask)


@entry(U64, U64, U64, I64)
def power(card, led_mask, trump):
    """Rank of a card within its trick, in contract space."""
    return tricks.power(card, led_mask, contract.trump_mask(trump))


@entry(U64, U64, I64)
def suit_mask(card, trump):
    """All cards of a card's suit, in contract space."""
    return contract.suit_mask(card, contract.trump_mask(trump))


@entry(U64, U64, I64)
def to_contract(mask, trump):
    """Printed lanes to contract space."""
    return contract.to_contract(mask, trump)


@entry(U64, U64, I64)
def from_contract(mask, trump):
    """Contract space to printed lanes."""
    return contract.from_contract(mask, trump)

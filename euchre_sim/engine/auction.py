"""What may be called, buried and declared: the legal actions of every phase before the first card.

Single steps on integers; `hand` strings them together for a whole deal, `records` for a replay.
Positions: seat 0 is left of the dealer, the dealer is the last seat.
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.bits import lowest
from euchre_sim.engine.contract import JOKER, to_contract
from euchre_sim.engine.jit import kernel
from euchre_sim.engine.layout import (
    JOKER_NAMES_AFTER_LOOK,
    JOKER_NAMES_BLIND,
    R_ALONE,
    R_BOTH_ALONE_AS_RULE,
    R_CANADIAN,
    R_DEFEND,
    R_DEFEND_NEEDS_LONE,
    R_JOKER_SUIT,
    R_JOKER_UP,
    R_LEAD_LEFT_OF_LONE,
    R_MATES,
    R_MAY_BURY_UPCARD,
    R_NEED_TRUMP,
    R_NO_PICKUP_FOR_LONER,
    R_OTHER_CALLS,
    R_OTHER_WHEN_STUCK,
    R_PAIR_LEAD,
    R_PARTNER_MAY_GO_ALONE,
    R_PICKUP_OPTIONAL,
    R_PLAYERS,
    R_POLL_FROM_MAKER,
    R_STICK,
    R_TURNED_DOWN,
    R_WINDOW,
    call_bit,
)
from euchre_sim.scoring import MISERE

U = np.uint64
ONE = U(1)
PASS_BIT = U(1)
TRUMP_LANE = U(0xFFFF << 48)
SUIT_LANE = U(0xFFFF)
LEAVE = U(1 << 15)
CALLS_WITH_PARTNER = U(sum(call_bit(contract) for contract in range(MISERE)))
CALLS_OF_SUITS = sum(call_bit(contract) for contract in range(4))
MISERE_CALL = U(call_bit(MISERE, alone=True))


@kernel
def is_mate(rules, seat, other):
    """Whether two different seats are on one side."""
    return seat != other and (rules[R_MATES + seat] >> other) & 1 == 1


@kernel
def holds_trump(rules, hand, suit):
    """Whether a hand may order under `need_trump_to_call`."""
    if rules[R_NEED_TRUMP] == 0:
        return True
    if rules[R_NEED_TRUMP] == 1:
        return to_contract(hand, suit) & TRUMP_LANE != U(0)
    return hand & ~JOKER & (SUIT_LANE << U(16 * suit)) != U(0)


@kernel
def must_call(rules, seat, call_round):
    """Whether the dealer is stuck: the last to speak in round 2 may not pass."""
    return call_round == 2 and seat == rules[R_PLAYERS] - 1 and rules[R_STICK] == 1


@kernel
def calls_differ(rules, call_round):
    """Whether what may be called in a round hangs on the seat: on its cards or its place."""
    if call_round == 1:
        return rules[R_NEED_TRUMP] != 0 or rules[R_CANADIAN] == 1
    return rules[R_STICK] == 1


@kernel
def legal_calls(rules, seat, call_round, up_suit, hand):
    """Calls open to a seat, as bits (`layout.call_bit`; bit 0 is passing)."""
    with_call = rules[R_ALONE] == 1 and rules[R_WINDOW] == 0
    each = U(3) if with_call else U(1)
    dealer = rules[R_PLAYERS] - 1
    if call_round == 1:
        if seat != dealer and not holds_trump(rules, hand, up_suit):
            return PASS_BIT
        if rules[R_CANADIAN] == 1 and is_mate(rules, seat, dealer):
            each = U(2)  # the dealer's partner takes it alone or not at all
        return PASS_BIT | (each << U(1 + 2 * up_suit))
    stuck = must_call(rules, seat, call_round)
    legal = U(0) if stuck else PASS_BIT
    open_turned = rules[R_TURNED_DOWN] == 2 or (rules[R_TURNED_DOWN] == 1 and stuck)
    for suit in range(4):
        if suit != up_suit or open_turned:
            legal |= each << U(1 + 2 * suit)
    if rules[R_OTHER_CALLS] != 0:
        legal |= other_calls(rules, stuck, with_call)
    return legal


@kernel
def other_calls(rules, stuck, with_call):
    """Calls of contracts without trump; a misere needs no leave to be alone."""
    calls = U(rules[R_OTHER_CALLS])
    high_and_low = calls & ~MISERE_CALL
    if rules[R_OTHER_WHEN_STUCK] == 1 and not stuck:
        high_and_low = U(0)
    if not with_call:
        high_and_low &= CALLS_WITH_PARTNER
    return high_and_low | (calls & MISERE_CALL)


@kernel
def suit_of_upcard(rules, upcard):
    """Suit that the upcard stands for; a joker's by the rules."""
    if upcard == JOKER:
        return rules[R_JOKER_SUIT]
    return lowest(upcard) >> 4


@kernel
def dealer_names(rules, upcard):
    """Whether the upcard is a joker with which the dealer names trump at once."""
    rule = rules[R_JOKER_UP]
    return upcard == JOKER and rule in (JOKER_NAMES_BLIND, JOKER_NAMES_AFTER_LOOK)


@kernel
def joker_calls(rules):
    """Calls open to a dealer who names trump for the joker that he turned up."""
    with_partner = U(CALLS_OF_SUITS)
    if rules[R_JOKER_UP] == JOKER_NAMES_BLIND or rules[R_ALONE] == 0 or rules[R_WINDOW] == 1:
        return with_partner
    return with_partner | (with_partner << ONE)


@kernel
def takes_upcard(rules, maker, call_round, lone):
    """Whether the upcard goes to the dealer (`lone`: the call itself was alone)."""
    if call_round != 1:
        return False
    left_lying = lone and rules[R_NO_PICKUP_FOR_LONER] == 1
    return not (left_lying and is_mate(rules, maker, rules[R_PLAYERS] - 1))


@kernel
def legal_discards(rules, maker, six_cards, upcard):
    """What the dealer may bury, in any card space; `LEAVE_UPCARD` refuses the upcard."""
    legal = six_cards
    if rules[R_MAY_BURY_UPCARD] == 0:
        legal &= ~upcard
    if rules[R_PICKUP_OPTIONAL] == 1 and maker != rules[R_PLAYERS] - 1:
        legal |= LEAVE
    return legal


@kernel
def next_alone_asked(rules, maker, asked):
    """Who may declare alone before the first lead once `asked` (-1: nobody) has declined; or -1."""
    if rules[R_WINDOW] == 0:
        return -1
    if asked < 0:
        return maker
    n = rules[R_PLAYERS]
    if rules[R_PARTNER_MAY_GO_ALONE] == 1:
        seat = (asked + 1) % n
        while seat != maker:
            if is_mate(rules, seat, maker):
                return seat
            seat = (seat + 1) % n
    return -1


@kernel
def may_defend_alone(rules, lone):
    """Whether the defenders are asked; `lone` is the makers' lone player or -1."""
    return rules[R_DEFEND] == 1 and (lone >= 0 or rules[R_DEFEND_NEEDS_LONE] == 0)


@kernel
def next_defender_asked(rules, maker, asked):
    """Who is asked about defending alone after `asked` (-1: nobody yet) declined; -1: nobody."""
    n = rules[R_PLAYERS]
    first = (maker + 1) % n if rules[R_POLL_FROM_MAKER] == 1 else 0
    i = 0 if asked < 0 else (asked - first) % n + 1
    while i < n:
        seat = (first + i) % n
        if (rules[R_MATES + maker] >> seat) & 1 == 0:
            return seat
        i += 1
    return -1


@kernel
def first_at_or_after(rules, active, seat):
    """First active seat clockwise from `seat`, itself included."""
    n = rules[R_PLAYERS]
    seat = seat % n
    while (active >> seat) & 1 == 0:
        seat = (seat + 1) % n
    return seat


@kernel
def active_seats(rules, lone, lone_defender):
    """Seat mask of those who play: the mates of a lone player sit out."""
    active = (1 << rules[R_PLAYERS]) - 1
    if lone >= 0:
        active &= ~rules[R_MATES + lone] | (1 << lone)
    if lone_defender >= 0:
        active &= ~rules[R_MATES + lone_defender] | (1 << lone_defender)
    return active


@kernel
def first_leader(rules, active, lone, lone_defender):
    """Who leads to the first trick."""
    if lone_defender >= 0:
        if lone >= 0:
            if rules[R_BOTH_ALONE_AS_RULE] == 0:
                return lone_defender
        elif rules[R_PAIR_LEAD] == 0:
            return lone_defender
        elif rules[R_PAIR_LEAD] == 1:
            return first_at_or_after(rules, active, lone_defender + 1)
    if lone >= 0 and rules[R_LEAD_LEFT_OF_LONE] == 1:
        return first_at_or_after(rules, active, lone + 1)
    return first_at_or_after(rules, active, 0)

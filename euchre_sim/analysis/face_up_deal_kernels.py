"""A deal with all cards face up and no mistake by anybody: calls, discard, who plays alone, cards.

Whoever is to decide takes what is best for his side, knowing what everybody will answer; so a
deal is worth one number.  Both sides are two halves of the table.
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.auction import (
    dealer_names,
    joker_calls,
    legal_calls,
    legal_discards,
    may_defend_alone,
    next_alone_asked,
    next_defender_asked,
    suit_of_upcard,
    takes_upcard,
)
from euchre_sim.engine.bits import low_bit, lowest
from euchre_sim.engine.contract import to_contract, trump_mask
from euchre_sim.engine.jit import I64, INTS, U64, VECTOR, entry, kernel
from euchre_sim.engine.layout import (
    H_SIZE,
    JOKER_NAMES_BLIND,
    LEAVE_UPCARD,
    O_CALL,
    O_LONE,
    O_LONE_DEFENDER,
    O_MAKER,
    O_ROUND,
    OUTCOME_SIZE,
    PASS,
    R_ALONE,
    R_JOKER_UP,
    R_MATES,
    R_PLAYERS,
    R_WINDOW,
    V_TRUMPS,
    VIEW_SIZE,
)
from euchre_sim.engine.memory import local_ints, local_words, pointer
from euchre_sim.scoring import MISERE
from euchre_sim.solver.values import solved_points, solved_points_after_cards

U = np.uint64
NOTHING = U(0)
ONE = U(1)
PASS_BIT = U(PASS)
LEAVE = U(LEAVE_UPCARD)
NOBODY = -1


@kernel
def defended_points(rules, view, hands, out, endings):
    """Makers' points once it is settled who of them plays alone: somebody may defend alone."""
    out[O_LONE_DEFENDER] = NOBODY
    points = solved_points(rules, view, hands, out, endings)
    if out[O_CALL] & 7 == MISERE or not may_defend_alone(rules, out[O_LONE]):
        return points
    asked = next_defender_asked(rules, out[O_MAKER], NOBODY)
    while asked >= 0:
        out[O_LONE_DEFENDER] = asked
        points = min(points, solved_points(rules, view, hands, out, endings))
        asked = next_defender_asked(rules, out[O_MAKER], asked)
    return points


@kernel
def declared_points(rules, view, hands, out, blind, endings):
    """Makers' points after the discard: somebody may play alone who did not say so with the call.

    `blind`: the dealer named trump before he saw his hand, and is asked now.
    """
    points = defended_points(rules, view, hands, out, endings)
    if out[O_LONE] != NOBODY:
        return points
    maker = out[O_MAKER]
    asked = maker if blind else next_alone_asked(rules, maker, NOBODY)
    while asked >= 0:
        out[O_LONE] = asked
        points = max(points, defended_points(rules, view, hands, out, endings))
        asked = next_alone_asked(rules, maker, asked)
    out[O_LONE] = NOBODY
    return points


@kernel
def called_points(rules, view, dealt, upcard, call_round, maker, call, blind, endings):
    """Makers' points after a call, a bit; the dealer puts down what is best for his side."""
    index = lowest(call) - 1
    trump, alone = index >> 1, index & 1 == 1
    dealer = rules[R_PLAYERS] - 1
    hands, out = local_words(H_SIZE), local_ints(OUTCOME_SIZE)
    for seat in range(dealer + 1):
        hands[seat] = to_contract(dealt[seat], trump)
    view[V_TRUMPS] = trump_mask(trump)
    out[O_MAKER] = maker
    out[O_ROUND] = call_round
    out[O_CALL] = index >> 1 | (index & 1) << 3
    out[O_LONE] = maker if alone else NOBODY
    if not takes_upcard(rules, maker, call_round, alone):
        return declared_points(rules, view, hands, out, blind, endings)
    up = to_contract(upcard, trump)
    six = hands[dealer] | up
    left = legal_discards(rules, maker, six, up)
    if left & LEAVE != NOTHING:
        left = (left ^ LEAVE) | up  # refused or put down again, the hand is the same
    making = (rules[R_MATES + maker] >> dealer) & 1 == 1
    best = np.int64(-128)
    while left != NOTHING:
        card = low_bit(left)
        left ^= card
        hands[dealer] = six ^ card
        points = declared_points(rules, view, hands, out, blind, endings)
        best = max(best, points if making else -points)
    return best if making else -best


@kernel
def best_call(rules, view, dealt, upcard, call_round, seat, legal, passed, blind, endings):
    """Points of position 0's side when a seat says what is best for its own.

    `passed` is what they are after a pass.
    """
    sign = np.int64(1) if (rules[R_MATES] >> seat) & 1 == 1 else np.int64(-1)
    best = sign * passed if legal & PASS_BIT != NOTHING else np.int64(-128)
    left = legal & ~PASS_BIT
    while left != NOTHING:
        call = low_bit(left)
        left ^= call
        best = max(
            best,
            called_points(rules, view, dealt, upcard, call_round, seat, call, blind, endings),
        )
    return sign * best


@entry(I64, INTS, VECTOR, U64, U64)
def points_from_calls(rules, dealt, upcard, endings):
    """Net points of position 0's side, from the first call on.

    Parameters
    ----------
    rules : int64[:]
        Lowered rules without extra cards, farmers' hands and best cards.
    dealt : uint64[:]
        The hands, printed lanes.
    upcard : uint64
        Printed lanes.
    endings : uint64
        Address of the solver's tables.
    """
    rule, hands = pointer(rules), pointer(dealt)
    view = local_words(VIEW_SIZE)
    n = rule[R_PLAYERS]
    if dealer_names(rule, upcard):
        asked_later = rule[R_ALONE] == 1 and rule[R_WINDOW] == 0
        blind = rule[R_JOKER_UP] == JOKER_NAMES_BLIND and asked_later
        calls = joker_calls(rule)
        return best_call(rule, view, hands, upcard, 1, n - 1, calls, 0, blind, endings)
    up_suit = suit_of_upcard(rule, upcard)
    points = np.int64(0)  # thrown in
    for turn in range(2 * n - 1, -1, -1):
        call_round, seat = 1 + turn // n, turn % n
        calls = legal_calls(rule, seat, call_round, up_suit, hands[seat])
        points = best_call(
            rule, view, hands, upcard, call_round, seat, calls, points, False, endings
        )
    return points


@entry(None, INTS, VECTOR, I64, I64, I64, I64, I64, VECTOR, VECTOR, U64, INTS)
def points_from_tricks(
    rules, hands, call_round, maker, trump, lone, lone_defender, cards, begins, endings, points
):
    """Makers' net points from some moments of the play on.

    Parameters
    ----------
    rules, endings
        As for `points_from_calls`.
    hands : uint64[:]
        The hands at the first lead, in contract space.
    call_round, maker, trump, lone, lone_defender : int64
        What was called; -1 where nobody is alone.
    cards : uint64[:]
        The cards played, in contract space and in order.
    begins : uint64[:]
        How many of them had been played at each moment.
    points : int64[:]
        Filled, one for each moment.
    """
    rule, held, played = pointer(rules), pointer(hands), pointer(cards)
    view, out = local_words(VIEW_SIZE), local_ints(OUTCOME_SIZE)
    view[V_TRUMPS] = trump_mask(trump)
    out[O_MAKER] = maker
    out[O_ROUND] = call_round
    out[O_CALL] = trump
    out[O_LONE] = lone
    out[O_LONE_DEFENDER] = lone_defender
    for i in range(len(begins)):
        points[i] = solved_points_after_cards(
            rule, view, held, out, endings, played, np.int64(begins[i])
        )

"""Slots, codes and sizes shared by every kernel, and the lowering of house rules.

Everything a kernel reads is a vector of 64-bit integers with named slots: one for the rules
(`int64`) and one for the view that a strategy gets (`uint64`).  Slots are appended, never
renumbered, because user strategies are compiled against these numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from euchre_sim.engine.subsets import MAX_POOL, choices, numbers_of_choices
from euchre_sim.scoring import LOW_NO_TRUMP, MISERE, NO_TRUMP, Outcome, score, side_of, sides

if TYPE_CHECKING:
    from euchre_sim.rules import HouseRules

MAX_SEATS = 6
MAX_HAND = 8  # tricks in a hand; a hand with extra cards to discard from may be larger

# --- phases of a deal, in the order they come -------------------------------------------------
PHASE_CALL = 0
PHASE_DISCARD = 1
PHASE_ALONE = 2  # only with alone_timing = before_first_lead
PHASE_DEFEND = 3  # only with defend_alone
PHASE_PLAY = 4
PHASE_FARMER = 5  # before the calls, with farmers_hand
PHASE_SHED = 6  # with call_for_best: the lone player's card to throw away
PHASE_GIVE = 7  # and his partner's card for him
PHASE_NO_TRUMP = 8  # as PHASE_PLAY, in contracts without trump
N_PHASES = 9
PHASE_NAMES = (
    "call", "discard", "alone", "defend", "play", "farmer", "shed", "give", "no_trump"
)  # fmt: skip

# --- actions: each is one bit of a legal mask -------------------------------------------------
PASS = 1 << 0
NO = 1 << 0
YES = 1 << 1
LEAVE_UPCARD = 1 << 15  # no card lives on bit 15 of lane 0
TAKE_UPCARD = 1 << 1  # asked by itself where discards come later (two_hand_style = dummy3)


def call_bit(contract: int, alone: bool = False) -> int:
    """Action bit of calling `contract`: 0..3 = clubs, diamonds, spades, hearts, then the others.

    A misere is always alone.
    """
    return 1 << (1 + 2 * contract + int(alone))


# Contracts behind the suits are `scoring`'s; from NO_TRUMP on there is no trump but the joker.
FIRST_WITHOUT_TRUMP = NO_TRUMP


# --- lanes in contract space ------------------------------------------------------------------
LANE = 0xFFFF
TRUMP_LANE = LANE << 48  # right bower 62, left bower 61, then A K Q T 9
MATE_LANE = LANE << 16  # the suit of trump's colour, without its jack
LEFT_BOWER = 1 << 61
JOKER_BIT = 1 << 63

# --- the view: what one seat may know ---------------------------------------------------------
# A seat is numbered by position: 0 = left of dealer ... n-1 = dealer.  Seat masks have bit s for
# seat s.  Cards are in printed lanes in the call phase, in contract space afterwards.
V_PHASE = 0
V_LEGAL = 1  # legal actions, one bit each
V_HAND = 2  # own cards (six or more while discarding; none when naming trump blind)
V_SEAT = 3
V_PLAYERS = 4
V_HAND_SIZE = 5
V_MATES = 6  # seat mask of the own side, the seat itself included
V_UPCARD = 7  # in the printed lanes, always
V_UPCARD_SUIT = 8
V_ROUND = 9  # 1 or 2: the round of calling, later that of the call that made trump; 0 before it
V_MUST_CALL = 10  # 1 where passing is not allowed
V_CONTRACT = 11  # from the discard on: 0..3 a suit, 4 no trump, 5 low no trump, 6 misere
V_MAKER = 12  # seat that called; from the discard on
V_MAKERS = 13  # seat mask of the makers' side
V_LONE = 14  # 1 + seat of the maker's side playing alone, 0 if none
V_LONE_DEFENDER = 15  # 1 + seat, 0 if none
V_ACTIVE = 16  # seat mask of those who play
V_PICKED_UP = 17  # upcard in contract space if the dealer took it, else 0
V_DEAD = 18  # contract space: cards known to be out of play (turned-down upcard, own discard)
V_TRICK = 19  # 0..4
V_N_TABLE = 20  # cards already on the table
V_LED = 21  # the card led, 0 when leading
V_LED_MASK = 22  # cards that follow suit to it
V_BEST = 23  # the card winning so far
V_BEST_SEAT = 24
V_LEADER = 25  # leader of this trick
V_TRICKS_MAKERS = 26  # tricks taken by the makers' side
V_TRICKS_DEFENDERS = 27
V_PLAYED = 28  # all cards played, those on the table included
V_SCORES = 29  # 2 slots: game score of sides 0 and 1 (with two sides: even seats, odd seats)
V_TARGET = 31
V_LONE_VALUE = 32
V_FLAGS = 33  # FLAG_* of the rules that a player should know
V_TABLE = 34  # 6 slots: the card each seat has on the table in this trick, 0 if none
V_PLAYED_BY = 40  # 6 slots: cards each seat has played in this deal
V_VOIDS = 46  # 6 slots: whole lanes in which each seat has shown that it is out
V_PARAMS_AT = 52  # index of the first of this seat's own parameters in the view
V_SCRATCH = 53  # 3 slots a hook may write to; nothing is kept in them
V_PARAMS = 56  # 6 blocks of N_PARAMS, one a strategy
N_PARAMS = 8
V_TRUMPS = V_PARAMS + 6 * N_PARAMS  # all trumps; without trump the joker alone; from the discard on
V_SCORE_2 = V_TRUMPS + 1  # game score of the third player of three
V_DECK = V_TRUMPS + 2  # all cards of the deck as they lie in contract space when a suit is trump
V_RULES = V_TRUMPS + 3  # address of the rules' vector
V_SCRIPT = V_TRUMPS + 4  # address of what was seen of a deal that is played on; usually 0
VIEW_SIZE = V_TRUMPS + 5

FLAG_STICK = 1
FLAG_LEAD_LEFT_OF_LONE = 2
FLAG_DEFEND_ALONE = 4
FLAG_WINDOW = 8  # alone is declared before the first lead, not with the call
FLAG_ALONE = 16  # playing alone is allowed at all
FLAG_BEST_CARD = 64  # a lone player gets his partner's best card
FLAG_UNUSUAL = 32  # not four players, or a joker in the deck

# --- the rules: one vector of int64 -------------------------------------------------------------
R_PLAYERS = 0
R_HAND_SIZE = 1
R_TRICKS_NEEDED = 2
R_FLAGS = 4  # FLAG_*, for the view
R_PICKUP_OPTIONAL = 5
R_MAY_BURY_UPCARD = 6
R_NEED_TRUMP = 7  # 0 no, 1 any_trump, 2 natural_trump
R_TURNED_DOWN = 8  # 0 barred, 1 barred_except_stuck, 2 open
R_STICK = 9
R_PENALTY_ANY_CALL = 10  # the screw penalty follows the dealer's every call, not only the stuck one
R_CANADIAN = 11
R_ALONE = 12
R_WINDOW = 13  # alone is declared before the first lead
R_PARTNER_MAY_GO_ALONE = 14
R_NO_PICKUP_FOR_LONER = 15  # a dealer whose partner plays alone leaves the upcard
R_LEAD_LEFT_OF_LONE = 16
R_DEFEND = 17
R_DEFEND_NEEDS_LONE = 18
R_POLL_FROM_MAKER = 19
R_BOTH_ALONE_AS_RULE = 20  # 0 the lone defender leads, 1 as against any loner
R_PAIR_LEAD = 21  # lone defender against a pair: 0 he leads, 1 left of him, 2 normal
R_TARGET = 22
R_LONE_VALUE = 23
R_REDEAL_SAME_DEALER = 24
R_DECK = 25  # all cards, printed lanes; the joker is the sign
R_FIRST_DEALER = 26  # seat, or -1 where it is drawn
R_MATES = 28  # MAX_SEATS slots: seat mask of each seat's side
R_N_SIDES = 34
R_OTHER_CALLS = 35  # call bits of contracts without trump
R_OTHER_WHEN_STUCK = 36  # 1: no trump, high or low, only for the stuck dealer
R_MISERE_ENDS = 37
R_JOKER_UP = 38  # 0 nothing special, else JOKER_*
R_JOKER_SUIT = 39  # suit of a joker turned up
R_EXTRAS = 40  # 0 none, 2 for the maker, 3 for each player
R_N_HIDDEN = 41  # hidden cards that are used: extra cards, then three for a farmer's hand
R_FARMER = 42  # 0 off, else FARMER_*
R_FARMER_CONFLICT = 43  # 1: two claims are a misdeal
R_FARMER_SHOW = 44
R_MISDEAL_NEXT = 45  # 1: a misdeal passes the deal on
R_BEST = 46  # call for best: 0 no, 1 shed first, 2 receive first
R_LOW_RANK = 47
R_PAYOFF = 48  # KINDS x 2 x 2 x 2 x (MAX_HAND + 1): kind, lone, lone defender, penalty, tricks
KINDS = (0, NO_TRUMP, MISERE)  # a contract of each kind: a suit, no trump high or low, misere
R_CHOICES = R_PAYOFF + 8 * len(KINDS) * (MAX_HAND + 1)  # address of `subsets.choices`
R_N_CHOICES = R_CHOICES + 1  # MAX_POOL + 1 slots: how many hands so many cards give
# 3 slots: the score at which play begins, of the sides from the one on the dealer's left on
R_SCORES = R_N_CHOICES + MAX_POOL + 1
RULES_SIZE = R_SCORES + 3

JOKER_NAMES_BLIND, JOKER_NAMES_AFTER_LOOK, JOKER_FIXED_SUIT, JOKER_REDEAL = 1, 2, 3, 4
FARMER_THREE_LOW, FARMER_THREE_SAME, FARMER_ALL_LOW, FARMER_REDEAL = 1, 2, 3, 4

# --- cards of a deal in progress: one vector of words ------------------------------------------
# The hands come first, then what else a deal needs; printed lanes up to the call.
H_DEAD = MAX_SEATS  # MAX_SEATS slots: cards that only their former holder knows to be dead
H_SHOWN = 2 * MAX_SEATS  # cards that everybody saw go
H_HIDDEN = H_SHOWN + 1  # R_N_HIDDEN cards from below the upcard
MAX_HIDDEN = 3 * 2 + 3
H_SIZE = H_HIDDEN + MAX_HIDDEN

# --- what became of a deal: one vector of int64 ------------------------------------------------
O_ERROR = 0  # 0, or 1 + seat + 8 * phase of the hook that answered with an illegal action
O_MAKER = 1  # seat, -1 when thrown in
O_ROUND = 2
O_CALL = 3  # contract + 8 where the call itself was "alone"
O_LONE = 4  # seat or -1
O_LONE_DEFENDER = 5
O_TRICKS = 6  # taken by the makers' side
O_POINTS = 7  # makers minus defenders (of three players: minus what one defender gets)
O_MISDEAL = 8  # 1: two farmer's hands were claimed
OUTCOME_SIZE = 9

# --- the log of a deal: a counter of words used, then three words a decision ---------------------
LOG_OFF = 1 << 63  # as the counter: nothing is written
LOG_KEY = 1  # seat + 8 * phase
LOG_LEGAL = 2
LOG_ACTION = 3
LOG_STRIDE = 3
MAX_DECISIONS = 64
LOG_SIZE = 1 + MAX_DECISIONS * LOG_STRIDE


def payoff_slot(lone: int, lone_defender: int, penalty: int, tricks: int, kind: int = 0) -> int:
    """Index in the rules vector of the makers' net points; `kind` is a place in KINDS."""
    row = ((kind * 2 + lone) * 2 + lone_defender) * 2 + penalty
    return R_PAYOFF + row * (MAX_HAND + 1) + tricks


def _payoff(
    rules: HouseRules, kind: int, lone: int, defender: int, penalty: int, tricks: int
) -> int:
    """Net points of the dealer who called in round 2, or (no penalty) of another maker."""
    maker = rules.players - 1 if penalty else 0
    outcome = Outcome(
        dealer=rules.players - 1,
        maker=maker,
        contract=KINDS[kind],
        call_round=2,
        lone_player=maker if lone else None,
        lone_defender=(maker + 1) % rules.players if defender else None,
        maker_tricks=tricks,
        defender_tricks=rules.hand_size - tricks,
    )
    points = score(outcome, rules)
    against = (maker + 1) % rules.players
    return points[side_of(maker, rules)] - points[side_of(against, rules)]


_OTHER_CALLS = {
    "NT": call_bit(NO_TRUMP) | call_bit(NO_TRUMP, alone=True),
    "NTL": call_bit(LOW_NO_TRUMP) | call_bit(LOW_NO_TRUMP, alone=True),
    "MIS": call_bit(MISERE, alone=True),
}
_JOKER_RULES = {
    "dealer_names_blind": JOKER_NAMES_BLIND,
    "dealer_names_after_look": JOKER_NAMES_AFTER_LOOK,
    "fixed_suit": JOKER_FIXED_SUIT,
    "redeal": JOKER_REDEAL,
}
_EXTRAS = {"plain": 0, "dummy2": 2, "dummy3": 3}
_FARMERS = {
    "off": 0,
    "swap_three_low": FARMER_THREE_LOW,
    "swap_three_same": FARMER_THREE_SAME,
    "swap_all_low": FARMER_ALL_LOW,
    "redeal_all_low": FARMER_REDEAL,
}


def lower_rules(rules: HouseRules) -> np.ndarray:
    """Turn house rules into the vector that kernels read; play begins at 0 to 0.

    Returns
    -------
    numpy.ndarray
        Shape ``(RULES_SIZE,)``, int64; the slots are the ``R_`` names of this module.  One holds
        an address: the vector is of use in this process only.
    """
    out = np.zeros(RULES_SIZE, np.int64)
    n = rules.players
    left_of_lone = rules.lone_first_lead == "left_of_lone"
    # With three extra cards alone means to leave them, which comes after the call in any case.
    later = rules.alone_timing == "before_first_lead" or rules.two_hand_style == "dummy3"
    window = rules.alone_allowed and later
    flags = (
        FLAG_STICK * rules.stick_the_dealer
        + FLAG_LEAD_LEFT_OF_LONE * left_of_lone
        + FLAG_DEFEND_ALONE * rules.defend_alone
        + FLAG_WINDOW * window
        + FLAG_ALONE * rules.alone_allowed
        + FLAG_BEST_CARD * rules.call_for_best
        + FLAG_UNUSUAL * (rules.players != 4 or rules.joker)
    )
    values = {
        R_PLAYERS: n,
        R_HAND_SIZE: rules.hand_size,
        R_TRICKS_NEEDED: rules.tricks_needed,
        R_FLAGS: flags,
        R_PICKUP_OPTIONAL: rules.dealer_pickup == "optional",
        R_MAY_BURY_UPCARD: rules.dealer_may_discard_upcard,
        R_NEED_TRUMP: ("no", "any_trump", "natural_trump").index(rules.need_trump_to_call),
        R_TURNED_DOWN: ("barred", "barred_except_stuck", "open").index(rules.turned_down_suit),
        R_STICK: rules.stick_the_dealer,
        R_PENALTY_ANY_CALL: rules.screw_dealer_scope == "any_dealer_call",
        R_CANADIAN: rules.canadian_loner,
        R_ALONE: rules.alone_allowed,
        R_WINDOW: window,
        R_PARTNER_MAY_GO_ALONE: rules.maker_partner_may_go_alone,
        R_NO_PICKUP_FOR_LONER: rules.lone_partner_is_dealer == "no_pickup",
        R_LEAD_LEFT_OF_LONE: left_of_lone,
        R_DEFEND: rules.defend_alone,
        R_DEFEND_NEEDS_LONE: rules.defend_alone_needs_lone_maker,
        R_POLL_FROM_MAKER: rules.defend_alone_poll == "from_makers_left",
        R_BOTH_ALONE_AS_RULE: rules.defend_alone_lead == "as_lone_lead_rule",
        R_PAIR_LEAD: ("lone_defender", "left_of_lone_defender", "normal").index(
            rules.lone_defender_vs_pair_lead
        ),
        R_TARGET: rules.target_score,
        R_LONE_VALUE: rules.lone_value,
        R_REDEAL_SAME_DEALER: rules.redeal_after_pass_out == "same_dealer",
        R_FIRST_DEALER: rules.first_dealer_seat if rules.first_dealer_method == "seat" else -1,
        R_N_SIDES: len(sides(rules)),
        R_OTHER_CALLS: sum(_OTHER_CALLS[name] for name in rules.contracts),
        R_OTHER_WHEN_STUCK: rules.no_trump_only_when_stuck,
        R_MISERE_ENDS: rules.misere_ends_early,
        R_JOKER_UP: _JOKER_RULES[rules.joker_upcard_rule] if rules.joker else 0,
        R_JOKER_SUIT: "CDSH".index(rules.joker_upcard_suit),
        R_EXTRAS: _EXTRAS[rules.two_hand_style],
        R_N_HIDDEN: rules.extra_cards + 3 * rules.farmers_hand.startswith("swap"),
        R_FARMER: _FARMERS[rules.farmers_hand],
        R_FARMER_CONFLICT: rules.farmers_order == "conflict_is_misdeal",
        R_FARMER_SHOW: rules.farmers_show,
        R_MISDEAL_NEXT: rules.misdeal_redeal == "next_dealer",
        R_BEST: ("discard_first", "receive_first").index(rules.best_order) + 1
        if rules.call_for_best
        else 0,
        R_LOW_RANK: rules.low_rank - 2,
    }
    for slot, value in values.items():
        out[slot] = value
    out[R_MATES : R_MATES + n] = rules.teams
    for row in product(range(len(KINDS)), (0, 1), (0, 1), (0, 1), range(rules.hand_size + 1)):
        kind, lone, defender, penalty, tricks = row
        out[payoff_slot(lone, defender, penalty, tricks, kind)] = _payoff(rules, *row)
    out[R_DECK] = np.uint64(rules.deck).astype(np.int64)
    hands = choices(rules.deck.bit_count() - 1, rules.hand_size)
    out[R_CHOICES] = hands.ctypes.data
    out[R_N_CHOICES : R_N_CHOICES + MAX_POOL + 1] = numbers_of_choices(rules.hand_size)
    return out


def at_score(vector: np.ndarray, scores: Sequence[int]) -> np.ndarray:
    """Return the rules' vector for deals, or games, that begin at another score than 0 to 0.

    `scores` has a number for each side, from the one on the dealer's left on.
    """
    out = vector.copy()
    out[R_SCORES : R_SCORES + len(scores)] = scores
    return out

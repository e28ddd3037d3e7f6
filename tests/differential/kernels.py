"""Doors into the engine's helpers for tests: each compiles what the product only ever inlines."""

# Types come from numba's signatures, as in the engine itself.
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from euchre_sim.engine import contract, tricks
from euchre_sim.engine.ask import reset_outcome
from euchre_sim.engine.bits import deposit, deposit_bit_by_bit
from euchre_sim.engine.deal import deal, deal_out
from euchre_sim.engine.farmers import GO_ON, claim_farmers_hands
from euchre_sim.engine.hand import play_deal
from euchre_sim.engine.jit import BYTES, I64, INTS, INTS_2D, U64, VECTOR, WORDS_2D, entry
from euchre_sim.engine.layout import (
    H_HIDDEN,
    H_SIZE,
    LOG_OFF,
    OUTCOME_SIZE,
    R_FARMER,
    R_N_HIDDEN,
    R_PLAYERS,
    VIEW_SIZE,
)
from euchre_sim.engine.memory import local_ints, local_words, pointer
from euchre_sim.engine.rng import bounded, decision_word, hand_key, word
from euchre_sim.engine.view import open_view, start_view

NOTHING = np.uint64(0)
ONE = np.uint64(1)


# --- whole deals ----------------------------------------------------------------------------------


@entry(None, INTS, VECTOR, INTS, WORDS_2D, U64, VECTOR, INTS, VECTOR)
def play_dealt(rules, hooks, assign, params, key, dealt, outcome, log):
    """Play one deal with the cards in `dealt` (every seat's hand and, last, the upcard)."""
    view, rule, held = local_words(VIEW_SIZE), pointer(rules), local_words(H_SIZE)
    n = rules[R_PLAYERS]
    for seat in range(n):
        held[seat] = dealt[seat]
    start_view(rule, params, view)
    reset_outcome(pointer(log), pointer(outcome))
    play_deal(
        rule,
        pointer(hooks),
        pointer(assign),
        view,
        held,
        dealt[n],
        key,
        pointer(log),
        pointer(outcome),
    )


@entry(None, INTS, VECTOR, INTS, WORDS_2D, U64, WORDS_2D, INTS_2D)
def play_all_dealt(rules, hooks, assign, params, key, dealt, outcomes):
    """Play every deal in the rows of `dealt`, which are as for `play_dealt`."""
    view, rule, held = local_words(VIEW_SIZE), pointer(rules), local_words(H_SIZE)
    log, out = local_words(1), local_ints(OUTCOME_SIZE)
    log[0] = np.uint64(LOG_OFF)
    n = rules[R_PLAYERS]
    start_view(rule, params, view)
    for i in range(dealt.shape[0]):
        for j in range(H_SIZE):
            held[j] = NOTHING
        for seat in range(n):
            held[seat] = dealt[i, seat]
        reset_outcome(log, out)
        play_deal(rule, pointer(hooks), pointer(assign), view, held, dealt[i, n], key, log, out)
        for j in range(OUTCOME_SIZE):
            outcomes[i, j] = out[j]


@entry(I64, INTS, VECTOR, INTS, WORDS_2D, U64, U64, VECTOR, INTS, VECTOR)
def play_logged(rules, hooks, assign, params, seed, number, dealt, outcome, log):
    """Play a hand of a seed and keep what was dealt: hands, upcard, hidden cards in use.

    Unlike the product it does not deal again after a farmer's claim; it returns what would follow
    (`farmers.GO_ON` where the hand was played).
    """
    view, rule, held = local_words(VIEW_SIZE), pointer(rules), local_words(H_SIZE)
    out, logged = pointer(outcome), pointer(log)
    hook, seated = pointer(hooks), pointer(assign)
    key = hand_key(seed, number)
    n = rules[R_PLAYERS]
    start_view(rule, params, view)
    reset_outcome(logged, out)
    upcard = deal(rule, key, held)
    for seat in range(n):
        dealt[seat] = held[seat]
    dealt[n] = upcard
    for i in range(rules[R_N_HIDDEN]):
        dealt[n + 1 + i] = held[H_HIDDEN + i]
    if rules[R_FARMER] != 0:
        open_view(rule, view, held, upcard)
        claimed = claim_farmers_hands(rule, hook, seated, view, held, key, logged, out)
        if claimed != GO_ON:
            return claimed
    play_deal(rule, hook, seated, view, held, upcard, key, logged, out)
    return GO_ON


# --- dealing --------------------------------------------------------------------------------------


@entry(None, INTS, U64, U64, I64, WORDS_2D)
def deal_range(rules, seed, first, count, dealt):
    """Deal hands of a seed: every seat's, the upcard, the hidden cards in use."""
    n, held = rules[R_PLAYERS], local_words(H_SIZE)
    for i in range(count):
        upcard = deal(pointer(rules), hand_key(seed, first + np.uint64(i)), held)
        for j in range(n):
            dealt[i, j] = held[j]
        dealt[i, n] = upcard
        for j in range(rules[R_N_HIDDEN]):
            dealt[i, n + 1 + j] = held[H_HIDDEN + j]


@entry(U64, INTS, U64, U64, I64, U64, U64, VECTOR)
def deal_around(rules, key, unseen, seat, hand, upcard, dealt):
    """Deal the unseen cards around one seat's hand (seat -1: to all); the upcard."""
    held = local_words(H_SIZE)
    turned = deal_out(pointer(rules), key, unseen, seat, hand, upcard, held)
    for other in range(rules[R_PLAYERS]):
        dealt[other] = held[other]
    for j in range(rules[R_N_HIDDEN]):
        dealt[rules[R_PLAYERS] + j] = held[H_HIDDEN + j]
    return turned


@entry(None, INTS, U64, U64, I64, U64, I64, U64, U64, WORDS_2D)
def deal_around_range(rules, seed, first, count, unseen, seat, hand, upcard, dealt):
    """Deal the unseen cards around one seat's hand, in many hands of a seed."""
    n, held = rules[R_PLAYERS], local_words(H_SIZE)
    for i in range(count):
        key = hand_key(seed, first + np.uint64(i))
        deal_out(pointer(rules), key, unseen, seat, hand, upcard, held)
        for other in range(n):
            dealt[i, other] = held[other]


@entry(U64, U64, U64)
def spread(x, mask):
    """Low bits of `x` laid over a mask, as this processor does it."""
    return deposit(x, mask)


@entry(U64, U64, U64)
def spread_bit_by_bit(x, mask):
    """The same without an instruction for it."""
    return deposit_bit_by_bit(x, mask)


@entry(U64, U64, U64)
def random_word(key, index):
    """Word number `index` of a key."""
    return word(key, index)


@entry(U64, U64, U64)
def key_of_hand(seed, hand):
    """Key of a hand of a seed."""
    return hand_key(seed, hand)


@entry(U64, U64, I64, I64)
def word_of_decision(key, seat, step):
    """The word that a decision gets."""
    return decision_word(key, seat, step)


@entry(U64, U64, I64)
def bounded_word(random, n):
    """A word mapped to 0 .. n - 1."""
    return bounded(random, n)


# --- cards ----------------------------------------------------------------------------------------


@entry(None, VECTOR, I64, BYTES)
def win_all_tricks(cards, trump, winners):
    """Who wins each ordered trick of four different cards, first card in the outermost loop."""
    n = len(cards)
    turned = local_words(64)
    for i in range(n):
        turned[i] = contract.to_contract(cards[i], trump)
    trumps = contract.trump_mask(trump)
    row = 0
    for a in range(n):
        led = contract.suit_mask(turned[a], contract.trump_mask(trump))
        first = tricks.power(turned[a], led, trumps)
        for b in range(n):
            second = tricks.power(turned[b], led, trumps)
            for c in range(n):
                third = tricks.power(turned[c], led, trumps)
                for d in range(n):
                    if a in (b, c, d) or b in (c, d) or c == d:
                        continue
                    fourth = tricks.power(turned[d], led, trumps)
                    best, seat = first, 0
                    if second > best:
                        best, seat = second, 1
                    if third > best:
                        best, seat = third, 2
                    if fourth > best:
                        seat = 3
                    winners[row] = seat
                    row += 1


@entry(None, VECTOR, U64, I64, VECTOR)
def legal_from_hands(hands, led, trump, legal):
    """What each hand may play to a led card, as printed cards."""
    asked = contract.suit_mask(contract.to_contract(led, trump), contract.trump_mask(trump))
    for i in range(len(hands)):
        plays = tricks.legal_plays(contract.to_contract(hands[i], trump), asked)
        legal[i] = contract.from_contract(plays, trump)


@entry(None, VECTOR, I64, VECTOR, VECTOR)
def turn_and_turn_back(masks, trump, turned, back):
    """Each mask in contract space and back in printed lanes."""
    for i in range(len(masks)):
        turned[i] = contract.to_contract(masks[i], trump)
        back[i] = contract.from_contract(turned[i], trump)

"""A player that searches: worlds that fit what it has seen, each played out with all cards face up.

Of every legal action the points are averaged over the same worlds, and the best average is
played; among equals the plain player's choice, `basic`'s.  After a call under consideration the
rest of the auction, the discard and the declarations are the plain player's.  (Perfect
information Monte Carlo: Levy, "The million pound bridge program", 1989; its weaknesses: Frank and
Basin, "Search in games with incomplete information", 1998.)
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from euchre_sim.engine.ask import reset_outcome
from euchre_sim.engine.bidding import auction, call_code
from euchre_sim.engine.bits import low_bit, popcount
from euchre_sim.engine.contract import from_contract, suit_mask, to_contract, trump_mask
from euchre_sim.engine.deal import deal_out
from euchre_sim.engine.jit import hook, kernel
from euchre_sim.engine.layout import (
    H_SIZE,
    LEAVE_UPCARD,
    LOG_OFF,
    MAX_SEATS,
    N_PARAMS,
    O_CALL,
    O_LONE,
    O_LONE_DEFENDER,
    O_MAKER,
    O_ROUND,
    OUTCOME_SIZE,
    PASS,
    R_DECK,
    R_EXTRAS,
    R_PLAYERS,
    V_ACTIVE,
    V_BEST,
    V_BEST_SEAT,
    V_CONTRACT,
    V_HAND,
    V_LED_MASK,
    V_LEGAL,
    V_LONE,
    V_LONE_DEFENDER,
    V_MAKER,
    V_MAKERS,
    V_MATES,
    V_N_TABLE,
    V_PARAMS_AT,
    V_PHASE,
    V_ROUND,
    V_RULES,
    V_SEAT,
    V_TABLE,
    V_TRICKS_MAKERS,
    V_TRUMPS,
    V_UPCARD,
    V_UPCARD_SUIT,
    VIEW_SIZE,
)
from euchre_sim.engine.memory import call_hook, local_ints, local_words, pointer_to, pointer_to_ints
from euchre_sim.engine.playing import payoff_of
from euchre_sim.engine.rng import word
from euchre_sim.engine.view import open_view
from euchre_sim.inference.workspace import HEAD_SIZE, MAX_PLACES, NO_ROOM
from euchre_sim.solver.search import (
    P_ACTIVE,
    P_BEST,
    P_BEST_SEAT,
    P_IN_PLAY,
    P_LED_MASK,
    P_PLAYERS,
    P_SEAT,
    P_TABLES,
    P_TO_PLAY,
    P_TRUMPS,
    POSITION_SIZE,
    open_position,
    weigh_cards,
)
from euchre_sim.solver.values import points_after, set_sides, solved_points
from euchre_sim.strategies.api import Strategy
from euchre_sim.strategies.bidding import parameter
from euchre_sim.strategies.search_tables import T_ENDINGS, T_HOOKS, T_WORKSPACE, address
from euchre_sim.strategies.search_worlds import (
    begin_hearing,
    called_as_heard,
    draw_fitting,
    passed_so_far,
    prepare_worlds,
)

U = np.uint64
NOTHING = U(0)
ONE = U(1)
PASS_BIT = U(PASS)
LEAVE = U(LEAVE_UPCARD)
ALL = ~U(0)
WORLDS, PATIENCE = 0, 1  # parameters
WORK = 8192  # words to count layouts in (`workspace.USUAL_SIZE`); six players may need more
MAX_CARDS = 8
MAX_ACTIONS = 64


@kernel
def plain_answer(view, tables, draw):
    """What the plain player does."""
    own = view[V_PARAMS_AT]
    hook = pointer_to(tables)[T_HOOKS + np.int64(view[V_PHASE])]
    plain = local_words(VIEW_SIZE)
    begin_hearing(view, plain)
    plain[V_PARAMS_AT] = own
    for i in range(N_PARAMS):
        plain[np.int64(own) + i] = NOTHING
    return call_hook(hook & ~ONE, plain, draw)


@kernel
def best_of(view, tables, draw, actions, sums, count):
    """The action with the largest sum; of several the plain player's, or else the first."""
    most = sums[0]
    for i in range(1, count):
        most = max(most, sums[i])
    equal = NOTHING
    first = NOTHING
    for i in range(count - 1, -1, -1):
        if sums[i] == most:
            equal |= actions[i]
            first = actions[i]
    if equal == first:
        return first
    plain = plain_answer(view, tables, draw)
    return plain if plain & equal != NOTHING else first


@kernel
def search_card(view, draw):
    """The card with the most points over the worlds."""
    rules = pointer_to_ints(view[V_RULES])
    tables = view[np.int64(view[V_PARAMS_AT]) + N_PARAMS - 1]
    words = pointer_to(tables)
    n = rules[R_PLAYERS]
    seat, maker = np.int64(view[V_SEAT]), np.int64(view[V_MAKER])
    contract = np.int64(view[V_CONTRACT])
    work = local_words(WORK)
    for i in range(HEAD_SIZE):
        work[i] = words[T_WORKSPACE + i]
    work[0] = U(WORK)
    layouts = prepare_worlds(rules, view, work)
    if layouts == NOTHING or layouts == U(NO_ROOM):
        return plain_answer(view, tables, draw)

    heard = local_words(VIEW_SIZE)
    begin_hearing(view, heard)
    hooks = pointer_to(tables + U(8 * T_HOOKS))
    position, scratch = local_words(POSITION_SIZE), local_words(POSITION_SIZE)
    on_table = NOTHING
    for i in range(MAX_SEATS):
        on_table |= view[V_TABLE + i]
    active = view[V_ACTIVE]
    position[P_PLAYERS] = U(n)
    position[P_ACTIVE] = active
    set_sides(rules, position, maker, contract)
    position[P_TRUMPS] = view[V_TRUMPS]
    position[P_SEAT] = U(seat)
    position[P_LED_MASK] = view[V_LED_MASK]
    position[P_BEST] = view[V_BEST]
    position[P_BEST_SEAT] = view[V_BEST_SEAT] if view[V_BEST] != NOTHING else U(seat)
    position[P_TO_PLAY] = U(popcount(active)) - view[V_N_TABLE]
    position[P_TABLES] = words[T_ENDINGS]
    payoff = payoff_of(
        rules, contract, maker, np.int64(view[V_ROUND]),
        view[V_LONE] != NOTHING, view[V_LONE_DEFENDER] != NOTHING,
    )  # fmt: skip
    payoff += np.int64(view[V_TRICKS_MAKERS])
    ours = (view[V_MAKERS] >> U(seat)) & ONE == ONE

    places = local_words(MAX_PLACES)
    cards, tricks, sums = local_words(MAX_CARDS), local_ints(MAX_CARDS), local_ints(MAX_CARDS)
    count = 0
    number = NOTHING
    patience = parameter(view, PATIENCE)
    for _ in range(parameter(view, WORLDS)):
        number = draw_fitting(rules, hooks, heard, view, work, draw, number, patience, places)
        for other in range(n):
            position[other] = places[other]
        position[seat] = view[V_HAND]
        position[P_IN_PLAY] = on_table
        open_position(position)
        count = weigh_cards(position, scratch, cards, tricks)
        for i in range(count):
            points = rules[payoff + tricks[i]]
            sums[i] += points if ours else -points
    return best_of(view, tables, draw, cards, sums, count)


@hook
def play(view, draw):
    """The card with the most points over the worlds."""
    return search_card(view, draw)


@kernel
def is_hopeless(view, call):
    """Whether a call is not worth a look: on fewer than two trumps, alone on fewer than three."""
    index = np.int64(popcount(call - ONE)) - 1
    trump = index // 2
    if trump > 3:
        return False
    cards = to_contract(view[V_HAND], trump)
    if view[V_ROUND] == ONE and view[V_SEAT] + ONE == U(pointer_to_ints(view[V_RULES])[R_PLAYERS]):
        cards |= to_contract(view[V_UPCARD], trump)
    return popcount(cards & trump_mask(trump)) < 2 + index % 2


@hook
def call(view, draw):
    """The call with the most points over deals in which the others would have passed so far."""
    rules = pointer_to_ints(view[V_RULES])
    tables = view[np.int64(view[V_PARAMS_AT]) + N_PARAMS - 1]
    words = pointer_to(tables)
    seat = np.int64(view[V_SEAT])
    call_round, upcard = np.int64(view[V_ROUND]), view[V_UPCARD]
    hand, mates = view[V_HAND], view[V_MATES]
    actions, sums = local_words(MAX_ACTIONS), local_ints(MAX_ACTIONS)
    count = 0
    left = view[V_LEGAL]
    forced = left & PASS_BIT == NOTHING
    while left != NOTHING:
        action = low_bit(left)
        left ^= action
        if action == PASS_BIT or forced or not is_hopeless(view, action):
            actions[count] = action
            count += 1
    if count == 1:
        return actions[0]
    if hand == NOTHING:  # a dealer who names trump before looking
        return plain_answer(view, tables, draw)

    table, heard = local_words(VIEW_SIZE), local_words(VIEW_SIZE)
    begin_hearing(view, heard)
    begin_hearing(view, table)
    assign, out = local_ints(MAX_SEATS), local_ints(OUTCOME_SIZE)
    dealt, hands, log = local_words(H_SIZE), local_words(H_SIZE), local_words(1)
    log[0] = U(LOG_OFF)
    hooks = pointer_to(tables + U(8 * T_HOOKS))
    pool = U(rules[R_DECK]) & ~(hand | upcard)
    up_suit = np.int64(view[V_UPCARD_SUIT])
    patience = parameter(view, PATIENCE)
    number = NOTHING
    for _ in range(parameter(view, WORLDS)):
        for _ in range(patience):
            key = word(draw, number)
            number += ONE
            deal_out(rules, key, pool, seat, hand, upcard, dealt)
            if passed_so_far(rules, hooks, heard, dealt, seat, call_round):
                break
        for i in range(count):
            for j in range(H_SIZE):
                hands[j] = dealt[j]
            open_view(rules, table, hands, upcard)
            reset_outcome(log, out)
            if actions[i] == PASS_BIT:
                code = auction(
                    rules, hooks, assign, table, hands, up_suit, key, log, out,
                    call_round, seat + 1,
                )  # fmt: skip
            else:
                code = call_code(seat, call_round, actions[i])
            sums[i] += points_after(
                rules, hooks, assign, table, hands, upcard, key, log, out, code, NOTHING, mates,
                words[T_ENDINGS],
            )  # fmt: skip
    return best_of(view, tables, draw, actions, sums, count)


@kernel
def cards_to_bury(hand, legal, trumps):
    """Cards worth burying: the lowest of each plain suit, or else the lowest trump."""
    plain = legal & ~(trumps | LEAVE)
    chosen = NOTHING
    while plain != NOTHING:
        card = low_bit(plain)
        chosen |= card
        plain &= ~suit_mask(card, trumps)
    return chosen if chosen != NOTHING else low_bit(legal & ~LEAVE)


@hook
def discard(view, draw):
    """The card to bury that leaves the most points over deals in which the calls were made."""
    rules = pointer_to_ints(view[V_RULES])
    tables = view[np.int64(view[V_PARAMS_AT]) + N_PARAMS - 1]
    words = pointer_to(tables)
    n, seat = rules[R_PLAYERS], np.int64(view[V_SEAT])
    contract, maker = np.int64(view[V_CONTRACT]), np.int64(view[V_MAKER])
    actions, sums = local_words(MAX_CARDS), local_ints(MAX_CARDS)
    count = 0
    left = cards_to_bury(view[V_HAND], view[V_LEGAL], view[V_TRUMPS])
    while left != NOTHING:
        actions[count] = low_bit(left)
        left ^= actions[count]
        count += 1
    if rules[R_EXTRAS] != 0 or view[V_LEGAL] & ~LEAVE == NOTHING:
        return plain_answer(view, tables, draw)
    if count == 1:
        return actions[0]
    table, heard = local_words(VIEW_SIZE), local_words(VIEW_SIZE)
    begin_hearing(view, heard)
    begin_hearing(view, table)
    out = local_ints(OUTCOME_SIZE)
    out[O_MAKER], out[O_ROUND], out[O_CALL] = maker, np.int64(view[V_ROUND]), contract
    out[O_LONE], out[O_LONE_DEFENDER] = np.int64(view[V_LONE]) - 1, -1
    dealt, hands = local_words(H_SIZE), local_words(H_SIZE)
    hooks = pointer_to(tables + U(8 * T_HOOKS))
    held = from_contract(view[V_HAND], contract) & ~view[V_UPCARD]
    pool = U(rules[R_DECK]) & ~(held | view[V_UPCARD])
    ours = (view[V_MAKERS] >> U(seat)) & ONE == ONE
    patience = parameter(view, PATIENCE)
    number = NOTHING
    for _ in range(parameter(view, WORLDS)):
        for _ in range(patience):
            deal_out(rules, word(draw, number), pool, seat, held, view[V_UPCARD], dealt)
            number += ONE
            if called_as_heard(rules, hooks, heard, view, dealt, ALL):
                break
        for other in range(n):
            hands[other] = to_contract(dealt[other], contract)
        for i in range(count):
            hands[seat] = view[V_HAND] ^ actions[i]
            points = solved_points(rules, table, hands, out, words[T_ENDINGS])
            sums[i] += points if ours else -points
    return best_of(view, tables, draw, actions, sums, count)


@hook
def plain(view, draw):
    """What the plain player does."""
    return plain_answer(view, view[np.int64(view[V_PARAMS_AT]) + N_PARAMS - 1], draw)


STRATEGY = Strategy(
    name="pimc",
    summary="searches: worlds that fit what was seen, solved with all cards face up",
    source="Levy, The million pound bridge program, 1989",
    parameters={"worlds": 50, "patience": 20},
    ranges={"worlds": (1, 10_000), "patience": (1, 10_000)},
    call=call,
    discard=discard,
    alone=plain,
    defend=plain,
    play=play,
    no_trump=play,
    tables=address,
)

# After a call: the rest of the auction is the plain player's, discards and cards are searched for.
AFTER_CALLS = replace(STRATEGY, name="deep", call=plain)

"""One whole deal: farmers' claims, auction, pickup and discard, the windows, five tricks, points.

The parts in the order of play, each of which can be entered on its own: `ready_deal` deals,
`bidding.auction` starts at any seat's turn, `before_play` at the call that made trump, and
`playing.play` at the first lead.
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.ask import reset_outcome
from euchre_sim.engine.auction import dealer_names, suit_of_upcard, takes_upcard
from euchre_sim.engine.bidding import THROWN_IN, auction, joker_call
from euchre_sim.engine.contract import to_contract, trump_mask
from euchre_sim.engine.deal import deal
from euchre_sim.engine.farmers import DEAL_AGAIN, STOP, claim_farmers_hands
from euchre_sim.engine.jit import kernel
from euchre_sim.engine.layout import (
    H_DEAD,
    H_HIDDEN,
    H_SHOWN,
    JOKER_NAMES_BLIND,
    O_CALL,
    O_LONE,
    O_LONE_DEFENDER,
    O_MAKER,
    O_ROUND,
    R_ALONE,
    R_BEST,
    R_EXTRAS,
    R_FARMER,
    R_JOKER_UP,
    R_MATES,
    R_N_HIDDEN,
    R_PICKUP_OPTIONAL,
    R_PLAYERS,
    R_WINDOW,
    V_CONTRACT,
    V_DEAD,
    V_LONE,
    V_LONE_DEFENDER,
    V_MAKER,
    V_MAKERS,
    V_PICKED_UP,
    V_TRUMPS,
    YES,
)
from euchre_sim.engine.memory import unlikely
from euchre_sim.engine.pickup import LEAVE, bury_down, pick_up, take_extras, takes_it
from euchre_sim.engine.playing import play
from euchre_sim.engine.rng import next_key
from euchre_sim.engine.view import call_view, open_view
from euchre_sim.engine.windows import (
    FAULT,
    NOBODY,
    asked_alone,
    exchange_best,
    lone_defender,
    lone_maker,
)
from euchre_sim.scoring import MISERE

U = np.uint64
NOTHING = U(0)
YES_BIT = U(YES)


@kernel
def ready_deal(rules, hooks, assign, view, hands, key, log, out):
    """Deal, and let farmers' hands be claimed; the upcard, or 0 after a misdeal or a fault."""
    reset_outcome(log, out)
    upcard = deal(rules, key, hands)
    if unlikely(rules[R_FARMER] != 0):
        while True:
            open_view(rules, view, hands, upcard)
            claimed = claim_farmers_hands(rules, hooks, assign, view, hands, key, log, out)
            if claimed != DEAL_AGAIN:
                break
            reset_outcome(log, out)
            key = next_key(key)
            upcard = deal(rules, key, hands)
        if claimed == STOP:
            return NOTHING
    return upcard


@kernel
def play_deal(rules, hooks, assign, view, hands, upcard, key, log, out):
    """Play a deal from the first call to the points; the hands are used up."""
    open_view(rules, view, hands, upcard)
    if unlikely(dealer_names(rules, upcard)):
        code = joker_call(rules, hooks, assign, view, hands, key, log, out)
    else:
        up_suit = suit_of_upcard(rules, upcard)
        code = auction(rules, hooks, assign, view, hands, up_suit, key, log, out, 1, 0)
    if code == THROWN_IN:
        return
    play_call(rules, hooks, assign, view, hands, upcard, key, log, out, code, NOTHING, NOTHING)


@kernel
def play_call(rules, hooks, assign, view, hands, upcard, key, log, out, code, buried, declared):
    """Play a deal from the call that made trump; `before_play` tells of the rest."""
    if before_play(
        rules, hooks, assign, view, hands, upcard, key, log, out, code, buried, declared
    ):
        play(rules, hooks, assign, view, hands, key, log, out)


@kernel
def before_play(rules, hooks, assign, view, hands, upcard, key, log, out, code, buried, declared):
    """Pickup, discards, alone and defend-alone windows; hands go over into contract space.

    `buried` (a card or `LEAVE_UPCARD`, contract space) and `declared` (`YES` or `NO` of the maker
    in the window, or with three extra cards) take the place of the question where they are not 0.
    Returns whether the deal can be played (no illegal answer).
    """
    n = rules[R_PLAYERS]
    dealer = n - 1
    maker = code & 7
    call_round = (code >> 3) & 3
    trump = (code >> 5) & 7
    called_alone = (code >> 8) & 1 == 1
    lone = maker if called_alone else NOBODY
    out[O_MAKER] = maker
    out[O_ROUND] = call_round
    out[O_CALL] = code >> 5
    for seat in range(n):
        hands[seat] = to_contract(hands[seat], trump)
    up = to_contract(upcard, trump)
    call_view(view, call_round, False)  # nobody has to call any more
    view[V_CONTRACT] = U(trump)
    view[V_TRUMPS] = trump_mask(trump)
    view[V_MAKER] = U(maker)
    view[V_MAKERS] = U(rules[R_MATES + maker])
    view[V_LONE] = U(lone + 1)
    if unlikely(rules[R_FARMER] != 0):
        view[V_DEAD] = to_contract(hands[H_SHOWN], trump)
        for seat in range(n):
            hands[H_DEAD + seat] = to_contract(hands[H_DEAD + seat], trump)

    taken = takes_upcard(rules, maker, call_round, called_alone)
    if not taken:
        view[V_DEAD] |= up
    if unlikely(rules[R_EXTRAS] != 0):
        lone = with_extras(
            rules, hooks, assign, view, hands, up, key, log, out, maker, trump, taken, declared
        )
        if unlikely(lone == FAULT):
            return False
    else:
        if taken and not pick_up(
            rules, hooks, assign, view, hands, up, key, log, out, maker, buried
        ):
            return False
        if lone < 0 and trump != MISERE:
            lone = lone_maker(rules, hooks, assign, view, hands, key, log, out, maker, declared)
            blind = dealer_names(rules, upcard) and rules[R_JOKER_UP] == JOKER_NAMES_BLIND
            if unlikely(blind) and rules[R_ALONE] == 1 and rules[R_WINDOW] == 0:
                lone = blind_maker_alone(rules, hooks, assign, view, hands, key, log, out, dealer)
            if unlikely(lone == FAULT):
                return False
    view[V_LONE] = U(lone + 1)
    out[O_LONE] = lone

    against = NOBODY
    if trump != MISERE:
        against = lone_defender(rules, hooks, assign, view, hands, key, log, out, maker, lone)
        if unlikely(against == FAULT):
            return False
    view[V_LONE_DEFENDER] = U(against + 1)
    out[O_LONE_DEFENDER] = against
    if unlikely(rules[R_BEST] != 0):
        if lone >= 0 and not exchange_best(rules, hooks, assign, view, hands, key, log, out, lone):
            return False
        if against >= 0 and not exchange_best(
            rules, hooks, assign, view, hands, key, log, out, against
        ):
            return False
    return True


@kernel
def blind_maker_alone(rules, hooks, assign, view, hands, key, log, out, dealer):
    """A dealer who named trump blind has seen his hand by now: the seat, `NOBODY` or `FAULT`."""
    answer = asked_alone(rules, hooks, assign, view, hands, key, log, out, dealer)
    if unlikely(answer == NOTHING):
        return FAULT
    return dealer if answer == YES_BIT else NOBODY


@kernel
def with_extras(
    rules, hooks, assign, view, hands, up, key, log, out, maker, trump, taken, declared
):
    """Two players with extra cards take them and bury down to five; who is alone, or `FAULT`."""
    n = rules[R_PLAYERS]
    dealer = n - 1
    each = rules[R_EXTRAS] == 3
    for i in range(rules[R_N_HIDDEN]):
        hands[H_HIDDEN + i] = to_contract(hands[H_HIDDEN + i], trump)
    lone = maker if trump == MISERE else NOBODY
    if taken and each and rules[R_PICKUP_OPTIONAL] == 1 and maker != dealer:
        answer = takes_it(rules, hooks, assign, view, hands, key, log, out, dealer)
        if unlikely(answer == NOTHING):
            return FAULT
        if answer == LEAVE:
            view[V_DEAD] |= up
            taken = False
    if taken and (each or maker == dealer):
        view[V_PICKED_UP] = up
        hands[dealer] |= up
    elif taken and not pick_up(
        rules, hooks, assign, view, hands, up, key, log, out, maker, NOTHING
    ):
        return FAULT
    if each and rules[R_ALONE] == 1 and trump != MISERE:
        answer = declared
        if answer == NOTHING:
            answer = asked_alone(rules, hooks, assign, view, hands, key, log, out, maker)
            if unlikely(answer == NOTHING):
                return FAULT
        lone = maker if answer == YES_BIT else NOBODY
        view[V_LONE] = U(lone + 1)
    for seat in range(n):
        if each and seat != lone:
            take_extras(hands, seat, 3 * seat, 3)
        elif not each and seat == maker:
            take_extras(hands, seat, 0, 2)
        if not bury_down(rules, hooks, assign, view, hands, up, key, log, out, seat):
            return FAULT
    return lone

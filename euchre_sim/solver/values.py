"""What a deal comes to with all cards face up, from the call or from the first lead on."""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.auction import active_seats, first_leader
from euchre_sim.engine.bidding import THROWN_IN
from euchre_sim.engine.hand import before_play
from euchre_sim.engine.jit import kernel
from euchre_sim.engine.layout import (
    O_CALL,
    O_LONE,
    O_LONE_DEFENDER,
    O_MAKER,
    O_ROUND,
    R_HAND_SIZE,
    R_MATES,
    R_PLAYERS,
    V_TRUMPS,
)
from euchre_sim.engine.memory import local_words
from euchre_sim.engine.playing import payoff_of
from euchre_sim.scoring import MISERE
from euchre_sim.solver.search import (
    P_ACTIVE,
    P_COUNTED,
    P_IN_PLAY,
    P_PLAYERS,
    P_RAISING,
    P_SEAT,
    P_TABLES,
    P_TRUMPS,
    POSITION_SIZE,
    begin_trick,
    open_position,
    play_card,
    value_of,
)

U = np.uint64
NOTHING = U(0)
ONE = U(1)


@kernel
def set_sides(rules, position, maker, contract):
    """Write whose tricks are counted, the makers', and who wants them to be many."""
    makers = U(rules[R_MATES + maker])
    everybody = (ONE << U(rules[R_PLAYERS])) - ONE
    position[P_COUNTED] = makers
    position[P_RAISING] = everybody & ~makers if contract == MISERE else makers


@kernel
def lay_out(rules, view, hands, out, endings, position):
    """Write the position of a deal that is ready to be played."""
    n = rules[R_PLAYERS]
    lone, lone_defender = out[O_LONE], out[O_LONE_DEFENDER]
    active = active_seats(rules, lone, lone_defender)
    for seat in range(n):
        if (active >> seat) & 1 == 1:
            position[seat] = hands[seat]
    position[P_PLAYERS] = U(n)
    position[P_ACTIVE] = U(active)
    position[P_TRUMPS] = view[V_TRUMPS]
    position[P_TABLES] = endings
    position[P_SEAT] = U(first_leader(rules, active, lone, lone_defender))
    position[P_IN_PLAY] = NOTHING
    set_sides(rules, position, out[O_MAKER], out[O_CALL] & 7)
    begin_trick(position)
    open_position(position)


@kernel
def payoff_after(rules, out):
    """Slot of the makers' points for no trick, in a deal that is ready to be played."""
    return payoff_of(
        rules, out[O_CALL] & 7, out[O_MAKER], out[O_ROUND],
        out[O_LONE] >= 0, out[O_LONE_DEFENDER] >= 0,
    )  # fmt: skip


@kernel
def solved_points(rules, view, hands, out, endings):
    """Net points of the makers with all cards face up, in a deal that is ready to be played."""
    position = local_words(POSITION_SIZE)
    lay_out(rules, view, hands, out, endings, position)
    tricks = value_of(position, np.int64(0), rules[R_HAND_SIZE])
    return rules[payoff_after(rules, out) + tricks]


@kernel
def solved_points_after_cards(rules, view, hands, out, endings, cards, n_cards):
    """The same where some cards have been played, in the order of `cards`."""
    position = local_words(POSITION_SIZE)
    lay_out(rules, view, hands, out, endings, position)
    tricks = np.int64(0)
    for i in range(n_cards):
        tricks += play_card(position, cards[i])
    tricks += value_of(position, np.int64(-1), rules[R_HAND_SIZE] + 1)
    return rules[payoff_after(rules, out) + tricks]


@kernel
def points_after(
    rules, hooks, assign, view, hands, upcard, key, log, out, code, buried, mates, endings
):
    """Net points of a side, a seat mask, after a call; of both makers and defenders the best play.

    Whatever is decided between the call and the first lead the hooks decide.
    """
    if code == THROWN_IN:
        return np.int64(0)
    if not before_play(
        rules, hooks, assign, view, hands, upcard, key, log, out, code, buried, NOTHING
    ):
        return np.int64(0)
    points = solved_points(rules, view, hands, out, endings)
    return points if (mates >> U(code & 7)) & ONE == ONE else -points

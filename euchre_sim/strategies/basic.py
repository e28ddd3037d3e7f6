"""The default strategy: sound bidding by seat and round, careful play of the cards.

Naming trump and going alone is in `basic_bid`, what the score of the game changes there in
`basic_score`, leading in `basic_lead`, the rest of the play in `basic_follow`, contracts without
trump in `no_trump`.  Parameters, in hundredths of a point per deal: `threshold` is what a call must
win over passing, `alone` what playing alone must win over the partner's help.  Both are 0; a higher
number makes a more cautious player.  With `score` 0 the player does not look at the score: every
deal is to him as the first of a game.
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.bits import popcount
from euchre_sim.engine.jit import hook
from euchre_sim.engine.layout import NO, V_CONTRACT, V_HAND, V_LEGAL, V_N_TABLE, YES
from euchre_sim.scoring import MISERE
from euchre_sim.strategies import basic_bid, simple_play
from euchre_sim.strategies.api import Strategy
from euchre_sim.strategies.basic_follow import follow
from euchre_sim.strategies.basic_lead import lead
from euchre_sim.strategies.basic_score import MARCH, score_counts, we_need
from euchre_sim.strategies.cards import (
    ACE_OF_TRUMP,
    LEFT,
    NONE,
    RIGHT,
    SIDE_ACES,
    TRUMPS,
)
from euchre_sim.strategies.no_trump import play_misere, play_without_trump

YES_BIT = np.uint64(YES)
NO_BIT = np.uint64(NO)
A_MISERE = np.uint64(MISERE)
TOP_THREE = RIGHT | LEFT | ACE_OF_TRUMP


@hook
def defend(view, draw):
    """Defend alone with three trumps and a bower or the ace among them, or two of these and an ace.

    A euchre then counts twice as much, and the partner would help in less than half of them; but
    not where one with the partner wins the game.
    """
    if score_counts(view) and we_need(view) <= MARCH:
        return NO_BIT
    hand = view[V_HAND]
    top = popcount(hand & TOP_THREE)
    three_trumps = top >= 1 and popcount(hand & TRUMPS) >= 3
    two_and_ace = top >= 2 and hand & SIDE_ACES != NONE
    return YES_BIT if three_trumps or two_and_ace else NO_BIT


@hook
def play(view, draw):
    """Lead or follow; who has the maker's side, the tricks so far and the trumps out decide."""
    legal = view[V_LEGAL]
    if view[V_N_TABLE] == NONE:
        return lead(view, legal)
    return follow(view, view[V_HAND], legal)


@hook
def no_trump(view, draw):
    """Play without trump, or a misere."""
    return play_misere(view) if view[V_CONTRACT] == A_MISERE else play_without_trump(view)


STRATEGY = Strategy(
    name="basic",
    version="2",
    summary="sound bidding by seat and round, careful card play; the default",
    parameters={"threshold": 0, "alone": 0, "score": 1},
    ranges={"score": (0, 1)},
    call=basic_bid.call,
    discard=simple_play.bury,
    alone=basic_bid.alone,
    defend=defend,
    play=play,
    farmer=simple_play.farmer,
    shed=simple_play.shed,
    give=simple_play.give,
    no_trump=no_trump,
)

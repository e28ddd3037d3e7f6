"""The default strategy: sound bidding by seat and round, careful play of the cards.

The bidding is in `basic_bid`, the card play in `basic_play`.  Parameters, in hundredths of a point
per deal: `threshold` is what a call must win over passing, `alone` what playing alone must win
over the partner's help; both are 0, and higher numbers make a more cautious player.
"""

from __future__ import annotations

from euchre_sim.engine.bits import low_bit
from euchre_sim.engine.jit import hook
from euchre_sim.engine.layout import V_LEGAL
from euchre_sim.strategies import basic_bid, basic_play, simple_play
from euchre_sim.strategies.api import Strategy


@hook
def defend(view, draw):
    """Never defend alone."""
    return low_bit(view[V_LEGAL])


STRATEGY = Strategy(
    name="basic",
    summary="sound bidding by seat and round, careful card play; the default",
    parameters={"threshold": 0, "alone": 0},
    call=basic_bid.call,
    discard=simple_play.bury,
    alone=basic_bid.alone,
    defend=defend,
    play=basic_play.play,
)

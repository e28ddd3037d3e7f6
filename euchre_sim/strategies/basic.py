"""The default strategy."""

from __future__ import annotations

from euchre_sim.engine.bits import low_bit
from euchre_sim.engine.jit import hook
from euchre_sim.engine.layout import V_LEGAL
from euchre_sim.strategies import basic_play, simple_play, universe
from euchre_sim.strategies.api import Strategy


@hook
def defend(view, draw):
    """Never defend alone."""
    return low_bit(view[V_LEGAL])


STRATEGY = Strategy(
    name="basic",
    summary="sound bidding by seat and round, careful card play; the default",
    parameters={"order": 21, "name": 16, "alone": 30},
    call=universe.call,
    discard=simple_play.bury,
    alone=universe.alone,
    defend=defend,
    play=basic_play.play,
)

"""What searching needs beside the view: endings solved before, choices of cards, plain players.

One vector of words, reached through the address in the strategy's last parameter.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from euchre_sim.engine.layout import N_PHASES
from euchre_sim.inference.workspace import HEAD_SIZE, workspace
from euchre_sim.solver.tables import tables_address
from euchre_sim.strategies.basic import STRATEGY as PLAIN

T_ENDINGS = 0  # `solver.tables.tables_address`
T_WORKSPACE = 1  # HEAD_SIZE words that every workspace begins with
T_HOOKS = T_WORKSPACE + HEAD_SIZE  # N_PHASES: the plain player's hooks
T_SIZE = T_HOOKS + N_PHASES


@cache
def _tables() -> npt.NDArray[np.uint64]:
    words = np.zeros(T_SIZE, np.uint64)
    words[T_ENDINGS] = tables_address()
    words[T_WORKSPACE:T_HOOKS] = workspace()[:HEAD_SIZE]
    words[T_HOOKS:] = [hook.seated for hook in PLAIN.hooks(PLAIN)]  # type: ignore[attr-defined, unused-ignore]
    return words


def address() -> int:
    """Return where the words are."""
    return int(_tables().__array_interface__["data"][0])

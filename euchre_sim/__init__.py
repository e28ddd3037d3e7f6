"""Euchre-sim: what a Euchre hand is worth, what to call and which card to play.

The names below are loaded when they are first used, so that importing the package costs
nothing and the light parts never load the numeric libraries.

>>> from euchre_sim import HouseRules
>>> HouseRules().target_score
10
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from euchre_sim.analysis.advise import advise
    from euchre_sim.analysis.compare import compare
    from euchre_sim.analysis.simulate import simulate
    from euchre_sim.cards import Card, CardSet, Suit, parse_card, parse_cards, parse_suit
    from euchre_sim.errors import (
        EuchreError,
        IllegalAction,
        InvalidNotation,
        RuleConflict,
        StrategyFault,
    )
    from euchre_sim.games import play_out
    from euchre_sim.notation import read_egn, to_egn
    from euchre_sim.records import DealRecord, GameRecord, replay
    from euchre_sim.rules import HouseRules
    from euchre_sim.scoring import Outcome, score
    from euchre_sim.solver.solve import Solution, solve
    from euchre_sim.storage.dataset import merge_runs
    from euchre_sim.strategies.api import Strategy

__version__ = "0.1.0"

# Public name -> module that defines it. A name added here is added to the imports above too.
_HOMES = {
    "Card": "euchre_sim.cards",
    "CardSet": "euchre_sim.cards",
    "DealRecord": "euchre_sim.records",
    "EuchreError": "euchre_sim.errors",
    "GameRecord": "euchre_sim.records",
    "HouseRules": "euchre_sim.rules",
    "IllegalAction": "euchre_sim.errors",
    "InvalidNotation": "euchre_sim.errors",
    "Outcome": "euchre_sim.scoring",
    "RuleConflict": "euchre_sim.errors",
    "Solution": "euchre_sim.solver.solve",
    "Strategy": "euchre_sim.strategies.api",
    "StrategyFault": "euchre_sim.errors",
    "Suit": "euchre_sim.cards",
    "advise": "euchre_sim.analysis.advise",
    "compare": "euchre_sim.analysis.compare",
    "merge_runs": "euchre_sim.storage.dataset",
    "parse_card": "euchre_sim.cards",
    "parse_cards": "euchre_sim.cards",
    "parse_suit": "euchre_sim.cards",
    "play_out": "euchre_sim.games",
    "read_egn": "euchre_sim.notation",
    "replay": "euchre_sim.records",
    "score": "euchre_sim.scoring",
    "simulate": "euchre_sim.analysis.simulate",
    "solve": "euchre_sim.solver.solve",
    "to_egn": "euchre_sim.notation",
}

__all__ = [
    "Card",
    "CardSet",
    "DealRecord",
    "EuchreError",
    "GameRecord",
    "HouseRules",
    "IllegalAction",
    "InvalidNotation",
    "Outcome",
    "RuleConflict",
    "Solution",
    "Strategy",
    "StrategyFault",
    "Suit",
    "__version__",
    "advise",
    "compare",
    "merge_runs",
    "parse_card",
    "parse_cards",
    "parse_suit",
    "play_out",
    "read_egn",
    "replay",
    "score",
    "simulate",
    "solve",
    "to_egn",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(_HOMES))

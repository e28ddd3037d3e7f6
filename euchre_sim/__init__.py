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
    from euchre_sim.cards import Card, CardSet, Suit, parse_card, parse_cards, parse_suit
    from euchre_sim.errors import (
        EuchreError,
        IllegalAction,
        InvalidNotation,
        RuleConflict,
        StrategyFault,
    )
    from euchre_sim.rules import HouseRules
    from euchre_sim.scoring import Outcome, play_out, score

__version__ = "0.1.0"

# Public name -> module that defines it. A name added here is added to the imports above too.
_HOMES = {
    "Card": "euchre_sim.cards",
    "CardSet": "euchre_sim.cards",
    "EuchreError": "euchre_sim.errors",
    "HouseRules": "euchre_sim.rules",
    "IllegalAction": "euchre_sim.errors",
    "InvalidNotation": "euchre_sim.errors",
    "Outcome": "euchre_sim.scoring",
    "RuleConflict": "euchre_sim.errors",
    "StrategyFault": "euchre_sim.errors",
    "Suit": "euchre_sim.cards",
    "parse_card": "euchre_sim.cards",
    "parse_cards": "euchre_sim.cards",
    "parse_suit": "euchre_sim.cards",
    "play_out": "euchre_sim.scoring",
    "score": "euchre_sim.scoring",
}

__all__ = [
    "Card",
    "CardSet",
    "EuchreError",
    "HouseRules",
    "IllegalAction",
    "InvalidNotation",
    "Outcome",
    "RuleConflict",
    "StrategyFault",
    "Suit",
    "__version__",
    "parse_card",
    "parse_cards",
    "parse_suit",
    "play_out",
    "score",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(_HOMES))

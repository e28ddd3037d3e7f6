"""A game kept on a score sheet: what happened in each deal, never how many points it brought.

So a house rule may be changed while the game is on, and every deal is counted again.

>>> from euchre_sim.rules import HouseRules
>>> sheet = Sheet.start(HouseRules())
>>> sheet = sheet.add(Facts(side=0, tricks=5, alone=True)).add(Facts(side=1, tricks=2))
>>> sheet.totals().score
(6, 0)
>>> sheet.with_settings(["lone_value=3"]).totals().score
(5, 0)
"""

from __future__ import annotations

from euchre_sim.score_sheet.deal import A_SUIT, CONTRACTS, Entry, Facts, next_question, seats_of
from euchre_sim.score_sheet.file import (
    DamagedGame,
    Game,
    change_games,
    default_file,
    games_in,
)
from euchre_sim.score_sheet.sheet import RulesFrom, Sheet, Who, is_recomputable
from euchre_sim.score_sheet.table import card_markers, places

__all__ = [
    "A_SUIT",
    "CONTRACTS",
    "DamagedGame",
    "Entry",
    "Facts",
    "Game",
    "RulesFrom",
    "Sheet",
    "Who",
    "card_markers",
    "change_games",
    "default_file",
    "games_in",
    "is_recomputable",
    "next_question",
    "places",
    "seats_of",
]

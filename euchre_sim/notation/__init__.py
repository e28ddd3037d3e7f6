"""Games in the published Euchre Game Notation (EGN): JSON text in and out.

`read_egn` makes a `GameRecord` of a file and `to_egn` a file of a `GameRecord`. The notation names
seats and tricks as `euchre_sim.records` does. A ruleset that leaves something out means the
notation's own defaults, and what this program does not play is refused by name. What the notation
has no field for is written as `euchre_sim.notation.extension` tells, in remarks of a valid file.

>>> from euchre_sim.cards import parse_card
>>> from euchre_sim.records import DealRecord, GameRecord
>>> game = GameRecord(deals=(DealRecord(dealer=3, upcard=parse_card("9h"), calls=("Order",)),))
>>> read_egn(to_egn(game)) == game
True
"""

from __future__ import annotations

from euchre_sim.notation.reading import read_egn
from euchre_sim.notation.writing import extensions, to_egn

__all__ = ["extensions", "read_egn", "to_egn"]

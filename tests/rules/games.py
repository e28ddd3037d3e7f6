"""One whole game with players written in Python who note what they see."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from euchre_sim.cards import Card, CardSet
from euchre_sim.engine import layout as slots
from euchre_sim.engine.batch import G_FIRST_DEALER, G_SIZE, play_games
from euchre_sim.rules import HouseRules
from tests.differential.given import PythonPlayer, View


@dataclass
class SeenDeal:
    """A deal of a game as its players saw it in the first round of calling, by absolute seat."""

    dealer: int
    upcard: str
    scores: tuple[int, int]  # of the sides of the even and of the odd absolute seats
    hands: dict[int, frozenset[str]] = field(default_factory=dict)


@dataclass
class SeenGame:
    """All deals of a game and the row of its result."""

    deals: list[SeenDeal]
    failed: bool
    winner: int
    n_deals: int
    score: tuple[int, int]
    first_dealer: int


def absolute_seat(view: View) -> int:
    """The asked player's seat at the table: parameter 0 of its strategy."""
    return int(view[int(view[slots.V_PARAMS_AT])])


def play_game(
    rules: HouseRules,
    answer: Callable[[View, int, int], int],
    seed: int,
    game: int = 0,
    start: tuple[int, int] = (0, 0),
) -> SeenGame:
    """Play one game; `answer` gets the view, the random word and the number of the deal.

    It starts at a score of the side on the dealer's left and of the dealer's own.
    """
    deals: list[SeenDeal] = []
    n = rules.players

    def watched(view: View, draw: int) -> int:
        seat = absolute_seat(view)
        if view[slots.V_PHASE] == slots.PHASE_CALL and view[slots.V_ROUND] == 1:
            if view[slots.V_SEAT] == 0:
                scores = [int(view[slots.V_SCORES]), int(view[slots.V_SCORES + 1])]
                if seat % 2 == 1:  # the view counts sides from the dealer's left
                    scores.reverse()
                upcard = str(Card.from_bit(int(view[slots.V_UPCARD])))
                deals.append(SeenDeal((seat - 1) % n, upcard, (scores[0], scores[1])))
            held = CardSet.from_mask(int(view[slots.V_HAND]))
            deals[-1].hands[seat] = frozenset(map(str, held))
        return answer(view, draw, len(deals) - 1)

    player = PythonPlayer(watched)
    players = player.everywhere(n)
    results = np.zeros((1, G_SIZE), np.int64)
    failed = play_games(
        slots.at_score(slots.lower_rules(rules), start),
        players.hooks,
        players.assign,
        players.params,
        seed,
        game,
        1,
        results,
    )
    player.raise_failure()
    row = results[0].tolist()
    winner, n_deals, even, odd = row[:4]
    return SeenGame(deals, failed != -1, winner, n_deals, (even, odd), row[G_FIRST_DEALER])

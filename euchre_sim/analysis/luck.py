"""Luck and skill in a recorded deal: what it was worth before and after every decision.

The cards lie as they did.  The first decisions are made as recorded, and the rest of the deal is
played by strategies, which see no more than players do.  So the first value is what the cards were
worth, the last the result, and the steps between them what each decision brought as the cards lay.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from euchre_sim.analysis import script, weigh, weigh_later
from euchre_sim.analysis.decision import NO_GAME, Tally
from euchre_sim.analysis.later import PHASES
from euchre_sim.analysis.players import Players, name_fault
from euchre_sim.analysis.stakes import Stakes
from euchre_sim.cards import CardSet
from euchre_sim.engine.layout import N_PHASES
from euchre_sim.errors import IllegalAction
from euchre_sim.inference.layouts import Layouts
from euchre_sim.records import DealRecord
from euchre_sim.records.lowered import lowered
from euchre_sim.records.told import Told, told_deals, told_decisions
from euchre_sim.records.told_cards import Hand
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import side_of

__all__ = ["DealValue", "deal_values"]

Words = npt.NDArray[np.uint64]

WORLDS = 64
_OWN = np.zeros(1, np.uint64)  # an action that leaves the choice to the seat's own strategy


class DealValue(NamedTuple):
    """What a deal is worth to the side of seat 0.

    Parameters
    ----------
    points
        Net points, on average over the layouts.
    win
        Chance to win the game; None where no score was given.
    """

    points: float
    win: float | None


def deal_values(
    record: DealRecord,
    rules: HouseRules,
    players: Players,
    *,
    stakes: Stakes | None = None,
    worlds: int = WORLDS,
    seed: int = 1,
) -> tuple[DealValue, ...]:
    """Return what a deal is worth after none, one, two ... all of its decisions.

    Parameters
    ----------
    record
        The deal.
    rules
        The rules that it was played by.
    players
        Who makes the decisions that follow.
    stakes
        The score before the deal as the side of seat 0 sees it.
    worlds
        How many layouts are played at most where the record leaves cards open, all of which fit
        the whole record.
    seed
        Of these layouts, and of what strategies draw by lot.

    Returns
    -------
    tuple of DealValue
        One more than there are decisions; nothing where the record hides what was played or turned
        up, or cards changed hands unseen (`records.told.told_deals`).

    Raises
    ------
    IllegalAction
        If something in the record cannot have happened, or the score is that of the other side.
    StrategyFault
        If a strategy does something illegal.
    """
    own = -(record.dealer + 1) % rules.players  # the position of seat 0
    if stakes is not None and side_of(stakes.seat, rules) != side_of(own, rules):
        raise IllegalAction("the score must be given as the side of seat 0 sees it")
    deals = told_deals(record, rules, most=worlds, seed=seed)
    if not deals:
        return ()
    told = told_decisions(record, rules, most=1)
    table = _Table(record, rules, players, own, stakes, seed)
    points = np.array([table.play(number, hands, told) for number, hands in enumerate(deals)])
    if stakes is None:
        return tuple(DealValue(float(one), None) for one in points.mean(0))
    chance = cache(stakes.chance)
    return tuple(
        DealValue(float(row.mean()), float(np.mean([chance(int(one)) for one in row])))
        for row in points.T
    )


class _Table:
    """Plays one deal again and again, more of it as recorded every time."""

    def __init__(
        self,
        record: DealRecord,
        rules: HouseRules,
        players: Players,
        own: int,
        stakes: Stakes | None,
        seed: int,
    ) -> None:
        self.players, self.own, self.seed = players, own, seed
        vector = lowered(rules).vector
        self.rules = vector if stakes is None else stakes.at_score(vector)
        self.upcard = np.uint64(CardSet([record.upcard]).mask)  # type: ignore[list-item]
        self.chances = NO_GAME if stakes is None else stakes.chances
        self.nothing_open = Layouts(0, [0] * (rules.players + 2)).work
        self.follow = np.full(len(players.hooks), script.follow.seated, np.uint64)

    def play(self, number: int, hands: Sequence[Hand], told: Sequence[Told]) -> list[int]:
        """Return the points of a layout after none, one, ... all of the decisions."""
        words = np.zeros(script.SCRIPT_SIZE, np.uint64)
        hooks = self.players.hooks.reshape(-1, N_PHASES)[self.players.assign]
        words[script.S_HOOKS : script.S_HOOKS + hooks.size] = hooks.ravel()
        dealt = np.array([hand.dealt for hand in hands], np.uint64)
        points = []
        at = script.answer_at.function(PHASES["call"], 0, 0)
        for one in told:
            at = script.answer_at.function(PHASES[one.phase], one.position, one.step)
            points.append(self._points(number, dealt, words, at, _OWN))
            given = hands[-1].discard if one.phase == "discard" else one.chosen
            words[script.S_ANSWERS + at] = np.uint64(given or 0)
        last = words[script.S_ANSWERS + at : script.S_ANSWERS + at + 1].copy()
        points.append(self._points(number, dealt, words, at, last))
        return points

    def _points(self, number: int, dealt: Words, words: Words, at: int, action: Words) -> int:
        """Play the deal once."""
        tally = Tally.empty(1, self.chances)
        weigh_later.weigh_later_range(
            self.rules,
            self.follow,
            self.players.assign,
            self.players.params,
            self.chances,
            words,
            np.uint64(self.seed),
            np.uint64(number),
            1,
            self.own,
            self.upcard,
            -1,
            self.nothing_open,
            dealt,
            at,
            action,
            np.uint64(0),
            np.zeros(1, np.uint64),
            0,
            tally.counts,
            tally.actions,
            tally.products,
            tally.wins,
        )
        if tally.counts[weigh.N_ERROR]:
            raise name_fault(self.players, int(tally.counts[weigh.N_ERROR]), self.seed, number)
        assert tally.counts[weigh.N_ACCEPTED] == 1, "a replayed decision is legal"
        histogram = tally.actions[0, weigh.T_HISTOGRAM :]
        return int(histogram.argmax()) - weigh.MAX_POINTS

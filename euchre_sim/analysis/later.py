"""A decision in the middle of a deal, lowered for the kernel that plays the rest of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from euchre_sim.analysis import script, weigh_later
from euchre_sim.analysis.decision import NO_STAKES, Integers, Pace, Tally
from euchre_sim.analysis.knowledge import Knowledge
from euchre_sim.analysis.players import Players, seat_players
from euchre_sim.analysis.worth import DEEP, ROLLOUT, SOLVER
from euchre_sim.cards import CardSet
from euchre_sim.engine.layout import (
    LEAVE_UPCARD,
    N_PHASES,
    NO,
    PHASE_ALONE,
    PHASE_CALL,
    PHASE_DEFEND,
    PHASE_DISCARD,
    PHASE_PLAY,
    YES,
)
from euchre_sim.inference.layouts import Layouts
from euchre_sim.records.lowered import Lowered
from euchre_sim.records.position import NOBODY, Look, Position
from euchre_sim.solver.tables import tables_address
from euchre_sim.strategies.pimc import AFTER_CALLS

Words = npt.NDArray[np.uint64]

PHASES = {
    "call": PHASE_CALL,
    "discard": PHASE_DISCARD,
    "alone": PHASE_ALONE,
    "defend": PHASE_DEFEND,
    "play": PHASE_PLAY,
}

# What the deals are made to fit, the most first; all fit the voids and what was dealt.
CARDS, DISCARD, CALLS, NOTHING = "cards", "discard", "calls", "nothing"
HEARD = (CARDS, DISCARD, CALLS, NOTHING)
PACES = {ROLLOUT: Pace(), DEEP: Pace(32, 256, 256), SOLVER: Pace(512, 4096, 1_000)}
RARE_PACES = {**PACES, ROLLOUT: Pace(first_look=2_000), SOLVER: Pace(512, 2_000, 1_000)}
A_FEW = 16  # worlds in which a seat is asked what it would do


@dataclass(frozen=True)
class LaterQuestion:
    """A seat that is to act in the middle of a deal.

    Attributes
    ----------
    rules, players, seed
        As for `decision.Question`.
    position, found
        What the seat has seen, and the decision that is due.
    known, layouts
        What that tells of the cards, and the layouts of the others that fit it.
    heard
        One of `HEARD`: what the others did that their strategies have to agree with.
    actions
        uint64, the actions to weigh.
    model
        What follows them (`advise_later`).
    is_rare
        Whether so few deals fit that the sums are looked at earlier.
    asks_own
        Whether only those of a few deals count in which the seat's own strategy does the action.
    stakes
        As for `decision.Question`.
    """

    low: Lowered
    players: Players
    seed: int
    position: Position
    found: Look
    known: Knowledge
    layouts: Layouts
    heard: str
    actions: Words
    model: str
    is_rare: bool = False
    asks_own: bool = False
    stakes: Integers = field(default_factory=lambda: NO_STAKES)

    @property
    def pace(self) -> Pace:
        """How many deals are played at a time."""
        return (RARE_PACES if self.is_rare else PACES)[self.model]

    @cached_property
    def seated(self) -> Players:
        """Who plays on after the action."""
        if self.model != DEEP:
            return self.players
        return seat_players([AFTER_CALLS], self.position.rules)

    _at = staticmethod(script.answer_at.function)

    def weigh(self, number: int) -> Tally:
        """Play chunk `number` of the worlds after every action."""
        tally = Tally.empty(len(self.actions), self.stakes)
        seated, chunk = self.seated, A_FEW if self.asks_own else self.pace.chunk
        asks_card = self.found.phase == "play"
        at = self._at(PHASES[self.found.phase], self.position.seat, self.found.step)
        played = [card for _, _, card in self.found.plays] + [0] * asks_card
        weigh_later.weigh_later_range(
            self.low.vector,
            np.full(len(seated.hooks), script.follow.seated, np.uint64),
            seated.assign,
            seated.params,
            self.stakes,
            self._script(seated, at),
            np.uint64(self.seed),
            np.uint64(number * chunk),
            chunk,
            self.position.seat,
            np.uint64(self.position.upcard.bit),
            self.found.contract,
            self.layouts.work,
            np.array(self.known.shown, np.uint64),
            at,
            self.actions,
            np.uint64(tables_address() if self.model == SOLVER else 0),
            np.array(played, np.uint64),
            asks_card,
            tally.counts,
            tally.actions,
            tally.products,
            tally.wins,
        )
        return tally

    def _script(self, seated: Players, due: int) -> Words:
        """Write down what was seen of the deal, by phase, seat and step, and what is due now."""
        position, found, n = self.position, self.found, self.low.players
        words = np.zeros(script.SCRIPT_SIZE, np.uint64)
        hooks = seated.hooks.reshape(-1, N_PHASES)[seated.assign]
        words[script.S_HOOKS : script.S_HOOKS + hooks.size] = hooks.ravel()
        words[script.S_CHECKED + due] = self.asks_own

        def say(phase: int, seat: int, step: int, action: int, needs: str) -> None:
            at = self._at(phase, seat, step)
            words[script.S_ANSWERS + at] = action
            agree = seat != position.seat and HEARD.index(self.heard) <= HEARD.index(needs)
            words[script.S_CHECKED + at] = agree

        for i, call in enumerate(position.calls):
            say(PHASE_CALL, i % n, i // n, call, CALLS)
        if position.discard is not None:
            mask = CardSet([position.discard]).mask
            refused = not found.taken
            card = LEAVE_UPCARD if refused else self.low.trump(found.contract).mask(mask)
            say(PHASE_DISCARD, n - 1, 0, card, CALLS)
        elif found.taken and position.seat != n - 1:
            say(PHASE_DISCARD, n - 1, 0, 0, DISCARD)  # the card is another one in every world
        for phase, asked in found.declined:
            say(PHASES[phase], asked, 0, NO, CALLS)
        if position.alone not in (None, NOBODY):
            say(PHASE_ALONE, position.alone, 0, YES, CALLS)
        if position.lone_defender not in (None, NOBODY):
            say(PHASE_DEFEND, position.lone_defender, 0, YES, CALLS)
        for seat, trick, card in found.plays:
            say(PHASE_PLAY, seat, trick, card, CARDS)
        return words


def single_actions(legal: int) -> Words:
    """Every legal action by itself."""
    bits = [1 << at for at in range(64) if legal >> at & 1]
    return np.array(bits, np.uint64)

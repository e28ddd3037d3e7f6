"""A decision in the middle of a deal, lowered for the kernel that plays the rest of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from euchre_sim.analysis import script, weigh_later
from euchre_sim.analysis.decision import Pace, Tally
from euchre_sim.analysis.knowledge import Knowledge, knowledge
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
ENOUGH = 1 / 256  # share of the first worlds that has to fit
PACES = {ROLLOUT: Pace(), DEEP: Pace(32, 256, 256), SOLVER: Pace(512, 4096, 1_000)}


@dataclass(frozen=True)
class LaterQuestion:
    """A seat that is to act in the middle of a deal.

    Attributes
    ----------
    rules, players, seed
        As for `decision.Question`.
    position, found
        What the seat knows, and the decision that is due.
    heard
        One of `HEARD`: what the others did that their strategies have to agree with.
    actions
        uint64, the actions to weigh.
    model
        What follows them (`advise_later`).
    """

    low: Lowered
    players: Players
    seed: int
    position: Position
    found: Look
    heard: str
    actions: Words
    model: str

    @property
    def pace(self) -> Pace:
        """How many deals are played at a time."""
        return PACES[self.model]

    @cached_property
    def seated(self) -> Players:
        """Who plays on after the action."""
        if self.model != DEEP:
            return self.players
        return seat_players([AFTER_CALLS], self.position.rules)

    _at = staticmethod(script.answer_at.function)

    @cached_property
    def _known(self) -> Knowledge:
        return knowledge(self.position, self.found, self.low)

    @cached_property
    def _layouts(self) -> Layouts:
        return Layouts(self._known.pool, self._known.needs, self._known.allowed)

    def weigh(self, number: int) -> Tally:
        """Play chunk `number` of the worlds after every action."""
        tally = Tally.empty(len(self.actions))
        seated, chunk = self.seated, self.pace.chunk
        asks_card = self.found.phase == "play"
        played = [card for _, _, card in self.found.plays] + [0] * asks_card
        weigh_later.weigh_later_range(
            self.low.vector,
            np.full(len(seated.hooks), script.follow.seated, np.uint64),
            seated.assign,
            seated.params,
            self._script(seated),
            np.uint64(self.seed),
            np.uint64(number * chunk),
            chunk,
            self.position.seat,
            np.uint64(self.position.upcard.bit),
            self.found.contract,
            self._layouts.work,
            np.array(self._known.shown, np.uint64),
            self._at(PHASES[self.found.phase], self.position.seat, self.found.step),
            self.actions,
            np.uint64(tables_address() if self.model == SOLVER else 0),
            np.array(played, np.uint64),
            asks_card,
            tally.counts,
            tally.actions,
            tally.products,
        )
        return tally

    def _script(self, seated: Players) -> Words:
        """Write down what was seen of the deal, by phase, seat and step."""
        position, found, n = self.position, self.found, self.low.players
        words = np.zeros(script.SCRIPT_SIZE, np.uint64)
        hooks = seated.hooks.reshape(-1, N_PHASES)[seated.assign]
        words[script.S_HOOKS : script.S_HOOKS + hooks.size] = hooks.ravel()

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

"""All layouts of a question's unseen cards, as a tree of hands in hands for the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import comb, prod

import numpy as np
import numpy.typing as npt

from euchre_sim.analysis import exhaustive_kernels as kernels
from euchre_sim.analysis import weigh
from euchre_sim.analysis.decision import Question, Tally
from euchre_sim.analysis.players import Players
from euchre_sim.engine.layout import (
    H_HIDDEN,
    R_BEST,
    R_EXTRAS,
    R_HAND_SIZE,
    R_MATES,
    R_PICKUP_OPTIONAL,
    R_PLAYERS,
    YES,
)
from euchre_sim.engine.subsets import choices

__all__ = ["Layouts", "rank_table"]

Integers = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]


class Layouts:
    """All layouts of a question's unseen cards, as a tree of hands in hands for the kernel.

    Attributes
    ----------
    count
        How many there are.
    first_level
        How many choices there are for the hand that is dealt out first.
    """

    def __init__(self, question: Question) -> None:
        self._question = question
        rules = question.rules
        n_cards = question.unseen.bit_count()
        size = int(rules[R_HAND_SIZE])
        others = [seat for seat in range(rules[R_PLAYERS]) if seat != question.seat]
        mates = int(rules[R_MATES + question.seat])
        others.sort(key=lambda seat: mates >> seat & 1)  # so that an idle mate can be last
        places = [(seat, size) for seat in others] + _extra_places(int(rules[R_EXTRAS]))
        used = [0, *accumulate(need for _, need in places)]
        ways = [comb(n_cards - k, need) for k, (_, need) in zip(used, places, strict=False)]
        self.count = prod(ways)
        self.first_level = ways[0]
        self._tables = [choices(n_cards, need) for _, need in places]
        self._said = [self._say(seat, question.unseen, n_cards) for seat in others]
        self._own = int(self._say(question.seat, question.hand, size)[0])
        self._levels = np.zeros((len(places), kernels.LEVEL_SIZE), np.int64)
        for row, (slot, _), n, table in zip(self._levels, places, ways, self._tables, strict=True):
            row[kernels.L_SLOT] = slot
            row[kernels.L_CHOICES] = n
            row[kernels.L_ADDRESS] = table.ctypes.data
        for row, said in zip(self._levels, self._said, strict=False):
            row[kernels.L_SAID] = said.ctypes.data
        self._half = (n_cards + 1) // 2
        self._ranks = rank_table(n_cards, size)
        idle = [
            _leaves_mate_idle(action, rules, question.seat, others) for action in question.actions
        ]
        self.actions = np.column_stack([question.actions, np.array(idle, np.uint64)])

    @property
    def players(self) -> Players:
        """Who sits at the table."""
        return self._question.players

    @property
    def layouts_of_a_choice(self) -> int:
        """How many layouts there are with one choice of the first hand."""
        return self.count // self.first_level

    def play(self, work: tuple[int, int]) -> Tally:
        """Play the layouts of choices ``first .. first + count - 1`` of the first hand."""
        first, count = work
        question = self._question
        tally = Tally.empty(len(self.actions))
        kernels.play_layouts(
            question.rules,
            question.players.hooks,
            question.players.assign,
            question.players.params,
            question.seat,
            question.call_round,
            np.uint64(question.hand),
            np.uint64(question.upcard),
            np.uint64(question.unseen),
            self._levels,
            self._ranks,
            self._half,
            self._own,
            self.actions,
            first,
            count,
            tally.counts,
            tally.actions,
        )
        return tally

    def _say(self, seat: int, pool: int, n_cards: int) -> Integers:
        """Ask a seat what it says with every hand out of a pool."""
        question = self._question
        said = np.zeros(comb(n_cards, int(question.rules[R_HAND_SIZE])), np.int64)
        kernels.say_with_hands(
            question.rules,
            question.players.hooks,
            question.players.assign,
            question.players.params,
            seat,
            question.seat,
            question.call_round,
            np.uint64(question.upcard),
            np.uint64(pool),
            said,
        )
        return said


def _extra_places(extras: int) -> list[tuple[int, int]]:
    """Slots and sizes of two players' extra cards: two for the maker, or three for each.

    The cards of a player lie in one of their slots together.
    """
    if extras == 0:
        return []
    return [(H_HIDDEN, 2)] if extras == 2 else [(H_HIDDEN, 3), (H_HIDDEN + 3, 3)]


def _leaves_mate_idle(action: Words, rules: Integers, seat: int, others: Sequence[int]) -> bool:
    """Whether the hand of the last of the others has no part in the play after an action.

    It is that of the only partner of a player who goes alone.  A dealer who may leave the upcard
    shows something of it, and a best card is asked of it.
    """
    call = int(action[weigh.A_CALL])
    alone = call.bit_length() % 2 == 1 and call > 1
    alone = alone or int(action[weigh.A_DECLARED]) == YES
    last = others[-1]
    only_mate = int(rules[R_MATES + seat]) == 1 << seat | 1 << last
    dealer_chooses = last == rules[R_PLAYERS] - 1 and rules[R_PICKUP_OPTIONAL] == 1
    asked_for_best = rules[R_BEST] != 0
    return bool(alone and only_mate and not dealer_chooses and not asked_for_best)


def rank_table(n_cards: int, size: int) -> npt.NDArray[np.int32]:
    """Return what `exhaustive_kernels.number_of_hand` adds up for hands of `size` of the cards.

    The i-th card of a choice, counted from 1, adds C(its place, i) to the choice's number.  First
    come the sums for the lower half of the cards, then those for the upper half, by how many cards
    the lower half holds.
    """
    half = (n_cards + 1) // 2
    table = np.zeros((size + 2, 1 << half), np.int32)
    for row in range(size + 2):
        below, place = max(row - 1, 0), half if row else 0
        for cards in range(1, 1 << half):
            top = cards.bit_length() - 1
            i = below + cards.bit_count()
            if i <= size:
                table[row, cards] = table[row, cards ^ 1 << top] + comb(top + place, i)
    return table.ravel()

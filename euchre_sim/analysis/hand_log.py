"""The log of hands: a row for each hand of a run, gathered part by part.

A part holds a fixed range of hand numbers, so that neither threads nor a resumed run show in it.
Threads fill the rows of their blocks in any order; who fills the last row of a part writes it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb
from typing import Self

import numpy as np
import numpy.typing as npt

from euchre_sim.analysis import hand_log_kernels as kernels
from euchre_sim.analysis.classes import HAND_SIZE
from euchre_sim.analysis.summary import WITHOUT_TRUMP
from euchre_sim.cards import CardSet, Suit
from euchre_sim.engine import steps
from euchre_sim.rules import HouseRules

__all__ = ["PART", "HandLog", "LogLayout", "LogPart", "log_layout"]

PART = 1_000_000  # hands; a part is some 35 MB on disk, and 50 MB in memory

NOTHING = ""  # the word of a text column where there is nothing to say
CONTRACTS = (NOTHING, *(suit.letter.lower() for suit in Suit), *WITHOUT_TRUMP.values())


@dataclass(frozen=True)
class LogLayout:
    """What the numbers in a log stand for.

    Attributes
    ----------
    players
        Number of positions.
    cards
        What the code of a card stands for: `NOTHING`, then the deck from the lowest bit up.
    tables
        What `hand_log_kernels.log_range` reads.
    """

    players: int
    cards: tuple[str, ...]
    tables: npt.NDArray[np.int64]

    @property
    def n_columns(self) -> int:
        """Columns of codes."""
        return kernels.C_PLAYS + HAND_SIZE * self.players

    @cached_property
    def hands(self) -> tuple[str, ...]:
        """Every hand by its number: its cards from the top, suit by suit."""
        texts = self.cards[1:]
        chosen = sorted(combinations(range(len(texts)), HAND_SIZE), key=lambda one: one[::-1])
        return tuple([" ".join([texts[i] for i in reversed(one)]) for one in chosen])


@lru_cache(maxsize=8)
def log_layout(rules: HouseRules) -> LogLayout:
    """Return the layout of the log under house rules."""
    cards = tuple(CardSet.from_mask(rules.deck))
    tables = np.zeros(kernels.WAYS + HAND_SIZE * kernels.BITS, np.int64)
    for contract in range(len(CONTRACTS) - 1):
        for code, card in enumerate(cards, start=1):
            bit = int(steps.to_contract(card.bit, contract)).bit_length() - 1
            tables[contract * kernels.BITS + bit] = code
    for k in range(HAND_SIZE):
        at = kernels.WAYS + k * kernels.BITS
        tables[at + 1 : at + 1 + len(cards)] = [comb(n, k + 1) for n in range(len(cards))]
    return LogLayout(rules.players, (NOTHING, *(card.egn for card in cards)), tables)


@dataclass
class LogPart:
    """Rows of one part.

    Attributes
    ----------
    layout
        What the codes mean.
    first, end
        The hands of the run that lie in it.
    codes
        int8, a row for each of the kernels' columns.
    hands
        int32, a row for each position.
    filled
        How many hands are in it.
    """

    layout: LogLayout
    first: int
    end: int
    codes: npt.NDArray[np.int8]
    hands: npt.NDArray[np.int32]
    filled: int = 0

    @classmethod
    def empty(cls, layout: LogLayout, first: int, end: int) -> Self:
        """Make a part without a hand."""
        n = end - first
        codes = np.empty((layout.n_columns, n), np.int8)
        return cls(layout, first, end, codes, np.empty((layout.players, n), np.int32))

    @property
    def number(self) -> int:
        """Place among the parts of the seed."""
        return self.first // PART


class HandLog:
    """The parts of a run's log that are not full yet.

    Parameters
    ----------
    rules
        House rules.
    first, end
        The hands of the run.
    write
        Called with each part that is full, in the thread that filled it.
    """

    def __init__(
        self, rules: HouseRules, first: int, end: int, write: Callable[[LogPart], object]
    ) -> None:
        self.layout = log_layout(rules)
        self._first = first
        self._end = end
        self._write = write
        self._open: dict[int, LogPart] = {}
        self._lock = threading.Lock()

    def part_of(self, hand: int) -> LogPart:
        """Return the part that a hand's row belongs to."""
        number = hand // PART
        with self._lock:
            if number not in self._open:
                first = max(self._first, number * PART)
                end = min(self._end, (number + 1) * PART)
                self._open[number] = LogPart.empty(self.layout, first, end)
            return self._open[number]

    def add(self, part: LogPart, count: int) -> None:
        """Note that so many more rows of a part are filled."""
        with self._lock:
            part.filled += count
            if part.filled < part.end - part.first:
                return
            if part.end % PART == 0:  # a longer run goes on in any other
                del self._open[part.number]
        self._write(part)

    @property
    def unfinished(self) -> LogPart | None:
        """The part that further hands belong to, while no thread is at work."""
        return next((part for part in self._open.values() if part.filled), None)

    def restore(self, codes: npt.NDArray[np.int8], hands: npt.NDArray[np.int32], end: int) -> None:
        """Take in the rows of the part that was not full at the hand `end`."""
        n = codes.shape[1]
        part = self.part_of(end - n)
        part.codes[:, :n], part.hands[:, :n], part.filled = codes, hands, n

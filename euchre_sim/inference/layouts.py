"""Layouts of unseen cards for callers in Python: how many fit, all of them, or some drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb

import numpy as np
import numpy.typing as npt

from euchre_sim.errors import Contradiction
from euchre_sim.inference import worlds
from euchre_sim.inference.workspace import (
    MAX_CARDS,
    MAX_CLASSES,
    MAX_PLACES,
    NO_ROOM,
    USUAL_SIZE,
    workspace,
)

__all__ = ["Layouts"]

Worlds = npt.NDArray[np.uint64]

_AT_ONCE = 4096


class Layouts:
    """All ways in which a pool of unseen cards may lie.

    Parameters
    ----------
    pool
        Mask of the unseen cards (bit `Card.index` for each).
    needs
        Number of cards in each place: the other hands, the dealer's discard, the kitty.
    allowed
        For each place the mask of the cards that it may hold; without it every place may hold
        every card.

    Attributes
    ----------
    count : int
        Number of layouts; 0 where none fits.
    work : numpy.ndarray
        What kernels draw them from (`worlds.draw_world`).

    Raises
    ------
    ValueError
        If there are more than 8 places, 33 cards or 8 classes of cards (allowed in exactly the same
        places), or more layouts than a word can number; none of which a game of Euchre has.

    Examples
    --------
    Sixteen cards in three hands of four and a kitty of four; the first hand has shown that it
    is out of the first eight:

    >>> layouts = Layouts(0xFFFF, [4, 4, 4, 4], [0xFF00, 0xFFFF, 0xFFFF, 0xFFFF])
    >>> layouts.count
    2425500
    >>> [hex(place) for place in layouts.world(0).tolist()]
    ['0xf00', '0xf', '0xf0', '0xf000']
    >>> layouts.draw(50, key=1).shape
    (50, 4)
    """

    def __init__(
        self, pool: int, needs: Sequence[int], allowed: Sequence[int] | None = None
    ) -> None:
        allowed = [pool] * len(needs) if allowed is None else allowed
        _check(pool, needs, allowed)
        self.pool = int(pool)
        self.needs = tuple(int(need) for need in needs)
        self.allowed = tuple(int(mask) for mask in allowed)
        self.work, self.count = self._prepared()

    def _prepared(self) -> tuple[Worlds, int]:
        """Return the memory that worlds are made from, and the number of layouts."""
        needs, allowed = (np.array(one, np.uint64) for one in (self.needs, self.allowed))
        size = USUAL_SIZE
        while True:
            work = workspace(size)
            count = worlds.prepare(work, self.pool, needs, allowed)
            if count != NO_ROOM:
                return work, count
            size *= 4

    def world(self, number: int) -> Worlds:
        """Return one layout, a mask for each place; every number below `count` gives another.

        Raises
        ------
        IndexError
            If there is no layout of that number.
        Contradiction
            If no layout fits.
        """
        self._require_one()
        if not 0 <= number < self.count:
            raise IndexError(f"worlds have numbers from 0 to {self.count - 1}, not {number}")
        world: Worlds = self._numbered(number, 1)[0]
        return world

    def all_worlds(self) -> Iterator[Worlds]:
        """Yield every layout once, in the order of their numbers; nothing where none fits."""
        for first in range(0, self.count, _AT_ONCE):
            yield from self._numbered(first, min(_AT_ONCE, self.count - first))

    def draw(self, n: int, key: int, *, first: int = 0) -> Worlds:
        """Draw layouts, each uniform over all that fit and independent of the others.

        Parameters
        ----------
        n
            How many.
        key
            Number from which they follow, from 0 to 2**64 - 1.
        first
            Number of the first one; the others follow.  A layout depends on the key and on its own
            number, however many are drawn.

        Returns
        -------
        numpy.ndarray
            Shape ``(n, places)``, uint64 masks.

        Raises
        ------
        Contradiction
            If no layout fits.
        """
        self._require_one()
        out = np.zeros((n, len(self.needs)), np.uint64)
        worlds.drawn_worlds(self.work, key, first, out)
        return out

    def _numbered(self, first: int, n: int) -> Worlds:
        out = np.zeros((n, len(self.needs)), np.uint64)
        worlds.numbered_worlds(self.work, first, out)
        return out

    def _require_one(self) -> None:
        if self.count == 0:
            places = ", ".join(
                f"{need} of {(mask & self.pool).bit_count()}"
                for need, mask in zip(self.needs, self.allowed, strict=True)
            )
            raise Contradiction(
                f"no layout fits: {self.pool.bit_count()} unseen cards cannot lie in "
                f"places that need {places} allowed cards"
            )


def _check(pool: int, needs: Sequence[int], allowed: Sequence[int]) -> None:
    """Refuse what cannot be counted in one word."""
    n = pool.bit_count()
    if not 0 <= pool < 1 << 64 or n > MAX_CARDS:
        raise ValueError(f"the pool must be a mask of at most {MAX_CARDS} cards, not {pool}")
    if not 1 <= len(needs) <= MAX_PLACES or len(needs) != len(allowed):
        raise ValueError(
            f"there must be 1 to {MAX_PLACES} places with a need and a mask each, "
            f"not {len(needs)} needs and {len(allowed)} masks"
        )
    if not all(0 <= need <= MAX_CARDS for need in needs):
        raise ValueError(f"places need 0 to {MAX_CARDS} cards each, not {list(needs)}")
    if not all(0 <= mask < 1 << 64 for mask in allowed):
        raise ValueError("allowed cards must be masks from 0 to 2**64 - 1")
    kinds = {tuple(mask >> i & 1 for mask in allowed) for i in range(64) if pool >> i & 1}
    if len(kinds) > MAX_CLASSES:
        raise ValueError(
            f"the unseen cards must fall into at most {MAX_CLASSES} classes of cards that are "
            f"allowed in the same places, not {len(kinds)}"
        )
    layouts, left = 1, n
    for need in needs:
        layouts *= comb(left, need)
        left -= need
    if layouts >= NO_ROOM:
        raise ValueError(f"{n} cards in these places have more layouts than can be numbered")

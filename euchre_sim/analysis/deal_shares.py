"""What deals come to, and how often: points for the dealer's side, the other, or nobody."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from euchre_sim.analysis import tally
from euchre_sim.analysis.players import find_players
from euchre_sim.analysis.runner import Counts, Progress, count_hands
from euchre_sim.analysis.simulate import check_run
from euchre_sim.analysis.workers import default_threads
from euchre_sim.errors import IllegalAction
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import side_of, sides
from euchre_sim.strategies.api import Strategy

__all__ = ["Kind", "Shares", "require_two_sides", "shares_of"]


@dataclass(frozen=True, slots=True, order=True)
class Kind:
    """What a deal may come to.

    Parameters
    ----------
    dealers, others
        Points of the dealer's side and of the other.
    deals_again
        Whether the same player deals the next one.
    """

    dealers: int
    others: int
    deals_again: bool = False

    @property
    def is_idle(self) -> bool:
        """Whether it brings nobody anything."""
        return self.dealers == self.others == 0


@dataclass(frozen=True)
class Shares:
    """How often deals come to what.

    Attributes
    ----------
    kinds
        What they come to.
    shares
        The share of each; they add up to 1.
    deals
        How many were counted; None where the shares were given and not counted.
    """

    kinds: tuple[Kind, ...]
    shares: tuple[float, ...]
    deals: int | None = None

    @classmethod
    def from_cells(cls, cells: npt.NDArray[np.int64], rules: HouseRules) -> Shares:
        """Read the shares off the cells of `runner.count_hands`, the dealer sitting last."""
        require_two_sides(rules)
        counts: dict[Kind, int] = {}
        for cell in np.flatnonzero(cells[:, tally.CELL_DEALS]).tolist():
            n, points = (int(cells[cell, i]) for i in (tally.CELL_DEALS, tally.CELL_POINTS))
            kind = _kind(cell, points // n, rules)
            counts[kind] = counts.get(kind, 0) + n
        kinds = tuple(sorted(counts, reverse=True))
        total = sum(counts.values())
        return cls(kinds, tuple(counts[kind] / total for kind in kinds), total)

    @classmethod
    def given(cls, percent: Sequence[float], rules: HouseRules) -> Shares:
        """Take the shares of six outcomes in percent; what is missing to 100 is thrown in.

        Parameters
        ----------
        percent
            Of deals in which the dealer's side scores for making it, for a march and for a lone
            sweep, then of those in which the other side does.
        rules
            What these are worth, and who deals after a deal that was thrown in.

        Raises
        ------
        IllegalAction
            If they are not six shares that can be meant.
        """
        require_two_sides(rules)
        if len(percent) != 6:
            raise IllegalAction(
                f"six shares are needed, not {len(percent)}: of the dealer's side scoring "
                f"{', '.join(map(str, _worth(rules)))} points, then of the other side"
            )
        if not all(math.isfinite(one) and 0 <= one <= 100 for one in percent):
            raise IllegalAction("each share is a percentage from 0 to 100")
        total = math.fsum(percent)
        if total > 100 + 1e-9:
            raise IllegalAction(f"the shares add up to {total:g} %, which is more than 100 %")
        kinds = [Kind(points, 0) for points in _worth(rules)]
        kinds += [Kind(0, points) for points in _worth(rules)]
        shares = dict.fromkeys(kinds, 0.0)
        for kind, share in zip(kinds, percent, strict=True):
            shares[kind] += share / 100  # two may be worth the same
        shares[_thrown_in(rules)] = max(0.0, 1 - math.fsum(shares.values()))
        return cls(tuple(shares), tuple(shares.values()))


def require_two_sides(rules: HouseRules) -> None:
    """Refuse rules under which each plays for himself."""
    if len(sides(rules)) != 2:
        raise IllegalAction(
            "chances at a score are those of two sides; under these rules there are "
            f"{len(sides(rules))}"
        )


def _worth(rules: HouseRules) -> tuple[int, int, int]:
    return rules.make_points, rules.march_points, rules.lone_value


def _thrown_in(rules: HouseRules) -> Kind:
    return Kind(0, 0, rules.redeal_after_pass_out == "same_dealer")


def _kind(cell: int, makers: int, rules: HouseRules) -> Kind:
    """Return what the deals of a cell came to, from the makers' points minus the defenders'."""
    if cell == tally.PASSED_OUT_CELL:
        return _thrown_in(rules)
    if cell == tally.MISDEALT_CELL:
        return Kind(0, 0, rules.misdeal_redeal == "same_dealer")
    maker = int(np.unravel_index(cell, tally.CELL_SHAPE)[0])
    own = side_of(maker, rules) == side_of(rules.players - 1, rules)
    ours, theirs = max(makers, 0), max(-makers, 0)
    return Kind(ours, theirs) if own else Kind(theirs, ours)


def shares_of(
    strategies: str | Sequence[Strategy],
    rules: HouseRules,
    *,
    hands: int,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Shares:
    """Play hands, all at 0-0, and count what they come to.

    The arguments are those of `simulate`; after a KeyboardInterrupt the shares are those of the
    hands played so far.
    """
    require_two_sides(rules)
    check_run(hands, seed, 0, threads)
    players = find_players(strategies, rules)
    counts = count_hands(
        players,
        rules,
        seed,
        0,
        hands,
        threads or default_threads(),
        start=Counts.empty(rules, by_class=False),
        progress=progress,
    )
    if counts.hands == 0:
        raise KeyboardInterrupt  # before anything was done
    return Shares.from_cells(counts.cells, rules)

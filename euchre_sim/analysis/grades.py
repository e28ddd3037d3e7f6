"""What a loss is called, by what it costs in points a hand.

The same borders hold wherever a decision is graded.  A loss that is no larger than its noise has
no name.
"""

from __future__ import annotations

from dataclasses import dataclass

from euchre_sim.analysis.worth import Points

__all__ = ["AS_GOOD", "BEST", "GRADES", "LOSSES", "grade_of"]


@dataclass(frozen=True)
class Grade:
    """A name for losses.

    Parameters
    ----------
    name, sign
        In words, and as games are annotated.
    points
        The least loss that is called so.
    """

    name: str
    sign: str
    points: float


BEST, AS_GOOD = "best", "as good"
LOSSES = (Grade("inaccuracy", "?!", 0.1), Grade("mistake", "?", 0.25), Grade("blunder", "??", 0.5))
GRADES = (BEST, AS_GOOD, *(one.name for one in LOSSES))


def grade_of(loss: Points) -> str:
    """Name a decision by the paired difference between the best action and it.

    >>> grade_of(Points(0.3, 0.01)), grade_of(Points(0.3, 0.2)), grade_of(Points(0.0, 0.0))
    ('mistake', 'as good', 'best')
    """
    if loss.mean <= 0:
        return BEST
    named = [one.name for one in LOSSES if loss.mean >= one.points and loss.lo > 0]
    return named[-1] if named else AS_GOOD

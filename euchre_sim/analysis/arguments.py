"""Arguments from Python, where nothing else checks what type they have."""

from __future__ import annotations

import math
import operator
from typing import Any

from euchre_sim.errors import IllegalAction, WrongType

__all__ = [
    "check_limits",
    "check_seed",
    "check_standard_error",
    "check_threads",
    "check_whole",
    "given",
]


def check_whole(**arguments: Any) -> None:
    """Refuse arguments that are no whole numbers.

    Raises
    ------
    WrongType
        The message names the argument.

    Examples
    --------
    >>> check_whole(seed=1, **given(threads=None))
    >>> check_whole(seed=1.5)
    Traceback (most recent call last):
        ...
    euchre_sim.errors.WrongType: seed is a whole number, not 1.5
    """
    for name, value in arguments.items():
        try:
            is_whole = operator.index(value) is not None
        except TypeError:
            is_whole = False
        if not is_whole or isinstance(value, bool):
            raise WrongType(f"{name} is a whole number, not {value!r}")


def given(**arguments: Any) -> dict[str, Any]:
    """Return those arguments that are not None."""
    return {name: value for name, value in arguments.items() if value is not None}


def check_seed(seed: int) -> None:
    """Refuse a seed that is no word of the random numbers."""
    check_whole(seed=seed)
    if not 0 <= seed < 2**64:
        raise IllegalAction(f"seed {seed} is out of range: seeds are 0 to 2^64 - 1")


def check_limits(deals: int | None, until_se: float | None) -> None:
    """Refuse limits at which no question is answered."""
    check_whole(**given(deals=deals))
    if deals is not None and deals < 2:
        raise IllegalAction(f"a standard error needs at least 2 deals, not {deals}")
    check_standard_error(until_se)


def check_threads(threads: int | None) -> None:
    """Refuse a number of threads on which nothing can run."""
    if threads is not None and threads < 1:
        raise IllegalAction(f"{threads} threads cannot play: at least 1")


def check_standard_error(until_se: float | None) -> None:
    """Refuse a standard error at which nothing can stop."""
    if isinstance(until_se, bool) or not isinstance(until_se, int | float | None):
        raise WrongType(f"until_se is a number, not {until_se!r}")
    if until_se is not None and not 0 < until_se < math.inf:
        raise IllegalAction(f"{until_se} is no standard error to stop at: give a number above 0")

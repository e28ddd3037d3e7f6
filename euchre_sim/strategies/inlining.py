"""Helpers that are compiled into the hook that uses them, without a call in between.

The compiler leaves a large helper as a call of its own; for `basic` these calls took 7 % of a deal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a helper so that its code always goes into its caller's."""
    return numba.njit(error_model="numpy", forceinline=True)(function)

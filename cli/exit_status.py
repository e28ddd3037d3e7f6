"""What the exit status of every command means."""

from __future__ import annotations

from enum import IntEnum

from euchre_sim.errors import (
    Contradiction,
    EuchreError,
    IllegalAction,
    InvalidNotation,
    RuleConflict,
    ScoreSheetError,
    StrategyFault,
)

__all__ = ["ExitStatus", "status_of"]


class ExitStatus(IntEnum):
    """Exit statuses; a script may rely on them."""

    OK = 0
    FAILED = 1
    """Something failed while running."""
    USAGE = 2
    """The command line was not understood."""
    BAD_INPUT = 3
    """Cards, rules or records are wrong."""
    STRATEGY_FAULT = 4
    """A strategy broke the rules or cannot be loaded."""
    INTERRUPTED = 130
    """Stopped by Ctrl-C."""


def status_of(error: EuchreError) -> ExitStatus:
    """Return the exit status for an error."""
    if isinstance(error, StrategyFault):
        return ExitStatus.STRATEGY_FAULT
    wrong_input = Contradiction | InvalidNotation | IllegalAction | RuleConflict | ScoreSheetError
    if isinstance(error, wrong_input):
        return ExitStatus.BAD_INPUT
    return ExitStatus.FAILED

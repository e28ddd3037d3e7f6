"""The errors this package raises on purpose.

Each message is one sentence that a player can act on. The command line prints it as it stands
and chooses its exit status by the class, so a new kind of failure is a new class here.
"""

from __future__ import annotations

__all__ = [
    "Contradiction",
    "EuchreError",
    "IllegalAction",
    "InvalidNotation",
    "OutputProblem",
    "RuleConflict",
    "ScoreSheetError",
    "StrategyFault",
    "WrongType",
]


class EuchreError(Exception):
    """Base of every error that the package reports to its user."""


class InvalidNotation(EuchreError):
    """Text that is no card, suit, hand or record.

    Parameters
    ----------
    message
        The whole sentence, naming the offending text.
    token
        The piece of text that could not be read, if one piece is to blame.
    position
        Where that piece stands, counted from 1.
    """

    def __init__(
        self, message: str, *, token: str | None = None, position: int | None = None
    ) -> None:
        super().__init__(message)
        self.token = token
        self.position = position


class IllegalAction(EuchreError):
    """A call, discard or card that the rules do not allow at that moment."""


class Contradiction(EuchreError):
    """What is said to be known of a deal, where no layout of the unseen cards fits it."""


class RuleConflict(EuchreError):
    """House rules that do not exist or contradict each other.

    Parameters
    ----------
    message
        The whole sentence, naming every option involved.
    options
        The names of these options.
    """

    def __init__(self, message: str, *, options: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.options = options


class OutputProblem(EuchreError):
    """A file or folder that results cannot be written to or read from."""


class WrongType(EuchreError, TypeError):
    """An argument of a type that cannot be meant; only Python code can pass one."""


class ScoreSheetError(EuchreError):
    """A score sheet that cannot be read, or a change that does not fit the game on it."""


class StrategyFault(EuchreError):
    """A strategy that broke the rules or could not be loaded.

    Parameters
    ----------
    message
        The whole sentence, naming the strategy and, where there is one, the hand.
    strategy
        The strategy's name.
    seed, hand
        What repeats the faulty hand.
    """

    def __init__(
        self,
        message: str,
        *,
        strategy: str | None = None,
        seed: int | None = None,
        hand: int | None = None,
    ) -> None:
        super().__init__(message)
        self.strategy = strategy
        self.seed = seed
        self.hand = hand

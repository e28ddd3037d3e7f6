"""The score of all questions answered so far, by kind, in a file of the user's own."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from euchre_sim.errors import OutputProblem
from euchre_sim.kept_files import Refused, data_folder, locked, parse_json, replace_file
from euchre_sim.quiz import AS_GOOD, BEST, GRADES, KINDS

__all__ = ["History", "Tally", "add_answer", "history_file", "history_in"]

FORMAT = "euchre-sim quiz"
VERSION = 1


@dataclass(frozen=True)
class Tally:
    """Answers counted.

    Parameters
    ----------
    grades
        How many had each of `quiz.GRADES`.
    loss
        Points a hand that they cost in all.
    """

    grades: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(GRADES, 0))
    loss: float = 0.0

    @property
    def asked(self) -> int:
        """How many questions were answered."""
        return sum(self.grades.values())

    @property
    def best(self) -> int:
        """How many were answered with the best action."""
        return self.grades[BEST]

    @property
    def mean_loss(self) -> float:
        """Points that an answer cost on average."""
        return self.loss / self.asked if self.asked else 0.0

    def add(self, grade: str, loss: float) -> Tally:
        """Count one more answer."""
        return Tally({**self.grades, grade: self.grades[grade] + 1}, self.loss + loss)

    def plus(self, other: Tally) -> Tally:
        """Return the counts of both."""
        grades = {grade: count + other.grades[grade] for grade, count in self.grades.items()}
        return Tally(grades, self.loss + other.loss)

    def as_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {"grades": dict(self.grades), "loss": self.loss}


@dataclass(frozen=True)
class History:
    """All answers by kind of question, and how many good ones came in a row.

    Parameters
    ----------
    kinds
        The answers to each kind.
    streak, longest
        Answers in a row, up to the last one and at most, that were best or as good.
    """

    kinds: Mapping[str, Tally] = field(default_factory=lambda: dict.fromkeys(KINDS, Tally()))
    streak: int = 0
    longest: int = 0

    @property
    def total(self) -> Tally:
        """All kinds together."""
        total = Tally()
        for tally in self.kinds.values():
            total = total.plus(tally)
        return total

    def add(self, kind: str, grade: str, loss: float) -> History:
        """Count one more answer."""
        streak = self.streak + 1 if grade in (BEST, AS_GOOD) else 0
        return replace(
            self,
            kinds={**self.kinds, kind: self.kinds[kind].add(grade, loss)},
            streak=streak,
            longest=max(self.longest, streak),
        )

    def as_dict(self) -> dict[str, Any]:
        """Plain values, as the file has them."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "streak": self.streak,
            "longest": self.longest,
            "kinds": {kind: tally.as_dict() for kind, tally in self.kinds.items()},
        }


def history_file() -> Path:
    """Return where the score is kept: in the user's folder for data."""
    try:
        return data_folder() / "quiz.json"
    except RuntimeError:
        raise OutputProblem(
            "there is no home folder to keep the score in; --no-keep does without it"
        ) from None


def history_in(path: Path) -> History:
    """Return the score in a file, nothing answered if there is no such file.

    Raises
    ------
    OutputProblem
        If it is something else, or damaged.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return History()
    try:
        return _history_from(parse_json(content))
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        what = str(error) if isinstance(error, Refused) else "it is damaged"
        raise OutputProblem(
            f"{path} cannot be read as the score of a quiz, and is left as it is: {what}; move it "
            "away, or --no-keep does without it"
        ) from None


def add_answer(path: Path, kind: str, grade: str, loss: float) -> History:
    """Count one more answer in a file, which nobody else changes in the meantime.

    Raises
    ------
    OutputProblem
        If the file is something else, or damaged: then it stays as it is.
    OSError
        If it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with locked(path):
        history = history_in(path).add(kind, grade, loss)
        replace_file(path, f"{json.dumps(history.as_dict(), indent=1)}\n".encode())
    return history


def _history_from(content: Any) -> History:
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise Refused("it is something else")
    if content["version"] != VERSION:
        raise Refused(f"another version of this program wrote it (format {content['version']})")
    if set(content["kinds"]) != set(KINDS):
        raise Refused("its kinds of questions are damaged")
    return History(
        kinds={kind: _tally_from(content["kinds"][kind]) for kind in KINDS},
        streak=_count(content["streak"]),
        longest=_count(content["longest"]),
    )


def _tally_from(content: Any) -> Tally:
    loss = float(content["loss"])
    if set(content["grades"]) != set(GRADES) or not math.isfinite(loss) or loss < 0:
        raise Refused("its counts are damaged")
    return Tally({grade: _count(content["grades"][grade]) for grade in GRADES}, loss)


def _count(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise Refused("its counts are damaged")
    return value

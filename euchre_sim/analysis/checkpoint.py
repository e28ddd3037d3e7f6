"""How far a long question has got, in a file: what is asked, how much is done, the sums so far.

The file is replaced in one step, so that whatever stops the program leaves the last one whole.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from euchre_sim.analysis.decision import Tally
from euchre_sim.engine.machine_code import cache_dir
from euchre_sim.errors import EuchreError

__all__ = ["Checkpoint", "CheckpointProblem", "default_checkpoint"]

FORMAT = 2
_FIRST_WORD = "euchre_sim every layout"
_DAMAGED = "is damaged: delete it to begin anew"


class CheckpointProblem(EuchreError):
    """A checkpoint that cannot be read or written, or is of something else."""


def _digest(content: Mapping[str, Any]) -> str:
    """Return what tells sums that were changed or cut."""
    kept = {name: value for name, value in content.items() if name != "digest"}
    return hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()[:16]


def default_checkpoint(asked: Mapping[str, Any]) -> Path:
    """Return the file in the user's cache folder for what is asked."""
    text = json.dumps(asked, sort_keys=True)
    name = hashlib.sha256(text.encode()).hexdigest()[:32]
    return cache_dir("analysis").parent / "layouts" / f"{name}.json"


@dataclass(frozen=True)
class Checkpoint:
    """A file for one question.

    Attributes
    ----------
    path
        The file.
    asked
        Plain values for JSON: all that the sums rest on, by the words that a refusal says.
    """

    path: Path
    asked: Mapping[str, Any]

    def read(self, n_actions: int, end: int) -> tuple[Tally, int]:
        """Return the sums and how much of `end` is done; nothing where there is no file yet.

        Raises
        ------
        CheckpointProblem
            If the file is no checkpoint, or not of this question.
        """
        try:
            if self.path.exists() and not self.path.is_file():
                raise self._problem("is no file: name another one")
            content = json.loads(self.path.read_bytes())
        except FileNotFoundError:
            return Tally.empty(n_actions), 0
        except OSError as error:
            raise self._problem(f"cannot be read: {error.strerror}") from None
        except (ValueError, RecursionError):
            raise self._problem("is no checkpoint: name another file") from None
        if not isinstance(content, dict) or content.get("what") != _FIRST_WORD:
            raise self._problem("is no checkpoint: name another file")
        for name, value in {"format": FORMAT, **self.asked}.items():
            if content.get(name) != value:
                other = "other" if name in ("rules", "strategies") else "another"
                raise self._problem(
                    f"is a checkpoint of {other} {name.replace('format', 'version')}: name another "
                    "file, or delete it to begin anew"
                )
        if content.get("digest") != _digest(content):
            raise self._problem(_DAMAGED)
        tally = Tally.empty(n_actions)
        try:
            done = range(end + 1).index(content["done"])
            for ours, name in ((tally.counts, "counts"), (tally.actions, "sums")):
                ours[:] = np.array(content[name], np.int64).reshape(ours.shape)
        except (KeyError, TypeError, ValueError, OverflowError):
            raise self._problem(_DAMAGED) from None
        return tally, done

    def write(self, tally: Tally, done: int) -> None:
        """Replace the file.

        Raises
        ------
        CheckpointProblem
            If that is not possible.
        """
        content = {
            "what": _FIRST_WORD,
            "format": FORMAT,
            **self.asked,
            "done": done,
            "counts": tally.counts.tolist(),
            "sums": tally.actions.tolist(),
        }
        content["digest"] = _digest(content)
        part = None
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(
                dir=self.path.parent, prefix=f".{self.path.name}.", suffix=".tmp", delete=False
            ) as file:
                part = Path(file.name)
                file.write(json.dumps(content).encode())
                file.flush()
                os.fsync(file.fileno())
            part.replace(self.path)
        except OSError as error:
            raise self._problem(f"cannot be written: {error.strerror}") from None
        finally:
            if part is not None:
                with suppress(OSError):
                    part.unlink(missing_ok=True)

    def _problem(self, what: str) -> CheckpointProblem:
        return CheckpointProblem(f"{self.path} {what}")

"""What a run's folder says of itself: what is asked for, how much is done, where the sums are."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from euchre_sim.errors import EuchreError, OutputProblem
from euchre_sim.rules import HouseRules
from euchre_sim.storage.provenance import Provenance, shown
from euchre_sim.storage.whole_files import named_at_end

__all__ = [
    "LOG_FOLDER",
    "MANIFEST_FILE",
    "Manifest",
    "State",
    "checkpoints_in",
    "forget_run",
    "read_manifest",
]

MANIFEST_FILE = "manifest.json"
LOG_FOLDER = "log"
WHAT = "euchre_sim run"
FORMAT = 1


class State(StrEnum):
    """How a run stands."""

    RUNNING = "running"
    """It runs, or was killed."""
    INTERRUPTED = "interrupted"
    """It was ended early: its tables are those of a shorter run."""
    FINISHED = "finished"


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """How far a run has got.

    Parameters
    ----------
    provenance
        What it rests on, and the hands that the checkpoint counts.
    log_hands
        Whether it writes a log.
    state
        How it stands.
    checkpoint
        Name of the file with the sums, None as long as there is none.
    digest
        SHA-256 of that file.
    """

    provenance: Provenance
    log_hands: bool
    state: State = State.RUNNING
    checkpoint: str | None = None
    digest: str | None = None

    @property
    def progress(self) -> str:
        """How much is done, for a sentence."""
        return f"{self.provenance.hands:,} of {self.provenance.requested:,} hands"

    def write(self, folder: Path) -> None:
        """Replace the folder's manifest."""
        of = self.provenance
        facts = {
            "what": WHAT,
            "format": FORMAT,
            "state": self.state,
            "hands": of.hands,
            "requested_hands": of.requested,
            "first_hand": of.first_hand,
            "seed": of.seed,
            "log_hands": self.log_hands,
            "checkpoint": self.checkpoint,
            "checkpoint_sha256": self.digest,
            "version": of.version,
            "strategies": of.strategies,
            "rules_digest": of.rules.digest(),
            "rules": of.rules.as_dict(),
        }
        with named_at_end(folder, MANIFEST_FILE) as (path,):
            path.write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")

    def check_same(self, wanted: Provenance, log_hands: bool, folder: Path) -> None:
        """Refuse to go on with another run than this one.

        Raises
        ------
        OutputProblem
            Names what differs.
        """
        elsewhere = "choose another folder, or --force starts anew"
        for name in ("rules", "strategies", "seed", "first_hand", "version"):
            mine, others = getattr(self.provenance, name), getattr(wanted, name)
            if mine != others:
                other = "other" if name in ("rules", "strategies") else "another"
                raise OutputProblem(
                    f"{folder} holds a run with {other} {name.replace('_', ' ')} ({shown(mine)}, "
                    f"asked for is {shown(others)}): {elsewhere}"
                )
        if wanted.requested < self.provenance.requested:
            raise OutputProblem(
                f"{folder} holds a run of {self.provenance.requested:,} hands and "
                f"{wanted.requested:,} are asked for: ask for as many or more; or {elsewhere}"
            )
        if log_hands != self.log_hands:
            has, do = ("a", "add") if self.log_hands else ("no", "leave out")
            raise OutputProblem(
                f"{folder} holds a run with {has} log of hands: {do} --log-hands; or {elsewhere}"
            )


def read_manifest(folder: Path) -> Manifest | None:
    """Read a folder's manifest, None if there is none.

    Raises
    ------
    OutputProblem
        If it cannot be read.
    """
    path = folder / MANIFEST_FILE
    try:
        return _manifest_from(json.loads(path.read_bytes()))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise OutputProblem(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, RecursionError, EuchreError):
        raise OutputProblem(
            f"{path} is damaged, or is something else: choose another folder, or --force starts "
            "anew"
        ) from None


def _manifest_from(facts: Any) -> Manifest:
    if facts["what"] != WHAT or facts["format"] != FORMAT:
        raise ValueError("something else")
    numbers = {
        "seed": facts["seed"],
        "first_hand": facts["first_hand"],
        "hands": facts["hands"],
        "requested": facts["requested_hands"],
    }
    if not all(isinstance(number, int) and number >= 0 for number in numbers.values()):
        raise ValueError("no number of hands")
    checkpoint = facts["checkpoint"]
    if checkpoint is not None and Path(checkpoint).name != checkpoint:
        raise ValueError("no file of this folder")
    return Manifest(
        provenance=Provenance(
            rules=HouseRules(**facts["rules"]),
            strategies=tuple(facts["strategies"]),
            version=facts["version"],
            **numbers,
        ),
        log_hands=bool(facts["log_hands"]),
        state=State(facts["state"]),
        checkpoint=checkpoint,
        digest=facts["checkpoint_sha256"],
    )


def checkpoints_in(folder: Path) -> list[Path]:
    """Return the files with sums, those that no manifest names any more among them."""
    return _numbered(folder, "checkpoint-", ".zst")


def _numbered(folder: Path, name: str, suffix: str) -> list[Path]:
    """Return the files with a name of ours and a number; others are not ours."""
    found = folder.glob(f"{name}*{suffix}")
    return sorted(path for path in found if path.stem.removeprefix(name).isdecimal())


def forget_run(folder: Path) -> None:
    """Remove all that a run leaves in a folder beside its tables."""
    (folder / MANIFEST_FILE).unlink(missing_ok=True)
    for path in [*checkpoints_in(folder), *_numbered(folder / LOG_FOLDER, "part-", ".parquet")]:
        path.unlink(missing_ok=True)
    with suppress(OSError):  # there is none, or it holds something else
        (folder / LOG_FOLDER).rmdir()

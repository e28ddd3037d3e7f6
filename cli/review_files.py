"""A review written into the game that it is about, and files written whole."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from euchre_cli.output import note
from euchre_sim.notation.annotated import annotate_egn
from euchre_sim.records import GameRecord
from euchre_sim.storage.whole_files import written_whole

__all__ = ["annotated", "write_bytes"]


def annotated(review: Mapping[str, Any], source: bytes, record: GameRecord) -> bytes:
    """Return a game file with a note on every mistake and find.

    Parameters
    ----------
    review
        A review of this one game.
    source, record
        The game as it was written and as it was read.
    """
    (game,) = review["games"]
    notes = {
        (i, one["number"]): _note_on(one)
        for i, deal in enumerate(game["deals"])
        for one in deal["decisions"]
        if one["label"]
    }
    return annotate_egn(source, notes, record)


def write_bytes(data: bytes, place: Path | None, force: bool, quiet: bool) -> None:
    """Write a file in one step; None stands for stdout."""
    if place is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    with written_whole(place, replace=force) as (path,):
        path.write_bytes(data)
    note(f"wrote {place}", quiet=quiet)


def _note_on(one: Mapping[str, Any]) -> str:
    """Return what is written beside a decision."""
    label = f"[{one['label']}]"
    if one["chosen"] == one["best"]:
        return f"{label} {one['chosen']}: hard to find"
    text = f"{label} better: {one['best']}; {one['chosen']} costs {one['loss']['mean']:.2f} points"
    if one["loss_win"] is not None:
        text += f", {one['loss_win']['mean']:.1%} of the chance to win"
    return text

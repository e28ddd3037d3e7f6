"""Finished deals of a review, kept in the user's cache folder so that it goes on where it was.

What is kept only saves time: a file that is damaged counts as none, and one that cannot be written
is not missed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from euchre_sim.engine.machine_code import cache_dir
from euchre_sim.errors import OutputProblem
from euchre_sim.storage.whole_files import written_whole

__all__ = ["load", "save"]

KEPT = 2_000  # deals; at some 30 kB each


def load(key: str) -> dict[str, Any] | None:
    """Return what was kept under a key; None where that is nothing, or not what was written.

    Parameters
    ----------
    key
        Letters and digits that stand for all that the deal's review rests on, as a digest does.
    """
    try:
        digest, _, body = _path(key).read_bytes().partition(b"\n")
    except OSError:
        return None
    if digest != _digest(key, body):
        return None
    deal: dict[str, Any] = json.loads(body)
    return deal


def save(key: str, deal: Mapping[str, Any]) -> None:
    """Keep a deal's review, plain values for JSON; beyond `KEPT` of them the oldest go.

    Parameters
    ----------
    key
        As for `load`.
    deal
        What `load` shall return.
    """
    path, body = _path(key), json.dumps(deal).encode()
    with suppress(OSError, OutputProblem):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with written_whole(path) as (part,):
            part.write_bytes(_digest(key, body) + b"\n" + body)
        _remove_oldest(path.parent)


def _path(key: str) -> Path:
    if not key.isalnum():
        raise ValueError(f"a key is letters and digits, not {key!r}")
    return cache_dir("analysis").parent / "reviews" / f"{key}.json"


def _digest(key: str, body: bytes) -> bytes:
    """Return what tells a file that was changed, cut or renamed."""
    return hashlib.sha256(key.encode() + b"\n" + body).hexdigest().encode()


def _remove_oldest(folder: Path) -> None:
    """Leave the newest files, what a killed program left half written counted among them."""
    ages = []
    for path in folder.iterdir():
        with suppress(FileNotFoundError):  # another review removed it just now
            ages.append((path.stat().st_mtime_ns, path))
    for _, path in sorted(ages, reverse=True)[KEPT:]:
        path.unlink(missing_ok=True)

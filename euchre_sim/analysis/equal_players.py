"""Chances to win between equal players: a function of the house rules alone.

What a deal was worth to a side is what it changed of the chance to win the game, and that takes
somebody to play the rest of it: the default strategy in every seat.  The hands for this are played
once and what they came to is kept beside the compiled code, whose digest stands for the players.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

from euchre_sim.analysis.deal_shares import (
    Shares,
    count_by_score,
    hands_by_score,
    kinds_under,
    require_two_sides,
)
from euchre_sim.analysis.equity import Equity
from euchre_sim.analysis.runner import Progress
from euchre_sim.engine.machine_code import PACKAGE, cache_dir, keep_code, kept_code, sources_digest
from euchre_sim.rules import HouseRules
from euchre_sim.strategies import registry

__all__ = ["HANDS", "SEED", "equal_chances"]

HANDS = 800_000
SEED = 1
KIND = "equal-players"


def equal_chances(
    rules: HouseRules, *, threads: int | None = None, progress: Progress | None = None
) -> Equity:
    """Return the chances to win at every score with the default strategy in every seat.

    Parameters
    ----------
    rules
        The house rules.
    threads
        Threads to use where hands must be played; all processors if left out.
    progress
        Called now and then with how many of `HANDS` were played, the first time.

    Raises
    ------
    IllegalAction
        If these rules have not two sides.
    KeyboardInterrupt
        If it was interrupted: half of the hands would be another answer.
    """
    require_two_sides(rules)
    place = _place(rules)
    shares = _kept(place, rules)
    if shares is None:
        counts = count_by_score(
            [registry.default()], rules, hands=HANDS, seed=SEED, threads=threads, progress=progress
        )
        if counts.sum() < hands_by_score(HANDS, rules.target_score).sum():
            raise KeyboardInterrupt
        keep_code(place, KIND, counts.astype("<i8").tobytes())
        shares = Shares.from_counts(kinds_under(rules), counts)
    return Equity(rules, shares)


def _place(rules: HouseRules) -> Path:
    """Return the file for these rules: its name is a digest of all that the counts follow from."""
    follows_from: list[Any] = [rules.digest(), registry.default().as_dict(), HANDS, SEED]
    follows_from += [sources_digest(layer) for layer in ("strategies", "analysis")]
    digest = hashlib.sha256(json.dumps(follows_from).encode())
    digest.update((PACKAGE / "scoring.py").read_bytes())
    return cache_dir("strategies") / f"{KIND}-{digest.hexdigest()[:24]}"


def _kept(place: Path, rules: HouseRules) -> Shares | None:
    """Return what was kept; None where nothing is, or it is damaged."""
    found = kept_code(place)
    if found is None or found[0] != KIND:
        return None
    kinds = kinds_under(rules)
    counts = np.frombuffer(found[1], "<i8").reshape(-1, len(kinds), len(kinds))
    return Shares.from_counts(kinds, counts)

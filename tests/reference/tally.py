"""Counting many outcomes, in the plainest way (RULES.md A14)."""

from collections.abc import Iterable, Mapping
from typing import Any

from .options import complete
from .scoring import Outcome, score
from .table import team_of


def tally(outcomes: Iterable[Outcome], rules: Mapping[str, Any]) -> dict[str, Any]:
    """Hands, calls, their results and the makers' points (RULES.md A14).

    ``made`` counts every call that was not euchred, marches among them.  ``points_per_call``
    divides by the hands in which a call was made, not by all hands; without a call it is None.
    """
    full = complete(rules)
    counts = {"hands": 0, "thrown_in": 0, "calls": 0, "made": 0, "march": 0, "euchred": 0}
    net = 0
    for outcome in outcomes:
        counts["hands"] += 1
        if outcome["special"] == "thrown_in":
            counts["thrown_in"] += 1
            continue
        counts["calls"] += 1
        made = outcome["maker_tricks"] >= full["tricks_needed"]
        counts["made" if made else "euchred"] += 1
        counts["march"] += outcome["maker_tricks"] == full["hand_size"]
        points = score(outcome, full)
        makers = team_of(outcome["maker"])
        net += points[makers] - points[1 - makers]
    per_call = net / counts["calls"] if counts["calls"] else None
    return {**counts, "points": net, "points_per_call": per_call}

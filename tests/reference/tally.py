"""Counting many outcomes, in the plainest way (RULES.md A14)."""

from collections.abc import Iterable, Mapping
from typing import Any

from .options import complete
from .scoring import NOT_PLAYED, Outcome, makers_or_defenders, score
from .table import team_of


def tally(outcomes: Iterable[Outcome], rules: Mapping[str, Any]) -> dict[str, Any]:
    """Hands, calls, their results and the makers' points (RULES.md A14).

    ``made`` counts every call that was not lost, marches among them; ``points`` is what the makers
    scored less what the defenders did (with three players: what each of them did).
    ``points_per_call`` divides by the hands in which a call was made, not by all hands; without a
    call it is None.
    """
    full = complete(rules)
    counts = {"hands": 0, "thrown_in": 0, "calls": 0, "made": 0, "march": 0, "euchred": 0}
    net = 0
    for outcome in outcomes:
        counts["hands"] += 1
        if outcome["special"] in NOT_PLAYED:
            counts["thrown_in"] += outcome["special"] == "thrown_in"
            continue
        counts["calls"] += 1
        made, _ = makers_or_defenders(outcome, outcome["maker_tricks"], full)
        counts["made" if made else "euchred"] += 1
        all_tricks = outcome["maker_tricks"] == full["hand_size"]
        counts["march"] += all_tricks and outcome["contract"] != "MIS"
        points = list(score(outcome, full))
        net += points.pop(team_of(outcome["maker"], full["players"])) - max(points)
    per_call = net / counts["calls"] if counts["calls"] else None
    return {**counts, "points": net, "points_per_call": per_call}

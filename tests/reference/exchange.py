"""Calling for the partner's best card (RULES.md B5)."""

from .options import Rules
from .table import mates


def exchange_steps(
    lone: int | None, lone_defender: int | None, rules: Rules
) -> list[tuple[str, int]]:
    """Phase and seat of every choice, the makers' side before the defenders' (RULES.md B5).

    ``shed``: a lone player puts a card down; ``give``: his partner hands one over.
    """
    if not rules["call_for_best"]:
        return []
    steps = []
    for player in (lone, lone_defender):
        if player is not None:
            (partner,) = mates(player, rules["players"])
            pair = [("shed", player), ("give", partner)]
            steps += pair if rules["best_order"] == "discard_first" else pair[::-1]
    return steps

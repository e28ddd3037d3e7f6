"""An advice at a score in words: chances to win, the verdict that follows the game, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from euchre_sim.analysis.advice import ActionValue, Advice
    from euchre_sim.analysis.stakes import Stakes
    from euchre_sim.analysis.worth import Points

__all__ = [
    "chance_text",
    "chances_text",
    "disagreement",
    "margin_text",
    "percent_points",
    "stakes_text",
]


def chance_text(win: Points) -> str:
    """Write a chance to win with half its 95 % interval."""
    return f"{win.mean:.1%} ± {100 * (win.hi - win.mean):.1f}"


def percent_points(behind: Points) -> str:
    """Write a difference of two chances in percent of the games."""
    text = f"{100 * behind.mean:+.2f}"
    if not float(text):
        text = "0.00"
    return f"{text} ± {100 * (behind.hi - behind.mean):.2f}"


def margin_text(behind: Points, than: str) -> str:
    """Say by how much the best action wins more games; `behind` is the other's difference."""
    reach = 100 * (behind.hi - behind.mean)
    lead = max(0.0, -100 * behind.mean)
    return f"It wins {lead:.2f} ± {reach:.2f} more games in a hundred {than}."


def stakes_text(stakes: Stakes) -> str:
    """Say what the score is and what chance it gives."""
    who = "your side deals" if stakes.dealer == "us" else "the others deal"
    return (
        f"Score {stakes.us}-{stakes.them} of {stakes.rules.target_score}, {who}: between equal "
        f"players a chance of {stakes.now.mean:.1%} to win the game"
    )


def chances_text(stakes: Stakes) -> str:
    """Say where the chances behind a deal come from."""
    return (
        "Chances after this deal: equal players (basic in every seat), from "
        f"{stakes.equity.shares.hands:,} hands ('euchre equity'); s.e. now {stakes.now.se:.2%}."
    )


def disagreement(advice: Advice, name: Callable[[ActionValue], str]) -> str | None:
    """Say where points alone would have another action, and why the game has not; None if not.

    `name` gives an action's name.
    """
    best, rival, stakes = advice.best, advice.best_by_points, advice.stakes
    if stakes is None or rival.behind.is_nothing:
        return None
    ahead = rival.vs_best
    return (
        f"By points alone it would be to {name(rival)}: {ahead.mean:.3f} "
        f"± {ahead.hi - ahead.mean:.3f} points a hand more. But {_why(best, rival, stakes, name)}."
    )


def _why(
    best: ActionValue, rival: ActionValue, stakes: Stakes, name: Callable[[ActionValue], str]
) -> str:
    """Tell how the results of two actions end the game, or leave it."""
    mine, other = _endings(best, stakes), _endings(rival, stakes)
    ways = ("the game is won at once in", "lost at once in", "won later in")
    told = [
        f"{way} {a:.1%} of the deals ({b:.1%})"
        for way, a, b in zip(ways, mine, other, strict=True)
        if max(a, b) >= 0.0005
    ]
    return f"after {name(best)} (after {name(rival)}) " + ", ".join(told)


def _endings(value: ActionValue, stakes: Stakes) -> tuple[float, float, float]:
    """Shares of the deals that win the game, that lose it, and after which it is won later."""
    won = lost = later = 0.0
    for points, share in value.distribution.items():
        if not stakes.ends(points):
            later += share * stakes.chance(points)
        elif stakes.chance(points) == 1:
            won += share
        else:
            lost += share
    return won, lost, later

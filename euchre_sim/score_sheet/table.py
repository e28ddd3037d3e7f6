"""Counting a sheet: what a deal counts for, who is ahead, and the cards that show a score."""

from __future__ import annotations

from dataclasses import replace

from euchre_sim.games import GameTotals
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import Outcome

__all__ = ["as_played", "card_markers", "places"]

# Pips of the two spare cards by the target score they can show.
_MARKERS = {10: (6, 4), 5: (3, 4)}


def as_played(outcome: Outcome, then: HouseRules, now: HouseRules) -> Outcome:
    """Return an outcome that counts no tricks if a renege ended the hand.

    Parameters
    ----------
    outcome
        What happened.
    then
        The rules it was played under.
    now
        The rules it is counted by.
    """
    stands = now.renege_form == "innocent_chooses" and outcome.innocent_choice == "stand"
    if outcome.special != "renege" or not then.renege_ends_hand or stands:
        return outcome
    # Any maker will do: with all tricks still to come nobody is certain to score.
    maker = outcome.dealer if outcome.maker is None else outcome.maker
    return replace(outcome, maker=maker, maker_tricks=0, defender_tricks=0)


def places(found: GameTotals) -> tuple[int, ...]:
    """Return the place of each side, 1 for the first; sides that are level share a place.

    Parameters
    ----------
    found
        Where the game stands.
    """
    order = [
        (side == found.winner, games, score)
        for side, (games, score) in enumerate(zip(found.games, found.score, strict=True))
    ]
    return tuple(1 + sum(other > own for other in order) for own in order)


def card_markers(score: int, target: int) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Return how two spare cards show a score.

    Parameters
    ----------
    score
        A side's score.
    target
        The score that wins; 10 is shown with a six and a four, 5 with a three and a four.

    Returns
    -------
    tuple or None
        For each card its pips and how many of them are seen, 0 for a card that lies face down;
        None if the target has no cards of its own.
    """
    if target not in _MARKERS:
        return None
    first, second = _MARKERS[target]
    if target == 10:
        if score <= second:
            return (first, 0), (second, score)
        return (first, min(score, first)), (second, min(max(0, score - first), second))
    if score <= first:
        return (first, score), (second, 0)
    return (first, min(max(0, score - second), first)), (second, min(score, second))

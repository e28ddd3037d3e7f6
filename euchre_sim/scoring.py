"""From a hand's outcome to points.

The one place that knows what a hand is worth. An `Outcome` says what happened, never how many
points it brought, so that changed house rules can be applied to a running game afterwards.
A score is a tuple with one number for each side; with four players side 0 is seats 0 and 2.

>>> from euchre_sim.rules import HouseRules
>>> march = Outcome(dealer=3, maker=0, contract=3, call_round=1, maker_tricks=5, defender_tricks=0)
>>> score(march, HouseRules())
(2, 0)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from euchre_sim.errors import IllegalAction
from euchre_sim.rules import HouseRules

__all__ = [
    "LOW_NO_TRUMP",
    "MISERE",
    "NO_TRUMP",
    "Outcome",
    "ends_early",
    "guaranteed",
    "score",
    "side_of",
    "sides",
]

# Contracts behind the four suits.
NO_TRUMP, LOW_NO_TRUMP, MISERE = 4, 5, 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What happened in one deal.

    Parameters
    ----------
    dealer
        Seat of the dealer.
    maker
        Seat that fixed trump; None if nobody did.
    contract
        0 to 3 for trump clubs, diamonds, spades, hearts, `NO_TRUMP`, `LOW_NO_TRUMP` or `MISERE`;
        None if nobody called.
    call_round
        Round of the call, 1 or 2.
    lone_player
        Seat of the makers' side that played alone, if one did.
    lone_defender
        Seat of the defender who played alone, if one did.
    maker_tricks, defender_tricks
        Tricks of each side; fewer than a hand has if it was stopped.
    special
        ``thrown_in`` if nobody called, ``misdeal``, or ``renege``.
    offender
        Seat that reneged.
    innocent_choice
        What the other side chose after a renege, where the rules let it choose.
    """

    dealer: int
    maker: int | None = None
    contract: int | None = None
    call_round: int | None = None
    lone_player: int | None = None
    lone_defender: int | None = None
    maker_tricks: int = 0
    defender_tricks: int = 0
    special: Literal["none", "thrown_in", "misdeal", "renege"] = "none"
    offender: int | None = None
    innocent_choice: Literal["add", "subtract", "stand"] | None = None


def sides(rules: HouseRules) -> tuple[int, ...]:
    """Return the seat mask of each side, in the order of their lowest seats."""
    return tuple(dict.fromkeys(rules.teams))


def side_of(seat: int, rules: HouseRules) -> int:
    """Return the side, from 0, of a seat."""
    return sides(rules).index(rules.teams[seat])


def score(outcome: Outcome, rules: HouseRules) -> tuple[int, ...]:
    """Return the points of each side for one deal.

    A hand that was stopped before all its tricks counts what was certain by then. Only a renege
    under ``renege_form=subtract`` gives a number below zero; totals do not fall below zero.

    Parameters
    ----------
    outcome
        What happened.
    rules
        The house rules.
    """
    if outcome.special in ("thrown_in", "misdeal"):
        return _nobody(rules)
    if outcome.special == "renege":
        return _renege_points(outcome, rules)
    return guaranteed(outcome, rules)


def guaranteed(outcome: Outcome, rules: HouseRules) -> tuple[int, ...]:
    """Return the points that are certain after the tricks counted so far.

    They are the smallest score over all numbers of tricks still possible, and nothing as long as
    either side may still score.

    Parameters
    ----------
    outcome
        The hand so far; its two trick counts may add up to less than a whole hand.
    rules
        The house rules.
    """
    maker = _maker(outcome)
    left = rules.hand_size - outcome.maker_tricks - outcome.defender_tricks
    if left < 0 or outcome.maker_tricks < 0 or outcome.defender_tricks < 0:
        raise IllegalAction(
            f"{outcome.maker_tricks} and {outcome.defender_tricks} tricks are no hand of "
            f"{rules.hand_size}"
        )
    finals = [
        _hand_points(outcome, tricks, rules)
        for tricks in range(outcome.maker_tricks, outcome.maker_tricks + left + 1)
    ]
    for_makers = {is_makers for is_makers, _ in finals}
    if len(for_makers) == 2:
        return _nobody(rules)
    own_side = side_of(maker, rules)
    receivers = [side for side in range(len(sides(rules))) if (side == own_side) in for_makers]
    return _give(receivers, min(points for _, points in finals), rules)


def ends_early(outcome: Outcome, totals: tuple[int, ...], rules: HouseRules) -> bool:
    """Whether ``early_stop`` ends the game after the tricks counted so far.

    Parameters
    ----------
    outcome
        The hand so far.
    totals
        Each side's score before this hand.
    rules
        The house rules.
    """
    if not rules.early_stop:
        return False
    certain = guaranteed(outcome, rules)
    now = [total + points for total, points in zip(totals, certain, strict=True)]
    # Of three players two may get there with the same score, and then play on.
    ahead = [side for side, score in enumerate(now) if score == max(now)]
    return len(ahead) == 1 and certain[ahead[0]] > 0 and max(now) >= rules.target_score


def _hand_points(outcome: Outcome, tricks: int, rules: HouseRules) -> tuple[bool, int]:
    """Return whether makers who end with these tricks score, and how much is scored."""
    alone = outcome.lone_player is not None
    made = tricks >= rules.tricks_needed
    if outcome.contract == MISERE:
        made = tricks == 0
        points = rules.misere_points if made else rules.misere_fail_points
    elif tricks == rules.hand_size:
        points = rules.lone_value if alone else rules.march_points
    elif made:
        points = rules.make_points
    else:
        points = _euchre_points(outcome, tricks == 0, rules)
    if made and outcome.contract in (NO_TRUMP, LOW_NO_TRUMP) and rules.no_trump_points == "double":
        points *= 2
    return made, min(points, rules.lone_value) if rules.cap_at_lone_value else points


def _euchre_points(outcome: Outcome, no_trick: bool, rules: HouseRules) -> int:
    """Return the largest amount that fits the euchre, and the dealer's penalty on top."""
    alone = outcome.lone_player is not None
    points = rules.lone_euchred_points if alone else rules.euchre_points
    if rules.super_euchre and no_trick:
        points = max(points, rules.super_euchre_points)
    if rules.defend_alone and outcome.lone_defender is not None:
        points = max(
            points, rules.lone_defense_all_points if no_trick else rules.lone_defense_points
        )
    called_late = outcome.call_round == 2 or rules.screw_dealer_scope == "any_dealer_call"
    if outcome.maker == outcome.dealer and called_late:
        points += rules.screw_dealer_penalty
    return points


def _renege_points(outcome: Outcome, rules: HouseRules) -> tuple[int, ...]:
    """Return the points of a deal with a renege; where it is played out they come on top."""
    if outcome.offender is None:
        raise IllegalAction("a renege needs an offender")
    form = _renege_form(outcome, rules)
    if form == "stand":
        return guaranteed(outcome, rules)
    hand = _nobody(rules) if rules.renege_ends_hand else guaranteed(outcome, rules)
    offending = side_of(outcome.offender, rules)
    lone_seats = (outcome.lone_player, outcome.lone_defender)
    offended_had_lone = any(
        seat is not None and side_of(seat, rules) != offending for seat in lone_seats
    )
    amount = rules.renege_penalty_lone if offended_had_lone else rules.renege_penalty
    if form == "subtract":
        penalty = _give([offending], -amount, rules)
    else:
        innocent = [side for side in range(len(sides(rules))) if side != offending]
        penalty = _give(innocent, amount, rules)
    return tuple(a + b for a, b in zip(hand, penalty, strict=True))


def _renege_form(outcome: Outcome, rules: HouseRules) -> Literal["add", "subtract", "stand"]:
    """Return what a renege costs in form; points are added where no other choice is stored."""
    if rules.renege_form == "innocent_chooses":
        return outcome.innocent_choice or "add"
    return "subtract" if rules.renege_form == "subtract" else "add"


def _maker(outcome: Outcome) -> int:
    if outcome.maker is None:
        raise IllegalAction("a hand that was played needs a maker")
    return outcome.maker


def _nobody(rules: HouseRules) -> tuple[int, ...]:
    return (0,) * len(sides(rules))


def _give(receivers: list[int], points: int, rules: HouseRules) -> tuple[int, ...]:
    return tuple(points if side in receivers else 0 for side in range(len(sides(rules))))

"""What a call table tells, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from euchre_sim.report.figure import Table, interval, percent, points, points_interval
from euchre_sim.report.table_findings import Gain, TableFindings
from euchre_sim.report.words import Strength, fewest_trumps, listed, seat_phrase

__all__ = ["table_answer", "table_glance"]

MANY = 10_000  # deals a hand with which the best of some means is hardly told too large


def table_answer(found: TableFindings) -> tuple[str, ...]:
    """Return what a table shows, the most important first."""
    told = [*_weakest(found), _how_often(found), _when_alone(found), _worth(found)]
    return tuple(sentence for sentence in told if sentence)


def _weakest(found: TableFindings) -> Iterator[str]:
    """Yield for each position the weakest holding with which a call gains."""
    for position in found.of.positions:
        who = seat_phrase(position, found.of.rules)
        here = {s: gain for (s, seat), gain in found.gains.items() if seat == position}
        enough = sorted(strength for strength, gain in here.items() if gain.is_sure)
        if enough:
            mean = here[enough[0]].mean
            yield (
                f"For {who} {found.calling(position)} pays from {enough[0].phrase} on: "
                f"{points(mean.mean)} points a deal over passing "
                f"({points_interval(mean)}){_without_bower(enough)}."
            )
        elif here:
            yield f"For {who} {found.calling(position)} clearly pays with no holding of trump."


def _without_bower(enough: list[Strength]) -> str:
    """Say what it takes without a bower, where the weakest holding has one."""
    if not enough[0].tops:
        return ""
    plain = [strength for strength in enough if not strength.tops]
    if not plain:
        return "; without a bower no number of trumps is clearly enough"
    return f"; without a bower it takes {plain[0].number_phrase}"


def _how_often(found: TableFindings) -> str:
    if not found.verdicts:
        return ""
    told = listed(
        f"{seat_phrase(position, found.of.rules)} with {percent(of[2] + of[3])}"
        for position, of in found.verdicts.items()
    )
    close = listed(percent(of[1]) for of in found.verdicts.values())
    return (
        f"To {found.call}, alone or not, is clearly best for {told} of the hands; with {close} it "
        "is too close to tell."
    )


def _when_alone(found: TableFindings) -> str:
    loners = dict(found.best_calls(True))
    if not loners:
        return ""
    most = max(loners, key=lambda position: found.verdicts[position][3])
    sweep, lost = (found.share(loners[most], name) for name in ("lone_sweep", "euchred"))
    who = seat_phrase(most, found.of.rules)
    often = (
        f"best most often for {who}: clearly so" if len(loners) > 1 else f"clearly best for {who}"
    )
    return (
        f"To go alone is {often} with {percent(found.verdicts[most][3])} of the hands. That takes "
        f"all tricks in {percent(sweep.mean)} of the deals ({interval(sweep)}) and is euchred in "
        f"{percent(lost.mean)} ({interval(lost)})."
    )


def _worth(found: TableFindings) -> str:
    numbers = found.numbers
    rows = np.flatnonzero(numbers.best & numbers.has_pass)
    told = []
    for position in found.of.positions:
        mean = found.gain(rows[numbers.position[rows] == position]).mean
        if mean.mean is not None:
            who = seat_phrase(position, found.of.rules)
            told.append(f"{points(mean.mean)} for {who}")
    if not told:
        return ""
    worth = f"To do what is best rather than always pass brings, in points a deal, {listed(told)}."
    if found.of.deals >= MANY:
        return worth
    return (
        f"{worth} The best of several uncertain means is told too large, so that this is an upper "
        f"bound; with {found.of.deals:,} deals a hand it may be well above the truth."
    )


def table_glance(found: TableFindings) -> Table:
    """Return the weakest holdings with which calling gains, by position."""

    def gain(strength: Strength, position: int) -> str:
        known = found.gains.get((strength, position), Gain())
        return points(known.mean.mean) if known.is_sure else ""

    strengths = {strength for strength, _ in found.gains}
    return fewest_trumps(strengths, found.of.positions, found.of.rules, gain)

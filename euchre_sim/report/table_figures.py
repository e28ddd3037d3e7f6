"""The charts of a call table: who should call with what, and what that is worth."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from euchre_sim.analysis.estimate import Estimate
from euchre_sim.report.figure import (
    PER_CENT,
    Figure,
    Mark,
    Table,
    count,
    interval,
    percent,
    points,
    points_cells,
    points_interval,
    share_cells,
)
from euchre_sim.report.sums import Array
from euchre_sim.report.table_findings import VERDICTS, Gain, Gains, TableFindings
from euchre_sim.report.words import Strength, rank_order

__all__ = ["table_figures"]

GAIN_STEPS = (-1, -0.4, -0.05, 0.05, 0.4, 1)
GAIN_COLOURS = ("loss_3", "loss_2", "loss_1", "even", "gain_1", "gain_2", "gain_3")
NO_CHOICE = "In no row of this table may the seat pass and name a suit."


def table_figures(found: TableFindings) -> tuple[Figure, ...]:
    """Return the figures of a call table, in the order of `CHARTS`."""
    return (
        _strength(found),
        _loners(found),
        _calls(found),
        _euchres(found),
        _alone(found),
        _upcards(found),
        _next(found),
    )


# --- heat maps -----------------------------------------------------------------------------------


def _heat(found: TableFindings, gains: Gains) -> tuple[tuple[Mark, ...], Table]:
    marks, lines = [], []
    for strength in dict.fromkeys(strength for strength, _ in gains):
        for position in found.of.positions:
            seat, gain = found.seat(position), gains.get((strength, position), Gain())
            mean = gain.mean
            says = (
                f"{seat}, {strength.label}: {points(mean.mean)} points a deal "
                f"({points_interval(mean)})"
            )
            text = "" if mean.mean is None else points(mean.mean)
            marks.append(Mark(strength.label, seat, mean.mean, says, text=text))
            lines.append(
                {
                    "Trumps held": strength.label,
                    "Position": seat,
                    "Rows": count(gain.rows),
                    **points_cells("Gain", mean),
                }
            )
    return tuple(marks), Table(lines, keys=2)


def _a_row_is(found: TableFindings) -> str:
    of = "before the upcard is taken" if found.of.round == 1 else "in the suit called"
    return f"A row is a holding of trump {of}, the strongest on top"


def _strength(found: TableFindings) -> Figure:
    marks, table = _heat(found, found.gains)
    return Figure(
        name="strength",
        title=f"What it gains to {found.call} rather than pass",
        says=f"{_a_row_is(found)}; the number is what {found.call}ing brings more than passing, "
        "in points a deal, on average over all hands with that holding: with the partner or alone, "
        "whichever is more.",
        alt="A heat map: holdings of trump down, positions across.",
        kind="heat",
        marks=marks,
        axis="Gain over passing, in points a deal",
        table=table,
        colours=GAIN_COLOURS,
        steps=GAIN_STEPS,
        missing="" if marks else NO_CHOICE,
    )


def _loners(found: TableFindings) -> Figure:
    marks, table = _heat(found, found.lone_gains)
    return Figure(
        name="loners",
        title="What it gains to go alone rather than with the partner",
        says=f"{_a_row_is(found)}; the number is what {found.call}ing alone brings more than "
        f"{found.call}ing with the partner, in points a deal.",
        alt="A heat map: holdings of trump down, positions across.",
        kind="heat",
        marks=marks,
        axis="Gain over the same call with the partner, in points a deal",
        table=table,
        colours=GAIN_COLOURS,
        steps=GAIN_STEPS,
        missing="" if marks else "Under these rules no seat chooses between the two here.",
    )


# --- shares --------------------------------------------------------------------------------------


def _pieces(row: str, shares: dict[str, float], of: str) -> Iterator[Mark]:
    """Yield the pieces of a bar."""
    start = 0.0
    for series, share in shares.items():
        text = f"{100 * share:.0f}{PER_CENT}" if share >= 0.08 else ""
        end = min(start + share, 1.0)  # rounding may pass it
        says = f"{row}: {series} {percent(share)} of the {of}"
        yield Mark(row, series, share, says, "", start, end, text)
        start = end


def _calls(found: TableFindings) -> Figure:
    marks: list[Mark] = []
    lines = []
    for position, shares in found.verdicts.items():
        row, named = found.seat(position), dict(zip(VERDICTS, shares, strict=True))
        marks += _pieces(row, named, "hands")
        cells = {name[0].upper() + name[1:]: percent(share) for name, share in named.items()}
        lines.append({"Position": row, **cells})
    return Figure(
        name="calls",
        title=f"How often a seat should {found.call}",
        says="Of the hands with which the seat gets to decide, those with which an action is "
        "clearly better; too close to tell where the 95 % interval of the difference between the "
        "best call and passing holds 0.",
        alt="Bars that add up to one for each position.",
        kind="bars",
        marks=tuple(marks),
        axis="Share of the hands, weighted by how often they are met",
        table=Table(lines),
        colours=("grey", "even", "pale_blue", "blue"),
        as_percent=True,
        missing="" if marks else "No row of this table has deals enough to compare.",
    )


def _euchres(found: TableFindings) -> Figure:
    marks, lines = [], []
    calls: list[tuple[int, str, Array]] = [
        (position, series, rows)
        for alone, series in ((False, "with partner"), (True, "alone"))
        for position, rows in found.best_calls(alone)
    ]
    for position, series, rows in sorted(calls, key=lambda one: one[0]):
        row, share = found.seat(position), found.share(rows, "euchred")
        says = f"{row}, {series}: {percent(share.mean)} ({interval(share)})"
        marks.append(Mark(row, series, share.mean, says, "", share.lo, share.hi))
        lines.append(
            {
                "Position": row,
                "Call": series,
                "Rows": count(len(rows)),
                **share_cells("Euchred", share),
                **points_cells("Points a call", found.points(rows)),
            }
        )
    return Figure(
        name="euchres",
        title="How often the right calls are euchred",
        says="Of the deals with hands whose best action is a call, the share that is lost; the "
        "line is the 95 % interval.",
        alt="Dots with intervals for each position.",
        marks=tuple(marks),
        axis="Share of the deals that are euchred",
        table=Table(lines, keys=2),
        colours=("blue", "orange"),
        as_percent=True,
        missing="" if marks else "No call is the best action of any row of this table.",
    )


def _alone(found: TableFindings) -> Figure:
    marks: list[Mark] = []
    lines = []
    for position, rows in found.best_calls(True):
        row, sweep, lost = (
            found.seat(position),
            found.share(rows, "lone_sweep"),
            found.share(rows, "euchred"),
        )
        just_made = 1 - (sweep.mean or 0.0) - (lost.mean or 0.0)
        shares = {
            "all tricks": sweep.mean or 0.0,
            "just made": just_made,
            "euchred": lost.mean or 0.0,
        }
        marks += _pieces(row, shares, "deals")
        lines.append(
            {
                "Position": row,
                "Rows": count(len(rows)),
                **share_cells("All tricks", sweep),
                "Just made": percent(just_made),
                **share_cells("Euchred", lost),
                **points_cells("Points a call", found.points(rows)),
            }
        )
    return Figure(
        name="alone",
        title="What comes of going alone",
        says="Of the deals with hands whose best action is a call alone: all tricks, just made, or "
        "euchred.",
        alt="Bars that add up to one for each position.",
        kind="bars",
        marks=tuple(marks),
        axis="Share of the deals",
        table=Table(lines),
        colours=("blue", "pale_blue", "orange"),
        as_percent=True,
        missing="" if marks else "To go alone is not the best action of any row of this table.",
    )


# --- points --------------------------------------------------------------------------------------


def _dot(panel: str, row: str, series: str, mean: Estimate, what: str) -> Mark:
    says = f"{panel}, {row}, {series}: {points(mean.mean)} {what} ({points_interval(mean)})"
    return Mark(row, series, mean.mean, says, panel, mean.lo, mean.hi)


def _upcards(found: TableFindings) -> Figure:
    numbers = found.numbers
    marks, lines = [], []
    turned, ranks = numbers.upcards()
    for position in found.of.positions:
        panel = found.seat(position)
        for upcard in rank_order(rank for rank in ranks if rank is not None):
            here = (turned == ranks.index(upcard)) & (numbers.position == position)
            here &= numbers.known
            best = found.points(np.flatnonzero(here & numbers.best))
            passing = found.points(np.flatnonzero(here & numbers.is_pass))
            for series, mean in (("best action", best), ("always passing", passing)):
                if mean.mean is not None:
                    marks.append(_dot(panel, upcard, series, mean, "points a deal"))
            lines.append(
                {
                    "Position": panel,
                    "Upcard": upcard,
                    **points_cells("Best action", best),
                    **points_cells("Always passing", passing),
                }
            )
    return Figure(
        name="upcards",
        title="Points by upcard",
        says="Points of the own side minus the other's, on average over all hands: with the best "
        "action of each, and if the seat always passed.",
        alt="Dots with intervals for each rank of the upcard, a panel for each position.",
        marks=tuple(marks),
        axis="Points a deal, own side minus the other",
        table=Table(lines, keys=2),
        colours=("blue", "orange"),
        missing="" if marks else "No row of this table has deals enough to compare.",
    )


def _next(found: TableFindings) -> Figure:
    marks, lines = [], []
    for position, held, relation, gain in _next_gains(found):
        panel, row = found.seat(position), Strength(held, False, False, False).number_label
        marks.append(_dot(panel, row, relation, gain.mean, "points over passing"))
        lines.append(
            {
                "Position": panel,
                "Trumps": row,
                "Suit": relation,
                "Rows": count(gain.rows),
                **points_cells("Gain", gain.mean),
            }
        )
    missing = NO_CHOICE
    if found.of.round == 1:
        missing = (
            "This is a table of round 1, where only the upcard's suit may be called; one built "
            "with --round 2 tells next from crossing."
        )
    return Figure(
        name="next",
        title="Next against crossing",
        says="What it gains over passing to call next, the other suit of the upcard's colour, or "
        "to cross to one of the two others, with as many trumps in the suit called.",
        alt="Dots with intervals for each number of trumps, a panel for each position.",
        marks=tuple(marks),
        axis="Gain over passing, in points a deal",
        table=Table(lines, keys=3),
        colours=("blue", "orange"),
        missing="" if marks else missing,
    )


def _next_gains(found: TableFindings) -> Iterator[tuple[int, int, str, Gain]]:
    """Yield what next and crossing gain, by position and number of trumps in the suit called."""
    numbers = found.numbers
    place, strengths = numbers.strengths
    trumps = np.array([*(one.trumps for one in strengths), 0])[place]
    rows = numbers.with_partner
    rows = rows[numbers.has_pass[rows]]
    for position in found.of.positions:
        for held in sorted({one.trumps for one in strengths if one.trumps}, reverse=True):
            for relation in ("next", "crossing"):
                here = numbers.relation(relation)[rows] & (trumps[rows] == held)
                chosen = rows[here & (numbers.position[rows] == position)]
                if len(chosen):
                    yield position, held, relation, found.gain(chosen)

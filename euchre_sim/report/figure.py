"""What a chart shows, as plain data: the same marks are drawn, read aloud and listed in a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from euchre_sim.analysis.estimate import Estimate

__all__ = [
    "CHARTS",
    "Fact",
    "Figure",
    "Mark",
    "Report",
    "Table",
    "count",
    "interval",
    "percent",
    "points",
    "points_cells",
    "points_interval",
    "share_cells",
]

NONE = "–"
PER_CENT = "\N{NO-BREAK SPACE}%"


# Every chart, in the order of a page: name -> what it is about.
CHARTS = {
    "strength": "Calling by trumps held",
    "loners": "Going alone by trumps held",
    "calls": "Calls",
    "euchres": "Euchres",
    "alone": "Success alone",
    "upcards": "Upcards",
    "next": "Next and crossing",
}


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark of a chart.

    Parameters
    ----------
    row
        What it stands beside.
    series
        Which of several things it counts; of a heat map the column.
    value
        How large it is; None for a cell of a heat map about which nothing is known.
    label
        All of it in words, for a pointer that rests there.
    panel
        Which of several charts side by side it belongs to.
    lo, hi
        The ends of its interval, or where a piece of a bar begins and ends.
    text
        What is written on it.
    """

    row: str
    series: str
    value: float | None
    label: str
    panel: str = ""
    lo: float | None = None
    hi: float | None = None
    text: str = ""


@dataclass(frozen=True)
class Table:
    """Lines of cells by their heads; the first `keys` of them say what a line is about."""

    lines: Sequence[Mapping[str, str]]
    keys: int = 1

    @property
    def heads(self) -> tuple[str, ...]:
        """The heads of the columns."""
        return tuple(self.lines[0]) if self.lines else ()


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A chart with all that stands around it.

    Parameters
    ----------
    name
        Its place in the page; one of `CHARTS` also its word on the command line.
    title
        What it shows.
    says
        What can be read off it, in a sentence or two.
    alt
        What kind of chart it is, for people who do not see it.
    kind
        ``heat`` (cells), ``dots`` (with intervals), ``bars`` (of pieces) or ``line`` (of shares,
        the rows one after another).
    marks
        In the order of rows, panels and series.
    axis
        What the values are.
    table
        The numbers of all marks, and some that are not drawn.
    colours
        Names of `palette.COLOURS`: of each series in turn, or of the steps of a heat map.
    steps
        Of a heat map: the values at which the next colour begins.
    as_percent
        Whether values are shares.
    missing
        Why there is nothing to show; then the rest does not matter.
    """

    name: str
    title: str
    says: str = ""
    alt: str = ""
    kind: Literal["heat", "dots", "bars", "line"] = "dots"
    marks: tuple[Mark, ...] = ()
    axis: str = ""
    table: Table = Table(())
    colours: tuple[str, ...] = ()
    steps: tuple[float, ...] = ()
    as_percent: bool = False
    missing: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of what a report rests on."""

    name: str
    value: str
    is_code: bool = False


@dataclass(frozen=True, kw_only=True)
class Report:
    """All that a page says.

    Parameters
    ----------
    title
        Its head line.
    about
        What it was made of, in one line.
    answer
        The findings, a sentence each, the most important first.
    glance
        The same by position.
    glance_says
        What that table shows.
    figures
        The charts.
    facts
        What it rests on.
    notes
        How to read it.
    """

    title: str
    about: str
    answer: tuple[str, ...]
    glance: Table
    glance_says: str
    figures: tuple[Figure, ...]
    facts: tuple[Fact, ...]
    notes: tuple[str, ...]


# --- numbers as they are written -----------------------------------------------------------------


def count(number: float) -> str:
    """Write a number of deals.

    >>> count(52000)
    '52,000'
    """
    return f"{round(number):,}"


def percent(share: float | None) -> str:
    r"""Write a share.

    >>> percent(0.1234), percent(None)
    ('12.3\xa0%', '–')
    """
    return NONE if share is None else f"{100 * share:.1f}{PER_CENT}"


def interval(share: Estimate) -> str:
    r"""Write the interval of a share.

    >>> from euchre_sim.analysis.estimate import estimate_share
    >>> interval(estimate_share(50, 100))
    '40.4 to 59.6\xa0%'
    """
    if share.lo is None or share.hi is None:
        return NONE
    digits = _digits(100 * (share.hi - share.lo), 1)
    return f"{100 * share.lo:.{digits}f} to {100 * share.hi:.{digits}f}{PER_CENT}"


def _digits(width: float, usual: int) -> int:
    """Return how many digits show that an interval is not a point."""
    digits = usual
    while 0 < width < 2 * 10**-digits and digits < usual + 3:
        digits += 1
    return digits


def points(number: float | None, digits: int = 2) -> str:
    """Write points that may be won or lost.

    >>> points(0.5), points(-0.25), points(-0.001)
    ('+0.50', '−0.25', '0.00')
    """
    if number is None:
        return NONE
    rounded = round(number, digits)
    return f"{rounded:+.{digits}f}".replace("-", "−") if rounded else f"{0:.{digits}f}"


def points_interval(mean: Estimate) -> str:
    """Write the interval of a mean of points."""
    if mean.lo is None or mean.hi is None:
        return NONE
    digits = _digits(mean.hi - mean.lo, 2)
    return f"{points(mean.lo, digits)} to {points(mean.hi, digits)}"


def share_cells(head: str, share: Estimate) -> dict[str, str]:
    """Return the two cells of a share and its interval."""
    return {head: percent(share.mean), f"{head}, 95 %": interval(share)}


def points_cells(head: str, mean: Estimate) -> dict[str, str]:
    """Return the two cells of a mean of points and its interval."""
    return {head: points(mean.mean), f"{head}, 95 %": points_interval(mean)}

"""The charts of a run: who calls how often and with what, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from euchre_sim.analysis.estimate import Estimate, estimate_share
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
from euchre_sim.report.run_numbers import RunNumbers, Sums, Turn
from euchre_sim.report.words import Strength, position_label, rank_order, round_label

__all__ = ["run_figures"]

FEW = 10  # turns or calls, below which a cell stays blank
SHARE_STEPS = (0.05, 0.35, 0.75)
SHARE_COLOURS = ("even", "gain_1", "gain_2", "gain_3")
POINTS_AXIS = "Points a deal, own side minus the other"


def run_figures(numbers: RunNumbers) -> tuple[Figure, ...]:
    """Return the figures of a run, in the order of `CHARTS`."""
    return (
        _strength(numbers),
        _loners(numbers),
        _calls(numbers),
        _euchres(numbers),
        _alone(numbers),
        _upcards(numbers),
        _next(numbers),
    )


# --- heat maps -----------------------------------------------------------------------------------


def _by_strength(numbers: RunNumbers) -> Iterator[tuple[Strength, str, Turn]]:
    """Yield holdings from the strongest down, with positions and what was done there."""
    found, rules = numbers.strengths(), numbers.rules
    for strength in sorted({one for one, _ in found}, reverse=True):
        for position in range(1, rules.players + 1):
            turn = found.get((strength, position), Turn(Sums(), Sums(), Sums()))
            yield strength, position_label(position, rules), turn


def _share_cell(strength: Strength, seat: str, share: Estimate, of: int, what: str) -> Mark:
    """Make a cell of a heat map, blank where too little is known."""
    says = f"{seat}, {strength.label}: {percent(share.mean)} of {count(of)} {what}"
    if share.mean is None or of < FEW:
        return Mark(strength.label, seat, None, says)
    return Mark(strength.label, seat, share.mean, says, text=f"{100 * share.mean:.0f}")


def _strength(numbers: RunNumbers) -> Figure:
    marks, lines = [], []
    for strength, seat, turn in _by_strength(numbers):
        marks.append(_share_cell(strength, seat, turn.call_share, turn.turns, "turns with a call"))
        lines.append(
            {
                "Trumps held": strength.label,
                "Position": seat,
                "Turns": count(turn.turns),
                **share_cells("Called", turn.call_share),
                "Alone": percent(turn.alone_share.mean),
                "Euchred of calls": percent(turn.called.euchres.mean),
                "Points a call": points(turn.called.mean.mean),
            }
        )
    return Figure(
        name="strength",
        title="With what trumps a seat calls in round 1",
        says="A row is a holding of trump before the upcard is taken, the strongest on top; the "
        "number is the share of the turns at which the seat ordered the upcard, in per cent; blank "
        f"where there were fewer than {FEW} turns.",
        alt="A heat map: holdings of trump down, positions across.",
        kind="heat",
        marks=tuple(marks),
        axis="Share of turns with a call, in per cent",
        table=Table(lines, keys=2),
        colours=SHARE_COLOURS,
        steps=SHARE_STEPS,
        as_percent=True,
        missing="" if marks else "The dealer named trump for a joker in every deal of round 1.",
    )


def _loners(numbers: RunNumbers) -> Figure:
    found = list(_by_strength(numbers))
    called = {strength for strength, _, turn in found if turn.called.n >= FEW}
    marks, lines = [], []
    for strength, seat, turn in found:
        if strength not in called:
            continue
        n, alone = turn.called.n, turn.alone
        share = estimate_share(alone.n, n)
        marks.append(_share_cell(strength, seat, share, n, "calls alone"))
        lines.append(
            {
                "Trumps held": strength.label,
                "Position": seat,
                "Calls": count(n),
                **share_cells("Alone", share),
                "All tricks of these": percent(estimate_share(alone.lone_sweep, alone.n).mean),
                "Points of these": points(alone.mean.mean),
            }
        )
    return Figure(
        name="loners",
        title="With what trumps a seat goes alone in round 1",
        says="The same holdings; the number is the share of the calls that were alone, in per "
        f"cent; blank where there were fewer than {FEW} calls.",
        alt="A heat map: holdings of trump down, positions across.",
        kind="heat",
        marks=tuple(marks),
        axis="Share of calls that were alone, in per cent",
        table=Table(lines, keys=2),
        colours=SHARE_COLOURS,
        steps=SHARE_STEPS,
        as_percent=True,
        missing="" if marks else f"With no holding the upcard was ordered {FEW} times.",
    )


# --- shares --------------------------------------------------------------------------------------


def _turns(numbers: RunNumbers) -> Iterator[tuple[str, str, Turn]]:
    """Yield round, position and what was done there."""
    for (call_round, position), turn in numbers.turns().items():
        yield round_label(call_round), position_label(position, numbers.rules), turn


def _share_mark(
    panel: str, row: str, series: str, share: Estimate, n: int, of: int, what: str
) -> Mark:
    says = (
        f"{panel}, {row}, {series}: {percent(share.mean)} ({interval(share)}), "
        f"{count(n)} of {count(of)} {what}"
    )
    return Mark(row, series, share.mean, says, panel, share.lo, share.hi)


def _calls(numbers: RunNumbers) -> Figure:
    marks, lines = [], []
    for panel, row, turn in _turns(numbers):
        for series, share, n in (
            ("any call", turn.call_share, turn.called.n),
            ("of these alone", turn.alone_share, turn.alone.n),
        ):
            marks.append(_share_mark(panel, row, series, share, n, turn.turns, "turns"))
        lines.append(
            {
                "Round": panel,
                "Position": row,
                "Turns": count(turn.turns),
                **share_cells("Called", turn.call_share),
                **share_cells("Alone", turn.alone_share),
            }
        )
    return Figure(
        name="calls",
        title="How often each seat calls",
        says="Of the turns at which a seat had to speak, the share at which it named trump; the "
        "line is the 95 % interval.",
        alt="Dots with intervals for each position, a panel for each round.",
        marks=tuple(marks),
        axis="Share of the seat's turns",
        table=Table(lines, keys=2),
        colours=("blue", "orange"),
        as_percent=True,
    )


def _euchres(numbers: RunNumbers) -> Figure:
    marks, lines = [], []
    for panel, row, turn in _turns(numbers):
        for series, sums in (("with partner", turn.together), ("alone", turn.alone)):
            if not sums.n:
                continue
            share = sums.euchres
            marks.append(_share_mark(panel, row, series, share, sums.euchred, sums.n, "calls"))
            lines.append(
                {
                    "Round": panel,
                    "Position": row,
                    "Call": series,
                    "Calls": count(sums.n),
                    **share_cells("Euchred", share),
                    **points_cells("Points a call", sums.mean),
                }
            )
    return Figure(
        name="euchres",
        title="How often a call is euchred",
        says="Of the calls of a seat, the share that took fewer tricks than it needed; the line is "
        "the 95 % interval, long where calls were few.",
        alt="Dots with intervals for each position, a panel for each round.",
        marks=tuple(marks),
        axis="Share of the calls that were euchred",
        table=Table(lines, keys=3),
        colours=("blue", "orange"),
        as_percent=True,
        missing="" if marks else "Nobody named trump in this run.",
    )


def _alone(numbers: RunNumbers) -> Figure:
    marks: list[Mark] = []
    lines = []
    for panel, row, turn in _turns(numbers):
        sums = turn.alone
        if not sums.n:
            continue
        marks += _outcome_pieces(panel, row, sums)
        lines.append(
            {
                "Round": panel,
                "Position": row,
                "Calls alone": count(sums.n),
                **share_cells("All tricks", estimate_share(sums.lone_sweep, sums.n)),
                "Just made": percent((sums.made - sums.lone_sweep) / sums.n),
                **share_cells("Euchred", sums.euchres),
                "Points a call": points(sums.mean.mean),
            }
        )
    return Figure(
        name="alone",
        title="What comes of going alone",
        says="Of the calls alone of a seat: all tricks, just made, or euchred.",
        alt="Bars that add up to one for each position, a panel for each round.",
        kind="bars",
        marks=tuple(marks),
        axis="Share of the seat's calls alone",
        table=Table(lines, keys=2),
        colours=("blue", "pale_blue", "orange"),
        as_percent=True,
        missing="" if marks else "Nobody went alone in this run.",
    )


def _outcome_pieces(panel: str, row: str, sums: Sums) -> Iterator[Mark]:
    """Yield the pieces of a bar, the best outcome first."""
    start = 0
    for series, n in (
        ("all tricks", sums.lone_sweep),
        ("just made", sums.made - sums.lone_sweep),
        ("euchred", sums.euchred),
    ):
        share = n / sums.n
        says = f"{panel}, {row}: {series} {percent(share)}, {count(n)} of {count(sums.n)} calls"
        text = f"{100 * share:.0f}{PER_CENT}" if share >= 0.12 else ""
        yield Mark(row, series, share, says, panel, start / sums.n, (start + n) / sums.n, text)
        start += n


# --- points --------------------------------------------------------------------------------------


def _points_marks(panel: str, row: str, kinds: Iterable[tuple[str, Sums]]) -> Iterator[Mark]:
    for series, sums in kinds:
        mean = sums.mean
        if mean.mean is not None:
            says = (
                f"{panel}{', ' if panel else ''}{row}, {series}: {points(mean.mean)} points a deal "
                f"({points_interval(mean)}), {count(sums.n)} deals"
            )
            yield Mark(row, series, mean.mean, says, panel, mean.lo, mean.hi)


def _upcards(numbers: RunNumbers) -> Figure:
    marks: list[Mark] = []
    lines = []
    found = numbers.upcards()
    ranks = rank_order(upcard for upcard, _ in found)
    for position in range(1, numbers.rules.players + 1):
        panel = position_label(position, numbers.rules)
        for upcard in ranks:
            turn = found.get((upcard, position))
            if turn is None:
                continue
            marks += _points_marks(
                panel, upcard, (("called", turn.called), ("passed", turn.passed))
            )
            lines.append(
                {
                    "Position": panel,
                    "Upcard": upcard,
                    "Turns": count(turn.turns),
                    "Called": percent(turn.call_share.mean),
                    **points_cells("Points when called", turn.called.mean),
                    **points_cells("Points when passed", turn.passed.mean),
                }
            )
    return Figure(
        name="upcards",
        title="Points by upcard",
        says="Points of the own side minus the other's in a deal, after the seat called in round 1 "
        "and after it passed there. Hands that call are better than hands that pass, so this is "
        "not what the call itself is worth.",
        alt="Dots with intervals for each rank of the upcard, a panel for each position.",
        marks=tuple(marks),
        axis=POINTS_AXIS,
        table=Table(lines, keys=2),
        colours=("blue", "orange"),
    )


def _next(numbers: RunNumbers) -> Figure:
    marks: list[Mark] = []
    lines = []
    found, turns = numbers.relations(), numbers.turns()
    for position in range(1, numbers.rules.players + 1):
        row = position_label(position, numbers.rules)
        for relation in ("next", "crossing"):
            sums = found.get((position, relation))
            if sums is None:
                continue
            marks += _points_marks("", row, [(relation, sums)])
            share = estimate_share(sums.n, turns[2, position].called.n)
            lines.append(
                {
                    "Position": row,
                    "Suit": relation,
                    "Calls": count(sums.n),
                    **share_cells("Share of calls", share),
                    **share_cells("Euchred", sums.euchres),
                    **points_cells("Points a call", sums.mean),
                }
            )
    return Figure(
        name="next",
        title="Next against crossing",
        says="In round 2 a seat may call next, the other suit of the upcard's colour, or cross to "
        "one of the two others. Points of the own side minus the other's in such deals.",
        alt="Dots with intervals for each position.",
        marks=tuple(marks),
        axis=POINTS_AXIS,
        table=Table(lines, keys=2),
        colours=("blue", "orange"),
        missing="" if marks else "No suit was called in round 2 of this run.",
    )

"""The charts of a run: who calls how often and with what, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator

from euchre_sim.analysis.estimate import Estimate, estimate_share
from euchre_sim.report.figure import (
    Figure,
    Mark,
    Table,
    count,
    interval,
    percent,
    points,
    points_interval,
)
from euchre_sim.report.run_numbers import RunNumbers, Sums, Turn
from euchre_sim.report.words import (
    position_label,
    rank_order,
    round_label,
)

__all__ = ["run_figures"]

SHARE_STEPS = (0.05, 0.35, 0.75)
SHARE_COLOURS = ("even", "gain_1", "gain_2", "gain_3")


def run_figures(numbers: RunNumbers) -> tuple[Figure, ...]:
    """Return the figures of a run, in the order of its page."""
    return (
        _strength(numbers),
        _loners(numbers),
        _calls(numbers),
        _euchres(numbers),
        _alone(numbers),
        _upcards(numbers),
        _next(numbers),
    )


def _strength(numbers: RunNumbers) -> Figure:
    found, rules = numbers.strengths(), numbers.rules
    marks, lines = [], []
    for strength in sorted({strength for strength, _ in found}, reverse=True):
        for position in range(1, rules.players + 1):
            turn = found.get((strength, position), Turn(Sums(), Sums(), Sums()))
            share, seat = turn.call_share, position_label(position, rules)
            says = (
                f"{seat}, {strength.label}: called in {percent(share.mean)} of "
                f"{count(turn.turns)} turns"
            )
            text = "" if share.mean is None else f"{100 * share.mean:.0f}"
            marks.append(Mark(strength.label, seat, share.mean, says, text=text))
            lines.append(
                (
                    strength.label,
                    seat,
                    count(turn.turns),
                    percent(share.mean),
                    interval(share),
                    percent(turn.alone_share.mean),
                    percent(turn.called.euchres.mean),
                    points(turn.called.mean.mean),
                )
            )
    return Figure(
        name="strength",
        title="With what trumps a seat calls in round 1",
        says="A row is a holding of trump before the upcard is taken, the strongest on top; the "
        "number is the share of the turns at which the seat ordered the upcard, in per cent.",
        alt="A heat map: holdings of trump down, positions across.",
        kind="heat",
        marks=tuple(marks),
        axis="Share of turns with a call, in per cent",
        table=Table(
            (
                "Trumps held",
                "Position",
                "Turns",
                "Called",
                "95 % interval",
                "Alone",
                "Euchred of calls",
                "Points a call",
            ),
            lines,
            keys=2,
        ),
        colours=SHARE_COLOURS,
        steps=SHARE_STEPS,
        as_percent=True,
        missing="" if marks else "The dealer named trump for a joker in every deal of round 1.",
    )


def _loners(numbers: RunNumbers) -> Figure:
    found, rules = numbers.strengths(), numbers.rules
    marks, lines = [], []
    for strength in sorted({one for one, _ in found}, reverse=True):
        turns = {seat: found.get((strength, seat)) for seat in range(1, rules.players + 1)}
        if not any(turn and turn.called.n for turn in turns.values()):
            continue
        for position, turn in turns.items():
            n, alone = (turn.called.n, turn.alone) if turn else (0, Sums())
            share, seat = estimate_share(alone.n, n), position_label(position, rules)
            says = f"{seat}, {strength.label}: {percent(share.mean)} of {count(n)} calls were alone"
            text = "" if share.mean is None else f"{100 * share.mean:.0f}"
            marks.append(Mark(strength.label, seat, share.mean, says, text=text))
            lines.append(
                (
                    strength.label,
                    seat,
                    count(n),
                    percent(share.mean),
                    interval(share),
                    percent(estimate_share(alone.lone_sweep, alone.n).mean),
                    points(alone.mean.mean),
                )
            )
    return Figure(
        name="loners",
        title="With what trumps a seat goes alone in round 1",
        says="The same holdings; the number is the share of the calls that were alone, in per "
        "cent. Holdings with which nobody called are left out.",
        alt="A heat map: holdings of trump down, positions across.",
        kind="heat",
        marks=tuple(marks),
        axis="Share of calls that were alone, in per cent",
        table=Table(
            (
                "Trumps held",
                "Position",
                "Calls",
                "Alone",
                "95 % interval",
                "All tricks of these",
                "Points of these",
            ),
            lines,
            keys=2,
        ),
        colours=SHARE_COLOURS,
        steps=SHARE_STEPS,
        as_percent=True,
        missing="" if marks else "No seat named the upcard's suit in this run.",
    )


def _calls(numbers: RunNumbers) -> Figure:
    marks, lines = [], []
    for (call_round, position), turn in numbers.turns().items():
        row, panel = position_label(position, numbers.rules), round_label(call_round)
        for series, share, n in (
            ("any call", turn.call_share, turn.called.n),
            ("of these alone", turn.alone_share, turn.alone.n),
        ):
            marks.append(_share_mark(row, panel, series, share, n, turn.turns, "turns"))
        lines.append(
            (
                panel,
                row,
                count(turn.turns),
                percent(turn.call_share.mean),
                interval(turn.call_share),
                percent(turn.alone_share.mean),
                interval(turn.alone_share),
            )
        )
    return Figure(
        name="calls",
        title="How often each seat calls",
        says="Of the turns at which a seat had to speak, the share at which it named trump; the "
        "line is the 95 % interval.",
        alt="Dots with intervals for each position, a panel for each round.",
        marks=tuple(marks),
        axis="Share of the seat's turns",
        table=Table(
            ("Round", "Position", "Turns", "Called", "95 % interval", "Alone", "95 % interval"),
            lines,
            keys=2,
        ),
        colours=("blue", "orange"),
        as_percent=True,
    )


def _share_mark(
    row: str, panel: str, series: str, share: Estimate, n: int, of: int, what: str
) -> Mark:
    says = (
        f"{panel}, {row}, {series}: {percent(share.mean)} ({interval(share)}), "
        f"{count(n)} of {count(of)} {what}"
    )
    return Mark(row, series, share.mean, says, panel, share.lo, share.hi)


def _by_partner(turn: Turn) -> tuple[tuple[str, Sums], ...]:
    return ("with partner", turn.together), ("alone", turn.alone)


def _euchres(numbers: RunNumbers) -> Figure:
    marks, lines = [], []
    for (call_round, position), turn in numbers.turns().items():
        row, panel = position_label(position, numbers.rules), round_label(call_round)
        for series, sums in _by_partner(turn):
            share = sums.euchres
            if share.mean is None:
                continue
            marks.append(_share_mark(row, panel, series, share, sums.euchred, sums.n, "calls"))
            lines.append(
                (
                    panel,
                    row,
                    series,
                    count(sums.n),
                    percent(share.mean),
                    interval(share),
                    points(sums.mean.mean),
                    points_interval(sums.mean),
                )
            )
    return Figure(
        name="euchres",
        title="How often a call is euchred",
        says="Of the calls of a seat, the share that took fewer tricks than it needed; the line is "
        "the 95 % interval, long where calls were few.",
        alt="Dots with intervals for each position, a panel for each round.",
        marks=tuple(marks),
        axis="Share of the calls that were euchred",
        table=Table(
            (
                "Round",
                "Position",
                "Call",
                "Calls",
                "Euchred",
                "95 % interval",
                "Points a call",
                "95 % interval",
            ),
            lines,
            keys=3,
        ),
        colours=("blue", "orange"),
        as_percent=True,
        missing="" if marks else "Nobody named trump in this run.",
    )


def _alone(numbers: RunNumbers) -> Figure:
    marks, lines = [], []
    for (call_round, position), turn in numbers.turns().items():
        sums = turn.alone
        if not sums.n:
            continue
        row, panel = position_label(position, numbers.rules), round_label(call_round)
        marks += _outcome_pieces(row, panel, sums)
        sweep = estimate_share(sums.lone_sweep, sums.n)
        lines.append(
            (
                panel,
                row,
                count(sums.n),
                percent(sweep.mean),
                interval(sweep),
                percent((sums.made - sums.lone_sweep) / sums.n),
                percent(sums.euchres.mean),
                interval(sums.euchres),
                points(sums.mean.mean),
            )
        )
    return Figure(
        name="alone",
        title="What comes of going alone",
        says="Of the calls alone of a seat: all tricks, just made, or euchred.",
        alt="Bars that add up to one for each position, a panel for each round.",
        kind="bars",
        marks=tuple(marks),
        axis="Share of the seat's calls alone",
        table=Table(
            (
                "Round",
                "Position",
                "Alone",
                "All tricks",
                "95 % interval",
                "Just made",
                "Euchred",
                "95 % interval",
                "Points a call",
            ),
            lines,
            keys=2,
        ),
        colours=("blue", "pale_blue", "orange"),
        as_percent=True,
        missing="" if marks else "Nobody went alone in this run.",
    )


def _outcome_pieces(row: str, panel: str, sums: Sums) -> Iterator[Mark]:
    """Give the pieces of a bar, from all tricks to none needed."""
    start = 0
    for series, n in (
        ("all tricks", sums.lone_sweep),
        ("just made", sums.made - sums.lone_sweep),
        ("euchred", sums.euchred),
    ):
        share = n / sums.n
        says = f"{panel}, {row}: {series} {percent(share)}, {count(n)} of {count(sums.n)} calls"
        text = f"{100 * share:.0f} %" if share >= 0.12 else ""
        lo, hi = start / sums.n, (start + n) / sums.n
        yield Mark(row, series, share, says, panel, lo, hi, text)
        start += n


def _upcards(numbers: RunNumbers) -> Figure:
    marks, lines = [], []
    rules = numbers.rules
    found = numbers.upcards()
    ranks = rank_order(upcard for upcard, _ in found)
    for position in range(1, rules.players + 1):
        panel = position_label(position, rules)
        for upcard in ranks:
            turn = found.get((upcard, position))
            if turn is None:
                continue
            for series, sums in (("called", turn.called), ("passed", turn.passed)):
                marks += _points_marks(upcard, panel, series, sums)
            lines.append(
                (
                    panel,
                    upcard,
                    count(turn.turns),
                    percent(turn.call_share.mean),
                    points(turn.called.mean.mean),
                    points_interval(turn.called.mean),
                    points(turn.passed.mean.mean),
                    points_interval(turn.passed.mean),
                )
            )
    return Figure(
        name="upcards",
        title="Points by upcard",
        says="Points of the own side minus the other's in a deal, after the seat called in round 1 "
        "and after it passed there. Hands that call are better than hands that pass, so this is "
        "not what the call itself is worth.",
        alt="Dots with intervals for each rank of the upcard, a panel for each position.",
        marks=tuple(marks),
        axis="Points a deal, own side minus the other",
        table=Table(
            (
                "Position",
                "Upcard",
                "Turns",
                "Called",
                "Points when called",
                "95 % interval",
                "Points when passed",
                "95 % interval",
            ),
            lines,
            keys=2,
        ),
        colours=("blue", "orange"),
    )


def _points_marks(row: str, panel: str, series: str, sums: Sums) -> Iterator[Mark]:
    mean = sums.mean
    if mean.mean is None:
        return
    says = (
        f"{panel}, {row}, {series}: {points(mean.mean)} points a deal "
        f"({points_interval(mean)}), {count(sums.n)} deals"
    )
    yield Mark(row, series, mean.mean, says, panel, mean.lo, mean.hi)


def _next(numbers: RunNumbers) -> Figure:
    marks, lines = [], []
    found, turns = numbers.relations(), numbers.turns()
    names = {"next": "next", "crossing": "crossing"}
    for position in range(1, numbers.rules.players + 1):
        row = position_label(position, numbers.rules)
        for relation, series in names.items():
            sums = found.get((position, relation))
            if sums is None:
                continue
            marks += _points_marks(row, "", series, sums)
            share = estimate_share(sums.n, turns[2, position].called.n)
            lines.append(
                (
                    row,
                    series,
                    count(sums.n),
                    percent(share.mean),
                    interval(share),
                    percent(sums.euchres.mean),
                    points(sums.mean.mean),
                    points_interval(sums.mean),
                )
            )
    return Figure(
        name="next",
        title="Next against crossing",
        says="In round 2 a seat may call next, the other suit of the upcard's colour, or cross to "
        "one of the two others. Points of the own side minus the other's in such deals.",
        alt="Dots with intervals for each position.",
        marks=tuple(marks),
        axis="Points a deal, own side minus the other",
        table=Table(
            (
                "Position",
                "Suit",
                "Calls",
                "Share of the seat's calls",
                "95 % interval",
                "Euchred",
                "Points a call",
                "95 % interval",
            ),
            lines,
            keys=2,
        ),
        colours=("blue", "orange"),
        missing="" if marks else "No suit was called in round 2 of this run.",
    )

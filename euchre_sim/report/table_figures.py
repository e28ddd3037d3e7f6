"""What a call table tells: who should call with what, and what that is worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from euchre_sim.analysis.estimate import LEVEL, Estimate, deviations
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
from euchre_sim.report.sums import Array
from euchre_sim.report.table_numbers import TableNumbers, weighted
from euchre_sim.report.words import (
    Strength,
    fewest_trumps,
    listed,
    position_label,
    rank_order,
    seat_phrase,
)
from euchre_sim.storage.call_provenance import CallProvenance

__all__ = ["TableFindings"]

VERDICTS = ("pass", "too close to tell", "call with partner", "call alone")
GAIN_STEPS = (-1, -0.4, -0.05, 0.05, 0.4, 1)
GAIN_COLOURS = ("loss_3", "loss_2", "loss_1", "even", "gain_1", "gain_2", "gain_3")


@dataclass(frozen=True)
class TableFindings:
    """The figures and sentences of a call table.

    Parameters
    ----------
    numbers
        Its rows.
    of
        What it rests on.
    """

    numbers: TableNumbers
    of: CallProvenance

    @property
    def _call(self) -> str:
        return "order" if self.of.round == 1 else "call"

    def _seat(self, position: int) -> str:
        return position_label(position, self.of.rules)

    def figures(self) -> tuple[Figure, ...]:
        """Return the figures in the order of the page."""
        return (
            self._strength(),
            self._loners(),
            self._calls(),
            self._euchres(),
            self._alone(),
            self._upcards(),
            self._next(),
        )

    # --- heat maps -------------------------------------------------------------------------------

    def _gains(self) -> dict[tuple[Strength, int], tuple[Estimate, int]]:
        """Return what calling with the partner gains over passing, and over how many decisions."""
        rows = self.numbers.with_partner
        rows = rows[self.numbers.has_pass[rows]]
        return self._by_strength(rows, self.numbers.gain[rows], self.numbers.gain_variance[rows])

    def _lone_gains(self) -> dict[tuple[Strength, int], tuple[Estimate, int]]:
        """Return what calling alone gains over calling with the partner."""
        rows, gain, variance = self.numbers.lone_gains()
        known = self.numbers.known[rows]
        return self._by_strength(rows[known], gain[known], variance[known])

    def _by_strength(
        self, rows: Array, gain: Array, variance: Array
    ) -> dict[tuple[Strength, int], tuple[Estimate, int]]:
        place, strengths = self.numbers.strengths
        found = {}
        for i, strength in enumerate(strengths):
            for position in self.of.positions:
                here = (place[rows] == i) & (self.numbers.position[rows] == position)
                if here.any():
                    weights = self.numbers.weights[rows[here]]
                    mean = weighted(weights, gain[here], variance[here])
                    found[strength, position] = mean, int(here.sum())
        return found

    def _heat(
        self, found: dict[tuple[Strength, int], tuple[Estimate, int]]
    ) -> tuple[tuple[Mark, ...], Table]:
        marks, lines = [], []
        for strength in dict.fromkeys(strength for strength, _ in found):
            for position in self.of.positions:
                seat = self._seat(position)
                mean, hands = found.get((strength, position), (Estimate(*[None] * 4), 0))
                says = (
                    f"{seat}, {strength.label}: {points(mean.mean)} points a deal "
                    f"({points_interval(mean)})"
                )
                text = "" if mean.mean is None else points(mean.mean)
                marks.append(Mark(strength.label, seat, mean.mean, says, text=text))
                lines.append(
                    (
                        strength.label,
                        seat,
                        count(hands),
                        points(mean.mean),
                        points_interval(mean),
                    )
                )
        heads = ("Trumps held", "Position", "Rows", "Gain in points", "95 % interval")
        return tuple(marks), Table(heads, lines, keys=2)

    @property
    def _trumps_held(self) -> str:
        if self.of.round == 1:
            return "A row is a holding of trump before the upcard is taken, the strongest on top"
        return "A row is a holding of trump in the suit called, the strongest on top"

    def _strength(self) -> Figure:
        marks, table = self._heat(self._gains())
        return Figure(
            name="strength",
            title=f"What it gains to {self._call} rather than pass",
            says=f"{self._trumps_held}; the number is what {self._call}ing with the partner brings "
            "more than passing, in points a deal, on average over all hands with that holding.",
            alt="A heat map: holdings of trump down, positions across.",
            kind="heat",
            marks=marks,
            axis="Gain over passing, in points a deal",
            table=table,
            colours=GAIN_COLOURS,
            steps=GAIN_STEPS,
            missing="" if marks else "In no row of this table may the seat pass and name a suit.",
        )

    def _loners(self) -> Figure:
        marks, table = self._heat(self._lone_gains())
        return Figure(
            name="loners",
            title="What it gains to go alone rather than with the partner",
            says=f"{self._trumps_held}; the number is what {self._call}ing alone brings more than "
            f"{self._call}ing with the partner, in points a deal.",
            alt="A heat map: holdings of trump down, positions across.",
            kind="heat",
            marks=marks,
            axis="Gain over the same call with the partner, in points a deal",
            table=table,
            colours=GAIN_COLOURS,
            steps=GAIN_STEPS,
            missing="" if marks else "Under these rules no seat chooses between the two here.",
        )

    # --- verdicts --------------------------------------------------------------------------------

    def _verdicts(self) -> tuple[Array, Array, Array]:
        """Return position, weight and place in `VERDICTS` of every decision with a call."""
        numbers = self.numbers
        rows = numbers.best_call
        rows = rows[numbers.known[rows]]
        reach = deviations(LEVEL) * np.sqrt(numbers.gain_variance[rows])
        gain, forced = numbers.gain[rows], numbers.pass_row[rows] < 0
        verdict = np.where(gain + reach < 0, 0, 1)
        calls = forced | (gain - reach > 0)
        verdict = np.where(calls, np.where(numbers.alone[rows], 3, 2), verdict)
        return numbers.position[rows], numbers.weights[rows], verdict

    def _verdict_shares(self) -> dict[int, list[float]]:
        position, weights, verdict = self._verdicts()
        found = {}
        for seat in self.of.positions:
            here = position == seat
            totals = np.bincount(verdict[here], weights[here], len(VERDICTS))
            if totals.sum():
                found[seat] = (totals / totals.sum()).tolist()
        return found

    def _calls(self) -> Figure:
        marks, lines = [], []
        for position, shares in self._verdict_shares().items():
            row, start = self._seat(position), 0.0
            for series, share in zip(VERDICTS, shares, strict=True):
                says = f"{row}: {series} {percent(share)} of the hands"
                text = f"{100 * share:.0f} %" if share >= 0.08 else ""
                marks.append(Mark(row, series, share, says, "", start, start + share, text))
                start = min(start + share, 1.0)
            lines.append((row, *map(percent, shares)))
        return Figure(
            name="calls",
            title=f"How often a seat should {self._call}",
            says="Of the hands with which the seat gets to decide, those with which an action is "
            "clearly better; too close to tell where the 95 % interval of the difference between "
            "the best call and passing holds 0.",
            alt="Bars that add up to one for each position.",
            kind="bars",
            marks=tuple(marks),
            axis="Share of the hands, weighted by how often they are met",
            table=Table(
                ("Position", *(verdict[0].upper() + verdict[1:] for verdict in VERDICTS)), lines
            ),
            colours=("grey", "even", "pale_blue", "blue"),
            as_percent=True,
            missing="" if marks else "No row of this table has deals enough to compare.",
        )

    # --- what comes of it ------------------------------------------------------------------------

    def _best_calls(self, alone: bool) -> Iterator[tuple[int, Array]]:
        """Yield, by position, the rows of calls that are the best action of their decision."""
        numbers = self.numbers
        chosen = numbers.best & ~numbers.is_pass & (numbers.alone == alone) & numbers.known
        for position in self.of.positions:
            rows = np.flatnonzero(chosen & (numbers.position == position))
            if len(rows):
                yield position, rows

    def _share(self, rows: Array, name: str) -> Estimate:
        numbers = self.numbers
        share = numbers.column(name)[rows] / numbers.played[rows]
        variance = share * (1 - share) / numbers.played[rows]
        found = weighted(numbers.weights[rows], share, variance)
        if found.mean is None or found.lo is None or found.hi is None:
            return found
        return Estimate(found.mean, found.se, max(found.lo, 0.0), min(found.hi, 1.0))

    def _points(self, rows: Array) -> Estimate:
        numbers = self.numbers
        return weighted(numbers.weights[rows], numbers.mean[rows], numbers.mean_variance[rows])

    def _euchres(self) -> Figure:
        marks, lines = [], []
        found = [
            (position, series, rows)
            for alone, series in ((False, "with partner"), (True, "alone"))
            for position, rows in self._best_calls(alone)
        ]
        for position, series, rows in sorted(found, key=lambda one: one[0]):
            row, share, mean = (
                self._seat(position),
                self._share(rows, "euchred"),
                self._points(rows),
            )
            says = f"{row}, {series}: {percent(share.mean)} ({interval(share)})"
            marks.append(Mark(row, series, share.mean, says, "", share.lo, share.hi))
            lines.append(
                (
                    row,
                    series,
                    count(len(rows)),
                    percent(share.mean),
                    interval(share),
                    points(mean.mean),
                    points_interval(mean),
                )
            )
        return Figure(
            name="euchres",
            title="How often the right calls are euchred",
            says="Of the deals with hands whose best action is a call, the share that is lost; the "
            "line is the 95 % interval.",
            alt="Dots with intervals for each position.",
            marks=tuple(marks),
            axis="Share of the deals that are euchred",
            table=Table(
                (
                    "Position",
                    "Call",
                    "Rows",
                    "Euchred",
                    "95 % interval",
                    "Points a call",
                    "95 % interval",
                ),
                lines,
                keys=2,
            ),
            colours=("blue", "orange"),
            as_percent=True,
            missing="" if marks else "No call is the best action of any row of this table.",
        )

    def _alone(self) -> Figure:
        marks, lines = [], []
        for position, rows in self._best_calls(True):
            row, start = self._seat(position), 0.0
            sweep, euchred = self._share(rows, "lone_sweep"), self._share(rows, "euchred")
            all_tricks, lost = sweep.mean or 0.0, euchred.mean or 0.0
            for series, share in (
                ("all tricks", all_tricks),
                ("just made", 1 - all_tricks - lost),
                ("euchred", lost),
            ):
                text = f"{100 * share:.0f} %" if share >= 0.08 else ""
                says = f"{row}: {series} {percent(share)}"
                end = min(start + share, 1.0)
                marks.append(Mark(row, series, share, says, "", start, end, text))
                start = end
            mean = self._points(rows)
            lines.append(
                (
                    row,
                    count(len(rows)),
                    percent(all_tricks),
                    interval(sweep),
                    percent(1 - all_tricks - lost),
                    percent(lost),
                    interval(euchred),
                    points(mean.mean),
                )
            )
        return Figure(
            name="alone",
            title="What comes of going alone",
            says="Of the deals with hands whose best action is a call alone: all tricks, just "
            "made, or euchred.",
            alt="Bars that add up to one for each position.",
            kind="bars",
            marks=tuple(marks),
            axis="Share of the deals",
            table=Table(
                (
                    "Position",
                    "Rows",
                    "All tricks",
                    "95 % interval",
                    "Just made",
                    "Euchred",
                    "95 % interval",
                    "Points a call",
                ),
                lines,
            ),
            colours=("blue", "pale_blue", "orange"),
            as_percent=True,
            missing="" if marks else "To go alone is not the best action of any row of this table.",
        )

    # --- points ----------------------------------------------------------------------------------

    def _upcards(self) -> Figure:
        numbers = self.numbers
        marks, lines = [], []
        turned, ranks = numbers.upcards()
        for position in self.of.positions:
            panel = self._seat(position)
            for upcard in rank_order(self.of.upcards):
                if upcard not in ranks:
                    continue
                here = (turned == ranks.index(upcard)) & (numbers.position == position)
                here &= numbers.known
                best = self._points(np.flatnonzero(here & numbers.best))
                passing = self._points(np.flatnonzero(here & numbers.is_pass))
                for series, mean in (("best action", best), ("always passing", passing)):
                    if mean.mean is not None:
                        says = (
                            f"{panel}, {upcard}, {series}: {points(mean.mean)} points a deal "
                            f"({points_interval(mean)})"
                        )
                        marks.append(Mark(upcard, series, mean.mean, says, panel, mean.lo, mean.hi))
                lines.append(
                    (
                        panel,
                        upcard,
                        points(best.mean),
                        points_interval(best),
                        points(passing.mean),
                        points_interval(passing),
                    )
                )
        return Figure(
            name="upcards",
            title="Points by upcard",
            says="Points of the own side minus the other's, on average over all hands: with the "
            "best action of each, and if the seat always passed. The best of several estimates is "
            "a little too large.",
            alt="Dots with intervals for each rank of the upcard, a panel for each position.",
            marks=tuple(marks),
            axis="Points a deal, own side minus the other",
            table=Table(
                (
                    "Position",
                    "Upcard",
                    "Best action",
                    "95 % interval",
                    "Always passing",
                    "95 % interval",
                ),
                lines,
                keys=2,
            ),
            colours=("blue", "orange"),
            missing="" if marks else "No row of this table has deals enough to compare.",
        )

    def _next(self) -> Figure:
        numbers = self.numbers
        marks, lines = [], []
        place, strengths = numbers.strengths
        trumps = np.array([*(one.trumps for one in strengths), -1])[place]
        rows = numbers.with_partner
        rows = rows[numbers.has_pass[rows]] if self.of.round == 2 else rows[:0]
        for position in self.of.positions:
            panel = self._seat(position)
            for held in sorted(set(trumps[rows].tolist()) - {-1, 0}, reverse=True):
                for relation in ("next", "crossing"):
                    here = numbers.relation(relation)[rows] & (trumps[rows] == held)
                    chosen = rows[here & (numbers.position[rows] == position)]
                    mean = weighted(
                        numbers.weights[chosen],
                        numbers.gain[chosen],
                        numbers.gain_variance[chosen],
                    )
                    if mean.mean is None:
                        continue
                    row = Strength(held, False, False, False).number_label
                    says = (
                        f"{panel}, {row}, {relation}: {points(mean.mean)} points over passing "
                        f"({points_interval(mean)})"
                    )
                    marks.append(Mark(row, relation, mean.mean, says, panel, mean.lo, mean.hi))
                    lines.append(
                        (
                            panel,
                            row,
                            relation,
                            count(len(chosen)),
                            points(mean.mean),
                            points_interval(mean),
                        )
                    )
        return Figure(
            name="next",
            title="Next against crossing",
            says="What it gains over passing to call next, the other suit of the upcard's colour, "
            "or to cross to one of the two others, with as many trumps in the suit called.",
            alt="Dots with intervals for each number of trumps, a panel for each position.",
            marks=tuple(marks),
            axis="Gain over passing, in points a deal",
            table=Table(
                ("Position", "Trumps", "Suit", "Rows", "Gain in points", "95 % interval"),
                lines,
                keys=3,
            ),
            colours=("blue", "orange"),
            missing=""
            if marks
            else "This is a table of round 1, where only the upcard's suit may be called; one "
            "built with --round 2 tells next from crossing."
            if self.of.round == 1
            else "In no row of this table may the seat pass and name a suit.",
        )

    # --- the answer ------------------------------------------------------------------------------

    def answer(self) -> tuple[str, ...]:
        """Return what the table shows, the most important first."""
        told = [*self._weakest(), self._how_often(), self._when_alone(), self._worth()]
        return tuple(sentence for sentence in told if sentence)

    def _weakest(self) -> Iterator[str]:
        gains = self._gains()
        for position in self.of.positions:
            who = seat_phrase(position, self.of.rules)
            who = who[0].upper() + who[1:]
            here = [(s, mean) for (s, seat), (mean, _) in gains.items() if seat == position]
            enough = [(s, mean) for s, mean in here if mean.lo is not None and mean.lo > 0]
            if not here:
                continue
            if not enough:
                yield f"{who} gains by {self._call}ing with no holding of trump that is told here."
                continue
            fewest = min(s.trumps for s, _ in enough)
            those = sorted((s, mean) for s, mean in enough if s.trumps == fewest)
            told = listed(
                f"{s.phrase} ({points(mean.mean)} points a deal; {points_interval(mean)})"
                for s, mean in those[:2]
            )
            yield f"{who} gains by {self._call}ing rather than passing from {told} on."

    def _how_often(self) -> str:
        shares = self._verdict_shares()
        if not shares:
            return ""
        told = listed(
            f"{seat_phrase(position, self.of.rules)} with {percent(of[2] + of[3])}"
            for position, of in shares.items()
        )
        close = listed(percent(of[1]) for of in shares.values())
        return (
            f"To {self._call}, alone or not, is clearly best for {told} of the hands; with {close} "
            "it is too close to tell."
        )

    def _when_alone(self) -> str:
        shares = {position: of[3] for position, of in self._verdict_shares().items()}
        loners = dict(self._best_calls(True))
        if not loners:
            return ""
        most = max(loners, key=lambda position: shares.get(position, 0))
        sweep, lost = (self._share(loners[most], name) for name in ("lone_sweep", "euchred"))
        return (
            f"To go alone is best most often for {seat_phrase(most, self.of.rules)}: with "
            f"{percent(shares.get(most))} of the hands clearly so. That takes all tricks in "
            f"{percent(sweep.mean)} of the deals ({interval(sweep)}) and is euchred in "
            f"{percent(lost.mean)} ({interval(lost)})."
        )

    def _worth(self) -> str:
        numbers = self.numbers
        rows = np.flatnonzero(numbers.best & numbers.has_pass)
        told = []
        for position in self.of.positions:
            here = rows[numbers.position[rows] == position]
            gain = weighted(numbers.weights[here], numbers.gain[here], numbers.gain_variance[here])
            if gain.mean is not None:
                who = seat_phrase(position, self.of.rules)
                told.append(f"{points(gain.mean)} for {who} ({points_interval(gain)})")
        if not told:
            return ""
        return f"To decide well rather than always pass is worth, in points a deal, {listed(told)}."

    def glance(self) -> Table:
        """Return the weakest holdings with which calling gains, by position."""
        gains = self._gains()

        def gain(strength: Strength, position: int) -> str:
            mean, _ = gains.get((strength, position), (Estimate(*[None] * 4), 0))
            return points(mean.mean) if mean.lo is not None and mean.lo > 0 else ""

        return fewest_trumps({strength for strength, _ in gains}, self.of.rules, gain)

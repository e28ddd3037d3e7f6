"""Runs and call tables opened and made into reports."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from euchre_sim.cards import RANKS
from euchre_sim.errors import OutputProblem
from euchre_sim.report.figure import Fact, Figure, Report, count
from euchre_sim.report.run_answer import run_answer, run_glance
from euchre_sim.report.run_figures import run_figures
from euchre_sim.report.run_numbers import RunNumbers
from euchre_sim.report.table_answer import table_answer, table_glance
from euchre_sim.report.table_figures import table_figures
from euchre_sim.report.table_findings import TableFindings
from euchre_sim.report.table_numbers import TABLE_COLUMNS, TableNumbers
from euchre_sim.report.words import listed, position_label
from euchre_sim.rule_options import value_text
from euchre_sim.rules import HouseRules
from euchre_sim.storage.calls.provenance import CallProvenance
from euchre_sim.storage.calls.table import CallTable
from euchre_sim.storage.dataset import HANDS_FILE, SUMMARY_FILE, read_provenance
from euchre_sim.storage.lookups.lookup import DEFAULT_STRATEGY
from euchre_sim.storage.provenance import Provenance

__all__ = ["find_figure", "open_report"]

_INTERVALS = (
    "A 95 % interval is a range that in 95 of 100 such cases contains the truth; it tells of luck "
    "alone, not of how well the strategies play."
)
_PAIRED = (
    "All actions of a row were played on the same deals, so that luck cancels in their difference. "
    "Rows are independent of each other."
)
_WEIGHTED = (
    "Hands are weighted by how often they are dealt and asked: deals of the class, times the share "
    "of the deals in which the passes before the seat would have been heard."
)
_AVERAGED = (
    "An average over all hands with a holding hides that some of them gain and some lose: side "
    "aces, voids and the upcard matter too. 'euchre lookup' and 'euchre advise' answer for one "
    "hand."
)
_BEST = (
    "The best action of a hand is chosen by the same deals that say what it brings, so that its "
    "points are told a little too large, the more so the fewer the deals."
)
_SELECTED = (
    "A run counts what the strategies did. Hands that are called are better than hands that are "
    "passed, so a call's points less a pass's are not what the call is worth: 'euchre table build' "
    "plays both on the same deals."
)
_POSITIONS = (
    "Positions count from the dealer's left: 1 speaks first, the last one deals, and 2 of four is "
    "the dealer's partner."
)
_POINTS = "Points are the own side's less the other side's in the deal, whoever called."
_RUN_NOTES = (_INTERVALS, _SELECTED, _POINTS, _POSITIONS)
_TABLE_NOTES = (_INTERVALS, _PAIRED, _WEIGHTED, _AVERAGED, _BEST, _POINTS, _POSITIONS)


def open_report(path: str | os.PathLike[str], title: str | None = None) -> Report:
    """Read a run's folder or a call table and find out what it tells.

    Parameters
    ----------
    path
        A folder of ``euchre simulate --out`` or a file of ``euchre table build``.
    title
        The head line, if another one is wanted.

    Raises
    ------
    OutputProblem
        If it is neither, is damaged or holds nothing.
    """
    place = Path(path)
    if not place.exists():
        raise OutputProblem(f"there is no run and no call table {place}")
    return _of_run(place, title) if place.is_dir() else _of_table(place, title)


def find_figure(report: Report, name: str) -> Figure:
    """Return a report's figure by its name.

    Raises
    ------
    OutputProblem
        If there is nothing to draw in it.
    """
    figure = next(one for one in report.figures if one.name == name)
    if figure.missing:
        raise OutputProblem(f"the chart {name} cannot be drawn: {figure.missing}")
    return figure


# --- runs ----------------------------------------------------------------------------------------


def _of_run(folder: Path, title: str | None) -> Report:
    of = read_provenance(folder)
    numbers = RunNumbers(
        of.rules,
        _columns(folder / SUMMARY_FILE),
        _columns(folder / HANDS_FILE, RunNumbers.HANDS_COLUMNS),
    )
    if not numbers.turns():
        raise OutputProblem(f"there is nothing to report: no seat of {folder} had to call")
    return Report(
        title=title or "Who calls what, and what comes of it",
        about=f"{count(of.hands)} hands of Euchre, played by {_players(of.strategies)}"
        + (" (partial: the run was ended early)" if of.is_partial else ""),
        answer=run_answer(numbers),
        glance=run_glance(numbers),
        glance_says="Fewest trumps, before the upcard is taken, with which a seat ordered more "
        "often than not in round 1, and how often it did",
        figures=run_figures(numbers),
        facts=_run_facts(of),
        notes=_RUN_NOTES,
    )


def _columns(path: Path, names: tuple[str, ...] | None = None) -> pa.Table:
    try:
        with pq.ParquetFile(path) as file:
            found: pa.Table = file.read(columns=None if names is None else list(names))
        found = found if names is None else found.select(list(names))  # it says which is missing
    except FileNotFoundError:
        raise OutputProblem(f"{path.parent} holds no results: {path.name} is missing") from None
    except (OSError, pa.ArrowException, KeyError) as error:
        raise OutputProblem(f"the results in {path.parent} cannot be read: {error}") from None
    return found


def _run_facts(of: Provenance) -> tuple[Fact, ...]:
    last = of.first_hand + of.hands - 1
    partial = f", of {of.requested:,} asked for" if of.is_partial else ""
    command = f"euchre simulate --hands {of.hands} --seed {of.seed}"
    if of.first_hand:
        command += f" --first-hand {of.first_hand}"
    return (
        Fact("Hands", f"{of.hands:,}: {of.first_hand:,} to {last:,} of seed {of.seed}{partial}"),
        *_common_facts(of),
        Fact("Command", f"{command}{_options(of)} --out run", is_code=True),
    )


# --- call tables ---------------------------------------------------------------------------------


def _of_table(path: Path, title: str | None) -> Report:
    table = CallTable.open(path)
    of = table.provenance
    if not pq.read_metadata(path).num_rows:
        raise OutputProblem(f"the call table {path} has no rows")
    found = TableFindings(TableNumbers(table.rows(columns=TABLE_COLUMNS)), of)
    return Report(
        title=title or f"Who should call with what in round {of.round}",
        about=f"Every hand weighed for {_seats(of)}, {_deals(of)}, played by "
        f"{_players(of.strategies)}",
        answer=table_answer(found),
        glance=table_glance(found),
        glance_says="Fewest trumps with which calling, alone or not, gains over passing on average "
        "over the hands that have them, and what it gains in points a deal",
        figures=table_figures(found),
        facts=_table_facts(of),
        notes=_TABLE_NOTES,
    )


def _seats(of: CallProvenance) -> str:
    if len(of.positions) == of.rules.players:
        return "every seat"
    return "position " + listed(position_label(one, of.rules) for one in of.positions)


def _deals(of: CallProvenance) -> str:
    if of.until_se is None:
        return f"{count(of.deals)} deals after every action"
    return f"deals after every action until a standard error of {of.until_se:g} points"


def _table_facts(of: CallProvenance) -> tuple[Fact, ...]:
    command = f"euchre table build --round {of.round} --deals {of.deals} --seed {of.seed}"
    if of.until_se is not None:
        command += f" --until-se {of.until_se:g}"
    if len(of.positions) < of.rules.players:
        command += f" --position {','.join(map(str, of.positions))}"
    ranks = len(RANKS) - RANKS.index(str(of.rules.low_rank)) + of.rules.joker
    if len(of.upcards) < ranks:
        command += f" --upcard {','.join(of.upcards)}"
    if of.all_discards:
        command += " --all-discards"
    return (
        Fact("Deals", f"{_deals(of)}, seed {of.seed}"),
        Fact("Upcards", " ".join(of.upcards)),
        *_common_facts(of),
        Fact("Command", f"{command}{_options(of)} --out table.parquet", is_code=True),
    )


# --- what both rest on ---------------------------------------------------------------------------


def _players(strategies: tuple[dict[str, Any], ...]) -> str:
    names = [f"{one['name']} v{one['version']}" for one in strategies]
    return names[0] if len(set(map(_label, strategies))) == 1 else listed(names)


def _label(strategy: dict[str, Any]) -> str:
    """Write a strategy as ``--strategy`` takes it."""
    is_default = strategy["name"] == DEFAULT_STRATEGY["name"]
    usual = DEFAULT_STRATEGY["parameters"] if is_default else {}
    given = strategy["parameters"].items()
    changed = (f"{name}={value}" for name, value in given if value != usual.get(name, 0))
    return ":".join([strategy["name"], *changed])


def _settings(rules: HouseRules) -> list[str]:
    return [f"{name}={value_text(value)}" for name, value in rules.differences().items()]


def _common_facts(of: Provenance | CallProvenance) -> tuple[Fact, ...]:
    changed = ", ".join(_settings(of.rules))
    rules = f"the standard game with {changed}" if changed else "the standard game"
    labels = [f"{_label(one)} v{one['version']}" for one in of.strategies]
    same = len(set(labels)) == 1
    players = f"{labels[0]} in every seat" if same else f"by position {', '.join(labels)}"
    return (
        Fact("Rules", f"{rules} (digest {of.rules.digest()})"),
        Fact("Strategies", players),
        Fact("Program", f"euchre-sim {of.version}"),
    )


def _options(of: Provenance | CallProvenance) -> str:
    labels = [_label(one) for one in of.strategies]
    players = labels[:1] if len(set(labels)) == 1 else labels
    settings = "".join(f" --set {shlex.quote(one)}" for one in _settings(of.rules))
    return f" --strategy {shlex.quote(','.join(players))}{settings}"

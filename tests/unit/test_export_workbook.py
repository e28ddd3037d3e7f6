"""The workbook has the table's numbers as numbers, and a spreadsheet program agrees."""

import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from openpyxl import load_workbook

from euchre_sim.storage.exports import workbook
from euchre_sim.storage.exports.export import export
from euchre_sim.storage.exports.rows import Query
from euchre_sim.storage.exports.text import CsvForm
from tests.exported import CALLED, STRATEGY, call_rows, write_calls, write_run

HEAD, FIRST = 2, 3  # rows, counted from 1
# Formulas are worked out anew when the file is opened.
ALWAYS_RECALCULATE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return write_run(tmp_path_factory.mktemp("run"))


@pytest.fixture(scope="module")
def calls(tmp_path_factory):
    return write_calls(tmp_path_factory.mktemp("calls") / "calls.parquet")


@pytest.fixture(scope="module")
def jacks(run, tmp_path_factory):
    """A workbook of the run's rows with a jack turned up."""
    target = tmp_path_factory.mktemp("book") / "jacks.xlsx"
    export(run, target, "xlsx", query=Query(upcard=("J",)))
    return target


@pytest.fixture(scope="module")
def book(jacks):
    return load_workbook(jacks)


def stored(run, name="hands"):
    return pq.read_table(run / f"{name}.parquet").to_pylist()


def jacks_of(run):
    return [row for row in stored(run) if row["upcard"] == "J"]


def same(one, other):
    if isinstance(one, float) or isinstance(other, float):
        return other == pytest.approx(one, rel=1e-15)  # sheets have 16 digits
    return one == other


def assert_same_rows(found, wanted):
    assert len(found) == len(wanted)
    for one, other in zip(found, wanted, strict=True):
        assert list(one) == list(other)
        assert all(same(one[name], other[name]) for name in one)


def sheet_rows(sheet):
    names = [cell.value for cell in sheet[HEAD]]
    rows = sheet.iter_rows(min_row=FIRST, values_only=True)
    return [dict(zip(names, row, strict=True)) for row in rows]


def test_every_value_of_the_table_is_in_the_sheet_of_its_round_and_position(run, book):
    wanted = jacks_of(run)
    places = sorted({(row["round"], row["position"]) for row in wanted})
    names = [f"Round {number} seat {seat}" for number, seat in places]
    assert book.sheetnames == ["About", "Overview", "Summary", *names]
    for (number, seat), name in zip(places, names, strict=True):
        here = [row for row in wanted if (row["round"], row["position"]) == (number, seat)]
        assert_same_rows(sheet_rows(book[name]), here)
    assert_same_rows(sheet_rows(book["Summary"]), stored(run, "summary"))


def test_numbers_are_numbers_in_the_form_of_their_unit(book):
    sheet = book["Round 1 seat 4"]
    names = [cell.value for cell in sheet[HEAD]]
    forms = {
        name: {row[i].number_format for row in sheet.iter_rows(min_row=FIRST) if row[i].value}
        for i, name in enumerate(names)
    }
    assert forms["share"] == forms["win_rate"] == forms["euchre_rate"] == {"0.0%"}
    assert forms["points_mean"] == {"+0.000;-0.000;0.000"}
    assert forms["n"] == {"#,##0"}


def test_heads_stay_and_filter_and_cells_are_coloured(book):
    sheet = book["Round 1 seat 4"]
    assert sheet.freeze_panes == "C3"
    last = sheet.cell(sheet.max_row, sheet.max_column).coordinate
    assert sheet.auto_filter.ref == f"A{HEAD}:{last}"
    coloured = {
        sheet[f"{area.sqref}".split(":")[0][:-1] + str(HEAD)].value
        for area in sheet.conditional_formatting
    }
    assert coloured == {"points_mean", "win_rate", "euchre_rate"}
    assert sheet.column_dimensions["A"].width > 20


def test_sums_above_the_heads_follow_the_filter(run, jacks, book):
    shown = load_workbook(jacks, data_only=True)["Round 1 seat 4"]
    formulas = book["Round 1 seat 4"]
    here = [row for row in jacks_of(run) if (row["round"], row["position"]) == (1, 4)]
    names = [cell.value for cell in shown[HEAD]]
    assert shown.cell(1, 1).value == f"{len(here)} rows"
    for name in ("n", "made", "march", "lone_sweep", "euchred", "points"):
        column = names.index(name) + 1
        assert shown.cell(1, column).value == sum(row[name] for row in here)
        assert formulas.cell(1, column).value.startswith("=SUBTOTAL(109,")
    mean = shown.cell(1, names.index("points_mean") + 1).value
    points, n = (sum(row[name] for row in here) for name in ("points", "n"))
    assert mean == pytest.approx(points / n)


def test_overview_of_a_run_against_a_recount(run, book):
    sheet = book["Overview"]
    heads = [cell.value for cell in sheet[3]]
    for cells in sheet.iter_rows(min_row=4, max_row=7, values_only=True):
        found = dict(zip(heads, cells, strict=True))
        place = tuple(map(int, re.findall(r"\d", found["turn"])))
        here = [row for row in jacks_of(run) if (row["round"], row["position"]) == place]
        called = [row for row in here if row["action"] == "order"]
        turns, calls = (sum(row["n"] for row in rows) for rows in (here, called))
        assert (found["turns"], found["calls"]) == (turns, calls)
        assert found["called"] == pytest.approx(calls / turns)
        for name in ("made", "euchred"):
            share = sum(row[name] for row in called) / calls if calls else None
            assert same(share, found[name])
        passed = [row for row in here if row["action"] == "pass"]
        points, n = (sum(row[name] for row in passed) for name in ("points", "n"))
        assert same(points / n, found["points: pass"])
        lone = [row for row in here if row["alone"]]
        assert found["called alone"] == pytest.approx(sum(row["n"] for row in lone) / turns)


def test_overview_of_a_call_table_weighs_hands_by_how_often_they_come(calls, tmp_path):
    target = tmp_path / "calls.xlsx"
    export(calls, target, "xlsx")
    sheet = load_workbook(target)["Overview"]
    heads, first, last = ([cell.value for cell in sheet[k]] for k in (3, 4, 5))
    found = dict(zip(heads, first, strict=True))
    # Two hands of equal weight: -0.6 for a pass, 2.5 for a lone call; passing both -0.6 and -0.4.
    assert found["turn"] == "round 1, seat 1"
    assert (found["best: pass"], found["best: with partner"], found["best: alone"]) == (0.5, 0, 0.5)
    assert found["points: best action"] == pytest.approx((-0.6 + 2.5) / 2)
    assert found["points: pass"] == pytest.approx((-0.6 - 0.4) / 2)
    assert dict(zip(heads, last, strict=True))["gain over passing"] == pytest.approx(
        (0 + 3.1) / 2 - (0 - 0.3) / 2
    )


def test_overview_has_native_charts_of_its_cells(jacks):
    with zipfile.ZipFile(jacks) as parts:
        charts = [parts.read(n).decode() for n in parts.namelist() if "charts/chart" in n]
    assert len(charts) == 2
    assert all("<c:barChart>" in chart and "Overview!$" in chart for chart in charts)


def test_front_sheet_tells_rules_seed_and_meanings_and_runs_nothing(calls, tmp_path):
    target = tmp_path / "calls.xlsx"
    export(calls, target, "xlsx")
    sheet = load_workbook(target)["About"]
    cells = [row for row in sheet.iter_rows(values_only=True) if row[0]]
    found = {row[0]: row[1:] for row in cells}
    assert found["Rules"][0] == "standard with target_score=11"
    assert found["target_score"] == ("11", "standard: 10")
    assert found["Seed"][0] == "7"
    assert found["Strategies"][0] == f"{STRATEGY['name']} v1 in every seat"
    assert found["points_mean"] == ("points a deal", "points / n, to four decimals")
    assert {cell.data_type for row in sheet for cell in row if cell.value} == {"s"}


def test_same_export_is_the_same_bytes(jacks, run, tmp_path):
    export(run, tmp_path / "again.xlsx", "xlsx", query=Query(upcard=("J",)))
    assert (tmp_path / "again.xlsx").read_bytes() == jacks.read_bytes()


def test_more_rows_than_a_sheet_holds_go_on_in_the_next(calls, tmp_path, monkeypatch):
    monkeypatch.setattr(workbook, "MOST_ROWS", 4)
    export(calls, tmp_path / "split.xlsx", "xlsx")
    book = load_workbook(tmp_path / "split.xlsx", data_only=True)
    assert book.sheetnames[2:] == [f"Round 1 seat {k} ({i})" for k in (1, 4) for i in (1, 2)]
    rows = [row for name in book.sheetnames[2:] for row in sheet_rows(book[name])]
    wanted = sorted(call_rows(), key=lambda row: (row["position"], row["upcard"]))
    assert [row["points"] for row in rows] == [row["points"] for row in wanted]
    assert book["Round 1 seat 1 (1)"]["A1"].value == "4 rows"


def test_rows_that_go_to_the_disk_as_they_come_are_the_same(calls, tmp_path, monkeypatch):
    export(calls, tmp_path / "memory.xlsx", "xlsx")
    monkeypatch.setattr(workbook, "_CELLS_IN_MEMORY", 0)
    export(calls, tmp_path / "disk.xlsx", "xlsx")
    one, other = (load_workbook(tmp_path / f"{name}.xlsx") for name in ("memory", "disk"))
    for sheet in one:
        assert list(sheet.values) == list(other[sheet.title].values)


def test_pivot_is_one_sheet_with_a_column_a_seat_and_action(calls, tmp_path):
    export(calls, tmp_path / "pivot.xlsx", "xlsx", value="points_mean")
    book = load_workbook(tmp_path / "pivot.xlsx")
    assert book.sheetnames == ["About", "Rows"]
    first = sheet_rows(book["Rows"])[0]
    assert first["round 1 seat 4 order"] == -0.1
    assert len(first) == 2 + 2 * 3


# --- in LibreOffice ---


@pytest.fixture(scope="module")
def office(tmp_path_factory):
    """Converts a file with LibreOffice, in a profile of its own."""
    program = shutil.which("soffice")
    if program is None:
        pytest.skip("LibreOffice (soffice) is not installed")
    profile = tmp_path_factory.mktemp("profile")
    (profile / "user").mkdir()
    (profile / "user" / "registrymodifications.xcu").write_text(ALWAYS_RECALCULATE)
    out = tmp_path_factory.mktemp("converted")

    def convert(path, *options):
        done = subprocess.run(
            [
                program,
                f"-env:UserInstallation={profile.as_uri()}",
                *("--headless", *options, "--convert-to", "xlsx", "--outdir", str(out), str(path)),
            ],
            env={**os.environ, "HOME": str(profile)},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        converted = out / Path(path).with_suffix(".xlsx").name
        assert converted.exists(), done.stderr
        return load_workbook(converted, data_only=True)

    return convert


def test_libreoffice_opens_the_workbook_and_works_out_the_same(calls, tmp_path, office):
    target = tmp_path / "calls.xlsx"
    export(calls, target, "xlsx")
    shown, opened = load_workbook(target, data_only=True), office(target)
    assert opened.sheetnames == shown.sheetnames
    for sheet in shown:
        for row in sheet.iter_rows():
            for cell in row:
                assert same(cell.value, opened[sheet.title][cell.coordinate].value), cell
    assert opened["Round 1 seat 1"]["A1"].value == "6 rows"


def test_decimal_comma_opens_as_numbers_in_a_german_spreadsheet(calls, tmp_path, office):
    target = tmp_path / "german.csv"
    export(calls, target, "csv", csv=CsvForm(decimal=","))
    # Semicolons, double quotes, UTF-8, from line 1, German.
    opened = office(target, "--infilter=Text - txt - csv (StarCalc):59,34,76,1,,1031")
    head, *rows = opened.active.values
    for found, wanted in zip(rows, pq.read_table(calls).to_pylist(), strict=True):
        cells = dict(zip(head, found, strict=True))
        for name, value in wanted.items():
            text_of_digits = isinstance(value, str) and value.isdigit()
            assert same(int(value) if text_of_digits else value, cells[name]), name
    assert len(rows) == len(CALLED)


def test_a_summary_by_itself_makes_a_workbook(run, tmp_path):
    """Its rows about all deals have no position and no round."""
    export(run, tmp_path / "t.xlsx", "xlsx", what="summary")
    book = load_workbook(tmp_path / "t.xlsx")
    assert "About" in book.sheetnames

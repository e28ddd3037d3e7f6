"""Exported rows are the rows of the table, whatever the format."""

import csv
import io
import json
from collections import defaultdict
from dataclasses import replace
from html.parser import HTMLParser

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from euchre_sim.errors import InvalidNotation, OutputProblem
from euchre_sim.storage.calls.table import CallTable
from euchre_sim.storage.exports import html, rows
from euchre_sim.storage.exports.export import export
from euchre_sim.storage.exports.pivot import action_label
from euchre_sim.storage.exports.rows import Query
from euchre_sim.storage.exports.text import CsvForm
from tests.exported import CALLED, STRATEGY, write_calls, write_run


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return write_run(tmp_path_factory.mktemp("run"))


@pytest.fixture(scope="module")
def calls(tmp_path_factory):
    return write_calls(tmp_path_factory.mktemp("calls") / "calls.parquet")


def stored(run):
    return pq.read_table(run / "hands.parquet").to_pylist()


def text_of(place, form, **options):
    stream = io.StringIO()
    export(place, stream, form, **options)
    return stream.getvalue()


def rows_of(place, **query):
    lines = text_of(place, "jsonl", query=Query(**query)).splitlines()
    return [json.loads(line) for line in lines]


# --- which rows ---


def test_everything_by_default_in_the_order_of_the_file(run):
    assert rows_of(run) == stored(run)


@pytest.mark.parametrize(
    ("query", "fits"),
    [
        ({"upcard": ("T", "J")}, lambda row: row["upcard"] in ("T", "J")),
        ({"position": (4,), "round": (1,)}, lambda row: (row["position"], row["round"]) == (4, 1)),
        ({"action": ("order",)}, lambda row: row["action"] == "order"),
        ({"action": ("alone",)}, lambda row: row["alone"]),
        ({"action": ("pass", "alone")}, lambda row: row["action"] == "pass" or row["alone"]),
        ({"min_n": 2}, lambda row: row["n"] >= 2),
        (
            {"where": "n_trump >= 3 and not has_right", "upcard": ("K",)},
            lambda row: row["n_trump"] >= 3 and not row["has_right"] and row["upcard"] == "K",
        ),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, dict) else "",
)
def test_filters_leave_the_rows_that_fit(run, query, fits):
    wanted = [row for row in stored(run) if fits(row)]
    assert wanted
    assert rows_of(run, **query) == wanted


def test_rows_are_sorted_with_nothing_last_and_ranks_by_height(run):
    found = rows_of(run, sort=("upcard", "-points_mean"), columns=("upcard", "points_mean"))
    ranks = "9TJQKA"
    wanted = sorted(
        ((row["upcard"], row["points_mean"]) for row in stored(run)),
        key=lambda pair: (ranks.index(pair[0]), -pair[1]),
    )
    assert [(row["upcard"], row["points_mean"]) for row in found] == wanted


def test_first_rows_of_an_order_are_found_though_few_are_kept(run, monkeypatch):
    monkeypatch.setattr(rows, "_PENDING", 8)
    monkeypatch.setattr(rows, "BATCH", 16)
    best = sorted((row["points"] for row in stored(run)), reverse=True)[:5]
    assert [row["points"] for row in rows_of(run, sort=("-points",), limit=5)] == best
    assert rows_of(run, limit=5) == stored(run)[:5]


def test_columns_stand_as_they_are_asked_for(run):
    assert list(rows_of(run, columns=("n", "hand"), limit=1)[0]) == ["n", "hand"]


def test_rates_of_a_call_table_are_of_the_calls_played(calls):
    for row in rows_of(calls):
        if row["action"] == "pass":
            assert (row["win_rate"], row["euchre_rate"]) == (None, None)
        else:
            assert row["win_rate"] == row["made"] / row["n"]
            assert row["euchre_rate"] == row["euchred"] / row["n"]


def test_no_fitting_row_is_refused_with_what_was_asked(run):
    with pytest.raises(OutputProblem, match=r"no row of .* fits upcard T, min_n 99"):
        rows_of(run, upcard=("T",), min_n=99)


@pytest.mark.parametrize("query", [{"columns": ("n_trumps",)}, {"sort": ("-n_trumps",)}])
def test_unknown_column_is_refused_with_the_nearest_one(run, query):
    with pytest.raises(InvalidNotation, match=r"no column 'n_trumps'; did you mean n_trump\?"):
        rows_of(run, **query)


# --- formats ---


def numbers_from(text, sep, decimal):
    """Cells as a spreadsheet of that language reads them."""

    def read(cell):
        try:
            return float(cell.replace(decimal, ".")) if cell else None
        except ValueError:
            return cell

    return [[read(cell) for cell in row] for row in csv.reader(io.StringIO(text), delimiter=sep)]


@pytest.mark.parametrize(
    ("form", "options", "sep", "decimal"),
    [
        ("csv", {}, ",", "."),
        ("csv", {"csv": CsvForm(decimal=",")}, ";", ","),
        ("csv", {"csv": CsvForm(sep="|", decimal=",")}, "|", ","),
        ("csv", {"csv": CsvForm(sep=",", decimal=".", bom=True)}, ",", "."),
        ("tsv", {"csv": CsvForm(decimal=",")}, "\t", ","),
    ],
)
def test_csv_has_every_value_of_the_table(run, form, options, sep, decimal):
    text = text_of(run, form, **options)
    assert text.startswith("\ufeff") == (bool(options) and options["csv"].bom)
    head, *lines = numbers_from(text.removeprefix("\ufeff"), sep, decimal)
    wanted = stored(run)
    assert head == list(wanted[0])
    read = [[float(c) if isinstance(c, (int, float)) else c for c in r.values()] for r in wanted]
    read = [[float(cell) if cell in ("9",) else cell for cell in row] for row in read]
    assert lines == read


def test_decimal_comma_is_in_numbers_alone(run):
    text = text_of(run, "csv", csv=CsvForm(decimal=","), query=Query(columns=("hand", "share")))
    for line in text.splitlines()[1:]:
        hand, share = line.split(";")
        assert "," not in hand
        assert "." not in share


def test_text_that_a_spreadsheet_would_run_is_kept_from_it(run, tmp_path):
    table = pq.read_table(run / "hands.parquet").slice(0, 5)
    texts = ["=1+1", "+1", "-1", "@x", 'a;"b"']
    at = table.schema.get_field_index("hand")
    changed = table.set_column(at, table.schema.field(at), pa.array(texts).dictionary_encode())
    pq.write_table(changed, tmp_path / "odd.parquet")
    query = Query(columns=("hand", "points"))
    text = text_of(tmp_path / "odd.parquet", "csv", csv=CsvForm(sep=";"), query=query)
    rows = list(csv.reader(io.StringIO(text), delimiter=";"))[1:]
    assert [row[0] for row in rows] == ["'=1+1", "'+1", "'-1", "'@x", 'a;"b"']
    assert any(int(row[1]) < 0 for row in rows)  # a number may be negative


def test_file_beside_csv_says_what_it_rests_on(run, tmp_path):
    target = tmp_path / "stats.csv"
    done = export(run, target, "csv", csv=CsvForm(decimal=","), query=Query(upcard=("T",)))
    assert done.files == (target, tmp_path / "stats.csv-metadata.json")
    facts = json.loads(done.files[1].read_text())
    assert (facts["url"], facts["dialect"]["delimiter"]) == ("stats.csv", ";")
    columns = facts["tableSchema"]["columns"]
    assert [one["titles"] for one in columns] == list(stored(run)[0])
    (note,) = facts["notes"]
    assert note["seed"] == 3
    assert note["asked"] == {"upcard": ["T"]}
    assert note["rows"] == done.rows == len(target.read_text().splitlines()) - 1


def test_json_has_rows_and_what_they_rest_on(calls):
    found = json.loads(text_of(calls, "json"))
    assert len(found["data"]) == found["rows"] == len(CALLED)
    assert found["rules"]["target_score"] == 11
    assert found["strategies"] == [STRATEGY] * 4
    assert (found["seed"], found["deals"], found["partial"]) == (7, 16, False)
    assert {one["name"] for one in found["columns"]} == set(found["data"][0])
    assert all(one["description"] for one in found["columns"])


class Cells(HTMLParser):
    """The cells of the last table of a page, and what is wrong with it."""

    def __init__(self, text):
        super().__init__()
        self.tables, self.scopes, self.scripts, self.captions = [], [], 0, 0
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
            self.scopes += [dict(attrs).get("scope")] if tag == "th" else []
        self.captions += tag == "caption"
        self.scripts += tag in ("script", "link", "img")

    def handle_data(self, data):
        if self.tables and self.tables[-1] and self.tables[-1][-1] and data.strip():
            self.tables[-1][-1][-1] += data


def test_page_has_every_row_and_tells_heads_from_cells(calls):
    text = text_of(calls, "html", query=Query(columns=("upcard", "hand", "points_mean", "best")))
    page = Cells(text)
    head, *rows = page.tables[-1]
    assert head == ["upcard", "hand", "points_mean", "best"]
    wanted = rows_of(calls)
    assert rows == [
        [
            row["upcard"],
            row["hand"],
            f"{row['points_mean']:+.3f}",
            "yes" if row["best"] else "no",
        ]
        for row in wanted
    ]
    assert None not in page.scopes
    assert (page.scripts, page.captions) == (0, 1)
    assert "color-scheme: light dark" in text
    assert "=HYPERLINK(&quot;http://example.org&quot;)" in text


def test_page_of_more_rows_than_a_browser_shows_is_refused(run, monkeypatch):
    monkeypatch.setattr(html, "MOST_ROWS", 10)
    with pytest.raises(OutputProblem, match=r"more than a browser shows .*write csv"):
        text_of(run, "html")


def test_parquet_keeps_types_meanings_and_provenance(run, tmp_path):
    query = Query(where="has_right", upcard=("A",))
    export(run, tmp_path / "part.parquet", "parquet", query=query)
    part, whole = pq.read_table(tmp_path / "part.parquet"), pq.read_table(run / "hands.parquet")
    assert part.schema.remove_metadata().equals(whole.schema.remove_metadata())
    assert part.schema.field("n").metadata == whole.schema.field("n").metadata
    added = dict(part.schema.metadata)
    assert json.loads(added.pop(b"euchre_sim.export")) == {"where": "has_right", "upcard": ["A"]}
    assert added == whole.schema.metadata
    assert part.to_pylist() == [
        row for row in whole.to_pylist() if row["has_right"] and row["upcard"] == "A"
    ]
    again = rows_of(tmp_path / "part.parquet")  # an export is a table too
    assert again == part.to_pylist()


def test_some_places_of_a_call_table_are_a_call_table(calls, tmp_path):
    export(calls, tmp_path / "t.parquet", "parquet", query=Query(position=(4,), upcard=("T",)))
    table = CallTable.open(tmp_path / "t.parquet")
    whole = CallTable.open(calls).provenance
    assert table.provenance == replace(whole, positions=(4,), upcards=("T",))
    assert [row["points"] for row in table.rows().to_pylist()] == [-3, 16, 31]


@pytest.mark.parametrize(
    "query", [Query(where="has_right"), Query(action=("order",)), Query(min_n=2), Query(limit=3)]
)
def test_a_call_table_with_hands_or_actions_left_out_is_none(calls, tmp_path, query):
    """Who looked a hand up in it would be told what is best of what was left."""
    export(calls, tmp_path / "t.parquet", "parquet", query=query)
    with pytest.raises(OutputProblem, match="leaves something out"):
        CallTable.open(tmp_path / "t.parquet")


def test_a_call_table_that_was_written_anew_is_refused(calls, tmp_path):
    pq.write_table(pq.read_table(calls), tmp_path / "t.parquet")
    with pytest.raises(OutputProblem, match="written anew by another program"):
        CallTable.open(tmp_path / "t.parquet").rows(upcard="9", position=1)
    pq.write_table(pq.read_table(calls).drop_columns(["n"]), tmp_path / "t.parquet")
    with pytest.raises(OutputProblem, match="its column n is missing"):
        CallTable.open(tmp_path / "t.parquet")


def test_hands_without_deals_have_no_rates(calls, tmp_path):
    rows = pq.read_table(calls)
    n = pa.array([0] * 3 + [10] * (rows.num_rows - 3), rows.schema.field("n").type)
    place = rows.schema.names.index("n")
    none = rows.set_column(place, rows.schema.field("n"), n)
    pq.write_table(none, tmp_path / "t.parquet", row_group_size=3)
    found = json.loads(text_of(tmp_path / "t.parquet", "json"))["data"]
    assert [row["win_rate"] is None for row in found[:3]] == [True] * 3
    assert found[4]["win_rate"] == found[4]["made"] / 10


def test_some_columns_of_a_call_table_are_none(calls, tmp_path):
    query = Query(columns=("hand", "points"))
    export(calls, tmp_path / "t.parquet", "parquet", query=query)
    with pytest.raises(OutputProblem, match="leaves something out"):
        CallTable.open(tmp_path / "t.parquet")


# --- pivot ---


def test_pivot_of_a_run_against_a_recount(run):
    found = json.loads(text_of(run, "json", value="n", query=Query(min_n=2)))["data"]
    wanted = defaultdict(dict)
    for row in stored(run):
        if row["n"] >= 2:
            label = action_label(row["action"], row["suit"], row["relation"], row["alone"])
            seat = f"round {row['round']} seat {row['position']} {label}"
            wanted[row["upcard"], row["hand"]][seat] = row["n"]
    cells = {
        (row.pop("upcard"), row.pop("hand")): {k: v for k, v in row.items() if v is not None}
        for row in found
    }
    assert cells == wanted


def test_pivot_goes_from_seat_to_seat_and_from_pass_to_alone(calls):
    text = text_of(calls, "csv", value="points_mean")
    actions = ("pass", "order", "order alone")
    assert text.splitlines() == [
        ",".join(
            ["upcard,hand", *(f"round 1 seat {k} {word}" for k in (1, 4) for word in actions)]
        ),
        "9,9s | Ah Kh Qd Jd,-0.6,-1.1,-1.4,0,-0.1,-1",
        "9,Js Jc As | Ah Kh,-0.4,1.4,2.5,,,",
        "T,Js Jc As | Ah Kh,,,,-0.3,1.6,3.1",
    ]


def test_pivot_of_the_best_action(calls):
    names = text_of(calls, "csv", value="best_action").splitlines()
    assert names[1:] == [
        "9,9s | Ah Kh Qd Jd,pass,pass",
        "9,Js Jc As | Ah Kh,order alone,",
        "T,Js Jc As | Ah Kh,,order alone",
    ]
    query = Query(sort=("-round 1 seat 1",), limit=1)
    (_, most) = text_of(calls, "csv", value="best", query=query).splitlines()
    assert most == "9,Js Jc As | Ah Kh,2.5,"


def test_what_is_best_is_not_asked_of_a_run(run):
    with pytest.raises(OutputProblem, match="known of a call table"):
        text_of(run, "csv", value="best")


def test_pivot_of_a_text_is_refused(run):
    with pytest.raises(InvalidNotation, match="'relation' is no value of a pivot"):
        text_of(run, "csv", value="relation")


@pytest.mark.parametrize(
    ("action", "label"),
    [
        (("pass", None, None, False), "pass"),
        (("order", "s", "turned", True), "order alone"),
        (("order", "d", "named", False), "order d"),
        (("call", "c", "next", False), "call c"),
        (("call", None, "no_trump", True), "call no trump alone"),
    ],
)
def test_actions_are_named(action, label):
    assert action_label(*action) == label

"""What people see of ``euchre report`` and ``euchre plot``."""

import struct

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from euchre_sim.analysis.simulate import simulate
from euchre_sim.report.figure import CHARTS
from euchre_sim.storage.calls.schema import CALLS
from euchre_sim.storage.calls.table import CallTable, write_call_table
from euchre_sim.strategies import registry
from tests.cli.run import run, run_python
from tests.report.tables import write_table


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with a run and a call table."""
    folder = tmp_path_factory.mktemp("reports")
    simulate(2000, [registry.default()], seed=1, by_class=True).write(folder / "run", force=True)
    write_table(folder / "table.parquet", 1, step=6000)
    return folder


@pytest.fixture(autouse=True)
def _there(place, monkeypatch):
    monkeypatch.chdir(place)


def test_report_prints_what_it_found_and_writes_the_page(capsys, place):
    done = run(capsys, "report", "run", "--to", "page.html", "--title", "Thursday's table")
    assert (done.status, done.err) == (0, "wrote page.html\n")
    assert done.out.startswith("In round 1 the dealer calls most often: in ")
    text = (place / "page.html").read_text(encoding="utf-8")
    assert "<h1>Thursday&#x27;s table</h1>" in text
    assert "euchre simulate --hands 2000 --seed 1 --strategy basic --out run" in text
    assert not [one.name for one in place.iterdir() if one.name.endswith(".tmp")]


def test_a_file_that_is_there_is_kept_without_force(capsys, place):
    (place / "mine.html").write_text("mine")
    done = run(capsys, "report", "run", "--to", "mine.html")
    assert done.status == 1
    assert done.err == (
        "euchre: mine.html is there already; choose another name, or --force replaces it\n"
    )
    assert (place / "mine.html").read_text() == "mine"
    done = run(capsys, "plot", "table.parquet", "--chart", "calls", "--to", "c.svg")
    assert done.status == 0
    before = (place / "c.svg").read_bytes()
    again = ("plot", "table.parquet", "--chart", "calls", "--to", "c.svg")
    assert run(capsys, *again).status == 1
    assert run(capsys, *again, "--force", "-q").err == ""
    assert (place / "c.svg").read_bytes() == before


def test_plot_draws_png_and_svg(capsys, place):
    assert run(capsys, "plot", "run", "--chart", "euchres", "--to", "e.png").status == 0
    head = (place / "e.png").read_bytes()[:24]
    assert head.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", head[16:24])
    assert width > 1000
    assert height > 300
    done = run(capsys, "plot", "table.parquet", "--chart", "strength", "--to", "s.svg")
    assert done.out.startswith("What it gains to order rather than pass. ")
    assert "What it gains to order rather than pass" in (place / "s.svg").read_text()


def test_plot_lists_its_charts(capsys):
    done = run(capsys, "plot", "table.parquet", "--list")
    names = [line.split()[0] for line in done.out.splitlines()[3:] if line.strip()]
    assert names == list(CHARTS)
    assert "one built with --round 2 tells next from crossing" in done.out


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (("report", "nowhere", "--to", "a.html"), 1, "there is no run and no call table nowhere"),
        (("report", ".", "--to", "a.html"), 1, ". holds no results: hands.parquet is missing"),
        (
            ("report", "run/hands.parquet", "--to", "a.html"),
            1,
            "run/hands.parquet is no call table: 'euchre table build' makes one",
        ),
        (("report", "run", "--to", "no/a.html"), 1, "cannot write no/a.html: No such file"),
        (("report", "run", "--to", "run"), 2, "a report is a page of HTML, so name it NAME.html"),
        (("plot", "run", "--chart", "call", "--to", "a.png"), 2, "there is no chart 'call'"),
        (("plot", "run", "--chart", "calls", "--to", "a.pdf"), 2, "drawn as NAME.png or NAME.svg"),
        (("plot", "run", "--chart", "calls"), 2, "--chart NAME --to FILE, or --list"),
        (("plot", "run", "--list", "--chart", "calls"), 2, "--list draws nothing"),
        (
            ("plot", "table.parquet", "--chart", "next", "--to", "a.png"),
            1,
            "the chart next cannot be drawn: This is a table of round 1",
        ),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(capsys, place, arguments, status, told):
    done = run(capsys, *arguments)
    assert done.status == status
    assert told in done.err
    assert "Traceback" not in done.err
    assert not any((place / f"a.{kind}").exists() for kind in ("html", "png", "pdf"))


def test_an_empty_table_is_told(capsys, place):
    table = CallTable.open(place / "table.parquet")
    empty = pa.Table.from_pylist([], schema=CALLS)
    write_call_table(place / "empty.parquet", CALLS, table.provenance, [empty])
    done = run(capsys, "report", "empty.parquet", "--to", "e.html")
    assert done.err == "euchre: the call table empty.parquet has no rows\n"


def test_a_damaged_run_is_told(capsys, place):
    (place / "half").mkdir()
    for name in ("summary.parquet", "hands.parquet"):
        (place / "half" / name).write_bytes((place / "run" / name).read_bytes())
    whole = pq.read_table(place / "run" / "hands.parquet")
    pq.write_table(whole.select(["hand", "n"]), place / "half" / "hands.parquet")
    done = run(capsys, "report", "half", "--to", "h.html")
    assert done.status == 1
    assert done.err.startswith("euchre: the results in half cannot be read: ")
    assert done.err.count("\n") == 1


def test_reports_load_neither_numba_nor_pandas(place):
    code = (
        "import sys; from euchre_cli.main import main;"
        "main(['plot', 'table.parquet', '--chart', 'calls', '--to', 'x.svg', '--force', '-q']);"
        "print({'numba', 'pandas'} & set(sys.modules))"
    )
    assert run_python(code).out.endswith("set()\n")

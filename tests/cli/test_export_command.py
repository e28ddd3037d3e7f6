"""``euchre export``: files, formats and refusals."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tests.cli.run import run, run_python
from tests.exported import CALLED, write_calls, write_run


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_run(tmp_path_factory.mktemp("run"))


@pytest.fixture(scope="module")
def calls(tmp_path_factory):
    return write_calls(tmp_path_factory.mktemp("calls") / "calls.parquet")


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "options", "start"),
    [
        ("stats.xlsx", (), b"PK"),
        ("stats.parquet", (), b"PAR1"),
        ("stats.csv", (), b"hand,upcard,"),
        ("stats.CSV", ("--decimal", ","), b"hand;upcard;"),
        ("stats.csv", ("--sep", "tab"), b"hand\tupcard\t"),
        ("stats.tsv", ("--bom",), b"\xef\xbb\xbfhand\tupcard\t"),
        ("stats.json", (), b"{\n"),
        ("stats.jsonl", (), b'{"hand": '),
        ("stats.html", (), b"<!DOCTYPE html>"),
        ("stats.txt", ("--format", "csv"), b"hand,upcard,"),
    ],
)
def test_file_is_in_the_format_of_its_name(capsys, here, calls, name, options, start):
    result = run(capsys, "export", str(calls), "--to", name, *options)
    assert (result.status, result.out) == (0, "")
    assert result.err.startswith(f"wrote {len(CALLED)} rows to {name}")
    assert (here / name).read_bytes().startswith(start)
    named = result.err.strip().removeprefix(f"wrote {len(CALLED)} rows to ").split(" and ")
    assert {path.name for path in here.iterdir()} == set(named)


def test_text_goes_to_stdout(capsys, calls):
    result = run(capsys, "export", str(calls), "--to", "-", "--format", "jsonl", "--limit", "2")
    assert [json.loads(line)["points"] for line in result.out.splitlines()] == [-6, -11]
    assert result.err == ""


def test_filters_and_order_of_the_command_line(capsys, calls):
    words = ["--upcard", "10,9", "--position", "dealer", "--round", "1", "--action", "order"]
    words += ["--action", "pass", "--min-n", "10", "--where", "not alone", "--sort", "-points"]
    words += ["--columns", "upcard,points", "--limit", "2", "--to", "-", "--format", "csv"]
    result = run(capsys, "export", str(calls), *words)
    assert result.out.splitlines() == ["upcard,points", "T,16", "9,0"]


def test_summary_of_a_run(capsys, folder):
    words = ["--what", "summary", "--to", "-", "--format", "jsonl"]
    result = run(capsys, "export", str(folder), *words)
    stored = pq.read_table(folder / "summary.parquet").to_pylist()
    assert [json.loads(line) for line in result.out.splitlines()] == stored


def test_nothing_is_overwritten_without_force(capsys, here, calls):
    (here / "stats.csv-metadata.json").write_text("mine")
    words = ["export", str(calls), "--to", "stats.csv"]
    result = run(capsys, *words)
    why = "is there already; choose another name, or --force replaces it"
    assert (result.status, result.err) == (1, f"euchre: stats.csv-metadata.json {why}\n")
    assert [path.name for path in here.iterdir()] == ["stats.csv-metadata.json"]
    assert run(capsys, *words, "--force", "-q") == (0, "", "")
    assert (here / "stats.csv-metadata.json").read_text() != "mine"


def test_what_is_read_is_not_written_over(capsys, calls):
    before = calls.read_bytes()
    result = run(capsys, "export", str(calls), "--to", str(calls), "--limit", "1", "--force")
    assert result.status == 1
    assert "is what is exported" in result.err
    assert calls.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "status", "why"),
    [
        (["--to", "stats.xls"], 2, ".xls is no format; did you mean xlsx?"),
        (["--to", "stats"], 2, "the name has no format at its end; formats are xlsx, csv"),
        (["--to", "-"], 2, "--to - needs the format"),
        (["--to", "-", "--format", "xlsx"], 2, "xlsx is no text: write it to a file"),
        (["--to", "a.xlsx", "--decimal", ","], 2, "--decimal and --bom are for csv and tsv"),
        (["--to", "a.tsv", "--sep", ";"], 2, "--sep is for csv"),
        (["--to", "a.csv", "--sep", "ab"], 2, "--sep 'ab' cannot part cells"),
        (["--to", "a.csv", "--sep", ",", "--decimal", ","], 2, "are both ','"),
        (["--to", "a.csv", "--value", "n"], 2, "add --pivot"),
        (["--to", "a.csv", "--upcard", "X"], 2, "'X' is no rank; the ranks are"),
        (["--to", "a.csv", "--position", "5"], 3, "seats are 1 (left of the dealer) to 4"),
        (["--to", "a.csv", "--columns", "hands"], 3, "no column 'hands'; did you mean hand?"),
        (["--to", "a.csv", "--where", "n_trump >"], 3, "filter"),
        (["--to", "a.csv", "--upcard", "K"], 1, "fits upcard K"),
        (["--to", "no/a.csv"], 1, "cannot write no/a.csv: No such file or directory"),
        (["--to", "."], 2, "the name has no format"),
        (["--to", ".", "--format", "csv"], 1, ". is a folder; name a file in it"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_one_sentence_says_what_is_wrong(capsys, here, calls, words, status, why):
    result = run(capsys, "export", str(calls), *words)
    assert (result.status, result.out) == (status, "")
    assert why in result.err
    assert len(result.err.strip().splitlines()) == (4 if status == 2 else 1)
    assert list(here.iterdir()) == []


def test_what_is_no_table_is_refused(capsys, here, folder):
    import pyarrow as pa

    pq.write_table(pa.table({"hand": ["x"]}), here / "other.parquet")
    (here / "half.parquet").write_bytes((folder / "hands.parquet").read_bytes()[:5000])
    (here / "text.parquet").write_text("PAR?")
    for place, why in [
        ("none", "there is no none"),
        (".", "is no folder of a run: hands.parquet is missing in it"),
        ("other.parquet", "is no table of a run"),
        ("half.parquet", "is damaged or no Parquet file"),
        ("text.parquet", "is damaged or no Parquet file"),
    ]:
        result = run(capsys, "export", place, "--to", "a.csv")
        assert (result.status, result.out) == (1, "")
        assert why in result.err
        assert len(result.err.splitlines()) == 1
    assert not (here / "a.csv").exists()


def test_damage_within_the_rows_leaves_no_file(capsys, here, folder):
    content = bytearray((folder / "hands.parquet").read_bytes())
    content[4:20_000] = bytes(19_996)  # the end, where the columns are listed, is whole
    (here / "hurt.parquet").write_bytes(content)
    for form in ("csv", "xlsx", "parquet"):
        result = run(capsys, "export", "hurt.parquet", "--to", f"a.{form}")
        assert result.status == 1
        assert len(result.err.splitlines()) == 1
    assert [path.name for path in here.iterdir()] == ["hurt.parquet"]


LITTLE_SPACE = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
from euchre_cli.main import main
for form in ("xlsx", "csv", "json", "html", "parquet"):
    print(main(["export", sys.argv[1], "--to", f"a.{form}"]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="file sizes are not limited so")
def test_full_disk_is_told_and_leaves_no_half_a_file(here, folder):
    done = subprocess.run(
        [sys.executable, "-c", LITTLE_SPACE, str(folder)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TMPDIR": str(here)},
    )
    assert done.stdout.split() == ["1"] * 5
    lines = done.stderr.splitlines()
    assert len(lines) == 5
    assert all("cannot write a." in line and "File too large" in line for line in lines)
    assert list(here.glob("*.*")) == []


def test_loads_neither_numba_nor_pandas_and_leaves_pandas_usable(here, calls):
    code = (
        "import sys\nfrom euchre_cli.main import main\n"
        f"place = {str(calls)!r}\n"
        "for form in ('csv', 'json', 'html', 'parquet', 'xlsx'):\n"
        "    words = ['--where', 'has_right', '--sort', 'upcard']\n"
        "    assert main(['export', place, '--to', f'a.{form}', *words, '-q']) == 0\n"
        "    if form != 'xlsx':\n        assert 'xlsxwriter' not in sys.modules\n"
        "print(*(m for m in ('numba', 'llvmlite', 'pandas') if m in sys.modules))\n"
        "import pyarrow\nprint(len(pyarrow.table({'a': [1]}).to_pandas()))"
    )
    done = run_python(code)
    assert (done.status, done.out.split("\n")) == (0, ["", "1", ""]), done.err
    assert Path("a.xlsx").exists()

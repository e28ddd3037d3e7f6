"""A call table has the same bytes however it is built: threads, parts, a build that was killed."""

import subprocess
import sys
import time

import pyarrow as pa
import pytest

from euchre_sim.analysis import call_table_plan
from euchre_sim.analysis.call_table import CallTableBuild
from euchre_sim.errors import OutputProblem
from euchre_sim.storage.calls import parts
from euchre_sim.storage.calls.parts import CallParts
from euchre_sim.storage.calls.table import CallTable
from tests.cli.run import run

WANTED = {"seed": 8, "deals": 60, "upcards": ["Q"], "positions": [3]}
FLAGS = {"--seed": 8, "--deals": 60, "--upcard": "Q", "--position": 3, "--threads": 1}
COMMAND = ["table", "build", *(str(word) for flag in FLAGS.items() for word in flag), "--out"]


def build(path, **changes):
    return CallTableBuild.claim(path, **WANTED | changes)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = tmp_path_factory.mktemp("whole") / "t.parquet"
    build(path).run(threads=2)
    assert [one.name for one in path.parent.iterdir()] == ["t.parquet"]
    return path.read_bytes()


def test_the_cut_into_parts_does_not_show(whole, tmp_path, monkeypatch):
    monkeypatch.setattr(call_table_plan, "MOST_HANDS", 7001)
    build(tmp_path / "t.parquet").run(threads=1)
    assert (tmp_path / "t.parquet").read_bytes() == whole


def test_a_build_that_was_killed_goes_on_to_the_same_bytes(whole, tmp_path, capsys):
    path = tmp_path / "t.parquet"
    folder = CallParts(path).folder
    process = subprocess.Popen([sys.executable, "-m", "euchre_cli", *COMMAND, path])
    while not list(folder.glob("[0-9]*.parquet")) and process.poll() is None:
        time.sleep(0.01)
    process.kill()
    process.wait()
    assert not path.exists()
    assert list(folder.glob("[0-9]*.parquet"))
    result = run(capsys, *COMMAND, str(path))
    assert result.status == 0
    assert f"going on with {path}" in result.err
    assert "of 17,633 hands are done" in result.err
    assert path.read_bytes() == whole
    assert not folder.exists()


def test_nothing_done_is_lost_when_the_disk_is_full(whole, tmp_path, monkeypatch):
    path = tmp_path / "t.parquet"
    write, written = parts.pq.write_table, []

    def two_parts(table, place, **options):
        if len(written) == 2:
            raise OSError(28, "No space left on device")
        written.append(place)
        write(table, place, **options)

    monkeypatch.setattr(parts.pq, "write_table", two_parts)
    with pytest.raises(OutputProblem, match="No space left on device; nothing that is done is"):
        build(path).run(threads=1)
    monkeypatch.undo()
    again = build(path)
    assert len(again.done) == 2
    again.run(threads=2)
    assert path.read_bytes() == whole


def test_ctrl_c_says_how_to_go_on(tmp_path, capsys, monkeypatch):
    def interrupted(self, part):
        if part.number == 1:
            raise KeyboardInterrupt
        return {"class": pa.array([part.first])}

    monkeypatch.setattr(call_table_plan.Plan, "weigh", interrupted)
    result = run(capsys, *COMMAND, str(tmp_path / "t.parquet"))
    assert result.status == 130
    assert "the same command goes on from there" in result.err
    assert [one.name for one in CallParts(tmp_path / "t.parquet").folder.glob("[0-9]*")] == [
        "000000.parquet"
    ]


def test_a_damaged_part_is_named(tmp_path):
    path = tmp_path / "t.parquet"
    begun = build(path)
    (CallParts(path).folder / "000000.parquet").write_bytes(b"PAR1")
    with pytest.raises(OutputProblem, match=r"000000.parquet is missing or damaged: delete it"):
        CallParts(path).read([0])
    assert build(path).done == begun.done | {0}


def test_a_folder_that_cannot_be_written_is_refused_in_a_sentence(tmp_path, capsys):
    blocked = tmp_path / "file"
    blocked.write_text("")
    result = run(capsys, *COMMAND, str(blocked / "t.parquet"))
    assert result.status == 1
    assert result.err.count("\n") == 1
    assert "cannot" in result.err


def test_the_seed_counts(whole, tmp_path):
    small = {"deals": 2, "seed": 9}
    build(tmp_path / "a.parquet", **small).run(threads=1)
    build(tmp_path / "b.parquet", **small | {"seed": 10}).run(threads=1)
    ones, others = (CallTable.open(tmp_path / name).rows() for name in ("a.parquet", "b.parquet"))
    assert ones.column("hand") == others.column("hand")
    assert ones.column("points") != others.column("points")


def test_a_file_that_appears_meanwhile_is_left_as_it_is(tmp_path):
    path = tmp_path / "t.parquet"
    build = CallTableBuild.claim(path, deals=2, upcards=("9",), positions=(1,))
    with pytest.raises(OutputProblem, match="is there now and was not before"):
        build.run(progress=lambda done: path.write_text("mine"))
    assert path.read_text() == "mine"

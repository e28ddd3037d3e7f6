"""Runs that are killed, interrupted, gone on with and extended end in the same bytes."""

import os
import shutil

import pytest

from euchre_sim.analysis import hand_log, runner
from euchre_sim.analysis.class_table import TableLayout
from euchre_sim.analysis.simulate import prepare_run, simulate
from euchre_sim.errors import OutputProblem
from euchre_sim.rules import HouseRules
from euchre_sim.storage import run_folder
from euchre_sim.storage.dataset import merge_runs, read_provenance
from euchre_sim.storage.manifest import State, read_manifest
from tests.cli.run import run_python

HANDS = 50_000
PART = 20_000  # hands of a part here, so that a short run has several
RUN = {"strategies": "universe,random", "rules": "two_hand", "seed": 3, "log_hands": True}


@pytest.fixture(autouse=True)
def short_parts(monkeypatch):
    """Short parts of the log, and a checkpoint whenever there may be one."""
    for module in (hand_log, runner, run_folder):
        monkeypatch.setattr(module, "PART", PART)
    for name, value in (("SAVE_EVERY", 0), ("SAVES_SHARE", 0), ("TICK", 0.002), ("BLOCK", 1000)):
        monkeypatch.setattr(runner, name, value)


def contents(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """Files of a run that nothing happened to; as long as a part the log's parts are short."""
    folder = tmp_path_factory.mktemp("undisturbed")
    with pytest.MonkeyPatch.context() as patch:
        for module in (hand_log, runner, run_folder):
            patch.setattr(module, "PART", PART)
        simulate(HANDS, **RUN, out=folder, threads=1)
    return folder


@pytest.fixture
def half(tmp_path):
    """A run that Ctrl-C ended within its second part."""
    folder = tmp_path / "half"
    interrupt(folder, after=25_000)
    return folder


def interrupt(folder, after):
    """Stop a run as Ctrl-C does, once so many hands are saved."""

    def stop(counts):
        save(counts)
        if counts.hands >= after:
            raise KeyboardInterrupt

    with prepare_run(HANDS, threads=1, first_hand=0, out=folder, **RUN) as run:
        save = run._save
        run._save = stop
        result = run.play()
        run.write()
    assert after <= result.hands < HANDS


KILLED = """
import os, signal, sys
from pathlib import Path
from euchre_sim.analysis import hand_log, runner
from euchre_sim.analysis.simulate import simulate
from euchre_sim.storage import run_folder

for module in (hand_log, runner, run_folder):
    module.PART = {part}
runner.SAVE_EVERY = runner.SAVES_SHARE = 0
runner.TICK, runner.BLOCK = 0.002, 1000
replace = Path.replace

def run(kill_at):
    steps = 0

    def counted(path, target):
        nonlocal steps
        steps += 1
        if steps == kill_at:
            os.kill(os.getpid(), signal.SIGKILL)
        return replace(path, target)

    Path.replace = counted
    simulate({hands}, **{run}, out={out!r}, resume=True)

for kill_at in (1, 2, 3, 4, 5, 7, 0):
    child = os.fork()
    if child == 0:
        run(kill_at)
        os._exit(0)
    print(os.waitpid(child, 0)[1], flush=True)
"""


def test_killed_at_any_step_and_resumed_gives_the_same_bytes(undisturbed, tmp_path):
    # Each rename is a step: of the manifest, a checkpoint, a part of the log, the tables.
    code = KILLED.format(part=PART, hands=HANDS, run=RUN, out=str(tmp_path / "run"))
    done = run_python(code)
    assert done.err == ""
    *killed, last = map(int, done.out.split())
    assert killed.count(9) >= 5
    assert last == 0
    assert contents(tmp_path / "run") == contents(undisturbed)


def test_interrupted_run_goes_on_to_the_same_bytes(undisturbed, half):
    manifest = read_manifest(half)
    assert manifest.state is State.INTERRUPTED
    assert manifest.provenance.hands == read_provenance(half).hands
    simulate(HANDS, **RUN, out=half, resume=True, threads=2)
    assert contents(half) == contents(undisturbed)


def test_resume_begins_where_there_is_nothing_yet(undisturbed, tmp_path):
    simulate(HANDS, **RUN, out=tmp_path / "new", resume=True)
    assert contents(tmp_path / "new") == contents(undisturbed)


def test_a_finished_run_goes_on_to_more_hands(undisturbed, tmp_path):
    simulate(27_000, **RUN, out=tmp_path)
    simulate(HANDS, **RUN, out=tmp_path, resume=True)
    assert contents(tmp_path) == contents(undisturbed)


def test_nothing_is_played_where_all_is_done(undisturbed, tmp_path):
    folder = shutil.copytree(undisturbed, tmp_path / "copy")
    (folder / "checkpoint-000000050000.zst").unlink()  # which only more hands would need
    result = simulate(HANDS, **RUN, out=folder, resume=True, progress=pytest.fail)
    assert result.hands == HANDS
    with pytest.raises(OutputProblem, match="cannot be read: No such file"):
        simulate(HANDS + 1, **RUN, out=folder, resume=True)


def test_a_run_that_has_not_ended_is_not_overwritten(half):
    before = contents(half)
    with pytest.raises(OutputProblem, match=r"has not ended \([\d,]+ of 50,000 hands\)") as caught:
        simulate(HANDS, **RUN, out=half)
    assert "--resume goes on, --force starts anew" in str(caught.value)
    assert contents(half) == before


def test_a_finished_run_is_not_overwritten(undisturbed):
    before = contents(undisturbed)
    with pytest.raises(OutputProblem, match="already holds results"):
        simulate(HANDS, **RUN, out=undisturbed)
    assert contents(undisturbed) == before


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"seed": 4}, r"another seed \(3, asked for is 4\)"),
        ({"strategies": "universe"}, r"other strategies \(universe v1,random v1, asked"),
        ({"rules": HouseRules.preset("two_hand").with_settings(["target_score=7"])},
         r"other rules"),
        ({"first_hand": 5}, r"another first hand \(0, asked for is 5\)"),
        ({"hands": 49_999}, r"a run of 50,000 hands and 49,999 are asked for"),
        ({"log_hands": False}, "with a log of hands: add --log-hands"),
    ],
    ids=str,
)  # fmt: skip
def test_another_run_is_refused_by_what_differs(undisturbed, changed, said):
    before = contents(undisturbed)
    with pytest.raises(OutputProblem, match=said):
        simulate(**{"hands": HANDS, **RUN, **changed}, out=undisturbed, resume=True)
    assert contents(undisturbed) == before


def truncated(path):
    path.write_bytes(path.read_bytes()[:-100])


@pytest.mark.parametrize(
    ("pattern", "harm", "said"),
    [
        ("checkpoint-*", truncated, "the checkpoint .* cannot be read: it is damaged"),
        ("checkpoint-*", os.unlink, "the checkpoint .* cannot be read: No such file"),
        ("manifest.json", truncated, "manifest.json is damaged"),
        ("manifest.json", os.unlink, "already holds results"),
        ("log/part-000000.parquet", os.unlink, "part-000000.parquet is missing"),
    ],
)
def test_what_is_damaged_is_named(half, pattern, harm, said):
    (path,) = half.glob(pattern)
    harm(path)
    before = contents(half)
    with pytest.raises(OutputProblem, match=said) as caught:
        simulate(HANDS, **RUN, out=half, resume=True)
    assert "--force" in str(caught.value)
    assert contents(half) == before


def test_force_begins_anew(undisturbed, half):
    truncated(half / "manifest.json")
    simulate(HANDS, **RUN, out=half, force=True)
    assert contents(half) == contents(undisturbed)


def test_two_runs_do_not_write_to_one_folder(half):
    manifest = read_manifest(half)
    wanted = manifest.provenance
    with (
        run_folder.open_run(half, wanted, log_hands=True, resume=True),
        pytest.raises(OutputProblem, match="another run is writing to"),
    ):
        simulate(HANDS, **RUN, out=half, resume=True)


def test_a_disk_that_is_full_keeps_what_was_saved(undisturbed, half, monkeypatch):
    before = contents(half)

    def full(path, arrays):
        path.write_bytes(b"half of it")
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(run_folder, "_write_arrays", full)
        with pytest.raises(OutputProblem, match="No space left on device"):
            simulate(HANDS, **RUN, out=half, resume=True)
    after = contents(half)
    assert {name: after[name] for name in before if "log" not in name} == {
        name: before[name] for name in before if "log" not in name
    }
    simulate(HANDS, **RUN, out=half, resume=True)
    assert contents(half) == contents(undisturbed)


def test_more_hands_than_packed_cells_hold(undisturbed, tmp_path, monkeypatch):
    monkeypatch.setattr(TableLayout, "most_hands", 12_345)
    result = simulate(30_000, **RUN, out=tmp_path / "a", threads=2)
    assert result.classes.wide is not None
    assert result.classes.hands < 12_345
    simulate(HANDS, **RUN, out=tmp_path / "a", resume=True)
    for name in ("summary.parquet", "hands.parquet"):
        assert (tmp_path / "a" / name).read_bytes() == (undisturbed / name).read_bytes()


def test_parts_of_a_run_that_begins_within_one(undisturbed, tmp_path):
    simulate(HANDS - 30_000, **RUN, first_hand=30_000, out=tmp_path / "b")
    assert sorted(path.name for path in (tmp_path / "b" / "log").iterdir()) == [
        "part-000001.parquet", "part-000002.parquet",
    ]  # fmt: skip
    name = "log/part-000002.parquet"
    assert (tmp_path / "b" / name).read_bytes() == (undisturbed / name).read_bytes()


def test_tables_put_into_a_runs_folder_are_no_run(undisturbed, tmp_path):
    folder = shutil.copytree(undisturbed, tmp_path / "copy")
    with pytest.raises(OutputProblem, match="already holds results"):
        merge_runs([undisturbed], folder)
    merge_runs([undisturbed], folder, force=True)
    assert sorted(path.name for path in folder.iterdir() if path.name[0] != ".") == [
        "hands.parquet", "summary.parquet",
    ]  # fmt: skip


def test_files_of_others_stay(tmp_path):
    for name in (".notes.tmp", "checkpoint-thesis.zst", "mine.txt"):
        (tmp_path / name).write_text("mine")
    (tmp_path / ".cache.tmp").mkdir()
    simulate(1_000, **RUN, out=tmp_path)
    for name in (".notes.tmp", "checkpoint-thesis.zst", "mine.txt"):
        assert (tmp_path / name).read_text() == "mine"


@pytest.mark.parametrize("name", ["hands.parquet", "summary.parquet"])
def test_tables_that_are_gone_are_written_again(undisturbed, tmp_path, name):
    folder = shutil.copytree(undisturbed, tmp_path / "copy")
    (folder / name).unlink()
    simulate(HANDS, **RUN, out=folder, resume=True)
    assert contents(folder) == contents(undisturbed)


def test_a_part_of_the_log_that_is_cut_off_is_refused(half):
    part = min((half / "log").glob("part-*.parquet"))
    part.write_bytes(part.read_bytes()[:1000])
    with pytest.raises(OutputProblem, match=f"{part.name} is damaged"):
        simulate(HANDS, **RUN, out=half, resume=True)

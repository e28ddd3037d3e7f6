"""Compiled code on disk: loaded without the compiler, mended where damaged, never a stranger's."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from euchre_sim.engine import jit, machine_code, steps
from euchre_sim.engine.jit import I64, INTS, U64, entry


@entry(I64, INTS, I64)
def add_up(numbers, more):
    """Sum of an array and one more."""
    total = more
    for i in range(numbers.shape[0]):
        total += numbers[i]
    return total


@entry(U64, U64)
def makes_an_array(word):
    """Needs memory that only numba's runtime could give."""
    row = np.zeros(3, np.uint64)
    for i in range(3):
        row[i] = word
    return row.sum()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(machine_code, "cache_dir", lambda layer: tmp_path)
    return tmp_path


def again(one: jit.Entry) -> jit.Entry:
    """The same entry, not yet loaded."""
    return jit.Entry(one.function, one.returns, one.kinds)


def test_code_is_kept_and_found_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert again(add_up)(np.arange(5), 7) == 17
    assert [path.name for path in folder.iterdir()] == ["test_compiled_code.add_up.o"]
    monkeypatch.setattr(jit.Entry, "_compile", lambda self: pytest.fail("compiled again"))
    assert again(add_up)(np.arange(5), 8) == 18


@pytest.mark.parametrize(
    "harm", [lambda b: b[:-9], lambda b: b[:200] + b"!" + b[201:], lambda b: b""]
)
def test_a_damaged_file_is_compiled_anew(folder: Path, harm) -> None:  # type: ignore[no-untyped-def]
    again(add_up)(np.arange(5), 0)
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    path.write_bytes(harm(whole))
    assert again(add_up)(np.arange(5), 7) == 17
    assert machine_code.kept_code(path) is not None


def test_a_folder_that_cannot_be_written_costs_only_time(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine_code, "cache_dir", lambda layer: folder / "missing")
    assert again(add_up)(np.arange(5), 7) == 17


def test_a_kernel_that_needs_the_compiler_at_run_time_is_refused(folder: Path) -> None:
    with pytest.raises(TypeError, match=r"makes_an_array needs .*NRT_.*must not make"):
        again(makes_an_array)(np.uint64(1))
    assert not list(folder.iterdir())


@pytest.mark.parametrize(
    "wrong",
    [np.arange(5, dtype=np.uint64), np.arange(10)[::2], np.zeros((2, 2), np.int64), [1, 2, 3]],
)
def test_an_entry_refuses_arrays_that_it_would_misread(wrong: object) -> None:
    with pytest.raises(TypeError, match="add_up: numbers must be a C-contiguous array of int64"):
        add_up(wrong, 1)


def test_an_entry_refuses_too_few_arguments() -> None:
    with pytest.raises(TypeError, match="add_up takes 2 arguments, not 1"):
        add_up(np.arange(3))


def test_whole_range_of_words_goes_in_and_out() -> None:
    top = 2**64 - 1
    assert steps.plays_open(top, 1 << 63) == 1 << 63
    assert add_up(np.array([-5]), -(2**62)) == -(2**62) - 5


@pytest.mark.parametrize("wrong", ["1", 1.5, 2**64, -1, None])
def test_an_entry_refuses_numbers_that_do_not_fit(wrong: object) -> None:
    with pytest.raises(TypeError, match="hand must be a whole number that fits uint64"):
        steps.plays_open(wrong, 0)


def test_a_hook_that_prints_or_raises_is_refused() -> None:
    def printing(view, draw):  # type: ignore[no-untyped-def]
        print("hello", draw)  # noqa: T201
        return view[1]

    def raising(view, draw):  # type: ignore[no-untyped-def]
        if draw == 0:
            raise ValueError("no")
        return view[1]

    for function in (printing, raising):
        with pytest.raises(TypeError, match="must not make arrays, print or raise"):
            jit.hook(function)


def test_a_hook_gets_a_random_word_if_it_reads_it() -> None:
    @jit.hook
    def lot(view, draw):  # type: ignore[no-untyped-def]
        return draw & view[1]

    @jit.hook
    def two_at_once(view, draw):  # type: ignore[no-untyped-def]
        legal, word = view[1], draw
        return legal & word

    @jit.hook
    def steady(view, draw):  # type: ignore[no-untyped-def]
        return view[1]

    assert (lot.seated, two_at_once.seated) == (lot.address, two_at_once.address)
    assert steady.seated == steady.address | 1
    assert steady.address % 2 == 0


def test_code_under_another_name_is_not_run(folder: Path) -> None:
    again(add_up)(np.arange(5), 0)
    (path,) = folder.iterdir()
    other = path.rename(folder / "other.add_up.o")
    assert machine_code.kept_code(other) is None


def test_a_group_that_may_write_new_files_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "new" / "cache"))
    monkeypatch.delenv("EUCHRE_SIM_CACHE", raising=False)
    before = os.umask(0o002)
    try:
        found = machine_code.cache_dir.__wrapped__("engine")
    finally:
        os.umask(before)
    assert found.is_relative_to(tmp_path / "new" / "cache")


def test_a_warm_start_loads_no_compiler() -> None:
    """Every built-in strategy, a question and a simulation: numba stays on disk."""
    code = (
        "import sys\n"
        "from euchre_sim import advise, compare\n"
        "from euchre_sim.strategies import registry\n"
        "advise('JH 9H AH KS 9S', up='TH', seat=2, deals=500)\n"
        "for name in registry.names():\n"
        "    compare(name, 'basic', deals=50)\n"
        "sys.exit('numba' in sys.modules)\n"
    )
    for _ in range(2):  # the first may have to compile
        ended = subprocess.run([sys.executable, "-c", code], check=False)
    assert ended.returncode == 0


@pytest.mark.parametrize(("mode", "trusted"), [(0o700, True), (0o755, True), (0o777, False)])
def test_a_folder_that_others_may_write_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: int, trusted: bool
) -> None:
    base = tmp_path / "base"
    base.mkdir()
    base.chmod(mode)
    monkeypatch.setenv("EUCHRE_SIM_CACHE", str(base))
    monkeypatch.setattr(machine_code.tempfile, "gettempdir", lambda: str(tmp_path))
    found = machine_code.cache_dir.__wrapped__("engine")
    assert found.is_relative_to(base) == trusted


def test_an_edit_of_an_inlined_file_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("engine", "strategies", "analysis"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "one.py").write_text("1")
    monkeypatch.setattr(machine_code, "PACKAGE", tmp_path)
    monkeypatch.setattr(machine_code, "_digest", machine_code._digest.__wrapped__)
    monkeypatch.setenv("EUCHRE_SIM_CACHE", str(tmp_path / "kept"))
    find = machine_code.cache_dir.__wrapped__
    before = {layer: find(layer) for layer in machine_code.JITTED_LAYERS}
    (tmp_path / "strategies" / "one.py").write_text("2")
    after = {layer: find(layer) for layer in machine_code.JITTED_LAYERS}
    changed = {layer for layer in before if before[layer] != after[layer]}
    assert changed == {"strategies"}

"""Compiled code on disk: damage is mended, and code that others could have put there is not run."""

import pickle

import pytest

from euchre_sim.engine import jit


def nothing():
    return None


nothing.__module__ = "euchre_sim.engine.nothing"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    place = tmp_path / "kept"
    place.mkdir()
    (place / "damaged.nbi").write_bytes(b"\x80")
    monkeypatch.setattr(jit, "cache_dir", lambda layer: place)
    return place


def test_a_damaged_cache_is_cleared_and_done_without(folder):
    def compiler(cached):
        if cached:
            raise pickle.UnpicklingError("pickle data was truncated")
        return lambda function: ("compiled", function)

    assert jit._kept_on_disk(nothing, compiler) == ("compiled", nothing)
    assert not folder.exists()


def test_a_fault_of_the_function_is_told_and_leaves_the_cache(folder):
    def compiler(cached):
        raise TypeError("no such function")

    with pytest.raises(TypeError, match="no such function"):
        jit._kept_on_disk(nothing, compiler)
    assert (folder / "damaged.nbi").exists()


@pytest.mark.parametrize(("mode", "trusted"), [(0o700, True), (0o755, True), (0o777, False)])
def test_a_folder_that_others_may_write_is_not_used(tmp_path, monkeypatch, mode, trusted):
    base = tmp_path / "base"
    base.mkdir()
    base.chmod(mode)
    monkeypatch.setenv("EUCHRE_SIM_CACHE", str(base))
    monkeypatch.setattr(jit.tempfile, "gettempdir", lambda: str(tmp_path))
    found = jit.cache_dir.__wrapped__("engine")
    assert found.is_relative_to(base) == trusted

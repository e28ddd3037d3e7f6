"""Deals of a review that are kept: found again, and never believed when damaged."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from euchre_sim.storage import reviews

DEAL = {"number": 1, "luck": {"points": -0.25}, "tricks": [["Jh", "9c"]], "alone": None}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(reviews, "cache_dir", lambda layer: tmp_path / layer)
    return tmp_path / "reviews"


def test_what_was_saved_is_found_under_its_key_alone(folder: Path) -> None:
    assert reviews.load("a1") is None
    reviews.save("a1", DEAL)
    assert reviews.load("a1") == DEAL
    assert reviews.load("a2") is None


def test_a_later_one_replaces_the_first(folder: Path) -> None:
    reviews.save("a1", DEAL)
    reviews.save("a1", {**DEAL, "number": 2})
    assert reviews.load("a1") == {**DEAL, "number": 2}
    assert [path.name for path in folder.iterdir()] == ["a1.json"]


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content[:-9],
        lambda content: content.replace(b"-0.25", b"-0.35"),
        lambda content: b"",
        lambda content: b"\xff\x00",
    ],
)
def test_a_damaged_file_counts_as_none_and_is_replaced(folder: Path, damage) -> None:  # type: ignore[no-untyped-def]
    reviews.save("a1", DEAL)
    path = folder / "a1.json"
    path.write_bytes(damage(path.read_bytes()))
    assert reviews.load("a1") is None
    reviews.save("a1", DEAL)
    assert reviews.load("a1") == DEAL


def test_a_file_under_another_name_is_not_believed(folder: Path) -> None:
    reviews.save("a1", DEAL)
    (folder / "a1.json").rename(folder / "a2.json")
    assert reviews.load("a2") is None


def test_the_oldest_go_first(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "KEPT", 2)
    for age, key in enumerate(("third", "second", "first")):
        reviews.save(key, DEAL)
        os.utime(folder / f"{key}.json", (1_000 - age, 1_000 - age))
    reviews.save("new", DEAL)
    assert {path.stem for path in folder.iterdir()} == {"third", "new"}


def test_a_folder_that_cannot_be_written_stops_nothing(folder: Path) -> None:
    folder.write_text("a file where the folder would be")
    reviews.save("a1", DEAL)
    assert reviews.load("a1") is None


def test_a_key_is_no_path(folder: Path) -> None:
    with pytest.raises(ValueError, match="letters and digits"):
        reviews.save("../a1", DEAL)

"""Chances between equal players: kept on disk, and the same whoever asks."""

from __future__ import annotations

import pytest

from euchre_sim.analysis import equal_players
from euchre_sim.analysis.deal_shares import shares_of
from euchre_sim.analysis.equal_players import SEED, equal_chances
from euchre_sim.analysis.equity import Equity, State
from euchre_sim.errors import IllegalAction
from euchre_sim.rules import HouseRules

RULES = HouseRules(target_score=5)
HANDS = 25 * 40
ASKED = State(3, 2, "us")


@pytest.fixture
def folder(monkeypatch, tmp_path):
    """A folder of its own, and few hands."""
    monkeypatch.setattr(equal_players, "cache_dir", lambda layer: tmp_path)
    monkeypatch.setattr(equal_players, "HANDS", HANDS)
    return tmp_path


def forbid_playing(monkeypatch):
    def played(*args, **options):
        raise AssertionError("hands were played again")

    monkeypatch.setattr(equal_players, "count_by_score", played)


def test_they_are_those_of_basic_in_every_seat(folder):
    asked = equal_chances(RULES).game(ASKED)
    assert asked == Equity(RULES, shares_of("basic", RULES, hands=HANDS, seed=SEED)).game(ASKED)


def test_hands_are_played_once(folder, monkeypatch):
    first = equal_chances(RULES).game(ASKED)
    forbid_playing(monkeypatch)
    assert equal_chances(RULES).game(ASKED) == first


@pytest.mark.parametrize("damage", [b"", b"nothing of ours", None])
def test_a_damaged_file_is_made_anew(folder, damage):
    first = equal_chances(RULES).game(ASKED)
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2] if damage is None else damage)
    assert equal_chances(RULES).game(ASKED) == first
    assert file.read_bytes() == whole


def test_other_rules_have_a_file_of_their_own(folder):
    equal_chances(RULES)
    equal_chances(HouseRules(target_score=5, lone_value=5))
    assert len(list(folder.iterdir())) == 2


def test_an_interrupted_run_leaves_nothing(folder):
    def interrupt(done):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        equal_chances(RULES, progress=interrupt)
    assert not list(folder.iterdir())


@pytest.mark.parametrize(
    "rules",
    [
        HouseRules(target_score=21, lone_value=2),
        HouseRules(target_score=7, laps=True, slam_double=True, match_format="best_of_3"),
        HouseRules.preset("seed_da"),
    ],
    ids=["21", "match", "seed_da"],
)
def test_any_target_has_chances(folder, monkeypatch, rules):
    monkeypatch.setattr(equal_players, "HANDS", rules.target_score**2)
    found = equal_chances(rules)
    ahead, behind = (found.match(State(*score, "us")) for score in ((4, 0), (0, 4)))
    assert behind.mean < ahead.mean


def test_three_sides_are_refused(folder):
    with pytest.raises(IllegalAction, match="two sides"):
        equal_chances(HouseRules.preset("three_hand"))

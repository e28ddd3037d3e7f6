"""The same seed gives the same bytes, however a run is cut, and runs add up."""

from itertools import pairwise

import pytest

import euchre_sim
from euchre_sim.analysis import runner
from euchre_sim.analysis.class_table import COUNTS
from euchre_sim.analysis.simulate import simulate
from euchre_sim.rules import HouseRules
from euchre_sim.storage.dataset import (
    OutputProblem,
    merge_runs,
    read_hands,
    read_provenance,
    read_summary,
)
from euchre_sim.storage.provenance import UnlikeRuns

HANDS = 40_000
WHO = "universe,ohio,random,euchrestrategy"


def contents(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.parquet"))}


def same_rows(ones, others):
    """Whether two tables by class have the same rows in the same order."""
    names = ("class", "position", "act", *COUNTS)
    return all(
        (one[name] == other[name]).all()
        for one, other in zip(ones, others, strict=True)
        for name in names
    )


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """One run on one thread."""
    folder = tmp_path_factory.mktemp("whole")
    result = simulate(HANDS, WHO, seed=3, threads=1, out=folder)
    return folder, result


def test_case_18_threads_do_not_show_in_a_byte(whole, tmp_path):
    folder, _ = whole
    for threads in (2, 3):
        simulate(HANDS, WHO, seed=3, threads=threads, out=tmp_path / str(threads))
        assert contents(tmp_path / str(threads)) == contents(folder)
    assert sorted(contents(folder)) == ["hands.parquet", "summary.parquet"]


@pytest.mark.parametrize("block", [777, 1 << 16])
def test_the_cut_into_blocks_does_not_show(whole, tmp_path, monkeypatch, block):
    monkeypatch.setattr(runner, "BLOCK", block)
    simulate(HANDS, WHO, seed=3, threads=2, out=tmp_path)
    assert contents(tmp_path) == contents(whole[0])


def test_another_seed_is_another_result(whole):
    other = simulate(HANDS, WHO, seed=4).summary
    assert (other.sums != whole[1].summary.sums).any()


def test_parts_add_up_to_the_whole(whole, tmp_path):
    folder, result = whole
    cuts = [0, 9_000, 25_000, HANDS]
    parts = []
    for i, (first, end) in enumerate(pairwise(cuts)):
        parts.append(
            simulate(end - first, WHO, seed=3, first_hand=first, out=tmp_path / f"part{i}")
        )
    merged = parts[0].merge(parts[1]).merge(parts[2])
    assert merged.provenance == result.provenance
    assert (merged.summary.sums == result.summary.sums).all()
    assert same_rows(merged.classes.rows(), result.classes.rows())
    provenance = merge_runs([tmp_path / f"part{i}" for i in (1, 0, 2)], tmp_path / "together")
    assert provenance == result.provenance
    assert contents(tmp_path / "together") == contents(folder)


def test_what_was_written_can_be_read_back(whole):
    folder, result = whole
    provenance, summary = read_provenance(folder), read_summary(folder)
    assert provenance == result.provenance
    assert summary.keys == result.summary.keys
    assert (summary.sums == result.summary.sums).all()
    rows = read_hands(folder, provenance, result.classes.layout)
    assert same_rows(rows, result.classes.rows())


@pytest.mark.parametrize(
    ("preset", "settings"),
    [
        ("british", []),
        ("railroad", ["allow_no_trump=true", "allow_misere=true", "turned_down_suit=open"]),
        ("three_hand", ["joker=true", "joker_upcard_rule=redeal"]),
        ("two_hand", []),
    ],
    ids=str,
)
def test_other_tables_add_up_too(tmp_path, preset, settings):
    rules = HouseRules.preset(preset).with_settings(settings)
    simulate(9_000, "random", rules=rules, seed=3, threads=1, out=tmp_path / "whole")
    simulate(4_000, "random", rules=rules, seed=3, threads=2, out=tmp_path / "a")
    simulate(5_000, "random", rules=rules, seed=3, first_hand=4_000, out=tmp_path / "b")
    merge_runs([tmp_path / "b", tmp_path / "a"], tmp_path / "together")
    assert contents(tmp_path / "together") == contents(tmp_path / "whole")


def test_runs_in_which_hardly_a_class_occurs_add_up(tmp_path):
    for name, hands, first in (("whole", 3, 0), ("a", 1, 0), ("b", 2, 1)):
        out = tmp_path / name
        simulate(hands, "random", rules="british", seed=3, first_hand=first, out=out)
    merge_runs([tmp_path / "a", tmp_path / "b"], tmp_path / "together")
    assert contents(tmp_path / "together") == contents(tmp_path / "whole")


def interrupted(after, **arguments):
    """Stop a run as Ctrl-C does once so many hands are done."""

    def stop(done):
        if done >= after:
            raise KeyboardInterrupt

    return simulate(10_000_000, WHO, seed=3, progress=stop, **arguments)


@pytest.mark.parametrize("threads", [1, 3])
def test_an_interrupted_run_is_exactly_a_shorter_one(tmp_path, threads):
    result = interrupted(1, threads=threads, out=tmp_path / "cut")
    assert result.is_partial
    assert 1 <= result.hands < 10_000_000
    assert result.summary.hands == result.hands
    assert result.as_dict()["partial"] is True
    assert read_provenance(tmp_path / "cut").is_partial
    shorter = simulate(result.hands, WHO, seed=3, by_class=True)
    assert (shorter.summary.sums == result.summary.sums).all()
    assert same_rows(shorter.classes.rows(), result.classes.rows())


def test_an_interrupted_run_can_be_completed(tmp_path):
    cut = interrupted(1, out=tmp_path / "cut")
    more = 5_000
    simulate(more, WHO, seed=3, first_hand=cut.hands, out=tmp_path / "rest")
    together = merge_runs([tmp_path / "cut", tmp_path / "rest"], tmp_path / "all")
    assert (together.hands, together.is_partial) == (cut.hands + more, False)
    simulate(cut.hands + more, WHO, seed=3, out=tmp_path / "at_once")
    assert contents(tmp_path / "all") == contents(tmp_path / "at_once")


def test_nothing_done_is_no_result(monkeypatch):
    def stop(run, number):
        raise KeyboardInterrupt  # before the first block

    monkeypatch.setattr(runner._Run, "start", stop)
    with pytest.raises(KeyboardInterrupt):
        simulate(1_000)


def test_unlike_runs_do_not_add_up():
    first = simulate(1_000, "universe", seed=3)

    def after(hand=1_000, who="universe", seed=3, rules=None):
        return simulate(1_000, who, seed=seed, first_hand=hand, rules=rules)

    for other, what in (
        (after(seed=4), "seed"),
        (after(who="ohio"), "strategies"),
        (after(rules=HouseRules(target_score=11)), "rules"),
        (after(hand=2_000), "do not adjoin"),
        (after(hand=999), "do not adjoin"),
    ):
        with pytest.raises(UnlikeRuns, match=what):
            first.merge(other)


def test_what_cannot_be_added_up_says_why(whole, tmp_path):
    with pytest.raises(OutputProblem, match="no runs"):
        merge_runs([], tmp_path / "out")
    with pytest.raises(OutputProblem, match=r"holds no results: hands\.parquet is missing"):
        merge_runs([tmp_path / "nowhere"], tmp_path / "out")
    broken = tmp_path / "broken"
    broken.mkdir()
    for name, content in contents(whole[0]).items():
        (broken / name).write_bytes(content[: len(content) // 2])
    with pytest.raises(OutputProblem, match="cannot be read"):
        merge_runs([broken], tmp_path / "out")


def test_no_time_or_place_in_the_provenance(whole):
    metadata = whole[1].provenance.as_metadata()
    assert {name.removeprefix("euchre_sim.") for name in metadata} == {
        "format", "version", "rules_digest", "rules", "seed", "strategies", "first_hand", "hands",
        "requested_hands", "partial",
    }  # fmt: skip
    assert metadata["euchre_sim.version"] == euchre_sim.__version__


def test_a_strategy_that_breaks_the_rules_is_named_with_its_first_hand(monkeypatch):
    from tests.cli.faulty_player import FAULTY

    def hand_of(threads):
        with pytest.raises(euchre_sim.StrategyFault, match="illegal action") as caught:
            simulate(3_000_000, [FAULTY], threads=threads)
        return str(caught.value)

    monkeypatch.setattr(runner, "BLOCK", 500)
    assert hand_of(1) == hand_of(2) == hand_of(3)

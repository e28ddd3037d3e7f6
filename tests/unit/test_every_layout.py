"""The work on every layout: stopped, killed, gone on with, on any number of threads."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from euchre_sim.analysis import exhaustive
from euchre_sim.analysis.checkpoint import CheckpointProblem
from euchre_sim.analysis.decision import ImpossibleHistory
from euchre_sim.analysis.exhaustive import ExactAdvice, advise_exhaustively
from euchre_sim.analysis.layout_tree import rank_table
from euchre_sim.engine.bits import high_bit
from euchre_sim.engine.jit import hook
from euchre_sim.engine.layout import V_LEGAL
from euchre_sim.engine.subsets import choices
from euchre_sim.errors import IllegalAction, StrategyFault
from euchre_sim.strategies import registry
from euchre_sim.strategies.api import Strategy
from tests.cli.run import run_python

HAND, UP = "JH 9H AH KS 9S", "TH"


def asked(file: Path, **options: Any) -> ExactAdvice:
    """Ask the question of most tests here, of two players."""
    return advise_exhaustively(
        HAND, UP, options.pop("seat", 2), **{"rules": "two_hand", "checkpoint": file, **options}
    )


@pytest.fixture
def in_small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred layouts at a time, with a checkpoint after each."""
    monkeypatch.setattr(exhaustive, "AT_ONCE", 100)
    monkeypatch.setattr(exhaustive, "SECONDS", 0.0)


def stop_after(layouts: int) -> Any:
    """A progress callback that does as Ctrl-C does."""

    def show(done: int, total: int) -> None:
        assert total == 8568
        if done > layouts:
            raise KeyboardInterrupt

    return show


@pytest.mark.parametrize("n_cards", [5, 18, 19, 26])
def test_a_hand_has_its_place_among_the_choices_as_its_number(n_cards: int) -> None:
    half = (n_cards + 1) // 2
    ranks = rank_table(n_cards, 5).reshape(-1, 1 << half)
    for number, hand in enumerate(choices(n_cards, 5).tolist()):
        low, high = hand & ((1 << half) - 1), hand >> half
        assert ranks[0, low] + ranks[1 + low.bit_count(), high] == number


@pytest.mark.usefixtures("in_small_steps")
def test_threads_do_not_matter(tmp_path: Path) -> None:
    answers = [asked(tmp_path / str(threads), threads=threads) for threads in (1, 2, 5)]
    assert answers[0].as_dict() == answers[1].as_dict() == answers[2].as_dict()


@pytest.mark.usefixtures("in_small_steps")
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_and_the_same_question_again_give_the_same_answer(
    tmp_path: Path, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = asked(tmp_path / "whole")
    file = tmp_path / "stopped"
    for layouts in (1000, 5000):
        with pytest.raises(KeyboardInterrupt):
            asked(file, threads=threads, progress=stop_after(layouts))
    done = json.loads(file.read_text())["done"]
    assert done == 5100
    played: list[tuple[int, int]] = []
    play = exhaustive.Layouts.play

    def noted(layouts: exhaustive.Layouts, work: tuple[int, int]) -> Any:
        played.append(work)
        return play(layouts, work)

    monkeypatch.setattr(exhaustive.Layouts, "play", noted)
    assert asked(file, threads=threads).as_dict() == whole.as_dict()
    assert min(first for first, _ in played) == done
    assert sum(count for _, count in played) == 8568 - done
    played.clear()
    assert asked(file).as_dict() == whole.as_dict()
    assert not played  # all was done


def test_a_killed_run_goes_on_from_its_last_checkpoint(tmp_path: Path) -> None:
    whole = asked(tmp_path / "whole")
    file = tmp_path / "killed"
    killed = run_python(
        f"""
import os, signal
from euchre_sim.analysis import exhaustive
exhaustive.AT_ONCE, exhaustive.SECONDS = 100, 0.0
def show(done, total):
    if done > 3000:
        os.kill(os.getpid(), signal.SIGKILL)
exhaustive.advise_exhaustively(
    {HAND!r}, {UP!r}, 2, rules="two_hand", checkpoint={str(file)!r}, progress=show
)
"""
    )
    assert killed.status == -signal.SIGKILL
    assert json.loads(file.read_text())["done"] == 3100
    assert asked(file).as_dict() == whole.as_dict()


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"seat": 1}, "question"),
        ({"call_round": 2}, "question"),
        ({"rules": "two_hand", "strategies": "trumps"}, "strategies"),
        ({"strategies": "basic:threshold=5"}, "strategies"),
        ({"rules": "british"}, "rules"),
    ],
)
def test_a_checkpoint_of_something_else_is_refused(
    tmp_path: Path, change: dict[str, Any], what: str
) -> None:
    file = tmp_path / "checkpoint"
    asked(file)
    before = file.read_bytes()
    with pytest.raises(CheckpointProblem, match=rf"of (an)?other {what}: name another file"):
        asked(file, **change)
    assert file.read_bytes() == before


def test_a_checkpoint_of_another_version_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked(tmp_path / "checkpoint")
    monkeypatch.setattr(exhaustive, "__version__", "0.0.1")
    with pytest.raises(CheckpointProblem, match="checkpoint of another"):
        asked(tmp_path / "checkpoint")


@pytest.mark.parametrize(
    "change",
    [
        lambda kept: kept.update(done=kept["done"] - 1),
        lambda kept: kept.update(done=True),
        lambda kept: kept["counts"].__setitem__(1, kept["counts"][1] + 1),
        lambda kept: kept["sums"][0].__setitem__(3, -5),
        lambda kept: kept.pop("digest"),
    ],
)
def test_sums_that_were_changed_are_refused(tmp_path: Path, change: Any) -> None:
    file = tmp_path / "checkpoint"
    asked(file)
    kept = json.loads(file.read_text())
    change(kept)
    file.write_text(json.dumps(kept))
    with pytest.raises(CheckpointProblem, match="is damaged"):
        asked(file)


def test_a_checkpoint_that_is_no_file_is_refused() -> None:
    with pytest.raises(CheckpointProblem, match="/dev/full is no file"):
        asked(Path("/dev/full"))


def test_the_order_in_which_the_hand_is_typed_is_no_other_question(tmp_path: Path) -> None:
    asked(tmp_path / "checkpoint")
    again = advise_exhaustively(
        "9S KS AH 9H JH", "TH", 2, rules="two_hand", checkpoint=tmp_path / "checkpoint"
    )
    assert again.accepted == asked(tmp_path / "other").accepted


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "is no checkpoint"),
        (b"\xff\x00", "is no checkpoint"),
        (b"[1, 2]", "is no checkpoint"),
        (b'{"done": 5}', "is no checkpoint"),
    ],
)
def test_another_file_is_refused_and_left_as_it_is(
    tmp_path: Path, content: bytes, what: str
) -> None:
    file = tmp_path / "checkpoint"
    file.write_bytes(content)
    with pytest.raises(CheckpointProblem, match=what):
        asked(file)
    assert file.read_bytes() == content


@pytest.mark.parametrize(
    ("name", "value"),
    [("done", -1), ("done", 8569), ("done", "5"), ("counts", [1]), ("sums", "x"), ("sums", [[1]])],
)
def test_a_damaged_checkpoint_is_refused(tmp_path: Path, name: str, value: Any) -> None:
    file = tmp_path / "checkpoint"
    asked(file)
    file.write_text(json.dumps({**json.loads(file.read_text()), name: value}))
    with pytest.raises(CheckpointProblem, match="is damaged: delete it to begin anew"):
        asked(file)


def test_a_place_that_cannot_be_written_is_told_of_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CheckpointProblem, match="cannot be"):
        asked(tmp_path / "file" / "checkpoint")


def test_without_a_file_named_one_in_the_cache_folder_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("euchre_sim.analysis.checkpoint.cache_dir", lambda layer: tmp_path / layer)
    advise_exhaustively(HAND, UP, 2, rules="two_hand")
    advise_exhaustively(HAND, UP, 1, rules="two_hand")
    assert len(list((tmp_path / "layouts").glob("*.json"))) == 2
    assert len(list((tmp_path / "layouts").iterdir())) == 2


def test_players_who_draw_lots_are_refused(tmp_path: Path) -> None:
    with pytest.raises(IllegalAction, match=r"'random' in position 2 draws lots \(its call hook"):
        asked(tmp_path / "checkpoint", strategies="basic,random")
    assert not (tmp_path / "checkpoint").exists()


def test_too_many_layouts_are_refused(tmp_path: Path) -> None:
    # 32 cards, four players: 26! / (5! 5! 5! 11!).
    with pytest.raises(IllegalAction, match="there are 5,846,817,936,960 layouts"):
        asked(tmp_path / "checkpoint", rules="hoyle_32")


@hook
def answers_nothing(view: Any, draw: Any) -> Any:
    """Give an answer that is never legal."""
    return view[V_LEGAL] ^ view[V_LEGAL]


@pytest.mark.parametrize(("seat", "faulty"), [(2, 1), (1, 2)])
def test_an_illegal_answer_names_the_strategy(tmp_path: Path, seat: int, faulty: int) -> None:
    mute = Strategy(name="mute", summary="answers nothing", call=answers_nothing)
    players = [registry.get("basic"), registry.get("basic")]
    players[faulty - 1] = mute
    with pytest.raises(StrategyFault, match=f"'mute' in position {faulty} answered a call"):
        asked(tmp_path / "checkpoint", seat=seat, strategies=players)


@hook
def never_passes(view: Any, draw: Any) -> Any:
    """Call whatever is open with the highest bit."""
    return high_bit(view[V_LEGAL])


def test_a_history_that_never_is_is_refused(tmp_path: Path) -> None:
    eager = Strategy(name="eager", summary="never passes", call=never_passes)
    with pytest.raises(ImpossibleHistory, match="none of the 8,568 layouts fits"):
        asked(tmp_path / "checkpoint", strategies=[eager, registry.get("basic")])


def test_json_says_that_nothing_is_uncertain(tmp_path: Path) -> None:
    told = asked(tmp_path / "checkpoint").as_dict()
    assert told["exhaustive"] is True
    assert told["layouts"] == 8568
    assert "seed" not in told
    for action in told["actions"]:
        assert set(action["points"]) == {"mean"}
        assert sum(action["counts"].values()) == told["fitting_layouts"]
        total = sum(int(points) * count for points, count in action["counts"].items())
        assert action["points"]["mean"] == total / told["fitting_layouts"]
    assert told["verdict"]["reason"] == "exhaustive"

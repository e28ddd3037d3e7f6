"""What Python code may pass that is of the wrong type, and files loaded by several threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from euchre_sim import advise, compare, simulate
from euchre_sim.errors import EuchreError, IllegalAction
from euchre_sim.strategies import registry

ADVISE: dict[str, Any] = {"hand": "JH 9H AH KS 9S", "up": "TH", "seat": 2}
SIMULATE: dict[str, Any] = {"hands": 10}
COMPARE: dict[str, Any] = {"first": "basic", "second": "random", "deals": 10}


@pytest.mark.parametrize(
    ("ask", "arguments", "wrong", "named"),
    [
        (advise, ADVISE, {"hand": 5}, "hand"),
        (advise, ADVISE, {"seed": "1"}, "seed"),
        (advise, ADVISE, {"seed": None}, "seed"),
        (advise, ADVISE, {"seed": 1.5}, "seed"),
        (advise, ADVISE, {"threads": "all"}, "threads"),
        (advise, ADVISE, {"deals": 1e4}, "deals"),
        (advise, ADVISE, {"call_round": 1.0}, "call_round"),
        (advise, ADVISE, {"until_se": "0.1"}, "until_se"),
        (advise, ADVISE, {"rules": 4}, "rules"),
        (advise, ADVISE, {"strategies": 7}, "strategies"),
        (advise, ADVISE, {"strategies": [7]}, "strategy"),
        (simulate, SIMULATE, {"hands": "10"}, "hands"),
        (simulate, SIMULATE, {"hands": None}, "hands"),
        (simulate, SIMULATE, {"hands": True}, "hands"),
        (simulate, SIMULATE, {"seed": "1"}, "seed"),
        (simulate, SIMULATE, {"first_hand": 0.0}, "first_hand"),
        (simulate, SIMULATE, {"threads": 2.0}, "threads"),
        (simulate, SIMULATE, {"strategies": None}, "strategies"),
        (simulate, SIMULATE, {"rules": []}, "rules"),
        (compare, COMPARE, {"first": None}, "strategy"),
        (compare, COMPARE, {"second": 3}, "strategy"),
        (compare, COMPARE, {"deals": "10"}, "deals"),
        (compare, COMPARE, {"games": 1.5}, "games"),
        (compare, COMPARE, {"seed": b"1"}, "seed"),
        (compare, COMPARE, {"threads": "2"}, "threads"),
        (compare, COMPARE, {"until_se": "0.1"}, "until_se"),
    ],
)
def test_wrong_types_are_refused_by_the_arguments_name(
    ask: Callable[..., Any], arguments: dict[str, Any], wrong: dict[str, Any], named: str
) -> None:
    with pytest.raises(EuchreError, match=rf"\b{named}\b") as caught:
        ask(**{**arguments, **wrong})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("ask", "arguments"), [(advise, ADVISE), (compare, COMPARE)])
@pytest.mark.parametrize("threads", [0, -1])
def test_no_thread_is_none(
    ask: Callable[..., Any], arguments: dict[str, Any], threads: int
) -> None:
    with pytest.raises(IllegalAction, match="at least 1"):
        ask(**arguments, threads=threads)


def test_strategies_may_be_a_list_of_names() -> None:
    assert simulate(10, ["random", "basic"] * 2, threads=1).hands == 10


def test_a_file_is_run_once_by_threads_that_ask_at_once(tmp_path: Path) -> None:
    path = tmp_path / "slow.py"
    path.write_text(
        "import time\n"
        "from dataclasses import replace\n"
        "from euchre_sim.strategies import registry\n"
        "time.sleep(0.2)\n"
        f"with open({str(tmp_path / 'runs')!r}, 'a') as runs:\n"
        "    runs.write('run ')\n"
        "SLOW = replace(registry.get('random'), name='slow')\n"
    )
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(registry.load_file, [f"{path}:SLOW"] * 4))
    assert all(one is found[0] for one in found)
    assert (tmp_path / "runs").read_text() == "run "

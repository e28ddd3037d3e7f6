"""What holds for all tests: everything is compiled first, so that no output speaks of it."""

from __future__ import annotations

import subprocess
import sys
from types import ModuleType

import pytest

from euchre_sim.analysis import (
    call_table_kernels,
    exhaustive_kernels,
    face_up_deal_kernels,
    hand_log_kernels,
    script,
    tally,
    weigh,
    weigh_later,
)
from euchre_sim.engine import batch, steps
from euchre_sim.engine.jit import Entry
from euchre_sim.inference import worlds
from euchre_sim.solver import batch as solver
from euchre_sim.solver.tables import tables_address
from euchre_sim.strategies import registry
from tests.differential import kernels


def entries(module: ModuleType) -> list[Entry]:
    """Entry kernels that a module defines."""
    return [one for one in vars(module).values() if isinstance(one, Entry)]


def compile_modules(*modules: ModuleType) -> None:
    for module in modules:
        assert all(entry.address for entry in entries(module))


def compile_play() -> None:
    """Compile what plays hands, and who plays them."""
    compile_modules(batch, steps, tally, hand_log_kernels, kernels)
    default = registry.default()
    for name in registry.names():
        for hook in registry.get(name).hooks(default):
            assert hook.address  # type: ignore[attr-defined]


def compile_questions() -> None:
    """Compile what weighs actions, draws worlds and solves them."""
    compile_modules(weigh, weigh_later, exhaustive_kernels, face_up_deal_kernels)
    compile_modules(call_table_kernels, worlds, solver)
    assert script.follow.address
    assert tables_address()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile before the workers start, which would all compile the same; one half beside it."""
    if hasattr(session.config, "workerinput") or session.config.option.collectonly:
        return
    half = f"from {__name__} import compile_questions; compile_questions()"
    with subprocess.Popen([sys.executable, "-c", half], cwd=session.config.rootpath) as other:
        compile_play()
    assert other.returncode == 0, "what weighs actions could not be compiled"

"""What holds for all tests: everything is compiled first, so that no output speaks of it."""

from __future__ import annotations

from types import ModuleType

import pytest

from euchre_sim.analysis import (
    exhaustive_kernels,
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


def entries(module: ModuleType) -> list[Entry]:
    """Entry kernels that a module defines."""
    return [one for one in vars(module).values() if isinstance(one, Entry)]


def compile_all() -> None:
    """Compile what is not yet; what the first run on a machine says has a test of its own."""
    analysis = (weigh, weigh_later, exhaustive_kernels, hand_log_kernels, tally)
    for module in (batch, steps, *analysis, worlds, solver):
        assert all(entry.address for entry in entries(module))
    assert script.follow.address
    assert tables_address()
    default = registry.default()
    for name in registry.names():
        for hook in registry.get(name).hooks(default):
            assert hook.address  # type: ignore[attr-defined]


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile before the workers start, which would all compile the same."""
    if not hasattr(session.config, "workerinput") and not session.config.option.collectonly:
        compile_all()

"""Light commands start fast and load no numeric library."""

import resource
import subprocess
import sys

import pytest

import euchre_sim
from tests.cli.run import run_python

HEAVY = {"numba", "llvmlite", "numpy", "pandas", "pyarrow", "scipy"}
LIGHT = [
    ["--help"],
    ["--version"],
    ["rules"],
    ["rules", "--json"],
    ["rules", "show", "seed_nl"],
    ["rules", "show", "--help"],
    ["rules", "show", "no_such_preset"],
    ["rules", "--help"],
    ["rules", "explain", "--help"],
    ["rules", "explain", "8H", "--trump", "H"],
    ["solve", "--help"],
    ["export", "--help"],
    ["report", "--help"],
    ["plot", "--help"],
    ["quiz", "--help"],
    ["quiz", "--history"],
    ["score", "--help"],
    ["score"],
    ["score", "list"],
]
SCORING = """
import os, tempfile
from euchre_cli.main import main
with tempfile.TemporaryDirectory() as folder:
    place = ["--file", os.path.join(folder, "score.json")]
    for words in (["new"], ["add", "us", "3"], ["set", "lone_value=3"], ["show"], ["undo"]):
        assert main(["score", *words, *place]) == 0
"""


def heavy_modules_after(statement):
    code = (
        f"import sys\n{statement}\nprint('\\nloaded', *(m for m in {HEAVY!r} if m in sys.modules))"
    )
    result = run_python(code)
    assert result.status == 0, result.err
    return set(result.out.splitlines()[-1].split()[1:])


def cpu_seconds(arguments):
    """What Python takes for something in a new process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.parametrize("arguments", LIGHT, ids=" ".join)
def test_loads_no_numeric_library(arguments):
    assert heavy_modules_after(f"from euchre_cli.main import main; main({arguments!r})") == set()


def test_keeping_score_loads_no_numeric_library():
    assert heavy_modules_after(SCORING) == set()


def test_importing_the_package_loads_nothing_heavy():
    statement = "import euchre_sim; euchre_sim.HouseRules(); euchre_sim.parse_card('JH')"
    assert heavy_modules_after(statement) == set()
    assert heavy_modules_after("import numpy") == {"numpy"}  # the check itself can fail


def test_reading_a_call_table_needs_arrow_alone():
    loaded = heavy_modules_after("import euchre_sim.storage.calls.table")
    assert loaded == {"numpy", "pyarrow"}


@pytest.mark.parametrize("arguments", LIGHT[:3], ids=" ".join)
def test_starts_within_its_share_of_cpu(arguments):
    assert min(cpu_seconds(["-m", "euchre_cli", *arguments]) for _ in range(5)) < 0.3


def test_public_names_are_the_ones_that_load():
    assert set(euchre_sim.__all__) == {"__version__", *euchre_sim._HOMES}
    for name in euchre_sim.__all__:
        assert getattr(euchre_sim, name) is not None
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = euchre_sim.no_such_name

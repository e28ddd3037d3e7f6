"""One run and two small call tables, made once for all tests of reports."""

import pytest

from euchre_sim.analysis.simulate import simulate
from euchre_sim.report.page import page
from euchre_sim.report.report import open_report
from euchre_sim.strategies import registry
from tests.report.html import Page
from tests.report.tables import write_table


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    simulate(20_000, [registry.default()], seed=1, by_class=True).write(folder, force=True)
    return folder


@pytest.fixture(scope="session")
def round_1(tmp_path_factory):
    """A call table of round 1, and its decisions."""
    path = tmp_path_factory.mktemp("table") / "round1.parquet"
    return path, write_table(path, 1)


@pytest.fixture(scope="session")
def round_2(tmp_path_factory):
    """The same of round 2."""
    path = tmp_path_factory.mktemp("table") / "round2.parquet"
    return path, write_table(path, 2)


@pytest.fixture(scope="session")
def texts(run_folder, round_2):
    """The pages of a run and of a table, titled so that the title must be escaped."""
    sources = {"run": run_folder, "round 2": round_2[0]}
    return {
        name: page(open_report(path, 'Bowers & <b>"jacks"</b>')) for name, path in sources.items()
    }


@pytest.fixture(scope="session")
def pages(texts):
    return {name: Page(text) for name, text in texts.items()}

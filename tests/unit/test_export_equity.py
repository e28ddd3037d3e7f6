"""Chances at every score as a file, and what is exported of it."""

import json

import pyarrow.parquet as pq
import pytest
from openpyxl import load_workbook

from euchre_sim.analysis.deal_shares import Shares, shares_of
from euchre_sim.analysis.equity import Equity, State
from euchre_sim.errors import OutputProblem
from euchre_sim.rules import HouseRules
from euchre_sim.storage.equity import write_equity
from euchre_sim.storage.exports.export import export
from euchre_sim.storage.exports.rows import Query
from euchre_sim.strategies import registry

RULES = HouseRules(target_score=5, match_format="best_of_3")
PARTS = ("mean", "se", "lo", "hi")
ENDINGS = ("", "_se", "_lo", "_hi")


@pytest.fixture(scope="module")
def equity():
    return Equity(RULES, shares_of("trumps", RULES, hands=25 * 100, seed=3))


@pytest.fixture(scope="module")
def file(equity, tmp_path_factory):
    path = tmp_path_factory.mktemp("equity") / "chances.parquet"
    played = {"strategies": [registry.get("trumps").as_dict()] * 4, "seed": 3}
    assert write_equity(path, equity, played) == 50
    return path


def test_every_score_has_its_chances_with_their_errors(equity, file):
    rows = pq.read_table(file).to_pylist()
    assert {(row["us"], row["them"], row["dealer"]) for row in rows} == {
        (state.us, state.them, state.dealer) for state in equity.states()
    }
    for row in rows:
        state = State(row["us"], row["them"], row["dealer"])
        for name, estimate in (
            ("win", equity.game(state)),
            ("match", equity.match(state)),
            ("point_for_us", equity.worth_of_a_point(state)),
            ("point_for_them", equity.worth_of_a_point(state, "them")),
        ):
            for ending, part in zip(ENDINGS, PARTS, strict=True):
                assert row[name + ending] == getattr(estimate, part)


def test_csv_has_beside_it_what_the_chances_rest_on(file, tmp_path):
    done = export(file, tmp_path / "chances.csv", "csv")
    assert done.rows == 50
    head, *rows = done.files[0].read_text().splitlines()
    assert head.split(",")[:5] == ["us", "them", "dealer", "win", "win_se"]
    assert len(rows) == 50
    told = json.loads(done.files[1].read_text())
    assert RULES.digest() in json.dumps(told)
    assert "trumps" in json.dumps(told)


def test_workbook_has_heat_maps_of_the_chances(equity, file, tmp_path):
    export(file, tmp_path / "chances.xlsx", "xlsx")
    book = load_workbook(tmp_path / "chances.xlsx")
    assert book.sheetnames == ["About", "Scores", "Rows"]
    sheet = book["Scores"]
    assert sheet["A1"].value == "Chance that we win the game when we deal"
    for us in range(5):
        for them in range(5):
            here = sheet.cell(3 + us, 2 + them).value  # below the title and their points
            assert here == pytest.approx(equity.game(State(us, them, "us")).mean)
    areas = [str(area.sqref) for area in sheet.conditional_formatting]
    assert "B3:F7" in areas
    assert len(areas) == 5  # the game twice, the match, a point for either


def test_rows_without_a_score_have_no_heat_map(file, tmp_path):
    export(file, tmp_path / "some.xlsx", "xlsx", query=Query(columns=("win",)))
    assert load_workbook(tmp_path / "some.xlsx").sheetnames == ["About", "Rows"]


def test_shares_that_were_given_have_no_errors_and_no_players(tmp_path):
    given = [45, 16, 5, 17, 12, 5]
    equity = Equity(RULES, Shares.given(given, RULES))
    write_equity(tmp_path / "given.parquet", equity, {"shares": given})
    assert pq.read_table(tmp_path / "given.parquet")["win_se"].null_count == 50
    export(tmp_path / "given.parquet", tmp_path / "given.json", "json")
    told = json.loads((tmp_path / "given.json").read_text())
    assert (told["shares"], told["strategies"]) == (given, [])
    export(tmp_path / "given.parquet", tmp_path / "given.html", "html")
    assert "none: the shares of deals were given" in (tmp_path / "given.html").read_text()


def test_a_file_that_came_meanwhile_is_kept(equity, tmp_path):
    path = tmp_path / "mine.parquet"
    path.write_text("mine")
    with pytest.raises(OutputProblem, match="was not before"):
        write_equity(path, equity, {})
    assert path.read_text() == "mine"
    assert write_equity(path, equity, {}, replace=True) == 50

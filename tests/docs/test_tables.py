"""How the tables of the pages are worked out."""

from dataclasses import dataclass

from euchre_sim.analysis.estimate import Estimate
from tests.docs import tables


@dataclass
class Row:
    """Calls of a position in one round."""

    calls: int
    points_called: Estimate


def test_a_positions_calls_of_both_rounds_count_by_their_numbers() -> None:
    rows = [Row(30, Estimate(1.0, 0.1, 0.8, 1.2)), Row(10, Estimate(-2.0, 0.4, -2.8, -1.2))]
    # (30 - 20) / 40 points, and errors of 3 and 4 points of 40 deals, at right angles.
    assert tables._called(rows, 400) == "10.0 %: +0.250 ± 0.125"
    assert tables._called([Row(0, Estimate(None, None, None, None))], 400) == "–"


def test_every_position_of_a_preset_has_its_cell(monkeypatch) -> None:
    monkeypatch.setattr(tables, "HANDS_A_PRESET", 20_000)
    lines = tables.points_by_preset().splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert {len(row) for row in rows} == {8}
    filled = {row[0]: sum("±" in cell for cell in row) for row in rows[2:]}
    assert (filled["standard"], filled["two_hand"]) == (4, 2)
    assert (filled["three_hand"], filled["six_hand"]) == (3, 6)

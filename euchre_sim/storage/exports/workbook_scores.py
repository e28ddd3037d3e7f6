"""The sheet of a workbook that has the chances at every score as heat maps."""

from __future__ import annotations

from typing import Any, NamedTuple

from euchre_sim.storage.exports.rows import Rows
from euchre_sim.storage.exports.workbook_sheets import Formats, colour_scale

__all__ = ["SCORES_TITLE", "scores_sheet"]

SCORES_TITLE = "heat maps: our points down, theirs across"
_WIDTH = 7
_SCORE = ("us", "them", "dealer")


class _Map(NamedTuple):
    """A heat map: its heading, column and dealer, and the ends and middle of its colours."""

    title: str
    column: str
    dealer: str
    colours: tuple[float, float | None, float]


_MAPS = (
    _Map("Chance that we win the game when we deal", "win", "us", (0, 0.5, 1)),
    _Map("Chance that we win the game when they deal", "win", "them", (0, 0.5, 1)),
    _Map("Chance that we win the match when we deal", "match", "us", (0, 0.5, 1)),
    _Map("What a point for us adds when we deal", "point_for_us", "us", (0, None, 0.3)),
    _Map("What a point for them takes when we deal", "point_for_them", "us", (-0.3, 0, 0.3)),
)


def scores_sheet(book: Any, rows: Rows, formats: Formats) -> str | None:
    """Add the sheet and return its name; None where the rows lack the columns for it."""
    names = set(rows.schema.names)
    maps = [one for one in _MAPS if one.column in names]
    if not maps or not names.issuperset(_SCORE):
        return None
    values: dict[tuple[Any, ...], float] = {}
    for batch in rows.batches([*_SCORE, *dict.fromkeys(one.column for one in maps)]):
        for row in batch.to_pylist():
            place = tuple(row.pop(name) for name in _SCORE)
            values.update({(name, *place): value for name, value in row.items()})
    most = max(score for _, us, them, _ in values for score in (us, them))
    sheet = book.add_worksheet("Scores")
    sheet.set_column(0, 0, 6)
    sheet.set_column(1, most + 1, _WIDTH)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)
    top = 0
    for one in maps:
        sheet.write_string(top, 0, one.title, formats.title)
        head = top + 1
        sheet.write_string(head, 0, "", formats.number_head)
        for them in range(most + 1):
            sheet.write_number(head, them + 1, them, formats.number_head)
        for us in range(most + 1):
            sheet.write_number(head + 1 + us, 0, us, formats.label)
            for them in range(most + 1):
                value = values.get((one.column, us, them, one.dealer))
                if value is not None:
                    sheet.write_number(head + 1 + us, them + 1, value, formats.of_kind["share"])
        area = (head + 1, 1, head + 1 + most, most + 1)
        sheet.conditional_format(*area, colour_scale(*one.colours))
        top = head + most + 3
    return str(sheet.get_name())

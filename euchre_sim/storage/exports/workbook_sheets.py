"""The sheets of a workbook and how their cells look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

import pyarrow as pa

from euchre_sim.storage.exports.about import About, ColumnMeaning, kind_of
from euchre_sim.storage.exports.workbook_overview import Overview, OverviewChart

__all__ = [
    "MOST_ROWS",
    "DataSheet",
    "Formats",
    "about_sheet",
    "colour_scale",
    "overview_sheet",
]

_HEAD = 1  # row of the heads; above it what adds up the rows shown
_FIRST = _HEAD + 1
MOST_ROWS = 1_048_576 - _FIRST  # a sheet's, below the heads
# Orange and blue, which everybody can tell apart.
_LOW, _NONE, _HIGH = "#F4A261", "#FFFFFF", "#6BAED6"
_RATES = {"win_rate": _HIGH, "euchre_rate": _LOW}
_SERIES = ("#4C78A8", "#F58518", "#8E6C8A")
_CHART = (600, 340)  # pixels
_WIDTHS = {"hand": 21, "relation": 11}
_LINE = 15  # points, the height of a line
_MEANING = 90  # characters, the width of the column of meanings
_NUMBERS = {
    "share": "0.0%",
    "share error": "0.00%",
    "points": "+0.000;-0.000;0.000",
    "error": "0.000",
    "count": "#,##0",
    "flag": '"yes";"yes";"no"',  # where a flag is shown as a number
}


class Formats:
    """The formats of a workbook's cells."""

    def __init__(self, book: Any) -> None:
        top = {"valign": "top"}
        self.title = book.add_format({"bold": True, "font_size": 16})
        self.section = book.add_format({"bold": True, "font_size": 12, "top": 1})
        self.label = book.add_format({"bold": True, **top})
        self.text = book.add_format({"text_wrap": True, **top})
        self.plain = book.add_format(top)
        head = {"bold": True, "bottom": 1, "bg_color": "#E8EDF3", "text_wrap": True, **top}
        self.head = book.add_format(head)
        self.cell_head = book.add_format({**head, "indent": 1})
        self.number_head = book.add_format({**head, "align": "right"})
        self.cell_text = book.add_format({"indent": 1})
        self.sums = book.add_format({"italic": True})
        self.of_kind = {
            kind: book.add_format({"num_format": text, "align": "right"})
            for kind, text in _NUMBERS.items()
        }
        self.sum_of_kind = {
            kind: book.add_format({"num_format": text, "italic": True})
            for kind, text in _NUMBERS.items()
        }


class DataSheet:
    """A sheet of rows: heads that stay, filters, sums of the rows that are shown.

    Parameters
    ----------
    book
        The workbook.
    name
        Of the sheet.
    schema
        The columns.
    totals
        ``rows``, how many will come, and the sums of the columns that are added up.
    formats
        Of the workbook.
    """

    def __init__(
        self,
        book: Any,
        name: str,
        schema: pa.Schema,
        totals: Mapping[str, float],
        formats: Formats,
    ) -> None:
        self.name = name
        self.rows = int(totals["rows"])
        self._sheet = book.add_worksheet(name)
        self._next = _FIRST
        self._last = _HEAD + self.rows
        self._writers = [self._writer(field, formats) for field in schema]
        self._sums(schema, totals, formats)
        for i, field in enumerate(schema):
            head = formats.cell_head if kind_of(field) == "text" else formats.number_head
            self._sheet.write_string(_HEAD, i, field.name, head)
            self._column(i, field)
        sheet = self._sheet
        if any(len(name) > 16 for name in schema.names):
            sheet.set_row(_HEAD, 3 * _LINE)
        sheet.freeze_panes(_FIRST, min(2, len(schema.names)) if "hand" in schema.names else 0)
        sheet.autofilter(_HEAD, 0, self._last, len(schema.names) - 1)
        sheet.set_landscape()
        sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(_HEAD)

    @property
    def is_full(self) -> bool:
        """Whether all rows have come that were announced."""
        return self._next > self._last

    def add(self, values: Sequence[Any]) -> None:
        """Write a row; nothing leaves a cell empty."""
        row = self._next
        for i, value in enumerate(values):
            if value is not None:
                write, form = self._writers[i]
                write(row, i, value, form)
        self._next = row + 1

    def add_all(self, batch: pa.RecordBatch) -> None:
        """Write a batch of rows."""
        columns = [column.to_pylist() for column in batch.columns]
        for values in zip(*columns, strict=True):
            self.add(values)

    def _writer(self, field: pa.Field[Any], formats: Formats) -> tuple[Any, Any]:
        kind = kind_of(field)
        if kind == "text":  # so that none becomes a formula, a number or a link
            return self._sheet.write_string, formats.cell_text
        if kind == "flag":
            return self._sheet.write_boolean, formats.of_kind[kind]
        return self._sheet.write_number, formats.of_kind[kind]

    def _column(self, i: int, field: pa.Field[Any]) -> None:
        """Width and colours of a column."""
        kind = kind_of(field)
        width = _WIDTHS.get(field.name, 9 if len(field.name) <= 9 else 12)
        hidden = (field.metadata or {}).get(b"unit") == b"points squared"
        # Sums of squares are for adding runs up; a click on the + above shows them.
        self._sheet.set_column(i, i, width, None, {"level": 1, "hidden": True} if hidden else {})
        area = (_FIRST, i, self._last, i)
        if kind == "text":
            cells = self._area(i)
            self._sheet.ignore_errors({"number_stored_as_text": cells})
        elif kind == "points":
            self._sheet.conditional_format(*area, colour_scale(-2, 0, 2))
        elif field.name in _RATES:
            colour = _RATES[field.name]
            self._sheet.conditional_format(*area, colour_scale(0, None, 1, colour))

    def _area(self, i: int) -> str:
        from xlsxwriter.utility import xl_range

        return str(xl_range(_FIRST, i, self._last, i))

    def _sums(self, schema: pa.Schema, totals: Mapping[str, float], formats: Formats) -> None:
        """Add up, above the heads, the rows that a filter leaves."""
        names = schema.names
        counted = next((i for i, field in enumerate(schema) if not field.nullable), 0)
        rows = f'=SUBTOTAL(103,{self._area(counted)})&" rows"'
        self._sheet.write_formula(0, 0, rows, formats.sums, f"{self.rows} rows")
        for i, name in enumerate(names):
            if name in totals:
                form = formats.sum_of_kind["count"]
                formula = f"=SUBTOTAL(109,{self._area(i)})"
                self._sheet.write_formula(0, i, formula, form, totals[name])
        if {"n", "points"} <= set(totals) and totals["n"] and "points_mean" in names:
            n, points = (f"SUBTOTAL(109,{self._area(names.index(k))})" for k in ("n", "points"))
            formula = f'=IF({n}=0,"",{points}/{n})'
            mean = totals["points"] / totals["n"]
            form = formats.sum_of_kind["points"]
            self._sheet.write_formula(0, names.index("points_mean"), formula, form, mean)


def colour_scale(
    low: float, middle: float | None, high: float, colour: str = _HIGH
) -> dict[str, Any]:
    """Colour cells by their value between fixed ends, so that sheets can be compared."""
    scale = {
        "min_type": "num",
        "max_type": "num",
        "min_value": low,
        "max_value": high,
        "min_color": _NONE if middle is None else _LOW,
        "max_color": colour,
    }
    if middle is None:
        return {"type": "2_color_scale", **scale}
    more = {"mid_type": "num", "mid_value": middle, "mid_color": _NONE}
    return {"type": "3_color_scale", **scale, **more}


def about_sheet(
    sheet: Any,
    about: About,
    meanings: Sequence[ColumnMeaning],
    sheets: Sequence[tuple[str, str]],
    formats: Formats,
) -> None:
    """Fill the front sheet: what the rows rest on, what sheets there are, what columns mean."""
    sheet.set_column(0, 0, 26)
    sheet.set_column(1, 1, 20)
    sheet.set_column(2, 2, _MEANING)
    sheet.hide_gridlines(2)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)
    sheet.write_string(0, 0, about.title, formats.title)
    row = 2
    for label, text in about.lines():
        sheet.write_string(row, 0, label, formats.label)
        sheet.write_string(row, 1, text, formats.plain)
        row += 1
    row = _section(sheet, row + 1, "Rules that differ from the standard game", formats)
    differing = about.differing_rules()
    for option, value, standard in differing:
        sheet.write_string(row, 0, option, formats.label)
        sheet.write_string(row, 1, value, formats.plain)
        sheet.write_string(row, 2, f"standard: {standard}", formats.plain)
        row += 1
    if not differing:
        sheet.write_string(row, 0, "none", formats.plain)
        row += 1
    row = _section(sheet, row + 1, "Sheets", formats)
    for name, text in sheets:
        sheet.write_url(row, 0, f"internal:'{name}'!A1", string=name)
        sheet.write_string(row, 1, text, formats.plain)
        row += 1
    row = _section(sheet, row + 1, "Columns", formats)
    for i, head in enumerate(("column", "unit", "meaning")):
        sheet.write_string(row, i, head, formats.head)
    for one in meanings:
        row += 1
        # Not every program makes a row as high as its text.
        sheet.set_row(row, _LINE * max(1, ceil(len(one.meaning) / _MEANING)))
        sheet.write_string(row, 0, one.name, formats.label)
        sheet.write_string(row, 1, one.unit, formats.plain)
        sheet.write_string(row, 2, one.meaning, formats.text)


def _section(sheet: Any, row: int, title: str, formats: Formats) -> int:
    sheet.write_string(row, 0, title, formats.section)
    for column in (1, 2):
        sheet.write_blank(row, column, None, formats.section)
    return row + 1


def overview_sheet(book: Any, sheet: Any, overview: Overview, formats: Formats) -> None:
    """Fill the sheet of the overview: a table by round and position, and charts of it."""
    sheet.set_column(0, 0, 16)
    sheet.set_column(1, len(overview.columns), 12)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 1)
    sheet.write_string(0, 0, overview.title, formats.label)
    head, first = 2, 3
    last = first + len(overview.places) - 1
    sheet.set_row(head, 2 * _LINE)
    sheet.write_string(head, 0, "turn", formats.head)
    for i, column in enumerate(overview.columns, 1):
        sheet.write_string(head, i, column.head, formats.number_head)
    for k, place in enumerate(overview.places):
        sheet.write_string(first + k, 0, "round {}, seat {}".format(*place))
        for i, column in enumerate(overview.columns, 1):
            value = column.values[k]
            if value is not None:
                sheet.write_number(first + k, i, value, formats.of_kind[column.kind])
    sheet.freeze_panes(first, 1)
    for i, column in enumerate(overview.columns, 1):
        if column.kind == "points":
            sheet.conditional_format(first, i, last, i, colour_scale(-2, 0, 2))
    for number, chart in enumerate(overview.charts):
        made = _chart(book, sheet.get_name(), overview, chart, first, last)
        options = {
            "description": f"{chart.title} by round and seat, from the table above",
            "x_offset": number * (_CHART[0] + 20),
        }
        sheet.insert_chart(last + 2, 0, made, options)


def _chart(
    book: Any, name: str, overview: Overview, chart: OverviewChart, first: int, last: int
) -> Any:
    kind = {"type": "column", "subtype": "stacked"} if chart.stacked else {"type": "column"}
    made = book.add_chart(kind)
    heads = [one.head for one in overview.columns]
    for head, colour in zip(chart.heads, _SERIES, strict=False):
        column = 1 + heads.index(head)
        made.add_series(
            {
                "name": [name, first - 1, column],
                "categories": [name, first, 0, last, 0],
                "values": [name, first, column, last, column],
                "fill": {"color": colour},
                "gap": 60,
            }
        )
    shown = overview.columns[heads.index(chart.heads[0])].kind
    made.set_title({"name": chart.title, "name_font": {"size": 12}})
    made.set_x_axis({"label_position": "low"})
    made.set_y_axis(
        {
            "name": chart.axis,
            "num_format": "0%" if shown == "share" else "+0.0;-0.0;0",
            "major_gridlines": {"visible": True, "line": {"color": "#DDDDDD"}},
            **({"min": 0, "max": 1} if shown == "share" else {}),
        }
    )
    made.set_legend({"position": "bottom"})
    made.set_size({"width": _CHART[0], "height": _CHART[1]})
    return made

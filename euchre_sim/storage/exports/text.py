"""Tables as text for other programs: CSV and TSV, JSON, JSON Lines.

Texts are ASCII where the table's are. A CSV file holds the rows alone, so that every program opens
it; what they rest on goes into a file beside it, named as "CSV on the Web" has it (W3C, 2015).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from euchre_sim.storage.exports.about import About, column_meanings, is_number
from euchre_sim.storage.exports.rows import Rows

__all__ = ["CsvForm", "csv_metadata", "csv_parts", "json_lines", "json_parts"]

_FORMULA = "^[=+\\-@\t\r]"  # a text with such a beginning is run by spreadsheets
_Field = Any


class CsvForm:
    """How rows are written as CSV.

    Parameters
    ----------
    sep
        Between cells; a semicolon if not given and the decimal mark is a comma, else a comma.
    decimal
        The decimal mark.
    bom
        Whether the file begins with a byte order mark.
    """

    def __init__(self, sep: str | None = None, decimal: str = ".", bom: bool = False) -> None:
        self.sep = sep or (";" if decimal == "," else ",")
        self.decimal = decimal
        self.bom = bom


def csv_parts(rows: Rows, form: CsvForm) -> Iterator[str]:
    """Write rows as CSV: a line of names, then a line a row; nothing is an empty cell."""
    if form.bom:
        yield "\ufeff"
    yield form.sep.join(_quoted_name(name, form) for name in rows.schema.names) + "\n"
    for batch in rows.batches():
        cells = [_cells(column, form) for column in batch.columns]
        lines: Any = pc.binary_join_element_wise(*cells, form.sep)
        yield "".join(f"{line}\n" for line in lines.to_pylist())


def _quoted_name(name: str, form: CsvForm) -> str:
    return f'"{name}"' if form.sep in name else name


def _cells(column: Any, form: CsvForm) -> Any:
    """Return the texts of a column's cells."""
    if pa.types.is_boolean(column.type):  # TRUE is another word in every language
        return pc.fill_null(column.cast(pa.int8()).cast(pa.string()), "")
    if is_number(column.type):
        texts = column.cast(pa.string())
        if pa.types.is_floating(column.type) and form.decimal != ".":
            texts = pc.replace_substring(texts, ".", form.decimal)
        return pc.fill_null(texts, "")
    if pa.types.is_dictionary(column.type):
        words = _texts(column.dictionary, form)
        return pc.fill_null(words.take(column.indices), "")
    return pc.fill_null(_texts(column, form), "")


def _texts(words: Any, form: CsvForm) -> Any:
    """Quote texts that need it, and keep spreadsheets from running one as a formula."""
    risky = pc.match_substring_regex(words, _FORMULA)
    words = pc.if_else(risky, pc.binary_join_element_wise("'", words, ""), words)
    doubled = pc.replace_substring(words, '"', '""')
    quoted = pc.binary_join_element_wise('"', doubled, '"', "")
    needs = pc.match_substring_regex(words, f'["\r\n{_in_a_class(form.sep)}]')
    return pc.if_else(needs, quoted, words)


def _in_a_class(sep: str) -> str:
    return "\\" + sep if sep in "]^-\\" else sep


def csv_metadata(name: str, rows: Rows, about: About, form: CsvForm) -> str:
    """Describe a CSV file as "CSV on the Web" does, with what its rows rest on as a note."""
    columns = [
        {
            "name": meaning.name.replace(" ", "_"),
            "titles": meaning.name,
            "datatype": _datatype(field, form),
            "dc:description": meaning.meaning,
            "schema:unitText": meaning.unit,
        }
        for field, meaning in zip(rows.schema, column_meanings(rows.schema), strict=True)
    ]
    facts = about.as_dict(rows.schema)
    del facts["columns"]
    return _json(
        {
            "@context": "http://www.w3.org/ns/csvw",
            "url": name,
            "dc:title": about.title,
            "dialect": {"delimiter": form.sep, "encoding": "utf-8", "header": True},
            "tableSchema": {"columns": columns},
            "notes": [facts],
        }
    )


def _datatype(field: pa.Field[Any], form: CsvForm) -> Any:
    if pa.types.is_boolean(field.type):
        return {"base": "boolean", "format": "1|0"}
    if pa.types.is_integer(field.type):
        return "integer"
    if pa.types.is_floating(field.type):
        return {"base": "double", "format": {"decimalChar": form.decimal}}
    return "string"


def json_parts(rows: Rows, about: About) -> Iterator[str]:
    """Write what the rows rest on and then the rows, each on a line, as one JSON object."""
    head = _json(about.as_dict(rows.schema)).rstrip().removesuffix("}").rstrip()
    yield f'{head},\n  "data": [\n'
    first = True
    for batch in rows.batches():
        lines = ",\n".join(f"    {line}" for line in _objects(batch))
        yield lines if first else f",\n{lines}"
        first = False
    yield "\n  ]\n}\n"


def json_lines(rows: Rows) -> Iterator[str]:
    """Write every row as a JSON object on a line of its own."""
    for batch in rows.batches():
        yield "".join(f"{line}\n" for line in _objects(batch))


def _objects(batch: pa.RecordBatch) -> Iterator[str]:
    for row in batch.to_pylist():
        yield json.dumps(row, ensure_ascii=False, allow_nan=False)


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n"

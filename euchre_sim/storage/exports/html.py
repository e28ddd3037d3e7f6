"""A table as one plain HTML page: no script, nothing loaded, light and dark."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

import pyarrow as pa

from euchre_sim.errors import OutputProblem
from euchre_sim.storage.exports.about import About, column_meanings, kind_of
from euchre_sim.storage.exports.rows import Rows

__all__ = ["MOST_ROWS", "html_parts"]

MOST_ROWS = 100_000  # more than browsers show without a long wait
_STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 1.5rem; }
h1 { font-size: 1.4rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.2rem; }
dt { font-weight: 600; }
dd { margin: 0; }
.wide { overflow-x: auto; max-height: 85vh; margin-top: 1rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: .4rem 0; }
th, td { padding: .2rem .6rem; text-align: left; border-bottom: 1px solid #8886; }
.wide td, .wide th { white-space: nowrap; }
thead th { position: sticky; top: 0; background: Canvas; border-bottom: 2px solid #888; }
tbody th { font-weight: 500; }
.r { text-align: right; }
tbody tr:hover { background: #8882; }
@media print { .wide { overflow: visible; max-height: none; } thead th { position: static; } }
""".strip()


def html_parts(rows: Rows, about: About) -> Iterator[str]:
    """Write a page: what the rows rest on, what the columns mean, the rows.

    Raises
    ------
    OutputProblem
        If there are more rows than a browser shows.
    """
    if rows.count > MOST_ROWS:
        raise OutputProblem(
            f"a page of {rows.count:,} rows is more than a browser shows ({MOST_ROWS:,}); filter "
            "it (--where, --limit) or write csv"
        )
    title = escape(about.title)
    facts = "\n".join(f"<dt>{escape(k)}</dt><dd>{escape(v)}</dd>" for k, v in about.lines())
    meanings = "\n".join(
        f'<tr><th scope="row">{escape(one.name)}</th><td>{escape(one.unit)}</td>'
        f"<td>{escape(one.meaning)}</td></tr>"
        for one in column_meanings(rows.schema)
    )
    schema = rows.schema
    main = schema.names.index("hand") if "hand" in schema.names else 0
    heads = "".join(
        f'<th scope="col"{_aligned(field)}>{escape(field.name)}</th>' for field in schema
    )
    yield f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{_STYLE}
</style>
</head>
<body>
<main>
<h1>{title}</h1>
<dl>
{facts}
</dl>
<details>
<summary>What the columns mean</summary>
<table>
<thead>
<tr><th scope="col">Column</th><th scope="col">Unit</th><th scope="col">Meaning</th></tr>
</thead>
<tbody>
{meanings}
</tbody>
</table>
</details>
<div class="wide" tabindex="0" role="region" aria-labelledby="rows">
<table>
<caption id="rows">{rows.count:,} rows; numbers are rounded</caption>
<thead><tr>{heads}</tr></thead>
<tbody>
"""
    for batch in rows.batches():
        columns = [
            [_cell(schema.field(i), value, i == main) for value in column.to_pylist()]
            for i, column in enumerate(batch.columns)
        ]
        yield "".join(f"<tr>{''.join(cells)}</tr>\n" for cells in zip(*columns, strict=True))
    yield "</tbody>\n</table>\n</div>\n</main>\n</body>\n</html>\n"


def _aligned(field: pa.Field[Any]) -> str:
    return "" if kind_of(field) in ("text", "flag") else ' class="r"'


def _cell(field: pa.Field[Any], value: Any, is_head: bool) -> str:
    text = "" if value is None else _shown(kind_of(field), value)
    if is_head:
        return f'<th scope="row">{text}</th>'
    return f"<td{_aligned(field)}>{text}</td>"


def _shown(kind: str, value: Any) -> str:
    """Write a value as people read it."""
    if kind == "text":
        return escape(value)
    if kind == "flag":
        return "yes" if value else "no"
    if kind.startswith("share"):
        return f"{value:.2%}" if kind == "share error" else f"{value:.1%}"
    if kind == "count":
        return f"{value:,}"
    return f"{value:+.3f}" if kind == "points" else f"{value:.3f}"

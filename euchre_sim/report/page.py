"""A report as one HTML file that needs nothing else: no network, no script.

Charts are pictures of plain SVG. A page with vega in it weighs 0.9 MB more, needs its script to
show anything, and prints and reads aloud no better; what a script would give, the numbers of a
mark under the pointer, a title does as well. Each chart is there twice, for a desk and for a
phone, because the writing in one picture would be too small on the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from euchre_sim.report.draw import NARROW, WIDE, inline_svg
from euchre_sim.report.figure import CHARTS, Fact, Figure, Report, Table
from euchre_sim.report.palette import night_rules

__all__ = ["document", "figure_section", "page", "provenance", "table_html"]


def page(report: Report) -> str:
    """Return the whole page."""
    places = [(one.name, CHARTS[one.name]) for one in report.figures if not one.missing]
    sections = (figure_section(figure) for figure in report.figures)
    return document(
        report.title,
        report.about,
        [("answer", "Answer"), *places, ("provenance", "What it rests on")],
        "\n".join([_answer(report), *sections, provenance(report.facts, report.notes)]),
    )


def document(title: str, about: str, places: Sequence[tuple[str, str]], main: str) -> str:
    """Return a page around its sections.

    Parameters
    ----------
    title
        Its head line.
    about
        What it was made of, in one line.
    places
        Ids and names of the sections that can be gone to.
    main
        The sections, the one with the id ``answer`` first.
    """
    links = "".join(f'<li><a href="#{name}">{escape(text)}</a></li>' for name, text in places)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="euchre-sim">
<link rel="icon" href="data:,">
<title>{escape(title)}</title>
<style>
{_style()}
</style>
</head>
<body>
<a class="skip" href="#answer">To the answer</a>
<header>
<h1>{escape(title)}</h1>
<p class="about">{escape(about)}.</p>
<nav aria-label="On this page"><ul>{links}</ul></nav>
</header>
<main>
{main}
</main>
<footer><p>Made with Euchre-sim. This page needs no network and no script.</p></footer>
</body>
</html>
"""


def _style() -> str:
    own = files("euchre_sim.report").joinpath("page.css").read_text(encoding="utf-8").strip()
    return f"{own}\n@media screen and (prefers-color-scheme:dark){{\n{night_rules()}\n}}"


def _answer(report: Report) -> str:
    sentences = "\n".join(f"<li>{escape(sentence)}</li>" for sentence in report.answer)
    return f"""<section id="answer" aria-labelledby="answer-head">
<div class="answer">
<h2 id="answer-head">The answer</h2>
<ul>
{sentences}
</ul>
</div>
<p class="caption" id="glance-head">{escape(report.glance_says)}</p>
<div class="glance">{table_html(report.glance, "glance-head")}</div>
</section>"""


def figure_section(figure: Figure) -> str:
    """Return a chart with what it says and its numbers."""
    head = f'<section id="{figure.name}" aria-labelledby="{figure.name}-head">'
    title = f'<h2 id="{figure.name}-head">{escape(figure.title)}</h2>'
    if figure.missing:
        return f'{head}\n{title}\n<p class="says">{escape(figure.missing)}</p>\n</section>'
    charts = "\n".join(
        f'<div class="{name}">{inline_svg(figure, width)}</div>'
        for name, width in (("wide", WIDE), ("narrow", NARROW))
    )
    return f"""{head}
{title}
<p class="says">{escape(figure.says)}</p>
<figure>
<div class="chart">
{charts}
<figcaption>{escape(figure.axis)}</figcaption>
</div>
</figure>
<details>
<summary>Numbers of this chart</summary>
{table_html(figure.table, f"{figure.name}-head")}
</details>
</section>"""


def table_html(table: Table, head: str) -> str:
    """Write a table in a box that scrolls by itself, with keys too, where it is too wide."""
    heads = "".join(
        f'<th scope="col"{_key(i, table)}>{escape(text)}</th>' for i, text in enumerate(table.heads)
    )
    lines = "\n".join(
        "<tr>" + "".join(_cell(i, cell, table) for i, cell in enumerate(line.values())) + "</tr>"
        for line in table.lines
    )
    return f"""<div class="scroll" role="region" aria-labelledby="{head}" tabindex="0">
<table aria-labelledby="{head}">
<thead><tr>{heads}</tr></thead>
<tbody>
{lines}
</tbody>
</table>
</div>"""


def _key(column: int, table: Table) -> str:
    return ' class="key"' if column < table.keys else ""


def _cell(column: int, text: str, table: Table) -> str:
    if column < table.keys:
        return f'<th scope="row" class="key">{escape(text)}</th>'
    return f"<td>{escape(text)}</td>"


def provenance(facts: Sequence[Fact], notes: Sequence[str]) -> str:
    """Return the section that tells what a page rests on and how to read it."""
    lines = "\n".join(
        f"<dt>{escape(fact.name)}</dt><dd>"
        + (f"<code>{escape(fact.value)}</code>" if fact.is_code else escape(fact.value))
        + "</dd>"
        for fact in facts
    )
    items = "\n".join(f"<li>{escape(note)}</li>" for note in notes)
    return f"""<section id="provenance" aria-labelledby="provenance-head">
<h2 id="provenance-head">What it rests on</h2>
<dl>
{lines}
</dl>
<h2>How to read it</h2>
<ul>
{items}
</ul>
</section>"""

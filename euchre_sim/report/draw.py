"""Figures drawn with Altair; vl-convert makes pictures of them without a browser."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict
from html import unescape
from itertools import pairwise
from typing import Any

import altair as alt
import vl_convert

from euchre_sim.report.figure import Figure, Mark
from euchre_sim.report.palette import day

__all__ = ["NARROW", "WIDE", "inline_svg", "png", "svg"]

# Pixels from edge to edge, on a desk and on a phone.
WIDE = 860
NARROW = 330

FONT = "Arial, Arimo, Liberation Sans, Helvetica, sans-serif"
ROW_HEIGHT = 26
STRONG = ("loss_3", "gain_3", "blue", "orange")  # colours that are written on in the other ink
_PERCENT = "format(100 * datum.value, '.0f') + ' %'"
_POINTS = "datum.value == 0 ? '0' : format(datum.value, '+.1f')"


def svg(figure: Figure) -> str:
    """Return a figure as a picture file of its own, on white and with its title."""
    return str(_converted(vl_convert.vegalite_to_svg, figure))


def png(figure: Figure) -> bytes:
    """Return a figure as an image with two pixels for each of the picture's."""
    return bytes(_converted(vl_convert.vegalite_to_png, figure, scale=2))


def inline_svg(figure: Figure, width: int) -> str:
    """Return a figure as a piece of a page that has a table of its numbers too.

    What vega says about each mark to screen readers becomes the text that a pointer sees: they
    have the table, and a sentence for the whole.
    """
    drawn: str = vl_convert.vegalite_to_svg(_spec(figure, width), allowed_base_urls=[])
    drawn = re.sub(r'<(\w+) aria-label="([^"]*)" ([^<>]*?)/>', _titled, drawn)
    # The style of the page has the font, once for all.
    drawn = re.sub(r' (?:aria-[\w-]+|role|class|font-family)="[^"]*"', "", drawn)
    alt_text = _escaped(f"{figure.alt} {figure.says}")
    return drawn.replace("<svg ", f'<svg role="img" aria-label="{alt_text}" ', 1)


def _titled(found: re.Match[str]) -> str:
    element, label, rest = found.groups()
    if 'role="graphics-symbol"' not in rest:
        return found[0]
    return f"<{element} {rest}><title>{_escaped(unescape(label))}</title></{element}>"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def _converted(convert: Any, figure: Figure, **options: Any) -> Any:
    title = alt.TitleParams(
        figure.title, subtitle=figure.axis, anchor="start", offset=16, subtitlePadding=6
    )
    whole = {"title": title, "background": "#ffffff", "padding": 20, "description": figure.alt}
    return convert(_spec(figure, WIDE, **whole), allowed_base_urls=[], **options)


def _spec(figure: Figure, width: int, **properties: Any) -> dict[str, Any]:
    """Make Vega-Lite's form of a figure."""
    ink, quiet, line = day("ink"), day("quiet"), day("line")
    labels: dict[str, Any] = {"labelColor": ink, "labelFontSize": 13}
    kinds = {"heat": _heat, "dots": _dots, "bars": _bars, "line": _line}
    # Altair copies a chart, with all its values, at every step; so they come in at the end.
    chart = kinds[figure.kind](figure, width).properties(
        data=alt.InlineData(_values(figure)), **properties
    )
    configured = chart.configure(
        background="transparent",
        font=FONT,
        padding=2,
        view=alt.ViewConfig(stroke=None),
        axis=alt.AxisConfig(
            **labels, domain=False, ticks=False, gridColor=line, labelPadding=8, labelLimit=260
        ),
        legend=alt.LegendConfig(**labels, orient="top", symbolSize=110),
        header=alt.HeaderConfig(**labels, labelFontWeight="bold", labelAnchor="start"),
        title=alt.TitleConfig(
            color=ink, fontSize=18, subtitleColor=quiet, subtitleFontSize=13, fontWeight="bold"
        ),
    )
    spec: dict[str, Any] = configured.to_dict()
    return spec


def _values(figure: Figure) -> list[dict[str, Any]]:
    """Return the marks with what their drawing needs besides."""
    values = []
    names = step_names(figure) if figure.steps else []
    colour_of = dict(zip(_order(figure.marks, "series"), figure.colours, strict=False))
    for mark in figure.marks:
        value = asdict(mark)
        colour = colour_of[mark.series]
        if figure.kind == "heat":
            step = step_of(mark.value, figure.steps)
            value["step"] = None if step is None else names[step]
            colour = "even" if step is None else figure.colours[step]
        if figure.kind == "bars" and mark.lo is not None and mark.hi is not None:
            value["middle"] = (mark.lo + mark.hi) / 2
        value["ink"] = "on_strong" if colour in STRONG else "on_pale"
        values.append(value)
    return values


def _order(marks: Sequence[Mark], name: str) -> list[str]:
    return list(dict.fromkeys(getattr(mark, name) for mark in marks))


def _label_width(rows: Sequence[str]) -> int:
    """How many pixels the labels of the rows need."""
    return 16 + round(6.8 * max(map(len, rows)))


def _written(base: alt.Chart) -> list[alt.Chart]:
    """Write the texts of marks, a layer for each ink: none of it makes a legend."""
    return [
        base.transform_filter(alt.datum.ink == ink)
        .mark_text(fontSize=12, aria=False, color=day(ink))
        .encode(text="text:N")
        for ink in ("on_pale", "on_strong")
    ]


# --- heat maps -----------------------------------------------------------------------------------


def _heat(figure: Figure, width: int) -> Any:
    names = step_names(figure)
    rows, columns = _order(figure.marks, "row"), _order(figure.marks, "series")
    across = width - _label_width(rows) - 10
    heads = "datum.label" if width == WIDE else "split(datum.label, ' ')"  # one line or two
    base = alt.Chart(width=across, height=ROW_HEIGHT * len(rows)).encode(
        x=alt.X("series:N", sort=columns, title=None)
        .axis(orient="top", labelAngle=0, labelPadding=6 if width == WIDE else 20, labelExpr=heads)
        .scale(paddingInner=0.03),
        y=alt.Y("row:N", sort=rows, title=None).scale(paddingInner=0.07),
        description="label:N",
    )
    colour = (
        alt.Color("step:N", title=None)
        .scale(domain=names, range=[day(one) for one in figure.colours])
        .legend(
            symbolType="square",
            symbolStrokeWidth=0,
            symbolSize=180,
            columns=len(names) if width == WIDE else 2,
            columnPadding=12,
            labelFontSize=12,
        )
    )
    known = alt.datum.value != None  # noqa: E711 - an expression of vega's
    cells = base.transform_filter(known).mark_rect(cornerRadius=3).encode(color=colour)
    return alt.layer(cells, *_written(base))


def step_of(value: float | None, steps: Sequence[float]) -> int | None:
    """Return the step of a heat map that a value falls on.

    >>> step_of(0.3, [0.0, 0.5]), step_of(0.5, [0.0, 0.5])
    (1, 2)
    """
    return None if value is None else sum(value >= step for step in steps)


def step_names(figure: Figure) -> list[str]:
    """Return what the legend of a heat map says of each colour."""

    def written(number: float) -> str:
        text = f"{100 * number:g}" if figure.as_percent else f"{number:+g}".replace("-", "−")
        return "0" if number == 0 else text

    ends = [written(step) for step in figure.steps]
    between = [f"{low} to {high}" for low, high in pairwise(ends)]
    return [f"below {ends[0]}", *between, f"{ends[-1]} or more"]


# --- dots with intervals -------------------------------------------------------------------------


def _dots(figure: Figure, width: int) -> Any:
    series = _order(figure.marks, "series")
    colour = _series_colour(figure, series, width)
    axis = _PERCENT if figure.as_percent else _POINTS
    base = alt.Chart().encode(
        y=alt.Y("row:N", sort=_order(figure.marks, "row"), title=None).axis(grid=False),
        yOffset=alt.YOffset("series:N", sort=series).scale(paddingOuter=0.6),
        color=colour,
    )
    reach = base.mark_rule(strokeWidth=2, aria=False).encode(
        x=alt.X("lo:Q", title=None)
        .axis(labelExpr=axis, labelFlush=False, tickCount=4, grid=True)
        .scale(zero=True, nice=True),
        x2="hi:Q",
    )
    point = base.mark_point(filled=True, size=70, opacity=1).encode(
        x="value:Q",
        shape=alt.Shape("series:N", sort=series, title=None).scale(
            domain=series, range=["circle", "diamond", "square"][: len(series)]
        ),
        description="label:N",
    )
    if figure.as_percent:
        return _panels(alt.layer(reach, point), figure, width)
    even = alt.Chart().mark_rule(color=day("quiet"), aria=False).encode(x=alt.datum(0))
    return _panels(alt.layer(reach, even, point), figure, width)


# --- bars of pieces ------------------------------------------------------------------------------


def _bars(figure: Figure, width: int) -> Any:
    series = _order(figure.marks, "series")
    colour = _series_colour(figure, series, width)
    base = alt.Chart().encode(
        y=alt.Y("row:N", sort=_order(figure.marks, "row"), title=None).axis(grid=False)
    )
    pieces = base.mark_bar(height={"band": 0.72}).encode(
        x=alt.X("lo:Q", title=None)
        .axis(labelExpr=_PERCENT, labelFlush=False, values=[0, 0.25, 0.5, 0.75, 1])
        .scale(domain=[0, 1]),
        x2="hi:Q",
        color=colour,
        description="label:N",
    )
    written = _written(base.encode(x="middle:Q"))
    return _panels(alt.layer(pieces, *written), figure, width)


# --- a line through the rows ---------------------------------------------------------------------


def _line(figure: Figure, width: int) -> Any:
    base = alt.Chart().encode(
        x=alt.X("row:N", sort=_order(figure.marks, "row"), title=None).axis(
            labelAngle=0, labelOverlap=True, grid=False
        ),
        y=alt.Y("value:Q", title=None)
        .axis(labelExpr=_PERCENT, values=[0, 0.25, 0.5, 0.75, 1], grid=True)
        .scale(domain=[0, 1]),
    )
    colour = day(figure.colours[0])
    line = base.mark_line(strokeWidth=2, color=colour, aria=False)
    point = base.mark_point(filled=True, size=70, opacity=1, color=colour).encode(
        description="label:N"
    )
    even = alt.Chart().mark_rule(color=day("quiet"), aria=False).encode(y=alt.datum(0.5))
    return alt.layer(even, line, point).properties(width=width - 60, height=240)


# --- what dots and bars share --------------------------------------------------------------------


def _series_colour(figure: Figure, series: list[str], width: int) -> alt.Color:
    colour: alt.Color = (
        alt.Color("series:N", title=None, sort=series)
        .scale(domain=series, range=[day(name) for name in figure.colours[: len(series)]])
        .legend(columns=4 if width == WIDE else 2, labelLimit=300)
    )
    return colour


def _panels(layers: Any, figure: Figure, width: int) -> Any:
    """Put a chart for each panel beside the last, or below it where there is no room."""
    panels, rows, series = (_order(figure.marks, name) for name in ("panel", "row", "series"))
    columns = min(len(panels), 2) if width == WIDE else 1
    gap = 36
    # The labels of the rows stand left of every panel.
    across = (width - columns * _label_width(rows) - (columns - 1) * gap - 14) / columns
    tall = 34 if figure.kind == "bars" else 12 + 13 * len(series)
    layers = layers.properties(width=round(across), height=tall * len(rows))
    if len(panels) == 1:
        return layers
    faceted = layers.facet(
        alt.Facet("panel:N", sort=panels, title=None),
        columns=columns,
        data=alt.InlineData([]),
    )
    return faceted.resolve_axis(x="independent", y="independent").properties(
        spacing={"row": 28, "column": gap}
    )

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

from euchre_sim.report.figure import Figure
from euchre_sim.report.palette import day

__all__ = ["NARROW", "WIDE", "inline_svg", "png", "svg"]

# Pixels from edge to edge, on a desk and on a phone.
WIDE = 860
NARROW = 330

FONT = "Arial, Arimo, Liberation Sans, Helvetica, sans-serif"
ROW_HEIGHT = 26
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
    drawn: str = vl_convert.vegalite_to_svg(_spec(_chart(figure, width)), allowed_base_urls=[])
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
    chart = _chart(figure, WIDE).properties(
        title=title, background="#ffffff", padding=20, description=figure.alt
    )
    return convert(_spec(chart), allowed_base_urls=[], **options)


def _spec(chart: alt.TopLevelMixin) -> dict[str, Any]:
    ink, quiet, line = day("ink"), day("quiet"), day("line")
    labels = {"labelColor": ink, "labelFontSize": 13, "titleColor": quiet, "titleFontSize": 12}
    configured: Any = chart
    configured = (
        configured.configure(background="transparent", font=FONT, padding=2)
        .configure_view(stroke=None)
        .configure_axis(
            **labels,
            titleFontWeight="normal",
            domain=False,
            ticks=False,
            gridColor=line,
            labelPadding=8,
            labelLimit=260,
        )
        .configure_legend(**labels, titleFontWeight="normal", orient="top", symbolSize=110)
        .configure_header(
            labelColor=ink, labelFontSize=13, labelFontWeight="bold", labelAnchor="start"
        )
        .configure_title(
            color=ink, fontSize=18, subtitleColor=quiet, subtitleFontSize=13, fontWeight="bold"
        )
    )
    spec: dict[str, Any] = configured.to_dict()
    return spec


def _chart(figure: Figure, width: int) -> Any:
    kinds = {"heat": _heat, "dots": _dots, "bars": _bars}
    return kinds[figure.kind](figure, width)


def _values(figure: Figure) -> list[dict[str, Any]]:
    return [asdict(mark) for mark in figure.marks]


def _order(values: Sequence[dict[str, Any]], name: str) -> list[str]:
    return list(dict.fromkeys(value[name] for value in values))


def _label_width(rows: Sequence[str]) -> int:
    """How many pixels the labels of the rows need."""
    return 16 + round(6.8 * max(map(len, rows)))


# --- heat maps -----------------------------------------------------------------------------------


def _heat(figure: Figure, width: int) -> Any:
    values = _values(figure)
    names = step_names(figure)
    for value in values:
        step = step_of(value["value"], figure.steps)
        value["step"] = None if step is None else names[step]
        strong = step is not None and figure.colours[step].endswith("_3")
        value["ink"] = "on_strong" if strong else "on_pale"
    rows, columns = _order(values, "row"), _order(values, "series")
    across = width - _label_width(rows) - 10
    heads = "datum.label" if width == WIDE else "split(datum.label, ' ')"  # one line or two
    base = alt.Chart(alt.InlineData(values), width=across, height=ROW_HEIGHT * len(rows)).encode(
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
    return alt.layer(cells, *_written(base, values))


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
    values = _values(figure)
    series = _order(values, "series")
    colour = _series_colour(figure, series, width)
    axis = _PERCENT if figure.as_percent else _POINTS
    base = alt.Chart().encode(
        y=alt.Y("row:N", sort=_order(values, "row"), title=None).axis(grid=False),
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
    values = _values(figure)
    colour = _series_colour(figure, _order(values, "series"), width)
    base = alt.Chart().encode(
        y=alt.Y("row:N", sort=_order(values, "row"), title=None).axis(grid=False)
    )
    pieces = base.mark_bar(height={"band": 0.72}).encode(
        x=alt.X("lo:Q", title=None)
        .axis(labelExpr=_PERCENT, labelFlush=False, values=[0, 0.25, 0.5, 0.75, 1])
        .scale(domain=[0, 1]),
        x2="hi:Q",
        color=colour,
        description="label:N",
    )
    # White on the strong colours, dark on the pale ones.
    pale = {
        one
        for one, name in zip(_order(values, "series"), figure.colours, strict=True)
        if name.startswith("pale") or name in ("even", "gain_1", "loss_1")
    }
    for value in values:
        value["middle"] = (value["lo"] + value["hi"]) / 2
        value["ink"] = "on_pale" if value["series"] in pale else "on_strong"
    written = _written(base.encode(x="middle:Q"), values)
    return _panels(alt.layer(pieces, *written), figure, width, values)


def _written(base: Any, values: Sequence[dict[str, Any]]) -> list[Any]:
    """Write the texts of marks, a layer for each ink: none of it makes a legend."""
    return [
        base.transform_filter(alt.datum.ink == ink)
        .mark_text(fontSize=12, aria=False, color=day(ink))
        .encode(text="text:N")
        for ink in dict.fromkeys(value["ink"] for value in values)
    ]


# --- what dots and bars share --------------------------------------------------------------------


def _series_colour(figure: Figure, series: list[str], width: int) -> alt.Color:
    colour: alt.Color = (
        alt.Color("series:N", title=None, sort=series)
        .scale(domain=series, range=[day(name) for name in figure.colours[: len(series)]])
        .legend(columns=4 if width == WIDE else 2, labelLimit=300)
    )
    return colour


def _panels(
    layers: Any, figure: Figure, width: int, values: list[dict[str, Any]] | None = None
) -> Any:
    """Put a chart for each panel beside the last, or below it where there is no room."""
    values = values or _values(figure)
    panels, rows = _order(values, "panel"), _order(values, "row")
    series = _order(values, "series")
    columns = min(len(panels), 2) if width == WIDE else 1
    gap = 36
    # The labels of the rows stand left of every panel.
    across = (width - columns * _label_width(rows) - (columns - 1) * gap - 14) / columns
    tall = 34 if figure.kind == "bars" else 12 + 13 * len(series)
    layers = layers.properties(width=round(across), height=tall * len(rows))
    if len(panels) == 1:
        return layers.properties(data=alt.InlineData(values))
    faceted = layers.facet(
        alt.Facet("panel:N", sort=panels, title=None),
        columns=columns,
        data=alt.InlineData(values),
    )
    return faceted.resolve_axis(x="independent", y="independent").properties(
        spacing={"row": 28, "column": gap}
    )

"""Colours by day and by night.

Charts are drawn in the colours of the day. By night the page paints each of them in its other
colour, which it finds by its code, so every code stands here once only. Blue and orange are told
apart by people who do not see red and green as two.
"""

from __future__ import annotations

__all__ = ["COLOURS", "day", "night_rules"]

# Name -> (day, night).
COLOURS: dict[str, tuple[str, str]] = {
    # Text, lines and what lies behind a chart.
    "ink": ("#24292f", "#e4e8ec"),
    "quiet": ("#57606a", "#a3adb8"),
    "line": ("#d5dae0", "#39424d"),
    # Cells of heat maps, from loss to gain, and from never to always.
    "loss_3": ("#a8480a", "#ffa35c"),
    "loss_2": ("#e9974f", "#a3561a"),
    "loss_1": ("#f8d3ae", "#5b3a1d"),
    "even": ("#e8ebee", "#2c343e"),
    "gain_1": ("#c9dff3", "#1c3f60"),
    "gain_2": ("#73aadb", "#2a6ca8"),
    "gain_3": ("#17599b", "#86c2f7"),
    # Writing on pale and on strong cells.
    "on_pale": ("#1b1f24", "#f0f3f6"),
    "on_strong": ("#ffffff", "#0c1116"),
    # Series.
    "blue": ("#1f6fb5", "#6db3f2"),
    "orange": ("#b94f08", "#ff9f57"),
    "grey": ("#8a929b", "#5f6974"),
    "pale_blue": ("#a9cdec", "#2b5d8a"),
}


def day(name: str) -> str:
    """Return the colour that a chart is drawn in."""
    return COLOURS[name][0]


def night_rules() -> str:
    """Return the style rules that repaint a chart."""
    rules = []
    for by_day, by_night in COLOURS.values():
        rules += [f'.chart [{part}="{by_day}"]{{{part}:{by_night}}}' for part in ("fill", "stroke")]
    return "\n".join(rules)

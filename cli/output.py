"""Printing: data on stdout, notes on stderr, and only what the terminal can show.

rich is loaded when a table is really printed; the light commands never pay for it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TextIO

import click

from euchre_sim.cards import Card, Suit
from euchre_sim.rules import HouseRules

__all__ = [
    "Column",
    "as_printed",
    "can_show",
    "card_text",
    "cards_text",
    "named_rules",
    "note",
    "print_json",
    "print_json_line",
    "print_line",
    "print_table",
    "rules_flags",
    "rules_text",
    "signs_text",
    "suit_text",
]


def can_show(text: str, stream: TextIO | None = None) -> bool:
    """Whether a stream's encoding has every character of a text (stdout if not given)."""
    encoding = getattr(stream or sys.stdout, "encoding", None) or "ascii"
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def suit_text(suit: Suit, stream: TextIO | None = None) -> str:
    """Return a suit's symbol, or its letter where the symbols cannot be shown."""
    return suit.symbol if can_show("♣♦♠♥", stream) else suit.letter


def card_text(card: Card, stream: TextIO | None = None) -> str:
    """Return a card with its suit's symbol, or with letters where that cannot be shown."""
    return card.pretty if can_show("♣♦♠♥", stream) else str(card)


def cards_text(cards: Iterable[Card], stream: TextIO | None = None) -> str:
    """Return cards separated by spaces, as `card_text` shows them."""
    return " ".join(card_text(card, stream) for card in cards)


def as_printed(card: Card, rules: HouseRules) -> Card:
    """Return what lies on the table for a card: for the joker, by some rules, another card."""
    return rules.joker_printed if card.is_joker else card


def signs_text(text: str, stream: TextIO | None = None) -> str:
    """Return a text with its ± and − written in ASCII where they cannot be shown."""
    return text if can_show(text, stream) else text.replace("±", "+/-").replace("−", "-")


def print_line(text: str) -> None:
    """Print a line on stdout, its signs as `signs_text` has them."""
    click.echo(signs_text(text))


def rules_text(rules: HouseRules) -> str:
    """Name house rules by the nearest preset and what differs from it, as ``--set`` writes it."""
    return rules.describe()


def rules_flags(rules: HouseRules) -> str:
    """Return the options that name house rules on a command line; nothing for the standard ones."""
    name, settings = named_rules(rules)
    flags = [] if name == "standard" else [f"--rules {name}"]
    return "".join(f" {flag}" for flag in [*flags, *(f"--set {one}" for one in settings)])


def named_rules(rules: HouseRules) -> tuple[str, list[str]]:
    """Return the preset nearest to house rules and the settings that differ from it."""
    return rules.nearest_preset()


def note(text: str, *, quiet: bool = False) -> None:
    """Print a note for people on stderr, unless they asked for quiet."""
    if not quiet:
        click.echo(text, err=True)


def print_json(value: object) -> None:
    """Print one answer as JSON that people can read too."""
    click.echo(json.dumps(value, indent=2, allow_nan=False))


def print_json_line(value: object) -> None:
    """Print one answer of many as a line of JSON, at once."""
    click.echo(json.dumps(value, allow_nan=False))


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table.

    Parameters
    ----------
    header
        Its title.
    right
        Whether it is aligned to the right, as numbers are.
    """

    header: str
    right: bool = False


def print_table(
    columns: Sequence[Column], rows: Iterable[Sequence[str]], *, title: str | None = None
) -> None:
    """Print a table on stdout; it is never cut where stdout is no terminal.

    Colour follows the terminal and the NO_COLOR convention.
    """
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    # Text objects keep brackets in a cell from being taken for rich's own markup.
    table = Table(box=SIMPLE_HEAD, title=Text(title) if title else None, title_justify="left")
    for column in columns:
        table.add_column(
            Text(column.header), justify="right" if column.right else "left", no_wrap=column.right
        )
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    console = Console(file=sys.stdout, highlight=False)
    if not console.is_terminal:
        console.width = 10_000
        console.width = max(80, console.measure(table).maximum)
    console.print(table)

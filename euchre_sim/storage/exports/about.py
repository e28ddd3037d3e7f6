"""What an exported table rests on and what its columns mean, for every format."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from euchre_sim.rule_options import value_text
from euchre_sim.rules import HouseRules
from euchre_sim.storage.exports.source import Source

__all__ = ["About", "ColumnMeaning", "column_meanings", "is_number", "kind_of"]

_LABELS = {
    "seed": "Seed",
    "first_hand": "First hand",
    "hands": "Hands played",
    "requested_hands": "Hands asked for",
    "shares": "Shares of deals given, in percent",
    "deals": "Deals after every action",
    "until_se": "Standard error to reach",
    "round": "Round of calling",
    "positions": "Positions",
    "upcards": "Upcards",
    "all_discards": "A row for each discard",
    "version": "Version of Euchre-sim",
}


@dataclass(frozen=True)
class ColumnMeaning:
    """A column's name, unit and meaning."""

    name: str
    unit: str
    meaning: str


def column_meanings(schema: pa.Schema) -> list[ColumnMeaning]:
    """Return what the metadata of the columns say."""
    found = []
    for field in schema:
        texts = {key.decode(): text.decode() for key, text in (field.metadata or {}).items()}
        found.append(ColumnMeaning(field.name, texts.get("unit", ""), texts.get("description", "")))
    return found


def kind_of(field: pa.Field[Any]) -> str:
    """Say how a column is shown: text, flag, share, share error, points, error or count."""
    if pa.types.is_boolean(field.type):
        return "flag"
    if not is_number(field.type):
        return "text"
    unit = (field.metadata or {}).get(b"unit", b"").decode()
    if unit == "share":
        return "share error" if field.name.endswith("_se") else "share"
    if pa.types.is_floating(field.type):
        return "error" if field.name.endswith("_se") else "points"
    return "count"


def is_number(kind: pa.DataType) -> bool:
    """Whether a column's values are numbers."""
    return pa.types.is_integer(kind) or pa.types.is_floating(kind)


@dataclass(frozen=True)
class About:
    """What is told of an export.

    Parameters
    ----------
    source
        The table it comes from.
    asked
        What of it was wanted (`Query.as_dict`, and the value of a pivot).
    rows
        How many there are.
    """

    source: Source
    asked: dict[str, Any]
    rows: int

    @property
    def title(self) -> str:
        """What it is, as a heading."""
        return f"Euchre: {self.source.name}"

    @property
    def is_filtered(self) -> bool:
        """Whether rows were left out."""
        return bool(set(self.asked) - {"columns", "sort", "pivot"})

    def lines(self) -> list[tuple[str, str]]:
        """Labels and texts for people."""
        rules = self.source.rules
        lines = [
            ("Rules", rules.describe()),
            ("Digest of the rules", rules.digest()),
            ("Strategies", self._strategies()),
        ]
        for fact, value in self.source.facts.items():
            lines.append((_LABELS.get(fact, fact.replace("_", " ").capitalize()), _fact(value)))
        if self.source.metadata.get("partial") == "true":
            lines.append(("Partial", "the run was ended before all hands were played"))
        lines += [(f"Chosen: {name}", _fact(value)) for name, value in self.asked.items()]
        return [*lines, ("Rows", f"{self.rows:,}")]

    def differing_rules(self) -> list[tuple[str, str, str]]:
        """Return every option that differs from the standard game, with its value there."""
        standard = HouseRules().as_dict()
        return [
            (option, value_text(value), value_text(standard[option]))
            for option, value in self.source.rules.differences().items()
        ]

    def as_dict(self, schema: pa.Schema) -> dict[str, Any]:
        """Plain values for JSON."""
        source = self.source
        return {
            "title": self.title,
            **source.facts,
            "partial": source.metadata.get("partial") == "true",
            "rules_digest": source.rules.digest(),
            "rules": source.rules.as_dict(),
            "strategies": source.strategies,
            "asked": self.asked,
            "rows": self.rows,
            "columns": [
                {"name": one.name, "unit": one.unit, "description": one.meaning}
                for one in column_meanings(schema)
            ],
        }

    def _strategies(self) -> str:
        labels = [_strategy_label(one) for one in self.source.strategies]
        if not labels:
            return "none: the shares of deals were given"
        if len(set(labels)) == 1:
            return f"{labels[0]} in every seat"
        return "; ".join(f"seat {i}: {label}" for i, label in enumerate(labels, 1))


def _strategy_label(facts: dict[str, Any]) -> str:
    label = f"{facts.get('name')} v{facts.get('version')}"
    parameters: dict[str, Any] = facts.get("parameters") or {}
    settings = ", ".join(f"{name} {value}" for name, value in parameters.items())
    return f"{label} ({settings})" if settings else label


def _fact(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(_fact, value))
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return value_text(value)

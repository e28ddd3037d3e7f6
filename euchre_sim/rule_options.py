"""What is known about one house-rule option: its values, its meaning and who plays it so.

`HouseRules` keeps each option's facts once, on its dataclass field; this module gives the field
its shape and turns it into an `Option` that can read, check and describe a value.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import Field, dataclass, field
from typing import Any, Literal, get_args

from euchre_sim.errors import RuleConflict

__all__ = ["Option", "Value", "house_rule", "nearest", "option_from_field", "value_text"]

Value = bool | int | str

_TRUTH = {"true": True, "yes": True, "on": True, "1": True}
_TRUTH |= {"false": False, "no": False, "off": False, "0": False}


@dataclass(frozen=True, slots=True)
class Option:
    """One option of the house rules.

    Parameters
    ----------
    name
        The name used in Python, on the command line and in files.
    kind
        ``bool``, ``int`` or ``choice``.
    default
        The value of the standard game.
    values
        The values of a choice, the default's meaning first.
    low, high
        The range of an int, both ends included.
    section
        The part of the game it belongs to.
    source
        Who plays it so.
    doc
        Its meaning in one sentence.
    """

    name: str
    kind: Literal["bool", "int", "choice"]
    default: Value
    values: tuple[str, ...]
    low: int | None
    high: int | None
    section: str
    source: str
    doc: str

    @property
    def range_text(self) -> str:
        """The allowed values in words: ``true, false``, ``5..21`` or the choices."""
        if self.kind == "bool":
            return "true, false"
        if self.kind == "choice":
            return ", ".join(self.values)
        return str(self.low) if self.low == self.high else f"{self.low}..{self.high}"

    def check(self, value: object) -> Value:
        """Return a value of the right type and range, or raise RuleConflict."""
        if self.kind == "bool" and isinstance(value, bool):
            return value
        if self.kind == "choice" and isinstance(value, str) and value in self.values:
            return value
        if (
            self.kind == "int"
            and isinstance(value, int)
            and not isinstance(value, bool)
            and self.low is not None
            and self.high is not None
            and self.low <= value <= self.high
        ):
            return value
        raise self._refusal(value_text(value))

    def parse(self, text: str) -> Value:
        """Read a value from text, or raise RuleConflict."""
        word = text.strip().lower()
        if self.kind == "choice":
            return self.check(next((one for one in self.values if one.lower() == word), word))
        if self.kind == "bool":
            if word not in _TRUTH:
                raise self._refusal(text)
            return _TRUTH[word]
        try:
            number = int(word)
        except ValueError:
            raise self._refusal(text) from None
        return self.check(number)

    def _refusal(self, shown: str) -> RuleConflict:
        one = "the only value is" if self.low is not None and self.low == self.high else "allowed:"
        return RuleConflict(
            f"{self.name} cannot be {shown!r}; {one} {self.range_text}", options=(self.name,)
        )


def value_text(value: object) -> str:
    """Write a value as it is typed on the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def house_rule(
    default: Value, doc: str, *, section: str, source: str, within: tuple[int, int] | None = None
) -> Any:
    """Make the dataclass field of one option; an int's range is `within`."""
    return field(
        default=default,
        metadata={"doc": doc, "section": section, "source": source, "within": within},
    )


def option_from_field(definition: Field[Any]) -> Option:
    """Describe an option from its field; a choice's values come from its Literal type."""
    low, high = definition.metadata["within"] or (None, None)
    default: Any = definition.default
    kind: Literal["bool", "int", "choice"] = "choice"
    if definition.type is bool:
        kind = "bool"
    elif definition.type is int:
        kind = "int"
    return Option(
        name=definition.name,
        kind=kind,
        default=default,
        values=get_args(definition.type),
        low=low,
        high=high,
        section=definition.metadata["section"],
        source=definition.metadata["source"],
        doc=definition.metadata["doc"],
    )


def nearest(name: str, known: Iterable[str]) -> str:
    """Suggest the known name most like `name`, as the end of a sentence, or nothing."""
    from difflib import get_close_matches  # only a mistake needs it

    close = get_close_matches(name, list(known), n=1, cutoff=0.5)
    return f"; did you mean {close[0]}?" if close else ""

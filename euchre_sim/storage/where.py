"""Filters as text: ``n_trump = 3 and has_right and upcard in (T, J)``.

A filter is read against the columns of a table and becomes an expression of Arrow's.  It says of
every row yes or no: where a column has nothing, each comparison with it is false, and ``not`` and
``!=`` are true.  Words are the same in capitals and small letters.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Protocol

import pyarrow as pa

from euchre_sim.errors import InvalidNotation
from euchre_sim.rule_options import nearest

if TYPE_CHECKING:
    from pyarrow.compute import Expression

__all__ = ["InvalidFilter", "parse_where", "read_filter"]

DEEPEST = 50  # brackets and nots within each other
EXAMPLE = "such as n_trump = 3 and has_right"

_TOKEN = re.compile(
    r"""\s*(?:(?P<quoted>'[^']*'|"[^"]*")|(?P<sign><=|>=|!=|==?|<|>)|(?P<mark>[(),])"""
    r"""|(?P<word>[-+]?[\w.]+))"""
)
_COMPARISONS: Mapping[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_KEYWORDS = ("and", "or", "not", "in")
_UPCARDS = ("7", "8", "9", "t", "j", "q", "k", "a", "jk")
_TRUTHS = {"true": True, "yes": True, "false": False, "no": False}


class InvalidFilter(InvalidNotation):
    """Text that is no filter of a table's rows."""


class Columns(Protocol):
    """What a filter is made of; results are joined by ``&``, ``|`` and ``~``."""

    def plain(self, name: str) -> Any:
        """Return a column of numbers or flags, which compares with a Python value."""

    def is_known(self, name: str) -> Any:
        """Say where a column has something."""

    def is_text(self, name: str, lower: str) -> Any:
        """Say where a column's text, in small letters, is this one."""


class _Expressions:
    """Columns of a table that is yet to be read."""

    def plain(self, name: str) -> Any:
        return self._field(name)

    def is_known(self, name: str) -> Any:
        return self._field(name).is_valid()

    def is_text(self, name: str, lower: str) -> Any:
        import pyarrow.compute as pc

        lowered: Any = pc.utf8_lower(self._field(name).cast(pa.string()))
        return lowered == lower

    @staticmethod
    def _field(name: str) -> Any:
        import pyarrow.compute as pc

        return pc.field(name)


def parse_where(text: str, schema: pa.Schema) -> Expression:
    """Read a filter as an expression for Arrow's readers and ``Table.filter``.

    Parameters
    ----------
    text
        Comparisons of a column and a value (``= != < <= > >=``, ``in (…)``, ``not in (…)``), flags
        by their name alone, joined by ``and``, ``or``, ``not`` and brackets.  A text with other
        signs than letters, digits and ``_`` stands in quotes.
    schema
        The columns there are.

    Returns
    -------
    pyarrow.compute.Expression

    Raises
    ------
    InvalidFilter
        If it cannot be read; the message says where and what would be right.

    Examples
    --------
    >>> import pyarrow as pa
    >>> table = pa.table({"position": [1, 2, 3], "alone": [True, False, True]})
    >>> table.filter(parse_where("alone and position != 1", table.schema))["position"].to_pylist()
    [3]
    """
    found: Expression = read_filter(text, schema, _Expressions())
    return found


def read_filter(text: str, schema: pa.Schema, columns: Columns) -> Any:
    """Read a filter as `parse_where` does, made of other columns."""
    return _Reader(text, schema, columns).read()


class _Token(NamedTuple):
    """A piece of the text: its kind, what it says and where, counted from 1."""

    kind: str
    text: str
    place: int

    @property
    def keyword(self) -> str | None:
        """The word that joins comparisons, or the mark."""
        lower = self.text.lower()
        is_keyword = self.kind == "word" and lower in _KEYWORDS
        return lower if is_keyword or self.kind == "mark" else None


class _Reader:
    """Reads one filter from left to right, one method for each level of its grammar."""

    def __init__(self, text: str, schema: pa.Schema, columns: Columns) -> None:
        self.text = text
        self.schema = schema
        self.columns = columns
        self.tokens = self._split()
        self.at = 0
        self.depth = 0

    # --- pieces ---

    def _split(self) -> list[_Token]:
        tokens, at, end = [], 0, len(self.text.rstrip())
        while at < end:
            found = _TOKEN.match(self.text, at)
            if found is None or found.lastgroup is None:
                place = at + len(self.text[at:]) - len(self.text[at:].lstrip())
                wrong = self.text[place]
                why = (
                    "the quote is not closed"
                    if wrong in "'\""
                    else f"{wrong!r} has no meaning here; put a text with such signs in quotes"
                )
                self._refuse(why, _Token("", wrong, place + 1))
            kind = found.lastgroup
            tokens.append(_Token(kind, found[kind], found.start(kind) + 1))
            at = found.end()
        return tokens

    def _refuse(self, why: str, token: _Token | None) -> NoReturn:
        if token is None:
            raise InvalidFilter(f"the filter ends too early: {why}", position=len(self.text) + 1)
        raise InvalidFilter(
            f"character {token.place} of the filter, {token.text!r}: {why}",
            token=token.text,
            position=token.place,
        )

    @property
    def _next(self) -> _Token | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def _takes(self, *keywords: str) -> bool:
        """Step over the next piece if it is one of these."""
        token = self._next
        if token is None or token.keyword not in keywords:
            return False
        self.at += 1
        return True

    # --- grammar ---

    def read(self) -> Any:
        if not self.tokens:
            raise InvalidFilter(f"the filter is empty; write one {EXAMPLE}")
        found = self._either()
        if self._next is not None:
            self._refuse("'and' or 'or' goes between two conditions", self._next)
        return found

    def _either(self) -> Any:
        found = self._all()
        while self._takes("or"):
            found = found | self._all()
        return found

    def _all(self) -> Any:
        found = self._one()
        while self._takes("and"):
            found = found & self._one()
        return found

    def _one(self) -> Any:
        token = self._next
        if token is None or token.keyword not in ("not", "("):
            return self._condition()
        self.at += 1
        self.depth += 1
        if self.depth > DEEPEST:
            self._refuse(f"no more than {DEEPEST} brackets within each other", token)
        if token.keyword == "not":
            found = ~self._one()
        else:
            found = self._either()
            if not self._takes(")"):
                self._refuse("a closing bracket is missing", self._next)
        self.depth -= 1
        return found

    def _condition(self) -> Any:
        field = self._column()
        token = self._next
        if self._takes("in"):
            return self._among(field)
        if self._takes("not"):
            if not self._takes("in"):
                self._refuse("'in' goes behind 'not' here, such as upcard not in (9, T)", token)
            return ~self._among(field)
        if token is None or token.kind != "sign":
            if not pa.types.is_boolean(field.type):
                value = "1" if _is_number(field.type) else "a text"
                self._refuse(
                    f"a comparison goes behind {field.name}, such as {field.name} = {value}", token
                )
            return self._known(field, self.columns.plain(field.name))
        self.at += 1
        return self._compared(field, token)

    def _column(self) -> Any:
        token = self._next
        if token is None or token.kind != "word" or token.keyword:
            self._refuse(f"the name of a column goes here, {EXAMPLE}", token)
        name = token.text.lower()
        if name not in self.schema.names:
            close = nearest(name, self.schema.names)
            columns = ", ".join(self.schema.names)
            self._refuse(f"no column{close or f'; the columns are {columns}'}", token)
        self.at += 1
        return self.schema.field(name)

    def _among(self, field: Any) -> Any:
        if not self._takes("("):
            self._refuse("values in brackets go behind 'in', such as (9, T)", self._next)
        found = self._equal(field)
        while self._takes(","):
            found = found | self._equal(field)
        if not self._takes(")"):
            self._refuse("a comma or a closing bracket goes behind a value", self._next)
        return found

    def _compared(self, field: Any, sign: _Token) -> Any:
        if sign.text in ("=", "=="):
            return self._equal(field)
        if sign.text == "!=":
            return ~self._equal(field)
        if not _is_number(field.type):
            self._refuse(f"{field.name} has no order; it is compared with =, != and in", sign)
        compare = _COMPARISONS[sign.text]
        return self._known(field, compare(self.columns.plain(field.name), self._value(field)))

    def _equal(self, field: Any) -> Any:
        value = self._value(field)
        if isinstance(value, str):
            return self._known(field, self.columns.is_text(field.name, value))
        return self._known(field, self.columns.plain(field.name) == value)

    def _known(self, field: Any, found: Any) -> Any:
        """Turn what is known of nothing into no."""
        return self.columns.is_known(field.name) & found if field.nullable else found

    def _value(self, field: Any) -> bool | int | float | str:
        token = self._next
        if token is None or token.kind not in ("word", "quoted") or token.keyword:
            self._refuse(f"a value to compare {field.name} with goes here", token)
        self.at += 1
        text = token.text[1:-1] if token.kind == "quoted" else token.text
        text = text.lower()
        if pa.types.is_boolean(field.type):
            if text not in _TRUTHS:
                self._refuse(f"{field.name} is yes or no", token)
            return _TRUTHS[text]
        if field.name == "upcard":
            return self._upcard(text, token)
        if field.name == "hand":
            return _hand(text)
        if not _is_number(field.type):
            return text
        try:
            number = float(text)
        except ValueError:
            self._refuse(f"{field.name} is a number", token)
        return int(number) if number.is_integer() and abs(number) < 2**53 else number

    def _upcard(self, text: str, token: _Token) -> str:
        """Read the rank of an upcard, which a suit may stand behind."""
        rank = text.replace("10", "t", 1)
        if len(rank) == 2 and rank != "jk" and rank[1] in "cdsh":
            rank = rank[0]
        if rank not in _UPCARDS:
            self._refuse("upcards are ranks, such as 9 T J Q K A", token)
        return rank


def _hand(text: str) -> str:
    """Put the cards of a hand in the order of the tables: trumps, then clubs, hearts, diamonds."""
    if text.startswith("|"):  # beside a joker for which the dealer names trump nothing is trump
        return text
    words = text.replace("|", " ").replace(",", " ").split()
    cards = [word.replace("10", "t", 1) for word in words]

    def place(card: str) -> tuple[int, int]:
        tops = ("jk", "js", "jc")
        if card in tops:
            return 0, tops.index(card) - len(_UPCARDS) - len(tops)
        return "schd".find(card[-1]), -_UPCARDS.index(card[0]) if card[0] in _UPCARDS else 0

    trumps = [card for card in cards if place(card)[0] == 0]
    rest = [card for card in cards if place(card)[0] != 0]
    return f"{' '.join(sorted(trumps, key=place))} | {' '.join(sorted(rest, key=place))}".strip()


def _is_number(kind: pa.DataType) -> bool:
    return pa.types.is_integer(kind) or pa.types.is_floating(kind)

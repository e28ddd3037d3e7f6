"""Filters as text select what their words say, and refuse what has no meaning."""

import pyarrow as pa
import pytest

from euchre_sim.errors import EuchreError
from euchre_sim.storage.where import InvalidFilter, parse_where

TEXT = pa.dictionary(pa.int32(), pa.string())
ROWS = [
    {"hand": hand, "upcard": upcard, "n_trump": trumps, "has_right": right, "suit": suit, "mean": x}
    for hand, upcard, trumps, right, suit, x in [
        ("Js | Ac Kc Qc Tc", "9", 1, True, "s", 0.25),
        ("Js Jc | Ac Kc Qc", "T", 2, True, None, -0.5),
        ("Ks Qs | Ah Kh 9d", "T", 2, False, "c", 1.5),
        ("As Ks Qs | Ah 9d", "Q", 3, False, "h", None),
        ("Js As Ks | Ah 9d", "Jk", None, None, None, 2.0),
    ]
]
TABLE = pa.Table.from_pylist(
    ROWS,
    schema=pa.schema(
        [
            pa.field("hand", TEXT, nullable=False),
            pa.field("upcard", TEXT, nullable=False),
            pa.field("n_trump", pa.int8()),
            pa.field("has_right", pa.bool_()),
            pa.field("suit", TEXT),
            pa.field("mean", pa.float64()),
        ]
    ),
)


def selected(text):
    return [ROWS.index(row) for row in TABLE.filter(parse_where(text, TABLE.schema)).to_pylist()]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("n_trump = 2", [1, 2]),
        ("n_trump=2 and has_right", [1]),
        ("n_trump >= 2", [1, 2, 3]),
        ("n_trump<2", [0]),
        ("n_trump > 300", []),
        ("mean <= -.5", [1]),
        ("mean > 0.3", [2, 4]),
        ("upcard = T", [1, 2]),
        ("upcard = 9", [0]),
        ("UPCARD in (9, q)", [0, 3]),
        ("upcard = jk", [4]),
        ("upcard not in (9, T)", [3, 4]),
        ("has_right = no", [2, 3]),
        ("has_right = TRUE OR n_trump = 3", [0, 1, 3]),
        ("hand = 'js jc | ac kc qc'", [1]),
        ('hand = "As Ks Qs | Ah 9d"', [3]),
    ],
)
def test_a_filter_selects_what_it_says(text, rows):
    assert selected(text) == rows


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("upcard = 9 or upcard = T and has_right", "upcard = 9 or (upcard = T and has_right)"),
        ("not has_right and n_trump = 2", "(not has_right) and n_trump = 2"),
        ("not (upcard = 9 or has_right)", "upcard != 9 and not has_right"),
        ("n_trump in (1, 3)", "n_trump = 1 or n_trump = 3"),
        ("not not has_right", "has_right"),
    ],
)
def test_not_binds_closest_then_and_then_or(text, same):
    assert selected(text) == selected(same) != []


@pytest.mark.parametrize("text", ["n_trump = 2", "has_right", "suit in (s, c)", "mean < 1"])
def test_not_selects_exactly_the_other_rows_those_with_nothing_among_them(text):
    assert sorted(selected(text) + selected(f"not ({text})")) == list(range(len(ROWS)))


def test_what_is_nothing_differs_from_every_value():
    assert selected("suit != s") == [1, 2, 3, 4]
    assert selected("has_right != yes") == [2, 3, 4]


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("", None, "is empty"),
        ("n_trumps = 2", 1, "did you mean n_trump"),
        ("has_right and points = 2", 15, "the columns are hand, upcard"),
        ("n_trump", 8, "such as n_trump = 1"),
        ("upcard and has_right", 8, "such as upcard = a text"),
        ("n_trump = three", 11, "n_trump is a number"),
        ("has_right = 3", 13, "yes or no"),
        ("has_right > no", 11, "no order"),
        ("upcard < T", 8, "no order"),
        ("n_trump =", 10, "a value to compare n_trump with"),
        ("n_trump = and has_right", 11, "a value to compare n_trump with"),
        ("(has_right", 11, "closing bracket"),
        ("has_right)", 10, "'and' or 'or'"),
        ("has_right has_right", 11, "'and' or 'or'"),
        ("and has_right", 1, "name of a column"),
        ("has_right and", 14, "name of a column"),
        ("upcard in T", 11, "in brackets"),
        ("upcard in (T", 13, "comma or a closing bracket"),
        ("upcard in ()", 12, "a value"),
        ("upcard not T", 8, "'in' goes behind 'not'"),
        ("has_right && n_trump = 2", 11, "no meaning"),
        ("hand = 'Js", 8, "quote is not closed"),
        ("3 = n_trump", 1, "no column"),
        ("not " * 51 + "has_right", 201, "no more than 50"),
    ],
)
def test_what_has_no_meaning_is_refused_with_its_place(text, place, says):
    with pytest.raises(InvalidFilter, match=says.replace("(", r"\(")) as refused:
        parse_where(text, TABLE.schema)
    assert refused.value.position == place
    assert "\n" not in str(refused.value)
    assert isinstance(refused.value, EuchreError)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("upcard = 10", "upcard = T"),
        ("upcard in (JS, '10')", "upcard in (J, T)"),
        ("upcard == t", "upcard = T"),
        ("hand = 'js as 9s kh 9h'", "hand = 'Js As 9s | Kh 9h'"),
        ("hand = '9h As, KH Js 9s'", "hand = 'Js As 9s | Kh 9h'"),
        ("hand = 'Ks 10s Jc Js 9c'", "hand = 'Js Jc Ks Ts | 9c'"),
    ],
)
def test_ranks_and_hands_may_be_written_as_elsewhere(text, same):
    schema = pa.schema([("upcard", pa.string()), ("hand", pa.string())])
    assert str(parse_where(text, schema)) == str(parse_where(same, schema))


def test_an_upcard_that_is_no_rank_is_refused():
    with pytest.raises(InvalidFilter, match="'Z': upcards are ranks"):
        parse_where("upcard = Z", pa.schema([("upcard", pa.string())]))

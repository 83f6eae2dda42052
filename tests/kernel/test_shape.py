"""Fields: what has the right shape, and the refusal of everything else, whatever it is."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.kernel import Refused
from scorekeeper.kernel.shape import (
    Counts,
    EachOnce,
    NameField,
    OneOf,
    SeatField,
    ShapeSchema,
    Text,
    Whole,
    YesNo,
    loaded,
)
from tests.kernel.reading import text


class Form(ShapeSchema):
    """One field of every kind."""

    whole = Whole(0, 6)
    seat = SeatField()
    yes = YesNo()
    one = OneOf(2, 3, "smudge")
    switch = OneOf(False, True)
    each = EachOnce("high", "low")
    counts = Counts(0, 80)
    text = Text(10)
    lines = Text(10, lines=True)
    name = NameField()


class Needed(ShapeSchema):
    """A field that must be there, one that may be null, one with a default."""

    must = Whole(0, 6, required=True)
    may = Whole(0, 6, load_default=None)
    usual = Whole(0, 6, load_default=3)


def refusal(schema: type[ShapeSchema], raw: object, **within: str) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        loaded(schema, raw, **within)
    assert text(caught.value.message)
    return caught.value.field, caught.value.code


# What is right -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value", "becomes"),
    [
        ("whole", 0, 0),
        ("whole", 6, 6),
        ("whole", 3.0, 3),
        ("whole", -0.0, 0),
        ("seat", 39, 39),
        ("yes", True, True),
        ("yes", False, False),
        ("one", 2, 2),
        ("one", 3.0, 3),
        ("one", "smudge", "smudge"),
        ("switch", True, True),
        ("switch", False, False),
        ("each", [], frozenset()),
        ("each", ["low", "high"], frozenset({"high", "low"})),
        ("counts", [], ()),
        ("counts", [0, 80, 3.0], (0, 80, 3)),
        ("text", " chips ", "chips"),
        ("text", "x" * 10, "x" * 10),
        ("text", "3", "3"),
        ("lines", "one\ntwo", "one\ntwo"),
        ("name", " Ana ", "Ana"),
    ],
)
def test_right(field: str, value: object, becomes: object) -> None:
    (got,) = loaded(Form, {field: value}).values()
    assert got == becomes
    assert type(got) is type(becomes)


def test_nothing_need_be_there() -> None:
    assert loaded(Form, {}) == {}


# What is wrong -----------------------------------------------------------------------------------

NO_NUMBERS: list[object] = [
    "3",
    "",
    "x",
    True,
    False,
    1.5,
    math.nan,
    math.inf,
    -math.inf,
    [],
    [3],
    {},
    {"a": [1]},
]
HUGE: list[object] = [7, -1, 10**30, -(10**30), 10**400, 1e300]
NO_TEXTS: list[object] = [0, 3, 1.5, True, math.nan, [], ["x"], {}, {"a": {"b": [1]}}]
NO_LISTS: list[object] = ["", "high", 0, 3, 1.5, True, math.nan, {}, {"high": 1}, {"0": 0}]
NO_YES: list[object] = [0, 1, 1.0, "true", "no", "", [], [True], {}, math.nan, 10**30]
NO_CHOICE: list[object] = [
    0,
    4,
    -2,
    2.5,
    True,
    False,
    "2",
    "Smudge",
    "",
    [],
    [2],
    {},
    {"bid": 2},
    math.nan,
    10**30,
]
UNWRITABLE: list[object] = ["a\0", "\ud800", "x\udfff", "a\x1bb", "\u200b", "\ue000", "a\ufffe"]

WRONG: list[tuple[str, list[object], str]] = [
    ("whole", NO_NUMBERS, "not_whole"),
    ("whole", HUGE, "out_of_range"),
    ("seat", NO_NUMBERS, "not_whole"),
    ("seat", [-1, 40, 10**30], "out_of_range"),
    ("yes", NO_YES, "not_yes_no"),
    ("one", NO_CHOICE, "not_a_choice"),
    ("switch", [0, 1, 1.0, "true", [], {}], "not_a_choice"),
    ("each", NO_LISTS, "not_a_list"),
    ("each", [["high", "high"], ["low"] * 500], "said_twice"),
    ("counts", NO_LISTS, "not_a_list"),
    ("counts", [[0] * 41, [0] * 50_000], "too_many"),
    ("text", NO_TEXTS, "not_text"),
    ("text", ["", " ", "\n\t"], "missing"),
    ("text", ["x" * 11, "x" * 60_000], "too_long"),
    ("text", [*UNWRITABLE, "a\nb", "a\tb", "a\u202eb"], "unreadable"),
    ("lines", UNWRITABLE, "unreadable"),
    ("name", NO_TEXTS, "not_text"),
    ("name", ["", " ", "\u200b"], "name_empty"),
    ("name", ["x" * 41], "name_too_long"),
    ("name", ["A\0", "A\ud800"], "name_unreadable"),
]


@pytest.mark.parametrize(
    ("field", "values", "code"), WRONG, ids=lambda value: value if isinstance(value, str) else ""
)
def test_wrong(field: str, values: list[object], code: str) -> None:
    for value in values:
        assert refusal(Form, {field: value}) == (field, code), value


@pytest.mark.parametrize("field", Form().fields)
def test_null(field: str) -> None:
    assert refusal(Form, {field: None}) == (field, "missing")


@pytest.mark.parametrize(
    ("field", "value", "where", "code"),
    [
        ("each", ["high", "ace"], "each.1", "not_a_choice"),
        ("each", ["high", None], "each.1", "missing"),
        ("each", [{}], "each.0", "not_a_choice"),
        ("each", [["high"]], "each.0", "not_a_choice"),
        ("each", [True], "each.0", "not_a_choice"),
        ("counts", [0, 81], "counts.1", "out_of_range"),
        ("counts", [0, 0, -1], "counts.2", "out_of_range"),
        ("counts", [1.5], "counts.0", "not_whole"),
        ("counts", ["1"], "counts.0", "not_whole"),
        ("counts", [None], "counts.0", "missing"),
        ("counts", [[0]], "counts.0", "not_whole"),
        ("counts", [math.nan], "counts.0", "not_whole"),
    ],
)
def test_wrong_inside_a_list(field: str, value: object, where: str, code: str) -> None:
    assert refusal(Form, {field: value}) == (where, code)


@pytest.mark.parametrize(
    "name", ["", "Whole", "whole ", "_schema", "a.b", "__class__", "fields", "x" * 5000, "\ud800"]
)
def test_unknown_fields(name: str) -> None:
    field, code = refusal(Form, {name: 1})
    assert code == "unknown_field"
    assert field == ("" if name == "_schema" else name)


@pytest.mark.parametrize("raw", [None, True, 3, 1.5, "x", [], [{}], ["whole"], math.nan])
def test_not_an_object(raw: object) -> None:
    assert refusal(Form, raw) == ("", "not_an_object")


def test_required_and_defaults() -> None:
    assert loaded(Needed, {"must": 1}) == {"must": 1, "may": None, "usual": 3}
    assert loaded(Needed, {"must": 1, "may": None}) == {"must": 1, "may": None, "usual": 3}
    assert refusal(Needed, {}) == ("must", "missing")
    assert refusal(Needed, {"must": None}) == ("must", "missing")
    assert refusal(Needed, {"must": 1, "usual": None}) == ("usual", "missing")


def test_the_first_complaint_is_the_one_said_and_within_stands_before_it() -> None:
    raw = {"counts": [1, 99], "whole": 9, "bogus": 1}
    assert refusal(Form, raw) == ("whole", "out_of_range")
    assert refusal(Form, raw, within="stake") == ("stake.whole", "out_of_range")
    assert refusal(Form, 3, within="stake") == ("stake", "not_an_object")


def test_the_bounds_are_in_the_sentence() -> None:
    with pytest.raises(Refused) as caught:
        loaded(Form, {"counts": [81]})
    assert text(caught.value.message) == "A number from 0 to 80."
    with pytest.raises(Refused) as caught:
        loaded(Form, {"one": 9})
    assert text(caught.value.message) == "One of: 2, 3, smudge."


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from([*Form().fields, "bogus"]), json_values, max_size=3) | json_values)
def test_anything_loads_or_is_refused(raw: Any) -> None:
    try:
        loaded(Form, raw)
    except Refused as refused:
        message = text(refused.message)
    else:
        message = "fine"
    assert message

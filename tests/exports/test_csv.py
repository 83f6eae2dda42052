"""CSV: what a reader gets back, whatever people are called, and that no text starts a formula."""

from __future__ import annotations

import csv
import io
from datetime import datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.exports import Table, hands, payments, table_csv
from scorekeeper.exports.tables import Value
from scorekeeper.kernel import Stake
from tests.exports.evening import NAMES, R1, R2, ZONE, evening, played, records, unguarded

NASTY = (
    "=1+1",
    "+49",
    "@x",
    "-1",
    "\ttab",
    "\rreturn",
    '20" Tim',
    "Smith, Bob",
    "Two\r\nlines",
    "Łukasz",
    "👩‍👩‍👧‍👦",
    "عمر",
    "'tis",
    "'=1+1",
    " =1+1",
    "＝1+1",
    "",
)
STARTS_A_FORMULA = tuple("=+-@\t\r\n＝＋－＠")


def written(*cells: Value) -> bytes:
    return table_csv(Table(tuple(f"c{at}" for at in range(len(cells))), [cells]))


def cell(value: Value) -> str:
    """A cell as a reader gets it."""
    text = written(value, 0).decode("utf-8-sig")
    _, row = csv.reader(io.StringIO(text, newline=""), strict=True)
    assert row[1] == "0"
    return row[0]


def test_the_form_of_the_file() -> None:
    assert written("a", "Smith, Bob", '20" Tim', "Two\nlines", None) == (
        b'\xef\xbb\xbfc0,c1,c2,c3,c4\r\na,"Smith, Bob","20"" Tim","Two\nlines",\r\n'
    )


@pytest.mark.parametrize("text", NASTY)
def test_text_survives_and_starts_no_formula(text: str) -> None:
    assert not cell(text).lstrip(" ").startswith(STARTS_A_FORMULA)
    assert unguarded(cell(text)) == text


@given(st.text(st.characters(codec="utf-8")) | st.text("'=+-@ \t\r\n\"a,"))
def test_any_text_survives_and_starts_no_formula(text: str) -> None:
    assert not cell(text).startswith(STARTS_A_FORMULA)
    assert unguarded(cell(text)) == text


@pytest.mark.parametrize("text", ["Ana", "'tis", "O'Brien", "1-1", "a=b", "3", "", "–"])
def test_other_text_is_written_as_it_is(text: str) -> None:
    assert cell(text) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (-3, "-3"),
        (Decimal("-3.00"), "-3.00"),
        (Decimal("0.00"), "0.00"),
        (Decimal(0).scaleb(-4), "0.0000"),
        (10**12, "1000000000000"),
        (True, "true"),
        (False, "false"),
        (None, ""),
        (datetime(2026, 11, 30, 20, 5, 1, 999, tzinfo=ZONE), "2026-11-30T20:05:01+01:00"),
    ],
)
def test_what_is_no_text_stays_what_it_is(value: Value, text: str) -> None:
    assert cell(value) == text


@pytest.mark.parametrize("name", NASTY)
def test_names_survive_in_both_tables(name: str) -> None:
    session = evening(played(*R1, *R2, names=[*NAMES[:2], name, *NAMES[3:]]))
    of_hands = records(hands(session))
    assert [unguarded(row["player"]) for row in of_hands[:5]] == ["Ana", "Ben", name, "Dov", "Edie"]
    assert unguarded(of_hands[5]["said"]) == f"{name} bid 2, took 1: set."
    of_payments = records(payments(session))
    assert unguarded(of_payments[1]["from"]) == name
    assert {unguarded(row["from"]) for row in of_payments[4:]} == {name}
    assert {unguarded(row["reason"]) for row in of_payments[4:]} == {f"{name} set on 2"}
    for row in (*of_hands, *of_payments):
        for key in ("player", "said", "from", "to", "reason"):
            assert not row.get(key, "").startswith(STARTS_A_FORMULA)


def test_the_word_of_the_table_starts_no_formula_either() -> None:
    session = evening(played(*R1, stake=Stake("=1+1", "tally", {"per_point": 1})))
    assert {row["currency"] for row in records(hands(session))} == {"'=1+1"}
    assert {row["currency"] for row in records(payments(session))} == {"'=1+1"}

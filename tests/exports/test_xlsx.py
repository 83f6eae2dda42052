"""The spreadsheet, as openpyxl reads it: with its formulas, and with the values kept beside them."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from datetime import date, datetime
from typing import Any

import pytest
from openpyxl import load_workbook
from openpyxl.workbook import Workbook

from scorekeeper.exports import ExportedSession, hands, payments, session_xlsx, transfers
from scorekeeper.exports.wide import WIDE
from scorekeeper.exports.xlsx import BALANCES
from scorekeeper.kernel import Stake
from tests.exports.evening import (
    NAMES,
    NASTY,
    R1,
    R2,
    Raw,
    evening,
    nasty_evening,
    played,
)

SIT_OUT: Raw = {"type": "sit_out", "seat": 0}
JOIN: Raw = {"type": "join", "name": "Finn", "after": 1}


def book(session: ExportedSession, *, values: bool = True) -> Workbook:
    return load_workbook(io.BytesIO(session_xlsx(session)), data_only=values)


def rows(session: ExportedSession, sheet: str, *, values: bool = True) -> list[tuple[Any, ...]]:
    return list(book(session, values=values)[sheet].iter_rows(values_only=True))


def test_every_table_is_a_sheet_with_the_same_columns() -> None:
    opened = book(nasty_evening())
    assert opened.sheetnames == ["1 racehorse", "2 racehorse", "balances", "hands", "payments", "transfers"]
    for name, table in (("hands", hands), ("payments", payments), ("transfers", transfers)):
        first = next(opened[name].iter_rows(values_only=True))
        assert first == table(nasty_evening()).columns
        assert opened[name].freeze_panes == "A2"


def test_numbers_are_numbers_and_dates_are_dates() -> None:
    first = book(evening(played(*R1)))["hands"]
    cells = dict(zip([str(cell.value) for cell in first[1]], first[2], strict=True))
    assert (cells["figure"].value, cells["figure"].data_type) == (-3, "n")
    assert cells["figure"].number_format == "#,##0.00"
    assert cells["entered_at"].value == datetime(2026, 11, 30, 20, 1)  # noqa: DTZ001 - a spreadsheet has no zones
    assert cells["date"].value == datetime(2026, 11, 30)  # noqa: DTZ001
    assert cells["date"].number_format == "yyyy-mm-dd"
    assert cells["marked"].value is False
    assert (cells["unit"].value, cells["unit"].number_format) == (1, "0")


@pytest.mark.parametrize(
    ("unit", "per_point", "figure", "pattern"),
    [
        ("USD", 25, -0.75, "#,##0.00"),
        ("JPY", 100, -300, "#,##0"),
        ("KWD", 1, -0.003, "#,##0.000"),
        ("toothpicks", 2, -6, "#,##0"),
        ("USD", 10**9, -30_000_000, "#,##0.00"),
    ],
)
def test_numbers_have_the_decimals_of_their_unit(
    unit: str, per_point: int, figure: float, pattern: str
) -> None:
    session = evening(played(*R1, stake=Stake(unit, "tally", {"per_point": per_point})))
    cell = book(session)["1 racehorse"].cell(2, len(WIDE) + 1)
    assert (cell.value, cell.number_format) == (figure, pattern)


def test_totals_prove_zero_by_formula_and_by_value() -> None:
    session = evening(played(*R1, *R2, stake=Stake("USD", "tally", {"per_point": 33})))
    said, shown = rows(session, "1 racehorse", values=False)[-1], rows(session, "1 racehorse")[-1]
    first = len(WIDE)
    assert said[first:] == tuple(f"=ROUND(SUM({column}2:{column}3),2)" for column in "JKLMNO")
    assert shown[first:] == (-0.33, 4.62, -3.63, -0.33, -0.33, 0)
    assert [row[-1] for row in rows(session, "1 racehorse")] == ["sum", 0, 0, 0]
    assert rows(session, "1 racehorse", values=False)[1][-1] == "=ROUND(SUM(J2:N2),2)"
    assert shown[0] == "total"


def test_who_sat_out_or_came_late_counts_for_nothing() -> None:
    session = evening(played(*R1, JOIN, SIT_OUT, *R1))
    *_, second, total = rows(session, "1 racehorse")
    assert (second[len(WIDE)], second[-1]) == ("sat_out", 0)
    assert rows(session, "1 racehorse")[1][-2] == "absent"
    assert total[len(WIDE) :] == (-3, 24, -6, -6, -6, -3, 0)


def test_balances_add_up_to_nothing_in_each_unit() -> None:
    match = played(*R1, number=3, names=NASTY[:5], stake=Stake("JPY", "cash", {"per_point": 10}))
    session = nasty_evening()
    session = evening(*session.matches, match, transfers=session.transfers)
    found = rows(session, "balances")
    assert found[0] == BALANCES
    assert [row for row in found if row[0] == "total"] == [
        ("total", "USD", 0, 0, 7, 7, 0),
        ("total", "JPY", 0, 0, 0, 0, 0),
    ]
    assert found[1:3] == [("=1+1", "USD", -1, 0, 4, 3, 0), ("+49", "USD", 14, 0, 3, 4, 13)]
    assert found[13] == ("+49", "JPY", 120, 120, 0, 0, 0)
    assert rows(session, "balances", values=False)[1][-1] == "=ROUND(C2-D2+E2-F2,2)"


def test_points_have_totals_and_no_zero_to_prove() -> None:
    match = played(*R1, *R2)
    session = evening(replace(match, game=replace(match.game, score_is_money=False)))
    assert rows(session, "1 racehorse")[0] == (*WIDE, *NAMES)
    assert rows(session, "1 racehorse")[-1][len(WIDE) :] == (-100, 1400, -1100, -100, -100)


def test_names_survive_and_are_texts() -> None:
    session = nasty_evening()
    opened = book(session, values=False)
    heads = [
        str(cell.value) for number in (1, 2) for cell in opened[f"{number} racehorse"][1][len(WIDE) : -1]
    ]
    expected = [name.replace("\r\n", "\n") for name in NASTY]  # what XML makes of a line break
    assert [head.replace("_x000D_", "").replace("\r\n", "\n") for head in heads] == expected
    for sheet in opened:
        for row in sheet.iter_rows():
            for cell in row:
                own = isinstance(cell.value, str) and cell.value.startswith("=ROUND(")
                assert (cell.data_type == "f") == own, cell.value


def test_our_sums_are_the_only_formulas_in_the_file() -> None:
    with zipfile.ZipFile(io.BytesIO(session_xlsx(nasty_evening()))) as parts:
        sheets = [parts.read(name).decode() for name in parts.namelist() if "worksheets/sheet" in name]
    formulas = [part.split("</f>")[0] for sheet in sheets for part in sheet.split("<f>")[1:]]
    assert formulas
    assert all(formula.startswith("ROUND(") for formula in formulas)


def test_nothing_played_is_only_the_columns() -> None:
    session = evening(played())
    assert rows(session, "1 racehorse") == [(*WIDE, *NAMES, "sum")]
    assert [row[-1] for row in rows(session, "balances")] == ["open", 0, 0, 0, 0, 0, 0]
    assert len(rows(evening(), "hands")) == 1


def test_the_same_session_gives_the_same_file() -> None:
    assert session_xlsx(nasty_evening()) == session_xlsx(nasty_evening())
    assert book(nasty_evening()).properties.created.date() == date(2026, 11, 30)

"""All tables as one spreadsheet: a sheet each, numbers as numbers, dates as dates, and totals that add up.

Texts are written as texts, whatever they begin with, so that none is ever run as a formula. The only formulas
are our own sums; their values are in the file too, for readers that do not calculate.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from xlsxwriter import Workbook
from xlsxwriter.utility import xl_range, xl_rowcol_to_cell

from scorekeeper.exports.contents import ExportedMatch, ExportedSession
from scorekeeper.exports.settling import Settling, settling
from scorekeeper.exports.tables import Value, hands, in_units, payments, transfers
from scorekeeper.exports.wide import WIDE, wide
from scorekeeper.words import decimals

BALANCES = ("player", "currency", "won", "cash", "paid", "received", "open")
WIDTHS: Mapping[str, int] = {
    "said": 50,
    "reason": 40,
    "entered_at": 19,
    "paid_at": 19,
    "date": 11,
    "title": 12,
    "verdict": 12,
    "player": 16,
    "from": 16,
    "to": 16,
}
_WIDTH = 10
_SHEET_NAME = 31
"""The most characters that the name of a sheet may have."""


def session_xlsx(session: ExportedSession) -> bytes:
    """The whole file."""
    content = io.BytesIO()
    with Workbook(content, {"in_memory": True}) as book:
        # The same session gives the same file.
        book.set_properties({"title": "Scorekeeper", "created": datetime.combine(session.day, time())})
        formats = _Formats(book)
        for match in session.matches:
            _add_match(book, formats, session, match)
        _add_balances(book, formats, session)
        for name, table in (
            ("hands", hands(session)),
            ("payments", payments(session)),
            ("transfers", transfers(session)),
        ):
            _Sheet(book, formats, name, table.columns).writes(table.rows)
    return content.getvalue()


class _Formats:
    """The formats of cells in one workbook, each made once."""

    def __init__(self, book: Workbook) -> None:
        self._book = book
        self._made: dict[tuple[str, bool], Any] = {}

    def of(self, pattern: str = "General", *, bold: bool = False) -> Any:
        """The format with this number pattern; a ``bold`` one is that of headings and totals."""
        key = (pattern, bold)
        if key not in self._made:
            self._made[key] = self._book.add_format({"num_format": pattern, "bold": bold})
        return self._made[key]

    def number(self, places: int, *, bold: bool = False) -> Any:
        """The format of numbers with so many decimals."""
        return self.of("#,##0" + ("." + "0" * places if places else ""), bold=bold)


class _Sheet:
    """One sheet, written from the top down. The first row has the column keys and stays in sight."""

    def __init__(self, book: Workbook, formats: _Formats, name: str, columns: Sequence[str]) -> None:
        self.sheet = book.add_worksheet(name)
        self.formats = formats
        self.columns = columns
        self.row = 0
        for at, column in enumerate(columns):
            self.sheet.set_column(at, at, WIDTHS.get(column, max(_WIDTH, min(len(column) + 2, 24))))
        self.writes([columns], bold=True)
        self.sheet.freeze_panes(1, 0)

    def writes(self, rows: Any, *, bold: bool = False) -> None:
        """The next rows."""
        for values in rows:
            for at, value in enumerate(values):
                self._cell(at, value, bold)
            self.row += 1

    def _cell(self, at: int, value: Value, bold: bool) -> None:
        sheet, of = self.sheet, self.formats.of
        match value:
            case None:
                pass
            case bool():
                sheet.write_boolean(self.row, at, value)
            case str():
                sheet.write_string(self.row, at, value, of(bold=bold))
            case datetime():  # spreadsheets know no time zones: it is the time at the table
                plain = value.replace(tzinfo=None, microsecond=0)
                sheet.write_datetime(self.row, at, plain, of("yyyy-mm-dd hh:mm:ss"))
            case date():
                sheet.write_datetime(self.row, at, value, of("yyyy-mm-dd"))
            case int():
                sheet.write_number(self.row, at, value, of("0"))
            case Decimal():
                places = max(0, -int(value.as_tuple().exponent))
                sheet.write_number(self.row, at, _number(value), self.formats.number(places))

    def sums(self, at: int, first: int, value: int | Decimal, places: int) -> None:
        """In column ``at`` of this row the sum of it from row ``first`` on, which comes to ``value``."""
        above = xl_range(first, at, self.row - 1, at)
        self.formula(at, f"=ROUND(SUM({above}),{places})", value, places, bold=True)

    def formula(
        self, at: int, formula: str, value: int | Decimal, places: int, *, bold: bool = False
    ) -> None:
        """A formula of our own in this row, with what it comes to."""
        form = self.formats.number(places, bold=bold)
        self.sheet.write_formula(self.row, at, formula, form, _number(value))


def _number(value: int | Decimal) -> int | float:
    """As spreadsheets hold every number: exact to 15 digits, which no amount here exceeds."""
    return float(value) if isinstance(value, Decimal) else value


def _add_match(book: Workbook, formats: _Formats, session: ExportedSession, match: ExportedMatch) -> None:
    """The score sheet of a match; where it counts money, sums that prove zero for each row and in all."""
    seated = replace(match, people=range(len(match.names)))
    table = wide(replace(session, people=match.names, matches=[seated]))
    money = match.game.score_is_money
    places = decimals(match.setup.stake.unit) if money else 0
    name = f"{match.number} {match.game.key}"[:_SHEET_NAME]
    sheet = _Sheet(book, formats, name, (*table.columns, *(["sum"] if money else [])))
    first, end = len(WIDE), len(table.columns)
    totals: list[Decimal | int] = [0] * len(match.names)
    for row in table.rows:
        figures = [value if isinstance(value, int | Decimal) else 0 for value in row[first:]]
        totals = [total + figure for total, figure in zip(totals, figures, strict=True)]
        if money:
            across = xl_range(sheet.row, first, sheet.row, end - 1)
            sheet.formula(end, f"=ROUND(SUM({across}),{places})", sum(figures), places)
        sheet.writes([row])
    if sheet.row > 1:
        for at, total in enumerate([*totals, sum(totals)] if money else totals, start=first):
            sheet.sums(at, 1, total, places)
        sheet.writes([["total"]], bold=True)


def _add_balances(book: Workbook, formats: _Formats, session: ExportedSession) -> None:
    """What everybody won, paid and has still to get, unit by unit, each with a row of totals that are 0."""
    sheet = _Sheet(book, formats, "balances", BALANCES)
    for one in settling(session):
        _add_unit(sheet, session, one)


def _add_unit(sheet: _Sheet, session: ExportedSession, one: Settling) -> None:
    first, places = sheet.row, decimals(one.unit)
    for name, account in zip(session.people, one.accounts, strict=True):
        won, cash, paid, received = (xl_rowcol_to_cell(sheet.row, at) for at in range(2, len(BALANCES) - 1))
        formula = f"=ROUND({won}-{cash}+{paid}-{received},{places})"
        sheet.formula(len(BALANCES) - 1, formula, in_units(account.open, one.unit), places)
        amounts = (account.won, account.cash, account.paid, account.received)
        sheet.writes([[name, one.unit, *(in_units(amount, one.unit) for amount in amounts)]])
    for at in range(2, len(BALANCES)):
        amount = sum(getattr(account, BALANCES[at]) for account in one.accounts)
        sheet.sums(at, first, in_units(amount, one.unit), places)
    sheet.writes([["total", one.unit]], bold=True)

"""Sheets of a workbook: numbers as numbers, dates as dates, and sums of our own.

Texts are written as texts, whatever they begin with, so that none is ever run as a formula. The only formulas
are our own sums; their values are in the file too, for readers that do not calculate.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from xlsxwriter import Workbook
from xlsxwriter.utility import xl_range

from scorekeeper.exports.tables import Value

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


class Formats:
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


class Sheet:
    """One sheet, written from the top down. The first row has the column keys and stays in sight."""

    def __init__(self, book: Workbook, formats: Formats, name: str, columns: Sequence[str]) -> None:
        self.sheet = book.add_worksheet(name)
        self.formats = formats
        self.columns = columns
        self.row = 0
        for at, column in enumerate(columns):
            self.sheet.set_column(at, at, WIDTHS.get(column, max(_WIDTH, min(len(column) + 2, 24))))
        self.writes([columns], bold=True)
        self.sheet.freeze_panes(1, 0)

    def writes(self, rows: Iterable[Sequence[Value]], *, bold: bool = False) -> None:
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

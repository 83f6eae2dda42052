"""A club as one spreadsheet: the tab, with totals that prove zero, and a sheet for each table.

A club of some years fills more than a million cells. So the file is put together in small steps, between
which others have their turn, and rows wait in temporary files, not in memory.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from decimal import Decimal

from xlsxwriter import Workbook
from xlsxwriter.utility import xl_range

from scorekeeper.exports.club_tables import club_hands, club_payments, club_transfers, club_wide
from scorekeeper.exports.names import with_sum
from scorekeeper.exports.sheets import Formats, Sheet
from scorekeeper.exports.tables import Value
from scorekeeper.exports.together import Together
from scorekeeper.exports.xlsx import add_balances
from scorekeeper.words import decimals

_NEVER = date(2000, 1, 1)
"""Stands in the file of a club that has not played yet: the same club gives the same file."""
_STEP_ROWS = 64


def club_xlsx(club: Together) -> Iterator[bytes]:
    """The whole file, after any number of empty parts: it is still being put together."""
    content = io.BytesIO()
    with Workbook(content, {"constant_memory": True}) as book:
        newest = max((session.day for session in club.sessions), default=_NEVER)
        book.set_properties({"title": "Scorekeeper", "created": datetime.combine(newest, time())})
        formats = Formats(book)
        add_balances(book, formats, club.people, club.settling)
        yield from _wide(book, formats, club)
        for name, table in (
            ("hands", club_hands(club)),
            ("payments", club_payments(club)),
            ("transfers", club_transfers(club)),
        ):
            sheet = Sheet(book, formats, name, table.columns)
            for row in table.rows:
                sheet.writes([row])
                yield from _step(sheet)
    yield content.getvalue()


def _step(sheet: Sheet) -> Iterator[bytes]:
    if sheet.row % _STEP_ROWS == 0:
        yield b""


def _wide(book: Workbook, formats: Formats, club: Together) -> Iterator[bytes]:
    """The score sheets of all matches; where a row counts money, its sum proves zero.

    There is no row of totals: points of different games, and money of different units, are not added up.
    """
    table = club_wide(club)
    sheet = Sheet(book, formats, "wide", with_sum(table.columns))
    first, currency = len(table.columns) - len(club.people), table.columns.index("currency")
    for row in table.rows:
        if unit := row[currency]:
            _sum(sheet, row, first, decimals(str(unit)))
        sheet.writes([row])
        yield from _step(sheet)


def _sum(sheet: Sheet, row: Sequence[Value], first: int, places: int) -> None:
    """Behind the row the sum of its figures, which begin at column ``first``."""
    amount = sum(value for value in row[first:] if isinstance(value, Decimal))
    across = xl_range(sheet.row, first, sheet.row, len(row) - 1)
    sheet.formula(len(row), f"=ROUND(SUM({across}),{places})", amount, places)

"""All tables as one spreadsheet: a sheet each, and totals that add up."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, time
from decimal import Decimal

from xlsxwriter import Workbook
from xlsxwriter.utility import xl_range, xl_rowcol_to_cell

from scorekeeper.exports.contents import ExportedMatch, ExportedSession
from scorekeeper.exports.names import with_sum
from scorekeeper.exports.settling import Settling, settling
from scorekeeper.exports.sheets import Formats, Sheet
from scorekeeper.exports.tables import hands, in_units, payments, transfers
from scorekeeper.exports.wide import WIDE, wide
from scorekeeper.words import decimals

BALANCES = ("player", "currency", "won", "cash", "paid", "received", "open")
_SHEET_NAME = 31
"""The most characters that the name of a sheet may have."""


def session_xlsx(session: ExportedSession) -> bytes:
    """The whole file."""
    content = io.BytesIO()
    with Workbook(content, {"in_memory": True}) as book:
        # The same session gives the same file.
        book.set_properties({"title": "Scorekeeper", "created": datetime.combine(session.day, time())})
        formats = Formats(book)
        for match in session.matches:
            _add_match(book, formats, session, match)
        add_balances(book, formats, session.people, settling(session))
        for name, table in (
            ("hands", hands(session)),
            ("payments", payments(session)),
            ("transfers", transfers(session)),
        ):
            Sheet(book, formats, name, table.columns).writes(table.rows)
    return content.getvalue()


def _add_match(book: Workbook, formats: Formats, session: ExportedSession, match: ExportedMatch) -> None:
    """The score sheet of a match; where it counts money, sums that prove zero for each row and in all."""
    seated = replace(match, people=range(len(match.names)))
    table = wide(replace(session, people=match.names, matches=[seated]))
    money = match.game.score_is_money
    places = decimals(match.setup.stake.unit) if money else 0
    name = f"{match.number} {match.game.key}"[:_SHEET_NAME]
    sheet = Sheet(book, formats, name, with_sum(table.columns) if money else table.columns)
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


def add_balances(book: Workbook, formats: Formats, people: Sequence[str], units: Sequence[Settling]) -> None:
    """What everybody won, paid and has still to get, unit by unit, each with a row of totals that are 0."""
    sheet = Sheet(book, formats, "balances", BALANCES)
    for one in units:
        _add_unit(sheet, people, one)


def _add_unit(sheet: Sheet, people: Sequence[str], one: Settling) -> None:
    first, places = sheet.row, decimals(one.unit)
    for name, account in zip(people, one.accounts, strict=True):
        won, cash, paid, received = (xl_rowcol_to_cell(sheet.row, at) for at in range(2, len(BALANCES) - 1))
        formula = f"=ROUND({won}-{cash}+{paid}-{received},{places})"
        sheet.formula(len(BALANCES) - 1, formula, in_units(account.open, one.unit), places)
        amounts = (account.won, account.cash, account.paid, account.received)
        sheet.writes([[name, one.unit, *(in_units(amount, one.unit) for amount in amounts)]])
    for at in range(2, len(BALANCES)):
        amount = sum(getattr(account, BALANCES[at]) for account in one.accounts)
        sheet.sums(at, first, in_units(amount, one.unit), places)
    sheet.writes([["total", one.unit]], bold=True)

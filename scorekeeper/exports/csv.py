"""Tables as CSV: RFC 4180 with CRLF, UTF-8 with a byte order mark so that spreadsheets see it is UTF-8.

Spreadsheets take a text that begins with ``=``, ``+``, ``-`` or ``@`` for a formula. Such text gets an
apostrophe in front; numbers never do.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal

from scorekeeper.exports.tables import Table, Value

# Also after white space and in full width, which some spreadsheets read the same way. Apostrophes count in:
# so taking one away from what matches here gives back the text as it was.
_FORMULA = re.compile(r"'*(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])")


CHUNK = 1 << 16
"""So many characters at least are sent at a time."""


def table_csv(table: Table, *, mark: bool = True) -> bytes:
    """The whole file, with a line of column keys; without the byte order ``mark`` where it is in the way."""
    return b"".join(csv_chunks(table, mark=mark))


def csv_chunks(table: Table, *, mark: bool = True) -> Iterator[bytes]:
    """The same file bit by bit, made while it is read."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    if mark:
        text.write("\ufeff")
    for row in _lines(table.columns, table.rows):
        writer.writerow([_cell(value) for value in row])
        if text.tell() >= CHUNK:
            yield _taken(text)
    yield _taken(text)


def _lines(columns: Sequence[str], rows: Iterable[Sequence[Value]]) -> Iterator[Sequence[Value]]:
    yield columns
    yield from rows


def _taken(text: io.StringIO) -> bytes:
    """What was written so far, which is then no longer there."""
    written = text.getvalue().encode()
    text.seek(0)
    text.truncate()
    return written


def _cell(value: Value) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case str():
            return f"'{value}" if _FORMULA.match(value) else value
        case datetime():
            return value.isoformat(timespec="seconds")
        case date():
            return value.isoformat()
        case Decimal():
            return f"{value:f}"
        case int():
            return str(value)

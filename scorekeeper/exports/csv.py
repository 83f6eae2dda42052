"""Tables as CSV: RFC 4180 with CRLF, UTF-8 with a byte order mark so that spreadsheets see it is UTF-8.

Spreadsheets take a text that begins with ``=``, ``+``, ``-`` or ``@`` for a formula. Such text gets an
apostrophe in front; numbers never do.
"""

from __future__ import annotations

import csv
import io
import re
from datetime import datetime
from decimal import Decimal

from scorekeeper.exports.tables import Table, Value

# Also after white space and in full width, which some spreadsheets read the same way. Apostrophes count in:
# so taking one away from what matches here gives back the text as it was.
_FORMULA = re.compile(r"'*(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])")


def table_csv(table: Table) -> bytes:
    """The whole file, with a line of column keys."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(table.columns)
    writer.writerows([_cell(value) for value in row] for row in table.rows)
    return text.getvalue().encode("utf-8-sig")


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
        case Decimal():
            return f"{value:f}"
        case int():
            return str(value)

"""A session as files for other programs: CSV and JSON (``docs/exports.md``). Pure: contents in, bytes out.

:mod:`~scorekeeper.exports.contents` is what an export is made from, :mod:`~scorekeeper.exports.tables` puts
it into columns and rows of typed values, and each file format writes these in its own way.
"""

from scorekeeper.exports.contents import ExportedLine, ExportedMatch, ExportedSession, ExportedTransfer
from scorekeeper.exports.csv import table_csv
from scorekeeper.exports.json import session_document, session_json
from scorekeeper.exports.tables import Table, hands, payments

__all__ = [
    "ExportedLine",
    "ExportedMatch",
    "ExportedSession",
    "ExportedTransfer",
    "Table",
    "hands",
    "payments",
    "session_document",
    "session_json",
    "table_csv",
]

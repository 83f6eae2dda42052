"""A session as files for other programs (``docs/exports.md``). Pure: contents in, bytes out.

:mod:`~scorekeeper.exports.contents` is what an export is made from, :mod:`~scorekeeper.exports.tables` puts
it into columns and rows of typed values, and each file format writes these in its own way.
"""

from scorekeeper.exports.bgstats import bgsplay, create_play_link
from scorekeeper.exports.chat import chat_text, club_chat_text
from scorekeeper.exports.club_files import CLUB_FILES, club_file_name
from scorekeeper.exports.contents import (
    ClubSession,
    ExportedClub,
    ExportedLine,
    ExportedMatch,
    ExportedMember,
    ExportedSession,
    ExportedTransfer,
    match_alone,
)
from scorekeeper.exports.csv import csv_chunks, table_csv
from scorekeeper.exports.files import FILES, NOT_KEPT, Asked, Content, File, file_name
from scorekeeper.exports.journal import journal_chunks
from scorekeeper.exports.json import club_document, club_json, session_document, session_json
from scorekeeper.exports.settling import settling
from scorekeeper.exports.sharing import ihatemoney, splitwise
from scorekeeper.exports.tables import Table, hands, payments, transfers
from scorekeeper.exports.together import Together, together
from scorekeeper.exports.wide import wide
from scorekeeper.exports.xlsx import session_xlsx

__all__ = [
    "CLUB_FILES",
    "FILES",
    "NOT_KEPT",
    "Asked",
    "ClubSession",
    "Content",
    "ExportedClub",
    "ExportedLine",
    "ExportedMatch",
    "ExportedMember",
    "ExportedSession",
    "ExportedTransfer",
    "File",
    "Table",
    "Together",
    "bgsplay",
    "chat_text",
    "club_chat_text",
    "club_file_name",
    "club_document",
    "club_json",
    "create_play_link",
    "csv_chunks",
    "file_name",
    "hands",
    "ihatemoney",
    "journal_chunks",
    "match_alone",
    "payments",
    "session_document",
    "session_json",
    "session_xlsx",
    "settling",
    "splitwise",
    "table_csv",
    "together",
    "transfers",
    "wide",
]

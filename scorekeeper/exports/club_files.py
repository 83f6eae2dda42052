"""The files that there are of a club: by the last part of their addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scorekeeper.exports.bgstats import bgsplay_of
from scorekeeper.exports.chat import club_chat_text
from scorekeeper.exports.club_tables import club_hands, club_payments, club_transfers, club_wide
from scorekeeper.exports.club_xlsx import club_xlsx
from scorekeeper.exports.contents import ExportedClub
from scorekeeper.exports.csv import csv_chunks
from scorekeeper.exports.files import XLSX, Asked, File
from scorekeeper.exports.journal import journal_of
from scorekeeper.exports.json import club_json
from scorekeeper.exports.sharing import ihatemoney_of, splitwise_of
from scorekeeper.exports.tables import Table
from scorekeeper.exports.together import Together, together


def _csv(table: Callable[[Together], Table], *, mark: bool = True) -> File[ExportedClub]:
    return File("text/csv", lambda club, _asked: csv_chunks(table(together(club)), mark=mark))


def _chat(club: ExportedClub, asked: Asked) -> bytes:
    return club_chat_text(club.name, together(club), asked.locale, asked.translations).encode()


def _journal(club: ExportedClub, _asked: Asked) -> Iterator[bytes]:
    one = together(club)
    return journal_of(club.name, one.people, one.sessions, one.transfers)


def _splitwise(club: Together) -> Table:
    return splitwise_of(club.people, club.sessions, club.transfers)


def _ihatemoney(club: ExportedClub, asked: Asked) -> Iterator[bytes]:
    """One unit, that which is asked for; of another one than there is, the first."""
    one = together(club)
    units = [of.unit for of in one.settling]
    unit = asked.unit if asked.unit in units else next(iter(units), "")
    return csv_chunks(ihatemoney_of(one.people, one.sessions, one.transfers, unit), mark=False)


CLUB_FILES: dict[str, File[ExportedClub]] = {
    "club.json": File("application/json", lambda club, _asked: club_json(club)),
    "hands.csv": _csv(club_hands),
    "wide.csv": _csv(club_wide),
    "payments.csv": _csv(club_payments),
    "transfers.csv": _csv(club_transfers),
    "club.xlsx": File(XLSX, lambda club, _asked: club_xlsx(together(club))),
    "chat.txt": File("text/plain", _chat),
    "ledger.journal": File("text/plain", _journal),
    "splitwise.csv": _csv(_splitwise, mark=False),
    "ihatemoney.csv": File("text/csv", _ihatemoney),
    "plays.bgsplay": File(
        "application/octet-stream", lambda club, _asked: bgsplay_of(together(club).sessions)
    ),
}


def club_file_name(club: ExportedClub, file: str) -> str:
    """What the file is called where it is kept: with the date of the newest session."""
    days = [one.session.day for one in club.sessions]
    return "-".join(["scorekeeper-club", *([max(days).isoformat()] if days else []), file])

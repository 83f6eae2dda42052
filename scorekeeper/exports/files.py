"""The files that there are of a session or a match: by the last part of their addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from gettext import NullTranslations
from typing import Generic, TypeVar

from babel import Locale

from scorekeeper.exports.bgstats import bgsplay
from scorekeeper.exports.chat import chat_text
from scorekeeper.exports.contents import ExportedSession
from scorekeeper.exports.csv import csv_chunks
from scorekeeper.exports.journal import journal_chunks
from scorekeeper.exports.json import session_json
from scorekeeper.exports.settling import settling
from scorekeeper.exports.sharing import ihatemoney, splitwise
from scorekeeper.exports.tables import Table, hands, payments, transfers
from scorekeeper.exports.wide import wide
from scorekeeper.exports.xlsx import session_xlsx
from scorekeeper.words import ENGLISH

NOT_KEPT = "no-store, private"
"""What caches are told of a file: the next one may have more in it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks, and for what: the language of texts for people, and the ``unit`` where a file has but one."""

    locale: Locale = ENGLISH
    translations: NullTranslations = field(default_factory=NullTranslations)
    unit: str = ""


Content = bytes | Iterator[bytes]
"""A file, whole, or bit by bit where it can be long."""


Of = TypeVar("Of")


@dataclass(frozen=True, slots=True)
class File(Generic[Of]):
    """A file that can be asked for, of a session or a club."""

    media_type: str
    content: Callable[[Of, Asked], Content]


def _csv(table: Callable[[ExportedSession], Table]) -> File[ExportedSession]:
    return File("text/csv", lambda session, _asked: csv_chunks(table(session)))


def _chat(session: ExportedSession, asked: Asked) -> bytes:
    return chat_text(session, asked.locale, asked.translations).encode()


def _ihatemoney(session: ExportedSession, asked: Asked) -> Iterator[bytes]:
    """One unit, that which is asked for; of another one than is played for, the first."""
    units = [one.unit for one in settling(session)]
    return csv_chunks(ihatemoney(session, asked.unit if asked.unit in units else units[0]), mark=False)


XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FILES: dict[str, File[ExportedSession]] = {
    "hands.csv": _csv(hands),
    "wide.csv": _csv(wide),
    "payments.csv": _csv(payments),
    "transfers.csv": _csv(transfers),
    "session.xlsx": File(XLSX, lambda session, _asked: session_xlsx(session)),
    "chat.txt": File("text/plain", _chat),
    "ledger.journal": File("text/plain", lambda session, _asked: journal_chunks(session)),
    "splitwise.csv": File("text/csv", lambda session, _asked: csv_chunks(splitwise(session), mark=False)),
    "ihatemoney.csv": File("text/csv", _ihatemoney),
    "plays.bgsplay": File("application/octet-stream", lambda session, _asked: bgsplay(session)),
    "session.json": File("application/json", lambda session, _asked: session_json(session)),
}


def file_name(session: ExportedSession, number: int | None, file: str) -> str:
    """What the file is called where it is kept: with the date, and for a match its number and game."""
    match = [f"{number}", session.matches[0].game.key] if number else []
    return "-".join(["scorekeeper", session.day.isoformat(), *match, file])

"""A session, or one of its matches, as files to take along, for every phone that may look."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from flask import Blueprint, Response, abort, redirect, request
from werkzeug.wrappers import Response as WerkzeugResponse

from scorekeeper.exports import (
    ExportedSession,
    Table,
    bgsplay,
    chat_text,
    create_play_link,
    csv_chunks,
    hands,
    ihatemoney,
    journal_chunks,
    payments,
    session_json,
    session_xlsx,
    settling,
    splitwise,
    transfers,
    wide,
)
from scorekeeper.service.exporting import match_export, session_export
from scorekeeper.web.phone import known_phone
from scorekeeper.web.reader import reader

blueprint = Blueprint("downloads", __name__, url_prefix="/s/<slug>")
NOT_KEPT = "no-store, private"
"""What caches are told: the next one may have more in it."""


@dataclass(frozen=True, slots=True)
class File:
    """A file that can be asked for. ``content`` may come bit by bit, where it can be long."""

    media_type: str
    content: Callable[[ExportedSession], bytes | Iterator[bytes]]


def _csv(table: Callable[[ExportedSession], Table]) -> File:
    return File("text/csv", lambda session: csv_chunks(table(session)))


def chat(session: ExportedSession) -> str:
    """The text for a chat, in the reader's language."""
    return chat_text(session, reader().locale, reader().translations)


def _ihatemoney(session: ExportedSession) -> Iterator[bytes]:
    """One unit, that of ``?unit=``; of another one than is played for, the first."""
    units = [one.unit for one in settling(session)]
    asked = request.args.get("unit", "")
    return csv_chunks(ihatemoney(session, asked if asked in units else units[0]), mark=False)


FILES = {
    "hands.csv": _csv(hands),
    "wide.csv": _csv(wide),
    "payments.csv": _csv(payments),
    "transfers.csv": _csv(transfers),
    "session.xlsx": File("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", session_xlsx),
    "chat.txt": File("text/plain", lambda session: chat(session).encode()),
    "ledger.journal": File("text/plain", journal_chunks),
    "splitwise.csv": File("text/csv", lambda session: csv_chunks(splitwise(session), mark=False)),
    "ihatemoney.csv": File("text/csv", _ihatemoney),
    "plays.bgsplay": File("application/octet-stream", bgsplay),
    "session.json": File("application/json", session_json),
}
"""By the last part of their addresses."""


@blueprint.get("/export/<file>", endpoint="file")
@blueprint.get("/<int:number>/export/<file>", endpoint="file")
def download(slug: str, file: str, number: int | None = None) -> Response:
    """The session as ``file``, or one of its matches."""
    known = FILES.get(file)
    if known is None:
        abort(404)
    session = exported(slug, number)
    response = Response(known.content(session), mimetype=known.media_type)
    response.headers.set("Content-Disposition", "attachment", filename=file_name(session, number, file))
    response.headers["Cache-Control"] = NOT_KEPT
    return response


@blueprint.get("/<int:number>/export/bgstats")
def bgstats(slug: str, number: int) -> WerkzeugResponse:
    """Sends the phone to BG Stats, with the match for it to keep."""
    session = exported(slug, number)
    response = redirect(create_play_link(session, session.matches[0]))
    response.headers["Cache-Control"] = NOT_KEPT
    return response


def exported(slug: str, number: int | None) -> ExportedSession:
    """The session, or what of it is its match ``number``, as this phone may see it. Raises NotFound."""
    if number is None:
        return session_export(slug, known_phone())
    return match_export(slug, number, known_phone())


def file_name(session: ExportedSession, number: int | None, file: str) -> str:
    """What the file is called where it is kept: with the date, and for a match its number and game."""
    match = [f"{number}", session.matches[0].game.key] if number else []
    return "-".join(["scorekeeper", session.day.isoformat(), *match, file])

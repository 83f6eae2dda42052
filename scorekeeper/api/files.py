"""Files to take along, and documents that are taken in."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from scorekeeper.api.bodies import BeginQuery, UnitQuery
from scorekeeper.api.callers import program
from scorekeeper.api.clubs import in_short as club_in_short
from scorekeeper.api.parts import LOOKS, Part, created, read_body
from scorekeeper.api.sessions import in_short, links_in
from scorekeeper.exports import (
    CLUB_FILES,
    FILES,
    NOT_KEPT,
    Asked,
    Content,
    ExportedSession,
    File,
    club_file_name,
    file_name,
)
from scorekeeper.service.clubs import open_club
from scorekeeper.service.exporting import club_export, match_export, session_export
from scorekeeper.service.importing_club import ImportedClub, import_in_turn
from scorekeeper.service.open_match import open_session
from scorekeeper.service.programs import beginner
from scorekeeper.service.session_document import MOST_BYTES
from scorekeeper.service.turns import in_turn

part = Part("Files", "Exports (docs/exports.md), and importing a session document.")
Json = dict[str, Any]
_NAMES = ",".join(f'"{name}"' for name in FILES)
_CLUB_NAMES = ",".join(f'"{name}"' for name in CLUB_FILES)
EITHER = {"anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in ("BegunSession", "BegunClub")]}
"""What is told of an import: a session, or a club."""
BINARY = {"type": "string", "format": "binary"}
MEDIA_TYPES = sorted({file.media_type for files in (FILES, CLUB_FILES) for file in files.values()})


@part.offers(
    "GET",
    f"/sessions/<session>/export/<any({_NAMES}):file>",
    tells=BINARY,
    query=UnitQuery,
    problems=(*LOOKS, 422),
    media_types=MEDIA_TYPES,
)
def get_session_file(asked: Json, session: str, file: str) -> Response:
    """A session as a file, such as `hands.csv`, `session.xlsx` or `session.json`."""
    return _session_file(session_export(session, program().device_id), None, file, asked)


@part.offers(
    "GET",
    f"/sessions/<session>/matches/<int:number>/export/<any({_NAMES}):file>",
    tells=BINARY,
    query=UnitQuery,
    problems=(*LOOKS, 422),
    media_types=MEDIA_TYPES,
)
def get_match_file(asked: Json, session: str, number: int, file: str) -> Response:
    """A match as a file."""
    return _session_file(match_export(session, number, program().device_id), number, file, asked)


@part.offers(
    "GET",
    f"/clubs/<club>/export/<any({_CLUB_NAMES}):file>",
    tells=BINARY,
    query=UnitQuery,
    problems=(*LOOKS, 422),
    media_types=MEDIA_TYPES,
)
def get_club_file(asked: Json, club: str, file: str) -> Response:
    """A club as a file, such as `hands.csv` or `club.xlsx`."""
    known, whole = CLUB_FILES[file], club_export(club, program().device_id)
    return _sent(known.content(whole, Asked(unit=asked["unit"])), known, club_file_name(whole, file))


def _session_file(session: ExportedSession, number: int | None, file: str, asked: Json) -> Response:
    known = FILES[file]
    content = known.content(session, Asked(unit=asked["unit"]))
    return _sent(content, known, file_name(session, number, file))


def _sent(content: Content, known: File[Any], name: str) -> Response:
    answer = Response(in_turn(content), mimetype=known.media_type)
    answer.headers.set("Content-Disposition", "attachment", filename=name)
    answer.headers["Cache-Control"] = NOT_KEPT
    return answer


@part.offers(
    "POST",
    "/imports",
    tells=EITHER,
    status=201,
    begins=True,
    query=BeginQuery,
    problems=(409, 413, 422),
    needs="nothing",
    document="Document",
)
def take_in(asked: Json) -> Response:
    """Makes a session or a club of its document, of up to 5 MB, as a whole or not at all.

    The same document again with the same `client_id` makes no second one.
    """
    request.max_content_length = MOST_BYTES
    device_id = beginner(asked["client_id"])
    taken = import_in_turn(read_body(request), device_id)
    if isinstance(taken, ImportedClub):
        club = club_in_short(*open_club(taken.slug, device_id))
        links = links_in(taken.slug, device_id, open_club)
        return created(club | {"links": links}, "Clubs.get_club", club=taken.slug)
    evening, role = open_session(taken.slug, device_id)
    what = in_short(evening, role) | {"links": links_in(taken.slug, device_id)}
    return created(what, "Sessions.get_session", session=taken.slug)

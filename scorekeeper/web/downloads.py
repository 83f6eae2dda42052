"""A session, or one of its matches, as files to take along, for every phone that may look."""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, request
from werkzeug.wrappers import Response as WerkzeugResponse

from scorekeeper.exports import FILES, NOT_KEPT, Asked, ExportedSession, create_play_link, file_name
from scorekeeper.service.exporting import match_export, session_export
from scorekeeper.web.phone import known_phone
from scorekeeper.web.reader import reader

blueprint = Blueprint("downloads", __name__, url_prefix="/s/<slug>")


@blueprint.get("/export/<file>", endpoint="file")
@blueprint.get("/<int:number>/export/<file>", endpoint="file")
def download(slug: str, file: str, number: int | None = None) -> Response:
    """The session as ``file``, or one of its matches."""
    known = FILES.get(file)
    if known is None:
        abort(404)
    session = exported(slug, number)
    asked = Asked(reader().locale, reader().translations, request.args.get("unit", ""))
    response = Response(known.content(session, asked), mimetype=known.media_type)
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

"""A session as files to take along, for every phone that may look."""

from __future__ import annotations

from flask import Blueprint, Response

from scorekeeper.exports import hands, payments, session_json, table_csv
from scorekeeper.exports.contents import ExportedSession
from scorekeeper.service.exporting import session_export
from scorekeeper.web.phone import known_phone

blueprint = Blueprint("downloads", __name__, url_prefix="/s/<slug>/export")


@blueprint.get("/hands.csv", endpoint="hands")
def hands_csv(slug: str) -> Response:
    """One row for each hand, round or turn and each player."""
    session = session_export(slug, known_phone())
    return _file(session, "hands.csv", table_csv(hands(session)), "text/csv")


@blueprint.get("/payments.csv", endpoint="payments")
def payments_csv(slug: str) -> Response:
    """One row for each payment."""
    session = session_export(slug, known_phone())
    return _file(session, "payments.csv", table_csv(payments(session)), "text/csv")


@blueprint.get("/session.json", endpoint="session_json")
def whole_session(slug: str) -> Response:
    """The session document."""
    session = session_export(slug, known_phone())
    return _file(session, "session.json", session_json(session), "application/json")


def _file(session: ExportedSession, name: str, content: bytes, media_type: str) -> Response:
    response = Response(content, mimetype=media_type)
    file_name = f"scorekeeper-{session.day.isoformat()}-{name}"
    response.headers.set("Content-Disposition", "attachment", filename=file_name)
    return response

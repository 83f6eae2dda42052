"""What a view may answer, and the answers that are not pages."""

from __future__ import annotations

from flask import jsonify, request
from werkzeug.wrappers import Response as AnyResponse

Answer = str | AnyResponse | tuple[str, int]


def from_script() -> bool:
    """Whether the phone's script asks for a part of the page, not for a whole one in its place."""
    return "HX-Request" in request.headers and request.headers.get("HX-Request-Type") != "full"


SENT_BY_SCRIPT = "Sent-By-Script"
"""The header of what the phone's script sends, at once or after hours without signal."""


def see_other(url: str, *, version: int | None = None) -> AnyResponse:
    """Go and look there.

    The phone's script is told so in JSON, as it may have more to send first. ``version``: of the match once
    this was saved, which is what the next waiting entry has to carry.
    """
    if SENT_BY_SCRIPT in request.headers:
        answer: AnyResponse = jsonify(location=url, version=version)
        return answer
    # Without Flask's page about it, which no browser shows.
    return AnyResponse(status=303, headers={"Location": url})

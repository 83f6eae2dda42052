"""What a view may answer, and the answers that are not pages."""

from __future__ import annotations

from flask import request
from werkzeug.wrappers import Response as AnyResponse

Answer = str | AnyResponse | tuple[str, int]


def from_script() -> bool:
    """Whether the phone's script asks for a part of the page, not for a whole one in its place."""
    return "HX-Request" in request.headers and request.headers.get("HX-Request-Type") != "full"


def see_other(url: str, *, keep_method: bool = False) -> AnyResponse:
    """Go and look there, or (``keep_method``) hand the same form on to there."""
    # Without Flask's page about it, which no browser shows.
    return AnyResponse(status=307 if keep_method else 303, headers={"Location": url})

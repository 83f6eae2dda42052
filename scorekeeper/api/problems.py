"""Whatever goes wrong in the API, told as a problem (RFC 9457) with a stable code (docs/codes.md)."""

from __future__ import annotations

import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, NamedTuple

from flask import Response, current_app, json, request
from sqlalchemy.exc import IntegrityError, OperationalError
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RoutingException

from scorekeeper.api.callers import NoToken
from scorekeeper.api.parts import PREFIX, PROBLEM
from scorekeeper.kernel import Refused
from scorekeeper.live import TooManyStreams
from scorekeeper.service.amending import NoLongerFits
from scorekeeper.service.errors import LinkStopped, NotAllowed, NotFound, NothingThere, Stale
from scorekeeper.service.not_taken import NotTaken
from scorekeeper.service.streaming import BUSY_SECONDS
from scorekeeper.service.turns import Crowded
from scorekeeper.store.trouble import is_busy
from scorekeeper.words import Words, english

_log = logging.getLogger(__name__)
AGAIN_SECONDS = 1


class Unfit(Exception):
    """Entries that are refused, with what the sentence is filled in with.

    ``names`` and ``unit``: of the match; ``entry``: the place of the refused one among those that were sent.
    """

    def __init__(self, refused: Refused, names: Any, unit: str, entry: int | None = None) -> None:
        super().__init__(refused.code)
        self.refused, self.words, self.entry = refused, english(names, unit), entry


def is_asked() -> bool:
    """Whether this request is one to the API."""
    return request.path.startswith(f"{PREFIX}/")


def problem(status: int, code: str, detail: str, **more: Any) -> Response:
    """The answer that tells of a problem. What of ``more`` is None is left out."""
    known = HTTPStatus(status)
    what = {"title": known.phrase, "status": int(known), "code": code, "detail": detail}
    what |= {name: value for name, value in more.items() if value is not None}
    return Response(json.dumps(what) + "\n", status, mimetype=PROBLEM)


class Overtaken(Exception):
    """A payment that came too late. ``version``: which one the next payment must have seen."""

    def __init__(self, refused: Refused, version: int) -> None:
        super().__init__(refused.code)
        self.refused, self.version = refused, version


class IdUsed(Exception):
    """What was sent has the ``client_id`` of something else."""


def _refused(error: Refused, words: Words | None = None, **more: Any) -> Response:
    status = 422
    detail = (words or Words()).sentence(error.message)
    if isinstance(error, NoLongerFits):
        more |= {"no_longer_fits": (words or Words()).sentence(error.misfit.said), "unit": error.misfit.unit}
    return problem(status, error.code, detail, field=error.field, **more)


def _unfit(error: Unfit) -> Response:
    return _refused(error.refused, error.words, entry=error.entry)


def _not_taken(error: NotTaken) -> Response:
    kinds = ("session", "match", "entry", "transfer", "member")
    places = {kind: getattr(error, kind) for kind in kinds}
    return _refused(error.refused, english(error.names, error.unit), **places)


def _no_token(error: NoToken) -> Response:
    answer = problem(401, error.code, error.detail)
    answer.headers["WWW-Authenticate"] = "Bearer" + (
        "" if error.code == "no_token" else ' error="invalid_token"'
    )
    return answer


def _overtaken(error: Overtaken) -> Response:
    detail = Words().sentence(error.refused.message)
    return problem(409, error.refused.code, detail, version=error.version)


def _id_used(_error: Exception) -> Response:
    text = "Something else has this client_id, or what had it was taken back. Make a new one for each thing."
    return problem(409, "id_used", text)


def _nothing_there(error: NothingThere) -> Response:
    return problem(422, error.code, Words().sentence(error.said), field=error.field)


def _too_many_streams(_error: Exception) -> Response:
    answer = problem(503, "too_many_streams", "The server holds as many streams as it can. Ask now and then.")
    answer.headers["Retry-After"] = str(BUSY_SECONDS)
    return answer


def _not_found(_error: Exception) -> Response:
    return problem(404, "not_found", "There is no such thing, or this token does not see it.")


def _not_allowed(_error: Exception) -> Response:
    return problem(403, "not_allowed", "This token may look, but not enter.")


def _link_stopped(error: LinkStopped) -> Response:
    if error.put_out:
        return problem(403, "put_out", "This program was put out.")
    return problem(403, "no_longer", "This token was good for it once, and is no longer.")


def _stale(error: Stale) -> Response:
    last = english(error.names, error.unit).sentence(error.said) if error.said else None
    text = "Something was saved since the version that was sent. Look again, then enter it."
    return problem(409, "stale", text, version=error.version, last=last)


def _sent_twice(_error: Exception) -> Response:
    return problem(409, "sent_twice", "This was saved already, or something else was. Look first.")


def _busy(error: OperationalError) -> Response:
    return _again() if is_busy(error) else _broken(error)


def _crowded(_error: Exception) -> Response:
    return _again()


def _again() -> Response:
    answer = problem(503, "busy", "The server is busy. Nothing was saved: try again in a moment.")
    answer.headers["Retry-After"] = str(AGAIN_SECONDS)
    return answer


class _Told(NamedTuple):
    code: str
    detail: str


_HTTP = {
    400: _Told("bad_request", "That could not be read."),
    405: _Told("no_such_method", "This address does not take that method."),
    413: _Told("too_large", "That is more than can be sent at once."),
    415: _Told("no_json_type", "Send JSON, with the header Content-Type: application/json."),
}


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    if status == HTTPStatus.NOT_FOUND:
        return _not_found(error)
    told = _HTTP.get(status, _Told("failed", "That did not work."))
    answer = problem(status, told.code, told.detail)
    answer.headers.extend((name, value) for name, value in error.get_headers() if name != "Content-Type")
    return answer


def _broken(error: Exception) -> Response:
    _log.exception("the API failed: %s %s", request.method, request.path, exc_info=error)
    return problem(500, "broken", "The server made a mistake. What was saved before is safe.")


_ANSWERS: dict[type[Exception], Callable[[Any], Response]] = {
    Unfit: _unfit,
    Overtaken: _overtaken,
    IdUsed: _id_used,
    TooManyStreams: _too_many_streams,
    Crowded: _crowded,
    NotTaken: _not_taken,
    Refused: _refused,
    NoToken: _no_token,
    NothingThere: _nothing_there,
    NotFound: _not_found,
    NotAllowed: _not_allowed,
    LinkStopped: _link_stopped,
    Stale: _stale,
    IntegrityError: _sent_twice,
    OperationalError: _busy,
    HTTPException: _http,
}


def answer_to(error: Exception) -> Response | None:
    """The problem that ``error`` is told as; None for a mistake of ours that tests shall see.

    None for a redirection too, which werkzeug raises as if it were an error.
    """
    if isinstance(error, RoutingException):
        return None
    for kind, told in _ANSWERS.items():
        if isinstance(error, kind):
            return told(error)
    return None if current_app.testing else _broken(error)

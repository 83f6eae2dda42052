"""What all parts of the API have in common: reading, saying who asks, answering, documenting."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any, Literal, NoReturn, TypeVar

import flask
from flask import Request, Response, jsonify, request
from flask_smorest import Blueprint
from marshmallow import Schema, ValidationError
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import RequestEntityTooLarge, UnsupportedMediaType

from scorekeeper.api.answers import ProblemSchema
from scorekeeper.api.bodies import PageQuery
from scorekeeper.api.callers import say_who_asks
from scorekeeper.documents import given_twice, parsed
from scorekeeper.kernel.shape import first_complaint

PREFIX = "/api/v1"
PROBLEM = "application/problem+json"
JSON = "application/json"
Needs = Literal["token", "token or nothing", "nothing"]
V = TypeVar("V", bound=Callable[..., Any])
_SECURITY: dict[Needs, dict[str, Any]] = {
    "token": {},
    "token or nothing": {"security": [{}, {"link": []}]},
    "nothing": {"security": []},
}

_PROBLEMS = {
    HTTPStatus.UNAUTHORIZED: "The token is missing, unknown or stopped.",
    HTTPStatus.FORBIDDEN: "This token may look, but not enter; or it may no longer look here.",
    HTTPStatus.NOT_FOUND: "There is no such thing, or this token does not see it.",
    HTTPStatus.CONFLICT: "Something has changed since: look again. `version` is that of now.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "That is more than can be sent at once.",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "What was sent is not said to be JSON.",
    HTTPStatus.SERVICE_UNAVAILABLE: "Try again after as many seconds as the header Retry-After says.",
    HTTPStatus.UNPROCESSABLE_ENTITY: "The rules, or the shape of a value, say no: see `field` and `code`.",
}
ENTERS = (401, 403, 404, 409, 422)
"""The problems of what enters something."""
LOOKS = (401, 403, 404)
"""Of what looks at something."""


_UNKNOWN: dict[str, str | None] = {"json": None, "query": None}
"""What becomes of a field that nobody knows: the schemas say."""


class _Parser(FlaskParser):
    """Reads bodies as the command line reads its documents, and refuses them in the same words."""

    DEFAULT_UNKNOWN_BY_LOCATION = _UNKNOWN

    def _raw_load_json(self, req: Request) -> Any:
        return read_body(req)

    def load_querystring(self, req: Request, schema: Schema) -> Any:
        """The question of an address."""
        for name, values in req.args.lists():
            if len(values) > 1:
                raise given_twice(name)
        return super().load_querystring(req, schema)

    def handle_error(self, error: ValidationError, *_args: Any, **_options: Any) -> NoReturn:
        """The first complaint, as every refusal is told."""
        (messages,) = error.messages.values()  # type: ignore[union-attr]  # by the place that was read: one
        raise first_complaint(messages) from None


def read_body(req: Request) -> Any:
    """What the body of a request says. Raises Refused for what is no JSON."""
    if not req.is_json:
        raise UnsupportedMediaType
    body = req.get_data()
    if req.content_length is None and len(body) >= (req.max_content_length or 0):
        raise RequestEntityTooLarge  # sent in chunks, it is cut where it becomes too long
    return parsed(body)


class Part(Blueprint):  # type: ignore[misc]  # flask-smorest has no types
    """A part of the API, such as all that is about matches."""

    ARGUMENTS_PARSER = _Parser()

    def __init__(self, name: str, description: str) -> None:
        super().__init__(name, __name__, url_prefix=PREFIX, description=description)
        self.before_request(say_who_asks)
        self.after_request(_as_known)

    def lists(self, rule: str, tells: type[Schema], *, needs: Needs = "token") -> Callable[[V], V]:
        """Offers a list, a page at a time; the view is handed which one (:class:`PageQuery`)."""
        problems = (*LOOKS, 422) if needs == "token" else (422,)
        return self.offers("GET", rule, tells=tells, query=PageQuery, problems=problems, needs=needs)

    def offers(
        self,
        method: str,
        rule: str,
        *,
        tells: type[Schema] | dict[str, Any],
        status: int = 200,
        begins: bool = False,
        media_types: Iterable[str] = (JSON,),
        body: type[Schema] | None = None,
        example: dict[str, Any] | None = None,
        query: type[Schema] | None = None,
        document: str | None = None,
        problems: Iterable[int] = (),
        needs: Needs = "token",
    ) -> Callable[[V], V]:
        """Puts a view at an address, and into the OpenAPI document with all that it takes and answers.

        ``tells``: what the answer has in it; ``begins``: something with an address of its own. ``body`` or
        ``query``: what is read and handed to the view first; ``example``: of the body. ``document``: a body
        that the view reads by itself, by its name in the OpenAPI document. ``problems``: the statuses with
        which it may refuse.
        """

        def offered(view: V) -> V:
            whole: Any = view
            reads = (413, 415) if body is not None or document is not None else ()
            for refused in map(HTTPStatus, dict.fromkeys((*problems, *reads, 503))):
                told_as = {
                    "schema": ProblemSchema,
                    "content_type": PROBLEM,
                    "description": _PROBLEMS[refused],
                }
                whole = self.alt_response(int(refused), **told_as)(whole)
            for media_type in media_types:
                headers = _named_headers(media_type, begins=begins, looks=method == "GET")
                whole = self.response(status, tells, content_type=media_type, headers=headers)(whole)
            if method == "GET" and JSON in media_types:
                whole = self.alt_response(304, description="What you have is what there is.")(whole)
            if query is not None:
                whole = self.arguments(query, location="query")(whole)
            if body is not None:
                whole = self.arguments(body, example=example)(whole)
            named = {"operationId": _camel_case(view.__name__)}
            whole = self.doc(**named, **_SECURITY[needs], **(_body_of(document) if document else {}))(whole)
            whole.needs = needs
            self.route(rule, methods=[method])(whole)
            return view

        return offered


def _named_headers(media_type: str, *, begins: bool, looks: bool) -> dict[str, Any] | None:
    """The headers of an answer that say something."""
    text = {"schema": {"type": "string"}}
    if begins:
        return {"Location": {"description": "The address of what was begun.", "required": True, **text}}
    if looks and media_type == JSON:
        return {"ETag": {"description": "To be sent as If-None-Match the next time.", **text}}
    return None


def _camel_case(name: str) -> str:
    first, *more = name.split("_")
    return first + "".join(word.capitalize() for word in more)


def _body_of(document: str) -> dict[str, Any]:
    schema = {"$ref": f"#/components/schemas/{document}"}
    return {"requestBody": {"required": True, "content": {JSON: {"schema": schema}}}}


def _as_known(answer: Response) -> Response:
    """Names what was read, so that it is asked for again with If-None-Match, and answers 304 to that."""
    answer.headers["Vary"] = "Authorization"
    answer.headers.setdefault("Cache-Control", "no-cache, private")
    looks = request.method in {"GET", "HEAD"} and answer.status_code == HTTPStatus.OK
    if looks and answer.is_json and "no-store" not in answer.headers["Cache-Control"]:
        answer.add_etag(weak=True)  # weak: it may be sent compressed or not
        answer.make_conditional(request)
    return answer


def told(what: Any, status: int = 200, **headers: str) -> Response:
    """An answer in JSON."""
    answer = jsonify(what)
    answer.status_code = status
    answer.headers.update(headers)
    return answer


def created(what: Any, endpoint: str, **values: Any) -> Response:
    """The answer to what was made: 201, with its address."""
    return told(what, HTTPStatus.CREATED, Location=flask.url_for(endpoint, **values))


def listed(items: Iterable[Any], after: str | None) -> Response:
    """A page of a list; ``after``: the cursor of the next one, None if this is the last."""
    return told({"items": list(items), "next": after})

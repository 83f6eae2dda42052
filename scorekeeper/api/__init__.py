"""The API, ``/api/v1``: what the pages do, for other people's programs (docs/api.md)."""

from __future__ import annotations

from functools import cached_property
from hashlib import sha256
from typing import Any

from flask import Flask, Response, json, request
from flask_smorest import Api

from scorekeeper.api import browse, clubs, entries, files, games, live, matches, members, money, sessions
from scorekeeper.api.problems import answer_to, is_asked
from scorekeeper.api.spec import CONFIG, LINK_SCHEME, Plugin, tell_games

__all__ = ["answer_to", "is_asked", "register"]

_PARTS = (games, sessions, matches, entries, money, clubs, members, files, live)


class _Api(Api):  # type: ignore[misc]  # flask-smorest has no types
    DEFAULT_ERROR_RESPONSE_NAME = None  # each view says what can go wrong

    def _register_error_handlers(self) -> None:
        """None: our problems are told in one place, with what the pages say (:func:`answer_to`)."""

    @cached_property
    def document(self) -> dict[str, Any]:
        """The OpenAPI document, made when it is first wanted: in one process it is always the same."""
        told: dict[str, Any] = self.spec.to_dict()
        return told

    @cached_property
    def _written(self) -> tuple[bytes, str]:
        written = f"{json.dumps(self.document)}\n".encode()
        return written, sha256(written).hexdigest()[:20]

    def _openapi_json(self) -> Response:
        """The document; who has it is told so (304)."""
        written, edition = self._written
        answer = Response(written, mimetype="application/json")
        answer.headers["Cache-Control"] = "no-cache"
        answer.headers["Vary"] = "Accept-Encoding"  # and on nobody's cookie: all are told the same
        answer.set_etag(edition, weak=True)  # weak: it may be sent compressed or not
        answer.make_conditional(request)
        return answer


def register(app: Flask) -> None:
    """Puts the API into ``app``."""
    app.config.update(CONFIG)
    plugin = Plugin()
    api = _Api(app, spec_kwargs={"marshmallow_plugin": plugin})
    api.spec.components.security_scheme("link", LINK_SCHEME)
    tell_games(api.spec, plugin)
    for module in _PARTS:
        api.register_blueprint(module.part)
    browse.register(app, lambda: api.document)

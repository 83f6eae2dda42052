"""The API, ``/api/v1``: what the pages do, for other people's programs (docs/api.md)."""

from __future__ import annotations

from flask import Flask
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


def register(app: Flask) -> None:
    """Puts the API into ``app``."""
    app.config.update(CONFIG)
    plugin = Plugin()
    api = _Api(app, spec_kwargs={"marshmallow_plugin": plugin})
    api.spec.components.security_scheme("link", LINK_SCHEME)
    tell_games(api.spec, plugin)
    for module in _PARTS:
        api.register_blueprint(module.part)
    app.register_blueprint(browse.blueprint)

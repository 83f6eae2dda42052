"""The one place where settings, database, live hub and blueprints meet."""

from __future__ import annotations

from typing import Any

from flask import Flask, request
from flask.sessions import SecureCookieSessionInterface
from flask.templating import Environment
from flask_babel import Babel
from flask_compress import Compress
from flask_migrate import Migrate
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper import api, web
from scorekeeper.config import MOST_BODY_BYTES, Settings
from scorekeeper.folders import folder
from scorekeeper.service.following import prepare_live
from scorekeeper.service.turns import prepare_turns
from scorekeeper.store import database

COOKIE_DAYS = 400  # the longest that browsers keep one


class _Templates(Environment):
    """Jinja, with ``a.b`` looked up in a dict first: nearly all that our templates get are dicts."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        """``obj.attribute`` or ``obj["attribute"]``."""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


class _Cookie(SecureCookieSessionInterface):
    """The phone's cookie: over https it goes no other way, and has another name.

    Browsers do not let a page of plain http replace a cookie that came over https. With one name a phone that
    was here over https would be unknown over plain http at the same address for as long as the cookie lives.
    """

    def get_cookie_name(self, app: Flask) -> str:
        """The name of the cookie for this request."""
        return f"{super().get_cookie_name(app)}{'-https' if request.is_secure else ''}"

    def get_cookie_secure(self, app: Flask) -> bool:  # noqa: ARG002 - Flask's
        """Whether browsers may send it over https alone."""
        return request.is_secure


class _App(Flask):
    jinja_environment = _Templates
    session_interface = _Cookie()

    def handle_user_exception(self, e: Exception) -> Any:
        """Programs are told what went wrong in their own way, people on a page."""
        answer = api.answer_to(e) if api.is_asked() else None
        return super().handle_user_exception(e) if answer is None else answer


def create_app(settings: Settings | None = None) -> Flask:
    """The application. ``settings``: from the environment unless given; raises BadSettings."""
    settings = settings or Settings.from_environment()
    app = _App(
        "scorekeeper",
        template_folder=str(folder("templates")),
        static_folder=str(folder("static")),
        static_url_path="/static",
    )
    app.config.update(
        SECRET_KEY=settings.secret_key,
        SQLALCHEMY_DATABASE_URI=settings.database_url,
        MAX_CONTENT_LENGTH=MOST_BODY_BYTES,
        MAX_FORM_PARTS=1000,
        TESTING=settings.testing,
        SESSION_COOKIE_NAME="scorekeeper",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=COOKIE_DAYS * 24 * 3600,
        SESSION_REFRESH_EACH_REQUEST=False,
        SEND_FILE_MAX_AGE_DEFAULT=365 * 24 * 3600,  # every address of a static file carries its version
        BABEL_TRANSLATION_DIRECTORIES=str(folder("translations")),
        COMPRESS_STREAMS=False,
        WTF_I18N_ENABLED=False,  # forms have no messages of their own
    )
    app.json.sort_keys = False  # type: ignore[attr-defined]  # answers stand in the order of meaning
    if settings.proxies:
        # Every header by as many: a proxy that hands on one of them only lets phones write the others.
        trusted = dict.fromkeys(("x_for", "x_proto", "x_host"), settings.proxies)
        app.wsgi_app = ProxyFix(app.wsgi_app, **trusted)  # type: ignore[method-assign]  # as Flask's docs say
    database.prepare(app)
    prepare_live(app)
    prepare_turns(app)
    Migrate(app, database.db, directory=str(folder("migrations")), render_as_batch=True)
    Babel(app, locale_selector=web.chosen_locale, timezone_selector=None)
    Compress(app)
    web.register(app)
    api.register(app)
    return app

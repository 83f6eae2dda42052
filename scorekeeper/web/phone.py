"""The phone that asks: a device behind one signed cookie, which holds its id and nothing else."""

from __future__ import annotations

import secrets
import time
from functools import lru_cache

from flask import Flask, Request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature

_KEY = "device"
_DAY_SECONDS = 24 * 3600


def this_phone() -> str:
    """The id of the phone that asks, made up if it is new here (it is kept from its first session on)."""
    known = session.get(_KEY)
    if isinstance(known, str):
        return known
    session.permanent = True
    session[_KEY] = secrets.token_hex(16)
    return str(session[_KEY])


def known_phone() -> str:
    """The id of the phone that asks, or an empty one, which may see nothing."""
    known = session.get(_KEY)
    return known if isinstance(known, str) else ""


class PhoneCookies(SecureCookieSessionInterface):
    """Flask's signed cookies. A signature that was checked today is not checked again with every request."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """What the cookie holds; nothing if it is not ours or too old."""
        cookie = request.cookies.get(self.get_cookie_name(app))
        if not cookie or not app.secret_key:
            return super().open_session(app, request)
        try:
            return self.session_class(_checked(app, cookie, int(time.time() // _DAY_SECONDS)))
        except BadSignature:
            return self.session_class()


@lru_cache(maxsize=1024)
def _checked(app: Flask, cookie: str, _day: int) -> dict[str, object]:
    serializer = SecureCookieSessionInterface().get_signing_serializer(app)
    most_seconds = int(app.permanent_session_lifetime.total_seconds())
    held: dict[str, object] = serializer.loads(cookie, max_age=most_seconds) if serializer else {}
    return held

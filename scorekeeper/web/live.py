"""The live stream of a session, and fresh copies of pages for those who heard of a change (docs/live.md)."""

from __future__ import annotations

import hashlib
import json
import select
import socket
import time
from collections.abc import Iterator, Mapping
from typing import Any, cast

from flask import Blueprint, Flask, Response, current_app, g, jsonify, request
from sqlalchemy.exc import SQLAlchemyError
from wtforms import StringField

from scorekeeper.live import Attendance, Subscription, TooManyStreams
from scorekeeper.service.errors import NotFound
from scorekeeper.service.following import (
    ATTENDANCE,
    LiveView,
    Seen,
    live_view,
    say_entering,
    say_left,
    seen,
)
from scorekeeper.service.transaction import hub
from scorekeeper.web.forms.base import PhoneForm, received, whole
from scorekeeper.web.live_state import asks_anew
from scorekeeper.web.page import assets_edition
from scorekeeper.web.phone import known_phone
from scorekeeper.web.reader import reader

blueprint = Blueprint("live", __name__, url_prefix="/s/<slug>")

PING_SECONDS = 15.0
"""A stream that says nothing for longer is cut."""
LOOK_SECONDS = 10.0
"""After so long a stream looks by itself: so a wake-up that was lost heals, and who left is noticed."""
RETRY_MILLISECONDS = 2000
BUSY_SECONDS = 30


class EnteringForm(PhoneForm):
    """``unit``: what is being entered."""

    unit = StringField()


def _event(name: str, told: Mapping[Any, Any]) -> str:
    return f"event: {name}\ndata: {json.dumps(told, separators=(',', ':'))}\n\n"


def _presence(view: LiveView) -> dict[str, Any]:
    entering = [{"match": one.number, "unit": one.unit, "who": one.who} for one in view.entering]
    return {"following": view.following, "entering": entering}


def _news(old: LiveView | None, new: LiveView) -> str:
    """The events that tell what has changed; all there is if there was nothing before."""
    known = old.seen.versions if old else {}
    versions = {
        number: version for number, version in new.seen.versions.items() if known.get(number) != version
    }
    told = _event("versions", versions) if versions or old is None else ""
    if old is None or _presence(old) != _presence(new):
        told += _event("presence", _presence(new))
    return told


@blueprint.get("/live")
def stream(slug: str) -> Response:
    """Tells which match has which version, for as long as the phone listens."""
    phone = known_phone()
    session_id = seen(slug, phone).session_id
    try:
        subscription = hub().subscribe(session_id, phone)
    except TooManyStreams:
        return Response("too many streams\n", 503, {"Retry-After": str(BUSY_SECONDS)}, mimetype="text/plain")
    cast("Attendance", current_app.extensions[ATTENDANCE]).notice(hub().here)
    waiting = hub()
    app = cast("Any", current_app)._get_current_object()
    connection = request.environ.get("gunicorn.socket")
    answer = Response(_told(app, subscription, connection), mimetype="text/event-stream")
    answer.call_on_close(lambda: waiting.leave(subscription))
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


def _told(app: Flask, subscription: Subscription, connection: Any) -> Iterator[str]:
    """The events, one after the other. Runs without a request and between two of them without a database.

    ``connection``: the socket of the phone, None where the server does not say.
    """
    yield f"retry: {RETRY_MILLISECONDS}\n" + _event("ping", {})
    view, silent_since = None, time.monotonic()
    while True:
        if subscription.ended:
            yield _event("replaced", {})
            return
        told = ""
        try:
            fresh = _looked(app, subscription)
        except SQLAlchemyError:  # the database is being restarted: what was missed is told later
            fresh = view
        else:
            if fresh is None:
                yield _event("stopped", {})
                return
            told = _news(view, fresh)
        view = fresh
        if told or time.monotonic() - silent_since >= PING_SECONDS:
            silent_since = time.monotonic()
            yield told or _event("ping", {})
        quiet = time.monotonic() - silent_since
        woken = subscription.wait(max(0.0, min(LOOK_SECONDS, PING_SECONDS - quiet)))
        if not woken and connection is not None and _hung_up(connection):
            return


def _hung_up(connection: Any) -> bool:
    """Whether the phone has closed the page: else that would be noticed with the second ping from now."""
    poll = select.poll()
    poll.register(connection, select.POLLIN)
    try:
        return bool(poll.poll(0)) and not connection.recv(1, socket.MSG_PEEK)
    except ValueError:  # TLS knows no peeking
        return False
    except OSError:
        return True


def _looked(app: Flask, subscription: Subscription) -> LiveView | None:
    with app.app_context():
        return live_view(subscription.session_id, subscription.device_id)


@blueprint.get("/live/now")
def now(slug: str) -> Response:
    """The same once, for phones whose streams are cut."""
    phone = known_phone()
    view = live_view(seen(slug, phone).session_id, phone)
    if view is None:
        raise NotFound
    return jsonify({"versions": view.seen.versions, **_presence(view)})


@blueprint.post("/<int:number>/entering")
def entering(slug: str, number: int) -> Response:
    """Somebody taps something into the form of a hand, or leaves it (``do=left``)."""
    form = received(EnteringForm)
    if form.do.data == "left":
        say_left(slug, number, known_phone())
    else:
        unit = whole(form.unit.data)
        say_entering(slug, number, known_phone(), unit if isinstance(unit, int) else 0)
    return Response(status=204)


# Fresh copies ------------------------------------------------------------------------------------


def _edition(view: Seen) -> str:
    """What a page of the session depends on, in one word: versions, who looks, language, our own files."""
    parts = [
        request.endpoint,
        sorted(view.versions.items()),
        view.role,
        view.player_id,
        str(reader().locale),
        assets_edition(),
    ]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:20]


@blueprint.before_app_request
def _unless_known() -> Response | None:
    """Answers 304 before anything is drawn if the phone has this very copy."""
    slug = (request.view_args or {}).get("slug")
    if slug is None or not asks_anew():
        return None
    g.edition = _edition(seen(slug, known_phone()))
    if not request.if_none_match.contains_weak(g.edition):
        return None
    return Response(status=304)


@blueprint.after_app_request
def _named(answer: Response) -> Response:
    """Gives a fresh copy its name, by which it is asked for again."""
    if "edition" in g and answer.status_code in {200, 304}:
        answer.set_etag(g.edition, weak=True)
    return answer

"""What a live stream tells, event by event, for as long as somebody listens (docs/live.md)."""

from __future__ import annotations

import json
import select
import socket
import time
from collections.abc import Iterator, Mapping
from typing import Any, cast

from flask import Flask, Response, current_app, request
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.live import Attendance, Subscription
from scorekeeper.service.following import ATTENDANCE, LiveView, live_view, seen
from scorekeeper.service.transaction import hub

PING_SECONDS = 15.0
"""A stream that says nothing for longer is cut."""
LOOK_SECONDS = 10.0
"""After so long a stream looks by itself: so a wake-up that was lost heals, and who left is noticed."""
RETRY_MILLISECONDS = 2000
BUSY_SECONDS = 30


def stream_of(slug: str, device_id: str) -> Response:
    """The stream of a session, for a phone that may look. Raises NotFound, LinkStopped or TooManyStreams."""
    session_id = seen(slug, device_id).session_id
    if request.method == "HEAD":
        return Response(mimetype="text/event-stream")  # opens none, which would end another one
    waiting = hub()
    subscription = waiting.subscribe(session_id, device_id)
    cast("Attendance", current_app.extensions[ATTENDANCE]).notice(waiting.here)
    app = cast("Any", current_app)._get_current_object()
    connection = request.environ.get("gunicorn.socket")
    answer = Response(_told(app, subscription, connection), mimetype="text/event-stream")
    answer.call_on_close(lambda: waiting.leave(subscription))
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


def _event(name: str, told: Mapping[Any, Any]) -> str:
    return f"event: {name}\ndata: {json.dumps(told, separators=(',', ':'))}\n\n"


def presence(view: LiveView) -> dict[str, Any]:
    """Who else follows, and who is entering what."""
    entering = [{"match": one.number, "unit": one.unit, "who": one.who} for one in view.entering]
    return {"following": view.following, "entering": entering}


def _news(old: LiveView | None, new: LiveView) -> str:
    """The events that tell what has changed; all there is if there was nothing before."""
    known = old.seen.versions if old else {}
    versions = {
        number: version for number, version in new.seen.versions.items() if known.get(number) != version
    }
    told = _event("versions", versions) if versions or old is None else ""
    if old is None or presence(old) != presence(new):
        told += _event("presence", presence(new))
    return told


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

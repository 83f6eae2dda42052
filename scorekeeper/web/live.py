"""The live stream of a session, and fresh copies of pages for those who heard of a change (docs/live.md)."""

from __future__ import annotations

import hashlib

from flask import Blueprint, Response, g, jsonify, request
from wtforms import StringField

from scorekeeper.live import TooManyStreams
from scorekeeper.service.errors import NotFound
from scorekeeper.service.following import Seen, live_view, say_entering, say_left, seen
from scorekeeper.service.streaming import BUSY_SECONDS, presence, stream_of
from scorekeeper.web.forms.base import PhoneForm, received, whole
from scorekeeper.web.live_state import asks_anew
from scorekeeper.web.page import assets_edition
from scorekeeper.web.phone import known_phone
from scorekeeper.web.reader import reader

blueprint = Blueprint("live", __name__, url_prefix="/s/<slug>")


class EnteringForm(PhoneForm):
    """``unit``: what is being entered."""

    unit = StringField()


@blueprint.get("/live")
def stream(slug: str) -> Response:
    """Tells which match has which version, for as long as the phone listens."""
    try:
        return stream_of(slug, known_phone())
    except TooManyStreams:
        return Response("too many streams\n", 503, {"Retry-After": str(BUSY_SECONDS)}, mimetype="text/plain")


@blueprint.get("/live/now")
def now(slug: str) -> Response:
    """The same once, for phones whose streams are cut."""
    phone = known_phone()
    view = live_view(seen(slug, phone).session_id, phone)
    if view is None:
        raise NotFound
    return jsonify({"versions": view.seen.versions, **presence(view)})


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
    """What a page of the session depends on, in one word: versions, names, who looks, language, our files."""
    parts = [
        request.endpoint,
        sorted(view.versions.items()),
        view.names,
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

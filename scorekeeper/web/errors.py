"""What goes wrong, answered with a page that says what happened, what is safe, and what to do."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from babel.dates import format_datetime, format_time
from flask import Flask, current_app, render_template, request, url_for
from sqlalchemy.exc import IntegrityError, OperationalError
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from scorekeeper.kernel import Refused
from scorekeeper.service.errors import LinkStopped, NotAllowed, NotFound, Stale
from scorekeeper.service.sessions import time_zone
from scorekeeper.service.through_club import come_in_by_club
from scorekeeper.store.trouble import is_away, is_locked
from scorekeeper.web.forms.base import Forged
from scorekeeper.web.phone import known_phone
from scorekeeper.web.reader import _, reader, sentence, words

_log = logging.getLogger(__name__)
Answer = tuple[str, int] | tuple[str, int, list[tuple[str, str]]]
Refusal = Callable[[Any], Answer | Response]


def _page(status: int, title: str, text: str, *, back: str | None = None) -> tuple[str, int]:
    label = _("Go to the start")
    if back:
        label = _("Back to the club") if back.startswith("/c/") else _("Back to the table")
    action = {"label": label, "url": back or url_for("home.start")}
    return render_template("error.html", title=title, what=text, action=action), status


def _by_club(refuse: Refusal) -> Refusal:
    """A session that this phone may not see is opened through its club, where the phone is in that."""

    def answer(error: Any) -> Answer | Response:
        slug = (request.view_args or {}).get("slug")
        try:
            comes = request.path.startswith("/s/") and slug and come_in_by_club(slug, known_phone())
        except OperationalError as busy:  # nobody handles what goes wrong in here
            return _busy(busy)
        return _answered_now() if comes else refuse(error)

    return answer


def _answered_now() -> Response:
    """What was asked for, now that the phone is let in.

    Not by a redirect: Safari loses what was posted when it follows one while the page has a worker.
    """
    answer: Any
    try:
        answer = current_app.view_functions[str(request.endpoint)](**(request.view_args or {}))
    except Exception as error:  # nobody handles what goes wrong in here
        answer = current_app.handle_user_exception(error)
    return current_app.make_response(answer)


def _not_found(_error: Exception) -> Answer:
    return _page(
        404,
        _("There is no table here"),
        _(
            "Nothing is at this address, or this phone has not been let in. If you scored on this phone, the "
            "start page lists your sessions."
        ),
    )


def _link_stopped(error: LinkStopped) -> Answer:
    if error.club:
        return _club_stopped(error)
    at = format_time(error.at.astimezone(time_zone(error.time_zone)), "short", locale=reader().locale)
    if error.put_out:
        title = _("This phone was put out of the table")
        text = _("That was at %(time)s. Nothing is lost, and the scores you saw are unchanged.", time=at)
    else:
        title = _("This link was stopped")
        text = _(
            "The scorekeeper of this table made a new link at %(time)s. Nothing is lost, and the scores you "
            "saw are unchanged.",
            time=at,
        )
    action = {"label": _("Type the code to join"), "url": url_for("join.code")}
    advice = _("Ask at the table for the new code, or point the camera at their screen.")
    return render_template("error.html", title=title, what=text, advice=advice, action=action), 410


def _club_stopped(error: LinkStopped) -> Answer:
    at = format_datetime(error.at.astimezone(time_zone(error.time_zone)), "short", locale=reader().locale)
    title = _("This phone was put out of the club") if error.put_out else _("This link was stopped")
    text = _("The club made a new link on %(time)s. Nothing is lost.", time=at)
    if error.put_out:
        text = _("That was on %(time)s. Nothing is lost.", time=at)
    action = {"label": _("Type the code to join"), "url": url_for("join.code")}
    advice = _("Ask in the club for the new link or code.")
    return render_template("error.html", title=title, what=text, advice=advice, action=action), 410


def _not_allowed(_error: Exception) -> Answer:
    return _page(
        403, _("This phone may watch"), _("Only a phone with the scorer link can enter something here.")
    )


def _stale(error: Stale) -> Answer:
    text = _("Something was saved here since this page was opened, so this was not saved.")
    if error.said is not None:
        last = words(error.names, error.unit).sentence(error.said)
        text = _("%(text)s The last thing saved: %(what)s", text=text, what=last)
    return _page(409, _("The table has moved on"), text, back=_table_address())


def _table_address() -> str | None:
    values = request.view_args or {}
    if "slug" in values and request.path.startswith("/c/"):
        return url_for("club.sessions", slug=values["slug"])
    if not {"slug", "number"} <= set(values):
        return None
    return url_for("match.hand", slug=values["slug"], number=values["number"])


def _refused(error: Refused) -> Answer:
    """What a button asked for that has no field to say it at. Such refusals name nobody."""
    return _page(422, _("That cannot be done now"), sentence(error.message), back=_table_address())


def _forged(_error: Exception) -> Answer:
    return _page(
        400,
        _("This form does not belong to this phone"),
        _(
            "Cookies are needed so that the table knows this phone. "
            "Allow them, open the table again, and save again."
        ),
        back=_table_address(),
    )


def _sent_twice(_error: IntegrityError) -> Answer:
    return _page(
        409,
        _("The table has moved on"),
        _("This was saved already, or something else was. Look at the table first."),
        back=_table_address(),
    )


def _busy(error: OperationalError) -> Answer:
    if is_away(error):
        _log.warning("the database does not answer: %s", error.orig)
        text = _(
            "It cannot reach its database just now. What was saved before is safe. Try again in a moment."
        )
        return _page(503, _("The score server is busy"), text)
    if not is_locked(error):
        return _broken(error)
    return _page(
        503, _("The table is busy"), _("Somebody else is saving. Nothing was lost: go back and save again.")
    )


def _http(error: HTTPException) -> Answer:
    code = error.code or 500
    texts = {
        400: (_("That could not be read"), _("The page sent something that cannot be read. Open it again.")),
        405: (
            _("That is not possible here"),
            _("This address only shows something, or only takes something."),
        ),
        413: (_("That is too much"), _("At most 64 KB can be sent at once. Nothing was saved.")),
    }
    if code == 404:  # noqa: PLR2004
        return _not_found(error)
    title, text = texts.get(code, (_("That did not work"), _("Nothing was saved. Go back and try again.")))
    headers = [(name, value) for name, value in error.get_headers() if name != "Content-Type"]
    return *_page(code, title, text), headers  # such as the methods that are allowed


def _broken(error: Exception) -> Answer:
    _log.exception("a page failed: %s %s", request.method, request.path, exc_info=error)
    return _page(
        500,
        _("The score server made a mistake"),
        _(
            "What was saved before is safe. Go back and try again. "
            "If it happens again, tell who runs the server."
        ),
    )


def register(app: Flask) -> None:
    """One handler for each family of errors."""
    app.register_error_handler(NotFound, _by_club(_not_found))
    app.register_error_handler(LinkStopped, _by_club(_link_stopped))
    app.register_error_handler(NotAllowed, _not_allowed)
    app.register_error_handler(Stale, _stale)
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(Forged, _forged)
    app.register_error_handler(OperationalError, _busy)
    app.register_error_handler(IntegrityError, _sent_twice)
    app.register_error_handler(HTTPException, _http)
    if not app.testing:
        app.register_error_handler(Exception, _broken)

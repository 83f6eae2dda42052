"""A club's own page: its sessions and starting one; and beginning a club."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request, url_for
from wtforms import StringField

from scorekeeper.games import GAMES
from scorekeeper.kernel import Refused, say_many
from scorekeeper.service.club_sessions import count_club_sessions, newest_match, sessions_of
from scorekeeper.service.clubs import start_club
from scorekeeper.web.answers import Answer, see_other
from scorekeeper.web.club_copies import club_copies
from scorekeeper.web.club_page import ClubPage, club_page
from scorekeeper.web.done import done_said
from scorekeeper.web.forms.base import PhoneForm, hidden_fields, received
from scorekeeper.web.phone import this_phone
from scorekeeper.web.reader import _, sentence, words
from scorekeeper.web.session_list import session_line

blueprint = Blueprint("club", __name__)
SHOWN = 12
MOST = 200


class ClubForm(PhoneForm):
    """``name``: of the club; ``tz``: where the phone is."""

    name = StringField()
    tz = StringField()


@blueprint.get("/c/<slug>/")
def sessions(slug: str) -> str:
    """The club's sessions, the newest first; ``?all``: all of them."""
    page = club_page(slug)
    shown = sessions_of(page.club, most=MOST if "all" in request.args else SHOWN)
    total = count_club_sessions(page.club)
    everything = "all" in request.args or len(shown) == total
    archived = sessions_of(page.club, archived=True, most=MOST) if everything else []
    count = sentence(say_many("%(count)s session", "%(count)s sessions", total))
    return render_template(
        "club/sessions.html",
        **page.frame(count, "club.sessions"),
        start=_start(page) if page.enters else None,
        sessions=[session_line(one, playing=True) for one in shown],
        all={"url": page.url("club.sessions", all=1), "label": _("All %(count)s", count=total)}
        if total > len(shown)
        else None,
        archived=[session_line(one) for one in archived],
        copies=club_copies(page) if shown or archived else None,
        toast=done_said(request.args.get("done", "")),
    )


def _start(page: ClubPage) -> dict[str, Any]:
    """Where a session is started: of the game played last at once, or of any."""
    last = newest_match(page.club)
    games = [(page.url("setup.for_club", key=game.key), sentence(game.name)) for game in GAMES.values()]
    again = None
    if last is not None:
        name = sentence(GAMES[last.game].name)
        label = _("Start a session: %(game)s", game=name)
        again = {"url": page.url("setup.for_club", key=last.game), "label": label}
    return {"again": again, "games": games}


# Beginning one -----------------------------------------------------------------------------------


@blueprint.get("/clubs/new")
def new() -> str:
    """Where a club gets its name."""
    return _new_page("", "", None)


def _new_page(name: str, error: str, client_id: str | None) -> str:
    form = {"action": url_for("club.begin"), "hidden": hidden_fields(client_id=client_id)}
    return render_template("club/new.html", form=form, name=name, error=error)


@blueprint.post("/clubs/new")
def begin() -> Answer:
    """Begins the club."""
    form = received(ClubForm)
    name = form.name.data or ""
    try:
        club = start_club(this_phone(), name, zone=form.tz.data or "", client_id=form.own_id)
    except Refused as refused:
        return _new_page(name, words().sentence(refused.message), form.client_id.data), 422
    return see_other(url_for("club.sessions", slug=club.slug))

"""Where a session is kept: in which club, archived, hidden on this phone."""

from __future__ import annotations

from typing import Any

from flask import url_for
from markupsafe import Markup
from werkzeug.exceptions import BadRequest
from wtforms import StringField

from scorekeeper.service.club_sessions import (
    archive_session,
    club_from_session,
    hide_session,
    put_into_club,
    take_out_of_club,
)
from scorekeeper.service.clubs import clubs_on_phone, role_in_club
from scorekeeper.service.phones import hidden_here
from scorekeeper.store import GameSession
from scorekeeper.web.forms.base import PhoneForm, hidden_fields
from scorekeeper.web.phone import known_phone
from scorekeeper.web.reader import _


class KeepingForm(PhoneForm):
    """``club``: into which one, by the name in its address; ``name``: of a new one."""

    club = StringField()
    name = StringField()


def kept(session: GameSession, role: str) -> dict[str, Any]:
    """What the session's page says and offers of where it is kept, for a phone with this role in it."""
    phone, enters = known_phone(), role == "scorer"
    in_club = role_in_club(session.club, phone) if session.club is not None else None
    clubs = [one.club for one in clubs_on_phone(phone) if one.role == "scorer"] if enters else []
    return {
        "form": {"action": url_for("session.keep_it", slug=session.slug), "hidden": hidden_fields()},
        "club": _club(session, in_club),
        "clubs": [(one.slug, one.name) for one in clubs] if session.club is None else [],
        "new": enters and session.club is None,
        "out": enters and in_club == "scorer",
        "archive": enters and session.archived_at is None,
        "archived": session.archived_at is not None,
        "back": enters and session.archived_at is not None,
        "hidden": hidden_here(session.id, phone),
    }


def _club(session: GameSession, role: str | None) -> dict[str, str] | None:
    """The club that it is in, with the way there where this phone may look."""
    if session.club is None:
        return None
    name = Markup("<bdi>%s</bdi>") % session.club.name
    url = url_for("club.sessions", slug=session.club.slug) if role else ""
    return {"label": _("Belongs to %(club)s", club=name), "url": url}


def keep(slug: str, form: KeepingForm) -> str:
    """Does what was tapped; what to say then. Raises Refused, NotFound, NotAllowed."""
    phone = known_phone()
    match form.do.data:
        case "into-club":
            put_into_club(slug, phone, form.club.data or "")
            return "in-club"
        case "new-club":
            club_from_session(slug, phone, form.name.data or "", client_id=form.own_id)
            return "in-club"
        case "out-of-club":
            take_out_of_club(slug, phone)
            return "out-of-club"
        case "archive" | "bring-back":
            archive_session(slug, phone, archived=form.do.data == "archive")
            return "archived" if form.do.data == "archive" else "back"
        case "hide" | "list":
            hide_session(slug, phone, hidden=form.do.data == "hide")
            return "hidden" if form.do.data == "hide" else "listed"
    raise BadRequest

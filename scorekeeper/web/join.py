"""Coming into a session or a club by a link or by a spoken code."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from markupsafe import Markup
from wtforms import StringField

from scorekeeper.games import GAMES
from scorekeeper.service.codes import secret_of_code
from scorekeeper.service.errors import NotFound, TooManyTries
from scorekeeper.service.links import Invitation, invitation, known_here, refuse_put_out
from scorekeeper.service.links import join as let_in
from scorekeeper.service.places import Place
from scorekeeper.store import Club
from scorekeeper.web.answers import Answer, see_other
from scorekeeper.web.forms.base import PhoneForm, hidden_fields, received, whole
from scorekeeper.web.phone import known_phone, this_phone
from scorekeeper.web.reader import _, sentence, words
from scorekeeper.web.share import server_key

blueprint = Blueprint("join", __name__)


class JoinForm(PhoneForm):
    """``player``: whose phone it is; ``code``: as it was typed."""

    player = StringField()
    code = StringField()


@blueprint.get("/j/<secret>")
def invited(secret: str) -> Answer:
    """What the link is for; one tap comes in. Who is in already goes to the table."""
    found = invitation(secret)
    refuse_put_out(found, known_phone())
    if known_here(found, known_phone()):
        return redirect(address_of(found.place))
    form = {"action": url_for("join.come_in", secret=secret), "hidden": hidden_fields()}
    return render_template("join.html", **_invitation(found), form=form)


def _invitation(found: Invitation) -> dict[str, Any]:
    who = words().listed(list(found.names.values()))
    enters = found.role == "scorer"
    common = {"players": list(found.names.items()), "action": _("Start scoring") if enters else _("Follow")}
    if isinstance(found.place, Club):
        name = Markup("<bdi>%s</bdi>") % found.place.name
        return common | {
            "title": _("Score for this club") if enters else _("Follow this club"),
            "line": _("%(club)s: %(who)s", club=name, who=who) if who else name,
            "note": _("You can enter scores in all of its sessions, and change its members.")
            if enters
            else _("You see all of its sessions and its tab. You can change nothing."),
        }
    games = words().listed([sentence(GAMES[key].name) for key in found.games])
    return common | {
        "title": _("Score at this table") if enters else _("Follow this table"),
        "line": _("%(games)s with %(who)s", games=games, who=who),
        "note": _("You can enter scores here. The score sheet says which phone entered what.")
        if enters
        else _("You see scores and money. You can change nothing."),
    }


@blueprint.post("/j/<secret>")
def come_in(secret: str) -> Answer:
    """Lets this phone in."""
    form = received(JoinForm)
    named = whole(form.player.data)
    place = let_in(secret, this_phone(), named if isinstance(named, int) else None)
    return see_other(address_of(place))


def address_of(place: Place) -> str:
    """Where the game of a session is that is played now, or the page of a club."""
    if isinstance(place, Club):
        return url_for("club.sessions", slug=place.slug)
    return url_for("match.hand", slug=place.slug, number=place.matches[-1].number)


@blueprint.get("/join")
def code() -> str:
    """Where a spoken code is typed."""
    return _code_page("", "")


def _code_page(typed: str, error: str) -> str:
    form = {"action": url_for("join.by_code"), "hidden": hidden_fields()}
    return render_template("code.html", form=form, typed=typed, error=error)


@blueprint.post("/join")
def by_code() -> Answer:
    """Goes to the table that has this code."""
    form = received(JoinForm)
    typed = (form.code.data or "")[:40]
    try:
        secret = secret_of_code(typed, request.remote_addr or "", server_key())
    except NotFound:
        return _code_page(typed, _("No table has this code. Check the 8 letters and digits.")), 404
    except TooManyTries:
        said = _("Too many codes were tried. Wait ten minutes, or ask for the link.")
        return _code_page(typed, said), 429
    return see_other(url_for("join.invited", secret=secret))

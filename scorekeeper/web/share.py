"""Letting other phones follow: links, code, who is in, putting a phone out."""

from __future__ import annotations

from typing import Any, cast

import segno
from babel.dates import format_time
from flask import Blueprint, current_app, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response
from wtforms import StringField

from scorekeeper.service.links import SharedLink, links_of, renew_link
from scorekeeper.service.open_match import OpenMatch, open_match, open_session
from scorekeeper.service.phones import LetIn, phones_of, put_out
from scorekeeper.service.phones import this_is as say_whose
from scorekeeper.service.secrets import ROLES, Role
from scorekeeper.service.sessions import time_zone
from scorekeeper.store import GameSession
from scorekeeper.web.addresses import shared_host, shared_url
from scorekeeper.web.answers import see_other
from scorekeeper.web.forms.base import PhoneForm, hidden_fields, received, whole
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.phone import known_phone
from scorekeeper.web.reader import _, reader

blueprint = Blueprint("share", __name__, url_prefix="/s/<slug>/<int:number>/share")
CODE_GROUP = 4


class PhonesForm(PhoneForm):
    """``phone``: which one to put out; ``player``: whose this one is; ``role``: which link to renew."""

    phone = StringField()
    player = StringField()
    role = StringField()


def server_key() -> str:
    """The key that links are made with."""
    return str(current_app.secret_key)


def qr_code(url: str) -> Markup:
    """``url`` as a drawing: black on white in both themes, with the quiet zone that cameras want."""
    drawing = segno.make(url, error="m").svg_inline(border=4, light="#fff", dark="#000", omitsize=True)
    return Markup(drawing)  # noqa: S704 - made of squares alone


def spoken(code: str) -> str:
    """A code in groups that can be said: "7KQ4 MHTX"."""
    return " ".join(code[at : at + CODE_GROUP] for at in range(0, len(code), CODE_GROUP))


@blueprint.get("/")
def links(slug: str, number: int) -> str:
    """The links of the session; the one for watching first."""
    page = MatchPage(open_match(slug, number, known_phone()))
    shared = {link.role: link for link in links_of(slug, known_phone(), server_key())}
    wanted = cast("Role", request.args.get("role", ""))
    return _draw(page, shared, wanted if wanted in shared else ROLES[0])


def _draw(page: MatchPage, shared: dict[Role, SharedLink], role: Role) -> str:
    session, phones = page.opened.session, phones_of(page.opened.slug, known_phone())
    return render_template(
        "match/share.html",
        head=page.head(_("Let the table follow")),
        tabs=page.tabs("share.links"),
        views=[
            {"label": label, "url": page.url("share.links", role=one), "current": one == role}
            for one, label in (("viewer", _("Watch only")), ("scorer", _("Can enter scores")))
            if one in shared
        ],
        link=_link(shared[role]),
        form={"action": page.url("share.change"), "hidden": hidden_fields(page.opened.match.version)},
        ends=_ends(role, phones) if page.opened.role == "scorer" else None,
        me=_me(session, phones),
        phones=[_phone(one, session, page.opened) for one in phones],
        board_url=page.url("watch.board"),
        toast=page.toast(request.args.get("done", "")),
    )


def _link(link: SharedLink) -> dict[str, Any]:
    url = shared_url("join.invited", secret=link.secret)
    watching = link.role == "viewer"
    return {
        "url": url,
        "qr": qr_code(url),
        "host": shared_host(),
        "code": spoken(link.code) if link.code else "",
        "role": link.role,
        "note": _("Watchers see scores and money but can change nothing. No account needed.")
        if watching
        else _("Anyone with this link can change scores."),
    }


def _ends(role: Role, phones: list[LetIn]) -> dict[str, Any]:
    """What stopping the open link does, asked before it is done."""
    through = sum(phone.role == role and phone.through_link and not phone.own for phone in phones)
    ask = _(
        "Stop this link? Other scorers who came by it (%(count)s) can enter nothing until they get "
        "the new one.",
        count=through,
    )
    if role == "viewer":
        ask = _(
            "Stop this link? Those who watch by it (%(count)s) lose sight of the table until they get "
            "the new one.",
            count=through,
        )
    return {"role": role, "ask": ask, "label": _("Stop it and make a new one")}


def _me(session: GameSession, phones: list[LetIn]) -> dict[str, Any]:
    """Whose phone this is."""
    mine = next((phone.who for phone in phones if phone.own), None)
    return {"players": [(player.id, player.name, player.name == mine) for player in session.players]}


def _phone(phone: LetIn, session: GameSession, opened: OpenMatch) -> dict[str, Any]:
    since = format_time(phone.since.astimezone(time_zone(session.time_zone)), "short", locale=reader().locale)
    if phone.own:
        name = _("This phone")
    elif phone.who:
        name = _("%(who)s’s phone", who=Markup("<bdi>%s</bdi>") % phone.who)
    else:
        name = _("A phone that came at %(time)s", time=since)
    enters = phone.role == "scorer"
    return {
        "name": name,
        "state": _("can enter scores") if enters else _("watches"),
        "enters": enters,
        "remove": phone.access_id if opened.role == "scorer" and not phone.own else None,
    }


@blueprint.post("/")
def change(slug: str, number: int) -> Response:
    """Renews a link, puts a phone out, or says whose phone this is."""
    form = received(PhonesForm)
    do, phone = form.do.data, known_phone()
    done = None
    if do == "renew" and form.role.data in ROLES:
        renew_link(slug, phone, form.role.data, server_key())
        done = "renewed"
    elif do == "put-out":
        named = whole(form.phone.data)
        put_out(slug, phone, named if isinstance(named, int) else 0)
        done = "put-out"
    elif do == "me":
        named = whole(form.player.data)
        say_whose(slug, phone, named if isinstance(named, int) else None)
        done = "me"
    open_session(slug, phone)
    role = form.role.data if form.role.data in ROLES else None
    return see_other(url_for("share.links", slug=slug, number=number, role=role, done=done))

"""Letting other phones follow: links, code, who is in, putting a phone out; of a session or of a club."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import segno
from babel.dates import format_skeleton, format_time
from flask import Blueprint, current_app, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response
from wtforms import StringField

from scorekeeper.service.links import SharedLink, links_of, renew_link
from scorekeeper.service.open_match import open_match, open_session
from scorekeeper.service.phones import LetIn, phones_of, put_out
from scorekeeper.service.phones import this_is as say_whose
from scorekeeper.service.places import Opens, Place
from scorekeeper.service.secrets import ROLES, Role
from scorekeeper.service.sessions import time_zone
from scorekeeper.store import Club
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


@dataclass(frozen=True, slots=True)
class Shared:
    """What is shared: a session or a club (``place``), opened by ``opens``, with the ``role`` of this phone.

    ``people``: who a phone may be said to be, by id; ``url``: the page of one of the links.
    """

    place: Place
    opens: Opens
    role: str
    people: Mapping[int, str]
    url: Callable[[Role], str]

    def context(self, asked: str) -> dict[str, Any]:
        """What the template draws; ``asked``: the link that is wanted, the one for watching if it is none."""
        slug, phone = self.place.slug, known_phone()
        shared = {link.role: link for link in links_of(slug, phone, server_key(), self.opens)}
        role = next((one for one in shared if one == asked), ROLES[0])
        phones = phones_of(slug, phone, self.opens)
        mine = next((one.who for one in phones if one.own), None)
        return {
            "views": [
                {"label": label, "url": self.url(one), "current": one == role}
                for one, label in (("viewer", _("Watch only")), ("scorer", _("Can enter scores")))
                if one in shared
            ],
            "link": _link(shared[role]),
            "ends": self._ends(role, phones) if self.role == "scorer" else None,
            "me": {"players": [(id_, name, name == mine) for id_, name in self.people.items()]},
            "phones": [self._phone(one) for one in phones],
        }

    def _ends(self, role: Role, phones: list[LetIn]) -> dict[str, Any]:
        """What stopping the open link does, asked before it is done."""
        through = sum(phone.role == role and phone.through_link and not phone.own for phone in phones)
        asks = {
            ("scorer", False): _(
                "Stop this link? Other scorers who came by it (%(count)s) can enter nothing until they get "
                "the new one.",
                count=through,
            ),
            ("viewer", False): _(
                "Stop this link? Those who watch by it (%(count)s) lose sight of the table until they get "
                "the new one.",
                count=through,
            ),
            ("scorer", True): _(
                "Stop this link? Other scorers who came by it (%(count)s) are out of the club and of the "
                "sessions that they opened through it until they get the new one.",
                count=through,
            ),
            ("viewer", True): _(
                "Stop this link? Those who watch by it (%(count)s) lose sight of the club and of the "
                "sessions that they opened through it until they get the new one.",
                count=through,
            ),
        }
        ask = asks[role, isinstance(self.place, Club)]
        return {"role": role, "ask": ask, "label": _("Stop it and make a new one")}

    def _unnamed(self, phone: LetIn, since: datetime) -> str:
        if isinstance(self.place, Club):
            day = format_skeleton("MMMd", since, locale=reader().locale)
            if phone.program:
                return _("A program that came on %(day)s", day=day)
            return _("A phone that came on %(day)s", day=day)
        time = format_time(since, "short", locale=reader().locale)
        if phone.program:
            return _("A program that came at %(time)s", time=time)
        return _("A phone that came at %(time)s", time=time)

    def _phone(self, phone: LetIn) -> dict[str, Any]:
        since = phone.since.astimezone(time_zone(self.place.time_zone))
        if phone.own:
            name = _("This phone")
        elif phone.who:
            name = _("%(who)s’s phone", who=Markup("<bdi>%s</bdi>") % phone.who)
        else:
            name = self._unnamed(phone, since)
        enters = phone.role == "scorer"
        return {
            "name": name,
            "state": _("can enter scores") if enters else _("watches"),
            "enters": enters,
            "remove": phone.access_id if self.role == "scorer" and not phone.own else None,
        }


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


def changed(slug: str, opens: Opens) -> dict[str, str | None]:
    """Renews a link, puts a phone out, or says whose phone this is; what to show then."""
    form = received(PhonesForm)
    do, phone = form.do.data, known_phone()
    done = None
    if do == "renew" and form.role.data in ROLES:
        renew_link(slug, phone, form.role.data, server_key(), opens)
        done = "renewed"
    elif do == "put-out":
        named = whole(form.phone.data)
        put_out(slug, phone, named if isinstance(named, int) else 0, opens)
        done = "put-out"
    elif do == "me":
        named = whole(form.player.data)
        say_whose(slug, phone, named if isinstance(named, int) else None, opens)
        done = "me"
    opens(slug, phone)
    return {"role": form.role.data if form.role.data in ROLES else None, "done": done}


# Of a session ------------------------------------------------------------------------------------


@blueprint.get("/")
def links(slug: str, number: int) -> str:
    """The links of the session; the one for watching first."""
    page = MatchPage(open_match(slug, number, known_phone()))
    session = page.opened.session
    shared = Shared(
        session,
        open_session,
        page.opened.role,
        {player.id: player.name for player in session.players},
        lambda role: page.url("share.links", role=role),
    )
    return render_template(
        "match/share.html",
        **shared.context(request.args.get("role", "")),
        head=page.head(_("Let the table follow")),
        tabs=page.tabs("share.links"),
        form={"action": page.url("share.change"), "hidden": hidden_fields(page.opened.match.version)},
        phones_title=_("Phones at this table"),
        board_url=page.url("watch.board"),
        toast=page.toast(request.args.get("done", "")),
    )


@blueprint.post("/")
def change(slug: str, number: int) -> Response:
    """Renews a link, puts a phone out, or says whose phone this is."""
    asked = changed(slug, open_session)
    return see_other(url_for("share.links", slug=slug, number=number, role=asked["role"], done=asked["done"]))

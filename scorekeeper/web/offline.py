"""Without signal: what the browser keeps, and the page on which a phone goes on scoring by itself.

The phone computes nothing. It gets a form for a whole hand (round, turn) while it can reach the server, keeps
what is tapped into it, and sends it here later; here it is judged as everything else.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

from flask import Blueprint, Response, render_template
from markupsafe import Markup

from scorekeeper.folders import folder
from scorekeeper.kernel import Refused
from scorekeeper.service.amending import amend_unit, unit_so_far
from scorekeeper.service.entries import refuse_stale, stale, version_left
from scorekeeper.service.errors import NotAllowed
from scorekeeper.web.answers import Answer, see_other
from scorekeeper.web.forms.base import PhoneForm, check, hidden_fields
from scorekeeper.web.match import draw, page_of
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.page import assets
from scorekeeper.web.phone import known_phone
from scorekeeper.web.reader import _, lowered
from scorekeeper.web.scores import lines_of
from scorekeeper.web.screens import Screen, whole_screen
from scorekeeper.web.watch import standing_of

blueprint = Blueprint("offline", __name__)
MATCH = "/s/<slug>/<int:number>"
ANY_NUMBER = 7_000_000_007
"""Stands for the number of a unit where the phone puts in its own; no match has so many."""


@blueprint.get("/sw.js")
def worker() -> Response:
    """The service worker, with the addresses of the static files that it keeps.

    These carry versions, so another release is another worker, which drops what the older one kept.
    """
    source = (folder("static") / "js" / "sw.js").read_text(encoding="utf-8")
    files = sorted(assets().values())
    version = hashlib.sha256(f"{files}{source}".encode()).hexdigest()[:10]
    head = f"self.VERSION = {json.dumps(version)};\nself.FILES = {json.dumps(files)};\n"
    head += f"self.QUEUE = {json.dumps(assets()['queue'])};\n"
    answer = Response(head + source, mimetype="text/javascript")
    answer.headers["Service-Worker-Allowed"] = "/"
    return answer


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a phone needs to put the program on its home screen."""
    icons = [
        {"src": assets()[name], "sizes": sizes, "type": kind, "purpose": purpose}
        for name, sizes, kind, purpose in (
            ("icon", "any", "image/svg+xml", "any"),
            ("icon192", "192x192", "image/png", "any"),
            ("icon512", "512x512", "image/png", "any"),
            ("maskable", "512x512", "image/png", "maskable"),
        )
    ]
    told = {
        "id": "/",
        "name": "Scorekeeper",
        "short_name": "Scorekeeper",
        "description": _("The score sheet that knows the rules"),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#F3ECDD",
        "theme_color": "#0F3D2C",
        "icons": icons,
    }
    return Response(json.dumps(told, ensure_ascii=False), mimetype="application/manifest+json")


@blueprint.get("/offline")
def shell() -> str:
    """What is shown for a page that this phone has not kept. The worker keeps this one from the start."""
    return render_template("offline.html")


@blueprint.get(f"{MATCH}/offline/")
def part(slug: str, number: int) -> str:
    """How the match stands, and the form for whole units, for the phone to keep; raises NotAllowed."""
    page = page_of(slug, number)
    if page.opened.role != "scorer":
        raise NotAllowed
    unit = page.unit_now
    last = page.unit_title(unit - 1) if unit > 1 else ""
    return render_template(
        "match/_offline.html",
        version=page.opened.match.version,
        unit=unit,
        units=_unit_names(page),
        finished=page.opened.match.finished,
        as_of=_("Standings as of %(hand)s", hand=lowered(last)) if last else _("Standings so far"),
        seen=_("Until then the others see %(hand)s.", hand=lowered(last)) if last else "",
        standing=standing_of(page, lines_of(page)),
        form=_form(page),
    )


def _unit_names(page: MatchPage) -> str:
    """What units are called, with ``{n}`` for the number: "Hand {n}"."""
    return page.unit_title(ANY_NUMBER).replace(str(ANY_NUMBER), "{n}")


def _form(page: MatchPage) -> Markup | None:
    """The form for a whole unit, None where that cannot be entered without the server."""
    screen = None if page.opened.match.finished else _screen(page, page.unit_now)[1]
    if screen is None:
        return None
    form = {
        "action": page.url("offline.save", unit=ANY_NUMBER).replace(str(ANY_NUMBER), "{n}"),
        "hidden": hidden_fields(page.opened.match.version),
        "draft": f"{page.opened.match.id}:whole",
    }
    context = screen.context(None, None, spoken=False) | {"amend": None, "preview": None, "form": form}
    return Markup(render_template(screen.part, **context))  # noqa: S704 - our own template, which escapes


@blueprint.post(f"{MATCH}/whole/<int:unit>")
def save(slug: str, number: int, unit: int) -> Answer:
    """Saves a whole unit, be it begun already or not; or shows what it would do (``do=preview``)."""
    shown = page_of(slug, number)
    page, screen = _screen(shown, unit)
    form = screen.form if screen is not None else PhoneForm()
    check(form)
    if (again := version_left(shown.opened, form.own_id)) is not None:
        # The answer was lost. Ids of whole units are made anew for each, so it says the same.
        return see_other(shown.url("match.hand", done="saved"), version=again)
    if screen is None:
        # Nothing to draw it with: the round has been begun anew, or a play-off decides.
        raise stale(shown.opened)
    saves_at = page.url("offline.save", unit=unit)
    if screen.form.do.data == "preview":
        return draw(page, screen, None, saves_at=saves_at, more={"amend": None})
    try:
        saved = amend_unit(
            slug,
            number,
            known_phone(),
            unit,
            screen.raws(),
            version=screen.form.seen_version,
            client_id=screen.form.own_id,
            under_way=True,
        )
    except Refused as refused:
        refuse_stale(page.opened, screen.form.seen_version)
        return draw(page, screen, refused, saves_at=saves_at, spoken=True, more={"amend": None}), 422
    return see_other(page.url("match.hand", done="saved"), version=saved.match.version)


def _screen(page: MatchPage, unit: int) -> tuple[MatchPage, Screen | None]:
    """The form for ``unit`` from its beginning, with what was entered of it; and the page it is part of."""
    before, begun = unit_so_far(page.opened, unit)
    page = MatchPage(replace(page.opened, state=before))
    return page, whole_screen(page, before, begun)

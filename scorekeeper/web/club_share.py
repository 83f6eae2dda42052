"""Letting other phones into a club: the same page as a session has."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response

from scorekeeper.service.clubs import open_club
from scorekeeper.web.answers import see_other
from scorekeeper.web.club_page import club_page
from scorekeeper.web.done import done_said
from scorekeeper.web.forms.base import hidden_fields
from scorekeeper.web.reader import _
from scorekeeper.web.share import Shared, changed

blueprint = Blueprint("club_share", __name__, url_prefix="/c/<slug>/share")


@blueprint.get("/")
def links(slug: str) -> str:
    """The links of the club; the one for watching first."""
    page = club_page(slug)
    coming = [one for one in page.club.members if one.merged_into_id is None and one.retired_at is None]
    shared = Shared(
        page.club,
        open_club,
        "scorer" if page.enters else "viewer",
        {one.id: one.name for one in coming},
        lambda role: page.url("club_share.links", role=role),
    )
    return render_template(
        "match/share.html",
        **shared.context(request.args.get("role", "")),
        **page.frame(_("Let the club follow"), "club_share.links"),
        form={"action": page.url("club_share.change"), "hidden": hidden_fields()},
        phones_title=_("Phones in this club"),
        board_url="",
        toast=done_said(request.args.get("done", "")),
    )


@blueprint.post("/")
def change(slug: str) -> Response:
    """Renews a link, puts a phone out, or says whose phone this is."""
    asked = changed(slug, open_club)
    return see_other(club_page(slug).url("club_share.links", **asked))

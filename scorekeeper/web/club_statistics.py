"""The statistics of a club: everybody's figures, who gains from whom, and a page for each member."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from markupsafe import Markup

from scorekeeper.service.club_statistics import club_figures
from scorekeeper.service.errors import NotFound
from scorekeeper.web.answers import Answer
from scorekeeper.web.club_page import ClubPage, club_page
from scorekeeper.web.figures_view import FiguresView
from scorekeeper.web.member_view import MemberView
from scorekeeper.web.reader import _

blueprint = Blueprint("club_statistics", __name__, url_prefix="/c/<slug>/statistics")


@blueprint.get("", strict_slashes=False)
def page(slug: str) -> Answer:
    """Everybody; ``?game=<key>`` and ``?unit=<unit>`` choose what is counted, all games unless said."""
    club = club_page(slug)
    view = _asked_for(club)
    return render_template(
        "club/statistics.html",
        **club.frame(_("Statistics"), "club_statistics.page"),
        choice=view.choice(view.address),
        empty="" if view.played.matches else _("No finished games yet. They are counted here once they end."),
        chart=view.chart(),
        table=view.table(),
        gains=view.gains(),
        sessions=view.best_and_worst(),
    )


@blueprint.get("/<int:member>")
def member(slug: str, member: int) -> Answer:
    """One member's figures, of the same choice; who was merged into another one is shown as that one."""
    club = club_page(slug)
    view, name = _asked_for(club), club.club.name
    figures = view.figures
    if member in figures.merged:
        into = url_for("club_statistics.member", slug=slug, member=figures.merged[member])
        return redirect(view.asked(into, view.played.game, view.played.unit))
    if member not in figures.members:
        raise NotFound
    known = figures.members[member]
    of = MemberView(view, member)
    back = view.asked(view.address, view.played.game, view.played.unit)
    return render_template(
        "club/member.html",
        head={
            "title": Markup("<bdi>%s</bdi>") % known.name,
            "status": _("%(club)s, retired", club=name) if known.retired else name,
            "back": {"url": back, "label": _("Statistics of everybody")},
        },
        tabs=None,
        choice=view.choice(f"{view.address}/{member}"),
        empty="" if of.own else _("No finished games of this kind yet."),
        chart=of.chart(),
        facts=of.facts(),
        games=of.by_game(),
        others=of.others(),
    )


def _asked_for(page: ClubPage) -> FiguresView:
    figures = club_figures(page.club.id, game=request.args.get("game"), unit=request.args.get("unit"))
    return FiguresView(figures, page.url("club_statistics.page"))

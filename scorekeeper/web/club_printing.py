"""A club on paper: who pays whom, what was played and how it ended, everybody's figures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from babel.dates import format_date
from flask import Blueprint, render_template

from scorekeeper.exports import ClubSession, ExportedClub, ExportedMatch, Together, together
from scorekeeper.exports.settling import Settling
from scorekeeper.kernel import say_many
from scorekeeper.service.club_statistics import club_figures
from scorekeeper.service.exporting import club_export
from scorekeeper.web.club_copies import back
from scorekeeper.web.club_page import ClubPage, club_page
from scorekeeper.web.figures_view import FiguresView
from scorekeeper.web.phone import known_phone
from scorekeeper.web.printing import on_paper, paid_said, payments_said, ranked, still_paid
from scorekeeper.web.reader import _, reader, sentence, words
from scorekeeper.words import unit_name

blueprint = Blueprint("club_printing", __name__, url_prefix="/c/<slug>")


@blueprint.get("/print")
def sheet(slug: str) -> str:
    """The printable page."""
    page = club_page(slug)
    statistics = _statistics(page)  # first of all: what it reads may have to be worked out and kept
    club = club_export(slug, known_phone())
    one = together(club)
    number = len(club.sessions)
    return render_template(
        "club/print.html",
        head={
            "title": club.name,
            "status": sentence(say_many("%(count)s session", "%(count)s sessions", number)),
            "back": back(page),
        },
        tabs=None,
        money=[_money(one, of) for of in one.settling if any(who.open for who in of.accounts)],
        empty=_("Nobody owes anything."),
        paid=list(_paid(one)),
        games=list(_games(club, one)),
        statistics=statistics,
    )


def _money(club: Together, of: Settling) -> dict[str, Any]:
    """Who gets or owes how much in one unit, and who pays whom."""
    known = words(club.people, of.unit, [who.open for who in of.accounts])
    stand = sorted(enumerate(of.accounts), key=lambda one: -one[1].open)
    balances = [
        (known.name(place), f"{'+' if who.open > 0 else ''}{on_paper(known.money(who.open))}")
        for place, who in stand
        if who.open
    ]
    return {"balances": balances, "payments": payments_said(club.people, of)}


def _paid(club: Together) -> Iterator[str]:
    """What was paid on the tab: what was paid in a session is told on its own page."""
    for one, taken_back in still_paid(club.tab):
        yield paid_said(club.people, one, _day(one.made_at), taken_back=taken_back)


def _games(club: ExportedClub, one: Together) -> Iterator[dict[str, Any]]:
    """Every match, the oldest first, with the day of its session and how it stands."""
    for session, of in zip(one.sessions, club.sessions, strict=True):
        for match in session.matches:
            yield _game(match) | {"number": session.number, "day": _day(session.day), "note": _note(of)}


def _game(match: ExportedMatch) -> dict[str, Any]:
    amounts = [standing.won_minor for standing in match.game.standings(match.state)]
    known = words(match.names, match.setup.stake.unit, amounts)
    played = sentence(match.game.units_played(match.state.unit - 1))
    return {
        "title": _("%(game)s, %(played)s", game=sentence(match.game.name), played=played),
        "tag": "" if match.state.finished else _("being played"),
        "result": list(ranked(match, known)),
    }


def _note(of: ClubSession) -> str:
    return "" if of.archived_at is None else _("archived")


def _statistics(page: ClubPage) -> list[dict[str, Any]]:
    """Everybody's figures over all finished games, for each unit."""
    first = club_figures(page.club.id, game=None, unit=None)
    found = []
    for unit in first.played.units:
        view = FiguresView(club_figures(page.club.id, game=None, unit=unit), "")
        title = _("Statistics, in %(unit)s", unit=unit_name(unit, reader().locale))
        if len(first.played.units) == 1:
            title = _("Statistics")
        found.append({"title": title, **view.table()})
    return found


def _day(day: Any) -> str:
    return format_date(day, "medium", locale=reader().locale)

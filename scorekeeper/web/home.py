"""The start: back to the table first, then the games, then the sessions of this phone."""

from __future__ import annotations

from typing import Any

from babel.dates import format_date
from flask import Blueprint, render_template, request, url_for

from scorekeeper.games import GAMES
from scorekeeper.kernel import say_many
from scorekeeper.service.money import settlements
from scorekeeper.service.open_match import opened_already
from scorekeeper.service.sessions import RememberedSession, count_sessions, sessions_on_phone
from scorekeeper.store import Match
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.page import game_picture
from scorekeeper.web.phone import known_phone
from scorekeeper.web.reader import _, joined, reader, sentence

blueprint = Blueprint("home", __name__)
SHOWN = 5
MOST = 200


@blueprint.get("/")
def start() -> str:
    """The start page."""
    phone = known_phone()
    everything = "all" in request.args
    remembered = sessions_on_phone(phone, most=MOST if everything else SHOWN) if phone else []
    total = count_sessions(phone) if len(remembered) == SHOWN else len(remembered)
    more = {"url": url_for("home.start", all=1), "label": _("All %(count)s", count=total)}
    return render_template(
        "home.html",
        resume=_resume(remembered),
        games=[
            {
                "picture": game_picture(game.key),
                "name": sentence(game.name),
                "players": _players(game.players),
                "line": sentence(game.about),
                "url": url_for("setup.form", key=game.key),
            }
            for game in GAMES.values()
        ],
        sessions=[_line(one) for one in remembered],
        all=more if total > len(remembered) else None,
        join_url=url_for("join.code"),
    )


def _players(players: range) -> str:
    least, most = players[0], players[-1]
    if least == most:
        return _("%(count)s players", count=least)
    return _("%(least)s–%(most)s players", least=least, most=most)


def _page(session: RememberedSession, match: Match) -> MatchPage:
    return MatchPage(opened_already(match, session.session.slug, "viewer"))


def _resume(remembered: list[RememberedSession]) -> dict[str, Any] | None:
    for session in remembered[:1]:
        for match in reversed(session.matches):
            if not match.finished:
                page = _page(session, match)
                title = _("%(game)s, %(hand)s", game=page.game_name, hand=page.unit_name(page.unit_now))
                line = joined(page.who_deals(), page.who_leads())
                return {
                    "over": _("Still on the table"),
                    "title": title,
                    "line": line,
                    "url": page.url("match.hand"),
                }
    return None


def _line(session: RememberedSession) -> dict[str, Any]:
    pages = [_page(session, match) for match in session.matches]
    to_pay = sum(len(settlement.payments) for settlement in settlements(session.session))
    names = ", ".join(dict.fromkeys(page.game_name for page in pages))
    day = session.session.day
    paid = _("all paid") if all(match.finished for match in session.matches) else ""
    return {
        "iso": day.isoformat(),
        "day": day.day,
        "month": format_date(day, "MMM", locale=reader().locale),
        "title": _("%(games)s, %(played)s", games=names, played=pages[0].units_played())
        if len(pages) == 1
        else names,
        "line": next(
            (said for page in reversed(pages) if (said := page.who_leads())), _("Nothing played yet")
        ),
        "url": url_for("session.summary", slug=session.session.slug),
        "tag": sentence(say_many("%(count)s to pay", "%(count)s to pay", to_pay)) if to_pay else paid,
        "to_pay": bool(to_pay),
    }

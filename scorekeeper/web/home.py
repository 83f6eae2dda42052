"""The start: back to the table first, then the games, then the sessions and clubs of this phone."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request, url_for

from scorekeeper.games import GAMES
from scorekeeper.service.clubs import RememberedClub, clubs_on_phone
from scorekeeper.service.sessions import Kept, RememberedSession, count_sessions, sessions_on_phone
from scorekeeper.web.done import done_said
from scorekeeper.web.page import game_picture
from scorekeeper.web.phone import known_phone
from scorekeeper.web.reader import _, joined, sentence, words
from scorekeeper.web.session_list import page_in_list, session_line

blueprint = Blueprint("home", __name__)
SHOWN = 5
MOST = 200


@blueprint.get("/")
def start() -> str:
    """The start page; ``?all``: with all sessions, those that are archived or hidden at the end."""
    phone = known_phone()
    everything = "all" in request.args
    remembered = sessions_on_phone(phone, most=MOST if everything else SHOWN) if phone else []
    total = count_sessions(phone) if phone else 0
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
        sessions=[session_line(one) for one in remembered],
        put_away=_put_away(phone) if everything and phone else [],
        all=more if total > len(remembered) and not everything else None,
        clubs=[_club(one) for one in clubs_on_phone(phone)] if phone else [],
        new_club_url=url_for("club.new"),
        import_url=url_for("importing.choose"),
        join_url=url_for("join.code"),
        toast=done_said(request.args.get("done", "")),
    )


def _put_away(phone: str) -> list[tuple[str, list[dict[str, Any]]]]:
    """The sessions that the list leaves out, and under which title they are found."""
    kinds: tuple[tuple[Kept, str], ...] = (("archived", _("Archived")), ("hidden", _("Hidden")))
    found = [(title, sessions_on_phone(phone, kept=kind, most=MOST)) for kind, title in kinds]
    return [(title, [session_line(one) for one in some]) for title, some in found if some]


def _club(one: RememberedClub) -> dict[str, str]:
    return {
        "name": one.club.name,
        "url": url_for("club.sessions", slug=one.club.slug),
        "members": words().listed(list(one.names)) if one.names else _("No members yet"),
    }


def _players(players: range) -> str:
    least, most = players[0], players[-1]
    if least == most:
        return _("%(count)s players", count=least)
    return _("%(least)s–%(most)s players", least=least, most=most)


def _resume(remembered: list[RememberedSession]) -> dict[str, Any] | None:
    for session in remembered[:1]:
        for match in reversed(session.matches):
            if not match.finished:
                page = page_in_list(session, match)
                title = _("%(game)s, %(hand)s", game=page.game_name, hand=page.unit_name(page.unit_now))
                line = joined(page.who_deals(), page.who_leads())
                return {
                    "over": _("Still on the table"),
                    "title": title,
                    "line": line,
                    "url": page.url("match.hand"),
                }
    return None

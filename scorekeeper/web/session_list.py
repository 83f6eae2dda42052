"""Sessions in a list: on the start page and on that of a club."""

from __future__ import annotations

from typing import Any

from babel.dates import format_date
from flask import url_for

from scorekeeper.kernel import say_many
from scorekeeper.service.money import settlements
from scorekeeper.service.open_match import opened_already
from scorekeeper.service.sessions import RememberedSession
from scorekeeper.store import Match
from scorekeeper.web.match_page import MatchPage
from scorekeeper.web.on_tab import units_on_tab
from scorekeeper.web.reader import _, reader, sentence


def page_in_list(session: RememberedSession, match: Match) -> MatchPage:
    """A match as a list sees it, in which nothing is entered."""
    return MatchPage(opened_already(match, session.session.slug, "viewer"))


def session_line(session: RememberedSession, *, playing: bool = False) -> dict[str, Any]:
    """A session as a line of a list; ``playing``: whether it says that a game goes on.

    What is open in a session of a club stands on the club's tab, and is not asked for a second time.
    """
    pages = [page_in_list(session, match) for match in session.matches]
    names = ", ".join(dict.fromkeys(page.game_name for page in pages))
    day = session.session.day
    tag, state = _open(session, playing=playing)
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
        "tag": tag,
        "state": state,
    }


def _open(session: RememberedSession, *, playing: bool) -> tuple[str, str]:
    """What is open there, in words, and how it is marked: "open", "paid" or not at all."""
    finished = all(match.finished for match in session.matches)
    if playing and not finished:
        return _("being played"), "open"
    owed = [one for one in settlements(session.session) if one.payments]
    to_pay, club = sum(len(settlement.payments) for settlement in owed), session.session.club
    if to_pay and club is not None:
        still = units_on_tab(club)
        if any(settlement.unit in still for settlement in owed):
            return _("on the tab"), ""
        return _("all paid"), "paid"
    if to_pay:
        return sentence(say_many("%(count)s to pay", "%(count)s to pay", to_pay)), "open"
    return (_("all paid"), "paid") if finished else ("", "")

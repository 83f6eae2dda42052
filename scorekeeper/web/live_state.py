"""What a page says of itself to the script that keeps it up to date (``static/js/live.js``)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from flask import request, url_for

from scorekeeper.service.money import PAID
from scorekeeper.service.news import News, last_news
from scorekeeper.service.transfers import transfers_made
from scorekeeper.store import GameSession
from scorekeeper.web.phone import known_phone
from scorekeeper.web.reader import _, joined

if TYPE_CHECKING:
    from scorekeeper.web.match_page import MatchPage

FRESH = "X-Live"
"""The request header with which a page asks for a fresh copy of itself."""


def asks_anew() -> bool:
    """Whether a page that is shown already asks for a fresh copy of itself."""
    return request.method == "GET" and FRESH in request.headers


def _state(slug: str, versions: Mapping[int, int], *, watches: bool) -> dict[str, Any]:
    """What every page says: where it hears of newer versions, and which it shows.

    ``versions``: of the matches that it shows, by number; ``watches``: it is a follower's, who is told
    whether it is live rather than how many follow.
    """
    return {
        "url": url_for("live.stream", slug=slug),
        "versions": json.dumps(versions, separators=(",", ":")),
        "watches": watches,
        "every_match": False,
        "news": "",
        "loud": False,
        "entering": None,
    }


def live_session(session: GameSession, *, watches: bool) -> dict[str, Any]:
    """For a page that shows all matches of a session and what was paid, and would show a new match too."""
    versions = {PAID: transfers_made(session)} | {match.number: match.version for match in session.matches}
    return _state(session.slug, versions, watches=watches) | {"every_match": True}


def live_match(page: MatchPage) -> dict[str, Any]:
    """For a page of one match: with what happened last there if it asks for a fresh copy."""
    opened = page.opened
    state = _state(opened.slug, {opened.match.number: opened.match.version}, watches=opened.role != "scorer")
    if asks_anew():
        news = last_news(opened, known_phone())
        state["news"] = _in_words(page, news)
        # What somebody else changed is not to be overlooked by who had entered it.
        state["loud"] = news is not None and news.corrected and not news.own
    if not opened.match.finished:
        state["entering"] = {
            "number": opened.match.number,
            "unit": page.unit_now,
            "url": page.url("live.entering"),
            "said": _("%(who)s is entering %(hand)s", who="{who}", hand=page.unit_name(page.unit_now)),
            "leave_url": page.url("scores.sheet"),
        }
    return state


def _in_words(page: MatchPage, news: News | None) -> str:
    """Such as "Ben entered hand 5. Ana bid 3, took 2: set."."""
    if news is None:
        return _("Something was taken back.")
    who = news.who or _("Another phone")
    if news.own:
        who = _("This phone")
    said = page.say(news.said)
    if news.unit is None or not (news.whole or news.corrected):
        return _("%(who)s entered: %(what)s", who=who, what=said)
    hand = page.unit_name(news.unit)
    if news.corrected:
        return joined(_("%(who)s corrected %(hand)s.", who=who, hand=hand), said)
    return joined(_("%(who)s entered %(hand)s.", who=who, hand=hand), said)

"""What all pages of one club share: who asks, header, tabs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from babel.dates import format_skeleton
from flask import current_app, url_for

from scorekeeper.service.clubs import open_club
from scorekeeper.service.sessions import time_zone
from scorekeeper.store import Club
from scorekeeper.web.phone import known_phone
from scorekeeper.web.reader import _, reader

STATISTICS = "club_statistics.page"
"""Has a tab where it is registered."""


@dataclass(frozen=True, slots=True)
class ClubPage:
    """A club as its pages see it. ``enters``: whether this phone may enter something."""

    club: Club
    enters: bool

    def url(self, endpoint: str, **values: Any) -> str:
        """The address of another page of this club; what is None is left out."""
        return url_for(endpoint, slug=self.club.slug, **values)

    def frame(self, status: str, current: str) -> dict[str, Any]:
        """Header and tabs of a page; ``current`` is the endpoint of the open one."""
        back = {"url": url_for("home.start"), "label": _("The start")}
        return {
            "head": {"title": self.club.name, "status": status, "back": back},
            "tabs": self._tabs(current),
            "tabs_label": _("This club"),
        }

    def _tabs(self, current: str) -> list[dict[str, Any]]:
        tabs = [
            ("club.sessions", _("Sessions")),
            ("tab.owed", _("Tab")),
            (STATISTICS, _("Statistics")),
            ("members.people", _("Members")),
            ("club_share.links", _("Share")),
        ]
        return [
            {"label": label, "url": self.url(endpoint), "current": endpoint == current}
            for endpoint, label in tabs
            if endpoint in current_app.view_functions
        ]

    def day_of(self, at: datetime) -> str:
        """The day at the club's table: "14 Nov"."""
        return format_skeleton("MMMd", at.astimezone(time_zone(self.club.time_zone)), locale=reader().locale)


def club_page(slug: str) -> ClubPage:
    """The page of a club that this phone may see; raises NotFound or LinkStopped."""
    club, role = open_club(slug, known_phone())
    return ClubPage(club, role == "scorer")

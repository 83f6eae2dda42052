"""A club under test: evenings in it, straight through the services."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper.service.club_sessions import put_into_club
from scorekeeper.service.clubs import open_club, start_club
from scorekeeper.service.membership import members_in
from scorekeeper.service.sessions import start_session
from scorekeeper.service.tab import Tab, tab_of
from scorekeeper.store import Club, Member, db
from tests.games.racehorse.at_table import hand
from tests.service.evening import GAME, PHONE, Evening, fresh

HANDS = [{"type": "contract", "seat": 1, "bid": 3}, hand("high", "low", "game")]
"""Seat 1 gets 3 of each of the others."""


class Friday:
    """A club with one phone that enters."""

    def __init__(self, name: str = "Friday", phone: str = PHONE) -> None:
        self.slug = start_club(phone, name, zone="Europe/Warsaw", client_id=fresh()).slug

    @property
    def club(self) -> Club:
        """As it is now."""
        db.session.rollback()
        db.session.expire_all()
        return open_club(self.slug, PHONE)[0]

    def plays(self, *raws: Any, players: Sequence[str] = tuple("ABCDE"), **setup: Any) -> Evening:
        """A session of the club by these people."""
        match = start_session(
            PHONE,
            GAME,
            {"players": list(players), **setup},
            zone="Europe/Warsaw",
            client_id=fresh(),
            club_id=self.club.id,
        )
        return self._evening(match.session.slug, *raws)

    def takes_in(self, evening: Evening) -> Evening:
        """A session that was played already belongs to the club."""
        put_into_club(evening.slug, PHONE, self.slug)
        return evening

    def _evening(self, slug: str, *raws: Any) -> Evening:
        evening = Evening.__new__(Evening)
        evening.phone, evening.slug, evening.number = PHONE, slug, 1
        evening.enters(*raws)
        return evening

    @property
    def members(self) -> dict[str, Member]:
        """By name."""
        return {one.name: one for one in members_in(self.club.id)}

    def id(self, name: str) -> int:
        """Of the member with this name."""
        return self.members[name].id

    @property
    def tab(self) -> Tab:
        """The tab as it stands."""
        return tab_of(self.club)

    def open(self, unit: str = "USD") -> dict[str, int]:
        """What everybody who moved money gets or owes, by name, in minor units."""
        tab = self.tab
        found = [one for one in tab.settlements if one.unit == unit]
        return {tab.names[person]: amount for one in found for person, amount in one.balances.items()}

"""A club under test, straight through the models: its members, and evenings that belong to it."""

from __future__ import annotations

import uuid
from datetime import date
from typing import Any

from sqlalchemy import select

from scorekeeper.service.transaction import writing
from scorekeeper.store import Access, Club, Device, GameSession, Member, Player
from scorekeeper.store.database import now
from tests.service.evening import PHONE, Evening


class ClubUnderTest:
    """A club that this phone scores for; ``members``: ids by name."""

    def __init__(self, *names: str, phone: str = PHONE, role: str = "scorer", slug: str = "theclub") -> None:
        self.slug = slug
        with writing() as session:
            session.merge(Device(id=phone))
            session.flush()
            club = Club(slug=slug, client_id=str(uuid.uuid4()), name="Friday cards", time_zone="UTC")
            club.members = [Member(name=name) for name in names]
            session.add(club)
            session.flush()
            session.add(Access(device_id=phone, club_id=club.id, role=role))
            self.id = club.id
            self.members = {member.name: member.id for member in club.members}

    def lets_in(self, phone: str, role: str = "viewer") -> None:
        """Another phone."""
        with writing() as session:
            session.merge(Device(id=phone))
            session.flush()
            session.add(Access(device_id=phone, club_id=self.id, role=role))

    def puts_out(self, phone: str) -> None:
        """Its access ends."""
        with writing() as session:
            access = session.scalars(
                select(Access).where(Access.device_id == phone, Access.club_id == self.id)
            ).one()
            access.ended_at = now()

    def takes(self, slug: str, *, day: int = 1, month: int = 11) -> None:
        """The session belongs to the club now, and its people are the members who are called so."""
        with writing() as session:
            evening = session.scalars(select(GameSession).where(GameSession.slug == slug)).one()
            evening.club_id, evening.day = self.id, date(2026, month, day)
            for player in evening.players:
                player.member_id = self.members.get(player.name)

    def evening(self, *raws: dict[str, Any], day: int = 1, **setup: Any) -> Evening:
        """A session of the club."""
        evening = Evening(*raws, **setup)
        self.takes(evening.slug, day=day)
        return evening

    def archives(self, slug: str, *, back: bool = False) -> None:
        """Puts a session away, or takes it out again."""
        with writing() as session:
            evening = session.scalars(select(GameSession).where(GameSession.slug == slug)).one()
            evening.archived_at = None if back else now()

    def merges(self, one: str, into: str) -> None:
        """A member turns out to be another one."""
        with writing() as session:
            session.get_one(Member, self.members[one]).merged_into_id = self.members[into]

    def retires(self, name: str) -> None:
        """A member is no longer offered."""
        with writing() as session:
            session.get_one(Member, self.members[name]).retired_at = now()

    def player(self, slug: str, name: str) -> int:
        """The id of somebody in a session."""
        with writing() as session:
            query = select(Player.id).join(GameSession).where(GameSession.slug == slug, Player.name == name)
            return session.scalars(query).one()

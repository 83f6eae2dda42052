"""Clubs at random: sessions in them, people renamed, merged, retired, and what they pay on the tab."""

from __future__ import annotations

from contextlib import suppress

from flask import Flask
from hypothesis import strategies as st

from scorekeeper.kernel import Refused
from scorekeeper.service.club_sessions import archive_session, put_into_club, take_out_of_club
from scorekeeper.service.clubs import open_club, start_club
from scorekeeper.service.errors import NotFound
from scorekeeper.service.members import (
    add_member,
    merge_members,
    rename_member,
    retire_member,
    separate_member,
)
from scorekeeper.service.membership import members_in
from scorekeeper.service.transfers import paid_in, record_transfer, take_back, transfers_seen
from scorekeeper.store import Club, Member
from tests.money.random_session import UNITS, RandomSession
from tests.service.evening import PEOPLE, PHONE, fresh

NAMES = (*PEOPLE[:4], "Zoe", "Łukasz", "عمر", "Ana B.")


class RandomClub:
    """A club that comes to be through the services; what happens next is drawn."""

    def __init__(self, app: Flask, data: st.DataObject) -> None:
        self.draw = data.draw
        with app.app_context():
            self.slug = start_club(PHONE, "Friday", zone="Europe/Warsaw", client_id=fresh()).slug
        acts = [self._adds, self._renames, self._merges, self._merges, self._separates, self._retires]
        acts += [self._archives, self._pays, self._pays, self._takes_back, self._takes_out]
        self.sessions: list[str] = []
        for _ in range(data.draw(st.integers(0, 3))):
            session = RandomSession(app, data).slug
            with app.app_context():
                put_into_club(session, PHONE, self.slug)
            self.sessions.append(session)
            for _ in range(data.draw(st.integers(0, 5))):
                with app.app_context(), suppress(Refused, NotFound):
                    data.draw(st.sampled_from(acts))()

    @property
    def club(self) -> Club:
        """Its row, within an application's context."""
        return open_club(self.slug, PHONE)[0]

    def _some(self) -> Member:
        return self.draw(st.sampled_from(members_in(self.club.id)))

    def _session(self) -> str:
        return self.draw(st.sampled_from(self.sessions))

    def _adds(self) -> None:
        add_member(self.slug, PHONE, self.draw(st.sampled_from(NAMES)))

    def _renames(self) -> None:
        rename_member(self.slug, PHONE, self._some().id, self.draw(st.sampled_from(NAMES)))

    def _merges(self) -> None:
        merge_members(self.slug, PHONE, self._some().id, self._some().id)

    def _separates(self) -> None:
        separate_member(self.slug, PHONE, self._some().id)

    def _retires(self) -> None:
        retire_member(self.slug, PHONE, self._some().id, retired=self.draw(st.booleans()))

    def _archives(self) -> None:
        archive_session(self._session(), PHONE, archived=self.draw(st.booleans()))

    def _takes_out(self) -> None:
        take_out_of_club(self._session(), PHONE)

    def _pays(self) -> None:
        record_transfer(
            self.slug,
            PHONE,
            payer=self._some().id,
            payee=self._some().id,
            amount_minor=self.draw(st.integers(1, 2000)),
            unit=self.draw(st.sampled_from(UNITS)),
            seen=transfers_seen(self.club),
            client_id=fresh(),
            opens=open_club,
        )

    def _takes_back(self) -> None:
        paid = [one.id for one in paid_in(self.club) if not one.taken_back]
        if paid:
            take_back(self.slug, PHONE, self.draw(st.sampled_from(paid)), open_club)

"""Clubs: their sessions, who is who in them, and putting sessions in, out and away."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from scorekeeper.kernel import Refused
from scorekeeper.service.club_sessions import (
    archive_session,
    club_from_session,
    hide_session,
    offered_names,
    put_into_club,
    sessions_of,
    take_out_of_club,
)
from scorekeeper.service.clubs import clubs_on_phone, open_club, rename_club, start_club
from scorekeeper.service.errors import NotAllowed, NotFound
from scorekeeper.service.sessions import count_sessions, sessions_on_phone
from scorekeeper.store import Access, Club, GameSession, Player, db
from tests.games.racehorse.at_table import FINISH
from tests.service.club import HANDS, Friday
from tests.service.evening import OTHER, PHONE, Evening, changes_nothing, fresh, leaves_nothing


def members_of(evening: Evening) -> dict[str, int | None]:
    db.session.rollback()
    db.session.expire_all()
    rows = db.session.scalars(select(Player).join(GameSession).where(GameSession.slug == evening.slug))
    return {row.name: row.member_id for row in rows}


# The club ----------------------------------------------------------------------------------------


def test_a_club_is_begun_once() -> None:
    own = fresh()
    club = start_club(PHONE, "  Friday  ", zone="Europe/Warsaw", client_id=own)
    assert (club.name, club.time_zone) == ("Friday", "Europe/Warsaw")
    changes_nothing(lambda: start_club(PHONE, "Friday", zone="Europe/Warsaw", client_id=own))
    leaves_nothing(NotFound, lambda: start_club(OTHER, "Friday", zone="UTC", client_id=own))
    assert [one.club.name for one in clubs_on_phone(PHONE)] == ["Friday"]
    assert clubs_on_phone(OTHER) == []


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "\u200b"])
def test_what_is_no_name_of_a_club(name: str) -> None:
    leaves_nothing(Refused, lambda: start_club(PHONE, name, zone="UTC", client_id=fresh()))
    friday = Friday()
    leaves_nothing(Refused, lambda: rename_club(friday.slug, PHONE, name))


def test_a_club_is_renamed() -> None:
    friday = Friday()
    rename_club(friday.slug, PHONE, "Saturday")
    assert friday.club.name == "Saturday"


@pytest.mark.parametrize("slug", ["", "nowhere", "../x", "ä"])
def test_what_is_no_club(slug: str) -> None:
    with pytest.raises(NotFound):
        open_club(slug, PHONE)


def test_who_is_not_in_sees_nothing() -> None:
    friday = Friday()
    for phone in (OTHER, ""):
        with pytest.raises(NotFound):
            open_club(friday.slug, phone)


# Who is who --------------------------------------------------------------------------------------


def test_who_plays_in_a_session_becomes_a_member() -> None:
    friday = Friday()
    evening = friday.plays(*HANDS)
    assert set(friday.members) == set("ABCDE")
    assert members_of(evening) == {name: friday.id(name) for name in "ABCDE"}


def test_a_name_that_fits_is_the_same_member() -> None:
    friday = Friday()
    friday.plays(players=("Ana", "B", "C", "D", "E"))
    evening = friday.plays(players=("ANA", "B", "C", "D", "Finn"))
    assert members_of(evening)["ANA"] == friday.id("Ana")
    assert set(friday.members) == {"Ana", "B", "C", "D", "E", "Finn"}


def test_who_joins_later_becomes_a_member_too() -> None:
    friday = Friday()
    evening = friday.plays(*HANDS)
    evening.enters({"type": "join", "name": "Finn", "after": 4})
    assert members_of(evening)["Finn"] == friday.id("Finn")


def test_another_match_of_the_session_knows_the_members() -> None:
    friday = Friday()
    evening = friday.plays(*HANDS, FINISH)
    evening.plays_again()
    assert set(members_of(evening).values()) == {one.id for one in friday.members.values()}


def test_a_session_is_put_into_a_club_later() -> None:
    friday, evening = Friday(), Evening(*HANDS)
    friday.takes_in(evening)
    assert [one.session.slug for one in sessions_of(friday.club)] == [evening.slug]
    assert members_of(evening) == {name: friday.id(name) for name in evening.people}
    changes_nothing(lambda: put_into_club(evening.slug, PHONE, friday.slug))


def test_a_club_is_made_of_a_session() -> None:
    evening, own = Evening(*HANDS), fresh()
    club = club_from_session(evening.slug, PHONE, "Friday", client_id=own)
    assert club.time_zone == "Europe/Warsaw"
    assert sorted(one.name for one in open_club(club.slug, PHONE)[0].members) == sorted(evening.people)
    changes_nothing(lambda: club_from_session(evening.slug, PHONE, "Friday", client_id=own))
    assert len(db.session.scalars(select(Club)).all()) == 1


def test_a_session_is_in_one_club_at_most() -> None:
    friday, other = Friday(), Friday("Other")
    evening = friday.plays(*HANDS)
    refused = leaves_nothing(Refused, lambda: put_into_club(evening.slug, PHONE, other.slug))
    assert refused.code == "other_club"
    leaves_nothing(Refused, lambda: club_from_session(evening.slug, PHONE, "New", client_id=fresh()))


def test_a_session_is_taken_out_and_put_in_again() -> None:
    friday = Friday()
    evening = friday.plays(*HANDS)
    before = members_of(evening)
    take_out_of_club(evening.slug, PHONE)
    assert sessions_of(friday.club) == []
    assert set(members_of(evening).values()) == {None}
    assert set(friday.members) == set("ABCDE"), "members stay"
    assert friday.open() == {}
    changes_nothing(lambda: take_out_of_club(evening.slug, PHONE))
    friday.takes_in(evening)
    assert members_of(evening) == before


def test_who_may_put_a_session_where() -> None:
    friday, evening = Friday(), Evening(*HANDS)
    strange = Friday("Strange", phone=OTHER)
    evening.watched_by(OTHER)
    leaves_nothing(NotFound, lambda: put_into_club(evening.slug, PHONE, strange.slug))
    leaves_nothing(NotAllowed, lambda: put_into_club(evening.slug, OTHER, strange.slug))
    friday.takes_in(evening)
    evening.watched_by("3" * 32, "scorer")
    leaves_nothing(NotFound, lambda: take_out_of_club(evening.slug, "3" * 32))


# Seats -------------------------------------------------------------------------------------------


def test_who_sat_down_last_is_offered_first() -> None:
    friday = Friday()
    friday.plays(players=("Zoe", "Ana", "Cleo", "Dov", "Edie"))
    friday.plays(players=("Finn", "Cleo", "Ana", "Gil", "Edie"))
    assert offered_names(friday.club) == (["Finn", "Cleo", "Ana", "Gil", "Edie"], ["Dov", "Zoe"])
    assert offered_names(Friday("Other").club) == ([], [])


# Put away ----------------------------------------------------------------------------------------


def test_an_archived_session_is_put_away_and_brought_back() -> None:
    friday = Friday()
    evening = friday.plays(*HANDS)
    archive_session(evening.slug, PHONE, archived=True)
    assert sessions_of(friday.club) == []
    assert [one.session.slug for one in sessions_of(friday.club, archived=True)] == [evening.slug]
    assert sessions_on_phone(PHONE) == []
    assert len(sessions_on_phone(PHONE, kept="archived")) == count_sessions(PHONE) == 1
    changes_nothing(lambda: archive_session(evening.slug, PHONE, archived=True))
    archive_session(evening.slug, PHONE, archived=False)
    assert len(sessions_of(friday.club)) == len(sessions_on_phone(PHONE)) == 1


def test_a_viewer_archives_nothing_but_hides() -> None:
    evening = Evening()
    evening.watched_by(OTHER)
    leaves_nothing(NotAllowed, lambda: archive_session(evening.slug, OTHER, archived=True))
    hide_session(evening.slug, OTHER, hidden=True)
    assert sessions_on_phone(OTHER) == []
    assert len(sessions_on_phone(OTHER, kept="hidden")) == 1
    assert len(sessions_on_phone(PHONE)) == 1, "on this phone alone"
    hide_session(evening.slug, OTHER, hidden=False)
    assert len(sessions_on_phone(OTHER)) == 1
    assert db.session.scalars(select(Access).where(Access.hidden_at.is_not(None))).all() == []

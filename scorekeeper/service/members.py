"""The people of a club: renaming, retiring, and two members that are one person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations
from typing import cast

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.kernel import Refused, say
from scorekeeper.kernel.names import clean_name, look_alike, name_key, refuse_same_name
from scorekeeper.service.clubs import club_to_write
from scorekeeper.service.errors import NotFound, NothingThere
from scorekeeper.service.membership import members_in, person_of
from scorekeeper.service.transaction import writing
from scorekeeper.store import Access, Club, GameSession, Match, Member, Player, db
from scorekeeper.store.database import now


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in a club, by the member that stands for them.

    ``merged``: the members that turned out to be the same person; ``days``: of the sessions that they played
    in, the newest first; ``retired``: no longer offered.
    """

    id: int
    name: str
    merged: tuple[Member, ...]
    days: tuple[date, ...]
    retired: bool


# Looking -----------------------------------------------------------------------------------------


def people_of(club: Club) -> list[Person]:
    """Everybody in the club by name, those who come before those who are retired."""
    members = members_in(club.id)
    stands_for = person_of(members)
    days: dict[int, dict[int, date]] = {}
    played = db.session.execute(
        select(Player.member_id, Player.session_id, GameSession.day)
        .join(GameSession, GameSession.id == Player.session_id)
        .where(GameSession.club_id == club.id, Player.member_id.is_not(None))
    )
    for member_id, session_id, day in played:
        days.setdefault(stands_for[cast("int", member_id)], {})[session_id] = day
    return [
        Person(
            one.id,
            one.name,
            tuple(other for other in members if other.merged_into_id == one.id),
            tuple(sorted(days.get(one.id, {}).values(), reverse=True)),
            one.retired_at is not None,
        )
        for one in sorted(members, key=lambda one: (one.retired_at is not None, name_key(one.name)))
        if one.merged_into_id is None
    ]


# One by one --------------------------------------------------------------------------------------


def _member(session: Session, club: Club, member_id: int, *, merged: bool = False) -> Member:
    """A member of the club who stands for a person, or (``merged``) one who turned out to be another."""
    found = session.scalar(select(Member).where(Member.id == member_id, Member.club_id == club.id))
    if found is None:
        raise NotFound
    if merged and found.merged_into_id is None:
        raise NothingThere("not_merged", say("This member stands alone already."))
    if not merged and found.merged_into_id is not None:
        raise NotFound
    return found


def _refuse_known(club: Club, name: str, but_for: int | None) -> None:
    others = tuple(
        one.name for one in members_in(club.id) if one.merged_into_id is None and one.id != but_for
    )
    refuse_same_name(name, others, "name")


def add_member(slug: str, device_id: str, name: str) -> int:
    """Somebody more comes: the id of the member.

    Raises Refused for what is no name or is known; NotFound, NotAllowed.
    """
    with writing() as session:
        club = club_to_write(slug, device_id)
        called = clean_name(name, "name")
        _refuse_known(club, called, None)
        member = Member(club_id=club.id, name=called)
        session.add(member)
        session.flush()
        return member.id


def rename_member(slug: str, device_id: str, member_id: int, name: str) -> None:
    """Another name from now on; sessions keep the names that people had in them.

    Raises Refused for what is no name or somebody else's; NotFound, NotAllowed.
    """
    change_member(slug, device_id, member_id, name=name)


def retire_member(slug: str, device_id: str, member_id: int, *, retired: bool) -> None:
    """Somebody is no longer offered, or (``retired`` False) is again. Raises NotFound, NotAllowed."""
    change_member(slug, device_id, member_id, retired=retired)


def change_member(
    slug: str, device_id: str, member_id: int, *, name: str | None = None, retired: bool | None = None
) -> None:
    """Both at once; what is None stays as it is. Raises as :func:`rename_member` does."""
    with writing() as session:
        club = club_to_write(slug, device_id)
        member = _member(session, club, member_id)
        if name is not None:
            called = clean_name(name, "name")
            _refuse_known(club, called, member.id)
            member.name = called
        if retired is not None:
            member.retired_at = (member.retired_at or now()) if retired else None


# Two that are one --------------------------------------------------------------------------------


def look_alikes(people: Sequence[Person]) -> list[tuple[Person, Person]]:
    """Pairs whose names look alike, who played in fewer sessions first: nobody is merged unasked."""
    return [
        (less, more)
        for pair in combinations(people, 2)
        if look_alike(pair[0].name, pair[1].name)
        for less, more in [sorted(pair, key=lambda one: (len(one.days), -one.id))]
    ]


def sat_together(club: Club, one: int, other: int) -> GameSession | None:
    """A session in whose game both had a seat, so that they are two people; None if there is none."""
    stands_for = person_of(members_in(club.id))
    players: dict[int, int] = {}
    rows = db.session.execute(
        select(Player.id, Player.member_id)
        .join(GameSession, GameSession.id == Player.session_id)
        .where(GameSession.club_id == club.id, Player.member_id.is_not(None))
    )
    for player_id, member_id in rows:
        players[player_id] = stands_for[cast("int", member_id)]
    matches = db.session.execute(
        select(Match.seats, GameSession)
        .join(GameSession, GameSession.id == Match.session_id)
        .where(GameSession.club_id == club.id)
        .order_by(GameSession.id.desc())
    )
    for seats, evening in matches:
        if {one, other} <= _seated(seats, players):
            return evening
    return None


def _seated(seats: Sequence[int], players: Mapping[int, int]) -> set[int]:
    return {players[player] for player in seats if player in players}


def merge_members(slug: str, device_id: str, member_id: int, into_id: int) -> None:
    """Two members are one person, who stands under the name of the second; both histories count together.

    Raises Refused where both sat in one game; NotFound, NotAllowed. Doing it twice does it once.
    """
    with writing() as session:
        club = club_to_write(slug, device_id)
        into = _member(session, club, into_id)
        known = select(Member.id).where(Member.id == member_id, Member.merged_into_id == into.id)
        if session.scalar(known) is not None:
            return
        member = _member(session, club, member_id)
        if member is into:
            raise NothingThere("same_person", say("That is the same member."), "into")
        refuse_two_people(club, member, into)
        if member.retired_at is None:
            into.retired_at = None
        member.merged_into_id = into.id
        moved = update(Member).where(Member.merged_into_id == member.id).values(merged_into_id=into.id)
        session.execute(moved)
        session.execute(update(Access).where(Access.member_id == member.id).values(member_id=into.id))


def refuse_two_people(club: Club, one: Member | Person, other: Member | Person) -> None:
    """Raises Refused where both sat in one game."""
    if sat_together(club, one.id, other.id) is not None:
        raise two_people("into", one.name, other.name)


def two_people(field: str, one: str, other: str) -> Refused:
    """Why the two are not one person."""
    text = say("%(one)s and %(other)s sat in the same game, so they are two people.", one=one, other=other)
    return Refused(field, "two_people", text)


def separate_member(slug: str, device_id: str, member_id: int) -> None:
    """A member that was merged stands alone again, with the sessions played under that name.

    Those that had been merged into it before stay with the other. Raises NotFound, NotAllowed.
    """
    with writing() as session:
        _member(session, club_to_write(slug, device_id), member_id, merged=True).merged_into_id = None

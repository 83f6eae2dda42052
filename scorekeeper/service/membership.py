"""Which member of a club somebody is who sits down in one of its sessions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import cast

from sqlalchemy import Connection, Row, Text, bindparam, func, insert, select, update
from sqlalchemy import cast as sql_cast

from scorekeeper.kernel.names import name_key
from scorekeeper.store import GameSession, Member, Player, db
from scorekeeper.store.database import alone, now


def person_of(members: Iterable[Member]) -> dict[int, int]:
    """By member id the member that stands for the person."""
    return {one.id: one.merged_into_id or one.id for one in members}


_MEMBERS = select(Member).where(Member.club_id == bindparam("club_id")).order_by(Member.id)


def members_in(club_id: int) -> list[Member]:
    """All members of a club, merged and retired ones too, those that were there first in front."""
    return list(db.session.scalars(_MEMBERS, {"club_id": club_id}))


def names_of(connection: Connection, members: Iterable[int]) -> dict[str, int]:
    """These members by the names (as keys) that they have now."""
    rows = connection.execute(select(Member.id, Member.name).where(Member.id.in_(members)))
    return {name_key(row.name): row.id for row in rows}


def member_ids(
    connection: Connection, club_id: int, names: Sequence[str], *, taken: Iterable[int] = (), comes: bool
) -> list[int]:
    """The members with exactly these names, made where there are none.

    ``taken``: those who are in the session already: nobody is there twice; ``comes``: they sit down now, so
    who was retired is back.
    """
    alone(connection)  # the same name may come to two sessions of the club at once
    rows = connection.execute(
        select(Member.id, Member.name, Member.merged_into_id, Member.retired_at)
        .where(Member.club_id == club_id)
        .order_by(Member.retired_at.is_not(None), Member.id)
    ).all()
    stands_for = {row.id: row.merged_into_id or row.id for row in rows}
    here = {stands_for[member] for member in taken}
    known: dict[str, int] = {}
    for merged in (False, True):  # whose name it is goes before who once had it
        for name in names:
            fits = (
                row.id
                for row in rows
                if name_key(row.name) == name_key(name)
                and (row.merged_into_id is not None) is merged
                and stands_for[row.id] not in here
            )
            if name not in known and (member := next(fits, None)) is not None:
                known[name] = member
                here.add(stands_for[member])
    for name in names:
        if name not in known:
            added = connection.execute(insert(Member).values(club_id=club_id, name=name, made_at=now()))
            known[name] = cast("Row[int]", added.inserted_primary_key).id
    found = [known[name] for name in names]
    if comes:
        back = [stands_for.get(member, member) for member in found]
        connection.execute(
            update(Member).where(Member.id.in_(back), Member.retired_at.is_not(None)).values(retired_at=None)
        )
    return found


# All in one text, of which there is little to read again where nothing has changed: a club has thousands.
_PLAYERS = (
    select(func.aggregate_strings(sql_cast(Player.id, Text) + ":" + sql_cast(Player.member_id, Text), " "))
    .join(GameSession, GameSession.id == Player.session_id)
    .where(GameSession.club_id == bindparam("club_id"), Player.member_id.is_not(None))
)


def players_in(club_id: int) -> str:
    """Which member each player of the club's sessions is, as text for :func:`people_behind`."""
    return db.session.connection().execute(_PLAYERS, {"club_id": club_id}).scalar_one() or ""


@lru_cache(maxsize=16)
def people_behind(players: str, merged: frozenset[tuple[int, int]]) -> Mapping[int, int]:
    """By player who that is. ``merged``: members that turned out to be another one, with that one."""
    into = dict(merged)
    pairs = (pair.split(":") for pair in players.split())
    return {int(player): into.get(int(member), int(member)) for player, member in pairs}

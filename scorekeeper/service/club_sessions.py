"""The sessions of a club, putting one in and out; archiving a session, and hiding it on a phone."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session, selectinload

from scorekeeper.kernel import Refused, Table, decoded, say
from scorekeeper.service.clubs import club_to_write, made_club
from scorekeeper.service.errors import NotFound
from scorekeeper.service.membership import member_ids, person_of
from scorekeeper.service.open_match import open_session, session_to_write
from scorekeeper.service.places import access_of
from scorekeeper.service.sessions import RememberedSession
from scorekeeper.service.through_club import end_what_came_by_club, touch_sessions, widen_accesses
from scorekeeper.service.transaction import writing
from scorekeeper.store import Club, GameSession, Match, db
from scorekeeper.store.database import now

# Looking -----------------------------------------------------------------------------------------


def sessions_of(club: Club, *, archived: bool = False, most: int | None = None) -> list[RememberedSession]:
    """The club's sessions, the newest first: those that are archived, or the others."""
    put_away = GameSession.archived_at
    rows = db.session.scalars(
        select(GameSession)
        .where(GameSession.club_id == club.id, put_away.is_not(None) if archived else put_away.is_(None))
        .options(selectinload(GameSession.matches))
        .order_by(GameSession.id.desc())
        .limit(most)
    )
    return [RememberedSession(evening, tuple(evening.matches)) for evening in rows]


def sessions_after(club: Club, session_id: int, most: int) -> Sequence[GameSession]:
    """The club's sessions that were begun after the one with this id, ``most`` of them, archived ones too."""
    later = (GameSession.club_id == club.id, GameSession.id > session_id)
    return db.session.scalars(select(GameSession).where(*later).order_by(GameSession.id).limit(most)).all()


def count_club_sessions(club: Club) -> int:
    """How many sessions the club has that are not archived."""
    mine = select(func.count()).where(GameSession.club_id == club.id, GameSession.archived_at.is_(None))
    return db.session.scalar(mine) or 0


def newest_match(club: Club) -> Match | None:
    """The match that the club began last."""
    return db.session.scalar(
        select(Match)
        .join(GameSession, GameSession.id == Match.session_id)
        .where(GameSession.club_id == club.id)
        .order_by(Match.id.desc())
        .limit(1)
    )


def offered_names(club: Club) -> tuple[list[str], list[str]]:
    """Who sat down last in the club, in their order; and who else comes, by name. All under names of now."""
    members = {one.id: one for one in club.members}
    stands_for = person_of(club.members)
    active = {one.id for one in club.members if one.merged_into_id is None and one.retired_at is None}
    last = [stands_for[one] for one in _seated_last(newest_match(club)) if one in stands_for]
    first = [one for one in dict.fromkeys(last) if one in active]
    others = sorted(active - set(first), key=lambda one: members[one].name.casefold())
    return [members[one].name for one in first], [members[one].name for one in others]


def _seated_last(match: Match | None) -> Sequence[int]:
    """The members who sat in a match when it was last played, in their order."""
    if match is None:
        return ()
    who = {player.id: player.member_id for player in match.session.players}
    seats = [match.seats[seat] for seat in decoded(match.state["table"], Table).sitting]
    return [member for player in seats if (member := who[player]) is not None]


# In and out of a club ----------------------------------------------------------------------------


def put_into_club(slug: str, device_id: str, club_slug: str) -> None:
    """The session belongs to the club from now on; its players are members by their names.

    Raises Refused if it is in another club; NotFound; NotAllowed for who may not enter in both.
    """
    with writing() as session:
        _put_in(session, session_to_write(slug, device_id), club_to_write(club_slug, device_id))


def club_from_session(slug: str, device_id: str, name: str, *, client_id: str) -> Club:
    """A new club of this session's players, with this session in it.

    Raises Refused for what is no name, or if the session is in a club; NotFound, NotAllowed.
    """
    with writing() as session:
        evening = session_to_write(slug, device_id)
        club = made_club(session, device_id, name, zone=evening.time_zone, client_id=client_id)
        _put_in(session, evening, club)
        return club


def _put_in(session: Session, evening: GameSession, club: Club) -> None:
    if evening.club_id == club.id:
        return
    if evening.club_id is not None:
        raise Refused("club", "other_club", say("This session is in another club. Take it out there first."))
    evening.club_id = club.id
    names = [player.name for player in evening.players]
    found = member_ids(session.connection(), club.id, names, comes=False)
    for player, member_id in zip(evening.players, found, strict=True):
        player.member_id = member_id
    session.flush()
    widen_accesses(session, club)
    touch_sessions(session, {evening.id})


def take_out_of_club(slug: str, device_id: str) -> None:
    """The session belongs to no club any more. Members that were made for it stay.

    Phones that came in through the club are out, but for the one that asks. Raises NotFound; NotAllowed for
    who may not enter in both.
    """
    with writing() as session:
        evening = session_to_write(slug, device_id)
        if evening.club is None:
            return
        club = club_to_write(evening.club.slug, device_id)
        evening.club_id = None
        for player in evening.players:
            player.member_id = None
        session.flush()
        end_what_came_by_club(session, evening, club, device_id)


# Put away ----------------------------------------------------------------------------------------


def archive_session(slug: str, device_id: str, *, archived: bool) -> None:
    """Puts a session away, so that it counts in no statistics, or (``archived`` False) brings it back.

    What is owed stays owed. Raises NotFound, NotAllowed.
    """
    with writing() as session:
        evening = session_to_write(slug, device_id)
        if (evening.archived_at is not None) is not archived:
            evening.archived_at = now() if archived else None
            touch_sessions(session, {evening.id})


def hide_session(slug: str, device_id: str, *, hidden: bool) -> None:
    """This phone lists the session no more, or (``hidden`` False) again. Raises NotFound."""
    with writing() as session:
        evening, _role = open_session(slug, device_id)
        access = access_of(session, evening, device_id)
        if access is None:
            raise NotFound
        access.hidden_at = (access.hidden_at or now()) if hidden else None

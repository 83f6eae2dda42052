"""Who is in a club may open its sessions, with the role that the phone has in the club."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import exists, func, select, update
from sqlalchemy.orm import Session

from scorekeeper.service.transaction import writing
from scorekeeper.store import Access, Club, GameSession, Link, Member, Player, db
from scorekeeper.store.database import now
from scorekeeper.store.following import touch


def touch_sessions(session: Session, session_ids: Iterable[int | None]) -> None:
    """Says that others must look at these sessions again; None stands for none."""
    for session_id in sorted(one for one in session_ids if one is not None):
        touch(session.connection(), session_id)


def come_in_by_club(slug: str, device_id: str) -> bool:
    """Lets a phone into the session ``slug`` that is in its club; False if it is not, or is in already.

    A phone that was put out of that session comes back only by a link to the club that is newer.
    """
    if _way_in(slug, device_id) is None:
        return False
    with writing() as session:
        found = _way_in(slug, device_id)  # somebody may have put it out meanwhile
        if found is None:
            return False
        session_id, in_club = found
        here = _access_to(session_id, device_id) or Access(device_id=device_id, session_id=session_id)
        here.role, here.link_id = in_club.role, in_club.link_id
        here.ended_at, here.put_out, here.hidden_at = None, False, None
        here.player_id = here.player_id or _player_of(session, session_id, in_club.member_id)
        session.add(here)
    return True


def _way_in(slug: str, device_id: str) -> tuple[int, Access] | None:
    """The session and the phone's access to its club, if it may come in by that."""
    found = db.session.execute(
        select(GameSession.id, Access)
        .join(Access, Access.club_id == GameSession.club_id)
        .where(GameSession.slug == slug, Access.device_id == device_id, Access.ended_at.is_(None))
    ).one_or_none()
    if found is None or not _may_come(found[0], found[1]):
        return None
    return found[0], found[1]


def _access_to(session_id: int, device_id: str) -> Access | None:
    return db.session.scalar(
        select(Access).where(Access.session_id == session_id, Access.device_id == device_id)
    )


def _may_come(session_id: int, in_club: Access) -> bool:
    """Whether a phone of the club is not in its session yet, and was not put out of that since."""
    here = _access_to(session_id, in_club.device_id)
    if here is None:
        return True
    link = db.session.get(Link, in_club.link_id) if in_club.link_id else None
    since = link.made_at if link else in_club.made_at
    return here.ended_at is not None and not (here.put_out and since <= here.ended_at)


def _player_of(session: Session, session_id: int, member_id: int | None) -> int | None:
    """The player in the session who is this member."""
    if member_id is None:
        return None
    return session.scalar(
        select(Player.id)
        .join(Member, Member.id == Player.member_id)
        .where(
            Player.session_id == session_id,
            func.coalesce(Member.merged_into_id, Member.id) == member_id,
        )
        .limit(1)
    )


def widen_accesses(session: Session, club: Club, device_id: str | None = None) -> None:
    """Whoever enters for the club enters in its sessions, where the phone was in before to watch alone.

    ``device_id``: of one phone; all of them if None.
    """
    sessions = select(GameSession.id).where(GameSession.club_id == club.id)
    scorers = select(Access.device_id, Access.link_id).where(
        Access.club_id == club.id, Access.role == "scorer", Access.ended_at.is_(None)
    )
    if device_id is not None:
        scorers = scorers.where(Access.device_id == device_id)
    for device, link_id in session.execute(scorers).all():
        watching = (
            Access.session_id.in_(sessions),
            Access.device_id == device,
            Access.role == "viewer",
            Access.ended_at.is_(None),
        )
        touch_sessions(session, session.scalars(select(Access.session_id).where(*watching)))
        session.execute(update(Access).where(*watching).values(role="scorer", link_id=link_id))


def end_through_club(session: Session, club: Club, out: Access) -> None:
    """Puts a phone out of the club's sessions, but for those to which it came by a link of their own."""
    through = (
        Access.device_id == out.device_id,
        Access.session_id.in_(select(GameSession.id).where(GameSession.club_id == club.id)),
        Access.ended_at.is_(None),
        ~exists().where(Link.id == Access.link_id, Link.session_id.is_not(None)),
    )
    touch_sessions(session, session.scalars(select(Access.session_id).where(*through)))
    session.execute(update(Access).where(*through).values(ended_at=now(), put_out=True))


def end_what_came_by_club(session: Session, evening: GameSession, club: Club, but_for: str) -> None:
    """A session leaves the club: who came into it by a link of the club is out, but for one phone."""
    # Who began the club came by no link; who began the session did neither, and was there first of all.
    first = select(func.min(Access.id)).where(Access.session_id == evening.id).scalar_subquery()
    by_club = Access.link_id.in_(select(Link.id).where(Link.club_id == club.id))
    through = (Access.session_id == evening.id, by_club | (Access.link_id.is_(None) & (Access.id > first)))
    mine = Access.device_id == but_for
    session.execute(update(Access).where(*through, ~mine, Access.ended_at.is_(None)).values(ended_at=now()))
    session.execute(update(Access).where(*through, mine).values(link_id=None))
    touch_sessions(session, {evening.id})

"""Letting phones in: the two links of a session or a club, renewing them, and coming in by one.

Whatever takes ``opens`` does so for both: ``open_session`` unless another is given.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import cast

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from scorekeeper.service.errors import LinkStopped, NotFound
from scorekeeper.service.open_match import open_session
from scorekeeper.service.places import (
    Opens,
    Place,
    access_of,
    known_device,
    leads_to,
    new_access,
    place_to_write,
)
from scorekeeper.service.secrets import ROLES, Role, code_lookup_of, code_of, lookup_of, secret_of
from scorekeeper.service.through_club import touch_sessions, widen_accesses
from scorekeeper.service.transaction import writing
from scorekeeper.store import Access, Club, Link, Match, db
from scorekeeper.store.database import now


@dataclass(frozen=True, slots=True)
class SharedLink:
    """A link as it is shown. ``secret``: the end of its address; ``code``: what is spoken, for watching."""

    role: Role
    secret: str
    code: str | None


@dataclass(frozen=True, slots=True)
class Invitation:
    """What a link leads to.

    ``names``: who plays, by player id, or the members by member id; ``games``: keys of the games played in a
    session.
    """

    place: Place
    role: Role
    link_id: int
    made_at: datetime
    names: dict[int, str]
    games: tuple[str, ...]


# Links -------------------------------------------------------------------------------------------


def links_of(slug: str, device_id: str, key: str, opens: Opens = open_session) -> list[SharedLink]:
    """The links that this phone may hand on: a viewer that for viewers, a scorer both. Raises NotFound.

    ``key``: the server's. A link is made when it is first asked for.
    """
    place, role = opens(slug, device_id)
    roles = ROLES if role == "scorer" else ROLES[:1]
    known = {link.role: link for link in _live_links(db.session(), place)}
    if any(wanted not in known or not _is_ours(known[wanted], place, key) for wanted in roles):
        with writing() as session:
            known = {wanted: _made(session, place, wanted, key) for wanted in roles}
    return [_shared(known[wanted], place, key) for wanted in roles]


def _shared(link: Link, place: Place, key: str) -> SharedLink:
    code = code_of(key, place, link.generation) if link.role == "viewer" else None
    return SharedLink(cast("Role", link.role), secret_of(key, place, link.role, link.generation), code)


def _is_ours(link: Link, place: Place, key: str) -> bool:
    """Whether it was made with the key that the server has now; with another one it cannot be shown."""
    return link.lookup == lookup_of(secret_of(key, place, link.role, link.generation))


def _live_links(session: Session, place: Place) -> list[Link]:
    return list(session.scalars(select(Link).where(leads_to(place), Link.ended_at.is_(None))))


def _made(session: Session, place: Place, role: Role, key: str) -> Link:
    """The live link to a place, made if there is none of this key's."""
    for link in _live_links(session, place):
        if link.role == role and _is_ours(link, place, key):
            return link
    return _next(session, place, role, key)


def _next(session: Session, place: Place, role: Role, key: str) -> Link:
    """The next generation; ends the one before it."""
    session.execute(
        update(Link).where(leads_to(place), Link.role == role, Link.ended_at.is_(None)).values(ended_at=now())
    )
    newest = session.scalar(select(func.max(Link.generation)).where(leads_to(place), Link.role == role))
    generation = (newest or 0) + 1
    code = None
    if role == "viewer":
        code = code_lookup_of(key, code_of(key, place, generation))
        while session.scalar(select(Link.id).where(Link.code_lookup == code)) is not None:
            generation += 1
            code = code_lookup_of(key, code_of(key, place, generation))
    lookup = lookup_of(secret_of(key, place, role, generation))
    link = Link(role=role, generation=generation, lookup=lookup, code_lookup=code)
    if isinstance(place, Club):
        link.club_id = place.id
    else:
        link.session_id = place.id
    session.add(link)
    session.flush()
    return link


def renew_link(slug: str, device_id: str, role: Role, key: str, opens: Opens = open_session) -> None:
    """Stops a link and makes a new one. Whoever came by the old one is out, but for the phone that asks.

    Who came into a club's sessions by the club's link is out of these too. Raises NotFound, or NotAllowed
    for a viewer.
    """
    with writing() as session:
        place = place_to_write(opens, slug, device_id)
        old = [link.id for link in _live_links(session, place) if link.role == role]
        fresh = _next(session, place, role, key)
        through = (Access.link_id.in_(old), Access.ended_at.is_(None))
        session.execute(
            update(Access).where(*through, Access.device_id == device_id).values(link_id=fresh.id)
        )
        out = set(session.scalars(select(Access.session_id).where(*through)))
        session.execute(update(Access).where(*through).values(ended_at=now()))
        touch_sessions(session, out | ({None} if isinstance(place, Club) else {place.id}))


# Coming in ---------------------------------------------------------------------------------------


def invitation(secret: str) -> Invitation:
    """What the link with this secret leads to. Raises NotFound, or LinkStopped for one that was renewed."""
    link, place = opened_link(secret)
    if isinstance(place, Club):
        names = {one.id: one.name for one in place.members if not (one.merged_into_id or one.retired_at)}
        games: tuple[str, ...] = ()
    else:
        names = {player.id: player.name for player in place.players}
        games = tuple(
            db.session.scalars(select(Match.game).where(Match.session_id == place.id).order_by(Match.number))
        )
    return Invitation(
        place, cast("Role", link.role), link.id, link.made_at, names, tuple(dict.fromkeys(games))
    )


def opened_link(secret: str) -> tuple[Link, Place]:
    """The link with this secret, and where it leads. Raises NotFound, or LinkStopped where it was renewed."""
    link = db.session.scalar(select(Link).where(Link.lookup == lookup_of(secret)))
    if link is None:
        raise NotFound
    place = link.session or link.club
    assert place is not None  # noqa: S101 - it is one of the two
    if link.ended_at is not None:
        raise LinkStopped(link.ended_at, place.time_zone, club=isinstance(place, Club))
    return link, place


def known_here(invited: Invitation, device_id: str) -> bool:
    """Whether this phone may do what the invitation is for already. It is listed again if it was hidden."""
    access = access_of(db.session(), invited.place, device_id)
    if access is None or access.ended_at is not None or access.role not in {"scorer", invited.role}:
        return False
    if access.hidden_at is not None:
        with writing() as session:
            session.execute(update(Access).where(Access.id == access.id).values(hidden_at=None))
    return True


def refuse_put_out(invited: Invitation, device_id: str) -> None:
    """Raises LinkStopped for a phone that was put out when there was this link already."""
    access = access_of(db.session(), invited.place, device_id)
    if access is not None and access.put_out and access.ended_at and invited.made_at <= access.ended_at:
        club = isinstance(invited.place, Club)
        raise LinkStopped(access.ended_at, invited.place.time_zone, put_out=True, club=club)


def _by_club(session: Session, access: Access) -> bool:
    """Whether the phone came into the session through its club."""
    link = session.get(Link, access.link_id) if access.link_id is not None else None
    return link is not None and link.club_id is not None


def join(secret: str, device_id: str, person_id: int | None) -> Place:
    """Lets a phone in by the link; ``person_id``: whose phone it is (a player or a member), if that was said.

    A scorer who opens the link for viewers stays one. Raises NotFound, or LinkStopped, also for a phone that
    was put out and comes by a link that there was then.
    """
    with writing() as session:
        invited = invitation(secret)
        refuse_put_out(invited, device_id)
        if person_id not in invited.names:
            person_id = None
        known_device(session, device_id)
        place = invited.place
        access = access_of(session, place, device_id)
        if access is None:
            access = new_access(place, device_id, invited.role, invited.link_id)
            session.add(access)
        elif access.ended_at is not None or access.role == "viewer":
            access.role, access.link_id = invited.role, invited.link_id
            access.ended_at, access.put_out = None, False
        elif access.role == invited.role and _by_club(session, access):
            access.link_id = invited.link_id  # from now on it is here by the session's own link
        access.hidden_at = None
        if isinstance(place, Club):
            access.member_id = person_id or access.member_id
            session.flush()
            widen_accesses(session, place, device_id)
        else:
            access.player_id = person_id or access.player_id
        return place

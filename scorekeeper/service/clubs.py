"""Clubs: people who meet again. Starting and naming one, opening it, and the clubs that a phone is in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from scorekeeper.kernel.names import clean_name
from scorekeeper.service.errors import LinkStopped, NotAllowed, NotFound
from scorekeeper.service.places import fresh_slug, known_device
from scorekeeper.service.sessions import time_zone
from scorekeeper.service.transaction import writing
from scorekeeper.store import Access, Club, db


@dataclass(frozen=True, slots=True)
class RememberedClub:
    """A club on this phone. ``names``: of those who come; ``role``: what this phone may do there."""

    club: Club
    role: str
    names: tuple[str, ...]


_CLUB = (
    select(Club, Access.role, Access.ended_at, Access.put_out)
    .join(Access, Access.club_id == Club.id)
    .where(Club.slug == bindparam("slug"), Access.device_id == bindparam("device_id"))
)


def open_club(slug: str, device_id: str) -> tuple[Club, str]:
    """The club and what this phone may do in it. Raises NotFound, or LinkStopped."""
    if not slug.isalnum() or not slug.isascii():
        raise NotFound
    row = db.session.execute(_CLUB, {"slug": slug, "device_id": device_id}).one_or_none()
    if row is None:
        raise NotFound
    club, role, ended_at, put_out = row
    if ended_at is not None:
        raise LinkStopped(ended_at, club.time_zone, put_out=put_out, club=True)
    return club, role


def club_to_write(slug: str, device_id: str) -> Club:
    """The club, for a phone that may enter in it; raises NotFound or NotAllowed."""
    club, role = open_club(slug, device_id)
    if role != "scorer":
        raise NotAllowed
    return club


def role_in_club(club: Club, device_id: str) -> str | None:
    """What this phone may do in the club; None for nothing."""
    return db.session.scalar(
        select(Access.role).where(
            Access.club_id == club.id, Access.device_id == device_id, Access.ended_at.is_(None)
        )
    )


def start_club(device_id: str, name: str, *, zone: str, client_id: str) -> Club:
    """A new club; the phone that makes it may enter. Raises Refused for what is no name.

    The same again under the same ``client_id`` makes no second one.
    """
    with writing() as session:
        return made_club(session, device_id, name, zone=zone, client_id=client_id)


def made_club(session: Session, device_id: str, name: str, *, zone: str, client_id: str) -> Club:
    """:func:`start_club` within :func:`~scorekeeper.service.transaction.writing`."""
    called = clean_name(name, "name")
    known = session.scalar(select(Club).where(Club.client_id == client_id))
    if known is not None:
        return club_to_write(known.slug, device_id)
    known_device(session, device_id)
    zone_known = time_zone(zone)
    club = Club(
        slug=fresh_slug(),
        client_id=client_id,
        name=called,
        time_zone=str(zone_known) if zone_known is not UTC else "UTC",
    )
    session.add(club)
    session.flush()
    session.add(Access(device_id=device_id, club_id=club.id, role="scorer"))
    return club


def rename_club(slug: str, device_id: str, name: str) -> None:
    """Gives the club another name. Raises Refused for what is no name; NotFound, NotAllowed."""
    with writing():
        club_to_write(slug, device_id).name = clean_name(name, "name")


def clubs_on_phone(device_id: str) -> list[RememberedClub]:
    """The clubs that this phone may see, the newest first."""
    rows = db.session.execute(
        select(Club, Access.role)
        .join(Access, Access.club_id == Club.id)
        .where(Access.device_id == device_id, Access.ended_at.is_(None))
        .order_by(Club.id.desc())
    )
    return [
        RememberedClub(
            club,
            role,
            tuple(one.name for one in club.members if one.merged_into_id is None and one.retired_at is None),
        )
        for club, role in rows
    ]

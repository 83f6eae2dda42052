"""Opening a club: what a phone may see of it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, select

from scorekeeper.service.errors import LinkStopped, NotFound
from scorekeeper.store import Access, Club, db


@dataclass(frozen=True, slots=True)
class OpenClub:
    """A club that this phone may see. ``role``: "scorer" or "viewer"."""

    id: int
    slug: str
    name: str
    time_zone: str
    role: str


_CLUB = (
    select(
        Club.id,
        Club.slug,
        Club.name,
        Club.time_zone,
        Access.role,
        Access.ended_at,
        Access.put_out,
    )
    .join(Access, Access.club_id == Club.id)
    .where(Club.slug == bindparam("slug"), Access.device_id == bindparam("device_id"))
)


def open_club(slug: str, device_id: str, connection: Connection | None = None) -> OpenClub:
    """The club, and what this phone may do in it; raises NotFound, or LinkStopped for who was put out."""
    if not slug.isalnum() or not slug.isascii():
        raise NotFound
    known = connection or db.session.connection()
    row = known.execute(_CLUB, {"slug": slug, "device_id": device_id}).one_or_none()
    if row is None:
        raise NotFound
    if row.ended_at is not None:
        raise LinkStopped(row.ended_at, row.time_zone, put_out=row.put_out)
    return OpenClub(row.id, row.slug, row.name, row.time_zone, row.role)

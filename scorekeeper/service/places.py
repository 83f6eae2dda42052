"""What a link leads to, and what a phone is let into: a session or a club."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from scorekeeper.service.errors import NotAllowed
from scorekeeper.store import Access, Club, Device, GameSession, Link

Place = GameSession | Club
Opens = Callable[[str, str], tuple[Place, str]]
"""Opens a place by its slug for a phone and says its role there, as ``open_session`` and ``open_club`` do."""
PROGRAM = "program-"
"""Begins the ids of devices that are programs. A phone's are hexadecimal, so none begins like this."""


def fresh_slug() -> str:
    """What stands in an address and cannot be guessed."""
    return secrets.token_urlsafe(12).replace("-", "x").replace("_", "y")


def known_device(session: Session, device_id: str) -> None:
    """The device has a row, to which others can point."""
    if session.get(Device, device_id) is None:
        session.add(Device(id=device_id))
        session.flush()


def is_program(device_id: str) -> bool:
    """Whether this device is a program, not a phone."""
    return device_id.startswith(PROGRAM)


def place_to_write(opens: Opens, slug: str, device_id: str) -> Place:
    """The place, for a phone that may enter in it; raises NotFound or NotAllowed."""
    place, role = opens(slug, device_id)
    if role != "scorer":
        raise NotAllowed
    return place


def leads_to(place: Place) -> ColumnElement[bool]:
    """Of links: whether they lead there."""
    return Link.club_id == place.id if isinstance(place, Club) else Link.session_id == place.id


def is_into(place: Place) -> ColumnElement[bool]:
    """Of accesses: whether they are to this place."""
    return Access.club_id == place.id if isinstance(place, Club) else Access.session_id == place.id


def access_of(session: Session, place: Place, device_id: str) -> Access | None:
    """What this phone may do there, or could once."""
    return session.scalar(select(Access).where(is_into(place), Access.device_id == device_id))


def new_access(place: Place, device_id: str, role: str, link_id: int | None = None) -> Access:
    """An access to the place; ``link_id``: the link that the phone came by."""
    access = Access(device_id=device_id, role=role, link_id=link_id)
    if isinstance(place, Club):
        access.club_id = place.id
    else:
        access.session_id = place.id
    return access

"""What the person at the server's own keyboard may do: whatever can be done, in every session."""

from __future__ import annotations

import re

from sqlalchemy import select

from scorekeeper.service.places import Opens, Place
from scorekeeper.service.secrets import lookup_of
from scorekeeper.store import Club, GameSession, Link, db

COMMAND_LINE = "command line"
"""Stands for the device where something was entered from the command line."""
_PATH = re.compile(r"(?:^|/)(?P<kind>[scj])/(?P<name>[\w-]+)")


class NoSuchSession(Exception):
    """There is no session, or club, that is called so; the text says how one is named."""


def find_session(named: str) -> GameSession:
    """The session with this slug, or to which this address or link leads, renewed or not.

    Raises NoSuchSession.
    """
    found = _found(named)
    if not isinstance(found, GameSession):
        raise NoSuchSession(
            f"There is no session {named!r}. Give the part of its address after /s/, the address, or a link."
        )
    return found


def find_place(named: str) -> Place:
    """The same for a session or a club. Raises NoSuchSession."""
    found = _found(named)
    if found is None:
        raise NoSuchSession(
            f"There is no session or club {named!r}. "
            "Give the part of its address after /s/ or /c/, the address, or a link."
        )
    return found


def _found(named: str) -> Place | None:
    if not named.isascii():
        return None
    path = _PATH.search(named.partition("?")[0])
    name = path["name"] if path else named.strip()
    kind = path["kind"] if path else ""
    if kind == "j":
        link = db.session.scalar(select(Link).where(Link.lookup == lookup_of(name)))
        return (link.session or link.club) if link is not None else None
    session = db.session.scalar(select(GameSession).where(GameSession.slug == name)) if kind != "c" else None
    if session is not None or kind == "s":
        return session
    return db.session.scalar(select(Club).where(Club.slug == name))


def open_for_operator(slug: str, _device_id: str) -> tuple[Place, str]:
    """The session and what the operator may do there; opens it in place of ``open_session``."""
    return find_session(slug), "scorer"


def open_club_for_operator(slug: str, _device_id: str) -> tuple[Place, str]:
    """The same for a club, in place of ``open_club``."""
    return find_place(f"/c/{slug}"), "scorer"


def opens(place: Place) -> Opens:
    """What opens such a place for the operator."""
    return open_club_for_operator if isinstance(place, Club) else open_for_operator

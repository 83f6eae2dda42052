"""What the person at the server's own keyboard may do: whatever can be done, in every session."""

from __future__ import annotations

import re

from sqlalchemy import select

from scorekeeper.service.places import Place
from scorekeeper.service.secrets import lookup_of
from scorekeeper.store import GameSession, Link, db

COMMAND_LINE = "command line"
"""Stands for the device where something was entered from the command line."""
_PATH = re.compile(r"(?:^|/)(?P<kind>[sj])/(?P<name>[\w-]+)")


class NoSuchSession(Exception):
    """There is no session that is called so; the text says how one is named."""


def find_session(named: str) -> GameSession:
    """The session with this slug, or to which this address or link leads, renewed or not.

    Raises NoSuchSession.
    """
    path = _PATH.search(named.partition("?")[0])
    query = select(GameSession)
    if path is None or path["kind"] == "s":
        query = query.where(GameSession.slug == (path["name"] if path else named.strip()))
    else:
        query = query.join(Link, Link.session_id == GameSession.id).where(
            Link.lookup == lookup_of(path["name"])
        )
    found = db.session.scalar(query) if named.isascii() else None
    if found is None:
        raise NoSuchSession(
            f"There is no session {named!r}. Give the part of its address after /s/, the address, or a link."
        )
    return found


def open_for_operator(slug: str, _device_id: str) -> tuple[Place, str]:
    """The session and what the operator may do there; opens it in place of ``open_session``."""
    return find_session(slug), "scorer"

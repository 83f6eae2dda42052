"""The match as it is read and written with every entry: prepared statements and plain rows.

Adding an entry is what happens most. It does without the ORM's unit of work, which takes longer than the
database itself; putting a statement together takes longer than running it, so all are put together once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select, update

from scorekeeper.store.following import touch
from scorekeeper.store.models import Access, Entry, GameSession, Match


@dataclass(slots=True)
class StoredMatch:
    """A row of :class:`~scorekeeper.store.models.Match`, without what no page of a match needs."""

    id: int
    session_id: int
    number: int
    game: str
    setup: dict[str, Any]
    seats: list[int]
    state: dict[str, Any]
    version: int
    entries_made: int
    newest: dict[str, Any] | None
    undone: list[int]
    finished: bool
    steady_since: int

    @classmethod
    def of(cls, match: Match) -> StoredMatch:
        """The same of a match that was read with others."""
        return cls(*(getattr(match, name) for name in _FIELDS))


_FIELDS = tuple(field.name for field in fields(StoredMatch))
_CHANGING = (
    "seats",
    "state",
    "version",
    "entries_made",
    "newest",
    "undone",
    "finished",
    "steady_since",
)

_match, _entry = Match.__table__, Entry.__table__
_FIND = (
    select(*(_match.c[name] for name in _FIELDS), Access.role)
    .join(GameSession, GameSession.id == _match.c.session_id)
    .join(Access, Access.session_id == GameSession.id)
    .where(
        GameSession.slug == bindparam("slug"),
        _match.c.number == bindparam("number"),
        Access.device_id == bindparam("device_id"),
        Access.ended_at.is_(None),
    )
)
_FIND_TO_WRITE = _FIND.with_for_update(of=_match)
_READ = select(*(_match.c[name] for name in _FIELDS)).where(_match.c.id == bindparam("match_id"))
_SAVE = (
    update(Match)
    .where(_match.c.id == bindparam("match_id"), _match.c.version == bindparam("seen"))
    .values({name: bindparam(name) for name in _CHANGING})
)
_ADD = insert(Entry)
_ROLE = select(Access.role).where(
    Access.session_id == bindparam("session_id"),
    Access.device_id == bindparam("device_id"),
    Access.ended_at.is_(None),
)
_SENT = select(_entry.c.data, _entry.c.unit, _entry.c.version, _entry.c.voided_at).where(
    _entry.c.match_id == bindparam("match_id"), _entry.c.client_id == bindparam("client_id")
)


def find_match(
    connection: Connection, slug: str, number: int, device_id: str, *, to_write: bool = False
) -> tuple[StoredMatch, str] | None:
    """The match and what this phone may do in its session; None if there is none that it may see."""
    found = connection.execute(
        _FIND_TO_WRITE if to_write else _FIND, {"slug": slug, "number": number, "device_id": device_id}
    ).one_or_none()
    return None if found is None else (StoredMatch(*found[:-1]), found[-1])


def read_match(connection: Connection, match_id: int) -> StoredMatch:
    """The match as it is now."""
    return StoredMatch(*connection.execute(_READ, {"match_id": match_id}).one())


def save_match(connection: Connection, match: StoredMatch, *, seen: int) -> bool:
    """Writes what changes in a match, unless its version is no longer the one that was ``seen``.

    Those who follow the session will hear of it.
    """
    values = {name: getattr(match, name) for name in _CHANGING}
    saved = connection.execute(_SAVE, {"match_id": match.id, "seen": seen, **values}).rowcount == 1
    if saved:
        touch(connection, match.session_id)
    return saved


def add_entry(connection: Connection, row: Mapping[str, Any]) -> None:
    """Writes a new entry: the columns of :class:`~scorekeeper.store.models.Entry` that have no default."""
    connection.execute(_ADD, row)


def role_in(connection: Connection, session_id: int, device_id: str) -> str | None:
    """What this phone may do in the session now; None for nothing."""
    role: str | None = connection.execute(
        _ROLE, {"session_id": session_id, "device_id": device_id}
    ).scalar_one_or_none()
    return role


def sent_entry(connection: Connection, match_id: int, client_id: str) -> Row[Any, Any, Any, Any] | None:
    """What the entry of the match that came under this id says of itself, whether it counts or not."""
    return connection.execute(_SENT, {"match_id": match_id, "client_id": client_id}).one_or_none()

"""Opening a session or a match: what a phone may see, with the game and the state that it stands at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, select

from scorekeeper.games import GAMES
from scorekeeper.kernel import Game, Message, Setup, decoded, encoded, read_setup
from scorekeeper.service.errors import LinkStopped, NotAllowed, NotFound
from scorekeeper.store import Access, Entry, GameSession, Match, StoredMatch, db
from scorekeeper.store.matches import find_match, read_match, role_in, save_match

MOST_MATCHES = 10**6
"""No session has more. Larger numbers in an address never reach the database, which could not hold them."""


class Overtaken(Exception):
    """Somebody else changed the match in between."""


@dataclass(frozen=True, slots=True)
class NewestEntry:
    """The last entry that counts: the unit it is part of, whether it completed it, and what it said."""

    unit: int | None
    completes: bool
    said: Message


@dataclass(slots=True)
class OpenMatch:
    """A match that this phone may see. ``slug``: its session's; ``role``: "scorer" or "viewer"."""

    match: StoredMatch
    slug: str
    role: str
    game: Game[Any]
    state: Any

    @property
    def session(self) -> GameSession:
        """The session that it belongs to."""
        return db.session.get_one(GameSession, self.match.session_id)

    @property
    def setup(self) -> Setup:
        """What was agreed before the first card."""
        return read_setup(self.game, self.match.setup)

    @property
    def unit(self) -> str:
        """The unit of the stake."""
        unit: str = self.match.setup["stake"]["unit"]
        return unit

    @property
    def settle(self) -> str:
        """Whether payments are tallied or handed over in cash at once."""
        settle: str = self.match.setup["stake"]["settle"]
        return settle

    def keep(
        self,
        connection: Connection,
        state: Any,
        newest: dict[str, Any] | None,
        *,
        changes: int = 1,
        steady: bool = False,
    ) -> None:
        """Makes ``state`` the current one and saves the match; ``newest`` is the last entry behind it.

        ``changes``: how many versions further that is; ``steady``: whether they are entries that commute.
        Raises Overtaken if somebody else was faster.
        """
        seen = self.match.version
        self.state = state
        self.match.state = encoded(state)
        self.match.finished = state.finished
        self.match.version = seen + changes
        if not steady:
            self.match.steady_since = self.match.version
        self.match.newest = newest
        if not save_match(connection, self.match, seen=seen):
            raise Overtaken

    def read_again(self) -> None:
        """Takes over what others have entered since this was opened."""
        self.match = read_match(db.session.connection(), self.match.id)
        self.state = decoded(self.match.state, self.game.state)

    @property
    def newest(self) -> NewestEntry | None:
        """What undo would take back."""
        kept = self.match.newest
        return NewestEntry(kept["unit"], kept["completes"], decoded(kept["said"], Message)) if kept else None


# The statements that are run most are put together once: that takes longer than running them.
_SESSION = (
    select(GameSession, Access.role)
    .join(Access, Access.session_id == GameSession.id)
    .where(
        GameSession.slug == bindparam("slug"),
        Access.device_id == bindparam("device_id"),
        Access.ended_at.is_(None),
    )
)
_ENDED = (
    select(Access.ended_at, Access.put_out, GameSession.time_zone)
    .join(GameSession, Access.session_id == GameSession.id)
    .where(GameSession.slug == bindparam("slug"), Access.device_id == bindparam("device_id"))
)
_LIVE = (
    select(Entry)
    .where(Entry.match_id == bindparam("match_id"), Entry.voided_at.is_(None))
    .order_by(Entry.seq)
)


def open_session(slug: str, device_id: str) -> tuple[GameSession, str]:
    """The session and what this phone may do in it; raises NotFound."""
    if not slug.isalnum() or not slug.isascii():
        raise NotFound
    row = db.session.execute(_SESSION, {"slug": slug, "device_id": device_id}).one_or_none()
    if row is None:
        raise shut_out(db.session.connection(), slug, device_id)
    return row[0], row[1]


def shut_out(connection: Connection, slug: str, device_id: str) -> NotFound | LinkStopped:
    """Why this phone sees nothing of the session: it was let in once, or never."""
    ended = connection.execute(_ENDED, {"slug": slug, "device_id": device_id}).one_or_none()
    if ended is None or ended.ended_at is None:
        return NotFound()
    return LinkStopped(ended.ended_at, ended.time_zone, put_out=ended.put_out)


def open_match(slug: str, number: int, device_id: str, *, writes: bool = False) -> OpenMatch:
    """The match ``number`` of the session; raises NotFound, or NotAllowed if a viewer wants to write.

    ``writes``: within :func:`~scorekeeper.service.transaction.writing`.
    """
    return _open(db.session.connection(), slug, number, device_id, writes=writes)


def refuse_shut_out(connection: Connection, opened: OpenMatch, device_id: str) -> None:
    """Raises NotAllowed or LinkStopped if this phone may no longer enter in the match that it has open."""
    role = role_in(connection, opened.match.session_id, device_id)
    if role is None:
        raise shut_out(connection, opened.slug, device_id)
    if role != "scorer":
        raise NotAllowed


def session_to_write(slug: str, device_id: str) -> GameSession:
    """The session, for a phone that may enter in it; raises NotFound or NotAllowed."""
    evening, role = open_session(slug, device_id)
    if role != "scorer":
        raise NotAllowed
    return evening


def open_match_alone(slug: str, number: int, device_id: str) -> OpenMatch:
    """:func:`open_match` for who reads nothing else: without a session of the ORM, which takes longer."""
    with db.engine.connect() as connection:
        return _open(connection, slug, number, device_id, writes=False)


def _open(connection: Connection, slug: str, number: int, device_id: str, *, writes: bool) -> OpenMatch:
    if number > MOST_MATCHES or not slug.isalnum() or not slug.isascii():
        raise NotFound
    found = find_match(connection, slug, number, device_id, to_write=writes)
    if found is None:
        raise shut_out(connection, slug, device_id)
    match, role = found
    if writes and role != "scorer":
        raise NotAllowed
    return _opened(match, slug, role)


def opened_already(match: Match, slug: str, role: str) -> OpenMatch:
    """A match that was read with its session."""
    return _opened(StoredMatch.of(match), slug, role)


def _opened(match: StoredMatch, slug: str, role: str) -> OpenMatch:
    game = GAMES[match.game]
    return OpenMatch(match, slug, role, game, decoded(match.state, game.state))


def live_entries(match: StoredMatch) -> list[Entry]:
    """The entries that count, in order."""
    return list(db.session.scalars(_LIVE, {"match_id": match.id}))

"""Opening a session or a match: what a phone may see, with the game and the state that it stands at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.orm import contains_eager

from scorekeeper.games import GAMES
from scorekeeper.kernel import Game, Message, Setup, decoded, encoded, read_setup
from scorekeeper.service.errors import NotAllowed, NotFound
from scorekeeper.store import Access, Entry, GameSession, Match, db

MOST_MATCHES = 10**6
"""No session has more. Larger numbers in an address never reach the database, which could not hold them."""


@dataclass(slots=True)
class OpenMatch:
    """A match that this phone may see. ``role``: "scorer" or "viewer"."""

    match: Match
    session: GameSession
    role: str
    game: Game[Any]
    state: Any

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

    def keep(self, state: Any) -> None:
        """Makes ``state`` the current one."""
        self.state = state
        self.match.state = encoded(state)
        self.match.finished = state.finished
        self.match.version += 1


# The statements of the pages that are shown most are put together once: that takes longer than running them.
_SESSION = (
    select(GameSession, Access.role)
    .join(Access, Access.session_id == GameSession.id)
    .where(GameSession.slug == bindparam("slug"), Access.device_id == bindparam("device_id"))
)
_MATCH = (
    select(Match, Access.role)
    .join(Match.session)
    .join(Access, Access.session_id == GameSession.id)
    .options(contains_eager(Match.session))
    .where(
        GameSession.slug == bindparam("slug"),
        Match.number == bindparam("number"),
        Access.device_id == bindparam("device_id"),
    )
)
_MATCH_TO_WRITE = _MATCH.with_for_update(of=Match)
_LIVE = (
    select(Entry)
    .where(Entry.match_id == bindparam("match_id"), Entry.voided_at.is_(None))
    .order_by(Entry.seq)
)
_NEWEST = (
    select(Entry.unit, Entry.completes, Entry.outcome)
    .where(Entry.match_id == bindparam("match_id"), Entry.voided_at.is_(None))
    .order_by(Entry.seq.desc())
    .limit(1)
)
_NEWEST_TYPE = (
    select(Entry.type)
    .where(
        Entry.match_id == bindparam("match_id"),
        Entry.voided_at.is_(None),
        Entry.type.in_(bindparam("types", expanding=True)),
    )
    .order_by(Entry.seq.desc())
    .limit(1)
)


def open_session(slug: str, device_id: str) -> tuple[GameSession, str]:
    """The session and what this phone may do in it; raises NotFound."""
    row = db.session.execute(_SESSION, {"slug": slug, "device_id": device_id}).one_or_none()
    if row is None:
        raise NotFound
    return row[0], row[1]


def open_match(slug: str, number: int, device_id: str, *, writes: bool = False) -> OpenMatch:
    """The match ``number`` of the session; raises NotFound, or NotAllowed if a viewer wants to write."""
    if number > MOST_MATCHES:
        raise NotFound
    row = db.session.execute(
        _MATCH_TO_WRITE if writes else _MATCH, {"slug": slug, "number": number, "device_id": device_id}
    ).one_or_none()
    if row is None:
        raise NotFound
    match, role = row
    if writes and role != "scorer":
        raise NotAllowed
    game = GAMES[match.game]
    return OpenMatch(match, match.session, role, game, decoded(match.state, game.state))


def live_entries(match: Match) -> list[Entry]:
    """The entries that count, in order."""
    return list(db.session.scalars(_LIVE, {"match_id": match.id}))


@dataclass(frozen=True, slots=True)
class NewestEntry:
    """What undo would take back, and what it said."""

    unit: int | None
    completes: bool
    said: Message


def newest_entry(match: Match) -> NewestEntry | None:
    """The newest entry that counts."""
    row = db.session.execute(_NEWEST, {"match_id": match.id}).one_or_none()
    return NewestEntry(row.unit, row.completes, decoded(row.outcome["said"], Message)) if row else None


def newest_type(match: Match, types: Sequence[str]) -> str | None:
    """Which of these entry types was entered last: how the table likes to enter it."""
    return db.session.scalar(_NEWEST_TYPE, {"match_id": match.id, "types": list(types)})

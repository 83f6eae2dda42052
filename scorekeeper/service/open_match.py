"""Opening a session or a match: what a phone may see, with the game and the state that it stands at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, select

from scorekeeper.games import GAMES
from scorekeeper.kernel import Game, Message, Setup, decoded, encoded, read_setup
from scorekeeper.service.errors import NotAllowed, NotFound
from scorekeeper.store import Access, Entry, GameSession, Match, db

MOST_MATCHES = 10**6
"""No session has more. Larger numbers in an address never reach the database, which could not hold them."""


@dataclass(frozen=True, slots=True)
class NewestEntry:
    """The last entry that counts: the unit it is part of, whether it completed it, and what it said."""

    unit: int | None
    completes: bool
    said: Message


@dataclass(slots=True)
class OpenMatch:
    """A match that this phone may see. ``slug``: its session's; ``role``: "scorer" or "viewer"."""

    match: Match
    slug: str
    role: str
    game: Game[Any]
    state: Any

    @property
    def session(self) -> GameSession:
        """The session that it belongs to."""
        return self.match.session

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

    def keep(self, state: Any, newest: Entry | None) -> None:
        """Makes ``state`` the current one; ``newest`` is the last entry behind it."""
        self.state = state
        self.match.state = encoded(state)
        self.match.finished = state.finished
        self.match.version += 1
        self.match.newest = (
            {"unit": newest.unit, "completes": newest.completes, "said": newest.outcome["said"]}
            if newest is not None
            else None
        )

    def read_again(self) -> None:
        """Takes over what others have entered since this was opened."""
        db.session.refresh(self.match)
        self.state = decoded(self.match.state, self.game.state)

    @property
    def newest(self) -> NewestEntry | None:
        """What undo would take back."""
        kept = self.match.newest
        return NewestEntry(kept["unit"], kept["completes"], decoded(kept["said"], Message)) if kept else None


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
        _MATCH_TO_WRITE if writes else _MATCH,
        {"slug": slug, "number": number, "device_id": device_id},
        # What this request read before is read anew, so that nothing is decided on an older picture.
        execution_options={"populate_existing": writes},
    ).one_or_none()
    if row is None:
        raise NotFound
    match, role = row
    if writes and role != "scorer":
        raise NotAllowed
    game = GAMES[match.game]
    return OpenMatch(match, slug, role, game, decoded(match.state, game.state))


def live_entries(match: Match) -> list[Entry]:
    """The entries that count, in order."""
    return list(db.session.scalars(_LIVE, {"match_id": match.id}))

"""Opening a session or a match: what a phone may see, with the game and the state that it stands at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import contains_eager

from scorekeeper.games import GAMES
from scorekeeper.kernel import Game, Setup, decoded, encoded, read_setup
from scorekeeper.service.errors import NotAllowed, NotFound
from scorekeeper.store import Access, Entry, GameSession, Match, db


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


def open_session(slug: str, device_id: str) -> tuple[GameSession, str]:
    """The session and what this phone may do in it; raises NotFound."""
    row = db.session.execute(
        select(GameSession, Access.role)
        .join(Access, Access.session_id == GameSession.id)
        .where(GameSession.slug == slug, Access.device_id == device_id)
    ).one_or_none()
    if row is None:
        raise NotFound
    return row[0], row[1]


def open_match(slug: str, number: int, device_id: str, *, writes: bool = False) -> OpenMatch:
    """The match ``number`` of the session; raises NotFound, or NotAllowed if a viewer wants to write."""
    query = (
        select(Match, Access.role)
        .join(Match.session)
        .join(Access, Access.session_id == GameSession.id)
        .options(contains_eager(Match.session))
        .where(GameSession.slug == slug, Match.number == number, Access.device_id == device_id)
    )
    if writes:
        query = query.with_for_update(of=Match)
    row = db.session.execute(query).one_or_none()
    if row is None:
        raise NotFound
    match, role = row
    if writes and role != "scorer":
        raise NotAllowed
    game = GAMES[match.game]
    return OpenMatch(match, match.session, role, game, decoded(match.state, game.state))


def live_entries(match: Match) -> list[Entry]:
    """The entries that count, in order."""
    return list(
        db.session.scalars(
            select(Entry).where(Entry.match_id == match.id, Entry.voided_at.is_(None)).order_by(Entry.seq)
        )
    )


def newest_entry(match: Match) -> Entry | None:
    """The entry that undo would take back."""
    return db.session.scalars(
        select(Entry)
        .where(Entry.match_id == match.id, Entry.voided_at.is_(None))
        .order_by(Entry.seq.desc())
        .limit(1)
    ).one_or_none()


def newest_type(match: Match, types: Sequence[str]) -> str | None:
    """Which of these entry types was entered last: how the table likes to enter it."""
    return db.session.scalar(
        select(Entry.type)
        .where(Entry.match_id == match.id, Entry.voided_at.is_(None), Entry.type.in_(types))
        .order_by(Entry.seq.desc())
        .limit(1)
    )

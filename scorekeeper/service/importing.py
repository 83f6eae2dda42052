"""Taking a session in from a session document: as a whole, or nothing of it."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from sqlalchemy import select

from scorekeeper.service.open_match import open_session
from scorekeeper.service.places import fresh_slug, known_device
from scorekeeper.service.ready import (
    Ready,
    add_session,
    fresh_id,
    own_id,
    session_said,
)
from scorekeeper.service.session_document import Further, read_session
from scorekeeper.service.transaction import writing
from scorekeeper.store import Access, GameSession, db
from scorekeeper.store.bulk import Batch
from scorekeeper.store.following import touch

_IMPORT = uuid.UUID("f0a4b6c6-52b0-4d5e-9b7b-0c2a5a4a5d11")
"""Stands for "imported by" in the ids of sessions."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A session that was taken in. ``known``: it was there already, and nothing was changed."""

    slug: str
    matches: int
    entries: int
    known: bool = False

    @property
    def address(self) -> str:
        """Where it is, without the front of the address."""
        return f"/s/{self.slug}/"


def import_session(
    raw: object,
    device_id: str,
    *,
    may_enter: bool = True,
    again: bool = False,
    further: Further = lambda _: None,
) -> Imported:
    """Makes a session of a session document, each entry played as if it were entered now. Raises NotTaken.

    ``may_enter``: the phone may enter in it, as if it had begun it. The same document from the same phone is
    known and makes no second session, unless that is wanted (``again``); raises NotFound or LinkStopped where
    the phone may no longer see the first one. ``further``: told how many more entries were played.
    """
    # All that takes long comes before the lock is taken: others enter meanwhile.
    read = read_session(raw, further)
    client_id = fresh_id() if again else own_id(_IMPORT, device_id, session_said(read))
    matches, entries = len(read.matches), sum(len(match.raws) for match in read.matches)
    slug, batch = fresh_slug(), Batch(db.engine.dialect)
    place = add_session(Ready(batch, device_id, further), read, slug=slug, client_id=client_id)
    with writing(brings=device_id) as session:
        known = session.scalar(select(GameSession).where(GameSession.client_id == client_id))
        if known is not None:
            if may_enter:
                open_session(known.slug, device_id)
            return Imported(known.slug, matches, entries, known=True)
        known_device(session, device_id)
        batch.write(session.connection())
        session_id = batch.id_of(GameSession, place)
        if may_enter:
            session.add(Access(device_id=device_id, session_id=session_id, role="scorer"))
        touch(session.connection(), session_id)
    return Imported(slug, matches, entries)

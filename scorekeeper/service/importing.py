"""Taking a session in from a session document: as a whole, or nothing of it."""

from __future__ import annotations

import hashlib
import json
import secrets
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from scorekeeper.kernel import encoded
from scorekeeper.kernel.setup import setup_json
from scorekeeper.service.open_match import open_session
from scorekeeper.service.outcomes import newest_of
from scorekeeper.service.session_document import Further, ReadMatch, ReadSession, ReadTransfer, read_session
from scorekeeper.service.sessions import player_ids
from scorekeeper.service.transaction import writing
from scorekeeper.store import Access, Device, Entry, GameSession, Match, Transfer
from scorekeeper.store.database import now
from scorekeeper.store.following import touch

_IMPORT = uuid.UUID("f0a4b6c6-52b0-4d5e-9b7b-0c2a5a4a5d11")
"""Stands for "imported by" in the ids of sessions."""
_BATCH = 500
"""So many entries are written with one statement."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A session that was taken in. ``known``: it was there already, and nothing was changed."""

    slug: str
    matches: int
    entries: int
    known: bool = False


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
    read = read_session(raw, further)  # before the lock is taken: others enter meanwhile
    client_id = str(uuid.uuid4()) if again else _own_id(read, device_id)
    entries = sum(len(match.raws) for match in read.matches)
    with writing() as session:
        known = session.scalar(select(GameSession).where(GameSession.client_id == client_id))
        if known is not None:
            if may_enter:
                open_session(known.slug, device_id)
            return Imported(known.slug, len(read.matches), entries, known=True)
        evening = _session(session, read, client_id, device_id, may_enter=may_enter)
        for number, match in enumerate(read.matches, start=1):
            _add_match(session, evening, number, match, device_id)
        _add_transfers(session, evening, read, device_id)
        touch(session.connection(), evening.id)
        return Imported(evening.slug, len(read.matches), entries)


def _own_id(read: ReadSession, device_id: str) -> str:
    """The same for a document that says the same, from the same phone, however it is written."""
    matches = [[one.game.key, setup_json(one.game, one.setup), list(one.raws)] for one in read.matches]
    paid = [
        [one.payer, one.payee, one.amount_minor, one.unit, one.made_at.isoformat(), one.reverses]
        for one in read.transfers
    ]
    whole = [read.day.isoformat(), read.time_zone, list(read.people), matches, paid]
    content = json.dumps(whole, sort_keys=True)
    return str(uuid.uuid5(_IMPORT, f"{device_id} {hashlib.sha256(content.encode()).hexdigest()}"))


def _session(
    session: Session, read: ReadSession, client_id: str, device_id: str, *, may_enter: bool
) -> GameSession:
    if session.get(Device, device_id) is None:
        session.add(Device(id=device_id))
    evening = GameSession(
        slug=secrets.token_urlsafe(12).replace("-", "x").replace("_", "y"),
        client_id=client_id,
        time_zone=read.time_zone,
        day=read.day,
    )
    session.add(evening)
    session.flush()
    if may_enter:
        session.add(Access(device_id=device_id, session_id=evening.id, role="scorer"))
    player_ids(session.connection(), evening.id, read.people)
    return evening


def _add_match(session: Session, evening: GameSession, number: int, read: ReadMatch, device_id: str) -> None:
    count = len(read.raws)
    match = Match(
        session_id=evening.id,
        client_id=str(uuid.uuid4()),
        number=number,
        game=read.game.key,
        rules_version=read.game.rules_version,
        setup=setup_json(read.game, read.setup),
        seats=player_ids(session.connection(), evening.id, read.state.table.names),
        state=encoded(read.state),
        version=count,
        entries_made=count,
        newest=newest_of(**read.outcomes[-1]) if count else None,
        finished=read.state.finished,
        steady_since=count,
    )
    session.add(match)
    session.flush()
    rows = _rows(match.id, read, device_id, now())
    while batch := list(islice(rows, _BATCH)):
        session.connection().execute(insert(Entry), batch)


def _rows(match_id: int, read: ReadMatch, device_id: str, moment: datetime) -> Iterator[dict[str, Any]]:
    for seq, (raw, outcome) in enumerate(zip(read.raws, read.outcomes, strict=True), start=1):
        yield {
            "match_id": match_id,
            "seq": seq,
            "client_id": str(uuid.uuid4()),
            "type": raw["type"],
            "data": dict(raw),
            "device_id": device_id,
            "version": seq,
            "amended": False,
            "made_at": moment,
            **outcome,
        }


def _add_transfers(session: Session, evening: GameSession, read: ReadSession, device_id: str) -> None:
    players = player_ids(session.connection(), evening.id, read.people)
    made: list[Transfer] = []
    for one in read.transfers:
        made.append(_transfer(evening, players, one, made, device_id))
        session.add(made[-1])
        session.flush()  # one by one: their ids are their order, and what takes one back names it


def _transfer(
    evening: GameSession, players: list[int], read: ReadTransfer, before: list[Transfer], device_id: str
) -> Transfer:
    return Transfer(
        session_id=evening.id,
        client_id=str(uuid.uuid4()),
        payer_id=players[read.payer],
        payee_id=players[read.payee],
        amount_minor=read.amount_minor,
        unit=read.unit,
        reverses_id=None if read.reverses is None else before[read.reverses].id,
        device_id=device_id,
        made_at=read.made_at,
    )

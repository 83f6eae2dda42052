"""Sessions that were read from a document, as rows that only need to be written."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scorekeeper.kernel import encoded
from scorekeeper.kernel.setup import setup_json
from scorekeeper.service.document_values import ReadTransfer
from scorekeeper.service.session_document import Further, ReadMatch, ReadSession
from scorekeeper.store import Entry, GameSession, Match, Player, Transfer
from scorekeeper.store.bulk import Batch, Rows
from scorekeeper.store.database import now


def fresh_id() -> str:
    """An id as a phone makes one."""
    return str(uuid.uuid4())


def own_id(kind: uuid.UUID, device_id: str, content: Any) -> str:
    """The same for a document that says the same, from the same phone, however it is written."""
    written = json.dumps(content, sort_keys=True)
    return str(uuid.uuid5(kind, f"{device_id} {hashlib.sha256(written.encode()).hexdigest()}"))


def session_said(read: ReadSession) -> list[Any]:
    """What a session document says, for :func:`own_id`."""
    matches = [
        [one.game.key, setup_json(one.game, one.setup), list(one.raws), list(one.people)]
        for one in read.matches
    ]
    paid = transfers_said(read.transfers)
    return [read.day.isoformat(), read.time_zone, list(read.people), matches, paid]


def transfers_said(transfers: Sequence[ReadTransfer]) -> list[Any]:
    """What a document says of transfers, for :func:`own_id`."""
    return [
        [one.payer, one.payee, one.amount_minor, one.unit, one.made_at.isoformat(), one.reverses]
        for one in transfers
    ]


@dataclass(frozen=True, slots=True)
class Ready:
    """Where rows go, who brings them, and what is told that time has passed."""

    batch: Batch
    device_id: str
    further: Further


@dataclass(frozen=True, slots=True)
class InClub:
    """What a session of a club has besides. ``club``: its place in the batch; ``members``: by person."""

    club: int
    members: Sequence[int]
    archived_at: datetime | None


def add_session(
    to: Ready, read: ReadSession, *, slug: str, client_id: str, in_club: InClub | None = None
) -> int:
    """The rows of a session, its players, matches, entries and transfers. Its place in the batch."""
    session = to.batch.add(
        GameSession,
        slug=slug,
        client_id=client_id,
        time_zone=read.time_zone,
        day=read.day,
        club_id=in_club.club if in_club else None,
        archived_at=in_club.archived_at if in_club else None,
    )
    players = [
        to.batch.add(
            Player, session_id=session, name=name, member_id=in_club.members[place] if in_club else None
        )
        for place, name in enumerate(read.people)
    ]
    for number, match in enumerate(read.matches, start=1):
        _add_match(to, session, number, match, players)
    _add_transfers(to, session, players, read.transfers)
    return session


def _add_match(to: Ready, session: int, number: int, read: ReadMatch, players: Sequence[int]) -> None:
    count, moment = len(read.raws), now()
    match = to.batch.add(
        Match,
        session_id=session,
        client_id=fresh_id(),
        number=number,
        game=read.game.key,
        rules_version=read.game.rules_version,
        setup=setup_json(read.game, read.setup),
        seats=Rows(Player, [players[place] for place in read.people]),
        state=encoded(read.state),
        undone=[],
        version=count,
        entries_made=count,
        newest=read.newest,
        finished=read.state.finished,
        steady_since=count,
    )
    to.further(0)
    first = uuid.uuid4().int >> 32 << 32  # one after the other: an index of them is written in order
    for seq, (raw, outcome) in enumerate(zip(read.raws, read.outcomes, strict=True), start=1):
        to.batch.add(
            Entry,
            match_id=match,
            seq=seq,
            client_id=str(uuid.UUID(int=first + seq)),
            type=raw["type"],
            data=dict(raw),
            device_id=to.device_id,
            version=seq,
            made_at=moment,
            **outcome,
        )
        to.further(0)


def _add_transfers(
    to: Ready, session: int, players: Sequence[int], transfers: Sequence[ReadTransfer]
) -> None:
    first = to.batch.count(Transfer)
    for one in transfers:
        to.batch.add(
            Transfer,
            session_id=session,
            payer_id=players[one.payer],
            payee_id=players[one.payee],
            reverses_id=None if one.reverses is None else first + one.reverses,
            **transfer_columns(one, to.device_id),
        )


def transfer_columns(read: ReadTransfer, device_id: str) -> dict[str, Any]:
    """What a transfer has in a session and on a tab alike."""
    return {
        "client_id": fresh_id(),
        "amount_minor": read.amount_minor,
        "unit": read.unit,
        "device_id": device_id,
        "made_at": read.made_at,
    }

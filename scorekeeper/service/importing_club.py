"""Taking a club in from a club document: as a whole, or nothing of it. And whichever document comes."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import select

from scorekeeper.exports.json import CLUB_FORMAT, FORMAT
from scorekeeper.kernel import Refused, say
from scorekeeper.service.club_document import ReadClub, count_club_entries, is_club, read_club
from scorekeeper.service.clubs import open_club
from scorekeeper.service.importing import Imported, import_session
from scorekeeper.service.not_taken import NotTaken
from scorekeeper.service.places import fresh_slug, known_device
from scorekeeper.service.ready import (
    InClub,
    Ready,
    add_session,
    fresh_id,
    own_id,
    session_said,
    transfer_columns,
    transfers_said,
)
from scorekeeper.service.session_document import Further, count_entries
from scorekeeper.service.transaction import writing
from scorekeeper.service.turns import let_others, long_work
from scorekeeper.store import Access, Club, Member, TabTransfer, db
from scorekeeper.store.bulk import Batch

_IMPORT = uuid.UUID("5f6f4dd2-8f0c-4f0e-8a58-2c1d8f3b7e90")
"""Stands for "imported by" in the ids of clubs."""


@dataclass(frozen=True, slots=True)
class ImportedClub:
    """A club that was taken in. ``known``: it was there already, and nothing was changed."""

    slug: str
    sessions: int
    known: bool = False

    @property
    def address(self) -> str:
        """Where it is, without the front of the address."""
        return f"/c/{self.slug}/"


def import_document(
    raw: object,
    device_id: str,
    *,
    may_enter: bool = True,
    again: bool = False,
    further: Further = lambda _: None,
) -> Imported | ImportedClub:
    """Takes in a session or a club, whichever the document is of. Raises NotTaken; NotFound, LinkStopped."""
    if not isinstance(raw, Mapping) or raw.get("format") not in (FORMAT, CLUB_FORMAT):
        text = say(
            "This is neither a session document nor a club document: the format is %(one)s or %(other)s.",
            one=FORMAT,
            other=CLUB_FORMAT,
        )
        raise NotTaken(Refused("format", "unknown_format", text))
    takes_in = import_club if is_club(raw) else import_session
    return takes_in(raw, device_id, may_enter=may_enter, again=again, further=further)


def import_in_turn(raw: object, device_id: str) -> Imported | ImportedClub:
    """The same on a server that others use meanwhile: one at a time, with their turns in between.

    Raises Crowded too.
    """
    with long_work():
        return import_document(raw, device_id, further=let_others)


def count_document_entries(raw: object) -> int:
    """How many entries there are to play, as far as that can be seen."""
    return count_club_entries(raw) if is_club(raw) else count_entries(raw)


def import_club(
    raw: object,
    device_id: str,
    *,
    may_enter: bool = True,
    again: bool = False,
    further: Further = lambda _: None,
) -> ImportedClub:
    """Makes a club of a club document, all that was played in it played again. Raises NotTaken.

    The rest is as with :func:`~scorekeeper.service.importing.import_session`. A phone that may enter in the
    club comes into its sessions through it, so that they do not fill the list of its own.
    """
    # All that takes long comes before the lock is taken: others enter meanwhile.
    read = read_club(raw, further)
    client_id = fresh_id() if again else own_id(_IMPORT, device_id, _said(read))
    slug, to = fresh_slug(), Ready(Batch(db.engine.dialect), device_id, further)
    place = _add_club(to, read, slug, client_id)
    with writing(brings=device_id) as session:
        known = session.scalar(select(Club).where(Club.client_id == client_id))
        if known is not None:
            if may_enter:
                open_club(known.slug, device_id)
            return ImportedClub(known.slug, len(read.sessions), known=True)
        known_device(session, device_id)
        to.batch.write(session.connection())
        if may_enter:
            club_id = to.batch.id_of(Club, place)
            session.add(Access(device_id=device_id, club_id=club_id, role="scorer"))
    return ImportedClub(slug, len(read.sessions))


def _said(read: ReadClub) -> list[object]:
    """What the document says, for its id."""
    members = [
        [one.name, one.retired_at.isoformat() if one.retired_at else None, one.merged_into]
        for one in read.members
    ]
    sessions = [
        [
            session_said(one.session),
            list(one.members),
            one.archived_at.isoformat() if one.archived_at else None,
        ]
        for one in read.sessions
    ]
    return [read.name, read.time_zone, members, sessions, transfers_said(read.transfers)]


def _add_club(to: Ready, read: ReadClub, slug: str, client_id: str) -> int:
    """The rows of the club and all that is in it. Its place in the batch."""
    club = to.batch.add(Club, slug=slug, client_id=client_id, name=read.name, time_zone=read.time_zone)
    for one in read.members:  # alone in the batch, so their places are those of the document
        to.batch.add(
            Member, club_id=club, name=one.name, retired_at=one.retired_at, merged_into_id=one.merged_into
        )
    for evening in read.sessions:
        add_session(
            to,
            evening.session,
            slug=fresh_slug(),
            client_id=fresh_id(),
            in_club=InClub(club, evening.members, evening.archived_at),
        )
    for paid in read.transfers:
        to.batch.add(
            TabTransfer,
            club_id=club,
            payer_id=paid.payer,
            payee_id=paid.payee,
            reverses_id=paid.reverses,
            **transfer_columns(paid, to.device_id),
        )
    return club

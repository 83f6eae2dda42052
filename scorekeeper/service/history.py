"""Taking back: undo, redo, reopening. Nothing is deleted."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.kernel import Message, Payment, replay, say
from scorekeeper.service.corrections import keep_correction
from scorekeeper.service.entries import append, refuse_stale, steps_of
from scorekeeper.service.errors import NothingThere
from scorekeeper.service.open_match import OpenMatch, live_entries, open_match
from scorekeeper.service.outcomes import AnyMatch, newest_of, outcome_of
from scorekeeper.service.sessions import player_ids
from scorekeeper.service.transaction import writing
from scorekeeper.store import Entry, Transfer, db
from scorekeeper.store.database import now


def undo(slug: str, number: int, device_id: str, *, version: int) -> OpenMatch:
    """Takes back the newest entry. Raises Stale, NotFound (nothing to take back) or NotAllowed."""
    with writing() as session:
        opened = open_match(slug, number, device_id, writes=True)
        refuse_stale(opened, version)
        entries = live_entries(opened.match)
        if not entries:
            raise NothingThere("nothing_to_undo", say("Nothing is entered that could be taken back."))
        was, undone = opened.state, entries.pop()
        undone.voided_at = now()
        opened.match.undone = [*opened.match.undone, undone.id]
        opened.match.entries_made = entries[-1].seq if entries else 0
        state = replay(opened.game, opened.setup, [entry.data for entry in entries]).state
        keep_entries(session, opened, entries, state)
        _keep_if_paid(session, opened, undone, was, device_id)
        return opened


def _keep_if_paid(session: Session, opened: OpenMatch, entry: Entry, was: Any, device_id: str) -> None:
    """Keeps what taking ``entry`` back, or bringing it back, changed, if it can have been paid for.

    For cash a hand is mostly taken back before anybody has put money down: the page says what goes back, and
    nothing is kept of it.
    """
    paid_since = select(Transfer.id).where(
        Transfer.session_id == opened.match.session_id,
        Transfer.unit == opened.unit,
        Transfer.made_at >= entry.made_at,
    )
    if opened.settle != "cash" and session.scalar(paid_since.limit(1)) is not None:
        unit = entry.unit if entry.unit is not None else opened.state.unit
        keep_correction(session, opened, unit, was, device_id)


def keep_entries(
    session: Session, opened: OpenMatch, entries: Sequence[Entry], state: Any, *, changes: int = 1
) -> None:
    """Saves that the match now consists of ``entries``, which come to ``state``, ``changes`` versions on."""
    connection = session.connection()
    opened.match.seats = player_ids(connection, opened.match.session_id, state.table.names)
    last = entries[-1] if entries else None
    newest = newest_of(last.outcome, last.unit, last.completes) if last else None
    opened.keep(connection, state, newest, changes=changes)


def redo(slug: str, number: int, device_id: str, *, version: int) -> OpenMatch:
    """Plays the entry that was taken back last again, under a new id. Raises as :func:`undo` does."""
    with writing() as session:
        opened = open_match(slug, number, device_id, writes=True)
        refuse_stale(opened, version)
        if not opened.match.undone:
            raise NothingThere("nothing_to_redo", say("Nothing was taken back that could be brought back."))
        *rest, entry_id = opened.match.undone
        again, was = session.get_one(Entry, entry_id), opened.state
        append(
            session.connection(),
            opened,
            [again.data],
            steps_of(opened, [again.data]),
            device_id=device_id,
            client_id=str(uuid.uuid4()),
            undone=rest,
        )
        _keep_if_paid(session, opened, again, was, device_id)
        return opened


def redo_said(match: AnyMatch, names: Sequence[str]) -> tuple[Message, list[str]] | None:
    """What redo would bring back, as the history said it; None if there is nothing.

    ``names``: of the seats now. Comes back with the name of who had joined, if that was taken back.
    """
    entry = db.session.get(Entry, match.undone[-1]) if match.undone else None
    if entry is None:
        return None
    joined = [entry.data["name"]] if entry.type == "join" else []
    return outcome_of(entry).said, [*names, *joined]


def last_taken_back(match: AnyMatch) -> tuple[Payment, ...]:
    """What was owed for the entry that was taken back last, by undo or by reopening the match."""
    gone = select(Entry).where(Entry.match_id == match.id, Entry.voided_at.is_not(None))
    entry = db.session.scalar(gone.order_by(Entry.voided_at.desc(), Entry.id.desc()).limit(1))
    return outcome_of(entry).payments if entry else ()


def reopen(slug: str, number: int, device_id: str, *, version: int) -> OpenMatch:
    """Takes back the end of a finished match; notes made since stay. Raises as :func:`undo` does."""
    with writing() as session:
        opened = open_match(slug, number, device_id, writes=True)
        refuse_stale(opened, version)
        entries = live_entries(opened.match)
        # Said by the players, or the entry with which the match ended by its rules.
        ended_by = (entry for entry in reversed(entries) if entry.type != "note")
        finish = next(ended_by, None) if opened.match.finished else None
        if finish is None:
            raise NothingThere("not_finished", say("The game is not finished."))
        finish.voided_at = now()
        opened.match.undone = []
        entries.remove(finish)
        was = opened.state
        keep_entries(
            session, opened, entries, replay(opened.game, opened.setup, [e.data for e in entries]).state
        )
        _keep_if_paid(session, opened, finish, was, device_id)
        return opened


def state_before_entry(opened: OpenMatch, client_id: str) -> Any | None:
    """The state in which the entry sent under this id was made; None if none was, or it no longer counts."""
    entries = live_entries(opened.match)
    place = next((place for place, entry in enumerate(entries) if entry.client_id == client_id), None)
    if place is None:
        return None
    return replay(opened.game, opened.setup, [entry.data for entry in entries[:place]]).state

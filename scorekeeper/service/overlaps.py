"""Two phones at the same hand: what the other one entered meanwhile, and whose entry shall stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from scorekeeper.kernel import Replay, replay
from scorekeeper.service.entries import append, refuse_stale, stale, steps_of
from scorekeeper.service.history import keep_entries
from scorekeeper.service.open_match import OpenMatch, live_entries, open_match
from scorekeeper.service.transaction import writing
from scorekeeper.store import Access, Entry, Player, db
from scorekeeper.store.database import now


@dataclass(frozen=True, slots=True)
class Overlap:
    """What was entered since a page was drawn, where nothing else happened since.

    ``before``: the state that the page saw; ``theirs``: the entries that came since; ``by``: whose phone
    entered the last of them, if that was said, and ``device_id`` which.
    """

    before: Any
    theirs: tuple[Entry, ...]
    by: str | None
    device_id: str


def overlap(opened: OpenMatch, seen: int) -> Overlap | None:
    """What came since version ``seen``; None where nothing did, or something was taken back or corrected."""
    known, theirs = _parted(live_entries(opened.match), opened.match.version, seen)
    if not theirs:
        return None
    device_id = theirs[-1].device_id
    name = db.session.scalar(
        select(Player.name)
        .join(Access, Access.player_id == Player.id)
        .where(Access.device_id == device_id, Access.session_id == opened.match.session_id)
    )
    return Overlap(_replayed(opened, known).state, tuple(theirs), name, device_id)


def _parted(entries: Sequence[Entry], version: int, seen: int) -> tuple[list[Entry], list[Entry]]:
    """The entries up to version ``seen``, and those since: none of these where more than that happened."""
    theirs = [entry for entry in entries if entry.version is not None and entry.version > seen]
    if len(theirs) != version - seen:
        return list(entries), []
    return list(entries[: len(entries) - len(theirs)]), theirs


def _replayed(opened: OpenMatch, entries: Sequence[Entry]) -> Replay[Any]:
    return replay(opened.game, opened.setup, [entry.data for entry in entries])


def replace_theirs(
    slug: str,
    number: int,
    device_id: str,
    raws: Sequence[Mapping[str, Any]],
    *,
    seen: int,
    version: int,
    client_id: str,
) -> OpenMatch:
    """Takes back what came since version ``seen`` and enters ``raws`` (perhaps nothing) in its place.

    What is taken back stays in the history. ``version`` is the one of the page on which that was decided.
    Raises Refused, Stale (also where more has happened than entries), NotFound or NotAllowed; then nothing is
    saved.
    """
    with writing() as session:
        opened = open_match(slug, number, device_id, writes=True)
        refuse_stale(opened, version)
        known, theirs = _parted(live_entries(opened.match), opened.match.version, seen)
        if not theirs:
            raise stale(opened)
        for entry in theirs:
            entry.voided_at = now()
        opened.match.undone = []
        opened.match.entries_made = known[-1].seq if known else 0
        keep_entries(session, opened, known, _replayed(opened, known).state)
        if raws:
            steps = steps_of(opened, raws)
            append(session.connection(), opened, raws, steps, device_id=device_id, client_id=client_id)
        return opened

"""Two phones at the same hand: what the other one entered meanwhile, and whose entry shall stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from scorekeeper.kernel import Replay, replay
from scorekeeper.service.corrections import keep_correction
from scorekeeper.service.entries import append, is_repeat, refuse_stale, stale, steps_of
from scorekeeper.service.history import keep_entries
from scorekeeper.service.open_match import OpenMatch, live_entries, open_match
from scorekeeper.service.phones import player_of
from scorekeeper.service.transaction import writing
from scorekeeper.store import Entry, db
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
    """What came since version ``seen``, where that is a part of the unit that the page is about, or notes.

    None where more happened: something was taken back or corrected, or the table has gone on to another unit.
    """
    parted = _parted(opened, live_entries(opened.match), seen)
    if parted is None:
        return None
    known, theirs = parted
    device_id = theirs[-1].device_id
    name = player_of(opened.match.session_id, device_id)
    return Overlap(_replayed(opened, known).state, tuple(theirs), name, device_id)


def _parted(opened: OpenMatch, entries: Sequence[Entry], seen: int) -> tuple[list[Entry], list[Entry]] | None:
    """The entries that stay, and those of the unit in conflict; None where more happened than that."""
    came = opened.match.version - seen
    if not 0 < came <= len(entries):
        return None
    since = entries[-came:]
    if [entry.version for entry in since] != list(range(seen + 1, opened.match.version + 1)):
        return None
    known = list(entries[:-came])
    unit = _replayed(opened, known).state.unit
    theirs = [entry for entry in since if entry.unit == unit]
    notes = [entry for entry in since if entry.type == "note"]
    if not theirs or len(theirs) + len(notes) < came or any(entry.amended for entry in since):
        return None
    if _replaced_something(opened, since):
        return None
    return known + notes, theirs


def _replaced_something(opened: OpenMatch, since: Sequence[Entry]) -> bool:
    """Whether something that the page showed gave way to these entries: a whole unit sent in its place."""
    begun_at = min(entry.made_at for entry in since)
    gone = select(Entry.id).where(Entry.match_id == opened.match.id, Entry.voided_at >= begun_at).limit(1)
    return db.session.scalar(gone) is not None


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
    """Takes back what came since version ``seen`` in that unit, and enters ``raws`` (or nothing) instead.

    What is taken back stays in the history. ``version`` is the one of the page on which that was decided. The
    same again under the same ``client_id`` changes nothing. Raises Refused, Stale (also where more has
    happened than an entry in that unit), NotFound or NotAllowed; then nothing is saved.
    """
    with writing() as session:
        opened = open_match(slug, number, device_id, writes=True)
        if raws and is_repeat(opened, client_id, raws):
            return opened
        refuse_stale(opened, version)
        parted = _parted(opened, live_entries(opened.match), seen)
        if parted is None:
            raise stale(opened)
        was, (known, theirs) = opened.state, parted
        for entry in theirs:
            entry.voided_at = now()
        opened.match.undone = []
        opened.match.entries_made = known[-1].seq if known else 0
        keep_entries(session, opened, known, _replayed(opened, known).state)
        if raws:
            steps = steps_of(opened, raws)
            append(
                session.connection(),
                opened,
                raws,
                steps,
                device_id=device_id,
                client_id=client_id,
                amended=True,
            )
        if theirs[-1].unit is not None:
            keep_correction(session, opened, theirs[-1].unit, was, device_id)
        return opened

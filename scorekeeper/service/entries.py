"""Adding an entry, and seeing beforehand what it would do."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from scorekeeper.kernel import Refused, Step, play, say
from scorekeeper.service.errors import NotAllowed, Stale
from scorekeeper.service.open_match import OpenMatch, Overtaken, open_match, refuse_shut_out
from scorekeeper.service.outcomes import AnyMatch, kept, newest_of
from scorekeeper.service.sessions import player_ids
from scorekeeper.service.transaction import writing_rows
from scorekeeper.store import Entry, db
from scorekeeper.store.following import entered
from scorekeeper.store.matches import add_entry, sent_entry


def preview_entries(opened: OpenMatch, raws: Sequence[object]) -> Step[Any]:
    """What ``raws``, one after the other, would do now: the last step. Saves nothing; raises Refused."""
    return steps_of(opened, raws)[-1]


def steps_of(opened: OpenMatch, raws: Sequence[object]) -> list[Step[Any]]:
    """What each of ``raws``, one after the other, would do now. Saves nothing; raises Refused."""
    refuse_nothing(raws)
    state, steps = opened.state, []
    for raw in raws:
        steps.append(play(opened.game, state, raw))
        state = steps[-1].state
    return steps


def add_entries(
    slug: str, number: int, device_id: str, raws: Sequence[Mapping[str, Any]], *, version: int, client_id: str
) -> OpenMatch:
    """Adds entries that were sent together (mostly one) to a match, all or none.

    ``version`` is the one that the page saw. Raises Refused, Stale, NotFound or NotAllowed, and then
    nothing is saved. The same again under the same ``client_id`` adds nothing and answers as the first
    time did.
    """
    opened = open_match(slug, number, device_id)
    add_entries_to(opened, raws, device_id=device_id, version=version, client_id=client_id)
    return opened


def add_entries_to(
    opened: OpenMatch, raws: Sequence[Mapping[str, Any]], *, device_id: str, version: int, client_id: str
) -> None:
    """:func:`add_entries` to a match that is open already. It is read again only if it has changed since."""
    if opened.role != "scorer":
        raise NotAllowed
    refuse_nothing(raws)
    while version == opened.match.version or still_fits(opened, raws, seen=version):
        if version != opened.match.version and is_repeat(opened, client_id, raws):
            return
        steps = steps_of(opened, raws)
        try:
            with writing_rows() as connection:
                # Somebody may have put this phone out since the page asked for the match.
                refuse_shut_out(connection, opened, device_id)
                append(connection, opened, raws, steps, device_id=device_id, client_id=client_id)
        except Overtaken:
            opened.read_again()
        except IntegrityError:
            # This id is known: sent twice at once, or gone back to and brought up to date.
            opened.read_again()
            break
        else:
            return
    refuse_unless_repeat(opened, client_id, raws)


def still_fits(opened: OpenMatch, raws: Sequence[object], *, seen: int) -> bool:
    """Whether what a page at version ``seen`` sends may be entered although the match has moved on.

    A note may always; entries that commute, if nothing else has come since; any, if only notes have.
    """
    kinds = {str(raw.get("type")) if isinstance(raw, Mapping) else "" for raw in raws} - {"note"}
    if not kinds:
        return True
    alike = not opened.game.commutes or kinds <= opened.game.commutes
    return alike and steady_since(opened, seen)


def steady_since(opened: OpenMatch, seen: int) -> bool:
    """Whether only such has come since version ``seen`` as commutes."""
    return opened.match.steady_since <= seen <= opened.match.version


def version_left(opened: OpenMatch, client_id: str) -> int | None:
    """The version that the entry sent under this id made; None where none came, or it no longer counts."""
    known = sent_entry(db.session.connection(), opened.match.id, client_id)
    return known.version if known is not None and known.voided_at is None else None


def entries_after(match: AnyMatch, seq: int, most: int) -> list[Entry]:
    """The entries that count behind the place ``seq`` (they begin with 1), ``most`` of them, in order."""
    rows = (
        select(Entry)
        .where(Entry.match_id == match.id, Entry.voided_at.is_(None), Entry.seq > seq)
        .order_by(Entry.seq)
        .limit(most)
    )
    return list(db.session.scalars(rows))


def entries_sent(match: AnyMatch, client_id: str, number: int) -> list[Entry]:
    """The ``number`` entries that were sent together under this id and still count, in order."""
    sent = select(Entry).where(
        Entry.match_id == match.id, Entry.client_id == client_id, Entry.voided_at.is_(None)
    )
    last = db.session.scalar(sent)
    return entries_after(match, last.seq - number, number) if last else []


def refuse_nothing(raws: Sequence[object]) -> None:
    """Raises Refused where no entry was sent."""
    if not raws:
        raise Refused("entries", "missing", say("Nothing was entered."))


def refuse_unless_repeat(opened: OpenMatch, client_id: str, raws: Sequence[Mapping[str, Any]]) -> None:
    """Raises Stale unless the entries ``raws`` are there already under this id: they were sent twice."""
    if not is_repeat(opened, client_id, raws):
        raise stale(opened)


def is_repeat(opened: OpenMatch, client_id: str, raws: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the entries ``raws`` count already, under this id."""
    # Where they say something else, or were taken back, somebody went back to a form that was sent before.
    return [entry.data for entry in entries_sent(opened.match, client_id, len(raws))] == list(raws)


def is_used(opened: OpenMatch, client_id: str) -> bool:
    """Whether something was entered under this id, whatever became of it."""
    return sent_entry(db.session.connection(), opened.match.id, client_id) is not None


def refuse_stale(opened: OpenMatch, version: int) -> None:
    """Raises Stale unless the page that sent something saw the match as it is now."""
    if version != opened.match.version:
        raise stale(opened)


def stale(opened: OpenMatch) -> Stale:
    """The refusal that says where the match is now."""
    said = opened.newest.said if opened.newest else None
    return Stale(opened.match.version, said, opened.state.table.names, opened.unit)


def append(
    connection: Connection,
    opened: OpenMatch,
    raws: Sequence[Mapping[str, Any]],
    steps: Sequence[Step[Any]],
    *,
    device_id: str,
    client_id: str,
    undone: Sequence[int] = (),
    amended: bool = False,
) -> None:
    """Writes ``raws`` and what they do behind the entries that count; the last one gets ``client_id``.

    ``undone``: what redo can bring back afterwards; ``amended``: they stand in place of others.
    Raises Overtaken, or IntegrityError if the id is known.
    """
    match = opened.match
    outcomes = [kept(step) for step in steps]
    rows = [
        {
            "match_id": match.id,
            "seq": match.entries_made + place,
            "client_id": client_id if place == len(raws) else str(uuid.uuid4()),
            "type": raw["type"],
            "data": dict(raw),
            "device_id": device_id,
            "version": match.version + place,
            "amended": amended,
            **outcome,
        }
        for place, (raw, outcome) in enumerate(zip(raws, outcomes, strict=True), start=1)
    ]
    state = steps[-1].state
    if len(state.table.names) != len(match.seats):  # somebody joins
        match.seats = player_ids(connection, match.session_id, state.table.names)
    match.entries_made += len(rows)
    match.undone = list(undone)
    steady = {raw["type"] for raw in raws} <= opened.game.commutes | {"note"}
    opened.keep(connection, state, newest_of(**outcomes[-1]), changes=len(rows), steady=steady)
    for row in rows:
        add_entry(connection, row)
    entered(connection, match.id, device_id)

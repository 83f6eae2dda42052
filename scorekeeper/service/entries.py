"""Adding an entry, and seeing beforehand what it would do."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from scorekeeper.kernel import Refused, Step, play, say
from scorekeeper.service.errors import NotAllowed, Stale
from scorekeeper.service.open_match import OpenMatch, Overtaken, open_match
from scorekeeper.service.outcomes import kept, newest_of
from scorekeeper.service.sessions import player_ids
from scorekeeper.service.transaction import writing_rows
from scorekeeper.store import db
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
    if version != opened.match.version:
        refuse_unless_repeat(opened, client_id, raws[-1])
        return
    steps = steps_of(opened, raws)
    try:
        with writing_rows() as connection:
            append(connection, opened, raws, steps, device_id=device_id, client_id=client_id)
    except Overtaken:
        opened.read_again()
        refuse_unless_repeat(opened, client_id, raws[-1])
    except IntegrityError:
        # Something else was entered under this id: a form that was sent, gone back to and brought up to date.
        opened.read_again()
        raise stale(opened) from None


def refuse_nothing(raws: Sequence[object]) -> None:
    """Raises Refused where no entry was sent."""
    if not raws:
        raise Refused("entries", "missing", say("Nothing was entered."))


def refuse_unless_repeat(opened: OpenMatch, client_id: str, raw: Mapping[str, Any]) -> None:
    """Raises Stale unless the entry ``raw`` is there already, under this id: then it was just sent twice."""
    known = sent_entry(db.session.connection(), opened.match.id, client_id)
    # Where it says something else, or was taken back, somebody went back to a form that was sent before.
    if known is None or known.data != raw or known.voided_at is not None:
        raise stale(opened)


def refuse_stale(opened: OpenMatch, version: int) -> None:
    """Raises Stale unless the page that sent something saw the match as it is now."""
    if version != opened.match.version:
        raise stale(opened)


def stale(opened: OpenMatch) -> Stale:
    """The refusal that says where the match is now."""
    said = opened.newest.said if opened.newest else None
    return Stale(opened.match.version, said, opened.state.table.names)


def append(
    connection: Connection,
    opened: OpenMatch,
    raws: Sequence[Mapping[str, Any]],
    steps: Sequence[Step[Any]],
    *,
    device_id: str,
    client_id: str,
    undone: Sequence[int] = (),
) -> None:
    """Writes ``raws`` and what they do behind the entries that count; the last one gets ``client_id``.

    ``undone``: what redo can bring back afterwards. Raises Overtaken, or IntegrityError if the id is known.
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
            **outcome,
        }
        for place, (raw, outcome) in enumerate(zip(raws, outcomes, strict=True), start=1)
    ]
    state = steps[-1].state
    if len(state.table.names) != len(match.seats):  # somebody joins
        match.seats = player_ids(connection, match.session_id, state.table.names)
    match.entries_made += len(rows)
    match.undone = list(undone)
    opened.keep(connection, state, newest_of(**outcomes[-1]), changes=len(rows))
    for row in rows:
        add_entry(connection, row)

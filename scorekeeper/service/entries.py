"""Adding an entry, and seeing beforehand what it would do."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorekeeper.kernel import Refused, Step, play
from scorekeeper.service.errors import NotAllowed, Stale
from scorekeeper.service.open_match import OpenMatch, open_match
from scorekeeper.service.outcomes import keep_outcome
from scorekeeper.service.sessions import player_ids
from scorekeeper.service.transaction import writing
from scorekeeper.store import Entry, Match

_VERSION = select(Match.version).where(Match.id == bindparam("match_id")).with_for_update()
_SENT = select(Entry.data, Entry.voided_at).where(
    Entry.match_id == bindparam("match_id"), Entry.client_id == bindparam("client_id")
)


def preview_entries(opened: OpenMatch, raws: Sequence[object]) -> Step[Any]:
    """What ``raws``, one after the other, would do now: the last step. Saves nothing; raises Refused."""
    step = play(opened.game, opened.state, raws[0])
    for raw in raws[1:]:
        step = play(opened.game, step.state, raw)
    return step


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
    try:
        with writing(keeping=True) as session:
            if session.scalar(_VERSION, {"match_id": opened.match.id}) != opened.match.version:
                opened.read_again()
            # A repeat comes from a page that saw the match before the first time.
            if version != opened.match.version and _is_repeat(session, opened, client_id, raws[-1]):
                return
            refuse_stale(opened, version)
            opened.match.undone = []
            for raw in raws[:-1]:
                append(session, opened, raw, device_id=device_id, client_id=str(uuid.uuid4()))
            append(session, opened, raws[-1], device_id=device_id, client_id=client_id)
    except Refused:
        opened.read_again()  # of several entries the first may have played, but none is saved
        raise
    except IntegrityError:
        # Something else was entered under this id: a form that was sent, gone back to and brought up to date.
        opened.read_again()
        raise stale(opened) from None


def id_is_known(session: Session, opened: OpenMatch, client_id: str) -> bool:
    """Whether an entry of this match, counting or not, came under this id."""
    known = session.execute(_SENT, {"match_id": opened.match.id, "client_id": client_id})
    return known.one_or_none() is not None


def _is_repeat(session: Session, opened: OpenMatch, client_id: str, raw: Mapping[str, Any]) -> bool:
    known = session.execute(_SENT, {"match_id": opened.match.id, "client_id": client_id}).one_or_none()
    if known is None:
        return False
    if known.data != raw or known.voided_at is not None:
        # Somebody went back, to a form that was sent before: it is not the same thing any more.
        raise stale(opened)
    return True


def refuse_stale(opened: OpenMatch, version: int) -> None:
    """Raises Stale unless the page that sent something saw the match as it is now."""
    if version != opened.match.version:
        raise stale(opened)


def stale(opened: OpenMatch) -> Stale:
    """The refusal that says where the match is now."""
    said = opened.newest.said if opened.newest else None
    return Stale(opened.match.version, said, opened.state.table.names)


def append(
    session: Session, opened: OpenMatch, raw: Mapping[str, Any], *, device_id: str, client_id: str
) -> Entry:
    """Plays ``raw`` and writes it behind the entries that count. Raises Refused."""
    step = play(opened.game, opened.state, raw)
    match = opened.match
    match.entries_made += 1
    entry = Entry(
        match_id=match.id,
        seq=match.entries_made,
        client_id=client_id,
        type=raw["type"],
        data=dict(raw),
        device_id=device_id,
    )
    keep_outcome(entry, step)
    session.add(entry)
    opened.keep(step.state, entry)
    _seat_newcomers(session, opened)
    return entry


def _seat_newcomers(session: Session, opened: OpenMatch) -> None:
    names: Sequence[str] = opened.state.table.names
    if len(names) != len(opened.match.seats):
        opened.match.seats = player_ids(session, opened.session, names)

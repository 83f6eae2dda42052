"""Correcting a whole unit, or entering it at once: what that would do, and doing it. Nothing is deleted."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from scorekeeper.kernel import Message, Refused, Replay, Row, Step, replay, say
from scorekeeper.service.corrections import keep_correction
from scorekeeper.service.entries import refuse_nothing, refuse_stale, stale
from scorekeeper.service.errors import NotFound
from scorekeeper.service.history import keep_entries
from scorekeeper.service.open_match import OpenMatch, live_entries, open_match
from scorekeeper.service.outcomes import kept, outcome_of
from scorekeeper.service.transaction import writing
from scorekeeper.store import Entry
from scorekeeper.store.database import now
from scorekeeper.store.matches import sent_entry


@dataclass(frozen=True, slots=True)
class Misfit:
    """A later entry that would no longer play after a correction: what it said, and why not."""

    said: Message
    unit: int | None
    refused: Refused


class NoLongerFits(Refused):
    """A correction that is refused because of a later entry, which ``field`` and ``code`` are about."""

    def __init__(self, misfit: Misfit) -> None:
        super().__init__(misfit.refused.field, misfit.refused.code, misfit.refused.message)
        self.misfit = misfit


@dataclass(frozen=True, slots=True)
class Amendment:
    """A correction before it is saved.

    ``replayed``: the whole match with it, as far as it plays. ``refused``: why the correction itself
    does not play. ``misfit``: the first later entry that would not. ``changed``: the units after it
    whose figures change.
    """

    replayed: Replay[Any]
    refused: Refused | None
    misfit: Misfit | None
    changed: tuple[int, ...]


def unit_entries(opened: OpenMatch, unit: int) -> list[Entry]:
    """The entries of one hand, round or turn; raises NotFound if there are none or it is not over yet."""
    entries = [entry for entry in live_entries(opened.match) if entry.unit == unit]
    if not any(entry.completes for entry in entries):
        raise NotFound
    return entries


def state_before(opened: OpenMatch, unit: int) -> Any:
    """The state in which ``unit`` began; raises NotFound."""
    before, _ = _around(live_entries(opened.match), unit)
    return replay(opened.game, opened.setup, [entry.data for entry in before]).state


def unit_so_far(opened: OpenMatch, unit: int) -> tuple[Any, list[dict[str, Any]]]:
    """The state in which ``unit`` began, or would begin now; and what was entered of it."""
    entries = live_entries(opened.match)
    before, _ = _around(entries, unit, under_way=True)
    state = replay(opened.game, opened.setup, [entry.data for entry in before]).state
    return state, [entry.data for entry in entries if entry.unit == unit]


def preview_amendment(opened: OpenMatch, unit: int, raws: Sequence[Mapping[str, Any]]) -> Amendment:
    """What replacing all entries of ``unit`` by ``raws`` would do. Saves nothing; raises NotFound."""
    return _amendment(opened, live_entries(opened.match), unit, raws)


def _amendment(
    opened: OpenMatch,
    entries: Sequence[Entry],
    unit: int,
    raws: Sequence[Mapping[str, Any]],
    *,
    under_way: bool = False,
) -> Amendment:
    before, after = _around(entries, unit, under_way=under_way)
    refuse_nothing(raws)
    played = replay(opened.game, opened.setup, [*(e.data for e in before), *raws, *(e.data for e in after)])
    refused, misfit = None, None
    own = played.steps[len(before) : len(before) + len(raws)]
    if len(own) == len(raws) and not _is_whole(own, unit):
        unit_name = opened.game.unit_name
        text = say("A correction is one whole %(unit)s, from its beginning to its end.", unit=unit_name)
        refused = Refused("entries", "not_whole_unit", text)
    if played.stopped is not None:
        at = played.stopped.index - len(before) - len(raws)
        if at < 0:
            refused = played.stopped.refused
        elif refused is None:
            misfit = Misfit(outcome_of(after[at]).said, after[at].unit, played.stopped.refused)
    later = played.steps[len(before) + len(raws) :]
    changed = dict.fromkeys(
        step.row.unit
        for entry, step in zip(after, later, strict=False)
        if step.row is not None and _shown(step.row) != _shown(outcome_of(entry).row)
    )
    return Amendment(played, refused, misfit, tuple(changed))


def _shown(row: Row | None) -> Row | None:
    """What the sheet shows of a row: one that was kept before there were feats shows the same without."""
    return replace(row, feats=()) if row else None


def _is_whole(steps: Sequence[Step[Any]], unit: int) -> bool:
    """Whether these steps are all part of ``unit``, and complete it."""
    return all(step.unit == unit for step in steps) and any(step.row is not None for step in steps)


def _around(
    entries: Sequence[Entry], unit: int, *, under_way: bool = False
) -> tuple[list[Entry], list[Entry]]:
    """The entries before and after those of ``unit``; what was entered in between stays, after them.

    ``under_way``: the unit need not be over, nor begun.
    """
    places = [at for at, entry in enumerate(entries) if entry.unit == unit]
    if under_way and not places:
        return list(entries), []
    if not places or not (under_way or any(entry.completes and entry.unit == unit for entry in entries)):
        raise NotFound
    first = places[0]
    return list(entries[:first]), [entry for entry in entries[first:] if entry.unit != unit]


def amend_unit(
    slug: str,
    number: int,
    device_id: str,
    unit: int,
    raws: Sequence[Mapping[str, Any]],
    *,
    version: int,
    client_id: str,
    under_way: bool = False,
) -> OpenMatch:
    """Replaces all entries of ``unit`` by ``raws`` and works out again what follows.

    ``under_way``: it is the unit that is being played, of which something was entered already, or nothing.

    Raises Refused if the correction, NoLongerFits if an entry after it, does not play; then nothing is saved.
    The replaced entries stay in the history, voided. The same again under the same ``client_id`` changes
    nothing.
    """
    with writing() as session:
        opened = open_match(slug, number, device_id, writes=True)
        entries = live_entries(opened.match)
        if sent_entry(session.connection(), opened.match.id, client_id) is not None:
            now_there = [entry for entry in entries if entry.unit == unit]
            same = [entry.data for entry in now_there] == list(raws)
            if now_there and same and now_there[-1].client_id == client_id:
                return opened
            raise stale(opened)
        refuse_stale(opened, version)
        if under_way and unit != opened.state.unit:
            raise stale(opened)
        amendment = _amendment(opened, entries, unit, raws, under_way=under_way)
        if amendment.refused:
            raise amendment.refused
        if amendment.misfit:
            raise NoLongerFits(amendment.misfit)
        was = opened.state
        before, after = _around(entries, unit, under_way=under_way)
        replaced = [entry for entry in entries if entry.unit == unit]
        made_at = now() if under_way else replaced[-1].made_at
        for entry in replaced:
            entry.voided_at = now()
        fresh = _fresh(opened, raws, client_id, under_way=under_way, device_id=device_id, made_at=made_at)
        _write_anew(
            session,
            opened,
            [*before, *fresh, *after],
            amendment.replayed,
            changes=len(fresh) if under_way else 1,
        )
        if not under_way:  # it was not over, so nothing was paid for it
            keep_correction(session, opened, unit, was, device_id)
        return opened


def _fresh(
    opened: OpenMatch,
    raws: Sequence[Mapping[str, Any]],
    client_id: str,
    *,
    under_way: bool,
    device_id: str,
    made_at: datetime,
) -> list[Entry]:
    """The entries of a unit that is entered anew; the last one gets ``client_id``."""
    return [
        Entry(
            match_id=opened.match.id,
            client_id=client_id if at == len(raws) - 1 else str(uuid.uuid4()),
            type=raw["type"],
            data=dict(raw),
            device_id=device_id,
            made_at=made_at,
            amended=not under_way,
            # What is entered for the first time makes a version each, as if it had come one by one.
            version=opened.match.version + 1 + at * under_way,
        )
        for at, raw in enumerate(raws)
    ]


def _write_anew(
    session: Session, opened: OpenMatch, entries: Sequence[Entry], played: Replay[Any], *, changes: int
) -> None:
    for seq, (entry, step) in enumerate(zip(entries, played.steps, strict=True), start=1):
        entry.seq = seq
        for name, value in kept(step).items():
            setattr(entry, name, value)
    session.add_all(entries)
    opened.match.entries_made = len(entries)
    opened.match.undone = []
    keep_entries(session, opened, entries, played.state, changes=changes)

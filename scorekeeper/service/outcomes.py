"""What an entry did, as it is kept beside the entry and read by score sheet, money and exports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from sqlalchemy import select

from scorekeeper.kernel import COMMON_ENTRIES, Caution, Message, Payment, Row, Step, decoded, encoded
from scorekeeper.store import Entry, Match, StoredMatch, db

AnyMatch = StoredMatch | Match
"""However it was read."""


@dataclass(frozen=True, slots=True)
class EntryOutcome:
    """The kept part of a :class:`~scorekeeper.kernel.Step`."""

    said: Message
    row: Row | None
    payments: tuple[Payment, ...]
    warnings: tuple[Caution, ...]


def kept(step: Step[Any]) -> dict[str, Any]:
    """What ``step`` did, as columns of its entry."""
    outcome = EntryOutcome(step.said, step.row, step.payments, step.warnings)
    return {"outcome": encoded(outcome), "unit": step.unit, "completes": step.row is not None}


def newest_of(outcome: Mapping[str, Any], unit: int | None, completes: bool) -> dict[str, Any]:
    """What the match keeps of its newest entry, from these columns of it."""
    return {"unit": unit, "completes": completes, "said": outcome["said"]}


def outcome_of(entry: Entry) -> EntryOutcome:
    """What ``entry`` did."""
    return decoded(entry.outcome, EntryOutcome)


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A completed unit on the score sheet, with when it was entered and whether it was corrected since."""

    seq: int
    outcome: EntryOutcome
    made_at: datetime
    device_id: str
    amended: bool

    @property
    def row(self) -> Row:
        """The row of the sheet."""
        return cast("Row", self.outcome.row)  # the query asked for nothing else


def sheet_lines(match: AnyMatch) -> list[SheetLine]:
    """Every completed unit of ``match`` in order, with its last row. Reads outcomes, replays nothing."""
    rows = db.session.execute(
        select(Entry.seq, Entry.outcome, Entry.made_at, Entry.device_id, Entry.amended)
        .where(Entry.match_id == match.id, Entry.voided_at.is_(None), Entry.completes)
        .order_by(Entry.seq)
    )
    lines = (
        SheetLine(r.seq, decoded(r.outcome, EntryOutcome), r.made_at, r.device_id, r.amended) for r in rows
    )
    return list({line.row.unit: line for line in lines}.values())


def paying_entries(match: AnyMatch) -> list[tuple[int, EntryOutcome]]:
    """What made somebody owe something, in order, with the number of its unit.

    An end by hand may do so too (a bowl that is shared out); it counts to the unit after the last one.
    """
    rows = db.session.execute(
        select(Entry.unit, Entry.outcome)
        .where(
            Entry.match_id == match.id, Entry.voided_at.is_(None), Entry.completes | (Entry.type == "finish")
        )
        .order_by(Entry.seq)
    )
    paying, last = [], 0
    for row in rows:
        last = row.unit if row.unit is not None else last + 1
        if row.outcome["payments"]:
            paying.append((last, decoded(row.outcome, EntryOutcome)))
    return paying


def newest_payments(match: AnyMatch) -> tuple[Payment, ...]:
    """What the newest entry that counts made people owe; notes are passed over."""
    entry = db.session.scalar(
        select(Entry)
        .where(Entry.match_id == match.id, Entry.voided_at.is_(None), Entry.type != "note")
        .order_by(Entry.seq.desc())
        .limit(1)
    )
    return outcome_of(entry).payments if entry is not None else ()


def table_events(match: AnyMatch) -> list[tuple[int, Message]]:
    """What changed between the units (somebody sat out, another stake): place in the order, and the words."""
    rows = db.session.execute(
        select(Entry.seq, Entry.outcome)
        .where(
            Entry.match_id == match.id,
            Entry.voided_at.is_(None),
            Entry.unit.is_(None),
            Entry.type.not_in(COMMON_ENTRIES),
        )
        .order_by(Entry.seq)
    )
    return [(row.seq, decoded(row.outcome, EntryOutcome).said) for row in rows]


def notes_of(match: AnyMatch) -> list[tuple[datetime, Message]]:
    """The notes of ``match``, oldest first, with when they were written."""
    rows = db.session.execute(
        select(Entry.made_at, Entry.outcome)
        .where(Entry.match_id == match.id, Entry.voided_at.is_(None), Entry.type == "note")
        .order_by(Entry.seq)
    )
    return [(row.made_at, decoded(row.outcome, EntryOutcome).said) for row in rows]

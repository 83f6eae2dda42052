"""What an entry did, as it is kept beside the entry and read by score sheet, money and exports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from sqlalchemy import Connection, func, select

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

    What is part of no unit may do so too (a bowl that is shared out, or won in a play-off); it counts to the
    unit after the last one.
    """
    rows = db.session.execute(
        select(Entry.unit, Entry.outcome)
        .where(Entry.match_id == match.id, Entry.voided_at.is_(None), Entry.completes | Entry.unit.is_(None))
        .order_by(Entry.seq)
    )
    paying, last = [], 0
    for row in rows:
        last = row.unit if row.unit is not None else last
        if row.outcome["payments"]:
            unit = last if row.unit is not None else last + 1
            paying.append((unit, decoded(row.outcome, EntryOutcome)))
    return paying


def payments_made(match: AnyMatch) -> list[tuple[int, Payment]]:
    """What each entry makes somebody owe, with the place of the entry in the match, from 0."""
    rows = db.session.execute(
        select(Entry.seq, Entry.outcome)
        .where(Entry.match_id == match.id, Entry.voided_at.is_(None), Entry.completes | Entry.unit.is_(None))
        .order_by(Entry.seq)
    )
    return [
        (row.seq - 1, payment)
        for row in rows
        if row.outcome["payments"]
        for payment in decoded(row.outcome, EntryOutcome).payments
    ]


def newest_payments(match: AnyMatch) -> tuple[Payment, ...]:
    """What the newest entry made people owe, if nothing has happened in the match since but notes."""
    live = (Entry.match_id == match.id, Entry.voided_at.is_(None))
    entry = db.session.scalar(
        select(Entry).where(*live, Entry.type != "note").order_by(Entry.seq.desc()).limit(1)
    )
    if entry is None:
        return ()
    notes = db.session.scalar(select(func.count()).select_from(Entry).where(*live, Entry.seq > entry.seq))
    # Each note made one version; taking back, reopening and correcting make some too.
    return outcome_of(entry).payments if entry.version == match.version - (notes or 0) else ()


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


@dataclass(frozen=True, slots=True)
class InShort:
    """What summaries read of an outcome: the unit that it completes, if any, the feats and the payments.

    ``feats``: by seat how often what was done; ``payments``: payer, payee and amount in minor units.
    """

    unit: int | None
    feats: Mapping[int, Counter[str]]
    payments: Sequence[tuple[int, int, int]]


def outcomes_in_short(connection: Connection, match_ids: Sequence[int]) -> dict[int, list[InShort]]:
    """What completed a unit or paid something, by match in its order; one statement for all ``match_ids``.

    What pays completes a unit or belongs to none. The JSON is read as it is: there may be thousands, and
    their sentences are of no interest here.
    """
    rows = connection.execute(
        select(Entry.match_id, Entry.outcome)
        .where(
            Entry.match_id.in_(match_ids), Entry.voided_at.is_(None), Entry.completes | Entry.unit.is_(None)
        )
        .order_by(Entry.match_id, Entry.seq)
    )
    of: dict[int, list[InShort]] = {}
    for match_id, outcome in rows:
        row = outcome["row"] or {}
        feats: dict[int, Counter[str]] = {}
        for feat in row.get("feats", ()):  # what was kept before there were feats has none
            feats.setdefault(feat["seat"], Counter())[feat["key"]] += 1
        payments = [(paid["payer"], paid["payee"], paid["amount"]) for paid in outcome["payments"]]
        of.setdefault(match_id, []).append(InShort(row.get("unit"), feats, payments))
    return of

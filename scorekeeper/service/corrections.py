"""What a corrected hand changed after somebody had paid: shown as a line of its own, never an edit."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.documents import nets
from scorekeeper.service.open_match import OpenMatch
from scorekeeper.store import Correction, Entry, GameSession, Match, Transfer, db


@dataclass(frozen=True, slots=True)
class Corrected:
    """A unit of match ``number`` that was corrected. ``changes``: minor units of ``unit`` by player id.

    ``cash``: the match is paid at the table, so the difference is handed over too; ``device_id``: the phone.
    """

    number: int
    match_unit: int
    unit: str
    changes: dict[int, int]
    at: datetime
    cash: bool
    device_id: str


def keep_correction(
    session: Session, opened: OpenMatch, match_unit: int, before: Any, device_id: str
) -> None:
    """Keeps what a correction changed, where somebody has paid: in a match for cash everybody has, at once.

    ``before``: the match's state before it.
    """
    paid = select(Transfer.id).where(
        Transfer.session_id == opened.match.session_id, Transfer.unit == opened.unit
    )
    if opened.settle != "cash" and session.scalar(paid.limit(1)) is None:
        return
    was, now_is = (nets(opened.game, state, "tally") for state in (before, opened.state))
    changes = {
        str(player): after - then
        for player, then, after in zip(opened.match.seats, [*was, *[0] * len(now_is)], now_is, strict=False)
        if after != then
    }
    if changes:
        session.add(
            Correction(match_id=opened.match.id, match_unit=match_unit, changes=changes, device_id=device_id)
        )


def corrections_in(session: GameSession) -> list[Corrected]:
    """What was corrected after somebody had paid, the newest first."""
    rows = db.session.execute(
        select(Correction, Match)
        .join(Match, Match.id == Correction.match_id)
        .where(Match.session_id == session.id)
        .order_by(Correction.id.desc())
    )
    return [
        Corrected(
            match.number,
            row.match_unit,
            match.setup["stake"]["unit"],
            {int(player): change for player, change in row.changes.items()},
            row.made_at,
            match.setup["stake"]["settle"] == "cash",
            row.device_id,
        )
        for row, match in rows
    ]


def fresh_correction(session: GameSession) -> Corrected | None:
    """The newest correction, unless something was entered, taken back or paid in the session since.

    While it is fresh, what is open can be compared with what was open before it.
    """
    newest = next(iter(corrections_in(session)), None)
    if newest is None:
        return None
    entries = select(func.max(Entry.made_at), func.max(Entry.voided_at)).join(
        Match, Match.id == Entry.match_id
    )
    paid = select(func.max(Transfer.made_at)).where(Transfer.session_id == session.id)
    moments = [
        *db.session.execute(entries.where(Match.session_id == session.id)).one(),
        db.session.scalar(paid),
    ]
    return newest if all(at is None or at <= newest.at for at in moments) else None

"""What a corrected hand changed after somebody had paid: shown as a line of its own, never an edit."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.documents import nets
from scorekeeper.service.open_match import OpenMatch
from scorekeeper.store import Correction, GameSession, Match, Transfer, db


@dataclass(frozen=True, slots=True)
class Corrected:
    """A unit of match ``number`` that was corrected. ``changes``: minor units of ``unit`` by player id."""

    number: int
    match_unit: int
    unit: str
    changes: dict[int, int]
    at: datetime


def keep_correction(
    session: Session, opened: OpenMatch, match_unit: int, before: Any, device_id: str
) -> None:
    """Keeps what a correction changed, where somebody has paid; ``before``: the match's state before it."""
    paid = select(Transfer.id).where(
        Transfer.session_id == opened.match.session_id, Transfer.unit == opened.unit
    )
    if session.scalar(paid.limit(1)) is None:
        return
    was, now_is = (nets(opened.game, state, opened.settle) for state in (before, opened.state))
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
        )
        for row, match in rows
    ]

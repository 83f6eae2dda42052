"""What happened last in a match, and on whose phone: told to those whose page it changes."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import bindparam, select

from scorekeeper.kernel import Message
from scorekeeper.service.open_match import OpenMatch
from scorekeeper.service.outcomes import outcome_of
from scorekeeper.store import Access, Entry, Player, db


@dataclass(frozen=True, slots=True)
class News:
    """The last thing entered.

    ``who``: whose phone it was, None if nobody said; ``own``: the phone that asks; ``unit``: the hand, round
    or turn it is part of; ``whole``: whether that is now over; ``corrected``: whether it was entered anew.
    """

    who: str | None
    own: bool
    unit: int | None
    whole: bool
    corrected: bool
    said: Message


_LAST = (
    select(Entry, Player.name)
    .outerjoin(Access, (Access.device_id == Entry.device_id) & (Access.session_id == bindparam("session_id")))
    .outerjoin(Player, Player.id == Access.player_id)
    .where(Entry.match_id == bindparam("match_id"), Entry.voided_at.is_(None))
    .order_by(Entry.id.desc())
    .limit(1)
)


def last_news(opened: OpenMatch, device_id: str) -> News | None:
    """What was entered last; None if that was taken back since, or nothing was."""
    match = opened.match
    if match.undone:
        return None
    found = db.session.execute(_LAST, {"match_id": match.id, "session_id": match.session_id}).one_or_none()
    if found is None:
        return None
    entry, who = found
    said = outcome_of(entry).said
    return News(who, entry.device_id == device_id, entry.unit, entry.completes, entry.amended, said)

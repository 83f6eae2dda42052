"""What an export is made from: a session as it stands, without what was taken back.

Moments have the session's time zone; amounts are minor units.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from scorekeeper.kernel import Game, Message, Payment, Row, Setup


@dataclass(frozen=True, slots=True)
class ExportedLine:
    """An entry that completed a unit or made somebody owe something.

    ``entry``: its place in ``ExportedMatch.entries``. ``unit``: the hand, round or turn it is part of, None
    for what happens between them. ``row``: of the score sheet, None if it completed no unit. ``corrected``:
    whether it was changed after it was first entered.
    """

    entry: int
    unit: int | None
    row: Row | None
    said: Message
    payments: Sequence[Payment]
    made_at: datetime
    corrected: bool


@dataclass(frozen=True, slots=True)
class ExportedMatch:
    """A match, finished or not.

    ``names``: by seat, late arrivals included. ``entries``: those that count, as the wire format has them.
    ``lines``: what they did, in the same order.
    """

    number: int
    game: Game[Any]
    setup: Setup
    names: Sequence[str]
    entries: Sequence[Mapping[str, Any]]
    lines: Sequence[ExportedLine]


@dataclass(frozen=True, slots=True)
class ExportedTransfer:
    """Money that really changed hands.

    ``payer`` and ``payee``: places in ``ExportedSession.people``. ``reverses``: the place of the transfer
    that this one takes back, in ``ExportedSession.transfers``.
    """

    payer: int
    payee: int
    amount_minor: int
    unit: str
    made_at: datetime
    reverses: int | None = None


@dataclass(frozen=True, slots=True)
class ExportedSession:
    """A session. ``day``: its date at the table; ``time_zone``: an IANA name; ``people``: their names."""

    day: date
    time_zone: str
    people: Sequence[str]
    matches: Sequence[ExportedMatch]
    transfers: Sequence[ExportedTransfer] = ()

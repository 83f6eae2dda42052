"""A club as tables: those of its sessions one below the other, each row with the number of its session."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from scorekeeper.exports.contents import ExportedSession
from scorekeeper.exports.names import distinct
from scorekeeper.exports.tables import (
    HANDS,
    PAYMENTS,
    TRANSFERS,
    Table,
    Value,
    hands,
    payments,
    transfer_rows,
    transfers,
)
from scorekeeper.exports.together import Together
from scorekeeper.exports.wide import WIDE, wide

SESSION = "session"


def club_hands(club: Together) -> Table:
    """One row for each completed hand, round or turn and each player of the match."""
    return Table((SESSION, *HANDS), _numbered(club, hands))


def club_wide(club: Together) -> Table:
    """One row for each completed hand, round or turn; at the end a column for each person of the club."""
    return Table(tuple(distinct((SESSION, *WIDE, *club.people))), _numbered(club, wide))


def club_payments(club: Together) -> Table:
    """One row for each payment: what every entry made somebody owe somebody else."""
    return Table((SESSION, *PAYMENTS), _numbered(club, payments))


def club_transfers(club: Together) -> Table:
    """One row for each transfer, in the sessions and then, of no session, on the club's tab."""
    return Table((SESSION, *TRANSFERS), _transfers(club))


def _numbered(club: Together, table: Callable[[ExportedSession], Table]) -> Iterator[Sequence[Value]]:
    return ((session.number, *row) for session in club.sessions for row in table(session).rows)


def _transfers(club: Together) -> Iterator[Sequence[Value]]:
    yield from _numbered(club, transfers)
    for row, one in zip(transfer_rows(club.people, club.tab), club.tab, strict=True):
        yield None, *row, one.made_at.date()

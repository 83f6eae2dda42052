"""Every match of a club in short, for its statistics and its tab: kept, and worked out anew where it is old.

A summary is a copy, not history. It says at which version of the match it was made; where the match has
moved on since, by an entry, an undo, a correction or by being reopened, it is worked out again when it is
next read, from the match's own state and the outcomes that are kept with its entries. Nothing is replayed,
and no code that changes a match knows of summaries.
"""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, Text, bindparam, cast, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import OperationalError

from scorekeeper.games import GAMES
from scorekeeper.kernel import decoded
from scorekeeper.ledger import Payment, each_to_each, nets
from scorekeeper.service.outcomes import InShort, outcomes_in_short
from scorekeeper.service.transaction import writing_rows
from scorekeeper.statistics import MatchSummary, PairSummary, SeatSummary
from scorekeeper.store import GameSession, Match, Summary, db

MADE_BY = 1
"""The way of summing up. Raise it when what is kept of a match changes: all are then worked out anew."""
PATIENCE_SECONDS = 0.1
"""How long a page waits until it may keep its summaries: they can as well be kept by the next one."""
_log = logging.getLogger(__name__)

_match, _session, _summary = Match.__table__, GameSession.__table__, Summary.__table__
_OF_CLUB = (
    select(
        _match.c.id,
        _match.c.version,
        _match.c.game,
        _match.c.number,
        _match.c.session_id,
        _session.c.day,
        _session.c.archived_at,
        cast(_summary.c.told, Text).label("told"),
    )
    .join(_session, _session.c.id == _match.c.session_id)
    .outerjoin(
        _summary,
        (_summary.c.match_id == _match.c.id)
        & (_summary.c.version == _match.c.version)
        & (_summary.c.made_by == bindparam("made_by")),
    )
    .where(_session.c.club_id == bindparam("club_id"))
    .order_by(_match.c.session_id, _match.c.number)
)
_STALE = select(_match.c.id, _match.c.version, _match.c.game, _match.c.setup, _match.c.seats, _match.c.state)


class SessionDebts(NamedTuple):
    """What the tallied matches of a session made people owe in ``unit``, finished ones or not.

    ``pairs``: set off between each two players, in minor units.
    """

    session: int
    unit: str
    pairs: tuple[PairSummary, ...]


class SummaryRow(NamedTuple):
    """A match of a club as the database has it, with what is kept of it as text: equal rows say the same."""

    id: int
    version: int
    game: str
    number: int
    session: int
    day: date
    archived_at: datetime | None
    told: str


def summary_rows(club_id: int) -> tuple[SummaryRow, ...]:
    """All matches of the club's sessions, archived ones too. Writes what had to be worked out anew.

    Ends the transaction that was under way if it writes. Where somebody else is writing it keeps nothing,
    and answers all the same.
    """
    connection = db.session.connection()
    found = connection.execute(_OF_CLUB, {"club_id": club_id, "made_by": MADE_BY}).all()
    rows = [SummaryRow._make(row) for row in found]
    fresh = _worked_out(connection, [row.id for row in found if row.told is None])  # the join has none
    if not fresh:
        return tuple(rows)
    _keep(fresh)
    return tuple(
        row._replace(version=fresh[row.id][0], told=json.dumps(fresh[row.id][1])) if row.id in fresh else row
        for row in rows
    )


def summaries(club_id: int) -> list[MatchSummary]:
    """The same, read."""
    return [match_summary(row) for row in summary_rows(club_id)]


def debts_of(rows: Iterable[SummaryRow]) -> tuple[SessionDebts, ...]:
    """Who owes whom after each session, in order; after archived ones too: a debt is not put away."""
    owed: dict[tuple[int, str], list[PairSummary]] = {}
    for one in map(match_summary, rows):
        if not one.cash and one.pairs:
            owed.setdefault((one.session, one.unit), []).extend(one.pairs)
    return tuple(
        SessionDebts(*of, tuple(PairSummary(p.payer, p.payee, p.amount) for p in each_to_each(pairs)))
        for of, pairs in owed.items()
    )


def match_summary(row: SummaryRow) -> MatchSummary:
    """What a row says."""
    unit, cash, finished, units, seats, pairs = _read(row.told)
    return MatchSummary(
        row.session,
        row.day.isoformat(),
        row.number,
        row.game,
        unit,
        cash,
        finished,
        row.archived_at is not None,
        units,
        seats,
        pairs,
    )


@lru_cache(maxsize=2048)
def _read(told: str) -> tuple[str, bool, bool, int, tuple[SeatSummary, ...], tuple[PairSummary, ...]]:
    """What is kept of a match. Most texts are those of the page before; read, one takes about 5 KB."""
    unit, cash, finished, units, seats, pairs = json.loads(told)
    return (
        unit,
        cash,
        finished,
        units,
        tuple(map(SeatSummary._make, seats)),
        tuple(map(PairSummary._make, pairs)),
    )


def _worked_out(connection: Connection, match_ids: Sequence[int]) -> dict[int, tuple[int, list[Any]]]:
    """By match its version and what is kept of it, in the order in which :func:`match_summary` reads it."""
    if not match_ids:
        return {}
    outcomes = outcomes_in_short(connection, match_ids)
    rows = connection.execute(_STALE.where(_match.c.id.in_(match_ids)))
    return {row.id: (row.version, _told(row, outcomes.get(row.id, []))) for row in rows}


def _told(row: Any, outcomes: Iterable[InShort]) -> list[Any]:
    game, stake = GAMES[row.game], row.setup["stake"]
    state = decoded(row.state, game.state)
    won = game.outcome(state).winners
    units: dict[int, Mapping[int, Counter[str]]] = {}
    payments: list[Payment] = []
    for outcome in outcomes:
        if outcome.unit is not None:
            units[outcome.unit] = outcome.feats  # the last row of a unit counts
        payments += (Payment(*paid) for paid in outcome.payments)
    net = nets(payments, range(len(row.seats)))
    seats = [
        [
            row.seats[one.seat],
            net[one.seat],
            one.score,
            one.rank,
            int(one.seat in won),
            dict(sum((feats[one.seat] for feats in units.values() if one.seat in feats), Counter[str]())),
        ]
        for one in game.standings(state)
    ]
    pairs = [[row.seats[p.payer], row.seats[p.payee], p.amount] for p in each_to_each(payments)]
    return [stake["unit"], stake["settle"] == "cash", state.finished, len(units), seats, pairs]


def _keep(fresh: Mapping[int, tuple[int, list[Any]]]) -> None:
    """Writes them, if nobody is in the way. In the order of their ids, so that two writers never cross."""
    rows = [
        {"match_id": match_id, "version": version, "made_by": MADE_BY, "told": told}
        for match_id, (version, told) in sorted(fresh.items())
    ]
    try:
        with writing_rows(patience_seconds=PATIENCE_SECONDS) as connection:
            dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
            insert = dialect.insert(Summary)
            kept = {name: insert.excluded[name] for name in ("version", "made_by", "told")}
            connection.execute(insert.on_conflict_do_update(index_elements=["match_id"], set_=kept), rows)
    except OperationalError as error:
        _log.warning("%s summaries are not kept: %s", len(rows), error.orig)

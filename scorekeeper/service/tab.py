"""A club's running tab: what its people owe each other over all of its sessions, and why.

Balance = payments of tallied matches - what was paid in the sessions - what was paid on the tab, by person
and in each unit. Archived sessions count: money stays owed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import bindparam, select

from scorekeeper.ledger import Payment, each_to_each, explanation, fewest_payments
from scorekeeper.service.membership import members_in, people_behind, person_of, players_in
from scorekeeper.service.money import PAID, LineKey, Reasons, Settlement, Why
from scorekeeper.service.summaries import SessionDebts, SummaryRow, debts_of, summary_rows
from scorekeeper.store import Club, GameSession, TabTransfer, Transfer, db

PLAYED = 1
"""Keys of lines: (session, ``PLAYED``), (session, ``PAID``) for what was paid there, (``PAID``, transfer)."""


def _sums() -> dict[Any, int]:
    return defaultdict(int)


@dataclass(frozen=True, slots=True)
class TabSession:
    """A session as the tab names it. ``games``: their keys, in the order in which they were played."""

    day: date
    games: tuple[str, ...]
    archived: bool


@dataclass(slots=True)
class _Account:
    """All that moved in one unit: by person what each line came to, and between whom it moved."""

    lines: dict[int, dict[LineKey, int]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(int))
    )
    owed: dict[tuple[int, int], int] = field(default_factory=_sums)
    paid: dict[tuple[int, int], int] = field(default_factory=_sums)

    def plays(self, of: SessionDebts, who: Mapping[int, int]) -> None:
        """Counts a session. ``who``: the person behind each player; two may be one."""
        owed, won = self.owed, _sums()
        for payer, payee, amount_minor in of.pairs:
            # A session that came into the club just now is read with the next page.
            one, other = who.get(payer), who.get(payee)
            if one is not None and other is not None and one != other:
                owed[one, other] += amount_minor
                won[one] -= amount_minor
                won[other] += amount_minor
        key = (of.session, PLAYED)
        for person, amount_minor in won.items():
            self.lines[person][key] += amount_minor

    def copy(self) -> _Account:
        """One to go on with; what was remembered stays as it is."""
        fresh = _Account()
        fresh.owed.update(self.owed)
        for person, lines in self.lines.items():
            fresh.lines[person].update(lines)
        return fresh

    def pays(self, key: LineKey, payer: int, payee: int, amount_minor: int) -> None:
        """Counts what was paid."""
        if payer != payee:
            self.paid[payer, payee] += amount_minor
            self.lines[payer][key] += amount_minor
            self.lines[payee][key] -= amount_minor


@dataclass(frozen=True, slots=True)
class TabReasons(Reasons):
    """The same as of a session, from sums: a club may have thousands of hands. ``lines``: by person."""

    lines: Mapping[int, tuple[tuple[LineKey, int], ...]]

    def why(self, payment: Payment, *, between: bool = False) -> Why:  # noqa: ARG002 - the tab has one plan
        """What stands behind a payment, session by session."""
        summed = explanation(payment, self.payments, self.transfers)
        payer, payee = self.lines[payment.payer], self.lines[payment.payee]
        return Why(replace(summed, payer_lines=payer, payee_lines=payee), {})


def _reasons(account: _Account, at: Callable[[LineKey], Any]) -> TabReasons:
    """What stands behind an account, the oldest line first; ``at``: when a line was."""
    owed, paid = (
        tuple(((PAID, 0), one) for one in each_to_each(Payment(*pair, sum_) for pair, sum_ in pairs.items()))
        for pairs in (account.owed, account.paid)
    )
    lines = {
        person: tuple((key, lines[key]) for key in sorted(lines, key=at) if lines[key])
        for person, lines in account.lines.items()
    }
    return TabReasons(owed, paid, {}, frozenset(), lines)


@dataclass(frozen=True, slots=True)
class Tab:
    """The tab of a club.

    ``names``: of everybody by member id; ``settlements``: one a unit, with the people who moved money in it;
    ``reasons``: by unit; ``sessions``: by id; ``paid_at``: when a transfer of the tab was made, by its id.
    """

    names: Mapping[int, str]
    settlements: tuple[Settlement, ...]
    reasons: Mapping[str, TabReasons]
    sessions: Mapping[int, TabSession]
    paid_at: Mapping[int, datetime]

    @property
    def still_open(self) -> frozenset[str]:
        """The units in which somebody still owes something."""
        return frozenset(one.unit for one in self.settlements if one.payments)


def tab_of(club: Club) -> Tab:
    """The tab as it stands."""
    club_id = club.id
    rows = summary_rows(club_id)  # first of all: what it reads may have to be worked out and kept
    members = members_in(club_id)
    stands_for = person_of(members)
    players = players_in(club_id)
    merged = frozenset((one.id, one.merged_into_id) for one in members if one.merged_into_id is not None)
    who = people_behind(players, merged)
    accounts: dict[str, _Account] = defaultdict(_Account)
    for unit, account in _played(rows, players, merged).items():
        accounts[unit] = account.copy()
    for row in _paid_in_sessions(club_id):
        key = (row.session_id, PAID)
        accounts[row.unit].pays(key, who[row.payer_id], who[row.payee_id], row.amount_minor)
    paid_at = {}
    for transfer in _paid_on_tab(club_id):
        paid_at[transfer.id] = transfer.made_at
        payer, payee = stands_for[transfer.payer_id], stands_for[transfer.payee_id]
        accounts[transfer.unit].pays((PAID, transfer.id), payer, payee, transfer.amount_minor)
    sessions = _sessions(rows)

    def at(key: LineKey) -> tuple[date, int, int, int]:
        if key[0] == PAID:
            return paid_at[key[1]].date(), 1, key[1], 0
        known = sessions.get(key[0])
        return known.day if known else date.min, 0, key[0], int(key[1] == PAID)

    settlements = []
    for unit, account in accounts.items():
        balances = {person: sum(lines.values()) for person, lines in sorted(account.lines.items())}
        settlements.append(Settlement(unit, balances, fewest_payments(balances)))
    return Tab(
        {one.id: one.name for one in members if one.merged_into_id is None},
        tuple(settlements),
        {unit: _reasons(account, at) for unit, account in accounts.items()},
        sessions,
        paid_at,
    )


@lru_cache(maxsize=16)
def _played(
    rows: tuple[SummaryRow, ...], players: str, merged: frozenset[tuple[int, int]]
) -> Mapping[str, _Account]:
    """What the matches came to, by unit. Remembered for as long as the very same is read."""
    newest = rows[-1].session if rows else 0
    earlier = tuple(row for row in rows if row.session != newest)
    accounts: dict[str, _Account] = defaultdict(_Account)
    for unit, account in _until(earlier, players, merged).items():
        accounts[unit] = account.copy()
    return _added(accounts, (row for row in rows if row.session == newest), people_behind(players, merged))


@lru_cache(maxsize=16)
def _until(
    rows: tuple[SummaryRow, ...], players: str, merged: frozenset[tuple[int, int]]
) -> Mapping[str, _Account]:
    """The same of all but the newest session, in which alone something changes on most evenings."""
    return _added(defaultdict(_Account), rows, people_behind(players, merged))


def _added(
    accounts: dict[str, _Account], rows: Iterable[SummaryRow], who: Mapping[int, int]
) -> Mapping[str, _Account]:
    for of_session in debts_of(rows):
        accounts[of_session.unit].plays(of_session, who)
    return accounts


@lru_cache(maxsize=16)
def _sessions(rows: tuple[SummaryRow, ...]) -> Mapping[int, TabSession]:
    found: dict[int, TabSession] = {}
    for row in rows:
        known = found.get(row.session)
        games = known.games if known else ()
        if row.game not in games:
            found[row.session] = TabSession(row.day, (*games, row.game), row.archived_at is not None)
    return found


# Put together once: that takes longer than running them.
_OF_CLUB = GameSession.club_id == bindparam("club_id")
_PAID_THERE = (
    select(Transfer)
    .join(GameSession, GameSession.id == Transfer.session_id)
    .where(_OF_CLUB)
    .order_by(Transfer.id)
)
_PAID_ON_TAB = select(TabTransfer).where(TabTransfer.club_id == bindparam("club_id")).order_by(TabTransfer.id)


def _paid_in_sessions(club_id: int) -> Iterable[Transfer]:
    return db.session.scalars(_PAID_THERE, {"club_id": club_id})


def _paid_on_tab(club_id: int) -> list[TabTransfer]:
    """What was paid on the tab and not taken back, the oldest first."""
    rows = db.session.scalars(_PAID_ON_TAB, {"club_id": club_id}).all()
    back = {row.reverses_id for row in rows}
    return [row for row in rows if row.reverses_id is None and row.id not in back]

"""CSV for Splitwise's kind of programs and for ihatemoney: both come to the balances of the session."""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal

from scorekeeper.exports import ExportedSession, ExportedTransfer, Table, ihatemoney, splitwise, table_csv
from scorekeeper.exports.settling import settling
from scorekeeper.exports.sharing import IHATEMONEY, SPLITWISE
from scorekeeper.kernel import Stake
from tests.exports.evening import (
    BEGIN,
    NAMES,
    NASTY,
    R1,
    R2,
    Record,
    evening,
    nasty_evening,
    played,
    read,
    unguarded,
)

YEN = Stake("JPY", "tally", {"per_point": 100})
CASH = Stake("USD", "cash", {"per_point": 100})
CHIPS = Stake("chips", "tally", {"per_point": 1})


def records(table: Table) -> list[Record]:
    content = table_csv(table, mark=False)
    assert not content.startswith(b"\xef\xbb\xbf")
    return read(content)


def still_open(session: ExportedSession, unit: str) -> list[Decimal]:
    (one,) = (one for one in settling(session) if one.unit == unit)
    places = {"USD": 2}.get(unit, 0)
    return [Decimal(account.open).scaleb(-places) for account in one.accounts]


def test_splitwise_rows() -> None:
    paid = ExportedTransfer(2, 1, 350, "USD", BEGIN)
    match, transfer = records(splitwise(evening(played(*R1, *R2), transfers=[paid])))
    assert list(match) == [*SPLITWISE, *NAMES]
    assert list(match.values()) == [
        *("2026-11-30", "Racehorse 1", "General", "14.00", "USD"),
        *("-1.00", "14.00", "-11.00", "-1.00", "-1.00"),
    ]
    assert list(transfer.values()) == [
        *("2026-11-30", "Cleo paid Ben", "Payment", "3.50", "USD"),
        *("0.00", "-3.50", "3.50", "0.00", "0.00"),
    ]


def test_splitwise_columns_add_up_to_what_is_open() -> None:
    session = nasty_evening()
    rows = records(splitwise(session))
    names = list(rows[0])[len(SPLITWISE) :]
    assert [unguarded(name) for name in names] == list(NASTY)
    sums = [sum(Decimal(row[name]) for row in rows) for name in names]
    assert sums == still_open(session, "USD")
    for row in rows:
        assert sum(Decimal(row[name]) for name in names) == 0
        assert sum(max(Decimal(row[name]), Decimal(0)) for name in names) == Decimal(row["Cost"])


def test_ihatemoney_rows() -> None:
    paid = ExportedTransfer(2, 1, 350, "USD", BEGIN)
    *matches, transfer = records(ihatemoney(evening(played(*R1, *R2), transfers=[paid]), "USD"))
    assert list(transfer) == list(IHATEMONEY)
    assert list(matches[1].values()) == [
        *("Racehorse 1: Cleo owes Ben", "Reimbursement", "11.00", "USD", "2026-11-30"),
        *("Ben", "1", "Cleo"),
    ]
    assert list(transfer.values()) == [
        *("Cleo paid Ben", "Reimbursement", "3.50", "USD", "2026-11-30"),
        *("Cleo", "1", "Ben"),
    ]


def test_ihatemoney_comes_to_what_is_open() -> None:
    session = nasty_evening()
    balances: dict[str, Decimal] = defaultdict(Decimal)
    for row in records(ihatemoney(session, "USD")):
        assert "," not in row["owers"]
        balances[row["payer_name"]] += Decimal(row["amount"])
        balances[row["owers"]] -= Decimal(row["amount"])
    expected = dict(zip(NASTY, still_open(session, "USD"), strict=True))
    told = {"Smith‚ Bob": "Smith, Bob", "Two lines": "Two\r\nlines"}
    assert {
        told.get(unguarded(name), unguarded(name)): amount for name, amount in balances.items() if amount
    } == {name: amount for name, amount in expected.items() if amount}


def test_cash_is_owed_by_nobody() -> None:
    session = evening(played(*R1, stake=CASH), played())
    assert records(splitwise(session)) == []
    assert records(ihatemoney(session, "USD")) == []


def test_units_are_kept_apart() -> None:
    session = evening(played(*R1), played(*R1, number=2, stake=YEN), played(*R1, number=3, stake=CHIPS))
    assert [row["Currency"] for row in records(splitwise(session))] == ["USD", "JPY", "chips"]
    for unit, amount, currency in (("USD", "3.00", "USD"), ("JPY", "300", "JPY"), ("chips", "3", "XXX")):
        rows = records(ihatemoney(session, unit))
        assert {(row["amount"], row["currency"]) for row in rows} == {(amount, currency)}

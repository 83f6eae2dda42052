"""The journal, as the real hledger reads it."""

from __future__ import annotations

import pytest

from scorekeeper.exports import ExportedSession, ExportedTransfer, journal_chunks
from scorekeeper.exports.journal import account_names, commodities
from scorekeeper.exports.settling import settling
from scorekeeper.kernel import Stake
from tests.exports.evening import BEGIN, NAMES, NASTY, R1, R2, evening, nasty_evening, played
from tests.hledger import BadJournal, account_balances, hledger

WEIRD = ("a:b", "a;b", "a|b", "(a", "[a]", "*a", "! a", "a  b", "a\tb", "", ";", "~ x", "2026-11-30", "a = 1")


def journal(session: ExportedSession) -> bytes:
    return b"".join(journal_chunks(session))


def test_the_form_of_the_file() -> None:
    paid = ExportedTransfer(2, 1, 200, "USD", BEGIN)
    head, *transactions = journal(evening(played(*R2), transfers=[paid])).decode().split("\n\n2026")
    assert head.splitlines()[:4] == [
        "; Scorekeeper, 2026-11-30",
        "",
        "commodity USD",
        "account assets:open:Ana",
    ]
    assert len(transactions) == 5
    assert transactions[0].splitlines() == [
        "-11-30 Racehorse 1.1 | Cleo set on 2",
        "    assets:open:Ana  2.00 USD",
        "    assets:open:Cleo  -2.00 USD",
        "    income:games:Ana  -2.00 USD",
        "    income:games:Cleo  2.00 USD",
    ]
    assert transactions[-1].splitlines() == [
        "-11-30 Paid | Cleo to Ben",
        "    assets:open:Cleo  2.00 USD",
        "    assets:open:Ben  -2.00 USD",
        "    assets:cash:Cleo  -2.00 USD",
        "    assets:cash:Ben  2.00 USD",
    ]


def test_hledger_accepts_it_in_its_strictest_way() -> None:
    for session in (evening(), evening(played()), evening(played(*R1, *R2)), nasty_evening()):
        hledger(journal(session), "check", "--strict")


def test_hledger_would_refuse_what_does_not_balance() -> None:
    with pytest.raises(BadJournal):
        hledger(journal(evening(played(*R1))).replace(b"Ana  -3.00", b"Ana  -3.01"), "check")


def test_balances_are_those_that_the_session_shows() -> None:
    session = nasty_evening()
    found = account_balances(journal(session), "assets:open")
    (one,) = settling(session)
    names = account_names(session.people)
    expected = {
        f"assets:open:{name}": f"{account.open / 100:.2f} USD"
        for name, account in zip(names, one.accounts, strict=True)
        if account.open
    }
    assert found == {**expected, "total": "0"}


def test_each_person_s_own_accounts_balance() -> None:
    assert account_balances(journal(nasty_evening()), "Łukasz")["total"] == "0"
    assert account_balances(journal(nasty_evening()))["total"] == "0"


def test_cash_is_paid_at_once() -> None:
    session = evening(played(*R1, stake=Stake("JPY", "cash", {"per_point": 1000})))
    found = account_balances(journal(session))
    assert found["assets:cash:Ben"] == "12000 JPY"
    assert found["income:games:Ben"] == "-12000 JPY"
    assert not any(account.startswith("assets:open") for account in found)


@pytest.mark.parametrize(
    ("unit", "per_point", "balance"),
    [
        ("KWD", 4000, "48.000 KWD"),
        ("KWD", 1, "0.012 KWD"),
        ("JPY", 1000, "12000 JPY"),
        ("toothpicks", 1, "12 toothpicks"),
        ("wooden chips", 1, '12 "wooden chips"'),
        ("=1+1; x", 1, '12 "=1+1, x"'),
        ('2" nails', 1, '12 "2” nails"'),
        ("zł\n2", 1, '12 "zł 2"'),
    ],
)
def test_any_unit_can_be_counted_in(unit: str, per_point: int, balance: str) -> None:
    session = evening(played(*R1, stake=Stake(unit, "tally", {"per_point": per_point})))
    hledger(journal(session), "check", "--strict")
    assert account_balances(journal(session))["assets:open:Ben"] == balance


@pytest.mark.parametrize("name", [*NASTY, *WEIRD])
def test_any_name_has_accounts_of_its_own(name: str) -> None:
    session = evening(played(*R1, *R2, names=(*NAMES[:2], name, *NAMES[3:])))
    hledger(journal(session), "check", "--strict")
    (part,) = account_names([name])
    assert account_balances(journal(session))[f"assets:open:{part}"] == "-11.00 USD"


def test_names_that_look_the_same_keep_apart() -> None:
    assert account_names(["a;b", "a,b", "a,b (2)", " a,b"]) == ["a,b", "a,b (2)", "a,b (2) (2)", "a,b (3)"]


def test_units_that_look_the_same_keep_apart() -> None:
    assert commodities(["a;b", "EUR", "a,b", "EUR", " "]) == {
        "a;b": '"a,b"',
        "EUR": "EUR",
        "a,b": '"a,b (2)"',
        " ": '"?"',
    }

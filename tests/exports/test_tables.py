"""The tables: one row a hand and player, one a payment, for sessions as they stand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.exports import ExportedSession, hands, payments
from scorekeeper.kernel import Stake
from tests.exports.evening import GAME, NAMES, R1, R2, VOID, Raw, evening, played, records

SIT_OUT: Raw = {"type": "sit_out", "seat": 0}
SIT_IN: Raw = {"type": "sit_in", "seat": 0}
JOIN: Raw = {"type": "join", "name": "Finn", "after": 1}
B3: Raw = {"type": "contract", "seat": 1, "bid": 3}


def column(session: ExportedSession, key: str) -> list[str]:
    return [row[key] for row in records(hands(session))]


def test_the_columns_are_a_promise() -> None:
    assert hands(evening()).columns == (
        "match",
        "game",
        "unit",
        "title",
        "verdict",
        "seat",
        "player",
        "marked",
        "state",
        "figure",
        "total",
        "currency",
        "corrected",
        "said",
        "entered_at",
        "date",
    )
    assert payments(evening()).columns == (
        "match",
        "game",
        "unit",
        "entry",
        "from",
        "to",
        "amount",
        "currency",
        "settle",
        "reason",
        "entered_at",
        "date",
    )


def test_a_hand_and_player() -> None:
    assert records(hands(evening(played(*R1))))[1] == {
        "match": "1",
        "game": "racehorse",
        "unit": "1",
        "title": "3",
        "verdict": "made",
        "seat": "1",
        "player": "Ben",
        "marked": "true",
        "state": "played",
        "figure": "12.00",
        "total": "12.00",
        "currency": "USD",
        "corrected": "false",
        "said": "Ben bid 3, took 3: made.",
        "entered_at": "2026-11-30T20:01:00+01:00",
        "date": "2026-11-30",
    }


def test_a_payment() -> None:
    assert records(payments(evening(played(*R1, *R2))))[4] == {
        "match": "1",
        "game": "racehorse",
        "unit": "2",
        "entry": "3",
        "from": "Cleo",
        "to": "Ana",
        "amount": "2.00",
        "currency": "USD",
        "settle": "tally",
        "reason": "Cleo set on 2",
        "entered_at": "2026-11-30T20:03:00+01:00",
        "date": "2026-11-30",
    }


def test_figures_and_totals_of_the_examples() -> None:
    session = evening(played(*R1, *R2))
    assert column(session, "figure") == [
        *("-3.00", "12.00", "-3.00", "-3.00", "-3.00"),
        *("2.00", "2.00", "-8.00", "2.00", "2.00"),
    ]
    assert column(session, "total")[5:] == ["-1.00", "14.00", "-11.00", "-1.00", "-1.00"]


@pytest.mark.parametrize(
    ("unit", "per_point", "figure", "amount"),
    [
        ("USD", 25, "-0.75", "0.75"),
        ("JPY", 100, "-300", "300"),
        ("KWD", 1, "-0.003", "0.003"),
        ("toothpicks", 2, "-6", "6"),
    ],
)
def test_amounts_have_the_decimals_of_their_unit(unit: str, per_point: int, figure: str, amount: str) -> None:
    session = evening(played(*R1, stake=Stake(unit, "tally", {"per_point": per_point})))
    assert column(session, "figure")[0] == figure
    assert {row["amount"] for row in records(payments(session))} == {amount}


def test_nothing_played_is_only_the_columns() -> None:
    for session in (evening(), evening(played())):
        assert records(hands(session)) == []
        assert records(payments(session)) == []


def test_a_hand_under_way_is_no_row_yet() -> None:
    assert column(evening(played(*R1, B3)), "unit") == ["1"] * 5


def test_a_void_hand_is_there_and_pays_nothing() -> None:
    session = evening(played(*R1, VOID))
    assert column(session, "title")[5:] == ["void"] * 5
    assert column(session, "verdict")[5:] == ["no money"] * 5
    assert column(session, "state")[5:] == ["played"] * 5
    assert column(session, "figure")[5:] == ["0.00"] * 5
    assert column(session, "total")[5:] == column(session, "total")[:5]
    assert {row["unit"] for row in records(payments(session))} == {"1"}


def test_who_sits_out_keeps_the_total() -> None:
    session = evening(played(*R1, JOIN, SIT_OUT, *R1, SIT_IN, *R1))
    ana = [row for row in records(hands(session)) if row["player"] == "Ana"]
    assert [(row["state"], row["figure"], row["total"]) for row in ana] == [
        ("played", "-3.00", "-3.00"),
        ("sat_out", "", "-3.00"),
        ("played", "-3.00", "-6.00"),
    ]


def test_who_came_late_was_absent_not_at_zero() -> None:
    session = evening(played(*R1, JOIN, *R1))
    finn = [row for row in records(hands(session)) if row["player"] == "Finn"]
    assert [(row["seat"], row["state"], row["figure"], row["total"]) for row in finn] == [
        ("5", "absent", "", ""),
        ("5", "played", "-3.00", "-3.00"),
    ]


def test_a_match_in_cash_says_so() -> None:
    session = evening(played(*R1, stake=Stake("USD", "cash", {"per_point": 100})))
    assert {row["settle"] for row in records(payments(session))} == {"cash"}


def test_matches_follow_each_other_each_with_its_own_people_and_totals() -> None:
    again = played(*R1, number=2, names=("Zoe", *NAMES[1:]))
    session = evening(played(*R1), again)
    assert column(session, "match") == ["1"] * 5 + ["2"] * 5
    assert column(session, "player")[5] == "Zoe"
    assert column(session, "total")[:5] == column(session, "total")[5:]


def test_points_are_whole_numbers_of_nothing() -> None:
    session = evening(played(*R1, game=replace(GAME, score_is_money=False)))
    assert column(session, "figure") == ["-300", "1200", "-300", "-300", "-300"]
    assert set(column(session, "currency")) == {""}
    assert {row["currency"] for row in records(payments(session))} == {"USD"}


def test_a_payment_between_the_units_is_of_no_unit() -> None:
    match = played(*R1)
    only_paid = replace(match.lines[0], row=None, unit=None)
    session = evening(replace(match, lines=[only_paid]))
    assert records(hands(session)) == []
    assert {row["unit"] for row in records(payments(session))} == {""}


def test_a_corrected_hand_says_so() -> None:
    match = played(*R1, *R2)
    lines = [match.lines[0], replace(match.lines[1], corrected=True)]
    assert column(evening(replace(match, lines=lines)), "corrected") == ["false"] * 5 + ["true"] * 5

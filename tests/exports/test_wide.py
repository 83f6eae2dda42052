"""The wide table and the table of transfers."""

from __future__ import annotations

import io

from openpyxl import load_workbook

from scorekeeper.exports import match_alone, table_csv, transfers, wide
from scorekeeper.exports.sharing import SPLITWISE, splitwise
from scorekeeper.exports.wide import WIDE
from scorekeeper.exports.xlsx import session_xlsx
from tests.exports.evening import (
    DAY,
    NAMES,
    NASTY,
    R1,
    R2,
    VOID,
    Raw,
    evening,
    nasty_evening,
    played,
    read,
    records,
    unguarded,
)

SIT_OUT: Raw = {"type": "sit_out", "seat": 0}
JOIN: Raw = {"type": "join", "name": "Finn", "after": 1}


def test_a_row_for_each_unit_and_a_column_for_each_person() -> None:
    first, second = records(wide(evening(played(*R1, *R2))))
    assert list(first) == [*WIDE, *NAMES]
    assert [first[name] for name in NAMES] == ["-3.00", "12.00", "-3.00", "-3.00", "-3.00"]
    assert [second[name] for name in NAMES] == ["2.00", "2.00", "-8.00", "2.00", "2.00"]
    assert (second["unit"], second["title"], second["verdict"], second["currency"]) == (
        "2",
        "2",
        "set",
        "USD",
    )


def test_who_sat_out_and_who_was_not_there_yet() -> None:
    rows = records(wide(evening(played(*R1, JOIN, SIT_OUT, *R1, VOID))))
    assert [(row["Ana"], row["Finn"]) for row in rows] == [
        ("-3.00", "absent"),
        ("sat_out", "-3.00"),
        ("sat_out", "0.00"),
    ]


def test_of_another_match_s_people_nothing_is_said() -> None:
    rows = records(wide(evening(played(*R1), played(*R1, number=2, names=("Zoe", *NAMES[1:])))))
    assert [(row["match"], row["Ana"], row["Zoe"]) for row in rows] == [
        ("1", "-3.00", ""),
        ("2", "", "-3.00"),
    ]


def test_names_survive_as_headings_and_start_no_formula() -> None:
    (row, *_rest) = records(wide(nasty_evening()))
    names = list(row)[len(WIDE) :]
    assert [unguarded(name) for name in names] == list(NASTY)
    assert not any(name.startswith(tuple("=+-@")) for name in names)


def test_who_is_called_like_a_column_hides_none() -> None:
    odd = ("date", "sum", "Cost", "unit", "date (2)")
    session = evening(played(*R1, names=odd))
    (row,) = records(wide(session))
    assert list(row) == [*WIDE, "date (2)", "sum", "Cost", "unit (2)", "date (2) (2)"]
    assert (row["date"], row["date (2)"], row["sum"]) == (str(DAY), "-3.00", "12.00")
    shared = records(splitwise(session))[0]
    assert list(shared)[:5] == list(SPLITWISE)
    assert (shared["Cost"], shared["Cost (2)"]) == ("12.00", "-3.00")
    sheet = load_workbook(io.BytesIO(session_xlsx(session)))["1 racehorse"]
    heads = [cell.value for cell in sheet[1]]
    assert len(set(heads)) == len(heads)
    assert heads[-1] == "sum"


def test_transfers() -> None:
    rows = records(transfers(nasty_evening()))
    assert [(unguarded(row["from"]), unguarded(row["to"])) for row in rows] == [
        (NASTY[0], NASTY[1]),
        (NASTY[1], NASTY[0]),
        (NASTY[0], NASTY[1]),
    ]
    assert rows[1] | {"from": "", "to": ""} == {
        "transfer": "1",
        "from": "",
        "to": "",
        "amount": "3.00",
        "currency": "USD",
        "reverses": "0",
        "paid_at": "2026-11-30T23:00:00+01:00",
        "date": "2026-11-30",
    }


def test_nothing_played_is_only_the_columns() -> None:
    assert read(table_csv(wide(evening(played())))) == []
    assert read(table_csv(transfers(evening()))) == []


def test_a_match_alone_has_its_own_people_and_no_transfers() -> None:
    alone = match_alone(nasty_evening(), 2)
    assert alone is not None
    assert [match.number for match in alone.matches] == [2]
    assert (list(alone.people), alone.transfers) == (list(NASTY[5:]), ())
    assert [alone.people[place] for place in alone.matches[0].people] == list(alone.matches[0].names)
    assert alone.people_keys == nasty_evening().people_keys[5:]
    assert match_alone(nasty_evening(), 3) is None

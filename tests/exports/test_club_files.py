"""The files of a club: everybody under the name of now, every session, and balances that are the tab's."""

from __future__ import annotations

import io
import json
from collections import defaultdict
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from openpyxl import load_workbook

from scorekeeper.exports import CLUB_FILES, ExportedClub, ExportedTransfer, bgsplay, club_file_name, together
from scorekeeper.exports.club_xlsx import club_xlsx
from scorekeeper.exports.journal import account_names
from scorekeeper.exports.sharing import IHATEMONEY, SPLITWISE
from scorekeeper.exports.tables import HANDS, PAYMENTS, TRANSFERS
from scorekeeper.exports.wide import WIDE
from scorekeeper.exports.xlsx import BALANCES
from tests.exports.club import OLD_NAME, club, content, day, later, members, nasty_club, rows
from tests.exports.evening import BEGIN, NAMES, NASTY, R1, evening, played, unguarded
from tests.hledger import account_balances, hledger

USD = dict(
    zip(
        NASTY,
        ("-4.00", "20.25", "-9.50", "-4.00", "-1.00", "-3.00", "12.00", "-4.75", "-3.00", "-3.00"),
        strict=True,
    )
)
JPY = {"Smith, Bob": "20", "Two\r\nlines": "20", "Łukasz": "-95", "👩‍👩‍👧‍👦": "35", "عمر": "20"}
"""What the tab of ``nasty_club`` says, worked out by hand."""
EMPTY = club(members(*NAMES))
SCHEMA = json.loads(Path(__file__).with_name("bgstats.schema.json").read_text(encoding="utf-8"))


def amounts(said: Mapping[str, str]) -> dict[str, Decimal]:
    return {name: Decimal(amount) for name, amount in said.items()}


# Tables ------------------------------------------------------------------------------------------


def test_each_row_says_of_which_session_it_is() -> None:
    found = rows(nasty_club(), "hands.csv")
    assert tuple(found[0]) == ("session", *HANDS)
    assert [(row["session"], row["match"], row["unit"], row["date"]) for row in found[::5]] == [
        ("1", "1", "1", f"{day(1)}"),
        ("1", "1", "2", f"{day(1)}"),
        ("1", "2", "1", f"{day(1)}"),
        ("2", "1", "1", f"{day(2)}"),
        ("2", "2", "1", f"{day(2)}"),
        ("3", "1", "1", f"{day(3)}"),
    ]
    owed = rows(nasty_club(), "payments.csv")
    assert tuple(owed[0]) == ("session", *PAYMENTS)
    assert {row["session"] for row in owed} == {"1", "2", "3"}
    assert {row["settle"] for row in owed if row["session"] == "2" and row["match"] == "2"} == {"cash"}


@pytest.mark.parametrize("file", ["hands.csv", "wide.csv", "payments.csv", "transfers.csv"])
def test_everybody_has_the_name_of_now(file: str) -> None:
    text = content(nasty_club(), file).decode()
    assert OLD_NAME not in text
    assert "Łukasz" in text


def test_names_survive_in_the_long_table() -> None:
    found = {unguarded(row["player"]) for row in rows(nasty_club(), "hands.csv")}
    assert found == set(NASTY)


def test_the_wide_table_has_a_column_for_each_person() -> None:
    found = rows(nasty_club(), "wide.csv")
    columns = list(found[0])
    assert columns[: len(WIDE) + 1] == ["session", *WIDE]
    assert [unguarded(name) for name in columns[len(WIDE) + 1 :]] == list(NASTY)
    assert [row["Łukasz"] for row in found] == ["", "", "-3.00", "-80", "", "-3.00"]


def test_two_who_are_called_the_same_have_a_column_each() -> None:
    twice = club(members("Ana", "Ben", "Cleo", "Dov", "Edie", "Ana"), evening(played(*R1)))
    assert list(rows(twice, "wide.csv")[0])[-6:] == [*NAMES, "Ana (2)"]


def test_transfers_of_the_sessions_come_before_those_of_the_tab() -> None:
    found = rows(nasty_club(), "transfers.csv")
    assert tuple(found[0]) == ("session", *TRANSFERS)
    told = [
        (row["session"], row["transfer"], unguarded(row["from"]), unguarded(row["to"]), row["amount"])
        for row in found
    ]
    assert told == [
        ("1", "0", "=1+1", "+49", "3.00"),
        ("1", "1", "+49", "=1+1", "3.00"),
        ("3", "0", "Łukasz", "+49", "1.25"),
        ("", "0", "@x", "+49", "4.50"),
        ("", "1", "-1", "+49", "1.00"),
        ("", "2", "+49", "-1", "1.00"),
        ("", "3", "Łukasz", "Łukasz", "0.77"),
        ("", "4", "👩‍👩‍👧‍👦", "Łukasz", "15"),
    ]
    assert [row["reverses"] for row in found] == ["", "0", "", "", "", "1", "", ""]
    assert [row["date"] for row in found[2:4]] == [f"{day(3)}", f"{later(200).date()}"]


# Money -------------------------------------------------------------------------------------------


def test_the_journal_comes_to_the_tab() -> None:
    journal = content(nasty_club(), "ledger.journal")
    hledger(journal, "check", "--strict")
    found = account_balances(journal, "assets:open")
    expected: dict[str, list[str]] = defaultdict(list)
    for unit, said in (("JPY", JPY), ("USD", USD)):  # in the order of the alphabet, as hledger writes them
        for name, amount in said.items():
            expected[f"assets:open:{account_names([name])[0]}"].append(f"{amount} {unit}")
    assert found == {account: ", ".join(said) for account, said in expected.items()} | {"total": "0"}
    assert account_balances(journal)["total"] == "0"


def test_the_journal_says_which_session_it_was_and_skips_what_one_paid_oneself() -> None:
    text = content(nasty_club(), "ledger.journal").decode()
    assert text.startswith("; Scorekeeper, =Friday, عمر\n\ncommodity USD\ncommodity JPY\n")
    assert f"\n{day(1)} Session 1, Racehorse 1.2 | @x set on 2\n" in text
    assert "Łukasz to Łukasz" not in text
    assert "0.77" not in text
    paid = [line for line in text.splitlines() if " Paid | " in line or " Taken back | " in line]
    assert [line[:10] for line in paid] == sorted(line[:10] for line in paid)
    assert len(paid) == 7


def test_who_sat_there_twice_pays_nothing_to_themselves() -> None:
    """Services refuse to merge two of one game; a file must not break over it."""
    known = members(*NAMES[:4], "Eddie", merged=1)
    twice = club(known, evening(played(*R1, names=(*NAMES[:4], "Eddie"))))
    journal = content(twice, "ledger.journal")
    hledger(journal, "check", "--strict")
    assert account_balances(journal, "assets:open:Ben")["total"] == "9.00 USD"
    (row,) = rows(twice, "splitwise.csv")
    assert (row["Ben"], row["Cost"]) == ("9.00", "9.00")
    assert [row["owers"] for row in rows(twice, "ihatemoney.csv")] == ["Ana", "Cleo", "Dov"]


def test_splitwise_comes_to_the_tab() -> None:
    found = rows(nasty_club(), "splitwise.csv")
    names = list(found[0])[len(SPLITWISE) :]
    for unit, said in (("USD", USD), ("JPY", JPY)):
        of_unit = [row for row in found if row["Currency"] == unit]
        sums = {unguarded(name): sum(Decimal(row[name]) for row in of_unit) for name in names}
        assert {name: amount for name, amount in sums.items() if amount} == amounts(said)
    assert found[0]["Description"] == "Session 1, Racehorse 1"
    assert not content(nasty_club(), "splitwise.csv").startswith(b"\xef\xbb\xbf")


@pytest.mark.parametrize(("unit", "said"), [("USD", USD), ("JPY", JPY)])
def test_ihatemoney_comes_to_the_tab(unit: str, said: Mapping[str, str]) -> None:
    balances: dict[str, Decimal] = defaultdict(Decimal)
    found = rows(nasty_club(), "ihatemoney.csv", unit)
    assert tuple(found[0]) == IHATEMONEY
    for row in found:
        balances[unguarded(row["payer_name"])] += Decimal(row["amount"])
        balances[unguarded(row["owers"])] -= Decimal(row["amount"])
    told = {"Smith‚ Bob": "Smith, Bob", "Two lines": "Two\r\nlines"}
    assert {told.get(name, name): amount for name, amount in balances.items() if amount} == amounts(said)
    assert len({tuple(row.values()) for row in found}) == len(found), "the same row again adds nothing there"


def test_ihatemoney_has_the_first_unit_where_another_one_is_asked_for() -> None:
    assert content(nasty_club(), "ihatemoney.csv", "x") == content(nasty_club(), "ihatemoney.csv", "USD")


def test_the_chat_says_who_pays_whom_and_little_else() -> None:
    lines = (
        content(nasty_club(), "chat.txt").decode().replace("\u2068", "").replace("\u2069", "").splitlines()
    )
    assert lines[:3] == ["=Friday, عمر", "", "Who pays whom"]
    assert "Łukasz pays عمر ¥20" in lines
    assert len(lines) < 2 * len(NASTY)
    assert not content(nasty_club(), "chat.txt").decode().startswith("=")


def test_the_chat_says_that_nobody_owes_anything() -> None:
    assert content(EMPTY, "chat.txt").decode().endswith("\n\nNobody owes anything.\n")


# The spreadsheet ---------------------------------------------------------------------------------


def sheet(of: ExportedClub, name: str, *, values: bool = True) -> list[tuple[Any, ...]]:
    book = load_workbook(io.BytesIO(content(of, "club.xlsx")), data_only=values)
    return list(book[name].iter_rows(values_only=True))


def test_every_table_is_a_sheet() -> None:
    book = load_workbook(io.BytesIO(content(nasty_club(), "club.xlsx")))
    assert book.sheetnames == ["balances", "wide", "hands", "payments", "transfers"]
    for name in ("hands", "payments", "transfers"):
        kept = list(book[name].iter_rows(values_only=True))
        assert list(kept[0]) == list(rows(nasty_club(), f"{name}.csv")[0])
        assert len(kept) == 1 + len(rows(nasty_club(), f"{name}.csv"))
        assert book[name].freeze_panes == "A2"
    assert len(list(book["wide"].rows)) == 1 + len(rows(nasty_club(), "wide.csv"))


def test_the_balances_are_the_tab_and_prove_zero() -> None:
    head, *found = sheet(nasty_club(), "balances")
    assert head == BALANCES
    for unit, said in (("USD", USD), ("JPY", JPY)):
        still = {row[0]: row[-1] for row in found if row[1] == unit and row[0] != "total"}
        names = {name.replace("\r", ""): float(amount) for name, amount in amounts(said).items()}
        told = {name.replace("_x000D_", "").replace("\r", ""): left for name, left in still.items() if left}
        assert told == names
        (total,) = (row for row in found if row[:2] == ("total", unit))
        assert (total[2], total[3], total[-1]) == (0, 0, 0)
        assert total[4] == total[5] != 0
    formulas = sheet(nasty_club(), "balances", values=False)
    assert formulas[1][-1] == "=ROUND(C2-D2+E2-F2,2)"


def test_each_row_of_the_score_sheets_proves_zero() -> None:
    found = sheet(nasty_club(), "wide")
    assert [row[-1] for row in found] == ["sum", 0, 0, 0, 0, 0, 0]
    first = found[1][len(WIDE) + 1 : -1]
    assert first == (-3, 12, -3, -3, -3, None, None, None, None, None)
    assert sheet(nasty_club(), "wide", values=False)[4][-1] == "=ROUND(SUM(K5:T5),0)"


def test_texts_are_texts_and_only_our_sums_are_formulas() -> None:
    book = load_workbook(io.BytesIO(content(nasty_club(), "club.xlsx")))
    texts = set()
    for one in book:
        for cell in (cell for row in one.iter_rows() for cell in row):
            own = isinstance(cell.value, str) and cell.value.startswith("=ROUND(")
            assert (cell.data_type == "f") == own, cell.value
            texts.add(cell.value)
    known = {name.replace("\r", "") for name in NASTY}
    assert known <= {str(text).replace("_x000D_", "").replace("\r", "") for text in texts}


def test_the_same_club_gives_the_same_file() -> None:
    assert content(nasty_club(), "club.xlsx") == content(nasty_club(), "club.xlsx")


# BG Stats ----------------------------------------------------------------------------------------


def test_plays_are_those_of_the_sessions_and_people_are_there_once() -> None:
    told = json.loads(content(nasty_club(), "plays.bgsplay"))
    Draft202012Validator({**SCHEMA, "$ref": "#/$defs/file"}).validate(told)
    assert [one["name"] for one in told["players"]] == list(NASTY)
    assert [one["ignored"] for one in told["plays"]] == [False, True, False, True, True]
    alone = [json.loads(bgsplay(one.session)) for one in nasty_club().sessions]
    assert [one["uuid"] for one in told["plays"]] == [play["uuid"] for one in alone for play in one["plays"]]
    names = {one["uuid"]: one["name"] for one in told["players"]}
    assert {one["uuid"] for of in alone for one in of["players"]} == set(names)
    (old,) = (one["uuid"] for one in alone[2]["players"] if one["name"] == OLD_NAME)
    assert names[old] == "Łukasz"
    assert len(told["games"]) == 1


def test_who_never_sat_down_is_no_player() -> None:
    more = club(members(*NAMES, "Zoe"), evening(played(*R1)))
    told = json.loads(content(more, "plays.bgsplay"))
    assert [one["name"] for one in told["players"]] == list(NAMES)


# All of them -------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", CLUB_FILES)
def test_a_club_that_has_not_played_yet(file: str) -> None:
    made = content(EMPTY, file)
    if file == "ledger.journal":
        hledger(made, "check", "--strict")
    elif file.endswith(".csv"):
        assert rows(EMPTY, file) == []
        assert made
    elif file == "plays.bgsplay":
        assert json.loads(made)["plays"] == []
    else:
        assert made
    assert club_file_name(EMPTY, file) == f"scorekeeper-club-{file}"


def test_the_name_of_a_file_has_the_day_of_the_newest_session() -> None:
    assert club_file_name(nasty_club(), "hands.csv") == f"scorekeeper-club-{day(3)}-hands.csv"


def test_what_was_paid_is_in_order_wherever_it_was() -> None:
    there = evening(played(*R1), transfers=[ExportedTransfer(0, 1, 1, "USD", later(5))])
    on_tab = [ExportedTransfer(2, 1, 2, "USD", BEGIN), ExportedTransfer(3, 1, 3, "USD", later(9))]
    found = together(club(members(*NAMES), there, transfers=on_tab)).transfers
    assert [one.amount_minor for one in found] == [2, 1, 3]


def test_a_long_spreadsheet_is_made_in_steps() -> None:
    *steps, whole = club_xlsx(together(club(members(*NAMES), evening(played(*R1 * 30)))))
    assert steps
    assert set(steps) == {b""}
    assert len(list(load_workbook(io.BytesIO(whole))["hands"].rows)) == 1 + 30 * 5

"""Money and scores as they are shown: every figure right, every payment with its reasons."""

from __future__ import annotations

import pytest

from tests.games.racehorse.at_table import ALL, FINISH, A, B, C, D, E, about, contract, hand, join, stake
from tests.web.pages import Page, Phone
from tests.web.tapping import EVENING, entered, played, sat_down

QUARTERS = [contract(B, 2), hand("high", "low")] * 2
"""At 0.25 a point: 0.50 from each, twice."""


def reasons(page: Page) -> list[list[str]]:
    """Why, payment by payment and line by line."""
    return [[row.words for row in node.find("tr")] for node in page.root.find(of="why")]


def notes(page: Page) -> list[str]:
    """What is said below the lines."""
    return [hint.text for node in page.root.find(of="why") for hint in node.find("p", of="hint")]


def noted(page: Page) -> dict[str, str]:
    """What is said below the lines of each payment."""
    return {
        node.one("p", of="pay-line").text: " ".join(hint.text for hint in node.find("p", of="hint"))
        for node in page.root.find("section", of="pay")
    }


def test_nobody_owes_anything_yet(phone: Phone) -> None:
    page = sat_down(phone).follow("Money")
    assert "No money has moved yet" in page.text
    assert "Nobody owes anything yet." in page.text


def test_why_goes_down_to_the_hands(phone: Phone) -> None:
    page = sat_down(phone, *played(6)).follow("Money")
    assert reasons(page)[0] == [
        "1 Ben made 3 −3",
        "2 Cleo set on 2 +2",
        "3 Dov made a Smudge −5",
        "4 Edie set on a Smudge −20",
        "5 Dov made 2 −2",
        "6 Ana set on 3 +3",
        "Edie owes −25",
    ]


def test_a_debt_that_is_split_says_so(phone: Phone) -> None:
    page = sat_down(phone, contract(B, 2), hand()).follow("Money")
    assert set(notes(page)) == {"Ben’s debt is split: $2 to Ana, $2 to Cleo, $2 to Dov, $2 to Edie."}


def test_a_debt_that_clears_somebody_elses_says_so(phone: Phone) -> None:
    made = hand("high", "low", "game")
    page = sat_down(phone, contract(B, 3), made, contract(C, 3), made).follow("Money")
    owed = dict(zip(page.payments, notes(page), strict=True))
    assert owed["Edie owes Cleo $6"].startswith("Edie’s whole debt goes to Cleo, because ")


def test_a_payment_to_somebody_who_was_never_owed_says_over_whom(phone: Phone) -> None:
    """Edie sat out when Dov won: she owes Ben, and Ben owes Dov."""
    hands = [contract(B, 3), hand("high", "low", "game"), about("sit_out", E), join("Finn")]
    page = sat_down(phone, *hands, contract(D, 4), hand(*ALL)).follow("Money")
    assert noted(page) == {
        "Ana owes Ben $7": "Ana’s whole debt goes to Ben, because that takes 5 payments for the table "
        "instead of 7.",
        "Cleo owes Dov $6": "Cleo’s debt is split: $1 to Ben, $6 to Dov. "
        "A part of it clears what others owe Dov.",
        "Finn owes Dov $4": "",
        "Edie owes Dov $3": "Edie owes Dov nothing directly: Edie owes Ben and Ben owes Dov.",
        "Cleo owes Ben $1": "Cleo’s debt is split: $1 to Ben, $6 to Dov.",
    }
    early = page.follow("Ben")
    assert noted(early) == {
        "Ana owes Ben $7": "A part of it clears what others owe Ben.",
        "Edie owes Ben $1": "Edie still owes $2 to others.",
    }


def test_each_to_each_goes_down_to_the_hands_of_the_two(phone: Phone) -> None:
    page = sat_down(phone, *played(6)).follow("Money").follow("Each to each")
    shown = dict(zip(page.payments, reasons(page), strict=True))
    assert shown["Edie owes Ben $8"] == ["1 Ben made 3 −3", "4 Edie set on a Smudge −5", "Edie owes Ben −8"]
    assert shown["Ben owes Dov $4"][0] == "1 Ben made 3 +3"
    for line, why in shown.items():
        assert why[-1] == line.replace("$", "−"), "the lines add up to the payment"
    assert set(noted(page).values()) == {""}


def test_matches_are_told_apart(phone: Phone) -> None:
    page = sat_down(phone, *played(1), FINISH).follow("The session")
    page = entered(page.press("Play again: same people"), EVENING[1])
    assert reasons(page.follow("Money"))[0][:2] == ["1.1 Ben made 3 −3", "2.1 Cleo set on 2 −8"]


def test_who_came_late_and_who_sat_out_pay_their_part(phone: Phone) -> None:
    page = sat_down(phone, *played(1), about("sit_out", A), join("Finn"), contract(C, 2), hand())
    assert page.follow("Scores").sheet[-1] == ["Total", "−3", "+14", "−11", "−1", "−1", "+2"]
    assert page.follow("Scores").sheet[2] == ["2 2 set", "sat out", "+2", "−8", "+2", "+2", "+2"]
    assert len(page.follow("Money").payments) == 4


@pytest.mark.parametrize(
    ("unit", "per_point", "figures", "owes"),
    [
        ("USD", 25, ["−0.75", "+3.00"], "Ana owes Ben 75¢"),
        ("JPY", 150, ["−450", "+1,800"], "Ana owes Ben ¥450"),
        ("KWD", 125, ["−0.375", "+1.500"], "Ana owes Ben KWD 0.375"),
        ("chips", 7, ["−21", "+84"], "Ana owes Ben 21 chips"),
        ("USD", 10**9, ["−30,000,000", "+120,000,000"], "Ana owes Ben $30,000,000"),
    ],
)
def test_every_unit_has_its_own_decimals(
    phone: Phone, unit: str, per_point: int, figures: list[str], owes: str
) -> None:
    page = sat_down(phone, *played(1), stake={"unit": unit, "per_point": per_point})
    assert page.follow("Scores").sheet[1][1:3] == figures
    assert page.follow("Money").payments[0].replace("\xa0", " ") == owes


def test_an_early_hand_with_cents_is_shown_with_them_when_the_totals_are_round(phone: Phone) -> None:
    page = sat_down(phone, *QUARTERS, stake(100), stake={"per_point": 25})
    sheet = page.follow("Scores").sheet
    assert [row[1:3] for row in sheet[1:]] == [["−0.50", "+2.00"], ["−0.50", "+2.00"], ["−1.00", "+4.00"]]
    assert phone.open(f"{page.path}scores/part").sheet == sheet
    assert reasons(page.follow("Money"))[0] == ["1 Ben made 2 −0.50", "2 Ben made 2 −0.50", "Ana owes −1.00"]


def test_a_stake_with_cents_that_counts_no_longer(phone: Phone) -> None:
    page = sat_down(phone, *played(1), stake(25), stake(100))
    assert "From hand 2 on a point is worth 25¢." in page.follow("Scores").text


def test_a_stake_with_cents_that_was_taken_back(phone: Phone) -> None:
    page = sat_down(phone, stake(25)).press("Undo").follow("More: players")
    assert "Redo: From hand 1 on a point is worth 25¢." in page.buttons


def test_what_happened_between_the_hands_stands_between_them(phone: Phone) -> None:
    page = sat_down(phone, *played(1), stake(200), about("sit_out", A), join("Finn"), *played(2)[2:])
    rows = [row.words for row in page.follow("Scores").root.one("tbody").find("tr")]
    assert rows[1:4] == [
        "From hand 2 on a point is worth $2.",
        "Ana sits out from hand 2 on.",
        "Finn joins from hand 2 on.",
    ]


def test_of_very_many_hands_the_newest_are_shown_and_the_rest_on_request(phone: Phone) -> None:
    page = sat_down(phone, *played(1) * 53).follow("Scores")
    assert [row[0].split()[0] for row in page.sheet[1:-1]] == [str(n) for n in range(4, 54)]
    assert "3 earlier." in page.text
    assert len(page.follow("Show all").sheet) == 55
    assert page.sheet[-1][2] == "+636"
    assert "Why $159?" in page.follow("Money").text


def test_a_correction_of_an_old_hand_keeps_the_stake_of_then(phone: Phone) -> None:
    page = sat_down(phone, *played(1), stake(200), *played(2)[2:]).follow("Scores")
    page = page.phone.open(page.path + "1").press("Save hand 1", low="others")
    assert [row[1:3] for row in page.sheet[1:3]] == [["+3", "−12"], ["+4", "+4"]]

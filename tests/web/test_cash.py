"""Cash at the table: who hands over what now, and nothing is owed later."""

from __future__ import annotations

import pytest

from tests.games.racehorse.at_table import B, C, contract, hand, join
from tests.games.ten_pennies.at_table import ended
from tests.web.pages import Page, Phone
from tests.web.tapping import EVENING, entered, played, sat_down
from tests.web.tapping import contract as contracted
from tests.web.test_units import at_the_table

CASH = {"settle": "cash", "unit": "USD", "per_point": 100}


def told(page: Page) -> list[str]:
    """The notices."""
    return [node.words for node in page.root.find("p", of="notice")]


@pytest.fixture
def table(phone: Phone) -> Page:
    """Before the first hand."""
    return sat_down(phone, stake=CASH)


def test_after_a_hand_it_says_who_hands_over_what_now(table: Page) -> None:
    page = entered(table, EVENING[0])
    assert told(page) == ["Hand over now: Ben gets $3 from each of the other four."]
    page = entered(page, EVENING[1])
    assert told(page) == ["Hand over now: Cleo pays $2 to each of the other four."]
    assert "Hand over" not in contracted(page, EVENING[2]).text, "the next hand has begun"


def test_at_a_tally_nothing_is_handed_over(phone: Phone) -> None:
    assert "and over" not in entered(sat_down(phone), EVENING[0]).text


def test_the_money_shows_it_as_handed_over_and_nothing_owed(table: Page) -> None:
    page = entered(table, *EVENING[:2]).follow("Money")
    assert page.payments == []
    assert [node.text for node in page.root.find("li", of="person-row")] == [
        "Hand 2: Cleo pays $2 to each of the other four.",
        "Hand 1: Ben gets $3 from each of the other four.",
    ]
    assert "Nobody owes anything." in page.text
    assert "Paid in cash at the table: nothing is owed." in page.follow("The session").text
    assert "all paid" not in page.text


def test_what_is_taken_back_is_handed_back(table: Page) -> None:
    page = entered(table, EVENING[0]).press("Undo hand 1")
    assert told(page) == ["Hand back what was paid for it: Ben pays $3 to each of the other four."]
    assert told(page.phone.open(page.path)) == []
    assert page.follow("Money").root.find("li", of="person-row") == []


def test_a_correction_is_handed_over_too(table: Page) -> None:
    page = entered(table, *EVENING[:2]).follow("Scores")
    page = page.phone.open(page.path + "1").press("Save hand 1", low="others")
    difference = "Ben pays $6 to each of the other four."
    assert told(page) == [f"Hand over the difference now: {difference}"]
    assert told(page.follow("Hand 3")) == told(page)
    money = page.follow("Money")
    assert money.payments == []
    (line,) = [text for text in told(money) if "corrected" in text]
    assert line.startswith("Hand 1 was corrected at ")
    assert line.endswith(difference)
    page = entered(page.follow("Hand 3"), EVENING[2])
    assert told(page) == ["Hand over now: Dov gets $5 from each of the other four."]


def test_a_correction_that_moves_no_money_hands_nothing_over(table: Page) -> None:
    page = entered(table, *EVENING[:2]).follow("Scores")
    page = page.phone.open(page.path + "1").press("Save hand 1", jack="pitcher")
    assert "difference" not in page.text
    assert [text for text in told(page.follow("Money")) if "corrected" in text] == []


def test_cash_and_tally_in_one_session(phone: Phone) -> None:
    page = sat_down(phone, *played(1), {"type": "finish"}, stake=CASH)
    page = page.follow("The session").press("Play again: same people")
    assert told(entered(page, EVENING[0])) == ["Hand over now: Ben gets $3 from each of the other four."]


def test_the_set_up_says_what_cash_means(phone: Phone) -> None:
    page = phone.open("/new/racehorse/").press("Next", settle="cash")
    assert "It changes hands at once, and nothing is owed later." in page.text
    assert "changes hands at once" not in page.press("Next", settle="tally").text


def test_hands_that_cancel_say_nothing(phone: Phone) -> None:
    page = sat_down(phone, contract(B, 3), hand("high", "low", "game"), contract(C, 2), hand(), stake=CASH)
    assert len(page.follow("Money").root.find("li", of="person-row")) == 2


def test_a_game_that_ends_with_the_money_says_it_with_the_result(phone: Phone) -> None:
    rounds = [ended(0, {}, {"low": 1}, {"low": 2}) for _ in range(7)]
    page = at_the_table(phone, "ten_pennies", 3, {"settle": "cash", "per_penny": 5}, *rounds)
    handed = "Ben pays Ana 35¢ and Cleo pays Ana 70¢."
    assert f"Hand over now: {handed}" in told(page)
    money = page.follow("Money")
    assert money.payments == []
    assert [node.text for node in money.root.find("li", of="person-row")] == [f"Round 7: {handed}"]


def test_a_correction_about_somebody_who_was_taken_back_since(phone: Phone) -> None:
    late = [join("Finn"), contract(B, 2), hand("high", "low")]
    page = sat_down(phone, *played(1), *late, stake=CASH).follow("Scores")
    page = page.phone.open(page.path + "2").press("Save hand 2", low="others")
    for _ in range(3):
        page = page.press("Undo")
    (line,) = [text for text in told(page.follow("Money")) if "corrected" in text]
    assert "Ben pays $4 to each of the other five." in line


def test_what_was_handed_over_is_not_asked_for_again(table: Page) -> None:
    page = entered(table, EVENING[0])
    more = page.phone.open(f"{table.path}table/")
    over = more.press("Finish Racehorse")
    again = over.follow("The session").press("Reopen Racehorse")
    assert "Hand over" not in again.text


def test_reopening_hands_back_what_the_end_had_moved(phone: Phone) -> None:
    rounds = [ended(0, {}, {"low": 1}, {"low": 2}) for _ in range(7)]
    page = at_the_table(phone, "ten_pennies", 3, {"settle": "cash", "per_penny": 1}, *rounds)
    assert any(line.startswith("Hand over now:") for line in told(page))
    again = page.follow("The session").press("Reopen Ten Pennies")
    assert any(line.startswith("Hand back what was paid for it:") for line in told(again))

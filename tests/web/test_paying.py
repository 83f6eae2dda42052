"""Money that really changes hands, as people tap it: all, a part, too much, taken back."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable

import pytest

from scorekeeper.games import GAMES
from scorekeeper.service.sessions import start_match
from tests.games.racehorse.at_table import B, contract, hand
from tests.web.pages import Page, Phone
from tests.web.tapping import played, sat_down
from tests.web.test_conflict import joined


@pytest.fixture
def money(phone: Phone) -> Page:
    """After R1 to R6: Edie owes Dov 25, Ana Ben 15, Cleo Dov 10."""
    return sat_down(phone, *played(6)).follow("Money")


def paid(page: Page) -> list[str]:
    """What was paid, without the times."""
    rows = page.root.find("li", of="person-row")
    return [re.sub(r" \d+:\d+.[AP]M", "", node.text).replace("Take back", "").strip() for node in rows]


def test_the_whole_takes_two_taps(money: Page) -> None:
    page = money.follow("Mark paid: Edie pays Dov")
    assert "Edie owes Dov $25. Nothing is written until you confirm." in page.text
    assert "After this, Edie owes Dov nothing." in page.text
    page = page.press("Edie has paid $25")
    assert page.payments == ["Ana owes Ben $15", "Cleo owes Dov $10"]
    assert paid(page) == ["Edie paid Dov $25"]
    assert "Kept as paid" in page.text


def test_a_part_and_the_rest(money: Page) -> None:
    page = money.follow("Mark paid: Cleo pays Dov").press("Work it out", part="other", amount="4")
    assert "After this, Cleo still owes Dov $6." in page.text
    page = page.press("Cleo has paid $4")
    assert "Cleo owes Dov $6" in page.payments
    assert "$4 of $10 paid" in page.text
    page = page.follow("Pay the rest: Cleo pays Dov")
    assert "Cleo still owes $6, and has paid $4." in page.text
    page = page.press("Cleo has paid $6")
    assert len(page.payments) == 2
    assert paid(page) == ["Cleo paid Dov $6", "Cleo paid Dov $4"]


def test_half(money: Page) -> None:
    page = money.follow("Mark paid: Ana pays Ben").press("Work it out", part="half")
    assert "After this, Ana still owes Ben $7.50." in page.text
    assert "Ana owes Ben $7.50" in page.press("Ana has paid $7.50").payments


@pytest.mark.parametrize("typed", ["12+3.5", "15,50", "15.50", " 15.5 "])
def test_amounts_as_people_type_them(money: Page, typed: str) -> None:
    page = money.follow("Mark paid: Edie pays Dov").press("Work it out", part="other", amount=typed)
    assert "After this, Edie still owes Dov $9.50." in page.text


def test_more_than_is_owed(money: Page) -> None:
    page = money.follow("Mark paid: Cleo pays Dov").press("Work it out", part="other", amount="12")
    assert "That is $2 more than owed. Dov would owe Cleo $2." in page.text
    page = page.press("Cleo has paid $12")
    assert sum(int(line.rpartition("$")[2]) for line in page.payments) == 40


@pytest.mark.parametrize("typed", ["", "0", "-3", "x", "0.005", "9" * 40])
def test_what_is_no_amount_is_told_at_the_field(money: Page, typed: str) -> None:
    page = money.follow("Mark paid: Edie pays Dov")
    page = page.press("Edie has paid", part="other", amount=typed)
    assert page.status == 422
    assert page.error_at("amount")
    assert page.field("amount") == typed, "nothing typed is lost"
    assert page.phone.open(money.path).payments == money.payments


def test_taken_back(money: Page) -> None:
    page = money.follow("Mark paid: Edie pays Dov").press("Edie has paid $25")
    page = page.press("Take back: Edie paid Dov $25")
    assert page.payments == money.payments
    assert "Taken back: it counts as not paid" in page.text
    assert paid(page) == ["Edie paid Dov $25, taken back"]
    assert [button for button in page.buttons if button.startswith("Take back")] == []


def test_everything_is_paid(money: Page) -> None:
    page = money
    for _ in range(3):
        label = next(node.get("aria-label") for node in page.root.find("a", of="paid-btn"))
        page = page.follow(label).press("has paid")
    assert page.payments == []
    assert "Everything is paid." in page.text
    assert page.root.find("p", of="double") == []


def test_twice_with_one_tap_is_paid_once(money: Page) -> None:
    page = money.follow("Mark paid: Edie pays Dov")
    page.press("Edie has paid $25")
    assert paid(page.press("Edie has paid $25")) == ["Edie paid Dov $25"]


def test_a_hand_that_was_entered_meanwhile(money: Page) -> None:
    asked = money.follow("Mark paid: Edie pays Dov")
    hand = money.follow("Hand 7").follow("Just the contract").press("Next", pitcher=3, bid=3)
    hand.press("Next", high="pitcher", low="pitcher", jack="pitcher", game="others")
    late = asked.press("Edie has paid $25")
    assert late.status == 422
    assert "since this page was opened. Look again." in late.text
    assert paid(late.phone.open(money.path)) == []
    assert late.press("Edie has paid $28").payments


def test_two_phones_that_keep_the_same_payment(money: Page, app_phone: Callable[[], Phone]) -> None:
    other = app_phone()
    joined(money, other, "Ben")
    asked = other.open(money.path).follow("Mark paid: Edie pays Dov")
    money.follow("Mark paid: Edie pays Dov").press("Edie has paid $25")
    late = asked.press("Edie has paid $25")
    assert late.status == 422
    assert "Something was entered, paid or taken back since this page was opened. Look again." in late.text
    assert paid(other.open(money.path)) == ["Edie paid Dov $25"]
    again = late.press("Work it out", part="other", amount="3").press("Edie has paid $3")
    assert paid(again) == ["Edie paid Dov $3", "Edie paid Dov $25"]


def test_a_corrected_hand_shows_as_a_difference(money: Page) -> None:
    page = money
    for _ in range(3):
        page = page.follow(page.root.find("a", of="paid-btn")[0].get("aria-label")).press("has paid")
    sheet = page.follow("Scores")
    page = sheet.phone.open(sheet.path + "2").press("Save hand 2", low="pitcher").follow("Money")
    assert sorted(page.payments) == [f"{who} owes Cleo $4" for who in ("Ana", "Ben", "Dov", "Edie")]
    assert len(paid(page)) == 3
    assert re.search(
        r"Hand 2 was corrected at \S+ .M: Cleo gains \$16, Ana loses \$4, Ben gives \$4 back, "
        r"Dov gives \$4 back, and Edie loses \$4\. "
        r"What was paid stays paid\.",
        page.text,
    ), page.text


def corrected(money: Page) -> Page:
    """Hand 2 was made after all; the money then."""
    sheet = money.phone.open(money.path).follow("Scores")
    return sheet.phone.open(sheet.path + "2").press("Save hand 2", low="pitcher").follow("Money")


def hints(page: Page) -> dict[str, str]:
    """What stands below each payment: what of it is paid, and what it was before a correction."""
    return {
        node.one("p", of="pay-line").text: " ".join(one.words for one in node.find("p", of="part-paid"))
        for node in page.root.find("section", of="pay")
    }


def test_a_corrected_hand_shows_what_was_open_before(money: Page) -> None:
    page = money.follow("Mark paid: Cleo pays Dov").press("Work it out", part="other", amount="4")
    page = page.press("Cleo has paid $4")
    assert hints(page)["Cleo owes Dov $6"] == "$4 of $10 paid"
    page = corrected(page)
    assert hints(page) == {
        "Edie owes Dov $27": "was $25",
        "Ana owes Ben $11": "was $15",
        "Ana owes Cleo $8": "new",
        "Edie owes Cleo $2": "new",
    }


def test_once_somebody_pays_after_it_what_was_open_before_is_no_longer_told(money: Page) -> None:
    page = corrected(money.follow("Mark paid: Edie pays Dov").press("Edie has paid $25"))
    assert set(hints(page).values()) != {""}
    label = next(node.get("aria-label") for node in page.root.find("a", of="paid-btn"))
    page = page.follow(label).press("has paid")
    assert not any("was" in said or "new" in said for said in hints(page).values())
    assert "Hand 2 was corrected" in page.text


def test_what_was_paid_too_much_comes_back(money: Page) -> None:
    page = money.follow("Mark paid: Ana pays Ben").press("Ana has paid $15")
    sheet = page.follow("Scores")
    page = sheet.phone.open(sheet.path + "6").press("Save hand 6", game="pitcher").follow("Money")
    assert "Ana gains $24, Ben gives $6 back, Cleo loses $6," in page.text
    page = money.phone.open(sheet.path + "6").press("Save hand 6", game="none").follow("Money")
    assert page.text.count("Hand 6 was corrected at") == 2, "each is a line of its own"


def test_each_to_each_is_beside_it(money: Page) -> None:
    page = money.follow("Each to each, 10")
    assert len(page.payments) == 10
    first = page.root.find("a", of="paid-btn")[0].get("aria-label")
    page = page.follow(first).press("has paid")
    assert len(page.payments) == 9
    assert page.address.endswith("plan=each")


def test_where_both_plans_are_the_same_one_is_shown(phone: Phone) -> None:
    page = sat_down(phone, contract(B, 2), hand("high", "low")).follow("Money")
    assert "Each to each" not in page.text


def test_why_tells_what_was_paid(money: Page) -> None:
    page = money.follow("Mark paid: Cleo pays Dov").press("Work it out", part="other", amount="4")
    page = page.press("Cleo has paid $4")
    lines = next(node for node in page.root.find(of="why") if "Cleo owes" in node.text)
    assert "paid Dov +4" in [row.words for row in lines.find("tr")]
    assert "Cleo owes −6" in [row.words for row in lines.find("tr")]
    page = page.press("Take back: Cleo paid Dov $4")
    lines = next(node for node in page.root.find(of="why") if "Cleo owes" in node.text)
    assert [row.words for row in lines.find("tr")][-3:] == ["paid Dov +4", "taken back −4", "Cleo owes −10"]


def test_why_tells_what_somebody_got(money: Page) -> None:
    page = money.follow("Mark paid: Cleo pays Dov").press("Work it out", part="other", amount="50")
    page = page.press("Cleo has paid $50")
    lines = next(node for node in page.root.find(of="why") if "Dov owes" in node.text)
    assert "got from Cleo −50" in [row.words for row in lines.find("tr")]


@pytest.mark.parametrize(
    "query", ["", "payer=1", "payer=1&payee=1&currency=USD", "payer=1&payee=99&currency=USD"]
)
def test_nobody_pays_nobody(money: Page, query: str) -> None:
    assert money.phone.open(f"{money.path}pay?currency=USD&{query}").status == 404


def test_a_watcher_sees_what_was_paid_and_keeps_nothing(money: Page, app_phone: Callable[[], Phone]) -> None:
    page = money.follow("Mark paid: Edie pays Dov").press("Edie has paid $25")
    link = page.follow("Share").root.with_id("link").get("value").rpartition("/")[2]
    other = app_phone()
    other.open(f"/j/{link}").press("Follow")
    seen = other.open(money.path)
    assert paid(seen) == ["Edie paid Dov $25"]
    assert seen.buttons == []
    assert seen.root.find("a", of="paid-btn") == []


def test_somebody_goes_home_early(money: Page) -> None:
    page = money.follow("Dov")
    assert "Dov goes home: only that is settled now." in page.text
    assert page.payments == ["Edie owes Dov $25", "Cleo owes Dov $10"]
    page = page.follow("Mark paid: Cleo pays Dov").press("Cleo has paid $10")
    assert page.payments == ["Edie owes Dov $25"]
    page = page.follow("Mark paid: Edie pays Dov").press("Edie has paid $25")
    assert "Dov is even." in page.text
    assert page.follow("The whole table").payments == ["Ana owes Ben $15"]


@pytest.mark.parametrize("plan", ["leaves-99", "leaves-x", "leaves-", "x" * 500, "each-1"])
def test_a_plan_that_there_is_not(money: Page, plan: str) -> None:
    assert money.phone.open(f"{money.path}?plan={plan}").payments == money.payments
    assert money.phone.open(f"{money.path}pay?payer=5&payee=4&currency=USD&plan={plan}").status == 200


def test_from_the_page_of_the_session(money: Page) -> None:
    page = money.follow("The session").follow("Mark paid: Edie pays Dov").press("Edie has paid $25")
    assert paid(page) == ["Edie paid Dov $25"]


def test_every_game_that_goes_on_can_be_finished(money: Page) -> None:
    phone, slug = money.phone, money.path.split("/")[2]
    with phone.client.application.app_context():
        pennies = {"players": ["Ana", "Ben", "Cleo"]}
        start_match(slug, "d" * 32, GAMES["ten_pennies"], pennies, client_id=str(uuid.uuid4()))
    session = phone.open(f"/s/{slug}/")
    assert {"Finish Ten Pennies", "Finish Racehorse"} <= set(session.buttons)
    over = session.press("Finish Racehorse")
    assert over.title == "Racehorse"
    assert "Finish Racehorse" not in phone.open(f"/s/{slug}/").buttons
    assert "Finish Ten Pennies" in phone.open(f"/s/{slug}/").buttons

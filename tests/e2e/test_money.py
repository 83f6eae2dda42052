"""Money in a phone-size browser: play, pay a part, correct an old hand, pay the rest, and all read 0."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.beforehand import play_hand, sit_down
from tests.e2e.conftest import NewPhone
from tests.e2e.table import NAMES, contract, payments, result, settled, totals
from tests.e2e.test_racehorse import seen


def play_three_hands(phone: Page) -> None:
    """Ben makes 3, Cleo is set on 2, Dov makes 2."""
    play_hand(phone, "Ben", 3, high="pitcher", low="pitcher", jack="others", game="pitcher")
    play_hand(phone, "Cleo", 2, high="pitcher", low="others", jack="others", game="others")
    play_hand(phone, "Dov", 2, high="pitcher", low="pitcher", jack="others", game="others")


def pays(phone: Page, label: str, button: str, part: str = "") -> None:
    """Marks a payment as paid, whole or ``part`` of it as typed."""
    phone.get_by_role("link", name=label).click()
    if part:
        phone.locator("label", has_text="Other amount").click()
        phone.locator("input[name=amount]").fill(part)
    settled(phone)
    phone.get_by_role("button", name=button).click()
    expect(phone.get_by_text("Kept as paid")).to_be_visible()


def test_play_pay_a_part_correct_an_old_hand_pay_the_rest(phone: Page, screenshots: Path) -> None:
    sit_down(phone)
    play_three_hands(phone)
    assert totals(phone) == ["−3", "+12", "−13", "+7", "−3"]
    assert payments(phone) == ["Cleo Ben $9", "Cleo Dov $4", "Ana Ben $3", "Edie Dov $3"]
    pays(phone, "Mark paid: Cleo pays Ben", "Cleo has paid $4", part="4")
    pays(phone, "Mark paid: Edie pays Dov", "Edie has paid $3")
    expect(phone.get_by_text("$4 of $9 paid")).to_be_visible()
    seen(phone, screenshots / "money-part-paid.png")

    # Hand 1 fell, after all: Ben had not Game.
    phone.get_by_role("link", name="Scores").click()
    phone.locator("#hand-1 a").click()
    phone.get_by_role("link", name="Change").click()
    phone.locator("#line-game label", has_text="Others").click()
    settled(phone)
    phone.get_by_role("button", name="Save hand 1: Ben owes $12").click()
    expect(phone.locator("#hand-1")).to_contain_text("changed")
    assert totals(phone) == ["+3", "−12", "−7", "+13", "+3"]
    corrected = payments(phone)
    expect(
        phone.get_by_text(re.compile(r"Hand 1 was corrected at .*Dov gains \$6.*Ben loses \$24"))
    ).to_be_visible()
    expect(phone.get_by_text("What was paid stays paid.")).to_be_visible()
    assert corrected == ["Ben Dov $10", "Ben Edie $6", "Cleo Ana $3"]
    seen(phone, screenshots / "money-corrected.png")

    while (button := phone.get_by_role("link", name=re.compile("Mark paid|Pay the rest"))).count():
        button.first.click()
        phone.get_by_role("button", name=re.compile("has paid")).click()
        expect(phone.get_by_text("Kept as paid")).to_be_visible()
    expect(phone.get_by_text("Everything is paid.")).to_be_visible()
    assert payments(phone) == []
    seen(phone, screenshots / "money-all-paid.png")
    phone.get_by_role("link", name="The session").click()
    expect(phone.get_by_text("Nobody owes anything.")).to_be_visible()
    phone.goto("/")
    expect(phone.get_by_text(re.compile("to pay"))).to_have_count(0)


def test_a_double_tap_on_paid_pays_once(phone: Page) -> None:
    sit_down(phone)
    play_hand(phone, "Ben", 3, high="pitcher", low="pitcher", jack="others", game="pitcher")
    payments(phone)
    phone.get_by_role("link", name="Mark paid: Ana pays Ben").click()
    phone.get_by_role("button", name="Ana has paid $3").dblclick()
    expect(phone.get_by_text("Kept as paid")).to_be_visible()
    expect(phone.get_by_role("button", name=re.compile("Take back"))).to_have_count(1)


def test_cash_is_handed_over_at_every_width(new_phone: NewPhone, screenshots: Path) -> None:
    phone = new_phone(viewport={"width": 320, "height": 844}, color_scheme="dark")
    phone.goto("/new/racehorse/")
    for row, name in enumerate(NAMES):
        phone.locator("textarea[name=name]").nth(row).fill(name)
    phone.locator("#ask-dealer label", has_text="Ana").click()
    phone.locator("label", has_text="Cash at the table").click()
    expect(phone.get_by_text("It changes hands at once, and nothing is owed later.")).to_be_visible()
    settled(phone)
    phone.locator("button[value=start]").click()
    phone.wait_for_url("**/s/**")
    contract(phone, "Ben", "3")
    result(phone, high="Ben", low="Ben", jack="Others", game="Ben", save="Save hand 1: Ben gets $12")
    expect(phone.get_by_text("Hand over now:")).to_be_visible()
    expect(phone.get_by_text("Ben gets $3 from each of the other four.")).to_be_visible()
    seen(phone, screenshots / "cash-hand.png")
    assert payments(phone) == []
    expect(phone.get_by_role("heading", name="Handed over")).to_be_visible()
    seen(phone, screenshots / "cash-money.png")

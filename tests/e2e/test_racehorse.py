"""An evening of Racehorse in a phone-size browser: R1–R6 of the rules, a correction, an undo."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import violations
from tests.e2e.beforehand import sit_down
from tests.e2e.conftest import NewPhone
from tests.e2e.table import bids, contract, payments, result, set_up, settled, totals


def play_six_hands(phone: Page, picture: Path | None = None) -> None:
    """R1–R6: contracts alone, a forced dealer and an auction."""

    def shot(name: str) -> None:
        if picture is not None:
            phone.screenshot(path=picture / f"{name}.png")

    contract(phone, "Ben", "3")
    result(phone, high="Ben", low="Ben", jack="Others", game="Ben", save="Save hand 1: Ben gets $12")
    contract(phone, "Cleo", "2")
    result(phone, high="Cleo", low="Others", jack="Others", game="Others", save="Save hand 2: Cleo owes $8")
    contract(phone, "Dov", "Smudge")
    result(
        phone,
        tricks=6,
        jack="Dov",
        save="Save hand 3: Dov gets $20",
        before=lambda: shot("smudge"),
    )
    contract(phone, "Edie", "Smudge")
    result(phone, tricks=6, jack="Not in play", save="Save hand 4: Edie owes $20")
    bids(phone, "pass", "pass", "pass", "pass")
    result(phone, high="Dov", low="Dov", jack="Dov", game="Dov", save="Save hand 5: Dov gets $8")
    phone.locator("button[name=bid][value='2']").click()
    expect(phone.get_by_role("heading", name="Ana to bid")).to_be_visible()
    phone.wait_for_timeout(400)
    shot("bidding")
    bids(phone, "3", "pass", "pass", "pass", "pass")
    result(
        phone,
        high="Ana",
        low="Ana",
        jack="Not in play",
        game="Tied",
        save="Save hand 6: Ana owes $12",
        before=lambda: shot("hand"),
    )


@pytest.fixture
def table(phone: Page) -> Page:
    """Five players at the table, Ana deals."""
    sit_down(phone)
    return phone


def test_six_hands_a_correction_and_an_undo(table: Page, screenshots: Path) -> None:
    play_six_hands(table, screenshots)

    assert totals(table) == ["−15", "+15", "−10", "+35", "−25"]
    table.screenshot(path=screenshots / "scores.png")
    assert payments(table) == ["Edie Dov $25", "Ana Ben $15", "Cleo Dov $10"]
    table.screenshot(path=screenshots / "money.png")
    table.get_by_text("Why $15?").click()
    assert table.locator("details[open] tfoot").inner_text().split() == ["Ana", "owes", "−15"]
    table.screenshot(path=screenshots / "why.png")

    # R2 was made after all: Cleo had Low as well. Cleo deals hand 3 then, and the money follows.
    table.get_by_role("link", name="Scores").click()
    table.locator("#hand-2 a").click()
    table.screenshot(path=screenshots / "row.png")
    table.get_by_role("link", name="Change").click()
    table.locator("#line-low label", has_text="Cleo").click()
    button = table.get_by_role("button", name="Save hand 2: Cleo gets $8")
    expect(button).to_be_visible()
    table.screenshot(path=screenshots / "change.png", full_page=True)
    settled(table)
    button.click()
    expect(table.locator("#hand-2")).to_contain_text("changed")
    assert totals(table) == ["−19", "+11", "+6", "+31", "−29"]
    assert payments(table) == ["Edie Dov $29", "Ana Ben $11", "Ana Cleo $6", "Ana Dov $2"]

    table.get_by_role("button", name="Undo hand 6").click()
    expect(table.get_by_text("Ana pitched")).to_be_visible()
    assert totals(table) == ["−7", "+8", "+3", "+28", "−32"]


def test_later_dealers_follow_a_correction(table: Page) -> None:
    contract(table, "Ben", "3")
    result(table, high="Ben", low="Ben", jack="Others", game="Others", save="Save hand 1: Ben owes $12")
    expect(table.get_by_text("Ana deals. Pick Ana to mark a steal.")).to_be_visible()  # Ben is hoisted
    table.get_by_role("link", name="Scores").click()
    table.locator("#hand-1 a").click()
    table.get_by_role("link", name="Change").click()
    table.locator("#line-game label", has_text="Ben").click()
    settled(table)
    table.get_by_role("button", name="Save hand 1: Ben gets $12").click()
    expect(table.get_by_role("link", name="Enter hand 2: Ben deals")).to_be_visible()


def test_what_was_done_is_said_until_it_is_tapped(table: Page) -> None:
    contract(table, "Ben", "3")
    result(table, high="Ben", low="Ben", jack="Others", game="Ben", save="Save hand 1: Ben gets $12")
    said = table.locator("#toast")
    expect(said.get_by_role("button", name="Undo")).to_be_visible()
    said.locator("p").click()
    expect(said).to_have_count(0)


def test_finish_reopen_and_play_again(table: Page, screenshots: Path) -> None:
    contract(table, "Ben", "3")
    result(table, high="Ben", low="Ben", jack="Others", game="Ben", save="Save hand 1: Ben gets $12")
    table.get_by_role("link", name=re.compile("More")).click()
    table.screenshot(path=screenshots / "more.png", full_page=True)
    table.get_by_role("button", name=re.compile("Finish Racehorse")).click()
    expect(table.get_by_text("Ben wins.")).to_be_visible()
    table.screenshot(path=screenshots / "finished.png")
    table.get_by_role("link", name="The session").click()
    table.screenshot(path=screenshots / "session.png", full_page=True)
    table.get_by_role("button", name="Reopen Racehorse").click()
    expect(table.get_by_role("link", name="Hand 2")).to_be_visible()
    table.get_by_role("link", name="The session").click()
    table.get_by_role("button", name="Finish Racehorse").click()
    table.get_by_role("link", name="The session").click()
    table.get_by_role("button", name="Play again: same people").click()
    expect(table.get_by_role("link", name="Hand 1")).to_be_visible()
    expect(table.locator("ol.bids li").last).to_contain_text("Ben")  # made it, so deals on
    table.goto("/")
    table.screenshot(path=screenshots / "home.png")


@pytest.mark.parametrize(("theme", "width"), [("light", 390), ("dark", 390), ("light", 320)])
def test_every_screen_in_both_themes_and_at_320_pixels(
    new_phone: NewPhone, screenshots: Path, theme: str, width: int
) -> None:
    phone = new_phone(color_scheme=theme, viewport={"width": width, "height": 844})
    name = f"{theme}-{width}"
    phone.goto("/new/racehorse/")
    seen(phone, screenshots / f"setup-{name}.png")
    set_up(phone, ("Ana", "Ben", "Cleo van der Meer-Whitcombe", "Dov", "עדי"))
    seen(phone, screenshots / f"bidding-{name}.png")
    contract(phone, "Ben", "3")
    seen(phone, screenshots / f"result-{name}.png")
    result(phone, high="Ben", low="Ben", jack="Others", game="Ben", save="Save hand 1: Ben gets $12")
    for page in ("Scores", "Money"):
        phone.get_by_role("link", name=page).click()
        seen(phone, screenshots / f"{page.lower()}-{name}.png")
    phone.get_by_role("link", name="Scores").click()
    phone.locator("#hand-1 a").click()
    phone.get_by_role("link", name="Change").click()
    seen(phone, screenshots / f"change-{name}.png")
    phone.get_by_role("link", name=re.compile("More")).click()
    seen(phone, screenshots / f"more-{name}.png")
    phone.get_by_role("link", name="The session", exact=True).click()
    seen(phone, screenshots / f"session-{name}.png")
    phone.goto("/")
    seen(phone, screenshots / f"home-{name}.png")
    phone.goto("/nowhere")
    seen(phone, screenshots / f"lost-{name}.png")


def seen(phone: Page, picture: Path) -> None:
    """A picture of the page, which must be accessible and no wider than the phone."""
    phone.screenshot(path=picture, full_page=True)
    assert violations(phone) == []
    wide = phone.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{picture.name}: {wide} px wider than the screen"


def test_without_script(new_phone: NewPhone, screenshots: Path) -> None:
    phone = new_phone(java_script_enabled=False)
    phone.goto("/new/racehorse/")
    for row, name in enumerate(("Ana", "Ben", "Cleo", "Dov", "Edie")):
        phone.locator("textarea[name=name]").nth(row).fill(name)
    phone.locator("button[value=start]").click()
    phone.locator("#ask-dealer label", has_text="Ana").click()
    phone.locator("button[value=start]").click()
    phone.get_by_role("link", name="Just the contract").click()
    phone.locator("#ask-pitcher label", has_text="Ben").click()
    phone.locator("#ask-bid label", has_text="3").first.click()
    phone.locator("button[value=save]").click()
    for line, answer in (("high", "Ben"), ("low", "Ben"), ("jack", "Others")):
        phone.locator(f"#line-{line} label", has_text=answer).click()
    phone.locator("button[value=save]").click()
    expect(phone.get_by_text("Game is missing")).to_be_visible()
    phone.locator("#line-game label", has_text="Ben").click()
    phone.get_by_role("button", name="Work it out").click()
    expect(phone.get_by_text("Ben bid 3, took 3: made.")).to_be_visible()
    phone.screenshot(path=screenshots / "without-script.png", full_page=True)
    phone.get_by_role("button", name="Save hand 1: Ben gets $12").click()
    assert totals(phone) == ["−3", "+12", "−3", "−3", "−3"]


def test_a_double_tap_saves_once(table: Page) -> None:
    contract(table, "Ben", "3")
    for line, answer in (("high", "Ben"), ("low", "Ben"), ("jack", "Others"), ("game", "Ben")):
        table.locator(f"#line-{line} label", has_text=answer).click()
    button = table.get_by_role("button", name="Save hand 1: Ben gets $12")
    button.dblclick()
    expect(table.get_by_text("Hand 1 saved")).to_be_visible()
    assert totals(table) == ["−3", "+12", "−3", "−3", "−3"]
    assert table.locator("tr[data-row]").count() == 1


def test_a_second_tap_takes_an_answer_back(table: Page) -> None:
    contract(table, "Ben", "3")
    high = table.locator("#line-high label", has_text="Ben")
    high.click()
    expect(table.get_by_text("Has 1 of the 3 points needed")).to_be_visible()
    high.click()
    expect(table.get_by_text("Has 0 of the 3 points needed")).to_be_visible()


def test_seats_move_by_keyboard(phone: Page) -> None:
    phone.goto("/new/racehorse/")
    for row, name in enumerate(("Ana", "Ben", "Cleo", "Dov", "Edie")):
        phone.locator("textarea[name=name]").nth(row).fill(name)
    down = phone.get_by_role("button", name="Move Ana down")
    down.focus()
    phone.keyboard.press("Enter")
    expect(phone.locator("textarea[name=name]").nth(0)).to_have_value("Ben")
    expect(phone.locator("textarea[name=name]").nth(1)).to_have_value("Ana")
    expect(phone.get_by_role("button", name="Move Ana down")).to_be_focused()

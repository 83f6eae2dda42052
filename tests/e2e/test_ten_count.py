"""The final count of Ten in a phone-size browser: T6 and T2 of the rules, wilds placed by hand, no script."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.axe import violations
from tests.e2e.beforehand import sit_down
from tests.e2e.conftest import NewPhone
from tests.e2e.table import name_seats, settled, totals

NAMES = ("Ana", "Ben", "Cleo")
T2 = "R3 R4 R5 R6 R7 G1 G2 G3 B5 B6 O9"
T6 = "R1 R2 R3 R4 R5 R6 B2 B3 B4 G7 G8 R# G# *8 *9 *#"


def set_up(phone: Page, names: tuple[str, ...] = NAMES) -> None:
    """Starts a match in which the first one has the start card, and goes to the final count."""
    phone.goto("/new/ten/")
    name_seats(phone, names)
    phone.locator("#ask-dealer label", has_text=re.compile(f"{names[0]}$")).click()
    expect(phone.locator("button[value=start]")).to_contain_text(names[0])
    settled(phone)
    phone.locator("button[value=start]").click()
    phone.wait_for_url("**/s/**")
    phone.goto(phone.url.partition("?")[0] + "?view=count")


def tap(phone: Page, cards: str) -> None:
    """Taps each card, with its colour before the first of it."""
    chosen = ""
    for card in cards.split():
        group = "W" if card.startswith("*") else card[0]
        if group != chosen:
            phone.locator(f".colours label:has([value='{group}'])").click()
            chosen = group
        phone.locator(f"[data-card='{card}']").click()


def tokens(phone: Page, count: int) -> None:
    """So many tokens."""
    phone.locator("#tokens label", has_text=re.compile(f"^{count}$")).click()
    settled(phone)


def primary(phone: Page) -> Locator:
    """The big button."""
    return phone.locator(".bar .primary")


def seen(phone: Page, picture: Path) -> None:
    """A picture of the page, which must be accessible and no wider than the phone."""
    phone.screenshot(path=picture, full_page=True)
    assert violations(phone) == []
    wide = phone.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{picture.name}: {wide} px wider than the screen"


@pytest.fixture
def table(phone: Page) -> Page:
    """Three players, before the first hand is counted."""
    phone.goto(sit_down(phone, NAMES, game="ten") + "?view=count")
    return phone


@pytest.mark.parametrize(("theme", "width"), [("light", 390), ("dark", 390), ("light", 320)])
def test_two_hands_in_both_themes_and_at_320_pixels(
    new_phone: NewPhone, screenshots: Path, theme: str, width: int
) -> None:
    five = ("Ana", "Ben", "Cleo van der Meer-Whitcombe", "עדי", "Adi")
    names = five if width == 320 else NAMES
    phone = new_phone(color_scheme=theme, viewport={"width": width, "height": 844})
    at = f"{theme}-{width}"
    set_up(phone, names)
    seen(phone, screenshots / f"ten-count-empty-{at}.png")
    tap(phone, T6)
    expect(phone.locator(".counts button").first).to_contain_text("17")
    expect(primary(phone)).to_have_text("Next: Ana’s tokens")
    tokens(phone, 4)
    seen(phone, screenshots / f"ten-count-tapped-{at}.png")
    primary(phone).click()
    expect(phone.get_by_role("heading", name="Ben’s cards")).to_be_in_viewport()
    tap(phone, T2)
    tokens(phone, 6)
    expect(primary(phone)).to_have_text("Accept 11, count Cleo next")
    phone.get_by_role("button", name="Ana: 17").click()
    expect(phone.get_by_role("heading", name="Ana’s best count")).to_be_visible()
    expect(phone.locator(".sum.double")).to_have_text(re.compile("17"))
    seen(phone, screenshots / f"ten-count-best-{at}.png")
    phone.get_by_role("button", name="Place by hand").click()
    phone.get_by_label("Green #").select_option("G3")
    expect(phone.get_by_text("This scores 16, one less than the best.")).to_be_visible()
    expect(phone.locator(".counts button").first).to_contain_text("17")
    seen(phone, screenshots / f"ten-count-by-hand-{at}.png")
    phone.get_by_role("button", name="Best placing").click()
    expect(phone.get_by_text("No placement scores more.")).to_be_visible()
    for seat in range(1, len(names)):
        phone.locator(".counts button").nth(seat).click()
        expect(phone.locator(".counts [aria-current]")).to_have_attribute("value", f"preview open {seat}")
        tokens(phone, 5)
    save = phone.get_by_role("button", name="Save the count: Ana wins with 17 points")
    expect(save).to_be_visible()
    seen(phone, screenshots / f"ten-count-last-{at}.png")
    save.click()
    expect(phone.get_by_text("Ana wins with 17 points.")).to_be_visible()
    assert totals(phone)[:2] == ["17", "11"]
    phone.get_by_role("link", name="Cards").click()
    phone.locator("details.fold summary").first.click()
    seen(phone, screenshots / f"ten-cards-{at}.png")
    phone.get_by_role("button", name="Place by hand").first.click()
    expect(phone.get_by_text("This scores as much as the best.")).to_be_visible()
    seen(phone, screenshots / f"ten-cards-by-hand-{at}.png")


def test_what_was_tapped_survives_a_reload(table: Page) -> None:
    tap(table, "R1 R2")
    tokens(table, 4)
    primary(table).click()
    expect(table.get_by_role("heading", name="Ben’s cards")).to_be_visible()
    tap(table, "B1")
    settled(table)
    table.reload()
    expect(table.locator(".counts button").nth(0)).to_contain_text("2")
    expect(table.locator(".counts button").nth(1)).to_contain_text("1")


def test_fast_taps_all_count(table: Page) -> None:
    key = table.locator("[data-card='R1']")
    key.dblclick()
    table.locator("[data-card='R2']").click()
    expect(key.locator(".tally")).to_have_text("2")
    expect(table.get_by_text("3 cards", exact=True)).to_be_visible()
    table.get_by_role("button", name="Take back", exact=True).click()
    expect(table.get_by_text("2 cards", exact=True)).to_be_visible()
    table.get_by_text("Look, or take one back").click()
    table.get_by_role("button", name="Take back red 1").first.click()
    expect(table.get_by_text("1 card", exact=True)).to_be_visible()


def test_a_card_beyond_the_pack_is_named_at_the_player(table: Page) -> None:
    tap(table, "R7")
    tokens(table, 4)
    primary(table).click()
    expect(table.get_by_role("heading", name="Ben’s cards")).to_be_visible()
    seven = table.locator("[data-card='R7']")
    expect(seven).to_have_text(re.compile("counted"))
    seven.click(force=True)  # it says of itself that it cannot be tapped
    expect(table.locator("#live")).to_contain_text("counted")
    # Four taps before the page can say that there are only three.
    table.locator("[data-card='R6']").evaluate("key => { for (let n = 0; n < 4; n++) key.click(); }")
    expect(table.locator("#e-hand")).to_contain_text("all hands have 4")
    expect(primary(table)).to_have_text("Next: fix Ben’s cards")
    table.get_by_role("button", name="Take back", exact=True).click()
    expect(table.locator("#e-hand")).to_have_count(0)


def test_a_count_by_keyboard(table: Page) -> None:
    table.locator("[data-card='R1']").focus()
    table.keyboard.press("Enter")
    table.keyboard.press("Space")
    expect(table.get_by_text("2 cards", exact=True)).to_be_visible()
    expect(table.locator("[data-card='R1']")).to_be_focused()


def test_a_count_is_changed(table: Page, screenshots: Path) -> None:
    for cards, count in (("R1 R2 R3", 4), ("B1", 5), ("G1 G2", 0)):
        tap(table, cards)
        tokens(table, count)
        primary(table).click()
        settled(table)
        table.wait_for_timeout(300)
    expect(table.get_by_text("Ana wins with 3 points.")).to_be_visible()
    table.locator("#hand-1 a").click()
    table.get_by_role("link", name="Change").click()
    expect(table.locator(".counts button").first).to_contain_text("3")
    tap(table, "R4")
    save = table.get_by_role("button", name="Save the count: Ana wins with 4 points")
    expect(save).to_be_visible()
    seen(table, screenshots / "ten-count-change.png")
    settled(table)
    with table.expect_navigation():  # the totals are those from before until it is saved
        save.click()
    assert totals(table) == ["4", "1", "2"]


def test_a_count_without_script(new_phone: NewPhone, screenshots: Path) -> None:
    phone = new_phone(java_script_enabled=False)
    phone.goto("/new/ten/")
    if phone.locator("textarea[name=name]").count() < 2:
        phone.get_by_role("button", name="Add player").click()
    for row, name in enumerate(("Ana", "Ben")):
        phone.locator("textarea[name=name]").nth(row).fill(name)
    phone.locator("button[value=start]").click()
    phone.locator("#ask-dealer label", has_text="Ana").click()
    phone.locator("button[value=start]").click()
    phone.goto(phone.url.partition("?")[0] + "?view=count")
    tap(phone, "R1 R2 R#")
    expect(phone.locator(".counts button").first).to_contain_text("3")
    phone.locator("#tokens label", has_text=re.compile("^4$")).click()
    phone.get_by_role("button", name="Work it out").click()
    phone.get_by_role("button", name="Place by hand").click()
    phone.get_by_label("Red #").select_option("R9")
    phone.get_by_role("button", name="Work it out").click()
    expect(phone.get_by_text("This scores 2, one less than the best.")).to_be_visible()
    phone.screenshot(path=screenshots / "ten-count-without-script.png", full_page=True)
    phone.get_by_role("button", name="Accept 3, count Ben next").click()
    phone.locator("#tokens label", has_text=re.compile("^0$")).click()
    phone.get_by_role("button", name="Work it out").click()
    phone.get_by_role("button", name="Save the count: Ana wins with 3 points").click()
    assert totals(phone) == ["3", "0"]

"""The live table of Ten in a phone-size browser: an auction, both busts, purchases, the last buying."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import violations
from tests.e2e.beforehand import sit_down
from tests.e2e.conftest import NewPhone
from tests.e2e.table import BETWEEN_TAPS, name_seats, say, settled, totals

NAMES = ("Ana", "Ben", "Cleo")
FIVE = ("Ana", "Ben", "Cleo van der Meer-Whitcombe", "Dov", "עדי")
COLOURS = {"R": "Red", "B": "Blue", "O": "Orange", "G": "Green"}


def set_up(phone: Page, names: Sequence[str] = NAMES) -> None:
    """Starts a match in which the first one goes first."""
    phone.goto("/new/ten/")
    name_seats(phone, names)
    phone.locator("#ask-dealer label", has_text=names[0]).first.click()
    expect(phone.locator("button[value=start]")).to_contain_text("goes first")
    settled(phone)
    phone.locator("button[value=start]").click()
    phone.wait_for_url("**/s/**")


def version(phone: Page) -> str:
    """The version of the match that the page shows."""
    return phone.locator("#entry input[name=version]").first.input_value()


def draw(phone: Page, *cards: str) -> None:
    """Taps each card, and waits until it lies there."""
    for card in cards:
        seen = version(phone)
        tap_card(phone, card)
        expect(phone.locator("#entry input[name=version]").first).not_to_have_value(seen)


def tap_card(phone: Page, card: str) -> None:
    """The taps for one card: colour and number, Wild and the wild, or the currency alone."""
    if card in {"R#", "B#", "O#", "G#"} or card.startswith("*"):
        phone.locator(".wild-key").click()
    elif card[0] in COLOURS:
        phone.locator(".colours label", has_text=COLOURS[card[0]]).click()
    phone.locator(f"button[name=card][value='{card}']").click()


def bids(phone: Page, *said: str) -> None:
    """The auction, bid by bid."""
    for bid in said:
        say(phone, bid)


def take(phone: Page, what: str) -> None:
    """Stops."""
    phone.wait_for_timeout(BETWEEN_TAPS)
    phone.get_by_role("button", name=f"Take {what}").click()
    expect(phone.locator(".tableau")).to_have_count(0)
    phone.wait_for_timeout(BETWEEN_TAPS)


def did(phone: Page, text: str) -> None:
    """What was done last is told."""
    expect(phone.locator(".did")).to_contain_text(text)


def save(phone: Page, label: str) -> None:
    """The big button, once it says so."""
    button = phone.get_by_role("button", name=label)
    expect(button).to_be_visible()
    settled(phone)
    button.click()
    expect(button).to_have_count(0)


@pytest.fixture
def table(phone: Page) -> Page:
    """Three players at the table, Ana goes first."""
    sit_down(phone, NAMES, game="ten")
    return phone


def test_turns_to_the_last_buying(table: Page, screenshots: Path) -> None:
    expect(table.get_by_text("With 3 players take out the cards marked 4+.")).to_be_visible()
    # An auction, then a bust by numbers.
    draw(table, "R4", "*6")
    expect(table.get_by_role("heading", name="Auction of the wild 6")).to_be_visible()
    bids(table, "2", "3", "pass")
    save(table, "Cleo pays 3 tokens")
    draw(table, "$5", "B7")
    expect(table.locator(".total")).to_contain_text("4 − 5 + 7")
    expect(table.get_by_text("5 or more busts.")).to_be_visible()
    draw(table, "G5")
    did(table, "Bust at 11.")
    did(table, "Ana takes a bust token. Ben +5 and Cleo +5.")
    table.screenshot(path=screenshots / "ten-bust.png")
    # A bust by currency.
    draw(table, "$4", "$5", "$2")
    did(table, "Bust by currency, 11: nobody collects.")
    # The numbers, and a purchase paid with a bust token among others.
    draw(table, "O1", "$1")
    take(table, "numbers")
    did(table, "Cleo takes orange 1.")
    table.get_by_role("link", name="red 4").click()
    save(table, "Buy red 4 with 4 tokens")
    did(table, "Cleo buys red 4")
    # The last card, and everybody may buy once more.
    draw(table, "G2", "$3")
    table.get_by_text("More: the last card, the pack").click()
    table.get_by_role("button", name="That was the last card").click()
    expect(table.get_by_text("The pile is empty.")).to_be_visible()
    take(table, "numbers")
    table.wait_for_timeout(BETWEEN_TAPS)
    table.get_by_role("button", name="Ana does not buy").click()
    expect(table.get_by_text("Then Cleo and Ana.")).to_be_visible()
    table.get_by_role("link", name="green 5").click()
    save(table, "Buy green 5 with 1 bust token and 2 tokens")
    table.wait_for_timeout(BETWEEN_TAPS)
    table.get_by_role("button", name="Cleo does not buy").click()
    table.wait_for_timeout(BETWEEN_TAPS)
    table.get_by_role("button", name="Ana does not buy").click()
    expect(table.get_by_text("Cleo wins with")).to_be_visible()
    table.screenshot(path=screenshots / "ten-scores.png", full_page=True)
    assert totals(table) == ["1", "1", "3"]
    table.get_by_role("link", name="Cards").click()
    assert violations(table) == []


def test_a_number_without_a_colour(table: Page) -> None:
    table.locator("button[name=number][value='4']").click()
    expect(table.get_by_text("First tap a colour, then the number.")).to_be_visible()
    expect(table.get_by_role("heading", name="Ten", exact=True)).to_be_visible()
    draw(table, "R4")
    expect(table.get_by_text("First tap a colour, then the number.")).to_have_count(0)


def test_two_quick_cards_are_two_draws(table: Page) -> None:
    table.locator("button[name=card][value='$1']").dblclick()
    expect(table.locator(".total")).to_contain_text("−2")
    expect(table.locator(".tableau .face.coin")).to_have_count(2)
    tap_card(table, "B2")
    tap_card(table, "R3")
    expect(table.locator(".total")).to_contain_text("− 1 − 1 + 2 + 3".removeprefix("− "))
    expect(table.locator(".colours input:checked")).to_have_count(0)


def test_a_tap_after_the_end_of_a_turn_is_nobodys(table: Page) -> None:
    draw(table, "$5", "$5")
    table.locator("button[name=card][value='$5']").dblclick()
    did(table, "Bust by currency, 15")
    table.wait_for_timeout(500)
    expect(table.locator(".tableau")).to_have_count(0)


def test_used_up_cards_say_so_and_do_nothing(table: Page) -> None:
    draw(table, "B7")
    table.locator(".colours label", has_text="Blue").click()
    key = table.locator("button[value='B7']")
    expect(key).to_contain_text("drawn")
    key.click(force=True)  # it cannot be chosen, but says why
    expect(table.locator("#live")).to_contain_text("drawn")
    expect(table.locator(".total")).to_contain_text("7")


def test_by_keyboard(table: Page) -> None:
    table.locator(".colours input").nth(1).focus()
    table.keyboard.press("Space")
    table.locator("button[value='B4']").focus()
    table.keyboard.press("Enter")
    expect(table.locator(".total")).to_contain_text("4")
    expect(table.locator(".colours input").first).to_be_focused()
    table.locator("button[value='$2']").focus()
    table.keyboard.press("Enter")
    expect(table.locator(".total")).to_contain_text("4 − 2")
    expect(table.locator("button[value='$2']")).to_be_focused()


def test_a_turn_is_changed(table: Page, screenshots: Path) -> None:
    draw(table, "R4", "$5")
    take(table, "currency")
    draw(table, "B1")
    table.get_by_role("link", name="Scores").click()
    table.locator("#hand-1 a").click()
    table.get_by_role("link", name="Change").click()
    expect(table.locator(".story li")).to_have_count(3)
    table.get_by_role("button", name="Take back").click()
    expect(table.locator(".story li")).to_have_count(2)
    tap_card(table, "R3")
    expect(table.locator(".story li")).to_have_count(3)
    table.screenshot(path=screenshots / "ten-change.png", full_page=True)
    assert violations(table) == []
    table.get_by_role("button", name="Take numbers").click()
    expect(table.get_by_text("Ana: took numbers.")).to_be_visible()
    table.get_by_role("button", name="Save turn 1").click()
    expect(table.locator("#hand-1")).to_contain_text("changed")
    assert totals(table) == ["2", "0", "0"]


@pytest.mark.parametrize(
    ("theme", "width", "names"), [("light", 390, NAMES), ("dark", 390, FIVE), ("light", 320, FIVE)]
)
def test_every_screen_in_both_themes_and_at_320_pixels(
    new_phone: NewPhone, screenshots: Path, theme: str, width: int, names: tuple[str, ...]
) -> None:
    phone = new_phone(color_scheme=theme, viewport={"width": width, "height": 844})
    at = f"{theme}-{width}"
    set_up(phone, names)
    seen(phone, screenshots / f"ten-first-{at}.png")
    phone.get_by_text("More: the last card, the pack").click()
    phone.get_by_role("link", name="Enter the pack of this table").click()
    for row, count in enumerate((8, 7, 6, 4, 2)):
        phone.locator(f"input[name='currency-{row}']").fill(str(count))
    phone.get_by_text("Say the exact chance").click()
    seen(phone, screenshots / f"ten-pack-{at}.png")
    phone.get_by_role("button", name="Keep this pack").click()
    draw(phone, "R2", "R5", "G4")
    draw(phone, "R4", "$5", "B7")
    phone.locator(".colours label", has_text="Blue").click()
    seen(phone, screenshots / f"ten-turn-{at}.png")
    phone.locator(".wild-key").click()
    seen(phone, screenshots / f"ten-wilds-{at}.png")
    take(phone, "numbers")
    seen(phone, screenshots / f"ten-buy-{at}.png")
    phone.locator(".shelf a").first.click()
    settled(phone)
    seen(phone, screenshots / f"ten-pay-{at}.png")
    phone.get_by_role("link", name="Another card, or none").click()
    draw(phone, "G#")
    bids(phone, "1", "pass")
    seen(phone, screenshots / f"ten-auction-{at}.png")
    bids(phone, *["pass"] * (len(names) - 2))
    settled(phone)
    seen(phone, screenshots / f"ten-price-{at}.png")
    phone.locator("button[value=save]").click()
    draw(phone, "*1")
    phone.get_by_role("link", name="Just the outcome").click()
    phone.locator("#ask-seat label", has_text="Ben").click()
    phone.locator("input[name=price]").fill("4")
    expect(phone.get_by_role("button", name="Ben pays")).to_be_visible()
    settled(phone)
    seen(phone, screenshots / f"ten-sold-{at}.png")
    phone.get_by_role("link", name="Scores").click()
    seen(phone, screenshots / f"ten-sheet-{at}.png")


def seen(phone: Page, picture: Path) -> None:
    """A picture of the page, which must be accessible and no wider than the phone."""
    phone.screenshot(path=picture)
    phone.evaluate("scrollTo(0, document.body.scrollHeight)")  # so that nothing lies half under the bar
    assert violations(phone) == []
    wide = phone.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{picture.name}: {wide} px wider than the screen"


def test_without_script(new_phone: NewPhone, screenshots: Path) -> None:
    phone = new_phone(java_script_enabled=False)
    phone.goto("/new/ten/")
    phone.get_by_role("button", name="Add player").click()
    for row, name in enumerate(("Ana", "Ben")):
        phone.locator("textarea[name=name]").nth(row).fill(name)
    phone.locator("button[value=start]").click()
    phone.locator("#ask-dealer label", has_text="Ana").click()
    phone.locator("button[value=start]").click()
    expect(phone.get_by_text("With 2 players take out")).to_be_visible()
    for card in ("R4", "$5", "B7", "*3"):
        tap_card(phone, card)
    bids(phone, "1", "pass")
    phone.locator("label", has_text=re.compile("^0$")).first.click()
    phone.get_by_role("button", name="Work it out").click()
    expect(phone.get_by_text("Pays 0 of 1.")).to_be_visible()
    phone.locator("label", has_text=re.compile("^1$")).first.click()
    phone.locator("button[value=save]").click()
    did(phone, "Ben gets the wild 3 for 1")
    phone.get_by_role("button", name="Take currency").click()
    did(phone, "Ana takes 5 tokens, has 10.")
    tap_card(phone, "G1")
    phone.get_by_role("button", name="Take numbers").click()
    phone.screenshot(path=screenshots / "ten-without-script.png")
    phone.get_by_role("link", name="red 4").click()
    phone.get_by_role("button", name="Buy red 4 with 4 tokens").click()
    did(phone, "Ben buys red 4 with 4 tokens.")
    phone.get_by_role("link", name="Scores").click()
    phone.locator("#hand-1 a").click()
    phone.get_by_role("link", name="Change").click()
    phone.get_by_role("button", name="Take back").click()
    phone.get_by_role("button", name="Take numbers").click()
    phone.get_by_role("button", name="Save turn 1").click()
    expect(phone.get_by_text("This would no longer fit")).to_be_visible()

"""A match of Ten Pennies in a phone-size browser: N5 of the rules, a correction, a play-off, no script."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import violations
from tests.e2e.beforehand import sit_down
from tests.e2e.conftest import NewPhone
from tests.e2e.table import name_seats, payments, settled, totals

NAMES = ("Ana", "Ben", "Cleo")
KINDS = ("low", "high", "deuces", "aces", "jokers")
# N5 by round: who went out, buys by seat, for the others their cards of each kind, what the button says.
N5: list[tuple[str, list[int], dict[int, tuple[int, ...]], str]] = [
    ("Ana", [1, 0, 2], {1: (3, 2), 2: (4, 0, 0, 1)}, "Save round 1: bowl 13"),
    ("Ben", [1, 0, 1], {0: (0, 2), 2: (1, 0, 0, 0, 1)}, "Save round 2: bowl 19"),
    ("Cleo", [2, 3, 0], {0: (2, 0, 1), 1: (6, 4, 0, 2)}, "Save round 3: bowl 39"),
    ("Ana", [1, 0, 2], {1: (0, 1), 2: (5, 3)}, "Save round 4: bowl 51"),
    ("Ben", [0, 2, 2], {0: (7, 3, 0, 0, 1), 2: (2, 2, 1)}, "Save round 5: bowl 71"),
    ("Cleo", [3, 3, 2], {0: (1,), 1: (3, 1)}, "Save round 6: bowl 84"),
    ("Ana", [2, 1, 1], {1: (2, 1, 0, 1), 2: (0, 2, 1)}, "Save round 7: Ana takes the bowl"),
]


def set_up(phone: Page, names: tuple[str, ...] = NAMES, **rules: str) -> None:
    """Starts a match in which the first one deals."""
    phone.goto("/new/ten_pennies/")
    name_seats(phone, names)
    if rules:
        phone.locator("details.rule summary").click()
    for key, value in rules.items():
        phone.locator(f"input[name='rule-{key}'][value='{value}']").check()
    phone.locator("#ask-dealer label", has_text=re.compile(f"^.{names[0]}$")).click()
    phone.locator("#ask-stake label.chip", has_text="Other").click()
    phone.locator("input[name=stake_other]").fill("0.01")
    expect(phone.locator("button[value=start]")).to_contain_text("deals round 1")
    settled(phone)
    phone.locator("button[value=start]").click()
    phone.wait_for_url("**/s/**")


def buy(phone: Page, seat: int) -> None:
    """One tap, until the coin has left the purse."""
    button = phone.locator(f"button[name=buy][value='{seat}']")
    left = phone.locator(".purses li").nth(seat).locator(".coins i:not(.now, .gone)")
    button.wait_for()  # the round before may just have been saved
    before = left.count()
    button.click()
    expect(left).to_have_count(before - 1)


def went_out(phone: Page, who: str) -> None:
    """On to the end of the round."""
    phone.get_by_role("link", name="Someone went out").click()
    phone.locator("#ask-out label", has_text=re.compile(f"^.?{who}$")).click()


def catch(phone: Page, seat: int, cards: tuple[int, ...]) -> None:
    """Taps each card of a hand."""
    hand = phone.locator(f"#hand-{seat}")
    if hand.get_attribute("open") is None:
        hand.locator("summary.caught").click()
    for kind, count in zip(KINDS, cards, strict=False):
        for _ in range(count):
            hand.locator(f"[data-count='{kind}-{seat}']").click()
    if cards:
        expect(hand.locator(".worth")).to_contain_text(f"{sum(cards)} card")


def play(phone: Page, rounds: list[tuple[str, list[int], dict[int, tuple[int, ...]], str]]) -> None:
    """Rounds from the first buy to the last card."""
    for who, buys, caught, save in rounds:
        for seat, count in enumerate(buys):
            for _ in range(count):
                buy(phone, seat)
        went_out(phone, who)
        for seat, cards in caught.items():
            catch(phone, seat, cards)
        settled(phone)
        phone.get_by_role("button", name=save).click()
        expect(phone.get_by_role("button", name=save)).to_have_count(0)


@pytest.fixture
def table(phone: Page) -> Page:
    """Three players at the table, Ana deals; a penny is a cent, unless somebody says otherwise."""
    sit_down(phone, NAMES, game="ten_pennies")
    return phone


def test_seven_rounds(table: Page, screenshots: Path) -> None:
    play(table, N5[:2])
    for seat, count in enumerate([2, 3, 0]):
        for _ in range(count):
            buy(table, seat)
    expect(table.locator("#toast")).to_contain_text("Ben bought, 7 left")
    table.screenshot(path=screenshots / "pennies-round.png")
    went_out(table, "Cleo")
    catch(table, 0, (2, 0, 1))
    catch(table, 1, (6, 4, 0, 2))
    expect(table.get_by_text("15 pennies go into the bowl")).to_be_visible()
    table.screenshot(path=screenshots / "pennies-out.png")
    settled(table)
    table.get_by_role("button", name="Save round 3: bowl 39").click()
    play(table, N5[3:6])
    for seat, count in enumerate([2, 1, 1]):
        for _ in range(count):
            buy(table, seat)
    went_out(table, "Ana")
    catch(table, 1, (2, 1, 0, 1))
    catch(table, 2, (0, 2, 1))
    save = table.get_by_role("button", name="Save round 7: Ana takes the bowl")
    expect(save).to_be_visible()
    table.screenshot(path=screenshots / "pennies-last.png", full_page=True)
    settled(table)
    save.click()
    expect(table.get_by_text("takes the bowl: 95 pennies.")).to_be_visible()
    assert totals(table) == ["170", "220", "240"]
    table.screenshot(path=screenshots / "pennies-scores.png", full_page=True)
    assert payments(table) == ["Ben Ana 35¢", "Cleo Ana 33¢"]
    table.screenshot(path=screenshots / "pennies-money.png", full_page=True)


def test_a_buy_is_taken_back(table: Page) -> None:
    buy(table, 1)
    table.locator("#toast").get_by_role("button", name="Undo").click()
    expect(table.locator(".purses li").nth(1)).to_contain_text("10 left")


def test_two_quick_taps_are_two_buys(table: Page) -> None:
    table.locator("button[name=buy][value='1']").dblclick()
    expect(table.locator(".purses li").nth(1)).to_contain_text("8 left")


def test_impossible_hands_are_told_at_once(table: Page, screenshots: Path) -> None:
    went_out(table, "Cleo")
    hand = table.locator("#hand-0")
    for _ in range(13):
        hand.locator("[data-count='low-0']").click()
    expect(hand).to_contain_text("Ana has 13 cards; with 0 buys 11 is the most.")
    expect(table.get_by_role("button", name="Next: fix Ana’s cards")).to_be_visible()
    for _ in range(10):
        hand.locator("[data-back]").click()
    for _ in range(5):
        hand.locator("[data-count='jokers-0']").click()
    expect(table.get_by_text("5 jokers need 3 packs")).to_be_visible()
    for _ in range(3):
        hand.locator("[data-back]").click()
    expect(table.get_by_role("button", name="Next: Ben’s cards")).to_be_visible()
    table.locator(".switch label", has_text="Totals").click()
    hand.locator("label", has_text=re.compile("^2$")).click()
    hand.locator("input[name='points-0']").fill("35")
    expect(hand).to_contain_text("2 cards cannot make 35.")
    expect(table.get_by_role("button", name="Next: fix Ana’s points")).to_be_visible()
    table.screenshot(path=screenshots / "pennies-totals.png")
    hand.locator("input[name='points-0']").fill("55")
    settled(table)
    table.get_by_role("button", name="Next: Ben’s cards and points").click()
    hand = table.locator("#hand-1")
    hand.locator("label", has_text=re.compile("^11$")).click()
    hand.locator("input[name='points-1']").fill("60")
    settled(table)
    table.get_by_role("button", name="Save round 1: bowl 13").click()
    expect(table.get_by_text("Round 1 saved")).to_be_visible()


def test_a_round_is_changed(table: Page, screenshots: Path) -> None:
    play(table, N5[:2])
    table.get_by_role("link", name="Scores").click()
    table.locator("#hand-1 a").click()
    table.get_by_role("link", name="Change").click()
    table.locator("input[name='buys-1']").fill("1")
    catch(table, 1, ())
    table.locator("#hand-1 [data-count='jokers-1']").click()
    save = table.get_by_role("button", name="Save round 1: bowl 15")
    expect(save).to_be_visible()
    table.screenshot(path=screenshots / "pennies-change.png", full_page=True)
    settled(table)
    save.click()
    expect(table.locator("#hand-1")).to_contain_text("changed")
    assert totals(table) == ["20", "85", "95"]


def test_the_bowl_is_counted(table: Page) -> None:
    buy(table, 1)
    table.get_by_text("More: count the bowl").click()
    table.get_by_label("In the real bowl: pennies").fill("0")
    settled(table)
    table.get_by_role("button", name="Compare").click()
    expect(table.get_by_text("The bowl should hold 1. You count 0: 1 is missing.")).to_be_visible()
    buy(table, 1)


def test_a_play_off(phone: Page, screenshots: Path) -> None:
    set_up(phone, ("Ana", "Ben"), tie="playoff")
    for _ in range(7):
        went_out(phone, "Nobody did")
        catch(phone, 0, (1,))
        catch(phone, 1, (1,))
        settled(phone)
        phone.locator("button[value=save]:not(.incomplete)").click()
        expect(phone.locator("#ask-out")).to_have_count(0)
    expect(phone.get_by_role("heading", name="Who won the play-off?")).to_be_visible()
    expect(phone.get_by_role("link", name="Play-off", exact=True)).to_have_attribute("aria-current", "page")
    phone.locator("#ask-playoff label", has_text="Ben").click()
    save = phone.get_by_role("button", name="Save: Ben takes the bowl")
    expect(save).to_be_visible()
    phone.screenshot(path=screenshots / "pennies-playoff.png", full_page=True)
    assert violations(phone) == []
    settled(phone)
    save.click()
    expect(phone.get_by_text("Ben won the play-off and takes the bowl: 14 pennies.")).to_be_visible()


@pytest.mark.parametrize(("theme", "width"), [("light", 390), ("dark", 390), ("light", 320)])
def test_every_screen_in_both_themes_and_at_320_pixels(
    new_phone: NewPhone, screenshots: Path, theme: str, width: int
) -> None:
    eight = ("Ana", "Ben", "Cleo van der Meer-Whitcombe", "Dov", "עדי", "Finn", "Gil", "Hana")
    names = eight if width == 320 else NAMES
    phone = new_phone(color_scheme=theme, viewport={"width": width, "height": 844})
    at = f"{theme}-{width}"
    set_up(phone, names)
    buy(phone, 1)
    seen(phone, screenshots / f"pennies-round-{at}.png")
    went_out(phone, "Ana")
    catch(phone, 1, (6, 4))
    seen(phone, screenshots / f"pennies-out-{at}.png")
    phone.locator(".switch label", has_text="Totals").click()
    phone.wait_for_timeout(500)
    seen(phone, screenshots / f"pennies-totals-{at}.png")
    phone.locator(".switch label", has_text="Tap cards").click()
    for seat in range(2, len(names)):
        catch(phone, seat, (1,))
    settled(phone)
    phone.locator("button[value=save]:not(.incomplete)").click()
    for page in ("Scores", "Money"):
        phone.get_by_role("link", name=page).click()
        seen(phone, screenshots / f"pennies-{page.lower()}-{at}.png")
    phone.get_by_role("link", name="Scores").click()
    phone.locator("#hand-1 a").click()
    phone.get_by_role("link", name="Change").click()
    seen(phone, screenshots / f"pennies-change-{at}.png")


def seen(phone: Page, picture: Path) -> None:
    """A picture of the page, which must be accessible and no wider than the phone."""
    phone.screenshot(path=picture, full_page=True)
    assert violations(phone) == []
    wide = phone.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{picture.name}: {wide} px wider than the screen"


def test_by_keyboard(table: Page) -> None:
    table.get_by_role("button", name="Buy for Ben, 10 left").focus()
    table.keyboard.press("Enter")
    expect(table.get_by_role("button", name="Buy for Ben, 9 left")).to_be_focused()
    table.get_by_role("link", name="Someone went out").press("Enter")
    table.locator("#ask-out input").first.focus()
    table.keyboard.press("Space")
    hand = table.locator("#hand-1")
    expect(hand).to_have_attribute("open", "")
    hand.locator("[data-count='low-1']").focus()
    table.keyboard.press("Enter")
    table.keyboard.press("Space")
    expect(hand.locator(".worth")).to_contain_text("2 cards, 2 pennies")
    expect(hand.locator("[data-count='low-1']")).to_be_focused()


def test_without_script(new_phone: NewPhone, screenshots: Path) -> None:
    phone = new_phone(java_script_enabled=False)
    phone.goto("/new/ten_pennies/")
    for row, name in enumerate(("Ana", "Ben")):
        phone.locator("textarea[name=name]").nth(row).fill(name)
    phone.locator("button[value=start]").click()
    phone.locator("#ask-dealer label", has_text="Ana").click()
    phone.locator("button[value=start]").click()
    phone.get_by_role("button", name="Buy for Ben, 10 left").click()
    expect(phone.get_by_role("button", name="Buy for Ben, 9 left")).to_be_visible()
    phone.get_by_text("More: count the bowl").click()
    phone.get_by_label("In the real bowl: pennies").fill("1")
    phone.get_by_role("button", name="Compare").click()
    expect(phone.get_by_text("The bowl holds 1 penny, as it should.")).to_be_visible()
    phone.get_by_role("link", name="Someone went out").click()
    phone.locator("button[value=save]").click()
    expect(phone.get_by_text("Tap one of the players, or Nobody did.")).to_be_visible()
    phone.locator("#ask-out label", has_text="Ana").click()
    phone.get_by_role("button", name="Work it out").click()
    phone.locator("input[name='low-1']").fill("3")
    phone.locator("input[name='jokers-1']").fill("1")
    phone.get_by_role("button", name="Work it out").click()
    expect(phone.locator("#hand-1")).to_contain_text("65 points")
    phone.screenshot(path=screenshots / "pennies-without-script.png", full_page=True)
    phone.get_by_role("button", name="Save round 1: bowl 5").click()
    assert totals(phone) == ["0", "65"]


def test_what_was_begun_outlives_a_buy_on_another_phone(new_phone: NewPhone) -> None:
    phone, other = new_phone(), new_phone()
    address = sit_down(phone, NAMES, game="ten_pennies")
    phone.goto(f"{address}share/?role=scorer")
    other.goto("/j/" + phone.locator("#link").input_value().rpartition("/")[2])
    other.get_by_role("button", name="Start scoring").click()
    phone.goto(address)
    went_out(phone, "Ben")
    catch(phone, 2, (3, 1))
    settled(phone)
    buy(other, 2)
    phone.reload()
    expect(phone.locator("#ask-out input[value='1']")).to_be_checked()
    expect(phone.locator("#hand-2 summary.caught")).to_contain_text("4 cards")

"""What the phone itself can do: staying awake, sharing, copying; and what was half entered is still there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.beforehand import sit_down
from tests.e2e.conftest import NewPhone
from tests.e2e.table import contract, settled

LOCKS = """
window.asked = 0;
Object.defineProperty(navigator, 'wakeLock', { value: { request: () => {
    window.asked += 1;
    if (window.refusing) return Promise.reject(new DOMException('low battery', 'NotAllowedError'));
    window.held = new EventTarget();
    return Promise.resolve(window.held);
} } });
"""
BACK = "document.dispatchEvent(new Event('visibilitychange'))"


@pytest.fixture
def table(phone: Page) -> Page:
    """A table at which nothing was played, on a phone whose wake locks are counted."""
    phone.add_init_script(LOCKS)
    sit_down(phone)
    return phone


def test_the_screen_stays_awake_and_again_after_switching_apps(table: Page) -> None:
    assert table.evaluate("window.asked") == 1
    table.evaluate(BACK)
    assert table.evaluate("window.asked") == 1, "it is held already"
    table.evaluate("window.held.dispatchEvent(new Event('release'))")
    table.evaluate(BACK)
    assert table.evaluate("window.asked") == 2
    for page in ("scores/", "watch/", "board/"):
        table.goto(table.url.partition("/1/")[0] + "/1/" + page)
        assert table.evaluate("window.asked") == 1, page
    expect(table.locator("[data-awake]")).to_have_count(0)  # the board has no words for it
    table.goto("/")
    assert table.evaluate("window.asked") == 0


def test_a_refusal_is_said_and_a_tap_asks_again(phone: Page) -> None:
    phone.add_init_script(LOCKS + "window.refusing = true;")
    sit_down(phone)
    assert phone.evaluate("window.asked") == 1
    expect(phone.get_by_text("This phone may dim.")).to_be_hidden()  # some grant it at the first tap only
    phone.get_by_role("heading").first.click()
    expect(phone.get_by_text("This phone may dim.")).to_be_visible()
    phone.evaluate("window.refusing = false")
    phone.get_by_role("button", name="Tap to keep it awake").click()
    expect(phone.get_by_text("This phone may dim.")).to_be_hidden()
    assert phone.evaluate("window.asked") == 3


def test_what_is_granted_at_the_first_tap_is_not_asked_for(phone: Page) -> None:
    phone.add_init_script(LOCKS + "window.refusing = true;")
    sit_down(phone)
    phone.evaluate("window.refusing = false")
    phone.get_by_role("heading").first.click()
    assert phone.evaluate("window.asked") == 2
    phone.get_by_role("heading").first.click()
    assert phone.evaluate("window.asked") == 2
    expect(phone.get_by_text("This phone may dim.")).to_be_hidden()


def test_the_link_goes_to_the_share_sheet_where_there_is_one(new_phone: NewPhone) -> None:
    phone = new_phone()
    phone.add_init_script(
        "Object.defineProperty(navigator, 'share', "
        "{ value: (what) => { window.shared = what.url; return Promise.reject(new Error('closed')); } });"
    )
    sit_down(phone)
    phone.get_by_role("link", name="Share").click()
    phone.get_by_role("button", name="Send link").click()
    assert phone.evaluate("window.shared") == phone.locator("#link").input_value()


def test_the_link_is_copied(new_phone: NewPhone) -> None:
    phone = new_phone(permissions=["clipboard-read", "clipboard-write"])
    phone.add_init_script("Object.defineProperty(navigator, 'share', { value: undefined });")
    sit_down(phone)
    phone.get_by_role("link", name="Share").click()
    expect(phone.locator("[data-share]")).to_be_hidden()
    phone.get_by_role("button", name="Copy").click()
    expect(phone.get_by_role("button", name="Copied")).to_be_visible()
    assert phone.evaluate("navigator.clipboard.readText()") == phone.locator("#link").input_value()


def test_what_was_half_entered_survives(table: Page) -> None:
    contract(table, "Ben", "3")

    def tapped() -> list[str]:
        return sorted(
            f"{one.get_attribute('name')}={one.get_attribute('value')}"
            for one in table.locator("#entry .line input:checked").all()
        )

    table.locator("#line-high label", has_text="Ben").click()
    table.locator("#line-jack label", has_text="Not in play").click()
    settled(table)
    half = ["high=pitcher", "jack=none"]
    table.set_viewport_size({"width": 844, "height": 390})
    assert tapped() == half, "turned"
    table.reload()
    expect(table.get_by_text("Has 1 of the 3 points needed")).to_be_visible()
    assert tapped() == half, "reloaded"
    table.get_by_role("link", name="Scores").click()
    table.wait_for_url("**/scores/")
    table.go_back()
    expect(table.get_by_text("Has 1 of the 3 points needed")).to_be_visible()
    assert tapped() == half, "gone back to"
    other = table.context.new_page()
    other.goto(table.url)
    expect(
        other.get_by_text("Has 1 of the 3 points needed")
    ).to_be_visible()  # the browser was closed meanwhile

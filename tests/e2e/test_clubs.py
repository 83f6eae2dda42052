"""A club in a phone-size browser: made of a session, another session, the tab, two members that are one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import violations
from tests.e2e.beforehand import play_hand, sit_down
from tests.e2e.conftest import NewPhone
from tests.e2e.table import NAMES, contract, result, set_up, settled

NARROW = 320
PAGES = ("", "tab/", "members/", "share/")


def played(phone: Page, pitcher: str = "Ben") -> None:
    """One hand, of which the pitcher gets $3 from each of the others."""
    contract(phone, pitcher, "3")
    save = f"Save hand 1: {pitcher} gets $12"
    result(phone, high=pitcher, low=pitcher, jack="Others", game=pitcher, save=save)


def to_session(phone: Page) -> None:
    """The page of the session that is open."""
    phone.get_by_role("link", name="The session").click()
    expect(phone.get_by_role("heading", name="Where it is kept")).to_be_visible()


def payments(phone: Page) -> list[str]:
    """Who owes whom what, as the tab says it."""
    lines = phone.locator(".pay-line")
    return [
        " ".join([*line.locator("bdi").all_inner_texts(), line.locator(".sum").inner_text()])
        for line in lines.all()
    ]


def make_club(phone: Page) -> str:
    """A club of the session that is open; the address of its page."""
    to_session(phone)
    phone.get_by_text("Put it in a club", exact=True).click()
    phone.get_by_label("A new club of these players").fill("Friday cards")
    phone.get_by_role("button", name="Make the club").click()
    phone.get_by_role("link", name="Belongs to Friday cards").click()
    expect(phone.get_by_role("heading", name="Friday cards")).to_be_visible()
    return re.sub(r"[?#].*", "", phone.url)


def start_another(phone: Page, club: str) -> None:
    """A second session, in which Cleo is written with one letter more; Ben gets $3 from each again."""
    phone.goto(club)
    phone.get_by_role("link", name="Start a session: Racehorse").click()
    names = phone.locator("textarea[name=name]")
    assert [names.nth(at).input_value() for at in range(5)] == ["Ana", "Ben", "Cleo", "Dov", "Edie"]
    names.nth(2).fill("Cleoo")
    phone.locator("#ask-dealer label", has_text="Ana").click()
    expect(phone.locator("button[value=start]")).to_contain_text("deals hand 1")
    settled(phone)
    phone.locator("button[value=start]").click()
    phone.wait_for_url("**/s/**")
    played(phone)


@pytest.fixture
def club(phone: Page) -> str:
    """The address of a club with two sessions, the same as in the test from the first evening on."""
    lines = {"high": "pitcher", "low": "pitcher", "jack": "others", "game": "pitcher"}
    sit_down(phone)
    play_hand(phone, "Ben", 3, **lines)
    address = make_club(phone)
    sit_down(phone, [name.replace("Cleo", "Cleoo") for name in NAMES], at=address)
    play_hand(phone, "Ben", 3, **lines)
    return address


def test_a_club_from_the_first_evening_to_the_tab(phone: Page, screenshots: Path) -> None:
    set_up(phone)
    played(phone)
    club = make_club(phone)
    start_another(phone, club)
    phone.goto(f"{club}tab/")
    assert payments(phone) == ["Ana Ben $6", "Dov Ben $6", "Edie Ben $6", "Cleo Ben $3", "Cleoo Ben $3"]
    phone.locator("section", has_text="Ana").get_by_text("Why $6?").click()
    assert phone.locator("details[open] tfoot").inner_text().split() == ["Ana", "owes", "−6"]
    phone.screenshot(path=screenshots / "club-tab.png")

    phone.get_by_role("link", name="Mark paid: Ana pays Ben").click()
    phone.locator("label", has_text="Half, $3").click()
    button = phone.get_by_role("button", name="Ana has paid $3")
    expect(button).to_be_visible()
    settled(phone)
    button.click()
    expect(phone.get_by_text("Kept as paid")).to_be_visible()
    assert "Ana Ben $3" in payments(phone)

    phone.get_by_role("link", name="Members").click()
    phone.get_by_role("link", name="See what merging does").click()
    expect(phone.get_by_role("heading", name=re.compile("Merge Cleoo? into Cleoo?"))).to_be_visible()
    phone.screenshot(path=screenshots / "club-merge.png")
    phone.get_by_role("button", name="Merge").click()
    expect(phone.get_by_text("Both count as one person now")).to_be_visible()
    phone.get_by_role("link", name="Tab", exact=True).click()
    expect(phone.locator(".pay-line")).to_have_count(4)
    (cleo,) = [line for line in payments(phone) if line.startswith("Cleo")]
    assert cleo.endswith("Ben $6")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_of_a_club_are_accessible(
    phone: Page, new_phone: NewPhone, club: str, scheme: str, screenshots: Path
) -> None:
    phone.goto(f"{club}share/?role=scorer")
    link = phone.locator("#link").input_value()
    other = new_phone(color_scheme=scheme, reduced_motion="reduce")
    other.goto(re.sub(r"^https?://[^/]+", "", link))
    wrong = violations(other)
    other.locator("main form button").last.click()
    expect(other.get_by_role("heading", name="Friday cards")).to_be_visible()
    other.get_by_role("link", name="Racehorse").first.click()
    session = other.url
    asks = f"{club}members/"
    other.goto(asks)
    merge = other.get_by_role("link", name="See what merging does").get_attribute("href") or ""
    other.goto(f"{club}tab/")
    pay = other.get_by_role("link", name="Mark paid").first.get_attribute("href") or ""
    addresses = [*(f"{club}{page}" for page in PAGES), session, merge, pay, "/", "/?all=1", "/clubs/new"]
    addresses.append(f"{club}new/racehorse/")
    for width in (390, NARROW):
        other.set_viewport_size({"width": width, "height": 844})
        for number, address in enumerate(addresses):
            other.goto(address)
            for fold in other.locator("main details").all():
                fold.evaluate("one => one.open = true")
            wrong += [f"{address} at {width}: {line}" for line in violations(other)]
            across = other.evaluate("document.documentElement.scrollWidth")
            assert across <= width, (address, width, across)
            other.screenshot(path=screenshots / f"club-{scheme}-{width}-{number}.png", full_page=True)
    assert wrong == []

"""A table as fingers tap it: what the browser tests have in common."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from playwright.sync_api import Page, expect

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Edie")
BETWEEN_TAPS = 320
"""Milliseconds; the auction takes two quicker taps for one."""


def settled(phone: Page) -> None:
    """Waits until the form has worked out what was tapped: a tap before that only asks for it at once."""
    expect(phone.locator("form#entry[data-stale]")).to_have_count(0)


def name_seats(phone: Page, names: Sequence[str]) -> None:
    """These names in the seats of a new set-up, with as many seats added as they need: a tap for each."""
    seats = phone.locator("textarea[name=name]")
    for count in range(seats.count() + 1, len(names) + 1):
        phone.get_by_role("button", name="Add player").click()
        expect(seats).to_have_count(count)
    for row, name in enumerate(names):
        seats.nth(row).fill(name)


def set_up(
    phone: Page, names: Sequence[str] = NAMES, first: str | None = None, *, game: str = "Racehorse"
) -> None:
    """Starts a match of these players; ``first`` (the first name unless said) deals."""
    phone.goto("/")
    phone.get_by_role("link", name=re.compile(game)).first.click()
    phone.locator("textarea[name=name]").first.wait_for()  # the page has come
    name_seats(phone, names)
    phone.locator("#ask-dealer label", has_text=first or names[0]).click()
    expect(phone.locator("button[value=start]")).to_contain_text("deals hand 1")
    settled(phone)
    phone.locator("button[value=start]").click()
    phone.wait_for_url("**/s/**")


def contract(phone: Page, pitcher: str, bid: str) -> None:
    """The contract alone."""
    switch = phone.get_by_role("link", name="Just the contract")
    if switch.get_attribute("aria-current") != "true":
        switch.click()
    phone.locator("#ask-pitcher label", has_text=pitcher).click()
    phone.locator("#ask-bid label", has_text=bid).first.click()
    settled(phone)
    phone.get_by_role("button", name=re.compile(f"Play it: {pitcher}")).click()
    phone.locator("#ask-pitcher").wait_for(state="detached")  # the script sends it, and then goes on
    phone.wait_for_load_state()


def bids(phone: Page, *said: str) -> None:
    """The auction, bid by bid, and on to the result."""
    switch = phone.get_by_role("link", name="Auction")
    if switch.count() and switch.get_attribute("aria-current") != "true":
        switch.click()
    for bid in said:
        say(phone, bid)
    phone.get_by_role("link", name=re.compile("Play it")).click()


def say(phone: Page, bid: str) -> None:
    """One bid, until it is saved and another tap counts as another bid."""
    seen = phone.locator("#entry [name=version]").first.input_value()
    phone.locator(f"button[name=bid][value='{bid}']").click()
    expect(phone.locator(f"#entry [name=version][value='{seen}']")).to_have_count(0)
    phone.wait_for_timeout(BETWEEN_TAPS)


def result(
    phone: Page,
    *,
    save: str,
    before: Callable[[], None] | None = None,
    tricks: int | None = None,
    **lines: str,
) -> None:
    """Taps the lines, waits until the button says ``save``, calls ``before``, and saves."""
    for line, answer in lines.items():
        phone.locator(f"#line-{line} label", has_text=answer).click()
    if tricks is not None:
        phone.locator("#line-tricks label", has_text=str(tricks)).click()
    button = phone.get_by_role("button", name=save)
    expect(button).to_be_visible()
    if before is not None:
        before()
    settled(phone)
    button.click()
    expect(phone.get_by_text(re.compile("saved$"))).to_be_visible()


def totals(phone: Page) -> list[str]:
    """The totals of the score sheet."""
    phone.get_by_role("link", name="Scores").click()
    phone.wait_for_load_state()
    return phone.locator("table.scores tfoot td").all_inner_texts()


def payments(phone: Page) -> list[str]:
    """Who owes whom what, as the money page says it."""
    phone.get_by_role("link", name="Money").click()
    expect(phone.get_by_role("link", name="Money")).to_have_attribute("aria-current", "page")
    phone.wait_for_load_state()
    lines = phone.locator(".pay-line")
    return [
        " ".join(
            [*lines.nth(at).locator("bdi").all_inner_texts(), lines.nth(at).locator(".sum").inner_text()]
        )
        for at in range(lines.count())
    ]

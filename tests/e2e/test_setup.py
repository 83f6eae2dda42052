"""Taps on the set-up count, each of them, however slow the answers are."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.e2e.table import BETWEEN_TAPS, settled

SLOWLY = """
const fetched = window.fetch;
window.fetch = async (...asked) => {
  const answer = await fetched(...asked);
  await new Promise((go) => setTimeout(go, 600));
  return answer;
};
"""
NEW = "/new/racehorse/"


def names(phone: Page) -> Locator:
    return phone.locator("textarea[name=name]")


def test_two_taps_add_two_seats_while_the_new_form_is_still_worked_out(phone: Page) -> None:
    phone.add_init_script(SLOWLY)
    phone.goto(NEW)
    for _ in range(2):
        phone.get_by_role("button", name="Add player").click()
    expect(names(phone)).to_have_count(7)


def test_whoever_was_seen_when_it_was_tapped_is_removed(phone: Page) -> None:
    phone.add_init_script(SLOWLY)
    phone.goto(NEW)
    phone.get_by_role("button", name="Add player").click()
    phone.get_by_role("button", name="Add player").click()
    expect(names(phone)).to_have_count(7)
    for row, name in enumerate("ABCDEFG"):
        names(phone).nth(row).fill(name)
    expect(phone.get_by_role("button", name="Remove G")).to_be_visible()
    for who in "BD":
        phone.get_by_role("button", name=f"Remove {who}").click()
        phone.wait_for_timeout(BETWEEN_TAPS)  # the answer to the first is not there yet
    expect(names(phone)).to_have_count(5)
    assert names(phone).evaluate_all("them => them.map(one => one.value)") == [*"ACEFG"]


def test_what_is_typed_and_chosen_while_an_answer_is_under_way_stays(phone: Page) -> None:
    phone.add_init_script(SLOWLY)
    phone.goto(NEW)
    for _ in range(2):
        phone.get_by_role("button", name="Add player").click()
    expect(names(phone)).to_have_count(7)
    for row, name in enumerate("ABCDEFG"):
        names(phone).nth(row).fill(name)
    expect(phone.get_by_role("button", name="Remove G")).to_be_visible()
    settled(phone)
    phone.get_by_role("button", name="Remove B").click()
    names(phone).nth(3).press_sequentially("xyz")
    phone.locator("#ask-stake label", has_text="25").click()
    phone.locator("#ask-dealer label", has_text="E").click()
    expect(names(phone)).to_have_count(6)
    settled(phone)
    phone.wait_for_timeout(1500)
    assert names(phone).evaluate_all("them => them.map(one => one.value)") == [
        "A",
        "C",
        "Dxyz",
        "E",
        "F",
        "G",
    ]
    assert phone.locator("[name=stake]:checked").get_attribute("value") == "25"
    assert phone.locator("[name=dealer]:checked").get_attribute("value") == "p5"


def test_a_double_tap_does_not_remove_who_has_moved_under_the_finger(phone: Page) -> None:
    phone.goto(NEW)
    phone.get_by_role("button", name="Add player").click()
    phone.get_by_role("button", name="Add player").click()
    expect(names(phone)).to_have_count(7)
    phone.evaluate("window.moment = Date.now(); Date.now = () => window.moment")
    phone.get_by_role("button", name="Remove 2", exact=True).click()
    expect(names(phone)).to_have_count(6)
    under = phone.get_by_role("button", name="Remove 2", exact=True)
    under.click()
    phone.evaluate("window.moment += 1000")
    under.click()
    expect(names(phone)).to_have_count(5)
    phone.wait_for_timeout(300)
    expect(names(phone)).to_have_count(5)


def test_an_answer_does_not_take_the_focus_from_who_writes_elsewhere(phone: Page) -> None:
    phone.add_init_script(SLOWLY)
    phone.goto(NEW)
    phone.get_by_role("button", name="Add player").click()
    names(phone).nth(1).click()
    expect(names(phone)).to_have_count(6)
    expect(names(phone).nth(1)).to_be_focused()
    phone.get_by_role("button", name="Add player").click()
    expect(names(phone).nth(6)).to_be_focused()

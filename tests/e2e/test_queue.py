"""What waits on a phone when things go wrong: never lost, doubled, or entered where it does not belong."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import NewPhone
from tests.e2e.line import Line
from tests.e2e.no_signal import (
    PATIENCE,
    REFUSES,
    Table,
    keep,
    one_waits,
    tricks,
    unanswered,
    until,
    waits,
    without_signal,
)
from tests.e2e.table import BETWEEN_TAPS, contract, result, settled, totals

REMEMBERS = """(() => {
    const opens = IDBFactory.prototype.open;
    window.opened = [];
    IDBFactory.prototype.open = function () {
        const asked = opens.apply(this, arguments);
        asked.addEventListener("success", () => window.opened.push(asked.result));
        return asked;
    };
})()"""
"""Knows the connections to the database, so that a test can close them as the system does."""


@pytest.fixture
def table(line: Line, new_phone: NewPhone) -> Table:
    """A table after its first hand."""
    one = Table(line, new_phone)
    one.sit_down()
    return one


def test_a_result_that_came_too_late_is_never_that_of_the_next_hand(
    table: Table, new_phone: NewPhone
) -> None:
    mine, theirs = table.phone, table.second(new_phone)
    contract(theirs, "Cleo", "2")
    expect(mine.locator("#line-high")).to_be_visible()
    table.stop()
    for line, answer in (("high", "Cleo"), ("low", "Others"), ("jack", "Others"), ("game", "Others")):
        mine.locator(f"#line-{line} label", has_text=answer).click()
    unanswered(mine)
    mine.locator("button[value=save]").click()
    one_waits(mine)
    address = table.address
    mine.goto("about:blank")
    table.start()
    theirs.goto(address)
    result(theirs, high="Cleo", low="Cleo", jack="Others", game="Others", save="Save hand 2: Cleo gets $8")
    contract(theirs, "Dov", "2")
    mine.goto(address)
    expect(mine.get_by_text("Something was not accepted")).to_be_visible()
    refused = mine.locator(".waits li")
    assert refused.get_by_role("button").all_inner_texts() == ["Change", "Drop"]
    refused.get_by_role("button", name="Drop").click()
    expect(mine.locator("#waiting")).to_be_hidden()
    assert totals(mine) == ["−5", "+10", "+5", "−5", "−5"]


def test_the_form_kept_for_going_on_alone_is_that_of_the_hand_under_way(
    table: Table, new_phone: NewPhone
) -> None:
    mine, theirs = table.phone, table.second(new_phone)
    contract(theirs, "Cleo", "2")
    result(theirs, high="Cleo", low="Cleo", jack="Others", game="Others", save="Save hand 2: Cleo gets $8")
    expect(mine.get_by_role("link", name="Hand 3")).to_be_visible()
    table.kept_form()
    table.stop()
    without_signal(mine, "Dov", "2")
    one_waits(mine)
    mine.get_by_role("button", name="Enter all of hand 3").click()
    tricks(mine, high="Pitcher", low="Others", jack="Others", game="Others")
    keep(mine, 3)
    one_waits(mine, 2)
    assert [line[:7] for line in waits(mine)] == ["Hand 3:", "Hand 3:"]
    table.start()
    expect(mine.get_by_role("link", name="Hand 4")).to_be_visible(timeout=PATIENCE)
    assert totals(mine) == ["−3", "+12", "+7", "−13", "−3"]


def test_all_that_waits_on_the_open_page_alone_is_sent(table: Table) -> None:
    phone = table.phone
    table.fills_up()
    table.stop()
    without_signal(phone, "Dov", "2")
    alarm = phone.get_by_role("alert").filter(has_text="is not saved.")
    expect(alarm).to_be_visible(timeout=PATIENCE)
    phone.get_by_role("button", name="Later").click()
    phone.get_by_role("button", name="Enter all of hand 2").click()
    tricks(phone, high="Pitcher", low="Others", jack="Others", game="Others")
    keep(phone, 2)
    expect(alarm).to_be_visible()
    phone.get_by_role("button", name="Later").click()
    expect(phone.get_by_text("Only on this open page")).to_have_count(2)
    one_waits(phone, 2)
    table.start()
    expect(phone.get_by_role("link", name="Hand 3")).to_be_visible(timeout=PATIENCE)
    assert totals(phone) == ["−1", "+14", "−1", "−11", "−1"]


def test_what_is_refused_stays_although_only_the_page_has_it(table: Table) -> None:
    phone = table.phone
    table.fills_up()
    table.stop()
    without_signal(phone, "Dov", "2")
    phone.get_by_role("button", name="Later").click(timeout=PATIENCE)
    phone.get_by_role("button", name="Enter all of hand 2").click()
    tricks(phone, high="Pitcher", low="Others", jack="Others")
    keep(phone, 2)
    keep(phone, 2)  # Game is missing, and that was said
    phone.get_by_role("button", name="Later").click()
    one_waits(phone, 2)
    table.start()
    expect(phone.get_by_text("Game is missing.")).to_be_visible(timeout=PATIENCE)
    phone.get_by_role("button", name="Change").click()
    phone.locator("#whole #line-game label", has_text="Others").click()
    keep(phone, 2)
    expect(phone.get_by_role("link", name="Hand 3")).to_be_visible(timeout=PATIENCE)
    assert totals(phone) == ["−1", "+14", "−1", "−11", "−1"]


def test_a_database_that_the_system_closes_is_opened_again(table: Table) -> None:
    phone = table.phone
    phone.add_init_script(REMEMBERS)
    phone.reload()
    table.at_hand()
    table.stop()
    without_signal(phone, "Dov", "2")
    one_waits(phone)
    phone.evaluate("window.opened.forEach((one) => one.close())")
    phone.get_by_role("button", name="Enter all of hand 2").click()
    tricks(phone, high="Pitcher", low="Others", jack="Others", game="Others")
    keep(phone, 2)
    one_waits(phone, 2)
    expect(phone.get_by_role("alert")).to_have_count(0)
    table.start()
    expect(phone.get_by_role("link", name="Hand 3")).to_be_visible(timeout=PATIENCE)
    assert totals(phone) == ["−1", "+14", "−1", "−11", "−1"]


def test_a_bid_that_could_not_be_kept_is_tried_again(table: Table) -> None:
    phone = table.phone
    phone.add_init_script(REFUSES)
    phone.reload()
    phone.get_by_role("link", name="Auction").click()
    expect(phone.locator("button[name=bid]").first).to_be_visible()
    settled(phone)
    table.stop()
    phone.locator("button[name=bid][value='3']").click()
    expect(phone.get_by_role("alert").filter(has_text="is not saved.")).to_be_visible(timeout=PATIENCE)
    table.start()
    phone.wait_for_timeout(BETWEEN_TAPS)
    phone.get_by_role("button", name="Try again").click()
    expect(phone.locator("main")).to_contain_text("Beat Cleo’s 3", timeout=PATIENCE)
    expect(phone.get_by_role("alert")).to_have_count(0)


def test_another_tab_sends_what_waits(table: Table) -> None:
    phone = table.phone
    table.stop()
    without_signal(phone, "Dov", "2")
    one_waits(phone)
    phone.get_by_role("button", name="Enter all of hand 2").click()
    tricks(phone, high="Pitcher", low="Others", jack="Others")
    # This page is kept from sending, as one is that the system has put to sleep.
    phone.evaluate(
        "Waiting.flush = () => Promise.resolve({taken: [], last: {}, location: '', silent: false})"
    )
    table.start()
    other = phone.context.new_page()
    other.goto(table.url + "/")
    until(other, "Waiting.all().then((all) => all.length === 0)")
    other.close()
    phone.locator("#whole #line-game label", has_text="Others").click()
    phone.locator("#whole button[value=save]").click()
    expect(phone.get_by_role("link", name="Hand 3")).to_be_visible(timeout=PATIENCE)
    assert totals(phone) == ["−1", "+14", "−1", "−11", "−1"]


def test_without_signal_nobody_sees_the_payment_of_two_others(table: Table) -> None:
    phone = table.phone
    phone.goto(f"{table.address}money/")
    first, second = phone.locator("a[href*='/pay?']").evaluate_all("(all) => all.map((one) => one.href)")[:2]
    phone.goto(first)
    table.kept(first.removeprefix(table.address), "has paid")
    table.stop()
    phone.goto(second)
    expect(phone.get_by_role("heading", name="The score server is not answering")).to_be_visible()
    phone.goto(first)
    expect(phone.locator("button[value=save]")).to_contain_text("has paid")


def test_while_something_is_refused_the_page_stays_aside(table: Table, new_phone: NewPhone) -> None:
    mine, theirs = table.phone, table.second(new_phone)
    table.stop()
    without_signal(mine, "Dov", "2")
    one_waits(mine)
    address = table.address
    mine.goto("about:blank")
    table.start()
    theirs.goto(address)
    contract(theirs, "Cleo", "2")
    mine.goto(address)
    expect(mine.get_by_text("Something was not accepted")).to_be_visible()
    result(theirs, high="Cleo", low="Cleo", jack="Others", game="Others", save="Save hand 2: Cleo gets $8")
    expect(mine.locator("#news")).to_be_visible(timeout=PATIENCE)
    assert mine.locator("form#entry").count() == 0
    mine.get_by_role("button", name="Drop").click()
    expect(mine.get_by_role("link", name="Hand 3")).to_be_visible()
    assert mine.locator("form#entry").count() == 1


def test_without_the_server_the_button_says_what_it_does(table: Table) -> None:
    phone = table.phone
    contract(phone, "Cleo", "2")
    expect(phone.locator("#line-high")).to_be_visible()
    settled(phone)
    table.stop()
    for line, answer in (("high", "Cleo"), ("low", "Others"), ("jack", "Others"), ("game", "Others")):
        phone.locator(f"#line-{line} label", has_text=answer).click()
    button = phone.get_by_role("button", name="Keep hand 2 on this phone")
    expect(button).to_be_visible(timeout=PATIENCE)
    unanswered(phone)
    button.click()
    one_waits(phone)
    assert waits(phone)[0].startswith("Hand 2: Cleo pitched, bid 2")
    table.start()
    expect(phone.get_by_role("link", name="Hand 3")).to_be_visible(timeout=PATIENCE)

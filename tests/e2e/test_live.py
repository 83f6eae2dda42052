"""Several phones at one table: what is entered on one appears on the others, and nothing typed is lost."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import violations
from tests.e2e.beforehand import play_hand, sit_down
from tests.e2e.conftest import NewPhone
from tests.e2e.server import free_port, serving
from tests.e2e.table import contract, result

SCORES = re.compile(r"/scores/")


def place(phone: Page) -> str:
    """The path of the match that a phone has open."""
    found = re.match(r"/s/\w+/\d+/", urlsplit(phone.url).path)
    assert found
    return found[0]


def link(phone: Page, role: str) -> str:
    """The path of a link of this table; the phone goes back to where it was."""
    here = phone.url
    phone.goto(f"{place(phone)}share/?role={role}")
    path = urlsplit(phone.locator("#link").input_value()).path
    phone.goto(here)
    return path


def comes(phone: Page, path: str, who: str = "") -> None:
    """A phone comes in by a link."""
    phone.goto(path)
    if who:
        phone.locator("label", has_text=who).click()
    phone.locator("main form button").last.click()
    phone.wait_for_url("**/s/**")


def live(*phones: Page) -> None:
    """Waits until their streams are open."""
    for phone in phones:
        expect(phone.locator("#live-state")).to_have_attribute("data-state", "live")


def hand(phone: Page, save: str = "Save hand 1: Ben gets $12") -> None:
    """A hand from the contract to the end."""
    contract(phone, "Ben", "3")
    result(phone, high="Ben", low="Ben", jack="Others", game="Ben", save=save)


@pytest.fixture
def table(phone: Page) -> Page:
    """Five players at the table, Ana deals."""
    sit_down(phone)
    return phone


def test_an_entry_appears_on_the_others_both_ways(
    table: Page, new_phone: NewPhone, screenshots: Path
) -> None:
    scorer, watcher = new_phone(), new_phone(color_scheme="dark")
    comes(scorer, link(table, "scorer"), "Ben")
    comes(watcher, link(table, "viewer"), "Cleo")
    scorer.goto(f"{place(scorer)}scores/")
    watcher.evaluate("window.same = true")
    live(table, scorer, watcher)

    hand(table)
    expect(watcher.locator(".headline").last).to_contain_text("Ben bid 3, took 3: made.")
    expect(scorer.locator("tfoot td")).to_have_text(["−3", "+12", "−3", "−3", "−3"])
    expect(scorer.locator("#live")).to_contain_text("entered hand 1.")
    assert watcher.evaluate("window.same"), "it was not loaded anew"
    expect(table.locator("#live-state")).to_contain_text("2 following")
    expect(watcher.locator("#live-state")).to_contain_text("live")
    table.screenshot(path=screenshots / "live-following.png")
    for phone in (table, watcher):
        phone.set_viewport_size({"width": 320, "height": 640})
        assert phone.evaluate("document.documentElement.scrollWidth") <= 320
    table.screenshot(path=screenshots / "live-320.png")
    for phone in (table, watcher):
        phone.set_viewport_size({"width": 390, "height": 844})
    watcher.screenshot(path=screenshots / "live-watching.png")

    # The other way: Ben enters, and the page of the first phone is for the next hand.
    scorer.goto(f"{place(scorer)}?view=contract")
    contract(scorer, "Cleo", "2")
    expect(table.locator("main")).to_contain_text("Cleo pitched")
    expect(watcher.locator(".headline").first).to_contain_text("Cleo")
    result(scorer, high="Cleo", low="Others", jack="Others", game="Others", save="Save hand 2: Cleo owes $8")
    expect(table.get_by_role("link", name="Hand 3")).to_be_visible()
    expect(table.locator("#live")).to_contain_text("Ben entered hand 2.")
    assert violations(table) == []


def test_what_somebody_has_begun_is_left_alone(table: Page, new_phone: NewPhone, screenshots: Path) -> None:
    scorer = new_phone()
    comes(scorer, link(table, "scorer"), "Ben")
    contract(table, "Ben", "3")
    expect(scorer.locator("main")).to_contain_text("Ben pitched")
    live(table, scorer)
    scorer.locator("#line-high label", has_text="Ben").click()
    scorer.locator("#line-low label", has_text="Others").click()
    table.get_by_role("button", name="I’ll do it").click()
    result(table, high="Ben", low="Ben", jack="Others", game="Ben", save="Save hand 1: Ben gets $12")

    news = scorer.locator("#news")
    expect(news).to_contain_text("Another phone entered hand 1. Ben bid 3, took 3: made.")
    expect(scorer.locator("#line-high input:checked")).to_have_value("pitcher")
    expect(scorer.locator("#line-low input:checked")).to_have_value("others")
    scorer.screenshot(path=screenshots / "live-news.png")
    assert violations(scorer) == []
    news.get_by_role("link", name="Look").click()
    expect(scorer.locator("tfoot td")).to_have_text(["−3", "+12", "−3", "−3", "−3"])


def test_focus_scroll_and_an_open_row_stay(table: Page, new_phone: NewPhone) -> None:
    play_hand(table, "Ben", 3, high="pitcher", low="pitcher", jack="others", game="pitcher")
    scorer = new_phone(viewport={"width": 390, "height": 420})
    comes(scorer, link(table, "scorer"))
    scorer.get_by_role("link", name="Scores").click()
    scorer.locator("#hand-1 a").click()
    expect(scorer.locator("tr.strip")).to_contain_text("took 3: made.")
    scorer.locator("#hand-1 a").focus()
    live(scorer)
    scorer.evaluate("scrollTo(0, 40)")
    at = "Math.round(document.querySelector('#hand-1').getBoundingClientRect().top)"
    before = scorer.evaluate(at)
    table.goto(f"{place(table)}?view=contract")
    contract(table, "Cleo", "2")
    result(table, high="Cleo", low="Cleo", jack="Others", game="Others", save="Save hand 2: Cleo gets $8")
    expect(scorer.locator("#hand-2")).to_be_attached()
    expect(scorer.locator("tr.strip")).to_contain_text("took 3: made.")
    expect(scorer.locator("#hand-1 a")).to_be_focused()
    assert scorer.evaluate(at) == before
    assert scorer.evaluate("scrollY") > 0


def test_who_is_entering_the_same_hand_is_seen(table: Page, new_phone: NewPhone, screenshots: Path) -> None:
    scorer, watcher = new_phone(), new_phone()
    comes(scorer, link(table, "scorer"), "Ben")
    comes(watcher, link(table, "viewer"))
    contract(table, "Ben", "3")
    expect(scorer.locator("main")).to_contain_text("Ben pitched")
    live(table, scorer, watcher)
    save = table.locator("button[value=save]")
    expect(save).to_be_visible()
    scorer.locator("#line-high label", has_text="Ben").click()

    block = table.locator("#presence")
    expect(block).to_contain_text("Ben is entering hand 1")
    expect(block.get_by_role("link", name="Let Ben")).to_be_visible()
    expect(save).to_be_hidden()
    expect(watcher.locator("#presence")).to_have_text("Ben is entering hand 1")
    expect(scorer.locator("#presence")).to_be_hidden()
    table.screenshot(path=screenshots / "live-entering.png")
    assert violations(table) == []
    block.get_by_role("button", name="I’ll do it").click()
    expect(block).to_be_hidden()
    expect(save).to_be_visible()
    expect(scorer.locator("#presence")).to_contain_text("Another phone is entering hand 1")

    scorer.get_by_role("link", name="Scores").click()  # leaves it
    expect(watcher.locator("#presence")).to_have_text("Another phone is entering hand 1")
    table.get_by_role("link", name="Scores").click()
    expect(watcher.locator("#presence")).to_be_hidden()


def test_a_link_is_renewed_while_somebody_watches(table: Page, new_phone: NewPhone) -> None:
    watcher = new_phone()
    comes(watcher, link(table, "viewer"))
    live(watcher)
    table.get_by_role("link", name="Share").click()
    table.get_by_text("Stop this link", exact=True).click()
    table.get_by_role("button", name="Stop it and make a new one").click()
    expect(watcher.get_by_role("heading", name="This link was stopped")).to_be_visible()


def test_where_streams_are_cut_the_page_asks(table: Page, new_phone: NewPhone) -> None:
    watcher = new_phone()
    watcher.route(re.compile(r"/live$"), lambda route: route.abort())
    comes(watcher, link(table, "viewer"))
    live(watcher)
    hand(table)
    expect(watcher.locator(".headline").last).to_contain_text("Ben bid 3, took 3: made.")


def test_a_page_out_of_sight_holds_no_stream_and_catches_up(table: Page, new_phone: NewPhone) -> None:
    watcher = new_phone()
    comes(watcher, link(table, "viewer"))
    live(watcher)
    hide = """hidden => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event("visibilitychange")); }"""
    expect(table.locator("#live-state")).to_contain_text("1 following")
    watcher.evaluate(hide, True)
    expect(table.locator("#live-state")).to_be_hidden(timeout=30_000)
    hand(table)
    expect(watcher.locator(".headline").last).not_to_contain_text("made")
    watcher.evaluate(hide, False)
    expect(watcher.locator(".headline").last).to_contain_text("Ben bid 3, took 3: made.")


def test_the_server_goes_and_comes_back(new_phone: NewPhone, tmp_path: Path, screenshots: Path) -> None:
    port = free_port()
    with serving(tmp_path, port=port) as first:
        table, board = new_phone(base_url=first.url), new_phone(base_url=first.url)
        sit_down(table)
        comes(board, link(table, "viewer"))
        board.set_viewport_size({"width": 1280, "height": 720})
        board.goto(f"{place(table)}board/")
        live(table, board)
        expect(board.locator("[data-clock]")).to_have_text(re.compile(r"^\d\d:\d\d"))
    expect(table.locator("#live-state")).to_contain_text("offline", timeout=20_000)
    expect(board.locator("[data-lost-since]")).to_contain_text(re.compile(r"Last heard \d\d:\d\d"))
    expect(board.locator("[data-clock]")).to_be_hidden()
    board.screenshot(path=screenshots / "live-board-lost.png")
    table.screenshot(path=screenshots / "live-offline.png")
    with serving(tmp_path, port=port):
        live(table, board)
        expect(board.locator("[data-clock]")).to_be_visible()
        hand(table)
        expect(board.locator(".headline").first).to_contain_text("Ben bid 3, took 3: made.")


def test_the_board_shows_its_way_out_for_a_moment_and_follows_to_the_next_game(
    table: Page, new_phone: NewPhone, screenshots: Path
) -> None:
    play_hand(table, "Ben", 3, high="pitcher", low="pitcher", jack="others", game="pitcher")
    board = new_phone(viewport={"width": 1280, "height": 720})
    comes(board, link(table, "viewer"))
    board.goto(f"{place(board)}board/")
    live(board)
    out = board.get_by_role("link", name="Leave the board")
    expect(out).to_be_hidden()
    board.locator("main").click()
    expect(out).to_be_visible()
    board.screenshot(path=screenshots / "live-board.png")
    expect(out).to_be_hidden(timeout=8_000)
    table.goto(f"{place(table)}../".replace("1/../", ""))
    table.get_by_role("button", name="Finish Racehorse").click()
    table.get_by_role("link", name="The session").click()
    table.get_by_role("button", name="Play again: same people").click()
    board.wait_for_url("**/2/board/")

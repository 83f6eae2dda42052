"""No signal: hands entered while the server does not answer, sent once and in order when it does again."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.axe import violations
from tests.e2e.beforehand import play_hand, sit_down
from tests.e2e.conftest import NewPhone
from tests.e2e.line import Line
from tests.e2e.no_signal import PATIENCE, Table, keep, tricks, unanswered, until, waits, whole, without_signal
from tests.e2e.server import free_port, serving
from tests.e2e.table import contract, result, settled, totals
from tests.e2e.test_ten import draw, tap_card


@pytest.fixture
def table(line: Line, new_phone: NewPhone) -> Table:
    """A table after its first hand."""
    one = Table(line, new_phone)
    one.sit_down()
    return one


def test_two_hands_without_signal_and_a_reload_between(table: Table, screenshots: Path) -> None:
    phone = table.phone
    contract(phone, "Cleo", "2")
    expect(phone.locator("#line-high")).to_be_visible()
    table.kept("money/")
    table.kept_form()
    table.stop()
    for line, answer in (("high", "Cleo"), ("low", "Others"), ("jack", "Others"), ("game", "Others")):
        phone.locator(f"#line-{line} label", has_text=answer).click()
    unanswered(phone)
    phone.locator("button[value=save]").click()
    expect(phone.get_by_text("1 entry waiting to be sent")).to_be_visible(timeout=PATIENCE)
    assert waits(phone) == [
        "Hand 2: Cleo pitched, bid 2 · High: Cleo · Low: Others · Jack: Others · Game: Others"
    ]

    phone.reload()
    expect(phone.get_by_text("1 entry waiting to be sent")).to_be_visible()
    phone.get_by_role("button", name="Enter hand 3").click()
    expect(phone.get_by_text("Who deals is worked out when this is sent.")).to_be_visible()
    whole(phone, "Ben", "3", high="Pitcher", low="Pitcher", jack="Not in play")
    keep(phone, 3)
    expect(phone.get_by_text("Not answered: Game. Tap once more to keep it so.")).to_be_visible()
    phone.screenshot(path=screenshots / "offline-form.png", full_page=True)
    phone.reload()
    phone.get_by_role("button", name="Enter hand 3").click()
    phone.locator("#whole #line-game label", has_text="Pitcher").click()
    keep(phone, 3)
    expect(phone.get_by_text("2 entries waiting to be sent")).to_be_visible()
    expect(phone.get_by_text("Until then the others see hand 1.")).to_be_visible()
    assert waits(phone)[1].startswith("Hand 3: Who pitches: Ben · For how many: 3 · High: Pitcher")
    assert violations(phone) == []
    phone.screenshot(path=screenshots / "offline.png", full_page=True)

    table.start(told=False)
    expect(phone.get_by_role("link", name="Hand 4")).to_be_visible(timeout=PATIENCE)
    assert totals(phone) == ["−4", "+26", "−14", "−4", "−4"]
    assert phone.locator("tr[data-row]").count() == 3


def test_another_phone_was_faster(table: Table, new_phone: NewPhone, screenshots: Path) -> None:
    mine, theirs = table.phone, table.second(new_phone)
    table.stop()
    without_signal(mine, "Dov", "2")
    expect(mine.get_by_role("button", name="Enter all of hand 2")).to_be_visible(timeout=PATIENCE)
    mine.get_by_role("button", name="Enter all of hand 2").click()
    expect(mine.locator("#whole [name=pitcher][value='3']")).to_be_checked()
    tricks(mine, high="Pitcher", low="Others", jack="Others", game="Others")
    keep(mine, 2)
    expect(mine.get_by_text("2 entries waiting to be sent")).to_be_visible()
    address = table.address
    mine.goto("about:blank")

    table.start()
    contract(theirs, "Cleo", "2")
    result(theirs, high="Cleo", low="Cleo", jack="Others", game="Others", save="Save hand 2: Cleo gets $8")
    mine.goto(address)
    expect(mine.get_by_text("Something was not accepted")).to_be_visible()
    expect(mine.locator(".waits")).to_contain_text("Another phone already entered hand 2")
    expect(mine.locator(".waits")).to_contain_text("Cleo bid 2, took 2: made.")
    assert violations(mine) == []
    mine.screenshot(path=screenshots / "refused.png", full_page=True)
    mine.get_by_role("button", name="Drop").first.click()
    expect(mine.locator(".waits li")).to_have_count(1)
    expect(mine.locator(".waits")).to_contain_text("The table has moved on")
    mine.get_by_role("button", name="Drop").click()
    expect(mine.get_by_role("link", name="Hand 3")).to_be_visible()
    expect(mine.locator("#waiting")).to_be_hidden()
    assert totals(mine) == ["−5", "+10", "+5", "−5", "−5"]


def test_what_the_rules_refuse_can_be_changed(table: Table, screenshots: Path) -> None:
    phone = table.phone
    table.stop()
    without_signal(phone, "Dov", "2")
    expect(phone.get_by_text("1 entry waiting to be sent")).to_be_visible(timeout=PATIENCE)
    phone.get_by_role("button", name="Enter all of hand 2").click()
    tricks(phone, high="Pitcher", low="Others", jack="Others")
    keep(phone, 2)
    keep(phone, 2)  # Game is missing, and that was said
    phone.get_by_role("button", name="Enter hand 3").click()
    whole(phone, "Ana", "2", high="Pitcher", low="Pitcher", jack="Others", game="Others")
    keep(phone, 3)
    expect(phone.get_by_text("3 entries waiting to be sent")).to_be_visible()
    table.start()
    expect(phone.get_by_text("Game is missing.")).to_be_visible(timeout=PATIENCE)
    expect(phone.locator(".waits li")).to_have_count(2)
    phone.screenshot(path=screenshots / "refused-by-rules.png", full_page=True)
    phone.get_by_role("button", name="Change").click()
    expect(phone.locator("#whole [name=high][value=pitcher]")).to_be_checked()
    phone.locator("#whole #line-game label", has_text="Others").click()
    keep(phone, 2)
    expect(phone.get_by_role("link", name="Hand 4")).to_be_visible(timeout=PATIENCE)
    assert totals(phone) == ["+7", "+12", "−3", "−13", "−3"]


def test_nothing_can_be_kept(table: Table, screenshots: Path) -> None:
    phone = table.phone
    table.fills_up()
    table.stop()
    without_signal(phone, "Dov", "2")
    alarm = phone.get_by_role("alert").filter(has_text="Hand 2 is not saved.")
    expect(alarm).to_be_visible(timeout=PATIENCE)
    expect(phone.locator("#entry button[value=save]")).to_be_hidden()
    assert phone.locator("[name=pitcher][value='3']").is_checked()
    assert violations(phone) == []
    phone.screenshot(path=screenshots / "not-saved.png")
    phone.get_by_role("button", name="Try again").click()
    expect(alarm).to_be_visible(timeout=PATIENCE)
    phone.get_by_role("button", name="Later").click()
    expect(phone.get_by_text("Only on this open page")).to_be_visible()
    phone.screenshot(path=screenshots / "not-saved-later.png")
    table.start()
    expect(phone.get_by_text("Dov pitched")).to_be_visible(timeout=PATIENCE)


def test_the_server_dies_between_saving_and_answering(new_phone: NewPhone, tmp_path: Path) -> None:
    dying, port = tmp_path / "dying", free_port()
    dying.write_text(DYING.format(python=sys.executable, flag=str(tmp_path / "die")))
    dying.chmod(0o755)
    with serving(tmp_path, port=port, program=dying) as server:
        phone = new_phone(base_url=server.url)
        sit_down(phone)
        play_hand(phone, "Ben", 3, high="pitcher", low="pitcher", jack="others", game="pitcher")
        contract(phone, "Dov", "2")
        for line, answer in (("high", "Dov"), ("low", "Others"), ("jack", "Others"), ("game", "Others")):
            phone.locator(f"#line-{line} label", has_text=answer).click()
        button = phone.get_by_role("button", name="Save hand 2: Dov owes $8")
        expect(button).to_be_visible()
        settled(phone)
        (tmp_path / "die").touch()
        button.click()
        expect(phone.get_by_text("1 entry waiting to be sent")).to_be_visible(timeout=PATIENCE)
        assert not (tmp_path / "die").exists(), "it died after saving"
    with serving(tmp_path, port=port):
        expect(phone.get_by_role("link", name="Hand 3")).to_be_visible(timeout=PATIENCE)
        assert totals(phone) == ["−1", "+14", "−1", "−11", "−1"]
        assert phone.locator("tr[data-row]").count() == 2


DYING = """#!{python}
# The program, which kills itself and all its workers once an entry is saved and before anybody is told.
import os, pathlib, signal
import scorekeeper.web.match as match
from scorekeeper.cli import main

flag, save = pathlib.Path({flag!r}), match.add_entries_to

def save_and_die(*args, **options):
    save(*args, **options)
    if flag.exists():
        flag.unlink()
        os.killpg(0, signal.SIGKILL)

match.add_entries_to = save_and_die
main()
"""


def test_taps_that_count_wait_one_by_one(line: Line, new_phone: NewPhone, screenshots: Path) -> None:
    table = Table(line, new_phone)
    phone = table.phone
    sit_down(phone, ("Ana", "Ben", "Cleo"), game="ten_pennies")
    phone.get_by_role("button", name="Buy for Ana, 10 left").click()
    expect(phone.get_by_role("button", name="Buy for Ana, 9 left")).to_be_visible()
    phone.reload()
    settled(phone)
    table.kept("scores/")
    table.kept_form()
    table.stop()
    buy = phone.get_by_role("button", name="Buy for Ben, 10 left")
    buy.click()
    expect(phone.get_by_text("1 entry waiting to be sent")).to_be_visible()
    buy.click()
    phone.get_by_role("button", name="Buy for Cleo, 10 left").click()
    expect(phone.get_by_text("3 entries waiting to be sent")).to_be_visible()
    assert waits(phone) == ["Round 1: Buy for Ben, 10 left · Buy for Ben, 10 left · Buy for Cleo, 10 left"]
    phone.screenshot(path=screenshots / "offline-taps.png", full_page=True)
    phone.get_by_role("button", name="Enter all of round 1").click()
    expect(phone.locator("#whole").get_by_text("Buys in this round")).to_be_visible()
    bought = [phone.locator(f"#whole [name=buys-{seat}]").input_value() for seat in range(3)]
    assert bought == ["1", "2", "1"], "one was saved, three wait"
    phone.screenshot(path=screenshots / "offline-round.png", full_page=True)
    table.start()
    expect(phone.get_by_role("button", name="Buy for Ben, 8 left")).to_be_visible(timeout=PATIENCE)
    expect(phone.get_by_role("button", name="Buy for Cleo, 9 left")).to_be_visible()
    expect(phone.get_by_role("button", name="Buy for Ana, 9 left")).to_be_visible()


def test_cards_are_drawn_on_without_signal(line: Line, new_phone: NewPhone, screenshots: Path) -> None:
    table = Table(line, new_phone)
    phone = table.phone
    sit_down(phone, ("Ana", "Ben", "Cleo"), game="ten")
    draw(phone, "R4")
    settled(phone)
    table.stop()
    for count, card in enumerate(("B5", "$3"), start=1):
        tap_card(phone, card)
        expect(phone.locator(".no-signal")).to_contain_text(f"{count} entr", timeout=PATIENCE)
    phone.get_by_role("button", name="Take numbers").click()
    expect(phone.locator(".no-signal")).to_contain_text("3 entries")
    tap_card(phone, "G2")  # the next player goes on, as the pile does
    expect(phone.locator(".no-signal")).to_contain_text("4 entries")
    assert waits(phone) == ["Turn 1: Blue 5 · ¤3 · Take numbers · Green 2"]
    phone.screenshot(path=screenshots / "offline-ten.png", full_page=True)
    table.start()
    expect(phone.locator("#waiting")).to_be_hidden(timeout=PATIENCE)
    expect(phone.locator(".what")).to_contain_text("Turn 2, Ben draws")
    expect(phone.locator(".total")).to_contain_text("2")
    phone.get_by_role("link", name="Scores").click()
    expect(phone.locator("tr[data-row]")).to_have_count(1)


def test_pages_that_were_opened_open_without_the_server(table: Table, screenshots: Path) -> None:
    phone, address = table.phone, table.address
    for page, text in (("scores/", "hand-1"), ("money/", "pay-line"), ("share/", ""), ("table/", "")):
        table.kept(page, text)
    table.stop()
    phone.goto(f"{address}scores/")
    expect(phone.locator("#hand-1")).to_contain_text("made")
    phone.get_by_role("link", name="Money").click()
    expect(phone.locator(".pay-line").first).to_be_visible()
    phone.get_by_role("link", name="Hand 2").click()
    expect(phone.locator("#ask-pitcher")).to_be_visible()
    phone.get_by_role("link", name="The session").click()
    expect(phone.get_by_role("heading", level=1)).to_be_visible()
    phone.goto(f"{address}scores/2")
    expect(phone.get_by_role("heading", name="The score server is not answering")).to_be_visible()
    phone.screenshot(path=screenshots / "not-kept.png")


def test_a_phone_that_was_put_out_keeps_no_pages(table: Table, new_phone: NewPhone) -> None:
    theirs = new_phone(base_url=table.url)
    mine = table.phone
    mine.goto(f"{table.address}share/")
    link = mine.locator("#link").input_value()
    theirs.goto("/j/" + link.rpartition("/")[2])
    theirs.get_by_role("button", name="Follow").click()
    theirs.evaluate("navigator.serviceWorker.ready.then(() => true)")
    theirs.reload()
    kept = """caches.keys().then((all) => caches.open(all[0])).then((one) => one.keys())
        .then((all) => all.map((request) => request.url))"""
    expect(theirs.get_by_role("link", name="Scores")).to_be_visible()
    until(theirs, f"{kept}.then((all) => all.some((url) => url.includes('/watch/')))")
    mine.locator("summary", has_text="Stop this link").click()
    mine.get_by_role("button", name="Stop it and make a new one").click()
    expect(theirs.get_by_role("heading", name="This link was stopped")).to_be_visible()
    until(theirs, f"{kept}.then((all) => !all.some((url) => /[/][sj][/]/.test(url)))")


def test_plain_http_queues_while_the_page_is_open(line: Line, new_phone: NewPhone) -> None:
    table = Table(line, new_phone)
    phone = table.phone = new_phone(base_url=table.url.replace("127.0.0.1", "0.0.0.0"))  # noqa: S104 - no secure context
    sit_down(phone)
    assert phone.evaluate("isSecureContext") is False
    expect(phone.get_by_text("Without https this phone may dim.")).to_be_visible()
    phone.get_by_role("button", name="Tap to keep it awake").click()
    playing = "(() => { const film = document.querySelector('video'); return !!film && !film.paused; })()"
    until(phone, playing)
    phone.get_by_role("link", name="Just the contract").click()
    expect(phone.locator("#ask-pitcher")).to_be_visible()
    table.kept_form()
    table.stop()
    without_signal(phone, "Dov", "2")
    expect(phone.get_by_text("Without https this phone cannot keep pages.")).to_be_visible(timeout=PATIENCE)
    phone.get_by_role("button", name="Enter all of hand 1").click()
    tricks(phone, high="Pitcher", low="Pitcher", jack="Others", game="Others")
    keep(phone, 1)
    expect(phone.get_by_text("2 entries waiting to be sent")).to_be_visible()
    table.start()
    expect(phone.get_by_role("link", name="Hand 2")).to_be_visible(timeout=PATIENCE)
    assert totals(phone) == ["−2", "−2", "−2", "+8", "−2"]
    phone.get_by_role("link", name="Share").click()
    phone.get_by_role("button", name="Copy").click()
    expect(phone.get_by_role("button", name="Copied")).to_be_visible()

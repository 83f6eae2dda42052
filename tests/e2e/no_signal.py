"""A table without signal: a line to the server that can be cut, and a phone that goes on alone."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e import beforehand
from tests.e2e.conftest import NewPhone
from tests.e2e.line import HOST, Line
from tests.e2e.table import settled

PATIENCE = 20_000
"""Milliseconds: the phone tries again every five seconds."""
ONLINE = "dispatchEvent(new Event('online'))"
"""What the system tells a page when there is signal again."""
REFUSES = "IDBFactory.prototype.open = () => { throw new DOMException('full', 'QuotaExceededError'); }"
"""A phone whose storage is full."""


def until(phone: Page, script: str, argument: Any = None) -> None:
    """Waits until what ``script`` comes to is true."""
    for _ in range(200):
        if phone.evaluate(script, argument):
            return
        phone.wait_for_timeout(50)
    raise AssertionError(f"never true: {script} with {argument}")


class Table:
    """A phone at a table of its own, whose line to the server can be cut and mended."""

    def __init__(self, line: Line, new_phone: NewPhone) -> None:
        self.line, self.url = line, f"http://{HOST}:{line.port}"
        self.phone = new_phone(base_url=self.url)

    def start(self, *, told: bool = True) -> None:
        """The server answers, from now on. ``told``: the phone hears so; else it finds out by trying."""
        self.line.mend()
        for page in self.phone.context.pages if told else ():
            page.evaluate(ONLINE)

    def stop(self) -> None:
        """The server does not answer any more."""
        self.line.cut()

    @property
    def address(self) -> str:
        """Of the match."""
        return re.sub(r"(/s/[^/]+/\d+/).*", r"\1", self.phone.url)

    def sit_down(self) -> None:
        """Five players and one hand played; everything that a phone keeps is kept."""
        beforehand.sit_down(self.phone)
        beforehand.play_hand(
            self.phone, "Ben", 3, high="pitcher", low="pitcher", jack="others", game="pitcher"
        )
        self.phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self.at_hand()

    def at_hand(self) -> None:
        """The phone shows the hand to be entered, and has kept all that it needs to go on alone."""
        expect(self.phone.locator("#ask-pitcher")).to_be_visible()
        settled(self.phone)
        self.kept("scores/")
        self.kept_form()

    def fills_up(self) -> None:
        """From here on the phone's database takes nothing."""
        self.phone.add_init_script(REFUSES)
        self.phone.reload()
        self.at_hand()

    def kept(self, path: str, text: str = "") -> None:
        """Waits until the phone has kept a page in which ``text`` stands."""
        until(
            self.phone,
            """([path, text]) => caches.match(location.origin + path, {ignoreVary: true})
                .then((page) => page ? page.text() : "")
                .then((html) => html !== "" && html.includes(text))""",
            [self.address.removeprefix(self.url) + path, text],
        )

    def kept_form(self) -> None:
        """Waits until the phone has kept the form for whole hands, as it is after what the page shows."""
        version = self.phone.locator("#entry [name=version]").first.input_value()
        until(
            self.phone,
            """(version) => Object.keys(localStorage).some((key) => key.startsWith("offline:")
                && localStorage[key].includes(`data-version="${version}"`))""",
            version,
        )

    def second(self, new_phone: NewPhone) -> Page:
        """Another phone that may enter; the first one is at the hand again."""
        theirs = new_phone(base_url=self.url)
        self.phone.goto(f"{self.address}share/?role=scorer")
        link = self.phone.locator("#link").input_value()
        theirs.goto("/j/" + link.rpartition("/")[2])
        theirs.get_by_role("button", name="Start scoring").click()
        self.phone.goto(self.address)
        self.at_hand()
        return theirs


def waits(phone: Page) -> list[str]:
    """What the list of waiting entries says, without the times."""
    return [
        row.locator(".grow > b").inner_text() + ": " + row.locator(".told").inner_text()
        for row in phone.locator(".waits li").all()
    ]


def one_waits(phone: Page, count: int = 1) -> None:
    """So many entries wait."""
    said = "1 entry waiting to be sent" if count == 1 else f"{count} entries waiting to be sent"
    expect(phone.get_by_text(said)).to_be_visible(timeout=PATIENCE)


def whole(phone: Page, pitcher: str, bid: str, **lines: str) -> None:
    """A whole hand, in the form of a phone without signal."""
    phone.locator("#whole #ask-pitcher label", has_text=pitcher).click()
    phone.locator("#whole #ask-bid label", has_text=bid).first.click()
    tricks(phone, **lines)


def tricks(phone: Page, **lines: str) -> None:
    """The part of it about who took what."""
    for line, answer in lines.items():
        phone.locator(f"#whole #line-{line} label", has_text=answer).click()


def keep(phone: Page, hand: int) -> None:
    phone.get_by_role("button", name=f"Keep hand {hand} on this phone").click()


def unanswered(phone: Page) -> None:
    """Waits until the form knows that nobody works out what was tapped; a tap before that only asks again."""
    expect(phone.locator("form#entry[data-stale='asked']")).to_have_count(1, timeout=PATIENCE)


def without_signal(phone: Page, pitcher: str, bid: str) -> None:
    """The contract, tapped into the page that is open, which nobody answers."""
    phone.locator("#ask-pitcher label", has_text=pitcher).click()
    phone.locator("#ask-bid label", has_text=bid).first.click()
    unanswered(phone)
    phone.locator("button[value=save]").click()

"""A table without signal: a server that can be stopped and started, and a phone that goes on alone."""

from __future__ import annotations

import re
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPhone
from tests.e2e.server import PROGRAM, Server, free_port, serving
from tests.e2e.table import contract, result, set_up

PATIENCE = 20_000
"""Milliseconds: the phone tries again every five seconds."""


class Table:
    """A server of its own that can be stopped and started again, and a phone at it."""

    def __init__(self, folder: Path, new_phone: NewPhone) -> None:
        self.folder, self.port = folder, free_port()
        self._running = ExitStack()
        self.server = self.start()
        self.phone = new_phone(base_url=self.server.url)

    def start(self, program: Path = PROGRAM) -> Server:
        """The server answers, from now on."""
        started: AbstractContextManager[Server] = serving(self.folder, port=self.port, program=program)
        self.server = self._running.enter_context(started)
        return self.server

    def stop(self) -> None:
        """The server does not answer any more."""
        self._running.close()

    @property
    def address(self) -> str:
        """Of the match."""
        return re.sub(r"(/s/[^/]+/\d+/).*", r"\1", self.phone.url)

    def sit_down(self) -> None:
        """Five players and one hand played; everything that a phone keeps is kept."""
        set_up(self.phone)
        contract(self.phone, "Ben", "3")
        result(self.phone, high="Ben", low="Ben", jack="Others", game="Ben", save="Save hand 1: Ben gets $12")
        self.phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self.kept("scores/")
        expect(self.phone.locator("#ask-pitcher")).to_be_visible()

    def kept(self, path: str, text: str = "") -> None:
        """Waits until the phone has kept a page in which ``text`` stands, and the form for whole hands."""
        asked = self.address.removeprefix(self.server.url) + path
        for _ in range(100):
            if self.phone.evaluate(
                """([path, text]) => caches.match(location.origin + path, {ignoreVary: true})
                    .then((page) => page ? page.text() : "")
                    .then((html) => html !== "" && html.includes(text)
                        && Object.keys(localStorage).some((key) => key.startsWith('offline:')))""",
                [asked, text],
            ):
                return
            self.phone.wait_for_timeout(100)
        raise AssertionError(f"{path} was not kept")

    def second(self, new_phone: NewPhone) -> Page:
        """Another phone that may enter; the first one is at the hand again."""
        theirs = new_phone(base_url=self.server.url)
        self.phone.goto(f"{self.address}share/?role=scorer")
        link = self.phone.locator("#link").input_value()
        theirs.goto("/j/" + link.rpartition("/")[2])
        theirs.get_by_role("button", name="Start scoring").click()
        self.phone.goto(self.address)
        expect(self.phone.locator("#ask-pitcher")).to_be_visible()
        self.kept("scores/")
        return theirs


def waits(phone: Page) -> list[str]:
    """What the list of waiting entries says, without the times."""
    return [
        row.locator(".grow > b").inner_text() + ": " + row.locator(".told").inner_text()
        for row in phone.locator(".waits li").all()
    ]


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


def without_signal(phone: Page, pitcher: str, bid: str) -> None:
    """The contract, tapped into the page that is open, which nobody answers."""
    phone.locator("#ask-pitcher label", has_text=pitcher).click()
    phone.locator("#ask-bid label", has_text=bid).first.click()
    phone.locator("button[value=save]").click()
    phone.locator("button[value=save]").click()

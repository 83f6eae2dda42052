"""Fixtures of the browser tests: a server, a browser, and phones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, sync_playwright

from tests.e2e.browser import browser_path
from tests.e2e.line import Line
from tests.e2e.server import Server, serving

CHROMIUM = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",  # Chromium refuses to run as root with it, and opens nothing here but our own pages
)
WAIT_MILLISECONDS = 10_000

NewPhone = Callable[..., Page]


def _patient(takes: Callable[..., bytes]) -> Callable[..., bytes]:
    """Takes a picture; a busy browser has nothing painted now and then, says so, and has it the next time."""

    def picture(**options: Any) -> bytes:
        for _ in range(2):
            try:
                return takes(**options)
            except Error as error:
                if "Unable to capture screenshot" not in error.message:
                    raise
        return takes(**options)

    return picture


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The program with an empty database, shared by the tests of one process: each makes its own sessions.

    A test that restarts or fills it uses :func:`tests.e2e.server.serving` instead.
    """
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def line(server: Server) -> Iterator[Line]:
    """A line to that server, for a test that cuts it."""
    line = Line(server.port)
    yield line
    line.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of a process; contexts keep them apart."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser_path(), args=CHROMIUM)
        yield running
        running.close()


@pytest.fixture
def new_phone(browser: Browser, server: Server) -> Iterator[NewPhone]:
    """Makes phones: ``new_phone()``, ``new_phone(java_script_enabled=False)``.

    Takes what Playwright's ``new_context`` takes. Each is another phone, with cookies of its own. When the
    test is over, whatever went wrong inside the pages fails it: a script's exception, a breach of the
    Content-Security-Policy, an exception in the server.
    """
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        # A refused form answers 422, and the browser notes that as an error; it is none.
        # Nor is it one that htmx does not reach a server that was stopped.
        # And over plain http the browser passes over a header of ours, and says so.
        known = message.text.startswith(
            (
                "Failed to load resource",
                "htmx: htmx:error: Failed to fetch",
                "The Cross-Origin-Opener-Policy header has been ignored",
            )
        )
        if message.type == "error" and not known:
            errors.append(message.text)

    def thrown(error: Error) -> None:
        errors.append(str(error))

    def make(**options: object) -> Page:
        usual: dict[str, object] = {
            "base_url": server.url,
            "device_scale_factor": 2,
            "has_touch": True,
            "locale": "en-US",
            "timezone_id": "America/Chicago",
            "viewport": {"width": 390, "height": 844},
        }
        context = browser.new_context(**{**usual, **options})  # type: ignore[arg-type]
        context.set_default_timeout(WAIT_MILLISECONDS)
        contexts.append(context)
        page = context.new_page()
        page.on("console", heard)
        page.on("pageerror", thrown)
        page.screenshot = _patient(page.screenshot)  # type: ignore[method-assign]
        return page

    earlier = len(server.log)
    yield make
    for context in contexts:
        context.close()
    assert errors == []
    printed = server.log[earlier:]
    assert "Traceback" not in printed, printed


@pytest.fixture
def phone(new_phone: NewPhone) -> Page:
    """A phone that has never been here; ``phone.goto("/")`` opens the server's first page."""
    return new_phone()


@pytest.fixture
def screenshots() -> Path:
    """Where tests leave pictures of pages, to be looked at."""
    folder = Path(__file__).parents[2] / "test-results" / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test that uses the browser: ``-m "not browser"`` leaves them out."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")

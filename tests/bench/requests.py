"""Benchmarks of pages: saving and showing an entry of each game, beside bare Flask views on one server."""

from __future__ import annotations

import http.client
import os
import re
import socket
import statistics
import subprocess
import tempfile
import time
import uuid
from collections.abc import Callable
from urllib.parse import urlencode

from tests.bench.serving import command
from tests.bench.sheets import SHEETS, Sheet

ROUNDS = 400
NAMES = ("Ana", "Ben", "Cleo", "Dov", "Edie", "Finn", "Gus", "Hana")


class Browser:
    """One kept connection with its cookie."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port)
        self.cookie = ""

    def send(self, method: str, path: str, form: list[tuple[str, str]] | None = None) -> tuple[int, str, str]:
        """Status, text and where it leads."""
        headers = {"Cookie": self.cookie, "Accept-Language": "en-US"}
        body = None
        if form is not None:
            body = urlencode(form)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        if cookie := answer.getheader("Set-Cookie"):
            self.cookie = cookie.split(";")[0]
        return answer.status, text, answer.getheader("Location") or ""


def hidden(page: str) -> dict[str, str]:
    """The hidden fields of the page's entry form."""
    form = page[page.index('id="entry"') :]
    return dict(
        re.findall(r'<input type="hidden" name="(csrf_token|client_id|version)" value="([^"]*)"', form)
    )


class Playing:
    """A match that is being tapped in."""

    def __init__(self, browser: Browser, sheet: Sheet) -> None:
        self.browser, self.sheet = browser, sheet
        self.version = self.units = 0
        place = f"/new/{sheet.key}/"
        token = hidden(browser.send("GET", place)[1])
        self.token = token["csrf_token"]
        names = [
            pair
            for seat, name in enumerate(NAMES[: sheet.players])
            for pair in (("key", f"p{seat}"), ("name", name))
        ]
        form = [*token.items(), *names, ("dealer", "p0"), ("unit", "USD"), *sheet.settings, ("do", "start")]
        status, text, self.place = browser.send("POST", place, form)
        assert status == http.client.SEE_OTHER, text

    def plays(self, units: int) -> list[float]:
        """Enters so many hands (or buys); how long saving the last form of each took, in seconds."""
        taken = []
        for _ in range(units):
            last = 0.0
            for view, fields in self.sheet.unit(self.units):
                last = self._saves(view, fields)
            self.units += 1
            taken.append(last)
        return taken

    def _saves(self, view: str, fields: list[tuple[str, str]]) -> float:
        known = [
            ("csrf_token", self.token),
            ("client_id", str(uuid.uuid4())),
            ("version", str(self.version)),
        ]
        begun = time.perf_counter()
        status, text, _place = self.browser.send(
            "POST", f"{self.place}?view={view}", [*known, *fields, ("do", "save")]
        )
        taken = time.perf_counter() - begun
        assert status == http.client.SEE_OTHER, text
        self.version += 1
        return taken

    def shows(self) -> str:
        """The page on which the next entry is made."""
        status, text, _place = self.browser.send("GET", f"{self.place}?view={self.sheet.view}")
        assert status == http.client.OK, text
        return text


def seconds(call: Callable[[], object]) -> float:
    """How long a call takes."""
    begun = time.perf_counter()
    call()
    return time.perf_counter() - begun


def compared(
    what: str, ours: list[float], bare_name: str, bare: list[float], goal: float
) -> dict[str, float]:
    """Two series that were measured in turns: milliseconds, and their ratio.

    The medians are what counts. On a machine that is busy with other things the fastest tenth is nearer to
    what the code itself takes.
    """
    figures: dict[str, float] = {}
    ratios: dict[str, float] = {}
    for name, of in (("median", statistics.median), ("fastest tenth", _fastest_tenth)):
        figures[f"{bare_name}, ms, {name}"] = of(bare) * 1000
        figures[f"{what}, ms, {name}"] = of(ours) * 1000
        ratios[f"{what} / {bare_name}, {name}" + (f" (goal {goal})" if name == "median" else "")] = of(
            ours
        ) / of(bare)
    return figures | ratios


def _fastest_tenth(times: list[float]) -> float:
    return statistics.quantiles(times, n=10)[0]


def measure(sheet: Sheet) -> dict[str, float]:
    """The ratios for one game."""
    with tempfile.TemporaryDirectory() as name, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        server = subprocess.Popen(command(port), env=os.environ | {"BENCH_FOLDER": name})
        try:
            browser = connected(port)
            return _saving(browser, sheet) | _showing(browser, sheet) | _early_and_late(browser, sheet)
        finally:
            server.terminate()
            server.wait(10)


def connected(port: int) -> Browser:
    for _ in range(200):
        try:
            browser = Browser(port)
            browser.send("GET", "/")
        except OSError:
            time.sleep(0.1)
        else:
            return browser
    raise AssertionError("the server did not start")


def _saving(browser: Browser, sheet: Sheet) -> dict[str, float]:
    """One after the other, so that all see the same machine; a new match where the last one is played out."""
    commits, raw_commits, hellos, saves = [], [], [], []
    playing = Playing(browser, sheet)
    for _ in range(ROUNDS):
        if playing.units == sheet.late:
            playing = Playing(browser, sheet)
        commits.append(seconds(lambda: browser.send("POST", "/bare/session")))
        raw_commits.append(seconds(lambda: browser.send("POST", "/bare/commit")))
        hellos.append(seconds(lambda: browser.send("GET", "/bare/hello")))
        saves += playing.plays(1)
    median = statistics.median
    return {
        "bare hello / bare commit (0.24 where the goal was set)": median(hellos) / median(commits),
        **compared(f"saving a {sheet.entry}", saves, "bare commit", commits, 2.0),
        f"saving a {sheet.entry} / bare commit past all libraries, median": median(saves)
        / median(raw_commits),
    }


def _showing(browser: Browser, sheet: Sheet) -> dict[str, float]:
    playing = Playing(browser, sheet)
    playing.plays(sheet.late // 2 + 1 if sheet.late < ROUNDS else ROUNDS)
    page = playing.shows()
    bare_page = f"/bare/page/{len(page)}"
    bares, shows = [], []
    for _ in range(ROUNDS):
        bares.append(seconds(lambda: browser.send("GET", bare_page)))
        shows.append(seconds(playing.shows))
    return {
        "bare page, KB": len(browser.send("GET", bare_page)[1]) / 1024,
        f"{sheet.entry} page, KB": len(page) / 1024,
        **compared(f"{sheet.entry} page", shows, "bare page", bares, 3.0),
    }


def _early_and_late(browser: Browser, sheet: Sheet) -> dict[str, float]:
    """What an entry costs early in a match and late in it, measured in turns."""
    early, late = [], []
    for _ in range(sheet.matches):
        first, second = Playing(browser, sheet), Playing(browser, sheet)
        first.plays(sheet.early)
        second.plays(sheet.late)
        for _turn in range(sheet.repeats):
            early += first.plays(1)
            late += second.plays(1)
    names = [f"{sheet.entry} number {number:,}" for number in (sheet.early, sheet.late)]
    return compared(names[1], late, names[0], early, 1.2)


def measure_all() -> list[tuple[str, dict[str, float]]]:
    """The ratios, game by game."""
    return [(f"Pages of {sheet.key}", measure(sheet)) for sheet in SHEETS]

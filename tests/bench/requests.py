"""Benchmarks of pages: saving and showing a hand, beside bare Flask views on the same server."""

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

ROUNDS = 200
SIZES = (10, 2000)


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


def start_match(browser: Browser) -> str:
    """A match of five; where it is."""
    token = hidden(browser.send("GET", "/new/racehorse/")[1])
    names = [
        (key, value) for n, value in enumerate("ABCDE") for key, value in (("key", f"p{n}"), ("name", value))
    ]
    form = [*token.items(), *names, ("dealer", "p0"), ("unit", "USD"), ("stake", "100"), ("do", "start")]
    form = [(key, value.replace("A", "Ana") if key == "name" else value) for key, value in form]
    status, _text, place = browser.send("POST", "/new/racehorse/", form)
    assert status == http.client.SEE_OTHER, status
    return place


def play_hands(browser: Browser, place: str, number: int, first_version: int) -> list[float]:
    """Enters ``number`` whole hands (contract, result); how long saving each result took, in seconds."""
    token = hidden(browser.send("GET", place + "?view=contract")[1])["csrf_token"]
    taken = []
    version, last = first_version, 0.0
    for _ in range(number):
        for form in (
            [("pitcher", "1"), ("bid", "3")],
            [("high", "pitcher"), ("low", "pitcher"), ("jack", "others"), ("game", "others")],
        ):
            fields = [("csrf_token", token), ("client_id", str(uuid.uuid4())), ("version", str(version))]
            begun = time.perf_counter()
            status, text, _place = browser.send(
                "POST", place + "?view=contract", [*fields, *form, ("do", "save")]
            )
            last = time.perf_counter() - begun
            assert status == http.client.SEE_OTHER, text
            version += 1
        taken.append(last)
    return taken


def timed(call: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The median time of a call, in seconds."""
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        call()
        times.append(time.perf_counter() - begun)
    return statistics.median(times)


def measure() -> dict[str, float]:
    """The ratios."""
    with tempfile.TemporaryDirectory() as name, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        server = subprocess.Popen(command(port), env=os.environ | {"BENCH_FOLDER": name})
        try:
            return _measure(port)
        finally:
            server.terminate()
            server.wait(10)


def _connected(port: int) -> Browser:
    for _ in range(200):
        try:
            browser = Browser(port)
            browser.send("GET", "/")
        except OSError:
            time.sleep(0.1)
        else:
            return browser
    raise AssertionError("the server did not start")


def _measure(port: int) -> dict[str, float]:
    browser = _connected(port)
    place = start_match(browser)
    play_hands(browser, place, 20, 0)
    commits, saves = [], []
    for block in range(10):  # in turns, so that both see the same machine
        commits.append(timed(lambda: browser.send("POST", "/bare/commit"), ROUNDS // 10))
        saves += play_hands(browser, place, ROUNDS // 10, 40 + block * 2 * (ROUNDS // 10))
    commit, save = statistics.median(commits), statistics.median(saves)
    page = browser.send("GET", place)[1]
    bare_page = f"/bare/page/{len(page)}"
    bares, shows = [], []
    for _ in range(5):
        bares.append(timed(lambda: browser.send("GET", bare_page), ROUNDS // 5))
        shows.append(timed(lambda: browser.send("GET", place), ROUNDS // 5))
    bare, show = statistics.median(bares), statistics.median(shows)
    early, late = start_match(browser), start_match(browser)
    play_hands(browser, early, SIZES[0], 0)
    play_hands(browser, late, SIZES[1], 0)
    tenth = statistics.median(play_hands(browser, early, 40, 2 * SIZES[0]))
    two_thousandth = statistics.median(play_hands(browser, late, 40, 2 * SIZES[1]))
    return {
        "bare page, KB": len(browser.send("GET", bare_page)[1]) / 1024,
        "bare commit, ms": commit * 1000,
        "saving a hand, ms": save * 1000,
        "saving a hand / bare commit (goal 2)": save / commit,
        "bare page, ms": bare * 1000,
        "hand page, ms": show * 1000,
        "hand page, KB": len(page) / 1024,
        "hand page / bare page (goal 3)": show / bare,
        "2,000th hand / 10th hand (goal 1.2)": two_thousandth / tenth,
    }

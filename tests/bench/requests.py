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

ROUNDS = 400
LATE_ROUNDS = 100
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
    commits, raw_commits, hellos, saves = [], [], [], []
    for turn in range(ROUNDS):  # one after the other, so that both see the same machine
        commits.append(seconds(lambda: browser.send("POST", "/bare/session")))
        raw_commits.append(seconds(lambda: browser.send("POST", "/bare/commit")))
        hellos.append(seconds(lambda: browser.send("GET", "/bare/hello")))
        saves += play_hands(browser, place, 1, 40 + 2 * turn)
    page = browser.send("GET", place)[1]
    bare_page = f"/bare/page/{len(page)}"
    bares, shows = [], []
    for _ in range(ROUNDS):
        bares.append(seconds(lambda: browser.send("GET", bare_page)))
        shows.append(seconds(lambda: browser.send("GET", place)))
    early, late = start_match(browser), start_match(browser)
    play_hands(browser, early, SIZES[0], 0)
    play_hands(browser, late, SIZES[1], 0)
    tenths, later = [], []
    for turn in range(LATE_ROUNDS):
        tenths += play_hands(browser, early, 1, 2 * (SIZES[0] + turn))
        later += play_hands(browser, late, 1, 2 * (SIZES[1] + turn))
    return {
        "bare page, KB": len(browser.send("GET", bare_page)[1]) / 1024,
        "hand page, KB": len(page) / 1024,
        "bare hello / bare commit (0.24 where the goal was set)": statistics.median(hellos)
        / statistics.median(commits),
        **compared("saving a hand", saves, "bare commit", commits, 2.0),
        "saving a hand / bare commit past all libraries, median": statistics.median(saves)
        / statistics.median(raw_commits),
        **compared("hand page", shows, "bare page", bares, 3.0),
        **compared(f"{SIZES[1]:,}th hand", later, f"{SIZES[0]}th hand", tenths, 1.2),
    }

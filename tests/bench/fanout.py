"""From a scorer's tap to the followers' phones: how long it takes, and what a waiting phone costs.

``python -m tests.bench.fanout``: one server with two worker processes, 100 sessions, five phones following
each; first by stream, then by asking every two seconds. Measured from sending the entry until each phone has
the whole of the fresh page. On SQLite, then on PostgreSQL. All of it stays on this machine.
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

import gevent
from flask import Flask
from gevent import socket as waiting

from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.games import GAMES
from scorekeeper.server import served_app, upgrade_database
from scorekeeper.service.sessions import start_session
from scorekeeper.service.transaction import writing
from scorekeeper.store import Access, Device, db
from tests.bench.sheets import racehorse_hand
from tests.postgresql import running

SESSIONS, PHONES, WORKERS = 100, 5, 2
POSTS_STREAMED, POSTS_ASKED = 150, 80
PAUSE_SECONDS = 0.06
"""Between two entries, about: the answer to one should not wait for the other's fragments."""
ASK_SECONDS = 2.0
KEY = "bench-key-" * 4
PEOPLE = ("Ana", "Ben", "Cleo", "Dov", "Edie")


def serve() -> Flask:
    """The application that gunicorn serves; ``BENCH_DATABASE_URL`` says on which database."""
    return served_app(Settings(os.environ["BENCH_DATABASE_URL"], KEY))


@dataclass
class Table:
    """A session: its scorer's cookie and form token, its followers' cookies; how far it has come."""

    slug: str
    scorer: str
    followers: list[str]
    token: str = ""
    entries: int = 0
    sent_at: dict[int, float] = field(default_factory=dict)
    """When the entry that makes each version was sent."""


def tables(app: Flask) -> list[Table]:
    """Sessions with phones that are let in, written past the pages: they are not what is measured."""
    made = []
    with app.app_context():
        for number in range(SESSIONS):
            phones = [f"{number:04}{phone:04}" for phone in range(PHONES + 1)]
            raw = {"players": list(PEOPLE)}
            match = start_session(phones[0], GAMES["racehorse"], raw, zone="UTC", client_id=str(uuid.uuid4()))
            with writing() as session:
                for phone in phones[1:]:
                    session.add(Device(id=phone))
                session.flush()
                for phone in phones[1:]:
                    session.add(Access(device_id=phone, session_id=match.session_id, role="viewer"))
            signer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
            cookies = [
                f"scorekeeper={signer.dumps({'_permanent': True, 'device': phone})}" for phone in phones
            ]
            made.append(Table(match.session.slug, cookies[0], cookies[1:]))
        db.session.remove()
        db.engine.dispose()
    return made


# HTTP, as little of it as will do ----------------------------------------------------------------


def send(port: int, method: str, path: str, cookie: str, body: str = "", **headers: str) -> waiting.socket:
    """Sends a request on a connection of its own."""
    # Past gevent, which would look the address up in a thread; here connecting does not wait.
    connection = waiting.socket(fileno=socket.create_connection(("127.0.0.1", port)).detach())
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    lines = [f"{method} {path} HTTP/1.1", "Host: bench", f"Cookie: {cookie}", "Connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    if body:
        lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
    connection.sendall(("\r\n".join(lines) + "\r\n\r\n" + body).encode())
    return connection


def ask(port: int, method: str, path: str, cookie: str, body: str = "", **headers: str) -> tuple[int, str]:
    """Status and all of the answer, headers included."""
    connection = send(port, method, path, cookie, body, **headers)
    parts = []
    while part := connection.recv(65536):
        parts.append(part)
    connection.close()
    text = b"".join(parts).decode()
    return int(text.split(" ", 2)[1]), text


def enter(port: int, table: Table) -> None:
    """The next entry of a table: by turns a contract and its result."""
    forms = racehorse_hand(0)
    view, fields = forms[table.entries % len(forms)]
    form = [("csrf_token", table.token), ("client_id", str(uuid.uuid4())), ("version", str(table.entries))]
    table.entries += 1
    table.sent_at[table.entries] = time.perf_counter()
    path = f"/s/{table.slug}/1/?view={view}"
    status, text = ask(port, "POST", path, table.scorer, urlencode([*form, *fields, ("do", "save")]))
    assert status == 303, text


# Phones ------------------------------------------------------------------------------------------


class Phone:
    """A phone that follows, and how long after each entry it had the page."""

    def __init__(self, port: int, table: Table, cookie: str) -> None:
        self.port, self.table, self.cookie = port, table, cookie
        self.version, self.edition = 0, ""
        self.taken: list[float] = []
        self.begun = False

    def fetch(self) -> bool:
        """A fresh copy of the page; whether there was one."""
        path, known = (
            f"/s/{self.table.slug}/1/watch/",
            {"If_None_Match": self.edition} if self.edition else {},
        )
        status, text = ask(self.port, "GET", path, self.cookie, X_Live="1", **known)
        assert status in {200, 304, 500, 503}, text
        if status != 200:  # a server that cannot keep up is asked again
            return False
        at = time.perf_counter()
        self.edition = re.findall(r"(?i)^etag: (.*)\r$", text, re.MULTILINE)[0]
        # Quotation marks of an attribute are escaped.
        version = int(re.findall(r'data-versions="[^"]*?:(\d+)', text)[0])
        if self.begun:
            self.taken += [at - self.table.sent_at[one] for one in range(self.version + 1, version + 1)]
        self.version = version
        return True

    def listens(self) -> None:
        """By stream."""
        connection = send(self.port, "GET", f"/s/{self.table.slug}/live", self.cookie)
        text = ""
        while part := connection.recv(4096):
            text += part.decode()
            *lines, text = text.split("\n")
            for number, line in enumerate(lines):
                if line.startswith("data:") and "versions" in (lines[number - 1] if number else ""):
                    self._hears(json.loads(line[5:]))

    def _hears(self, versions: dict[str, int]) -> None:
        if versions["1"] > self.version:
            self.fetch()
        self.begun = True

    def asks(self) -> None:
        """Every two seconds, from a moment of its own on."""
        gevent.sleep(random.random() * ASK_SECONDS)
        while True:
            begun = time.perf_counter()
            self.fetch()
            self.begun = True
            gevent.sleep(max(0.0, ASK_SECONDS - (time.perf_counter() - begun)))


def followed(port: int, evenings: list[Table], by: Callable[[Phone], None], posts: int) -> list[float]:
    """Seconds until each phone had each of so many entries."""
    phones = [Phone(port, table, cookie) for table in evenings for cookie in table.followers]
    for phone in phones:
        phone.version = phone.table.entries
    running_phones = [gevent.spawn(by, phone) for phone in phones]
    _until(lambda: all(phone.begun for phone in phones), "all phones follow")
    gevent.sleep(3)  # who follows is written down by then
    before = sum(len(phone.taken) for phone in phones)
    for number in range(posts):
        enter(port, evenings[number % len(evenings)])
        gevent.sleep(PAUSE_SECONDS * (0.5 + random.random()))
    _until(lambda: all(phone.version == phone.table.entries for phone in phones), "all phones have it")
    gevent.killall(running_phones)
    taken = [seconds for phone in phones for seconds in phone.taken]
    assert len(taken) - before == posts * PHONES
    return taken


def _until(true: Callable[[], bool], what: str) -> None:
    last = time.perf_counter() + 20
    while not true():
        assert time.perf_counter() < last, f"not in time: {what}"
        gevent.sleep(0.02)


# Measuring ---------------------------------------------------------------------------------------


@contextmanager
def server(url: str) -> Iterator[tuple[int, int]]:
    """Port and process of a server with two workers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = ["--bind", f"127.0.0.1:{port}", "--workers", str(WORKERS), "--worker-class", "gevent"]
    quiet = ["--no-control-socket", "--log-level", "warning", "--graceful-timeout", "1"]
    process = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", *options, *quiet, "tests.bench.fanout:serve()"],
        env=os.environ | {"BENCH_DATABASE_URL": url, "PSYCOPG_WAIT_FUNC": "wait_poll"},
        start_new_session=True,
    )
    try:
        for _ in range(200):
            try:
                ask(port, "GET", "/", "")
                break
            except OSError:
                gevent.sleep(0.1)
        yield port, process.pid
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)


def workers_kib(master: int) -> float:
    """What the workers hold in memory of their own, in KiB (Linux)."""
    children = Path(f"/proc/{master}/task/{master}/children").read_text(encoding="ascii").split()
    texts = [Path(f"/proc/{child}/status").read_text(encoding="ascii") for child in children]
    return sum(float(re.findall(r"RssAnon:\s+(\d+) kB", text)[0]) for text in texts)


def measure(url: str) -> dict[str, float]:
    """The figures for one database."""
    app = create_app(Settings(url, KEY))
    upgrade_database(app)
    evenings = tables(app)
    with server(url) as (port, master):
        for table in evenings:  # also warms both workers up
            text = ask(port, "GET", f"/s/{table.slug}/1/?view=contract", table.scorer)[1]
            table.token = re.findall(r'name="csrf_token" value="([^"]*)"', text)[0]
            Phone(port, table, table.followers[0]).fetch()
        before = workers_kib(master)
        held: list[float] = []
        watch = gevent.spawn_later(4, lambda: held.append(workers_kib(master)))
        streamed = followed(port, evenings, Phone.listens, POSTS_STREAMED)
        watch.join()
        asked = followed(port, evenings, Phone.asks, POSTS_ASKED)
    figures = {
        "streams": float(SESSIONS * PHONES),
        "memory a stream, KiB": (held[0] - before) / SESSIONS / PHONES,
    }
    for name, times in (("stream", streamed), ("asking every 2 s", asked)):
        figures[f"{name}, p50 ms"] = statistics.median(times) * 1000
        figures[f"{name}, p99 ms"] = statistics.quantiles(times, n=100)[98] * 1000
    for part in ("p50", "p99"):
        ratio = figures[f"asking every 2 s, {part} ms"] / figures[f"stream, {part} ms"]
        figures[f"asking / stream, {part}"] = ratio
    return figures


def measure_all() -> list[tuple[str, dict[str, float]]]:
    """The figures for SQLite and for PostgreSQL."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        sqlite = measure(f"sqlite:///{folder}/bench.db")
        postgresql = measure(stack.enter_context(running()))
    return [
        ("From the tap to the other phones, SQLite (goal: p99 60 ms, 1/15 of asking, 30 KiB)", sqlite),
        ("From the tap to the other phones, PostgreSQL (goal: p99 25 ms, 1/40 of asking)", postgresql),
    ]


if __name__ == "__main__":
    for title, figures in measure_all():
        print(title)
        for what, figure in figures.items():
            print(f"  {figure:10.2f}  {what}")

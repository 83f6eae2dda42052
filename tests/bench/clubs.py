"""Benchmark of a club's pages beside the hand page: eight members and 200 sessions, all on one server.

The matches are played once, by the rules; then every session gets copies of their rows, so that setting up
takes seconds.
"""

from __future__ import annotations

import http.client
import os
import socket
import sqlite3
import subprocess
import tempfile
import uuid
from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy import insert, select

from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.games import GAMES
from scorekeeper.kernel import encoded, play, read_setup
from scorekeeper.kernel.setup import setup_json
from scorekeeper.service.outcomes import kept
from scorekeeper.service.transaction import writing_rows
from scorekeeper.store import Access, Club, Entry, GameSession, Match, Member, Player, db
from tests.bench.requests import NAMES, Browser, Playing, compared, connected, seconds
from tests.bench.serving import command
from tests.bench.sheets import SHEETS, Sheet

SESSIONS = 200
HANDS = 30
ROUNDS = 200
SLUG = "benchclub"
TAB = f"/c/{SLUG}/tab/"
GOAL = 4.0


def racehorse(first: int) -> list[dict[str, Any]]:
    """So many hands of which two in three are made, everybody pitching in turn; then the end."""
    raws: list[dict[str, Any]] = []
    for hand in range(HANDS):
        won = ["high", "low", "game"] if (hand + first) % 3 else ["high"]
        raws += [{"type": "contract", "seat": (hand + first) % 8, "bid": 3}, {"type": "hand", "won": won}]
    return [*raws, {"type": "finish"}]


def pennies(first: int) -> list[dict[str, Any]]:
    """Seven rounds, another one out in each."""
    return [
        {
            "type": "round",
            "out": (first + at) % 8,
            "hands": [{} if seat == (first + at) % 8 else {"low": 1 + seat % 4} for seat in range(8)],
        }
        for at in range(7)
    ]


def played(key: str, raws: list[dict[str, Any]]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The columns of a match, and of its entries, without what differs from copy to copy."""
    game = GAMES[key]
    setup = read_setup(game, {"players": list(NAMES)})
    state, entries = game.start(setup), []
    for seq, raw in enumerate(raws, start=1):
        step = play(game, state, raw)
        state = step.state
        entries.append({"seq": seq, "type": raw["type"], "data": raw, **kept(step)})
    match = {"game": key, "rules_version": game.rules_version, "setup": setup_json(game, setup)}
    return match | {"state": encoded(state), "finished": state.finished, "version": len(raws)}, entries


def fill(app: Flask) -> None:
    """A club with its sessions, into which the only phone that there is may look."""
    copies = [(played("racehorse", racehorse(at)), played("ten_pennies", pennies(at))) for at in range(8)]
    with app.app_context(), writing_rows() as connection:
        device = connection.execute(select(Access.device_id)).scalars().first()
        club = {"slug": SLUG, "client_id": str(uuid.uuid4()), "name": "Bench", "time_zone": "UTC"}
        connection.execute(insert(Club).values(id=1, **club))
        connection.execute(insert(Access).values(device_id=device, club_id=1, role="scorer"))
        connection.execute(insert(Member), [{"club_id": 1, "name": name} for name in NAMES])
        for at in range(SESSIONS):
            _session(connection, at, copies[at % 8], str(device))
    with app.app_context():
        db.engine.dispose()


def _session(connection: Any, at: int, matches: tuple[Any, ...], device: str) -> None:
    values = {"slug": f"bench{at}", "client_id": str(uuid.uuid4()), "time_zone": "UTC", "club_id": 1}
    day = date(2022, 1, 7) + timedelta(weeks=at)
    session = connection.execute(insert(GameSession).values(**values, day=day)).inserted_primary_key[0]
    seats = [
        connection.execute(
            insert(Player).values(session_id=session, name=name, member_id=member)
        ).inserted_primary_key[0]
        for member, name in enumerate(NAMES, start=1)
    ]
    for number, (match, entries) in enumerate(matches, start=1):
        place = {"session_id": session, "number": number, "client_id": str(uuid.uuid4()), "seats": seats}
        key = connection.execute(insert(Match).values(**place, **match)).inserted_primary_key[0]
        ids = [{"match_id": key, "client_id": str(uuid.uuid4()), "device_id": device} for _ in entries]
        connection.execute(insert(Entry), [entry | own for entry, own in zip(entries, ids, strict=True)])


def measure() -> dict[str, float]:
    """The pages in turns with the hand page of a match that is as long."""
    with tempfile.TemporaryDirectory() as name, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        server = subprocess.Popen(command(port), env=os.environ | {"BENCH_FOLDER": name})
        try:
            browser = connected(port)
            sheet = SHEETS[0]
            playing = Playing(browser, sheet)
            playing.plays(HANDS)
            fill(create_app(Settings(f"sqlite:///{Path(name) / 'bench.db'}", "bench-key-" * 4)))
            browser.connection.close()  # which the server has given up meanwhile; the next request opens it
            return _in_turns(browser, playing, sheet, partial(_moves_on, Path(name) / "bench.db"))
        finally:
            server.terminate()
            server.wait(10)


def _moves_on(database: Path) -> None:
    """The newest match of the club has another version: it is summed up anew, and everything added up."""
    with sqlite3.connect(database, timeout=5) as connection:
        newest = "UPDATE match SET version = version + 1 WHERE id = (SELECT max(match_id) FROM summary)"
        connection.execute(newest)
    connection.close()


def _in_turns(
    browser: Browser, playing: Playing, sheet: Sheet, change: Callable[[], None]
) -> dict[str, float]:
    statistics = f"/c/{SLUG}/statistics"
    first = seconds(lambda: _shows(browser, statistics))
    pages = {
        "statistics page after a change": statistics,
        "statistics page": statistics,
        "member's statistics page": f"{statistics}/1",
        "tab page after a change": TAB,
        "tab page": TAB,
    }
    hands: list[float] = []
    times: dict[str, list[float]] = {name: [] for name in pages}
    for _ in range(ROUNDS):
        hands.append(seconds(playing.shows))
        for name, path in pages.items():
            if name.endswith("after a change"):
                change()
            times[name].append(seconds(partial(_shows, browser, path)))
    figures = {f"statistics page, ms, the first time ({2 * SESSIONS} matches to sum up)": first * 1000}
    for name, taken in times.items():
        figures |= compared(name, taken, f"{sheet.entry} page", hands, GOAL)
    return figures


def _shows(browser: Browser, path: str) -> None:
    status, text, _place = browser.send("GET", path)
    assert status == http.client.OK, text


if __name__ == "__main__":
    for what, figure in measure().items():
        print(f"{figure:10.2f}  {what}")

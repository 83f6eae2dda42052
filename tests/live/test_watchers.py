"""Each kind of database tells of changes, also of those that another process has made."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import cast

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.live import Hub
from scorekeeper.service import transaction
from scorekeeper.service.errors import Stale
from scorekeeper.service.links import links_of, renew_link
from scorekeeper.service.phones import put_out, this_is
from scorekeeper.service.transaction import HUB
from scorekeeper.store import Access, db
from scorekeeper.store import following as store_following
from tests.games.racehorse.at_table import contract, hand
from tests.live.test_hub import LONG
from tests.service.evening import OTHER, PHONE, Evening

KEY = "the key of these tests"
ELSEWHERE = """
import json, sys
from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.service.entries import add_entries
url, slug, phone, version, raw, client_id = sys.argv[1:]
with create_app(Settings(url, "key")).app_context():
    add_entries(slug, 1, phone, [json.loads(raw)], version=int(version), client_id=client_id)
"""


@pytest.fixture
def evening(either_app: Flask) -> Iterator[Evening]:
    with either_app.app_context():
        evening = Evening()
        evening.watched_by(OTHER)
        yield evening


@pytest.fixture
def hub(either_app: Flask) -> Hub:
    return cast("Hub", either_app.extensions[HUB])


def deaf(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on this process hears nothing of its own changes but through the database."""
    monkeypatch.setattr(transaction, "_wake", lambda _touched: None)
    monkeypatch.setattr(store_following, "origin", lambda: "another process")
    assert hub.here()


def elsewhere(evening: Evening, raw: str, client_id: str) -> None:
    """Another process enters something."""
    url = db.engine.url.render_as_string(hide_password=False)
    arguments = [url, evening.slug, PHONE, str(evening.version), raw, client_id]
    subprocess.run([sys.executable, "-c", ELSEWHERE, *arguments], check=True, timeout=60)


def test_what_another_process_enters_wakes(evening: Evening, hub: Hub) -> None:
    waiting = hub.subscribe(evening.session.id, OTHER)
    other = hub.subscribe(evening.session.id + 1, OTHER)
    while waiting.wait(0.1):
        pass  # what was said when the watcher began
    other.wait(0)
    elsewhere(evening, '{"type": "contract", "seat": 1, "bid": 3}', "9a4e2f70-0000-4000-8000-000000000001")
    assert waiting.wait(LONG)
    assert not other.wait(0.1)


def test_entries_taken_back_and_corrected_wake(
    evening: Evening, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.enters(contract(1, 3), hand("high", "low", "game"))
    waiting = hub.subscribe(evening.session.id, OTHER)
    while waiting.wait(0.1):
        pass
    deaf(hub, monkeypatch)
    acts: list[Callable[[], object]] = [
        lambda: evening.amends(1, contract(1, 3), hand("high", "low", "jack", "game")),
        evening.undoes,
        evening.redoes,
        lambda: evening.enters({"type": "finish"}),
        evening.plays_again,
        lambda: renew_link(evening.slug, PHONE, "viewer", KEY),
        lambda: this_is(evening.slug, PHONE, evening.session.players[0].id),
    ]
    links_of(evening.slug, PHONE, KEY)
    while waiting.wait(0.1):
        pass
    for act in acts:
        act()
        assert waiting.wait(LONG), act


def test_own_changes_wake_at_once_without_the_database(
    evening: Evening, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Never:
        def watch(self, hub: Hub, stop: object) -> None:
            hub.ready()
            stop.wait(LONG)  # type: ignore[attr-defined]

    monkeypatch.setattr(hub, "_watcher", Never())
    waiting = hub.subscribe(evening.session.id, OTHER)
    evening.enters(contract(1, 3))
    assert waiting.wait(0)
    access = db.session.query(Access).filter_by(device_id=OTHER).one()
    put_out(evening.slug, PHONE, access.id)
    assert waiting.wait(0)
    with pytest.raises(Stale):
        evening.sends(contract(1, 3), version=99)
    assert not waiting.wait(0), "what was refused changed nothing"


def test_what_a_process_did_itself_it_need_not_hear(
    postgresql_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = cast("Hub", postgresql_app.extensions[HUB])
    with postgresql_app.app_context():
        evening = Evening()
        waiting = hub.subscribe(evening.session.id, PHONE)
        while waiting.wait(0.2):
            pass
        monkeypatch.setattr(transaction, "_wake", lambda _touched: None)
        evening.enters(contract(1, 3))
        assert not waiting.wait(0.2)


def test_a_listener_whose_backend_was_killed_listens_again(
    postgresql_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.live.hub._AGAIN_SECONDS", 0.05)
    hub = cast("Hub", postgresql_app.extensions[HUB])
    with postgresql_app.app_context():
        evening = Evening()
        evening.watched_by(OTHER)
        waiting = hub.subscribe(evening.session.id, OTHER)
        while waiting.wait(0.2):
            pass
        deaf(hub, monkeypatch)
        with db.engine.connect() as connection:
            killed = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
            assert connection.execute(text(killed)).scalars().all() == [True]
        assert waiting.wait(LONG), "whatever was missed meanwhile is looked for"
        evening.enters(contract(1, 3))
        assert waiting.wait(LONG)

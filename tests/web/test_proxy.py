"""Behind a reverse proxy: who asks, and under which name, is what the proxy says, if it is trusted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.server import upgrade_database
from scorekeeper.service.codes import TRIES
from scorekeeper.service.following import end_streams
from scorekeeper.store import db
from tests.web.pages import Phone
from tests.web.tapping import sat_down


@pytest.fixture
def behind_a_proxy(tmp_path: Path) -> Iterator[Flask]:
    """The application as it is served behind one proxy."""
    app = create_app(Settings(f"sqlite:///{tmp_path / 'proxied.db'}", "key", testing=True, proxies=1))
    upgrade_database(app)
    yield app
    end_streams(app)
    with app.app_context():
        db.engine.dispose()


def test_behind_a_trusted_proxy_codes_count_against_who_tries(behind_a_proxy: Flask) -> None:
    def tried(origin: str) -> int:
        phone = Phone(behind_a_proxy)
        # What the phone itself wrote stands before what the proxy has seen.
        phone.headers = {"X-Forwarded-For": f"198.51.100.{len(seen)}, {origin}"}
        seen.append(phone.open("/join").press("Join", code="AAAA AAAA").status)
        return seen[-1]

    seen: list[int] = []
    assert [tried("203.0.113.7") for _ in range(TRIES + 1)] == [404] * TRIES + [429]
    assert tried("203.0.113.8") == 404


def test_without_a_trusted_proxy_nobody_can_say_who_they_are(app: Flask) -> None:
    statuses = []
    for number in range(TRIES + 1):
        phone = Phone(app)
        phone.headers = {"X-Forwarded-For": f"203.0.113.{number}"}
        statuses.append(phone.open("/join").press("Join", code="AAAA AAAA").status)
    assert statuses == [404] * TRIES + [429]


def test_links_behind_a_proxy_have_its_name(behind_a_proxy: Flask) -> None:
    phone = Phone(behind_a_proxy)
    phone.headers = {"X-Forwarded-Host": "scores.example.org"}
    table = sat_down(phone)
    assert table.follow("Share").root.with_id("link").get("value").startswith("http://scores.example.org/j/")


def test_what_came_over_https_to_the_proxy_is_secure(behind_a_proxy: Flask) -> None:
    phone = Phone(behind_a_proxy)
    phone.headers = {"X-Forwarded-Proto": "https"}
    cookie = phone.open("/join").response.headers["Set-Cookie"]
    assert cookie.startswith("scorekeeper-https=")
    assert "Secure" in cookie

"""The files a phone can take along: addresses, headers, contents, and who gets them."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from flask import Flask
from flask.testing import FlaskClient
from markupsafe import escape

from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.documents import scored
from scorekeeper.games import GAMES
from scorekeeper.service.entries import add_entries
from scorekeeper.service.sessions import start_session
from scorekeeper.store import Access, Device, GameSession, db
from tests.exports.evening import R1, read, unguarded

SCORER = "phone of the scorer"
NAMES = ("=1+1", "+49", '20" Tim', "Smith, Bob", "Łukasz", "👩‍👩‍👧‍👦", "عمر")
FILES = {
    "hands.csv": "text/csv; charset=utf-8",
    "wide.csv": "text/csv; charset=utf-8",
    "payments.csv": "text/csv; charset=utf-8",
    "transfers.csv": "text/csv; charset=utf-8",
    "session.xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "chat.txt": "text/plain; charset=utf-8",
    "ledger.journal": "text/plain; charset=utf-8",
    "splitwise.csv": "text/csv; charset=utf-8",
    "ihatemoney.csv": "text/csv; charset=utf-8",
    "plays.bgsplay": "application/octet-stream",
    "session.json": "application/json",
}


@dataclass(frozen=True)
class Evening:
    """A session with one hand, behind a server."""

    app: Flask
    slug: str
    day: str

    def phone(self, device_id: str | None) -> FlaskClient:
        client = self.app.test_client()
        if device_id is not None:
            with client.session_transaction() as cookie:
                cookie["device"] = device_id
        return client

    def address(self, file: str, number: int | None = None) -> str:
        match = f"{number}/" if number else ""
        return f"/s/{self.slug}/{match}export/{file}"


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    url = f"sqlite:///{tmp_path / 'test.db'}"
    app = create_app(Settings(database_url=url, secret_key="x" * 32, testing=True))
    with app.app_context():
        db.create_all()
        setup: dict[str, Any] = {"players": list(NAMES)}
        match = start_session(
            SCORER, GAMES["racehorse"], setup, zone="Europe/Warsaw", client_id=str(uuid.uuid4())
        )
        slug, day = match.session.slug, match.session.day.isoformat()
        for version, raw in enumerate(R1):
            add_entries(slug, 1, SCORER, [raw], version=version, client_id=str(uuid.uuid4()))
    yield Evening(app, slug, day)
    with app.app_context():
        db.engine.dispose()


@pytest.mark.parametrize("file", FILES)
def test_headers(evening: Evening, file: str) -> None:
    of_session = f"scorekeeper-{evening.day}-{file}"
    of_match = f"scorekeeper-{evening.day}-1-racehorse-{file}"
    for address, name in ((evening.address(file), of_session), (evening.address(file, 1), of_match)):
        answer = evening.phone(SCORER).get(address)
        assert answer.status_code == 200
        assert answer.headers["Content-Type"] == FILES[file]
        assert answer.headers["Content-Disposition"] == f"attachment; filename={name}"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cache-Control"] == "no-store, private"
        head = evening.phone(SCORER).head(address)
        assert (head.status_code, head.data) == (200, b"")
        assert head.headers["Content-Disposition"] == answer.headers["Content-Disposition"]


@pytest.mark.parametrize(
    "address",
    [
        "export/",
        "export/hands.pdf",
        "export/..%2fhands.csv",
        "0/export/hands.csv",
        "2/export/hands.csv",
        "99999999999999999999/export/hands.csv",
        "x/export/hands.csv",
        "1/export/hands.csv/",
    ],
)
def test_what_there_is_not(evening: Evening, address: str) -> None:
    assert evening.phone(SCORER).get(f"/s/{evening.slug}/{address}").status_code == 404


@pytest.mark.parametrize("file", FILES)
def test_junk_parameters_change_nothing(evening: Evening, file: str) -> None:
    junk = "?unit=%00&unit[]=1&=&number=x&a=%ff"
    content = evening.phone(SCORER).get(evening.address(file)).data
    assert evening.phone(SCORER).get(evening.address(file) + junk).data == content


def test_the_link_that_makes_a_play(evening: Evening) -> None:
    answer = evening.phone(SCORER).get(evening.address("bgstats", 1))
    assert answer.status_code == 302
    start, _, data = answer.headers["Location"].partition("?data=")
    assert start == "https://app.bgstatsapp.com/createPlay.html"
    assert [player["name"] for player in json.loads(unquote(data))["players"]] == list(NAMES)
    for phone, address in (
        ("stranger", evening.address("bgstats", 1)),
        (SCORER, evening.address("bgstats", 2)),
    ):
        assert evening.phone(phone).get(address).status_code == 404


def test_hands(evening: Evening) -> None:
    rows = read(evening.phone(SCORER).get(evening.address("hands.csv")).data)
    assert [unguarded(row["player"]) for row in rows] == list(NAMES)
    assert [row["figure"] for row in rows] == ["-3.00", "18.00", *["-3.00"] * 5]
    assert {row["said"] for row in rows} == {"'+49 bid 3, took 3: made."}


def test_payments(evening: Evening) -> None:
    rows = read(evening.phone(SCORER).get(evening.address("payments.csv")).data)
    assert [unguarded(row["from"]) for row in rows] == [name for name in NAMES if name != "+49"]
    assert {row["to"] for row in rows} == {"'+49"}
    assert {row["amount"] for row in rows} == {"3.00"}


def test_the_session_document(evening: Evening) -> None:
    whole = evening.phone(SCORER).get(evening.address("session.json")).get_json()
    assert (whole["date"], whole["time_zone"]) == (evening.day, "Europe/Warsaw")
    assert whole["players"] == list(NAMES)
    answer, status = scored(whole["matches"][0])
    assert status == 0
    assert [s["net"] for s in answer["standings"]] == [-300, 1800, *[-300] * 5]


@pytest.mark.parametrize("page", ["chat", "print", "1/chat", "1/print"])
def test_names_survive_on_the_pages_for_copies(evening: Evening, page: str) -> None:
    text = evening.phone(SCORER).get(f"/s/{evening.slug}/{page}").get_data(as_text=True)
    assert [name for name in NAMES if str(escape(name)) not in text] == []
    assert '20" Tim' not in text


@pytest.mark.parametrize("file", FILES)
def test_who_may_look_may_take_it_along_and_nobody_else(evening: Evening, file: str) -> None:
    with evening.app.app_context():
        db.session.add(Device(id="viewer"))
        db.session.flush()
        session_id = db.session.scalars(db.select(GameSession.id)).one()
        db.session.add(Access(device_id="viewer", session_id=session_id, role="viewer"))
        db.session.commit()
    address = evening.address(file)
    content = evening.phone(SCORER).get(address).data
    assert evening.phone("viewer").get(address).data == content
    for phone in ("stranger", None):
        answer = evening.phone(phone).get(address)
        assert answer.status_code == 404
        assert answer.mimetype == "text/html"
        assert "Content-Disposition" not in answer.headers
    assert evening.phone(SCORER).get(f"/s/nowhere/export/{file}").status_code == 404
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        assert evening.phone(SCORER).open(address, method=method).status_code == 405

"""What all answers of the API have in common: names of what was read, problems, headers."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from scorekeeper.api import matches
from scorekeeper.store import db
from tests.api.client import (
    CONTRACT,
    HAND,
    PROBLEM,
    SETUP,
    Program,
    Table,
    begun,
    begun_club,
    fresh,
    sat_down,
)


@pytest.fixture
def table(app: Flask) -> Table:
    """A hand was played."""
    return sat_down(app, entries=(CONTRACT, HAND))


@pytest.mark.parametrize("part", ["", "/entries", "/standings", "/payments"])
@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_what_one_has_already_is_not_sent_again(table: Table, part: str, encoding: str) -> None:
    path = f"{table.match}{part}"
    first = table.viewer.get(path, Accept_Encoding=encoding).answer
    name = first.headers["ETag"]
    again = table.viewer.get(path, Accept_Encoding=encoding, If_None_Match=name).answer
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", name)
    assert first.headers["Cache-Control"] == again.headers["Cache-Control"] == "no-cache, private"
    assert "Authorization" in first.headers["Vary"]
    table.enters(CONTRACT, HAND)
    assert table.viewer.get(path, Accept_Encoding=encoding, If_None_Match=name).status == 200


def test_a_head_says_what_a_get_would(table: Table) -> None:
    whole, head = table.viewer.get(table.match).answer, table.viewer.asks("HEAD", table.match).answer
    assert (head.status_code, head.data) == (200, b"")
    assert head.headers["ETag"] == whole.headers["ETag"]


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/v1/nothing", 404, "not_found"),
        ("DELETE", "/api/v1/games", 405, "no_such_method"),
        ("GET", "/api/v1/games/whist", 404, "not_found"),
        ("PUT", "/api/v1/sessions", 405, "no_such_method"),
    ],
)
def test_what_is_not_there_is_a_problem_too(
    app: Flask, method: str, path: str, status: int, code: str
) -> None:
    told = Program(app).asks(method, path)
    assert told.problem == (status, code)
    assert (status == 405) == ("Allow" in told.answer.headers)


def test_an_address_with_a_slash_too_many_leads_to_the_right_one(app: Flask) -> None:
    answer = Program(app).get("/api/v1//games").answer
    assert (answer.status_code, answer.headers["Location"]) == (308, "http://localhost/api/v1/games")


def test_a_list_of_sessions_asks_as_often_for_many_as_for_few(app: Flask) -> None:
    _slug, club, watcher = begun_club(app)

    def statements() -> int:
        counted: list[str] = []
        with app.app_context():
            engine = db.engine
        heard = lambda _c, _k, statement, *_: counted.append(statement)  # noqa: E731
        event.listen(engine, "before_cursor_execute", heard)
        watcher.get("sessions")
        event.remove(engine, "before_cursor_execute", heard)
        return len(counted)

    club.post("sessions", {"client_id": fresh(), "match": SETUP})
    watcher.get("sessions")
    few = statements()
    for _ in range(5):
        club.post("sessions", {"client_id": fresh(), "match": SETUP})
    assert statements() == few


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_only_json_is_read(app: Flask, kind: str) -> None:
    answer = app.test_client().post("/api/v1/sessions", data="{}", headers={"Content-Type": kind})
    assert (answer.status_code, answer.mimetype) == (415, PROBLEM)


@pytest.mark.parametrize(
    ("body", "field", "code"),
    [
        ([], "", "not_an_object"),
        (None, "", "not_json"),
        ({}, "client_id", "missing"),
        ({"client_id": fresh(), "match": SETUP, "more": 1}, "more", "unknown_field"),
        ({"client_id": fresh(), "match": []}, "match", "not_an_object"),
        ({"client_id": fresh(), "match": SETUP, "time_zone": "Mars"}, "time_zone", "no_time_zone"),
        ({"client_id": fresh(), "match": SETUP | {"rules": {"x": 1}}}, "rules.x", "unknown_field"),
        ({"client_id": fresh(), "match": SETUP | {"first_dealer": 9}}, "first_dealer", "no_such_seat"),
    ],
)
def test_what_does_not_fit_is_refused_by_field(app: Flask, body: object, field: str, code: str) -> None:
    answer = app.test_client().post("/api/v1/sessions", json=body) if body is not None else None
    if answer is None:
        answer = app.test_client().post(
            "/api/v1/sessions", data=b"", headers={"Content-Type": "application/json"}
        )
    told = answer.get_json(force=True)
    assert (answer.status_code, told["field"], told["code"]) == (422, field, code)


def test_the_time_zone_says_which_day_it_is(app: Flask) -> None:
    told = begun(app, time_zone="Pacific/Kiritimati").json
    assert told["time_zone"] == "Pacific/Kiritimati"


class _Locked(Exception):
    sqlstate = "55P03"


def test_a_busy_database_says_try_again(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_args: object, **_options: object) -> Any:
        raise OperationalError("BEGIN", {}, _Locked("database is locked"))

    monkeypatch.setattr(matches, "open_match", busy)
    told = table.viewer.get(table.match)
    assert told.problem == (503, "busy")
    assert told.answer.headers["Retry-After"] == "1"


def test_a_mistake_of_ours_shows_no_trace(
    served_app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = sat_down(served_app)

    def broken(*_args: object, **_options: object) -> Any:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(matches, "open_match", broken)
    told = table.viewer.get(table.match)
    assert told.problem == (500, "broken")
    assert b"secret" not in told.answer.data
    assert "secret" in caplog.text

"""Files through the API: the same as from the pages, and documents taken in."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask

from scorekeeper.config import MOST_BODY_BYTES
from scorekeeper.exports import CLUB_FILES, FILES
from scorekeeper.service.session_document import MOST_BYTES
from scorekeeper.service.turns import long_work
from tests.api.client import CONTRACT, HAND, SETUP, Json, Program, Told, begun_club, fresh, sat_down, tokens
from tests.web.pages import Phone


def document(app: Flask) -> Json:
    """Of a session that was played."""
    table = sat_down(app, entries=(CONTRACT, HAND))
    known = table.viewer.get(f"sessions/{table.session}/export/session.json").json
    assert isinstance(known, dict)
    return known


def takes_in(app: Flask, what: object, client_id: str | None = None) -> Told:
    return Program(app).post(f"imports?client_id={client_id or fresh()}", what)


def same(program: Program, path: str, page: str) -> None:
    """A file is the same through the API and on a phone that came in by the same link."""
    told = program.get(path).answer
    assert told.status_code == 200
    phone = Phone(program.app)
    phone.open(f"/j/{program.token}").press("Follow")
    shown = phone.client.get(page)
    for name in ("Content-Type", "Content-Disposition", "Cache-Control"):
        assert told.headers[name] == shown.headers[name]
    if not path.endswith(".xlsx"):  # has the moment in it
        assert told.data == shown.data


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("part", ["", "/matches/1"])
def test_files_are_those_of_the_pages(app: Flask, file: str, part: str) -> None:
    table = sat_down(app, entries=(CONTRACT, HAND))
    page = f"/s/{table.session}{'/1' if part else ''}/export/{file}"
    same(table.viewer, f"sessions/{table.session}{part}/export/{file}", page)


@pytest.mark.parametrize("file", CLUB_FILES)
def test_files_of_a_club_are_those_of_its_pages(app: Flask, file: str) -> None:
    slug, club, watcher = begun_club(app)
    made = club.post("sessions", {"client_id": fresh(), "match": SETUP}).json["session"]
    body = {"version": 0, "client_id": fresh(), "entries": [CONTRACT, HAND]}
    assert club.post(f"sessions/{made}/matches/1/entries", body).status == 201
    same(watcher, f"clubs/{slug}/export/{file}", f"/c/{slug}/export/{file}")


def test_no_other_file_is_there(app: Flask) -> None:
    table = sat_down(app)
    assert table.viewer.get(f"sessions/{table.session}/export/x.csv").problem == (404, "not_found")
    assert table.viewer.get(f"{table.match}/export/../x").status == 404
    assert table.viewer.get(f"sessions/{table.session}/matches/2/export/hands.csv").status == 404


def test_what_is_taken_in_goes_out_the_same(either_app: Flask) -> None:
    known = document(either_app)
    client_id = fresh()
    told = takes_in(either_app, known, client_id)
    assert told.status == 201
    assert told.answer.headers["Location"] == f"/api/v1/sessions/{told.json['session']}"
    program = Program(either_app, tokens(told.json["links"])["scorer"])
    path = f"sessions/{told.json['session']}"
    assert program.get(f"{path}/export/session.json").json == known
    assert takes_in(either_app, known, client_id).json == told.json, "the same again makes no second one"
    assert takes_in(either_app, known).json["session"] != told.json["session"]


def test_a_club_that_is_taken_in_goes_out_the_same(either_app: Flask) -> None:
    slug, club, watcher = begun_club(either_app)
    made = club.post("sessions", {"client_id": fresh(), "match": SETUP}).json["session"]
    body = {"version": 0, "client_id": fresh(), "entries": [CONTRACT, HAND]}
    assert club.post(f"sessions/{made}/matches/1/entries", body).status == 201
    known = watcher.get(f"clubs/{slug}/export/club.json").json
    client_id = fresh()
    told = takes_in(either_app, known, client_id)
    assert (told.status, told.json["name"], told.json["role"]) == (201, "Friday", "scorer")
    assert told.answer.headers["Location"] == f"/api/v1/clubs/{told.json['club']}"
    again = Program(either_app, tokens(told.json["links"])["scorer"])
    assert again.get(f"clubs/{told.json['club']}/export/club.json").json == known
    assert takes_in(either_app, known, client_id).json == told.json
    known["sessions"][0]["session"]["matches"][0]["entries"].append({"type": "bid", "seat": 0, "bid": 2})
    refused = takes_in(either_app, known)
    assert refused.problem == (422, "out_of_turn")
    assert [refused.json[name] for name in ("session", "match", "entry")] == [1, 1, 2]


def test_a_refused_document_names_the_place(app: Flask) -> None:
    known = document(app)
    known["matches"].append({**SETUP, "entries": [CONTRACT, {"type": "hand", "won": ["queen"]}]})
    told = takes_in(app, known)
    assert told.problem == (422, "not_a_choice")
    assert {name: told.json[name] for name in ("match", "entry", "field")} == {
        "match": 2,
        "entry": 1,
        "field": "won.0",
    }
    known["matches"].pop()
    known["transfers"] = [{"from": 0, "to": 0, "amount": 1, "unit": "USD", "at": "2026-11-30T20:00:00+00:00"}]
    told = takes_in(app, known)
    assert (told.problem, told.json["transfer"]) == ((422, "same_person"), 0)


def test_who_waited_too_long_for_other_imports_may_try_again(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.service.turns.PATIENCE_SECONDS", 0.01)
    known, client_id = document(app), fresh()
    with app.app_context(), long_work():
        told = takes_in(app, known, client_id)
    assert (told.problem, told.answer.headers["Retry-After"]) == ((503, "busy"), "1")
    assert takes_in(app, known, client_id).status == 201


def sent(app: Flask, body: bytes, path: str = "imports", **headers: str) -> Any:
    return app.test_client().post(
        f"/api/v1/{path}?client_id={fresh()}",
        data=body,
        headers={"Content-Type": "application/json"} | headers,
    )


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "not_json"),
        (b"{", "not_json"),
        (b"\xff\xfe", "not_json"),
        (b"[" * 20_000, "not_json"),
        (b'{"format": 1, "format": 2}', "given_twice"),
        (b"[]", "unknown_format"),
        (b"null", "unknown_format"),
        (b'{"format": "scorekeeper-session", "version": 99}', "unknown_version"),
    ],
)
def test_what_is_no_document_is_refused(app: Flask, body: bytes, code: str) -> None:
    answer = sent(app, body)
    assert (answer.status_code, answer.get_json(force=True)["code"]) == (422, code)


def test_a_document_may_be_larger_than_other_bodies(app: Flask) -> None:
    known = document(app)
    note = {"type": "note", "text": "x" * 280}
    known["matches"][0]["entries"] += [note] * 400
    assert len(json.dumps(known)) > MOST_BODY_BYTES
    told = takes_in(app, known)
    assert told.status == 201
    assert sent(app, b" " * (MOST_BYTES + 1)).status_code == 413
    assert sent(app, b" " * (MOST_BODY_BYTES + 1), "sessions").status_code == 413

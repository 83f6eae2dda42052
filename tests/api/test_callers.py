"""Tokens are the links of a session or a club: what they open, and when they stop."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.service.clubs import open_club
from scorekeeper.service.links import renew_link
from scorekeeper.service.open_match import open_session
from scorekeeper.service.phones import phones_of, put_out
from scorekeeper.service.programs import beginner
from scorekeeper.service.secrets import Role
from tests.api.client import CONTRACT, HAND, SETUP, Json, Program, begun, begun_club, fresh, sat_down, tokens
from tests.api.test_openapi import operations
from tests.conftest import SECRET


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({}, "no_token"),
        ({"Authorization": "Bearer"}, "no_token"),
        ({"Authorization": "Basic QW5hOkFuYQ=="}, "no_token"),
        ({"Authorization": "Bearer nobody has this"}, "unknown_token"),
        ({"Authorization": "Bearer \u00e9\u00e8"}, "unknown_token"),
    ],
)
def test_without_a_good_token_nothing_is_told(app: Flask, sent: dict[str, str], code: str) -> None:
    table = sat_down(app)
    told = Program(app, headers=sent).get(f"sessions/{table.session}")
    assert told.problem == (401, code)
    assert told.answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_a_scheme_is_read_in_any_case(app: Flask) -> None:
    table = sat_down(app)
    sent = {"Authorization": f"bearer  {table.viewer.token} "}
    assert Program(app, headers=sent).get(f"sessions/{table.session}").status == 200


def test_a_token_opens_its_own_session_alone(app: Flask) -> None:
    table, other = sat_down(app), sat_down(app)
    for program in (table.scorer, table.viewer):
        assert program.get(f"sessions/{other.session}").problem == (404, "not_found")
        assert program.get(f"{other.match}/entries").problem == (404, "not_found")
        assert [one["session"] for one in program.get("sessions").json["items"]] == [table.session]


WRITES = [(path, method) for path, method in operations() if method != "get" and "{" in path]
ENTRIES: Json = {"version": 2, "client_id": fresh(), "entries": [CONTRACT, HAND]}
SEEN: Json = {"version": 2}
SENT: Json = {
    "matches": {"client_id": fresh(), "match": SETUP},
    "entries": ENTRIES,
    "preview": {"entries": [CONTRACT]},
    "units": ENTRIES,
    "undo": SEEN,
    "redo": SEEN,
    "reopen": SEEN,
    "transfers": {"version": 0, "client_id": fresh(), "from": 1, "to": 2, "amount": 5, "unit": "USD"},
    "members": {"name": "Ben"},
    "merge": {"into": 1},
    "sessions": {"archived": True},
    "clubs": {"name": "Monday"},
}
"""What to send, by the last name in the address."""


@pytest.mark.parametrize(("path", "method"), WRITES)
def test_who_watches_writes_nothing(app: Flask, path: str, method: str) -> None:
    table = sat_down(app, entries=(CONTRACT, HAND))
    slug, club, watcher = begun_club(app)
    member = club.post(f"clubs/{slug}/members", {"name": "Ana"}).json["id"]
    before = _all_told(table.viewer, table.session), watcher.get(f"clubs/{slug}/members").json
    where = path.format(session=table.session, number=1, unit=1, transfer=1, club=slug, member=member)
    last = [part for part in path.split("/") if "{" not in part][-1]
    program = watcher if "{club}" in path else table.viewer
    told = program.asks(method.upper(), where, SENT.get(last))
    if last == "preview":  # saves nothing: whoever may look may ask
        assert told.status == 200
    else:
        assert told.problem == (403, "not_allowed")
    assert (_all_told(table.viewer, table.session), watcher.get(f"clubs/{slug}/members").json) == before


def _all_told(program: Program, session: str) -> list[object]:
    paths = ("matches/1", "matches/1/entries", "matches", "transfers", "settlement", "players")
    return [program.get(f"sessions/{session}/{path}").json for path in paths]


@pytest.mark.parametrize("role", ["scorer", "viewer"])
def test_a_link_that_is_renewed_stops_its_token(app: Flask, role: Role) -> None:
    body: Json = {"client_id": fresh(), "match": SETUP}
    first = Program(app).post("sessions", body).json
    programs = {one: Program(app, token) for one, token in tokens(first["links"]).items()}
    for program in programs.values():
        assert program.get("sessions").status == 200
    with app.app_context():
        renew_link(first["session"], beginner(body["client_id"]), role, SECRET)
    other: Role = "viewer" if role == "scorer" else "scorer"
    assert programs[role].get("sessions").problem == (401, "link_stopped")
    assert programs[other].get("sessions").status == 200
    again = Program(app).post("sessions", body)  # whoever began it is told the links of now
    assert again.json["session"] == first["session"]
    fresh_token = tokens(again.json["links"])[role]
    assert Program(app, fresh_token).get("sessions").status == 200


def test_a_program_is_listed_like_a_phone_and_can_be_put_out(app: Flask) -> None:
    body: Json = {"client_id": fresh(), "match": SETUP}
    begun_session = Program(app).post("sessions", body).json
    program = Program(app, tokens(begun_session["links"])["scorer"])
    assert program.get("sessions").status == 200
    owner, slug = beginner(body["client_id"]), begun_session["session"]
    with app.app_context():
        mine, other = phones_of(slug, owner)
        assert (mine.own, mine.program, other.program, other.role) == (True, True, True, "scorer")
        put_out(slug, owner, other.access_id)
    assert program.get("sessions").problem == (401, "link_stopped")


def test_a_token_of_a_club_opens_its_sessions(app: Flask) -> None:
    slug, scorer, watcher = begun_club(app)
    made = scorer.post("sessions", {"client_id": fresh(), "match": SETUP}).json
    path = f"sessions/{made['session']}"
    assert made["club"] == slug
    assert (scorer.get(path).json["role"], watcher.get(path).json["role"]) == ("scorer", "viewer")
    assert watcher.post(f"{path}/matches/1/undo", {"version": 0}).problem == (403, "not_allowed")
    entry = {"version": 0, "client_id": fresh(), "entries": [CONTRACT]}
    assert scorer.post(f"{path}/matches/1/entries", entry).status == 201
    members = scorer.get(f"clubs/{slug}/members").json["items"]
    assert [one["name"] for one in members] == list(SETUP["players"])
    assert [one["member"] for one in scorer.get(f"{path}/players").json["items"]] == [
        one["id"] for one in members
    ]


def test_a_token_of_a_session_opens_no_club(app: Flask) -> None:
    slug, scorer, _ = begun_club(app)
    made = scorer.post("sessions", {"client_id": fresh(), "match": SETUP}).json
    guest = Program(app, tokens(made["links"])["scorer"])
    assert guest.get(f"sessions/{made['session']}").status == 200
    assert guest.get(f"clubs/{slug}").problem == (404, "not_found")


def test_who_watches_a_club_begins_nothing_in_it(app: Flask) -> None:
    _slug, _scorer, watcher = begun_club(app)
    told = watcher.post("sessions", {"client_id": fresh(), "match": SETUP})
    assert told.problem == (403, "not_allowed")


def test_a_session_is_begun_without_a_club_by_a_token_of_none(app: Flask) -> None:
    table = sat_down(app)
    told = table.scorer.post("sessions", {"client_id": fresh(), "match": SETUP})
    assert told.problem == (422, "not_for_sessions")


def test_no_cookie_is_read_or_given(app: Flask) -> None:
    told = begun(app)
    assert "Set-Cookie" not in told.answer.headers
    client = app.test_client()
    with client.session_transaction() as cookie:
        cookie["device"] = "d" * 32
    assert client.get(f"/api/v1/sessions/{told.json['session']}").status_code == 401


def test_the_begun_are_known_by_their_random_ids(app: Flask) -> None:
    body: Json = {"client_id": fresh(), "match": SETUP}
    first, second = Program(app).post("sessions", body), Program(app).post("sessions", body)
    assert first.json == second.json
    with app.app_context():
        assert open_session(first.json["session"], beginner(body["client_id"]))[1] == "scorer"
    club = {"client_id": fresh(), "name": "Friday"}
    assert Program(app).post("clubs", club).json == Program(app).post("clubs", club).json
    with app.app_context():
        slug = Program(app).post("clubs", club).json["club"]
        assert open_club(slug, beginner(club["client_id"]))[1] == "scorer"
    for known in ("00000000-0000-0000-0000-000000000000", "6a0f6f0e-5d5c-1f5f-9a43-2f0f3c1f8a10", "x", 4):
        told = Program(app).post("sessions", body | {"client_id": known})
        assert told.problem == (422, "no_uuid")
        assert told.json["field"] == "client_id"

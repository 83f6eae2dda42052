"""Tokens are the links of a session or a club: what they open, and when they stop."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.service import streaming
from scorekeeper.service.club_sessions import take_out_of_club
from scorekeeper.service.clubs import open_club
from scorekeeper.service.links import renew_link
from scorekeeper.service.open_match import open_session
from scorekeeper.service.phones import phones_of, put_out
from scorekeeper.service.programs import beginner
from scorekeeper.service.secrets import Role
from scorekeeper.service.through_club import come_in_by_club
from scorekeeper.store import Club, db
from tests.api.client import (
    CONTRACT,
    HAND,
    SETUP,
    Json,
    Program,
    Told,
    begun,
    begun_club,
    fresh,
    sat_down,
    tokens,
)
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
    assert program.get("sessions").problem == (401, "program_put_out")


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


def heard(stream: Told) -> Iterator[str]:
    """The names of the events of a stream."""
    for part in stream.answer.iter_encoded():
        yield from re.findall(r"^event: (\w+)$", part.decode(), re.MULTILINE)


def test_what_a_club_s_token_began_goes_with_the_club(
    either_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streaming, "LOOK_SECONDS", 0.02)
    body: Json = {"client_id": fresh(), "name": "Friday"}
    made = Program(either_app).post("clubs", body).json
    scorer = Program(either_app, tokens(made["links"])["scorer"])
    taken, kept = (scorer.post("sessions", {"client_id": fresh(), "match": SETUP}).json for _ in range(2))
    owner = beginner(body["client_id"])
    with either_app.app_context():
        assert come_in_by_club(taken["session"], owner)
        take_out_of_club(taken["session"], owner)
    assert scorer.get(f"sessions/{taken['session']}").problem == (403, "no_longer")
    stream = heard(scorer.get(f"sessions/{kept['session']}/live"))
    assert next(one for one in stream if one != "ping") == "versions"
    with either_app.app_context():
        renew_link(made["club"], owner, "scorer", SECRET, open_club)
    assert [one for one in stream if one not in {"ping", "presence"}] == ["stopped"]


def test_what_is_kept_of_who_began_opens_nothing(app: Flask) -> None:
    body: Json = {"client_id": fresh(), "name": "Friday"}
    slug = Program(app).post("clubs", body).json["club"]
    with app.app_context():
        kept = db.session.scalar(select(Club.client_id).where(Club.slug == slug))
    assert kept != body["client_id"]
    told = Program(app).post("clubs", body | {"client_id": kept})
    assert (told.status, told.json.get("club")) != (201, slug)
    assert Program(app).post("clubs", body | {"name": "Monday"}).json["club"] != slug


def test_a_look_at_the_head_of_a_stream_ends_no_other(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "LOOK_SECONDS", 0.02)
    monkeypatch.setattr(streaming, "PING_SECONDS", 0.05)
    table = sat_down(app)
    stream = table.viewer.get(f"sessions/{table.session}/live")
    events = heard(stream)
    assert next(one for one in events if one != "ping") == "versions"
    assert table.viewer.asks("HEAD", f"sessions/{table.session}/live").status == 200
    assert {next(events) for _ in range(4)} <= {"ping", "presence"}
    stream.answer.close()


def test_where_no_token_is_needed_none_is_read(app: Flask) -> None:
    stopped = Program(app, "nobody has this")
    assert stopped.get("games").status == 200
    assert stopped.post("clubs", {"client_id": fresh(), "name": "Friday"}).status == 201


def test_a_token_says_what_it_is_for(app: Flask) -> None:
    table = sat_down(app)
    slug, _club, watcher = begun_club(app)
    assert table.viewer.get("clubs").json["items"] == []
    assert watcher.get("clubs").json["items"] == [watcher.get(f"clubs/{slug}").json]


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

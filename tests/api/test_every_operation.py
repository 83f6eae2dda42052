"""An evening that uses every operation once, and each does what it is there for."""

from __future__ import annotations

import re
from typing import Any

from flask import Flask

from tests.api.client import CONTRACT, HAND, SETUP, Json, Program, Told, fresh, tokens
from tests.api.test_openapi import ENDLESS, operations


class Evening:
    """Asks for things that must work, and remembers which operations it has used."""

    def __init__(self, app: Flask) -> None:
        self.program = Program(app)
        self.used: set[tuple[str, str]] = set()
        self.known = [
            (re.compile(re.sub(r"\{\w+\}", "[^/]+", path) + "$"), path, method)
            for path, method in operations()
        ]

    def asks(self, method: str, path: str, body: object = None) -> Told:
        told = self.program.asks(method, path, body)
        assert told.status in {200, 201}, (path, told.json)
        address = f"/api/v1/{path.partition('?')[0]}"
        for pattern, known, kind in self.known:
            if pattern.match(address) and kind == method.lower():
                self.used.add((known, kind))
        return told


def test_every_operation_has_its_use(app: Flask) -> None:
    evening = Evening(app)
    _without_a_token(evening)
    club = evening.asks("POST", "clubs", {"client_id": fresh(), "name": "Friday"}).json
    evening.program.token = tokens(club["links"])["scorer"]
    session = evening.asks("POST", "sessions", {"client_id": fresh(), "match": SETUP}).json["session"]
    _plays(evening, f"sessions/{session}")
    _in_the_club(evening, f"clubs/{club['club']}", session)
    document = evening.asks("GET", f"sessions/{session}/export/session.json").json
    evening.program.token = None
    alone = evening.asks("POST", f"imports?client_id={fresh()}", document).json
    evening.program.token = tokens(alone["links"])["scorer"]
    _pays(evening, f"sessions/{alone['session']}", "players")
    assert evening.used == set(operations()) - ENDLESS


def _without_a_token(evening: Evening) -> None:
    assert len(evening.asks("GET", "games").json["items"]) == 4
    assert evening.asks("GET", "games/ten").json["name"] == "Ten"


def _plays(evening: Evening, path: str) -> None:
    match = f"{path}/matches/1"

    def enters(version: int, *entries: Json, method: str = "POST", at: str = "entries") -> Any:
        body = {"version": version, "client_id": fresh(), "entries": list(entries)}
        return evening.asks(method, f"{match}/{at}", body).json

    assert enters(0, CONTRACT, HAND, at="entries/preview")["standings"][1]["score"] == 1200
    assert enters(0, CONTRACT, HAND)["version"] == 2
    assert enters(2, CONTRACT, {"type": "hand", "won": []}, method="PUT", at="units/1")["version"] == 3
    assert evening.asks("POST", f"{match}/undo", {"version": 3}).json["can_redo"]
    assert not evening.asks("POST", f"{match}/redo", {"version": 4}).json["can_redo"]
    assert enters(5, {"type": "finish"})["match"]["finished"]
    assert not evening.asks("POST", f"{match}/reopen", {"version": 6}).json["finished"]
    assert evening.asks("GET", match).json["standings"][1]["net"] == -1200
    assert evening.asks("GET", f"{match}/standings").json["version"] == 7
    assert len(evening.asks("GET", f"{match}/payments").json["items"]) == 4
    assert len(evening.asks("GET", f"{match}/entries").json["items"]) == 2
    another = {"client_id": fresh(), "match": {"game": "ten", "players": ["Ana", "Ben"]}}
    assert evening.asks("POST", f"{path}/matches", another).json["number"] == 2
    assert len(evening.asks("GET", f"{path}/matches").json["items"]) == 2
    assert len(evening.asks("GET", f"{path}/players").json["items"]) == 5
    assert len(evening.asks("GET", f"{path}/links").json["items"]) == 2
    assert evening.asks("GET", f"{match}/export/hands.csv").answer.data.startswith(b"\xef\xbb\xbfmatch")


def _pays(evening: Evening, path: str, people: str) -> None:
    """Pays the first suggestion and takes it back."""
    where = "settlement" if people == "players" else "tab"
    suggested = evening.asks("GET", f"{path}/{where}").json["units"][0]["payments"]
    seen = evening.asks("GET", f"{path}/transfers").json["version"]
    body = {"version": seen, "client_id": fresh(), "unit": "USD", **suggested[0]}
    (kept,) = evening.asks("POST", f"{path}/transfers", body).json["items"]
    assert evening.asks("GET", f"{path}/{where}").json["units"][0]["payments"] == suggested[1:]
    evening.asks("POST", f"{path}/transfers/{kept['id']}/reversal")
    assert evening.asks("GET", f"{path}/{where}").json["units"][0]["payments"] == suggested


def _in_the_club(evening: Evening, path: str, session: str) -> None:
    assert [one["session"] for one in evening.asks("GET", "sessions").json["items"]] == [session]
    assert evening.asks("GET", f"sessions/{session}").json["matches"] == 2
    assert evening.asks("PATCH", f"sessions/{session}", {"archived": True}).json["archived"]
    assert evening.asks("GET", "clubs").json["items"] == [evening.asks("GET", path).json]
    assert evening.asks("PATCH", path, {"name": "Monday"}).json["name"] == "Monday"
    assert len(evening.asks("GET", f"{path}/links").json["items"]) == 2
    members = evening.asks("GET", f"{path}/members").json["items"]
    new = evening.asks("POST", f"{path}/members", {"name": "Anna"}).json["id"]
    assert evening.asks("PATCH", f"{path}/members/{new}", {"retired": True}).json["retired"]
    merged = evening.asks("POST", f"{path}/members/{new}/merge", {"into": members[0]["id"]}).json
    assert merged["merged"] == [new]
    assert evening.asks("POST", f"{path}/members/{new}/separate").json["id"] == new
    assert evening.asks("GET", f"{path}/members/{new}").json["name"] == "Anna"
    assert evening.asks("GET", f"{path}/statistics").json["members"] == []
    assert evening.asks("GET", f"{path}/export/club.json").json["name"] == "Monday"
    _pays(evening, path, "members")

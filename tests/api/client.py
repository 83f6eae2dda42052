"""A program that speaks to the API, and the tables it plays at."""

from __future__ import annotations

import gzip
import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

Json = dict[str, Any]
NAMES = ("Ana", "Ben", "Cleo", "Dov", "Edie")
SETUP: Json = {"game": "racehorse", "players": list(NAMES)}
CONTRACT: Json = {"type": "contract", "seat": 1, "bid": 3}
HAND: Json = {"type": "hand", "won": ["high", "low", "game"]}
PROBLEM = "application/problem+json"


def fresh() -> str:
    """An id that nobody has used."""
    return str(uuid.uuid4())


@dataclass
class Told:
    """An answer."""

    status: int
    json: Any
    answer: TestResponse

    @property
    def problem(self) -> tuple[int, str]:
        """Status and code of a problem."""
        assert self.answer.mimetype == PROBLEM, self.json
        assert self.json["status"] == self.status
        assert self.json["detail"]
        return self.status, self.json["code"]


def _read(answer: TestResponse) -> Any:
    """What an answer in JSON says; a stream is not read, as it never ends."""
    if not answer.is_json or not answer.data:
        return None
    packed = answer.headers.get("Content-Encoding") == "gzip"
    return json.loads(gzip.decompress(answer.data) if packed else answer.data)


@dataclass
class Program:
    """A program with the ``token`` that it sends, if any."""

    app: Flask
    token: str | None = None
    headers: Json = field(default_factory=dict)

    def asks(self, method: str, path: str, body: object = None, **headers: str) -> Told:
        """Sends something, and what is told."""
        sent = self.headers | {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token is not None:
            sent["Authorization"] = f"Bearer {self.token}"
        options: Json = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
        path = path if path.startswith("/") else f"/api/v1/{path}"
        answer = self.app.test_client().open(path, method=method, headers=sent, **options)
        return Told(answer.status_code, _read(answer), answer)

    def get(self, path: str, **headers: str) -> Told:
        """Looks."""
        return self.asks("GET", path, **headers)

    def post(self, path: str, body: object = None, **headers: str) -> Told:
        """Enters."""
        return self.asks("POST", path, body, **headers)


@dataclass
class Table:
    """A session with a match, the program that scores it, and one that watches."""

    app: Flask
    session: str
    scorer: Program
    viewer: Program

    @property
    def match(self) -> str:
        """The path of its first match."""
        return f"sessions/{self.session}/matches/1"

    @property
    def version(self) -> int:
        """Of the first match."""
        return int(self.scorer.get(self.match).json["version"])

    def enters(self, *entries: object, version: int | None = None, client_id: str | None = None) -> Told:
        """Enters these in the first match."""
        version = self.version if version is None else version
        body = {"version": version, "client_id": client_id or fresh(), "entries": list(entries)}
        return self.scorer.post(f"{self.match}/entries", body)

    def players(self) -> dict[str, int]:
        """The ids of the players, by name."""
        items = self.scorer.get(f"sessions/{self.session}/players").json["items"]
        return {one["name"]: one["id"] for one in items}


def begun(app: Flask, setup: Mapping[str, Any] = SETUP, **more: object) -> Told:
    """What is told of a session that was begun without a token."""
    return Program(app).post("sessions", {"client_id": fresh(), "match": dict(setup), **more})


def tokens(links: Sequence[Json]) -> dict[str, str]:
    """By role."""
    return {link["role"]: link["token"] for link in links}


def sat_down(app: Flask, setup: Mapping[str, Any] = SETUP, entries: Sequence[object] = ()) -> Table:
    """A session that was begun through the API, with these entries."""
    told = begun(app, setup)
    assert told.status == 201, told.json
    known = tokens(told.json["links"])
    table = Table(app, told.json["session"], Program(app, known["scorer"]), Program(app, known["viewer"]))
    for entry in entries:
        assert table.enters(entry).status == 201
    return table


def begun_club(app: Flask, name: str = "Friday") -> tuple[str, Program, Program]:
    """A club: its slug, a program that enters, one that looks."""
    told = Program(app).post("clubs", {"client_id": fresh(), "name": name})
    assert told.status == 201, told.json
    known = tokens(told.json["links"])
    return told.json["club"], Program(app, known["scorer"]), Program(app, known["viewer"])

"""The stream, with a token."""

from __future__ import annotations

import json

import pytest
from flask import Flask

from scorekeeper.service import streaming
from tests.api.client import CONTRACT, Program, sat_down


def test_a_program_hears_of_what_changes(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "LOOK_SECONDS", 0.02)
    monkeypatch.setattr(streaming, "PING_SECONDS", 0.05)
    table = sat_down(app)
    answer = table.viewer.get(f"sessions/{table.session}/live").answer
    assert (answer.status_code, answer.mimetype) == (200, "text/event-stream")
    assert answer.headers["Cache-Control"] == "no-store"
    parts = answer.iter_encoded()

    def versions() -> dict[str, int]:
        for part in parts:
            for event in part.decode().split("\n\n"):
                name, _, data = event.strip().partition("\ndata: ")
                if name == "event: versions":
                    known: dict[str, int] = json.loads(data)
                    return known
        raise AssertionError

    assert versions() == {"0": 0, "1": 0}
    table.enters(CONTRACT)
    assert versions() == {"1": 1}
    answer.close()


def test_the_stream_is_for_who_may_look(app: Flask) -> None:
    table, other = sat_down(app), sat_down(app)
    path = f"sessions/{table.session}/live"
    assert other.viewer.get(path).problem == (404, "not_found")
    assert Program(app).get(path).problem == (401, "no_token")

"""The OpenAPI document is true: schemathesis sends what it allows, and what not, to every operation."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.config import SchemathesisConfig
from schemathesis.core.parameters import ParameterLocation

from scorekeeper.app import create_app
from scorekeeper.config import Settings
from tests.api.client import CONTRACT, HAND, begun_club, sat_down

DOCUMENT = "/api/v1/openapi.json"
ENDLESS = {("/api/v1/sessions/{session}/live", "get")}
"""A stream does not end by itself; tests/api/test_live.py listens to it."""
CANNOT_BE_WRONG = {("/api/v1/games/{game}", "get", GenerationMode.NEGATIVE)}
"""Has nothing but a name in its path, and no token: whatever is sent fits."""
FEW = settings(max_examples=max(8, settings().max_examples // 10), suppress_health_check=list(HealthCheck))


@cache
def operations() -> list[tuple[str, str]]:
    """Path and method of each."""
    app = create_app(Settings("sqlite:////nowhere/no.db", "key", testing=True))
    paths = app.test_client().get(DOCUMENT).get_json()["paths"]
    methods = {"get", "post", "put", "patch", "delete"}
    every = [(path, method) for path, item in paths.items() for method in item if method in methods]
    return [one for one in every if one not in ENDLESS]


@dataclass
class Known:
    """What there is: a value for each part of a path, and a token for sessions and clubs."""

    path: dict[str, Any]
    session_token: str | None
    club_token: str | None

    def token(self, path: str) -> str | None:
        """One that opens what is at ``path``."""
        return self.club_token if "{club}" in path else self.session_token


@pytest.fixture
def sent_to(mode: GenerationMode, request: pytest.FixtureRequest) -> Flask:
    """What is right goes to PostgreSQL, which is stricter with what it is handed; what is wrong to SQLite."""
    app: Flask = request.getfixturevalue("app" if mode.is_negative else "postgresql_app")
    return app


@pytest.fixture
def known(sent_to: Flask) -> Known:
    """A session with a hand and a half, and a club with a member."""
    table = sat_down(sent_to, entries=(CONTRACT, HAND, CONTRACT))
    slug, club, _ = begun_club(sent_to)
    member = club.post(f"clubs/{slug}/members", {"name": "Ana"}).json["id"]
    numbers = {"number": 1, "unit": 1, "transfer": 1, "member": member}
    names = {"session": table.session, "club": slug, "game": "ten", "file": "hands.csv"}
    return Known(numbers | names, table.scorer.token, club.token)


def every_check() -> SchemathesisConfig:
    """What fits the schemas may be refused by the rules, or be about what is not there or not so any more."""
    config = SchemathesisConfig()
    accepted = config.projects.default.checks.positive_data_acceptance
    accepted.expected_statuses = ["2xx", "404", "409", "422"]
    return config


@pytest.mark.parametrize(
    ("path", "method", "mode"),
    [
        pytest.param(*one, mode, id=f"{one[1]} {one[0]} {mode.value}")
        for one in operations()
        for mode in GenerationMode
        if (*one, mode) not in CANNOT_BE_WRONG
    ],
)
def test_every_operation_is_as_documented(
    sent_to: Flask, known: Known, path: str, method: str, mode: GenerationMode
) -> None:
    operation = schemathesis.openapi.from_wsgi(DOCUMENT, sent_to, config=every_check())[path][method]

    @FEW
    @given(case=operation.as_strategy(generation_mode=mode), made_up=st.sampled_from([False] * 9 + [True]))
    def holds(case: Case[Any], made_up: bool) -> None:
        assert case.meta is not None
        headers = {"Accept-Encoding": "identity"}
        if not made_up and not case.meta.is_negative_at(ParameterLocation.PATH):
            case.path_parameters = {name: known.path[name] for name in case.path_parameters or {}}
        if not case.meta.is_negative_at(ParameterLocation.HEADER):
            headers["Authorization"] = f"Bearer {known.token(path)}"
        case.call_and_validate(headers=headers)

    holds()

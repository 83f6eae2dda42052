"""Games as the API tells them: whoever draws a screen from that can say what the rules accept."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scorekeeper.api import examples
from scorekeeper.api.game_schemas import component
from scorekeeper.documents import read_document
from scorekeeper.games import GAMES
from scorekeeper.kernel import Game, replay
from scorekeeper.kernel.setup import setup_json
from tests.api.client import Program
from tests.games.strategies import courses

SOME = settings(suppress_health_check=list(HealthCheck), max_examples=max(20, settings().max_examples // 4))


def told(app: Flask, game: Game[Any]) -> Any:
    return Program(app).get(f"games/{game.key}").json


def test_all_games_are_listed(app: Flask) -> None:
    listed = Program(app).get("games").json["items"]
    assert [one["game"] for one in listed] == list(GAMES)
    for one, game in zip(listed, GAMES.values(), strict=True):
        assert (one["least_players"], one["most_players"]) == (game.players[0], game.players[-1])


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
@SOME
@given(data=st.data())
def test_what_plays_fits_what_is_told(app: Flask, game: Game[Any], data: st.DataObject) -> None:
    known, course = told(app, game), data.draw(courses(game, 8))
    whole = {"game": game.key, **setup_json(game, course.setup)}
    assert list(Draft202012Validator(known["setup"]).iter_errors(whole)) == []
    for raw in course.accepted:
        assert isinstance(raw, dict)
        errors = Draft202012Validator(known["entries"][raw["type"]]).iter_errors(raw)
        assert [error.message for error in errors] == [], raw


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_house_rules_are_told_with_what_they_mean(app: Flask, game: Game[Any]) -> None:
    known = told(app, game)
    assert [rule["key"] for rule in known["house_rules"]] == [rule.key for rule in game.house_rules]
    rules = known["setup"]["properties"]["rules"]["properties"]
    for rule in known["house_rules"]:
        assert rule["label"]
        assert set(rule["defaults"]) == {str(players) for players in game.players}
        if "choices" in rule:
            assert [one["value"] for one in rule["choices"]] == rules[rule["key"]]["enum"]
            assert all(one["sentence"] for one in rule["choices"])
        else:
            assert (rule["least"], rule["most"]) == tuple(
                rules[rule["key"]][bound] for bound in ("minimum", "maximum")
            )


def test_entries_are_named_in_the_openapi_document(app: Flask) -> None:
    schemas = Program(app).get("/api/v1/openapi.json").json["components"]["schemas"]
    for game in GAMES.values():
        known = told(app, game)
        assert {kind: schemas[component(game, kind)] for kind in game.entry_types} == known["entries"]
        assert schemas[component(game, "setup")] == known["setup"]
    assert "RacehorseBid" in schemas


def test_operations_have_names_of_their_own(app: Flask) -> None:
    paths = Program(app).get("/api/v1/openapi.json").json["paths"]
    operations = [one for item in paths.values() for one in item.values() if isinstance(one, dict)]
    names = [one["operationId"] for one in operations]
    assert len(set(names)) == len(names) > 40
    assert {"addEntries", "getMatch", "listSessions"} <= set(names)
    assert all(one["summary"] for one in operations)


def test_the_examples_of_the_document_play() -> None:
    doc = read_document({**examples.MATCH, "entries": examples.HAND["entries"]})
    played = replay(doc.game, doc.setup, doc.entries)
    assert (played.stopped, len(played.steps)) == (None, 2)

"""What BG Stats is given, held to what is publicly known of its formats (``bgstats.schema.json``)."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from jsonschema import Draft202012Validator, ValidationError

from scorekeeper.exports import ExportedSession, bgsplay, create_play_link, match_alone
from scorekeeper.games import GAMES
from scorekeeper.kernel import Stake, read_setup, replay
from tests.exports.evening import NASTY, R1, R2, Raw, evening, nasty_evening, played

FINISH: Raw = {"type": "finish"}
SCHEMA = json.loads(Path(__file__).with_name("bgstats.schema.json").read_text(encoding="utf-8"))


def judge(kind: str, data: object) -> None:
    """Raises ValidationError."""
    Draft202012Validator({**SCHEMA, "$ref": f"#/$defs/{kind}"}).validate(data)


def file(session: ExportedSession) -> Any:
    data = json.loads(bgsplay(session))
    judge("file", data)
    return data


def link(session: ExportedSession, at: int = 0) -> Any:
    start, _, data = create_play_link(session, session.matches[at]).partition("?data=")
    assert start == "https://app.bgstatsapp.com/createPlay.html"
    assert not set(data) & set(' "&#+<>{}')
    told = json.loads(unquote(data))
    judge("link", told)
    return told


def test_the_schema_judges() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    told = link(evening(played(*R1)))
    del told["players"][0]["winner"]
    with pytest.raises(ValidationError):
        judge("link", told)


def test_a_play() -> None:
    told = file(evening(played(*R1, *R2, FINISH)))
    (play,), (game,) = told["plays"], told["games"]
    assert (game["name"], game["highestWins"], game["usesTeams"]) == ("Racehorse", True, False)
    assert play["gameRefId"] == game["id"]
    assert (play["playDate"], play["durationMin"], play["rounds"]) == ("2026-11-30 20:00:00", 3, 2)
    assert (play["ignored"], play["usesTeams"]) == (False, False)
    names = {player["id"]: player["name"] for player in told["players"]}
    scores = [
        (names[one["playerRefId"]], one["score"], one["winner"], one["rank"]) for one in play["playerScores"]
    ]
    assert scores == [
        ("Ana", "-1.00", False, 2),
        ("Ben", "14.00", True, 1),
        ("Cleo", "-11.00", False, 5),
        ("Dov", "-1.00", False, 2),
        ("Edie", "-1.00", False, 2),
    ]


def test_the_link_of_a_match() -> None:
    told = link(evening(played(*R1, FINISH)))
    assert told["sourceName"] == "Scorekeeper"
    assert (told["playDate"], told["game"]["name"]) == ("2026-11-30 20:00:00", "Racehorse")
    assert told["players"][1] | {"sourcePlayerId": ""} == {
        "name": "Ben",
        "sourcePlayerId": "",
        "startPlayer": False,
        "winner": True,
        "score": 12.0,
        "rank": 1,
    }


def test_ids_stay_and_are_the_same_everywhere() -> None:
    early = evening(played(*R1), played(number=2))
    later = evening(played(*R1, *R2, FINISH), played(*R1, number=2))
    ids = [
        [one["uuid"] for kind in ("games", "players", "plays") for one in file(s)[kind]]
        for s in (early, later)
    ]
    assert ids[0] == ids[1]
    assert len(set(ids[0])) == len(ids[0]) == 1 + 5 + 2
    alone = match_alone(later, 2)
    assert alone is not None
    assert file(alone)["plays"] == [file(later)["plays"][1]]
    told = link(later, 1)
    assert told["sourcePlayId"] == file(later)["plays"][1]["uuid"]
    assert [one["sourcePlayerId"] for one in told["players"]] == [
        one["uuid"] for one in file(later)["players"]
    ]


def test_another_session_has_other_plays_and_the_same_people_of_a_club() -> None:
    one = evening(played(*R1))
    other = replace(one, key="another evening")
    assert file(one)["plays"][0]["uuid"] != file(other)["plays"][0]["uuid"]
    assert file(one)["players"] == file(other)["players"]


def test_a_match_that_goes_on_counts_in_no_statistics() -> None:
    (play,) = file(evening(played(*R1)))["plays"]
    assert (play["ignored"], play["durationMin"]) == (True, 0)
    assert not any(one["winner"] for one in play["playerScores"])


@pytest.mark.parametrize("key", GAMES)
def test_every_game(key: str) -> None:
    game = GAMES[key]
    setup = read_setup(game, {"players": [f"P{seat}" for seat in range(game.players[0])]})
    state = replay(game, setup, []).state
    match = replace(played(), game=game, setup=setup, names=setup.names, state=state)
    session = evening(replace(match, begun_at=match.begun_at + timedelta(hours=1)))
    (play,) = file(session)["plays"]
    assert file(session)["games"][0]["highestWins"] is not game.lowest_wins
    assert play["usesTeams"] == any(len(side) > 1 for side in game.sides(state))
    assert len(link(session)["players"]) == game.players[0]


def test_names_survive() -> None:
    session = nasty_evening()
    assert [player["name"] for player in file(session)["players"]] == list(NASTY)
    told = [player["name"] for at in (0, 1) for player in link(session, at)["players"]]
    assert told == list(NASTY)


def test_yen_and_toothpicks_are_whole() -> None:
    for unit in ("JPY", "toothpicks"):
        session = evening(played(*R1, stake=Stake(unit, "tally", {"per_point": 100})))
        assert file(session)["plays"][0]["playerScores"][1]["score"] == "1200"
        assert link(session)["players"][1]["score"] == 1200

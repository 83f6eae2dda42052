"""For BG Stats, an app that keeps what people have played: a file, and a link that makes one play.

Ids come from the session, the match and the people alone, so that the app knows a play that it was given
before. Money that ranks the players is their score, in whole units; else the points are.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any
from urllib.parse import quote

from scorekeeper.exports.contents import ExportedMatch, ExportedSession
from scorekeeper.exports.tables import in_score, words_of
from scorekeeper.kernel import Standing

CREATE_PLAY = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Scorekeeper"
_ABOUT = "A play file for BG Stats: open it with that app, by sharing it or with “Open in”."
_IDS = uuid.UUID("5b0d2f7e-3c0a-4f5e-9d0c-6d1f0c9a7b42")
_SECONDS = 60


def bgsplay(session: ExportedSession) -> bytes:
    """The whole file, with every match as a play; one that goes on is marked to be ignored in statistics."""
    return bgsplay_of([session])


def bgsplay_of(sessions: Sequence[ExportedSession]) -> bytes:
    """The same of several sessions of the same people, who have a key where they ever played."""
    matches = [(session, match) for session in sessions for match in session.matches]
    games: dict[str, ExportedMatch] = {}
    for _session, match in matches:
        games.setdefault(match.game.key, match)
    numbers = {key: number for number, key in enumerate(games, start=1)}
    people = zip(sessions[0].people, sessions[0].people_keys, strict=True) if sessions else ()
    document = {
        "about": _ABOUT,
        "games": [_game(games[key], number) for key, number in numbers.items()],
        "players": [
            {
                "id": place,
                "uuid": _id("player", key),
                "name": name,
                "isAnonymous": False,
                "modificationDate": _moment(matches[0][1].begun_at),
            }
            for place, (name, key) in enumerate(people, start=1)
            if key
        ],
        "locations": [],
        "plays": [_play(session, match, numbers[match.game.key]) for session, match in matches],
        "userInfo": {"meRefId": 0},  # nobody here is known to be who opens it
    }
    return f"{json.dumps(document, ensure_ascii=False, indent=2)}\n".encode()


def create_play_link(session: ExportedSession, match: ExportedMatch) -> str:
    """The address at which BG Stats offers to keep the match as a play."""
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": _id("play", session.key, match.number),
        "playDate": _moment(match.begun_at),
        "durationMin": _minutes(match),
        "game": {
            "name": _name(match),
            "sourceGameId": _id("game", match.game.key),
            "highestWins": not match.game.lowest_wins,
            "noPoints": False,
        },
        "players": [
            {
                "name": match.names[one.seat],
                "sourcePlayerId": _id("player", session.people_keys[match.people[one.seat]]),
                # The app refuses a player without either of these two.
                "startPlayer": _starts(match, one.seat),
                "winner": _won(match, one.seat),
                "score": _number(in_score(match, one.score)),
                "rank": one.rank,
            }
            for one in _standings(match)
        ],
    }
    return CREATE_PLAY + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _game(match: ExportedMatch, number: int) -> dict[str, Any]:
    """The game of a match, the first one of it that was played."""
    return {
        "id": number,
        "uuid": _id("game", match.game.key),
        "name": _name(match),
        "modificationDate": _moment(match.begun_at),
        "cooperative": False,
        "highestWins": not match.game.lowest_wins,
        "noPoints": False,
        "usesTeams": _in_teams(match),
        "bggId": 0,
        "bggName": "",
        "bggYear": 0,
    }


def _play(session: ExportedSession, match: ExportedMatch, game: int) -> dict[str, Any]:
    teams = {seat: team for team, side in enumerate(match.game.sides(match.state), start=1) for seat in side}
    in_teams = _in_teams(match)
    return {
        "uuid": _id("play", session.key, match.number),
        "gameRefId": game,
        "playDate": _moment(match.begun_at),
        "entryDate": _moment(match.begun_at),
        "modificationDate": _moment(match.last_at),
        "durationMin": _minutes(match),
        "ignored": not match.state.finished,
        "manualWinner": True,
        "rounds": match.state.unit - 1,
        "usesTeams": in_teams,
        "rating": 0,
        "scoringSetting": 0,
        "playImages": "[]",
        "playerScores": [
            {
                "playerRefId": match.people[one.seat] + 1,
                "score": f"{in_score(match, one.score)}",
                "winner": _won(match, one.seat),
                "startPlayer": _starts(match, one.seat),
                "newPlayer": False,
                "rank": one.rank,
                "seatOrder": one.seat + 1,
                **({"team": str(teams[one.seat])} if in_teams else {}),
            }
            for one in _standings(match)
        ],
    }


def _standings(match: ExportedMatch) -> tuple[Standing, ...]:
    standings: tuple[Standing, ...] = match.game.standings(match.state)
    return standings


def _won(match: ExportedMatch, seat: int) -> bool:
    return seat in match.game.outcome(match.state).winners


def _starts(match: ExportedMatch, seat: int) -> bool:
    """Whether this seat played first; where a dealer was agreed it is not said who did."""
    return match.game.first_key == "first_player" and seat == match.setup.first


def _in_teams(match: ExportedMatch) -> bool:
    return any(len(side) > 1 for side in match.game.sides(match.state))


def _name(match: ExportedMatch) -> str:
    return words_of(match).sentence(match.game.name)


def _minutes(match: ExportedMatch) -> int:
    """How long it took; 0 while it goes on, which the app reads as unknown."""
    if not match.state.finished:
        return 0
    return max(0, round((match.last_at - match.begun_at).total_seconds() / _SECONDS))


def _moment(at: datetime) -> str:
    """The time at the table, as the app writes it."""
    return at.strftime("%Y-%m-%d %H:%M:%S")


def _number(score: Decimal | int) -> float | int:
    """JSON knows no decimals; this one is read for display alone."""
    return float(score) if isinstance(score, Decimal) else score


def _id(*words: str | int) -> str:
    """An id that is always the same for the same words."""
    return str(uuid.uuid5(_IDS, "/".join(map(str, words))))

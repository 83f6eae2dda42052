"""Matches: beginning one, and how it stands."""

from __future__ import annotations

from datetime import UTC
from typing import Any

from flask import Response

from scorekeeper.api import examples
from scorekeeper.api.answers import MatchInShortSchema, MatchSchema, StandingsSchema, page_of
from scorekeeper.api.bodies import NewMatch
from scorekeeper.api.callers import program
from scorekeeper.api.pages import page
from scorekeeper.api.parts import ENTERS, LOOKS, Part, created, listed, told
from scorekeeper.documents import (
    document,
    outcome_json,
    read_setup_alone,
    settlement_json,
    standings_json,
    upcoming_json,
)
from scorekeeper.service.open_match import OpenMatch, open_match, open_session
from scorekeeper.service.sessions import start_match
from scorekeeper.store import Match
from scorekeeper.words import english

part = Part("Matches", "Playings of a game, each with its score sheet.")
Json = dict[str, Any]


@part.lists("/sessions/<session>/matches", page_of(MatchInShortSchema))
def list_matches(asked: Json, session: str) -> Response:
    """The matches of a session, by their numbers."""
    evening, _ = open_session(session, program().device_id)
    items, after = page(evening.matches, asked)
    return listed(map(_in_short, items), after)


@part.offers(
    "POST",
    "/sessions/<session>/matches",
    tells=MatchSchema,
    status=201,
    begins=True,
    body=NewMatch,
    example=examples.ANOTHER,
    problems=ENTERS,
)
def begin_match(asked: Json, session: str) -> Response:
    """Begins another match, of any game, with the same or other people."""
    device_id = program().device_id
    game = read_setup_alone(asked["match"]).game
    number = start_match(session, device_id, game, asked["match"], client_id=asked["client_id"]).number
    what = as_it_stands(open_match(session, number, device_id))
    return created(what, "Matches.get_match", session=session, number=number)


@part.offers("GET", "/sessions/<session>/matches/<int:number>", tells=MatchSchema, problems=LOOKS)
def get_match(session: str, number: int) -> Response:
    """A match as it stands, with what may come next."""
    return told(as_it_stands(open_match(session, number, program().device_id)))


@part.offers(
    "GET", "/sessions/<session>/matches/<int:number>/standings", tells=StandingsSchema, problems=LOOKS
)
def get_standings(session: str, number: int) -> Response:
    """How everybody stands in a match, in seat order."""
    return told(_standings(open_match(session, number, program().device_id)))


def _in_short(one: Match) -> Json:
    return {
        "number": one.number,
        "game": one.game,
        "version": one.version,
        "finished": one.finished,
        "begun_at": one.made_at.astimezone(UTC).isoformat(),
    }


def _standings(opened: OpenMatch) -> Json:
    game, state = opened.game, opened.state
    return {
        "version": opened.match.version,
        **outcome_json(game, state),
        "standings": standings_json(game, state, opened.settle),
    }


def as_it_stands(opened: OpenMatch) -> Json:
    """A match as it is told."""
    game, state = opened.game, opened.state
    words, newest = english(state.table.names, opened.unit), opened.newest
    return {
        "number": opened.match.number,
        "game": game.key,
        **_standings(opened),
        "setup": {name: of for name, of in document(game, opened.setup, ()).items() if name != "entries"},
        "seats": list(opened.match.seats),
        "names": list(state.table.names),
        "settlement": settlement_json(game, state, opened.settle),
        "last": words.sentence(newest.said) if newest else None,
        "can_redo": bool(opened.match.undone),
        **upcoming_json(game.upcoming(state), words),
    }

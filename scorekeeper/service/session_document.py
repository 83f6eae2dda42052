"""Reading a session document (``docs/exports.md``): everything is judged and played, nothing is stored.

What is not known is passed over in the document itself, so that documents of later versions can be read; in
set-ups and entries it is refused as everywhere.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, cast

from scorekeeper.documents import read_document
from scorekeeper.exports.json import FORMAT, VERSION
from scorekeeper.games import GAMES
from scorekeeper.kernel import Game, Refused, Setup, play, say
from scorekeeper.kernel.names import clean_name, name_key, refuse_same_name
from scorekeeper.service.document_values import (
    YEARS,
    ReadTransfer,
    read_list,
    read_places,
    read_transfers,
    read_version,
    read_zone,
)
from scorekeeper.service.not_taken import NotTaken
from scorekeeper.service.outcomes import kept, newest_of
from scorekeeper.store.bulk import Written

MOST_BYTES = 5 * 1024 * 1024
"""No longer document is read."""
MOST_PEOPLE = 1000
"""Of a session, in all of its matches together; of a club."""
Further = Callable[[int], None]
"""Told how many more entries were played; 0 where none was, but time has passed."""


@dataclass(frozen=True, slots=True)
class ReadMatch:
    """A match that was played to its last entry.

    ``people``: by seat, the place in ``ReadSession.people``; ``outcomes``: by entry, as columns of it, and
    written: of a long match they would fill the memory otherwise; ``newest``: what the match keeps of the
    last one.
    """

    game: Game[Any]
    setup: Setup
    people: Sequence[int]
    raws: Sequence[Mapping[str, Any]]
    outcomes: Sequence[Mapping[str, Any]]
    newest: Mapping[str, Any] | None
    state: Any


@dataclass(frozen=True, slots=True)
class ReadSession:
    """A session document that can be stored as it is."""

    day: date
    time_zone: str
    people: Sequence[str]
    matches: Sequence[ReadMatch]
    transfers: Sequence[ReadTransfer]


def count_entries(raw: object) -> int:
    """How many entries there are to play, as far as that can be seen."""
    matches = raw.get("matches") if isinstance(raw, Mapping) else None
    lists = (
        [one.get("entries") for one in matches if isinstance(one, Mapping)]
        if isinstance(matches, list)
        else []
    )
    return sum(len(entries) for entries in lists if isinstance(entries, list))


def read_session(raw: object, further: Further = lambda _: None) -> ReadSession:
    """The session that a document describes, all its matches played. Raises NotTaken."""
    try:
        document = _document(raw)
        day, zone = _day(document.get("date")), read_zone(document.get("time_zone"))
        players = _people(document.get("players"))
        matches = read_list(document.get("matches"), "matches")
        if not matches:
            raise Refused("matches", "missing", say("There is no match in it."))
        seated = _Seated(players, document.get("seats"), len(matches))
        paid = read_list(document.get("transfers", []), "transfers")
    except Refused as refused:
        raise NotTaken(refused) from None
    played = [_match(number, one, seated, further) for number, one in enumerate(matches, start=1)]
    units = {match.setup.stake.unit for match in played}
    transfers = read_transfers(paid, len(players), lambda unit: _played_for(unit, units))
    return ReadSession(day, zone, tuple(seated.people), played, transfers)


# The document ------------------------------------------------------------------------------------


def _document(raw: object) -> Mapping[str, Any]:
    if not isinstance(raw, Mapping) or raw.get("format") != FORMAT:
        text = say("This is no session document: the format of one is %(name)s.", name=FORMAT)
        raise Refused("format", "no_session_document", text)
    read_version(raw, VERSION)
    return raw


def _day(raw: object) -> date:
    try:
        day = date.fromisoformat(raw) if isinstance(raw, str) else None
    except ValueError:
        day = None
    if day is None or day.year not in YEARS:
        raise Refused("date", "no_date", say("A day, such as 2026-11-30."))
    return day


def _people(raw: object) -> tuple[str, ...]:
    names = read_list(raw, "players")
    refuse_too_many(names, "players")
    people: dict[str, str] = {}
    for place, text in enumerate(names):
        field = f"players.{place}"
        name = read_name(text, field)
        if (key := name_key(name)) in people:
            refuse_same_name(name, (people[key],), field)
        people[key] = name
    return tuple(people.values())


def refuse_too_many(people: Sequence[object], field: str) -> None:
    """Raises Refused for more people than a session or a club can have."""
    if len(people) > MOST_PEOPLE:
        raise Refused(field, "too_many_players", say("At most %(most)s people.", most=MOST_PEOPLE))


def read_name(raw: object, field: str) -> str:
    """A name; raises Refused for what is none."""
    if not isinstance(raw, str):
        raise Refused(field, "not_text", say("A text."))
    return clean_name(raw, field)


def _played_for(raw: object, units: set[str]) -> str:
    if not isinstance(raw, str) or raw not in units:
        raise Refused("unit", "not_a_choice", say("Nobody plays for this unit here."))
    return raw


class _Seated:
    """Who sits where: by the document's ``seats``, or else by their names.

    ``people``: the document's players, and who is in a match alone.
    """

    def __init__(self, players: Sequence[str], seats: object, matches: int) -> None:
        self.people = list(players)
        self._known = {name_key(name): place for place, name in enumerate(players)}
        self._seats = None if seats is None else read_list(seats, "seats")
        if self._seats is not None and len(self._seats) != matches:
            text = say("One list for each of the %(count)s matches.", count=matches)
            raise Refused("seats", "not_one_each", text)

    def of(self, number: int, names: Sequence[str]) -> list[int]:
        """The people in a match, by seat. ``number``: from 1. Raises Refused."""
        if self._seats is not None:
            field = f"seats.{number - 1}"
            places = read_places(self._seats[number - 1], field, len(names), len(self.people))
            if len(set(places)) < len(places):
                raise Refused(field, "said_twice", say("Each one only once."))
            return places
        for name in names:
            if (key := name_key(name)) not in self._known:
                self._known[key] = len(self.people)
                self.people.append(name)
        return [self._known[name_key(name)] for name in names]


# A match -----------------------------------------------------------------------------------------


def _match(number: int, raw: object, seated: _Seated, further: Further) -> ReadMatch:
    try:
        document = read_document(_known(raw))
    except Refused as refused:
        raise NotTaken(refused, match=number) from None
    game, state = document.game, document.game.start(document.setup)
    outcomes, newest = [], None
    for place, entry in enumerate(document.entries):
        try:
            step = play(game, state, entry)
        except Refused as refused:
            not_taken = NotTaken(refused, match=number, entry=place)
            not_taken.names, not_taken.unit = state.table.names, document.setup.stake.unit
            raise not_taken from None
        state, columns = step.state, kept(step)
        newest = newest_of(**columns)
        outcomes.append(columns | {"outcome": Written(json.dumps(columns["outcome"]))})
        further(1)
    further(0)
    try:
        people = seated.of(number, state.table.names)
    except Refused as refused:
        raise NotTaken(refused, match=number) from None
    # Each played, so each is an object.
    raws = cast("Sequence[Mapping[str, Any]]", document.entries)
    return ReadMatch(game, document.setup, people, raws, outcomes, newest, state)


def _known(raw: object) -> object:
    """A match document without what later versions may have added to it."""
    if not isinstance(raw, Mapping) or not isinstance(key := raw.get("game"), str) or key not in GAMES:
        return raw
    known = {"game", "players", GAMES[key].first_key, "rules", "stake", "entries"}
    return {name: value for name, value in raw.items() if name in known}

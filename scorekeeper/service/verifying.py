"""Playing every match again from its entries, to compare with what is stored. Changes nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, func, select

from scorekeeper.games import GAMES
from scorekeeper.kernel import Game, Refused, Step, decoded, encoded, play, read_setup
from scorekeeper.kernel.names import name_key
from scorekeeper.service.named import names_of_matches
from scorekeeper.service.outcomes import EntryOutcome, kept, newest_of
from scorekeeper.store import Entry, GameSession, Match, Player, db

PARTS = ("said", "row", "payments", "warnings")
"""What an outcome is compared by."""
EntryRow = Row[Any]


@dataclass(frozen=True, slots=True)
class Difference:
    """Something stored that is not what comes out.

    ``entry``: its place among the entries that count, from 0 as in a match document; None where it is about
    the match. ``what``: the name of what differs; ``stored`` and ``computed``: both, as JSON has them.
    """

    entry: int | None
    what: str
    stored: Any
    computed: Any


@dataclass(frozen=True, slots=True)
class VerifiedMatch:
    """A match that was played again. ``session``: its slug; ``entries``: how many count.

    ``rules_version``: of the rules that computed what is stored; ``rules_now``: of the rules as they are,
    None for a game that there no longer is.
    """

    session: str
    number: int
    entries: int
    rules_version: int
    rules_now: int | None
    differences: Sequence[Difference]


def count_matches() -> int:
    """How many matches there are."""
    return db.session.scalar(select(func.count()).select_from(Match)) or 0


def verify_matches() -> Iterator[VerifiedMatch]:
    """Every match in the order in which they began, one after the other: never two are in memory."""
    last = 0
    while True:
        # A transaction for each match: what is entered meanwhile is in it as a whole or not at all.
        with db.engine.connect() as connection:
            match = connection.execute(_NEXT.where(Match.id > last)).one_or_none()
            if match is None:
                return
            verified = _verified(connection, match)
        last = match.id
        yield verified


_NEXT = select(*Match.__table__.c, GameSession.slug).join(GameSession).order_by(Match.id).limit(1)


def _verified(connection: Connection, match: Any) -> VerifiedMatch:
    entries = connection.execute(
        select(*Entry.__table__.c)
        .where(Entry.match_id == match.id, Entry.voided_at.is_(None))
        .order_by(Entry.seq, Entry.id)
    ).all()
    game = GAMES.get(match.game)
    if game is None:
        found = [Difference(None, "game", match.game, None)]
    else:
        found = list(_differences(connection, game, match, entries))
    now = game.rules_version if game else None
    return VerifiedMatch(match.slug, match.number, len(entries), match.rules_version, now, found)


def _differences(
    connection: Connection, game: Game[Any], match: Any, entries: Sequence[EntryRow]
) -> Iterator[Difference]:
    try:
        state = game.start(read_setup(game, match.setup))
    except Refused as refused:
        yield Difference(None, "setup", match.setup, _refusal(refused))
        return
    last = None
    for at, entry in enumerate(entries):
        try:
            step = play(game, state, entry.data)
        except Refused as refused:
            yield Difference(at, "entry", entry.data, _refusal(refused))
            return  # nothing can be said of what follows
        state, last = step.state, step
        yield from _of_entry(at, entry, step)
    yield from _of_match(match, game, state, last)
    yield from _of_order(match, entries)
    names = _names(connection, match, state.table.names)
    if names != list(state.table.names):
        yield Difference(None, "seats", names, list(state.table.names))


def _refusal(refused: Refused) -> dict[str, str]:
    return {"refused": refused.code, "field": refused.field}


def _of_entry(at: int, entry: EntryRow, step: Step[Any]) -> Iterator[Difference]:
    """What is kept of an entry, part by part."""
    columns = kept(step)
    stored, computed = entry.outcome, _as_json(columns["outcome"])
    for part in PARTS:
        was, now = stored.get(part), computed.get(part)
        if was != now and not _means_the_same(stored, computed, part):
            yield Difference(at, part, was, now)
    for name in ("unit", "completes"):
        if getattr(entry, name) != columns[name]:
            yield Difference(at, name, getattr(entry, name), columns[name])
    if entry.type != entry.data["type"]:
        yield Difference(at, "type", entry.type, entry.data["type"])


def _without_feats(row: Any, stored: Any) -> Any:
    """``row`` without feats where the one that is ``stored`` was kept before there were any."""
    if isinstance(row, Mapping) and isinstance(stored, Mapping) and "feats" not in stored:
        return {name: value for name, value in row.items() if name != "feats"}
    return row


def _means_the_same(stored: Mapping[str, Any], computed: Mapping[str, Any], part: str) -> bool:
    """Whether a part that is written in another way (by an older version, say) reads the same."""
    if part == "row":
        computed = {**computed, "row": _without_feats(computed.get("row"), stored.get("row"))}
    try:
        one, other = decoded(stored, EntryOutcome), decoded(computed, EntryOutcome)
    except Exception:
        return False
    return bool(getattr(one, part) == getattr(other, part))


def _of_match(match: Any, game: Game[Any], state: Any, last: Step[Any] | None) -> Iterator[Difference]:
    """The state and what else the match keeps of its entries."""
    computed = _as_json(encoded(state))
    if match.state != computed and not _same_state(match.state, game, state):
        yield Difference(None, "state", *_apart(match.state, computed))
    newest = _as_json(newest_of(**kept(last))) if last is not None else None
    if match.newest != newest:
        yield Difference(None, "newest", match.newest, newest)
    if match.finished is not state.finished:
        yield Difference(None, "finished", match.finished, state.finished)


def _same_state(stored: Any, game: Game[Any], state: Any) -> bool:
    try:
        return bool(decoded(stored, game.state) == state)
    except Exception:
        return False


def _apart(stored: Any, computed: Mapping[str, Any]) -> tuple[Any, Any]:
    """Of two states what differs: a whole one says too much."""
    if not isinstance(stored, Mapping):
        return stored, computed
    names = [n for n in {**stored, **computed} if stored.get(n) != computed.get(n)]
    return {n: stored.get(n) for n in names}, {n: computed.get(n) for n in names}


def _of_order(match: Any, entries: Sequence[EntryRow]) -> Iterator[Difference]:
    """The numbers of the entries rise, and the match knows of the last one.

    It may know of more: a match that was reopened keeps the count of what was taken back.
    """
    numbers = [entry.seq for entry in entries]
    if numbers != sorted(set(numbers)):
        yield Difference(None, "seq", numbers, sorted(set(numbers)))
    most = max(numbers, default=0)
    if match.entries_made < most:
        yield Difference(None, "entries_made", match.entries_made, most)


def _names(connection: Connection, match: Any, names: Sequence[str]) -> list[str | None]:
    """Who sits in the seats, as far as it is known; ``names``: who should.

    Who was renamed in a club has one name in the session and may have another one in a later match of it. So
    another name is right if no other player has it, and if the player's own stands in some match.
    """
    session = select(Player.id, Player.name).where(Player.session_id == match.session_id)
    known = {row.id: row.name for row in connection.execute(session)}
    stored = [known.get(seat) for seat in match.seats]
    if stored == list(names) or len({*match.seats}) != len(names) or None in stored:
        return stored
    called = {name_key(name): player for player, name in known.items()}
    others = frozenset[str]().union(*(one.keys for one in names_of_matches(connection, match.session_id)))
    return [
        name if called.get(name_key(name), seat) == seat and name_key(known[seat]) in others else known[seat]
        for seat, name in zip(match.seats, names, strict=True)
    ]


def _as_json(value: Any) -> Any:
    """As it is once it was stored."""
    return json.loads(json.dumps(value))

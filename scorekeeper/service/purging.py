"""Erasing a person's name wherever it stands. Sums, seats and payments stay; another word takes its place.

Names stand in few places: players, members, set-ups, states, who joins late, and in notes. All else speaks of
seats.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select, update
from sqlalchemy.orm import Session

from scorekeeper.kernel.entries import NOTE_LENGTH
from scorekeeper.kernel.names import name_key
from scorekeeper.service.outcomes import newest_of
from scorekeeper.service.transaction import writing
from scorekeeper.store import Entry, Match, Member, Player, db
from scorekeeper.store.following import touch

NAMING = ("join", "note")
"""The types of entry in which a name can stand."""
Change = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Named:
    """Where a name stands: how many sessions and clubs have somebody who is called so, how many notes."""

    sessions: int
    clubs: int
    notes: int


def count_named(name: str) -> Named:
    """Where ``name`` stands, in whatever case and spelling names are the same."""
    key = name_key(name)
    if not key:
        return Named(0, 0, 0)
    sessions = {row.session_id for row in _called(db.session(), Player, key)}
    clubs = {row.club_id for row in _called(db.session(), Member, key)}
    pattern = _pattern([name])
    notes = db.session.execute(select(Entry.data).where(Entry.type == "note"))
    return Named(len(sessions), len(clubs), sum(bool(pattern.search(row.data["text"])) for row in notes))


def purge_name(name: str) -> str:
    """Puts another word in the place of ``name`` everywhere; which one. It is nobody's name.

    Everybody who is called so is meant, in all sessions and clubs.
    """
    key = name_key(name)
    with writing() as session:
        players, members = _called(session, Player, key), _called(session, Member, key)
        word = _free_word(session)
        spellings = [name, *(one.name for one in (*players, *members))]
        for one in (*players, *members):
            one.name = word
        session.flush()
        text = _changed_text(_pattern(spellings), word)
        connection = session.connection()
        sessions = {player.session_id for player in players}
        matches = connection.execute(select(Match.id, Match.session_id).order_by(Match.id)).all()
        for match in matches:
            here = match.session_id in sessions
            if _purge_match(connection, match.id, _changed_name(key, word) if here else None, text) or here:
                touch(connection, match.session_id)
    return word


def _called(session: Session, model: Any, key: str) -> Sequence[Any]:
    """The players or members of that name."""
    found = [row.id for row in session.execute(select(model.id, model.name)) if name_key(row.name) == key]
    return session.scalars(select(model).where(model.id.in_(found))).all() if found else []


def _free_word(session: Session) -> str:
    """A name that nobody has."""
    taken = {name_key(name) for model in (Player, Member) for name in session.scalars(select(model.name))}
    number = 1
    while name_key(f"Somebody {number}") in taken:
        number += 1
    return f"Somebody {number}"


def _pattern(spellings: Sequence[str]) -> re.Pattern[str]:
    """The name as a word in a sentence."""
    words = "|".join(re.escape(one) for one in sorted(set(spellings), key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)


def _changed_text(pattern: re.Pattern[str], word: str) -> Change:
    # A note that became too long would be refused whenever the match is played again.
    return lambda text: pattern.sub(word, text)[:NOTE_LENGTH].strip()


def _changed_name(key: str, word: str) -> Change:
    return lambda name: word if isinstance(name, str) and name_key(name) == key else name


def _purge_match(connection: Connection, match_id: int, name: Change | None, text: Change) -> bool:
    """Changes a match; ``name`` None where nobody is called so, and only notes may be about the person."""
    changed = False
    query = select(Entry.id, Entry.type, Entry.data, Entry.outcome)
    for row in connection.execute(query.where(Entry.match_id == match_id, Entry.type.in_(NAMING))).all():
        change = text if row.type == "note" else name
        field = "text" if row.type == "note" else "name"
        if change is None or (fresh := change(row.data[field])) == row.data[field]:
            continue
        values = {
            "data": {**row.data, field: fresh},
            "outcome": {**row.outcome, "said": _everywhere(row.outcome["said"], change)},
        }
        connection.execute(update(Entry).where(Entry.id == row.id).values(values))
        changed = True
    if name is not None:
        _purge_table(connection, match_id, name)
    if changed:
        _renew_newest(connection, match_id)
    return changed


def _purge_table(connection: Connection, match_id: int, name: Change) -> None:
    """Who sits at the table, as it was set up and as it is."""
    match = connection.execute(select(Match.setup, Match.state).where(Match.id == match_id)).one()
    table = match.state["table"]
    values = {
        "setup": {**match.setup, "players": [name(one) for one in match.setup["players"]]},
        "state": {**match.state, "table": {**table, "names": [name(one) for one in table["names"]]}},
    }
    connection.execute(update(Match).where(Match.id == match_id).values(values))


def _renew_newest(connection: Connection, match_id: int) -> None:
    """What the match keeps of its newest entry says what that entry says now."""
    last = connection.execute(
        select(Entry.outcome, Entry.unit, Entry.completes)
        .where(Entry.match_id == match_id, Entry.voided_at.is_(None))
        .order_by(Entry.seq.desc())
        .limit(1)
    ).one_or_none()
    if last is not None:
        newest = newest_of(last.outcome, last.unit, last.completes)
        connection.execute(update(Match).where(Match.id == match_id).values(newest=newest))


def _everywhere(said: Any, change: Change) -> Any:
    """A message with every text that was filled into it changed; the sentence itself is ours."""
    if isinstance(said, str):
        return change(said)
    if isinstance(said, Mapping):
        params = {name: _everywhere(one, change) for name, one in said.get("params", {}).items()}
        return {**said, "params": params} if "params" in said else said
    return said

"""Erasing a person's name wherever it stands. Sums, seats and payments stay; another word takes its place.

Names stand in few places: players, members, set-ups, states, who joins late, and in notes. All else speaks of
seats. Who was renamed in a club has one name as a player of a session, and may have another one in its later
matches; so each place is looked at by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select, update
from sqlalchemy.orm import Session

from scorekeeper.kernel.entries import NOTE_LENGTH
from scorekeeper.kernel.mentions import without_name
from scorekeeper.kernel.names import name_key
from scorekeeper.service.named import NamesOfMatch, names_of_matches
from scorekeeper.service.outcomes import newest_of
from scorekeeper.service.transaction import writing
from scorekeeper.store import Entry, Match, Member, Player, db
from scorekeeper.store.following import touch

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
    session = db.session()
    sessions = {row.session_id for row in _called(session, Player, key)}
    sessions |= {match.session_id for match in names_of_matches(session.connection()) if key in match.keys}
    clubs = {row.club_id for row in _called(session, Member, key)}
    notes = session.execute(select(Entry.data).where(Entry.type == "note"))
    mentioned = sum(without_name(row.data["text"], name, "") != row.data["text"] for row in notes)
    return Named(len(sessions), len(clubs), mentioned)


def purge_name(name: str) -> str:
    """Puts another word in the place of ``name`` everywhere; which one. It is nobody's name.

    Everybody who is called so is meant, in all sessions and clubs.
    """
    key = name_key(name)
    with writing() as session:
        connection = session.connection()
        players, members = _called(session, Player, key), _called(session, Member, key)
        # Nobody enters or comes to a table from here on: a state that is written below must be the newest.
        connection.execute(select(Match.id).order_by(Match.id).with_for_update()).all()
        matches = names_of_matches(connection)
        word = _free_word(session, matches)
        for one in (*players, *members):
            one.name = word
        session.flush()
        sessions = {player.session_id for player in players}
        changes = {"join": _changed_name(key, word), "note": _changed_text(name, word)}
        for match in matches:
            if key in match.keys:
                _purge_table(connection, match.id, changes["join"])
                sessions.add(match.session_id)
            if _purge_entries(connection, match.id, changes):
                sessions.add(match.session_id)
        for session_id in sorted(sessions):
            touch(connection, session_id)
    return word


def _called(session: Session, model: Any, key: str) -> Sequence[Any]:
    """The players or members of that name."""
    found = [row.id for row in session.execute(select(model.id, model.name)) if name_key(row.name) == key]
    return session.scalars(select(model).where(model.id.in_(found))).all() if found else []


def _free_word(session: Session, matches: Sequence[NamesOfMatch]) -> str:
    """A name that nobody has."""
    taken = {name_key(name) for model in (Player, Member) for name in session.scalars(select(model.name))}
    taken = taken.union(*(match.keys for match in matches))
    number = 1
    while name_key(f"Somebody {number}") in taken:
        number += 1
    return f"Somebody {number}"


def _changed_text(name: str, word: str) -> Change:
    def changed(text: str) -> str:
        fresh = without_name(text, name, word)
        # A note that became too long would be refused whenever the match is played again.
        return text if fresh == text else fresh[:NOTE_LENGTH].strip()

    return changed


def _changed_name(key: str, word: str) -> Change:
    return lambda name: word if isinstance(name, str) and name_key(name) == key else name


def _purge_entries(connection: Connection, match_id: int, changes: Mapping[str, Change]) -> bool:
    """Changes the entries of a match in which a name can stand; whether there were any to change."""
    changed = False
    query = select(Entry.id, Entry.type, Entry.data, Entry.outcome)
    for row in connection.execute(query.where(Entry.match_id == match_id, Entry.type.in_(changes))).all():
        change, field = changes[row.type], "text" if row.type == "note" else "name"
        if (fresh := change(row.data[field])) == row.data[field]:
            continue
        values = {
            "data": {**row.data, field: fresh},
            "outcome": {**row.outcome, "said": _everywhere(row.outcome["said"], change)},
        }
        connection.execute(update(Entry).where(Entry.id == row.id).values(values))
        changed = True
    if changed:
        _renew_newest(connection, match_id)
    return changed


def _purge_table(connection: Connection, match_id: int, name: Change) -> None:
    """Who sits at the table, as it was set up and as it is.

    The match has another version then: an entry that was worked out from the old state must not bring that
    back, and pages that are open are drawn anew. What phones send from before is as after any change.
    """
    match = connection.execute(select(Match.setup, Match.state).where(Match.id == match_id)).one()
    table = match.state["table"]
    values = {
        "setup": {**match.setup, "players": [name(one) for one in match.setup["players"]]},
        "state": {**match.state, "table": {**table, "names": [name(one) for one in table["names"]]}},
        "version": Match.version + 1,
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

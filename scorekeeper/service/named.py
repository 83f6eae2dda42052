"""Which names stand in matches. They are not always those of the session's players.

Who was renamed in a club keeps the old name as a player of a session, and sits down in its later matches
under the new one.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, select, true

from scorekeeper.kernel.names import name_key
from scorekeeper.store import Entry, Match


class NamesOfMatch(NamedTuple):
    """A match and the keys of the names in it: as it was set up, as it is, and who joined, undone or not."""

    id: int
    session_id: int
    keys: frozenset[str]


def names_of_matches(connection: Connection, session_id: int | None = None) -> list[NamesOfMatch]:
    """Those of every match, or of a session's."""
    here = true() if session_id is None else Match.session_id == session_id
    joins = select(Entry.match_id, Entry.data).join(Match, Match.id == Entry.match_id)
    joined: dict[int, list[str]] = {}
    for entry in connection.execute(joins.where(Entry.type == "join", here)):
        joined.setdefault(entry.match_id, []).append(entry.data["name"])
    matches = select(Match.id, Match.session_id, Match.setup, Match.state).where(here).order_by(Match.id)
    found = []
    for row in connection.execute(matches):
        names = (*row.setup["players"], *row.state["table"]["names"], *joined.get(row.id, ()))
        found.append(NamesOfMatch(row.id, row.session_id, frozenset(map(name_key, names))))
    return found

"""What is still open on a club's tab, asked for once a page: many sessions of one club may stand on it."""

from __future__ import annotations

from flask import g

from scorekeeper.service.tab import open_on_tab
from scorekeeper.store import Club


def units_on_tab(club: Club) -> frozenset[str]:
    """The units in which somebody still owes something on the club's tab."""
    known: dict[int, frozenset[str]] = g.setdefault("units_on_tab", {})
    club_id = club.id
    if club_id not in known:
        known[club_id] = open_on_tab(club)
    return known[club_id]

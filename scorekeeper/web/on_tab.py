"""A club's tab, read once a page: many sessions of one club may stand on it."""

from __future__ import annotations

from flask import g

from scorekeeper.service.tab import Tab, tab_of
from scorekeeper.store import Club


def tab_once(club: Club) -> Tab:
    """The tab as it stands."""
    known: dict[int, Tab] = g.setdefault("tabs", {})
    club_id = club.id
    if club_id not in known:
        known[club_id] = tab_of(club)
    return known[club_id]


def units_on_tab(club: Club) -> frozenset[str]:
    """The units in which somebody still owes something on the club's tab."""
    return tab_once(club).still_open

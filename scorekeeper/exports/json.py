"""A session as one JSON document, with the match documents of the wire format inside."""

from __future__ import annotations

import json
from typing import Any

from scorekeeper.documents import document
from scorekeeper.exports.contents import ExportedSession, ExportedTransfer
from scorekeeper.kernel.names import name_key

FORMAT = "scorekeeper-session"
VERSION = 1
"""Goes up when a key changes its meaning or goes away; new keys alone do not raise it."""


def session_document(session: ExportedSession) -> dict[str, Any]:
    """The document that ``docs/exports.md`` describes. Each of ``matches`` is a match document by itself."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "date": session.day.isoformat(),
        "time_zone": session.time_zone,
        "players": list(session.people),
        **_seats(session),
        "matches": [document(match.game, match.setup, match.entries) for match in session.matches],
        "transfers": [transfer_object(transfer) for transfer in session.transfers],
    }


def transfer_object(transfer: ExportedTransfer) -> dict[str, Any]:
    """A transfer, of a session or of a club's tab."""
    return {
        "from": transfer.payer,
        "to": transfer.payee,
        "amount": transfer.amount_minor,
        "unit": transfer.unit,
        "at": transfer.made_at.isoformat(timespec="seconds"),
        "reverses": transfer.reverses,
    }


def _seats(session: ExportedSession) -> dict[str, Any]:
    """Who sits where, if names alone do not say so: somebody was renamed in the club between two matches."""
    known = {name_key(name): place for place, name in enumerate(session.people)}
    by_name = [[known.get(name_key(name)) for name in match.state.table.names] for match in session.matches]
    seats = [list(match.people) for match in session.matches]
    return {} if by_name == seats else {"seats": seats}


def session_json(session: ExportedSession) -> bytes:
    """The whole file."""
    text = json.dumps(session_document(session), ensure_ascii=False, indent=2)
    return f"{text}\n".encode()

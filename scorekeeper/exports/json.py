"""A session as one JSON document, with the match documents of the wire format inside."""

from __future__ import annotations

import json
from typing import Any

from scorekeeper.documents import document
from scorekeeper.exports.contents import ExportedSession

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
        "matches": [document(match.game, match.setup, match.entries) for match in session.matches],
        "transfers": [
            {
                "from": transfer.payer,
                "to": transfer.payee,
                "amount": transfer.amount_minor,
                "unit": transfer.unit,
                "at": transfer.made_at.isoformat(timespec="seconds"),
                "reverses": transfer.reverses,
            }
            for transfer in session.transfers
        ],
    }


def session_json(session: ExportedSession) -> bytes:
    """The whole file."""
    text = json.dumps(session_document(session), ensure_ascii=False, indent=2)
    return f"{text}\n".encode()

"""A session or a club as one JSON document, with the match documents of the wire format inside."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from scorekeeper.documents import document
from scorekeeper.exports.contents import ExportedClub, ExportedSession, ExportedTransfer
from scorekeeper.kernel.names import name_key

FORMAT = "scorekeeper-session"
CLUB_FORMAT = "scorekeeper-club"
VERSION = 1
CLUB_VERSION = 1
"""Both go up when a key changes its meaning or goes away; new keys alone do not raise them."""


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
        "at": _moment(transfer.made_at),
        "reverses": transfer.reverses,
    }


def _moment(at: datetime | None) -> str | None:
    return at.isoformat(timespec="seconds") if at is not None else None


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


def club_document(club: ExportedClub) -> dict[str, Any]:
    """The document that ``docs/exports.md`` describes. Each ``session`` is a session document by itself."""
    return {
        "format": CLUB_FORMAT,
        "version": CLUB_VERSION,
        "name": club.name,
        "time_zone": club.time_zone,
        "members": [
            {"name": one.name, "retired": _moment(one.retired_at), "merged_into": one.merged_into}
            for one in club.members
        ],
        "sessions": [
            {
                "members": list(one.members),
                "archived": _moment(one.archived_at),
                "session": session_document(one.session),
            }
            for one in club.sessions
        ],
        "transfers": [transfer_object(transfer) for transfer in club.transfers],
    }


def club_json(club: ExportedClub) -> bytes:
    """The whole file, without white space: a club goes on for years, and there is a limit to what is read."""
    text = json.dumps(club_document(club), ensure_ascii=False, separators=(",", ":"))
    return f"{text}\n".encode()

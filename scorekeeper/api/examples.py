"""Bodies to begin with, as the OpenAPI document shows them.

No example has a ``client_id`` that is one: who sends it as it stands is told to make a random one, and does
not come upon what somebody else has made with it.
"""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
_ID = "a random UUID"
MATCH: Json = {"game": "racehorse", "players": ["Ana", "Ben", "Cleo", "Dov", "Edie"]}
SESSION: Json = {"client_id": _ID, "time_zone": "Europe/Warsaw", "match": MATCH}
ANOTHER: Json = {"client_id": _ID, "match": MATCH}
CLUB: Json = {"client_id": _ID, "time_zone": "Europe/Warsaw", "name": "Friday cards"}
HAND: Json = {
    "version": 0,
    "client_id": _ID,
    "entries": [
        {"type": "contract", "seat": 1, "bid": 3},
        {"type": "hand", "won": ["high", "low", "game"]},
    ],
}
TRIED: Json = {"entries": HAND["entries"]}
TRANSFER: Json = {"version": 0, "client_id": _ID, "from": 1, "to": 2, "amount": 300, "unit": "USD"}

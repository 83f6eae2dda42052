"""Bodies to begin with, as the OpenAPI document shows them.

No example has a ``client_id`` that is one: who sends it as it stands is told to make a random one, and does
not come upon what somebody else has made with it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import scorekeeper.games
from scorekeeper.games import GAMES

Json = dict[str, Any]
_ID = "a random UUID"


def _sample() -> Json:
    """A match document of the first game, as it lies beside its rules; the demo is made of it too."""
    file = Path(scorekeeper.games.__file__).parent / next(iter(GAMES)) / "sample.json"
    sample: Json = json.loads(file.read_text(encoding="utf-8"))
    return sample


_SAMPLE = _sample()
MATCH: Json = {name: of for name, of in _SAMPLE.items() if name != "entries"}
SESSION: Json = {"client_id": _ID, "time_zone": "Europe/Warsaw", "match": MATCH}
ANOTHER: Json = {"client_id": _ID, "match": MATCH}
CLUB: Json = {"client_id": _ID, "time_zone": "Europe/Warsaw", "name": "Friday cards"}
HAND: Json = {"version": 0, "client_id": _ID, "entries": _SAMPLE["entries"][:2]}
TRIED: Json = {"entries": HAND["entries"]}
TRANSFER: Json = {"version": 0, "client_id": _ID, "from": 1, "to": 2, "amount": 300, "unit": "USD"}

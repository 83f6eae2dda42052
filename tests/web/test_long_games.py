"""Long games stay small pages: no page over 60 KB of HTML."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.service.entries import add_entries
from scorekeeper.service.sessions import start_session
from tests.web.pages import Phone

MOST_BYTES = 60 * 1024
EIGHT = ["Ana", "Ben", "Cleo", "Dov", "Edie", "Finn", "Gus", "Hildegard von und zu Hohenfels-Weilburg"]
FORTY_HANDS: list[dict[str, Any]] = [
    raw
    for hand in range(40)
    for raw in (
        {"type": "contract", "seat": hand % 4, "bid": 4},
        {"type": "hand", "points": [5, 5] if hand % 2 else [3, 7]},
    )
]
CAUGHT = {"low": 3, "high": 2, "deuces": 1, "aces": 1}
SEVEN_ROUNDS: list[dict[str, Any]] = [
    entry
    for turn in range(7)
    for entry in (
        {"type": "buy", "seat": turn},
        {"type": "round", "out": turn, "hands": [{} if seat == turn else CAUGHT for seat in range(8)]},
    )
]


@pytest.mark.parametrize(
    ("game", "setup", "raws"),
    [
        ("ten_point_pitch", {"players": EIGHT[:4], "rules": {"target": 400}}, FORTY_HANDS),
        ("ten_pennies", {"players": EIGHT, "rules": {"packs": 8}}, SEVEN_ROUNDS),
    ],
)
def test_no_page_is_over_60_kb(
    phone: Phone, game: str, setup: dict[str, Any], raws: list[dict[str, Any]]
) -> None:
    device = "d" * 32
    with phone.client.session_transaction() as cookie:
        cookie["device"] = device
    with phone.client.application.app_context():
        match = start_session(device, GAMES[game], setup, zone="UTC", client_id=str(uuid.uuid4()))
        slug = match.session.slug
        for version, raw in enumerate(raws):
            add_entries(slug, 1, device, [raw], version=version, client_id=str(uuid.uuid4()))
    for path in ("", "1/", "1/scores/", "1/scores/1", "1/money/", "1/table/"):
        page = phone.open(f"/s/{slug}/{path}")
        assert page.status == 200, path
        assert len(page.markup.encode()) <= MOST_BYTES, path
    for file in ("hands.csv", "payments.csv", "session.json"):
        assert phone.client.get(f"/s/{slug}/export/{file}").status_code == 200

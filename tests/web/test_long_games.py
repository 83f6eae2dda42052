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


def passes(hand: int) -> list[dict[str, Any]]:
    """The three who pass."""
    return [{"type": "bid", "seat": (hand + turn) % 4, "bid": "pass"} for turn in (2, 3, 4)]


def buys(turn: int) -> list[dict[str, Any]]:
    """Eleven buys: in seven rounds 77 of the 80 that there are."""
    return [{"type": "buy", "seat": (11 * turn + buy) % 8} for buy in range(11)]


FORTY_HANDS: list[dict[str, Any]] = [
    raw
    for hand in range(40)
    for raw in (
        {"type": "bid", "seat": (hand + 1) % 4, "bid": 4},
        *passes(hand),
        {"type": "trump", "suit": "hearts"},
        {"type": "hand", "points": [5, 5] if hand % 2 else [3, 7]},
    )
]
CAUGHT = {"low": 3, "high": 2, "deuces": 1, "aces": 1}
SEVEN_ROUNDS: list[dict[str, Any]] = [
    entry
    for turn in range(7)
    for entry in (
        *buys(turn),
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

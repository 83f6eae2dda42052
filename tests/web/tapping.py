"""R1 to R6 of rules.md §1 as people tap them in, in either way."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.games import GAMES
from scorekeeper.service.entries import add_entries
from scorekeeper.service.sessions import start_session
from tests.games.racehorse.test_examples import ONE_EVENING, entries
from tests.web.pages import NAMES, Answer, Page, Phone

Raw = dict[str, Any]

PASS = "Pass"
EVERYTHING = {"high": "pitcher", "low": "pitcher", "jack": "pitcher", "game": "pitcher"}


@dataclass(frozen=True)
class Tapped:
    """A hand: what each player says in turn, or who pitches for how many; then who took what."""

    said: tuple[str, ...]
    contract: dict[str, Answer]
    result: dict[str, Answer]
    who: str
    verdict: str
    preview: str
    button: str
    cells: list[str] = field(default_factory=list)


def _points(*won: str, **more: Answer) -> dict[str, Answer]:
    return {point: "pitcher" if point in won else "others" for point in EVERYTHING} | more


EVENING = [
    Tapped(
        ("3", PASS, PASS, PASS, PASS),
        {"pitcher": 1, "bid": 3},
        _points("high", "low", "game"),
        "Ben",
        "Ben bid 3, took 3: made.",
        "Ben gets $3 from each of the other four.",
        "Save hand 1: Ben gets $12",
        ["−3", "+12", "−3", "−3", "−3"],
    ),
    Tapped(
        ("2", PASS, PASS, PASS, PASS),
        {"pitcher": 2, "bid": 2},
        _points("high"),
        "Cleo",
        "Cleo bid 2, took 1: set.",
        "Cleo pays $2 to each of the other four.",
        "Save hand 2: Cleo owes $8",
        ["+2", "+2", "−8", "+2", "+2"],
    ),
    Tapped(
        ("2", "Smudge"),
        {"pitcher": 3, "bid": "smudge"},
        EVERYTHING | {"tricks": 6},
        "Dov",
        "Dov took all four points and all six tricks: the Smudge is made.",
        "Dov gets $5 from each of the other four.",
        "Save hand 3: Dov gets $20",
        ["−5", "−5", "−5", "+20", "−5"],
    ),
    Tapped(
        ("Smudge",),
        {"pitcher": 4, "bid": "smudge"},
        _points("high", "low", "game", jack="none", tricks=6),
        "Edie",
        "No Jack in play, so Edie’s Smudge is set.",
        "Edie pays $5 to each of the other four.",
        "Save hand 4: Edie owes $20",
        ["+5", "+5", "+5", "+5", "−20"],
    ),
    Tapped(
        (PASS, PASS, PASS, PASS),
        {"pitcher": "forced"},
        dict(EVERYTHING),
        "Dov",
        "Dov bid 2, took 4: made.",
        "Dov gets $2 from each of the other four.",
        "Save hand 5: Dov gets $8",
        ["−2", "−2", "−2", "+8", "−2"],
    ),
    Tapped(
        (PASS, "3", PASS, PASS, PASS),
        {"pitcher": 0, "bid": 3},
        _points("high", "low", game="none"),
        "Ana",
        "Ana bid 3, took 2: set.",
        "Ana pays $3 to each of the other four.",
        "Save hand 6: Ana owes $12",
        ["−12", "+3", "+3", "+3", "+3"],
    ),
]


def bid(page: Page, *said: str) -> Page:
    """Taps in what each player says; goes on to the result where the bidding is over."""
    for word in said:
        page = page.press(word)
        assert page.status == 200, page.text
    return page


def auction(page: Page, hand: Tapped) -> Page:
    """The bidding, one tap a bid; the page of the result."""
    if "Auction" in page.text and "to bid" not in page.text:
        page = page.follow("Auction")
    return bid(page, *hand.said).follow("Play it")


def contract(page: Page, hand: Tapped) -> Page:
    """Who pitches for how many, without the bids; the page of the result."""
    if "Who pitches?" not in page.text:
        page = page.follow("Just the contract")
    return page.press("Next", **hand.contract)


def entered(page: Page, *hands: Tapped, way: str = "contract") -> Page:
    """The hands, tapped in and saved one after the other; the page of the hand that follows."""
    for hand in hands:
        page = (contract if way == "contract" else auction)(page, hand)
        assert page.status == 200, page.text
        page = page.press("Next", **hand.result)
        assert page.status == 200, page.text
    return page


def sat_down(phone: Phone, *raws: Raw, players: Sequence[str] = NAMES, **setup: object) -> Page:
    """A session with these entries in it, made without the pages; the page of the hand to come."""
    device = "d" * 32
    with phone.client.session_transaction() as cookie:
        cookie["device"] = device
    raw = {"players": list(players), **setup}
    with phone.client.application.app_context():
        match = start_session(device, GAMES["racehorse"], raw, zone="UTC", client_id=str(uuid.uuid4()))
        slug = match.session.slug
        for version, entry in enumerate(raws):
            add_entries(slug, 1, device, [entry], version=version, client_id=str(uuid.uuid4()))
    return phone.open(f"/s/{slug}/1/")


def played(hands: int) -> list[Raw]:
    """The first of R1 to R6 as entries."""
    return [entry for example in ONE_EVENING[:hands] for entry in entries(example, "contract")]

"""The session document, and that the match documents inside are what everybody else reads."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from scorekeeper.documents import scored
from scorekeeper.exports import ExportedTransfer, session_json
from scorekeeper.kernel import replay
from tests.exports.evening import BEGIN, R1, R2, VOID, Raw, evening, played, reread

NASTY = ("=1+1", "+49", '20" Tim', "Smith, Bob", "Łukasz", "👩‍👩‍👧‍👦", "عمر")
JOIN: Raw = {"type": "join", "name": "Zoë", "after": 1}
NOTE: Raw = {"type": "note", "text": "Pizza came\nlate"}
FINISH: Raw = {"type": "finish"}


def test_the_whole_document() -> None:
    session = evening(played(*R1, NOTE))
    paid = ExportedTransfer(0, 1, 300, "USD", BEGIN + timedelta(hours=2))
    back = ExportedTransfer(1, 0, 300, "USD", BEGIN + timedelta(hours=3), reverses=0)
    assert reread(replace(session, transfers=(paid, back))) == {
        "format": "scorekeeper-session",
        "version": 1,
        "date": "2026-11-30",
        "time_zone": "Europe/Warsaw",
        "players": ["Ana", "Ben", "Cleo", "Dov", "Edie"],
        "matches": [
            {
                "game": "racehorse",
                "players": ["Ana", "Ben", "Cleo", "Dov", "Edie"],
                "first_dealer": 0,
                "rules": {},
                "stake": {"unit": "USD", "settle": "tally", "per_point": 100},
                "entries": [
                    {"type": "contract", "seat": 1, "bid": 3},
                    {"type": "hand", "won": ["high", "low", "game"]},
                    {"type": "note", "text": "Pizza came\nlate"},
                ],
            }
        ],
        "transfers": [
            {
                "from": 0,
                "to": 1,
                "amount": 300,
                "unit": "USD",
                "at": "2026-11-30T22:00:00+01:00",
                "reverses": None,
            },
            {
                "from": 1,
                "to": 0,
                "amount": 300,
                "unit": "USD",
                "at": "2026-11-30T23:00:00+01:00",
                "reverses": 0,
            },
        ],
    }


def test_every_match_inside_scores_the_same() -> None:
    matches = (
        played(*R1, *R2, names=NASTY),
        played(*R1, JOIN, VOID, *R2, FINISH, number=2),
        played(R1[0], number=3),
    )
    documents = reread(evening(*matches))["matches"]
    for match, document in zip(matches, documents, strict=True):
        answer, status = scored(document)
        assert status == 0
        standings = match.game.standings(replay(match.game, match.setup, match.entries).state)
        assert [(s["seat"], s["net"], s["rank"]) for s in answer["standings"]] == [
            (standing.seat, standing.won_minor, standing.rank) for standing in standings
        ]
        assert [s["player"] for s in answer["standings"]] == list(match.names)


def test_people_can_read_it() -> None:
    text = session_json(evening(played(names=NASTY))).decode()
    assert all(name.replace('"', '\\"') in text for name in NASTY)
    assert text.endswith("}\n")

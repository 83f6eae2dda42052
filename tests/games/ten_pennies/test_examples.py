"""N1 to N5 of rules.md §3, with every way of entering them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from scorekeeper.documents import scored
from scorekeeper.games import GAMES
from scorekeeper.kernel import DetailedCell, say, say_many
from tests.games.ten_pennies.at_table import (
    FINISH,
    GAME,
    OUT,
    A,
    B,
    C,
    Match,
    Raw,
    buy,
    caught,
    ended,
    hand,
    total,
)
from tests.kernel.reading import text


@pytest.mark.parametrize(
    ("entry", "points", "pennies"),
    [
        (hand(low=1, high=1, deuces=1, aces=1), 55, 4),  # N1
        (hand(low=1, jokers=1), 55, 2),  # N2
        (hand(low=11), 55, 11),  # N3
        (hand(high=3, aces=1, jokers=2), 150, 6),  # N4
    ],
)
def test_n1_to_n4(entry: Raw, points: int, pennies: int) -> None:
    for way in (entry, total(pennies, points)):
        match = caught(way)
        assert match.points == [0, points, 10]
        assert match.paid_in == [0, 3 + pennies, 1]


@dataclass(frozen=True)
class Line:
    """A line of N5; ``points`` and ``totals`` as its table has them."""

    out: int
    buys: list[int]
    hands: list[Raw]
    points: list[int]
    totals: list[int]

    @property
    def tapped(self) -> list[Raw]:
        """Every buy by itself, and the round by kinds."""
        buys = [buy(seat) for seat, count in enumerate(self.buys) for _ in range(count)]
        return [*buys, ended(self.out, *self.hands)]

    @property
    def counted(self) -> list[Raw]:
        """One entry, with totals alone."""
        hands = [
            total(sum(one.values()), points) for one, points in zip(self.hands, self.points, strict=True)
        ]
        return [ended(self.out, *hands, buys=self.buys)]


N5 = [
    Line(A, [1, 0, 2], [OUT, hand(3, 2), hand(4, aces=1)], [0, 35, 40], [0, 35, 40]),
    Line(B, [1, 0, 1], [hand(high=2), OUT, hand(1, jokers=1)], [20, 0, 55], [20, 35, 95]),
    Line(C, [2, 3, 0], [hand(2, deuces=1), hand(6, 4, aces=2), OUT], [30, 110, 0], [50, 145, 95]),
    Line(A, [1, 0, 2], [OUT, hand(high=1), hand(5, 3)], [0, 10, 55], [50, 155, 150]),
    Line(B, [0, 2, 2], [hand(7, 3, jokers=1), OUT, hand(2, 2, deuces=1)], [115, 0, 50], [165, 155, 200]),
    Line(C, [3, 3, 2], [hand(1), hand(3, 1), OUT], [5, 25, 0], [170, 180, 200]),
    Line(A, [2, 1, 1], [OUT, hand(2, 1, aces=1), hand(high=2, deuces=1)], [0, 40, 40], [170, 220, 240]),
]
WAYS = pytest.mark.parametrize("way", ["tapped", "counted"])


def all_of(way: str) -> list[Raw]:
    return [entry for line in N5 for entry in getattr(line, way)]


@WAYS
def test_n5(way: str) -> None:
    match = Match()
    for line in N5:
        assert match.nets == [0, 0, 0]
        assert not match.state.finished
        step = match.does(*getattr(line, way))
        assert match.points == line.totals
        assert step.warnings == ()
        assert step.row is not None
        figures = [cell.figure for cell in step.row.cells if isinstance(cell, DetailedCell)]
        assert figures == line.points
        assert step.row.marked == (line.out,)
    assert match.state.finished
    assert match.pot == 95
    assert sum(match.state.buys) == 29
    assert sum(match.state.caught) == 66
    assert match.nets == [68, -35, -33]
    assert match.ranks == [1, 2, 3]
    assert match.outcome.winners == (A,)


def test_n5_in_words() -> None:
    match = Match(*all_of("tapped"))
    assert text(match.outcome.said or GAME.name) == "A has the fewest points and takes the bowl: 95 pennies."
    assert [(p.payer, p.payee, p.amount, text(p.reason)) for p in match.payments] == [
        (B, A, 35, "A took the bowl"),
        (C, A, 33, "A took the bowl"),
    ]
    rows = [step.row for step in match.steps if step.row]
    assert [text(row.title) for row in rows] == [
        "2 sets of 3",
        "1 set of 4",
        "2 sets of 4",
        "1 set of 5",
        "2 sets of 5",
        "1 set of 6",
        "1 set of 7",
    ]
    assert [text(row.verdict) for row in rows][:3] == ["bowl 13", "bowl 19", "bowl 39"]
    went_out, caught_with, _ = rows[-1].cells
    assert went_out == DetailedCell(0, word=say("out"))
    assert caught_with == DetailedCell(40, hint=say_many("%(count)s card", "%(count)s cards", 4))
    said = [text(step.said) for step in match.steps]
    assert said[0] == "A bought, 9 left."
    assert said[3] == "A went out. Caught: B (35 points, 5 cards), C (40 points, 5 cards)."


def test_a_penny_that_is_worth_more() -> None:
    match = Match(*all_of("tapped"), per_penny=25)
    assert match.nets == [68 * 25, -35 * 25, -33 * 25]
    assert match.pot == 95
    assert match.paid_in == [27, 35, 33]


def test_what_comes_next() -> None:
    match = Match(buy(B))
    assert match.next == {
        "round": 1,
        "meld": {"sets": 2, "of": 3, "wilds": 1},
        "wild": ["deuces"],
        "buys_left": [10, 9, 10],
        "dealer": A,
    }
    match.does(*N5[1].counted[:0], ended(A, OUT, hand(1), hand(1)))
    assert match.next["round"] == 2
    assert match.next["dealer"] == B
    match.does(*(ended(A, OUT, hand(1), hand(1)) for _ in range(5)))
    assert match.next == {
        "round": 7,
        "meld": {"sets": 1, "of": 7, "wilds": 3},
        "wild": ["deuces", "aces", "jokers"],
        "buys_left": [10, 9, 10],
        "dealer": A,
    }
    match.does(ended(A, OUT, hand(1), hand(1)))
    assert match.next == {}
    assert match.asked == ["note"]


@WAYS
@pytest.mark.parametrize("settle", ["tally", "cash"])
def test_n5_as_a_match_document(way: str, settle: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, GAME.key, GAME)
    raw: Any = {
        "game": "ten_pennies",
        "players": ["Ana", "Ben", "Cleo"],
        "stake": {"settle": settle},
        "entries": all_of(way),
    }
    answer, status = scored(raw)
    assert status == 0
    owed = settle == "tally"
    nets = [68, -35, -33] if owed else [0, 0, 0]
    assert {key: answer[key] for key in ("finished", "winners", "pot", "standings")} == {
        "finished": True,
        "winners": [0],
        "pot": 95,
        "standings": [
            {"seat": 0, "player": "Ana", "score": 170, "net": nets[0], "rank": 1, "paid_in": 27},
            {"seat": 1, "player": "Ben", "score": 220, "net": nets[1], "rank": 2, "paid_in": 35},
            {"seat": 2, "player": "Cleo", "score": 240, "net": nets[2], "rank": 3, "paid_in": 33},
        ],
    }
    assert [(p["from"], p["to"], p["amount"], p["reason"]) for p in answer["payments"]] == [
        (1, 0, 35, "Ana took the bowl"),
        (2, 0, 33, "Ana took the bowl"),
    ]
    assert answer["settlement"] == (
        [{"from": 1, "to": 0, "amount": 35}, {"from": 2, "to": 0, "amount": 33}] if owed else []
    )


def test_a_document_that_stops_at_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, GAME.key, GAME)
    bad = ended(0, OUT, total(2, 35), hand(1))
    raw = {"game": "ten_pennies", "players": ["Ana", "Ben", "Cleo"], "entries": [buy(1), bad]}
    assert scored(raw) == (
        {
            "error": {
                "entry": 1,
                "field": "hands.1.points",
                "code": "unreachable_points",
                "message": "2 cards cannot make 35. "
                "Possible are 10, 15, 20, 25, 30, 40, 55, 60, 70, and 100.",
            }
        },
        1,
    )


def test_the_match_stops_with_the_seventh_round() -> None:
    match = Match(*all_of("counted"))
    match.refuses(FINISH, "type", "match_over")
    match.refuses(N5[0].counted[0], "type", "match_over")
    match.refuses(buy(A), "type", "match_over")
    match.does({"type": "note", "text": "Again tomorrow."})

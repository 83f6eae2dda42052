"""P1 to P14 of rules.md §2, with the contract alone and with every bid tapped in, by points and by card."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest

from scorekeeper.documents import scored
from scorekeeper.games import GAMES
from scorekeeper.games.ten_point_pitch import GAME
from tests.games.ten_point_pitch.at_table import (
    CARDS,
    MOON,
    NAMES,
    PASS,
    A,
    B,
    C,
    D,
    Match,
    Raw,
    bid,
    contract,
    on_the_way_to,
    points,
    taken,
    trump,
)


@dataclass(frozen=True)
class Example:
    """One line of the table: ``bids`` from the dealer's left on, who pitches, what came of it."""

    bids: tuple[object, ...]
    pitcher: int
    bid: object
    points: tuple[int, int]
    totals: tuple[int, int]
    said: str
    taken_scores: int


EVENING = [
    Example((PASS, 5, PASS, PASS), C, 5, (7, 3), (5, 3), "A, C bid 5, took 7: made, +5.", 7),
    Example((PASS, 6, PASS, PASS), D, 6, (6, 4), (11, -3), "B, D bid 6, took 4: set, −6.", 13),
    Example((PASS, PASS, PASS), C, 4, (5, 4), (15, 1), "A, C bid 4, took 5: made, +4.", 18),
    Example((PASS, 7, PASS, PASS), B, 7, (3, 7), (18, 8), "B, D bid 7, took 7: made, +7.", 21),
    Example((PASS, 10, PASS, PASS), C, 10, (10, 0), (28, 8), "A, C bid 10, took 10: made, +10.", 31),
    Example((PASS, 4, PASS, PASS), D, 4, (8, 2), (36, 4), "B, D bid 4, took 2: set, −4.", 39),
    Example((PASS, 8, PASS, PASS), A, 8, (9, 1), (44, 5), "A, C bid 8, took 9: made, +8.", 48),
    Example((6, PASS, PASS, PASS), A, 6, (6, 4), (50, 9), "A, C bid 6, took 6: made, +6.", 54),
    Example((5, PASS, PASS, PASS), B, 5, (5, 5), (55, 14), "B, D bid 5, took 5: made, +5. A, C win.", 0),
]
WAYS = pytest.mark.parametrize("way", ["contract", "bids", "cards"])


def by_card(ours: int, theirs: int) -> Raw:
    """The same points as cards: the three goes to whoever has three or more of them."""
    ones = [card for card in CARDS if card != "three"]
    owners: dict[str, list[str]] = {"ours": [], "theirs": []}
    for name, left in (("ours", ours), ("theirs", theirs)):
        if left >= 3 and not any("three" in cards for cards in owners.values()):
            owners[name].append("three")
            left -= 3  # noqa: PLW2901 - what is left after the three
        owners[name] += [ones.pop() for _ in range(left)]
    return taken(tuple(owners["ours"]), tuple(owners["theirs"]))


def entries(hand: int, way: str) -> list[Raw]:
    """The entries of a hand of the evening, counted from 0; A deals the first, and the deal passes left."""
    example = EVENING[hand]
    if way == "contract":
        return [contract(example.pitcher, example.bid), points(*example.points)]
    first = (hand + 1) % 4
    said = [bid((first + turn) % 4, what) for turn, what in enumerate(example.bids)]
    if way == "bids":
        return [*said, trump(), points(*example.points, out_of_play=10 - sum(example.points))]
    return [*said, by_card(*example.points)]


@WAYS
def test_p1_to_p9(way: str) -> None:
    match = Match()
    for hand, example in enumerate(EVENING):
        assert not match.state.finished
        assert match.next["dealer"] == hand % 4
        before = match.totals
        match.does(*entries(hand, way))
        assert match.totals == example.totals
        assert match.said == example.said
        row = match.steps[-1].row
        assert row is not None
        change = tuple(now - was for now, was in zip(example.totals, before, strict=True))
        assert (row.cells, row.marked) == ((*change, *change), (example.pitcher,))
    assert match.winners == (A, C)
    assert match.ranks == [1, 3, 1, 3]
    assert match.why == "A, C win with 55 to 14."
    assert match.refuses(contract(A, 5), "type", "match_over")


@WAYS
def test_p1_to_p9_where_a_made_bid_scores_what_was_taken(way: str) -> None:
    match = Match(made_scores="taken")
    for hand, example in enumerate(EVENING[:8]):
        match.does(*entries(hand, way))
        assert match.totals[0] == example.taken_scores
    assert match.winners == (A, C)  # a hand earlier


@pytest.mark.parametrize("hand", range(9))
def test_bids_and_contract_agree_on_who_pitches_for_how_much(hand: int) -> None:
    agreed = []
    for way in ("contract", "bids"):
        under_way = Match(*entries(hand, way)[:-1], first=hand % 4).state.hand
        assert under_way is not None
        assert under_way.contract is not None
        agreed.append((under_way.contract.pitcher, under_way.contract.bid))
    assert agreed == [(EVENING[hand].pitcher, EVENING[hand].bid)] * 2


def p10() -> list[Raw]:
    return [*on_the_way_to(47, 50), contract(A, 6), points(7, 3)]


def p11() -> list[Raw]:
    return [*on_the_way_to(-8, 12), contract(A, MOON), points(10, 0)]


def p12() -> list[Raw]:
    return [*on_the_way_to(12, -6), contract(C, MOON), taken(CARDS)]


def p13() -> list[Raw]:
    return [*on_the_way_to(40, -20), contract(C, MOON), points(9, 0)]


def p14() -> list[Raw]:
    four = ("off_jack", "high_joker", "low_joker", "ten")
    return [contract(A, 6), taken(("ace", "jack", "three", "two"), four)]


@pytest.mark.parametrize(
    ("played", "totals", "winners", "why"),
    [
        (p10(), (53, 53), (A, C), "A, C win: both teams are at 52, and A pitched."),
        (p11(), (0, 12), (), ""),
        (p12(), (52, -6), (A, C), "A, C win: C’s moon was made."),
        (p13(), (40, -20), (B, D), "B, D win: C’s moon failed."),
        (p14(), (6, 4), (), ""),
    ],
    ids=["P10", "P11", "P12", "P13", "P14"],
)
def test_p10_to_p14(played: list[Raw], totals: tuple[int, int], winners: tuple[int, ...], why: str) -> None:
    match = Match(*played)
    assert (match.totals, match.winners, match.why) == (totals, winners, why)
    assert match.state.finished is bool(winners)
    first = 1 if winners else 0
    assert all(match.ranks[seat] == first for seat in winners)


def test_p10_the_other_way_round() -> None:
    match = Match(*on_the_way_to(50, 47), contract(B, 6), points(3, 7))
    assert (match.totals, match.winners) == ((53, 53), (B, D))


def document(played: list[Raw], **more: Any) -> dict[str, Any]:
    raw = {"game": GAME.key, "players": list(NAMES), "entries": played, **more}
    return json.loads(json.dumps(raw))  # type: ignore[no-any-return]  # as it comes from a file


@WAYS
def test_p1_to_p9_as_a_document(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, GAME.key, GAME)
    raw = document(
        [entry for hand in range(9) for entry in entries(hand, way)],
        stake={"unit": "USD", "per_match": 500, "per_difference": 10},
    )
    answer, status = scored(raw)
    assert status == 0
    assert (answer["finished"], answer["winners"], answer["next"]) == (True, [0, 2], {})
    assert [(one["score"], one["net"], one["rank"]) for one in answer["standings"]] == [
        (55, 910, 1),
        (14, -910, 3),
        (55, 910, 1),
        (14, -910, 3),
    ]
    last = len(raw["entries"]) - 1
    assert [tuple(paid.values()) for paid in answer["payments"]] == [
        (last, 1, 0, 500, "Ana and Cleo won the game"),
        (last, 3, 2, 500, "Ana and Cleo won the game"),
        (last, 1, 0, 410, "Ana and Cleo won by 41"),
        (last, 3, 2, 410, "Ana and Cleo won by 41"),
    ]
    assert answer["settlement"] == [
        {"from": 1, "to": 0, "amount": 910},
        {"from": 3, "to": 2, "amount": 910},
    ]
    assert "rules" not in answer


@pytest.mark.parametrize("played", [p10(), p11(), p12(), p13(), p14()])
def test_p10_to_p14_as_documents(played: list[Raw], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, GAME.key, GAME)
    answer, status = scored(document(played))
    assert status == 0
    match = Match(*played)
    assert [one["score"] for one in answer["standings"]] == [*match.totals, *match.totals]
    assert answer["winners"] == list(match.winners)
    assert answer["payments"] == answer["settlement"] == []


def test_a_document_that_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, GAME.key, GAME)
    answer, status = scored(document([contract(A, 6), points(8, 3)]))
    assert status == 1
    assert answer == {
        "error": {
            "entry": 1,
            "field": "points",
            "code": "too_many_points",
            "message": "A hand has ten points; this makes 11.",
        }
    }
    for players in (3, 5):
        answer, status = scored(document([], players=["Ana", "Ben", "Cleo", "Dov", "Edie"][:players]))
        assert (status, answer["error"]["entry"], answer["error"]["field"]) == (2, None, "players")
    assert answer["error"]["message"] == "Exactly 4 play: two teams of two."

"""What a result may be: every line of "Refuse" in rules.md §2 about the points of a hand."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.games.ten_point_pitch.at_table import CARDS, A, B, Match, Raw, bid, contract, points, taken

MOST = tuple(card for card in CARDS if card != "two")


def pitched(what: object = 5, **rules: Any) -> Match:
    """A pitches, with nothing before."""
    return Match(contract(A, what), **rules)


def test_a_result_waits_for_the_contract() -> None:
    match = Match()
    match.refuses(points(5, 5), "type", "no_contract")
    match.does(bid(B, 4))
    assert match.refuses(points(5, 5), "type", "no_contract") == "First say who pitches and for how much."


@pytest.mark.parametrize(("ours", "theirs"), [(6, 5), (10, 1), (10, 10)])
def test_more_than_ten(ours: int, theirs: int) -> None:
    sentence = pitched().refuses(points(ours, theirs), "points", "too_many_points")
    assert sentence == f"A hand has ten points; this makes {ours + theirs}."


def test_ten_with_those_out_of_play() -> None:
    sentence = pitched().refuses(points(5, 3, out_of_play=1), "out_of_play", "not_ten")
    assert sentence == "That makes 9. Where is the rest of the ten: a team, or out of play?"
    sentence = pitched().refuses(points(5, 4, out_of_play=2), "out_of_play", "not_ten")
    assert sentence == "That makes 11. With those out of play there are ten points."
    pitched().refuses(taken(MOST, out_of_play=0), "out_of_play", "not_ten")
    pitched().does(points(5, 3, out_of_play=2))
    pitched().does(taken(MOST, out_of_play=1))


def test_what_is_missing_is_out_of_play() -> None:
    for result in (points(5, 3), {"type": "hand", "taken": {"three": 0, "ace": 0, "jack": 0, "ten": 1}}):
        assert pitched().does(result).row is not None


def test_each_card_has_one_owner() -> None:
    match = pitched()
    for owner in (2, -1, "0", True, [0, 1], 0.5):
        match.refuses({"type": "hand", "taken": {"ace": owner}}, "taken.ace", "not_a_choice")
    match.refuses({"type": "hand", "taken": {"king": 0}}, "taken.king", "unknown_field")
    for junk in ([], "ace", 3, ["ace"]):
        match.refuses({"type": "hand", "taken": junk}, "taken", "not_an_object")


def test_one_way_of_counting() -> None:
    match = pitched()
    match.refuses({**taken(CARDS), "points": [10, 0]}, "points", "counted_twice")
    match.refuses({"type": "hand"}, "taken", "nothing_counted")
    match.refuses(
        {"type": "hand", "taken": None, "points": None, "tricks": [6, 0]}, "taken", "nothing_counted"
    )


@pytest.mark.parametrize("field", ["points", "tricks"])
@pytest.mark.parametrize("numbers", [[], [5], [5, 1, 0]])
def test_two_numbers(field: str, numbers: list[int]) -> None:
    raw: Raw = {"type": "hand", "points": [5, 5], field: numbers}
    assert pitched().refuses(raw, field, "one_per_team") == "Two numbers, one for each team."


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (-1, "out_of_range"),
        (11, "out_of_range"),
        (1.5, "not_whole"),
        ("5", "not_whole"),
        (math.nan, "not_whole"),
    ],
)
def test_numbers(number: object, code: str) -> None:
    pitched().refuses({"type": "hand", "points": [number, 0]}, "points.0", code)
    pitched().refuses({"type": "hand", "points": [5, 5], "out_of_play": number}, "out_of_play", code)
    pitched().refuses({"type": "hand", "points": [5, 5], "tricks": [0, number]}, "tricks.1", code)


@pytest.mark.parametrize("result", [points(9, 1), taken(MOST, ("two",))])
def test_points_without_a_trick(result: Raw) -> None:
    field = "points" if "points" in result else "taken"
    sentence = pitched().refuses({**result, "tricks": [6, 0]}, field, "no_tricks")
    assert sentence == "With no tricks B, D cannot have points."
    pitched().does({**result, "tricks": [5, 1]})
    pitched().does(points(10, 0, tricks=[6, 0]))


@pytest.mark.parametrize("tricks", [[3, 2], [6, 6], [0, 0]])
def test_six_tricks(tricks: list[int]) -> None:
    sentence = pitched().refuses(points(0, 0, tricks=tricks), "tricks", "not_six_tricks")
    assert sentence == f"A hand has six tricks; this makes {sum(tricks)}."


def test_the_two_where_the_holder_has_it() -> None:
    match = pitched(two="holder")
    sentence = match.refuses(points(8, 2, tricks=[6, 0]), "points", "no_tricks")
    assert sentence == "With no tricks B, D can have only the two."
    match.refuses(taken(("jack", "two"), ("ace",), tricks=[6, 0]), "taken", "no_tricks")
    pitched(two="holder").does(points(9, 1, tricks=[6, 0]))
    pitched(two="holder").does(taken(MOST, ("two",), tricks=[6, 0]))


@pytest.mark.parametrize(("result", "field"), [(points(5, 4), "points"), (taken(MOST), "taken")])
def test_out_of_play_refused(result: Raw, field: str) -> None:
    sentence = pitched(out_of_play="refused").refuses(result, field, "not_all_taken")
    assert sentence == "At this table all ten points are taken; this makes 9."
    pitched(out_of_play="refused").does(points(5, 5))


def test_unknown_field() -> None:
    pitched().refuses(points(5, 5, colour=1), "colour", "unknown_field")

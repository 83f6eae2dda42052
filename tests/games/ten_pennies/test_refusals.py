"""Every line of "Refuse" and "Warn" in rules.md §3.

``Match.refuses`` also checks that a refused entry changes nothing.
"""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.kernel import Refused, read_setup
from tests.games.ten_pennies.at_table import (
    GAME,
    NAMES,
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
    level_rounds,
    playoff,
    total,
)
from tests.kernel.reading import text

ONE = hand(low=1)


# Players -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "code"), [(1, "too_few_players"), (9, "too_many_players")])
def test_players_outside_2_to_8(players: int, code: str) -> None:
    with pytest.raises(Refused) as refused:
        read_setup(GAME, {"players": [f"P{seat}" for seat in range(players)]})
    assert (refused.value.field, refused.value.code) == ("players", code)


@pytest.mark.parametrize("players", range(2, 9))
def test_2_to_8_players(players: int) -> None:
    match = Match(*level_rounds(7, players), players=players)
    assert match.state.finished


# Rounds ------------------------------------------------------------------------------------------


def test_a_round_after_the_seventh() -> None:
    match = Match(*level_rounds(6), tie="playoff")
    match.does(ended(A, OUT, ONE, ONE))
    match.refuses(ended(A, OUT, ONE, ONE), "type", "match_over")
    tied = Match(*level_rounds(6), ended(None, ONE, ONE, ONE), tie="playoff")
    refused = tied.refuses(ended(A, OUT, ONE, ONE), "type", "rounds_over")
    assert text(refused.message) == "All seven rounds are played. A, B, C tie: enter who won the play-off."
    tied.refuses(buy(A), "type", "rounds_over")


def test_who_went_out_is_said() -> None:
    match = Match()
    match.refuses({"type": "round", "hands": [OUT, ONE, ONE]}, "out", "missing")
    match.refuses(ended(3, OUT, ONE, ONE), "out", "no_such_seat")
    match.refuses(ended("A", OUT, ONE, ONE), "out", "not_whole")  # type: ignore[arg-type]


def test_a_hand_for_each_seat() -> None:
    match = Match()
    match.refuses({"type": "round", "out": A}, "hands", "missing")
    for hands in ([], [OUT], [OUT, ONE], [OUT, ONE, ONE, ONE]):
        match.refuses(ended(A, *hands), "hands", "hands_per_seat")
    match.refuses({"type": "round", "out": A, "hands": {}}, "hands", "not_a_list")
    match.refuses({"type": "round", "out": A, "hands": [OUT] * 41}, "hands", "too_many")
    match.refuses(ended(A, OUT, None, ONE), "hands.1", "missing")  # type: ignore[arg-type]
    match.refuses(ended(A, OUT, 3, ONE), "hands.1", "not_an_object")  # type: ignore[arg-type]
    match.refuses(ended(A, OUT, {"kings": 1}, ONE), "hands.1.kings", "unknown_field")


# Who has cards -----------------------------------------------------------------------------------


@pytest.mark.parametrize("nothing", [{}, {"low": 0}, {"cards": 0, "points": 0}])
def test_more_than_one_without_cards(nothing: Raw) -> None:
    Match(ended(A, nothing, ONE, ONE))
    refused = Match().refuses(ended(A, OUT, nothing, ONE), "hands.1", "no_cards")
    assert text(refused.message) == "Only A went out: how many cards does B have?"


def test_nobody_went_out_and_yet_somebody_has_no_cards() -> None:
    Match(ended(None, ONE, ONE, ONE))
    refused = Match().refuses(ended(None, ONE, {}, ONE), "hands.1", "no_cards")
    assert text(refused.message) == "If nobody went out, B still has cards. Whose hand is empty went out."


@pytest.mark.parametrize("something", [ONE, hand(jokers=1), total(1, 5), total(1, 0), total(0, 5)])
def test_who_went_out_with_cards_or_points(something: Raw) -> None:
    refused = Match().refuses(ended(B, ONE, something, ONE), "hands.1", "out_with_cards")
    assert text(refused.message) == "B went out, so B has no cards, no points and pays nothing."


# Counts ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["low", "high", "deuces", "aces", "jokers", "cards", "points"])
@pytest.mark.parametrize(
    ("count", "code"),
    [(-1, "out_of_range"), (1.5, "not_whole"), (True, "not_whole"), ("3", "not_whole"), (None, "missing")],
)
def test_negative_and_broken_counts(kind: str, count: object, code: str) -> None:
    entry: Any = total(1, 5) | {kind: count} if kind in {"cards", "points"} else {kind: count}
    Match().refuses(ended(A, OUT, entry, ONE), f"hands.1.{kind}", code)


def test_kinds_or_totals_but_not_both() -> None:
    for entry in ({"low": 1, "cards": 1, "points": 5}, {"low": 0, "points": 5}):
        Match().refuses(ended(A, OUT, entry, ONE), "hands.1", "kinds_or_totals")
    Match().refuses(ended(A, OUT, {"cards": 1}, ONE), "hands.1.points", "missing")
    Match().refuses(ended(A, OUT, {"points": 5}, ONE), "hands.1.cards", "missing")


def test_whole_numbers_as_some_programs_write_them() -> None:
    entry: Any = {"low": 2.0}
    assert Match(ended(A, OUT, entry, ONE)).points == [0, 10, 5]


# Buys --------------------------------------------------------------------------------------------


def test_an_eleventh_buy() -> None:
    match = Match(*[buy(B)] * 4, ended(A, OUT, ONE, ONE), *[buy(B)] * 6)
    refused = match.refuses(buy(B), "seat", "no_buys_left")
    assert text(refused.message) == "No buys left: B has used all 10."
    assert match.next["buys_left"] == [10, 0, 10]
    match.does(buy(A))
    match.refuses(buy(3), "seat", "no_such_seat")
    match.does(*[buy(A)] * 9, *[buy(C)] * 10)
    assert match.asked == ["round", "note", "finish"]


def test_buys_as_counts() -> None:
    match = Match(*[buy(B)] * 4, ended(A, OUT, ONE, ONE))
    refused = match.refuses(ended(A, OUT, ONE, ONE, buys=[0, 7, 0]), "buys.1", "no_buys_left")
    assert text(refused.message) == "B has 6 buys left."
    match.refuses(ended(A, OUT, ONE, ONE, buys=[0, 6]), "buys", "buys_per_seat")
    match.refuses(ended(A, OUT, ONE, ONE, buys=[0, -1, 0]), "buys.1", "out_of_range")
    match.does(ended(A, OUT, ONE, ONE, buys=[0, 6, 1]))
    assert match.state.buys == (0, 10, 1)
    assert match.pot == 11 + 4


def test_buys_as_counts_only_where_none_was_entered() -> None:
    match = Match(buy(C))
    for counts in ([0, 0, 1], [0, 0, 0]):
        match.refuses(ended(A, OUT, ONE, ONE, buys=counts), "buys", "buys_entered_already")


# Size of a hand ----------------------------------------------------------------------------------


@pytest.mark.parametrize("buys", range(4))
def test_a_hand_larger_than_the_buys_allow(buys: int) -> None:
    most = 11 + 3 * buys
    for entered in ([buy(B)] * buys, []):
        match = Match(*entered, buy(C))
        counts = {} if entered or not buys else {"buys": [0, buys, 0]}
        match = Match(*entered)
        refused = match.refuses(ended(A, OUT, hand(low=most + 1), ONE, **counts), "hands.1", "too_many_cards")
        said = text(refused.message)
        assert said.startswith(f"B has {most + 1} cards; with {buys} buy")
        assert said.endswith(f"{most} is the most.")
        match.does(ended(A, OUT, hand(low=most), ONE, **counts))


def test_one_card_more_when_nobody_went_out() -> None:
    match = Match(buy(B))
    match.refuses(ended(None, ONE, hand(low=16), ONE), "hands.1", "too_many_cards")
    step = match.does(ended(None, ONE, hand(low=15), ONE))
    assert step.warnings == ()


def test_buys_of_earlier_rounds_do_not_make_a_hand_larger() -> None:
    match = Match(buy(B), ended(A, OUT, ONE, ONE))
    match.refuses(ended(A, OUT, hand(low=12), ONE), "hands.1", "too_many_cards")


# What the packs hold -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "in_pack"), [("low", 28), ("high", 16), ("deuces", 4), ("aces", 4), ("jokers", 2)]
)
@pytest.mark.parametrize("packs", [1, 2])
def test_more_cards_of_a_kind_than_the_packs_hold(kind: str, in_pack: int, packs: int) -> None:
    held = in_pack * packs
    half = held // 2
    match = Match(buys=30, cards_per_buy=10, packs=packs)
    buys = {"buys": [0, 10, 10]}
    refused = match.refuses(
        ended(A, OUT, {kind: half}, {kind: held - half + 1}, **buys), "hands", "more_than_packs"
    )
    assert text(refused.message).endswith(f" need {packs + 1} packs; this game has {packs}.")
    match.does(ended(A, OUT, {kind: half}, {kind: held - half}, **buys))


def test_packs_follow_from_the_players() -> None:
    match = Match(players=2)
    refused = match.refuses(ended(A, OUT, hand(jokers=3)), "hands", "more_than_packs")
    assert text(refused.message) == "3 jokers need 2 packs; this game has 1."
    Match(ended(A, OUT, hand(jokers=3), ONE))


# Points of totals --------------------------------------------------------------------------------


def test_points_that_two_cards_cannot_make() -> None:
    possible = {10, 15, 20, 25, 30, 40, 55, 60, 70, 100}
    for points in range(111):
        if points in possible:
            assert caught(total(2, points)).points == [0, points, 10]
        else:
            Match().refuses(ended(A, OUT, total(2, points), ONE), "hands.1.points", "unreachable_points")


def test_points_that_many_cards_cannot_make() -> None:
    refused = Match().refuses(ended(A, OUT, total(9, 43), ONE), "hands.1.points", "unreachable_points")
    assert text(refused.message) == "9 cards cannot make 43. The nearest they can make: 45."
    refused = Match().refuses(ended(A, OUT, total(9, 62), ONE), "hands.1.points", "unreachable_points")
    assert text(refused.message) == "9 cards cannot make 62. The nearest they can make: 60, 65."
    refused = Match().refuses(ended(A, OUT, total(9, 500), ONE), "hands.1.points", "unreachable_points")
    assert text(refused.message) == "9 cards cannot make 500. The nearest they can make: 300."
    refused = Match().refuses(ended(A, OUT, total(1, 35), ONE), "hands.1.points", "unreachable_points")
    assert text(refused.message) == "1 card cannot make 35. Possible are 5, 10, 20, 50."


def test_totals_that_the_packs_cannot_make_together() -> None:
    match = Match(players=4)
    four = total(2, 100)
    match.refuses(ended(A, OUT, four, four, four), "hands", "more_than_packs")
    match.refuses(ended(A, OUT, hand(jokers=2), hand(jokers=1), four), "hands", "more_than_packs")
    match.does(ended(A, OUT, four, four, ONE))


# A match at its end ------------------------------------------------------------------------------


def test_a_play_off_only_for_a_tie() -> None:
    Match().refuses(playoff(A), "type", "no_playoff_due")
    Match(tie="playoff").refuses(playoff(A), "type", "no_playoff_due")
    tied = Match(*level_rounds(6), ended(None, ONE, ONE, hand(high=1)), tie="playoff")
    tied.refuses(playoff(5), "seat", "no_such_seat")
    refused = tied.refuses(playoff(C), "seat", "not_tied")
    assert text(refused.message) == "Only who tied plays off: A, B."


# Warnings ----------------------------------------------------------------------------------------


def warned(match: Match, entry: Raw) -> list[str]:
    return [warning.code for warning in match.does(entry).warnings]


@pytest.mark.parametrize("round_number", range(1, 8))
@pytest.mark.parametrize("buys", [0, 2])
def test_a_hand_neither_whole_nor_after_the_first_meld(round_number: int, buys: int) -> None:
    meld = [6, 4, 8, 5, 10, 6, 7][round_number - 1]
    whole = 11 + 3 * buys
    for cards in range(1, whole + 1):
        match = Match(*level_rounds(round_number - 1), *[buy(B)] * buys)
        likely = cards == whole or cards <= whole - meld
        assert warned(match, ended(A, OUT, hand(low=cards), ONE)) == ([] if likely else ["unlikely_hand"])


def test_the_warning_says_what_would_be_likely() -> None:
    step = Match(buy(B)).does(ended(A, OUT, hand(low=10), ONE))
    assert text(step.warnings[0].message) == (
        "B has 10 cards. Before a first meld it would be 14, after it at most 8."
    )


def test_unlikely_totals_are_warned_of_too() -> None:
    assert warned(Match(), ended(A, OUT, total(9, 45), ONE)) == ["unlikely_hand"]


def test_names_for_every_seat() -> None:
    assert len(NAMES) == GAME.players[-1]

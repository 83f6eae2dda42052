"""Game and the card points it is counted from: what rules.md §1 refuses."""

from __future__ import annotations

import pytest

from tests.games.racehorse.at_table import (
    ALL,
    B,
    F,
    Match,
    Raw,
    about,
    contract,
    hand,
    pitched,
)
from tests.kernel.reading import text

# Game and card points ----------------------------------------------------------------------------


def counted(*counts: int, **more: object) -> Raw:
    return hand("high", "low", card_points=list(counts), **more)


def test_card_points_over_80() -> None:
    match = pitched()
    refused = match.refuses(counted(20, 21, 20, 20, 0), "card_points", "too_many_card_points")
    assert text(refused.message) == "The pack holds 80 card points; this makes 81."
    match.refuses(counted(0, 81, 0, 0, 0), "card_points.1", "out_of_range")
    match.does(counted(20, 21, 20, 19, 0))


def test_card_points_of_the_pitcher_without_a_trick() -> None:
    match = pitched()
    match.refuses(hand(card_points=[30, 1, 0, 0, 0], tricks=0), "card_points.1", "card_points_without_tricks")
    match.does(hand(card_points=[30, 0, 0, 0, 0], tricks=0))


def test_card_points_of_the_others_without_a_trick() -> None:
    pitched().refuses(
        hand(*ALL, card_points=[0, 30, 0, 4, 0], tricks=6), "card_points.3", "card_points_without_tricks"
    )


def test_card_points_of_who_sits_out() -> None:
    match = Match(about("sit_out", F), contract(B, 3), players=6)
    refused = match.refuses(counted(0, 30, 0, 0, 0, 1), "card_points.5", "card_points_sitting_out")
    assert text(refused.message) == "F sits out and cannot have card points."
    match.does(counted(0, 30, 0, 0, 0, 0))


@pytest.mark.parametrize("counts", [[], [0, 22], [0] * 4, [0] * 6])
def test_one_count_for_each_seat(counts: list[int]) -> None:
    pitched().refuses(counted(*counts), "card_points", "card_points_per_seat")


@pytest.mark.parametrize(
    ("counts", "field", "code"),
    [
        ([0, -1, 0, 0, 0], "card_points.1", "out_of_range"),
        ([0, 1.5, 0, 0, 0], "card_points.1", "not_whole"),
        ([0, 0, "4", 0, 0], "card_points.2", "not_whole"),
        ([0, 0, 0, None, 0], "card_points.3", "missing"),
        ([0, 0, 0, 0, True], "card_points.4", "not_whole"),
        ([[0], 0, 0, 0, 0], "card_points.0", "not_whole"),
        ({"0": 22}, "card_points", "not_a_list"),
        ("2,2", "card_points", "not_a_list"),
        (22, "card_points", "not_a_list"),
        ([0] * 1000, "card_points", "too_many"),
    ],
)
def test_card_points_that_are_no_counts(counts: object, field: str, code: str) -> None:
    pitched().refuses(hand(card_points=counts), field, code)


def test_game_named_against_the_count() -> None:
    match = pitched()
    refused = match.refuses(
        hand("game", card_points=[23, 22, 0, 0, 0]), "card_points", "game_contradicts_card_points"
    )
    assert text(refused.message) == "The card points do not give Game to B."
    for counts in ([22, 22, 0, 0, 0], [0] * 5):
        match.refuses(hand("game", card_points=counts), "card_points", "game_contradicts_card_points")
    match.does(hand("game", card_points=[21, 22, 0, 0, 0]))


def test_a_tie_named_against_the_count() -> None:
    match = pitched()
    refused = match.refuses(
        hand(card_points=[21, 22, 0, 0, 0], game_tied=True), "card_points", "game_contradicts_card_points"
    )
    assert text(refused.message) == "By the card points Game is not tied."
    match.does(hand(card_points=[22, 3, 22, 0, 0], game_tied=True))


@pytest.mark.parametrize("named", [True, False])
def test_game_follows_from_the_count(named: bool) -> None:
    match = pitched()
    match.does(hand("high", "low", *(["game"] if named else []), card_points=[14, 22, 12, 0, 0]))
    assert match.money == [-3, 12, -3, -3, -3]


def test_the_other_points_do_not_follow_from_a_count_but_game_without_a_trick_is_refused() -> None:
    pitched().refuses(hand("game", tricks=0), "won", "no_tricks")


def test_tied_game_that_was_won() -> None:
    refused = pitched().refuses(hand("high", "game", game_tied=True), "won", "game_tied")
    assert text(refused.message) == "A tied Game scores for nobody at this table."

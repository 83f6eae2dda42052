"""The course of a match: the stake, void hands, the end."""

from __future__ import annotations

import pytest

from scorekeeper.kernel import play
from tests.games.racehorse.at_table import (
    FINISH,
    GAME,
    NAMES,
    TRUMP,
    VOID,
    A,
    B,
    C,
    D,
    E,
    F,
    Match,
    Raw,
    about,
    bid,
    contract,
    hand,
    join,
    stake,
)
from tests.kernel.reading import text

MADE_2 = hand("high", "low")
BETWEEN = [about("dealer", C), about("sit_out", C), about("sit_in", F), join("Zoe")]

# The stake ---------------------------------------------------------------------------------------


def test_a_new_stake_counts_from_the_next_hand() -> None:
    match = Match(contract(B, 2), MADE_2)
    step = match.does(stake(25))
    assert text(step.said) == "From hand 2 on a point is worth {25}."
    assert match.money == [-2, 8, -2, -2, -2]
    match.does(contract(B, 2), MADE_2)
    assert match.money == [-2.5, 10, -2.5, -2.5, -2.5]


@pytest.mark.parametrize("begun", [[bid(B, 2)], [contract(B, 2)]])
def test_the_hand_under_way_keeps_its_stake(begun: list[Raw]) -> None:
    match = Match(*begun)
    step = match.does(stake(500))
    assert text(step.said) == "From hand 2 on a point is worth {500}."
    if match.agreed() is None:
        match.does(*(bid(seat, "pass") for seat in (C, D, E, A)))
    match.does(MADE_2)
    assert match.money == [-2, 8, -2, -2, -2]
    match.does(contract(B, 2), MADE_2)
    assert match.money == [-12, 48, -12, -12, -12]


def test_a_void_hand_takes_its_stake_with_it() -> None:
    match = Match(bid(B, 2), stake(500), VOID, contract(B, 2), MADE_2)
    assert match.money == [-10, 40, -10, -10, -10]


# Void hands --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "begun",
    [[], [bid(B, 2)], [contract(B, 2)], [contract(B, 2), TRUMP]],
    ids=["dealt", "bid", "pitched", "led"],
)
@pytest.mark.parametrize("next_dealer", ["hoist", "left"])
def test_void(begun: list[Raw], next_dealer: str) -> None:
    match = (
        Match(*begun, first=C, next_dealer=next_dealer)
        if not begun
        else Match(about("dealer", A), *begun, next_dealer=next_dealer)
    )
    dealer = match.dealer
    step = match.does(VOID)
    assert match.money == [0] * 5
    assert match.dealer == dealer
    assert match.next["hand"] == 2
    assert step.unit == 1
    assert step.payments == ()
    assert step.row is not None
    assert (step.row.unit, step.row.cells, step.row.marked) == (1, (0,) * 5, ())
    assert text(step.said) == f"Hand 1 is void. {'ABCDE'[dealer]} deals again."
    assert match.state.hand is None


def test_void_shows_who_sat_out() -> None:
    step = Match(about("sit_out", C), bid(B, 2), players=6).does(VOID)
    assert step.row is not None
    assert step.row.cells == (0, 0, "out", 0, 0, 0)


def test_the_dealer_of_a_void_hand_deals_again_even_if_the_one_before_is_back() -> None:
    match = Match(about("sit_out", A), bid(C, 2), VOID, about("sit_in", A), players=6)
    assert match.dealer == B


# The end -----------------------------------------------------------------------------------------


def test_finish() -> None:
    match = Match(contract(B, 2), MADE_2, FINISH)
    outcome = GAME.outcome(match.state)
    assert (outcome.finished, outcome.winners) == (True, (B,))
    assert match.asked == {"note"}
    assert match.next == {}


def test_winners_may_be_several() -> None:
    match = Match(contract(B, 2), MADE_2, contract(C, 2), MADE_2, FINISH)
    assert match.money == [-4, 6, 6, -4, -4]
    assert GAME.outcome(match.state).winners == (B, C)
    assert [standing.rank for standing in GAME.standings(match.state)] == [3, 1, 1, 3, 3]


@pytest.mark.parametrize("entries", [[], [VOID], [contract(B, 3)]])
def test_nobody_wins_what_was_not_played(entries: list[Raw]) -> None:
    match = Match(*entries, FINISH)
    assert GAME.outcome(match.state).winners == ()


def test_nobody_wins_while_it_goes_on() -> None:
    outcome = GAME.outcome(Match(contract(B, 2), MADE_2).state)
    assert (outcome.finished, outcome.winners) == (False, ())


@pytest.mark.parametrize(
    "entry",
    [bid(B, 2), contract(B, 2), TRUMP, hand(), VOID, *BETWEEN, stake(5), FINISH],
    ids=lambda entry: entry["type"],
)
def test_after_the_end_only_notes(entry: Raw) -> None:
    match = Match(contract(B, 2), FINISH)
    match.refuses(entry, "type", "match_over")
    step = match.does({"type": "note", "text": " See you on Friday! "})
    assert text(step.said) == "See you on Friday!"


@pytest.mark.parametrize("players", [5, 6, 7, 8])
def test_names_of_every_table(players: int) -> None:
    match = Match(players=players)
    assert match.state.table.names == NAMES[:players]
    assert [standing.rank for standing in GAME.standings(match.state)] == [1] * players


def test_a_note_changes_nothing() -> None:
    match = Match(bid(B, 2))
    before = match.state
    assert play(GAME, before, {"type": "note", "text": "x"}).state is before

"""Every line of "Refuse" and "Warn" in rules.md §1 about a hand's result and the stake.

The lines about bids are in ``test_auction.py``, those about who sits in ``test_seating.py``.
``Match.refuses`` also checks that a refused entry changes nothing.
"""

from __future__ import annotations

import itertools
import math

import pytest

from scorekeeper.kernel import Refused, play, read_setup
from tests.games.racehorse.at_table import (
    ALL,
    FINISH,
    GAME,
    NAMES,
    SMUDGE,
    TRUMP,
    VOID,
    A,
    B,
    C,
    D,
    E,
    Match,
    Raw,
    about,
    bid,
    contract,
    hand,
    pitched,
    stake,
)
from tests.kernel.reading import text

# Before there is a contract ----------------------------------------------------------------------


def test_a_result_waits_for_the_contract() -> None:
    match = Match()
    match.refuses(hand("high"), "type", "no_contract")
    match.does(bid(B, 2))
    match.refuses(hand("high"), "type", "no_contract")


# Tricks ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tricks", [-1, 7, 60, 10**30, -(10**30)])
def test_tricks_outside_0_to_6(tricks: int) -> None:
    refused = pitched().refuses(hand("high", tricks=tricks), "tricks", "out_of_range")
    assert text(refused.message) == "A number from 0 to 6."


@pytest.mark.parametrize("tricks", [1.5, True, "3", [3], {}, math.nan, math.inf])
def test_tricks_that_are_no_number(tricks: object) -> None:
    pitched().refuses(hand("high", tricks=tricks), "tricks", "not_whole")


@pytest.mark.parametrize("tricks", [0.0, 3.0, None])
def test_whole_numbers_as_some_programs_write_them(tricks: object) -> None:
    pitched().does(hand(tricks=tricks))


def test_a_smudge_needs_the_tricks() -> None:
    pitched(SMUDGE).refuses(hand(*ALL), "tricks", "tricks_needed")
    pitched(4).does(hand(*ALL))


@pytest.mark.parametrize("point", ALL)
def test_points_without_a_trick(point: str) -> None:
    refused = pitched().refuses(hand(point, tricks=0), "won", "no_tricks")
    assert text(refused.message) == f"With no tricks B cannot have {point.title()}."


def test_low_without_a_trick_where_the_holder_has_it() -> None:
    match = pitched(low="holder")
    for point in ("high", "jack", "game"):
        match.refuses(hand(point, "low", tricks=0), "won", "no_tricks")
    match.does(hand("low", tricks=0))
    assert match.money == [3, -12, 3, 3, 3]


@pytest.mark.parametrize("missing", ALL)
def test_six_tricks_bring_every_point(missing: str) -> None:
    won = [point for point in ALL if point != missing]
    refused = pitched().refuses(hand(*won, tricks=6), "won", f"{missing}_follows_six_tricks")
    assert text(refused.message) == f"All 6 tricks without {missing.title()} cannot be: B has it."


def test_six_tricks_without_low_where_the_holder_has_it() -> None:
    match = pitched(4, low="holder")
    match.does(hand("high", "jack", "game", tricks=6))
    assert match.money == [4, -16, 4, 4, 4]


def test_six_tricks_without_a_jack_that_is_not_in_play() -> None:
    match = pitched()
    match.does(hand("high", "low", "game", jack_in_play=False, tricks=6))
    assert match.money == [-3, 12, -3, -3, -3]


def test_six_tricks_without_game_where_nobody_took_card_points() -> None:
    match = pitched()
    match.does(hand("high", "low", jack_in_play=False, card_points=[0] * 5, tricks=6))
    assert match.money == [3, -12, 3, 3, 3]
    pitched().refuses(
        hand("high", "low", jack_in_play=False, game_tied=True, tricks=6), "won", "game_follows_six_tricks"
    )


# The jack ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("tricks", [None, 1, 6])
def test_a_jack_that_is_not_in_play_is_not_won(tricks: int | None) -> None:
    match = pitched()
    match.refuses(hand(*ALL, jack_in_play=False, tricks=tricks), "won", "jack_not_in_play")


# The list of points ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("won", "field", "code"),
    [
        (["high", "high"], "won", "said_twice"),
        (["high", "ace"], "won.1", "not_a_choice"),
        (["High"], "won.0", "not_a_choice"),
        ([None], "won.0", "missing"),
        ([["high"]], "won.0", "not_a_choice"),
        ("high", "won", "not_a_list"),
        ({"high": True}, "won", "not_a_list"),
        (4, "won", "not_a_list"),
        (None, "won", "missing"),
    ],
)
def test_won_that_is_no_list_of_points(won: object, field: str, code: str) -> None:
    pitched().refuses({"type": "hand", "won": won}, field, code)


def test_won_is_needed_but_may_be_empty() -> None:
    pitched().refuses({"type": "hand"}, "won", "missing")
    pitched().does(hand())


@pytest.mark.parametrize("field", ["jack_in_play", "game_tied"])
@pytest.mark.parametrize("value", [0, 1, "true", "no", [], 1.0])
def test_yes_or_no(field: str, value: object) -> None:
    pitched().refuses(hand(**{field: value}), field, "not_yes_no")


def test_every_order_of_the_points_is_the_same() -> None:
    ends = {repr(pitched(4).does(hand(*order)).state) for order in itertools.permutations(ALL)}
    assert len({end.count("frozenset") for end in ends}) == 1
    assert len(ends) == 1


# The stake ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "code"),
    [
        (0, "out_of_range"),
        (-100, "out_of_range"),
        (10**9 + 1, "out_of_range"),
        (10**400, "out_of_range"),
        (0.5, "not_whole"),
        (99.99, "not_whole"),
        ("100", "not_whole"),
        (True, "not_whole"),
        (math.nan, "not_whole"),
        (None, "missing"),
        ([100], "not_whole"),
    ],
)
def test_stake(amount: object, code: str) -> None:
    Match().refuses(stake(amount), "per_point", code)
    with pytest.raises(Refused) as caught:
        read_setup(GAME, {"players": list(NAMES[:5]), "stake": {"per_point": amount}})
    assert (caught.value.field, caught.value.code) == ("stake.per_point", code)


# Unknown types and fields ------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["", "Bid", "buy", None, 3, [], {"type": "bid"}, True])
def test_unknown_type(kind: object) -> None:
    Match().refuses({"type": kind, "seat": B, "bid": 2}, "type", "unknown_type")


def test_no_type_at_all() -> None:
    Match().refuses({"seat": B, "bid": 2}, "type", "unknown_type")
    for raw in (None, [], "bid", 3, [{"type": "bid"}]):
        Match().refuses(raw, "", "not_an_object")


@pytest.mark.parametrize("entry", [bid(B, 2), contract(B, 2), TRUMP, VOID, FINISH, hand(), stake(5)])
def test_unknown_field(entry: Raw) -> None:
    Match().refuses({**entry, "colour": 1}, "colour", "unknown_field")


# Warnings ----------------------------------------------------------------------------------------


def test_a_dealer_other_than_the_computed_one_is_a_warning() -> None:
    match = Match(contract(B, 2), hand("high", "low"))
    assert match.dealer == B
    step = match.does(about("dealer", D))
    assert [(w.code, text(w.message)) for w in step.warnings] == [
        ("dealer_overridden", "By the rules B would deal.")
    ]
    assert match.dealer == D
    step = match.does(about("dealer", E))
    assert text(step.warnings[0].message) == "By the rules B would deal."
    assert match.does(about("dealer", B)).warnings == ()
    assert match.dealer == B


def test_finishing_within_a_hand_is_a_warning() -> None:
    match = Match(contract(C, 3), hand(), contract(D, 4))
    step = match.does(FINISH)
    assert [(w.code, text(w.message)) for w in step.warnings] == [
        ("hand_unfinished", "Hand 2 is not over and does not count.")
    ]
    assert match.money == [3, 3, -12, 3, 3]
    assert Match(contract(C, 3), hand()).does(FINISH).warnings == ()


def test_play_has_no_other_door() -> None:
    with pytest.raises(Refused):
        play(GAME, Match(FINISH).state, contract(A, 2))

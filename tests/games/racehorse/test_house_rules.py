"""Each house rule of rules.md §1: what its values that are not the default change."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.games.racehorse.house_rules import HOUSE_RULES
from scorekeeper.kernel import Refused, changed_rules, read_setup
from tests.games.racehorse.at_table import (
    ALL,
    GAME,
    NAMES,
    SMUDGE,
    VOID,
    A,
    B,
    C,
    D,
    E,
    Match,
    Raw,
    about,
    contract,
    hand,
)

TABLE: dict[str, list[Any]] = {
    "next_dealer": ["hoist", "left"],
    "game_tie": ["nobody", "pitcher"],
    "game_count": ["single", "pooled"],
    "low": ["captured", "holder"],
    "smudge_without_jack": ["fails", "allowed"],
    "set_pays": ["bid", "shortfall"],
    "min_bid": [2, 1],
}


def test_keys_and_values_are_those_of_the_table_the_default_first() -> None:
    declared = {rule.key: [choice.value for choice in rule.choices] for rule in HOUSE_RULES}
    assert declared == TABLE
    assert list(declared) == list(TABLE)


def test_naming_a_default_changes_nothing() -> None:
    named = read_setup(GAME, {"players": list(NAMES[:5]), "rules": {k: v[0] for k, v in TABLE.items()}})
    assert named == read_setup(GAME, {"players": list(NAMES[:5])})
    assert changed_rules(GAME.house_rules, named.rules, 5) == {}


@pytest.mark.parametrize(
    ("rules", "field", "code"),
    [
        ({"low": "held"}, "rules.low", "not_a_choice"),
        ({"min_bid": "1"}, "rules.min_bid", "not_a_choice"),
        ({"min_bid": True}, "rules.min_bid", "not_a_choice"),
        ({"min_bid": 3}, "rules.min_bid", "not_a_choice"),
        ({"low": None}, "rules.low", "missing"),
        ({"go_out": "any"}, "rules.go_out", "unknown_field"),
        ([], "rules", "not_an_object"),
        (None, "rules", "not_an_object"),
    ],
)
def test_what_is_no_house_rule(rules: object, field: str, code: str) -> None:
    with pytest.raises(Refused) as caught:
        read_setup(GAME, {"players": list(NAMES[:5]), "rules": rules})
    assert (caught.value.field, caught.value.code) == (field, code)


def pays(match: Match) -> int:
    """What the pitcher of the last hand got from (or, below 0, paid to) each other, in stakes."""
    row = match.steps[-1].row
    assert row is not None
    (amount,) = {
        payment.amount if payment.payee in row.marked else -payment.amount
        for payment in match.steps[-1].payments
    }
    return amount // 100


# next_dealer -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "hoist", "left"), [(hand("high", "low"), D, B), (hand("high"), C, B)], ids=["made", "set"]
)
def test_next_dealer(result: Raw, hoist: int, left: int) -> None:
    assert Match(contract(D, 2), result).dealer == hoist
    assert Match(contract(D, 2), result, next_dealer="left").dealer == left


def test_next_dealer_left_goes_round() -> None:
    match = Match(first=D, next_dealer="left")
    dealt = []
    for _ in range(6):
        dealt.append(match.dealer)
        match.does(contract(C, 2), hand("high", "low"))
    assert dealt == [D, E, A, B, C, D]


def test_next_dealer_left_of_who_really_dealt() -> None:
    match = Match(about("dealer", C), contract(A, 2), hand(), next_dealer="left")
    assert match.dealer == D


def test_hoisted_in_the_seat_right_of_the_first() -> None:
    assert Match(contract(A, 2), hand()).dealer == E


# game_tie and game_count -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "counts", "made"),
    [
        ({}, [14, 14, 0, 0, 0], False),
        ({"game_tie": "pitcher"}, [14, 14, 0, 0, 0], True),
        ({"game_tie": "pitcher"}, [14, 14, 14, 0, 0], True),
        ({"game_tie": "pitcher"}, [14, 10, 14, 0, 0], False),  # two defenders tie above the pitcher
        ({"game_tie": "pitcher"}, [0, 0, 0, 0, 0], False),  # nobody took any: nobody has most
        ({"game_tie": "pitcher"}, [15, 14, 0, 0, 0], False),
        ({}, [14, 22, 12, 0, 0], True),
        ({"game_count": "pooled"}, [14, 22, 12, 0, 0], False),
        ({"game_count": "pooled"}, [10, 22, 11, 0, 0], True),
        ({"game_count": "pooled"}, [10, 22, 12, 0, 0], False),
        ({"game_count": "pooled", "game_tie": "pitcher"}, [10, 22, 12, 0, 0], True),
        ({"game_count": "pooled", "game_tie": "pitcher"}, [22, 22, 12, 0, 0], False),
    ],
)
def test_game_from_card_points(rules: Raw, counts: list[int], made: bool) -> None:
    match = Match(contract(B, 3), hand("high", "low", card_points=counts), **rules)
    assert pays(match) == (3 if made else -3)


def test_game_tied_without_a_count() -> None:
    result = hand("high", "low", game_tied=True)
    assert pays(Match(contract(B, 3), result)) == -3
    assert pays(Match(contract(B, 3), result, game_tie="pitcher")) == 3
    assert pays(Match(contract(B, 3), hand("high", "low", "game", game_tied=True), game_tie="pitcher")) == 3


def test_game_tied_by_others_where_the_pitcher_has_no_trick() -> None:
    assert pays(Match(contract(B, 3), hand(game_tied=True, tricks=0), game_tie="pitcher")) == -3


# smudge_without_jack -----------------------------------------------------------------------------

THREE = hand("high", "low", "game", jack_in_play=False, tricks=6)


def test_smudge_without_jack() -> None:
    assert pays(Match(contract(E, SMUDGE), THREE)) == -5
    assert pays(Match(contract(E, SMUDGE), THREE, smudge_without_jack="allowed")) == 5


@pytest.mark.parametrize(
    "result",
    [
        hand("high", "low", "game", jack_in_play=False, tricks=5),
        hand("high", "game", jack_in_play=False, tricks=5),
        hand("high", "low", "game", tricks=5),  # the jack is in play, and somebody else has it
    ],
)
def test_smudge_allowed_without_jack_still_needs_all_there_is(result: Raw) -> None:
    assert pays(Match(contract(E, SMUDGE), result, smudge_without_jack="allowed")) == -5


def test_smudge_allowed_without_jack_needs_all_four_where_the_jack_is_in_play() -> None:
    all_but_low = hand("high", "jack", "game", tricks=6)
    rules: Raw = {"smudge_without_jack": "allowed", "low": "holder"}
    assert pays(Match(contract(E, SMUDGE), all_but_low, **rules)) == -5
    assert pays(Match(contract(E, SMUDGE), all_but_low, set_pays="shortfall", **rules)) == -1


@pytest.mark.parametrize("rule", ["fails", "allowed"])
def test_a_bid_of_4_without_jack_always_fails(rule: str) -> None:
    assert pays(Match(contract(E, 4), THREE, smudge_without_jack=rule)) == -4


# set_pays ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "result", "stakes"),
    [
        (3, hand("high", "low"), -1),
        (3, hand("high"), -2),
        (4, hand(tricks=0), -4),
        (2, hand(), -2),
        (3, hand("high", "low", "game"), 3),
        (2, hand(*ALL), 2),
        (SMUDGE, hand(*ALL, tricks=6), 5),
        (SMUDGE, hand(*ALL, tricks=5), -1),  # the tricks are the fifth
        (SMUDGE, hand("high", "low", "game", tricks=4), -2),
        (SMUDGE, hand(tricks=0), -5),
        (SMUDGE, THREE, -1),  # all six tricks, but the jack is missing
    ],
)
def test_shortfall(what: object, result: Raw, stakes: int) -> None:
    assert pays(Match(contract(B, what), result, set_pays="shortfall")) == stakes


def test_shortfall_where_three_points_are_in_play() -> None:
    rules: Raw = {"set_pays": "shortfall", "smudge_without_jack": "allowed"}
    assert pays(Match(contract(B, SMUDGE), THREE, **rules)) == 5
    five_tricks = hand("high", "low", "game", jack_in_play=False, tricks=5)
    assert pays(Match(contract(B, SMUDGE), five_tricks, **rules)) == -1


# low ---------------------------------------------------------------------------------------------


def test_low_to_the_holder() -> None:
    low_only = hand("low", tricks=0)
    assert pays(Match(contract(B, 2), low_only, low="holder", set_pays="shortfall")) == -1
    all_but_low = hand("high", "jack", "game", tricks=6)
    assert pays(Match(contract(B, 4), all_but_low, low="holder")) == -4
    assert pays(Match(contract(B, SMUDGE), all_but_low, low="holder")) == -5


# Several at once ---------------------------------------------------------------------------------


def test_all_rules_changed() -> None:
    changed = {key: values[1] for key, values in TABLE.items()}
    match = Match(contract(A, 1, how="forced"), hand("low", tricks=0), VOID, **changed)
    assert pays(Match(contract(A, 1, how="forced"), hand("low", tricks=0), **changed)) == 1
    assert match.dealer == B

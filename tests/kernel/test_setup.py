"""What is agreed before the first card, read for a game that is no real one."""

from __future__ import annotations

import math
from typing import Any

import pytest

from scorekeeper.kernel import (
    HouseRule,
    NumberRule,
    Refused,
    RuleChoice,
    Setup,
    changed_rules,
    read_setup,
    say,
)
from scorekeeper.kernel.house_rules import resolved_rules
from scorekeeper.kernel.setup import setup_json
from tests.games.toy import GAME
from tests.kernel.reading import text

Raw = dict[str, Any]
FINE: Raw = {"players": ["Ana", "Ben"]}


def refusal(**changed: object) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        read_setup(GAME, {**FINE, **changed})
    assert text(caught.value.message)
    return caught.value.field, caught.value.code


def test_everything_but_players_has_a_default() -> None:
    setup = read_setup(GAME, FINE)
    assert setup.names == ("Ana", "Ben")
    assert setup.first == 0
    assert setup.rules == {"ace_low": False}
    assert (setup.stake.unit, setup.stake.settle, setup.stake.amounts_minor) == ("chips", "tally", {})


FULL: Raw = {
    "players": [" Ana ", "Ben", "\u674e"],
    "first_player": 2,
    "rules": {"ace_low": True},
    "stake": {"unit": " EUR ", "settle": "cash", "per_round": 150},
}


def test_everything_said() -> None:
    setup = read_setup(GAME, FULL)
    assert (setup.names, setup.first, setup.rules) == (("Ana", "Ben", "\u674e"), 2, {"ace_low": True})
    assert (setup.stake.unit, setup.stake.settle, setup.stake.amounts_minor) == (
        "EUR",
        "cash",
        {"per_round": 150},
    )


@pytest.mark.parametrize("raw", [FINE, FULL], ids=["fine", "full"])
def test_written_and_read_back(raw: Raw) -> None:
    setup: Setup = read_setup(GAME, raw)
    assert read_setup(GAME, setup_json(GAME, setup)) == setup


@pytest.mark.parametrize(
    ("players", "field", "code"),
    [
        (None, "players", "not_a_list"),
        ("Ana, Ben", "players", "not_a_list"),
        ({"0": "Ana", "1": "Ben"}, "players", "not_a_list"),
        (3, "players", "not_a_list"),
        (["Ana", 3], "players", "not_text"),
        (["Ana", None], "players", "not_text"),
        (["Ana", ["Ben"]], "players", "not_text"),
        ([], "players", "too_few_players"),
        (["Ana"], "players", "too_few_players"),
        (list("ABCDEFG"), "players", "too_many_players"),
        (["x"] * 100_000, "players", "too_many_players"),
        (["Ana", " "], "players.1", "name_empty"),
        (["x" * 41, "Ben"], "players.0", "name_too_long"),
        (["Ana", "Ben\0"], "players.1", "name_unreadable"),
        (["Ana", "Ben", "ANA "], "players.2", "name_taken"),
    ],
)
def test_players_refused(players: object, field: str, code: str) -> None:
    assert refusal(players=players) == (field, code)


def test_no_players_at_all() -> None:
    with pytest.raises(Refused) as caught:
        read_setup(GAME, {})
    assert (caught.value.field, caught.value.code) == ("players", "not_a_list")


def test_too_few_says_how_many_more() -> None:
    with pytest.raises(Refused) as caught:
        read_setup(GAME, {"players": ["Ana"]})
    assert text(caught.value.message) == "High Card needs 2 players. Add 1 more."


@pytest.mark.parametrize(
    ("first", "code"),
    [
        (2, "no_such_seat"),
        (39, "no_such_seat"),
        (40, "out_of_range"),
        (-1, "out_of_range"),
        (10**30, "out_of_range"),
        (0.5, "not_whole"),
        (True, "not_whole"),
        ("0", "not_whole"),
        ([0], "not_whole"),
        (math.nan, "not_whole"),
        (None, "missing"),
    ],
)
def test_first_refused(first: object, code: str) -> None:
    assert refusal(first_player=first) == ("first_player", code)


@pytest.mark.parametrize(
    ("stake", "field", "code"),
    [
        (None, "stake", "not_an_object"),
        ([], "stake", "not_an_object"),
        (100, "stake", "not_an_object"),
        ({"unit": 3}, "stake.unit", "not_text"),
        ({"unit": None}, "stake.unit", "missing"),
        ({"unit": " "}, "stake.unit", "missing"),
        ({"unit": "x" * 21}, "stake.unit", "too_long"),
        ({"unit": "a\nb"}, "stake.unit", "unreadable"),
        ({"unit": "\u200b"}, "stake.unit", "unreadable"),
        ({"settle": "later"}, "stake.settle", "not_a_choice"),
        ({"settle": None}, "stake.settle", "missing"),
        ({"per_round": 0}, "stake.per_round", "out_of_range"),
        ({"per_round": -5}, "stake.per_round", "out_of_range"),
        ({"per_round": 10**9 + 1}, "stake.per_round", "out_of_range"),
        ({"per_round": 1.5}, "stake.per_round", "not_whole"),
        ({"per_round": "5"}, "stake.per_round", "not_whole"),
        ({"per_round": True}, "stake.per_round", "not_whole"),
        ({"per_point": 5}, "stake.per_point", "unknown_field"),
    ],
)
def test_stake_refused(stake: object, field: str, code: str) -> None:
    assert refusal(stake=stake) == (field, code)


def test_no_stake_may_be_said_too() -> None:
    assert read_setup(GAME, {**FINE, "stake": {"per_round": None}}).stake.amounts_minor == {}


# House rules -------------------------------------------------------------------------------------

DECLARED = (
    HouseRule("low", say("Low"), (RuleChoice("captured", say("c")), RuleChoice("holder", say("h")))),
    HouseRule("min_bid", say("Lowest"), (RuleChoice(2, say("two")), RuleChoice(1, say("one")))),
    HouseRule("moon", say("Moon"), (RuleChoice(False, say("no")), RuleChoice(True, say("yes")))),
)


def test_rules_have_defaults() -> None:
    assert resolved_rules(DECLARED, {}, 5) == {"low": "captured", "min_bid": 2, "moon": False}
    assert [rule.default for rule in DECLARED] == ["captured", 2, False]
    assert [text(rule.sentence(rule.default)) for rule in DECLARED] == ["c", "two", "no"]


def test_a_number_may_depend_on_how_many_play() -> None:
    packs = NumberRule(
        "packs", say("Packs"), 1, 8, lambda players: -(-players // 2), lambda n: say("%(n)s", n=n)
    )
    assert resolved_rules((packs,), {}, 5) == {"packs": 3}
    assert changed_rules((packs,), resolved_rules((packs,), {"packs": 3}, 5), 5) == {}
    assert changed_rules((packs,), resolved_rules((packs,), {"packs": 3}, 4), 4) == {"packs": 3}
    with pytest.raises(Refused) as caught:
        resolved_rules((packs,), {"packs": 9}, 4)
    assert (caught.value.field, caught.value.code) == ("rules.packs", "out_of_range")


def test_only_what_differs_is_repeated() -> None:
    rules = resolved_rules(DECLARED, {"low": "captured", "min_bid": 1.0, "moon": True}, 5)
    assert rules == {"low": "captured", "min_bid": 1, "moon": True}
    assert changed_rules(DECLARED, rules, 5) == {"min_bid": 1, "moon": True}
    assert type(rules["min_bid"]) is int


@pytest.mark.parametrize(
    ("raw", "field", "code"),
    [
        ({"high": 1}, "rules.high", "unknown_field"),
        ({"low": "Holder"}, "rules.low", "not_a_choice"),
        ({"low": None}, "rules.low", "missing"),
        ({"min_bid": "2"}, "rules.min_bid", "not_a_choice"),
        ({"min_bid": True}, "rules.min_bid", "not_a_choice"),
        ({"moon": 1}, "rules.moon", "not_a_choice"),
        ({"moon": "true"}, "rules.moon", "not_a_choice"),
        ({"moon": ["true"]}, "rules.moon", "not_a_choice"),
        ([], "rules", "not_an_object"),
        ("low", "rules", "not_an_object"),
        (None, "rules", "not_an_object"),
    ],
)
def test_rules_refused(raw: object, field: str, code: str) -> None:
    with pytest.raises(Refused) as caught:
        resolved_rules(DECLARED, raw, 5)
    assert (caught.value.field, caught.value.code) == (field, code)

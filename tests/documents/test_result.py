"""The result of a match document, as the wire format promises it to other people's programs."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.documents import document, read_document, scored
from scorekeeper.games import GAMES
from scorekeeper.kernel import Game, replay
from tests.games.racehorse.at_table import ALL, FINISH, VOID, B, about, bid, contract, hand, join, stake
from tests.games.racehorse.test_examples import ALONE, ONE_EVENING, Example, entries
from tests.games.strategies import courses, json_values

Raw = dict[str, Any]
NAMES = ["Ana", "Ben", "Cleo", "Dov", "Edie"]
R1 = [contract(B, 3), hand("high", "low", "game")]
SOME = settings(
    max_examples=max(15, settings().max_examples // 5),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example, HealthCheck.data_too_large],
)
THE_DOCUMENT: Raw = {
    "game": "racehorse",
    "players": NAMES,
    "first_dealer": 0,
    "rules": {"next_dealer": "left"},
    "stake": {"unit": "USD", "per_point": 100},
    "entries": [
        {"type": "contract", "seat": 1, "bid": 3},
        {"type": "hand", "won": ["high", "low", "game"], "tricks": 4},
    ],
}


def racehorse(*raws: object, **more: object) -> Raw:
    return {"game": "racehorse", "players": list(NAMES), "entries": list(raws), **more}


def played(*raws: object, **more: object) -> Raw:
    answer, status = scored(racehorse(*raws, **more))
    assert status == 0, answer
    return answer


def refused(*raws: object, **more: object) -> Raw:
    answer, status = scored(racehorse(*raws, **more))
    assert (status, list(answer)) == (1, ["error"])
    assert sorted(answer["error"]) == ["code", "entry", "field", "message"]
    error: Raw = answer["error"]
    return error


def test_the_document_of_the_wire_format() -> None:
    answer, status = scored(THE_DOCUMENT)
    assert status == 0
    asks = answer.pop("asks")
    assert answer == {
        "game": "racehorse",
        "rules": {"next_dealer": "left"},
        "finished": False,
        "winners": [],
        "standings": [
            {"seat": 0, "player": "Ana", "score": -300, "net": -300, "rank": 2},
            {"seat": 1, "player": "Ben", "score": 1200, "net": 1200, "rank": 1},
            {"seat": 2, "player": "Cleo", "score": -300, "net": -300, "rank": 2},
            {"seat": 3, "player": "Dov", "score": -300, "net": -300, "rank": 2},
            {"seat": 4, "player": "Edie", "score": -300, "net": -300, "rank": 2},
        ],
        "payments": [
            {"entry": 1, "from": seat, "to": 1, "amount": 300, "reason": "Ben made 3"}
            for seat in (0, 2, 3, 4)
        ],
        "warnings": [],
        "settlement": [{"from": seat, "to": 1, "amount": 300} for seat in (0, 2, 3, 4)],
        "next": {"dealer": 1, "hand": 2, "to_bid": 2},
    }
    assert [ask["type"] for ask in asks][:3] == ["bid", "contract", "void"]


def test_r1_to_r6() -> None:
    answer = played(*(raw for example in ONE_EVENING for raw in entries(example, "contract")))
    assert [standing["net"] for standing in answer["standings"]] == [-1500, 1500, -1000, 3500, -2500]
    assert [standing["rank"] for standing in answer["standings"]] == [4, 2, 3, 1, 5]
    assert sorted((p["from"], p["to"], p["amount"]) for p in answer["settlement"]) == [
        (0, 1, 1500),
        (2, 3, 1000),
        (4, 3, 2500),
    ]
    assert answer["next"]["dealer"] == 4


@pytest.mark.parametrize("way", ["contract", "auction", "auction and trump"])
@pytest.mark.parametrize("example", ALONE.values(), ids=ALONE)
def test_r7_to_r10(example: Example, way: str) -> None:
    answer = played(
        *entries(example, way),
        players=["Ana", "Ben", "Cleo", "Dov", "Edie", "Finn"][: example.players],
        rules=example.rules,
        stake={"per_point": example.per_point},
    )
    assert [standing["net"] / 100 for standing in answer["standings"]] == example.money
    assert answer["next"]["dealer"] == example.next_dealer
    assert answer.get("rules", {}) == example.rules


def test_what_is_left_out_is_the_default() -> None:
    short = {"game": "racehorse", "players": NAMES}
    answer, status = scored(short)
    assert status == 0
    assert answer == played(
        rules={"low": "captured"}, stake={"unit": "USD", "per_point": 100, "settle": "tally"}
    )
    assert "rules" not in answer
    assert (answer["next"]["dealer"], answer["payments"], answer["settlement"]) == (0, [], [])


def test_only_changed_rules_are_repeated() -> None:
    answer = played(rules={"low": "holder", "game_tie": "nobody", "min_bid": 1})
    assert answer["rules"] == {"low": "holder", "min_bid": 1}


def test_a_finished_match_has_winners() -> None:
    answer = played(*R1, FINISH)
    assert (answer["finished"], answer["winners"]) == (True, [1])
    assert (answer["next"], [ask["type"] for ask in answer["asks"]]) == ({}, ["note"])


def test_cash_shows_payments_and_owes_nothing() -> None:
    answer = played(*R1, stake={"settle": "cash"})
    assert [payment["amount"] for payment in answer["payments"]] == [300] * 4
    assert [standing["score"] for standing in answer["standings"]] == [-300, 1200, -300, -300, -300]
    assert {standing["net"] for standing in answer["standings"]} == {0}
    assert answer["settlement"] == []


def test_who_joined_has_a_standing() -> None:
    answer = played(*R1, join("Finn", after=0), *R1)
    assert answer["standings"][5] == {"seat": 5, "player": "Finn", "score": -300, "net": -300, "rank": 2}
    assert [standing["rank"] for standing in answer["standings"]] == [3, 1, 3, 3, 3, 2]


def test_warnings_name_their_entry() -> None:
    answer = played({"type": "note", "text": "Hm"}, about("dealer", 3))
    assert answer["warnings"] == [
        {"entry": 1, "code": "dealer_overridden", "message": "By the rules Ana would deal."}
    ]


def test_payments_name_their_entry() -> None:
    answer = played(VOID, stake(25), *R1)
    assert {(payment["entry"], payment["amount"]) for payment in answer["payments"]} == {(3, 75)}


def test_asks_carry_what_would_be_refused() -> None:
    asks = {ask["type"]: ask for ask in played(bid(B, 3))["asks"]}
    assert asks["bid"]["seats"] == [2]
    refusals = {choice["value"]: choice.get("refused", {}).get("code") for choice in asks["bid"]["choices"]}
    assert refusals == {2: "too_low", 3: "too_low", 4: None, "smudge": None, "pass": None}


def test_a_refused_entry() -> None:
    error = refused(contract(B, "smudge"), hand("high", "low", "game", tricks=6))
    assert error == {
        "entry": 1,
        "field": "won",
        "code": "jack_follows_six_tricks",
        "message": "All 6 tricks without Jack cannot be: Ben has it.",
    }


@pytest.mark.parametrize(
    "raw", [None, 1, "bid", [], True, {}, {"type": None}, {"type": []}, {"type": {"a": 1}}]
)
def test_what_is_no_entry(raw: object) -> None:
    error = refused(*R1, raw)
    assert error["entry"] == 2
    assert error["code"] in {"not_an_object", "unknown_type"}


def test_the_first_refused_entry_is_named() -> None:
    assert refused(R1[0], {"type": "bogus"}, {"type": "worse"})["entry"] == 1
    assert refused(FINISH, *R1)["entry"] == 1


@pytest.mark.parametrize(
    ("raw", "field", "code"),
    [
        (None, "", "not_an_object"),
        ([], "", "not_an_object"),
        ("racehorse", "", "not_an_object"),
        (True, "", "not_an_object"),
        ({}, "game", "unknown_game"),
        ({"game": None}, "game", "unknown_game"),
        ({"game": ["racehorse"]}, "game", "unknown_game"),
        ({"game": "bridge", "players": NAMES}, "game", "unknown_game"),
        ({"game": "racehorse"}, "players", "not_a_list"),
        (racehorse(players="Ana"), "players", "not_a_list"),
        (racehorse(players=NAMES[:4]), "players", "too_few_players"),
        (racehorse(players=[*"ABCDEFGHI"]), "players", "too_many_players"),
        (racehorse(players=[*NAMES[:4], 5]), "players", "not_text"),
        (racehorse(players=[*NAMES[:4], "ana"]), "players.4", "name_taken"),
        (racehorse(first_dealer=5), "first_dealer", "no_such_seat"),
        (racehorse(first_dealer=-1), "first_dealer", "out_of_range"),
        (racehorse(first_dealer="0"), "first_dealer", "not_whole"),
        (racehorse(first_dealer=True), "first_dealer", "not_whole"),
        (racehorse(first_player=0), "first_player", "unknown_field"),
        (racehorse(rules=[]), "rules", "not_an_object"),
        (racehorse(rules={"bogus": 1}), "rules.bogus", "unknown_field"),
        (racehorse(rules={"min_bid": True}), "rules.min_bid", "not_a_choice"),
        (racehorse(stake={"per_point": 0}), "stake.per_point", "out_of_range"),
        (racehorse(stake={"per_point": 1.5}), "stake.per_point", "not_whole"),
        (racehorse(stake={"per_penny": 1}), "stake.per_penny", "unknown_field"),
        (racehorse(stake={"unit": ""}), "stake.unit", "missing"),
        (racehorse(stake={"settle": "card"}), "stake.settle", "not_a_choice"),
        (racehorse(entries={}), "entries", "not_a_list"),
        (racehorse(entries=None), "entries", "not_a_list"),
        (racehorse(title="Friday"), "title", "unknown_field"),
    ],
)
def test_what_is_no_match_document(raw: object, field: str, code: str) -> None:
    answer, status = scored(raw)
    error = answer["error"]
    assert status == 2
    assert (error["entry"], error["field"], error["code"]) == (None, field, code)
    assert error["message"]


@SOME
@given(json_values)
def test_junk_is_no_match_document(raw: object) -> None:
    answer, status = scored(raw)
    assert status == 2
    assert answer["error"]["entry"] is None


EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)


@EVERY_GAME
@SOME
@given(data=st.data())
def test_the_result_adds_up(game: Game[Any], data: st.DataObject) -> None:
    course = data.draw(courses(game, 12))
    answer, status = scored(document(game, course.setup, course.accepted))
    assert status == 0
    nets = [standing["net"] for standing in answer["standings"]]
    assert sum(nets) == 0
    for payment in answer["settlement"]:
        nets[payment["from"]] += payment["amount"]
        nets[payment["to"]] -= payment["amount"]
    assert not any(nets)
    owed = [0] * len(nets)
    for payment in answer["payments"]:
        owed[payment["from"]] -= payment["amount"]
        owed[payment["to"]] += payment["amount"]
    if course.setup.stake.settle == "tally":
        assert owed == [standing["net"] for standing in answer["standings"]]
    assert {payment["entry"] for payment in answer["payments"]} <= set(range(len(course.accepted)))


@EVERY_GAME
@SOME
@given(data=st.data())
def test_a_document_reads_back_as_the_same_match(game: Game[Any], data: st.DataObject) -> None:
    course = data.draw(courses(game, 5))
    doc = read_document(document(game, course.setup, course.accepted))
    assert (doc.game, doc.setup, list(doc.entries)) == (game, course.setup, course.accepted)
    assert replay(doc.game, doc.setup, doc.entries).state == course.state


@EVERY_GAME
@SOME
@given(data=st.data())
def test_one_bad_entry_is_named_wherever_it_stands(game: Game[Any], data: st.DataObject) -> None:
    course = data.draw(courses(game, 6))
    at = data.draw(st.integers(0, len(course.accepted)))
    raws = [*course.accepted[:at], {"type": "no such type"}, *course.accepted[at:]]
    answer, status = scored(document(game, course.setup, raws))
    assert (status, answer["error"]["entry"], answer["error"]["code"]) == (1, at, "unknown_type")


def test_a_long_match_is_quick_to_read() -> None:
    answer = played(*R1 * 500, contract(B, 4), hand(*ALL))
    assert answer["standings"][1]["net"] == 4 * (500 * 300 + 400)

"""Entries through the API: added, tried, repeated, taken back, corrected."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from scorekeeper.documents import scored
from tests.api.client import CONTRACT, HAND, NAMES, SETUP, Json, Program, Table, fresh, sat_down

SECOND = ({"type": "contract", "seat": 2, "bid": 2}, {"type": "hand", "won": ["high"]})


@pytest.fixture
def table(either_app: Flask) -> Table:
    """A hand was played; on each kind of database."""
    return sat_down(either_app, entries=(CONTRACT, HAND))


def as_scored(*entries: object) -> Any:
    """What the command line makes of the same."""
    answer, status = scored(SETUP | {"entries": list(entries)})
    assert status == 0
    return answer


def test_a_match_is_told_as_the_command_line_tells_it(table: Table) -> None:
    expected, match = as_scored(CONTRACT, HAND), table.viewer.get(table.match).json
    for name in ("game", "finished", "winners", "standings", "settlement", "next", "asks"):
        assert match[name] == expected[name], name
    payments = table.viewer.get(f"{table.match}/payments").json["items"]
    assert payments == expected["payments"]
    standings = table.viewer.get(f"{table.match}/standings").json
    assert standings == {name: match[name] for name in standings}
    assert (match["version"], match["names"], match["last"]) == (2, list(NAMES), "Ben bid 3, took 3: made.")


def test_what_was_entered_is_told_with_what_it_did(table: Table) -> None:
    told = table.enters(*SECOND)
    assert told.status == 201
    contract, hand = told.json["entries"]
    assert (contract["place"], contract["entry"], contract["completes"]) == (2, SECOND[0], False)
    assert (hand["place"], hand["entry"], hand["unit"], hand["completes"]) == (3, SECOND[1], 2, True)
    assert hand["said"] == "Cleo bid 2, took 1: set."
    assert {(one["from"], one["to"], one["amount"]) for one in hand["payments"]} == {
        (2, seat, 200) for seat in (0, 1, 3, 4)
    }
    assert told.json["version"] == told.json["match"]["version"] == 4
    assert table.viewer.get(f"{table.match}/entries").json["items"][2:] == [contract, hand]


def test_the_same_again_adds_nothing_and_answers_alike(table: Table) -> None:
    client_id = fresh()
    first = table.enters(*SECOND, client_id=client_id)
    table.enters({"type": "note", "text": "late"})
    again = table.enters(*SECOND, version=2, client_id=client_id)
    assert again.status == 201
    assert (again.json["version"], again.json["entries"]) == (first.json["version"], first.json["entries"])
    assert again.json["match"]["version"] == table.version == 5


def test_what_is_stale_is_refused_and_says_where_the_match_is(table: Table) -> None:
    told = table.enters(CONTRACT, version=1)
    assert told.problem == (409, "stale")
    assert (told.json["version"], told.json["last"]) == (2, "Ben bid 3, took 3: made.")
    assert table.version == 2


def test_an_id_is_good_for_one_thing(table: Table) -> None:
    client_id = fresh()
    assert table.enters(*SECOND, client_id=client_id).status == 201
    other = {"type": "contract", "seat": 3, "bid": 3}
    for entries in ((other, SECOND[1]), ({"type": "note", "text": "?"}, *SECOND), (HAND,), (other,)):
        for version in (2, 4):
            told = table.enters(*entries, version=version, client_id=client_id)
            assert told.problem in {(409, "id_used"), (422, "no_contract")}, entries
    table.scorer.post(f"{table.match}/undo", {"version": 4})
    assert table.enters(*SECOND, client_id=client_id).problem[0] in {409, 422}
    assert table.version == 5, "nothing was kept of any"


def test_a_refusal_names_who_joins_before_it(table: Table) -> None:
    entries = [{"type": "join", "name": "Zed", "after": 1}, *[{"type": "sit_out", "seat": 5}] * 2]
    told = table.enters(*entries)
    assert told.problem == (422, "sits_out_already")
    assert (told.json["entry"], told.json["detail"]) == (2, "Zed sits out already.")
    assert table.scorer.post(f"{table.match}/entries/preview", {"entries": entries}).json == told.json


def test_what_commutes_is_entered_although_something_came_between(app: Flask) -> None:
    table = sat_down(app, {"game": "ten_pennies", "players": ["Ana", "Ben", "Cleo"]})
    for seat in range(3):
        assert table.enters({"type": "buy", "seat": seat}, version=0).status == 201
    assert table.version == 3


def test_a_refusal_names_the_entry_the_field_and_the_reason(table: Table) -> None:
    told = table.enters(SECOND[0], {"type": "hand", "won": ["high", "high"], "tricks": 2})
    assert told.problem == (422, "said_twice")
    assert (told.json["entry"], told.json["field"]) == (1, "won")
    told = table.enters({"type": "bid", "seat": 0, "bid": 2})
    assert told.problem == (422, "out_of_turn")
    assert told.json["detail"] == "It is Cleo’s turn to bid."
    assert table.version == 2, "nothing of either was kept"


@pytest.mark.parametrize("raw", ["bid", None, 4, [], {}, {"type": []}, {"type": {"a": 1}}, {"type": "bid"}])
@pytest.mark.parametrize("version", [1, 2])
def test_what_is_no_entry_is_refused(table: Table, raw: object, version: int) -> None:
    told = table.enters(raw, version=version)
    assert told.status in ({422} if version == 2 else {409})
    assert table.version == 2


def test_nothing_entered_is_refused(table: Table) -> None:
    assert table.enters().problem == (422, "missing")


def test_a_preview_tells_the_same_and_keeps_nothing(table: Table) -> None:
    tried = table.viewer.post(f"{table.match}/entries/preview", {"entries": list(SECOND)})
    assert tried.status == 200
    assert table.version == tried.json["version"] == 2
    done = table.enters(*SECOND).json
    for name in ("standings", "next", "asks"):
        assert tried.json[name] == done["match"][name], name
    names = ("said", "unit", "completes", "payments", "warnings")
    assert tried.json["effects"] == [{name: one[name] for name in names} for one in done["entries"]]


def test_a_preview_refuses_as_entering_does(table: Table) -> None:
    bad = [SECOND[0], {"type": "hand", "won": ["high"], "tricks": 7}]
    tried = table.scorer.post(f"{table.match}/entries/preview", {"entries": bad})
    assert tried.json == table.enters(*bad).json
    assert tried.json["entry"] == 1


def test_a_warning_is_told_and_does_not_block(app: Flask) -> None:
    table = sat_down(app)
    told = table.enters({"type": "dealer", "seat": 3})
    assert told.status == 201
    (warning,) = told.json["entries"][0]["warnings"]
    assert warning == {"code": "dealer_overridden", "message": "By the rules Ana would deal."}


def changes(table: Table, what: str, version: int) -> Any:
    """Takes back, brings back, reopens."""
    return table.scorer.post(f"{table.match}/{what}", {"version": version})


def test_undo_redo_and_reopening(table: Table) -> None:
    assert changes(table, "undo", 1).problem == (409, "stale")
    undone = changes(table, "undo", 2).json
    assert (undone["version"], undone["can_redo"], undone["last"]) == (3, True, "Ben pitches for 3.")
    redone = changes(table, "redo", 3).json
    assert (redone["can_redo"], redone["standings"]) == (False, as_scored(CONTRACT, HAND)["standings"])
    assert changes(table, "redo", 4).problem == (422, "nothing_to_redo")
    assert changes(table, "reopen", 4).problem == (422, "not_finished")
    finished = table.enters({"type": "finish"}).json["match"]
    assert (finished["finished"], finished["winners"]) == (True, [1])
    assert table.enters(CONTRACT).problem == (422, "match_over")
    assert changes(table, "reopen", 5).json["finished"] is False


def amends(table: Table, unit: int, *entries: object, version: int | None = None, client_id: str = "") -> Any:
    """Corrects a hand."""
    version = table.version if version is None else version
    body = {"version": version, "client_id": client_id or fresh(), "entries": list(entries)}
    return table.scorer.asks("PUT", f"{table.match}/units/{unit}", body)


def test_a_hand_is_corrected(table: Table) -> None:
    table.enters(*SECOND)
    set_hand, client_id = {"type": "hand", "won": ["high"]}, fresh()
    told = amends(table, 1, CONTRACT, set_hand, client_id=client_id)
    assert told.status == 200
    assert [one["entry"] for one in told.json["entries"]] == [CONTRACT, set_hand]
    assert all(one["corrected"] for one in told.json["entries"])
    expected = as_scored(CONTRACT, set_hand, *SECOND)
    assert told.json["match"]["standings"] == expected["standings"]
    again = amends(table, 1, CONTRACT, set_hand, version=4, client_id=client_id)
    assert again.json["entries"] == told.json["entries"]
    assert table.version == told.json["version"] == 5


def test_a_correction_that_does_not_play_changes_nothing(table: Table) -> None:
    table.enters(*SECOND)
    before = table.viewer.get(table.match).json
    assert amends(table, 1, CONTRACT).problem == (422, "not_whole_unit")
    refused = amends(table, 1, CONTRACT, {"type": "hand", "won": ["queen"]})
    assert (refused.problem, refused.json["entry"]) == ((422, "not_a_choice"), 1)
    assert amends(table, 1, CONTRACT, HAND, version=2).problem == (409, "stale")
    assert amends(table, 7, CONTRACT, HAND).problem == (404, "not_found")
    assert amends(table, 10**30, CONTRACT, HAND).problem == (404, "not_found")
    assert table.viewer.get(table.match).json == before


def test_a_correction_after_which_a_later_entry_does_not_play_names_that(app: Flask) -> None:
    table = sat_down(app, entries=(CONTRACT, HAND))
    table.enters({"type": "bid", "seat": 2, "bid": 2}, {"type": "bid", "seat": 3, "bid": "pass"})
    told = amends(table, 1, CONTRACT, {"type": "void"})
    assert told.problem == (422, "out_of_turn")
    assert (told.json["unit"], told.json["no_longer_fits"]) == (2, "Cleo bids 2.")


def test_entries_come_a_page_at_a_time(table: Table) -> None:
    for _ in range(5):
        table.enters({"type": "note", "text": "?"})
    whole = table.viewer.get(f"{table.match}/entries").json["items"]
    assert len(whole) == 7
    for limit in (1, 3, 7):
        pages, query = [], f"limit={limit}"
        while query:
            told = table.viewer.get(f"{table.match}/entries?{query}").json
            assert 0 < len(told["items"]) <= limit
            pages += told["items"]
            query = f"limit={limit}&cursor={told['next']}" if told["next"] else ""
        assert pages == whole


@pytest.mark.parametrize(
    ("query", "field", "code"),
    [
        ("limit=0", "limit", "out_of_range"),
        ("limit=201", "limit", "out_of_range"),
        ("limit=x", "limit", "not_whole"),
        ("limit=" + "9" * 5000, "limit", "not_whole"),
        ("limt=5", "limt", "unknown_field"),
        ("limit=1&limit=2", "limit", "given_twice"),
        ("cursor=x", "cursor", "no_cursor"),
        ("cursor=%C3%A9", "cursor", "no_cursor"),
        ("cursor=OTIyMzM3MjAzNjg1NDc3NTgwNw", "cursor", "no_cursor"),
        ("cursor=" + "OTk5" * 3000, "cursor", "no_cursor"),
        ("cursor=Mg" + "=" * 39, "cursor", "no_cursor"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(table: Table, query: str, field: str, code: str) -> None:
    for asked in (f"{table.match}/entries", "sessions", f"sessions/{table.session}/players"):
        told = table.viewer.get(f"{asked}?{query}")
        assert told.problem == (422, code)
        assert told.json["field"] == field


def test_another_match_of_the_session(table: Table) -> None:
    body: Json = {"client_id": fresh(), "match": {"game": "ten", "players": ["Ana", "Finn"]}}
    path = f"sessions/{table.session}/matches"
    made = table.scorer.post(path, body)
    assert made.status == 201
    assert made.answer.headers["Location"] == f"/api/v1/{path}/2"
    assert table.scorer.post(path, body).json["number"] == 2
    listed = table.viewer.get(path).json["items"]
    assert [(one["number"], one["game"]) for one in listed] == [(1, "racehorse"), (2, "ten")]
    assert table.players()["Ana"] == made.json["seats"][0]
    told = table.scorer.post(path, body | {"match": SETUP | {"players": ["Ana"]}})
    assert told.problem == (422, "too_few_players")
    told = table.scorer.post(path, body | {"match": {"game": "whist", "players": ["Ana", "Ben"]}})
    assert (told.problem, told.json["field"]) == ((422, "unknown_game"), "game")
    told = table.scorer.post(path, body | {"match": SETUP | {"entries": [CONTRACT]}})
    assert (told.problem, told.json["field"]) == ((422, "unknown_field"), "entries")


def test_what_is_not_there_is_not_found(table: Table) -> None:
    for path in ("matches/2", "matches/0", f"matches/{10**30}", "matches/x", "nothing", "matches/1/nothing"):
        assert table.scorer.get(f"sessions/{table.session}/{path}").problem == (404, "not_found")
    assert Program(table.app, table.scorer.token).get("sessions/%00").problem == (404, "not_found")

"""Money through the API: settlement, transfers and what takes them back, of sessions and of a club's tab."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from scorekeeper.service.exporting import session_export
from scorekeeper.service.programs import program_with
from tests.api.client import CONTRACT, HAND, NAMES, SETUP, Json, Program, Table, begun_club, fresh, sat_down


@pytest.fixture
def table(either_app: Flask) -> Table:
    """Ben made 3: everybody owes him three dollars."""
    return sat_down(either_app, entries=(CONTRACT, HAND))


def pays(  # noqa: PLR0917 - as the sentence goes
    program: Program, where: str, version: int, payer: int, payee: int, amount: int, **more: Any
) -> Any:
    body: Json = {"version": version, "client_id": fresh(), "from": payer, "to": payee, "amount": amount}
    return program.post(f"{where}/transfers", body | {"unit": "USD"} | more)


def balances(program: Program, path: str) -> dict[str, int]:
    (unit,) = program.get(path).json["units"]
    assert unit["unit"] == "USD"
    assert sum(one["amount"] for one in unit["balances"]) == 0
    return {one["name"]: one["amount"] for one in unit["balances"]}


def test_what_is_paid_is_settled_no_more(table: Table) -> None:
    where, who = f"sessions/{table.session}", table.players()
    assert balances(table.viewer, f"{where}/settlement") == dict.fromkeys(NAMES, -300) | {"Ben": 1200}
    kept = pays(table.scorer, where, 0, who["Ana"], who["Ben"], 100)
    assert kept.status == 201
    assert kept.json["version"] == 1
    (transfer,) = kept.json["items"]
    assert (transfer["from"], transfer["to"], transfer["amount"]) == (who["Ana"], who["Ben"], 100)
    assert balances(table.viewer, f"{where}/settlement")["Ana"] == -200
    back = [table.scorer.post(f"{where}/transfers/{transfer['id']}/reversal") for _ in range(2)]
    for told in back:  # twice takes it back once
        assert told.status == 201
        assert [one["reverses"] for one in told.json["items"]] == [None, transfer["id"]]
    assert balances(table.viewer, f"{where}/settlement")["Ana"] == -300
    assert table.viewer.get(f"{where}/transfers").json == back[0].json


def test_paying_every_suggestion_settles_all(table: Table) -> None:
    where = f"sessions/{table.session}"
    (unit,) = table.scorer.get(f"{where}/settlement").json["units"]
    for version, one in enumerate(unit["payments"]):
        assert pays(table.scorer, where, version, one["from"], one["to"], one["amount"]).status == 201
    (unit,) = table.scorer.get(f"{where}/settlement").json["units"]
    assert (unit["payments"], {one["amount"] for one in unit["balances"]}) == ([], {0})


def test_a_payment_that_was_overtaken_is_a_conflict(table: Table) -> None:
    where, who = f"sessions/{table.session}", table.players()
    client_id = fresh()
    for _ in range(2):  # the same again is known
        told = pays(table.scorer, where, 0, who["Ana"], who["Ben"], 300, client_id=client_id)
        assert (told.status, told.json["version"]) == (201, 1)
    late = pays(table.scorer, where, 0, who["Cleo"], who["Ben"], 300)
    assert (late.problem, late.json["version"], "field" in late.json) == ((409, "overtaken"), 1, False)
    known = pays(table.scorer, where, 0, who["Ana"], who["Ben"], 200, client_id=client_id)
    assert known.problem == (409, "overtaken")


@pytest.mark.parametrize(
    ("changed", "field", "code"),
    [
        ({"amount": 0}, "amount", "out_of_range"),
        ({"amount": 1.5}, "amount", "not_whole"),
        ({"amount": True}, "amount", "not_whole"),
        ({"amount": 10**30}, "amount", "out_of_range"),
        ({"to": 1}, "to", "same_person"),
        ({"unit": "chips"}, "unit", "not_a_choice"),
        ({"unit": ""}, "unit", "missing"),
        ({"from": 0}, "from", "out_of_range"),
        ({"note": "x"}, "note", "unknown_field"),
    ],
)
def test_a_payment_that_makes_no_sense_is_refused(app: Flask, changed: Json, field: str, code: str) -> None:
    table = sat_down(app, entries=(CONTRACT, HAND))
    body: Json = {"version": 0, "client_id": fresh(), "from": 1, "to": 2, "amount": 5, "unit": "USD"}
    told = table.scorer.post(f"sessions/{table.session}/transfers", body | changed)
    assert told.problem == (422, code)
    assert told.json["field"] == field
    assert table.scorer.get(f"sessions/{table.session}/transfers").json["items"] == []


def test_people_of_another_session_are_nobody_here(app: Flask) -> None:
    table, other = sat_down(app), sat_down(app, SETUP | {"players": ["F", "G", "H", "I", "J"]})
    ids = [table.players()["Ana"], other.players()["F"]]
    told = pays(table.scorer, f"sessions/{table.session}", 0, ids[0], ids[1], 5)
    assert (told.problem, told.json["field"]) == ((422, "nobody_here"), "to")


def test_transfers_are_those_of_the_exports(table: Table) -> None:
    where, who = f"sessions/{table.session}", table.players()
    for version, name in enumerate(("Ana", "Cleo", "Dov")):
        pays(table.scorer, where, version, who[name], who["Ben"], 100 + version)
    with table.app.app_context():
        phone = program_with(str(table.viewer.token)).device_id
        exported = session_export(table.session, phone).transfers
    told = table.viewer.get(f"{where}/transfers").json["items"]
    names = {id_: name for name, id_ in who.items()}
    assert [(names[one["from"]], one["amount"]) for one in told] == [
        (NAMES[one.payer], one.amount_minor) for one in exported
    ]


# A club ------------------------------------------------------------------------------------------


def evening(club: Program) -> str:
    """A session in which Ben made 3."""
    slug = club.post("sessions", {"client_id": fresh(), "match": SETUP}).json["session"]
    body = {"version": 0, "client_id": fresh(), "entries": [CONTRACT, HAND]}
    assert club.post(f"sessions/{slug}/matches/1/entries", body).status == 201
    return str(slug)


def test_the_tab_runs_over_all_sessions(either_app: Flask) -> None:
    slug, club, watcher = begun_club(either_app)
    sessions = [evening(club) for _ in range(3)]
    where = f"clubs/{slug}"
    assert balances(watcher, f"{where}/tab") == dict.fromkeys(NAMES, -900) | {"Ben": 3600}
    members = {one["name"]: one["id"] for one in watcher.get(f"{where}/members").json["items"]}
    kept = pays(club, where, 0, members["Ana"], members["Ben"], 900)
    assert (kept.status, kept.json["version"]) == (201, 1)
    assert "Ana" not in balances(watcher, f"{where}/tab") or balances(watcher, f"{where}/tab")["Ana"] == 0
    (transfer,) = watcher.get(f"{where}/transfers").json["items"]
    assert club.post(f"{where}/transfers/{transfer['id']}/reversal").status == 201
    assert balances(watcher, f"{where}/tab")["Ana"] == -900
    settlement = watcher.get(f"sessions/{sessions[0]}/settlement").json
    assert settlement["on_tab"] is True
    assert [unit["payments"] for unit in settlement["units"]] == [[]]
    assert pays(club, f"sessions/{sessions[0]}", 0, 1, 2, 300).problem == (422, "on_tab")


def test_sessions_of_a_club_come_a_page_at_a_time(app: Flask) -> None:
    _slug, club, watcher = begun_club(app)
    begun = [evening(club) for _ in range(3)]
    first = watcher.get("sessions?limit=2").json
    rest = watcher.get(f"sessions?limit=2&cursor={first['next']}").json
    assert [one["session"] for one in first["items"] + rest["items"]] == begun
    assert rest["next"] is None


def test_statistics_are_those_of_the_finished_matches(app: Flask) -> None:
    slug, club, watcher = begun_club(app)
    made = [evening(club) for _ in range(3)]
    path = f"clubs/{slug}/statistics"
    assert watcher.get(path).json["members"] == [], "they go on"
    for session in made[:2]:
        body = {"version": 2, "client_id": fresh(), "entries": [{"type": "finish"}]}
        assert club.post(f"sessions/{session}/matches/1/entries", body).status == 201
    told = watcher.get(path).json
    assert (told["games"], told["units"], told["unit"]) == (["racehorse"], ["USD"], "USD")
    by_name = {one["name"]: one for one in told["members"]}
    ben, ana = by_name["Ben"], by_name["Ana"]
    assert (ben["matches"], ben["wins"], ben["net"], ben["feats"]) == (2, "2", 2400, {"made": 2})
    assert ana["gains"] == {str(ben["member"]): -600}
    archived = club.asks("PATCH", f"sessions/{made[0]}", {"archived": True})
    assert archived.json["archived"] is True
    assert watcher.get(f"{path}?game=racehorse&unit=USD").json["members"][0]["matches"] == 1
    assert club.asks("PATCH", f"sessions/{made[0]}", {"archived": False}).json["archived"] is False
    assert watcher.get(path).json == told


def test_a_club_is_renamed_and_members_turn_out_to_be_one(app: Flask) -> None:
    slug, club, watcher = begun_club(app)
    assert club.asks("PATCH", f"clubs/{slug}", {"name": " Monday "}).json["name"] == "Monday"
    assert watcher.get(f"clubs/{slug}").json["name"] == "Monday"
    where = f"clubs/{slug}/members"
    ana, anna = (club.post(where, {"name": name}).json["id"] for name in ("Ana", "Anna"))
    merged = club.post(f"{where}/{ana}/merge", {"into": anna})
    assert merged.json == {"id": anna, "name": "Anna", "retired": False, "merged": [ana]}
    assert [one["id"] for one in watcher.get(where).json["items"]] == [anna]
    assert club.post(f"{where}/{anna}/merge", {"into": anna}).problem == (422, "same_person")
    assert club.post(f"{where}/{ana}/separate").json["id"] == ana
    assert len(watcher.get(where).json["items"]) == 2
    assert club.post(f"{where}/{ana}/separate").problem == (422, "not_merged")
    assert watcher.get(f"{where}/{anna}").json["name"] == "Anna"


def test_two_who_sat_in_one_game_are_two_people(app: Flask) -> None:
    slug, club, _ = begun_club(app)
    evening(club)
    one, other = (member["id"] for member in club.get(f"clubs/{slug}/members").json["items"][:2])
    told = club.post(f"clubs/{slug}/members/{one}/merge", {"into": other})
    assert (told.problem, told.json["field"]) == ((422, "two_people"), "into")


def test_members_come_are_renamed_and_retire(app: Flask) -> None:
    slug, club, watcher = begun_club(app)
    where = f"clubs/{slug}/members"
    ana = club.post(where, {"name": " Ana "})
    assert (ana.status, ana.json["name"], ana.json["retired"]) == (201, "Ana", False)
    assert club.post(where, {"name": "ana"}).problem == (422, "name_taken")
    told = club.asks("PATCH", f"{where}/{ana.json['id']}", {"name": "Anna", "retired": True})
    assert told.json == {"id": ana.json["id"], "name": "Anna", "retired": True, "merged": []}
    assert club.asks("PATCH", f"{where}/{ana.json['id']}", {}).json == told.json
    assert watcher.get(where).json["items"] == [told.json]
    assert club.asks("PATCH", f"{where}/{10**30}", {"name": "X"}).problem == (404, "not_found")
    assert club.asks("PATCH", f"{where}/{ana.json['id']}", {"name": "  "}).problem == (422, "name_empty")

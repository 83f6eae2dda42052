"""A session document becomes a session, as a whole or not at all; what comes in is what went out."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from scorekeeper.exports import session_document
from scorekeeper.games import GAMES
from scorekeeper.service.errors import LinkStopped, NotFound
from scorekeeper.service.exporting import contents_of, session_export
from scorekeeper.service.importing import Imported, import_session
from scorekeeper.service.members import rename_member
from scorekeeper.service.not_taken import OF_SHAPE, NotTaken
from scorekeeper.service.open_match import open_match
from scorekeeper.service.operating import COMMAND_LINE, find_session
from scorekeeper.service.session_document import count_entries
from scorekeeper.service.sessions import start_match
from scorekeeper.service.transaction import writing, writing_rows
from scorekeeper.service.transfers import paid_in, record_transfer, take_back, transfers_made
from scorekeeper.service.verifying import verify_matches
from scorekeeper.store import Access, Entry, GameSession, db
from scorekeeper.store.database import now
from scorekeeper.words import english
from tests.games.racehorse.test_examples import ONE_EVENING, entries
from tests.service.club import Friday
from tests.service.evening import OTHER, PHONE, Evening, changes_nothing, fresh, leaves_nothing

Raw = dict[str, Any]
HANDS: list[Raw] = [raw for example in ONE_EVENING for raw in entries(example, "contract")]
JOIN: Raw = {"type": "join", "name": "Zoë", "after": 1}


def exported(slug: str) -> Raw:
    """As another program reads it."""
    written: Raw = json.loads(json.dumps(session_document(contents_of(find_session(slug)))))
    return written


def pays(evening: Evening, payer: int, payee: int, minor: int) -> None:
    players = [player.id for player in evening.session.players]
    record_transfer(
        evening.slug,
        PHONE,
        payer=players[payer],
        payee=players[payee],
        amount_minor=minor,
        unit="USD",
        seen=transfers_made(evening.session),
        client_id=fresh(),
    )


def document() -> Raw:
    """Two matches, the second one going on, a payment and one that was taken back."""
    evening = Evening(*HANDS, JOIN, {"type": "note", "text": "Pizza"}, {"type": "finish"})
    evening.plays_again()
    evening.enters(*HANDS[:3])
    pays(evening, 0, 1, 300)
    pays(evening, 2, 1, 500)
    take_back(evening.slug, PHONE, paid_in(evening.session)[1].id)
    return exported(evening.slug)


def taken(raw: object, phone: str = OTHER, **options: Any) -> Imported:
    return import_session(raw, phone, **options)


def refused(raw: object) -> NotTaken:
    """Why the document is refused; nothing of it is kept."""
    error: NotTaken = leaves_nothing(NotTaken, lambda: taken(raw))
    return error


def without(raw: Raw, name: str) -> Raw:
    return {key: value for key, value in raw.items() if key != name}


def count(model: Any) -> int:
    db.session.rollback()
    return db.session.scalar(select(func.count()).select_from(model)) or 0


def test_the_codes_of_shape_are_those_of_the_document_about_codes() -> None:
    text = (Path(__file__).parents[2] / "docs" / "codes.md").read_text(encoding="utf-8")
    section = text.partition("## The shape of a value")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `(\w+)`", section, re.MULTILINE)) == OF_SHAPE


# What comes in -----------------------------------------------------------------------------------


def test_what_comes_in_is_what_went_out() -> None:
    raw = document()
    told: list[int] = []
    imported = taken(raw, further=told.append)
    assert exported(imported.slug) == raw
    assert (imported.matches, imported.entries, imported.known) == (2, len(HANDS) + 6, False)
    assert sum(told) == imported.entries == count_entries(raw)
    assert [match.differences for match in verify_matches()] == [[], [], [], []]
    assert session_export(imported.slug, OTHER).day == session_export(imported.slug, OTHER).day


def test_it_goes_on_from_there() -> None:
    imported = taken(document())
    evening = Evening(phone=OTHER)
    evening.slug, evening.number = imported.slug, 2
    evening.undoes()
    evening.enters(*HANDS[2:4])
    evening.amends(1, *HANDS[2:4])
    evening.number = 1
    evening.reopens()
    evening.enters({"type": "note", "text": "again"}, {"type": "finish"})
    assert [match.differences for match in verify_matches()] == [[]] * 5


def test_every_entry_is_one_by_itself() -> None:
    imported = taken(document())
    opened = open_match(imported.slug, 2, OTHER)
    rows = db.session.scalars(
        select(Entry).where(Entry.match_id == opened.match.id).order_by(Entry.seq)
    ).all()
    assert [(row.seq, row.version, row.device_id) for row in rows] == [(n, n, OTHER) for n in (1, 2, 3)]
    assert opened.match.version == opened.match.entries_made == 3
    assert len({row.client_id for row in rows}) == 3
    assert opened.newest is not None


def test_transfers_keep_their_moments() -> None:
    raw = document()
    raw["transfers"][0]["at"] = "2020-02-29T23:59:59.5+05:45"
    found = contents_of(find_session(taken(raw).slug)).transfers[0]
    assert found.made_at.isoformat() == "2020-02-29T19:14:59.500000+01:00"


def test_the_phone_that_imports_may_enter_and_no_other() -> None:
    slug = taken(document()).slug
    assert open_match(slug, 1, OTHER).role == "scorer"
    with pytest.raises(NotFound):
        open_match(slug, 1, PHONE)


def test_the_command_line_is_no_phone() -> None:
    slug = taken(document(), COMMAND_LINE, may_enter=False).slug
    with pytest.raises(NotFound):
        open_match(slug, 1, COMMAND_LINE)


def test_who_never_sat_down_is_kept_and_who_is_not_named_comes_with_the_match() -> None:
    raw = document()
    raw["players"] = ["Yves", *raw["players"][:2]]
    raw["transfers"] = []
    assert exported(taken(raw).slug)["players"] == ["Yves", "Ana", "Ben", "Cleo", "Dov", "Edie", "Zoë"]


def test_what_is_not_known_is_passed_over() -> None:
    raw = document()
    strange = copy.deepcopy(raw)
    strange["colour"] = {"deep": [[[]]]}
    strange["matches"][0]["table"] = "round"
    strange["transfers"][0]["by"] = "phone"
    assert exported(taken(strange).slug) == raw


def test_a_document_without_transfers() -> None:
    assert exported(taken(without(document(), "transfers")).slug)["transfers"] == []


def test_whole_numbers_as_some_programs_write_them() -> None:
    raw = document()
    raw["transfers"][0] |= {"from": 0.0, "amount": 300.0}
    assert exported(taken(raw).slug)["transfers"][0]["amount"] == 300


def test_who_was_renamed_in_the_club_between_two_games_is_still_one_person() -> None:
    club = Friday()
    evening = club.plays(*HANDS, {"type": "finish"}, players=("Ana", "Ben", "Cleo", "Dov", "Edie"))
    pays(evening, 0, 1, 300)
    rename_member(club.slug, PHONE, club.id("Ana"), "Hana")
    setup = {"players": ["Ben", "Hana", "Cleo", "Dov", "Edie"]}
    second = start_match(evening.slug, PHONE, GAMES["racehorse"], setup, client_id=fresh())
    evening.number = second.number
    evening.enters(*HANDS[:2])
    raw = exported(evening.slug)
    assert raw["players"] == ["Ana", "Ben", "Cleo", "Dov", "Edie"]
    assert raw["seats"] == [[0, 1, 2, 3, 4], [1, 0, 2, 3, 4]]
    assert exported(taken(raw).slug) == raw
    assert "seats" not in document()


@pytest.mark.parametrize(
    ("seats", "field", "code"),
    [
        ({}, "seats", "not_a_list"),
        ([[0, 1, 2, 3, 4, 5]], "seats", "not_one_each"),
        ([[0, 1, 2, 3, 4], [0, 1, 2, 3, 4, 5]], "seats.0", "not_one_each"),
        ([[0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5, 6]], "seats.1", "not_one_each"),
        ([[0, 1, 2, 3, 4, 6], [0, 1, 2, 3, 4, 5]], "seats.0.5", "out_of_range"),
        ([[0, 1, 2, 3, 4, 4], [0, 1, 2, 3, 4, 5]], "seats.0", "said_twice"),
        ([[0, 1, 2, 3, 4, "Zoë"], [0, 1, 2, 3, 4, 5]], "seats.0.5", "not_whole"),
        ([None, [0, 1, 2, 3, 4, 5]], "seats.0", "not_a_list"),
    ],
)
def test_seats_that_are_none(seats: object, field: str, code: str) -> None:
    error = refused(document() | {"seats": seats})
    assert (error.refused.field, error.refused.code) == (field, code)


def test_others_enter_until_all_is_ready_to_be_written() -> None:
    turns = []

    def further(played: int) -> None:
        with writing_rows(patience_seconds=0):
            turns.append(played)

    taken(document(), further=further)
    assert len(turns) > 2 * sum(turns)


# The same once more ------------------------------------------------------------------------------


def test_the_same_document_from_the_same_phone_is_known() -> None:
    raw = document()
    first = taken(raw)
    changes_nothing(lambda: taken(raw))
    again = taken(json.loads(json.dumps({"new key": 1, **raw}, sort_keys=True)))
    assert (again.slug, again.known) == (first.slug, True)
    assert count(GameSession) == 2


def test_it_is_left_as_it_is_by_now() -> None:
    raw = document()
    evening = Evening(phone=OTHER)
    evening.slug, evening.number = taken(raw).slug, 2
    evening.enters(HANDS[3])
    assert taken(raw).known
    assert evening.entries == HANDS[:4]


def test_another_phone_gets_a_session_of_its_own() -> None:
    raw = document()
    assert taken(raw).slug != taken(raw, PHONE).slug


def test_a_second_one_where_that_is_wanted() -> None:
    raw = document()
    first = taken(raw)
    second = taken(raw, again=True)
    assert second.slug != first.slug
    assert not second.known


def test_another_document_is_another_session() -> None:
    raw = document()
    first = taken(raw)
    raw["date"] = "2026-12-01"
    assert taken(raw).slug != first.slug


def test_who_was_put_out_does_not_come_back_by_importing() -> None:
    raw = document()
    slug = taken(raw).slug
    with writing() as session:
        access = session.scalars(select(Access).join(GameSession).where(GameSession.slug == slug)).one()
        access.ended_at, access.put_out = now(), True
    leaves_nothing(LinkStopped, lambda: taken(raw))


# What is refused ---------------------------------------------------------------------------------


def test_an_entry_that_does_not_play_is_named() -> None:
    raw = document()
    raw["matches"][1]["entries"][1] = {"type": "bid", "seat": 0, "bid": 2}
    error = refused(raw)
    assert (error.match, error.entry, error.transfer) == (2, 1, None)
    assert (error.refused.field, error.refused.code) == ("type", "auction_over")
    assert english(error.names, error.unit).sentence(error.refused.message)


@pytest.mark.parametrize(
    ("change", "where", "code"),
    [
        ({"format": "x"}, "format", "no_session_document"),
        ({"version": 2}, "version", "unknown_version"),
        ({"version": 0}, "version", "unknown_version"),
        ({"version": True}, "version", "not_whole"),
        ({"version": "1"}, "version", "not_whole"),
        ({"date": None}, "date", "no_date"),
        ({"date": "2026-02-30"}, "date", "no_date"),
        ({"date": "0001-01-01"}, "date", "no_date"),
        ({"date": 20261130}, "date", "no_date"),
        ({"time_zone": "Mars/Olympus"}, "time_zone", "no_time_zone"),
        ({"time_zone": "../../etc/passwd"}, "time_zone", "no_time_zone"),
        ({"time_zone": "Europe"}, "time_zone", "no_time_zone"),
        ({"time_zone": ""}, "time_zone", "no_time_zone"),
        ({"time_zone": "x" * 10**5}, "time_zone", "no_time_zone"),
        ({"time_zone": "a\0b"}, "time_zone", "no_time_zone"),
        ({"time_zone": 1}, "time_zone", "no_time_zone"),
        ({"players": {}}, "players", "not_a_list"),
        ({"players": [1]}, "players.0", "not_text"),
        ({"players": ["Ana", " "]}, "players.1", "name_empty"),
        ({"players": ["Ana", "ANA"]}, "players.1", "name_taken"),
        ({"players": ["x" * 41]}, "players.0", "name_too_long"),
        ({"players": [str(n) for n in range(1001)]}, "players", "too_many_players"),
        ({"matches": []}, "matches", "missing"),
        ({"matches": {}}, "matches", "not_a_list"),
        ({"transfers": None}, "transfers", "not_a_list"),
    ],
)
def test_what_is_no_session_document(change: Raw, where: str, code: str) -> None:
    error = refused(document() | change)
    assert (error.match, error.entry, error.transfer) == (None, None, None)
    assert (error.refused.field, error.refused.code) == (where, code)


@pytest.mark.parametrize("raw", [None, [], "x", 3, {}, [{}]])
def test_what_is_no_document_at_all(raw: object) -> None:
    assert refused(raw).refused.code == "no_session_document"


@pytest.mark.parametrize("name", ["format", "version", "date", "time_zone", "players", "matches"])
def test_what_is_missing(name: str) -> None:
    assert refused(without(document(), name)).refused.field == name


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "bridge"}, "unknown_game"),
        ({"game": None}, "unknown_game"),
        ({"players": ["Ana"]}, "too_few_players"),
        ({"rules": {"x": 1}}, "unknown_field"),
        ({"stake": []}, "not_an_object"),
        ({"entries": {}}, "not_a_list"),
    ],
)
def test_a_match_that_is_none(change: Raw, code: str) -> None:
    raw = document()
    raw["matches"][1] |= change
    error = refused(raw)
    assert (error.match, error.entry) == (2, None)
    assert error.refused.code == code


def test_a_match_that_is_no_object() -> None:
    raw = document()
    raw["matches"][0] = []
    assert (refused(raw).match, refused(raw).refused.code) == (1, "not_an_object")


@pytest.mark.parametrize(
    ("place", "change", "field", "code"),
    [
        (0, {"from": 7}, "from", "out_of_range"),
        (0, {"from": -1}, "from", "out_of_range"),
        (0, {"to": "Ben"}, "to", "not_whole"),
        (0, {"to": True}, "to", "not_whole"),
        (0, {"to": 0}, "to", "same_person"),
        (0, {"amount": 0}, "amount", "out_of_range"),
        (0, {"amount": 10**12}, "amount", "out_of_range"),
        (0, {"amount": 1.5}, "amount", "not_whole"),
        (0, {"unit": "EUR"}, "unit", "not_a_choice"),
        (0, {"unit": []}, "unit", "not_a_choice"),
        (0, {"at": "2026-11-30T23:10:00"}, "at", "no_moment"),
        (0, {"at": "0001-01-01T00:00:00+14:00"}, "at", "no_moment"),
        (0, {"at": "yesterday"}, "at", "no_moment"),
        (0, {"at": None}, "at", "no_moment"),
        (0, {"reverses": 0}, "reverses", "out_of_range"),
        (1, {"reverses": 0}, "reverses", "no_reversal"),
        (2, {"reverses": 1, "amount": 299}, "reverses", "no_reversal"),
        (2, {"reverses": 2}, "reverses", "out_of_range"),
        (2, {"reverses": "1"}, "reverses", "not_whole"),
        (2, {"from": 3}, "reverses", "no_reversal"),
    ],
)
def test_a_transfer_that_is_none(place: int, change: Raw, field: str, code: str) -> None:
    raw = document()
    raw["transfers"][place] |= change
    error = refused(raw)
    assert (error.match, error.transfer) == (None, place)
    assert (error.refused.field, error.refused.code) == (field, code)


def test_nothing_is_taken_back_twice() -> None:
    raw = document()
    raw["transfers"].append(raw["transfers"][2])
    assert (refused(raw).transfer, refused(raw).refused.code) == (3, "no_reversal")
    raw["transfers"][3] = raw["transfers"][1] | {"reverses": 2}
    assert refused(raw).refused.code == "no_reversal"

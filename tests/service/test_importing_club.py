"""A club document becomes a club, as a whole or not at all; what comes in is what went out."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from scorekeeper.exports import club_document
from scorekeeper.service.club_sessions import archive_session, take_out_of_club
from scorekeeper.service.clubs import clubs_on_phone, open_club
from scorekeeper.service.errors import LinkStopped, NotFound
from scorekeeper.service.exporting import contents_of_club
from scorekeeper.service.importing import Imported, import_session
from scorekeeper.service.importing_club import (
    ImportedClub,
    count_document_entries,
    import_club,
    import_document,
)
from scorekeeper.service.members import (
    add_member,
    merge_members,
    rename_member,
    retire_member,
    separate_member,
)
from scorekeeper.service.not_taken import NotTaken
from scorekeeper.service.open_match import open_session
from scorekeeper.service.operating import find_place
from scorekeeper.service.sessions import sessions_on_phone, start_match
from scorekeeper.service.tab import tab_of
from scorekeeper.service.through_club import come_in_by_club
from scorekeeper.service.transaction import writing, writing_rows
from scorekeeper.service.transfers import paid_in, record_transfer, take_back, transfers_seen
from scorekeeper.store import Access, Club, GameSession, db
from scorekeeper.store.database import now
from scorekeeper.words import english
from tests.service.club import HANDS, Friday
from tests.service.evening import GAME, OTHER, PHONE, changes_nothing, fresh, leaves_nothing

Raw = dict[str, Any]


def exported(slug: str) -> Raw:
    """As another program reads it."""
    db.session.rollback()
    db.session.expire_all()
    club = find_place(f"/c/{slug}")
    assert isinstance(club, Club)
    written: Raw = json.loads(json.dumps(club_document(contents_of_club(club))))
    return written


def pays(club: Friday, payer: str, payee: str, minor: int) -> None:
    record_transfer(
        club.slug,
        PHONE,
        payer=club.id(payer),
        payee=club.id(payee),
        amount_minor=minor,
        unit="USD",
        seen=transfers_seen(club.club),
        client_id=fresh(),
        opens=open_club,
    )


def a_club() -> Friday:
    """Three sessions (one archived, one going on), Benny who is Ben, somebody retired; what they paid."""
    club = Friday()
    club.plays(*HANDS, players=("Ana", "Ben", "C", "D", "E"))
    archive_session(
        club.plays(*HANDS, HANDS[0], players=("Ana", "Benny", "C", "D", "E")).slug, PHONE, archived=True
    )
    club.plays(*HANDS, {"type": "finish"}, players=("C", "D", "E", "F", "Ana"), stake={"unit": "JPY"})
    pays(club, "Ana", "Benny", 300)
    pays(club, "C", "Ben", 200)
    take_back(club.slug, PHONE, paid_in(club.club)[0].id, open_club)
    merge_members(club.slug, PHONE, club.id("Benny"), club.id("Ben"))
    retire_member(club.slug, PHONE, club.id("F"), retired=True)
    add_member(club.slug, PHONE, "Zoë")
    return club


def document() -> Raw:
    return exported(a_club().slug)


def taken(raw: object, phone: str = OTHER, **options: Any) -> ImportedClub:
    return import_club(raw, phone, **options)


def refused(raw: object) -> NotTaken:
    """Why the document is refused; nothing of it is kept."""
    error: NotTaken = leaves_nothing(NotTaken, lambda: taken(raw))
    return error


def changed(*path: Any, to: Any) -> Raw:
    """The document with one value changed."""
    raw = document()
    at: Any = raw
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = to
    return raw


# What comes in -----------------------------------------------------------------------------------


def test_what_comes_in_is_what_went_out() -> None:
    raw = document()
    told: list[int] = []
    imported = taken(raw, further=told.append)
    assert exported(imported.slug) == raw
    assert (imported.sessions, imported.known) == (3, False)
    assert sum(told) == count_document_entries(raw) == 8


def test_the_example_of_the_document_about_exports() -> None:
    text = (Path(__file__).parents[2] / "docs" / "exports.md").read_text(encoding="utf-8")
    block = re.search(r"```json\n(.*?)```", text.partition("\n## The club document\n")[2], re.DOTALL)
    assert block is not None
    example = json.loads(block[1])
    assert exported(taken(example).slug) == example


def test_it_says_who_is_who() -> None:
    raw = document()
    assert [(one["name"], one["merged_into"], one["retired"] is not None) for one in raw["members"]] == [
        ("Ana", None, False),
        ("Ben", None, False),
        *((name, None, False) for name in "CDE"),
        ("Benny", 1, False),
        ("F", None, True),
        ("Zoë", None, False),
    ]
    assert [one["members"] for one in raw["sessions"]] == [
        [0, 1, 2, 3, 4],
        [0, 5, 2, 3, 4],
        [2, 3, 4, 6, 0],
    ]
    assert [one["archived"] is not None for one in raw["sessions"]] == [False, True, False]
    assert [(one["from"], one["to"], one["reverses"]) for one in raw["transfers"]] == [
        (0, 5, None),
        (2, 1, None),
        (1, 2, 1),
    ]


def test_the_tab_is_the_same() -> None:
    club = a_club()
    other = find_place(f"/c/{taken(exported(club.slug)).slug}")
    assert isinstance(other, Club)
    tab = tab_of(other)
    found = {
        one.unit: {tab.names[who]: sum_ for who, sum_ in one.balances.items()} for one in tab.settlements
    }
    assert found == {unit: club.open(unit) for unit in ("USD", "JPY")}


def test_who_imports_may_enter_and_comes_into_its_sessions_by_the_club() -> None:
    slug = taken(document()).slug
    club, role = open_club(slug, OTHER)
    assert role == "scorer"
    assert sessions_on_phone(OTHER) == []
    assert [one.club.slug for one in clubs_on_phone(OTHER)] == [slug]
    session = db.session.scalars(select(GameSession).where(GameSession.club_id == club.id)).first()
    assert session is not None
    assert come_in_by_club(session.slug, OTHER)
    assert open_session(session.slug, OTHER)[1] == "scorer"
    with pytest.raises(NotFound):
        open_club(slug, PHONE)


def test_the_club_goes_on_from_there() -> None:
    club = Friday.__new__(Friday)
    club.slug = taken(document(), PHONE).slug
    before = club.open()
    club.plays(*HANDS, players=("Benny", "Ana", "C", "D", "F"))
    assert club.members["F"].retired_at is None
    assert [one.name for one in club.club.members].count("Benny") == 1
    assert club.open()["Ana"] == before["Ana"] + 1200
    pays(club, "C", "Ana", 100)
    separate_member(club.slug, PHONE, club.id("Benny"))


def test_who_was_renamed_since_is_still_the_same_person() -> None:
    club = Friday()
    evening = club.plays(*HANDS, {"type": "finish"}, players=("Ana", "Ben", "C", "D", "E"))
    rename_member(club.slug, PHONE, club.id("Ana"), "Hana")
    setup = {"players": ["Hana", "Ben", "C", "D", "E"]}
    start_match(evening.slug, PHONE, GAME, setup, client_id=fresh())
    rename_member(club.slug, PHONE, club.id("Hana"), "Joanna")
    raw = exported(club.slug)
    assert exported(taken(raw).slug) == raw


def test_people_of_one_name_are_taken_in_where_both_have_played() -> None:
    club = a_club()
    club.plays(*HANDS, players=("Ben", "Benny", "C", "D", "E"))  # he sits there already: she is another one
    separate_member(club.slug, PHONE, next(one.id for one in club.club.members if one.merged_into_id))
    raw = exported(club.slug)
    assert [one["name"] for one in raw["members"] if not one["merged_into"]].count("Benny") == 2
    assert exported(taken(raw).slug) == raw


def test_what_was_paid_for_a_session_that_left_stays_on_the_tab() -> None:
    club = Friday()
    evening = club.plays(*HANDS)
    pays(club, "A", "B", 300)
    take_out_of_club(evening.slug, PHONE)
    raw = exported(club.slug)
    assert (raw["sessions"], raw["transfers"][0]["unit"]) == ([], "USD")
    assert exported(taken(raw).slug) == raw


def test_what_was_paid_in_its_sessions_stays_there() -> None:
    raw = document()
    paid = {
        "from": 0,
        "to": 1,
        "amount": 300,
        "unit": "USD",
        "at": "2026-12-01T20:10:00+01:00",
        "reverses": None,
    }
    back = paid | {"from": 1, "to": 0, "reverses": 0}
    for one in raw["sessions"][:2]:
        one["session"]["transfers"] = [paid, back, paid]
    assert exported(taken(raw).slug) == raw


def test_an_empty_club() -> None:
    raw = exported(Friday().slug)
    assert exported(taken(raw).slug) == raw


def test_what_is_not_known_is_passed_over() -> None:
    raw = document()
    strange = copy.deepcopy(raw)
    for at in (strange, strange["members"][0], strange["sessions"][0], strange["transfers"][0]):
        at["colour"] = {"deep": [[[]]]}
    del (
        strange["members"][0]["retired"],
        strange["members"][0]["merged_into"],
        strange["sessions"][0]["archived"],
    )
    assert exported(taken(strange).slug) == raw


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
    assert taken(raw, PHONE).slug != first.slug
    assert taken(raw, again=True).slug != first.slug


@pytest.mark.parametrize(
    "path",
    [
        ("name",),
        ("members", 7, "name"),
    ],
)
def test_another_document_is_another_club(path: tuple[Any, ...]) -> None:
    raw = document()
    first = taken(raw)
    at: Any = raw
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = "Y"
    assert taken(raw).slug != first.slug


def test_who_was_put_out_does_not_come_back_by_importing() -> None:
    raw = document()
    slug = taken(raw).slug
    with writing() as session:
        access = session.scalars(select(Access).join(Club).where(Club.slug == slug)).one()
        access.ended_at, access.put_out = now(), True
    leaves_nothing(LinkStopped, lambda: taken(raw))


def test_whichever_document_it_is() -> None:
    raw = document()
    assert isinstance(import_document(raw, OTHER), ImportedClub)
    assert isinstance(import_document(raw["sessions"][0]["session"], OTHER), Imported)
    error = leaves_nothing(NotTaken, lambda: import_document({"format": "x"}, OTHER))
    assert error.refused.code == "unknown_format"
    assert leaves_nothing(NotTaken, lambda: import_session(raw, OTHER)).refused.code == "no_session_document"


# What is refused ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "where", "code"),
    [
        ({"format": "scorekeeper-session"}, "format", "no_club_document"),
        ({"version": 2}, "version", "unknown_version"),
        ({"version": "1"}, "version", "not_whole"),
        ({"name": " "}, "name", "name_empty"),
        ({"name": "x" * 41}, "name", "name_too_long"),
        ({"name": None}, "name", "not_text"),
        ({"time_zone": "Mars/Olympus"}, "time_zone", "no_time_zone"),
        ({"members": {}}, "members", "not_a_list"),
        ({"members": [{"name": str(n)} for n in range(1001)]}, "members", "too_many_players"),
        ({"sessions": None}, "sessions", "not_a_list"),
        ({"transfers": {}}, "transfers", "not_a_list"),
    ],
)
def test_what_is_no_club_document(change: Raw, where: str, code: str) -> None:
    error = refused(document() | change)
    assert error.place == ()
    assert (error.refused.field, error.refused.code) == (where, code)


@pytest.mark.parametrize(
    ("member", "change", "where", "code"),
    [
        (0, None, "", "not_an_object"),
        (0, {"name": 1}, "name", "not_text"),
        (0, {"name": "\u202e"}, "name", "name_empty"),
        (7, {"name": "ANA"}, "name", "name_taken"),
        (6, {"retired": True}, "retired", "no_moment"),
        (6, {"retired": "2026-11-30"}, "retired", "no_moment"),
        (5, {"merged_into": 8}, "merged_into", "out_of_range"),
        (5, {"merged_into": -1}, "merged_into", "out_of_range"),
        (5, {"merged_into": "Ben"}, "merged_into", "not_whole"),
        (5, {"merged_into": 5}, "merged_into", "stands_for_nobody"),
        (7, {"merged_into": 5}, "merged_into", "stands_for_nobody"),
    ],
)
def test_a_member_that_is_none(member: int, change: Raw | None, where: str, code: str) -> None:
    raw = document()
    raw["members"][member] = raw["members"][member] | change if change is not None else None
    error = refused(raw)
    assert (error.member, error.session, error.transfer) == (member, None, None)
    assert (error.refused.field, error.refused.code) == (where, code)


@pytest.mark.parametrize(
    ("change", "where", "code"),
    [
        ({"members": [0, 1, 2, 3]}, "members", "not_one_each"),
        ({"members": [0, 1, 2, 3, 8]}, "members.4", "out_of_range"),
        ({"members": None}, "members", "not_a_list"),
        ({"archived": True}, "archived", "no_moment"),
        ({"session": None}, "format", "no_session_document"),
        ({"session": {"format": "scorekeeper-session", "version": 9}}, "version", "unknown_version"),
    ],
)
def test_a_session_that_is_none(change: Raw, where: str, code: str) -> None:
    raw = document()
    raw["sessions"][1] |= change
    error = refused(raw)
    assert (error.session, error.match, error.member) == (2, None, None)
    assert (error.refused.field, error.refused.code) == (where, code)


def test_a_session_that_is_no_object() -> None:
    error = refused(changed("sessions", 0, to=[]))
    assert (error.session, error.refused.code) == (1, "not_an_object")


@pytest.mark.parametrize("members", [[0, 0, 2, 3, 4], [5, 1, 2, 3, 4]])
def test_one_person_has_no_two_seats_in_a_game(members: list[int]) -> None:
    error = refused(changed("sessions", 0, "members", to=members))
    assert (error.session, error.match, error.refused.code) == (1, 1, "two_people")
    said = english((), "USD").sentence(error.refused.message)
    assert said == "Ana and Ben sat in the same game, so they are two people."


def test_an_entry_that_does_not_play_is_named() -> None:
    error = refused(
        changed("sessions", 2, "session", "matches", 0, "entries", 1, to={"type": "bid", "seat": 0, "bid": 2})
    )
    assert (error.session, error.match, error.entry, error.transfer) == (3, 1, 1, None)
    assert [english((), "USD").sentence(place) for place in error.place] == [
        "session 3",
        "match 1",
        "entry 1",
    ]


@pytest.mark.parametrize(
    ("place", "change", "where", "code"),
    [
        (0, {"from": 8}, "from", "out_of_range"),
        (0, {"to": 0}, "to", "same_person"),
        (0, {"amount": 0}, "amount", "out_of_range"),
        (0, {"unit": ""}, "unit", "missing"),
        (0, {"unit": None}, "unit", "missing"),
        (0, {"unit": 3}, "unit", "not_text"),
        (0, {"unit": "x" * 21}, "unit", "too_long"),
        (0, {"unit": "a\nb"}, "unit", "unreadable"),
        (0, {"at": None}, "at", "no_moment"),
        (2, {"reverses": 0}, "reverses", "no_reversal"),
    ],
)
def test_a_transfer_that_is_none(place: int, change: Raw, where: str, code: str) -> None:
    raw = document()
    raw["transfers"][place] |= change
    error = refused(raw)
    assert (error.session, error.transfer) == (None, place)
    assert (error.refused.field, error.refused.code) == (where, code)


def test_a_transfer_within_a_session_is_named_with_the_session() -> None:
    error = refused(changed("sessions", 1, "session", "transfers", to=[{}]))
    assert (error.session, error.transfer) == (2, 0)

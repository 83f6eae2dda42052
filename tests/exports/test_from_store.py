"""What is read from the database for an export: what counts, in few queries, for who may look."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event

from scorekeeper.documents import scored
from scorekeeper.exports import hands, payments, session_document
from scorekeeper.kernel import decoded
from scorekeeper.service.amending import amend_unit
from scorekeeper.service.entries import add_entries
from scorekeeper.service.errors import NotFound
from scorekeeper.service.exporting import session_export
from scorekeeper.service.following import prepare_live
from scorekeeper.service.history import redo, undo
from scorekeeper.service.open_match import open_match
from scorekeeper.service.sessions import play_again, start_session
from scorekeeper.store import (
    Access,
    Club,
    Device,
    Entry,
    GameSession,
    Match,
    Member,
    Transfer,
    database,
    db,
)
from tests.exports.evening import GAME, NAMES, R1, R2, VOID, Raw, records

SCORER = "phone of the scorer"
MADE = ({"type": "contract", "seat": 2, "bid": 2}, {"type": "hand", "won": ["high", "low"]})
JOIN: Raw = {"type": "join", "name": "Finn", "after": 1}


class Table:
    """A session that one phone scores."""

    def __init__(self) -> None:
        setup = {"players": list(NAMES), "stake": {"per_point": 100}}
        match = start_session(SCORER, GAME, setup, zone="Europe/Warsaw", client_id=str(uuid.uuid4()))
        self.slug: str = match.session.slug
        self.number = 1

    @property
    def version(self) -> int:
        return open_match(self.slug, self.number, SCORER).match.version

    def enters(self, *raws: Mapping[str, Any]) -> None:
        for raw in raws:
            add_entries(
                self.slug, self.number, SCORER, [raw], version=self.version, client_id=str(uuid.uuid4())
            )

    def plays_again(self) -> None:
        self.number = play_again(self.slug, self.number, SCORER)

    def amends(self, unit: int, *raws: Mapping[str, Any]) -> None:
        amend_unit(
            self.slug,
            self.number,
            SCORER,
            unit,
            raws,
            version=self.version,
            client_id=str(uuid.uuid4()),
        )

    def undoes(self) -> None:
        undo(self.slug, self.number, SCORER, version=self.version)

    def redoes(self) -> None:
        redo(self.slug, self.number, SCORER, version=self.version)

    def hands(self, key: str) -> list[str]:
        return [row[key] for row in records(hands(session_export(self.slug, SCORER)))]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    app = Flask("export")
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{tmp_path / 'test.db'}"
    database.prepare(app)
    prepare_live(app)
    with app.app_context():
        db.create_all()
        yield Table()
        db.session.remove()
        db.engine.dispose()


def test_what_was_entered_comes_out(table: Table) -> None:
    table.enters(*R1, *R2)
    assert table.hands("total")[5:] == ["-1.00", "14.00", "-11.00", "-1.00", "-1.00"]
    assert table.hands("said")[5] == "Cleo bid 2, took 1: set."
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00", table.hands("entered_at")[0])
    owed = records(payments(session_export(table.slug, SCORER)))
    assert [(row["entry"], row["from"], row["to"], row["amount"]) for row in owed[:5]] == [
        *[("1", who, "Ben", "3.00") for who in ("Ana", "Cleo", "Dov", "Edie")],
        ("3", "Cleo", "Ana", "2.00"),
    ]


def test_a_session_just_begun(table: Table) -> None:
    assert table.hands("match") == []
    table.enters(R1[0])
    assert table.hands("match") == []
    assert session_document(session_export(table.slug, SCORER))["matches"][0]["entries"] == [R1[0]]


def test_what_was_taken_back_is_left_out(table: Table) -> None:
    table.enters(*R1, *R2)
    table.undoes()
    assert set(table.hands("unit")) == {"1"}
    table.redoes()
    assert table.hands("total")[5:] == ["-1.00", "14.00", "-11.00", "-1.00", "-1.00"]


def test_a_correction_stands_in_the_place_of_what_it_corrects(table: Table) -> None:
    table.enters(*R1, *R2, VOID)
    table.amends(2, *MADE)
    assert table.hands("said")[::5] == [
        "Ben bid 3, took 3: made.",
        "Cleo bid 2, took 2: made.",
        "Hand 3 is void. Cleo deals again.",
    ]
    assert table.hands("corrected")[::5] == ["false", "true", "false"]
    assert table.hands("total")[5:10] == ["-5.00", "10.00", "5.00", "-5.00", "-5.00"]
    owed = records(payments(session_export(table.slug, SCORER)))
    assert {row["entry"] for row in owed} == {"1", "3"}


def test_who_came_late_is_absent_before(table: Table) -> None:
    table.enters(*R1, JOIN, *R1)
    finn = [row for row in records(hands(session_export(table.slug, SCORER))) if row["player"] == "Finn"]
    assert [row["state"] for row in finn] == ["absent", "played"]


def test_each_match_document_scores_as_the_match_stands(table: Table) -> None:
    table.enters(*R1, JOIN, *R2, {"type": "note", "text": "Pizza"}, {"type": "finish"})
    table.plays_again()
    table.enters(*R1, R2[0])
    whole = session_document(session_export(table.slug, SCORER))
    assert whole["players"] == [*NAMES, "Finn"]
    for number, document in enumerate(whole["matches"], start=1):
        answer, status = scored(document)
        assert status == 0
        opened = open_match(table.slug, number, SCORER)
        state = decoded(opened.match.state, GAME.state)
        assert [s["net"] for s in answer["standings"]] == [s.won_minor for s in GAME.standings(state)]
        assert answer["finished"] is opened.match.finished
        assert tuple(s["player"] for s in answer["standings"]) == state.table.names


def test_transfers_point_to_people_and_to_what_they_reverse(table: Table) -> None:
    ids = db.session.get_one(Match, 1).seats
    moment = datetime(2026, 12, 1, 0, 30, tzinfo=UTC)
    for payer, payee, reverses in ((ids[0], ids[1], None), (ids[1], ids[0], 1)):
        transfer = Transfer(session_id=1, client_id=str(uuid.uuid4()), payer_id=payer, payee_id=payee)
        transfer.amount_minor, transfer.unit, transfer.reverses_id = 300, "USD", reverses
        transfer.device_id, transfer.made_at = SCORER, moment
        db.session.add(transfer)
        db.session.commit()
    made = session_document(session_export(table.slug, SCORER))["transfers"]
    at = {"amount": 300, "unit": "USD", "at": "2026-12-01T01:30:00+01:00"}
    assert made == [{"from": 0, "to": 1, **at, "reverses": None}, {"from": 1, "to": 0, **at, "reverses": 0}]


def test_members_of_a_club_are_the_same_people_in_all_its_sessions(table: Table) -> None:
    other = Table()
    club = Club(slug="club", client_id="c", name="Thursdays", time_zone="UTC")
    db.session.add(club)
    db.session.flush()
    members = [Member(club_id=club.id, name=name) for name in ("Ana", "Ben", "Benny")]
    db.session.add_all(members)
    db.session.flush()
    for evening, whose in ((table, members[1]), (other, members[2])):
        session = db.session.scalars(db.select(GameSession).filter_by(slug=evening.slug)).one()
        session.club_id = club.id
        session.players[0].member_id, session.players[1].member_id = members[0].id, whose.id
    db.session.commit()

    def keys(evening: Table) -> list[str]:
        return list(session_export(evening.slug, SCORER).people_keys)

    assert [a == b for a, b in zip(keys(table), keys(other), strict=True)] == [True, *[False] * 4]
    members[2].merged_into_id = members[1].id
    db.session.commit()
    assert [a == b for a, b in zip(keys(table), keys(other), strict=True)] == [True, True, *[False] * 3]
    assert len({*keys(table), *keys(other)}) == 2 + 3 + 3


def test_a_phone_that_may_look_may_take_it_along_and_no_other(table: Table) -> None:
    table.enters(*R1)
    db.session.add(Device(id="viewer"))
    db.session.flush()
    db.session.add(Access(device_id="viewer", session_id=1, role="viewer"))
    db.session.commit()
    assert session_export(table.slug, "viewer") == session_export(table.slug, SCORER)
    for slug, phone in ((table.slug, "stranger"), (table.slug, ""), ("nowhere", SCORER)):
        with pytest.raises(NotFound):
            session_export(slug, phone)


def test_many_hands_and_matches_take_no_more_queries_and_no_objects(table: Table) -> None:
    def cost() -> tuple[int, int]:
        db.session.expire_all()
        db.session.expunge_all()
        asked: list[str] = []
        objects: list[Entry] = []
        event.listen(db.engine, "before_cursor_execute", listener := lambda *args: asked.append(args[2]))
        event.listen(Entry, "load", loaded := lambda entry, _: objects.append(entry))
        session_export(table.slug, SCORER)
        event.remove(db.engine, "before_cursor_execute", listener)
        event.remove(Entry, "load", loaded)
        return len(asked), len(objects)

    table.enters(*R1)
    few, _ = cost()
    table.enters(*R1, *R1, *R2)
    table.plays_again()
    table.enters(*R1, *R1)
    assert cost() == (few, 0)
    assert few <= 6

"""What PostgreSQL is told: pages read one picture and write nothing; who writes objects does so alone."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from flask import Flask
from sqlalchemy import Connection, select, text
from sqlalchemy.exc import InternalError

from scorekeeper.service import purging
from scorekeeper.service.entries import add_entries
from scorekeeper.service.named import NamesOfMatch, names_of_matches
from scorekeeper.service.transaction import writing, writing_rows
from scorekeeper.service.verifying import verify_matches
from scorekeeper.store import Device, db
from tests.games.racehorse.test_examples import ONE_EVENING, entries
from tests.service.evening import PHONE, Evening, fresh

HANDS = [raw for example in ONE_EVENING for raw in entries(example, "contract")]


@pytest.fixture(autouse=True)
def _within(postgresql_app: Flask) -> Iterator[None]:
    with postgresql_app.app_context():
        yield


def test_nothing_is_written_by_the_way() -> None:
    db.session.add(Device(id="by the way"))
    with pytest.raises(InternalError, match="read-only"):
        db.session.commit()
    db.session.rollback()


def test_a_page_is_one_picture() -> None:
    assert db.session.scalars(select(Device.id)).all() == []
    with writing_rows() as other:
        other.execute(text("INSERT INTO device (id, made_at) VALUES ('other', now())"))
    with db.engine.connect() as page:
        before = page.execute(select(Device.id)).all()
        with writing_rows() as other:
            other.execute(text("INSERT INTO device (id, made_at) VALUES ('later', now())"))
        assert page.execute(select(Device.id)).all() == before
    assert sorted(db.session.scalars(select(Device.id))) == ["later", "other"]


@pytest.mark.parametrize(
    ("first", "then", "waits"),
    [(None, None, True), ("ana", "ana", True), ("ana", "ben", False), ("ana", None, False)],
)
def test_who_writes_objects_does_so_alone_among_those_whom_it_may_hurt(
    postgresql_app: Flask, first: str | None, then: str | None, waits: bool
) -> None:
    order: list[str] = []

    def second() -> None:
        with postgresql_app.app_context(), writing(brings=then):
            order.append("second")

    with writing(brings=first):
        other = threading.Thread(target=second)
        other.start()
        other.join(0.3 if waits else 10)
        order.append("first")
    other.join(10)
    assert order == (["first", "second"] if waits else ["second", "first"])


def test_moments_are_in_utc() -> None:
    assert db.session.execute(text("SHOW timezone")).scalar() == "UTC"
    assert db.session.execute(text("SHOW lock_timeout")).scalar() == "5s"


def test_nobody_enters_while_a_name_is_purged(postgresql_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(*HANDS[:2])
    entering: list[threading.Thread] = []

    def enter() -> None:
        with postgresql_app.app_context():
            add_entries(evening.slug, 1, PHONE, [HANDS[2]], version=2, client_id=fresh())

    def found(connection: Connection, session_id: int | None = None) -> list[NamesOfMatch]:
        entering.append(threading.Thread(target=enter))
        entering[0].start()
        entering[0].join(0.5)
        return names_of_matches(connection, session_id)

    monkeypatch.setattr(purging, "names_of_matches", found)
    purging.purge_name("Ana")
    entering[0].join(10)
    assert [one for match in verify_matches() for one in match.differences] == []
    assert len(evening.entries) == 3

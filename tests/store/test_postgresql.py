"""What PostgreSQL is told: pages read one picture and write nothing; who writes objects does so alone."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from flask import Flask
from sqlalchemy import select, text
from sqlalchemy.exc import InternalError

from scorekeeper.service.transaction import writing, writing_rows
from scorekeeper.store import Device, db


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

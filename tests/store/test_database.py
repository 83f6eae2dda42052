"""What SQLite is told: durable commits, and a write lock that is taken at once and waited for in Python."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import select, text
from sqlalchemy.exc import IntegrityError, OperationalError

from scorekeeper.service.transaction import writing
from scorekeeper.store import Device, Player, database, db

MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def _within(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


@pytest.fixture
def other() -> Iterator[sqlite3.Connection]:
    """Somebody else with the same file, who does not wait."""
    with closing(sqlite3.connect(str(db.engine.url.database), timeout=0, isolation_level=None)) as connection:
        yield connection


def locked(other: sqlite3.Connection) -> bool:
    """Whether somebody holds the write lock."""
    try:
        other.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError:
        return True
    other.execute("ROLLBACK")
    return False


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 0)],
)
def test_settings_of_every_connection(served_app: Flask, pragma: str, value: object) -> None:
    with served_app.app_context():
        for _ in range(2):
            assert db.session.execute(text(f"PRAGMA {pragma}")).scalar() == value
            db.session.remove()
            db.engine.dispose()


def test_writing_takes_the_lock_before_anything_is_written(other: sqlite3.Connection) -> None:
    db.session.execute(select(Device)).all()
    assert not locked(other), "who only reads must not stop others"
    with writing():
        assert locked(other)
    assert not locked(other)


def test_reading_goes_on_while_somebody_writes(other: sqlite3.Connection) -> None:
    other.execute("BEGIN IMMEDIATE")
    other.execute("INSERT INTO device (id, made_at) VALUES ('other', '2026-01-01 00:00:00')")
    assert db.session.scalars(select(Device.id)).all() == []
    other.execute("COMMIT")
    db.session.rollback()
    assert db.session.scalars(select(Device.id)).all() == ["other"]


def test_what_was_read_before_is_read_anew_inside(other: sqlite3.Connection) -> None:
    with writing() as session:
        session.add(Device(id="phone", made_at=datetime(2026, 1, 1, tzinfo=UTC)))
    known = db.session.get_one(Device, "phone")
    assert known.made_at.year == 2026
    other.execute("UPDATE device SET made_at = '2027-01-01 00:00:00'")
    with writing():
        assert known.made_at.year == 2027


def test_a_held_lock_is_waited_for(other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 3:
            other.execute("COMMIT")

    monkeypatch.setattr("scorekeeper.store.database.time.sleep", wait)
    other.execute("BEGIN IMMEDIATE")
    with writing() as session:
        session.add(Device(id="patient"))
    assert len(waits) == 3
    assert 0 < max(waits) < 0.05
    assert db.session.get(Device, "patient") is not None


def test_a_lock_held_too_long_is_an_error_and_nothing_is_written(
    other: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "WRITE_WAIT_SECONDS", 0.01)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(OperationalError, match="locked"), writing():
        pytest.fail("it was let in")
    other.execute("ROLLBACK")
    with writing() as session:
        session.add(Device(id="again"))
    assert db.session.scalars(select(Device.id)).all() == ["again"]


def test_an_error_inside_leaves_nothing(other: sqlite3.Connection) -> None:
    def breaks_off() -> None:
        with writing() as session:
            session.add(Device(id="half"))
            session.flush()
            raise KeyError

    with pytest.raises(KeyError):
        breaks_off()
    assert not locked(other)
    assert db.session.scalars(select(Device)).all() == []


def test_foreign_keys_are_kept() -> None:
    with pytest.raises(IntegrityError), writing() as session:
        session.add(Player(session_id=99, name="Nobody's"))


def test_moments_come_back_in_utc() -> None:
    moment = datetime(2026, 12, 1, 0, 30, tzinfo=UTC)
    with writing() as session:
        session.add(Device(id="phone", made_at=moment))
    back = db.session.get_one(Device, "phone").made_at
    assert (back, back.tzinfo) == (moment, UTC)


def test_the_clock_has_a_zone() -> None:
    assert abs(datetime.now(UTC) - database.now()) < MINUTE

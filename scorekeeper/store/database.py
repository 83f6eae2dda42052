"""The database: SQLite or PostgreSQL, with durable commits and a short, patient wait for the write lock."""

from __future__ import annotations

import math
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, cast

import psycopg
from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import DateTime, Dialect, MetaData, TypeDecorator, event
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import InvalidatePoolError, OperationalError
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.pool import ConnectionPoolEntry

WRITE_WAIT_SECONDS = 5.0
"""How long a write waits for another one to end before the person is told to try again."""
_RETRY_SECONDS = 0.004
_RESTED_SECONDS = 5.0
"""A connection to PostgreSQL that rested for longer is asked whether it is still there before it is used."""
WRITES: dict[str, Any] = {"writes": True}
"""Execution options of a connection that may write; ``patience_seconds``: how long it waits for others."""
WRITES_ALONE = {"writes": True, "alone": ""}
"""The same for what must not happen twice at a time: nothing with the same word for ``alone`` does."""
GLANCES = {"isolation_level": "AUTOCOMMIT", "glances": True}
"""Of a connection to PostgreSQL that reads a few rows, not one picture: without a transaction."""
_ALONE_LOCK = 7_263_001
"""The first number of PostgreSQL's advisory locks for that; the second is of the word."""


class Base(DeclarativeBase):
    """What all models derive from. Constraints have stable names, so that migrations can speak of them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


# What was just saved is shown; there is no need to read it again.
db = SQLAlchemy(model_class=Base, session_options={"expire_on_commit": False})


class Moment(TypeDecorator[datetime]):
    """A moment in UTC. SQLite forgets the zone; this gives it back."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, _dialect: Dialect) -> datetime | None:
        """The same moment in UTC, whatever zone it came in."""
        return value.astimezone(UTC) if value is not None else None

    def process_result_value(self, value: datetime | None, _dialect: Dialect) -> datetime | None:
        """The moment with its zone."""
        return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value


@contextmanager
def glancing() -> Iterator[Connection]:
    """A connection for a few rows, as fast as it can be had; each statement sees what is committed then."""
    with db.engine.connect() as connection:
        if connection.dialect.name != "sqlite":  # which has its transaction at once, and without a round trip
            connection.execution_options(**GLANCES)
        yield connection


def now() -> datetime:
    """This moment."""
    return datetime.now(UTC)


def prepare(app: Flask) -> None:
    """Binds the database to ``app`` and sets what each connection needs."""
    if not app.config["SQLALCHEMY_DATABASE_URI"].startswith("sqlite"):
        app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", _POSTGRESQL)
    db.init_app(app)
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            _prepare_sqlite(db.engine)
        else:
            _prepare_postgresql(db.engine)


_POSTGRESQL: dict[str, Any] = {
    "connect_args": {"options": f"-c lock_timeout={WRITE_WAIT_SECONDS:.0f}s -c timezone=UTC"},
}


def _prepare_postgresql(engine: Engine) -> None:
    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        if options.get("glances"):
            return
        # A page is one picture, and nothing is written by the way. The driver says so with its BEGIN; a
        # statement of its own would be one more way there and back.
        writes = bool(options.get("writes"))
        driver = cast("psycopg.Connection[Any]", connection.connection.dbapi_connection)
        level = None if writes else psycopg.IsolationLevel.REPEATABLE_READ
        if (driver.read_only, driver.isolation_level) != (not writes, level):
            driver.read_only, driver.isolation_level = not writes, level
        if (patience := options.get("patience_seconds")) is not None:
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = {patience * 1000:.0f}")
        if (word := options.get("alone")) is not None:
            alone(connection, word)

    @event.listens_for(engine, "checkin")
    def rests(_: object, record: ConnectionPoolEntry) -> None:
        record.info["rests_since"] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def wakes(driver: Any, record: ConnectionPoolEntry, _: object) -> None:
        """A server that was restarted meanwhile is noticed before anything is lost."""
        # Asking each time would make every look at the database twice as long.
        if time.monotonic() - record.info.get("rests_since", math.inf) < _RESTED_SECONDS:
            return
        try:
            engine.dialect.do_ping(driver)
        except psycopg.OperationalError as error:
            raise InvalidatePoolError from error


def alone(connection: Connection, word: str = "") -> None:
    """Until this transaction ends nobody else with this word is here. SQLite has but one writer anyway."""
    if connection.dialect.name != "sqlite":
        lock = "SELECT pg_advisory_xact_lock(%s, hashtext(%s))"
        connection.exec_driver_sql(lock, (_ALONE_LOCK, word))


def _prepare_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def settings(connection: Any, _: object) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves, below
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=0"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        if not options.get("writes"):
            # Past SQLAlchemy, whose way is as long as that of a query.
            connection.connection.dbapi_connection.execute("BEGIN")  # type: ignore[union-attr]
            return
        # A write takes its lock at once, and waits in Python: SQLite's own waiting would stop the worker.
        patience = time.monotonic() + options.get("patience_seconds", WRITE_WAIT_SECONDS)
        while True:
            try:
                connection.connection.dbapi_connection.execute("BEGIN IMMEDIATE")  # type: ignore[union-attr]
                return
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > patience:
                    raise OperationalError("BEGIN IMMEDIATE", None, error) from error
                time.sleep(_RETRY_SECONDS)

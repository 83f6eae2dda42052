"""The one way to write, with objects or with rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import cast

from flask import current_app
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from scorekeeper.live import Hub
from scorekeeper.store import db
from scorekeeper.store.database import WRITES, WRITES_ALONE
from scorekeeper.store.following import touched_in

HUB = "scorekeeper.live"
"""Under this name the application keeps its hub among its extensions."""


def hub() -> Hub:
    """Where this process's streams wait."""
    return cast("Hub", current_app.extensions[HUB])


def _wake(touched: Iterable[int]) -> None:
    """Wakes those who follow these sessions on this process; the others hear of it from the database."""
    for session_id in touched:
        hub().poke(session_id)


@contextmanager
def writing(*, brings: str | None = None) -> Iterator[Session]:
    """A transaction that may write: takes the write lock at once, commits at the end, or leaves nothing.

    What was read before is read anew inside, so that nothing is decided on an older picture. ``brings``: the
    device that brings something new, which changes nothing of what is there: on PostgreSQL only what the same
    device brings waits for it.
    """
    session: Session = db.session()  # the scoped session of this request
    session.commit()  # ends the transaction in which things were read until now
    session.expire_all()
    options = WRITES_ALONE if brings is None else WRITES_ALONE | {"alone": brings}
    connection = session.connection(execution_options=options)
    touched_in(connection)  # what is left of a transaction that was given up
    try:
        yield session
        touched = touched_in(connection)
        session.commit()
    except BaseException:
        session.rollback()
        raise
    _wake(touched)


@contextmanager
def writing_rows(*, patience_seconds: float | None = None) -> Iterator[Connection]:
    """The same for a few rows and prepared statements: without the ORM, in half the time.

    ``patience_seconds``: how long it waits where others write, instead of as long as a person would.
    """
    if db.session.registry.has():
        db.session.rollback()  # ends the transaction in which things were read until now
    options = WRITES if patience_seconds is None else WRITES | {"patience_seconds": patience_seconds}
    with db.engine.connect().execution_options(**options) as connection:
        touched_in(connection)  # as above
        with connection.begin():
            yield connection
        touched = touched_in(connection)
    _wake(touched)

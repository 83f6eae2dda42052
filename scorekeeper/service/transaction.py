"""The one way to write."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.orm import Session

from scorekeeper.store import db


@contextmanager
def writing() -> Iterator[Session]:
    """A transaction that may write: takes the write lock at once, commits at the end, or leaves nothing.

    What was read before is read anew inside, so that nothing is decided on an older picture.
    """
    session: Session = db.session()  # the scoped session of this request
    session.rollback()
    session.expire_all()
    session.connection(execution_options={"writes": True})
    try:
        yield session
        session.commit()
    except BaseException:
        session.rollback()
        raise

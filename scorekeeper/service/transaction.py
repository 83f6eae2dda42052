"""The one way to write."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.orm import Session

from scorekeeper.store import db


@contextmanager
def writing(*, keeping: bool = False) -> Iterator[Session]:
    """A transaction that may write: takes the write lock at once, commits at the end, or leaves nothing.

    What was read before is read anew inside, so that nothing is decided on an older picture; ``keeping`` it
    is for who looks by itself whether it has changed since.
    """
    session: Session = db.session()  # the scoped session of this request
    session.commit()  # ends the transaction in which things were read until now
    if not keeping:
        session.expire_all()
    session.connection(execution_options={"writes": True})
    try:
        yield session
        session.commit()
    except BaseException:
        session.rollback()
        raise

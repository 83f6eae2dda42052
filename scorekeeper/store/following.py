"""Who follows and who is entering something, and the word to other processes that a session has changed.

Unlike all other rows these are about this moment alone: they are written over and taken away.
"""

from __future__ import annotations

import os
import sqlite3
import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import cast

from sqlalchemy import BigInteger, Connection, ForeignKey, String, bindparam, delete, func, select, text
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.database import Base, Moment, now

CHANNEL = "scorekeeper_session"
"""Where PostgreSQL tells which session has changed: its id, and which process has changed it."""
_TOUCHED = "touched"


class Touched(Base):
    """When a session changed last, on SQLite: ``seq`` is one more than that of any change before.

    PostgreSQL tells its listeners by itself (NOTIFY) and leaves this table empty.
    """

    __tablename__ = "touched"

    session_id: Mapped[int] = mapped_column(ForeignKey("session.id"), primary_key=True)
    seq: Mapped[int] = mapped_column(BigInteger, index=True)


class Follower(Base):
    """A phone that holds a stream open on a server ``process``, which was well at ``seen_at``."""

    __tablename__ = "follower"

    process: Mapped[str] = mapped_column(String(32), primary_key=True)
    session_id: Mapped[int] = mapped_column(ForeignKey("session.id"), primary_key=True, index=True)
    device_id: Mapped[str] = mapped_column(ForeignKey("device.id"), primary_key=True)
    seen_at: Mapped[datetime] = mapped_column(Moment, default=now)


class Entering(Base):
    """A phone on which somebody tapped something at ``at`` into the form of a unit, and has not saved it."""

    __tablename__ = "entering"

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    device_id: Mapped[str] = mapped_column(ForeignKey("device.id"), primary_key=True)
    unit: Mapped[int]
    at: Mapped[datetime] = mapped_column(Moment, default=now)


_SAVED = delete(Entering).where(
    Entering.match_id == bindparam("of_match"), Entering.device_id == bindparam("of_device")
)
_NEXT = select(func.coalesce(func.max(Touched.seq), 0) + 1).scalar_subquery()
_TOUCH = (
    insert(Touched)
    .values(session_id=text(":id"), seq=_NEXT)
    .on_conflict_do_update(index_elements=[Touched.session_id], set_={"seq": _NEXT})
)
_NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :said)")
_RUN = uuid.uuid4().hex


def origin() -> str:
    """What this process signs its changes with: others hear of them, it knows of them already."""
    return f"{_RUN}-{os.getpid()}"  # a process that was forked has the first part from its parent


def entered(connection: Connection, match_id: int, device_id: str) -> None:
    """What was being entered on this phone is saved."""
    connection.execute(_SAVED, {"of_match": match_id, "of_device": device_id})


def touch(connection: Connection, session_id: int) -> None:
    """Says, within the transaction that changes a session, that others must look at it again."""
    if connection.dialect.name == "sqlite":
        connection.execute(_TOUCH, {"id": session_id})
    else:
        connection.execute(_NOTIFY, {"said": f"{session_id} {origin()}"})
    connection.info.setdefault(_TOUCHED, set()).add(session_id)


def touched_in(connection: Connection) -> set[int]:
    """The sessions that were touched on this connection since this was asked last."""
    return cast("set[int]", connection.info.pop(_TOUCHED, set()))


def touched_since(connection: sqlite3.Connection, seq: int) -> Sequence[tuple[int, int]]:
    """On SQLite: ``seq`` and session of every change after ``seq``, in their order."""
    found = connection.execute("SELECT seq, session_id FROM touched WHERE seq > ? ORDER BY seq", (seq,))
    return cast("Sequence[tuple[int, int]]", found.fetchall())


def newest_touch(connection: sqlite3.Connection) -> int:
    """On SQLite: the ``seq`` of the last change of all, 0 before the first."""
    return int(connection.execute("SELECT coalesce(max(seq), 0) FROM touched").fetchone()[0])

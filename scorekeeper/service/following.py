"""Following a session live: where its matches stand, who else follows, who is entering something.

What a stream tells is read without the ORM and without a request: the connection is given back at once, so
that hundreds of open streams hold none.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

from flask import Flask
from sqlalchemy import Connection, Engine, Row, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.live import Attendance, Hub, Place, PostgresqlWatcher, SqliteWatcher
from scorekeeper.service.errors import NotAllowed
from scorekeeper.service.money import PAID
from scorekeeper.service.open_match import open_match_alone, shut_out
from scorekeeper.service.transaction import HUB, writing_rows
from scorekeeper.store import Access, Entering, Follower, GameSession, Match, Player, Transfer, db
from scorekeeper.store.database import glancing, now
from scorekeeper.store.following import CHANNEL, newest_touch, origin, touch, touched_since

FOLLOWER_TIME = timedelta(seconds=60)
"""A process that was not well for so long has gone, and with it all who followed on it."""
FORGOTTEN_TIME = timedelta(hours=1)
ENTERING_TIME = timedelta(seconds=30)
"""So long after the last tap somebody is still taken to be entering something."""
ENTERING_PAUSE = timedelta(seconds=8)
"""A tap sooner after the last one that was written down is not news."""
ATTENDANCE = "scorekeeper.attendance"
MOST_UNITS = 10**6


@dataclass(frozen=True, slots=True)
class EnteringNow:
    """Somebody is entering ``unit`` of match ``number``; ``who``: whose phone it is, None if nobody said."""

    number: int
    unit: int
    who: str | None


@dataclass(frozen=True, slots=True)
class Seen:
    """What a phone may see of a session; ``player_id``: whose phone it is.

    ``versions``: of its matches by number, and under ``PAID`` how many transfers were made. ``names``: of its
    players, where a page is asked for; they change by purging alone.
    """

    session_id: int
    role: str
    player_id: int | None
    versions: dict[int, int]
    names: str = ""


@dataclass(frozen=True, slots=True)
class LiveView:
    """What a stream tells one phone.

    ``following``: how many other phones follow; ``entering``: who else is entering something.
    """

    seen: Seen
    following: int
    entering: tuple[EnteringNow, ...]


# Statements, put together once ---------------------------------------------------------------------

_PAID = select(func.count(Transfer.id)).where(Transfer.session_id == Access.session_id).scalar_subquery()
_SEEN = (
    select(Access.session_id, Access.role, Access.player_id, Match.number, Match.version, _PAID.label("paid"))
    .join(Match, Match.session_id == Access.session_id)
    .where(Access.device_id == bindparam("device_id"), Access.ended_at.is_(None))
    .order_by(Match.number)
)
_SEEN_BY_ID = _SEEN.where(Access.session_id == bindparam("session_id"))
_NAMES = select(func.aggregate_strings(Player.name, "\n")).where(Player.session_id == Access.session_id)
_SEEN_BY_SLUG = (
    _SEEN.add_columns(_NAMES.scalar_subquery().label("names"))
    .join(GameSession, GameSession.id == Access.session_id)
    .where(GameSession.slug == bindparam("slug"))
)
_FOLLOWING = select(func.count(Follower.device_id.distinct())).where(
    Follower.session_id == bindparam("session_id"),
    Follower.device_id != bindparam("device_id"),
    Follower.seen_at > bindparam("since"),
)
# Both at once: to PostgreSQL every statement is a way there and back.
_SEEN_AND_FOLLOWING = _SEEN_BY_ID.add_columns(_FOLLOWING.scalar_subquery().label("following"))
_ENTERING = (
    select(Match.number, Entering.unit, Player.name)
    .join(Match, Match.id == Entering.match_id)
    .join(Access, (Access.session_id == Match.session_id) & (Access.device_id == Entering.device_id))
    .outerjoin(Player, Player.id == Access.player_id)
    .where(
        Match.session_id == bindparam("session_id"),
        Entering.device_id != bindparam("device_id"),
        Entering.at > bindparam("since"),
        Access.ended_at.is_(None),
    )
    .order_by(Match.number, Entering.device_id)
)
_MINE = (Entering.match_id == bindparam("of_match"), Entering.device_id == bindparam("of_device"))

_FORGET = delete(Follower).where(
    Follower.process == bindparam("of_process"),
    Follower.session_id == bindparam("of_session"),
    Follower.device_id == bindparam("of_device"),
)


# What a stream tells -------------------------------------------------------------------------------


def seen(slug: str, device_id: str) -> Seen:
    """What this phone may see of the session, with its names. Raises NotFound, or LinkStopped."""
    with glancing() as connection:
        found = connection.execute(_SEEN_BY_SLUG, {"slug": slug, "device_id": device_id}).all()
        if not found:
            raise shut_out(connection, slug, device_id)
        return replace(_seen(found), names=found[0].names)


def _seen(rows: Sequence[Row[*tuple[Any, ...]]]) -> Seen:
    first = rows[0]
    versions = {PAID: first.paid} | {row.number: row.version for row in rows}
    return Seen(first.session_id, first.role, first.player_id, versions)


def live_view(session_id: int, device_id: str) -> LiveView | None:
    """What there is to tell the phone now; None if it may see nothing of the session any more."""
    at, who = now(), {"session_id": session_id, "device_id": device_id}
    with glancing() as connection:
        found = connection.execute(_SEEN_AND_FOLLOWING, who | {"since": at - FOLLOWER_TIME}).all()
        if not found:
            return None
        entering = connection.execute(_ENTERING, who | {"since": at - ENTERING_TIME})
        return LiveView(_seen(found), found[0].following, tuple(EnteringNow(*row) for row in entering))


# Who enters ----------------------------------------------------------------------------------------


def say_entering(slug: str, number: int, device_id: str, unit: int) -> None:
    """Somebody tapped something into the form of ``unit`` on this phone. Raises NotFound or NotAllowed."""
    opened = open_match_alone(slug, number, device_id)
    if opened.role != "scorer":
        raise NotAllowed
    unit = min(max(unit, 0), MOST_UNITS)
    mine = {"of_match": opened.match.id, "of_device": device_id}
    with db.engine.connect() as connection:
        known = connection.execute(select(Entering.unit, Entering.at).where(*_MINE), mine).one_or_none()
    if known is not None and known.unit == unit and now() - known.at < ENTERING_PAUSE:
        return
    try:
        with writing_rows() as connection:
            again = update(Entering).where(*_MINE).values(unit=unit, at=now())
            if not connection.execute(again, mine).rowcount:
                fresh = {"match_id": opened.match.id, "device_id": device_id, "unit": unit, "at": now()}
                connection.execute(insert(Entering), fresh)
            touch(connection, opened.match.session_id)
    except IntegrityError:
        return  # another tap of the same phone was faster, and said the same


def say_left(slug: str, number: int, device_id: str) -> None:
    """The form was left on this phone, or saved. Raises NotFound."""
    opened = open_match_alone(slug, number, device_id)
    with writing_rows() as connection:
        mine = {"of_match": opened.match.id, "of_device": device_id}
        if connection.execute(delete(Entering).where(*_MINE), mine).rowcount:
            touch(connection, opened.match.session_id)


# Who follows ---------------------------------------------------------------------------------------


def record_followers(process: str, here: AbstractSet[Place], before: AbstractSet[Place]) -> None:
    """Writes down who follows on this ``process``: those ``here``, of whom ``before`` is known already."""
    come, gone = here - before, before - here
    with writing_rows() as connection:
        _forget(connection, process, come | gone)
        mine = update(Follower).where(Follower.process == process)
        connection.execute(mine.values(seen_at=now()))
        connection.execute(delete(Follower).where(Follower.seen_at < now() - FORGOTTEN_TIME))
        if come:
            fresh = [
                {"process": process, "session_id": session_id, "device_id": device_id, "seen_at": now()}
                for session_id, device_id in sorted(come)
            ]
            connection.execute(insert(Follower), fresh)
        for session_id in sorted({session_id for session_id, _device_id in come | gone}):
            touch(connection, session_id)


def _forget(connection: Connection, process: str, places: AbstractSet[Place]) -> None:
    rows = [
        {"of_process": process, "of_session": session_id, "of_device": device_id}
        for session_id, device_id in sorted(places)
    ]
    if rows:
        connection.execute(_FORGET, rows)


# The hub of the process ----------------------------------------------------------------------------


def prepare_live(app: Flask) -> None:
    """Gives ``app`` its hub, which watches the database that is bound to it, and its list of who follows."""
    process = uuid.uuid4().hex

    def record(here: frozenset[Place], before: frozenset[Place]) -> None:
        with app.app_context():
            record_followers(process, here, before)

    with app.app_context():
        app.extensions[HUB] = Hub(_watcher(db.engine))
    app.extensions[ATTENDANCE] = Attendance(record)


def end_streams(app: Flask) -> None:
    """Ends all streams of this process, and what runs for them. They may be opened anew."""
    cast("Attendance", app.extensions[ATTENDANCE]).close()
    cast("Hub", app.extensions[HUB]).close()


def _watcher(engine: Engine) -> SqliteWatcher | PostgresqlWatcher:
    """What learns of changes in the database of ``engine``."""
    if engine.dialect.name == "sqlite":
        return SqliteWatcher(Path(str(engine.url.database)), newest_touch, touched_since)
    _arguments, connection = engine.dialect.create_connect_args(engine.url)
    return PostgresqlWatcher(dict(connection), CHANNEL, origin)

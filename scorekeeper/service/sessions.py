"""Starting a session, starting another match in it, and the sessions that a phone remembers."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, tzinfo
from typing import Any, Literal, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlalchemy import Connection, Row, func, insert, select
from sqlalchemy.orm import Session

from scorekeeper.kernel import Game, Setup, Table, decoded, encoded, read_setup
from scorekeeper.kernel.names import name_key
from scorekeeper.kernel.setup import setup_json
from scorekeeper.service.errors import NotAllowed
from scorekeeper.service.membership import member_ids, names_of
from scorekeeper.service.open_match import open_match, open_session
from scorekeeper.service.places import fresh_slug, is_program, known_device
from scorekeeper.service.transaction import writing
from scorekeeper.store import Access, Entry, GameSession, Match, Player, db
from scorekeeper.store.database import alone, now
from scorekeeper.store.following import touch

_REMATCH = uuid.UUID("6a0f6f0e-5d5c-4f5f-9a43-2f0f3c1f8a10")
"""Stands for "a rematch of" in the ids of matches."""


def time_zone(name: str) -> tzinfo:
    """The zone called ``name`` (IANA), or UTC where the phone said none that is known."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def start_session(
    device_id: str,
    game: Game[Any],
    raw_setup: Mapping[str, Any],
    *,
    zone: str,
    client_id: str,
    club_id: int | None = None,
) -> Match:
    """A new session with its first match; the phone that makes it may enter. Raises Refused.

    ``club_id``: the club that it belongs to, in which whoever calls has seen that this phone may enter.
    A repeat with the same ``client_id`` answers with the match that the first one made. The same id with
    another set-up is a form that somebody went back to, and makes a session of its own.
    """
    setup = read_setup(game, raw_setup)
    client_id = _own_id(client_id, game, setup)
    with writing() as session:
        known = session.scalar(select(Match).where(Match.client_id == client_id))
        if known is not None:
            open_session(known.session.slug, device_id)
            return known
        known_device(session, device_id)
        zone_known = time_zone(zone)
        evening = GameSession(
            slug=fresh_slug(),
            client_id=client_id,
            time_zone=str(zone_known) if zone_known is not UTC else "UTC",
            day=now().astimezone(zone_known).date(),
            club_id=club_id,
        )
        session.add(evening)
        session.flush()
        session.add(_began(session, evening, device_id))
        return _add_match(session, evening, game, setup, client_id=client_id)


def _began(session: Session, evening: GameSession, device_id: str) -> Access:
    """What the device that begins a session may do in it.

    A phone came by no link, so that renewing one cannot shut it out. A program of a club is not one device
    but whoever has the club's link, and goes with that.
    """
    access = Access(device_id=device_id, session_id=evening.id, role="scorer")
    if evening.club_id is not None and is_program(device_id):
        of_club = select(Access.link_id).where(
            Access.club_id == evening.club_id, Access.device_id == device_id
        )
        access.link_id = session.scalar(of_club)
    return access


def _own_id(client_id: str, game: Game[Any], setup: Setup) -> str:
    """What a form's id becomes together with what the form says: the same only for the same set-up."""
    return str(uuid.uuid5(uuid.UUID(client_id), json.dumps([game.key, setup_json(game, setup)])))


def _add_match(
    session: Session, evening: GameSession, game: Game[Any], setup: Setup, *, client_id: str
) -> Match:
    state = game.start(setup)
    match = Match(
        client_id=client_id,
        number=len(evening.matches) + 1,
        game=game.key,
        rules_version=game.rules_version,
        setup=setup_json(game, setup),
        seats=player_ids(session.connection(), evening.id, setup.names),
        state=encoded(state),
    )
    evening.matches.append(match)
    session.flush()
    touch(session.connection(), evening.id)
    return match


def player_ids(connection: Connection, session_id: int, names: Sequence[str]) -> list[int]:
    """The players of the session with these names, made where they are new to it.

    In a club they are its members, made where they are new to that.
    """
    alone(connection)  # the same name may sit down in two matches of the session at once
    rows = connection.execute(
        select(Player.id, Player.name, Player.member_id).where(Player.session_id == session_id)
    ).all()
    known = {name_key(row.name): row.id for row in rows}
    club_id = connection.scalar(select(GameSession.club_id).where(GameSession.id == session_id))
    if club_id is not None:
        # Who was renamed in the club since may sit down here under the new name.
        sits = {name_key(name) for name in names}
        renamed = {row.member_id: row.id for row in rows if row.member_id and name_key(row.name) not in sits}
        for key, member in names_of(connection, renamed).items():
            known.setdefault(key, renamed[member])
    fresh = [name for name in names if name_key(name) not in known]
    members: Sequence[int | None] = [None] * len(fresh)
    if club_id is not None:
        taken = [row.member_id for row in rows if row.member_id is not None]
        members = member_ids(connection, club_id, fresh, taken=taken, comes=True)
    for name, member_id in zip(fresh, members, strict=True):
        values = {"session_id": session_id, "name": name, "member_id": member_id}
        added = connection.execute(insert(Player).values(values))
        known[name_key(name)] = cast("Row[int]", added.inserted_primary_key).id
    return [known[name_key(name)] for name in names]


def start_match(
    slug: str, device_id: str, game: Game[Any], raw_setup: Mapping[str, Any], *, client_id: str
) -> Match:
    """Another match in a session, of any game, with the same or other people. Raises Refused.

    A repeat with the same ``client_id`` and set-up makes no second match.
    """
    setup = read_setup(game, raw_setup)
    client_id = _own_id(client_id, game, setup)
    with writing() as session:
        evening, role = open_session(slug, device_id)
        if role != "scorer":
            raise NotAllowed
        known = session.scalar(
            select(Match).where(Match.client_id == client_id, Match.session_id == evening.id)
        )
        return known or _add_match(session, evening, game, setup, client_id=client_id)


def play_again(slug: str, number: int, device_id: str) -> int:
    """Another match of the same game with the people who sit there now, in their order, under the same rules.

    Whoever would have dealt next deals first. The number of the match in its session: there is one rematch of
    a finished match, however often and on however many phones it is asked for. A match that goes on is gone
    on with.
    """
    with writing() as session:
        last = open_match(slug, number, device_id, writes=True)
        if not last.match.finished:
            return number
        # The entry with which it ended: notes may follow, and it may be reopened and end once more.
        ended_by = select(func.max(Entry.id)).where(
            Entry.match_id == last.match.id, Entry.voided_at.is_(None), Entry.type != "note"
        )
        client_id = str(uuid.uuid5(_REMATCH, str(session.scalar(ended_by))))
        known = session.scalar(select(Match).where(Match.client_id == client_id))
        if known is not None:
            return known.number
        table = last.state.table
        setup = setup_json(last.game, last.setup)
        setup["stake"] |= last.game.stake_now(last.state)
        setup["players"] = [table.names[seat] for seat in table.sitting]
        setup[last.game.first_key] = table.sitting.index(last.game.next_first(last.state))
        setup_again = read_setup(last.game, setup)
        return _add_match(session, last.session, last.game, setup_again, client_id=client_id).number


Kept = Literal["listed", "archived", "hidden"]


@dataclass(frozen=True, slots=True)
class RememberedSession:
    """A session on this phone, newest first."""

    session: GameSession
    matches: tuple[Match, ...]


def sessions_on_phone(
    device_id: str, *, kept: Kept = "listed", most: int | None = None
) -> list[RememberedSession]:
    """The sessions that this phone may see and lists, has hidden, or that are archived; the newest first."""
    hidden, archived = Access.hidden_at.is_not(None), GameSession.archived_at.is_not(None)
    which = {"listed": ~hidden & ~archived, "archived": ~hidden & archived, "hidden": hidden}
    rows = db.session.scalars(
        select(GameSession)
        .join(Access, Access.session_id == GameSession.id)
        .where(Access.device_id == device_id, Access.ended_at.is_(None), which[kept])
        .order_by(GameSession.id.desc())
        .limit(most)
    )
    return [RememberedSession(evening, tuple(evening.matches)) for evening in rows]


def count_sessions(device_id: str) -> int:
    """How many sessions this phone may see, hidden and archived ones too."""
    mine = select(func.count()).where(
        Access.device_id == device_id, Access.ended_at.is_(None), Access.session_id.is_not(None)
    )
    return db.session.scalar(mine) or 0


def last_names(device_id: str, slug: str | None = None) -> list[str]:
    """Who sat down last in the session ``slug``, or on this phone; nobody if it knows no session."""
    query = select(Match).join(Access, Access.session_id == Match.session_id)
    if slug is not None:
        query = query.join(GameSession, GameSession.id == Match.session_id).where(GameSession.slug == slug)
    mine = query.where(Access.device_id == device_id, Access.ended_at.is_(None))
    match = db.session.scalar(mine.order_by(Match.id.desc()).limit(1))
    if match is None:
        return []
    table = decoded(match.state["table"], Table)
    return [table.names[seat] for seat in table.sitting]


def last_unit(slug: str) -> str:
    """The unit that the session's last match is played for."""
    match = db.session.scalar(
        select(Match)
        .join(GameSession, GameSession.id == Match.session_id)
        .where(GameSession.slug == slug)
        .order_by(Match.id.desc())
        .limit(1)
    )
    return str(match.setup["stake"]["unit"]) if match else "USD"

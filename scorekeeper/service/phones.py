"""Which phones have come into a session or a club, whose they are, and putting one out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import cast

from sqlalchemy import ColumnElement, func, select

from scorekeeper.service.errors import NotFound
from scorekeeper.service.open_match import open_session
from scorekeeper.service.places import Opens, access_of, is_into, is_program, place_to_write
from scorekeeper.service.secrets import Role
from scorekeeper.service.through_club import end_through_club, touch_sessions
from scorekeeper.service.transaction import writing
from scorekeeper.store import Access, Club, Member, Player, db
from scorekeeper.store.database import now


@dataclass(frozen=True, slots=True)
class LetIn:
    """A phone that is let in. ``own``: the phone that asks; ``who``: whose it is, if that was said.

    ``program``: it is no phone, but somebody's program.
    """

    access_id: int
    role: Role
    who: str | None
    since: datetime
    own: bool
    through_link: bool
    program: bool


def phones_of(slug: str, device_id: str, opens: Opens = open_session) -> list[LetIn]:
    """The phones that are in, the one that asks first. Raises NotFound."""
    place, _role = opens(slug, device_id)
    found = db.session.execute(
        select(Access, func.coalesce(Player.name, Member.name))
        .outerjoin(Player, Player.id == Access.player_id)
        .outerjoin(Member, Member.id == Access.member_id)
        .where(is_into(place), Access.ended_at.is_(None))
        .order_by(Access.device_id != device_id, Access.id)
    )
    return [
        LetIn(
            access.id,
            cast("Role", access.role),
            name,
            access.made_at,
            access.device_id == device_id,
            access.link_id is not None,
            is_program(access.device_id),
        )
        for access, name in found
    ]


def _mine(session_id: int, device_id: str) -> tuple[ColumnElement[bool], ...]:
    return Access.session_id == session_id, Access.device_id == device_id


def player_of(session_id: int, device_id: str) -> str | None:
    """The name of the player whose phone this is, if that was said."""
    return db.session.scalar(
        select(Player.name).join(Access, Access.player_id == Player.id).where(*_mine(session_id, device_id))
    )


def whose_phone(session_id: int, device_id: str) -> int | None:
    """The player whose phone this is, if that was said."""
    return db.session.scalar(select(Access.player_id).where(*_mine(session_id, device_id)))


def hidden_here(session_id: int, device_id: str) -> bool:
    """Whether this phone lists the session no more."""
    return db.session.scalar(select(Access.hidden_at).where(*_mine(session_id, device_id))) is not None


def put_out(slug: str, device_id: str, access_id: int, opens: Opens = open_session) -> None:
    """Puts one phone out; it can come back only by a new link. Raises NotFound, NotAllowed for a viewer.

    Out of a club it is out of its sessions too, but for those to which it came by a link of their own.
    """
    with writing() as session:
        place = place_to_write(opens, slug, device_id)
        known = select(Access).where(Access.id == access_id, is_into(place), Access.device_id != device_id)
        access = session.scalar(known)
        if access is None:
            raise NotFound
        access.ended_at, access.put_out = now(), True
        if isinstance(place, Club):
            end_through_club(session, place, access)
        else:
            touch_sessions(session, {place.id})


def this_is(slug: str, device_id: str, person_id: int | None, opens: Opens = open_session) -> None:
    """Says whose phone the one that asks is (a player's or a member's); None: nobody's in particular.

    Raises NotFound.
    """
    with writing() as session:
        place, _role = opens(slug, device_id)
        access = access_of(session, place, device_id)
        if isinstance(place, Club):
            member = session.get(Member, person_id) if person_id is not None else None
            if person_id is not None and (member is None or member.club_id != place.id):
                raise NotFound
            if access is not None:
                access.member_id = member.id if member else None
            return
        player = session.get(Player, person_id) if person_id is not None else None
        if player is not None and player.session_id != place.id:
            raise NotFound
        if access is not None:
            access.player_id = player.id if player else None
            touch_sessions(session, {place.id})

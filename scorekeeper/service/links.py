"""Letting phones in: the two links of a session, the short code, who has come, putting a phone out."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, cast

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.service.errors import LinkStopped, NotFound, TooManyTries
from scorekeeper.service.open_match import open_session, session_to_write
from scorekeeper.service.transaction import writing, writing_rows
from scorekeeper.store import Access, Device, GameSession, Link, Match, Player, WrongCode, db
from scorekeeper.store.database import now
from scorekeeper.store.following import touch

Role = Literal["scorer", "viewer"]
ROLES: tuple[Role, ...] = ("viewer", "scorer")

SECRET_BYTES = 18
"""144 random bits, 24 characters in a link."""
ALPHABET = "34679ACDEFGHJKMNPQRTUVWXY"
"""What a spoken code is made of: no two of these are taken for one another."""
CODE_LENGTH = 8
TRIES = 10
"""Wrong codes that one phone or address may try in ``TRIES_TIME``; all together may try ``TRIES_OF_ALL``."""
TRIES_OF_ALL = 300
TRIES_TIME = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class SharedLink:
    """A link as it is shown. ``secret``: the end of its address; ``code``: what is spoken, for watching."""

    role: Role
    secret: str
    code: str | None


@dataclass(frozen=True, slots=True)
class Invitation:
    """What a link leads to. ``names``: who plays, by player id; ``games``: keys of the games played there."""

    session: GameSession
    role: Role
    link_id: int
    made_at: datetime
    names: dict[int, str]
    games: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LetIn:
    """A phone that is let into a session. ``own``: the phone that asks."""

    access_id: int
    role: Role
    player: str | None
    since: datetime
    own: bool
    through_link: bool


# Secrets -----------------------------------------------------------------------------------------


def _mac(key: str, *parts: object) -> bytes:
    return hmac.digest(key.encode(), " ".join(map(str, ("link", *parts))).encode(), "sha256")


def _secret(key: str, slug: str, role: str, generation: int) -> str:
    return urlsafe_b64encode(_mac(key, slug, role, generation)[:SECRET_BYTES]).decode()


def _code(key: str, slug: str, generation: int) -> str:
    number = int.from_bytes(_mac(key, "code", slug, generation), "big")
    signs = []
    for _ in range(CODE_LENGTH):
        number, at = divmod(number, len(ALPHABET))
        signs.append(ALPHABET[at])
    return "".join(signs)


def _lookup(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _code_lookup(key: str, code: str) -> str:
    # Keyed: a code is short enough to be found by trying all of them on a stolen database.
    return _mac(key, "look up", code).hex()


# Links -------------------------------------------------------------------------------------------


def links_of(slug: str, device_id: str, key: str) -> list[SharedLink]:
    """The links that this phone may hand on: a viewer that for viewers, a scorer both. Raises NotFound.

    ``key``: the server's. A link is made when it is first asked for.
    """
    evening, role = open_session(slug, device_id)
    roles = ROLES if role == "scorer" else ROLES[:1]
    known = {link.role: link for link in _live_links(db.session(), evening.id)}
    if any(wanted not in known or not _is_ours(known[wanted], slug, key) for wanted in roles):
        with writing() as session:
            known = {wanted: _made(session, evening.id, slug, wanted, key) for wanted in roles}
    return [_shared(known[wanted], slug, key) for wanted in roles]


def _shared(link: Link, slug: str, key: str) -> SharedLink:
    code = _code(key, slug, link.generation) if link.role == "viewer" else None
    return SharedLink(cast("Role", link.role), _secret(key, slug, link.role, link.generation), code)


def _is_ours(link: Link, slug: str, key: str) -> bool:
    """Whether it was made with the key that the server has now; with another one it cannot be shown."""
    return link.lookup == _lookup(_secret(key, slug, link.role, link.generation))


def _live_links(session: Session, session_id: int) -> list[Link]:
    return list(session.scalars(select(Link).where(Link.session_id == session_id, Link.ended_at.is_(None))))


def _made(session: Session, session_id: int, slug: str, role: Role, key: str) -> Link:
    """The live link of a session, made if there is none of this key's."""
    for link in _live_links(session, session_id):
        if link.role == role and _is_ours(link, slug, key):
            return link
    return _next(session, session_id, slug, role, key)


def _next(session: Session, session_id: int, slug: str, role: Role, key: str) -> Link:
    """The next generation; ends the one before it."""
    session.execute(
        update(Link)
        .where(Link.session_id == session_id, Link.role == role, Link.ended_at.is_(None))
        .values(ended_at=now())
    )
    newest = session.scalar(
        select(func.max(Link.generation)).where(Link.session_id == session_id, Link.role == role)
    )
    generation = (newest or 0) + 1
    code = None
    if role == "viewer":
        code = _code_lookup(key, _code(key, slug, generation))
        while session.scalar(select(Link.id).where(Link.code_lookup == code)) is not None:
            generation += 1
            code = _code_lookup(key, _code(key, slug, generation))
    lookup = _lookup(_secret(key, slug, role, generation))
    link = Link(session_id=session_id, role=role, generation=generation, lookup=lookup, code_lookup=code)
    session.add(link)
    session.flush()
    return link


def renew_link(slug: str, device_id: str, role: Role, key: str) -> None:
    """Stops a link and makes a new one. Whoever came by the old one is out, but for the phone that asks.

    Raises NotFound, or NotAllowed for a viewer.
    """
    with writing() as session:
        evening = session_to_write(slug, device_id)
        old = [link.id for link in _live_links(session, evening.id) if link.role == role]
        fresh = _next(session, evening.id, slug, role, key)
        through = (Access.link_id.in_(old), Access.ended_at.is_(None))
        session.execute(
            update(Access).where(*through, Access.device_id == device_id).values(link_id=fresh.id)
        )
        session.execute(update(Access).where(*through).values(ended_at=now()))
        touch(session.connection(), evening.id)


# Coming in ---------------------------------------------------------------------------------------


def invitation(secret: str) -> Invitation:
    """What the link with this secret leads to. Raises NotFound, or LinkStopped for one that was renewed."""
    link = db.session.scalar(select(Link).where(Link.lookup == _lookup(secret)))
    if link is None or link.session is None:
        raise NotFound
    if link.ended_at is not None:
        raise LinkStopped(link.ended_at, link.session.time_zone)
    names = {player.id: player.name for player in link.session.players}
    games = db.session.scalars(
        select(Match.game).where(Match.session_id == link.session_id).order_by(Match.number)
    )
    return Invitation(
        link.session, cast("Role", link.role), link.id, link.made_at, names, tuple(dict.fromkeys(games))
    )


def known_here(invited: Invitation, device_id: str) -> bool:
    """Whether this phone may do what the invitation is for already."""
    access = _access_of(db.session(), invited.session.id, device_id)
    return access is not None and access.ended_at is None and access.role in {"scorer", invited.role}


def refuse_put_out(invited: Invitation, device_id: str) -> None:
    """Raises LinkStopped for a phone that was put out when there was this link already."""
    access = _access_of(db.session(), invited.session.id, device_id)
    if access is not None and access.put_out and access.ended_at and invited.made_at <= access.ended_at:
        raise LinkStopped(access.ended_at, invited.session.time_zone, put_out=True)


def join(secret: str, device_id: str, player_id: int | None) -> GameSession:
    """Lets a phone in by the link; ``player_id``: whose phone it is, if that was said.

    A scorer who opens the link for viewers stays one. Raises NotFound, or LinkStopped, also for a phone that
    was put out and comes by a link that there was then.
    """
    with writing() as session:
        invited = invitation(secret)
        refuse_put_out(invited, device_id)
        if player_id not in invited.names:
            player_id = None
        if session.get(Device, device_id) is None:
            session.add(Device(id=device_id))
            session.flush()
        access = _access_of(session, invited.session.id, device_id)
        if access is None:
            access = Access(device_id=device_id, session_id=invited.session.id, role=invited.role)
            access.link_id = invited.link_id
            session.add(access)
        elif access.ended_at is not None or access.role == "viewer":
            access.role, access.link_id = invited.role, invited.link_id
            access.ended_at, access.put_out = None, False
        access.player_id = player_id or access.player_id
        return invited.session


def _access_of(session: Session, session_id: int, device_id: str) -> Access | None:
    return session.scalar(
        select(Access).where(Access.session_id == session_id, Access.device_id == device_id)
    )


def _network(origin: str) -> str:
    """Whose address it is: of IPv6 the network, in which one phone may have any address."""
    try:
        address = ipaddress.ip_address(origin)
    except ValueError:
        return origin
    if address.version == 4:  # noqa: PLR2004 - of IP
        return origin
    return str(ipaddress.ip_network((address, 64), strict=False))


def secret_of_code(typed: str, origin: str, key: str) -> str:
    """The secret of the link that a spoken code stands for.

    ``origin`` says who tries (an address). Raises NotFound, which is counted, or TooManyTries.
    """
    who = _mac(key, "origin", _network(origin)).hex()
    since = now() - TRIES_TIME
    recent = select(func.count()).select_from(WrongCode).where(WrongCode.made_at > since)
    if (db.session.scalar(recent.where(WrongCode.origin == who)) or 0) >= TRIES:
        raise TooManyTries
    if (db.session.scalar(recent) or 0) >= TRIES_OF_ALL:
        raise TooManyTries
    code = "".join(sign for sign in typed.upper() if sign.isalnum())
    found = select(Link).where(Link.code_lookup == _code_lookup(key, code), Link.ended_at.is_(None))
    link = db.session.scalar(found) if len(code) == CODE_LENGTH else None
    if link is None or link.session is None:
        with writing_rows() as connection:
            connection.execute(delete(WrongCode).where(WrongCode.made_at < since))
            connection.execute(insert(WrongCode).values(origin=who, made_at=now()))
        raise NotFound
    return _secret(key, link.session.slug, link.role, link.generation)


# Who has come ------------------------------------------------------------------------------------


def phones_of(slug: str, device_id: str) -> list[LetIn]:
    """The phones that are in, the one that asks first. Raises NotFound."""
    evening, _role = open_session(slug, device_id)
    found = db.session.execute(
        select(Access, Player.name)
        .outerjoin(Player, Player.id == Access.player_id)
        .where(Access.session_id == evening.id, Access.ended_at.is_(None))
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
        )
        for access, name in found
    ]


def player_of(session_id: int, device_id: str) -> str | None:
    """The name of the player whose phone this is, if that was said."""
    return db.session.scalar(
        select(Player.name)
        .join(Access, Access.player_id == Player.id)
        .where(Access.session_id == session_id, Access.device_id == device_id)
    )


def whose_phone(session_id: int, device_id: str) -> int | None:
    """The player whose phone this is, if that was said."""
    return db.session.scalar(
        select(Access.player_id).where(Access.session_id == session_id, Access.device_id == device_id)
    )


def put_out(slug: str, device_id: str, access_id: int) -> None:
    """Puts one phone out; it can come back only by a new link. Raises NotFound, NotAllowed for a viewer."""
    with writing() as session:
        evening = session_to_write(slug, device_id)
        access = session.get(Access, access_id)
        if access is None or access.session_id != evening.id or access.device_id == device_id:
            raise NotFound
        access.ended_at, access.put_out = now(), True
        touch(session.connection(), evening.id)


def this_is(slug: str, device_id: str, player_id: int | None) -> None:
    """Says whose phone the one that asks is; None: nobody's in particular. Raises NotFound."""
    with writing() as session:
        evening, _role = open_session(slug, device_id)
        player = session.get(Player, player_id) if player_id is not None else None
        if player is not None and player.session_id != evening.id:
            raise NotFound
        access = _access_of(session, evening.id, device_id)
        if access is not None:
            access.player_id = player.id if player else None
            touch(session.connection(), evening.id)

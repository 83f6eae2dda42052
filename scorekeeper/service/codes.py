"""Spoken codes: finding the link that one stands for, and counting those that are none."""

from __future__ import annotations

import ipaddress
from datetime import timedelta

from sqlalchemy import Connection, delete, func, insert, select

from scorekeeper.service.errors import NotFound, TooManyTries
from scorekeeper.service.secrets import CODE_LENGTH, code_lookup_of, keyed, secret_of
from scorekeeper.service.transaction import writing_rows
from scorekeeper.store import Link, WrongCode, db
from scorekeeper.store.database import alone, now

TRIES = 10
"""Wrong codes that one phone or address may try in ``TRIES_TIME``; all together may try ``TRIES_OF_ALL``."""
TRIES_OF_ALL = 300
TRIES_TIME = timedelta(minutes=10)


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
    who = keyed(key, "origin", _network(origin)).hex()
    code = "".join(sign for sign in typed.upper() if sign.isalnum())
    with writing_rows() as connection:
        alone(connection)  # counted and tried one by one, or many at once would all find room
        _refuse_too_many(connection, who)
        lookup = code_lookup_of(key, code) if len(code) == CODE_LENGTH else ""
        found = select(Link.id).where(Link.code_lookup == lookup, Link.ended_at.is_(None))
        link_id = connection.scalar(found)
        if link_id is None:
            connection.execute(delete(WrongCode).where(WrongCode.made_at < now() - TRIES_TIME))
            connection.execute(insert(WrongCode).values(origin=who, made_at=now()))
    link = db.session.get(Link, link_id) if link_id is not None else None
    place = (link.session or link.club) if link else None
    if link is None or place is None:
        raise NotFound
    return secret_of(key, place, link.role, link.generation)


def _refuse_too_many(connection: Connection, who: str) -> None:
    recent = select(func.count()).select_from(WrongCode).where(WrongCode.made_at > now() - TRIES_TIME)
    own = connection.scalar(recent.where(WrongCode.origin == who)) or 0
    if own >= TRIES or (connection.scalar(recent) or 0) >= TRIES_OF_ALL:
        raise TooManyTries

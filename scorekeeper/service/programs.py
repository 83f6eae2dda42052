"""Other people's programs: the secret of a link is their token, and makes them a device like a phone.

So whatever a phone may do, see and be put out of holds for them too, and the history says which of them
entered what.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from scorekeeper.service.links import join, opened_link
from scorekeeper.service.places import PROGRAM, access_of
from scorekeeper.service.through_club import come_in_by_club
from scorekeeper.store import Club, db

_LENGTH = 32


@dataclass(frozen=True, slots=True)
class Program:
    """A program that came with a token. ``slug``: of the session or (``in_club``) the club it is for."""

    device_id: str
    slug: str
    in_club: bool


def _device_id(*parts: str) -> str:
    return (PROGRAM + hashlib.sha256(" ".join(parts).encode()).hexdigest())[:_LENGTH]


def beginner(client_id: str) -> str:
    """The device that begins a session or a club without a token, known by the id that it made up.

    Whoever has that id is the same device: it answers a repeat, and is a secret as long as any other.
    """
    return _device_id("begins", client_id)


def program_with(token: str) -> Program:
    """The program that has this token, let in when it first comes.

    Raises NotFound for what is no token; LinkStopped where the link was renewed or the program put out.
    """
    _link, place = opened_link(token)
    device_id = _device_id("token", token)
    program = Program(device_id, place.slug, isinstance(place, Club))
    access = access_of(db.session(), place, device_id)
    if access is None or access.ended_at is not None:
        join(token, device_id, None)
    return program


def let_into(program: Program, slug: str) -> None:
    """Lets a program of a club into a session of it, as a phone of the club is when it opens it."""
    if program.in_club:
        come_in_by_club(slug, program.device_id)

"""The phone that asks: a device behind one signed cookie, which holds its id and nothing else."""

from __future__ import annotations

import secrets

from flask import session

_KEY = "device"


def this_phone() -> str:
    """The id of the phone that asks, made up if it is new here (it is kept from its first session on)."""
    known = session.get(_KEY)
    if isinstance(known, str):
        return known
    session.permanent = True
    session[_KEY] = secrets.token_hex(16)
    return str(session[_KEY])


def known_phone() -> str:
    """The id of the phone that asks, or an empty one, which may see nothing."""
    known = session.get(_KEY)
    return known if isinstance(known, str) else ""

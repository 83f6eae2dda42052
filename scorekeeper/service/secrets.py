"""The secrets of links and the short codes: worked out from the server's key, never stored."""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode
from typing import Literal

from scorekeeper.service.places import Place
from scorekeeper.store import Club

Role = Literal["scorer", "viewer"]
ROLES: tuple[Role, ...] = ("viewer", "scorer")

SECRET_BYTES = 18
"""144 random bits, 24 characters in a link."""
ALPHABET = "34679ACDEFGHJKMNPQRTUVWXY"
"""What a spoken code is made of: no two of these are taken for one another."""
CODE_LENGTH = 8


def keyed(key: str, *parts: object) -> bytes:
    """A hash of ``parts`` that only who has the server's ``key`` can make."""
    return hmac.digest(key.encode(), " ".join(map(str, ("link", *parts))).encode(), "sha256")


def _named(place: Place) -> str:
    # A session and a club may have the same slug; no slug has a space in it.
    return f"club {place.slug}" if isinstance(place, Club) else place.slug


def secret_of(key: str, place: Place, role: str, generation: int) -> str:
    """The end of the address of a link."""
    return urlsafe_b64encode(keyed(key, _named(place), role, generation)[:SECRET_BYTES]).decode()


def code_of(key: str, place: Place, generation: int) -> str:
    """The code that stands for the link for viewers."""
    number = int.from_bytes(keyed(key, "code", _named(place), generation), "big")
    signs = []
    for _ in range(CODE_LENGTH):
        number, at = divmod(number, len(ALPHABET))
        signs.append(ALPHABET[at])
    return "".join(signs)


def lookup_of(secret: str) -> str:
    """What a link is found by."""
    return hashlib.sha256(secret.encode()).hexdigest()


def code_lookup_of(key: str, code: str) -> str:
    """What a link is found by whose code was typed."""
    # Keyed: a code is short enough to be found by trying all of them on a stolen database.
    return keyed(key, "look up", code).hex()

"""Lists a page at a time: a cursor says after which item the next page begins."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from collections.abc import Sequence
from typing import Any, TypeVar

from scorekeeper.api.bodies import CURSOR_LENGTH
from scorekeeper.api.fields import MOST_VERSION
from scorekeeper.kernel import Refused, say

T = TypeVar("T")


def cursor_of(key: int) -> str:
    """The cursor after the item with this key. Others should not read anything into it."""
    return urlsafe_b64encode(str(key).encode()).decode().rstrip("=")


def read_cursor(text: str | None) -> int:
    """The key after which the page begins, 0 for the first page. Raises Refused for what is none."""
    if not text:
        return 0
    try:
        key = urlsafe_b64decode(text[:CURSOR_LENGTH] + "=" * (-len(text) % 4)).decode("ascii")
    except (Error, ValueError):
        key = ""
    if not key.isdecimal() or not 0 < int(key) <= MOST_VERSION:
        raise Refused("cursor", "no_cursor", say("Send the cursor of the page before, as it was told."))
    return int(key)


def page(items: Sequence[T], asked: dict[str, Any]) -> tuple[Sequence[T], str | None]:
    """The part of ``items`` that is asked for, and the cursor after it; for lists that are at hand whole."""
    begins = read_cursor(asked["cursor"])
    ends = begins + asked["limit"]
    return items[begins:ends], cursor_of(ends) if ends < len(items) else None

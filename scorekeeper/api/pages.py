"""Lists a page at a time: a cursor says after which item the next page begins."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from collections.abc import Sequence
from typing import Any, TypeVar

from marshmallow import fields

from scorekeeper.api.fields import MOST_VERSION
from scorekeeper.kernel import say
from scorekeeper.kernel.shape import YesNo, fail

T = TypeVar("T")
CURSOR_LENGTH = 40


def cursor_of(key: int) -> str:
    """The cursor after the item with this key. Others should not read anything into it."""
    return urlsafe_b64encode(str(key).encode()).decode().rstrip("=")


class CursorField(fields.Field[int]):
    """A cursor in the question of an address: the key after which the page begins, 0 for the first page.

    Read here and not where a list is made, so that every list refuses what is no cursor.
    """

    default_error_messages = YesNo.default_error_messages

    def __init__(self, **options: Any) -> None:
        metadata = {"maxLength": CURSOR_LENGTH, "type": "string"}
        super().__init__(load_default=int, metadata=metadata, **options)  # a default of the document is text

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if value == "":
            return 0
        try:
            key = urlsafe_b64decode(value[:CURSOR_LENGTH] + "=" * (-len(value) % 4)).decode("ascii")
        except (Error, ValueError):
            key = ""
        if len(value) > CURSOR_LENGTH or not key.isdecimal() or not 0 < int(key) <= MOST_VERSION:
            fail("no_cursor", say("Send the cursor of the page before, as it was told."))
        return int(key)


def page(items: Sequence[T], asked: dict[str, Any]) -> tuple[Sequence[T], str | None]:
    """The part of ``items`` that is asked for, and the cursor after it; for lists that are at hand whole."""
    begins = asked["cursor"]
    ends = begins + asked["limit"]
    return items[begins:ends], cursor_of(ends) if ends < len(items) else None

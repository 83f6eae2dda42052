"""Fields of the API's own bodies and questions; those of entries and set-ups are the games'."""

from __future__ import annotations

import uuid
from typing import Any

from marshmallow import fields

from scorekeeper.kernel import Refused, say
from scorekeeper.kernel.names import NAME_LENGTH
from scorekeeper.kernel.shape import Counts, ShapeSchema, Whole, YesNo, fail
from scorekeeper.service.document_values import read_zone

MOST_VERSION = 2**31 - 1
MOST_ID = 2**63 - 1
_ERRORS = YesNo.default_error_messages
_OBJECT_ERRORS: dict[str, Any] = {**_ERRORS, "invalid": ShapeSchema.error_messages["type"]}


class VersionField(Whole):
    """Where the sender saw something stand."""

    def __init__(self, **options: Any) -> None:
        super().__init__(0, MOST_VERSION, **options)


class IdField(Whole):
    """The id of somebody or something that the API has told."""

    def __init__(self, **options: Any) -> None:
        super().__init__(1, MOST_ID, **options)


class ClientIdField(fields.String):
    """A random UUID (version 4) that the sender made up, so that a repeat is known as one."""

    default_error_messages = _ERRORS

    def __init__(self, *, required: bool = True, **options: Any) -> None:
        super().__init__(required=required, metadata={"format": "uuid"}, **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        try:
            known = uuid.UUID(value) if isinstance(value, str) else None
        except ValueError:
            known = None
        if known is None or known.version != 4:  # noqa: PLR2004 - the random one
            fail("no_uuid", say("A random UUID (version 4), made anew for each thing that is entered."))
        return str(known)


class ZoneField(fields.String):
    """The IANA name of a time zone."""

    default_error_messages = _ERRORS

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        try:
            return read_zone(value)
        except Refused as refused:
            return fail(refused.code, refused.message)


class AnyText(fields.String):
    """A text that the service judges."""

    default_error_messages = _ERRORS

    def __init__(self, **options: Any) -> None:
        super().__init__(metadata={"minLength": 1, "maxLength": NAME_LENGTH}, **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if not isinstance(value, str):
            fail("not_text", say("A text."))
        return value


class EntriesField(fields.List[Any]):
    """Entries, which the rules judge: here is only seen that it is a list."""

    default_error_messages = Counts.default_error_messages

    def __init__(self, **options: Any) -> None:
        super().__init__(fields.Raw(allow_none=True), required=True, metadata={"minItems": 1}, **options)


class SetupField(fields.Dict):
    """The set-up of a match as a match document has it, which the kernel judges."""

    default_error_messages = _OBJECT_ERRORS

    def __init__(self, **options: Any) -> None:
        super().__init__(required=True, **options)


class QueryNumber(Whole):
    """A whole number in the question of an address, where everything is text."""

    def _validated(self, value: Any) -> int:
        if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= 20:  # noqa: PLR2004 - more than any bound
            value = int(value)
        return super()._validated(value)

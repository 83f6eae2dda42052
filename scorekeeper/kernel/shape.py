"""Shape and bounds: the marshmallow fields that entries and set-ups are made of.

Every complaint is a :class:`Problem`, which carries the stable code and the translatable sentence;
:func:`loaded` raises the first one as :class:`~scorekeeper.kernel.refusal.Refused`. Bounds are also told to
marshmallow's own validators, from which OpenAPI is drawn; what these cannot say stands in a field's
``metadata``, in the words of JSON Schema.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NoReturn

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from scorekeeper.kernel.characters import unseen, unwritable
from scorekeeper.kernel.message import Message, say
from scorekeeper.kernel.names import NAME_LENGTH, clean_name
from scorekeeper.kernel.refusal import Refused

MOST_MINOR = 10**9
"""The largest amount, in minor units, that may be typed for one stake."""
MOST_SEATS = 40
"""No table of any game is larger, late arrivals included."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One complaint about a value, before it is known in which field it stands."""

    code: str
    message: Message


def _problem(code: str, message: Message) -> list[Problem]:
    return [Problem(code, message)]


def fail(code: str, message: Message) -> NoReturn:
    """Raises the complaint in the way that marshmallow collects."""
    raise ValidationError(_problem(code, message))


_COMMON_ERRORS: dict[str, Any] = {
    "required": _problem("missing", say("This is missing.")),
    "null": _problem("missing", say("This is missing.")),
}

_LIST_ERRORS: dict[str, Any] = {**_COMMON_ERRORS, "invalid": _problem("not_a_list", say("A list."))}
_SCHEMA_ERRORS: dict[str, Any] = {
    "unknown": Problem("unknown_field", say("There is no such field here.")),
    "type": Problem("not_an_object", say("An object with named fields.")),
}


class Between(validate.Range):
    """A range whose complaint names both ends. ``min`` and ``max`` stand in the OpenAPI document too."""

    def __call__(self, value: Any) -> Any:
        """``value``, if it lies between the two ends."""
        if not self.min <= value <= self.max:
            fail("out_of_range", say("A number from %(least)s to %(most)s.", least=self.min, most=self.max))
        return value


class Whole(fields.Integer):
    """A whole number. ``3.0`` is one, as some programs write it; ``true``, ``"3"`` and ``1.5`` are not."""

    default_error_messages = _COMMON_ERRORS

    def __init__(self, least: int, most: int, **options: Any) -> None:
        super().__init__(validate=Between(least, most), **options)

    def _validated(self, value: Any) -> int:
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if isinstance(value, float) and math.isfinite(value) and value == int(value):
            return int(value)
        return fail("not_whole", say("A whole number, without quotes or decimals."))


class SeatField(Whole):
    """A seat: an index into the players. Whether somebody sits there is for the rules to say."""

    def __init__(self, **options: Any) -> None:
        super().__init__(0, MOST_SEATS - 1, **options)


class YesNo(fields.Boolean):
    """``true`` or ``false``, and nothing that only looks like it."""

    default_error_messages = _COMMON_ERRORS

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            fail("not_yes_no", say("Either true or false."))
        return value


def _same(value: object, choice: object) -> bool:
    """Equality in which ``true`` is not 1."""
    return isinstance(value, bool) == isinstance(choice, bool) and value == choice


class OneOf(fields.Field[Any]):
    """One of a few values, numbers or words."""

    default_error_messages = _COMMON_ERRORS

    def __init__(self, *choices: str | int | bool, **options: Any) -> None:
        self.choices = choices
        # The validator never speaks: it is there for the OpenAPI document.
        super().__init__(validate=validate.OneOf(choices), **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, str | int | float):
            for choice in self.choices:
                if _same(value, choice):
                    return choice
        listed = ", ".join(str(c).lower() if isinstance(c, bool) else str(c) for c in self.choices)
        return fail("not_a_choice", say("One of: %(choices)s.", choices=listed))


class EachOnce(fields.List[Any]):
    """A list of different values, each one of ``choices``; loads as a frozenset."""

    default_error_messages = _LIST_ERRORS

    def __init__(self, *choices: str, **options: Any) -> None:
        most = validate.Length(max=len(choices))
        super().__init__(OneOf(*choices), validate=most, metadata={"uniqueItems": True}, **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        items = super()._deserialize(value, attr, data, **kwargs)
        if len(set(items)) < len(items):
            fail("said_twice", say("Each one only once."))
        return frozenset(items)


class Counts(fields.List[Any]):
    """A list of whole numbers, one for each seat; loads as a tuple."""

    default_error_messages = _LIST_ERRORS

    def __init__(self, least: int, most: int, **options: Any) -> None:
        super().__init__(Whole(least, most), metadata={"maxItems": MOST_SEATS}, **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, list) and len(value) > MOST_SEATS:
            fail("too_many", say("A list of numbers, one for each seat."))
        return tuple(super()._deserialize(value, attr, data, **kwargs))


class Text(fields.String):
    """A text of bounded length, without the white space around it and without unreadable characters.

    ``lines``: it may have several.
    """

    default_error_messages = _COMMON_ERRORS

    def __init__(self, most: int, *, lines: bool = False, **options: Any) -> None:
        self.most = most
        self.lines = lines
        super().__init__(validate=validate.Length(min=1, max=most), **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if not isinstance(value, str):
            fail("not_text", say("A text."))
        text: str = value.strip()
        if not text:
            fail("missing", say("This is missing."))
        if len(text) > self.most:
            fail("too_long", say("At most %(most)s characters.", most=self.most))
        if unseen(text) or unwritable(text, lines=self.lines):
            fail("unreadable", say("This text has characters that cannot be written."))
        return text


class NameField(fields.String):
    """A player's name, see :mod:`scorekeeper.kernel.names`."""

    default_error_messages = _COMMON_ERRORS

    def __init__(self, **options: Any) -> None:
        super().__init__(validate=validate.Length(min=1, max=NAME_LENGTH), **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if not isinstance(value, str):
            fail("not_text", say("A text."))
        try:
            return clean_name(value, attr or "name")
        except Refused as refused:
            return fail(refused.code, refused.message)


class ShapeSchema(Schema):
    """A schema that knows its fields and refuses every other one."""

    error_messages = _SCHEMA_ERRORS

    class Meta:
        """Marshmallow's settings."""

        unknown = RAISE


def _problems(errors: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Problem]]:
    if isinstance(errors, Problem):
        yield ".".join(path), errors
    elif isinstance(errors, Mapping):
        for key, inner in errors.items():
            yield from _problems(inner, path if key == "_schema" else (*path, str(key)))
    elif isinstance(errors, list | tuple):
        for inner in errors:
            yield from _problems(inner, path)


@cache
def _ready(schema: type[Schema]) -> Schema:
    """An instance of ``schema``: making one is slow, and loading changes nothing in it."""
    return schema()


def loaded(schema: type[Schema], raw: object, *, within: str = "") -> Any:
    """``raw`` as ``schema`` makes it; raises Refused with the first complaint.

    ``within`` is put before the field's name (``"stake"`` gives ``"stake.per_point"``).
    """
    try:
        return _ready(schema).load(raw)  # type: ignore[arg-type]  # whatever came is judged here
    except ValidationError as error:
        raise first_complaint(error.messages, within=within) from None


def first_complaint(messages: object, *, within: str = "") -> Refused:
    """The first of the complaints that marshmallow has collected from fields of this module."""
    field, problem = next(_problems(messages))
    where = ".".join(part for part in (within, field) if part)
    return Refused(where, problem.code, problem.message)

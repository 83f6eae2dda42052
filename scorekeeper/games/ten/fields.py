"""Shapes that only entries of Ten have: cards, lists of cards, a bid or a pass."""

from __future__ import annotations

from typing import Any

from marshmallow import fields, validate

from scorekeeper.kernel import Message, say
from scorekeeper.kernel.shape import Counts, OneOf, Whole, fail

PASS = "pass"  # noqa: S105 - the word of an auction, no password
MOST_CARDS = 150
"""No list of cards is longer: the pack has 129 or 130."""
ANY_CARD = say("No such card. Cards are written as R4, B#, *4, *# or $3.")
OWN_CARD = say("No such card. Players own cards such as R4, B#, *4 or *#.")


class CardField(OneOf):
    """One of ``cards``, as the wire format writes them; ``wanted`` says so where it is none of them."""

    def __init__(self, *cards: str, wanted: Message, **options: Any) -> None:
        self.wanted = wanted
        super().__init__(*cards, **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, str) or value not in self.choices:
            fail("not_a_card", self.wanted)
        return super()._deserialize(value, attr, data, **kwargs)


class CardList(fields.List[Any]):
    """A list of cards, each of ``card``'s kind; loads as a tuple."""

    default_error_messages = Counts.default_error_messages

    def __init__(self, card: CardField, **options: Any) -> None:
        super().__init__(card, validate=validate.Length(max=MOST_CARDS), **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, list) and len(value) > MOST_CARDS:
            fail("too_many", say("More cards than there are."))
        return tuple(super()._deserialize(value, attr, data, **kwargs))


class PairList(CardList):
    """A list of two cards: a wild, and the card it stands for."""

    def __init__(self, card: CardField, **options: Any) -> None:
        super().__init__(card, metadata={"minItems": 2, "maxItems": 2}, **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        pair = super()._deserialize(value, attr, data, **kwargs)
        if len(pair) != 2:  # noqa: PLR2004 - a pair
            fail("not_a_pair", say("Two cards: a wild and the card it stands for."))
        return pair


class BidField(Whole):
    """A whole number, or ``"pass"``."""

    def __init__(self, least: int, most: int, **options: Any) -> None:
        number = {"type": "integer", "minimum": least, "maximum": most}
        super().__init__(least, most, metadata={"anyOf": [number, {"const": PASS}]}, **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        return PASS if value == PASS else super()._deserialize(value, attr, data, **kwargs)

    def _validate(self, value: Any) -> None:
        if value != PASS:
            super()._validate(value)

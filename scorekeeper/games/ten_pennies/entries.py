"""What can be entered in Ten Pennies (wire-format, "Entries")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from marshmallow import ValidationError, fields, post_load

from scorekeeper.games.ten_pennies.cards import KINDS, points_of
from scorekeeper.kernel import say
from scorekeeper.kernel.entries import Entry, EntrySchema
from scorekeeper.kernel.shape import MOST_SEATS, Counts, Problem, SeatField, ShapeSchema, Whole, fail

MOST_CARDS = 999
MOST_POINTS = 99_999


@dataclass(frozen=True, slots=True)
class Hand:
    """What a player was caught with. ``kinds``: counts in the order of KINDS, None for totals alone."""

    cards: int
    points: int
    kinds: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Buy(Entry):
    """One buy penny into the bowl, for the upcard and what comes with it."""

    seat: int


@dataclass(frozen=True, slots=True)
class Round(Entry):
    """The end of a round. ``out``: who went out, None if nobody did.

    ``hands``: by seat; ``buys``: by seat, None if they were entered one by one or there were none.
    """

    out: int | None
    hands: tuple[Hand, ...]
    buys: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Playoff(Entry):
    """Who won the play-off for the bowl."""

    seat: int


class BuySchema(EntrySchema):
    """``buy``."""

    makes = Buy
    seat = SeatField(required=True)


class HandSchema(ShapeSchema):
    """The cards caught in one hand: how many of each kind, or ``cards`` and ``points`` alone."""

    low = Whole(0, MOST_CARDS)
    high = Whole(0, MOST_CARDS)
    deuces = Whole(0, MOST_CARDS)
    aces = Whole(0, MOST_CARDS)
    jokers = Whole(0, MOST_CARDS)
    cards = Whole(0, MOST_CARDS)
    points = Whole(0, MOST_POINTS)

    @post_load
    def _make(self, data: dict[str, int], **_: object) -> Hand:
        totals = {"cards", "points"}
        if not totals & data.keys():
            kinds = tuple(data.get(kind, 0) for kind in KINDS)
            return Hand(sum(kinds), points_of(kinds), kinds)
        if data.keys() - totals:
            fail("kinds_or_totals", say("Either how many of each kind, or cards and points: not both."))
        for missing in totals - data.keys():
            raise ValidationError([Problem("missing", say("This is missing."))], missing)
        return Hand(data["cards"], data["points"], None)


class _Hands(fields.List[Any]):
    """A list of hands, one for each seat; loads as a tuple."""

    default_error_messages = Counts.default_error_messages

    def __init__(self, **options: Any) -> None:
        inner = fields.Nested(HandSchema, error_messages=SeatField.default_error_messages)
        super().__init__(inner, metadata={"maxItems": MOST_SEATS}, **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, list) and len(value) > MOST_SEATS:
            fail("too_many", say("A list of hands, one for each seat."))
        return tuple(super()._deserialize(value, attr, data, **kwargs))


class RoundSchema(EntrySchema):
    """``round``."""

    makes = Round
    out = SeatField(required=True, allow_none=True)
    hands = _Hands(required=True)
    buys = Counts(0, MOST_CARDS, load_default=None)


class PlayoffSchema(EntrySchema):
    """``playoff``."""

    makes = Playoff
    seat = SeatField(required=True)


ENTRIES: dict[str, type[EntrySchema]] = {
    "buy": BuySchema,
    "round": RoundSchema,
    "playoff": PlayoffSchema,
}

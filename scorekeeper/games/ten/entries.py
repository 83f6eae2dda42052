"""What can be entered in Ten (wire-format, "Entries")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from marshmallow import fields, post_load

from scorekeeper.games.ten.cards import ALL_BUST_TOKENS, CARDS, CURRENCIES, MOST_TOKENS, OWNED
from scorekeeper.games.ten.fields import ANY_CARD, OWN_CARD, BidField, CardField, CardList, PairList
from scorekeeper.kernel import say
from scorekeeper.kernel.entries import Entry, EntrySchema
from scorekeeper.kernel.shape import MOST_SEATS, Counts, OneOf, SeatField, ShapeSchema, Whole, YesNo, fail

MOST_BID = 999
MOST_OF_A_VALUE = 99
What = Literal["numbers", "currency"]


@dataclass(frozen=True, slots=True)
class Paid:
    """What somebody pays with: tokens, bust tokens, and own cards."""

    tokens: int = 0
    busts: int = 0
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hand:
    """What a player has at the end. ``placed``: each wild with the card it stands for, where it was said."""

    cards: tuple[str, ...]
    tokens: int
    placed: tuple[tuple[str, str], ...] | None


@dataclass(frozen=True, slots=True)
class Draw(Entry):
    """The next card of the pile."""

    card: str


@dataclass(frozen=True, slots=True)
class MakeBid(Entry):
    """One player's word in the auction of a wild: a number or ``"pass"``."""

    seat: int
    bid: int | Literal["pass"]


@dataclass(frozen=True, slots=True)
class Pay(Entry):
    """The winner of the auction pays. ``paid`` None: with tokens alone."""

    paid: Paid | None


@dataclass(frozen=True, slots=True)
class Sold(Entry):
    """The outcome of an auction alone. ``seat`` None: nobody bid."""

    seat: int | None
    price: int | None
    paid: Paid | None


@dataclass(frozen=True, slots=True)
class Take(Entry):
    """The player stops, and takes the numbers or the currency."""

    what: What


@dataclass(frozen=True, slots=True)
class Buy(Entry):
    """A card of the market."""

    card: str
    paid: Paid | None


@dataclass(frozen=True, slots=True)
class Skip(Entry):
    """No buying."""


@dataclass(frozen=True, slots=True)
class LastCard(Entry):
    """The card drawn last was the last of the pile."""


@dataclass(frozen=True, slots=True)
class EnterPack(Entry):
    """The pack of this table. ``currency``: how many of each value, 1 to 5; ``removed``: other cards out."""

    currency: tuple[int, ...]
    removed: tuple[str, ...]
    chance: bool


@dataclass(frozen=True, slots=True)
class Count(Entry):
    """The final count alone: a hand for each seat."""

    hands: tuple[Hand, ...]


class DrawSchema(EntrySchema):
    """``draw``."""

    makes = Draw
    card = CardField(*CARDS, wanted=ANY_CARD, required=True)


class MakeBidSchema(EntrySchema):
    """``bid``."""

    makes = MakeBid
    seat = SeatField(required=True)
    bid = BidField(1, MOST_BID, required=True)


class PaymentSchema(EntrySchema):
    """Fields of a payment; ``paid`` is None if none of them is given."""

    tokens = Whole(0, MOST_TOKENS)
    busts = Whole(0, ALL_BUST_TOKENS)
    cards = CardList(CardField(*OWNED, wanted=OWN_CARD))

    @post_load
    def _make(self, data: dict[str, Any], **_: object) -> Entry:
        means = {name: data.pop(name) for name in ("tokens", "busts", "cards") if name in data}
        made: Entry = super()._make({**data, "paid": Paid(**means) if means else None})
        return made


class PaySchema(PaymentSchema):
    """``pay``."""

    makes = Pay


class SoldSchema(PaymentSchema):
    """``sold``."""

    makes = Sold
    seat = SeatField(required=True, allow_none=True)
    price = Whole(1, MOST_BID, load_default=None)


class TakeSchema(EntrySchema):
    """``take``."""

    makes = Take
    what = OneOf("numbers", "currency", required=True)


class BuySchema(PaymentSchema):
    """``buy``."""

    makes = Buy
    card = CardField(*CARDS, wanted=ANY_CARD, required=True)


class SkipSchema(EntrySchema):
    """``skip`` has no fields."""

    makes = Skip


class LastCardSchema(EntrySchema):
    """``last_card`` has no fields."""

    makes = LastCard


class _PerValue(Counts):
    """How many currency cards of each value."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        counts = super()._deserialize(value, attr, data, **kwargs)
        if len(counts) != len(CURRENCIES):
            fail("one_per_value", say("Five numbers: how many currency cards of each value, 1 to 5."))
        return counts


class PackSchema(EntrySchema):
    """``pack``."""

    makes = EnterPack
    currency = _PerValue(0, MOST_OF_A_VALUE, required=True)
    removed = CardList(CardField(*OWNED, wanted=OWN_CARD), load_default=())
    chance = YesNo(load_default=False)


class _Items(fields.List[Any]):
    """A list of bounded length; loads as a tuple."""

    default_error_messages = Counts.default_error_messages

    def __init__(self, inner: fields.Field[Any], **options: Any) -> None:
        super().__init__(inner, metadata={"maxItems": MOST_SEATS}, **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, list) and len(value) > MOST_SEATS:
            fail("too_many", say("More than there can be."))
        return tuple(super()._deserialize(value, attr, data, **kwargs))


class HandSchema(ShapeSchema):
    """What one player has at the end."""

    cards = CardList(CardField(*OWNED, wanted=OWN_CARD), required=True)
    tokens = Whole(0, MOST_TOKENS, required=True)
    placed = _Items(PairList(CardField(*OWNED, wanted=OWN_CARD)), load_default=None)

    @post_load
    def _make(self, data: dict[str, Any], **_: object) -> Hand:
        return Hand(**data)


class CountSchema(EntrySchema):
    """``count``."""

    makes = Count
    hands = _Items(fields.Nested(HandSchema, error_messages=SeatField.default_error_messages), required=True)


ENTRIES: dict[str, type[EntrySchema]] = {
    "draw": DrawSchema,
    "bid": MakeBidSchema,
    "pay": PaySchema,
    "sold": SoldSchema,
    "take": TakeSchema,
    "buy": BuySchema,
    "skip": SkipSchema,
    "last_card": LastCardSchema,
    "pack": PackSchema,
    "count": CountSchema,
}
